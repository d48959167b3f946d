/* Forces of the water on a body's cells and faces: buoyancy, drag, lift, pressure. bodies/body_force.c has the formulas. */
#include <math.h>

#include "weir/bodies/cut_rows.h"
#include "weir/bodies/pressure.h"

enum { ROWS_FETCHED = 16 }; /* rows of a body's bounds that are prefetched, at most */

/* By how much a body that sinks in a cell lifts the head there, per m, with the surface at h. */
static float slot_rise(const Subgrid *s, const CutCell *cell, float h) {
  const IntervalNode *const dry_top = cell->now.dry_top && cell->now.count > 0 ? intervals_top(&s->now, &cell->now) : NULL;
  float cover = 0.0f;
  for (const IntervalNode *node = list_first(&s->now, &cell->now); node; node = list_next(&s->now, node)) {
    const bool open = h >= node->interval.high && node != dry_top;
    cover += h >= node->interval.low && !open ? node->interval.cover : 0.0f;
  }
  return cell->cover * SOLID_FRACTION / max_float(1.0f - SOLID_FRACTION * cover, 0.5f * SLOT_FRACTION);
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
    load->drag[0] += (double)out->x[n];
    load->drag[1] += (double)out->y[n];
    load->drag[2] += (double)out->z[n];
    load->drag[TORQUE] += (double)out->torque_x[n];
    load->drag[TORQUE + 1] += (double)out->torque_y[n];
    load->drag[TORQUE + 2] += (double)out->torque_z[n];
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

static void faces_sum(const PressIn *in, const PressOut *out, int side, BodyLoad *load) {
  double along = 0, yaw = 0, tilt = 0, edge_mass = 0;
  for (int n = 0; n < in->count; n++) {
    along += (double)out->along[n];
    yaw += (double)out->yaw[n];
    tilt += (double)out->tilt[n];
    edge_mass += (double)out->edge_mass[n];
  }
  const bool east = side == FACE_EAST;
  load->pressure[east ? 0 : 2] += along;
  load->pressure[TORQUE + 1] += east ? yaw : -yaw;
  load->pressure[east ? TORQUE + 2 : TORQUE] += east ? -tilt : tilt;
  load->edge_mass[side] += edge_mass;
}

void body_load(const WeirWater *w, const WeirBody *body, const BodyMotion *motion, BodyLoad *load) {
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
    cut_cell_rows()->load(&step, &in, &out);
    intervals_sum(w, &in, &out, count, load);
  }
  for (int side = 0; side < FACES; side++)
    for (int first = 0; first < sums->face_count;) {
      PressIn in;
      PressOut out;
      first = faces_read(w, body, sums, first, side, &in);
      cut_cell_rows()->press(&step, side, &in, &out);
      faces_sum(&in, &out, side, load);
    }
}

static void bytes_fetch(const void *from, size_t bytes) {
  for (size_t n = 0; n < bytes; n += 64) __builtin_prefetch((const char *)from + n);
}

/* The sweep has driven these out of the caches. */
void body_load_prefetch(const WeirWater *w, const BodyMotion *motion) {
  for (int k = motion->bounds.k0; k < motion->bounds.k1 && k < motion->bounds.k0 + ROWS_FETCHED; k++) {
    const ptrdiff_t row = water_index(w, 0, k), ends[2] = {row + motion->bounds.i0, row + motion->bounds.i1 - 1};
    for (int n = 0; n < 2; n++) {
      __builtin_prefetch(w->flow.speed_x.cells + ends[n]);
      __builtin_prefetch(w->flow.speed_z.cells + ends[n]);
    }
  }
  bytes_fetch(motion->sums->intervals, sizeof(BodyInterval) * (size_t)motion->sums->interval_count);
  bytes_fetch(motion->sums->faces, sizeof(BodyFace) * (size_t)motion->sums->face_count);
}
