/* Records as bytes, for snapshots. */
#include <math.h>
#include <string.h>

#include "weir/subgrid_records.h"

static SubSaved record_save(const Subgrid *s, int n) {
  const SubCell *const cell = &s->records.cells[n];
  SubSaved saved = {.i = cell->i, .k = cell->k, .water = s->records.water[n], .deck = s->records.deck[n], .rise = s->records.rise[n], .count = cell->now.count, .lid = cell->now.lid};
  int at = 0;
  for (const Piece *piece = stack_first(&s->now, &cell->now); piece; piece = stack_next(&s->now, piece), at++) {
    saved.kind[at] = piece->kind;
    saved.slab[at] = piece->slab;
  }
  for (int side = 0; side < FACES; side++) saved.block[side] = s->records.block[side][n];
  return saved;
}

void subgrid_save(const WeirWater *w, unsigned char *bytes) {
  const Subgrid *const s = w->subgrid;
  for (int n = 0; n < s->count; n++, bytes += sizeof(SubSaved)) {
    const SubSaved saved = record_save(s, n);
    memcpy(bytes, &saved, sizeof saved); /* they may lie anywhere */
  }
  for (int n = 0; n < s->move_count; n++, bytes += sizeof(SubPose)) memcpy(bytes, &s->moves[n].to, sizeof(SubPose));
}

static bool between(float value, float low, float high) {
  return value >= low && value <= high; /* no for NaN, too */
}

static bool saved_sound(const WeirWater *w, const SubSaved *c, const SubCell *last) {
  bool ok = c->i >= 0 && c->i < w->nx && c->k >= 0 && c->k < w->nz && between(c->water, 0, WALL_HEIGHT) && between(c->deck, 0, WALL_HEIGHT) && between(c->rise, -WALL_HEIGHT, WALL_HEIGHT);
  if (last) ok = ok && (c->k > last->k || (c->k == last->k && c->i > last->i));
  ok = ok && c->count <= STACK && c->lid <= (c->count > 0 ? 1 : 0) && (c->lid == 1 || c->deck == 0);
  for (int n = 0; ok && n < c->count; n++) {
    const Slab *const slab = &c->slab[n];
    ok = c->kind[n] < SLABS && slab->cover > 0 && between(slab->cover, 0, 2) && between(slab->low, -WALL_HEIGHT, WALL_HEIGHT) &&
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

/* Nothing moves until bodies are handed in again. */
static void record_load(const WeirWater *w, const SubSaved *saved, int n) {
  Subgrid *const s = w->subgrid;
  const SubRecords *const r = &s->records;
  SubCell *const cell = &r->cells[n];
  *cell = (SubCell){.i = (int16_t)saved->i, .k = (int16_t)saved->k};
  subgrid_record_begin(w, n);
  r->water[n] = saved->water;
  r->deck[n] = saved->deck;
  r->rise[n] = saved->rise;
  s->decked = s->decked || saved->deck > 0.0f;
  cell->now.lid = saved->lid;
  for (int at = 0; at < saved->count; at++) subgrid_lay_piece(&s->now, &cell->now, saved->slab[at], saved->kind[at]);
  if (saved->count > 0) subgrid_bit_set(w, s->bits.covered_before, saved->i, saved->k);
  subgrid_bit_set(w, s->bits.present, saved->i, saved->k);
  for (int side = -1; side <= 1; side++) subgrid_row_widen(w, saved->i - 1, saved->i + 2, saved->k + side);
  for (int side = 0; side < FACES; side++) {
    r->block[side][n] = s->faces.block[side * s->faces.stride + n] = s->faces.block_before[side * s->faces.stride + n] = saved->block[side];
    if (!(saved->block[side] > 0.0f)) continue;
    subgrid_bit_set(w, s->bits.covered_before, saved->i, saved->k);
    if (side == FACE_EAST ? saved->i + 1 < w->nx : saved->k + 1 < w->nz)
      subgrid_bit_set(w, s->bits.covered_before, saved->i + (side == FACE_EAST), saved->k + (side == FACE_SOUTH));
  }
}

/* Rows and ranks of records that are there already. */
static void records_index(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  int at = 0;
  for (int k = 0; k < w->nz; k++) {
    int north = k > 0 ? s->row[k - 1] : 0;
    s->row[k] = at;
    for (int word = s->bits.low[k]; word < s->bits.high[k]; word++) {
      const ptrdiff_t place = (ptrdiff_t)k * s->bits.words + word;
      s->bits.rank[place] = at;
      for (uint64_t left = s->bits.present[place]; left; left &= left - 1) subgrid_record_link(s, at++, &north);
    }
  }
  s->row[w->nz] = at;
}

bool subgrid_load(WeirWater *w, const unsigned char *bytes, int count, int pose_count) {
  Subgrid *const s = w->subgrid;
  if (!subgrid_records_reserve(&s->records, count, &s->spare) || !subgrid_solver_reserve(s, count) || !subgrid_moves_reserve(s, pose_count)) return false;
  if (!subgrid_pieces_reserve(&s->now, STACK * count)) return false;
  for (int n = 0; n < count; n++, bytes += sizeof(SubSaved)) {
    SubSaved saved;
    memcpy(&saved, bytes, sizeof saved);
    if (!saved_sound(w, &saved, n > 0 ? &s->records.cells[n - 1] : NULL)) return false;
    record_load(w, &saved, n);
  }
  for (int n = 0; n < pose_count; n++, bytes += sizeof(SubPose)) {
    s->moves[n] = (SubMove){.body = -1}; /* where a body was, and nothing else of it */
    memcpy(&s->moves[n].to, bytes, sizeof(SubPose));
    if (!pose_sound(&s->moves[n].to)) return false;
    s->filled += s->moves[n].to.filled;
  }
  s->count = count;
  s->move_count = pose_count;
  s->stands = s->shown = true;
  records_index(w);
  s->displaced = subgrid_displaced(w); /* the account has it from before */
  return true;
}
