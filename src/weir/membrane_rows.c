#include "weir/membrane_rows.h"

#include <stdbool.h>
#include <string.h>

#include "base/lanes.h"
#include "base/simd.h"
#include "weir/water.h"

extern const MembraneRows WIDTH(membrane_rows);

#define INLINE static inline __attribute__((always_inline))

/* --- one step -------------------------------------------------------------------------------------------------------- */

typedef struct Around { /* a cell and its eight neighbours */
  Lanes own, east, west, south, north, s_e, s_w, n_e, n_w;
} Around;

/* In open water. The sums are exact multiples where the surface is flat, so a lake that has risen stays at rest.
 *   L(u) = u_E + u_W + u_N + u_S - 4u (Gritzner 2.19),   L9(u) = 1/2*[L(u) + 1/2*(u_NE + u_NW + u_SE + u_SW - 4u)] */
INLINE Lanes spring_open(Lanes own, Lanes sides, Lanes corners, bool nine) {
  if (!nine) return lanes_sub(sides, lanes_mul(lanes_all(4.0f), own));
  const Lanes sum = lanes_add(lanes_add(sides, sides), corners);
  return lanes_sub(lanes_mul(lanes_all(0.25f), sum), lanes_mul(lanes_all(3.0f), own));
}

/* How much of a side face counts twice because the corners beyond both of its cells are wall: a diagonal that ends in a
 * wall is mirrored to the cell beside, or waves along a wall would run slower than in the open (a standing wave in a
 * narrow tank by 1.6 %). The same for both cells of the face. */
INLINE Lanes mirrored(Lanes corner_a, Lanes corner_b) {
  return lanes_sub(lanes_all(1.0f), lanes_max(corner_a, corner_b));
}

INLINE Lanes twice(Lanes face, Lanes mirror_a, Lanes mirror_b) {
  return lanes_mul(face, lanes_add(lanes_all(1.0f), lanes_mul(lanes_all(0.5f), lanes_add(mirror_a, mirror_b))));
}

INLINE Around around(const float *north, const float *row, const float *south, int i) {
  return (Around){lanes_load(row + i),       lanes_load(row + i + 1),   lanes_load(row + i - 1),
                  lanes_load(south + i),     lanes_load(north + i),     lanes_load(south + i + 1),
                  lanes_load(south + i - 1), lanes_load(north + i + 1), lanes_load(north + i - 1)};
}

/* Near land, walls and bodies: every neighbour behind its face, which is as open as the less open of its two cells; a
 * diagonal is open as far as all four cells around the corner are. What one side loses the other gains. */
INLINE Lanes spring_shut(const Around *u, const Around *o, bool nine) {
  const Lanes half = lanes_all(0.5f);
  const Lanes east = lanes_min(o->own, o->east), west = lanes_min(o->own, o->west);
  const Lanes south = lanes_min(o->own, o->south), north = lanes_min(o->own, o->north);
  const Lanes to_e = lanes_sub(u->east, u->own), to_w = lanes_sub(u->west, u->own);
  const Lanes to_s = lanes_sub(u->south, u->own), to_n = lanes_sub(u->north, u->own);
  if (!nine)
    return lanes_add(lanes_add(lanes_mul(east, to_e), lanes_mul(west, to_w)),
                     lanes_add(lanes_mul(south, to_s), lanes_mul(north, to_n)));
  const Lanes fe = twice(east, mirrored(o->north, o->n_e), mirrored(o->south, o->s_e));
  const Lanes fw = twice(west, mirrored(o->north, o->n_w), mirrored(o->south, o->s_w));
  const Lanes fs = twice(south, mirrored(o->east, o->s_e), mirrored(o->west, o->s_w));
  const Lanes fn = twice(north, mirrored(o->east, o->n_e), mirrored(o->west, o->n_w));
  const Lanes x = lanes_add(lanes_mul(fe, to_e), lanes_mul(fw, to_w));
  const Lanes z = lanes_add(lanes_mul(fs, to_s), lanes_mul(fn, to_n));
  const Lanes se = lanes_mul(lanes_min(lanes_min(east, south), o->s_e), lanes_sub(u->s_e, u->own));
  const Lanes nw = lanes_mul(lanes_min(lanes_min(west, north), o->n_w), lanes_sub(u->n_w, u->own));
  const Lanes ne = lanes_mul(lanes_min(lanes_min(east, north), o->n_e), lanes_sub(u->n_e, u->own));
  const Lanes sw = lanes_mul(lanes_min(lanes_min(west, south), o->s_w), lanes_sub(u->s_w, u->own));
  const Lanes corners = lanes_add(lanes_add(se, nw), lanes_add(ne, sw));
  return lanes_mul(half, lanes_add(lanes_add(x, z), lanes_mul(half, corners)));
}

INLINE Lanes exchanged(Lanes v, Lanes v_on, Lanes cover, Lanes cover_on, Lanes open, Lanes open_on, Lanes damping) {
  const Lanes zero = lanes_all(0.0f);
  const Lanes share = lanes_min(lanes_mul(damping, lanes_max(cover, cover_on)), lanes_all(0.2f));
  const LaneMask joined = mask_both(lanes_greater(open, zero), lanes_greater(open_on, zero));
  return lanes_mul(lanes_where(joined, share), lanes_sub(v_on, v));
}

/* Gritzner's sb, further damping under bodies. Scaling v cell by cell, as he does, makes the sum of v drift and the volume
 * with it (a pool gained 30 % in 10 s); here it acts on the difference in v across each face instead, so the sum stays:
 *   v_i += sum over faces of a*(v_j - v_i),   a = block_damping*dt*(more covered of the two), at most 1/5 */
INLINE Lanes blocked(const MembraneStep *m, const MembraneRow *r, const Around *o, int i) {
  const Lanes v = lanes_load(r->v + i), cover = lanes_load(r->cover + i), damping = lanes_all(m->damping);
  const Lanes e = exchanged(v, lanes_load(r->v + i + 1), cover, lanes_load(r->cover + i + 1), o->own, o->east, damping);
  const Lanes w = exchanged(v, lanes_load(r->v + i - 1), cover, lanes_load(r->cover + i - 1), o->own, o->west, damping);
  const Lanes s = exchanged(v, lanes_load(r->v_south + i), cover, lanes_load(r->cover_south + i), o->own, o->south, damping);
  const Lanes n = exchanged(v, lanes_load(r->v_north + i), cover, lanes_load(r->cover_north + i), o->own, o->north, damping);
  return lanes_add(v, lanes_add(lanes_add(e, w), lanes_add(s, n)));
}

typedef struct Tally { /* MembraneTally, while it is being added to */
  Lanes depth, rate, low, sum;
} Tally;

/* Columns before `count`, which is rarely within a vector. */
INLINE LaneMask within_grid(int i, int count) {
  static const float flags[2 * 16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const int left = count - i;
  return lanes_greater(lanes_load(flags + (left >= LANES ? 0 : 16 - left)), lanes_all(0.0f));
}

/* v <- keep*(drag*v + spring*L), u <- u + dt*v; the depth that follows. Land keeps its depth; what lies beyond the grid
 * keeps all: open sides remember there. */
INLINE void cell_move(const MembraneStep *m, const MembraneRow *r, Tally *t, Lanes own, Lanes v, Lanes spring, Lanes open,
                      bool shut, int i, int count) {
  const Lanes force = lanes_add(lanes_mul(lanes_all(m->drag), v), lanes_mul(lanes_all(m->spring), spring));
  Lanes rate = lanes_mul(lanes_all(m->keep), force);
  Lanes moved = lanes_add(own, lanes_mul(lanes_all(m->dt), rate));
  if (shut && i + LANES > count) {
    const LaneMask within = within_grid(i, count);
    rate = lanes_select(within, rate, v);
    moved = lanes_select(within, moved, own);
    open = lanes_where(within, open);
  }
  lanes_store(r->to_v + i, rate);
  lanes_store(r->to_u + i, moved);
  if (!r->rest) return;
  Lanes depth = lanes_add(lanes_sub(lanes_load(r->rest + i), lanes_load(r->terrain + i)), moved);
  if (shut) {
    const LaneMask wet = lanes_greater(open, lanes_all(0.0f));
    t->low = lanes_select(wet, lanes_min(depth, t->low), t->low);
    depth = lanes_select(wet, depth, lanes_load(r->depth + i));
  } else {
    t->low = lanes_min(depth, t->low);
  }
  const Lanes speed = lanes_size(rate);
  t->depth = lanes_max(depth, t->depth);
  t->rate = lanes_max(speed, t->rate);
  t->sum = lanes_add(t->sum, lanes_add(lanes_add(depth, speed), lanes_size(moved)));
  lanes_store(r->depth + i, depth);
}

/* All of a group, west and east columns excepted, may already be overwritten when the next one is done: what that needs
 * of it travels in registers. */
INLINE void step_row(const MembraneStep *step, const MembraneRow *given, int count, bool nine) {
  const MembraneStep numbers = *step, *const m = &numbers;
  const MembraneRow rows = *given, *const r = &rows;
  Lanes own = lanes_load(r->u), last = lanes_load(r->u - LANES);
  Lanes pair = lanes_add(lanes_load(r->u_north), lanes_load(r->u_south));
  Lanes pair_last = lanes_add(lanes_load(r->u_north - LANES), lanes_load(r->u_south - LANES));
  Tally t = {lanes_load(r->tally->depth), lanes_load(r->tally->rate), lanes_load(r->tally->low), lanes_load(r->tally->sum)};
  for (int i = 0; i < count; i += LANES) {
    const int g = i / MEMBRANE_GROUP;
    const int kind = r->kinds_north[g] | r->kinds[g] | r->kinds_south[g];
    const Lanes next = lanes_load(r->u + i + LANES);
    const Lanes pair_next = lanes_add(lanes_load(r->u_north + i + LANES), lanes_load(r->u_south + i + LANES));
    const Lanes west = lanes_before(last, own), east = lanes_after(own, next);
    if (r->old_u) lanes_store(r->old_u + i, own);
    if (!(kind & MEMBRANE_SHUT) && i + LANES <= count) {
      const Lanes sides = lanes_add(pair, lanes_add(west, east));
      const Lanes corners = nine ? lanes_add(lanes_before(pair_last, pair), lanes_after(pair, pair_next)) : own;
      cell_move(m, r, &t, own, lanes_load(r->v + i), spring_open(own, sides, corners, nine), own, false, i, count);
    } else if (r->kinds[g] & MEMBRANE_OPEN) {
      const Around o = around(r->open_north, r->open, r->open_south, i);
      Around u = around(r->u_north, r->u, r->u_south, i);
      u.west = west;
      const Lanes v = r->cover && (kind & MEMBRANE_COVERED) ? blocked(m, r, &o, i) : lanes_load(r->v + i);
      cell_move(m, r, &t, own, v, spring_shut(&u, &o, nine), o.own, true, i, count);
    } else if (r->to_u != r->u) {
      lanes_store(r->to_u + i, own);
      lanes_store(r->to_v + i, lanes_load(r->v + i));
    }
    last = own;
    own = next;
    pair_last = pair;
    pair = pair_next;
  }
  lanes_store(r->tally->depth, t.depth);
  lanes_store(r->tally->rate, t.rate);
  lanes_store(r->tally->low, t.low);
  lanes_store(r->tally->sum, t.sum);
}

static void step5(const MembraneStep *m, const MembraneRow *r, int count) {
  step_row(m, r, count, false);
}

static void step9(const MembraneStep *m, const MembraneRow *r, int count) {
  step_row(m, r, count, true);
}

/* What each group has in it; `cover` NULL: no bodies. */
static void kinds_row(const float *open, const float *cover, uint8_t *kinds, int count) {
  const Lanes zero = lanes_all(0.0f), one = lanes_all(1.0f);
  for (int g = 0; g * MEMBRANE_GROUP < count; g++) {
    int kind = open[g * MEMBRANE_GROUP - 1] < 1.0f || open[(g + 1) * MEMBRANE_GROUP] < 1.0f ? MEMBRANE_SHUT : 0;
    for (int i = g * MEMBRANE_GROUP; i < (g + 1) * MEMBRANE_GROUP; i += LANES) {
      const Lanes o = lanes_load(open + i);
      if (mask_any(lanes_greater(one, o))) kind |= MEMBRANE_SHUT;
      if (mask_any(lanes_greater(o, zero))) kind |= MEMBRANE_OPEN;
      if (!cover) continue;
      const Lanes near = lanes_max(lanes_load(cover + i), lanes_max(lanes_load(cover + i - 1), lanes_load(cover + i + 1)));
      if (mask_any(lanes_greater(near, zero))) kind |= MEMBRANE_COVERED;
    }
    kinds[g] = (uint8_t)kind;
  }
}

/* --- what is done apart ---------------------------------------------------------------------------------------------- */

static inline float face(float a, float b) {
  return a < b ? a : b;
}

/* Land as fixed points (Bressler 2007, 4.3): neighbours at the rest level that never move, where the rate rows above have
 * mirrored. Land has openness 0, and so have the halo's walls, which stay mirrors. */
static inline float is_land(float open, float terrain) {
  return open > 0.0f || terrain >= WALL_HEIGHT ? 0.0f : 1.0f;
}

static void membrane_row_land(const MembraneStep *m, const float *restrict u, const float *restrict o,
                              const float *restrict b, float *restrict v, int count) {
  const ptrdiff_t s = m->s;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float land = (is_land(o[i + 1], b[i + 1]) + is_land(o[i - 1], b[i - 1])) +
                       (is_land(o[i + s], b[i + s]) + is_land(o[i - s], b[i - s]));
    v[i] -= o[i] > 0.0f ? m->keep * m->spring * land * u[i] : 0.0f;
  }
}

/* Mueller's slope clamp: a cell's offset from the mean of its open neighbours is limited to `most`. Jacobi, from u to
 * `out`, by half of the excess: the whole of it, in all cells at once, only flips a checkerboard. It does not hold volume by itself; lakes_repair gives back what it took. */
static void membrane_row_slope(const float *restrict u, const float *restrict o, float *restrict out, ptrdiff_t s,
                               int count, float most) {
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float oe = face(o[i], o[i + 1]), ow = face(o[i], o[i - 1]);
    const float os = face(o[i], o[i + s]), on = face(o[i], o[i - s]);
    const float sum = (oe * u[i + 1] + ow * u[i - 1]) + (os * u[i + s] + on * u[i - s]);
    const float weight = (oe + ow) + (os + on);
    const float off = weight > 0.0f ? u[i] - sum / (weight > 0.0f ? weight : 1.0f) : 0.0f;
    const float over = off > most ? off - most : (off < -most ? off + most : 0.0f);
    out[i] = u[i] - 0.5f * over;
  }
}

const MembraneRows WIDTH(membrane_rows) = {step5, step9, kinds_row, membrane_row_land, membrane_row_slope};
