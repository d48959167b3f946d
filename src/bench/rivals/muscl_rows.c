/* A textbook second-order step of the shallow-water equations, as fast as it can be written plainly: MUSCL (van Leer 1979) with minmod slopes
 * of surface and velocities, Hancock's half step (so one flux a side and step), hydrostatic reconstruction at the steps of the bed (Audusse
 * and others 2004) and HLL fluxes (Harten, Lax, van Leer 1983) with Einfeldt's (1988) speeds; what moves along a side goes with its mass flux
 * (Toro 2001, 10.4), which is sharper than HLL and cheaper.
 *
 * Cells have a level bed, so surface and depth have the same slope within one. One sweep over the rows changes the state in place: of each
 * row the velocities, then by chunks of columns, which stay in the first cache, the half step with the sides to the north and the update of
 * the row before, and the sides to the west. */
#include "bench/rivals/muscl_rows.h"

#include <stdbool.h>

#include "base/simd.h"

/* AHEAD: rows by which memory is asked for before it is used: a tenth faster. CHUNK: cells whose edges and sides stay in 32 KiB with what they
 * are made of: with 256 a fifth slower. BASE: index of a row's first cell. */
enum { AHEAD = 3, BASE = RIVAL_LANES, CHUNK = 128, CHUNK_WIDE = CHUNK + 2 * BASE };

/* The water at one side of its cells half a step later: its depth, its velocity across the side and along it. */
typedef struct Edge {
  _Alignas(64) float depth[CHUNK_WIDE], across[CHUNK_WIDE], along[CHUNK_WIDE];
} Edge;

static inline float least(float a, float b) {
  return a < b ? a : b;
}
static inline float most(float a, float b) {
  return a > b ? a : b;
}

/* The slope of less steepness, or 0 where they differ in sign. */
static inline float minmod(float a, float b) {
  return most(least(a, b), least(most(a, b), 0));
}

/* The two columns beyond each wall. */
static void mirror(float *row, int nx, float sign) {
  for (int n = 0; n < 2; n++) {
    row[BASE - 1 - n] = sign * row[BASE + n];
    row[BASE + nx + n] = sign * row[BASE + nx - 1 - n];
  }
}

/* Row k, which may lie beyond a wall: then it mirrors one within. Where depth is 0 or next to it, velocities are 0. */
static void velocities(const MusclBand *m, int k, MusclFlow *flow) {
  const int inside = k < 0 ? -1 - k : k >= m->nz ? 2 * m->nz - 1 - k : k;
  const ptrdiff_t at = (ptrdiff_t)inside * m->stride;
  const float *const restrict depth = m->depth + at, *const restrict flow_x = m->flow_x + at, *const restrict flow_z = m->flow_z + at,
                              *const restrict bed = m->bed + at;
  MusclFlow *const restrict f = flow;
  const float dry = m->dry, sign = k == inside ? 1 : -1;
  const int count = m->vectors * RIVAL_LANES;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float d = depth[i], share = d > dry ? 1 / most(d, dry) : 0;
    f->depth[BASE + i] = d;
    f->surface[BASE + i] = bed[i] + d;
    f->u[BASE + i] = flow_x[i] * share;
    f->v[BASE + i] = sign * flow_z[i] * share;
  }
  mirror(f->surface, m->nx, 1);
  mirror(f->u, m->nx, -1);
  mirror(f->v, m->nx, 1);
}

/* Slopes, the half step of a row from column i0 on, and its water at all four sides. Slopes are held so that no side has less than no
 * water. */
static void half_step(const MusclBand *m, MusclFlow *const flow[3], int i0, int count, Edge *east, Edge *west, Edge *north_edge,
                      MusclSides *sides, int row) {
  const MusclFlow *const restrict north = flow[0], *const restrict own = flow[1], *const restrict south = flow[2];
  Edge *const restrict e = east, *const restrict w = west, *const restrict n = north_edge;
  MusclSouth *const restrict s = &sides->south[row & 1];
  const float half = 0.5f * m->ratio, g = m->gravity;
#pragma omp simd
  for (int lane = 0; lane < count; lane++) {
    const int i = BASE + i0 + lane, c = BASE + lane;
    const float h = own->depth[i], eta = own->surface[i], u = own->u[i], v = own->v[i], steep = 2 * h;
    const float eta_x = most(-steep, least(steep, minmod(own->surface[i + 1] - eta, eta - own->surface[i - 1])));
    const float eta_z = most(-steep, least(steep, minmod(south->surface[i] - eta, eta - north->surface[i])));
    const float u_x = minmod(own->u[i + 1] - u, u - own->u[i - 1]), u_z = minmod(south->u[i] - u, u - north->u[i]);
    const float v_x = minmod(own->v[i + 1] - v, v - own->v[i - 1]), v_z = minmod(south->v[i] - v, v - north->v[i]);
    const float later_h = h - half * (u * eta_x + v * eta_z + h * (u_x + v_z));
    const float later_u = u - half * (u * u_x + v * u_z + g * eta_x), later_v = v - half * (u * v_x + v * v_z + g * eta_z);
    e->depth[c] = later_h + 0.5f * eta_x, w->depth[c] = later_h - 0.5f * eta_x;
    e->across[c] = later_u + 0.5f * u_x, w->across[c] = later_u - 0.5f * u_x;
    e->along[c] = later_v + 0.5f * v_x, w->along[c] = later_v - 0.5f * v_x;
    n->depth[c] = later_h - 0.5f * eta_z, s->depth[i] = later_h + 0.5f * eta_z;
    n->across[c] = later_v - 0.5f * v_z, s->across[i] = later_v + 0.5f * v_z;
    n->along[c] = later_u - 0.5f * u_z, s->along[i] = later_u + 0.5f * u_z;
  }
}

/* Fluxes through one side: mass; momentum across for the cell before the side and for the one behind it; momentum along. */
typedef struct Passing {
  float mass, before, behind, along;
} Passing;

/* a: the cell before the side, b: the one behind it; `step`: how much higher b's bed is. HLL's flux is divided into the share of each cell:
 * a's, with the faster wave's speed R, is R/(R - L) of what a sends past the slower wave, whose speed is L. */
static inline Passing pass(float depth_a, float a, float along_a, float depth_b, float b, float along_b, float step, float g, float dry) {
  const float ha = most(0, least(depth_a, depth_a - step)), hb = most(0, least(depth_b, depth_b + step));
  const float ga = g * ha, gb = g * hb, ca = __builtin_sqrtf(ga), cb = __builtin_sqrtf(gb), c = __builtin_sqrtf(0.5f * (ga + gb));
  const float mean = (ca * a + cb * b) / (ca + cb + 1e-12f);
  const float fastest = hb > dry ? most(b + cb, mean + c) : a + 2 * ca, slowest = ha > dry ? least(a - ca, mean - c) : b - 2 * cb;
  const float right = most(fastest, 0), left = least(slowest, 0), share_a = right / (right - left + 1e-12f), share_b = 1 - share_a;
  const float sent_a = share_a * ha * (a - left), sent_b = share_b * hb * (b - right), mass = sent_a + sent_b;
  const float carried = sent_a * a + sent_b * b, pressure = 0.5f * (gb * hb - ga * ha), half_g = 0.5f * g;
  return (Passing){mass, carried + share_b * pressure + half_g * depth_a * depth_a,
                   carried - share_a * pressure + half_g * depth_b * depth_b, mass * (mass > 0 ? along_a : along_b)};
}

/* The sides to the north of a row's cells from column i0 on, and, if `updates`, the new state of the row before. */
static inline __attribute__((always_inline)) void pass_north(const MusclBand *m, MusclSides *sides, ptrdiff_t before, int i0, int count,
                                                             const Edge *north_edge, int row, int updates) {
  const float *const restrict bed_before = m->bed + before + i0, *const restrict bed = bed_before + m->stride;
  float *const restrict depth = m->depth + before + i0, *const restrict flow_x = m->flow_x + before + i0,
                        *const restrict flow_z = m->flow_z + before + i0;
  MusclSides *const restrict s = sides;
  const MusclSouth *const restrict a = &s->south[(row + 1) & 1];
  const Edge *const restrict b = north_edge;
  const float g = m->gravity, dry = m->dry, ratio = m->ratio;
#pragma omp simd
  for (int n = 0; n < count; n++) {
    const int i = BASE + i0 + n, c = BASE + n;
    const Passing p = pass(a->depth[i], a->across[i], a->along[i], b->depth[c], b->across[c], b->along[c], bed[n] - bed_before[n], g, dry);
    if (updates) {
      depth[n] = most(0, depth[n] - ratio * ((s->west_mass[i + 1] - s->west_mass[i]) + (p.mass - s->north_mass[i])));
      flow_x[n] -= ratio * ((s->west_before[i + 1] - s->west_behind[i]) + (p.along - s->north_along[i]));
      flow_z[n] -= ratio * ((s->west_along[i + 1] - s->west_along[i]) + (p.before - s->north_behind[i]));
    }
    s->north_mass[i] = p.mass;
    s->north_behind[i] = p.behind;
    s->north_along[i] = p.along;
  }
}

/* The sides to the west of a row's cells from column i0 on. */
static void pass_west(const MusclBand *m, MusclSides *sides, ptrdiff_t own_row, int i0, int count, const Edge *east, const Edge *west) {
  const float *const restrict bed = m->bed + own_row + i0;
  const Edge *const restrict a = east, *const restrict b = west;
  MusclSides *const restrict s = sides;
  const float g = m->gravity, dry = m->dry;
#pragma omp simd
  for (int n = 0; n < count; n++) {
    const int c = BASE + n, i = BASE + i0 + n;
    const Passing p =
        pass(a->depth[c - 1], a->across[c - 1], a->along[c - 1], b->depth[c], b->across[c], b->along[c], bed[n] - bed[n - 1], g, dry);
    s->west_mass[i] = p.mass;
    s->west_before[i] = p.before;
    s->west_behind[i] = p.behind;
    s->west_along[i] = p.along;
  }
}

/* At a wall the water beyond it mirrors the water before it. */
static void mirror_edge(Edge *to, int at, const Edge *from, int from_at) {
  to->depth[at] = from->depth[from_at];
  to->across[at] = -from->across[from_at];
  to->along[at] = from->along[from_at];
}

/* The last column's edge is the next chunk's first neighbour. */
static void carry(Edge *edge, int count) {
  edge->depth[BASE - 1] = edge->depth[BASE + count - 1];
  edge->across[BASE - 1] = edge->across[BASE + count - 1];
  edge->along[BASE - 1] = edge->along[BASE + count - 1];
}

/* Asks for a part of a row of the state that the sweep has not come to. */
static void fetch(const MusclBand *m, int k, int i0, int count) {
  const ptrdiff_t at = (ptrdiff_t)k * m->stride + i0;
  for (int n = 0; n < count; n += RIVAL_LANES) {
    __builtin_prefetch(m->bed + at + n);
    __builtin_prefetch(m->depth + at + n, 1);
    __builtin_prefetch(m->flow_x + at + n, 1);
    __builtin_prefetch(m->flow_z + at + n, 1);
  }
}

/* Takes row k, `turn` rows into the sweep, which begins a row before the band and ends one behind it. */
static void sweep_row(const MusclBand *m, MusclRows *rows, MusclFlow *const flow[3], int k, int turn, Edge *east, Edge *west) {
  const int all = m->vectors * RIVAL_LANES;
  const ptrdiff_t before = (ptrdiff_t)(k - 1) * m->stride;
  Edge north;
  for (int i0 = 0; i0 < all; i0 += CHUNK) {
    const int count = all - i0 < CHUNK ? all - i0 : CHUNK;
    const bool last = i0 + count == all;
    if (k + AHEAD < m->end) fetch(m, k + AHEAD, i0, count);
    half_step(m, flow, i0, count, east, west, &north, &rows->sides, turn);
    if (turn > 1)
      pass_north(m, &rows->sides, before, i0, count, &north, turn, 1);
    else if (turn > 0)
      pass_north(m, &rows->sides, before, i0, count, &north, turn, 0);
    if (turn == 0 || k == m->end) continue;
    if (i0 == 0) mirror_edge(east, BASE - 1, west, BASE);
    if (last) mirror_edge(west, BASE + m->nx - i0, east, BASE + m->nx - 1 - i0);
    pass_west(m, &rows->sides, before + m->stride, i0, last ? count + RIVAL_LANES : count, east, west);
    carry(east, count);
  }
}

/* The rows around the band, as they are before any band moves. */
static void begin(const MusclBand *m, MusclRows *rows) {
  for (int n = 0; n < 2; n++) {
    velocities(m, m->first - 2 + n, &rows->flow[n]);
    velocities(m, m->end + n, &rows->beyond[n]);
  }
}

static void sweep(const MusclBand *m, MusclRows *rows) {
  static const Edge nothing;
  Edge east = nothing, west = nothing;
  MusclFlow *flow[3] = {&rows->flow[0], &rows->flow[1], &rows->flow[2]}; /* rows k - 1, k, k + 1 */
  for (int k = m->first - 1; k <= m->end; k++) {
    MusclFlow *const oldest = flow[0];
    if (k + 1 < m->end)
      velocities(m, k + 1, flow[2]);
    else
      flow[2] = &rows->beyond[k + 1 - m->end];
    sweep_row(m, rows, flow, k, k - m->first + 1, &east, &west);
    flow[0] = flow[1];
    flow[1] = flow[2];
    flow[2] = oldest;
  }
}

const MusclKernels WIDTH(muscl_kernels) = {begin, sweep};
