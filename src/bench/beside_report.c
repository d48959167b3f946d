/* The table of the rivals, for people and for documents: one for each solver. */
#include <math.h>
#include <string.h>

#include "bench/report.h"
#include "cli/markdown.h"

/* The water's name without the case's. */
static const char *water_of(const BenchRow *row) {
  const char *const slash = strchr(row->name, '/');
  return slash ? slash + 1 : row->name;
}

static void print_head(const BenchRow *row, bool markdown) {
  static const MarkdownColumn columns[] = {{"water", true},           {"what", true},
                                           {"vectors", true},         {"grid", false},
                                           {"threads", false},        {"tiles that work %", false},
                                           {"ms a step", false},      {"Mcell·steps/s", false},
                                           {"x rival", false},        {"lower quartile", false},
                                           {"upper quartile", false}, {"x plain loops", false},
                                           {"of copies %", false}};
  static const char *const titles[WEIR_SOLVER_COUNT] = {"beside a height-only membrane; one step a call and eight",
                                                        "beside plain pipes without limiter",
                                                        "beside MUSCL-HLL, a textbook step of second order"};
  const char *const solver = weir_solver_name(row->solver);
  char name[64];
  if (markdown) {
    snprintf(name, sizeof name, "rivals, %s", solver);
    markdown_caption(name, true, titles[row->solver]);
    markdown_head(columns, sizeof columns / sizeof columns[0]);
    return;
  }
  printf("  %s %s\n", solver, titles[row->solver]);
  printf("  %-13s %-18s %-7s %5s %7s %6s %9s %10s %9s %20s %8s %8s\n", "water", "what", "vectors", "grid", "threads", "tiles", "ms a step",
         "Mcell.st/s", "x rival", "(quartiles)", "x naive", "of copy");
}

static void print_text(const BenchRow *row) {
  const BenchBeside *const b = &row->beside;
  printf("  %-13s %-18s %-7s %5d %7d %4.0f %% %9.3f %10.0f", water_of(row), row->variant, row->simd, row->grid, row->threads,
         100 * row->working, row->ms_total / row->substeps, row->mcells.median);
  const double values[] = {b->rival.median, b->rival.lower, b->rival.upper, b->naive.median};
  static const int widths[] = {9, 9, 9, 9};
  for (int n = 0; n < 4; n++) {
    char text[32] = "-";
    if (isfinite(values[n])) snprintf(text, sizeof text, "%.2f", values[n]);
    printf(n == 1 ? "  (%*s" : n == 2 ? " %*s)" : " %*s", n == 1 || n == 2 ? widths[n] - 1 : widths[n], text);
  }
  char text[32] = "-";
  if (isfinite(b->copy.median)) snprintf(text, sizeof text, "%.0f %%", 100 * b->copy.median);
  printf(" %8s\n", text);
}

static void print_markdown(const BenchRow *row) {
  const BenchBeside *const b = &row->beside;
  markdown_cell("%s", water_of(row));
  markdown_cell("%s", row->variant);
  markdown_cell("%s", row->simd);
  markdown_cell("%d", row->grid);
  markdown_cell("%d", row->threads);
  markdown_number("%.0f", 100 * row->working);
  markdown_number("%.3f", row->ms_total / row->substeps);
  markdown_number("%.0f", row->mcells.median);
  markdown_number("%.2f", b->rival.median);
  markdown_number("%.2f", b->rival.lower);
  markdown_number("%.2f", b->rival.upper);
  markdown_number("%.2f", b->naive.median);
  markdown_number("%.0f", 100 * b->copy.median);
  markdown_end_row();
}

void bench_print_beside(const BenchReport *report, int first) {
  for (int n = first; n < report->count; n++) {
    const BenchRow *const row = &report->rows[n];
    if (n == first || row->solver != row[-1].solver) print_head(row, report->markdown);
    (report->markdown ? print_markdown : print_text)(row);
  }
  fflush(stdout);
}
