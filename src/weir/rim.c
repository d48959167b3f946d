/* The way of displaced water to the free cells around bodies. The sources flood-fill the occupied region and feed its
 * direct neighbours; here every covered cell sends its share along the four axes to where the cover ends, the nearer end
 * taking the more, so that a body that moves sideways pushes ahead and draws in behind. At the end the share is laid down
 * over a rim of a given width, falling off exponentially: the same ring on any grid.
 *
 * Two sweeps over the rows: from the north, what goes south along each column and what each row sends along itself; from
 * the south, what goes north. Only groups of columns in which something is on its way are looked at. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/body_rows.h"
#include "weir/coupling.h"
#include "weir/tiles.h"
#include "weir/touch.h"
#include "weir/tuned.h"

typedef struct Cover { /* columns [a, b) of a row, all covered; between covers water is laid down */
  int a, b;
} Cover;

enum { ROWS = 12, STEPS_MOST = 1024 };

typedef struct Rim {
  float *way; /* of the touched cells, group after group: weight of the way south, then m to go north */
  size_t way_capacity;
  size_t *way_row; /* where a row's start */
  float *rows;     /* the block of the rows below, with a group before and two behind each */
  float *carry, *least;   /* m on their way along each column; at less than `least` what is left is laid down */
  float *delta;           /* m laid down in the row in work */
  float *far, *end;       /* cells to go to leave the cover along the column; depth of the cell there */
  float *want, *north;    /* the row in work: m to send away, weight of the way north */
  float *east, *west;     /* m that set out in a cell of the row */
  float *beside[2], *own; /* membrane: depth that can take water in the rows beside and in this one */
  float *none;            /* 0 */
  uint64_t *active, *laid; /* groups with something in `carry`, in `delta` */
  Cover *covers;
  int *spots[2]; /* columns with something in `east`, `west` */
  int cover_count, spot_count[2];
  float keep;      /* share that goes on from a free cell */
  int steps;       /* after so many free cells all is laid down */
  float left[STEPS_MOST + 1];                     /* share left after n free cells */
  float lay[STEPS_MOST], back[STEPS_MOST]; /* share laid in the n-th free cell; the same from the last to the first */
} Rim;

bool rim_create(WeirWater *w) {
  const size_t row = ((size_t)w->nx + 15) / 16 * 16 + 48;
  Rim *const rim = w->rim = memory_create(1, sizeof *rim);
  if (!rim) return false;
  rim->rows = memory_create((ROWS + 1) * row, sizeof *rim->rows);
  rim->way_row = memory_create((size_t)w->nz, sizeof *rim->way_row);
  rim->active = memory_create((size_t)w->touch_words, sizeof *rim->active);
  rim->laid = memory_create((size_t)w->touch_words, sizeof *rim->laid);
  rim->covers = memory_create((size_t)w->nx, sizeof *rim->covers);
  for (int n = 0; n < 2; n++) rim->spots[n] = memory_create((size_t)w->nx, sizeof *rim->spots[n]);
  if (!rim->rows || !rim->way_row || !rim->active || !rim->laid || !rim->covers || !rim->spots[0] || !rim->spots[1])
    return false;
  float **const all[ROWS + 1] = {&rim->carry, &rim->least, &rim->delta, &rim->far,       &rim->end,       &rim->want, &rim->north,
                                 &rim->east,  &rim->west,  &rim->own,   &rim->beside[0], &rim->beside[1], &rim->none};
  for (int n = 0; n <= ROWS; n++) *all[n] = rim->rows + (size_t)n * row + 16;
  return true;
}

void rim_destroy(WeirWater *w) {
  Rim *const rim = w->rim;
  if (!rim) return;
  memory_free(rim->way);
  memory_free(rim->way_row);
  memory_free(rim->rows);
  memory_free(rim->active);
  memory_free(rim->laid);
  memory_free(rim->covers);
  for (int n = 0; n < 2; n++) memory_free(rim->spots[n]);
  memory_free(rim);
  w->rim = NULL;
}

/* Room for the ways of all touched cells. */
static bool rim_reserve(WeirWater *w) {
  Rim *const rim = w->rim;
  size_t cells = 0;
  for (int k = 0; k < w->nz; k++) {
    rim->way_row[k] = cells;
    for (int n = 0; n < w->touch_words; n++)
      cells += TOUCH_GROUP * (size_t)__builtin_popcountll(touch_row(w, w->touched, k)[n]);
  }
  if (cells <= rim->way_capacity) return true;
  memory_free(rim->way);
  rim->way = memory_create(cells + cells / 2, sizeof *rim->way);
  rim->way_capacity = rim->way ? cells + cells / 2 : 0;
  return rim->way != NULL;
}

/* --- giving ---------------------------------------------------------------------------------------------------------- */

enum { GIVE_MOST = RUN_MOST };

void rim_give(WeirWater *w, int i0, int i1, int k, const float *metres) {
  const BodyRows *const rows = body_rows();
  double sum = 0;
  for (int i = i0; i < i1; i += GIVE_MOST) {
    const int count = i1 - i < GIVE_MOST ? i1 - i : GIVE_MOST;
    const ptrdiff_t at = water_index(w, i, k);
    float after[GIVE_MOST];
    const float *const here = metres + (i - i0);
    if (w->solver == WEIR_MEMBRANE)
      rows->give_membrane(here, w->lakes.label + (ptrdiff_t)k * w->nx + i, w->terrain.cells + at, w->rest.cells + at,
                          w->depth.cells + at, w->offset.cells + at, after, count);
    else
      rows->give_flow(here, w->depth.cells + at, after, count);
    sum += rows->settle(here, after, w->depth.cells + at, w->pending.cells + at, &w->depth_max, count);
  }
  w->volume_displaced += sum * (double)w->cell * (double)w->cell;
  tiles_wake(w, i0, k, i1, k + 1);
}

/* The row that is in work after the next, more or less where this one was laid on. */
static void rim_fetch(const WeirWater *w, int i0, int i1, int k, int step) {
  touch_fetch(w, &w->depth, i0, i1, k + 2 * step);
  touch_fetch(w, &w->pending, i0, i1, k + step);
  if (w->solver != WEIR_MEMBRANE) return;
  touch_fetch(w, &w->offset, i0, i1, k + step);
  touch_fetch(w, &w->rest, i0, i1, k + step);
  touch_fetch(w, &w->terrain, i0, i1, k + step);
  if (k + 2 * step < 0 || k + 2 * step >= w->nz) return;
  const int32_t *const label = w->lakes.label + (ptrdiff_t)(k + 2 * step) * w->nx;
  for (int i = i0; i < i1; i += TOUCH_GROUP) __builtin_prefetch(label + i);
}

/* The row in work gets what was laid down in it. */
static void rim_give_row(WeirWater *w, int k, int step) {
  Rim *const rim = w->rim;
  for (int i0, i1 = 0; touch_stretch(w, rim->laid, &i0, &i1);) {
    rim_fetch(w, i0, i1, k, step);
    rim_give(w, i0, i1, k, rim->delta + i0);
    memset(rim->delta + i0, 0, sizeof(float) * (size_t)(i1 - i0));
  }
  memset(rim->laid, 0, sizeof *rim->laid * (size_t)w->touch_words);
}

/* --- what can take water --------------------------------------------------------------------------------------------- */

/* Depths of columns [i0, i1) of row k that can take (or give) displaced water: 0 outside the grid and on the membrane's
 * land; in `room` where they are not the depths themselves. */
static const float *rim_depths(const WeirWater *w, int i0, int i1, int k, float *room) {
  const Rim *const rim = w->rim;
  if (k < 0 || k >= w->nz) return rim->none;
  const float *const depth = w->depth.cells + water_index(w, 0, k);
  if (w->solver != WEIR_MEMBRANE) return depth;
  const int32_t *const label = w->lakes.label + (ptrdiff_t)k * w->nx;
  i0 = i0 < 0 ? 0 : i0;
  i1 = i1 > w->nx ? w->nx : i1;
  if (i0 < i1) body_rows()->depths(label + i0, depth + i0, room + i0, i1 - i0);
  return room;
}

/* Water is not pushed up onto dry land, nor drawn from it. */
static inline bool takes(float depth, float metres) {
  return depth > (metres < 0.0f ? DEPTH_WET : DEPTH_TINY);
}

/* --- ways along columns ---------------------------------------------------------------------------------------------- */

/* Weights of the ways from stretch [i0, i1) of row k towards row `next`. */
static void way_row(WeirWater *w, int i0, int i1, int k, int next, float *weight) {
  Rim *const rim = w->rim;
  const uint64_t *const before = next >= 0 && next < w->nz ? touch_row(w, w->touched, next) : NULL;
  for (int i = i0; i < i1; i += TOUCH_GROUP)
    if (!before || !touch_has(before, i)) memset(rim->far + i, 0, sizeof(float) * TOUCH_GROUP);
  const float *const depths = rim_depths(w, i0, i1, next, rim->beside[0]);
  body_rows()->way(w->occupancy.cells + water_index(w, i0, k), depths + i0, rim->far + i0, rim->end + i0, weight, i1 - i0);
}

static void rim_ways_south(WeirWater *w) {
  Rim *const rim = w->rim;
  for (int k = w->nz - 1; k >= 0; k--) {
    float *way = rim->way + rim->way_row[k];
    for (int i0, i1 = 0; touch_stretch(w, touch_row(w, w->touched, k), &i0, &i1);) {
      way_row(w, i0, i1, k, k + 1, way);
      touch_fetch(w, &w->occupancy, i0, i1, k - 2);
      touch_fetch(w, &w->depth, i0, i1, k - 2);
      way += (i1 - i0 + TOUCH_GROUP - 1) / TOUCH_GROUP * TOUCH_GROUP;
    }
  }
}

static void rim_sweep_columns(WeirWater *w, int k, int next) {
  Rim *const rim = w->rim;
  const uint64_t *const touched = touch_row(w, w->touched, k);
  for (int i0, i1 = 0; touch_stretch(w, rim->active, &i0, &i1);) {
    const float *const depths = rim_depths(w, i0, i1, next, rim->beside[0]);
    touch_set(rim->laid, i0, i1);
    for (int i = i0; i < i1; i += TOUCH_GROUP) {
      const int count = i1 - i < TOUCH_GROUP ? i1 - i : TOUCH_GROUP;
      const float *const cover = touch_has(touched, i) ? w->occupancy.cells + water_index(w, i, k) : rim->none + i;
      const bool left = body_rows()->sweep(cover, depths + i, rim->carry + i, rim->least + i,
                                    rim->delta + i, rim->keep, count);
      if (!left) rim->active[i / TOUCH_GROUP / 64] &= ~((uint64_t)1 << i / TOUCH_GROUP % 64);
    }
  }
}

/* Sets out in the row in work, along its columns. */
static void rim_set_out(Rim *rim, const float *restrict metres, int i0, int count) {
  float *restrict const carry = rim->carry + i0, *restrict const least = rim->least + i0;
  for (int n = 0; n < count; n++) {
    const float old = carry[n] == 0.0f ? (float)PENDING_TINY : least[n];
    carry[n] += metres[n];
    least[n] = max_float(RIM_END * fabsf(metres[n]), old);
  }
  touch_set(rim->active, i0, i0 + count);
}

/* --- splitting what is pending --------------------------------------------------------------------------------------- */

static void spot_add(Rim *rim, int side, int i, float metres) {
  float *const row = side == 0 ? rim->east : rim->west;
  if (metres == 0.0f) return;
  row[i] += metres;
  rim->spots[side][rim->spot_count[side]++] = i;
}

/* Cells of a stretch that begins in column i0: `south` holds weights, and from now on what goes north; `went` what goes
 * south. */
typedef struct Split {
  const float *own; /* depths that can take water */
  float *south, *pending;
  float went[GIVE_MOST];
} Split;

/* Covered cells [a, b): what each sends to the ends of the cover; at most GIVE_MOST of them at a time, `from` the first. */
static void split_cover(WeirWater *w, Split *s, const Cover *cover, int from, int i0, LaneSum sums[2]) {
  Rim *const rim = w->rim;
  const int count = cover->b - from < GIVE_MOST ? cover->b - from : GIVE_MOST;
  const float ends[2] = {cover->b < w->nx ? s->own[cover->b] : 0.0f, cover->a > 0 ? s->own[cover->a - 1] : 0.0f};
  const CoverWay way = {{takes(ends[0], 1) ? 1.0f : 0.0f, takes(ends[1], 1) ? 1.0f : 0.0f},
                        {takes(ends[0], -1) ? 1.0f : 0.0f, takes(ends[1], -1) ? 1.0f : 0.0f},
                        cover->b - from,
                        from - cover->a + 1};
  body_rows()->cover(&way, rim->want + from, rim->north + from, s->south + (from - i0), s->pending + (from - i0), s->went,
                     sums, count);
  rim_set_out(rim, s->went, from, count);
}

/* A cell that bodies cover in part: its neighbours take what the cover keeps out. */
static void split_part(WeirWater *w, Split *s, int i, int i0) {
  Rim *const rim = w->rim;
  const float want = rim->want[i];
  const float east = i + 1 < w->nx && takes(s->own[i + 1], want) ? 1.0f : 0.0f;
  const float west = i > 0 && takes(s->own[i - 1], want) ? 1.0f : 0.0f;
  const float down = way_weight(s->south[i - i0], want), up = way_weight(rim->north[i], want);
  const float sum = (east + west) + (down + up), each = sum > 0.0f ? want / sum : 0.0f;
  const float went = each * down;
  s->south[i - i0] = each * up;
  s->pending[i - i0] -= (each * east + each * west) + (went + each * up);
  if (i + 1 < w->nx) spot_add(rim, 0, i + 1, each * east);
  if (i > 0) spot_add(rim, 1, i - 1, each * west);
  rim_set_out(rim, &went, i, 1);
}

static void rim_split(WeirWater *w, const float *own, float *way, int i0, int i1, int k) {
  Rim *const rim = w->rim;
  const ptrdiff_t at = water_index(w, i0, k);
  const float *const cover = w->occupancy.cells + at - i0;
  Split s = {.own = own, .south = way, .pending = w->pending.cells + at};
  body_rows()->split(cover + i0, w->lifted.cells + at, own + i0, s.pending, rim->delta + i0, rim->want + i0, i1 - i0);
  touch_set(rim->laid, i0, i1);
  for (int i = i0; i < i1;) {
    if (cover[i] > COVERED) {
      Cover *const c = &rim->covers[rim->cover_count++];
      LaneSum sums[2] = {0};
      *c = (Cover){i, i};
      while (c->b < i1 && cover[c->b] > COVERED) c->b++;
      for (; i < c->b; i += GIVE_MOST) split_cover(w, &s, c, i, i0, sums);
      i = c->b;
      if (i < w->nx) spot_add(rim, 0, i, (float)lane_sum(&sums[0]));
      if (c->a > 0) spot_add(rim, 1, c->a - 1, (float)lane_sum(&sums[1]));
    } else {
      if (cover[i] > 0.0f && rim->want[i] != 0.0f) split_part(w, &s, i, i0);
      else way[i - i0] = 0.0f;
      i++;
    }
  }
}

/* --- along the row --------------------------------------------------------------------------------------------------- */

/* Cell by cell, where the way may end: lays `carry` down from cell i on, before cell `stop`; what goes on. */
static float lay_slowly(Rim *rim, const float *own, int nx, int i, int stop, int step, float carry) {
  for (int n = 1; i != stop; i += step, n++) {
    const int next = i + step;
    const bool ends = n == rim->steps || next < 0 || next >= nx || !takes(own[next], carry);
    const float laid = ends ? carry : (1.0f - rim->keep) * carry;
    rim->delta[i] += laid;
    if (ends) return 0.0f;
    carry -= laid;
  }
  return carry;
}

/* The same at once over open water. */
static float lay_free(Rim *rim, const float *own, int nx, int i, int stop, int step, float carry) {
  const int room = (stop - i) * step, count = room < rim->steps ? room : rim->steps, last = i + step * (count - 1);
  const int low = step > 0 ? i : last, to = last + step;
  if (count <= 0) return carry;
  touch_set(rim->laid, low, low + count);
  if (fabsf(carry) < (float)PENDING_TINY) {
    rim->delta[i] += carry;
    return 0.0f;
  }
  unsigned dry = to >= 0 && to < nx && own[to] > DEPTH_WET ? 0u : 1u;
  for (int n = 0; n < count; n++) dry |= own[low + n] > DEPTH_WET ? 0u : 1u;
  if (dry) return lay_slowly(rim, own, nx, i, stop, step, carry);
  float *restrict const delta = rim->delta + low;
  const float *restrict const lay = step > 0 ? rim->lay : rim->back + (rim->steps - count);
  for (int n = 0; n < count; n++) delta[n] += carry * lay[n];
  const float left = carry * rim->left[count];
  if (count < rim->steps) return left;
  rim->delta[last] += left;
  return 0.0f;
}

/* What set out eastwards (side 0, step 1) or westwards (side 1, step -1), from one spot and one cover to the next. */
static void rim_sweep_row(WeirWater *w, const float *own, int side, int step) {
  Rim *const rim = w->rim;
  const int spots = rim->spot_count[side], covers = rim->cover_count, outside = step > 0 ? w->nx : -1;
  float *const row = side == 0 ? rim->east : rim->west;
  const int *const spot = rim->spots[side];
  int s = step > 0 ? 0 : spots - 1, c = step > 0 ? 0 : covers - 1;
  float carry = 0.0f;
  for (int i = step > 0 ? 0 : w->nx - 1; i != outside;) {
    if (carry == 0.0f) { /* to the next spot */
      while (s >= 0 && s < spots && (spot[s] - i) * step < 0) s += step;
      if (s < 0 || s >= spots) return;
      i = spot[s];
    }
    carry += row[i];
    row[i] = 0.0f;
    while (s >= 0 && s < spots && (spot[s] - i) * step <= 0) s += step;
    while (c >= 0 && c < covers && ((step > 0 ? rim->covers[c].b - 1 : rim->covers[c].a) - i) * step < 0) c += step;
    const bool more = c >= 0 && c < covers;
    const int enter = !more ? outside : step > 0 ? rim->covers[c].a : rim->covers[c].b - 1;
    if (more && (i - enter) * step >= 0) { /* under the cover to its end, gathering what sets out there */
      const int last = step > 0 ? rim->covers[c].b - 1 : rim->covers[c].a, beyond = last + step;
      while (s >= 0 && s < spots && (spot[s] - last) * step <= 0) {
        carry += row[spot[s]];
        row[spot[s]] = 0.0f;
        s += step;
      }
      if (beyond == outside || !takes(own[beyond], carry)) {
        rim->delta[last] += carry;
        touch_set(rim->laid, last, last + 1);
        carry = 0.0f;
      }
      i = beyond;
      continue;
    }
    const int next = s >= 0 && s < spots && (spot[s] - enter) * step < 0 ? spot[s] : enter;
    carry = lay_free(rim, own, w->nx, i, next, step, carry);
    i = next;
  }
}

static void rim_row(WeirWater *w, int k) {
  Rim *const rim = w->rim;
  float *way = rim->way + rim->way_row[k];
  const uint64_t *const touched = touch_row(w, w->touched, k);
  const float *own = NULL;
  rim->cover_count = rim->spot_count[0] = rim->spot_count[1] = 0;
  for (int i0, i1 = 0; touch_stretch(w, touched, &i0, &i1);) {
    own = rim_depths(w, i0 - rim->steps - 1, i1 + rim->steps + 1, k, rim->own);
    way_row(w, i0, i1, k, k - 1, rim->north + i0);
    rim_split(w, own, way, i0, i1, k);
    touch_fetch(w, &w->lifted, i0, i1, k + 1);
    touch_fetch(w, &w->occupancy, i0, i1, k + 1);
    way += (i1 - i0 + TOUCH_GROUP - 1) / TOUCH_GROUP * TOUCH_GROUP;
  }
  if (!own) return;
  rim_sweep_row(w, own, 0, 1);
  rim_sweep_row(w, own, 1, -1);
}

/* --- all together ---------------------------------------------------------------------------------------------------- */

static void rim_tables(Rim *rim, float cell, float width) {
  const double keep = exp(-(double)cell / fmax((double)width, 1e-6));
  const double steps = fmin(fmax(ceil(log((double)RIM_END) / log(fmax(keep, 1e-30))), 1), STEPS_MOST);
  rim->keep = (float)keep;
  rim->steps = (int)steps;
  double left = 1;
  for (int n = 0; n < rim->steps; n++) {
    rim->lay[n] = rim->back[rim->steps - 1 - n] = (float)(left * (1 - keep));
    rim->left[n] = (float)left;
    left *= keep;
  }
  rim->left[rim->steps] = (float)left;
}

/* What goes north from row k. */
static void rim_turn_north(WeirWater *w, int k) {
  Rim *const rim = w->rim;
  const float *way = rim->way + rim->way_row[k];
  for (int i0, i1 = 0; touch_stretch(w, touch_row(w, w->touched, k), &i0, &i1);) {
    for (int i = i0; i < i1; i += TOUCH_GROUP) {
      const int count = i1 - i < TOUCH_GROUP ? i1 - i : TOUCH_GROUP;
      unsigned some = 0;
      for (int n = 0; n < count; n++) some |= way[i - i0 + n] != 0.0f ? 1u : 0u;
      if (some) rim_set_out(rim, way + (i - i0), i, count);
    }
    way += (i1 - i0 + TOUCH_GROUP - 1) / TOUCH_GROUP * TOUCH_GROUP;
  }
}

void rim_spread(WeirWater *w, float width) {
  Rim *const rim = w->rim;
  if (!rim_reserve(w)) return; /* with no memory for the ways, all stays pending */
  rim_tables(rim, w->cell, width);
  rim_ways_south(w);
  for (int k = 0; k < w->nz; k++) {
    rim_sweep_columns(w, k, k + 1);
    rim_row(w, k);
    rim_give_row(w, k, 1);
  }
  for (int k = w->nz - 1; k >= 0; k--) {
    rim_sweep_columns(w, k, k - 1);
    rim_turn_north(w, k);
    rim_give_row(w, k, -1);
  }
}
