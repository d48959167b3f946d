#include "weir/flow_rows.h"

#include <string.h>

#include "base/lanes.h"
#include "base/simd.h"
#include "weir/tuned.h"
#include "weir/water.h"

#define HALF_TINY 1.0e-9f /* m: keeps 0/0 out of the advection of dry faces */

extern const FlowRows WIDTH(flow_rows);

#define INLINE static inline __attribute__((always_inline))

/* The smaller of two slopes of one sign, else 0. */
INLINE Lanes minmod(Lanes a, Lanes b) {
  const Lanes zero = lanes_all(0.0f), least = lanes_min(lanes_size(a), lanes_size(b));
  const LaneMask one_sign = lanes_greater(lanes_mul(a, b), zero);
  return lanes_where(one_sign, lanes_select(lanes_greater(a, zero), least, lanes_sub(zero, least)));
}

/* The monotonised central slope (van Leer 1977): at most twice either side, so that nothing overshoots. */
INLINE Lanes limited(Lanes a, Lanes b) {
  const Lanes side = minmod(a, b);
  return minmod(lanes_add(side, side), lanes_mul(lanes_all(0.5f), lanes_add(a, b)));
}

/* Faces. Surfaces are compared as differences of terrain plus differences of depth, so that the rounding of a high
 * altitude never drives water. The water at the face stands as high as the higher of both surfaces (upwind by the surface:
 * by the sign of u, pipes on rough terrain slowly blow up; physics.md, 2) above the higher bed; nothing flows uphill onto
 * land that the surface does not reach.
 *
 * The bed at the face itself is the mean of its cells' beds: with the higher one, slopes would carry too little by half a
 * step, and Thacker's round bowl swings 2 % too slowly. But only as far as both surfaces clear both beds: water does not
 * run through a bank. */
static void faces(const float *b0, const float *b1, const float *d0, const float *d1, const FlowFaces *out, int i0, int i1) {
  float *const head = out->head, *const deep = out->deep, *const least_row = out->least;
  const Lanes zero = lanes_all(0.0f), half = lanes_all(0.5f);
  for (int i = i0; i < i1; i += LANES) {
    const Lanes rise = lanes_sub(lanes_load(b1 + i), lanes_load(b0 + i));
    const Lanes back = lanes_load(d0 + i), ahead = lanes_load(d1 + i);
    const Lanes back_open = lanes_sub(back, lanes_max(rise, zero)), ahead_open = lanes_add(ahead, lanes_min(rise, zero));
    const Lanes most = lanes_max(lanes_max(back_open, ahead_open), zero), least = lanes_min(back_open, ahead_open);
    const Lanes slope = lanes_min(lanes_mul(half, lanes_size(rise)), lanes_max(least, zero));
    lanes_store(head + i, lanes_sub(lanes_sub(back, ahead), rise));
    lanes_store(deep + i, lanes_add(most, slope));
    lanes_store(least_row + i, least);
  }
}

/* Cells, two kinds of dissipation that the schemes lack.
 *
 * shock: pipes have no advection to take up steep fronts, which would ring. Where water is compressed it resists in
 * proportion to its speed (von Neumann and Richtmyer 1950): a head of -nu*div(u), which does nothing to a uniform flow and
 * next to nothing to waves. A dam break of 9 m stays at 9 m with it and rises to 50 m without.
 *
 * bend, clear: what is thrown in at the size of a cell would stay for ever. A flow along the third difference of the surface
 * damps what is two cells long and leaves long waves alone (fourth-order dissipation after Jameson, Schmidt and Turkel
 * 1981). Only where all four faces are clear of the bed: streams over rough ground are not smoothed; nor are bores, which
 * the bend tells (their sensor): smoothing moves water without its momentum, and a bore would run 1.5 % slow. */
static void cells(const FlowStep *p, const FlowFaces *x, const FlowFaces *south, const FlowFaces *north, const float *ux,
                  const float *uz_south, const float *uz_north, const FlowCells *out, int i0, int i1) {
  const Lanes zero = lanes_all(0.0f), sensor = lanes_all(RIPPLE_SENSOR);
  const Lanes shock = lanes_all(p->shock), shock_most = lanes_all(p->shock_most);
  const float *const head_x = x->head, *const head_s = south->head, *const head_n = north->head;
  const float *const least_x = x->least, *const least_s = south->least, *const least_n = north->least;
  const FlowCells to = *out;
  for (int i = i0; i < i1; i += LANES) {
    const Lanes west = lanes_load(ux + i - 1), east = lanes_load(ux + i);
    const Lanes up = lanes_load(uz_north + i), down = lanes_load(uz_south + i);
    const Lanes away = lanes_add(lanes_sub(east, west), lanes_sub(down, up));
    const Lanes fast = lanes_add(lanes_size(lanes_add(east, west)), lanes_size(lanes_add(down, up)));
    const Lanes closing = lanes_max(lanes_sub(zero, away), zero);
    lanes_store(to.shock + i, lanes_mul(lanes_min(lanes_mul(shock, fast), shock_most), closing));
    const Lanes bend_x = lanes_sub(lanes_load(head_x + i - 1), lanes_load(head_x + i));
    const Lanes bend_z = lanes_sub(lanes_load(head_n + i), lanes_load(head_s + i));
    const Lanes bend = lanes_max(lanes_size(bend_x), lanes_size(bend_z));
    const Lanes least = lanes_min(lanes_min(lanes_load(least_x + i - 1), lanes_load(least_x + i)),
                                  lanes_min(lanes_load(least_n + i), lanes_load(least_s + i)));
    lanes_store(to.bend_x + i, bend_x);
    lanes_store(to.bend_z + i, bend_z);
    lanes_store(to.clear + i, lanes_sub(least, lanes_mul(sensor, bend)));
  }
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

/* The drag of the bed and of the liquid itself, for those that have more than `rough`:
 *   du/dt = -(roughness*|u|/h + g*n^2*|u|/h^(4/3) + 3*viscosity/h^2)*u = -(drag*|u| + thin)*u/h */
static void drags(const FlowStep *step, const float *restrict deep, float *restrict drag, float *restrict thin, int i0,
                  int i1) {
  const FlowStep kept = *step, *const p = &kept; /* nothing that is written can change it */
#pragma omp simd
  for (int i = i0; i < i1; i++) {
    const float h = deep[i] > 1.0e-6f ? deep[i] : 1.0e-6f;
    drag[i] = p->rough + p->manning * inverse_cube_root(h);
    thin[i] = p->viscous / h;
  }
}

/* No faster than the fastest water was, plus a fall from the highest surface, twice over (a dam break's tip runs at
 * 2*sqrt(g*h)): a film that trickles over a step for ever would go faster and faster. Rarely asked. */
static __attribute__((noinline)) Lanes bounded(const FlowStep *p, Lanes speed, Lanes bed) {
  const Lanes fall = lanes_max(lanes_sub(lanes_all(p->high), bed), lanes_all(0.0f));
  const Lanes most = lanes_sqrt(lanes_add(lanes_mul(lanes_all(p->reach), fall), lanes_all(p->fastest * p->fastest)));
  return lanes_within(speed, most);
}

/* The velocity once it is pushed: dragged (implicit: thin films creep, rivers run), bounded, and 0 where the face is shut or
 * the water hardly moves: so that lakes come to rest, to the last bit. */
INLINE Lanes settled(const FlowStep *p, const FlowPush *f, Lanes fresh, Lanes deep, int i, bool drags_more) {
  const Lanes size = lanes_size(fresh), most = lanes_all(p->most);
  Lanes held;
  if (drags_more) {
    held = lanes_add(lanes_add(deep, lanes_mul(lanes_load(f->drag + i), size)), lanes_load(f->thin + i));
  } else {
    held = lanes_add(deep, lanes_mul(lanes_all(p->rough), size));
  }
  const LaneMask live = mask_both(lanes_greater(size, lanes_all(p->creep)), lanes_greater(deep, lanes_all(DEPTH_TINY)));
  Lanes speed = lanes_where(live, lanes_div(lanes_mul(fresh, deep), held));
  const LaneMask fast = lanes_greater(lanes_size(speed), lanes_all(p->fastest));
  if (mask_any(fast)) {
    const Lanes bed = lanes_max(lanes_load(f->bed[0] + i), lanes_load(f->bed[1] + i));
    speed = lanes_select(fast, bounded(p, speed, bed), speed);
  }
  return lanes_within(speed, most);
}

/* Ripple flow along the third difference of the surface: at most a share of the clear depth, so that four faces never empty
 * a cell. At rest each difference is exactly 0. */
INLINE Lanes ripple(const FlowStep *p, const FlowPush *f, int i) {
  const Lanes wanted = lanes_mul(lanes_all(p->ripple), lanes_sub(lanes_load(f->bend[1] + i), lanes_load(f->bend[0] + i)));
  const Lanes clear = lanes_min(lanes_load(f->clear[0] + i), lanes_load(f->clear[1] + i));
  return lanes_within(wanted, lanes_mul(lanes_all(p->ripple_most), lanes_max(clear, lanes_all(0.0f))));
}

/* Pipes: u <- mu*u + dt*g*(h_i - h_j)/dx. Velocity, not flow, is kept: then a lake that swings as one plane (Thacker 1981)
 * is exact, and a face that changes its depth makes no push of its own. */
INLINE void push_pipe_row(const FlowStep *step, const FlowPush *push, int i0, int i1, bool drags_more) {
  const FlowStep numbers = *step, *const p = &numbers; /* nothing that is written can change them */
  const FlowPush rows = *push, *const f = &rows;
  const Lanes keep = lanes_all(p->keep), drive = lanes_all(p->drive);
  for (int i = i0; i < i1; i += LANES) {
    const Lanes deep = lanes_load(f->deep + i);
    const Lanes head = lanes_add(lanes_load(f->head + i), lanes_sub(lanes_load(f->shock[0] + i), lanes_load(f->shock[1] + i)));
    const Lanes fresh = lanes_add(lanes_mul(keep, lanes_load(f->old + i)), lanes_mul(drive, head));
    const Lanes speed = settled(p, f, fresh, deep, i, drags_more);
    lanes_store(f->speed + i, speed);
    lanes_store(f->flow + i, lanes_add(lanes_mul(speed, deep), ripple(p, f, i)));
  }
}

static void push_pipe(const FlowStep *p, const FlowPush *f, int i0, int i1) {
  if (f->drag) {
    push_pipe_row(p, f, i0, i1, true);
  } else {
    push_pipe_row(p, f, i0, i1, false);
  }
}

/* One side's share of the advection: what the flow `q` through it (out of the face's own cell for q > 0) carries off,
 *   q*(u* - u),  u* the speed upwind, to second order with a limited slope and the part that dt uses up. */
INLINE Lanes carried(Lanes q, Lanes ahead, Lanes slope_own, Lanes slope_ahead, Lanes pass) {
  const Lanes zero = lanes_all(0.0f), one = lanes_all(1.0f), half = lanes_all(0.5f);
  const Lanes used = lanes_mul(half, lanes_sub(one, lanes_min(one, lanes_mul(lanes_size(q), pass))));
  const LaneMask out = lanes_greater(q, zero);
  const Lanes behind = lanes_mul(slope_own, used), before = lanes_sub(ahead, lanes_mul(slope_ahead, used));
  return lanes_mul(q, lanes_select(out, behind, before));
}

typedef struct Sides { /* by the flow out of the face's own cell, east, west, south, north of it */
  Lanes flow[4], ahead[4], slope_own[4], slope_ahead[4];
} Sides;

INLINE Sides swe_sides(const FlowPush *f, Lanes u, int i) {
  const Lanes half = lanes_all(0.5f), minus = lanes_all(-0.5f);
  const Lanes q = lanes_load(f->carry[1] + i);
  const Lanes e1 = lanes_load(f->along[3] + i), w1 = lanes_load(f->along[1] + i);
  const Lanes s1 = lanes_load(f->across[3] + i), n1 = lanes_load(f->across[1] + i);
  Sides sides = {.flow = {lanes_mul(half, lanes_add(q, lanes_load(f->carry[2] + i))),
                          lanes_mul(minus, lanes_add(q, lanes_load(f->carry[0] + i))),
                          lanes_mul(half, lanes_add(lanes_load(f->turn[0] + i), lanes_load(f->turn[1] + i))),
                          lanes_mul(minus, lanes_add(lanes_load(f->turn[2] + i), lanes_load(f->turn[3] + i)))},
                 .ahead = {lanes_sub(e1, u), lanes_sub(w1, u), lanes_sub(s1, u), lanes_sub(n1, u)}};
  const Lanes zero = lanes_all(0.0f);
  const Lanes beyond[4] = {lanes_sub(lanes_load(f->along[4] + i), e1), lanes_sub(lanes_load(f->along[0] + i), w1),
                           lanes_sub(lanes_load(f->across[4] + i), s1), lanes_sub(lanes_load(f->across[0] + i), n1)};
  const Lanes along = limited(sides.ahead[0], lanes_sub(zero, sides.ahead[1]));
  const Lanes across = limited(sides.ahead[2], lanes_sub(zero, sides.ahead[3]));
  sides.slope_own[0] = along;
  sides.slope_own[1] = lanes_sub(zero, along);
  sides.slope_own[2] = across;
  sides.slope_own[3] = lanes_sub(zero, across);
  for (int n = 0; n < 4; n++) sides.slope_ahead[n] = limited(beyond[n], sides.ahead[n]);
  return sides;
}

/* Shallow water: as pipes, with the velocity carried along by the flow, in the form that conserves momentum on this grid
 * (Stelling and Duinmeijer 2003):
 *   u <- u + dt*g*(h_i - h_j)/dx - dt/(dx*hm)*[sum over the four sides of q*(u* - u)],   hm = (d_i + d_j)/2
 * with q the flows of the last substep, averaged to the sides of the face's own cell. Each u* stays within its stencil's
 * range, and the sum of shares is held to 1: no overshoot. */
INLINE Lanes advected(const FlowStep *p, const FlowPush *f, Lanes u, int i) {
  const Lanes zero = lanes_all(0.0f), one = lanes_all(1.0f);
  const Lanes mean = lanes_mul(lanes_all(0.5f), lanes_add(lanes_load(f->depth[0] + i), lanes_load(f->depth[1] + i)));
  const Lanes pass = lanes_div(lanes_all(p->pace), lanes_add(mean, lanes_all(HALF_TINY)));
  const Sides s = swe_sides(f, u, i);
  Lanes part[4], in[4];
  for (int n = 0; n < 4; n++) {
    part[n] = carried(s.flow[n], s.ahead[n], s.slope_own[n], s.slope_ahead[n], pass);
    in[n] = lanes_min(s.flow[n], zero);
  }
  const Lanes sum = lanes_add(lanes_add(part[0], part[1]), lanes_add(part[2], part[3]));
  const Lanes inflow = lanes_mul(lanes_sub(zero, pass), lanes_add(lanes_add(in[0], in[1]), lanes_add(in[2], in[3])));
  const LaneMask over = lanes_greater(inflow, one);
  const Lanes less = mask_any(over) ? lanes_div(pass, lanes_max(inflow, one)) : pass;
  return lanes_mul(less, sum);
}

/* q = u*h, upwind by the sign of u, with the surface at the face from a limited slope where both cells behind are wet. */
INLINE Lanes swe_flow(const FlowPush *f, Lanes u, int i) {
  const Lanes zero = lanes_all(0.0f), half = lanes_all(0.5f);
  const Lanes rise = lanes_sub(lanes_load(f->bed[1] + i), lanes_load(f->bed[0] + i));
  const Lanes back = lanes_load(f->depth[0] + i), ahead = lanes_load(f->depth[1] + i);
  const Lanes back_open = lanes_sub(back, lanes_max(rise, zero)), ahead_open = lanes_add(ahead, lanes_min(rise, zero));
  const Lanes least = lanes_min(back_open, ahead_open);
  const Lanes slope = lanes_min(lanes_mul(half, lanes_size(rise)), lanes_max(least, zero));
  const LaneMask against = lanes_greater(zero, u);
  const Lanes level = lanes_max(lanes_select(against, ahead_open, back_open), zero);
  const Lanes own = lanes_select(against, ahead, back);
  const Lanes wet = lanes_select(against, lanes_load(f->depth_far + i), lanes_load(f->depth_back + i));
  /* the surface falls by `heads` from cell to cell: half of it more or less at the face */
  const Lanes here = lanes_load(f->heads[1] + i);
  const Lanes other = lanes_select(against, lanes_load(f->heads[2] + i), lanes_load(f->heads[0] + i));
  const Lanes fall = minmod(here, other);
  const Lanes bend = lanes_where(lanes_greater(wet, zero), lanes_mul(half, lanes_select(against, fall, lanes_sub(zero, fall))));
  /* at most half of the depth: on a steep bed the surface's slope is the bed's, and would shut the face */
  const Lanes most = lanes_mul(half, lanes_min(level, own));
  return lanes_mul(u, lanes_add(lanes_add(level, slope), lanes_within(bend, most)));
}

INLINE void push_swe_row(const FlowStep *step, const FlowPush *push, int i0, int i1, bool drags_more) {
  const FlowStep numbers = *step, *const p = &numbers;
  const FlowPush rows = *push, *const f = &rows;
  const Lanes keep = lanes_all(p->keep), drive = lanes_all(p->drive);
  for (int i = i0; i < i1; i += LANES) {
    const Lanes old = lanes_load(f->along[2] + i);
    const Lanes pushed = lanes_add(lanes_mul(keep, old), lanes_mul(drive, lanes_load(f->head + i)));
    const Lanes fresh = lanes_sub(pushed, advected(p, f, old, i));
    const Lanes speed = settled(p, f, fresh, lanes_load(f->deep + i), i, drags_more);
    lanes_store(f->speed + i, speed);
    lanes_store(f->flow + i, lanes_add(swe_flow(f, speed, i), ripple(p, f, i)));
  }
}

static void push_swe(const FlowStep *p, const FlowPush *f, int i0, int i1) {
  if (f->drag) {
    push_swe_row(p, f, i0, i1, true);
  } else {
    push_swe_row(p, f, i0, i1, false);
  }
}

/* K_i = min(1, d_i / (dt/dx * sum of outflows)), with the margin of 8 ulp that keeps d >= 0 exactly in floats. */
static void limit(const FlowStep *p, const FlowOut *cells_out, float *limit_row, uint8_t *tight, int i0, int i1) {
  const Lanes zero = lanes_all(0.0f), one = lanes_all(1.0f), pace = lanes_all(p->pace);
  const FlowOut rows = *cells_out, *const f = &rows;
  const Lanes margin = lanes_all(1.0f - 8.0f / 16777216.0f), tiny = lanes_all(DEPTH_TINY);
  for (int g = i0; g < i1; g += FLOW_GROUP) {
    int some = 0;
    for (int i = g; i < g + FLOW_GROUP; i += LANES) {
      const Lanes east = lanes_max(lanes_load(f->east + i), zero), west = lanes_min(lanes_load(f->west + i), zero);
      const Lanes south = lanes_max(lanes_load(f->south + i), zero), north = lanes_min(lanes_load(f->north + i), zero);
      const Lanes out = lanes_mul(pace, lanes_add(lanes_sub(east, west), lanes_sub(south, north)));
      const Lanes depth = lanes_load(f->depth + i), have = lanes_mul(depth, margin);
      const LaneMask over = lanes_greater(out, have);
      Lanes share = one;
      if (mask_any(over)) {
        some = 1;
        const Lanes part = lanes_where(lanes_greater(depth, tiny), lanes_div(have, out));
        share = lanes_select(over, part, one);
      }
      lanes_store(limit_row + i, share);
    }
    tight[g / FLOW_GROUP] = (uint8_t)some;
  }
}

/* Every outflow of a cell is multiplied by the cell's K. */
INLINE Lanes scaled(Lanes flow, const float *limit_from, const float *limit_to, int i) {
  const LaneMask out = lanes_greater(flow, lanes_all(0.0f));
  return lanes_mul(flow, lanes_select(out, lanes_load(limit_from + i), lanes_load(limit_to + i)));
}

typedef struct Through {
  Lanes east, west, south, north;
} Through;

INLINE Through through(const FlowOut *f, int i, bool tight) {
  Through t = {lanes_load(f->east + i), lanes_load(f->west + i), lanes_load(f->south + i), lanes_load(f->north + i)};
  if (!tight) return t;
  t.east = scaled(t.east, f->limit, f->limit + 1, i);
  t.west = scaled(t.west, f->limit - 1, f->limit, i);
  t.south = scaled(t.south, f->limit, f->limit_south, i);
  t.north = scaled(t.north, f->limit_north, f->limit, i);
  return t;
}

/* Of the columns before `end`, which is rarely within a vector. */
INLINE Lanes within_grid(Lanes a, int left) {
  static const unsigned int all = 0xffffffffu;
  float mask[LANES];
  for (int n = 0; n < LANES; n++) {
    mask[n] = 0.0f;
    if (n < left) memcpy(&mask[n], &all, sizeof all);
  }
  return lanes_and(a, lanes_load(mask));
}

typedef struct Tally { /* FlowTally, while it is being added to */
  Lanes depth, surface, speed, low, sum, stir;
} Tally;

INLINE void tally_add(Tally *t, Lanes thin, Lanes bed, Lanes depth, Lanes before, Lanes ux, Lanes uz) {
  const Lanes x = lanes_size(ux), z = lanes_size(uz);
  const LaneMask wet = lanes_greater(depth, lanes_all(DEPTH_TINY)), thick = lanes_greater(depth, thin);
  const Lanes top = lanes_select(wet, lanes_add(bed, depth), lanes_all(-WALL_HEIGHT));
  t->depth = lanes_max(depth, t->depth);
  t->surface = lanes_max(top, t->surface);
  t->speed = lanes_max(lanes_where(thick, lanes_max(x, z)), t->speed);
  t->low = lanes_min(depth, t->low);
  t->sum = lanes_add(lanes_add(depth, lanes_add(x, z)), t->sum);
  t->stir = lanes_or(t->stir, lanes_or(lanes_xor(depth, before), lanes_or(ux, uz)));
}

/* Whichever lane a value is kept in: the first ones serve every width. */
INLINE Tally tally_open(const FlowTally *t) {
  return (Tally){lanes_load(t->depth), lanes_load(t->surface), lanes_load(t->speed),
                 lanes_load(t->low),   lanes_load(t->sum),     lanes_load(t->stir)};
}

INLINE void tally_close(FlowTally *out, const Tally *t) {
  lanes_store(out->depth, t->depth);
  lanes_store(out->surface, t->surface);
  lanes_store(out->speed, t->speed);
  lanes_store(out->low, t->low);
  lanes_store(out->sum, t->sum);
  lanes_store(out->stir, t->stir);
}

/* d = d - dt/dx * (what leaves through the four faces). */
INLINE void depth_vector(const FlowOut *f, Tally *tally, Lanes pace, Lanes thin, int i, int end, bool tight) {
  const Through q = through(f, i, tight);
  const Lanes before = lanes_load(f->depth + i);
  const Lanes net = lanes_add(lanes_sub(q.east, q.west), lanes_sub(q.south, q.north));
  const Lanes after = lanes_sub(before, lanes_mul(pace, net));
  lanes_store(f->out + i, after);
  if (f->flow_x) {
    lanes_store(f->flow_x + i, q.east);
    lanes_store(f->flow_z + i, q.south);
  }
  const Lanes ux = lanes_load(f->speed_x + i), uz = lanes_load(f->speed_z + i), bed = lanes_load(f->terrain + i);
  if (end - i >= LANES) {
    tally_add(tally, thin, bed, after, before, ux, uz);
  } else if (end > i) {
    const int left = end - i;
    tally_add(tally, thin, bed, within_grid(after, left), within_grid(before, left), within_grid(ux, left),
              within_grid(uz, left));
  }
}

static void depth_row(const FlowStep *p, const FlowOut *out, FlowTally *sums, int i0, int i1, int end) {
  const FlowOut rows = *out, *const f = &rows;
  const Lanes pace = lanes_all(p->pace), thin = lanes_all(p->thick);
  Tally tally = tally_open(sums);
  for (int g = i0; g < i1; g += FLOW_GROUP) {
    const int n = g / FLOW_GROUP;
    if (f->tight[n] | f->tight[n - 1] | f->tight[n + 1] | f->tight_south[n] | f->tight_north[n]) {
      for (int i = g; i < g + FLOW_GROUP; i += LANES) depth_vector(f, &tally, pace, thin, i, end, true);
    } else {
      for (int i = g; i < g + FLOW_GROUP; i += LANES) depth_vector(f, &tally, pace, thin, i, end, false);
    }
  }
  tally_close(sums, &tally);
}

const FlowRows WIDTH(flow_rows) = {faces, cells, drags, push_pipe, push_swe, limit, depth_row};
