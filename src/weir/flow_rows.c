#include "weir/flow_rows.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/simd.h"
#include "weir/tuned.h"
#include "weir/water.h"

#define OPEN_TINY 1.0e-12f /* m: a face that is less open than this is closed */
#define HALF_TINY 1.0e-9f  /* m: keeps 0/0 out of the advection of dry faces */

extern const FlowRows WIDTH(flow_rows);

/* A call that is not inlined stops a loop from being vectorised. */
#define INLINE static inline __attribute__((always_inline))

INLINE float greater(float a, float b) {
  return a > b ? a : b;
}

INLINE float lesser(float a, float b) {
  return a < b ? a : b;
}

INLINE float size_of(float a) {
  return a < 0.0f ? -a : a;
}

/* The smaller of two slopes of one sign, else 0. */
INLINE float minmod(float a, float b) {
  const float least = size_of(a) < size_of(b) ? a : b;
  return a * b > 0.0f ? least : 0.0f;
}

/* The monotonised central slope (van Leer 1977): at most twice either side, so that nothing overshoots. */
INLINE float limited(float a, float b) {
  return minmod(2.0f * minmod(a, b), 0.5f * (a + b));
}

/* a^(-1/3), a > 0: the exponent by a third, then three steps of Newton for y^-3 = a; the same bits on every width. */
INLINE float inverse_cube_root(float a) {
  unsigned int bits;
  float y;
  memcpy(&bits, &a, sizeof bits);
  bits = 0x54a2fa8cu - bits / 3u;
  memcpy(&y, &bits, sizeof y);
  y = y * (1.33333333f - 0.33333333f * a * y * y * y);
  y = y * (1.33333333f - 0.33333333f * a * y * y * y);
  y = y * (1.33333333f - 0.33333333f * a * y * y * y);
  return y;
}

/* What one face knows of its two cells. Surfaces are compared as differences of terrain plus differences of depth, so
 * that the rounding of a high altitude never drives water. */
typedef struct Face {
  float rise;                  /* m, bed ahead minus bed behind */
  float head;                  /* m, surface behind minus surface ahead */
  float back_open, ahead_open; /* m that each cell's water stands above the higher bed */
} Face;

INLINE Face face_between(float b0, float b1, float d0, float d1) {
  const float rise = b1 - b0;
  return (Face){rise, (d0 - d1) - rise, d0 - greater(rise, 0.0f), d1 + lesser(rise, 0.0f)};
}

/* The bed at the face itself is the mean of its cells' beds: with the higher one, slopes would carry too little by half a
 * step, and Thacker's round bowl swings 2 % too slowly. But only as far as both surfaces clear both beds: water does not
 * run through a bank. */
INLINE float slope_depth(Face face) {
  return lesser(0.5f * size_of(face.rise), greater(lesser(face.back_open, face.ahead_open), 0.0f));
}

/* The drag of the bed on what is `open` deep, implicit: thin films creep, rivers run.
 *   du/dt = -(roughness*|u|/d + g*n^2*|u|/d^(4/3) + 3*viscosity/d^2)*u */
INLINE float dragged(const FlowStep *p, float speed, float open, bool manning) {
  const float per = 1.0f / greater(open, 1.0e-6f);
  float rate = p->rough * size_of(speed) * per + p->viscous * per * per;
  if (manning) rate += p->manning * size_of(speed) * per * inverse_cube_root(greater(open, 1.0e-6f));
  return speed / (1.0f + rate);
}

/* No faster than the fastest water was, plus a fall from the highest surface, twice over (a dam break's tip runs at
 * 2*sqrt(g*h)): a film that trickles over a step for ever would go faster and faster. */
INLINE float bounded(const FlowStep *p, float speed, float bed) {
  const float most = lesser(p->most, sqrtf(p->reach * greater(p->high - bed, 0.0f) + p->fastest));
  return speed > most ? most : (speed < -most ? -most : speed);
}

/* A face's speed once it is pushed: dragged, bounded, and 0 where the face is shut. */
INLINE float settled(const FlowStep *p, float fresh, float open, float bed, bool manning) {
  const float speed = bounded(p, dragged(p, fresh, open, manning), bed);
  return open > OPEN_TINY ? speed : 0.0f;
}

/* Pipes: u <- mu*u + dt*g*(h_i - h_j)/dx on faces that the higher surface overtops; nothing flows uphill onto land that
 * the surface does not reach. Velocity, not flow, is kept: then a lake that swings as one plane (Thacker 1981) is exact,
 * and a face that changes its depth makes no push of its own.
 *
 * Without advection nothing takes up steep fronts, and they would ring: u is smoothed by the amount that first-order
 * upwinding would, |q|*dt/(2*dx*h) each way, which does nothing to a uniform flow and next to nothing to waves. A dam
 * break of 9 m stays at 9 m with it (11.8 m where it meets a wall without friction) and rises to 50 m without. */
INLINE void speed_pipe_row(const FlowStep *step, const FlowFaces *f, float *restrict out, int count, bool manning) {
  const FlowStep kept = *step, *const p = &kept; /* nothing that is written can change it */
  const float *restrict b0 = f->terrain, *restrict b1 = f->terrain + f->along;
  const float *restrict d0 = f->depth, *restrict d1 = f->depth + f->along;
  const float *restrict u = f->speed, *restrict q = f->flow, *restrict v = f->cross;
  const ptrdiff_t n = f->along, m = f->across;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const Face face = face_between(b0[i], b1[i], d0[i], d1[i]);
    const float open = face.head >= 0.0f ? face.back_open : face.ahead_open;
    const float pass = PIPE_SMOOTHING * p->share / (d0[i] + d1[i] + HALF_TINY);
    const float east = pass * size_of(q[i] + q[i + n]), west = pass * size_of(q[i] + q[i - n]);
    const float south = pass * size_of(v[i] + v[i + n]), north = pass * size_of(v[i - m] + v[i + n - m]);
    const float sum = (east + west) + (south + north);
    const float less = 1.0f / greater(1.0f, sum);
    const float side = (east * (u[i + n] - u[i]) + west * (u[i - n] - u[i])) +
                       (south * (u[i + m] - u[i]) + north * (u[i - m] - u[i]));
    const float fresh = p->keep * u[i] + less * side + p->drive * face.head;
    out[i] = settled(p, fresh, open, greater(b0[i], b1[i]), manning);
  }
}

static void speed_pipe(const FlowStep *p, const FlowFaces *f, float *speed, int count) {
  if (p->manning > 0.0f) {
    speed_pipe_row(p, f, speed, count, true);
  } else {
    speed_pipe_row(p, f, speed, count, false);
  }
}

/* One side's share of the advection: what the flow `q` through it (out of the face's own cell for q > 0) carries off,
 *   q*(u* - u),  u* the speed upwind, to second order with a limited slope and the part that dt uses up. */
INLINE float carried(float q, float ahead, float slope_own, float slope_ahead, float pass) {
  const float out = greater(q, 0.0f), in = lesser(q, 0.0f);
  return out * 0.5f * slope_own * (1.0f - lesser(1.0f, out * pass)) +
         in * (ahead - 0.5f * slope_ahead * (1.0f - lesser(1.0f, -in * pass)));
}

/* Shallow water: as pipes, with the velocity carried along by the flow, in the form that conserves momentum on this grid
 * (Stelling and Duinmeijer 2003):
 *   u <- u + dt*g*(h_i - h_j)/dx - dt/(dx*hm)*[sum over the four sides of q*(u* - u)],   hm = (d_i + d_j)/2
 * with q the flows of the last substep, averaged to the sides of the face's own cell. Each u* stays within its stencil's
 * range, and the sum of shares is held to 1: no overshoot. */
INLINE void speed_swe_row(const FlowStep *step, const FlowFaces *f, float *restrict out, int count, bool manning) {
  const FlowStep kept = *step, *const p = &kept; /* nothing that is written can change it */
  const float *restrict b0 = f->terrain, *restrict b1 = f->terrain + f->along;
  const float *restrict d0 = f->depth, *restrict d1 = f->depth + f->along;
  const float *restrict u = f->speed, *restrict q = f->flow, *restrict v = f->cross;
  const ptrdiff_t n = f->along, m = f->across;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const Face face = face_between(b0[i], b1[i], d0[i], d1[i]);
    const float open = face.head >= 0.0f ? face.back_open : face.ahead_open;
    const float pass = p->share / (0.5f * (d0[i] + d1[i]) + HALF_TINY);
    /* positive: out of the face's own cell, on all four sides */
    const float east = 0.5f * (q[i] + q[i + n]), west = -0.5f * (q[i] + q[i - n]);
    const float south = 0.5f * (v[i] + v[i + n]), north = -0.5f * (v[i - m] + v[i + n - m]);
    const float e = u[i + n] - u[i], w = u[i - n] - u[i], s = u[i + m] - u[i], t = u[i - m] - u[i];
    const float ee = u[i + 2 * n] - u[i + n], ww = u[i - 2 * n] - u[i - n];
    const float ss = u[i + 2 * m] - u[i + m], tt = u[i - 2 * m] - u[i - m];
    const float along = limited(e, -w), across = limited(s, -t);
    const float sum = (carried(east, e, along, limited(ee, e), pass) + carried(west, w, -along, limited(ww, w), pass)) +
                      (carried(south, s, across, limited(ss, s), pass) + carried(north, t, -across, limited(tt, t), pass));
    const float in = -pass * ((lesser(east, 0.0f) + lesser(west, 0.0f)) + (lesser(south, 0.0f) + lesser(north, 0.0f)));
    const float less = pass / greater(1.0f, in);
    const float fresh = p->keep * u[i] + p->drive * face.head - less * sum;
    out[i] = settled(p, fresh, open, greater(b0[i], b1[i]), manning);
  }
}

static void speed_swe(const FlowStep *p, const FlowFaces *f, float *speed, int count) {
  if (p->manning > 0.0f) {
    speed_swe_row(p, f, speed, count, true);
  } else {
    speed_swe_row(p, f, speed, count, false);
  }
}

/* Q = u*dx*(upwind surface - bed of the face), upwind the side with the higher surface: by the sign of u, pipes on rough
 * terrain slowly blow up (physics.md, 2). */
static void rate_pipe(const FlowStep *p, const FlowFaces *f, const float *restrict u, float *restrict flow, int count) {
  const float *restrict b0 = f->terrain, *restrict b1 = f->terrain + f->along;
  const float *restrict d0 = f->depth, *restrict d1 = f->depth + f->along;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const Face face = face_between(b0[i], b1[i], d0[i], d1[i]);
    const float open = face.head >= 0.0f ? face.back_open : face.ahead_open;
    flow[i] = u[i] * p->cell * (greater(open, 0.0f) + slope_depth(face));
  }
}

/* As above, upwind by the sign of u, with the surface at the face from a limited slope where both cells behind are wet. */
static void rate_swe(const FlowStep *p, const FlowFaces *f, const float *restrict u, float *restrict flow, int count) {
  const ptrdiff_t n = f->along;
  const float *restrict b = f->terrain, *restrict d = f->depth;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const Face face = face_between(b[i], b[i + n], d[i], d[i + n]);
    const float slope = -face.head;
    const float slope_back = (d[i] - d[i - n]) + (b[i] - b[i - n]);
    const float slope_far = (d[i + 2 * n] - d[i + n]) + (b[i + 2 * n] - b[i + n]);
    const float up = minmod(slope_back, slope), down = -minmod(slope_far, slope);
    const bool forth = u[i] >= 0.0f;
    const float wet = forth ? d[i - n] : d[i + 2 * n];
    const float own = forth ? d[i] : d[i + n];
    const float level = greater(forth ? face.back_open : face.ahead_open, 0.0f);
    const float bend = (forth ? up : down) * (wet > 0.0f ? 0.5f : 0.0f);
    /* at most half of the depth: on a steep bed the surface's slope is the bed's, and would shut the face */
    const float most = 0.5f * lesser(level, own);
    flow[i] = u[i] * p->cell * (level + slope_depth(face) + lesser(greater(bend, -most), most));
  }
}

/* K_i = min(1, d_i / (dt/dx^2 * sum of outflows)), with the margin of 8 ulp that keeps d >= 0 exactly in floats. */
static void limit(const float *restrict d, const float *restrict east, const float *restrict west,
                  const float *restrict south, const float *restrict north, float *restrict out_limit, int count,
                  float share) {
  const float margin = 1.0f - 8.0f / 16777216.0f;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float out = share * ((greater(east[i], 0.0f) - lesser(west[i], 0.0f)) +
                               (greater(south[i], 0.0f) - lesser(north[i], 0.0f)));
    const float have = d[i] * margin;
    const float divisor = out > have ? out : 1.0f;
    const float part = out > have ? have / divisor : 1.0f;
    out_limit[i] = d[i] < DEPTH_TINY ? 0.0f : part;
  }
}

/* Every outflow of a cell is multiplied by the cell's K. */
static void scale(float *restrict flow, const float *restrict limit_from, const float *restrict limit_to, int count) {
#pragma omp simd
  for (int i = 0; i < count; i++) flow[i] *= flow[i] > 0.0f ? limit_from[i] : limit_to[i];
}

/* d = d - dt/dx^2 * (what leaves through the four faces). */
static void depth_row(float *restrict d, const float *restrict east, const float *restrict west,
                      const float *restrict south, const float *restrict north, int count, float share) {
#pragma omp simd
  for (int i = 0; i < count; i++) d[i] -= share * ((east[i] - west[i]) + (south[i] - north[i]));
}

/* Ripples. The schemes have next to no dissipation of their own in still water: what is thrown in at the size of a cell
 * would stay for ever. Flow through the face between the second and third of four cells in a line, in metres of cell
 * depth: the third difference of the surface, which damps what is two cells long and leaves long waves alone
 * (fourth-order dissipation after Jameson, Schmidt and Turkel 1981). Only where the surface clears all four beds: streams
 * over rough ground are not smoothed; nor are bores, which the surface's bend tells (their sensor): smoothing moves water
 * without its momentum, and a bore would run 1.5 % slow. At rest each difference is exactly 0. */
static void ripples(const float *restrict b, const float *restrict d, ptrdiff_t n, float *restrict flow, int count) {
  const float *const b_back = b - n, *const b_on = b + n, *const b_far = b + 2 * n;
  const float *const d_back = d - n, *const d_on = d + n, *const d_far = d + 2 * n;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float b0 = b_back[i], b1 = b[i], b2 = b_on[i], b3 = b_far[i];
    const float e0 = d_back[i], e1 = d[i], e2 = d_on[i], e3 = d_far[i];
    const float x = (e1 - e0) + (b1 - b0), y = (e2 - e1) + (b2 - b1), z = (e3 - e2) + (b3 - b2);
    const float bed = greater(greater(b0, b1), greater(b2, b3));
    const float lowest = lesser(lesser(b0 + e0, b1 + e1), lesser(b2 + e2, b3 + e3));
    const float bend = greater(size_of(x - y), size_of(z - y));
    const float most = RIPPLE_MOST * greater((lowest - bed) - RIPPLE_SENSOR * bend, 0.0f);
    const float wanted = RIPPLE_DAMPING * ((x - y) + (z - y));
    flow[i] = lesser(greater(wanted, -most), most);
  }
}

static void smooth(const float *restrict d, const float *restrict east, const float *restrict south,
                   const float *restrict north, float *restrict out, int count) {
#pragma omp simd
  for (int i = 0; i < count; i++) out[i] = d[i] - ((east[i + 1] - east[i]) + (south[i] - north[i]));
}

/* By lanes: compilers that keep to the letter of NaN do not vectorise a plain maximum. */
static void extremes(const float *restrict b, const float *restrict d, const float *restrict ux,
                     const float *restrict uz, int count, float thick, FlowExtremes *out) {
  enum { LANES = 16 };
  float depth[LANES] = {0}, surface[LANES], speed[LANES] = {0};
  int bad[LANES] = {0};
  for (int n = 0; n < LANES; n++) surface[n] = -WALL_HEIGHT;
  for (int i = 0; i < count; i += LANES) {
    const int lanes = count - i < LANES ? count - i : LANES;
#pragma omp simd
    for (int n = 0; n < lanes; n++) {
      const float here = d[i + n], top = here > DEPTH_TINY ? b[i + n] + here : -WALL_HEIGHT;
      const float x = size_of(ux[i + n]), z = size_of(uz[i + n]), most = here > thick ? greater(x, z) : 0.0f;
      depth[n] = here > depth[n] ? here : depth[n];
      surface[n] = top > surface[n] ? top : surface[n];
      speed[n] = most > speed[n] ? most : speed[n];
      bad[n] += (here >= 0.0f && here < WALL_HEIGHT && x < WALL_HEIGHT && z < WALL_HEIGHT) ? 0 : 1;
    }
  }
  *out = (FlowExtremes){0, -WALL_HEIGHT, 0, 0};
  for (int n = 0; n < LANES; n++) {
    out->depth = greater(depth[n], out->depth);
    out->surface = greater(surface[n], out->surface);
    out->speed = greater(speed[n], out->speed);
    out->bad += bad[n];
  }
}

const FlowRows WIDTH(flow_rows) = {speed_pipe, speed_swe, rate_pipe, rate_swe, limit,
                                   scale,      depth_row, ripples,   smooth,   extremes};
