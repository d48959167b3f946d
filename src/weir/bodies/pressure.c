/* What the water does to a body's cells and faces, as it stands: buoyancy, drag, lift, pressure; bodies/body_force.c has the formulas. */
#include <math.h>

#include "weir/bodies/pressure.h"
#include "weir/bodies/cut_rows.h"

enum { ROWS_FETCHED = 16 }; /* of a body's window, at most: ahead of time */

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

/* m of what lies on a cell's top that a body bears by one of its slabs: if that is the uppermost, or as high. */
static float deck_borne(const Subgrid *s, const BodySlab *one) {
  const SubCell *const cell = &s->records.cells[one->record];
  if (!(s->records.deck[one->record] > 0.0f) || cell->now.count == 0) return 0.0f;
  const Slab *const top = &subgrid_top(&s->now, &cell->now)->slab;
  return one->slab.high >= top->low ? s->records.deck[one->record] * min_float(1.0f, one->slab.cover / top->cover) : 0.0f;
}

/* Apart from what is made of it: memory is far away, and so all of it is asked for at once. */
static void slabs_read(const WeirWater *w, const WeirBody *body, const BodySlab *slabs, int count, LoadIn *in) {
  in->count = count;
  for (int n = 0; n < count; n++) {
    const BodySlab *const one = &slabs[n];
    const SubRecords *const r = &w->bodies.subgrid->records;
    const ptrdiff_t at = water_index(w, one->i, one->k);
    const float share = r->depth[one->record] >= DEPTH_WET ? 0.5f : 0.0f;
    in->x[n] = ((float)one->i + 0.5f) * w->cell - body->position[0];
    in->z[n] = ((float)one->k + 0.5f) * w->cell - body->position[2];
    in->low[n] = one->slab.low;
    in->high[n] = one->slab.high;
    in->cover[n] = one->slab.cover;
    in->wet[n] = one->kind == SLAB_WET ? one->slab.cover : 0.0f;
    in->h[n] = record_surface(r, one->record);
    in->u[n] = share * (w->flow.speed_x.cells[at] + w->flow.speed_x.cells[at - 1]) - body->velocity[0];
    in->v[n] = share * (w->flow.speed_z.cells[at] + w->flow.speed_z.cells[at - w->stride]) - body->velocity[2];
    in->deck[n] = w->bodies.subgrid->decked ? deck_borne(w->bodies.subgrid, one) : 0.0f;
    in->slot[n] = slot_share(w->bodies.subgrid, &r->cells[one->record], in->h[n]);
  }
}

static void slabs_sum(const WeirWater *w, const LoadIn *in, const LoadOut *out, int count, SubLoad *load) {
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
    load->drag[TORQUE] += (double)out->turn_x[n];
    load->drag[TORQUE + 1] += (double)out->turn_y[n];
    load->drag[TORQUE + 2] += (double)out->turn_z[n];
    load->heave += stiff;
    load->roll_x += stiff * (double)out->roll_x[n];
    load->roll_z += stiff * (double)out->roll_z[n];
    load->fastest = max_float(load->fastest, out->slip[n]);
  }
}

/* The next of a body's faces from number `first` that are on one side; the number after the last of them. */
static int faces_read(const WeirWater *w, const WeirBody *body, const SubSums *sums, int first, int side, PressIn *in) {
  const SubRecords *const r = &w->bodies.subgrid->records;
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
    in->here[count] = record_surface(r, one->record);
    in->on[count] = record_surface(r, r->link[side][one->record]);
    count++;
  }
  in->count = count;
  return n;
}

static void faces_sum(const PressIn *in, const PressOut *out, int side, SubLoad *load) {
  double along = 0, turn = 0, lean = 0, shell = 0;
  for (int n = 0; n < in->count; n++) {
    along += (double)out->along[n];
    turn += (double)out->turn[n];
    lean += (double)out->lean[n];
    shell += (double)out->shell[n];
  }
  const bool east = side == FACE_EAST;
  load->pressure[east ? 0 : 2] += along;
  load->pressure[TORQUE + 1] += east ? turn : -turn;
  load->pressure[east ? TORQUE + 2 : TORQUE] += east ? -lean : lean;
  load->shell[side] += shell;
}

void subgrid_load_of(const WeirWater *w, const WeirBody *body, const SubMove *move, SubLoad *load) {
  const SubSums *const sums = move->sums;
  const LoadStep step = {.area = w->cell * w->cell, .density = w->tuning.density, .gravity = w->tuning.gravity, .sink = -body->velocity[1],
                         .linear = body->drag_linear, .square = body->drag_square, .height = body->position[1], .cell = w->cell, .sharp = move->sharp};
  *load = (SubLoad){.submerged = 0};
  for (int first = 0; first < sums->slab_count; first += LOAD_LANES) {
    const int left = sums->slab_count - first, count = left < LOAD_LANES ? left : LOAD_LANES;
    LoadIn in;
    LoadOut out;
    slabs_read(w, body, sums->slabs + first, count, &in);
    subgrid_rows()->load(&step, &in, &out);
    slabs_sum(w, &in, &out, count, load);
  }
  for (int side = 0; side < FACES; side++)
    for (int first = 0; first < sums->face_count;) {
      PressIn in;
      PressOut out;
      first = faces_read(w, body, sums, first, side, &in);
      subgrid_rows()->press(&step, side, &in, &out);
      faces_sum(&in, &out, side, load);
    }
}

static void bytes_fetch(const void *from, size_t bytes) {
  for (size_t n = 0; n < bytes; n += 64) __builtin_prefetch((const char *)from + n);
}

/* The water's sweep has driven them out of the caches. */
void subgrid_load_fetch(const WeirWater *w, const SubMove *move) {
  for (int k = move->window.k0; k < move->window.k1 && k < move->window.k0 + ROWS_FETCHED; k++) {
    const ptrdiff_t row = water_index(w, 0, k), ends[2] = {row + move->window.i0, row + move->window.i1 - 1};
    for (int n = 0; n < 2; n++) {
      __builtin_prefetch(w->flow.speed_x.cells + ends[n]);
      __builtin_prefetch(w->flow.speed_z.cells + ends[n]);
    }
  }
  bytes_fetch(move->sums->slabs, sizeof(BodySlab) * (size_t)move->sums->slab_count);
  bytes_fetch(move->sums->faces, sizeof(BodyFace) * (size_t)move->sums->face_count);
}
