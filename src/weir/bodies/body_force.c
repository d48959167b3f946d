/* Forces of the water on a body that it flows around. Per cell of the body, with s the submerged height times the cover:
 *  buoyancy  rho*g*dx^2*s, up, at the cell's centre: linear weights keep the moment that the samples had
 *  drag      rho*dx^2*s*(k1 + k2*|w|)*w, w = velocity of the water - of the body; spin is slowed as a whole, since in cells
 *            wider than the body the levers would be too long
 *  lift      1/2*rho*dx^2*cover*C*|w|*|w level| of what the surface runs through, across w and upwards: it does no work, and a body that
 *            falls straight down has none (all of |w|^2 would throw it to whichever side rounding has it)
 * Per face, with p the part that the body blocks between low and the surface, a high:
 *  pressure  rho*g*dx*p*a*(difference of the heads), against the inertia of the body and of the water that its smeared edge
 *            carries along (p - psi)
 * A body that sinks by a little lifts the head under it at once by far more, since the slot that is left stores little: heave and roll
 * are taken at the velocity that the body will have (implicit Euler), so that a step can take them.
 *
 * Water around a body moves with it: its added mass A = share*C*rho*(volume under water), C by shapes/shape.c. The grid moves that
 * water itself under a body that floats, so the share grows from 0 where it floats to 1 where it is covered, as
 * ((under - afloat)/(1 - afloat))^2 with its shares under water now and afloat. The code that moves the body knows only its mass m, so
 * the force is what gives m the acceleration a that m + A would have, with N the force of all else that acts on it (BodyPush):
 *   (m + A)*a = F + N,   force = m*a - N
 * A body that others hold has a = 0 and N = -F, and gets all of F. */
#include <math.h>

#include "base/maths.h"
#include "weir/bodies/state.h"
#include "weir/grid/tuned.h"

/* The water's load on one body: sums over its cells and faces. Lives on the stack of subgrid_force. */
typedef struct BodyLoad {
  double lift[WRENCH], drag[WRENCH], pressure[WRENCH]; /* N, then N m about the body's position */
  double submerged, aboard;                            /* m^3: of the body under water; of water on its top */
  double edge_mass[FACES];                             /* kg of water in the smeared edge that moves with the body, along x and z */
  double covered, level;                               /* m^2 of the body's cover; m^3: surface height integrated over it */
  double heave, roll_x, roll_z;                        /* N/m; N m about x and z: stiffness by the heads that the body lifts */
  double plane, plane_x, plane_z;                      /* m^2; m^4 about x and z: the waterplane */
  float fastest;                                       /* m/s: the greatest slip */
} BodyLoad;

enum { ROWS_FETCHED = 16 }; /* rows of a body's bounds that are prefetched, at most */

/* By how much a body that sinks in a cell lifts the head there, per m, with the surface at h. */
static float slot_rise(const Subgrid *s, const CutCell *cell, float h) {
  const IntervalNode *const dry_top = cell->now.dry_top && cell->now.count > 0 ? intervals_top(&s->now, &cell->now) : NULL;
  float cover = 0.0f;
  for (const IntervalNode *node = list_first(&s->now, &cell->now); node; node = list_next(&s->now, node)) {
    const bool open = h >= node->interval.high && node != dry_top;
    cover += h >= node->interval.low && !open ? node->interval.cover : 0.0f;
  }
  return cell->cover * SOLID_FRACTION / max_float(1.0f - SOLID_FRACTION * cover, STORAGE_MIN);
}

/* m of deck water that a body bears by one of its intervals: if that is the uppermost, or as high. */
static float deck_borne(const Subgrid *s, const BodyInterval *one) {
  const CutCell *const cell = &s->cells.cells[one->cut_cell];
  if (!(s->cells.deck[one->cut_cell] > 0.0f) || cell->now.count == 0) return 0.0f;
  const CoverInterval *const top = &intervals_top(&s->now, &cell->now)->interval;
  return one->interval.high >= top->low ? s->cells.deck[one->cut_cell] * min_float(1.0f, one->interval.cover / top->cover) : 0.0f;
}

/* Reads what the kernel needs of a body's cells: apart from the kernel, so that all of the far memory is asked for at once. */
static void intervals_read(const WeirWater *w, const WeirBody *body, const BodyInterval *intervals, int count, LoadIn *in) {
  in->count = count;
  for (int n = 0; n < count; n++) {
    const BodyInterval *const one = &intervals[n];
    const CutCells *const table = &w->bodies.subgrid->cells;
    const ptrdiff_t at = water_index(w, one->i, one->k);
    const float half = table->depth[one->cut_cell] >= DEPTH_WET ? 0.5f : 0.0f;
    in->x[n] = ((float)one->i + 0.5f) * w->cell - body->position[0];
    in->z[n] = ((float)one->k + 0.5f) * w->cell - body->position[2];
    in->low[n] = one->interval.low;
    in->high[n] = one->interval.high;
    in->cover[n] = one->interval.cover;
    in->wet[n] = one->kind == COVER_CROSSED ? one->interval.cover : 0.0f;
    in->h[n] = cut_cell_surface(table, one->cut_cell);
    in->u[n] = half * (w->flow.speed_x.cells[at] + w->flow.speed_x.cells[at - 1]) - body->velocity[0];
    in->v[n] = half * (w->flow.speed_z.cells[at] + w->flow.speed_z.cells[at - w->stride]) - body->velocity[2];
    in->deck[n] = w->bodies.subgrid->has_deck_water ? deck_borne(w->bodies.subgrid, one) : 0.0f;
    in->slot[n] = slot_rise(w->bodies.subgrid, &table->cells[one->cut_cell], in->h[n]);
  }
}

static void intervals_sum(const WeirWater *w, const LoadIn *in, const LoadOut *out, int count, BodyLoad *load) {
  const float area = w->cell * w->cell;
  for (int n = 0; n < count; n++) {
    const double stiff = (double)out->stiff[n];
    load->covered += (double)(in->cover[n] * area);
    load->level += (double)(in->cover[n] * area * in->h[n]);
    load->submerged += (double)out->volume[n];
    load->aboard += (double)(in->deck[n] * area);
    load->lift[1] += (double)out->up[n];
    load->lift[TORQUE] -= (double)out->up_x[n];
    load->lift[TORQUE + 2] += (double)out->up_z[n];
    for (int m = 0; m < WRENCH; m++) load->drag[m] += (double)out->drag[m][n];
    load->heave += stiff;
    load->roll_x += stiff * (double)out->roll_x[n];
    load->roll_z += stiff * (double)out->roll_z[n];
    load->fastest = max_float(load->fastest, out->slip[n]);
    const bool crossed = in->h[n] > in->low[n] && in->h[n] < in->high[n];
    const double plane = crossed ? (double)(in->cover[n] * area) : 0;
    load->plane += plane;
    load->plane_x += plane * (double)out->roll_x[n];
    load->plane_z += plane * (double)out->roll_z[n];
  }
}

/* Reads the next of a body's faces on one side, from number `first`; returns the number after the last one read. */
static int faces_read(const WeirWater *w, const WeirBody *body, const BodySums *sums, int first, int side, PressIn *in) {
  const CutCells *const table = &w->bodies.subgrid->cells;
  const float half_x = side == FACE_EAST ? 1.0f : 0.5f, half_z = side == FACE_SOUTH ? 1.0f : 0.5f;
  int n = first, count = 0;
  for (; n < sums->face_count && count < LOAD_LANES; n++) {
    const BodyFace *const one = &sums->faces[n];
    if (one->side != side) continue;
    in->x[count] = ((float)one->i + half_x) * w->cell - body->position[0];
    in->z[count] = ((float)one->k + half_z) * w->cell - body->position[2];
    in->low[count] = one->low;
    in->high[count] = one->high;
    in->area[count] = one->area;
    in->here[count] = cut_cell_surface(table, one->cut_cell);
    in->on[count] = cut_cell_surface(table, table->link[side][one->cut_cell]);
    count++;
  }
  in->count = count;
  return n;
}

static void body_load(const WeirWater *w, const WeirBody *body, const BodyMotion *motion, BodyLoad *load) {
  const BodySums *const sums = motion->sums;
  const LoadStep step = {.area = w->cell * w->cell,
                         .density = w->tuning.density,
                         .gravity = w->tuning.gravity,
                         .sink = -body->velocity[1],
                         .linear = body->drag_linear,
                         .square = body->drag_square,
                         .height = body->position[1],
                         .cell = w->cell,
                         .blocking_factor = motion->blocking_factor};
  *load = (BodyLoad){.submerged = 0};
  for (int first = 0; first < sums->interval_count; first += LOAD_LANES) {
    const int left = sums->interval_count - first, count = left < LOAD_LANES ? left : LOAD_LANES;
    LoadIn in;
    LoadOut out;
    intervals_read(w, body, sums->intervals + first, count, &in);
    kernels()->cells->load(&step, &in, &out);
    intervals_sum(w, &in, &out, count, load);
  }
  for (int side = 0; side < FACES; side++)
    for (int first = 0; first < sums->face_count;) {
      PressIn in;
      PressOut out;
      first = faces_read(w, body, sums, first, side, &in);
      kernels()->cells->press(&step, side, &in, &out);
      double along = 0, yaw = 0, tilt = 0, edge_mass = 0;
      for (int n = 0; n < in.count; n++) {
        along += (double)out.along[n];
        yaw += (double)out.yaw[n];
        tilt += (double)out.tilt[n];
        edge_mass += (double)out.edge_mass[n];
      }
      const bool east = side == FACE_EAST;
      load->pressure[east ? 0 : 2] += along;
      load->pressure[TORQUE + 1] += east ? yaw : -yaw;
      load->pressure[east ? TORQUE + 2 : TORQUE] += east ? -tilt : tilt;
      load->edge_mass[side] += edge_mass;
    }
}

static void bytes_fetch(const void *from, size_t bytes) {
  for (size_t n = 0; n < bytes; n += 64) __builtin_prefetch((const char *)from + n);
}

/* Asks for a motion's lists ahead of time: the sweep has driven them out of the caches. */
static void body_load_prefetch(const WeirWater *w, const BodyMotion *motion) {
  const CellBounds *const at = &motion->bounds;
  for (int k = at->k0; k < min_int(at->k1, at->k0 + ROWS_FETCHED); k++)
    for (int n = 0; n < 2; n++) {
      const ptrdiff_t end = water_index(w, n == 0 ? at->i0 : at->i1 - 1, k);
      __builtin_prefetch(w->flow.speed_x.cells + end);
      __builtin_prefetch(w->flow.speed_z.cells + end);
    }
  bytes_fetch(motion->sums->intervals, sizeof(BodyInterval) * (size_t)motion->sums->interval_count);
  bytes_fetch(motion->sums->faces, sizeof(BodyFace) * (size_t)motion->sums->face_count);
}

/* The quantities that heave is found from: the motion of a body up and down within a step, at the velocity that it will have (implicit
 * Euler, as its roll), with buoyancy that ends where the body is covered or out of the water. However light a body is, and however long the
 * step, it comes to rest. A plain value. */
typedef struct Heave {
  double mass, added, others;    /* kg, kg of water that moves with the body, N: what else acts on it */
  double velocity, step, net;    /* m/s, s; N: water and gravity, where the body is */
  double lifting, weight;        /* N/m of heads that the body lifts as it sinks; N/m^3 of the liquid */
  double under, volume;          /* m^3 under water, and of the body */
  double waterline;              /* m^2 that the surface runs through; 0: the body is covered or in the air */
  double y, reach, level, depth; /* m: the body's middle, half its height, the water's surface and depth there */
  double slowing;                /* kg: drag, N s/m, times the step, as far as it is taken at the end of the step */
} Heave;

/* Returns the share of a spring that is taken at the end of a step: all of it where the step is long for its oscillation (a twelfth of the
 * period and more), next to nothing, since it damps, where the step resolves it. Stiffness in N/m with kg, or N m with kg m^2. */
static double implicit_share(double stiff, double inertia, double step) {
  return maths_min(1, 4 * step * step * stiff / inertia);
}

static double heave_inertia(const Heave *h) {
  return h->mass + h->added + h->slowing;
}

/* Returns the velocity after the step under a net force that does not change within it, and what else acts. */
static double free_velocity(const Heave *h, double net) {
  return h->velocity + h->step * ((net + h->others) / heave_inertia(h));
}

/* Returns the velocity where each m that the body rises takes `stiff` N from the force, and `more` N are added at the start. */
static double sprung_velocity(const Heave *h, double stiff, double more) {
  return free_velocity(h, h->net + more) / (1 + h->step * h->step * stiff / heave_inertia(h));
}

/* Returns `v`, by which the body comes to have `under` m^3 under water, bounded: buoyancy ends with none of it, and with all. */
static double bounded_velocity(const Heave *h, double under, double v) {
  if (under > h->volume) return free_velocity(h, h->net + h->weight * (h->volume - h->under));
  return under < 0 ? free_velocity(h, h->net - h->weight * h->under) : v;
}

/* Returns the velocity after the step, m/s. */
static double heave_velocity(const Heave *h) {
  const double waterline = h->waterline > 0 ? h->waterline : h->volume / (2 * h->reach), stiff = h->weight * waterline;
  if (h->waterline > 0) {
    const double v = sprung_velocity(h, h->lifting + stiff * implicit_share(stiff, heave_inertia(h), h->step), 0);
    return bounded_velocity(h, h->under - (h->lifting / h->weight + waterline) * h->step * v, v);
  }
  const double v = free_velocity(h, h->net), deep = h->level - (h->y + h->reach), high = maths_max(h->y - h->reach - h->level, 0);
  if (!(h->under > 0)) { /* in the air; a small body may fall into the water by more than half its height */
    if (!(-h->step * v > h->reach && -h->step * v > high && h->depth > h->reach)) return v;
    const double fallen = sprung_velocity(h, stiff, -stiff * high);
    return bounded_velocity(h, waterline * (-h->step * fallen - high), fallen);
  }
  if (!(h->y + h->reach <= h->level) || h->step * v <= deep) return v; /* a covered body may come up through the surface */
  const double risen = sprung_velocity(h, stiff, stiff * deep);
  return bounded_velocity(h, h->under - waterline * (h->step * risen - deep), risen);
}

/* --- the force ----------------------------------------------------------------------------------------------------- */

/* The motion of body `index`; motions are in the order of the bodies. */
static BodyMotion *motion_find(const Subgrid *s, int index) {
  int low = 0, high = s->motion_count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (s->motions[middle].body < index)
      low = middle + 1;
    else
      high = middle;
  }
  return low < s->motion_count && s->motions[low].body == index ? &s->motions[low] : NULL;
}

/* Moments of inertia about the body's own axes, kg m^2; a convex mesh counts as the box around it. */
static void inertia_own(const WeirBody *body, const Shape *shape, double own[3]) {
  const float *const h = body->half;
  for (int n = 0; n < 3; n++) {
    const float a = h[(n + 1) % 3], b = h[(n + 2) % 3];
    const float square = body->shape == WEIR_CONVEX ? shape->lever : a * a + b * b; /* m^2, times mass/3 for a box */
    own[n] = (double)(body->mass * square) / (body->shape == WEIR_CYLINDER ? 4 : 3);
  }
}

/* Adds the torque that slows spin at `rate`, 1/s, about each of the body's own axes. */
static void spin_slow(const WeirBody *body, const double own[3], double rate, double step, WeirForce *force) {
  for (int n = 0; n < 3; n++) {
    double spin = 0;
    for (int axis = 0; axis < 3; axis++) spin += (double)(body->rotation[3 * axis + n] * body->spin[axis]);
    for (int axis = 0; axis < 3; axis++)
      force->torque[axis] -= (float)((double)body->rotation[3 * axis + n] * own[n] * spin * rate / (1 + step * rate));
  }
}

/* Writes the added mass, kg, along each axis of the world, neglecting the products; returns the share of it that is added. */
static double added_mass_find(const WeirWater *w, const WeirBody *body, const Shape *shape, const WeirForce *force, double added[3]) {
  added[0] = added[1] = added[2] = 0;
  const double water = (double)w->tuning.density * (double)force->submerged, all = (double)w->tuning.density * (double)force->volume;
  if (!(water > 0 && all > 0)) return 0;
  const double afloat = maths_min((double)body->mass / all, AFLOAT_MAX), share = (water / all - afloat) / (1 - afloat);
  if (!(share > 0)) return 0;
  double own[3];
  shape_added_mass(body, shape, own);
  for (int axis = 0; axis < 3; axis++)
    for (int n = 0; n < 3; n++) {
      const double turn = (double)body->rotation[3 * axis + n];
      added[axis] += water * share * share * turn * turn * own[n];
    }
  return share * share;
}

static void heave_implicit(const WeirWater *w, const WeirBody *body, const BodyLoad *load, double added, double slowing, double others,
                           double step, WeirForce *force) {
  const float up[3] = {0, 1, 0};
  const double mass = (double)body->mass, g = (double)w->tuning.gravity;
  const Heave h = {.mass = mass,
                   .added = added,
                   .others = others,
                   .velocity = (double)body->velocity[1],
                   .step = step,
                   .net = (double)force->force[1] - mass * g,
                   .lifting = load->heave,
                   .weight = (double)(w->tuning.density * w->tuning.gravity),
                   .under = (double)force->submerged,
                   .volume = (double)force->volume,
                   .waterline = load->plane,
                   .y = (double)body->position[1],
                   .reach = (double)spans_reach(body, body->rotation, up),
                   .level = (double)force->water_y,
                   .depth = load->plane > 0 ? 0 : (double)weir_water_depth_at(w, body->position[0], body->position[2]),
                   .slowing = slowing};
  force->force[1] = (float)(mass * ((heave_velocity(&h) - h.velocity) / step + g) - others);
}

/* Takes roll and pitch at the spin after the step, as heave, neglecting the products of inertia. */
static void roll_implicit(const WeirWater *w, const WeirBody *body, const BodyLoad *load, const double own[3], double step,
                          WeirForce *force) {
  const double weight = (double)(w->tuning.density * w->tuning.gravity);
  const double lifting[3] = {load->roll_x, 0, load->roll_z}, plane[3] = {weight * load->plane_x, 0, weight * load->plane_z};
  for (int n = 0; n < 3; n += 2) {
    const double spin = (double)body->spin[n];
    double inertia = 0;
    for (int m = 0; m < 3; m++) inertia += (double)(body->rotation[3 * n + m] * body->rotation[3 * n + m]) * own[m];
    const double stiff = lifting[n] + plane[n] * implicit_share(plane[n], inertia, step);
    const double next = (spin + step * (double)force->torque[n] / inertia) / (1 + step * step * stiff / inertia);
    force->torque[n] = (float)(inertia * (next - spin) / step);
  }
}

static double part_of(double share, double one, double other) {
  return one + share * (other - one);
}

/* Corrects the load of a body that is smaller than a cell. Cells hold a body by the mean of its lower and upper ends, which gives neither
 * its draft nor the moment that rights it; its shape and the level of the water do, exactly. The larger it is, the more its cells count.
 * Where drag and pressure act is not known within a cell, so they do not turn it. */
static void small_body_load(const WeirWater *w, const WeirBody *body, const Shape *shape, const BodyMotion *motion, BodyLoad *load) {
  const double share = maths_min(1, SMALL_CELLS - (double)(shape->longest / w->cell));
  if (!(share > 0) || !(motion->volume > 0.99f * shape->volume)) return;
  const CutCells *const table = &w->bodies.subgrid->cells;
  double all = 0, wet_cover = 0, wet_level = 0;
  for (int n = 0; n < motion->sums->interval_count; n++) {
    const BodyInterval *const one = &motion->sums->intervals[n];
    const double cover = (double)one->interval.cover;
    all += cover;
    if (!(table->depth[one->cut_cell] >= DEPTH_WET)) continue;
    wet_cover += cover;
    wet_level += cover * (double)cut_cell_surface(table, one->cut_cell);
  }
  if (!(wet_cover > 0)) return;
  const double wet = wet_cover / all, mean_level = wet_level / wet_cover; /* the share of the body over water; of that water, m */
  const float x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
  const float reach = spans_reach(body, body->rotation, y), about = 0.05f * reach, level = (float)mean_level;
  const double reach_x = (double)spans_reach(body, body->rotation, x), reach_z = (double)spans_reach(body, body->rotation, z);
  const SubmergedVolume below = shape_submerged_volume(body, level);
  const double more = shape_submerged_volume(body, level + about).volume - shape_submerged_volume(body, level - about).volume;
  const double plane = maths_max(wet * more / (2 * (double)about), 0), weight = (double)(w->tuning.density * w->tuning.gravity);
  const double cells = load->submerged;
  load->lift[1] += share * weight * (wet * below.volume - cells);
  load->lift[TORQUE] = part_of(share, load->lift[TORQUE], -weight * wet * below.z);
  load->lift[TORQUE + 2] = part_of(share, load->lift[TORQUE + 2], weight * wet * below.x);
  load->submerged = part_of(share, load->submerged, wet * below.volume);
  load->plane = part_of(share, load->plane, plane);
  load->plane_x = part_of(share, load->plane_x, plane * reach_z * reach_z / 3); /* as of a rectangle */
  load->plane_z = part_of(share, load->plane_z, plane * reach_x * reach_x / 3);
  load->roll_x *= 1 - share;
  load->roll_z *= 1 - share;
  const double wetter = wet * below.volume < cells ? wet * below.volume / cells : 1; /* drag and pressure are of the cells' part */
  for (int n = 0; n < WRENCH; n++) {
    const double left = n < TORQUE ? part_of(share, 1, wetter) : 1 - share;
    load->drag[n] *= left;
    load->pressure[n] *= left;
  }
  load->level = part_of(share, load->level, load->covered * mean_level);
}

/* Keeps what the body's velocity is to be, for the next call; beyond floats there is none. Several threads may ask for the same push at
 * once. */
static void push_note(const WeirWater *w, const WeirBody *body, const WeirForce *force, float step, BodyPush *push) {
  float noted[4] = {0.0f, 0.0f, 0.0f, step}, *const to[4] = {&push->velocity[0], &push->velocity[1], &push->velocity[2], &push->step};
  bool finite = true;
  for (int n = 0; n < 3; n++) {
    noted[n] = body->velocity[n] + step * (force->force[n] / body->mass - (n == 1 ? w->tuning.gravity : 0.0f));
    finite = finite && isfinite(noted[n]);
  }
  for (int n = 0; n < 4; n++) {
    if (!finite) noted[n] = 0.0f;
    __atomic_store(to[n], &noted[n], __ATOMIC_RELAXED);
  }
}

/* Returns the share of drag and of the lift of what planes (kg: N s/m, times the step) that a step can take: bounded as in
 * displace/column_force.c, drag never reverses a slip within the step; nor does planing give a light body more speed than it planes
 * with. */
static double slowing_bound(double drag, double planing, double inertia) {
  const double rate = planing / inertia;
  return 1 / (1 + drag / inertia + rate * maths_min(1, rate));
}

void subgrid_force(const WeirWater *w, const WeirBody *body, int index, float dt, WeirForce *force) {
  BodyMotion *const motion = motion_find(w->bodies.subgrid, index);
  if (!motion) return;
  if (w->bodies.subgrid->motions + w->bodies.subgrid->motion_count - motion > 2) body_load_prefetch(w, motion + 2);
  BodyLoad load;
  body_load(w, body, motion, &load);
  const Shape shape = shape_measure(body);
  const double planing = (double)dt * (0.5 * (double)(w->tuning.density * PLANING_LIFT * load.fastest) * load.plane); /* kg, as drag */
  small_body_load(w, body, &shape, motion, &load);
  double own[3], added[3] = {0, 0, 0};
  inertia_own(body, &shape, own);
  const double mass = (double)body->mass;
  force->submerged = (float)load.submerged;
  force->aboard = (float)load.aboard;
  force->volume = motion->volume;
  force->water_y = load.covered > 0 ? (float)(load.level / load.covered) : 0.0f;
  const double covered = dt > 0.0f ? added_mass_find(w, body, &shape, force, added) : 0;
  const double water = (double)(w->tuning.density * force->submerged);
  const double rate = water * (double)(body->drag_linear + body->drag_square * load.fastest) / mass,
               share = force->volume > 0.0f ? (double)(force->submerged / force->volume) : 0;
  const double drag = (double)dt * rate * mass, spin_bound = slowing_bound(drag, planing, mass);
  const double spin_share = mass / (mass + 0.5 * (load.edge_mass[FACE_EAST] + load.edge_mass[FACE_SOUTH]));
  /* the part of vertical drag that is taken at the end of the step: in the middle of it, as Crank and Nicolson do, it is exact to second
   * order; where the step is too long for that, so late that the velocity does not swing about the one where drag and lift are equal */
  const double tangent = water * (double)(dt * (body->drag_linear + 2.0f * body->drag_square * load.fastest));
  const double late = covered * (tangent * maths_max(0.5, 1 - (mass + added[1]) / maths_max(tangent, 1e-30)));
  for (int n = 0; n < 3; n++) {
    const double inertia = mass + added[n], edge = n == 1 ? 0 : load.edge_mass[n == 0 ? FACE_EAST : FACE_SOUTH];
    const double early = n == 1 ? 1 - covered : 1, slowed = slowing_bound(early * drag, early * planing, inertia);
    force->force[n] = (float)(load.lift[n] + slowed * load.drag[n] + load.pressure[n] * (inertia / (inertia + edge)));
    force->torque[n] = (float)(load.lift[TORQUE + n] + spin_bound * load.drag[TORQUE + n] + spin_share * load.pressure[TORQUE + n]);
  }
  for (int n = 0; dt > 0.0f && n < 3; n += 2)
    force->force[n] = (float)(((double)force->force[n] * mass - added[n] * (double)motion->push.others[n]) / (mass + added[n]));
  spin_slow(body, own, rate + (double)SPIN_DRAG * share, (double)dt, force);
  if (!(dt > 0.0f)) return;
  heave_implicit(w, body, &load, added[1], late, (double)motion->push.others[1], (double)dt, force);
  roll_implicit(w, body, &load, own, (double)dt, force);
  push_note(w, body, force, dt, &motion->push);
}
