#include <math.h>

#include "base/maths.h"
#include "base/memory.h"
#include "weir/grid/budget.h"
#include "weir/grid/sleeping.h"
#include "weir/waves/sea.h"
#include "weir/waves/sea_line.h"
#include "weir/waves/tuned.h"

/* A sea that has run before the first step: each of its waves is followed from the line over the bed, row by row of cells away from the side, as
 * waves of small height run (Airy; rays as of light):
 *   number   k from omega and the depth there;   along it:  d(phase)/d(along);   across:  sqrt(k^2 - along^2)
 *   energy   a^2*cg is carried along the ray: through each row what came in through the one before, moved aside by tan(turn), from upwind
 *   speed    a*omega/(k*d), the mean over the depth, in the direction of the ray
 * Land takes what falls on it. What moving aside from cell to cell smears bends round headlands about as far as waves do. */

#define TAU 6.283185307179586
#define SATURATED 0.5    /* significant height over depth of waves that break all the time (Thornton and Guza 1982: 0.4 to 0.6) */
#define TROUGH_MAX 0.6   /* of a depth; a trough no deeper than this */
#define LEVEL_NEAR 0.01f /* m; water that lies at another level is a lake behind the shore */
#define SHALLOW 0.05     /* m; waves are followed as on no less */
#define ALONG_MAX 0.7    /* of a wave's number: rays that run more along the side than inwards are turned to run as much in */
enum { TABLE = 256 };

/* Number and group speed of one wave by the root of the depth. On the stack. */
typedef struct WaveTable {
  double scale;                               /* places a root of m */
  double number[TABLE + 1], group[TABLE + 1]; /* rad a cell; m/s */
} WaveTable;

/* One row of one wave, a value for each place along the line. */
typedef struct WaveRow {
  double *phase, *flux, *late; /* rad; a^2*cg*cos(turn), m^3/s; s since the line */
} WaveRow;

/* The sum of the waves: a value for each place and row. Owned by sea_fill. */
typedef struct Sum {
  int count, rows, first; /* places along the line; rows inwards, of which the first lies at `first` from the line's middle */
  double deepest;         /* m */
  float *rise, *inwards, *along, *energy; /* m; m/s; m/s; m^2, the mean of a^2/2 */
  double *lines;                          /* six rows of a WaveRow */
} Sum;

static double rest_depth(const WeirWater *w, const SeaLine *l, int n, int across) {
  return l->level - (double)w->terrain.cells[sea_line_cell(l, n, across)];
}

static void table_make(const WeirWater *w, const LineWave *wave, double deepest, WaveTable *t) {
  t->scale = TABLE / sqrt(deepest);
  for (int n = 0; n <= TABLE; n++) {
    const double root = n / t->scale;
    const Airy airy = sea_airy(w, wave->omega, maths_max(root * root, SHALLOW));
    t->number[n] = airy.number * (double)w->cell, t->group[n] = airy.group;
  }
}

/* Returns the wave's number and group speed on `depth` m. */
static Airy table_at(const WaveTable *t, double depth) {
  const double at = maths_min(sqrt(maths_max(depth, SHALLOW)) * t->scale, TABLE - 1e-9);
  const int n = (int)at;
  const double share = at - n;
  return (Airy){t->number[n] + share * (t->number[n + 1] - t->number[n]), t->group[n] + share * (t->group[n + 1] - t->group[n])};
}

/* Returns the wave's number along the line at place n, by the side that its ray comes from (Godunov's scheme): the other would make every step of
 * the bed grow from row to row. */
static double along_at(const Sum *sum, const double *phase, int n, bool ring) {
  const int last = sum->count - 1, before = n > 0 ? n - 1 : ring ? last : 0, after = n < last ? n + 1 : ring ? 0 : last;
  double back = phase[n] - phase[before], ahead = phase[after] - phase[n];
  if (before > n) back -= TAU * rint(back / TAU);
  if (after < n) ahead -= TAU * rint(ahead / TAU);
  if (before == n) back = ahead;
  if (after == n) ahead = back;
  const double from_back = maths_max(back, 0), from_ahead = maths_min(ahead, 0);
  return from_back > -from_ahead ? from_back : from_ahead;
}

/* One wave on its way. On the stack. */
typedef struct Ride {
  const WeirWater *w;
  const SeaLine *l;
  const LineWave *wave;
  const Sum *sum;
  WaveTable table;
  double wears; /* 1/s: the friction takes speed, half of a wave's energy */
  bool ring;    /* the line's ends are joined */
} Ride;

/* A wave in one cell. A plain value. */
typedef struct Ray {
  double depth;         /* m; 0 or less: land */
  double number, group; /* rad a cell; m/s */
  double cosine, sine;  /* of its turn from the inward normal */
} Ray;

static Ray ray_at(const Ride *r, const WaveRow *row, int n, int m) {
  const double depth = rest_depth(r->w, r->l, n, r->sum->first + m);
  const Airy airy = table_at(&r->table, depth);
  const double most = ALONG_MAX * airy.number, along = maths_max(maths_min(along_at(r->sum, row->phase, n, r->ring), most), -most);
  const double sine = along / airy.number;
  return (Ray){depth, airy.number, airy.group, sqrt(1 - sine * sine), sine};
}

/* Adds the wave in cell n of row m. */
static void ray_add(const Ride *r, const Ray *ray, const WaveRow *row, int n, int m) {
  const Sum *const sum = r->sum;
  const double late = row->late[n], begun = sea_line_begun(r->w, r->l, late) * (r->wears > 0 ? maths_exp(-r->wears * late) : 1);
  const double a = begun * sqrt(row->flux[n] / (ray->group * ray->cosine)), rise = a * maths_cos(row->phase[n]);
  const double speed = rise * r->wave->omega * (double)r->w->cell / (ray->number * maths_max(ray->depth, SHALLOW));
  const ptrdiff_t at = (ptrdiff_t)m * sum->count + n;
  sum->rise[at] += (float)rise, sum->energy[at] += (float)(0.5 * a * a);
  sum->inwards[at] += (float)(speed * ray->cosine), sum->along[at] += (float)(speed * ray->sine);
}

/* Carries the wave's energy in cell n on to the next row: a part of it to a neighbour, as the ray moves aside. */
static void ray_carry(const Ride *r, const Ray *ray, double flux, WaveRow *to, int n) {
  const double aside = ray->sine / ray->cosine, moved = maths_min(fabs(aside), 1) * flux;
  const int count = r->sum->count, next = aside < 0 ? n - 1 : n + 1, other = r->ring ? (next + count) % count : next;
  to->flux[n] += flux - moved;
  if (other >= 0 && other < count) to->flux[other] += moved;
}

/* Adds row m of a wave to the sum, and follows it to the next row. */
static void ride_row(const Ride *r, int m, const WaveRow *from, WaveRow *to) {
  for (int n = 0; n < r->sum->count; n++) to->flux[n] = 0;
  for (int n = 0; n < r->sum->count; n++) {
    const Ray ray = ray_at(r, from, n, m);
    to->phase[n] = from->phase[n] + ray.number * ray.cosine;
    to->late[n] = from->late[n] + (double)r->w->cell / (ray.group * ray.cosine);
    if (!(ray.depth > (double)DEPTH_WET) || !(from->flux[n] > 0)) continue; /* land takes the rest */
    ray_add(r, &ray, from, n, m);
    ray_carry(r, &ray, from->flux[n], to, n);
  }
}

static void wave_add(const WeirWater *w, const SeaLine *l, const LineWave *wave, const Sum *sum) {
  Ride ride = {.w = w, .l = l, .wave = wave, .sum = sum, .wears = 0.5 * (double)w->tuning.friction};
  ride.ring = side_is_joined(w, side_faces_x(l->side) ? WEIR_NORTH : WEIR_WEST);
  table_make(w, wave, sum->deepest, &ride.table);
  double *const lines = sum->lines;
  const int count = sum->count;
  WaveRow row = {lines, lines + count, lines + 2 * count}, next = {lines + 3 * count, lines + 4 * count, lines + 5 * count};
  const double whole = sqrt(wave->along * wave->along + wave->across * wave->across);
  for (int n = 0; n < count; n++) {
    const Airy airy = table_at(&ride.table, rest_depth(w, l, n, sum->first));
    const double height = wave->height * sea_line_share(w, l, n);
    row.phase[n] = wave->start + wave->along * n + wave->across * sum->first;
    row.flux[n] = height * height * airy.group * wave->across / whole;
    row.late[n] = 0;
  }
  for (int m = 0; m < sum->rows; m++) {
    ride_row(&ride, m, &row, &next);
    const WaveRow former = row;
    row = next, next = former;
  }
}

/* Returns the share of the sum that the water of a cell takes: all behind the line, none before it, none on land and in other waters; less where
 * waves would break. */
static double share_at(const WeirWater *w, const SeaLine *l, const Sum *sum, int n, int m) {
  if (m < 0 || m >= sum->rows || n < 0 || n >= sum->count) return 0;
  const int across = sum->first + m;
  const ptrdiff_t at = sea_line_cell(l, n, across);
  const float depth = w->depth.cells[at], surface = w->terrain.cells[at] + depth;
  if (!(depth > DEPTH_WET) || !(fabsf(surface - (float)l->level) <= LEVEL_NEAR)) return 0;
  double share = 0;
  for (int c = 0; c < SEA_CELLS && c - SEA_REACH <= across; c++) share += l->share[c];
  const double height = 4 * sqrt((double)sum->energy[(ptrdiff_t)m * sum->count + n]);
  return height > SATURATED * (double)depth ? share * SATURATED * (double)depth / height : share;
}

/* Gives cell n of row m its part, and the faces behind it and beside it theirs. Returns the m of water that it was given. */
static double cell_fill(WeirWater *w, const SeaLine *l, const Sum *sum, int n, int m) {
  const double share = share_at(w, l, sum, n, m), behind = share_at(w, l, sum, n, m - 1), beside = share_at(w, l, sum, n - 1, m);
  if (!(share > 0)) return 0;
  const bool faces_x = side_faces_x(l->side);
  const ptrdiff_t at = sea_line_cell(l, n, sum->first + m), of = (ptrdiff_t)m * sum->count + n, before = at + l->walk.out;
  float *const depth = &w->depth.cells[at];
  const float was = *depth, rise = (float)(share * (double)sum->rise[of]);
  *depth = was + max_float(rise, (float)-TROUGH_MAX * was);
  if (behind > 0) {
    Field *const field = faces_x ? &w->flow.speed_x : &w->flow.speed_z;
    const double speed = 0.5 * (share * (double)sum->inwards[of] + behind * (double)sum->inwards[of - sum->count]);
    field->cells[l->walk.sign < 0 ? before : at] -= l->walk.sign * (float)speed;
  }
  if (beside > 0) {
    Field *const field = faces_x ? &w->flow.speed_z : &w->flow.speed_x;
    field->cells[at - l->walk.next] += (float)(0.5 * (share * (double)sum->along[of] + beside * (double)sum->along[of - 1]));
  }
  return (double)*depth - (double)was;
}

/* From the last cell to the first: a cell's share is of its depth at rest, and the cells behind and beside it are asked for theirs. */
static void water_fill(WeirWater *w, const SeaLine *l, const Sum *sum) {
  double filled = 0;
  for (int m = sum->rows - 1; m >= 0; m--)
    for (int n = sum->count - 1; n >= 0; n--) filled += cell_fill(w, l, sum, n, m);
  budget_add(w, filled * (double)w->cell * (double)w->cell);
}

static void sea_fill(WeirWater *w, const SeaLine *l) {
  const int all = side_faces_x(l->side) ? w->nx : w->nz;
  Sum sum = {.count = l->walk.count, .rows = all - l->middle + SEA_REACH, .first = -SEA_REACH};
  for (int m = 0; m < sum.rows; m++)
    for (int n = 0; n < sum.count; n++) sum.deepest = maths_max(sum.deepest, rest_depth(w, l, n, sum.first + m));
  const size_t cells = (size_t)sum.rows * (size_t)sum.count;
  float *const fields = memory_create(4 * cells, sizeof *fields);
  sum.lines = memory_create(6 * (size_t)sum.count, sizeof *sum.lines);
  if (fields && sum.lines && sum.deepest > SHALLOW) {
    sum.rise = fields, sum.inwards = fields + cells, sum.along = fields + 2 * cells, sum.energy = fields + 3 * cells;
    for (int n = 0; n < SEA_WAVES; n++) wave_add(w, l, &l->waves[n], &sum);
    water_fill(w, l, &sum);
  }
  memory_free(fields);
  memory_free(sum.lines);
}

bool sea_begin(WeirWater *w) {
  if (!sea_comes_in(w)) return false;
  bool any = false;
  SeaLine line;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (!sea_is_set(w, side) || !(w->boundary.sides[side].tide_phase > 0.0f) || !sea_line_make(w, side, &line)) continue;
    sea_fill(w, &line);
    any = true;
  }
  if (any) tiles_wake_all(w);
  return any;
}
