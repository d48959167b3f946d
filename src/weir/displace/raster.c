/* Exact covers of convex shapes by Green's theorem: what the outline of a face, seen from above, comes to over a cell (area, first
 * moments, and with them the integral of the face's height) is a sum over the outline's edges, each of which adds something to the cells
 * that it crosses and the same to all cells east of them in the row. So only cells on edges cost work; the cells between are filled in. */
#include "weir/displace/raster.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "base/team.h"
#include "weir/displace/raster_rows.h"
#include "weir/grid/water.h"

enum { COLUMNS_ACROSS = 6, REFINE_MAX = 32 };

#define LATTICE_CELLS_MAX 1.0e6 /* cells of a refined lattice: a thin plate over the whole grid is not worth more memory */
#define COLUMNS_MAX 1.0e9       /* of all bodies: what an int counts */
#define ROOM_LITTLE 4096.0      /* columns that a body may leave unused, whatever it needs */

/* Corners of any body: x and z in the world, y about its place. */
static int body_corners(const WeirBody *body, double corners[][3]) {
  if (body->shape != WEIR_BOX) {
    const int count = shape_corners(body, corners);
    for (int n = 0; n < count; n++) corners[n][1] -= (double)body->position[1];
    return count;
  }
  for (int n = 0; n < 8; n++)
    for (int axis = 0; axis < 3; axis++) {
      corners[n][axis] = 0;
      for (int own = 0; own < 3; own++)
        corners[n][axis] += (double)body->rotation[3 * axis + own] * (double)body->half[own] * ((n >> own) & 1 ? 1 : -1);
      if (axis != 1) corners[n][axis] += (double)body->position[axis];
    }
  return 8;
}

/* Finds the lattice cells from `low` to `high` m that lie over the grid. Returns false if there are none. */
static bool lattice_range(double low, double high, double step, double cells, int *first, int *count) {
  const double from = maths_max(floor(low / step), 0), to = maths_min(ceil(high / step), cells);
  if (!(from < to)) return false;
  *first = (int)from;
  *count = (int)(to - from);
  return true;
}

/* Chooses the lattice of a body; it has no cells (ni = nk = 0) when the body is absent or outside the grid. */
static void lattice_begin(const RasterGrid *grid, const WeirBody *body, RasterBody *out) {
  double corners[SHAPE_CORNERS_MAX][3], low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  *out = (RasterBody){.shape = shape_measure(body), .pose = *body, .refine = 1};
  const int count = out->shape.present ? body_corners(body, corners) : 0;
  for (int n = 0; n < count; n++)
    for (int axis = 0; axis < 2; axis++) {
      low[axis] = maths_min(low[axis], corners[n][2 * axis]);
      high[axis] = maths_max(high[axis], corners[n][2 * axis]);
    }
  if (!(high[0] - low[0] < 1e7) || !(high[1] - low[1] < 1e7)) return;
  const double wanted = ceil(COLUMNS_ACROSS * (double)grid->cell / (double)out->shape.thinnest);
  out->refine = wanted < 1 ? 1 : wanted > REFINE_MAX ? REFINE_MAX : (int)wanted;
  for (;; out->refine--) {
    out->step = (double)grid->cell / out->refine;
    const double most_i = (double)grid->nx * out->refine, most_k = (double)grid->nz * out->refine;
    const bool over = lattice_range(low[0], high[0], out->step, most_i, &out->i0, &out->ni) &&
                      lattice_range(low[1], high[1], out->step, most_k, &out->k0, &out->nk);
    if (!over) out->ni = out->nk = 0;
    if (!over || out->refine == 1 || (double)out->ni * (double)out->nk <= LATTICE_CELLS_MAX) return;
  }
}

static size_t mark_words(int ni) {
  return ((size_t)ni + 63) / 64;
}

enum { WORK_CELLS = sizeof(RasterWork) / sizeof(RasterCell) + 1 };

/* Scratch of a thread: its RasterWork, a row of `ni` cells and its marks. */
static size_t scratch_row(int ni) {
  return WORK_CELLS + (size_t)ni + sizeof(uint64_t) * mark_words(ni) / sizeof(RasterCell) + 1;
}

static void raster_body(Raster *raster, const WeirBody *body, RasterBody *out, RasterCell *scratch) {
  if (out->ni == 0 || out->unmoved) return;
  out->run_count = 0;
  RasterWork *const work = (RasterWork *)(void *)scratch;
  RasterCell *const cells = scratch + WORK_CELLS;
  Solid *const solid = &work->solid;
  const int count = body_corners(body, solid->corners);
  solid->low = INFINITY;
  solid->high = -INFINITY;
  for (int n = 0; n < count; n++) {
    solid->low = maths_min(solid->low, solid->corners[n][1]);
    solid->high = maths_max(solid->high, solid->corners[n][1]);
    solid->corners[n][0] = solid->corners[n][0] / out->step - out->i0;
    solid->corners[n][2] = solid->corners[n][2] / out->step - out->k0;
  }
  solid_make(body, solid);
  Sink sink = {.raster = raster,
               .body = out,
               .low = {solid->low, solid->low, 0, 0},
               .high = {solid->high, solid->high, 1, 1},
               .base = {(double)body->position[1], (double)body->position[1], out->k0, out->i0},
               .scale = {1, 1, out->step, out->step},
               .column = out->first,
               .work = work,
               .cells = cells,
               .marks = (uint64_t *)(void *)(cells + out->ni),
               .ni = out->ni};
  kernels()->raster->rows(&sink);
}

static bool raster_reserve(Raster *raster, int columns, int runs) {
  float **const all[] = {&raster->area, &raster->y0, &raster->y1, &raster->x, &raster->z, &raster->metres, &raster->cover};
  const int wanted = columns + columns / 2;
  bool ok = true;
  for (size_t n = 0; columns > raster->capacity && n < sizeof all / sizeof *all; n++) {
    memory_free(*all[n]);
    *all[n] = memory_create((size_t)wanted, sizeof **all[n]);
    ok = ok && *all[n];
  }
  if (columns > raster->capacity) raster->capacity = ok ? wanted : 0;
  raster->runs = memory_reserve(raster->runs, &raster->run_capacity, runs, sizeof *raster->runs);
  return ok && raster->runs;
}

/* Returns true if a body is known to have the columns that it had: of meshes that is not known. */
static bool same_columns(const RasterBody *a, const RasterBody *b) {
  const bool same_pose = a->pose.shape == b->pose.shape && a->pose.shape != WEIR_CONVEX &&
                         memcmp(a->pose.half, b->pose.half, sizeof a->pose.half) == 0 &&
                         memcmp(a->pose.position, b->pose.position, sizeof a->pose.position) == 0 &&
                         memcmp(a->pose.rotation, b->pose.rotation, sizeof a->pose.rotation) == 0;
  return same_pose && a->step == b->step && a->refine == b->refine && a->i0 == b->i0 && a->k0 == b->k0 && a->ni == b->ni && a->nk == b->nk;
}

/* Room for `need` of a body: as much as it had, where that fits, so that the bodies after it stay where they are; else some to spare. */
static double room_for(double need, int before) {
  return need <= before && before <= 4 * need + ROOM_LITTLE ? before : need + maths_min(floor(0.5 * need), ROOM_LITTLE);
}

/* Assigns every body room for the columns and runs of all of its lattice; returns the widest row of one, or -1 if there are too many or
 * memory runs out. */
static int raster_assign(Raster *raster, int count, int threads) {
  const int capacity = raster->capacity, run_capacity = raster->run_capacity;
  double columns = 0, runs = 0;
  int widest = 0;
  for (int n = 0; n < count; n++) {
    RasterBody *const body = &raster->bodies[n];
    const double rows = (double)body->nk,
                 need = (double)((body->ni + RUN_GROUP - 1) / RUN_GROUP * RUN_GROUP) * rows + RUN_GROUP; /* groups are written whole */
    const double room = room_for(need, body->room), run_room = room_for(rows * (double)(body->ni / RUN_MAX + 1), body->run_room);
    if (columns + room > COLUMNS_MAX || runs + run_room > COLUMNS_MAX) return -1;
    body->unmoved = body->unmoved && body->first == (int)columns && body->first_run == (int)runs;
    body->first = (int)columns;
    body->first_run = (int)runs;
    body->room = (int)room / RUN_GROUP * RUN_GROUP;
    body->run_room = (int)run_room;
    columns += body->room;
    runs += body->run_room;
    if (body->ni > widest) widest = body->ni;
  }
  if (!raster_reserve(raster, (int)columns, (int)runs)) return -1;
  for (int n = 0; n < count && (raster->capacity != capacity || raster->run_capacity != run_capacity); n++)
    raster->bodies[n].unmoved = false;
  const int scratch = (int)scratch_row(widest) * threads;
  raster->scratch = memory_reserve(raster->scratch, &raster->scratch_capacity, scratch, sizeof *raster->scratch);
  return raster->scratch ? widest : -1;
}

/* Bodies to rasterise. On the stack. */
typedef struct Rasterising {
  Raster *raster;
  const WeirBody *bodies;
  int count, shares, widest;
} Rasterising;

/* Share t of the bodies in scratch row t. */
static void raster_share(void *data, int t) {
  const Rasterising *const r = data;
  RasterCell *const scratch = r->raster->scratch + (size_t)t * scratch_row(r->widest);
  RasterWork *const work = (RasterWork *)(void *)scratch;
  memset(&work->parts, 0, sizeof work->parts);
  memset(&work->pieces, 0, sizeof work->pieces);
  memset(scratch + WORK_CELLS, 0, sizeof *scratch * (scratch_row(r->widest) - WORK_CELLS));
  for (int n = t; n < r->count; n += r->shares) raster_body(r->raster, &r->bodies[n], &r->raster->bodies[n], scratch);
}

bool raster_bodies(Raster *raster, const RasterGrid *grid, const WeirBody *bodies, int count) {
  const int threads = count < 2 || grid->threads < 1 ? 1 : grid->threads;
  const int before = count <= raster->body_capacity ? raster->body_count : 0;
  raster->body_count = 0;
  raster->bodies = memory_reserve(raster->bodies, &raster->body_capacity, count, sizeof *raster->bodies);
  if (!raster->bodies) return false;
  for (int n = 0; n < count; n++) { /* the first `before` bodies are those of the last call */
    const RasterBody old = n < before ? raster->bodies[n] : (RasterBody){0};
    RasterBody *const body = &raster->bodies[n];
    lattice_begin(grid, &bodies[n], body);
    body->first = old.first;
    body->first_run = old.first_run;
    body->room = old.room;
    body->run_room = old.run_room;
    body->unmoved = body->ni > 0 && same_columns(body, &old);
    if (body->unmoved) body->run_count = old.run_count;
  }
  const int widest = raster_assign(raster, count, threads);
  if (widest < 0) return false;
  Rasterising rasterising = {raster, bodies, count, threads, widest};
  team_run(threads, threads, raster_share, &rasterising);
  raster->body_count = count;
  return true;
}

void raster_free(Raster *raster) {
  void *const blocks[] = {raster->area,   raster->y0,    raster->y1,   raster->x,      raster->z,
                          raster->metres, raster->cover, raster->runs, raster->bodies, raster->scratch};
  for (size_t n = 0; n < sizeof blocks / sizeof *blocks; n++) memory_free(blocks[n]);
  *raster = (Raster){0};
}
