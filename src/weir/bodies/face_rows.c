/* What a face that bodies reach does whatever the heads are: what of it is open under them, within and above, how that slows the water
 * that goes through, and what goes with the bodies. Compiled once for every vector width; all give the same bits. */
#include "weir/bodies/cut_rows.h"

#include "base/maths.h"
#include "base/simd.h"
#include "weir/bodies/lane_formulas.h"

#define BODY_FRICTION 0.02f /* 1/s, k_f: of water in what a body blocks; 0 leaves waves in the slot undamped */
#define NARROW 0.05f        /* m: in gaps as wide, water is held back as in rubble ... */
#define NARROW_FRICTION 5.0f /* 1/s: ... at this rate, and by the gap's square: without it heaps of crates slosh within for ever */
#define CONTRACTION 0.61f    /* of a jet under a sharp edge (Kirchhoff's slot: pi/(pi + 2)) */
#define SEEPAGE 0.02f       /* m/s, k_s: through what is shut; without it a crate on the bed lifts too late */
#define SEEPAGE_LEAST 1e-5f /* m of head that seeps: less would keep bodies at rest awake */
#define OPEN_LEAST 1e-6f    /* m */

extern const CutFaceRows WIDTH(cut_face_rows);

enum { LANES = HEAD_GROUP };

typedef struct Sides { /* records beside those whose faces these are: ahead of and behind a face's own cell in its line */
  const int32_t *ahead, *behind;
} Sides;

static Sides sides_of(const CutHeads *heads, int side) {
  return (Sides){heads->link[side], heads->link[side + 2]};
}

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

/* What opens was full of what the body carried. */
static void open(const CutHeads *heads, CutFaces *f, int side, int first, int last) {
  const int at = side * f->stride;
  const int32_t *const ahead = sides_of(heads, side).ahead;
  const float *const share = f->share + at, *const low = f->low + at, *const high = f->high + at, *const block = f->blocked + at;
  const float *const found = f->found + at, *const speed = f->speed + at;
  float *const before = f->blocked_before + at, *const clear = f->clear + at, *const u = f->u + at;
  float *const bed = f->bed + at, *const under = f->under + at, *const within = f->within + at, *const over = f->over + at;
#pragma omp simd
  for (int n = first; n < last; n++) {
    const int on = ahead[n];
    const float floor = max_float(heads->bed[n], heads->bed[on]), top = max_float(max_float(heads->surface[n], heads->surface[on]), floor);
    const bool shaded = share[n] > 0.0f;
    const float below = shaded ? max_float(min_float(top, low[n]) - floor, 0.0f) : top - floor;
    const float beside = shaded ? clamp_float(top, low[n], high[n]) - low[n] : 0.0f, above_all = shaded ? max_float(top - high[n], 0.0f) : 0.0f;
    const float opening = below + (1.0f - block[n]) * beside + above_all, was = below + (1.0f - before[n]) * beside + above_all;
    const float mixed = (found[n] * was + (before[n] - block[n]) * beside * speed[n]) / max_float(opening, OPEN_LEAST);
    u[n] = ((block[n] < before[n]) & (opening > OPEN_LEAST)) ? mixed : found[n];
    before[n] = block[n];
    bed[n] = floor;
    under[n] = below;
    within[n] = beside;
    over[n] = above_all;
    clear[n] = opening;
  }
}

/* A jet under an edge contracts to this share of the opening, itself a share of what is upstream (Weisbach). */
static inline float contraction(float share) {
  return CONTRACTION + (1.0f - CONTRACTION) * share * share * share;
}

/* m^2/s: what energy E above a sill drives over it, or through an opening on it from a depth, at most: q = d*sqrt(2g(E - d)), d being
 * the depth of the jet or the critical one, 2/3*E (a broad-crested weir: q = sqrt(g)*(2/3*E)^1.5). */
static inline float driven(float gravity, float energy, float opening, float depth) {
  const float jet = contraction(min_float(opening / max_float(depth, OPEN_LEAST), 1.0f)) * opening, d = min_float(jet, energy * (2.0f / 3.0f));
  const float q = d * sqrtf(2.0f * gravity * (energy - d));
  return opening > 0.0f ? q : 0.0f;
}

/* Whether water goes at a tenth of the critical speed: what is slower is far from all that holds it back. */
static inline bool brisk(float gravity, float deep, float u) {
  return u * u > 0.01f * gravity * deep;
}

/* What bodies shut off, water passes above and below no faster than its energy drives it. */
static void faces_bound(const HeadStep *p, const CutHeads *heads, CutFaces *f, int side, int first, int last) {
  const int at = side * f->stride;
  const Sides sides = sides_of(heads, side);
  const float *const clear = f->clear + at, *const found = f->found + at, *const u = f->u + at, *const block = f->blocked + at;
  const float *const under = f->under + at, *const within = f->within + at, *const over = f->over + at, *const speed = f->speed + at;
  const float *const share = f->share + at, *const surface = heads->surface, gravity = p->gravity, all = p->speed_cap;
  float *const most = f->speed_cap + at;
  int any = 0;
  for (int n = first; n < last; n++) {
    most[n] = all;
    any |= (share[n] > 0.0f) & brisk(gravity, clear[n], u[n]);
  }
  if (!any) return;
#pragma omp simd
  for (int n = first; n < last; n++) {
    const int back = sides.behind[n], on = sides.ahead[n];
    const float before = found[back], behind = found[on], come = surface[n] > surface[on] ? before : behind, head = 0.5f * come * come / gravity;
    const float deep = under[n] + within[n] + over[n], free = (1.0f - block[n]) * all;
    const float above_all = block[n] * driven(gravity, over[n] + head, over[n], over[n]) + free * over[n];
    const float below = block[n] * driven(gravity, deep + head, under[n], deep) + free * under[n];
    const float gaps = (1.0f - block[n]) * within[n], bound = fabsf(speed[n]) + (above_all + below + gaps * all) / max_float(clear[n], OPEN_LEAST);
    most[n] = ((share[n] > 0.0f) & brisk(gravity, clear[n], u[n])) ? min_float(all, bound) : all;
  }
}

/* Roughness of the bed under what is open (Manning's asks for a root that has no lanes). */
static void beds_rough(const HeadStep *p, const float *clear, int first, int last, float *rough) {
  for (int n = 0; n < LANES; n++) rough[n] = p->dt_roughness;
  for (int n = first; p->dt_gravity_manning2 > 0.0f && n < last; n++) rough[n - first] += p->dt_gravity_manning2 / maths_cbrtf(max_float(clear[n], OPEN_LEAST));
}

/* How bodies, bed and air slow what goes through; where water leaves a narrow for a wide it loses what it was faster by (Borda and
 * Carnot), which it was as a jet: a loss of head, in u^2/2g. */
static void faces_slow(const HeadStep *p, const CutHeads *heads, CutFaces *f, int side, int first, int last) {
  const int at = side * f->stride;
  const Sides sides = sides_of(heads, side);
  const float *const clear = f->clear + at, *const found = f->u + at, *const block = f->blocked + at, *const carried = f->carried + at;
  const float *const speed = f->speed + at, *const share = f->share + at;
  float *const under = f->under + at, *const within = f->within + at, *const over = f->over + at, *const open = f->open + at;
  float *const params = f->gain + at, *const base = f->base + at, *const with = f->body_flow + at;
  const float *const bed = f->bed + at, *const surface = heads->surface;
  const float gravity = p->gravity, viscous = p->dt_viscosity3, film = max_float(OPEN_LEAST, p->film_depth), dt = p->dt, drive = p->gravity_dt_over_dx, keep = p->friction_factor;
  const float half_dt_over_dx = 0.5f * p->dt_over_dx, deep_enough = 0.1f * p->cell;
  float rough[LANES];
  beds_rough(p, clear, first, last, rough);
#pragma omp simd
  for (int n = first; n < last; n++) {
    const bool shaded = share[n] > 0.0f, shut = clear[n] < film;
    const float u = found[n], deep = max_float(clear[n], OPEN_LEAST), per = 1.0f / deep, beside = (1.0f - block[n]) * within[n];
    const float slow = 1.0f / (1.0f + (rough[n - first] * fabsf(u) + viscous * per) * per);
    const float slip = u - speed[n], below = (under[n] + beside) * per, gap = NARROW * per, rate = BODY_FRICTION + NARROW_FRICTION * gap * gap;
    const float wide_ahead = clear[sides.ahead[n]], wide_behind = clear[sides.behind[n]], wide = slip > 0.0f ? wide_ahead : wide_behind;
    const float part = min_float(deep / max_float(wide, OPEN_LEAST), 1.0f);
    const float faster = 1.0f / contraction(part) - part;
    const float loss = ((block[n] > 0.0f) & brisk(gravity, deep, slip)) ? below * faster * faster : 0.0f;
    const float held = (1.0f + rate * dt * block[n] * below) * (1.0f + half_dt_over_dx * loss * fabsf(slip)), rub = shaded ? 1.0f / held : 1.0f;
    const float head = above(surface[n], surface[sides.ahead[n]], bed[n]);
    const float seeps = SEEPAGE * block[n] * head * min_float(1.0f, within[n] / deep_enough);
    with[n] = (block[n] - SOLID_FRACTION * share[n]) * within[n] * speed[n] + (((block[n] > 0.5f) & (fabsf(head) > SEEPAGE_LEAST)) ? seeps : 0.0f);
    params[n] = shut ? 0.0f : drive * slow * rub * per;
    base[n] = shut ? speed[n] : slow * (rub * keep * u - rub * carried[n] + (1.0f - rub) * speed[n]);
    under[n] = shut ? 0.0f : under[n];
    within[n] = shut ? 0.0f : beside;
    over[n] = shut ? 0.0f : over[n];
    open[n] = shut ? 0.0f : clear[n];
  }
}

static void prepare(const HeadStep *p, const CutHeads *heads, CutFaces *f, int side, int first, int last) {
  for (int n = first; n < last; n += LANES) {
    const int end = n + LANES < last ? n + LANES : last;
    faces_bound(p, heads, f, side, n, end);
    faces_slow(p, heads, f, side, n, end);
  }
}

static void flow(const HeadStep *p, const CutHeads *heads, CutFaces *f, int side, int first, int last) {
  const int at = side * f->stride;
  const int32_t *const ahead = sides_of(heads, side).ahead;
  const float *const h = heads->heads, *const open = f->open + at, *const bed = f->bed + at, *const low = f->low + at, *const high = f->high + at;
  const float *const under = f->under + at, *const within = f->within + at, *const over = f->over + at, *const with = f->body_flow + at;
  const float *const params = f->gain + at, *const base = f->base + at, *const most = f->speed_cap + at, *const body = f->speed + at;
  const float still = p->head_dead_band, dead_band = p->velocity_dead_band;
  float *const next = f->next + at, *const to = f->flow + at;
#pragma omp simd
  for (int n = first; n < last; n++) {
    const float here = h[n], on = h[ahead[n]];
    const float push = weighted_heads(under[n], within[n], over[n], above(here, on, bed[n]), above(here, on, low[n]), above(here, on, high[n]));
    const float speed = face_speed(push, still * dead_band_factor(body[n]) * open[n], params[n], base[n], most[n], dead_band);
    next[n] = speed;
    to[n] = speed * open[n] + with[n];
  }
}

const CutFaceRows WIDTH(cut_face_rows) = {finish, open, prepare, flow};
