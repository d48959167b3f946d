/* Where the water has changed. Copies of bed and depth are compared with them, in those tiles alone that may have changed; a tile that has
 * bears the number of the call that found it. */
#include "weir/readers/readers.h"

#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "weir/grid/depths.h"
#include "weir/grid/sleeping.h"

/* Made by the first weir_water_changes. Owned by ReadersPart. */
typedef struct Changes {
  Field terrain, depth; /* as of the last call */
  uint64_t version;     /* counts calls that found a change, from 1 */
  uint64_t *stamps;     /* of each tile: the version since which it is as it is */
  uint8_t *found;       /* of each tile: the present call has found a change */
  int across, down;     /* tiles */
} Changes;

void changes_destroy(WeirWater *w) {
  Changes *const c = w->readers.changes;
  if (!c) return;
  void *const blocks[] = {c->terrain.block, c->depth.block, c->stamps, c->found, c};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
  w->readers.changes = NULL;
}

static bool changes_create(WeirWater *w) {
  Changes *const c = w->readers.changes = memory_create(1, sizeof *c);
  if (!c) return false;
  c->across = (w->nx + TILE_COLUMNS - 1) / TILE_COLUMNS;
  c->down = (w->nz + TILE_ROWS - 1) / TILE_ROWS;
  const size_t count = (size_t)c->across * (size_t)c->down;
  c->stamps = memory_create(count, sizeof *c->stamps);
  c->found = memory_create(count, 1);
  if (!c->stamps || !c->found || !field_create(w, &c->terrain) || !field_create(w, &c->depth)) {
    changes_destroy(w);
    return false;
  }
  memcpy(c->terrain.block, w->terrain.block, field_bytes(w));
  memcpy(c->depth.block, w->depth.block, field_bytes(w));
  c->version = 1;
  for (size_t n = 0; n < count; n++) c->stamps[n] = 1;
  return true;
}

/* Takes a row of a tile over if it differs. */
static bool row_taken(const WeirWater *w, const Field *now, Field *before, int i0, int i1, int k) {
  const ptrdiff_t at = water_index(w, i0, k);
  const size_t size = sizeof(float) * (size_t)(i1 - i0);
  if (memcmp(now->cells + at, before->cells + at, size) == 0) return false;
  memcpy(before->cells + at, now->cells + at, size);
  return true;
}

static void compare_tile_rows(void *data, int first, int end) {
  WeirWater *const w = data;
  Changes *const c = w->readers.changes;
  uint8_t *const touched =
      w->solver == WEIR_MEMBRANE ? NULL : w->sleeping.tiles->touched; /* a membrane has no tiles: all may have changed */
  for (int n = first * c->across; n < end * c->across; n++) {
    c->found[n] = 0;
    if (touched && !touched[n]) continue;
    if (touched) touched[n] = 0;
    const int i0 = n % c->across * TILE_COLUMNS, k0 = n / c->across * TILE_ROWS;
    for (int k = k0; k < min_int(k0 + TILE_ROWS, w->nz); k++) {
      const bool ground = row_taken(w, &w->terrain, &c->terrain, i0, min_int(i0 + TILE_COLUMNS, w->nx), k);
      if (row_taken(w, &w->depth, &c->depth, i0, min_int(i0 + TILE_COLUMNS, w->nx), k) || ground) c->found[n] = 1;
    }
  }
}

/* Rectangles under construction, of blocks of scale x scale tiles. On the stack. */
typedef struct Cover {
  const WeirWater *water;
  const Changes *changes;
  uint64_t since;
  int scale;
  WeirRect *rects;
  int most, count; /* more than `most`: there was no room */
} Cover;

static bool block_changed(const Cover *v, int a, int b) {
  const Changes *const c = v->changes;
  for (int n = b * v->scale; n < min_int((b + 1) * v->scale, c->down); n++)
    for (int m = a * v->scale; m < min_int((a + 1) * v->scale, c->across); m++)
      if (c->stamps[n * c->across + m] > v->since) return true;
  return false;
}

/* Adds blocks [a0, a1) of row b: to the rectangle that ends above with the same columns, if one does. */
static void add_run(Cover *v, int a0, int a1, int b) {
  const int i0 = a0 * v->scale * TILE_COLUMNS, i1 = min_int(a1 * v->scale * TILE_COLUMNS, v->water->nx);
  const int k0 = b * v->scale * TILE_ROWS, k1 = min_int((b + 1) * v->scale * TILE_ROWS, v->water->nz);
  for (int n = 0; n < v->count && n < v->most; n++)
    if (v->rects[n].k1 == k0 && v->rects[n].i0 == i0 && v->rects[n].i1 == i1) {
      v->rects[n].k1 = k1;
      return;
    }
  if (v->count < v->most) v->rects[v->count] = (WeirRect){i0, k0, i1, k1};
  v->count++;
}

static void cover_at_scale(Cover *v) {
  const int across = (v->changes->across + v->scale - 1) / v->scale, down = (v->changes->down + v->scale - 1) / v->scale;
  v->count = 0;
  for (int b = 0; b < down; b++)
    for (int a = 0, end; a < across; a = end + 1) {
      for (end = a; end < across && block_changed(v, end, b); end++) {}
      if (end > a) add_run(v, a, end, b);
    }
}

uint64_t weir_water_changes(WeirWater *w, uint64_t since, WeirRect *rects, int most, int *count) {
  depths_update(w);
  if (!w->readers.changes && !changes_create(w)) {
    if (most > 0) rects[0] = (WeirRect){0, 0, w->nx, w->nz};
    *count = most > 0;
    return 0;
  }
  Changes *const c = w->readers.changes;
  team_rows(w->threads, 0, c->down, compare_tile_rows, w);
  const size_t tiles = (size_t)c->across * (size_t)c->down;
  if (memchr(c->found, 1, tiles)) {
    c->version++;
    for (size_t n = 0; n < tiles; n++)
      if (c->found[n]) c->stamps[n] = c->version;
  }
  const uint64_t from = since <= c->version ? since : 0; /* of another water */
  Cover cover = {.water = w, .changes = c, .since = from, .scale = 1, .rects = rects, .most = most};
  cover_at_scale(&cover);
  for (; cover.count > most && cover.scale < c->across + c->down; cover_at_scale(&cover)) cover.scale *= 2;
  *count = min_int(cover.count, most);
  return c->version;
}
