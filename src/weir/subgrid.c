#include "weir/subgrid.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/tiles.h"

bool subgrid_create(WeirWater *w) {
  if (w->subgrid) return true;
  Subgrid *const s = memory_create(1, sizeof *s);
  if (!s) return false;
  const size_t cells = (size_t)w->nx * (size_t)w->nz;
  s->mark_words = (w->nx + 63) / 64;
  s->slot = memory_create(cells, sizeof *s->slot);
  s->marks = memory_create((size_t)s->mark_words * (size_t)w->nz, sizeof *s->marks);
  s->row = memory_create((size_t)w->nz + 1, sizeof *s->row);
  s->parts = 1;
  w->subgrid = s;
  if (!s->slot || !s->marks || !s->row) {
    subgrid_destroy(w);
    return false;
  }
  memset(s->slot, 0xff, cells * sizeof *s->slot);
  return true;
}

void subgrid_destroy(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  if (!s) return;
  memory_free(s->slot);
  memory_free(s->marks);
  memory_free(s->row);
  subgrid_records_free(&s->records);
  subgrid_records_free(&s->spare);
  memory_free(s->heads);
  memory_free(s->mixes);
  memory_free(s->shaded);
  memory_free(s->groups);
  memory_free(s->moves);
  memory_free(s->moves_before);
  memory_free(s->seen);
  subgrid_scratch_free(s->scratch);
  memory_free(s);
  w->subgrid = NULL;
}

bool subgrid_any(const WeirWater *w) {
  return w->subgrid && w->subgrid->count > 0;
}

/* --- geometry -------------------------------------------------------------------------------------------------------- */

static void face_finish(SubFace *face) {
  if (!(face->share > 0.0f)) return;
  const float tall = face->high - face->low;
  face->speed /= face->share;
  face->share /= tall;
  face->block = min_float(1.0f, face->block / tall);
}

/* phi, before or after the step. */
static float shape_finish(SubShape *shape) {
  subgrid_settle(&shape->now);
  return min_float(1.0f, max_float(subgrid_cover(&shape->now), subgrid_cover(&shape->was)));
}

/* What views show of a cell: the share covered at the surface, and m displaced. */
static void cell_show(WeirWater *w, const SubCell *cell, const Stack *stack) {
  const ptrdiff_t at = water_index(w, cell->i, cell->k);
  const float h = cell->bed + cell->depth;
  float cover = 0.0f, metres = 0.0f;
  for (int n = 0; n < stack->count; n++) {
    const Slab *const slab = &stack->slab[n];
    cover += h > slab->low && h < slab->high ? slab->cover : 0.0f;
    metres += slab->cover * (clamp_float(h, slab->low, slab->high) - slab->low);
  }
  w->occupancy.cells[at] = min_float(1.0f, cover);
  w->displaced.cells[at] = metres;
}

#define LID_COVER 0.5f /* a cell that is covered less has water beside the body, which comes up there */

static float surface_of(const SubCell *cell) {
  return cell->bed + cell->depth;
}

/* Whether water stands beside cell n that is higher than `top`, and not pressed up under a lid. */
static bool flooded_beside(const SubRecords *r, int n, float top) {
  const int beside[4] = {r->cells[n].east, r->cells[n].west, r->cells[n].south, r->cells[n].north};
  for (int m = 0; m < 4; m++)
    if (beside[m] >= 0 && !r->shapes[beside[m]].was.lid && surface_of(&r->cells[beside[m]]) > top) return true;
  return false;
}

/* A body that comes out of the air has a dry top. Water comes onto it from the side, cell by cell, and runs off it again. */
static bool lid_next(const SubRecords *r, int n) {
  const Stack *const now = &r->shapes[n].now, *const was = &r->shapes[n].was;
  if (now->count == 0) return false;
  const Slab *const slab = &now->slab[subgrid_top(now)];
  if (slab->cover < LID_COVER) return false;
  const float h = surface_of(&r->cells[n]);
  if (was->count == 0) return h < slab->low; /* put into the water, it comes up with water on it */
  return was->lid ? !flooded_beside(r, n, slab->high) : h <= slab->high;
}

static void geometry_finish(WeirWater *w) {
  const Subgrid *const s = w->subgrid;
  const SubRecords *const r = &s->records;
  for (int n = 0; n < s->count; n++) {
    r->cells[n].cover = shape_finish(&r->shapes[n]);
    for (int side = 0; side < FACES; side++) face_finish(&r->faces[FACES * n + side]);
    if (r->cells[n].cover > 0.0f) cell_show(w, &r->cells[n], &r->shapes[n].now);
  }
  for (int n = 0; n < s->count; n++) {
    r->shapes[n].now.lid = lid_next(r, n);
    if (r->shapes[n].now.lid != r->shapes[n].was.lid) tiles_wake(w, r->cells[n].i, r->cells[n].k, r->cells[n].i + 1, r->cells[n].k + 1);
  }
  for (int n = 0; n < s->count; n++) {
    SubCell *const cell = &r->cells[n];
    const int on[FACES] = {cell->east, cell->south};
    for (int side = 0; side < FACES; side++) {
      const SubFace *const face = &r->faces[FACES * n + side];
      cell->active[side] = on[side] >= 0 && (cell->cover > 0.0f || r->cells[on[side]].cover > 0.0f || face->share > 0.0f || face->block_before > 0.0f);
    }
  }
}

/* --- poses ----------------------------------------------------------------------------------------------------------- */

static SubPose pose_of(const WeirBody *body) {
  SubPose pose = {.id = body->id};
  memcpy(pose.position, body->position, sizeof pose.position);
  memcpy(pose.rotation, body->rotation, sizeof pose.rotation);
  pose.heading = atan2((double)body->rotation[2] - (double)body->rotation[6], (double)body->rotation[0] + (double)body->rotation[8]);
  return pose;
}

/* The rotation vector that leads from one rotation to another, rad along the world's axes. */
static void turn_between(const float from[9], const float to[9], double turn[3]) {
  double between[3][3] = {{0}};
  for (int n = 0; n < 3; n++)
    for (int m = 0; m < 3; m++)
      for (int axis = 0; axis < 3; axis++) between[n][m] += (double)to[3 * n + axis] * (double)from[3 * m + axis];
  double sine = 0;
  for (int n = 0; n < 3; n++) {
    turn[n] = 0.5 * (between[(n + 2) % 3][(n + 1) % 3] - between[(n + 1) % 3][(n + 2) % 3]);
    sine += turn[n] * turn[n];
  }
  sine = sqrt(sine);
  const double angle = atan2(sine, 0.5 * (between[0][0] + between[1][1] + between[2][2] - 1));
  for (int n = 0; n < 3; n++) turn[n] *= sine > 0 ? angle / sine : 0;
}

/* The pose that a body has come to from another: its lines turn about the vertical as it does. What a round one turns about
 * its own axis moves nothing. */
static SubPose pose_after(const WeirBody *body, const SubPose *from) {
  SubPose pose = pose_of(body);
  double turn[3], along = 0;
  turn_between(from->rotation, body->rotation, turn);
  for (int n = 0; n < 3; n++) along += turn[n] * (double)body->rotation[3 * n + 1];
  if (body->shape == WEIR_CYLINDER) turn[1] -= along * (double)body->rotation[4];
  pose.heading = from->heading + turn[1];
  return pose;
}

SubMove *subgrid_move_before(const Subgrid *s, uint32_t id, int index) {
  if (id == 0) return NULL;
  for (int n = 0; n < s->before_count; n++) {
    SubMove *const move = &s->moves_before[(index + n) % s->before_count];
    if (move->to.id == id) return move;
  }
  return NULL;
}

bool subgrid_moves_reserve(Subgrid *s, int count) {
  s->moves = memory_reserve(s->moves, &s->move_capacity, count, sizeof *s->moves);
  return s->moves != NULL;
}

static void moves_swap(Subgrid *s) {
  SubMove *const moves = s->moves_before;
  const int capacity = s->before_capacity;
  s->moves_before = s->moves, s->before_capacity = s->move_capacity, s->before_count = s->move_count;
  s->moves = moves, s->move_capacity = capacity, s->move_count = 0;
}

static bool same_pose(const SubPose *a, const SubPose *b) {
  return memcmp(a->position, b->position, sizeof a->position) == 0 && memcmp(a->rotation, b->rotation, sizeof a->rotation) == 0;
}

/* Where a body was at the last call, and now; who is new has not moved. */
static SubMove move_of(const WeirWater *w, const WeirBody *bodies, int body, int index, float dt) {
  SubMove *const before = subgrid_move_before(w->subgrid, bodies[body].id, index);
  SubMove move = {.body = body, .before = before, .from = before ? before->to : pose_of(&bodies[body])};
  move.to = before ? pose_after(&bodies[body], &move.from) : move.from;
  move.rests = same_pose(&move.from, &move.to);
  move.to.filled = move.from.filled;
  move.to.share = before ? subgrid_share(w, &bodies[body], &move, dt) : 1.0f;
  if (move.rests) move.to.heading = move.from.heading; /* whatever it spins with */
  subgrid_window(w, &bodies[body], &move);
  return move;
}

/* The bodies that are present and reach the grid, where they come from and what they may reach. Who moves wakes the water. */
static void moves_find(WeirWater *w, const WeirBody *bodies, int count, float dt) {
  Subgrid *const s = w->subgrid;
  for (int n = 0; n < count; n++) {
    if (!shape_measure(&bodies[n]).present) continue;
    SubMove *const move = &s->moves[s->move_count];
    *move = move_of(w, bodies, n, s->move_count, dt);
    const SubWindow *const at = &move->window;
    for (int k = at->k0; k < at->k1 && k < at->k0 + 16; k++) subgrid_fetch(w, at->i0, k);
    if (at->i0 >= at->i1 || at->k0 >= at->k1) continue;
    s->move_count++;
    SubMove *const before = move->before;
    if (before) before->goes_on = true;
    if (!move->rests || !before || !before->rests || before->to.share != move->to.share) tiles_wake(w, at->i0, at->k0, at->i1, at->k1);
  }
}

/* Bodies that have always been there: the surface is as it is, and what they take the place of is none of the water. */
static void bodies_begin(WeirWater *w) {
  const Subgrid *const s = w->subgrid;
  double taken = 0;
  for (int n = 0; n < s->count; n++) {
    SubCell *const cell = &s->records.cells[n];
    SubShape *const shape = &s->records.shapes[n];
    shape->was = shape->now;
    for (int side = 0; side < FACES; side++) s->records.faces[FACES * n + side].block_before = s->records.faces[FACES * n + side].block;
    SubMix mix;
    subgrid_mix(shape, cell->bed, 1.0f, &mix);
    const float held = max_float(0.0f, subgrid_held(&mix, surface_of(cell)));
    if (!(held < cell->water - 1e-4f)) continue; /* m: of one that has stood there for long, rounding */
    taken += (double)cell->water - (double)held;
    cell->water = held;
  }
  w->volume_removed += taken * (double)w->cell * (double)w->cell;
}

/* Whether bodies that rest have been handed in again and nothing at all has happened since the last call: all that it made stands. */
static bool nothing_new(const WeirWater *w, const WeirBody *bodies, int count, float dt) {
  const Subgrid *const s = w->subgrid;
  bool rest = dt > 0.0f && count > 0 && count == s->seen_count && w->tiles->changes == s->seen_changes;
  for (int n = 0; rest && n < s->move_count; n++) rest = s->moves[n].rests;
  return rest && memcmp(bodies, s->seen, sizeof *bodies * (size_t)count) == 0;
}

/* For the next call to ask that. Memory that is short makes it do all again. */
static void remember(WeirWater *w, const WeirBody *bodies, int count) {
  Subgrid *const s = w->subgrid;
  s->seen = memory_reserve(s->seen, &s->seen_capacity, count, sizeof *s->seen);
  s->seen_count = s->seen ? count : 0;
  if (s->seen_count > 0) memcpy(s->seen, bodies, sizeof *bodies * (size_t)count);
  s->seen_changes = w->tiles->changes;
}

bool subgrid_bodies(WeirWater *w, const WeirBody *bodies, int count, float dt) {
  Subgrid *const s = w->subgrid;
  if (nothing_new(w, bodies, count, dt)) return true;
  subgrid_sync(w);
  s->spent = false;
  moves_swap(s);
  s->seen_count = 0; /* until all is done */
  if (!subgrid_moves_reserve(s, count)) return false;
  moves_find(w, bodies, count, dt);
  for (int n = 0; n < s->before_count; n++)
    if (!s->moves_before[n].goes_on) subgrid_empty(w, &s->moves_before[n]);
  bool ok = subgrid_deposit(w, bodies, dt);
  if (ok) subgrid_mark(w);
  ok = subgrid_records_renew(w) && ok;
  if (ok) subgrid_join(w);
  geometry_finish(w);
  for (int n = 0; ok && n < s->move_count; n++) subgrid_fill(w, &s->moves[n]);
  if (ok && dt == 0.0f) bodies_begin(w);
  subgrid_account(w);
  remember(w, bodies, ok ? count : 0);
  return ok;
}
