/* The exterior ring's memory, the share of it that each thread has, and adding to the water. */
#include <string.h>

#include "base/memory.h"
#include "weir/displace/ring.h"
#include "weir/grid/sleeping.h"

/* Floats of a row of groups, with one group before and two behind. */
static size_t row_floats(const WeirWater *w) {
  return ((size_t)w->nx + 15) / 16 * 16 + 48;
}

static bool line_create(const WeirWater *w, Line *line) {
  const size_t row = row_floats(w), words = (size_t)w->bodies.mask_words, columns = (size_t)w->nx;
  const size_t tiles = (columns / TILE_COLUMNS + 1) * ((size_t)w->nz / TILE_ROWS + 1);
  line->rows = memory_create(LINE_ROWS * row, sizeof *line->rows);
  line->deposited = memory_create(words, sizeof *line->deposited);
  line->active = memory_create(words, sizeof *line->active);
  line->groups = memory_create((size_t)ring_groups(w), sizeof *line->groups);
  line->covers = memory_create(columns / 2 + 1, sizeof *line->covers); /* no two covers touch */
  line->tiles_to_wake = memory_create(tiles, 1);
  for (int n = 0; n < 2; n++) line->starts[n] = memory_create(columns, sizeof *line->starts[n]);
  if (!line->rows || !line->deposited || !line->active || !line->groups || !line->covers || !line->tiles_to_wake || !line->starts[0] ||
      !line->starts[1])
    return false;
  float **const all[LINE_ROWS] = {&line->delta, &line->outgoing, &line->open_depth, &line->east, &line->west};
  for (int n = 0; n < LINE_ROWS; n++) *all[n] = line->rows + (size_t)n * row + 16;
  return true;
}

static void lines_free(Line *lines, int count) {
  for (int t = 0; lines && t < count; t++) {
    void *const blocks[] = {lines[t].rows,   lines[t].deposited,     lines[t].active,    lines[t].groups,
                            lines[t].covers, lines[t].tiles_to_wake, lines[t].starts[0], lines[t].starts[1]};
    blocks_free(blocks, sizeof blocks / sizeof *blocks);
  }
  memory_free(lines);
}

/* A line for each thread. */
static bool lines_reserve(const WeirWater *w, Ring *ring) {
  if (ring->threads >= w->threads) return true;
  Line *const lines = memory_create((size_t)w->threads, sizeof *lines);
  bool ok = lines != NULL;
  for (int t = 0; ok && t < w->threads; t++) ok = line_create(w, &lines[t]);
  lines_free(ok ? ring->lines : lines, ok ? ring->threads : w->threads);
  if (!ok) return false;
  ring->lines = lines;
  ring->threads = w->threads;
  return true;
}

bool ring_create(WeirWater *w) {
  const size_t row = row_floats(w), rows = (size_t)w->nz;
  Ring *const ring = w->bodies.displace->ring = memory_create(1, sizeof *ring);
  if (!ring) return false;
  ring->columns = memory_create(COLUMN_ROWS * row, sizeof *ring->columns);
  ring->path_row = memory_create(rows, sizeof *ring->path_row);
  ring->covered = memory_create(rows * (size_t)w->bodies.mask_words, sizeof *ring->covered);
  ring->was_covered = memory_create(rows * (size_t)w->bodies.mask_words, sizeof *ring->was_covered);
  ring->load = memory_create(rows + 1, sizeof *ring->load);
  ring->group_load = memory_create((size_t)ring_groups(w), sizeof *ring->group_load);
  ring->row_sum = memory_create(rows, sizeof *ring->row_sum);
  ring->column_sum = memory_create((size_t)w->nx, sizeof *ring->column_sum);
  if (!ring->columns || !ring->path_row || !ring->covered || !ring->was_covered || !ring->load || !ring->group_load || !ring->row_sum ||
      !ring->column_sum)
    return false;
  float **const all[COLUMN_ROWS] = {&ring->carry, &ring->carry_min, &ring->far, &ring->end, &ring->none, &ring->per, &ring->per_back};
  for (int n = 0; n < COLUMN_ROWS; n++) *all[n] = ring->columns + (size_t)n * row + 16;
  for (int n = 1; n <= w->nx; n++) ring->per[n] = ring->per_back[w->nx - n] = 1.0f / (float)n;
  return lines_reserve(w, ring);
}

void ring_destroy(WeirWater *w) {
  Ring *const ring = w->bodies.displace->ring;
  if (!ring) return;
  lines_free(ring->lines, ring->threads);
  void *const blocks[] = {ring->covered,  ring->was_covered, ring->load,    ring->group_load, ring->south, ring->north,
                          ring->path_row, ring->columns,     ring->row_sum, ring->column_sum, ring};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
  w->bodies.displace->ring = NULL;
}

bool ring_reserve(WeirWater *w) {
  Ring *const ring = w->bodies.displace->ring;
  size_t cells = 0, dirty = 0;
  for (int k = 0; k < w->nz; k++) { /* room for all dirty cells, so that bodies may dip and rise where they are without more */
    ring->path_row[k] = cells;
    for (int n = 0; n < w->bodies.mask_words; n++) {
      cells += MASK_GROUP * (size_t)__builtin_popcountll(mask_row(w, ring->covered, k)[n]);
      dirty += MASK_GROUP * (size_t)__builtin_popcountll(mask_row(w, w->bodies.dirty_mask, k)[n]);
    }
  }
  if (dirty <= ring->path_capacity) return lines_reserve(w, ring);
  memory_free(ring->south);
  memory_free(ring->north);
  ring->south = memory_create(dirty + dirty / 2, sizeof *ring->south);
  ring->north = memory_create(dirty + dirty / 2, sizeof *ring->north);
  ring->path_capacity = ring->south && ring->north ? dirty + dirty / 2 : 0;
  return ring->path_capacity > 0 && lines_reserve(w, ring);
}

void ring_begin(WeirWater *w) {
  Ring *const ring = w->bodies.displace->ring;
  const size_t words = (size_t)w->bodies.mask_words, bytes = sizeof *ring->covered * (size_t)w->nz * words;
  memset(ring->covered, 0, bytes);
  memset(ring->was_covered, 0, bytes);
  for (int k = 0; k < w->nz; k++) {
    const uint64_t *const dirty = mask_row(w, w->bodies.dirty_mask, k), *const body_mask = mask_row(w, w->bodies.body_mask, k);
    uint32_t load = 0;
    for (size_t n = 0; n < words; n++) load += (uint32_t)__builtin_popcountll(dirty[n] | body_mask[n]);
    ring->load[k + 1] = ring->load[k] + load;
  }
}

/* The row at which share t of `shares` starts. */
static int share_start(const WeirWater *w, int t, int shares) {
  const uint32_t *const load = w->bodies.displace->ring->load;
  const size_t outgoing = (size_t)load[w->nz] * (size_t)t / (size_t)shares;
  int low = 0, high = w->nz;
  if (t == shares) return w->nz;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (load[middle] < outgoing)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void ring_share(const WeirWater *w, int t, int *k0, int *k1) {
  *k0 = share_start(w, t, w->threads);
  *k1 = share_start(w, t + 1, w->threads);
}

/* --- adding ---------------------------------------------------------------------------------------------------------- */

AddRow ring_row(const WeirWater *w, int i0, int i1, int k) {
  const ptrdiff_t at = water_index(w, i0, k);
  AddRow row = {.depth = w->depth.cells + at, .undistributed = w->bodies.undistributed.cells + at};
  if (w->solver != WEIR_MEMBRANE) return row;
  row.displacement = w->membrane.displacement.cells + at;
  row.terrain = w->terrain.cells + at;
  row.rest_level = w->membrane.rest_level.cells + at;
  row.label = ring_labels(w, i0, i1, k);
  return row;
}

static double lanes_sum(const double lanes[MASK_GROUP]) {
  double sum = 0;
  for (int lane = 0; lane < MASK_GROUP; lane++) sum += lanes[lane];
  return sum;
}

void ring_add(WeirWater *w, int i0, int i1, int k, const float *metres) {
  const AddRow row = ring_row(w, i0, i1, k);
  double sum[MASK_GROUP] = {0};
  float deepest[MASK_GROUP] = {0};
  kernels()->ring->add(&row, metres, sum, deepest, i1 - i0);
  for (int lane = 0; lane < MASK_GROUP; lane++) w->extremes.depth = max_float(deepest[lane], w->extremes.depth);
  w->budget.displaced += lanes_sum(sum) * (double)w->cell * (double)w->cell;
  tiles_wake(w, i0, k, i1, k + 1);
}

void ring_add_cell(WeirWater *w, const AddRow *row, int n, float metres) {
  const float depth = row->depth[n];
  float after;
  if (row->displacement) {
    const float bed = row->terrain[n] - row->rest_level[n];
    const float moved = max_float(row->displacement[n] + max_float(metres, -0.5f * depth), bed);
    const bool land = row->label && row->label[n] < 0;
    after = land ? depth : max_float(moved - bed, 0.0f);
    if (!land) row->displacement[n] = moved;
  } else {
    after = max_float(depth + max_float(metres, -0.5f * depth), 0.0f);
  }
  row->undistributed[n] += metres - (after - depth);
  row->depth[n] = after;
  w->extremes.depth = max_float(max_float(after, 0.0f), w->extremes.depth);
  w->budget.displaced += ((double)after - (double)depth) * (double)w->cell * (double)w->cell;
}

void line_wakes(const WeirWater *w, Line *line, int i0, int i1, int k) {
  const Tiles *const tiles = w->sleeping.tiles;
  if (!tiles) return;
  uint8_t *const row = line->tiles_to_wake + k / TILE_ROWS * tiles->across;
  for (int a = i0 / TILE_COLUMNS; a <= (i1 - 1) / TILE_COLUMNS; a++) row[a] = 1;
}

/* Once all threads are through: wakes the tiles that they added to, and writes what they added to the budget. */
void lines_close(WeirWater *w) {
  const Ring *const ring = w->bodies.displace->ring;
  double sum = 0;
  for (int t = 0; t < w->threads; t++) {
    Line *const line = &ring->lines[t];
    for (int lane = 0; lane < MASK_GROUP; lane++) w->extremes.depth = max_float(line->deepest[lane], w->extremes.depth);
    for (int n = 0; w->sleeping.tiles && n < w->sleeping.tiles->across * w->sleeping.tiles->down; n++) {
      if (!line->tiles_to_wake[n]) continue;
      const int i = n % w->sleeping.tiles->across * TILE_COLUMNS, k = n / w->sleeping.tiles->across * TILE_ROWS;
      tiles_wake(w, i, k, i + TILE_COLUMNS, k + TILE_ROWS);
      line->tiles_to_wake[n] = 0;
    }
  }
  for (int k = 0; k < w->nz; k++) sum += ring->row_sum[k];
  for (int i = 0; i < w->nx; i++) sum += ring->column_sum[i];
  w->budget.displaced += sum * (double)w->cell * (double)w->cell;
}

void line_add(WeirWater *w, Line *line, int k) {
  double sum[MASK_GROUP] = {0};
  for (int i0, i1 = 0; mask_stretch(w, line->deposited, &i0, &i1);) {
    const AddRow row = ring_row(w, i0, i1, k);
    kernels()->ring->add(&row, line->delta + i0, sum, line->deepest, i1 - i0);
    memset(line->delta + i0, 0, sizeof(float) * (size_t)(i1 - i0));
    line_wakes(w, line, i0, i1, k);
    mask_prefetch(w, &w->depth, i0, i1, k + 1);
    mask_prefetch(w, &w->bodies.undistributed, i0, i1, k + 1);
    if (w->solver != WEIR_MEMBRANE) continue;
    mask_prefetch(w, &w->membrane.displacement, i0, i1, k + 1);
    mask_prefetch(w, &w->terrain, i0, i1, k + 1);
    mask_prefetch(w, &w->membrane.rest_level, i0, i1, k + 1);
  }
  memset(line->deposited, 0, sizeof *line->deposited * (size_t)w->bodies.mask_words);
  w->bodies.displace->ring->row_sum[k] = lanes_sum(sum);
}
