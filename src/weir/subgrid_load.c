/* What the water does to a body's cells and faces, as it stands: buoyancy, drag, lift, pressure; subgrid_force.c has the formulas. */
#include <math.h>

#include "weir/subgrid_load.h"
#include "weir/subgrid_rows.h"

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
    const SubRecords *const r = &w->subgrid->records;
    const ptrdiff_t at = water_index(w, one->i, one->k);
    const float share = r->depth[one->record] >= DEPTH_WET ? 0.5f : 0.0f;
    in->x[n] = ((float)one->i + 0.5f) * w->cell - body->position[0];
    in->z[n] = ((float)one->k + 0.5f) * w->cell - body->position[2];
    in->low[n] = one->slab.low;
    in->high[n] = one->slab.high;
    in->cover[n] = one->slab.cover;
    in->wet[n] = one->kind == SLAB_WET ? one->slab.cover : 0.0f;
    in->h[n] = record_surface(r, one->record);
    in->u[n] = share * (w->speed_x.cells[at] + w->speed_x.cells[at - 1]) - body->velocity[0];
    in->v[n] = share * (w->speed_z.cells[at] + w->speed_z.cells[at - w->stride]) - body->velocity[2];
    in->deck[n] = w->subgrid->decked ? deck_borne(w->subgrid, one) : 0.0f;
    in->slot[n] = slot_share(w->subgrid, &r->cells[one->record], in->h[n]);
  }
}

static void slabs_sum(const WeirWater *w, const LoadIn *in, const LoadOut *out, int count, SubLoad *load) {
  const float area = w->cell * w->cell;
  for (int n = 0; n < count; n++) {
    const double stiff = (double)out->stiff[n];
    load->covered += (double)(in->cover[n] * area);
    load->level += (double)(in->cover[n] * area * in->h[n]);
    load->submerged += (double)out->volume[n];
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

static void load_along(double sum[SIX], int side, float x, float y, float z, float f) {
  if (side == FACE_EAST) {
    sum[0] += (double)f;
    sum[TORQUE + 1] += (double)(z * f);
    sum[TORQUE + 2] -= (double)(y * f);
  } else {
    sum[2] += (double)f;
    sum[TORQUE] += (double)(y * f);
    sum[TORQUE + 1] -= (double)(x * f);
  }
}

static void face_load(const WeirWater *w, const WeirBody *body, const BodyFace *sum, float sharp, SubLoad *load) {
  const int side = sum->side;
  const SubRecords *const r = &w->subgrid->records;
  const float here = record_surface(r, sum->record), on = record_surface(r, r->link[side][sum->record]);
  const float tall = sum->high - sum->low, cover = min_float(sum->area / tall, 1.0f), block = min_float(1.0f, sharp * cover);
  const float high = clamp_float(0.5f * (here + on), sum->low, sum->high) - sum->low;
  const float head = clamp_float(max_float(here, sum->low) - max_float(on, sum->low), -2.0f * tall, 2.0f * tall);
  const float f = w->tuning.density * w->tuning.gravity * w->cell * block * high * head;
  const float x = ((float)sum->i + (side == FACE_EAST ? 1.0f : 0.5f)) * w->cell - body->position[0];
  const float z = ((float)sum->k + (side == FACE_SOUTH ? 1.0f : 0.5f)) * w->cell - body->position[2];
  load_along(load->pressure, side, x, sum->low + 0.5f * high - body->position[1], z, f);
  load->shell[side] += (double)(w->tuning.density * (block - cover) * high * w->cell * w->cell);
}

void subgrid_load_of(const WeirWater *w, const WeirBody *body, const SubMove *move, SubLoad *load) {
  const SubSums *const sums = move->sums;
  const LoadStep step = {.area = w->cell * w->cell, .density = w->tuning.density, .gravity = w->tuning.gravity, .sink = -body->velocity[1],
                         .linear = body->drag_linear, .square = body->drag_square, .height = body->position[1]};
  LoadIn in = {.count = 0};
  LoadOut out;
  *load = (SubLoad){.submerged = 0};
  for (int first = 0; first < sums->slab_count; first += LOAD_LANES) {
    const int left = sums->slab_count - first, count = left < LOAD_LANES ? left : LOAD_LANES;
    slabs_read(w, body, sums->slabs + first, count, &in);
    subgrid_rows()->load(&step, &in, &out);
    slabs_sum(w, &in, &out, count, load);
  }
  for (int n = 0; n < sums->face_count; n++) face_load(w, body, &sums->faces[n], move->sharp, load);
}

static void bytes_fetch(const void *from, size_t bytes) {
  for (size_t n = 0; n < bytes; n += 64) __builtin_prefetch((const char *)from + n);
}

/* The water's sweep has driven them out of the caches. */
void subgrid_load_fetch(const SubMove *move) {
  bytes_fetch(move->sums->slabs, sizeof(BodySlab) * (size_t)move->sums->slab_count);
  bytes_fetch(move->sums->faces, sizeof(BodyFace) * (size_t)move->sums->face_count);
}
