#include "bench/cases.h"

#include <stdio.h>

#include "cli/markdown.h"

/* THE table: floats are 4 bytes; a row of neighbours is in a cache by the time it is needed; a line that is written without
 * having been read is read first (write-allocate). `first`: the first substep of a tick, which for the library's pipe and
 * swe leads from the kept state to the present one (flow.c), and for its membrane has the tick's one measuring pass in it.
 * Correct it here when a loop changes. */
typedef struct BenchBytes {
  const char *name;
  double first, further;
  const char *reason;
} BenchBytes;

static const BenchBytes library[WEIR_SOLVER_COUNT] = {
    [WEIR_MEMBRANE] = {"membrane", 40, 2,
                       "reads u, v 8, writes them 8, out of place: + write-allocate 8; once a tick reads rest, terrain 8, writes "
                       "depth 4, write-allocate 4; up to 8 substeps in one sweep: further ones a share of 16"},
    [WEIR_PIPE] = {"pipe", 40, 28, "reads terrain, depth, u, w 16, writes depth, u, w 12; first, out of place: + write-allocate 12"},
    [WEIR_SWE] = {"swe", 64, 44,
                  "reads terrain, depth, u, w and both flows 24, writes all but terrain 20; first, out of place: + "
                  "write-allocate 20"}};

static const BenchBytes naive_membrane = {"membrane, naive", 26, 26,
                                          "speeds: reads height, speed, occupied 9, writes speed 4; heights: the same, 9 and 4"};
static const BenchBytes naive_pipe = {
    "pipe, naive", 64, 64,
    "flows: reads terrain, depth, both flows 16, writes flows 8; limits: reads 12, writes 4, write-allocate 4; depths: "
    "reads depth, flows, limit 16, writes 4"};

double bench_bytes_moved(WeirSolver solver, bool naive, double substeps) {
  const BenchBytes *b = !naive ? &library[solver] : solver == WEIR_MEMBRANE ? &naive_membrane : &naive_pipe;
  return substeps > 1 ? (b->first + (substeps - 1) * b->further) / substeps : b->first;
}

double bench_bytes_held(WeirSolver solver, bool objects) {
  if (solver != WEIR_MEMBRANE) return 20; /* terrain, depth, two flows, limit */
  return objects ? 9 + 18 : 9;            /* height, speed, occupied; r, dr, stack, ring's list, two flags */
}

static void print_line(const BenchBytes *b) {
  printf("  %-16s %3.0f, further substeps of a tick %3.0f: %s\n", b->name, b->first, b->further, b->reason);
}

static void markdown_line(const BenchBytes *b) {
  markdown_cell("%s", b->name);
  markdown_cell("%.0f", b->first);
  markdown_cell("%.0f", b->further);
  markdown_cell("%s", b->reason);
  markdown_end_row();
}

void bench_bytes_print(bool markdown) {
  static const MarkdownColumn columns[] = {{"loop", true}, {"first substep", false}, {"further substeps of a tick", false}, {"why", true}};
  if (markdown) {
    markdown_caption("bytes", false, "what must move, a cell and substep, on grids that no cache holds");
    markdown_head(columns, sizeof columns / sizeof columns[0]);
  } else {
    printf("bytes that must move, a cell and substep, on grids that no cache holds:\n");
  }
  void (*const line)(const BenchBytes *) = markdown ? markdown_line : print_line;
  line(&naive_membrane);
  line(&naive_pipe);
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++) line(&library[n]);
}
