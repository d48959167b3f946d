/* Kernels of cut cells and bodies: gathering and relaxing groups of heads, settling volumes, loads on bodies. Compiled once for every
 * vector width; all give the same bits. */
#include "weir/bodies/cut_rows.h"

#include <math.h>

#include "base/simd.h"
#include "weir/bodies/tuned.h"

/* Finds the faces of a group's cells. A side of the grid lets nothing through: a cell there is its own neighbour. */
static void face_find(const CutFaces *faces, const int32_t *restrict link, const int32_t *restrict cell, int face, HeadFace *f) {
  const int stride = faces->stride, none = HEAD_FACES / 2 * stride, first = face % (HEAD_FACES / 2) * stride;
  const bool own = face < HEAD_FACES / 2;
#pragma omp simd
  for (int n = 0; n < HEAD_GROUP; n++) {
    const int here = cell[n], to = link[here], at = first + (own ? here : to);
    f->link[n] = to;
    f->number[n] = to != here ? at : none;
  }
}

/* Reads the faces' numbers. The flow out through a face to the west or north is the flow into the cell that the face belongs to: `sign`
 * is -1. */
static void face_gather(const HeadStep *step, const CutFaces *faces, HeadFace *f, float sign, float *restrict growth) {
  const float head_dead_band = step->flow.head_dead_band;
#pragma omp simd
  for (int n = 0; n < HEAD_GROUP; n++) {
    const int from = f->number[n];
    const float open = faces->open[from], gain = faces->gain[from];
    f->under[n] = faces->under[from];
    f->within[n] = faces->within[from];
    f->over[n] = faces->over[from];
    f->bed[n] = faces->bed[from];
    f->low[n] = faces->low[from];
    f->high[n] = faces->high[from];
    f->gain[n] = gain;
    f->base[n] = sign * faces->base[from];
    f->open[n] = open;
    f->speed_cap[n] = faces->speed_cap[from];
    f->dead_band[n] = head_dead_band * dead_band_factor(faces->speed[from]) * open;
    f->body_flow[n] = sign * faces->body_flow[from];
    growth[n] += gain * open * open;
  }
}

/* Adds what an interval takes of the water below h, and of the storage there. */
static void interval_subtract(const HeadGroup *g, int interval, const float *restrict h, float *restrict solid, float *restrict cover) {
  const float *const low = g->low[interval], *const high = g->high[interval], *const share = g->cover[interval];
#pragma omp simd
  for (int n = 0; n < HEAD_GROUP; n++) {
    solid[n] += share[n] * (min_float(max_float(h[n], low[n]), high[n]) - low[n]);
    cover[n] += ((h[n] >= low[n]) & (h[n] < high[n])) ? share[n] : 0.0f;
  }
}

static void gather(const HeadStep *step, const CutHeads *heads, const CutFaces *faces, const float *water, HeadGroup *g) {
  float h[HEAD_GROUP], solid[HEAD_GROUP] = {0}, cover[HEAD_GROUP] = {0};
  for (int n = 0; n < HEAD_GROUP; n++) {
    h[n] = heads->heads[g->cell[n]];
    g->bed[n] = heads->bed[g->cell[n]];
    g->water[n] = water[g->cell[n]];
    g->growth[n] = 0.0f;
  }
  for (int face = 0; face < HEAD_FACES; face++) face_find(faces, heads->link[face], g->cell, face, &g->face[face]);
  for (int face = 0; face < HEAD_FACES; face++) face_gather(step, faces, &g->face[face], face < HEAD_FACES / 2 ? 1.0f : -1.0f, g->growth);
  for (int interval = 0; interval < g->intervals; interval++) interval_subtract(g, interval, h, solid, cover);
#pragma omp simd
  for (int n = 0; n < HEAD_GROUP; n++) {
    /* the best over-relaxation by the cell's own share of the matrix row (Botta and Ellenbroek 1985): the stiffer, the more */
    const float growth = step->flow.dt_over_dx * g->growth[n],
                share = growth / (max_float(1.0f - SOLID_FRACTION * cover[n], STORAGE_MIN) + growth);
    g->relax[n] = 2.0f / (1.0f + sqrtf(max_float(1.0f - share * share, 0.0f)));
  }
}

static void face_flow(const HeadStep *step, const HeadFace *f, const float *restrict h, const float *restrict on, float *restrict out) {
  const float dead_band = step->velocity_dead_band;
#pragma omp simd
  for (int n = 0; n < HEAD_GROUP; n++) {
    const float head = weighted_heads(f->under[n], f->within[n], f->over[n], above(h[n], on[n], f->bed[n]), above(h[n], on[n], f->low[n]),
                                      above(h[n], on[n], f->high[n]));
    out[n] += face_speed(head, f->dead_band[n], f->gain[n], f->base[n], f->speed_cap[n], dead_band) * f->open[n] + f->body_flow[n];
  }
}

/* Stops a Newton's step at the end of an interval, where the storage changes. */
static void interval_stop(const HeadGroup *g, int interval, const float *restrict h, float *restrict to) {
  const float *const low = g->low[interval], *const high = g->high[interval], *const share = g->cover[interval];
#pragma omp simd
  for (int n = 0; n < HEAD_GROUP; n++) {
    for (int end = 0; end < 2; end++) {
      const float at = end ? high[n] : low[n], below = at - 1e-6f * fabsf(at);
      to[n] = ((share[n] > 0.0f) & (at > h[n]) & (at < to[n])) ? at : to[n];
      to[n] = ((share[n] > 0.0f) & (at < h[n]) & (at > to[n])) ? below : to[n];
    }
  }
}

static float relax(const HeadStep *step, const HeadGroup *g, float *heads) {
  float h[HEAD_GROUP], on[HEAD_GROUP], to[HEAD_GROUP], out[HEAD_GROUP] = {0}, solid[HEAD_GROUP] = {0}, cover[HEAD_GROUP] = {0};
  const float dt_over_dx = step->flow.dt_over_dx, slack = step->slack;
  for (int n = 0; n < HEAD_GROUP; n++) h[n] = heads[g->cell[n]];
  for (int face = 0; face < HEAD_FACES; face++) {
    for (int n = 0; n < HEAD_GROUP; n++) on[n] = heads[g->face[face].link[n]];
    face_flow(step, &g->face[face], h, on, out);
  }
  for (int interval = 0; interval < g->intervals; interval++) interval_subtract(g, interval, h, solid, cover);
#pragma omp simd
  for (int n = 0; n < HEAD_GROUP; n++) {
    const float storage = max_float(1.0f - SOLID_FRACTION * cover[n], STORAGE_MIN);
    const float residual = (h[n] - g->bed[n]) - SOLID_FRACTION * solid[n] + dt_over_dx * out[n] - g->water[n];
    const float correction = fabsf(residual) > slack ? g->relax[n] * residual : 0.0f;
    to[n] = h[n] - correction / (storage + dt_over_dx * g->growth[n]);
  }
  for (int interval = 0; interval < g->intervals; interval++) interval_stop(g, interval, h, to);
  float farthest = 0.0f;
  for (int n = 0; n < g->count; n++) {
    const float head = max_float(to[n], g->bed[n]);
    farthest = max_float(farthest, fabsf(head - h[n]));
    heads[g->cell[n]] = head;
  }
  return farthest;
}

static void settle(const HeadStep *step, const CutFaces *faces, const HeadGroup *g, const float *depth, const CutNext *next) {
  const float *const flow = faces->flow, dt_over_dx = step->flow.dt_over_dx;
  float water[HEAD_GROUP], limit[HEAD_GROUP], head[HEAD_GROUP];
#pragma omp simd
  for (int n = 0; n < HEAD_GROUP; n++) {
    const float east = flow[g->face[0].number[n]], south = flow[g->face[1].number[n]];
    const float west = flow[g->face[2].number[n]], north = flow[g->face[3].number[n]];
    const float out = dt_over_dx * (max_float(east, 0.0f) - min_float(west, 0.0f) + max_float(south, 0.0f) - min_float(north, 0.0f));
    const float have = 0.999999f * min_float(g->water[n], depth[g->cell[n]]); /* the head, rounded, may be lower than its water */
    limit[n] = cell_limit(out, have, have);
    water[n] = water_left(g->water[n], out, dt_over_dx * ((east - west) + (south - north)), step->flow.dither);
  }
  heads_from_water(HEAD_GROUP, g->intervals, g->low[0], g->high[0], g->cover[0], g->bed, water, head);
  for (int n = 0; n < g->count; n++) {
    const int cell = g->cell[n];
    next->limit[cell] = limit[n];
    next->water[cell] = water[n];
    next->depth[cell] = head[n] - g->bed[n];
  }
}

static void load(const LoadStep *step, const LoadIn *restrict in, LoadOut *restrict out) {
  const float area = step->area, density = step->density, weight = density * step->gravity, y = step->sink, height = step->height;
  const float spread = area / 6.0f; /* m^2 that linear weights add to a sample's squared lever, in the mean */
#pragma omp simd
  for (int n = 0; n < in->count; n++) {
    const float h = in->h[n], x = in->u[n], z = in->v[n], top = h < in->high[n] ? h : in->high[n];
    const float under = top > in->low[n] ? top - in->low[n] : 0.0f, volume = area * in->cover[n] * under;
    const float lever = in->low[n] + 0.5f * under - height, up = weight * (volume - area * in->deck[n]);
    const float slip = sqrtf(x * x + y * y + z * z), f = density * volume * (step->linear + step->square * slip);
    const float level = sqrtf(x * x + z * z), wetted = under > 0.0f ? area * in->wet[n] : 0.0f;
    const float lift = 0.5f * density * PLANING_LIFT * wetted * level, back = -0.5f * density * PLANING_LIFT * wetted * y;
    const float to_x = f * x + back * x, to_y = f * y + lift * level, to_z = f * z + back * z;
    out->volume[n] = volume;
    out->up[n] = up;
    out->up_x[n] = in->z[n] * up;
    out->up_z[n] = in->x[n] * up;
    out->drag[0][n] = to_x;
    out->drag[1][n] = to_y;
    out->drag[2][n] = to_z;
    out->drag[TORQUE][n] = lever * to_z - in->z[n] * to_y;
    out->drag[TORQUE + 1][n] = in->z[n] * to_x - in->x[n] * to_z;
    out->drag[TORQUE + 2][n] = in->x[n] * to_y - lever * to_x;
    out->slip[n] = under > 0.0f ? slip : 0.0f;
    out->stiff[n] = ((under > 0.0f) & (h < in->high[n])) ? weight * area * in->cover[n] * in->slot[n] : 0.0f;
    out->roll_x[n] = max_float(in->z[n] * in->z[n] - spread, 0.1f * in->z[n] * in->z[n]);
    out->roll_z[n] = max_float(in->x[n] * in->x[n] - spread, 0.1f * in->x[n] * in->x[n]);
  }
}

static void press(const LoadStep *step, int side, const PressIn *restrict in, PressOut *restrict out) {
  const float weight = step->density * step->gravity * step->cell, mass = step->density * step->cell * step->cell;
  const float blocking_factor = step->blocking_factor, height = step->height;
  const float *const across = side == 0 ? in->z : in->x;
#pragma omp simd
  for (int n = 0; n < in->count; n++) {
    const float here = in->here[n], on = in->on[n], low = in->low[n], tall = in->high[n] - low;
    const float cover = min_float(in->area[n] / tall, 1.0f), block = min_float(1.0f, blocking_factor * cover);
    const float wet = clamp_float(0.5f * (here + on), low, in->high[n]) - low,
                head = clamp_float(above(here, on, low), -2.0f * tall, 2.0f * tall);
    const float f = weight * block * wet * head;
    out->along[n] = f;
    out->yaw[n] = across[n] * f;
    out->tilt[n] = (low + 0.5f * wet - height) * f;
    out->edge_mass[n] = mass * (block - cover) * wet;
  }
}

const CutCellRows WIDTH(cut_cell_rows) = {gather, relax, settle, load, press};
