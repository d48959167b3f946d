/* Deposits bodies on cells and faces, as charge is deposited in a particle-in-cell code: samples that belong to the body are each spread
 * over the four cells around them with linear weights, and over the faces between along their path since the last call. What a cell's
 * cover gains is then, to rounding, what the faces bring (geometric conservation law): a body that drifts with the water leaves no wave.
 * Each body has sums of its own first, which cut_cells.c joins. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "base/team.h"
#include "weir/bodies/state.h"

#define DT_MIN 1e-6f /* s; a path in less time has no speed */

/* One block of memory: the arrays lie behind the struct. */
BodySums *sums_create(size_t cells) {
  enum { CELLS_MIN = 64, BYTES_EACH = COVER_KINDS * sizeof(BodyInterval) + FACES * sizeof(BodyFace) + sizeof(CellGround) };
  const size_t capacity = cells + cells / 2 + CELLS_MIN;
  BodySums *const sums = memory_create(sizeof *sums + capacity * BYTES_EACH, 1);
  if (!sums) return NULL;
  sums->capacity = capacity;
  sums->intervals = (BodyInterval *)(sums + 1);
  sums->faces = (BodyFace *)(sums->intervals + COVER_KINDS * capacity);
  sums->ground = (CellGround *)(sums->faces + FACES * capacity);
  return sums;
}

bool sums_reserve(Subgrid *s, BodyMotion *motion) {
  if (motion->previous) {
    motion->sums = motion->previous->sums;
    motion->previous->sums = NULL;
  } else if (s->spare_sums) {
    motion->sums = s->spare_sums;
    s->spare_sums = motion->sums->next;
  }
  const CellBounds *const at = &motion->bounds;
  const size_t cells = (size_t)(at->i1 - at->i0) * (size_t)(at->k1 - at->k0);
  if (motion->sums && motion->sums->capacity >= cells) return true;
  memory_free(motion->sums);
  motion->sums = sums_create(cells);
  if (motion->previous) motion->previous->rests = false; /* its sums are lost: deposit it again */
  return motion->sums != NULL;
}

static double path_of(const BodyMotion *motion, int axis) {
  return (double)motion->to.position[axis] - (double)motion->from.position[axis];
}

void motion_bounds(const WeirWater *w, const WeirBody *body, BodyMotion *motion) {
  const double cell = (double)w->cell;
  if (!(maths_hypot(path_of(motion, 0), path_of(motion, 2)) < PATH_CELLS_MAX * cell)) {
    const BodyPose from = motion->from;
    motion->from = motion->to;
    motion->from.filled = from.filled;
    motion->from.coupling_weight = from.coupling_weight;
  }
  double low[2], high[2];
  for (int n = 0; n < 2; n++) {
    const int axis = 2 * n;
    const float along[3] = {n == 0 ? 1.0f : 0.0f, 0.0f, n == 1 ? 1.0f : 0.0f};
    const double now = (double)spans_reach(body, motion->to.rotation, along), was = (double)spans_reach(body, motion->from.rotation, along);
    low[n] = maths_min((double)motion->to.position[axis] - now, (double)motion->from.position[axis] - was) / cell;
    high[n] = maths_max((double)motion->to.position[axis] + now, (double)motion->from.position[axis] + was) / cell;
  }
  /* a sample is spread over the cells whose centres are around it, and these have faces to all sides */
  motion->bounds = (CellBounds){
      (int)maths_max(0, maths_min(floor(low[0] - 0.501) - 1, w->nx)), (int)maths_max(0, maths_min(floor(low[1] - 0.501) - 1, w->nz)),
      (int)maths_min(w->nx, maths_max(floor(high[0] - 0.499) + 3, 0)), (int)maths_min(w->nz, maths_max(floor(high[1] - 0.499) + 3, 0))};
}

/* Cells of the scratch for bounds: a sample is spread over two by two cells, so a grid of one row has a second one, in which nothing has
 * room and which gives nothing. */
static int scratch_across(const WeirWater *w, const CellBounds *at) {
  return at->i1 - at->i0 + (w->nx == 1);
}
static int scratch_down(const WeirWater *w, const CellBounds *at) {
  return at->k1 - at->k0 + (w->nz == 1);
}

/* A face that leads out of the grid has no room. */
static CellGround ground_of(const WeirWater *w, int i, int k) {
  if (i >= w->nx || k >= w->nz) return (CellGround){WALL_HEIGHT, WALL_HEIGHT, {WALL_HEIGHT, WALL_HEIGHT}, {-WALL_HEIGHT, -WALL_HEIGHT}};
  const float *const bed = w->terrain.cells + water_index(w, i, k), *const depth = w->depth.cells + water_index(w, i, k);
  const ptrdiff_t next[FACES] = {1, w->stride};
  const bool within[FACES] = {i + 1 < w->nx, k + 1 < w->nz};
  CellGround g = {.bed = bed[0], .surface = bed[0] + depth[0]};
  for (int side = 0; side < FACES; side++) {
    g.face_bed[side] = within[side] ? max_float(g.bed, bed[next[side]]) : WALL_HEIGHT;
    g.face_top[side] = within[side] ? max_float(g.surface, bed[next[side]] + depth[next[side]]) : -WALL_HEIGHT;
  }
  return g;
}

/* --- one body -------------------------------------------------------------------------------------------------------- */

/* Reads the ground of the bounds and clears the sums. */
static Extent scratch_begin(const WeirWater *w, const CellBounds *at, SumScratch *sums) {
  static const CellSum cell = {{0, 0, 0, 0}, {{0, WALL_HEIGHT, -WALL_HEIGHT}, {0, WALL_HEIGHT, -WALL_HEIGHT}}};
  static const FaceSum face = {0, 0, WALL_HEIGHT, -WALL_HEIGHT};
  Extent e = {-WALL_HEIGHT, WALL_HEIGHT, -WALL_HEIGHT, at->i1 < w->nx && at->k1 < w->nz};
  for (int k = at->k0; k < at->k0 + scratch_down(w, at); k++)
    for (int i = at->i0; i < at->i0 + scratch_across(w, at); i++, sums++) {
      *sums = (SumScratch){cell, {face, face}, ground_of(w, i, k)};
      e.bed = max_float(e.bed, max_float(sums->ground.face_bed[FACE_EAST], sums->ground.face_bed[FACE_SOUTH]));
      e.surface_low = min_float(e.surface_low, sums->ground.surface);
      e.surface_high = max_float(e.surface_high, max_float(sums->ground.face_top[FACE_EAST], sums->ground.face_top[FACE_SOUTH]));
    }
  return e;
}

/* Returns true if the ground under a body at rest is the same as before; stores the new one. */
static bool ground_reuse(const WeirWater *w, const CellBounds *at, const SumScratch *sums, CellGround *ground) {
  const int across = at->i1 - at->i0;
  bool same = true;
  for (int k = at->k0; k < at->k1; k++, sums += scratch_across(w, at), ground += across)
    for (int n = 0; n < across; n++) {
      const CellGround *const a = &sums[n].ground, *const b = &ground[n];
      same &= (a->bed == b->bed) & (a->surface == b->surface);
      for (int side = 0; side < FACES; side++) same &= (a->face_bed[side] == b->face_bed[side]) & (a->face_top[side] == b->face_top[side]);
      ground[n] = sums[n].ground;
    }
  return same;
}

static void interval_finish(BodySums *sums, int i, int k, int kind, CoverInterval interval) {
  if (interval.cover > 0.0f) sums->intervals[sums->interval_count++] = (BodyInterval){(int16_t)i, (int16_t)k, -1, kind, interval};
}

static void cell_finish(BodySums *sums, const SumScratch *from, int i, int k) {
  const float *const wet = from->cell.wet;
  if (wet[0] > 0.0f) interval_finish(sums, i, k, COVER_CROSSED, (CoverInterval){wet[0], wet[1] / wet[0], wet[2] / wet[0]});
  for (int kind = COVER_SUBMERGED; kind < COVER_KINDS; kind++) {
    const CoverInterval *const sum = &from->cell.interval[kind - 1];
    if (sum->cover > 0.0f) interval_finish(sums, i, k, kind, (CoverInterval){sum->cover / (sum->high - sum->low), sum->low, sum->high});
  }
  for (int side = 0; side < FACES; side++) {
    const FaceSum *const face = &from->face[side];
    if (face->area > 0.0f)
      sums->faces[sums->face_count++] = (BodyFace){(int16_t)i, (int16_t)k, -1, side, face->area, face->carried, face->low, face->high};
  }
}

static Frame frame_of(const WeirWater *w, const BodyPose *pose, const CellBounds *at) {
  const double cell = (double)w->cell;
  return (Frame){.rotation = pose->rotation,
                 .cosine = (float)maths_cos(pose->heading),
                 .sine = (float)maths_sin(pose->heading),
                 .x = (float)((double)pose->position[0] / cell - 0.5 - at->i0),
                 .y = pose->position[1],
                 .z = (float)((double)pose->position[2] / cell - 0.5 - at->k0)};
}

static void deposit_body(const WeirWater *w, const WeirBody *body, BodyMotion *motion, const BodyMotion *before, SumScratch *scratch,
                         float dt) {
  const Extent extent = scratch_begin(w, &motion->bounds, scratch);
  const bool same_bounds = before && before->rests && memcmp(&motion->bounds, &before->bounds, sizeof motion->bounds) == 0;
  if (motion->rests && ground_reuse(w, &motion->bounds, scratch, motion->sums->ground) && same_bounds) {
    motion->blocking_factor = before->blocking_factor;
    motion->volume = before->volume;
    return; /* the same place over the same ground, under the same water */
  }
  const Shape shape = shape_measure(body);
  Deposit d = {.w = w,
               .body = body,
               .motion = motion,
               .sums = scratch,
               .across = scratch_across(w, &motion->bounds),
               .down = scratch_down(w, &motion->bounds),
               .speed = dt > DT_MIN ? w->cell / dt : 0.0f,
               .to = frame_of(w, &motion->to, &motion->bounds),
               .from = frame_of(w, &motion->from, &motion->bounds),
               .extent = extent};
  /* k_c. The thinner a wall, the less of a face its samples cover wherever it stands, but it must close the face all the same. A slanting
   * wall closes now a face to the east, now one to the south, so its shorter way through counts. */
  const float x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
  const float area = max_float(spans_projected_area(body, body->rotation, x), spans_projected_area(body, body->rotation, z));
  const float thick = max_float(shape.volume / max_float(area, 1e-12f), 1e-6f);
  motion->blocking_factor = BLOCKING_FACTOR * clamp_float(w->cell / thick, 1.0f, BLOCKING_MAX);
  if (d.across > 1 && d.down > 1) samples_add(&d, &shape); /* a sample is spread over four cells */
  const CellBounds *const at = &motion->bounds;
  motion->sums->interval_count = motion->sums->face_count = 0;
  for (int k = at->k0; k < at->k1; k++, scratch += d.across)
    for (int i = at->i0; i < at->i1; i++) cell_finish(motion->sums, &scratch[i - at->i0], i, k);
}

/* Bodies to deposit. On the stack. */
typedef struct Depositing {
  WeirWater *water;
  const WeirBody *bodies;
  float dt;         /* s */
  size_t cells_max; /* of a body's scratch */
  _Atomic(int) next;
} Depositing;

/* Bodies take different times: each share takes the next one that nobody has. */
static void deposit_share(void *data, int t) {
  Depositing *const d = data;
  Subgrid *const s = d->water->bodies.subgrid;
  for (int n; n = atomic_fetch_add(&d->next, 1), n < s->motion_count;) {
    deposit_body(d->water, &d->bodies[s->motions[n].body], &s->motions[n], s->motions[n].previous, s->scratch + (size_t)t * d->cells_max,
                 d->dt);
    cell_sets_mark(d->water, s->motions[n].sums);
  }
}

/* Each body by itself, its cells marked; merge_bodies joins all in their order, so any number of threads gives the same bits. */
bool deposit_bodies(WeirWater *w, const WeirBody *bodies, float dt) {
  Subgrid *const s = w->bodies.subgrid;
  size_t cells_max = 0;
  for (int n = 0; n < s->motion_count; n++) {
    const size_t cells = (size_t)scratch_across(w, &s->motions[n].bounds) * (size_t)scratch_down(w, &s->motions[n].bounds);
    if (cells > cells_max) cells_max = cells;
  }
  const int threads = s->motion_count > 1 ? w->threads : 1;
  if (cells_max > (size_t)(INT32_MAX / threads)) return false;
  s->scratch = memory_reserve(s->scratch, &s->scratch_capacity, (int)cells_max * threads, sizeof *s->scratch);
  if (!s->scratch) return false;
  for (int m = 0; m < s->motion_count; m++) {
    const CellBounds *const at = &s->motions[m].bounds;
    for (int k = at->k0 - 1; k <= at->k1; k++) cell_sets_widen_row(w, at->i0 - 1, at->i1 + 1, k);
  }
  Depositing depositing = {.water = w, .bodies = bodies, .dt = dt, .cells_max = cells_max};
  team_run(threads, threads, deposit_share, &depositing);
  return true;
}
