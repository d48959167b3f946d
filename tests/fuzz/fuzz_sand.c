/* Streams of grids of a box of sand: bytes of any kind, in pieces of any size, come to whole grids of sizes that are allowed, or are counted as
 * skipped; what is shown of them is finite. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "sandbox/fit.h"
#include "sandbox/grids.h"
#include "sandbox/sandbox.h"
#include "sandbox/settle.h"

enum { CELLS = 24, VALUES_MOST = 1 << 16 };

/* The way of grids to cells. */
typedef struct Shown {
  Settle settle;
  Fit fit;
} Shown;

static void show(Shown *shown, const SandGrids *grids) {
  const SandHead *const head = &grids->now;
  fuzz_expect(head->nx >= SAND_SIDE_MIN && head->nx <= SAND_SIDE_MAX && head->nz >= SAND_SIDE_MIN && head->nz <= SAND_SIDE_MAX,
              "a grid has an allowed size");
  if (head->nx * head->nz > VALUES_MOST) return;
  float *const heights = malloc(sizeof *heights * (size_t)head->nx * (size_t)head->nz), cells[CELLS * CELLS];
  sand_grids_heights(grids, heights);
  fuzz_expect(settle_add(&shown->settle, heights, head->nx, head->nz, 0.03f), "a grid is settled");
  fuzz_expect(fit_run(&shown->fit, shown->settle.shown, head->nx, head->nz, cells, CELLS, CELLS), "a grid fits");
  for (int n = 0; n < CELLS * CELLS; n++) fuzz_expect(isnan(cells[n]) || fabsf(cells[n]) <= 2e6f, "a cell has a height or none");
  free(heights);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SandGrids grids = {0};
  Shown shown = {.settle = {.noise = 0.3f, .seconds = 0.2f}};
  const size_t piece = size > 0 ? 1 + data[0] : 1;
  size_t in_grids = 0;
  for (size_t at = 0; at < size;) {
    bool whole;
    const size_t taken = sand_grids_read(&grids, data + at, size - at < piece ? size - at : piece, &whole);
    fuzz_expect(taken > 0, "bytes are taken");
    at += taken;
    if (!whole) continue;
    in_grids += SAND_HEAD + grids.size;
    show(&shown, &grids);
  }
  sand_grids_restart(&grids);
  fuzz_expect(in_grids + (size_t)grids.skipped == size, "each byte is of a grid, or skipped");
  sand_grids_free(&grids);
  settle_free(&shown.settle);
  fit_free(&shown.fit);
  return 0;
}
