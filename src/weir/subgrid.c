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

static void records_free(SubRecords *records) {
  memory_free(records->cells);
  memory_free(records->shapes);
  memory_free(records->faces);
  *records = (SubRecords){0};
}

void subgrid_destroy(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  if (!s) return;
  memory_free(s->slot);
  memory_free(s->marks);
  memory_free(s->row);
  records_free(&s->records);
  records_free(&s->spare);
  memory_free(s->heads);
  memory_free(s->mixes);
  memory_free(s->shaded);
  memory_free(s->groups);
  memory_free(s->moves);
  memory_free(s->moves_before);
  subgrid_scratch_free(s->scratch);
  memory_free(s);
  w->subgrid = NULL;
}

bool subgrid_any(const WeirWater *w) {
  return w->subgrid && w->subgrid->count > 0;
}

/* --- what a cell holds ----------------------------------------------------------------------------------------------- */

/* V(h)/dx^2 = (h - b) - (1 - epsilon)*sum of cover*(h within [low, high] - low), the two geometries by their shares. */
SubMix subgrid_mix(const SubShape *shape, float bed, float share) {
  SubMix mix;
  mix.count = 0;
  mix.bed = bed;
  for (int n = 0; share > 0.0f && n < shape->now.count; n++) {
    const Slab *const now = &shape->now.slab[n];
    mix.slab[mix.count++] = (Slab){share * now->cover, now->low, now->high};
  }
  for (int n = 0; share < 1.0f && n < shape->was.count; n++) {
    const Slab *const was = &shape->was.slab[n];
    mix.slab[mix.count++] = (Slab){(1.0f - share) * was->cover, was->low, was->high};
  }
  return mix;
}

/* V is piecewise linear and rises: from one end of a slab to the next, upwards. */
float subgrid_head(const SubMix *mix, float water) {
  float ends[4 * STACK];
  int count = 0;
  for (int n = 0; n < 2 * mix->count; n++) {
    const float at = n & 1 ? mix->slab[n / 2].high : mix->slab[n / 2].low;
    int m = count++;
    for (; m > 0 && ends[m - 1] > at; m--) ends[m] = ends[m - 1];
    ends[m] = at;
  }
  float h = mix->bed, left = water;
  for (int n = 0; n < count; n++) {
    if (ends[n] <= h) continue;
    const float storage = subgrid_storage(mix, h), room = (ends[n] - h) * storage;
    if (left <= room) return h + left / storage;
    left -= room;
    h = ends[n];
  }
  return h + left / subgrid_storage(mix, h);
}

/* --- records --------------------------------------------------------------------------------------------------------- */

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
static void mark_all(const WeirWater *w) {
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
  records_free(r);
  const size_t capacity = (size_t)count + (size_t)count / 4 + 64;
  r->cells = memory_create(capacity, sizeof *r->cells);
  r->shapes = memory_create(capacity, sizeof *r->shapes);
  r->faces = memory_create(FACES * capacity, sizeof *r->faces);
  if (!r->cells || !r->shapes || !r->faces) {
    records_free(r);
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
static bool records_renew(WeirWater *w) {
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

/* --- geometry -------------------------------------------------------------------------------------------------------- */

#define COVER_MOST (1.0f + 0.5f * SUBGRID_PORES) /* more would store less than nothing */

/* What the surface runs through is joined by its means, which holds as much near the surface; else by volume. */
static Slab slab_both(const Slab *a, const Slab *b, bool through) {
  const float low = min_float(a->low, b->low), high = max_float(a->high, b->high), cover = a->cover + b->cover;
  if (through) return (Slab){cover, (a->cover * a->low + b->cover * b->low) / cover, (a->cover * a->high + b->cover * b->high) / cover};
  return (Slab){(a->cover * (a->high - a->low) + b->cover * (b->high - b->low)) / (high - low), low, high};
}

/* Too much of it reaches deeper instead. */
static Slab slab_within(Slab slab) {
  if (slab.cover <= COVER_MOST) return slab;
  return (Slab){COVER_MOST, slab.high - (slab.high - slab.low) * slab.cover / COVER_MOST, slab.high};
}

/* The slab that one more is joined with: of the same kind and at the same height, or, where there is no room for another, the nearest.
 * -1: none. */
static int stack_place(const Stack *stack, const Slab *one, int kind) {
  int nearest = -1;
  float least = INFINITY;
  for (int n = 0; n < stack->count; n++) {
    const Slab *const slab = &stack->slab[n];
    const float apart = max_float(slab->low, one->low) - min_float(slab->high, one->high);
    if (stack->kind[n] == kind && apart < 0.0f) return n;
    if (apart < least) least = apart, nearest = n;
  }
  return stack->count < STACK ? -1 : nearest;
}

void subgrid_stack(Stack *stack, Slab one, int kind) {
  const int at = stack_place(stack, &one, kind);
  if (at < 0) {
    stack->kind[stack->count] = (uint8_t)kind;
    stack->slab[stack->count++] = slab_within(one);
  } else {
    stack->slab[at] = slab_within(slab_both(&stack->slab[at], &one, kind == SLAB_WET && stack->kind[at] == SLAB_WET));
  }
}

/* Slabs of different kinds at one height may not take more than there is. */
static void stack_settle(Stack *stack) {
  for (int n = 0; n < stack->count && stack->count > 1; n++) {
    Slab *const slab = &stack->slab[n];
    float all = 0.0f;
    for (int m = 0; m < stack->count; m++)
      if (stack->slab[m].low < slab->high && stack->slab[m].high > slab->low) all += stack->slab[m].cover;
    if (all > COVER_MOST) slab->cover *= COVER_MOST / all;
  }
}

static float stack_cover(const Stack *stack) {
  float cover = 0.0f;
  for (int n = 0; n < stack->count; n++) cover += stack->slab[n].cover;
  return cover;
}

static void face_finish(SubFace *face) {
  if (!(face->share > 0.0f)) return;
  const float tall = face->high - face->low;
  face->speed /= face->share;
  face->share /= tall;
  face->block = min_float(1.0f, face->block / tall);
}

/* phi, before or after the step. */
static float shape_finish(SubShape *shape) {
  stack_settle(&shape->now);
  return min_float(1.0f, max_float(stack_cover(&shape->now), stack_cover(&shape->was)));
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

static void geometry_finish(WeirWater *w) {
  const Subgrid *const s = w->subgrid;
  const SubRecords *const r = &s->records;
  for (int n = 0; n < s->count; n++) {
    r->cells[n].cover = shape_finish(&r->shapes[n]);
    for (int side = 0; side < FACES; side++) face_finish(&r->faces[FACES * n + side]);
    if (r->cells[n].cover > 0.0f) cell_show(w, &r->cells[n], &r->shapes[n].now);
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

static bool moves_reserve(Subgrid *s, int count) {
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

bool subgrid_bodies(WeirWater *w, const WeirBody *bodies, int count, float dt) {
  Subgrid *const s = w->subgrid;
  subgrid_sync(w);
  s->spent = false;
  moves_swap(s);
  if (!moves_reserve(s, count)) return false;
  moves_find(w, bodies, count, dt);
  for (int n = 0; n < s->before_count; n++)
    if (!s->moves_before[n].goes_on) subgrid_empty(w, &s->moves_before[n]);
  bool ok = subgrid_deposit(w, bodies, dt);
  if (ok) mark_all(w);
  ok = records_renew(w) && ok;
  if (ok) subgrid_join(w);
  geometry_finish(w);
  for (int n = 0; ok && n < s->move_count; n++) subgrid_fill(w, &s->moves[n]);
  subgrid_account(w);
  return ok;
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
  ok = ok && c->now.count <= STACK;
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
  if (!records_reserve(&s->records, count) || !moves_reserve(s, pose_count)) return false;
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
