#include "weir/membrane/membrane.h"

#include "base/lanes.h"
#include "base/simd.h"

#define INLINE static inline __attribute__((always_inline))

/* --- faces ----------------------------------------------------------------------------------------------------------- */

enum { EAST, WEST, SOUTH, NORTH, SOUTH_EAST, NORTH_WEST, NORTH_EAST, SOUTH_WEST, AROUND };

/* The weights of a cell's neighbours: in the Laplacian, and (the first four) in the exchange of velocity under bodies. */
typedef struct Faces {
  Lanes spring[AROUND], velocity[4];
} Faces;

INLINE void load_around(const float *north, const float *row, const float *south, int i, Lanes out[AROUND]) {
  out[EAST] = lanes_load(row + i + 1);
  out[WEST] = lanes_load(row + i - 1);
  out[SOUTH] = lanes_load(south + i);
  out[NORTH] = lanes_load(north + i);
  out[SOUTH_EAST] = lanes_load(south + i + 1);
  out[NORTH_WEST] = lanes_load(north + i - 1);
  out[NORTH_EAST] = lanes_load(north + i + 1);
  out[SOUTH_WEST] = lanes_load(south + i - 1);
}

/* The share of a face that counts twice because the corners beyond both of its cells are wall: a diagonal that ends in a
 * wall is mirrored to the cell beside it, or waves along a wall would run slower than in the open (a standing wave in a
 * narrow tank by 1.6 %). The same for both cells of the face. */
INLINE Lanes mirrored(Lanes corner_a, Lanes corner_b) {
  return 1.0f - lanes_max(corner_a, corner_b);
}

INLINE Lanes twice(Lanes face, Lanes mirror_a, Lanes mirror_b) {
  const Lanes weight = 1.0f + 0.5f * (mirror_a + mirror_b);
  return face * weight;
}

/* Near land, walls and bodies: every neighbour behind its face, which is as open as the less open of its two cells; a
 * diagonal is open as far as all four cells around the corner are. What one side loses the other gains. */
INLINE void faces_spring(Lanes own, const Lanes o[AROUND], Lanes out[AROUND], bool nine) {
  const Lanes e = lanes_min(own, o[EAST]), w = lanes_min(own, o[WEST]);
  const Lanes s = lanes_min(own, o[SOUTH]), n = lanes_min(own, o[NORTH]);
  out[EAST] = nine ? twice(e, mirrored(o[NORTH], o[NORTH_EAST]), mirrored(o[SOUTH], o[SOUTH_EAST])) : e;
  out[WEST] = nine ? twice(w, mirrored(o[NORTH], o[NORTH_WEST]), mirrored(o[SOUTH], o[SOUTH_WEST])) : w;
  out[SOUTH] = nine ? twice(s, mirrored(o[EAST], o[SOUTH_EAST]), mirrored(o[WEST], o[SOUTH_WEST])) : s;
  out[NORTH] = nine ? twice(n, mirrored(o[EAST], o[NORTH_EAST]), mirrored(o[WEST], o[NORTH_WEST])) : n;
  if (!nine) return;
  out[SOUTH_EAST] = lanes_min(lanes_min(e, s), o[SOUTH_EAST]);
  out[NORTH_WEST] = lanes_min(lanes_min(w, n), o[NORTH_WEST]);
  out[NORTH_EAST] = lanes_min(lanes_min(e, n), o[NORTH_EAST]);
  out[SOUTH_WEST] = lanes_min(lanes_min(w, s), o[SOUTH_WEST]);
}

/* Gritzner's sb, further damping under bodies. Scaling v cell by cell, as he does, makes the sum of v drift and the volume
 * with it (a pool gained 30 % in 10 s); here it acts on the difference in v across each face instead, so the sum stays:
 *   v_i += sum over faces of a*(v_j - v_i),   a = block_damping*dt*(more covered of the two), at most 1/5 */
INLINE Lanes exchanged(Lanes cover, Lanes cover_on, Lanes open, Lanes open_on, Lanes damping) {
  const Lanes zero = lanes_all(0.0f);
  const Lanes share = lanes_min(damping * lanes_max(cover, cover_on), lanes_all(0.2f));
  return lanes_where(mask_both(lanes_greater(open, zero), lanes_greater(open_on, zero)), share);
}

INLINE Faces faces_find(const MembraneStep *m, const MembraneRow *r, int i, bool nine, bool bodies) {
  Faces f;
  Lanes open[AROUND], own = lanes_load(r->open + i);
  load_around(r->open - m->s, r->open, r->open + m->s, i, open);
  faces_spring(own, open, f.spring, nine);
  if (!bodies) return f;
  const Lanes damping = lanes_all(m->damping), cover = lanes_load(r->cover + i);
  f.velocity[EAST] = exchanged(cover, lanes_load(r->cover + i + 1), own, open[EAST], damping);
  f.velocity[WEST] = exchanged(cover, lanes_load(r->cover + i - 1), own, open[WEST], damping);
  f.velocity[SOUTH] = exchanged(cover, lanes_load(r->cover + m->s + i), own, open[SOUTH], damping);
  f.velocity[NORTH] = exchanged(cover, lanes_load(r->cover - m->s + i), own, open[NORTH], damping);
  return f;
}

/* The floats that the faces of a vector of cells take in memory. */
INLINE int faces_size(bool nine, bool bodies) {
  return ((nine ? AROUND : 4) + (bodies ? 4 : 0)) * LANES;
}

INLINE void faces_store(const Faces *f, float *to, bool nine, bool bodies) {
  const int count = nine ? AROUND : 4;
  for (int n = 0; n < count; n++) lanes_store(to + n * LANES, f->spring[n]);
  for (int n = 0; bodies && n < 4; n++) lanes_store(to + (count + n) * LANES, f->velocity[n]);
}

INLINE Faces faces_load(const float *from, bool nine, bool bodies) {
  const int count = nine ? AROUND : 4;
  Faces f;
  for (int n = 0; n < count; n++) f.spring[n] = lanes_load(from + n * LANES);
  for (int n = 0; bodies && n < 4; n++) f.velocity[n] = lanes_load(from + (count + n) * LANES);
  return f;
}

INLINE void faces_row(const MembraneStep *m, const MembraneRow *r, float *to, int count, bool nine) {
  int i = 0, end;
  for (const MembraneRun *run = r->runs; i < count; run++, i = end) {
    const bool bodies = run->path == MEMBRANE_BODIES && r->cover;
    end = run->end * MEMBRANE_GROUP;
    if (run->path < MEMBRANE_FACED) continue;
    for (; i < end && i < count; i += LANES, to += faces_size(nine, bodies)) {
      __builtin_prefetch(r->open + 2 * m->s + i); /* for the next row */
      const Faces f = faces_find(m, r, i, nine, bodies);
      faces_store(&f, to, nine, bodies);
    }
  }
}

static void faces5(const MembraneStep *m, const MembraneRow *r, float *to, int count) {
  faces_row(m, r, to, count, false);
}

static void faces9(const MembraneStep *m, const MembraneRow *r, float *to, int count) {
  faces_row(m, r, to, count, true);
}

/* --- one step -------------------------------------------------------------------------------------------------------- */

enum { PREFETCH_AHEAD = 64 /* floats ahead of the present ones that are prefetched into the nearest cache */ };

/* The numbers of MembraneStep in registers. */
typedef struct Numbers {
  Lanes drag, spring, damping_factor, dt;
} Numbers;

/* A MembraneReduction in registers, while a row is added to it. */
typedef struct LaneReduction {
  Lanes depth, velocity, low, sum;
} LaneReduction;

/* In open water. The sums are exact multiples where the surface is flat, so a lake that has risen stays at rest.
 *   L(u) = u_E + u_W + u_N + u_S - 4u (Gritzner 2.19),   L9(u) = 1/2*[L(u) + 1/2*(u_NE + u_NW + u_SE + u_SW - 4u)] */
INLINE Lanes spring_free(Lanes own, Lanes sides, Lanes corners, bool nine, bool flush) {
  if (!nine) return lanes_result(lanes_minus_four(sides, own), flush);
  return lanes_result(lanes_result(0.25f * lanes_result(lanes_twice(sides, corners), flush), flush) - lanes_result(3.0f * own, flush),
                      flush);
}

INLINE Lanes face_acceleration(Lanes weight, Lanes on, Lanes own, bool flush) {
  return lanes_result(weight * lanes_result(on - own, flush), flush);
}

INLINE Lanes sides_acceleration(const Lanes *weight, const Lanes *on, Lanes own, bool flush) {
  const Lanes east = face_acceleration(weight[EAST], on[EAST], own, flush), west = face_acceleration(weight[WEST], on[WEST], own, flush);
  const Lanes south = face_acceleration(weight[SOUTH], on[SOUTH], own, flush),
              north = face_acceleration(weight[NORTH], on[NORTH], own, flush);
  return lanes_result(lanes_result(east + west, flush) + lanes_result(south + north, flush), flush);
}

INLINE Lanes spring_faced(const Lanes *weight, const Lanes *on, Lanes own, bool nine, bool flush) {
  const Lanes sides = sides_acceleration(weight, on, own, flush);
  if (!nine) return sides;
  const Lanes corners = lanes_result(0.5f * sides_acceleration(weight + SOUTH_EAST, on + SOUTH_EAST, own, flush), flush);
  return lanes_result(0.5f * lanes_result(sides + corners, flush), flush);
}

INLINE Lanes velocity_evened(const MembraneRow *r, const Faces *f, int i, bool flush) {
  const Lanes v = lanes_load(r->v + i);
  const Lanes on[4] = {lanes_load(r->v + i + 1), lanes_load(r->v + i - 1), lanes_load(r->v_south + i), lanes_load(r->v_north + i)};
  return lanes_result(v + sides_acceleration(f->velocity, on, v, flush), flush);
}

/* v <- damping_factor*(drag*v + spring*L), u <- u + dt*v */
INLINE Lanes velocity_after(const Numbers *m, Lanes v, Lanes spring, bool dragged, bool flush) {
  const Lanes left = dragged ? lanes_result(m->drag * v, flush) : v;
  return lanes_result(m->damping_factor * lanes_result(left + lanes_result(m->spring * spring, flush), flush), flush);
}

INLINE Lanes displacement_after(const Numbers *m, Lanes own, Lanes velocity, bool flush) {
  return lanes_result(own + lanes_result(m->dt * velocity, flush), flush);
}

INLINE Lanes depth_of(const MembraneRow *r, Lanes u, int i) {
  return lanes_load(r->rest_level + i) - lanes_load(r->terrain + i) + u;
}

/* Columns before `count`, which is rarely within a vector. */
INLINE LaneMask within_grid(int i, int count) {
  static const float flags[2 * 16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const int left = count - i;
  return lanes_greater(lanes_load(flags + (left >= LANES ? 0 : 16 - left)), lanes_all(0.0f));
}

/* Adds a row of depths that are left out to the extremes. A block of columns where even the lowest displacement is above the shallowest bed is
 * above it everywhere, as rounded sums keep their order; elsewhere the depths are computed. */
static void row_extremes(const MembraneRow *r, int count) {
  Lanes displacement = lanes_load(r->reduction->displacement), velocity = lanes_load(r->reduction->velocity);
  Lanes least = lanes_load(r->reduction->low), sum = lanes_load(r->reduction->sum);
  for (int begin = 0; begin < count; begin += MEMBRANE_BLOCK) {
    const int end = begin + MEMBRANE_BLOCK < count ? begin + MEMBRANE_BLOCK : count;
    Lanes low = lanes_all(0.0f);
    for (int i = begin; i < end; i += LANES) {
      Lanes u = lanes_load(r->to_u + i);
      if (i + LANES > count) u = lanes_where(within_grid(i, count), u);
      low = lanes_min(u, low);
      displacement = lanes_size_max(u, displacement);
      velocity = lanes_size_max(lanes_load(r->to_v + i), velocity);
      sum = sum + u;
    }
    if (!mask_any(lanes_greater(lanes_all(-r->least_rest_depth[begin / MEMBRANE_BLOCK]), low))) continue;
    for (int i = begin; i < end; i += LANES) {
      LaneMask wet = lanes_greater(lanes_load(r->open + i), lanes_all(0.0f));
      if (i + LANES > count) wet = mask_both(wet, within_grid(i, count));
      least = lanes_select(wet, lanes_min(depth_of(r, lanes_load(r->to_u + i), i), least), least);
    }
  }
  lanes_store(r->reduction->displacement, displacement);
  lanes_store(r->reduction->velocity, velocity);
  lanes_store(r->reduction->low, least);
  lanes_store(r->reduction->sum, sum);
}

/* The sum shows whether all is finite: the depth follows from u, which follows from v. */
INLINE void reduction_add(LaneReduction *t, Lanes depth, Lanes water, Lanes velocity) {
  t->depth = lanes_max(depth, t->depth);
  t->velocity = lanes_size_max(velocity, t->velocity);
  t->sum = t->sum + water;
}

/* Neighbours in the row come from registers where vectors are as long as a cache line, of which loads beside it need two. */
enum { BESIDE_BY_LOADS = LANES < 16 };

/* Loads the vector before column i of u, which has been overwritten within the grid where a copy is kept. */
INLINE Lanes vector_before(const MembraneRow *r, int i) {
  return lanes_load((r->u_copy && i > 0 ? r->u_copy : r->u) + i - LANES);
}

/* Returns the velocity after a step in open water; `pair`: the sums of the vectors to the north and south, of the vector before, at and after
 * the cells. */
INLINE Lanes velocity_free(const Numbers *m, Lanes v, Lanes own, Lanes west, Lanes east, const Lanes pair[3], bool nine, bool dragged,
                           bool flush) {
  const Lanes at = lanes_result(pair[1], flush), sides = lanes_result(at + lanes_result(west + east, flush), flush);
  Lanes corners = own;
  if (nine) corners = lanes_result(lanes_before(lanes_result(pair[0], flush), at) + lanes_after(at, lanes_result(pair[2], flush)), flush);
  return velocity_after(m, v, spring_free(own, sides, corners, nine, flush), dragged, flush);
}

INLINE void run_free(const Numbers *m, const MembraneRow *r, LaneReduction *t, int i, int end, bool nine, bool depths, bool dragged) {
  const bool copies = r->u_copy != NULL, more_ahead = depths && r->more_ahead;
  Lanes last = vector_before(r, i), own = lanes_load(r->u + i);
  Lanes pair_last = lanes_load(r->u_north + i - LANES) + lanes_load(r->u_south + i - LANES);
  Lanes pair = lanes_load(r->u_north + i) + lanes_load(r->u_south + i);
  for (; i < end; i += LANES) {
    const Lanes next = lanes_load(r->u + i + LANES);
    const Lanes pair_next = lanes_load(r->u_north + i + LANES) + lanes_load(r->u_south + i + LANES);
    const Lanes west = BESIDE_BY_LOADS && !copies ? lanes_load(r->u + i - 1) : lanes_before(last, own);
    const Lanes east = BESIDE_BY_LOADS ? lanes_load(r->u + i + 1) : lanes_after(own, next);
    const Lanes v = lanes_load(r->v + i), pairs[3] = {pair_last, pair, pair_next};
    Lanes velocity = velocity_free(m, v, own, west, east, pairs, nine, dragged, false);
    Lanes moved = displacement_after(m, own, velocity, false);
    if (lanes_tiny(velocity) || lanes_tiny(moved)) {
      velocity = velocity_free(m, v, own, west, east, pairs, nine, dragged, true);
      moved = displacement_after(m, own, velocity, true);
    }
    if (copies) lanes_store(r->u_copy + i, own);
    __builtin_prefetch(r->to_u + i + PREFETCH_AHEAD, 1);
    __builtin_prefetch(r->to_v + i + PREFETCH_AHEAD, 1);
    for (int n = 0; n < MEMBRANE_AHEAD_FEW; n++) __builtin_prefetch(r->ahead[n] + i, 0, 2);
    for (int n = MEMBRANE_AHEAD_FEW; n < MEMBRANE_AHEAD && more_ahead; n++) __builtin_prefetch(r->ahead[n] + i, 0, 2);
    lanes_store(r->to_v + i, velocity);
    lanes_store(r->to_u + i, moved);
    if (depths) {
      const Lanes depth = depth_of(r, moved, i);
      t->low = lanes_min(depth, t->low);
      reduction_add(t, depth, depth, velocity);
      lanes_store(r->depth + i, depth);
    }
    last = own;
    own = next;
    pair_last = pair;
    pair = pair_next;
  }
}

/* Land copies its depth; columns beyond the grid keep their state: open sides store their memory there. `last`: the vector of u before i, then
 * the one at i. */
INLINE void cell_faced(const Numbers *m, const MembraneRow *r, LaneReduction *t, const Faces *f, Lanes *last, int i, int count, bool nine,
                       bool bodies, bool depths) {
  const Lanes own = lanes_load(r->u + i);
  Lanes v = bodies ? velocity_evened(r, f, i, false) : lanes_load(r->v + i);
  Lanes on[AROUND];
  load_around(r->u_north, r->u, r->u_south, i, on);
  on[WEST] = lanes_before(*last, own);
  *last = own;
  Lanes velocity = velocity_after(m, v, spring_faced(f->spring, on, own, nine, false), true, false);
  Lanes moved = displacement_after(m, own, velocity, false);
  if (lanes_tiny(velocity) || lanes_tiny(moved)) {
    if (bodies) v = velocity_evened(r, f, i, true);
    velocity = velocity_after(m, v, spring_faced(f->spring, on, own, nine, true), true, true);
    moved = displacement_after(m, own, velocity, true);
  }
  Lanes open = lanes_load(r->open + i);
  if (i + LANES > count) {
    const LaneMask within = within_grid(i, count);
    velocity = lanes_select(within, velocity, v);
    moved = lanes_select(within, moved, own);
    open = lanes_where(within, open);
  }
  if (r->u_copy) lanes_store(r->u_copy + i, own);
  lanes_store(r->to_v + i, velocity);
  lanes_store(r->to_u + i, moved);
  if (!depths) return;
  const LaneMask wet = lanes_greater(open, lanes_all(0.0f));
  const Lanes water = depth_of(r, moved, i), depth = lanes_select(wet, water, lanes_load(r->depth + i));
  t->low = lanes_select(wet, lanes_min(water, t->low), t->low);
  reduction_add(t, depth, water, velocity);
  lanes_store(r->depth + i, depth);
}

/* Returns the faces of the next run. */
INLINE const float *run_faced(const MembraneStep *step, const Numbers *m, const MembraneRow *r, LaneReduction *t, const float *faces, int i,
                              int end, int count, bool nine, bool bodies, bool depths) {
  Lanes last = vector_before(r, i);
  if (!faces) {
    for (; i < end; i += LANES) {
      const Faces f = faces_find(step, r, i, nine, bodies);
      cell_faced(m, r, t, &f, &last, i, count, nine, bodies, depths);
    }
    return NULL;
  }
  for (; i < end; i += LANES, faces += faces_size(nine, bodies)) {
    if (depths) __builtin_prefetch(r->open + step->s + i); /* for the next row */
    const Faces f = faces_load(faces, nine, bodies);
    cell_faced(m, r, t, &f, &last, i, count, nine, bodies, depths);
  }
  return faces;
}

INLINE void run_land(const MembraneRow *r, LaneReduction *t, int i, int end, int count, bool depths) {
  for (; i < end; i += LANES) {
    if (r->u_copy) lanes_store(r->u_copy + i, lanes_load(r->u + i));
    lanes_store(r->to_u + i, lanes_load(r->u + i));
    lanes_store(r->to_v + i, lanes_load(r->v + i));
    if (!depths) continue;
    const Lanes depth = lanes_load(r->depth + i);
    t->depth = lanes_max(i + LANES > count ? lanes_where(within_grid(i, count), depth) : depth, t->depth);
  }
}

INLINE void step_runs(const MembraneStep *step, const MembraneRow *given, int count, bool nine, bool depths) {
  const MembraneRow rows = *given, *const r = &rows;
  const Numbers numbers = {lanes_all(step->drag), lanes_all(step->spring), lanes_all(step->damping_factor), lanes_all(step->dt)},
                *const m = &numbers;
  LaneReduction t = {lanes_load(r->reduction->depth), lanes_load(r->reduction->velocity), lanes_load(r->reduction->low),
                     lanes_load(r->reduction->sum)};
  const float *faces = r->faces;
  int i = 0;
  for (const MembraneRun *run = r->runs; i < count; run++) {
    const int groups = run->end * MEMBRANE_GROUP, end = groups < count ? groups : count;
    if (run->path == MEMBRANE_FREE && step->drag == 1.0f)
      run_free(m, r, &t, i, end, nine, depths, false);
    else if (run->path == MEMBRANE_FREE)
      run_free(m, r, &t, i, end, nine, depths, true);
    else if (run->path == MEMBRANE_LAND)
      run_land(r, &t, i, end, count, depths);
    else if (run->path == MEMBRANE_BODIES && r->cover)
      faces = run_faced(step, m, r, &t, faces, i, end, count, nine, true, depths);
    else
      faces = run_faced(step, m, r, &t, faces, i, end, count, nine, false, depths);
    i = end;
  }
  if (!depths) return;
  lanes_store(r->reduction->depth, t.depth);
  lanes_store(r->reduction->velocity, t.velocity);
  lanes_store(r->reduction->low, t.low);
  lanes_store(r->reduction->sum, t.sum);
}

static void step5(const MembraneStep *m, const MembraneRow *r, int count) {
  if (r->depth)
    step_runs(m, r, count, false, true);
  else
    step_runs(m, r, count, false, false);
  if (r->least_rest_depth && !r->depth) row_extremes(r, count);
}

static void step9(const MembraneStep *m, const MembraneRow *r, int count) {
  if (r->depth)
    step_runs(m, r, count, true, true);
  else
    step_runs(m, r, count, true, false);
  if (r->least_rest_depth && !r->depth) row_extremes(r, count);
}

/* Finds the kinds of each group; `cover` NULL: no bodies. */
static void kinds_row(const float *open, const float *cover, uint8_t *kinds, int count) {
  const Lanes zero = lanes_all(0.0f), one = lanes_all(1.0f);
  for (int g = 0; g * MEMBRANE_GROUP < count; g++) {
    int kind = open[g * MEMBRANE_GROUP - 1] < 1.0f || open[(g + 1) * MEMBRANE_GROUP] < 1.0f ? MEMBRANE_CLOSED : 0;
    for (int i = g * MEMBRANE_GROUP; i < (g + 1) * MEMBRANE_GROUP; i += LANES) {
      const Lanes o = lanes_load(open + i);
      if (mask_any(lanes_greater(one, o))) kind |= MEMBRANE_CLOSED;
      if (mask_any(lanes_greater(o, zero))) kind |= MEMBRANE_OPEN;
      if (!cover) continue;
      const Lanes near = lanes_max(lanes_load(cover + i), lanes_max(lanes_load(cover + i - 1), lanes_load(cover + i + 1)));
      if (mask_any(lanes_greater(near, zero))) kind |= MEMBRANE_COVERED;
    }
    kinds[g] = (uint8_t)kind;
  }
}

/* --- land, slopes and sums ------------------------------------------------------------------------------------------- */

/* Returns 1 for land, 0 for any other cell. Land as fixed points (Bressler 2007, 4.3): neighbours at the rest level that never move, where
 * the kernels above mirror. Land has openness 0, and so have the halo's walls, which stay mirrors. */
static inline float is_land(float open, float terrain) {
  return open > 0.0f || terrain >= WALL_HEIGHT ? 0.0f : 1.0f;
}

static void membrane_row_land(const MembraneStep *m, const float *restrict u, const float *restrict o, const float *restrict b,
                              float *restrict v, int count) {
  const ptrdiff_t s = m->s;
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float land =
        (is_land(o[i + 1], b[i + 1]) + is_land(o[i - 1], b[i - 1])) + (is_land(o[i + s], b[i + s]) + is_land(o[i - s], b[i - s]));
    v[i] -= o[i] > 0.0f ? m->damping_factor * m->spring * land * u[i] : 0.0f;
  }
}

/* Mueller's slope clamp: the difference of a cell's displacement from the mean of its open neighbours is limited to `cap`. Jacobi, from u
 * to `out`, by half of the excess: the whole of it, in all cells at once, only flips a checkerboard. It does not conserve volume by itself;
 * lakes_repair_taken adds back what it removed. */
static void membrane_row_slope(const float *restrict u, const float *restrict o, float *restrict out, ptrdiff_t s, int count, float cap) {
#pragma omp simd
  for (int i = 0; i < count; i++) {
    const float oe = min_float(o[i], o[i + 1]), ow = min_float(o[i], o[i - 1]);
    const float os = min_float(o[i], o[i + s]), on = min_float(o[i], o[i - s]);
    const float sum = (oe * u[i + 1] + ow * u[i - 1]) + (os * u[i + s] + on * u[i - s]);
    const float weight = (oe + ow) + (os + on);
    const float off = weight > 0.0f ? u[i] - sum / (weight > 0.0f ? weight : 1.0f) : 0.0f;
    const float over = off > cap ? off - cap : (off < -cap ? off + cap : 0.0f);
    out[i] = u[i] - 0.5f * over;
  }
}

static double membrane_row_sum(const float *row, int count) {
  enum { SUMS = 16 }; /* as many as the widest vectors need to add without waiting */
  double sums[SUMS] = {0};
  int i = 0;
  for (; i + SUMS <= count; i += SUMS)
    for (int n = 0; n < SUMS; n++) sums[n] += (double)row[i + n];
  for (int n = 0; i + n < count; n++) sums[n] += (double)row[i + n];
  for (int half = SUMS / 2; half > 0; half /= 2)
    for (int n = 0; n < half; n++) sums[n] += sums[n + half];
  return sums[0];
}

const MembraneRows WIDTH(membrane_rows) = {
    step5, step9, faces5, faces9, kinds_row, membrane_row_land, membrane_row_sum, membrane_row_slope};
