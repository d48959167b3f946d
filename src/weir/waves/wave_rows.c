/* The kernels of wave_rows.h. Compiled for each vector width (src/CMakeLists.txt). */
#include "weir/waves/wave_rows.h"

#include "base/lanes.h"
#include "base/simd.h"
#include "weir/waves/tuned.h"

#define INLINE static inline __attribute__((always_inline))

/* Where a vector is a cache line, loads that cross lines cost more than moving the lanes of two. */
enum { LANES_MOVE = LANES == 16 };

/* A row of which each vector is wanted, and each a column to the west. */
typedef struct RowBehind {
  const float *row;
  Lanes own;
} RowBehind;

INLINE RowBehind behind_begin(const float *row) {
  return (RowBehind){row, LANES_MOVE ? lanes_load(row - LANES) : lanes_all(0.0f)};
}

/* Moves on to the vector at column i, the one after the last; returns the one a column to the west. */
INLINE Lanes behind_next(RowBehind *b, int i) {
  const Lanes last = b->own;
  b->own = lanes_load(b->row + i);
  return LANES_MOVE ? lanes_before(last, b->own) : lanes_load(b->row + i - 1);
}

/* Has two rows that are wanted soon brought from memory. */
INLINE void fetch_ahead(const float *const rows[2], int i) {
  for (int n = 0; n < 2; n++) __builtin_prefetch(rows[n] + i, 0, 2);
}

/* The head and the depth of faces as the front of the sweep has them (flow/front_rows.c), but the depth is that below the lower of both
 * surfaces: 0 across banks and falls. By the higher one a waterfall would put half of its height into the pool beneath as a head. */
static void faces_row(const WaveFaces *faces, int first, int n) {
  const WaveFaces rows = *faces, *const f = &rows;
  const Lanes zero = lanes_all(0.0f);
  for (int i = first; i < n; i += LANES) {
    fetch_ahead(f->fetched, i);
    const Lanes depth = lanes_load(f->depth[0] + i), depth_ahead = lanes_load(f->depth[1] + i);
    const Lanes rise = lanes_load(f->bed[1] + i) - lanes_load(f->bed[0] + i);
    const Lanes least = lanes_min(depth - lanes_max(rise, zero), depth_ahead + lanes_min(rise, zero));
    const LaneMask open = lanes_greater(least, zero);
    lanes_store(f->head + i, lanes_where(open, (depth - depth_ahead) - rise));
    lanes_store(f->depth_out + i, lanes_where(open, least + lanes_size_min(0.5f * lanes_size(rise), least)));
  }
}

/* A front that rises too fast for a wave breaks: its velocity diffuses, by a mixing length of the depth (Kennedy et al. 2000), as the surface
 * rises by BREAKING_BEGINS to BREAKING_ENDS of the speed of long waves. With a filter that fades where water is steep, as in models that
 * switch to hydrostatic water there, each return to the filter multiplies the energy of motion: a splash grew without bound. */
INLINE Lanes breaking_head(const WaveCells *f, Lanes rise, Lanes depth) {
  const Lanes zero = lanes_all(0.0f), deep = depth + 1e-6f;
  const Lanes least = (0.99f * BREAKING_BEGINS * BREAKING_BEGINS) * (f->gravity * deep); /* roundings allowed for, of what breaks */
  if (!mask_any(lanes_greater(lanes_max(rise, zero) * rise, least))) return zero;
  const Lanes over = (rise / lanes_sqrt(f->gravity * deep) - BREAKING_BEGINS) * (1.0f / (BREAKING_ENDS - BREAKING_BEGINS));
  const Lanes share = lanes_max(lanes_min(over, lanes_all(1.0f)), zero);
  const Lanes viscosity = lanes_min((BREAKING_MIXING * share) * (deep * lanes_max(rise, zero)), lanes_all(f->viscosity_max));
  return viscosity * lanes_max(rise, zero) / (f->gravity * deep);
}

/* Returns how fast the surface rises, m/s, by what flows in along x and along z. */
INLINE Lanes rise_of(const WaveCells *f, Lanes in_x, int i) {
  const Lanes in_z = lanes_load(f->flow_north + i) - lanes_load(f->flow_z + i);
  return (in_x + in_z) * (1.0f / f->cell);
}

/* Returns the lesser of two slopes, or 0 where they differ in sign, as in grid/flow_formulas_body.h. */
INLINE Lanes lesser_slope(Lanes a, Lanes b) {
  return lanes_where(lanes_greater(a * b, lanes_all(0.0f)), lanes_lesser(a, b));
}

static void carried_row(const WaveCarried *carried, int n) {
  const WaveCarried rows = *carried, *const f = &rows;
  RowBehind head = behind_begin(f->head_x), speed = behind_begin(f->speed_x);
  for (int i = 0; i < n; i += LANES) {
    fetch_ahead(f->fetched, i);
    const Lanes head_west = behind_next(&head, i), speed_west = behind_next(&speed, i);
    const Lanes u = speed.own + speed_west;
    const Lanes w = lanes_load(f->speed_z + i) + lanes_load(f->speed_north + i);
    const Lanes x = u * lesser_slope(head_west, head.own);
    const Lanes z = w * lesser_slope(lanes_load(f->head_north + i), lanes_load(f->head_z + i));
    lanes_store(f->out + i, f->quarter_dt_over_dx * (x + z));
  }
}

/* The faces about a vector of cells: their heads with what the current carries, and their depths. */
typedef struct FacesAround {
  Lanes head_east, head_west, head_south, head_north;
  Lanes depth_east, depth_west, depth_south, depth_north;
} FacesAround;

/* The rows of WaveCells that are wanted a column to the west, too. */
typedef struct CellsBehind {
  RowBehind head, depth, carried, flow;
} CellsBehind;

INLINE FacesAround faces_around(const WaveCells *f, CellsBehind *behind, int i) {
  const Lanes head_west = behind_next(&behind->head, i), depth_west = behind_next(&behind->depth, i);
  const Lanes carried_west = behind_next(&behind->carried, i), own = behind->carried.own;
  return (FacesAround){behind->head.own + (own - lanes_load(f->carried + i + 1)),
                       head_west + (carried_west - own),
                       lanes_load(f->head_z + i) + (own - lanes_load(f->carried_south + i)),
                       lanes_load(f->head_north + i) + (lanes_load(f->carried_north + i) - own),
                       behind->depth.own,
                       depth_west,
                       lanes_load(f->depth_z + i),
                       lanes_load(f->depth_north + i)};
}

static bool cells_row(const WaveCells *cells, int n) {
  const WaveCells rows = *cells, *const f = &rows;
  bool breaks = false;
  const float cell_square = 1.0f / (f->cell * f->cell);
  CellsBehind behind = {behind_begin(f->head_x), behind_begin(f->depth_x), behind_begin(f->carried),
                        behind_begin(f->flow_x ? f->flow_x : f->depth_x)};
  for (int i = 0; i < n; i += LANES) {
    fetch_ahead(f->fetched, i);
    const FacesAround a = faces_around(f, &behind, i);
    const Lanes out_x = a.depth_east * a.head_east - a.depth_west * a.head_west;
    const Lanes out_z = a.depth_south * a.head_south - a.depth_north * a.head_north;
    lanes_store(f->pull + i, lanes_all(0.0f) - (out_x + out_z));
    const Lanes depth = lanes_load(f->depth + i), flow_west = behind_next(&behind.flow, i);
    const Lanes breaking = f->flow_x ? breaking_head(f, rise_of(f, flow_west - behind.flow.own, i), depth) : lanes_all(0.0f);
    const bool some = lanes_bits(breaking);
    if (some || f->broke) lanes_store(f->breaking + i, breaking);
    breaks |= some;
    /* by the faces, of the lower surface: a spike's own depth would hold it up */
    const Lanes carried = lanes_min(depth, lanes_max(lanes_max(a.depth_east, a.depth_west), lanes_max(a.depth_south, a.depth_north)));
    lanes_store(f->weight + i, (carried * cell_square) * (f->row_taper * lanes_load(f->taper + i)));
  }
  return breaks;
}

/* A vector of cells, with r and the depths of the faces to their east and west. */
typedef struct CellsBeside {
  Lanes r, r_west, r_east, depth_x, depth_west;
  Lanes next_r, last_r, last_depth; /* whole vectors, where loads that cross cache lines cost more than moving lanes */
} CellsBeside;

INLINE CellsBeside beside_begin(const WaveRelaxation *f) {
  const Lanes zero = lanes_all(0.0f);
  if (!LANES_MOVE) return (CellsBeside){.r = zero};
  return (CellsBeside){.r = lanes_load(f->r - LANES), .next_r = lanes_load(f->r), .depth_x = lanes_load(f->depth_x - LANES)};
}

/* Moves on to the vector at column i, the one after the last. */
INLINE void beside_load(CellsBeside *c, const WaveRelaxation *f, int i) {
  if (LANES_MOVE) {
    c->last_r = c->r, c->r = c->next_r, c->next_r = lanes_load(f->r + i + LANES);
    c->last_depth = c->depth_x, c->depth_x = lanes_load(f->depth_x + i);
    c->r_west = lanes_before(c->last_r, c->r), c->r_east = lanes_after(c->r, c->next_r);
    c->depth_west = lanes_before(c->last_depth, c->depth_x);
  } else {
    c->r = lanes_load(f->r + i), c->r_west = lanes_load(f->r + i - 1), c->r_east = lanes_load(f->r + i + 1);
    c->depth_x = lanes_load(f->depth_x + i), c->depth_west = lanes_load(f->depth_x + i - 1);
  }
}

/* Returns the sum over the four faces of a vector of cells of the depth times the neighbour's r. */
INLINE Lanes around_of(const WaveRelaxation *f, const CellsBeside *c, int i, bool flush) {
  const Lanes east = lanes_result(c->depth_x * c->r_east, flush);
  const Lanes west = lanes_result(c->depth_west * c->r_west, flush);
  const Lanes south = lanes_result(lanes_load(f->depth_z + i) * lanes_load(f->r_south + i), flush);
  const Lanes north = lanes_result(lanes_load(f->depth_north + i) * lanes_load(f->r_north + i), flush);
  return lanes_result(lanes_result(east + west, flush) + lanes_result(south + north, flush), flush);
}

INLINE Lanes depths_of(const WaveRelaxation *f, const CellsBeside *c, int i) {
  return (c->depth_x + c->depth_west) + (lanes_load(f->depth_z + i) + lanes_load(f->depth_north + i));
}

/* Returns the first `count` lanes of a, and 0 in the others. What is measured of a row must not come from columns beyond it, of which vectors
 * of each width have others: where sides are joined, the first of those is the row's own first column once more. */
INLINE Lanes within(Lanes a, int count) {
  if (count >= LANES) return a;
  float values[LANES];
  lanes_store(values, a);
  for (int n = count; n < LANES; n++) values[n] = 0.0f;
  return lanes_load(values);
}

INLINE float greatest_of(Lanes a, float most) {
  float values[LANES];
  lanes_store(values, a);
  for (int n = 0; n < LANES; n++) most = values[n] > most ? values[n] : most;
  return most;
}

INLINE Lanes change_by(const WaveRelaxation *f, const CellsBeside *c, Lanes share, Lanes right_share, int i, bool flush) {
  return lanes_result(lanes_result(lanes_result(share * around_of(f, c, i, flush), flush) + right_share, flush) - c->r, flush);
}

INLINE Lanes relaxed_by(const WaveRelaxation *f, Lanes r, Lanes change, bool flush) {
  return lanes_result(r + lanes_result(f->step * change, flush), flush);
}

INLINE void relax_first_row(const WaveRelaxation *row, int n, bool finest) {
  const WaveRelaxation rows = *row, *const f = &rows;
  Lanes most = lanes_all(0.0f), most_r = most;
  CellsBeside c = beside_begin(f);
  for (int i = 0; i < n; i += LANES) {
    beside_load(&c, f, i);
    const Lanes weight = f->b * lanes_load(f->weight + i), right = lanes_load(f->right + i);
    fetch_ahead(f->fetched, i);
    if (!lanes_bits(lanes_or(weight, lanes_or(c.r, finest ? lanes_all(0.0f) : right)))) { /* dry, or no water that waves ride on */
      lanes_store(f->share + i, weight);
      lanes_store(f->right_share + i, weight);
      lanes_store(f->out + i, c.r);
      continue;
    }
    const Lanes over = 1.0f / (1.0f + weight * depths_of(f, &c, i)), share = lanes_flushed(weight * over);
    const Lanes right_share = lanes_flushed(right * (finest ? share : over));
    Lanes change = change_by(f, &c, share, right_share, i, false), relaxed = relaxed_by(f, c.r, change, false);
    if (lanes_tiny(relaxed)) change = change_by(f, &c, share, right_share, i, true), relaxed = relaxed_by(f, c.r, change, true);
    lanes_store(f->share + i, share);
    lanes_store(f->right_share + i, right_share);
    lanes_store(f->out + i, relaxed);
    if (!finest) continue;
    most = lanes_max(lanes_size(within(change, n - i)), most);
    most_r = lanes_max(lanes_size(within(c.r, n - i)), most_r);
  }
  if (!finest || !f->most) return;
  f->most[0] = greatest_of(most, f->most[0]);
  f->most[1] = greatest_of(most_r, f->most[1]);
}

static void relax_first(const WaveRelaxation *row, int n) {
  relax_first_row(row, n, false);
}
static void relax_first_finest(const WaveRelaxation *row, int n) {
  relax_first_row(row, n, true);
}

INLINE Lanes change_of(const WaveRelaxation *f, const CellsBeside *c, int i, bool flush) {
  return change_by(f, c, lanes_load(f->share + i), lanes_load(f->right_share + i), i, flush);
}

INLINE void relax_row(const WaveRelaxation *row, int n, bool measured, bool fetches) {
  const WaveRelaxation rows = *row, *const f = &rows;
  Lanes most = lanes_all(0.0f);
  CellsBeside c = beside_begin(f);
  for (int i = 0; i < n; i += LANES) {
    beside_load(&c, f, i);
    Lanes change = change_of(f, &c, i, false), relaxed = relaxed_by(f, c.r, change, false);
    if (lanes_tiny(relaxed)) change = change_of(f, &c, i, true), relaxed = relaxed_by(f, c.r, change, true);
    if (fetches) fetch_ahead(f->fetched, i);
    lanes_store(f->out + i, relaxed);
    if (measured) most = lanes_max(lanes_size(within(change, n - i)), most);
  }
  if (measured) f->most[0] = greatest_of(most, f->most[0]);
}

static void relax(const WaveRelaxation *row, int n) {
  if (row->most && row->fetched[0])
    relax_row(row, n, true, true);
  else if (row->most)
    relax_row(row, n, true, false);
  else if (row->fetched[0])
    relax_row(row, n, false, true);
  else
    relax_row(row, n, false, false);
}

/* The residual is the change over share/(b*weight). Films whose share is next to nothing have none: it would not fit a float. */
static void residual(const WaveRelaxation *row, int n) {
  const WaveRelaxation rows = *row, *const f = &rows;
  CellsBeside c = beside_begin(f);
  for (int i = 0; i < n; i += LANES) {
    beside_load(&c, f, i);
    const Lanes share = lanes_load(f->share + i);
    Lanes change = change_of(f, &c, i, false);
    if (lanes_tiny(change)) change = change_of(f, &c, i, true);
    const Lanes left = lanes_flushed(lanes_flushed(f->b * change) / share);
    lanes_store(f->out + i, lanes_where(lanes_greater(share, lanes_all(1e-30f)), left));
  }
}

static void guess_row(const float *r, const float *before, float lead, float *out, int n) {
  for (int i = 0; i < n; i += LANES) {
    const Lanes now = lanes_load(r + i), then = lanes_load(before + i);
    Lanes next = now + lead * (now - then);
    if (lanes_tiny(next)) next = lanes_flushed(now + lanes_flushed(lead * lanes_flushed(now - then)));
    lanes_store(out + i, next);
  }
}

/* Loads cells 2i to 2i + 2*LANES - 1 of a row, of which the first 2n are, the even ones and the odd ones; 0 beyond. */
INLINE void pairs_load(const float *row, int i, int n, Lanes *even, Lanes *odd) {
  float padded[2 * LANES] = {0};
  const float *from = row + 2 * i;
  if (i + LANES > n) {
    for (int m = 0; m < 2 * (n - i); m++) padded[m] = from[m];
    from = padded;
  }
  const Lanes low = lanes_load(from), high = lanes_load(from + LANES);
  *even = lanes_even(low, high), *odd = lanes_odd(low, high);
}

INLINE Lanes inverse(Lanes a) {
  return lanes_where(lanes_greater(a, lanes_all(0.0f)), 1.0f / a);
}

/* Half of a coarse cell, at one of its faces: what joins it to the other half, and its weight, with the reciprocal. */
typedef struct WaveHalf {
  Lanes inner, weight, reciprocal;
} WaveHalf;

/* Returns what joins the half at `face` to the middle. Up to the face itself where water beyond has more weight: shallow water holds the
 * head beyond by itself, however little joins it to the rest of its own cell. */
INLINE Lanes half_inner(const WaveHalf *half, Lanes face, Lanes weight_beyond, float held) {
  const Lanes zero = lanes_all(0.0f), excess = weight_beyond * half->reciprocal - 1.0f;
  const Lanes holds = face * lanes_max(lanes_min(excess * held, lanes_all(1.0f)), zero);
  return lanes_where(lanes_greater(half->inner, zero), lanes_max(half->inner, holds));
}

/* Returns what half of a cell, the face and half of the next cell let through in series, 1/(1/(2*inner) + 1/face + 1/(2*inner_ahead)). A cell
 * whose halves are not joined is as its half at the face: its term is left out. */
INLINE Lanes in_series(const WaveHalf *behind, Lanes face, const WaveHalf *ahead, float held) {
  const Lanes zero = lanes_all(0.0f), one = lanes_all(1.0f);
  Lanes inner = behind->inner, inner_ahead = ahead->inner;
  if (held > 0.0f) inner = half_inner(behind, face, ahead->weight, held), inner_ahead = half_inner(ahead, face, behind->weight, held);
  const LaneMask joined = lanes_greater(inner, zero), joined_ahead = lanes_greater(inner_ahead, zero);
  const Lanes a = lanes_select(joined, inner, one), b = lanes_select(joined_ahead, inner_ahead, one), both = a * b;
  const Lanes halves = lanes_where(joined, b) + lanes_where(joined_ahead, a), sum = both + (0.5f * face) * halves;
  return lanes_where(lanes_greater(sum, zero), face * (both / sum));
}

/* Loads the weights of the cells behind faces, or of those ahead of them, and if wanted their inverses. */
INLINE void halves_load(const float *weight, int i, int n, WaveHalf *even, WaveHalf *odd, bool with_inverse) {
  pairs_load(weight, i, n, &even->weight, &odd->weight);
  if (with_inverse) even->reciprocal = inverse(even->weight), odd->reciprocal = inverse(odd->weight);
}

/* Returns what the faces to the east of coarse cells let through, of row m of the two; `behind`: the halves at them. */
INLINE Lanes coarse_east(const WaveCoarsening *f, int m, WaveHalf behind, float held, int i, int n) {
  WaveHalf ahead;
  Lanes face, unused;
  pairs_load(f->weight[m] + 2, i, n, &ahead.weight, &unused);
  if (held > 0.0f) ahead.reciprocal = inverse(ahead.weight);
  pairs_load(f->depth_x[m], i, n, &behind.inner, &face);
  pairs_load(f->depth_x[m] + 2, i, n, &ahead.inner, &unused);
  return in_series(&behind, face, &ahead, held);
}

/* `held`: that of the row. Where the compiler knows that it is 0, a third of the divisions goes. */
INLINE void coarsen_held(const WaveCoarsening *row, float held, int n) {
  const WaveCoarsening rows = *row, *const f = &rows;
  for (int i = 0; i < n; i += LANES) {
    WaveHalf even, odd, behind[2], ahead[2];
    Lanes face[2];
    halves_load(f->weight[0], i, n, &even, &odd, true);
    halves_load(f->weight[1], i, n, &behind[0], &behind[1], true);
    halves_load(f->weight[2], i, n, &ahead[0], &ahead[1], held > 0.0f);
    lanes_store(f->weight_out + i, inverse((even.reciprocal + odd.reciprocal) + (behind[0].reciprocal + behind[1].reciprocal)));
    lanes_store(f->depth_x_out + i, coarse_east(f, 0, odd, held, i, n) + coarse_east(f, 1, behind[1], held, i, n));
    pairs_load(f->depth_z[0], i, n, &behind[0].inner, &behind[1].inner);
    pairs_load(f->depth_z[1], i, n, &face[0], &face[1]);
    pairs_load(f->depth_z[2], i, n, &ahead[0].inner, &ahead[1].inner);
    lanes_store(f->depth_z_out + i, in_series(&behind[0], face[0], &ahead[0], held) + in_series(&behind[1], face[1], &ahead[1], held));
  }
}

static void coarsen_row(const WaveCoarsening *row, int n) {
  if (row->held > 0.0f)
    coarsen_held(row, row->held, n);
  else
    coarsen_held(row, 0.0f, n);
}

static void restrict_row(const WaveRestriction *row, int n) {
  const WaveRestriction rows = *row, *const f = &rows;
  for (int i = 0; i < n; i += LANES) {
    Lanes sum[2];
    for (int m = 0; m < 2; m++) {
      Lanes even, odd;
      pairs_load(f->residual[m], i, n, &even, &odd);
      sum[m] = lanes_flushed(even + odd);
    }
    lanes_store(f->out + i, lanes_flushed(lanes_load(f->weight_out + i) * lanes_flushed(sum[0] + sum[1])));
  }
}

/* By how much of the difference to the coarse cell behind `face` a cell differs from its own, of which it is joined with the other half by
 * `inner`: as much as falls off on the way. A quarter where both are equally deep. */
INLINE Lanes share_of(Lanes inner, Lanes face) {
  return lanes_where(lanes_greater(inner, lanes_all(0.0f)), (0.5f * face) / (face + inner));
}

static void prolong_row(const WaveProlongation *row, int n) {
  const WaveProlongation rows = *row, *const f = &rows;
  for (int i = 0; i < n; i += LANES) {
    const float *const x = f->depth_x + 2 * i, *const inner = f->inner_z + 2 * i, *const face = f->face_z + 2 * i;
    const Lanes within = lanes_even(lanes_load(x), lanes_load(x + LANES)), ahead = lanes_odd(lanes_load(x), lanes_load(x + LANES));
    const Lanes behind = lanes_odd(lanes_load(x - 2), lanes_load(x + LANES - 2));
    const Lanes low = share_of(lanes_load(inner), lanes_load(face));
    const Lanes high = share_of(lanes_load(inner + LANES), lanes_load(face + LANES));
    const Lanes own = lanes_load(f->r + i), along = lanes_flushed(lanes_load(f->other + i) - own);
    const Lanes west = lanes_flushed(share_of(within, behind) * lanes_flushed(lanes_load(f->r + i - 1) - own));
    const Lanes east = lanes_flushed(share_of(within, ahead) * lanes_flushed(lanes_load(f->r + i + 1) - own));
    const Lanes even_along = lanes_flushed(lanes_even(low, high) * along), odd_along = lanes_flushed(lanes_odd(low, high) * along);
    const Lanes even = lanes_flushed(own + lanes_flushed(west + even_along)), odd = lanes_flushed(own + lanes_flushed(east + odd_along));
    lanes_store(f->out + 2 * i, lanes_flushed(lanes_load(f->fine + 2 * i) + lanes_zip_low(even, odd)));
    lanes_store(f->out + 2 * i + LANES, lanes_flushed(lanes_load(f->fine + 2 * i + LANES) + lanes_zip_high(even, odd)));
  }
}

/* Rows to sum, and what is found of them. */
typedef struct WaveSums {
  const float *const *rows;
  const float *weights, *breaking;
  int poles;
  float least;
  float *head;
  Lanes any, most;
} WaveSums;

/* Sums the vector at column i, of which the first `count` columns lie within the row. */
INLINE void sum_vector(WaveSums *s, int i, int count) {
  Lanes r = lanes_load(s->rows[0] + i), sum = s->weights[0] * r;
  s->most = lanes_max(lanes_size(within(r, count)), s->most);
  for (int m = 1; m < s->poles; m++) {
    r = lanes_load(s->rows[m] + i);
    sum = sum + s->weights[m] * r;
    s->most = lanes_max(lanes_size(within(r, count)), s->most);
  }
  if (s->breaking) sum = sum + lanes_load(s->breaking + i);
  sum = lanes_where(lanes_greater(lanes_size(sum), lanes_all(s->least)), sum);
  lanes_store(s->head + i, sum);
  s->any = lanes_or(s->any, within(sum, count));
}

static bool sum_rows(const float *const *rows, const float *weights, int count, const float *breaking, float least, float *head,
                     float small, bool *holds, int n) {
  const Lanes zero = lanes_all(0.0f);
  WaveSums s = {rows, weights, breaking, count, least, head, zero, zero};
  int i = 0;
  for (; i + LANES <= n; i += LANES) sum_vector(&s, i, LANES);
  if (i < n) sum_vector(&s, i, n - i);
  *holds = *holds || mask_any(lanes_greater(s.most, lanes_all(small)));
  return lanes_bits(s.any);
}

static bool exceeds_row(const float *row, float least, int n) {
  Lanes most = lanes_all(0.0f);
  int i = 0;
  for (; i + LANES <= n; i += LANES) most = lanes_max(lanes_size(lanes_load(row + i)), most);
  bool any = mask_any(lanes_greater(most, lanes_all(least)));
  for (; i < n; i++) any = any || row[i] > least || row[i] < -least;
  return any;
}

const WaveRows WIDTH(wave_rows) = {.faces = faces_row,
                                   .carried = carried_row,
                                   .cells = cells_row,
                                   .relax_first = relax_first,
                                   .relax_first_finest = relax_first_finest,
                                   .relax = relax,
                                   .residual = residual,
                                   .guess = guess_row,
                                   .coarsen = coarsen_row,
                                   .restrict_residual = restrict_row,
                                   .prolong = prolong_row,
                                   .sum = sum_rows,
                                   .exceeds = exceeds_row};
