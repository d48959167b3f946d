/* Records as bytes, for snapshots: all that a step, or the next call with bodies, makes anything of. A state may be saved anywhere between
 * two calls: after bodies were handed in and before the step that moves them, after water was poured that records have not seen yet.
 *
 *   head, `records` times SavedRecord, `poses` times SavedPose, the slabs of poses that are filled with water (bodies/deep.c) */
#include <math.h>
#include <string.h>

#include "weir/bodies/cut_cells.h"

enum { SPENT = 1, RESTS = 2, STANDS = 4, FLAGS = 8 };  /* of SavedHead */
enum { SHADED = 1, BEFORE = 2, RECORD_FLAGS = 4 };     /* of SavedRecord */
enum { PARTS_MOST = 1024 };
#define HIGHEST (1.001f * WALL_HEIGHT) /* m; means of heights up to WALL_HEIGHT, rounded */

typedef struct SavedHead {
  double filled, displaced; /* m^3, as in Subgrid */
  int32_t parts, part, slabs;
  uint32_t flags;
} SavedHead;
_Static_assert(sizeof(SavedHead) == 32, "what is saved has no padding");

typedef struct SavedStack {
  uint8_t count, lid, kind[STACK];
  Slab slab[STACK];
} SavedStack;

typedef struct SavedFace { /* as in SubFaces */
  float share, speed, low, high, block, block_before;
} SavedFace;

typedef struct SavedRecord {
  int32_t i, k;
  float water, deck, rise, bed, depth; /* as in SubRecords */
  uint32_t flags;
  SavedStack now, was;
  SavedFace face[FACES];
} SavedRecord;
_Static_assert(sizeof(SavedRecord) == 240, "what is saved has no padding");

typedef struct SavedPose {
  SubPose pose;
  int32_t slabs, nothing;
} SavedPose;
_Static_assert(sizeof(SavedPose) == 80, "what is saved has no padding");

typedef struct SavedSlab {
  int32_t record;
  Slab slab;
} SavedSlab;
_Static_assert(sizeof(SavedSlab) == 16, "what is saved has no padding");

/* --- saving ---------------------------------------------------------------------------------------------------------- */

/* Those of a body that is filled: they tell where its water goes when it leaves. */
static int pose_slabs(const SubMove *move) {
  return move->to.filled != 0 && move->sums ? move->sums->slab_count : 0;
}

static int slabs_count(const Subgrid *s) {
  int count = 0;
  for (int n = 0; n < s->move_count; n++) count += pose_slabs(&s->moves[n]);
  return count;
}

static size_t bytes_of(int records, int poses, int slabs) {
  return sizeof(SavedHead) + (size_t)records * sizeof(SavedRecord) + (size_t)poses * sizeof(SavedPose) + (size_t)slabs * sizeof(SavedSlab);
}

size_t subgrid_saved_size(const WeirWater *w) {
  const Subgrid *const s = w->bodies.subgrid;
  return bytes_of(s->count, s->move_count, slabs_count(s));
}

size_t subgrid_saved_least(int records, int poses) {
  return bytes_of(records, poses, 0);
}

static SavedStack stack_save(const Pieces *pieces, const Stack *stack) {
  SavedStack saved = {.count = stack->count, .lid = stack->lid};
  int at = 0;
  for (const Piece *piece = stack_first(pieces, stack); piece; piece = stack_next(pieces, piece), at++) {
    saved.kind[at] = piece->kind;
    saved.slab[at] = piece->slab;
  }
  return saved;
}

static SavedFace face_save(const SubFaces *f, int at) {
  return (SavedFace){f->share[at], f->speed[at], f->low[at], f->high[at], f->block[at], f->block_before[at]};
}

static SavedRecord record_save(const WeirWater *w, int n) {
  const Subgrid *const s = w->bodies.subgrid;
  const SubRecords *const r = &s->records;
  const SubCell *const cell = &r->cells[n];
  const bool before = subgrid_bit_has(w, s->bits.covered_before, cell->i, cell->k);
  SavedRecord saved = {.i = cell->i, .k = cell->k, .water = r->water[n], .deck = r->deck[n], .rise = r->rise[n], .bed = r->bed[n],
                       .depth = r->depth[n], .flags = (cell->shaded ? SHADED : 0) | (before ? BEFORE : 0),
                       .now = stack_save(&s->now, &cell->now), .was = stack_save(&s->was, &cell->was)};
  for (int side = 0; side < FACES; side++) saved.face[side] = face_save(&s->faces, side * s->faces.stride + n);
  return saved;
}

static unsigned char *bytes_put(unsigned char *bytes, const void *from, size_t size) {
  memcpy(bytes, from, size); /* they may lie anywhere */
  return bytes + size;
}

void subgrid_save(const WeirWater *w, unsigned char *bytes) {
  const Subgrid *const s = w->bodies.subgrid;
  const SavedHead head = {s->filled, s->displaced, s->parts, s->part, slabs_count(s),
                          (s->spent ? SPENT : 0) | (s->rests ? RESTS : 0) | (s->stands ? STANDS : 0)};
  bytes = bytes_put(bytes, &head, sizeof head);
  for (int n = 0; n < s->count; n++) {
    const SavedRecord saved = record_save(w, n);
    bytes = bytes_put(bytes, &saved, sizeof saved);
  }
  for (int n = 0; n < s->move_count; n++) {
    const SavedPose saved = {s->moves[n].to, pose_slabs(&s->moves[n]), 0};
    bytes = bytes_put(bytes, &saved, sizeof saved);
  }
  for (int n = 0; n < s->move_count; n++)
    for (int m = 0; m < pose_slabs(&s->moves[n]); m++) {
      const BodySlab *const one = &s->moves[n].sums->slabs[m];
      const SavedSlab saved = {one->record, one->slab};
      bytes = bytes_put(bytes, &saved, sizeof saved);
    }
}

/* --- loading: nothing is believed ------------------------------------------------------------------------------------ */

static bool between(float value, float low, float high) {
  return value >= low && value <= high; /* no for NaN, too */
}

/* Those of a cell cover it twice at most; those of one body are as its samples made them. */
static bool slab_sound(const Slab *slab, float cover_most) {
  return slab->cover > 0 && between(slab->cover, 0, cover_most) && between(slab->low, -HIGHEST, HIGHEST) &&
         between(slab->high, slab->low, HIGHEST);
}

static bool stack_sound(const SavedStack *stack) {
  bool ok = stack->count <= STACK && stack->lid <= (stack->count > 0 ? 1 : 0);
  for (int n = 0; ok && n < stack->count; n++) ok = stack->kind[n] < SLABS && slab_sound(&stack->slab[n], 2);
  return ok;
}

static bool face_sound(const SavedFace *f) {
  return between(f->share, 0, WALL_HEIGHT) && between(f->speed, -WALL_HEIGHT, WALL_HEIGHT) && between(f->low, -HIGHEST, HIGHEST) &&
         between(f->high, f->low, HIGHEST) && between(f->block, 0, 1) && between(f->block_before, 0, 1);
}

static bool record_sound(const WeirWater *w, const SavedRecord *c, const SubCell *last) {
  bool ok = c->i >= 0 && c->i < w->nx && c->k >= 0 && c->k < w->nz && between(c->water, 0, WALL_HEIGHT) && between(c->deck, 0, WALL_HEIGHT) &&
            between(c->rise, -WALL_HEIGHT, WALL_HEIGHT) && between(c->bed, -WEIR_TERRAIN_MAX, WEIR_TERRAIN_MAX) &&
            between(c->depth, 0, WALL_HEIGHT) && c->flags < RECORD_FLAGS;
  if (last) ok = ok && (c->k > last->k || (c->k == last->k && c->i > last->i));
  ok = ok && stack_sound(&c->now) && stack_sound(&c->was) && (c->now.lid == 1 || c->deck == 0);
  return ok && face_sound(&c->face[FACE_EAST]) && face_sound(&c->face[FACE_SOUTH]);
}

static bool pose_sound(const SubPose *pose) {
  bool ok = isfinite(pose->heading) && between(pose->share, 0, 1) && isfinite(pose->filled);
  for (int n = 0; n < 3; n++) ok = ok && isfinite(pose->position[n]);
  for (int n = 0; n < 9; n++) ok = ok && isfinite(pose->rotation[n]);
  return ok;
}

static bool head_sound(const SavedHead *head) {
  return isfinite(head->filled) && isfinite(head->displaced) && head->parts >= 1 && head->parts <= PARTS_MOST && head->part >= 0 &&
         head->part <= head->parts && head->slabs >= 0 && head->flags < FLAGS;
}

static void stack_load(Pieces *pieces, Stack *stack, const SavedStack *saved) {
  for (int n = 0; n < saved->count; n++) subgrid_lay_piece(pieces, stack, saved->slab[n], saved->kind[n]);
  stack->lid = saved->lid;
}

static void face_load(const SubFaces *f, int at, const SavedFace *saved) {
  f->share[at] = saved->share;
  f->speed[at] = saved->speed;
  f->low[at] = saved->low;
  f->high[at] = saved->high;
  f->block[at] = saved->block;
  f->block_before[at] = saved->block_before;
}

static void record_load(const WeirWater *w, const SavedRecord *saved, int n) {
  Subgrid *const s = w->bodies.subgrid;
  const SubRecords *const r = &s->records;
  SubCell *const cell = &r->cells[n];
  *cell = (SubCell){.i = (int16_t)saved->i, .k = (int16_t)saved->k, .shaded = saved->flags & SHADED};
  r->water[n] = saved->water;
  r->deck[n] = saved->deck;
  r->rise[n] = saved->rise;
  r->bed[n] = saved->bed;
  r->depth[n] = saved->depth;
  s->decked = s->decked || saved->deck > 0.0f;
  stack_load(&s->now, &cell->now, &saved->now);
  stack_load(&s->was, &cell->was, &saved->was);
  subgrid_bit_set(w, s->bits.present, saved->i, saved->k);
  if (saved->flags & BEFORE) subgrid_bit_set(w, s->bits.covered_before, saved->i, saved->k);
  for (int side = -1; side <= 1; side++) subgrid_row_widen(w, saved->i - 1, saved->i + 2, saved->k + side);
  for (int side = 0; side < FACES; side++) {
    face_load(&s->faces, side * s->faces.stride + n, &saved->face[side]);
    r->block[side][n] = saved->face[side].block;
  }
}

/* Rows and ranks of records that are there already. */
static void records_index(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
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
  for (int n = 0; n < s->count; n++) subgrid_cell_known(s, n);
}

static const unsigned char *bytes_take(const unsigned char *bytes, void *to, size_t size) {
  memcpy(to, bytes, size);
  return bytes + size;
}

static bool slabs_load(const Subgrid *s, SubSums *sums, int count, const unsigned char *bytes) {
  bool ok = true;
  for (int n = 0; ok && n < count; n++) {
    SavedSlab saved;
    bytes = bytes_take(bytes, &saved, sizeof saved);
    ok = saved.record >= 0 && saved.record < s->count && slab_sound(&saved.slab, WALL_HEIGHT);
    if (!ok) break;
    const SubCell *const cell = &s->records.cells[saved.record];
    sums->slabs[sums->slab_count++] = (BodySlab){cell->i, cell->k, saved.record, SLAB_WET, saved.slab};
  }
  return ok;
}

/* Where bodies were, and nothing else of them: what is left of `bytes` holds the poses and their slabs. */
static bool poses_load(Subgrid *s, int count, int slabs, const unsigned char *bytes) {
  const unsigned char *next = bytes + (size_t)count * sizeof(SavedPose);
  bool ok = true;
  s->move_count = count;
  for (int n = 0; n < count; n++) s->moves[n] = (SubMove){.body = -1};
  for (int n = 0; ok && n < count; n++) {
    SavedPose saved;
    bytes = bytes_take(bytes, &saved, sizeof saved);
    s->moves[n].to = saved.pose;
    ok = pose_sound(&saved.pose) && saved.slabs >= 0 && saved.slabs <= slabs;
    if (!ok || saved.slabs == 0) continue;
    slabs -= saved.slabs;
    s->moves[n].sums = subgrid_sums_create((size_t)saved.slabs);
    ok = s->moves[n].sums && slabs_load(s, s->moves[n].sums, saved.slabs, next);
    next += (size_t)saved.slabs * sizeof(SavedSlab);
  }
  return ok && slabs == 0;
}

bool subgrid_load(WeirWater *w, const unsigned char *bytes, size_t size, int count, int pose_count) {
  Subgrid *const s = w->bodies.subgrid;
  SavedHead head;
  bytes = bytes_take(bytes, &head, sizeof head);
  if (!head_sound(&head) || size != bytes_of(count, pose_count, head.slabs)) return false;
  if (!subgrid_records_reserve(&s->records, count, &s->spare) || !subgrid_solver_reserve(s, count) || !subgrid_moves_reserve(s, pose_count)) return false;
  if (!subgrid_pieces_reserve(&s->now, STACK * count) || !subgrid_pieces_reserve(&s->was, STACK * count)) return false;
  for (int n = 0; n < count; n++) {
    SavedRecord saved;
    bytes = bytes_take(bytes, &saved, sizeof saved);
    if (!record_sound(w, &saved, n > 0 ? &s->records.cells[n - 1] : NULL)) return false;
    record_load(w, &saved, n);
  }
  s->count = count;
  s->parts = head.parts;
  s->part = head.part;
  s->filled = head.filled;
  s->displaced = head.displaced; /* the account has it from before */
  s->spent = head.flags & SPENT;
  s->rests = head.flags & RESTS;
  s->stands = head.flags & STANDS;
  s->shown = true;
  records_index(w);
  return poses_load(s, pose_count, head.slabs, bytes);
}
