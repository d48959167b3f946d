/* Records of the cells that bodies cover or pass: which, in which order, and as bytes. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/subgrid.h"
#include "weir/tiles.h"

void subgrid_records_free(SubRecords *records) {
  memory_free(records->cells);
  memory_free(records->shapes);
  memory_free(records->faces);
  *records = (SubRecords){0};
}

static void mark(const WeirWater *w, int i, int k) {
  if (i < 0 || k < 0 || i >= w->nx || k >= w->nz) return;
  w->subgrid->marks[(ptrdiff_t)k * w->subgrid->mark_words + i / 64] |= (uint64_t)1 << i % 64;
}

/* A cell in shadow and those that water comes to it from. */
static void mark_around(const WeirWater *w, int i, int k) {
  mark(w, i, k);
  mark(w, i + 1, k);
  mark(w, i - 1, k);
  mark(w, i, k + 1);
  mark(w, i, k - 1);
}

static void mark_move(const WeirWater *w, const SubMove *move) {
  const SubWindow *const at = &move->window;
  size_t n = 0;
  for (int k = at->k0; k < at->k1; k++)
    for (int i = at->i0; i < at->i1; i++, n++) {
      const Slab *const slab = move->cells[n].slab;
      const bool east = move->faces[2 * n + FACE_EAST].area > 0.0f, south = move->faces[2 * n + FACE_SOUTH].area > 0.0f;
      if (slab[SLAB_WET].cover + slab[SLAB_UNDER].cover + slab[SLAB_DRY].cover > 0.0f) mark_around(w, i, k);
      if (east || south) mark(w, i, k);
      if (east) mark(w, i + 1, k);
      if (south) mark(w, i, k + 1);
    }
}

/* What bodies covered before the step, too: unless there are none any more. */
void subgrid_mark(const WeirWater *w) {
  const Subgrid *const s = w->subgrid;
  for (int n = 0; n < s->move_count; n++) mark_move(w, &s->moves[n]);
  for (int n = 0; s->move_count > 0 && n < s->count; n++)
    if (s->records.shapes[n].now.count > 0) mark_around(w, s->records.cells[n].i, s->records.cells[n].k);
}

/* Rows [*k0, *k1) in which cells may be marked: most grids are far higher than what bodies reach. */
static void mark_rows(const WeirWater *w, int *k0, int *k1) {
  const Subgrid *const s = w->subgrid;
  *k0 = w->nz, *k1 = 0;
  for (int n = 0; n < s->move_count; n++) {
    const SubWindow *const at = &s->moves[n].window;
    if (at->k0 - 1 < *k0) *k0 = at->k0 - 1;
    if (at->k1 + 1 > *k1) *k1 = at->k1 + 1;
  }
  if (s->count > 0 && s->records.cells[0].k - 1 < *k0) *k0 = s->records.cells[0].k - 1;
  if (s->count > 0 && s->records.cells[s->count - 1].k + 2 > *k1) *k1 = s->records.cells[s->count - 1].k + 2;
  if (*k0 < 0) *k0 = 0;
  if (*k1 > w->nz) *k1 = w->nz;
}

static int marked(const Subgrid *s, int k0, int k1) {
  int count = 0;
  for (ptrdiff_t n = (ptrdiff_t)k0 * s->mark_words; n < (ptrdiff_t)k1 * s->mark_words; n++) count += __builtin_popcountll(s->marks[n]);
  return count;
}

static bool records_reserve(SubRecords *r, int count) {
  if (count <= r->capacity) return true;
  subgrid_records_free(r);
  const size_t capacity = (size_t)count + (size_t)count / 4 + 64;
  r->cells = memory_create(capacity, sizeof *r->cells);
  r->shapes = memory_create(capacity, sizeof *r->shapes);
  r->faces = memory_create(FACES * capacity, sizeof *r->faces);
  if (!r->cells || !r->shapes || !r->faces) {
    subgrid_records_free(r);
    return false;
  }
  r->capacity = (int)capacity;
  return true;
}

static bool solver_reserve(Subgrid *s) {
  s->heads = memory_reserve(s->heads, &s->head_capacity, s->records.capacity, sizeof *s->heads);
  s->mixes = memory_reserve(s->mixes, &s->mix_capacity, s->records.capacity, sizeof *s->mixes);
  return s->heads && s->mixes && subgrid_groups_reserve(s);
}

/* A cell that bodies have come to, with the water that it has. */
static SubCell cell_new(const WeirWater *w, int i, int k) {
  const ptrdiff_t at = water_index(w, i, k);
  const float depth = w->depth.cells[at];
  return (SubCell){.i = (int16_t)i, .k = (int16_t)k, .bed = w->terrain.cells[at], .water = depth, .depth = depth, .water_next = depth,
                   .east = -1, .west = -1, .south = -1, .north = -1};
}

/* A record for cell (i, k), which had number `before` among the old ones (-1: none); its new geometry is not known yet. */
static void record_renew(const WeirWater *w, const SubRecords *old, int before, int n, int i, int k) {
  const SubRecords *const r = &w->subgrid->records;
  r->cells[n] = cell_new(w, i, k);
  r->shapes[n].now.count = r->shapes[n].was.count = 0;
  r->shapes[n].now.lid = r->shapes[n].was.lid = false;
  for (int side = 0; side < FACES; side++) r->faces[FACES * n + side] = (SubFace){.block_before = before < 0 ? 0.0f : old->faces[FACES * before + side].block};
  if (before < 0) return;
  r->cells[n].water = old->cells[before].water;
  r->cells[n].depth = old->cells[before].depth;
  r->shapes[n].was = old->shapes[before].now;
}

/* A cell that they have left: without bodies, the water's depth is the head's again. */
static void cell_leave(WeirWater *w, const SubCell *cell) {
  const ptrdiff_t at = water_index(w, cell->i, cell->k);
  w->depth.cells[at] = cell->water;
  w->occupancy.cells[at] = w->displaced.cells[at] = 0.0f;
  tiles_wake(w, cell->i, cell->k, cell->i + 1, cell->k + 1);
}

static int slot_at(const WeirWater *w, int i, int k) {
  return i < 0 || k < 0 || i >= w->nx || k >= w->nz ? -1 : w->subgrid->slot[(ptrdiff_t)k * w->nx + i];
}

static void records_link(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  for (int n = 0; n < s->count; n++) {
    SubCell *const cell = &s->records.cells[n];
    cell->south = slot_at(w, cell->i, cell->k + 1);
    if (cell->south >= 0) s->records.cells[cell->south].north = n;
    if (n + 1 == s->count || s->records.cells[n + 1].k != cell->k || s->records.cells[n + 1].i != cell->i + 1) continue;
    cell->east = n + 1;
    s->records.cells[n + 1].west = n;
  }
}

static void records_index(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  int at = 0;
  for (int k = 0; k <= w->nz; k++) {
    s->row[k] = at;
    for (; at < s->count && s->records.cells[at].k == k; at++) s->slot[(ptrdiff_t)k * w->nx + s->records.cells[at].i] = at;
  }
  records_link(w);
}

/* New records for the marked cells, sorted; marks are taken away. */
bool subgrid_records_renew(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  int k0, k1;
  mark_rows(w, &k0, &k1);
  const int count = marked(s, k0, k1), old_count = s->count;
  if (!records_reserve(&s->spare, count)) return false;
  const SubRecords old = s->records;
  s->records = s->spare;
  s->spare = old;
  s->count = 0;
  for (int k = k0; k < k1; k++)
    for (int word = 0; word < s->mark_words; word++) {
      uint64_t *const left = &s->marks[(ptrdiff_t)k * s->mark_words + word];
      for (; *left; *left &= *left - 1) {
        const int i = 64 * word + __builtin_ctzll(*left), before = s->slot[(ptrdiff_t)k * w->nx + i];
        record_renew(w, &old, before, s->count++, i, k);
        if (before >= 0) old.cells[before].k = -1; /* taken over */
      }
    }
  for (int n = 0; n < old_count; n++)
    if (old.cells[n].k >= 0) {
      cell_leave(w, &old.cells[n]);
      s->slot[(ptrdiff_t)old.cells[n].k * w->nx + old.cells[n].i] = -1;
    }
  if (!solver_reserve(s)) return false;
  records_index(w);
  return true;
}

/* --- snapshots ------------------------------------------------------------------------------------------------------- */

void subgrid_save(const WeirWater *w, unsigned char *bytes) {
  const Subgrid *const s = w->subgrid;
  for (int n = 0; n < s->count; n++, bytes += sizeof(SubSaved)) {
    const SubCell *const cell = &s->records.cells[n];
    SubSaved saved = {.i = cell->i, .k = cell->k, .water = cell->water};
    memcpy(&saved.now, &s->records.shapes[n].now, sizeof saved.now);
    memset(saved.now.slab + saved.now.count, 0, sizeof(Slab) * (size_t)(STACK - saved.now.count)); /* what is left from before is no state */
    memset(saved.now.kind + saved.now.count, 0, (size_t)(STACK - saved.now.count));
    for (int side = 0; side < FACES; side++) saved.block[side] = s->records.faces[FACES * n + side].block;
    memcpy(bytes, &saved, sizeof saved); /* they may lie anywhere */
  }
  for (int n = 0; n < s->move_count; n++, bytes += sizeof(SubPose)) memcpy(bytes, &s->moves[n].to, sizeof(SubPose));
}

static bool between(float value, float low, float high) {
  return value >= low && value <= high; /* no for NaN, too */
}

static bool saved_sound(const WeirWater *w, const SubSaved *c, const SubCell *last) {
  bool ok = c->i >= 0 && c->i < w->nx && c->k >= 0 && c->k < w->nz && between(c->water, 0, WALL_HEIGHT);
  if (last) ok = ok && (c->k > last->k || (c->k == last->k && c->i > last->i));
  uint8_t lid; /* as a byte: a bool that is neither may not be looked at */
  memcpy(&lid, &c->now.lid, 1);
  ok = ok && c->now.count <= STACK && lid <= 1;
  for (int n = 0; ok && n < c->now.count; n++) {
    const Slab *const slab = &c->now.slab[n];
    ok = c->now.kind[n] < SLABS && slab->cover > 0 && between(slab->cover, 0, 2) && between(slab->low, -WALL_HEIGHT, WALL_HEIGHT) &&
         between(slab->high, slab->low, WALL_HEIGHT);
  }
  return ok && between(c->block[FACE_EAST], 0, 1) && between(c->block[FACE_SOUTH], 0, 1);
}

static bool pose_sound(const SubPose *pose) {
  bool ok = isfinite(pose->heading) && between(pose->share, 0, 1) && isfinite(pose->filled);
  for (int n = 0; n < 3; n++) ok = ok && isfinite(pose->position[n]);
  for (int n = 0; n < 9; n++) ok = ok && isfinite(pose->rotation[n]);
  return ok;
}

/* A record that is `was` and now alike: nothing moves until bodies are handed in again. */
static void record_load(const WeirWater *w, const SubSaved *saved, int n) {
  const SubRecords *const r = &w->subgrid->records;
  r->cells[n] = cell_new(w, saved->i, saved->k);
  r->cells[n].water = saved->water;
  r->shapes[n].now = r->shapes[n].was = saved->now;
  for (int side = 0; side < FACES; side++) r->faces[FACES * n + side] = (SubFace){.block = saved->block[side], .block_before = saved->block[side]};
}

bool subgrid_load(WeirWater *w, const unsigned char *bytes, int count, int pose_count) {
  Subgrid *const s = w->subgrid;
  if (!records_reserve(&s->records, count) || !subgrid_moves_reserve(s, pose_count)) return false;
  double up = 0;
  for (int n = 0; n < count; n++, bytes += sizeof(SubSaved)) {
    SubSaved saved;
    memcpy(&saved, bytes, sizeof saved);
    if (!saved_sound(w, &saved, n > 0 ? &s->records.cells[n - 1] : NULL)) return false;
    record_load(w, &saved, n);
    up += (double)s->records.cells[n].depth - (double)s->records.cells[n].water;
  }
  for (int n = 0; n < pose_count; n++, bytes += sizeof(SubPose)) {
    s->moves[n] = (SubMove){.body = -1}; /* where a body was, and nothing else of it */
    memcpy(&s->moves[n].to, bytes, sizeof(SubPose));
    if (!pose_sound(&s->moves[n].to)) return false;
    s->filled += s->moves[n].to.filled;
  }
  s->displaced = up * (double)w->cell * (double)w->cell + s->filled; /* as subgrid_account has it */
  s->count = count;
  s->move_count = pose_count;
  records_index(w);
  return solver_reserve(s);
}
