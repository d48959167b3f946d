/* A call with bodies (weir_water_displace): their motions, the deposit, cut cells, geometry and deck water, one after the other; with
 * creating and destroying the method's state, and the fields that views show. */
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "base/team.h"
#include "weir/bodies/state.h"
#include "weir/grid/budget.h"
#include "weir/grid/dye.h"
#include "weir/grid/sleeping.h"

#define STEP_MIN 1e-6f /* s; in less no velocity tells of a force */

bool subgrid_create(WeirWater *w) {
  if (w->bodies.subgrid) return true;
  Subgrid *const s = memory_create(1, sizeof *s);
  if (!s) return false;
  s->row = memory_create((size_t)w->nz + 1, sizeof *s->row);
  s->substeps = 1;
  s->phase = BODIES_PLACED;
  w->bodies.subgrid = s;
  w->bodies.flow = &subgrid_flow;
  if (cell_sets_create(&s->sets, w->nx, w->nz) && s->row) return true;
  subgrid_destroy(w);
  return false;
}

void subgrid_destroy(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  if (!s) return;
  cell_sets_free(&s->sets);
  cut_cells_free(&s->cells);
  cut_cells_free(&s->spare);
  cut_faces_free(&s->faces);
  for (int n = 0; n < s->motion_count; n++) memory_free(s->motions[n].sums);
  for (int n = 0; n < s->before_count; n++) memory_free(s->motions_before[n].sums);
  for (BodySums *sums = s->spare_sums, *next; sums; sums = next) {
    next = sums->next;
    memory_free(sums);
  }
  for (int n = 0; n < COLOURS; n++) memory_free(s->covered[n]);
  void *const blocks[] = {
      s->row,   s->now.nodes, s->was.nodes, s->rows,        s->next.limit, s->next.water,     s->next.depth,  s->rollback,
      s->heads, s->surface,   s->groups,    s->unconverged, s->motions,    s->motions_before, s->last_bodies, s->scratch,
      s};
  blocks_free(blocks, sizeof blocks / sizeof *blocks);
  w->bodies.subgrid = NULL;
  w->bodies.flow = NULL;
}

/* The first reader fills the fields with the cover at the surface, and m displaced; others wait for it, and afterwards nothing is
 * written. */
void subgrid_fill_views(const WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  if (!s || !w->bodies.occupancy.block) return;
  int view = VIEW_STALE;
  if (atomic_compare_exchange_strong_explicit(&s->view, &view, VIEW_FILLING, memory_order_acquire, memory_order_acquire)) {
    for (int n = 0; n < s->count; n++) {
      const CutCell *const cell = &s->cells.cells[n];
      const ptrdiff_t at = water_index(w, cell->i, cell->k);
      const float h = cut_cell_surface(&s->cells, n);
      float cover = 0.0f, metres = 0.0f;
      for (const IntervalNode *node = list_first(&s->now, &cell->now); node; node = list_next(&s->now, node)) {
        const CoverInterval *const interval = &node->interval;
        cover += h > interval->low && h < interval->high ? interval->cover : 0.0f;
        metres += interval->cover * (clamp_float(h, interval->low, interval->high) - interval->low);
      }
      w->bodies.occupancy.cells[at] = min_float(1.0f, cover);
      w->bodies.displacement.cells[at] = metres;
    }
    s->views_used = true;
    atomic_store_explicit(&s->view, VIEW_FILLED, memory_order_release);
    return;
  }
  while (atomic_load_explicit(&s->view, memory_order_acquire) != VIEW_FILLED) {}
}

/* A body that comes out of the air has a dry top. Water comes onto it from the side, cell by cell, and runs off it again. */
static bool dry_top_next(const Subgrid *s, int n) {
  const CutCell *const cell = &s->cells.cells[n];
  const CoverInterval *const interval = cell->now.count > 0 ? &intervals_top(&s->now, &cell->now)->interval : NULL;
  if (!interval || interval->cover < DRY_TOP_COVER) return false;
  const float h = cut_cell_surface(&s->cells, n);
  if (cell->was.count == 0) return h < interval->low; /* put into the water: it comes up with water on it */
  if (!cell->was.dry_top) return h <= interval->high;
  bool flooded = false; /* water beside it stands higher without being pressed up under a dry top */
  for (int side = 0; side < SIDES; side++) {
    const int beside = s->cells.link[side][n];
    const bool other = beside != n && !s->cells.cells[beside].was.dry_top;
    flooded = flooded || (other && cut_cell_surface(&s->cells, beside) > interval->high);
  }
  return !flooded;
}

static bool same_intervals(const Subgrid *s, const CutCell *cell) {
  bool same = cell->now.count == cell->was.count;
  const IntervalNode *now = list_first(&s->now, &cell->now), *was = list_first(&s->was, &cell->was);
  for (; same && now; now = list_next(&s->now, now), was = list_next(&s->was, was))
    same = now->interval.cover == was->interval.cover && now->interval.low == was->interval.low && now->interval.high == was->interval.high;
  return same;
}

/* Derives what cells beside each other may do at once. */
static void cell_measure(Subgrid *s, int n) {
  const CutCells *const table = &s->cells;
  CutCell *const cell = &table->cells[n];
  for (int side = 0; side < FACES; side++) {
    const int on = table->link[side][n];
    cell->face_is_cut[side] = on != n && (cell->is_covered || table->cells[on].is_covered);
  }
  if (!cell->is_covered) return;
  cell->cover = min_float(1.0f, max_float(intervals_cover(&s->now, &cell->now), intervals_cover(&s->was, &cell->was)));
  cell->is_unchanged = same_intervals(s, cell);
}

/* Enters the cell in the list of its colour, if it is covered. */
static void cell_rank(Subgrid *s, int n) {
  CutCell *const cell = &s->cells.cells[n];
  const int colour = (cell->i + cell->k) & 1;
  cell->colour_rank = s->covered_count[colour];
  if (cell->is_covered) s->covered[colour][s->covered_count[colour]++] = n;
}

void cut_cell_derive_geometry(Subgrid *s, int n) {
  cell_measure(s, n);
  cell_rank(s, n);
}

static void cells_measure(void *data, int first, int end) {
  Subgrid *const s = data;
  for (int n = first; n < end; n++) {
    CutCell *const cell = &s->cells.cells[n];
    if (cell->is_covered && cell->now.count > 1) intervals_merge(&s->now, &cell->now);
    cell_measure(s, n);
  }
}

/* Cells one after the other: each sees the depths of those before it as they leave them. */
static void cell_finish(WeirWater *w, int n) {
  Subgrid *const s = w->bodies.subgrid;
  CutCell *const cell = &s->cells.cells[n];
  cell_rank(s, n);
  if (!cell->is_covered) { /* it holds as much as it is deep: a body may have left it before a step brought its head down to its water */
    const CutCells *const table = &s->cells;
    if (table->depth[n] == table->water[n] && table->deck[n] == 0.0f) return;
    table->water[n] += table->deck[n];
    table->deck[n] = 0.0f;
    cut_cell_set_depth(w, n, table->water[n]);
    tiles_wake_changed(w, cell->i, cell->k, cell->i + 1, cell->k + 1);
    return;
  }
  cell->now.dry_top = dry_top_next(s, n);
  if (cell->now.dry_top != cell->was.dry_top) tiles_wake_changed(w, cell->i, cell->k, cell->i + 1, cell->k + 1);
}

/* Bodies far below the surface. Water gives way around what moves down there, and the surface hardly feels it: the waves would be short
 * ones, which fade as exp(-depth/length), where shallow-water waves do not fade. So the deeper and faster a body, the less of it takes
 * part (its coupling weight); the rest is filled with water meanwhile, which the volume budget counts: the level stays. */

/* Returns the share of a body that the surface feels after a motion. */
static float coupling_weight(const WeirWater *w, const WeirBody *body, const BodyMotion *motion, float dt) {
  const float up[3] = {0, 1, 0}, half_height = spans_reach(body, body->rotation, up), per = dt > 1e-6f ? 1.0f / dt : 0.0f;
  const float depth = weir_water_surface_at(w, body->position[0], body->position[2]) - (body->position[1] + half_height);
  const float near_share = maths_expf(-max_float(depth / (2.0f * max_float(half_height, 1e-6f)) - DEEP_HEIGHTS, 0.0f) / DEEP_FADE);
  float square = 0.0f; /* of the speed */
  for (int n = 0; n < 3; n++) {
    const float v = per * (motion->to.position[n] - motion->from.position[n]);
    square += v * v;
  }
  /* holds for a speed of 0 and for one beyond all floats, too */
  return 1.0f - (1.0f - near_share) / (1.0f + DEEP_SPEED * DEEP_SPEED / square);
}

/* m of a cell that one interval of a body has under water. */
static float submerged_depth(const WeirWater *w, const BodyInterval *one) {
  const CutCell *const cell = &w->bodies.subgrid->cells.cells[one->cut_cell];
  const float h = w->bodies.subgrid->cells.bed[one->cut_cell] + w->depth.cells[water_index(w, cell->i, cell->k)];
  return one->interval.cover * (clamp_float(h, one->interval.low, one->interval.high) - one->interval.low);
}

/* Each of a body's cells gets `share` of what the body has under water there (negative: loses it). Returns the m^3 that they got. */
static double cells_fill(WeirWater *w, const BodySums *sums, double share) {
  double added = 0;
  for (int n = 0; n < sums->interval_count; n++) {
    float *const water = &w->bodies.subgrid->cells.water[sums->intervals[n].cut_cell];
    const float before = *water, after = before + (float)(share * (double)submerged_depth(w, &sums->intervals[n]));
    if (!(after < WALL_HEIGHT)) continue; /* a NaN never becomes the state */
    *water = max_float(0.0f, after);
    added += (double)*water - (double)before;
  }
  return added * (double)w->cell * (double)w->cell;
}

static double submerged_volume(const WeirWater *w, const BodySums *sums) {
  double metres = 0;
  for (int n = 0; n < sums->interval_count; n++) metres += (double)submerged_depth(w, &sums->intervals[n]);
  return metres * (double)w->cell * (double)w->cell;
}

/* Fills the part of a body that the surface does not feel with water, or empties it, as its coupling weight changes. */
static void deep_fill(WeirWater *w, BodyMotion *motion) {
  const double from = (double)motion->from.coupling_weight, to = (double)motion->to.coupling_weight;
  if (from == to) return;
  double share = (double)SOLID_FRACTION * (from - to);
  if (to > from) {
    const double volume = submerged_volume(w, motion->sums);
    share = volume > 0 ? -motion->to.filled * (to - from) / ((1 - from) * volume) : 0;
  }
  const double added = cells_fill(w, motion->sums, share);
  motion->to.filled += added;
  w->bodies.subgrid->filled += added;
}

/* --- poses ----------------------------------------------------------------------------------------------------------- */

static BodyPose pose_of(const WeirBody *body, double heading) {
  BodyPose pose = {.id = body->id, .heading = heading};
  memcpy(pose.position, body->position, sizeof pose.position);
  memcpy(pose.rotation, body->rotation, sizeof pose.rotation);
  return pose;
}

/* The pose that a body has come to from another: its lattice of lines turns about the vertical with it. Of a cylinder, turning about its
 * own axis moves nothing. */
static BodyPose pose_after(const WeirBody *body, const BodyPose *from) {
  double between[3][3] = {{0}}, rotation[3], sine = 0, along = 0;
  for (int n = 0; n < 3; n++)
    for (int m = 0; m < 3; m++)
      for (int axis = 0; axis < 3; axis++) between[n][m] += (double)body->rotation[3 * n + axis] * (double)from->rotation[3 * m + axis];
  for (int n = 0; n < 3; n++) { /* the rotation vector that leads from one to the other, in rad along the axes of the world */
    rotation[n] = 0.5 * (between[(n + 2) % 3][(n + 1) % 3] - between[(n + 1) % 3][(n + 2) % 3]);
    sine += rotation[n] * rotation[n];
  }
  sine = sqrt(sine);
  const double angle = maths_atan2(sine, 0.5 * (between[0][0] + between[1][1] + between[2][2] - 1));
  for (int n = 0; n < 3; n++) rotation[n] *= sine > 0 ? angle / sine : 0;
  for (int n = 0; n < 3; n++) along += rotation[n] * (double)body->rotation[3 * n + 1];
  if (body->shape == WEIR_CYLINDER) rotation[1] -= along * (double)body->rotation[4];
  return pose_of(body, from->heading + rotation[1]);
}

static void motions_swap(Subgrid *s) {
  BodyMotion *const motions = s->motions_before;
  const int capacity = s->before_capacity;
  s->motions_before = s->motions, s->before_capacity = s->motion_capacity, s->before_count = s->motion_count;
  s->motions = motions, s->motion_capacity = capacity, s->motion_count = 0;
  const IntervalPool pool = s->was;
  s->was = s->now;
  s->now = pool;
  s->now.count = 1;
}

/* Returns the push of the next call: the force of everything but water and gravity, by what the velocity is and what it was to be. It is
 * bounded by OTHERS_MAX weights, for a body that is put somewhere else or thrown has not been pressed. */
static BodyPush push_after(const WeirWater *w, const WeirBody *body, const BodyPush *before, float volume) {
  BodyPush push = {.step = 0.0f};
  const float most = OTHERS_MAX * w->tuning.gravity * (body->mass + w->tuning.density * volume);
  for (int n = 0; n < 3; n++) {
    const float others =
        before->step > STEP_MIN ? body->mass * (body->velocity[n] - before->velocity[n]) / before->step : before->others[n];
    push.others[n] = clamp_float(others, -most, most);
  }
  return push;
}

/* The motion of body number `body` since the last call; a new body has not moved. */
static BodyMotion motion_of(const WeirWater *w, const WeirBody *bodies, int body, float whole, float dt) {
  const Subgrid *const s = w->bodies.subgrid;
  BodyMotion *before = NULL;
  for (int n = 0; bodies[body].id != 0 && !before && n < s->before_count; n++) { /* probably in the place that it gets now */
    BodyMotion *const one = &s->motions_before[(s->motion_count + n) % s->before_count];
    if (one->to.id == bodies[body].id) before = one;
  }
  const float *const r = bodies[body].rotation;
  BodyMotion motion = {.body = body, .whole = whole, .previous = before};
  motion.from = before ? before->to : pose_of(&bodies[body], maths_atan2((double)r[2] - (double)r[6], (double)r[0] + (double)r[8]));
  motion.to = before ? pose_after(&bodies[body], &motion.from) : motion.from;
  motion.rests = memcmp(motion.from.position, motion.to.position, sizeof motion.to.position) == 0 &&
                 memcmp(motion.from.rotation, motion.to.rotation, sizeof motion.to.rotation) == 0;
  motion.to.filled = motion.from.filled;
  motion.to.coupling_weight = before ? coupling_weight(w, &bodies[body], &motion, dt) : 1.0f;
  if (motion.rests) motion.to.heading = motion.from.heading; /* equal rotations: no turn */
  if (before) motion.push = push_after(w, &bodies[body], &before->push, whole);
  motion_bounds(w, &bodies[body], &motion);
  return motion;
}

/* Finds the bodies that are present and reach the grid, where they come from and what they may reach. Bodies in motion wake the water. */
static bool motions_find(WeirWater *w, const WeirBody *bodies, int count, float dt) {
  Subgrid *const s = w->bodies.subgrid;
  s->has_body_at_rest = false;
  w->bodies.refused = 0;
  for (int n = 0; n < count; n++) {
    const Shape shape = shape_measure(&bodies[n]);
    if (!shape.present) {
      w->bodies.refused++;
      continue;
    }
    BodyMotion *const motion = &s->motions[s->motion_count];
    *motion = motion_of(w, bodies, n, shape.volume, dt);
    const CellBounds *const at = &motion->bounds;
    for (int k = at->k0; k < at->k1 && k < at->k0 + 16; k++) cut_cell_prefetch(w, at->i0, k);
    if (at->i0 >= at->i1 || at->k0 >= at->k1) continue;
    BodyMotion *const before = motion->previous;
    if (before) before->is_continued = true;
    s->motion_count++;
    s->has_body_at_rest = s->has_body_at_rest || motion->rests;
    if (!sums_reserve(s, motion)) return false;
    if (!motion->rests || !before || !before->rests || before->to.coupling_weight != motion->to.coupling_weight)
      tiles_wake_changed(w, at->i0, at->k0, at->i1, at->k1);
  }
  return true;
}

/* Bodies placed with dt = 0 have always been there: the surface stays as it is, and the volume that they take is removed from the water. */
static void bodies_place(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  double removed = 0;
  s->phase = BODIES_PLACED;
  for (int first = 0; s->count > 0 && first < FACES * s->faces.stride; first += s->faces.stride)
    memcpy(s->faces.blocked_before + first, s->faces.blocked + first, sizeof(float) * (size_t)s->count);
  for (int n = 0; n < s->count; n++) {
    BlendedCover blend;
    cover_blend(s, n, 1.0f, &blend);
    const float water_held = max_float(0.0f, cover_water(&blend, cut_cell_surface(&s->cells, n)));
    if (!(water_held < s->cells.water[n] - 1e-4f)) continue; /* m: less is rounding, at a body that has stood there for long */
    removed += (double)s->cells.water[n] - (double)water_held;
    if (dye_any(w)) dye_keep_share(w, s->cells.cells[n].i, s->cells.cells[n].k, water_held / s->cells.water[n]);
    s->cells.water[n] = water_held;
  }
  w->budget.removed += removed * (double)w->cell * (double)w->cell;
  dye_count(w);
}

/* Bodies that have gone leave the water that they were filled with; their sums become spare. */
static void bodies_release(WeirWater *w) {
  Subgrid *const s = w->bodies.subgrid;
  for (int n = 0; n < s->before_count; n++) {
    BodyMotion *const gone = &s->motions_before[n];
    const double filled = gone->to.filled;
    if (gone->is_continued) continue;
    if (filled != 0) {
      const double volume = gone->sums ? submerged_volume(w, gone->sums) : 0;
      budget_add(w, volume > 0 ? filled + cells_fill(w, gone->sums, -filled / volume) : filled); /* what remains is water like any other */
      s->filled -= filled;
      gone->to.filled = 0;
    }
    if (!gone->sums) continue;
    gone->sums->next = s->spare_sums;
    s->spare_sums = gone->sums;
    gone->sums = NULL;
  }
}

/* Returns true if the same call again would end with the same cut cells: no cells that bodies have just left, no dry tops or faces that
 * have just changed, no coupling weights still on their way. */
static bool call_would_repeat(const WeirWater *w) {
  const Subgrid *const s = w->bodies.subgrid;
  bool repeats = true;
  for (int n = 0; repeats && n < s->motion_count; n++) {
    const BodyMotion *const motion = &s->motions[n];
    repeats = motion->rests && (!motion->previous || motion->from.coupling_weight == motion->to.coupling_weight);
  }
  for (int n = 0; repeats && n < s->count; n++) {
    const CutCell *const cell = &s->cells.cells[n];
    const bool covered = cell_set_has(w, s->sets.under_bodies_before, cell->i, cell->k);
    repeats = !cell->is_covered || (covered && cell->is_unchanged && cell->now.dry_top == cell->was.dry_top);
    for (int at = n; at < FACES * s->faces.stride; at += s->faces.stride)
      repeats = repeats && s->faces.blocked[at] == s->faces.blocked_before[at];
  }
  return repeats;
}

bool subgrid_set_bodies(WeirWater *w, const WeirBody *bodies, int count, float dt) {
  Subgrid *const s = w->bodies.subgrid;
  const bool rest = dt > 0.0f && count > 0 && count == s->last_count && w->sleeping.tiles->changes == s->last_changes;
  const bool same = rest && memcmp(bodies, s->last_bodies, sizeof *bodies * (size_t)count) == 0; /* the last call's results still hold */
  s->view = VIEW_STALE;
  if (!same) cut_cells_sync(w); /* water added before this call belongs to the geometry at the end of the last step */
  s->phase = BODIES_MOVING;
  s->substep = 0; /* the water is now at the start of the bodies' motion */
  for (int n = 0; same && n < s->motion_count; n++) {
    BodyMotion *const motion = &s->motions[n];
    motion->push = push_after(w, &bodies[motion->body], &motion->push, motion->whole);
  }
  if (same) return true;
  for (int n = 0; s->views_used && n < s->count; n++) {
    const ptrdiff_t at = water_index(w, s->cells.cells[n].i, s->cells.cells[n].k);
    w->bodies.occupancy.cells[at] = w->bodies.displacement.cells[at] = 0.0f;
  }
  s->views_used = false;
  s->last_count = 0; /* until this call has succeeded */
  motions_swap(s);
  s->motions = memory_reserve(s->motions, &s->motion_capacity, count, sizeof *s->motions);
  bool ok = s->motions && motions_find(w, bodies, count, dt);
  bodies_release(w);
  ok = ok && deposit_bodies(w, bodies, dt);
  ok = ok && cut_cells_renew(w) && merge_bodies(w);
  if (!ok) cut_cells_leave(w); /* memory has run out */
  for (int n = 0; !ok && n < s->motion_count; n++)
    if (s->motions[n].sums) s->motions[n].sums->interval_count = s->motions[n].sums->face_count = 0;
  for (int side = 0; s->count > 0 && side < FACES; side++) {
    kernels()->faces->finish(&s->faces, side, 0, s->count);
    memcpy(s->cells.blocked[side], s->faces.blocked + side * s->faces.stride, sizeof(float) * (size_t)s->count);
  }
  team_rows(s->count > CELLS_PER_TEAM ? w->threads : 1, 0, s->count, cells_measure, s);
  for (int n = 0; n < s->count; n++) cell_finish(w, n);
  deck_settle(w);
  for (int n = 0; ok && n < s->motion_count; n++) deep_fill(w, &s->motions[n]);
  if (ok && dt == 0.0f) bodies_place(w);
  subgrid_update_budget(w);
  const int kept = ok && dt > 0.0f && call_would_repeat(w) ? count : 0; /* for the next call, which may be the same */
  s->last_bodies = memory_reserve(s->last_bodies, &s->last_capacity, kept, sizeof *s->last_bodies);
  s->last_count = s->last_bodies ? kept : 0; /* without memory the next call does everything again */
  if (s->last_count > 0) memcpy(s->last_bodies, bodies, sizeof *bodies * (size_t)kept);
  s->last_changes = w->sleeping.tiles->changes;
  return ok;
}
