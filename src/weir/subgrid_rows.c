/* Compiled once for every vector width; all give the same bits. */
#include "weir/subgrid_rows.h"

#include <math.h>

#include "base/simd.h"
#include "weir/subgrid_state.h"
#include "weir/tuned.h"

extern const SubgridRows WIDTH(subgrid_rows);

static inline float larger(float a, float b) {
  return a > b ? a : b;
}

static inline float lesser(float a, float b) {
  return a < b ? a : b;
}

/* How much higher the water stands here than there, of what reaches above y. */
static inline float above(float here, float there, float y) {
  return larger(here, y) - larger(there, y);
}

/* What goes out through a face to the west or north is what comes in to its cell: `sign` is -1. */
static void face_gather(const SubFace *faces, ShadeFace *f, float sign, float *restrict growth) {
  const float *const at = &faces->share;
  enum { EACH = sizeof(SubFace) / sizeof(float) };
#define PART(name) (offsetof(SubFace, name) / sizeof(float))
#pragma omp simd
  for (int n = 0; n < SHADE_GROUP; n++) {
    const int from = EACH * f->number[n];
    const float under = at[from + (int)PART(under)], within = at[from + (int)PART(within)], over = at[from + (int)PART(over)];
    const float open = under + within + over, pull = at[from + (int)PART(pull)];
    f->under[n] = under;
    f->within[n] = within;
    f->over[n] = over;
    f->bed[n] = at[from + (int)PART(bed)];
    f->low[n] = at[from + (int)PART(low)];
    f->high[n] = at[from + (int)PART(high)];
    f->pull[n] = pull;
    f->base[n] = sign * at[from + (int)PART(base)];
    f->open[n] = open;
    f->most[n] = at[from + (int)PART(most)];
    f->rough[n] = at[from + (int)PART(rough)];
    f->with[n] = sign * at[from + (int)PART(with)];
    growth[n] += pull * open * open;
  }
#undef PART
}

static void slab_take(const ShadeGroup *g, int slab, const float *restrict h, float *restrict taken, float *restrict cover);

static void gather(const ShadeStep *step, const SubFace *faces, const float *heads, ShadeGroup *g) {
  float h[SHADE_GROUP], taken[SHADE_GROUP] = {0}, cover[SHADE_GROUP] = {0};
  for (int n = 0; n < SHADE_GROUP; n++) {
    h[n] = heads[g->cell[n]];
    g->growth[n] = 0.0f;
  }
  for (int face = 0; face < SHADE_FACES; face++) face_gather(faces, &g->face[face], face < FACES ? 1.0f : -1.0f, g->growth);
  for (int slab = 0; slab < g->slabs; slab++) slab_take(g, slab, h, taken, cover);
#pragma omp simd
  for (int n = 0; n < SHADE_GROUP; n++) {
    /* the best over-relaxation by what the cell itself gives (Botta and Ellenbroek 1985): the stiffer, the more */
    const float growth = step->pace * g->growth[n], share = growth / (larger(1.0f - step->less * cover[n], step->least) + growth);
    g->relax[n] = 2.0f / (1.0f + sqrtf(larger(1.0f - share * share, 0.0f)));
  }
}

static void face_flow(const ShadeStep *step, const ShadeFace *f, const float *restrict h, const float *restrict on, float *restrict out) {
  const float still = step->still, creep = step->creep;
#pragma omp simd
  for (int n = 0; n < SHADE_GROUP; n++) {
    const float push = f->under[n] * above(h[n], on[n], f->bed[n]) + f->within[n] * above(h[n], on[n], f->low[n]) +
                       f->over[n] * above(h[n], on[n], f->high[n]);
    const float least = still * f->rough[n] * f->open[n], head = push - lesser(larger(push, -least), least);
    const float u = f->pull[n] * head + f->base[n];
    const float speed = fabsf(u) > creep ? lesser(larger(u, -f->most[n]), f->most[n]) : 0.0f;
    out[n] += speed * f->open[n] + f->with[n];
  }
}

/* What slabs take of the water below h, and of the storage there. */
static void slab_take(const ShadeGroup *g, int slab, const float *restrict h, float *restrict taken, float *restrict cover) {
  const float *const low = g->low[slab], *const high = g->high[slab], *const share = g->cover[slab];
#pragma omp simd
  for (int n = 0; n < SHADE_GROUP; n++) {
    taken[n] += share[n] * (lesser(larger(h[n], low[n]), high[n]) - low[n]);
    cover[n] += ((h[n] >= low[n]) & (h[n] < high[n])) ? share[n] : 0.0f;
  }
}

/* A step ends where a slab does: there the storage changes. */
static void slab_stop(const ShadeGroup *g, int slab, const float *restrict h, float *restrict to) {
  const float *const low = g->low[slab], *const high = g->high[slab], *const share = g->cover[slab];
#pragma omp simd
  for (int n = 0; n < SHADE_GROUP; n++) {
    for (int end = 0; end < 2; end++) {
      const float at = end ? high[n] : low[n], below = at - 1e-6f * fabsf(at);
      to[n] = ((share[n] > 0.0f) & (at > h[n]) & (at < to[n])) ? at : to[n];
      to[n] = ((share[n] > 0.0f) & (at < h[n]) & (at > to[n])) ? below : to[n];
    }
  }
}

static float relax(const ShadeStep *step, const ShadeGroup *g, float *heads) {
  float h[SHADE_GROUP], on[SHADE_GROUP], to[SHADE_GROUP], out[SHADE_GROUP] = {0}, taken[SHADE_GROUP] = {0}, cover[SHADE_GROUP] = {0};
  const float pace = step->pace, less = step->less, least = step->least, slack = step->slack;
  for (int n = 0; n < SHADE_GROUP; n++) h[n] = heads[g->cell[n]];
  for (int face = 0; face < SHADE_FACES; face++) {
    for (int n = 0; n < SHADE_GROUP; n++) on[n] = heads[g->face[face].link[n]];
    face_flow(step, &g->face[face], h, on, out);
  }
  for (int slab = 0; slab < g->slabs; slab++) slab_take(g, slab, h, taken, cover);
#pragma omp simd
  for (int n = 0; n < SHADE_GROUP; n++) {
    const float storage = larger(1.0f - less * cover[n], least);
    const float miss = (h[n] - g->bed[n]) - less * taken[n] + pace * out[n] - g->water[n];
    const float moves = fabsf(miss) > slack ? g->relax[n] * miss : 0.0f;
    to[n] = h[n] - moves / (storage + pace * g->growth[n]);
  }
  for (int slab = 0; slab < g->slabs; slab++) slab_stop(g, slab, h, to);
  float most = 0.0f;
  for (int n = 0; n < g->count; n++) {
    const float head = larger(to[n], g->bed[n]);
    most = larger(most, fabsf(head - h[n]));
    heads[g->cell[n]] = head;
  }
  return most;
}

static void load(const LoadStep *step, const LoadIn *restrict in, LoadOut *restrict out) {
  const float area = step->area, density = step->density, weight = density * step->gravity, y = step->sink, height = step->height;
  const float spread = area / 6.0f; /* m^2 that linear weights add to a sample's own square, in the mean */
#pragma omp simd
  for (int n = 0; n < in->count; n++) {
    const float h = in->h[n], x = in->u[n], z = in->v[n], top = h < in->high[n] ? h : in->high[n];
    const float under = top > in->low[n] ? top - in->low[n] : 0.0f, volume = area * in->cover[n] * under;
    const float lever = in->low[n] + 0.5f * under - height, up = weight * (volume - area * in->deck[n]);
    const float slip = sqrtf(x * x + y * y + z * z), f = density * volume * (step->linear + step->square * slip);
    const float level = sqrtf(x * x + z * z), wetted = under > 0.0f ? area * in->wet[n] : 0.0f;
    const float lift = level > 0.0f ? 0.5f * density * PLANING_LIFT * wetted * slip : 0.0f;
    const float back = level > 0.0f ? -lift * y / level : 0.0f;
    const float to_x = f * x + back * x, to_y = f * y + lift * level, to_z = f * z + back * z;
    out->volume[n] = volume;
    out->up[n] = up;
    out->up_x[n] = in->z[n] * up;
    out->up_z[n] = in->x[n] * up;
    out->x[n] = to_x;
    out->y[n] = to_y;
    out->z[n] = to_z;
    out->turn_x[n] = lever * to_z - in->z[n] * to_y;
    out->turn_y[n] = in->z[n] * to_x - in->x[n] * to_z;
    out->turn_z[n] = in->x[n] * to_y - lever * to_x;
    out->slip[n] = under > 0.0f ? slip : 0.0f;
    out->stiff[n] = ((under > 0.0f) & (h < in->high[n])) ? weight * area * in->cover[n] * in->slot[n] : 0.0f;
    out->roll_x[n] = larger(in->z[n] * in->z[n] - spread, 0.1f * in->z[n] * in->z[n]);
    out->roll_z[n] = larger(in->x[n] * in->x[n] - spread, 0.1f * in->x[n] * in->x[n]);
  }
}

const SubgridRows WIDTH(subgrid_rows) = {gather, relax, load};
