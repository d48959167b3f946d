#include "weir/membrane_rows.h"

#include "base/simd.h"
#include "weir/water.h"

extern const MembraneRows WIDTH(membrane_rows);

static inline float face(float a, float b) {
  return a < b ? a : b;
}

/* L(u) = u_E + u_W + u_N + u_S - 4u (Gritzner 2.19), every neighbour behind its face. */
static void membrane_row_rate5(const MembraneStep *m, const float *restrict u, const float *restrict o,
                               float *restrict v, int count) {
  const ptrdiff_t s = m->s;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float x = face(o[i], o[i + 1]) * (u[i + 1] - u[i]) + face(o[i], o[i - 1]) * (u[i - 1] - u[i]);
    const float z = face(o[i], o[i + s]) * (u[i + s] - u[i]) + face(o[i], o[i - s]) * (u[i - s] - u[i]);
    v[i] = m->keep * (m->drag * v[i] + m->spring * (x + z));
  }
}

/* How much of a side face counts twice because the corners beyond both of its cells are wall: a diagonal that ends in a
 * wall is mirrored to the cell beside, or waves along a wall would run slower than in the open (a standing wave in a
 * narrow tank by 1.6 %). The same for both cells of the face. */
static inline float mirrored(float corner_a, float corner_b) {
  return 1.0f - (corner_a > corner_b ? corner_a : corner_b);
}

/* L9(u) = 1/2*[L(u) + 1/2*(u_NE + u_NW + u_SE + u_SW - 4u)]; a diagonal is open as far as all four cells around the
 * corner are. */
static void membrane_row_rate9(const MembraneStep *m, const float *restrict u, const float *restrict o,
                               float *restrict v, int count) {
  const ptrdiff_t s = m->s;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float north = o[i - s], south = o[i + s], east = o[i + 1], west = o[i - 1];
    const float n_e = o[i - s + 1], n_w = o[i - s - 1], s_e = o[i + s + 1], s_w = o[i + s - 1];
    const float oe = face(o[i], east), ow = face(o[i], west), os = face(o[i], south), on = face(o[i], north);
    const float fe = oe * (1.0f + 0.5f * (mirrored(north, n_e) + mirrored(south, s_e)));
    const float fw = ow * (1.0f + 0.5f * (mirrored(north, n_w) + mirrored(south, s_w)));
    const float fs = os * (1.0f + 0.5f * (mirrored(east, s_e) + mirrored(west, s_w)));
    const float fn = on * (1.0f + 0.5f * (mirrored(east, n_e) + mirrored(west, n_w)));
    const float x = fe * (u[i + 1] - u[i]) + fw * (u[i - 1] - u[i]);
    const float z = fs * (u[i + s] - u[i]) + fn * (u[i - s] - u[i]);
    const float se = face(face(oe, os), s_e) * (u[i + s + 1] - u[i]);
    const float nw = face(face(ow, on), n_w) * (u[i - s - 1] - u[i]);
    const float ne = face(face(oe, on), n_e) * (u[i - s + 1] - u[i]);
    const float sw = face(face(ow, os), s_w) * (u[i + s - 1] - u[i]);
    const float l = 0.5f * ((x + z) + 0.5f * ((se + nw) + (ne + sw)));
    v[i] = m->keep * (m->drag * v[i] + m->spring * l);
  }
}

/* Gritzner's sb, further damping under bodies. Scaling v cell by cell, as he does, makes the sum of v drift and the volume
 * with it (a pool gained 30 % in 10 s); here it acts on the difference in v across each face instead, so the sum stays:
 *   v_i += sum over faces of a*(v_j - v_i),   a = block_damping*dt*(more covered of the two), at most 1/5 */
static void membrane_row_block(const float *restrict v, const float *restrict cover, const float *restrict o,
                               float *restrict out, ptrdiff_t s, int low, int high, float damping) {
#pragma omp simd
  for (int i = low; i < high; i++) {
    const ptrdiff_t side[4] = {1, -1, s, -s};
    float sum = 0.0f;
    for (int n = 0; n < 4; n++) {
      const float most = cover[i + side[n]] > cover[i] ? cover[i + side[n]] : cover[i];
      const float a = damping * most;
      const float joined = o[i + side[n]] > 0.0f && o[i] > 0.0f ? (a < 0.2f ? a : 0.2f) : 0.0f;
      sum += joined * (v[i + side[n]] - v[i]);
    }
    out[i] = v[i] + sum;
  }
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

/* u and d after the move; returns how many cells would have gone below their bed. */
static int membrane_row_move(const float *restrict v, const float *restrict rest, const float *restrict b,
                             const float *restrict o, float *restrict u, float *restrict d, float dt, int count) {
  int below = 0;
#pragma omp simd reduction(+ : below)
  for (int i = 0; i < count; i++) {
    const float moved = u[i] + dt * v[i];
    const float depth = (rest[i] - b[i]) + moved;
    const int wet = o[i] > 0.0f;
    below += wet & (depth < 0.0f);
    u[i] = moved;
    d[i] = wet ? depth : d[i];
  }
  return below;
}

static void membrane_row_extremes(const float *restrict d, const float *restrict v, const float *restrict u, int count,
                                  MembraneExtremes *out) {
  enum { LANES = 16 }; /* by lanes: compilers that keep to the letter of NaN do not vectorise a plain maximum */
  float depth[LANES] = {0}, rate[LANES] = {0};
  int bad[LANES] = {0};
  for (int i = 0; i < count; i += LANES) {
    const int lanes = count - i < LANES ? count - i : LANES;
#pragma omp simd
    for (int n = 0; n < lanes; n++) {
      const float x = d[i + n], y = v[i + n] < 0.0f ? -v[i + n] : v[i + n], z = u[i + n] < 0.0f ? -u[i + n] : u[i + n];
      depth[n] = x > depth[n] ? x : depth[n];
      rate[n] = y > rate[n] ? y : rate[n];
      bad[n] += (x >= 0.0f && x < WALL_HEIGHT && y < WALL_HEIGHT && z < WALL_HEIGHT) ? 0 : 1;
    }
  }
  *out = (MembraneExtremes){0, 0, 0};
  for (int n = 0; n < LANES; n++) {
    out->depth = depth[n] > out->depth ? depth[n] : out->depth;
    out->rate = rate[n] > out->rate ? rate[n] : out->rate;
    out->bad += bad[n];
  }
}

const MembraneRows WIDTH(membrane_rows) = {membrane_row_rate5, membrane_row_rate9, membrane_row_land, membrane_row_block,
                                           membrane_row_slope, membrane_row_move,  membrane_row_extremes};
