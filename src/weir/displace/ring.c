/* The exterior ring: the way of displaced water to the free cells around bodies. The sources flood-fill the occupied region and feed its
 * direct neighbours; here every covered cell sends its share along the four axes to where the cover ends, the nearer end taking the
 * more, so that a body that moves sideways pushes water ahead and draws it in behind. Beyond the end the share is added over a ring of a
 * given width, falling off exponentially: the same ring on any grid.
 *
 * Three passes, each shared out among threads so that no bit depends on how many there are:
 *  paths  columns by themselves: how far it is from each covered cell to the ends of the cover north and south
 *  rows   rows by themselves: what each cell sends in each direction; what goes along the row is added
 *  sweep  columns by themselves: what goes south, then what goes north
 * Only groups of columns with water in transit are looked at. */
#include <math.h>
#include <string.h>

#include "base/float_mode.h"
#include "base/maths.h"
#include "base/team.h"
#include "weir/displace/ring.h"
#include "weir/displace/tuned.h"

enum { DEPOSIT_SHORT = 4 }; /* cells */

/* Returns the depths of row k that can take (or give) displaced water, 0 on the membrane's land; in columns [i0, i1) at least they are up
 * to date. */
static const float *line_depths(const WeirWater *w, Line *line, int i0, int i1, int k) {
  const float *const depth = w->depth.cells + water_index(w, 0, k);
  if (!ring_labels(w, 0, w->nx, k)) return depth;
  const int32_t *const label = w->membrane.lakes.label + (ptrdiff_t)k * w->nx;
  i0 = i0 < line->open_done ? line->open_done : i0;
  i1 = i1 > w->nx ? w->nx : i1;
  if (i0 >= i1) return line->open_depth;
  kernels()->ring->depths(label + i0, depth + i0, line->open_depth + i0, i1 - i0);
  line->open_done = i1;
  return line->open_depth;
}

/* Water is not pushed up onto dry land, nor drawn from it. */
static inline bool takes(float depth, float metres) {
  return depth > (metres < 0.0f ? DEPTH_WET : DEPTH_TINY);
}

/* Depths and labels of cells [i0, i1) of row k; outside the grid no cell takes water. */
static const float *next_depths(const WeirWater *w, int i0, int i1, int k, const int32_t **label) {
  const bool in = k >= 0 && k < w->nz;
  *label = in ? ring_labels(w, i0, i1, k) : NULL;
  return in ? w->depth.cells + water_index(w, i0, k) : w->bodies.displace->ring->none + i0;
}

/* Assigns each thread a band of groups with as many covered ones as the others'. */
static void bands_share(WeirWater *w) {
  Ring *const ring = w->bodies.displace->ring;
  const int groups = ring_groups(w), threads = w->threads;
  size_t all = 0, before = 0;
  memset(ring->group_load, 0, sizeof *ring->group_load * (size_t)groups);
  for (int k = 0; threads > 1 && k < w->nz; k++)
    for (int word = 0; word < w->bodies.mask_words; word++)
      for (uint64_t bits = ring_covered(w, k)[word]; bits; bits &= bits - 1) {
        ring->group_load[64 * word + __builtin_ctzll(bits)]++;
        all++;
      }
  for (int t = 0, g = 0; t < threads; t++) {
    ring->lines[t].g0 = g;
    while (g < groups && (t + 1 == threads || (before + ring->group_load[g]) * (size_t)threads <= all * (size_t)(t + 1)))
      before += ring->group_load[g++];
    ring->lines[t].g1 = g;
  }
}

/* The bits of a word of a row's mask that lie within a line's band. */
static uint64_t band_bits(const Line *line, int word) {
  const int from = line->g0 - 64 * word, to = line->g1 - 64 * word;
  const uint64_t low = from <= 0 ? ~(uint64_t)0 : from >= 64 ? 0 : ~(uint64_t)0 << from;
  const uint64_t high = to >= 64 ? ~(uint64_t)0 : to <= 0 ? 0 : ~(~(uint64_t)0 << to);
  return low & high;
}

/* Where the paths of a covered group start. */
static size_t path_at(const WeirWater *w, int k, int i) {
  const uint64_t *const row = ring_covered(w, k);
  const int g = i / MASK_GROUP;
  size_t before = (size_t)__builtin_popcountll(row[g / 64] & ~(~(uint64_t)0 << g % 64));
  for (int word = 0; word < g / 64; word++) before += (size_t)__builtin_popcountll(row[word]);
  return w->bodies.displace->ring->path_row[k] + MASK_GROUP * before;
}

/* Weights of the paths from stretch [i0, i1) of row k towards row `next`. */
static void path_stretch(WeirWater *w, int i0, int i1, int k, int next, float *ways) {
  Ring *const ring = w->bodies.displace->ring;
  const uint64_t *const before = next >= 0 && next < w->nz ? mask_row(w, ring->covered, next) : NULL;
  for (int i = i0; i < i1; i += MASK_GROUP)
    if (!before || !mask_has(before, i)) memset(ring->far + i, 0, sizeof(float) * MASK_GROUP);
  const int32_t *label;
  const float *const depths = next_depths(w, i0, i1, next, &label);
  kernels()->ring->path(w->bodies.occupancy.cells + water_index(w, i0, k), depths, label, ring->far + i0, ring->end + i0,
                        ways + path_at(w, k, i0), i1 - i0);
  mask_prefetch(w, &w->bodies.occupancy, i0, i1, k - 2 * (next - k));
  mask_prefetch(w, &w->depth, i0, i1, k - (next - k));
}

static void band_paths(WeirWater *w, const Line *line, int step, float *ways) {
  for (int n = 0; n < w->nz; n++) {
    const int k = step > 0 ? w->nz - 1 - n : n;
    for (int word = line->g0 / 64; word * 64 < line->g1; word++) {
      uint64_t bits = mask_row(w, w->bodies.displace->ring->covered, k)[word] & band_bits(line, word);
      for (int i0, i1; mask_word_stretch(w, &bits, word, &i0, &i1);) path_stretch(w, i0, i1, k, k + step, ways);
    }
  }
}

static void start_add(Line *line, int side, int i, float metres) {
  float *const row = side == 0 ? line->east : line->west;
  if (metres == 0.0f) return;
  row[i] += metres;
  line->starts[side][line->start_count[side]++] = i;
}

/* A stretch of covered groups of row k, from column i0 on. On the stack of split_covered. */
typedef struct Split {
  const float *open_depth; /* m: depths that can take water, of the whole row */
  float *south, *north, *undistributed;
  int i0, i1;
} Split;

/* The end of the cover that begins in column i. */
static int cover_end(const Line *line, int i, int i1) {
  while (i < i1) {
    const unsigned off = ~(unsigned)line->groups[i / MASK_GROUP].covered >> i % MASK_GROUP;
    const int count = __builtin_ctz(off), room = MASK_GROUP - i % MASK_GROUP;
    i += min_int(count, room);
    if (count < room) break;
  }
  return min_int(i, i1);
}

/* Covered cells: splits what each sends between the ends of the cover. */
static int split_cover(const WeirWater *w, Line *line, const Split *s, int i) {
  Cover *const c = &line->covers[line->cover_count++];
  *c = (Cover){i, cover_end(line, i, s->i1)};
  const float ends[2] = {c->b < w->nx ? s->open_depth[c->b] : 0.0f, c->a > 0 ? s->open_depth[c->a - 1] : 0.0f};
  const int from = c->a / MASK_GROUP * MASK_GROUP, at = from - s->i0;
  const CoverPath path = {{takes(ends[0], 1) ? 1.0f : 0.0f, takes(ends[1], 1) ? 1.0f : 0.0f},
                          {takes(ends[0], -1) ? 1.0f : 0.0f, takes(ends[1], -1) ? 1.0f : 0.0f},
                          c->a - from,
                          c->b - from,
                          w->bodies.displace->ring->per_back + (w->nx - (c->b - from)),
                          w->bodies.displace->ring->per + (from - c->a + 1)};
  float sums[2];
  kernels()->ring->cover(&path, line->outgoing + from, s->north + at, s->south + at, s->undistributed + at, sums);
  if (c->b < w->nx) start_add(line, 0, c->b, sums[0]);
  if (c->a > 0) start_add(line, 1, c->a - 1, sums[1]);
  return c->b;
}

/* A cell that bodies cover in part: its neighbours take what the cover keeps out. */
static void split_part(const WeirWater *w, Line *line, const Split *s, int i) {
  const int at = i - s->i0;
  const float outgoing = line->outgoing[i];
  const float east = i + 1 < w->nx && takes(s->open_depth[i + 1], outgoing) ? 1.0f : 0.0f;
  const float west = i > 0 && takes(s->open_depth[i - 1], outgoing) ? 1.0f : 0.0f;
  const float down = path_weight(s->south[at], outgoing), up = path_weight(s->north[at], outgoing);
  const float sum = (east + west) + (down + up), each = sum > 0.0f ? outgoing / sum : 0.0f;
  s->south[at] = each * down;
  s->north[at] = each * up;
  s->undistributed[at] -= (each * east + each * west) + (s->south[at] + s->north[at]);
  if (i + 1 < w->nx) start_add(line, 0, i + 1, each * east);
  if (i > 0) start_add(line, 1, i - 1, each * west);
}

static void split_covered(const WeirWater *w, Line *line, const float *open_depth, int i0, int i1, int k) {
  const Ring *const ring = w->bodies.displace->ring;
  const size_t at = path_at(w, k, i0);
  const Split s = {open_depth, ring->south + at, ring->north + at, w->bodies.undistributed.cells + water_index(w, i0, k), i0, i1};
  kernels()->ring->clear_paths(line->outgoing + i0, s.south, s.north, i1 - i0);
  for (int i = i0; i < i1;) {
    const SplitGroup *const group = &line->groups[i / MASK_GROUP];
    const unsigned cells = (unsigned)(group->covered | group->part) >> i % MASK_GROUP;
    if (!cells) {
      i = (i / MASK_GROUP + 1) * MASK_GROUP;
      continue;
    }
    i += __builtin_ctz(cells);
    if (line->groups[i / MASK_GROUP].covered >> i % MASK_GROUP & 1)
      i = split_cover(w, line, &s, i);
    else
      split_part(w, line, &s, i++);
  }
}

/* Adds `carry` to open water by `shares`. Returns false, with nothing changed, where some of it is dry. Most stretches are a cell or two, from
 * one spot at the rim of a body to the next: too short for the kernel. */
static inline bool deposit_open(const float *open_depth, const float *shares, float carry, float *delta, int count) {
  if (count > DEPOSIT_SHORT) return kernels()->ring->deposit(open_depth, shares, carry, delta, count);
  for (int n = 0; n < count; n++)
    if (!(open_depth[n] > DEPTH_WET)) return false;
  for (int n = 0; n < count; n++) delta[n] += carry * shares[n];
  return true;
}

/* Adds part of `carry` to cells from i on, before cell `stop`, cell by cell, where the path may end; returns the water that goes on, m. */
static float deposit_one_by_one(const Ring *ring, Line *line, const float *open_depth, int nx, int i, int stop, int step, float carry) {
  for (int n = 1; i != stop; i += step, n++) {
    const int next = i + step;
    const bool ends = n == ring->steps || next < 0 || next >= nx || !takes(open_depth[next], carry);
    const float deposited = ends ? carry : (1.0f - ring->pass_share) * carry;
    line->delta[i] += deposited;
    if (ends) return 0.0f;
    carry -= deposited;
  }
  return carry;
}

/* Adds part of `carry` to cells from i on, before cell `stop`, all at once over open water; returns the water that goes on, m. */
static float deposit_free(const Ring *ring, Line *line, const float *open_depth, int nx, int i, int stop, int step, float carry) {
  const int room = (stop - i) * step, count = room < ring->steps ? room : ring->steps, last = i + step * (count - 1);
  const int low = step > 0 ? i : last, to = last + step;
  if (count <= 0) return carry;
  mask_set(line->deposited, low, low + count);
  if (fabsf(carry) < (float)UNDISTRIBUTED_TINY) {
    line->delta[i] += carry;
    return 0.0f;
  }
  const float *const shares = step > 0 ? ring->deposit_share : ring->deposit_back + (ring->steps - count);
  const bool ends = to < 0 || to >= nx || !(open_depth[to] > DEPTH_WET);
  if (ends || !deposit_open(open_depth + low, shares, carry, line->delta + low, count))
    return deposit_one_by_one(ring, line, open_depth, nx, i, stop, step, carry);
  const float left = carry * ring->left[count];
  if (count < ring->steps) return left;
  line->delta[last] += left;
  return 0.0f;
}

/* Carries what starts eastwards (side 0, step 1) or westwards (side 1, step -1) from one spot and one cover to the next. */
static void line_sweep(const WeirWater *w, Line *line, const float *open_depth, int side, int step) {
  const Ring *const ring = w->bodies.displace->ring;
  const int starts = line->start_count[side], covers = line->cover_count, outside = step > 0 ? w->nx : -1;
  float *const row = side == 0 ? line->east : line->west;
  const int *const start = line->starts[side];
  int s = step > 0 ? 0 : starts - 1, c = step > 0 ? 0 : covers - 1;
  float carry = 0.0f;
  for (int i = step > 0 ? 0 : w->nx - 1; i != outside;) {
    if (carry == 0.0f) { /* to the next spot */
      while (s >= 0 && s < starts && (start[s] - i) * step < 0) s += step;
      if (s < 0 || s >= starts) return;
      i = start[s];
    }
    carry += row[i];
    row[i] = 0.0f;
    while (s >= 0 && s < starts && (start[s] - i) * step <= 0) s += step;
    while (c >= 0 && c < covers && ((step > 0 ? line->covers[c].b - 1 : line->covers[c].a) - i) * step < 0) c += step;
    const bool more = c >= 0 && c < covers;
    const int enter = !more ? outside : step > 0 ? line->covers[c].a : line->covers[c].b - 1;
    if (more && (i - enter) * step >= 0) { /* under the cover to its end, gathering what starts there */
      const int last = step > 0 ? line->covers[c].b - 1 : line->covers[c].a, beyond = last + step;
      while (s >= 0 && s < starts && (start[s] - last) * step <= 0) {
        carry += row[start[s]];
        row[start[s]] = 0.0f;
        s += step;
      }
      if (beyond == outside || !takes(open_depth[beyond], carry)) {
        line->delta[last] += carry;
        mask_set(line->deposited, last, last + 1);
        carry = 0.0f;
      }
      i = beyond;
      continue;
    }
    const int next = s >= 0 && s < starts && (start[s] - enter) * step < 0 ? start[s] : enter;
    carry = deposit_free(ring, line, open_depth, w->nx, i, next, step, carry);
    i = next;
  }
}

static void line_row(WeirWater *w, Line *line, int k) {
  const uint64_t *const dirty = mask_row(w, w->bodies.dirty_mask, k), *const covered_cells = ring_covered(w, k);
  /* the row's own depths or, where some of it is the membrane's land, as many as line_depths has copied */
  const float *const open_depth = ring_labels(w, 0, w->nx, k) ? line->open_depth : w->depth.cells + water_index(w, 0, k);
  const int reach = w->bodies.displace->ring->steps + 1;
  uint64_t any = 0;
  line->cover_count = line->start_count[0] = line->start_count[1] = line->open_done = 0;
  for (int word = 0; word < w->bodies.mask_words; word++) {
    uint64_t bits = dirty[word];
    any |= bits;
    for (int i0, i1; mask_word_stretch(w, &bits, word, &i0, &i1);) {
      const ptrdiff_t at = water_index(w, i0, k);
      const SplitRow row = {w->bodies.occupancy.cells + at,
                            w->bodies.displaced.cells + at,
                            line_depths(w, line, i0 - reach, i1 + reach, k) + i0,
                            w->bodies.undistributed.cells + at,
                            line->delta + i0,
                            line->outgoing + i0};
      const int first = i0 / MASK_GROUP % 64;
      line->deposited[word] |= kernels()->ring->split(&row, covered_cells[word] >> first, line->groups + i0 / MASK_GROUP, i1 - i0) << first;
      mask_prefetch(w, &w->bodies.displaced, i0, i1, k + 1);
      mask_prefetch(w, &w->bodies.occupancy, i0, i1, k + 1);
      mask_prefetch(w, &w->bodies.undistributed, i0, i1, k + 1);
    }
  }
  w->bodies.displace->ring->row_sum[k] = 0;
  if (!any) return;
  for (int i0, i1 = 0; mask_stretch(w, covered_cells, &i0, &i1);) split_covered(w, line, open_depth, i0, i1, k);
  line_sweep(w, line, open_depth, 0, 1);
  line_sweep(w, line, open_depth, 1, -1);
  line_add(w, line, k);
}

/* Sweeps stretch [i0, i1) of row k, within one word of the masks, southwards (step 1) or northwards (-1). Returns the groups with water
 * still in transit, the first in bit 0. */
static uint64_t sweep_stretch(WeirWater *w, Line *line, int k, int step, uint64_t covered_cells, int i0, int i1) {
  const Ring *const ring = w->bodies.displace->ring;
  const int next = k + step, later = next + 2 * step;
  const bool more = later >= 0 && later < w->nz;
  RingSweep s = {.row = ring_row(w, i0, i1, k),
                 .cover = w->bodies.occupancy.cells + water_index(w, i0, k),
                 .out = covered_cells ? (step > 0 ? ring->south : ring->north) + path_at(w, k, i0) : NULL,
                 .carry = ring->carry + i0,
                 .carry_min = ring->carry_min + i0,
                 .pass_share = ring->pass_share,
                 .sum = ring->column_sum + i0,
                 .deepest = line->deepest,
                 .ahead = more ? 2 * step * w->stride : 0,
                 .label_ahead = more ? 2 * step * w->nx : 0};
  s.next = next_depths(w, i0, i1, next, &s.next_label);
  uint64_t deposited;
  const uint64_t left = kernels()->ring->sweep(&s, covered_cells, &deposited, i1 - i0);
  if (deposited) line_wakes(w, line, i0, i1, k);
  return left;
}

/* Sweeps the columns of a line's band. */
static void line_columns(WeirWater *w, Line *line) {
  double *const column_sum = w->bodies.displace->ring->column_sum;
  const FloatMode mode = float_mode_flush();
  for (int i = line->g0 * MASK_GROUP; i < line->g1 * MASK_GROUP && i < w->nx; i++) column_sum[i] = 0;
  for (int n = 0; n < 2 * w->nz; n++) { /* first the water that goes south, then the water that goes north */
    const int k = n < w->nz ? n : 2 * w->nz - 1 - n, step = n < w->nz ? 1 : -1;
    const uint64_t *const row = ring_covered(w, k);
    for (int word = line->g0 / 64; word * 64 < line->g1; word++) {
      const uint64_t covered_cells = row[word] & band_bits(line, word);
      uint64_t bits = line->active[word] | covered_cells, active = 0;
      for (int i0, i1; mask_word_stretch(w, &bits, word, &i0, &i1);) {
        const int first = i0 / MASK_GROUP % 64;
        active |= sweep_stretch(w, line, k, step, covered_cells >> first, i0, i1) << first;
      }
      line->active[word] = active;
    }
  }
  float_mode_restore(mode);
}

static void share_paths(void *data, int t) {
  WeirWater *const w = data;
  Ring *const ring = w->bodies.displace->ring;
  band_paths(w, &ring->lines[t], 1, ring->south);
  band_paths(w, &ring->lines[t], -1, ring->north);
}

static void share_rows(void *data, int t) {
  WeirWater *const w = data;
  Ring *const ring = w->bodies.displace->ring;
  int k0, k1;
  ring_share(w, t, &k0, &k1);
  const FloatMode mode = float_mode_flush();
  memset(ring->lines[t].deepest, 0, sizeof ring->lines[t].deepest);
  for (int k = k0; k < k1; k++) line_row(w, &ring->lines[t], k);
  float_mode_restore(mode);
}

static void share_columns(void *data, int t) {
  WeirWater *const w = data;
  line_columns(w, &w->bodies.displace->ring->lines[t]);
}

void ring_spread(WeirWater *w, float width) {
  Ring *const ring = w->bodies.displace->ring;
  if (!ring_reserve(w)) return; /* without memory for the paths, all stays undistributed */
  const double pass_share = maths_exp(-(double)w->cell / maths_max((double)width, 1e-6));
  const double steps = maths_min(maths_max(ceil(maths_log((double)RING_END) / maths_log(maths_max(pass_share, 1e-30))), 1), STEPS_MAX);
  ring->pass_share = (float)pass_share;
  ring->steps = (int)steps;
  double left = 1;
  for (int n = 0; n < ring->steps; n++) {
    ring->deposit_share[n] = ring->deposit_back[ring->steps - 1 - n] = (float)(left * (1 - pass_share));
    ring->left[n] = (float)left;
    left *= pass_share;
  }
  ring->left[ring->steps] = (float)left;
  bands_share(w);
  TeamTask *const passes[] = {share_paths, share_rows, share_columns};
  for (size_t n = 0; n < sizeof passes / sizeof *passes; n++) team_run(w->threads, w->threads, passes[n], w);
  lines_close(w);
}
