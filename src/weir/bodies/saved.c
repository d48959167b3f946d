/* The sub-grid method's state as bytes, for snapshots: all that a step, or the next call with bodies, depends on. A state may be saved
 * anywhere between two calls: after bodies were handed in and before the step that moves them, or after water was poured that cut cells
 * have not seen yet.
 *
 *   SavedHead, `cells` times SavedCell, `poses` times SavedPose, SavedInterval of the poses that are filled with water (bodies/tick.c),
 *   `poses` times BodyPush where the head has SAVED_PUSHES; states from before 2026-11-25 have none, and their bodies begin without */
#include <math.h>
#include <string.h>

#include "base/little_endian.h"
#include "base/memory.h"
#include "weir/bodies/state.h"

enum { SAVED_APPLIED = 1, SAVED_RESTS = 2, SAVED_STAND = 4, SAVED_PUSHES = 8, FLAGS = 16 }; /* of SavedHead: MotionPhase, in two bits */
enum { COVERED_CELL = 1, BEFORE = 2, CELL_FLAGS = 4 };                                      /* of SavedCell */
enum { SUBSTEPS_MAX = 1024 };
#define HIGHEST (1.001f * WALL_HEIGHT) /* m; means of heights up to WALL_HEIGHT, rounded */

/* The head of a saved state. As bytes in a snapshot, as all Saved types. */
typedef struct SavedHead {
  double filled, displaced; /* m^3, as in Subgrid */
  int32_t substeps, substep, intervals;
  uint32_t flags;
} SavedHead;
_Static_assert(sizeof(SavedHead) == 32, "what is saved has no padding");
static const StructNumbers head_numbers[] = {{2, 8}, {4, 4}, {0, 0}};

/* The interval list of a saved cell. */
typedef struct SavedList {
  uint8_t count, dry_top, kind[INTERVALS_MAX];
  CoverInterval interval[INTERVALS_MAX];
} SavedList;

/* A face of a saved cell, as in CutFaces. */
typedef struct SavedFace {
  float share, speed, low, high, blocked, blocked_before;
} SavedFace;

enum { WATER, DECK, RISE, BED, DEPTH, HELD }; /* of a saved cell */

/* A cut cell as saved. */
typedef struct SavedCell {
  int32_t i, k;
  float held[HELD]; /* as in CutCells */
  uint32_t flags;
  SavedList now, was;
  SavedFace face[FACES];
} SavedCell;
_Static_assert(sizeof(SavedCell) == 240, "what is saved has no padding");
enum { LIST_BYTES = 2 + INTERVALS_MAX, LIST_FLOATS = 3 * INTERVALS_MAX };
static const StructNumbers cell_numbers[] = {{2 + HELD + 1, 4}, {LIST_BYTES, 1}, {LIST_FLOATS, 4}, {LIST_BYTES, 1}, {LIST_FLOATS, 4},
                                             {6 * FACES, 4},    {0, 0}};

/* A pose as saved, with the number of its intervals that follow. */
typedef struct SavedPose {
  BodyPose pose;
  int32_t intervals, nothing;
} SavedPose;
_Static_assert(sizeof(SavedPose) == 80, "what is saved has no padding");
static const StructNumbers pose_numbers[] = {{2, 8}, {16, 4}, {0, 0}};

/* An interval of a body that is filled with water, as saved. */
typedef struct SavedInterval {
  int32_t cut_cell;
  CoverInterval interval;
} SavedInterval;
_Static_assert(sizeof(SavedInterval) == 16, "what is saved has no padding");
static const StructNumbers interval_numbers[] = {{4, 4}, {0, 0}}, push_numbers[] = {{8, 4}, {0, 0}};

/* Intervals of a body that is filled: they tell where its water goes when it leaves. */
static int pose_intervals(const BodyMotion *motion) {
  return motion->to.filled != 0 && motion->sums ? motion->sums->interval_count : 0;
}

static int intervals_count(const Subgrid *s) {
  int count = 0;
  for (int n = 0; n < s->motion_count; n++) count += pose_intervals(&s->motions[n]);
  return count;
}

static size_t bytes_of(int cells, int poses, int intervals, bool pushes) {
  return sizeof(SavedHead) + (size_t)cells * sizeof(SavedCell) + (size_t)poses * (sizeof(SavedPose) + (pushes ? sizeof(BodyPush) : 0)) +
         (size_t)intervals * sizeof(SavedInterval);
}

size_t subgrid_saved_size(const WeirWater *w) {
  const Subgrid *const s = w->bodies.subgrid;
  return bytes_of(s->count, s->motion_count, intervals_count(s), true);
}

size_t subgrid_saved_least(int cells, int poses) {
  return bytes_of(cells, poses, 0, false);
}

static SavedList list_save(const IntervalPool *pool, const IntervalList *list) {
  SavedList saved = {.count = list->count, .dry_top = list->dry_top};
  int at = 0;
  for (const IntervalNode *node = list_first(pool, list); node; node = list_next(pool, node), at++) {
    saved.kind[at] = node->kind;
    saved.interval[at] = node->interval;
  }
  return saved;
}

static SavedCell cut_cell_save(const WeirWater *w, int n) {
  const Subgrid *const s = w->bodies.subgrid;
  const CutCells *const table = &s->cells;
  const CutCell *const cell = &table->cells[n];
  const bool before = cell_set_has(w, s->sets.under_bodies_before, cell->i, cell->k);
  SavedCell saved = {.i = cell->i,
                     .k = cell->k,
                     .held = {table->water[n], table->deck[n], table->rise[n], table->bed[n], table->depth[n]},
                     .flags = (cell->is_covered ? COVERED_CELL : 0) | (before ? BEFORE : 0),
                     .now = list_save(&s->now, &cell->now),
                     .was = list_save(&s->was, &cell->was)};
  const CutFaces *const f = &s->faces;
  for (int side = 0; side < FACES; side++) {
    const int at = side * f->stride + n;
    saved.face[side] = (SavedFace){f->share[at], f->speed[at], f->low[at], f->high[at], f->blocked[at], f->blocked_before[at]};
  }
  return saved;
}

static unsigned char *bytes_put(unsigned char *bytes, const void *from, size_t size, const StructNumbers *numbers) {
  little_endian_copy_struct(bytes, from, size, numbers); /* bytes may be unaligned */
  return bytes + size;
}

void subgrid_save(const WeirWater *w, unsigned char *bytes) {
  const Subgrid *const s = w->bodies.subgrid;
  const uint32_t flags = SAVED_PUSHES | (motion_is_applied(s) ? SAVED_APPLIED : 0) | (s->has_body_at_rest ? SAVED_RESTS : 0) |
                         (bodies_stand(s) ? SAVED_STAND : 0);
  const SavedHead head = {s->filled, s->displaced, s->substeps, s->substep, intervals_count(s), flags};
  bytes = bytes_put(bytes, &head, sizeof head, head_numbers);
  for (int n = 0; n < s->count; n++) {
    const SavedCell saved = cut_cell_save(w, n);
    bytes = bytes_put(bytes, &saved, sizeof saved, cell_numbers);
  }
  for (int n = 0; n < s->motion_count; n++) {
    const SavedPose saved = {s->motions[n].to, pose_intervals(&s->motions[n]), 0};
    bytes = bytes_put(bytes, &saved, sizeof saved, pose_numbers);
  }
  for (int n = 0; n < s->motion_count; n++)
    for (int m = 0; m < pose_intervals(&s->motions[n]); m++) {
      const BodyInterval *const one = &s->motions[n].sums->intervals[m];
      const SavedInterval saved = {one->cut_cell, one->interval};
      bytes = bytes_put(bytes, &saved, sizeof saved, interval_numbers);
    }
  for (int n = 0; n < s->motion_count; n++) bytes = bytes_put(bytes, &s->motions[n].push, sizeof s->motions[n].push, push_numbers);
}

/* --- loading: nothing is believed ------------------------------------------------------------------------------------ */

/* Intervals of a cell cover it twice at most; those of one body are as its samples made them. */
static bool interval_sound(const CoverInterval *interval, float cover_max) {
  return interval->cover > 0 && within_range(interval->cover, 0, cover_max) && within_range(interval->low, -HIGHEST, HIGHEST) &&
         within_range(interval->high, interval->low, HIGHEST);
}

static bool list_sound(const SavedList *list) {
  bool ok = list->count <= INTERVALS_MAX && list->dry_top <= (list->count > 0 ? 1 : 0);
  for (int n = 0; ok && n < list->count; n++) ok = list->kind[n] < COVER_KINDS && interval_sound(&list->interval[n], 2);
  return ok;
}

static bool face_sound(const SavedFace *f) {
  return within_range(f->share, 0, WALL_HEIGHT) && within_range(f->speed, -WALL_HEIGHT, WALL_HEIGHT) &&
         within_range(f->low, -HIGHEST, HIGHEST) && within_range(f->high, f->low, HIGHEST) && within_range(f->blocked, 0, 1) &&
         within_range(f->blocked_before, 0, 1);
}

static bool cut_cell_sound(const WeirWater *w, const SavedCell *c, const CutCell *last) {
  const float low[HELD] = {0, 0, -WALL_HEIGHT, -WEIR_TERRAIN_MAX, 0};
  bool ok = c->i >= 0 && c->i < w->nx && c->k >= 0 && c->k < w->nz && c->flags < CELL_FLAGS;
  for (int n = 0; n < HELD; n++) ok = ok && within_range(c->held[n], low[n], n == BED ? WEIR_TERRAIN_MAX : WALL_HEIGHT);
  if (last) ok = ok && (c->k > last->k || (c->k == last->k && c->i > last->i));
  ok = ok && list_sound(&c->now) && list_sound(&c->was) && (c->now.dry_top == 1 || c->held[DECK] == 0);
  return ok && face_sound(&c->face[FACE_EAST]) && face_sound(&c->face[FACE_SOUTH]);
}

static void list_load(IntervalPool *pool, IntervalList *list, const SavedList *saved) {
  for (int n = 0; n < saved->count; n++) intervals_append(pool, list, saved->interval[n], saved->kind[n]);
  list->dry_top = saved->dry_top;
}

static void cut_cell_load(const WeirWater *w, const SavedCell *saved, int n) {
  Subgrid *const s = w->bodies.subgrid;
  const CutCells *const table = &s->cells;
  CutCell *const cell = &table->cells[n];
  *cell = (CutCell){.i = (int16_t)saved->i, .k = (int16_t)saved->k, .is_covered = saved->flags & COVERED_CELL};
  float *const held[HELD] = {table->water, table->deck, table->rise, table->bed, table->depth};
  for (int m = 0; m < HELD; m++) held[m][n] = saved->held[m];
  s->has_deck_water = s->has_deck_water || saved->held[DECK] > 0.0f;
  list_load(&s->now, &cell->now, &saved->now);
  list_load(&s->was, &cell->was, &saved->was);
  cell_set_add(w, s->sets.present, saved->i, saved->k);
  if (saved->flags & BEFORE) cell_set_add(w, s->sets.under_bodies_before, saved->i, saved->k);
  for (int side = -1; side <= 1; side++) cell_sets_widen_row(w, saved->i - 1, saved->i + 2, saved->k + side);
  for (int side = 0; side < FACES; side++) {
    const SavedFace *const face = &saved->face[side];
    const int at = side * s->faces.stride + n;
    s->faces.share[at] = face->share;
    s->faces.speed[at] = face->speed;
    s->faces.low[at] = face->low;
    s->faces.high[at] = face->high;
    s->faces.blocked[at] = table->blocked[side][n] = face->blocked;
    s->faces.blocked_before[at] = face->blocked_before;
  }
}

/* Rows, ranks and links of cut cells that are there already. */
static void cut_cells_index(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  int at = 0;
  for (int k = 0; k < w->nz; k++) {
    int north = k > 0 ? s->row[k - 1] : 0;
    s->row[k] = at;
    for (int word = s->sets.low[k]; word < s->sets.high[k]; word++) {
      const ptrdiff_t place = (ptrdiff_t)k * s->sets.words + word;
      s->sets.rank[place] = at;
      for (uint64_t left = s->sets.present[place]; left; left &= left - 1) cut_cell_link(s, at++, &north);
    }
  }
  s->row[w->nz] = at;
  for (int n = 0; n < s->count; n++) cut_cell_derive_geometry(s, n);
}

static const unsigned char *bytes_read(const unsigned char *bytes, void *to, size_t size, const StructNumbers *numbers) {
  little_endian_copy_struct(to, bytes, size, numbers);
  return bytes + size;
}

/* Loads where bodies were, and nothing else of them; `bytes` holds the poses and their intervals. */
static bool poses_load(Subgrid *s, int count, int intervals, const unsigned char *bytes) {
  const unsigned char *next = bytes + (size_t)count * sizeof(SavedPose);
  bool ok = true;
  s->motion_count = count;
  for (int n = 0; n < count; n++) s->motions[n] = (BodyMotion){.body = -1};
  for (int n = 0; ok && n < count; n++) {
    SavedPose saved;
    bytes = bytes_read(bytes, &saved, sizeof saved, pose_numbers);
    s->motions[n].to = saved.pose;
    const BodyPose *const pose = &saved.pose;
    ok = isfinite(pose->heading) && within_range(pose->coupling_weight, 0, 1) && isfinite(pose->filled);
    for (int axis = 0; axis < 3; axis++) ok = ok && isfinite(pose->position[axis]);
    for (int m = 0; m < 9; m++) ok = ok && isfinite(pose->rotation[m]);
    ok = ok && saved.intervals >= 0 && saved.intervals <= intervals;
    if (!ok || saved.intervals == 0) continue;
    intervals -= saved.intervals;
    s->motions[n].sums = sums_create((size_t)saved.intervals);
    BodySums *const sums = s->motions[n].sums;
    ok = sums != NULL;
    for (int m = 0; ok && m < saved.intervals; m++) {
      SavedInterval one;
      next = bytes_read(next, &one, sizeof one, interval_numbers);
      ok = one.cut_cell >= 0 && one.cut_cell < s->count && interval_sound(&one.interval, WALL_HEIGHT);
      if (!ok) break;
      const CutCell *const cell = &s->cells.cells[one.cut_cell];
      sums->intervals[sums->interval_count++] = (BodyInterval){cell->i, cell->k, one.cut_cell, COVER_CROSSED, one.interval};
    }
  }
  return ok && intervals == 0;
}

bool subgrid_load(WeirWater *w, const unsigned char *bytes, size_t size, int count, int pose_count) {
  Subgrid *const s = w->bodies.subgrid;
  SavedHead head;
  bytes = bytes_read(bytes, &head, sizeof head, head_numbers);
  const bool pushes = head.flags & SAVED_PUSHES, applied = head.flags & SAVED_APPLIED;
  const bool sound = isfinite(head.filled) && isfinite(head.displaced) && head.substeps >= 1 && head.substeps <= SUBSTEPS_MAX &&
                     head.substep >= 0 && head.substep <= head.substeps && head.intervals >= 0 && head.flags < FLAGS;
  if (!sound || size != bytes_of(count, pose_count, head.intervals, pushes)) return false;
  s->motions = memory_reserve(s->motions, &s->motion_capacity, pose_count, sizeof *s->motions);
  if (!s->motions || !cut_cells_reserve(&s->cells, count, &s->spare) || !heads_reserve(s, count)) return false;
  if (!intervals_reserve(&s->now, INTERVALS_MAX * count) || !intervals_reserve(&s->was, INTERVALS_MAX * count)) return false;
  for (int n = 0; n < count; n++) {
    SavedCell saved;
    bytes = bytes_read(bytes, &saved, sizeof saved, cell_numbers);
    if (!cut_cell_sound(w, &saved, n > 0 ? &s->cells.cells[n - 1] : NULL)) return false;
    cut_cell_load(w, &saved, n);
  }
  s->count = count;
  s->substeps = head.substeps;
  s->substep = head.substep;
  s->filled = head.filled;
  s->displaced = head.displaced; /* the volume budget has it from before */
  s->phase = head.flags & SAVED_STAND ? (applied ? BODIES_STAND : BODIES_PLACED) : applied ? MOTION_APPLIED : BODIES_MOVING;
  s->has_body_at_rest = head.flags & SAVED_RESTS;
  s->views_used = true;
  cut_cells_index(w);
  if (!poses_load(s, pose_count, head.intervals, bytes)) return false;
  bytes += bytes_of(0, pose_count, head.intervals, false) - sizeof head;
  bool ok = true;
  for (int n = 0; ok && pushes && n < s->motion_count; n++) {
    BodyPush *const push = &s->motions[n].push;
    bytes = bytes_read(bytes, push, sizeof *push, push_numbers);
    ok = push->step >= 0 && isfinite(push->step) && push->nothing == 0;
    for (int axis = 0; axis < 3; axis++) ok = ok && isfinite(push->velocity[axis]) && isfinite(push->others[axis]);
  }
  return ok;
}
