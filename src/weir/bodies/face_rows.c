/* Kernels of faces that bodies reach: what is open under, within and over them, how bodies, bed and edges slow the water, and the flow
 * once heads are known. Formulas: "faces" in bodies/bodies.h. Compiled once for every vector width; all give the same bits. */
#include "weir/bodies/cut_rows.h"

#include "base/maths.h"
#include "base/simd.h"

#define CONTRACTION 0.61f /* of a jet under a sharp edge (Kirchhoff's slot: pi/(pi + 2)) */
#define OPEN_MIN 1e-6f    /* m */

enum { LANES = HEAD_GROUP };

static void finish(CutFaces *f, int side, int first, int last) {
  const int at = side * f->stride;
  float *const share = f->share + at, *const speed = f->speed + at, *const block = f->blocked + at;
  const float *const low = f->low + at, *const high = f->high + at;
#pragma omp simd
  for (int n = first; n < last; n++) {
    const bool any = share[n] > 0.0f;
    const float all = any ? share[n] : 1.0f, tall = any ? high[n] - low[n] : 1.0f;
    speed[n] /= all;
    share[n] /= tall;
    block[n] = min_float(1.0f, block[n] / tall);
  }
}

/* Computes the openings of faces, and the velocity there: what has newly opened was full of water that moved with the body. */
static void open(const CutHeads *heads, CutFaces *f, int side, int first, int last) {
  const int at = side * f->stride;
  const int32_t *const ahead = heads->link[side];
  const float *const share = f->share + at, *const low = f->low + at, *const high = f->high + at, *const block = f->blocked + at;
  const float *const speed_before = f->speed_before + at, *const speed = f->speed + at;
  float *const before = f->blocked_before + at, *const clear = f->clear + at, *const u = f->u + at;
  float *const bed = f->bed + at, *const under = f->under + at, *const within = f->within + at, *const over = f->over + at;
#pragma omp simd
  for (int n = first; n < last; n++) {
    const int on = ahead[n];
    const float floor = max_float(heads->bed[n], heads->bed[on]), top = max_float(max_float(heads->surface[n], heads->surface[on]), floor);
    const bool covered = share[n] > 0.0f;
    const float below = covered ? max_float(min_float(top, low[n]) - floor, 0.0f) : top - floor;
    const float beside = covered ? clamp_float(top, low[n], high[n]) - low[n] : 0.0f,
                above_bodies = covered ? max_float(top - high[n], 0.0f) : 0.0f;
    const float opening = below + (1.0f - block[n]) * beside + above_bodies, was = below + (1.0f - before[n]) * beside + above_bodies;
    const float blended = (speed_before[n] * was + (before[n] - block[n]) * beside * speed[n]) / max_float(opening, OPEN_MIN);
    u[n] = ((block[n] < before[n]) & (opening > OPEN_MIN)) ? blended : speed_before[n];
    before[n] = block[n];
    bed[n] = floor;
    under[n] = below;
    within[n] = beside;
    over[n] = above_bodies;
    clear[n] = opening;
  }
}

/* The share of an opening to which a jet under its edge contracts, by the share that the opening is of the depth upstream (Weisbach). */
static inline float contraction(float share) {
  return CONTRACTION + (1.0f - CONTRACTION) * share * share * share;
}

/* m^2/s, at most, that energy E above a sill drives over it or through an opening on it from a depth: q = d*sqrt(2g(E - d)), d being the
 * depth of the jet or the critical one, 2/3*E (a broad-crested weir: q = sqrt(g)*(2/3*E)^1.5). */
static inline float energy_flow(float gravity, float energy, float opening, float depth) {
  const float jet = contraction(min_float(opening / max_float(depth, OPEN_MIN), 1.0f)) * opening,
              d = min_float(jet, energy * (2.0f / 3.0f));
  const float q = d * sqrtf(2.0f * gravity * (energy - d));
  return opening > 0.0f ? q : 0.0f;
}

/* Returns true if water goes faster than a tenth of the critical speed; losses and bounds are left out for slower water. */
static inline bool is_fast(float gravity, float deep, float u) {
  return u * u > 0.01f * gravity * deep;
}

/* Bounds the speed: past bodies that close a face, water goes over and under them no faster than its energy drives it. */
static void faces_bound(const HeadStep *p, const CutHeads *heads, CutFaces *f, int side, int first, int last) {
  const int at = side * f->stride;
  const int32_t *const neighbours_ahead = heads->link[side], *const neighbours_behind = heads->link[side + 2];
  const float *const clear = f->clear + at, *const speed_before = f->speed_before + at, *const u = f->u + at,
                     *const block = f->blocked + at;
  const float *const under = f->under + at, *const within = f->within + at, *const over = f->over + at, *const speed = f->speed + at;
  const float *const share = f->share + at, *const surface = heads->surface, gravity = p->gravity, speed_cap = p->flow.speed_cap;
  float *const cap = f->speed_cap + at;
  int any = 0;
  for (int n = first; n < last; n++) {
    cap[n] = speed_cap;
    any |= (share[n] > 0.0f) & is_fast(gravity, clear[n], u[n]);
  }
  if (!any) return;
#pragma omp simd
  for (int n = first; n < last; n++) {
    const int back = neighbours_behind[n], on = neighbours_ahead[n];
    const float speed_behind = speed_before[back], speed_ahead = speed_before[on],
                upstream = surface[n] > surface[on] ? speed_behind : speed_ahead, head = 0.5f * upstream * upstream / gravity;
    const float deep = under[n] + within[n] + over[n], free = (1.0f - block[n]) * speed_cap;
    const float above_bodies = block[n] * energy_flow(gravity, over[n] + head, over[n], over[n]) + free * over[n];
    const float below = block[n] * energy_flow(gravity, deep + head, under[n], deep) + free * under[n];
    const float gaps = (1.0f - block[n]) * within[n],
                bound = fabsf(speed[n]) + (above_bodies + below + gaps * speed_cap) / max_float(clear[n], OPEN_MIN);
    cap[n] = ((share[n] > 0.0f) & is_fast(gravity, clear[n], u[n])) ? min_float(speed_cap, bound) : speed_cap;
  }
}

/* Roughness of the bed under what is open, times dt (Manning's law asks for a root that has no vector form). */
static void beds_rough(const HeadStep *p, const float *clear, int first, int last, float *rough) {
  for (int n = 0; n < LANES; n++) rough[n] = p->flow.dt_roughness;
  for (int n = first; p->flow.dt_gravity_manning2 > 0.0f && n < last; n++)
    rough[n - first] += p->flow.dt_gravity_manning2 / maths_cbrtf(max_float(clear[n], OPEN_MIN));
}

/* Computes how bodies, bed and air slow the flow. Where water leaves a narrow opening for a wide one it loses the head by which its jet was
 * faster (Borda and Carnot: a loss in u^2/2g). */
static void faces_prepare(const HeadStep *p, const CutHeads *heads, CutFaces *f, int side, int first, int last) {
  const int at = side * f->stride;
  const int32_t *const neighbours_ahead = heads->link[side], *const neighbours_behind = heads->link[side + 2];
  const float *const clear = f->clear + at, *const speed_now = f->u + at, *const block = f->blocked + at, *const carried = f->carried + at;
  const float *const speed = f->speed + at, *const share = f->share + at;
  float *const under = f->under + at, *const within = f->within + at, *const over = f->over + at, *const open = f->open + at;
  float *const gain = f->gain + at, *const base = f->base + at, *const body_flow = f->body_flow + at;
  const float *const bed = f->bed + at, *const surface = heads->surface;
  const float gravity = p->gravity, viscous = p->flow.dt_viscosity3, film = max_float(OPEN_MIN, p->flow.film_depth), dt = p->dt,
              gravity_dt_over_dx = p->flow.gravity_dt_over_dx, friction_factor = p->flow.friction_factor;
  const float half_dt_over_dx = 0.5f * p->flow.dt_over_dx, deep_enough = 0.1f * p->cell;
  float rough[LANES];
  beds_rough(p, clear, first, last, rough);
#pragma omp simd
  for (int n = first; n < last; n++) {
    const bool covered = share[n] > 0.0f, closed = clear[n] < film;
    const float u = speed_now[n], deep = max_float(clear[n], OPEN_MIN), per = 1.0f / deep, beside = (1.0f - block[n]) * within[n];
    const float friction_share = bed_friction_share(rough[n - first], u, viscous, per);
    const float slip = u - speed[n], below = (under[n] + beside) * per, gap = GAP_NARROW * per,
                rate = BODY_FRICTION + GAP_FRICTION * gap * gap;
    const float wide_ahead = clear[neighbours_ahead[n]], wide_behind = clear[neighbours_behind[n]],
                wide = slip > 0.0f ? wide_ahead : wide_behind;
    const float part = min_float(deep / max_float(wide, OPEN_MIN), 1.0f);
    const float faster = 1.0f / contraction(part) - part;
    const float loss = ((block[n] > 0.0f) & is_fast(gravity, deep, slip)) ? below * faster * faster : 0.0f;
    const float held = (1.0f + rate * dt * block[n] * below) * (1.0f + half_dt_over_dx * loss * fabsf(slip)),
                drag_share = covered ? 1.0f / held : 1.0f;
    const float head = above(surface[n], surface[neighbours_ahead[n]], bed[n]);
    const float seeps = SEEPAGE * block[n] * head * min_float(1.0f, within[n] / deep_enough);
    body_flow[n] = (block[n] - SOLID_FRACTION * share[n]) * within[n] * speed[n] +
                   (((block[n] > 0.5f) & (fabsf(head) > SEEPAGE_HEAD_MIN)) ? seeps : 0.0f);
    gain[n] = closed ? 0.0f : gravity_dt_over_dx * friction_share * drag_share * per;
    base[n] =
        closed ? speed[n] : friction_share * (drag_share * friction_factor * u - drag_share * carried[n] + (1.0f - drag_share) * speed[n]);
    under[n] = closed ? 0.0f : under[n];
    within[n] = closed ? 0.0f : beside;
    over[n] = closed ? 0.0f : over[n];
    open[n] = closed ? 0.0f : clear[n];
  }
}

static void prepare(const HeadStep *p, const CutHeads *heads, CutFaces *f, int side, int first, int last) {
  for (int n = first; n < last; n += LANES) {
    const int end = n + LANES < last ? n + LANES : last;
    faces_bound(p, heads, f, side, n, end);
    faces_prepare(p, heads, f, side, n, end);
  }
}

static void flow(const HeadStep *p, const CutHeads *heads, CutFaces *f, int side, int first, int last) {
  const int at = side * f->stride;
  const int32_t *const ahead = heads->link[side];
  const float *const h = heads->heads, *const open = f->open + at, *const bed = f->bed + at, *const low = f->low + at,
                     *const high = f->high + at;
  const float *const under = f->under + at, *const within = f->within + at, *const over = f->over + at,
                     *const body_flow = f->body_flow + at;
  const float *const gain = f->gain + at, *const base = f->base + at, *const cap = f->speed_cap + at, *const body = f->speed + at;
  const float head_dead_band = p->flow.head_dead_band, velocity_dead_band = p->velocity_dead_band;
  float *const next = f->next + at, *const to = f->flow + at;
#pragma omp simd
  for (int n = first; n < last; n++) {
    const float here = h[n], on = h[ahead[n]];
    const float head =
        weighted_heads(under[n], within[n], over[n], above(here, on, bed[n]), above(here, on, low[n]), above(here, on, high[n]));
    const float speed =
        face_speed(head, head_dead_band * dead_band_factor(body[n]) * open[n], gain[n], base[n], cap[n], velocity_dead_band);
    next[n] = speed;
    to[n] = speed * open[n] + body_flow[n];
  }
}

const CutFaceRows WIDTH(cut_face_rows) = {finish, open, prepare, flow};
