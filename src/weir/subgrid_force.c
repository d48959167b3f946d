/* What water does to bodies that it flows around. Per cell, with s the submerged height times cover:
 *   buoyancy  rho*g*dx^2*s, up, at the middle of the cell: linear weights keep its moment what the samples' was
 *   drag      rho*dx^2*s*(k1 + k2*|w|)*w, w = water's velocity - body's; its spin is slowed as a whole, for in cells wider than
 *             the body the levers would be too long
 *   lift      1/2*rho*dx^2*cover*C*|w|^2 of what the surface runs through, across w and upwards: it does no work
 * and per face, with p the share that it blocks between low and the surface, a high:
 *   pressure  rho*g*dx*p*a*(difference of the heads), against the inertia of the body and of the water that its smeared edge
 *             takes along (p - psi)
 * As a tick can take it: a body that sinks by a little lifts the head under it at once by far more, for the slot that is left
 * there stores little. Heave and roll are taken at the speed that the body will have (implicit Euler). */
#include <math.h>
#include <string.h>

#include "weir/subgrid.h"
#include "weir/tuned.h"

enum { FORCE, TORQUE = 3, SIX = 6 };

typedef struct Load { /* of one body */
  double lift[SIX], drag[SIX], pressure[SIX]; /* N, then N m */
  double submerged, shell[FACES];             /* m^3; kg that goes along to x, to z */
  double covered, level;                      /* m^2; m^3: of the surface over it */
  double heave, roll_x, roll_z;               /* N/m; N m about x and z: what resists */
  float fastest;                              /* m/s, of the slip */
} Load;

typedef struct Place { /* of a force, about the body's position */
  float x, y, z;
} Place;

static void load_add(double sum[SIX], const Place *at, float x, float y, float z) {
  sum[0] += (double)x;
  sum[1] += (double)y;
  sum[2] += (double)z;
  sum[TORQUE] += (double)(at->y * z - at->z * y);
  sum[TORQUE + 1] += (double)(at->z * x - at->x * z);
  sum[TORQUE + 2] += (double)(at->x * y - at->y * x);
}

static void load_up(double sum[SIX], const Place *at, float y) {
  sum[1] += (double)y;
  sum[TORQUE] -= (double)(at->z * y);
  sum[TORQUE + 2] += (double)(at->x * y);
}

static void load_along(double sum[SIX], const Place *at, int side, float f) {
  if (side == FACE_EAST) {
    sum[0] += (double)f;
    sum[TORQUE + 1] += (double)(at->z * f);
    sum[TORQUE + 2] -= (double)(at->y * f);
  } else {
    sum[2] += (double)f;
    sum[TORQUE] += (double)(at->y * f);
    sum[TORQUE + 1] -= (double)(at->x * f);
  }
}

static void drag_add(const WeirWater *w, const WeirBody *body, const SubCell *cell, const Place *place, float volume, float wetted, Load *load) {
  const ptrdiff_t at = water_index(w, cell->i, cell->k);
  const float share = cell->depth >= DEPTH_WET ? 0.5f : 0.0f, *const v = body->velocity;
  const float x = share * (w->speed_x.cells[at] + w->speed_x.cells[at - 1]) - v[0], y = -v[1];
  const float z = share * (w->speed_z.cells[at] + w->speed_z.cells[at - w->stride]) - v[2];
  const float slip = sqrtf(x * x + y * y + z * z), f = w->tuning.density * volume * (body->drag_linear + body->drag_square * slip);
  const float level = sqrtf(x * x + z * z), lift = level > 0.0f ? 0.5f * w->tuning.density * PLANING_LIFT * wetted * slip : 0.0f;
  const float back = level > 0.0f ? -lift * y / level : 0.0f;
  load_add(load->drag, place, f * x + back * x, f * y + lift * level, f * z + back * z);
  load->fastest = max_float(load->fastest, slip);
}

/* How much a body that sinks in a cell lifts the head there, its surface being at h. */
static float slot_share(const Subgrid *s, const SubCell *cell, float h) {
  const Piece *const lid = cell->now.lid && cell->now.count > 0 ? subgrid_top(&s->now, &cell->now) : NULL;
  float cover = 0.0f;
  for (const Piece *piece = stack_first(&s->now, &cell->now); piece; piece = stack_next(&s->now, piece)) {
    const bool open = h >= piece->slab.high && piece != lid;
    cover += h >= piece->slab.low && !open ? piece->slab.cover : 0.0f;
  }
  return cell->cover * SUBGRID_LESS / max_float(1.0f - SUBGRID_LESS * cover, 0.5f * SUBGRID_PORES);
}

static void slab_load(const WeirWater *w, const WeirBody *body, const BodySlab *one, Load *load) {
  const Slab *const slab = &one->slab;
  const SubCell *const cell = &w->subgrid->records.cells[one->record];
  const float h = cell->bed + cell->depth, area = w->cell * w->cell;
  Place place = {((float)one->i + 0.5f) * w->cell - body->position[0], 0.0f, ((float)one->k + 0.5f) * w->cell - body->position[2]};
  load->covered += (double)(slab->cover * area);
  load->level += (double)(slab->cover * area * h);
  const float under = clamp_float(h, slab->low, slab->high) - slab->low, volume = area * slab->cover * under;
  if (!(under > 0.0f)) return;
  place.y = slab->low + 0.5f * under - body->position[1];
  load->submerged += (double)volume;
  load_up(load->lift, &place, w->tuning.density * w->tuning.gravity * volume);
  drag_add(w, body, cell, &place, volume, one->kind == SLAB_WET ? area * slab->cover : 0.0f, load);
  if (!(h < slab->high)) return;
  const double stiff = (double)(w->tuning.density * w->tuning.gravity * area * slab->cover * slot_share(w->subgrid, cell, h));
  load->heave += stiff;
  const float spread = area / 6.0f; /* m^2 that linear weights add to a sample's own square, in the mean */
  load->roll_x += stiff * (double)max_float(place.z * place.z - spread, 0.1f * place.z * place.z);
  load->roll_z += stiff * (double)max_float(place.x * place.x - spread, 0.1f * place.x * place.x);
}

static void face_load(const WeirWater *w, const WeirBody *body, const BodyFace *sum, float sharp, Load *load) {
  const int i = sum->i, k = sum->k, side = sum->side;
  const SubCell *const cells = w->subgrid->records.cells, *const cell = &cells[sum->record];
  const SubCell *const next = side == FACE_EAST ? cell + 1 : &cells[cell->south];
  const float here = cell->bed + cell->depth, on = next->bed + next->depth;
  const float tall = sum->high - sum->low, cover = min_float(sum->area / tall, 1.0f), block = min_float(1.0f, sharp * cover);
  const float high = clamp_float(0.5f * (here + on), sum->low, sum->high) - sum->low;
  const float head = clamp_float(max_float(here, sum->low) - max_float(on, sum->low), -2.0f * tall, 2.0f * tall);
  const float f = w->tuning.density * w->tuning.gravity * w->cell * block * high * head;
  const Place place = {((float)i + (side == FACE_EAST ? 1.0f : 0.5f)) * w->cell - body->position[0], sum->low + 0.5f * high - body->position[1],
                       ((float)k + (side == FACE_SOUTH ? 1.0f : 0.5f)) * w->cell - body->position[2]};
  load_along(load->pressure, &place, side, f);
  load->shell[side] += (double)(w->tuning.density * (block - cover) * high * w->cell * w->cell);
}

static void body_load(const WeirWater *w, const WeirBody *body, const SubMove *move, Load *load) {
  const SubSums *const sums = move->sums;
  for (int n = 0; n < sums->slab_count; n++) slab_load(w, body, &sums->slabs[n], load);
  for (int n = 0; n < sums->face_count; n++) face_load(w, body, &sums->faces[n], move->sharp, load);
}

static void bytes_fetch(const void *from, size_t bytes) {
  for (size_t n = 0; n < bytes; n += 64) __builtin_prefetch((const char *)from + n);
}

/* The water's sweep has driven what forces come from out of the caches: the lists of the body after the next, and the water that those
 * of the next lead to. */
static void load_fetch(const WeirWater *w, const SubMove *move, int left) {
  if (left > 2) {
    bytes_fetch(move[2].sums->slabs, sizeof(BodySlab) * (size_t)move[2].sums->slab_count);
    bytes_fetch(move[2].sums->faces, sizeof(BodyFace) * (size_t)move[2].sums->face_count);
  }
  const SubSums *const sums = left > 1 ? move[1].sums : NULL;
  for (int n = 0; sums && n < sums->slab_count; n++) {
    const BodySlab *const one = &sums->slabs[n];
    const ptrdiff_t at = water_index(w, one->i, one->k);
    __builtin_prefetch(&w->subgrid->records.cells[one->record]);
    __builtin_prefetch(w->speed_x.cells + at - 1);
    __builtin_prefetch(w->speed_z.cells + at);
    __builtin_prefetch(w->speed_z.cells + at - w->stride);
  }
}

/* The move of body `index`: they are in the bodies' order. */
static const SubMove *move_find(const Subgrid *s, int index) {
  int low = 0, high = s->move_count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (s->moves[middle].body < index) low = middle + 1;
    else high = middle;
  }
  return low < s->move_count && s->moves[low].body == index ? &s->moves[low] : NULL;
}

/* Moments of inertia about the body's own axes, kg m^2: of the box around it where it is a mesh. */
static void inertia_own(const WeirBody *body, const Shape *shape, double own[3]) {
  const float *const h = body->half;
  for (int n = 0; n < 3; n++) {
    const float a = h[(n + 1) % 3], b = h[(n + 2) % 3];
    const float square = body->shape == WEIR_CONVEX ? shape->lever : a * a + b * b; /* m^2, times mass/3 for a box */
    own[n] = (double)(body->mass * square) / (body->shape == WEIR_CYLINDER ? 4 : 3);
  }
}

/* ... and about an axis of the world, near enough. */
static double inertia_about(const WeirBody *body, const double own[3], int axis) {
  double sum = 0;
  for (int n = 0; n < 3; n++) sum += (double)(body->rotation[3 * axis + n] * body->rotation[3 * axis + n]) * own[n];
  return sum;
}

/* Spin is slowed at `rate`, 1/s, about each of the body's own axes. */
static void spin_slow(const WeirBody *body, const double own[3], double rate, double step, WeirForce *force) {
  for (int n = 0; n < 3; n++) {
    double spin = 0;
    for (int axis = 0; axis < 3; axis++) spin += (double)(body->rotation[3 * axis + n] * body->spin[axis]);
    for (int axis = 0; axis < 3; axis++)
      force->torque[axis] -= (float)((double)body->rotation[3 * axis + n] * own[n] * spin * rate / (1 + step * rate));
  }
}

static void heave_ease(const WeirWater *w, const WeirBody *body, const Load *load, const double own[3], double step, WeirForce *force) {
  const double mass = (double)body->mass, g = (double)w->tuning.gravity, v = (double)body->velocity[1];
  const double less = 1 / (1 + step * step * load->heave / mass), stiff[3] = {load->roll_x, 0, load->roll_z};
  force->force[1] = (float)(mass * (((v + step * ((double)force->force[1] / mass - g)) * less - v) / step + g));
  for (int n = 0; n < 3; n += 2) {
    const double inertia = inertia_about(body, own, n), spin = (double)body->spin[n], share = 1 / (1 + step * step * stiff[n] / inertia);
    force->torque[n] = (float)(inertia * ((spin + step * (double)force->torque[n] / inertia) * share - spin) / step);
  }
}

void subgrid_push(const WeirWater *w, const WeirBody *body, int index, float dt, WeirForce *force) {
  const SubMove *const move = move_find(w->subgrid, index);
  if (!move) return;
  load_fetch(w, move, (int)(w->subgrid->moves + w->subgrid->move_count - move));
  Load load = {.submerged = 0};
  body_load(w, body, move, &load);
  const Shape shape = shape_measure(body);
  double own[3];
  inertia_own(body, &shape, own);
  const double mass = (double)body->mass;
  force->submerged = (float)load.submerged;
  force->volume = move->volume;
  force->water_y = load.covered > 0 ? (float)(load.level / load.covered) : 0.0f;
  /* as in push.c: drag never reverses a slip within the step */
  const double rate = (double)(w->tuning.density * force->submerged * (body->drag_linear + body->drag_square * load.fastest)) / mass;
  const double bound = 1 / (1 + (double)dt * rate), share = force->volume > 0.0f ? (double)(force->submerged / force->volume) : 0;
  const double shell = mass / (mass + 0.5 * (load.shell[FACE_EAST] + load.shell[FACE_SOUTH]));
  const double along[3] = {mass / (mass + load.shell[FACE_EAST]), 1, mass / (mass + load.shell[FACE_SOUTH])};
  for (int n = 0; n < 3; n++) {
    force->force[n] = (float)(load.lift[n] + bound * load.drag[n] + along[n] * load.pressure[n]);
    force->torque[n] = (float)(load.lift[TORQUE + n] + bound * load.drag[TORQUE + n] + shell * load.pressure[TORQUE + n]);
  }
  spin_slow(body, own, rate + (double)SPIN_DRAG * share, (double)dt, force);
  if (dt > 0.0f) heave_ease(w, body, &load, own, (double)dt, force);
}
