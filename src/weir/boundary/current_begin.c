/* A current that has run before the first step: through the faces goes what would without eddies and without drag, from the sides where a
 * discharge enters to those where water leaves,
 *   u = grad(phi),   div(d*grad(phi)) = -discharge that enters
 * which of all flows that hold the discharge has the least energy, and is how water sets off that is pushed at once (Kelvin 1849). The
 * surface is lower where it runs faster, by Bernoulli's u^2/(2*g). Solved by conjugate gradients in double precision, one thread, row by row. */
#include <math.h>

#include "base/maths.h"
#include "base/memory.h"
#include "weir/boundary/boundary.h"
#include "weir/grid/budget.h"
#include "weir/grid/sleeping.h"

#define GOOD 1e-3          /* of the discharge: what the cells' balances may miss in all */
#define WORK_MAX 400000000 /* cells times iterations, a second or two: on the largest grids some of the discharge has not set off then */
#define SURFACE_MOST 0.25f /* of a cell's depth by which its surface is moved at most */
#define CRITICAL 0.9f      /* of the speed of long waves: no face begins faster */

/* The flow that is sought. Arrays have a value for each cell of the grid, without halo; owned by current_begin. */
typedef struct Current {
  WeirWater *w;
  int count;                 /* of cells */
  float *east, *south, *sum; /* m: depth of the faces that water can pass, and the sum about a cell; 0: not solved for */
  double *potential, *left;  /* m^2/s; m^3/s of the balance that is missing */
  double *direction, *direction_out;
  int *queue; /* cells from which water can leave, as they are found */
} Current;

static ptrdiff_t cell_of(const Current *c, int n) {
  return (ptrdiff_t)(n / c->w->nx) * c->w->stride + n % c->w->nx;
}

static bool is_wet(const Current *c, int n) {
  return c->w->depth.cells[cell_of(c, n)] > DEPTH_WET;
}

/* Returns the depth of the face between two cells in which the surface of both clears both beds. */
static float face_depth(const Current *c, int a, int b) {
  const ptrdiff_t at = cell_of(c, a), to = cell_of(c, b);
  const float *const bed = c->w->terrain.cells, *const depth = c->w->depth.cells;
  const float least = min_float(bed[at] + depth[at], bed[to] + depth[to]) - max_float(bed[at], bed[to]);
  return is_wet(c, a) && is_wet(c, b) ? max_float(least, 0.0f) : 0.0f;
}

static void faces_find(Current *c) {
  const int nx = c->w->nx;
  for (int n = 0; n < c->count; n++) {
    c->east[n] = n % nx + 1 < nx ? face_depth(c, n, n + 1) : 0.0f;
    c->south[n] = n + nx < c->count ? face_depth(c, n, n + nx) : 0.0f;
  }
}

/* Returns the number in the grid of cell m along a side. */
static int side_cell(const Current *c, const Walk *walk, int m) {
  const ptrdiff_t at = walk->first + m * walk->next;
  return (int)(at / c->w->stride) * c->w->nx + (int)(at % c->w->stride);
}

static bool water_leaves(const WeirWater *w, WeirSide side) {
  const WeirEdge kind = side_kind(w, side);
  return kind == WEIR_OPEN || kind == WEIR_ZERO || kind_is_sea(kind);
}

/* Appends a cell from which water can leave to the queue, once. */
static void reach(Current *c, int n, int *count) {
  if (c->sum[n] > 0.0f || !is_wet(c, n)) return;
  c->sum[n] = 1.0f; /* renewed once all are known */
  c->queue[(*count)++] = n;
}

/* Finds the cells from which water can leave, and sums up their faces: others keep 0, so does what has no water, and so
 * do those at a side where water leaves, whose potential is 0: the first of the queue. Returns how many these are. */
static int cells_reach(Current *c) {
  const int nx = c->w->nx;
  int count = 0;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    const Walk walk = walk_of(c->w, side);
    for (int m = 0; m < walk.count && water_leaves(c->w, side); m++) reach(c, side_cell(c, &walk, m), &count);
  }
  const int outlets = count;
  for (int m = 0; m < count; m++) {
    const int n = c->queue[m];
    if (n % nx + 1 < nx && c->east[n] > 0.0f) reach(c, n + 1, &count);
    if (n % nx > 0 && c->east[n - 1] > 0.0f) reach(c, n - 1, &count);
    if (n + nx < c->count && c->south[n] > 0.0f) reach(c, n + nx, &count);
    if (n >= nx && c->south[n - nx] > 0.0f) reach(c, n - nx, &count);
  }
  for (int m = 0; m < count; m++) {
    const int n = c->queue[m];
    c->sum[n] = c->east[n] + c->south[n] + (n % nx > 0 ? c->east[n - 1] : 0.0f) + (n >= nx ? c->south[n - nx] : 0.0f);
  }
  for (int m = 0; m < outlets; m++) c->sum[c->queue[m]] = 0.0f;
  return outlets;
}

/* Adds what enters through a side to the balances of its cells, more where it is deeper; returns how much. */
static double side_enters(Current *c, WeirSide side) {
  const WeirWater *const w = c->w;
  const Walk walk = walk_of(w, side);
  const double discharge = driving_discharge(w, side, 0.0);
  double all = 0;
  for (int turn = 0; turn < 2; turn++)
    for (int m = 0; m < walk.count; m++) {
      const int n = side_cell(c, &walk, m);
      const double depth = (double)w->depth.cells[cell_of(c, n)], weight = c->sum[n] > 0.0f ? depth * sqrt(depth) : 0;
      if (turn == 0)
        all += weight;
      else if (all > 0)
        c->left[n] += discharge * weight / all;
    }
  return all > 0 ? fabs(discharge) : 0;
}

/* Writes what the direction's potential takes from each cell's balance; returns its product with the direction. */
static double balance_of(const Current *c) {
  const int nx = c->w->nx;
  const double *const p = c->direction;
  double product = 0;
  for (int n = 0; n < c->count; n++) {
    if (!(c->sum[n] > 0.0f)) continue;
    double out = (double)c->sum[n] * p[n] - (double)c->east[n] * p[n + (n % nx + 1 < nx)];
    if (n % nx > 0) out -= (double)c->east[n - 1] * p[n - 1];
    if (n + nx < c->count) out -= (double)c->south[n] * p[n + nx];
    if (n >= nx) out -= (double)c->south[n - nx] * p[n - nx];
    c->direction_out[n] = out;
    product += p[n] * out;
  }
  return product;
}

/* Sums up the balances, each weighed by what it says of its cell's potential. */
static double left_weighed(const Current *c, double *missing) {
  double sum = 0;
  *missing = 0;
  for (int n = 0; n < c->count; n++) {
    if (!(c->sum[n] > 0.0f)) continue;
    sum += c->left[n] * c->left[n] / (double)c->sum[n];
    *missing += fabs(c->left[n]);
  }
  return sum;
}

/* Turns the direction to where the balances point, beside the share of the one before. */
static void direction_turn(Current *c, double share) {
  for (int n = 0; n < c->count; n++)
    if (c->sum[n] > 0.0f) c->direction[n] = c->left[n] / (double)c->sum[n] + share * c->direction[n];
}

static void potential_solve(Current *c, double entering) {
  double missing, weighed = left_weighed(c, &missing);
  direction_turn(c, 0);
  for (int64_t work = 0; work < WORK_MAX && missing > GOOD * entering; work += c->count) {
    const double product = balance_of(c);
    if (!(product > 0)) return;
    const double step = weighed / product;
    for (int n = 0; n < c->count; n++) {
      if (!(c->sum[n] > 0.0f)) continue;
      c->potential[n] += step * c->direction[n];
      c->left[n] -= step * c->direction_out[n];
    }
    const double before = weighed;
    weighed = left_weighed(c, &missing);
    direction_turn(c, weighed / before);
  }
}

/* Returns the speed through a face between cells a and b. */
static float face_speed(const Current *c, int a, int b, float depth) {
  if (!(depth > 0.0f)) return 0.0f;
  const float most = CRITICAL * sqrtf(c->w->tuning.gravity * depth);
  return clamp_float((float)((c->potential[a] - c->potential[b]) / (double)c->w->cell), -most, most);
}

static void speeds_fill(const Current *c) {
  const int nx = c->w->nx;
  for (int n = 0; n < c->count; n++) {
    const ptrdiff_t at = cell_of(c, n);
    if (c->east[n] > 0.0f) c->w->flow.speed_x.cells[at] += face_speed(c, n, n + 1, c->east[n]);
    if (c->south[n] > 0.0f) c->w->flow.speed_z.cells[at] += face_speed(c, n, n + nx, c->south[n]);
  }
}

/* Returns m^2/s that come into a cell through the faces between cells. */
static float comes_in(const Current *c, int n) {
  const int nx = c->w->nx, i = n % nx;
  float in = 0.0f;
  if (i + 1 < nx) in -= c->east[n] * face_speed(c, n, n + 1, c->east[n]);
  if (i > 0) in += c->east[n - 1] * face_speed(c, n - 1, n, c->east[n - 1]);
  if (n + nx < c->count) in -= c->south[n] * face_speed(c, n, n + nx, c->south[n]);
  if (n >= nx) in += c->south[n - nx] * face_speed(c, n - nx, n, c->south[n - nx]);
  return in;
}

/* Lets out through a side what comes into its cells. */
static void side_fill(const Current *c, WeirSide side) {
  const Walk walk = walk_of(c->w, side);
  Field *const field = side_faces_x(side) ? &c->w->flow.speed_x : &c->w->flow.speed_z;
  for (int m = 0; m < walk.count; m++) {
    const int n = side_cell(c, &walk, m);
    if (is_wet(c, n)) field->cells[walk.first + m * walk.next + walk.face] = walk.sign * comes_in(c, n) / c->w->depth.cells[cell_of(c, n)];
  }
}

/* Returns the square of the speed in a cell; beyond the sides it goes on as within. */
static double speed_square(const Current *c, int n) {
  const int nx = c->w->nx, i = n % nx;
  const float east = i + 1 < nx ? face_speed(c, n, n + 1, c->east[n]) : face_speed(c, n - 1, n, c->east[n - 1]);
  const float west = i > 0 ? face_speed(c, n - 1, n, c->east[n - 1]) : east;
  const float south = n + nx < c->count ? face_speed(c, n, n + nx, c->south[n]) : face_speed(c, n - nx, n, c->south[n - nx]);
  const float north = n >= nx ? face_speed(c, n - nx, n, c->south[n - nx]) : south;
  return 0.5 * ((double)(east * east + west * west) + (double)(south * south + north * north));
}

/* Moves the surface to where water of that speed stands, measured from the cells where it leaves. */
static void surface_fill(const Current *c, int outlets) {
  double reference = 0, filled = 0;
  for (int m = 0; m < outlets; m++) reference += speed_square(c, c->queue[m]) / outlets;
  for (int n = 0; n < c->count; n++) {
    if (!(c->sum[n] > 0.0f)) continue;
    float *const depth = &c->w->depth.cells[cell_of(c, n)];
    const float rise = (float)((reference - speed_square(c, n)) / (2.0 * (double)c->w->tuning.gravity)), was = *depth;
    *depth = was + clamp_float(rise, -SURFACE_MOST * was, SURFACE_MOST * was);
    filled += (double)*depth - (double)was;
  }
  budget_add(c->w, filled * (double)c->w->cell * (double)c->w->cell);
}

static bool has_run(const WeirWater *w, WeirSide side) {
  return side_kind(w, side) == WEIR_INFLOW && w->boundary.sides[side].tide_phase > 0.0f;
}

static bool current_fill(Current *c) {
  double entering = 0;
  faces_find(c);
  const int outlets = cells_reach(c);
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++)
    if (has_run(c->w, side)) entering += side_enters(c, side);
  if (!(entering > 0)) return false;
  potential_solve(c, entering);
  speeds_fill(c);
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++)
    if (water_leaves(c->w, side)) side_fill(c, side);
  surface_fill(c, outlets);
  tiles_wake_all(c->w);
  return true;
}

bool current_begin(WeirWater *w) {
  bool any = false;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) any = any || has_run(w, side);
  if (!any || w->solver == WEIR_MEMBRANE) return false;
  const size_t count = (size_t)w->nx * (size_t)w->nz;
  float *const faces = memory_create(3 * count, sizeof *faces);
  double *const numbers = memory_create(4 * count, sizeof *numbers);
  int *const queue = memory_create(count, sizeof *queue);
  Current c = {.w = w, .count = (int)count};
  if (faces && numbers && queue) {
    c.east = faces, c.south = faces + count, c.sum = faces + 2 * count;
    c.potential = numbers, c.left = numbers + count, c.direction = numbers + 2 * count, c.direction_out = numbers + 3 * count;
    c.queue = queue;
    any = current_fill(&c);
  }
  memory_free(faces);
  memory_free(numbers);
  memory_free(queue);
  return any && faces && numbers && queue;
}
