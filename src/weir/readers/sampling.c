/* The water at places: the four cells around a place are the four lanes of a vector, so that one pass over it makes a sample. */
#include <math.h>
#include <string.h>

#include "base/team.h"
#include "weir/grid/depths.h"
#include "weir/grid/water.h"

enum { CELLS = 4 };              /* around a place: west and east in the northern row, then in the southern */
enum { SAMPLES_PER_TEAM = 500 }; /* more places than these are worth more than one thread */

/* A value of each of the four cells, and a mask of them: vectors of gcc and clang, on every target. */
typedef float Quad __attribute__((vector_size(16)));
typedef int32_t QuadMask __attribute__((vector_size(16)));
typedef int64_t QuadPairs __attribute__((vector_size(16)));

static inline Quad quad_all(float a) {
  return (Quad){a, a, a, a};
}
static inline Quad quad_where(QuadMask mask, Quad a) {
  return (Quad)(mask & (QuadMask)a);
}
static inline Quad quad_select(QuadMask mask, Quad yes, Quad no) {
  return (Quad)((mask & (QuadMask)yes) | (~mask & (QuadMask)no));
}

/* The place within the grid: its northern and western cell of four, and the weights of all. Where the grid has but one column or row, the
 * cells beyond it weigh nothing. A plain value. */
typedef struct Around {
  int i, k;
  ptrdiff_t at;
  Quad weight;
} Around;

static Around around(const WeirWater *w, float x, float z) {
  const int last_i = w->nx - 1, last_k = w->nz - 1; /* the outermost cells are the second ones of their pairs, where there is a pair */
  const float fi = clamp_float(x / w->cell - 0.5f, 0.0f, (float)last_i), fk = clamp_float(z / w->cell - 0.5f, 0.0f, (float)last_k);
  const int i = last_i > 0 ? min_int((int)fi, last_i - 1) : 0, k = last_k > 0 ? min_int((int)fk, last_k - 1) : 0;
  const float u = fi - (float)i, v = fk - (float)k;
  return (Around){i, k, water_index(w, i, k), {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v}};
}

/* The four cells whose first is at `at`. */
static inline Quad quad_at(const WeirWater *w, const Field *field, ptrdiff_t at) {
  int64_t row, next_row;
  memcpy(&row, field->cells + at, sizeof row);
  memcpy(&next_row, field->cells + at + w->stride, sizeof next_row);
  return (Quad)(QuadPairs){row, next_row};
}

/* In the order of the cells, from 0. */
static inline float quad_sum(Quad a) {
  float sum = 0.0f;
  for (int n = 0; n < CELLS; n++) sum += a[n];
  return sum;
}

static float field_at(const WeirWater *w, const Field *field, float x, float z) {
  if (!isfinite(x) || !isfinite(z)) return 0.0f;
  const Around a = around(w, x, z);
  return quad_sum(a.weight * quad_at(w, field, a.at));
}

float weir_water_terrain_at(const WeirWater *w, float x, float z) {
  return field_at(w, &w->terrain, x, z);
}

float weir_water_depth_at(const WeirWater *w, float x, float z) {
  depths_update(w);
  return field_at(w, &w->depth, x, z);
}

float weir_water_surface_at(const WeirWater *w, float x, float z) {
  depths_update(w);
  return field_at(w, &w->terrain, x, z) + field_at(w, &w->depth, x, z);
}

/* The beds and depths of the four cells and of their neighbours. On the stack of one sample. */
enum { OWN, WEST, EAST, NORTH, SOUTH, SHIFTS };
typedef struct Columns {
  Quad bed[SHIFTS], depth[SHIFTS];
} Columns;

/* u*h through the faces between cells `from` and `to`, as wide as the higher surface stands above the higher bed. */
static inline Quad faces_flow(Quad speed, const Columns *c, int from, int to) {
  const Quad none = {0}, rise = c->bed[to] - c->bed[from];
  const Quad behind = c->depth[from] - quad_where(rise > none, rise), ahead = c->depth[to] + quad_where(rise < none, rise);
  const Quad open = quad_select(behind > ahead, behind, ahead);
  return speed * quad_where(open > none, open);
}

/* The velocity of each cell, weighted and summed: the mean of its faces, and how fast its surface rises. */
static inline void sample_velocity(const WeirWater *w, const Around *a, const Columns *c, float velocity[3]) {
  if (w->solver == WEIR_MEMBRANE) {
    velocity[0] = velocity[2] = 0.0f;
    velocity[1] = quad_sum(a->weight * quad_at(w, &w->membrane.vertical_velocity, a->at));
    return;
  }
  const Quad east = quad_at(w, &w->flow.speed_x, a->at), west = quad_at(w, &w->flow.speed_x, a->at - 1);
  const Quad south = quad_at(w, &w->flow.speed_z, a->at), north = quad_at(w, &w->flow.speed_z, a->at - w->stride);
  const Quad gain_x = faces_flow(west, c, WEST, OWN) - faces_flow(east, c, OWN, EAST);
  const Quad gain_z = faces_flow(north, c, NORTH, OWN) - faces_flow(south, c, OWN, SOUTH);
  const QuadMask moves = c->depth[OWN] >= quad_all(DEPTH_WET);
  velocity[0] = quad_sum(a->weight * quad_where(moves, 0.5f * (east + west)));
  velocity[1] = quad_sum(a->weight * quad_where(moves, (gain_x + gain_z) / quad_all(w->cell)));
  velocity[2] = quad_sum(a->weight * quad_where(moves, 0.5f * (south + north)));
}

/* The surface on one side of each cell, for its slope. Water: a dry neighbour counts as level with the cell, as it does for bodies; so does
 * what lies beyond the edge. */
static inline Quad height_beside(const Columns *c, int side, QuadMask inner, bool wet) {
  const Quad own = wet ? c->bed[OWN] + c->depth[OWN] : c->bed[OWN];
  const Quad surface = wet ? c->bed[side] + c->depth[side] : c->bed[side];
  return quad_select(wet ? inner & (c->depth[side] > quad_all(DEPTH_WET)) : inner, surface, own);
}

/* The mean slope of the four cells, by central differences, to one side only at the grid's edge: of those that are wet where the place is
 * wet, of the ground elsewhere. */
static inline void sample_normal(const WeirWater *w, const Around *a, const Columns *c, bool wet, float normal[3]) {
  const int32_t after_west = -(a->i > 0), before_east = -(a->i + 1 < w->nx - 1), after_north = -(a->k > 0),
                before_south = -(a->k + 1 < w->nz - 1);
  const int32_t two_columns = -(w->nx > 1), two_rows = -(w->nz > 1);
  const QuadMask inner_west = {after_west, -1, after_west, -1}, inner_east = {two_columns, before_east, two_columns, before_east};
  const QuadMask inner_north = {after_north, after_north, -1, -1}, inner_south = {two_rows, two_rows, before_south, before_south};
  const Quad once = quad_all(w->cell), twice = quad_all(2.0f * w->cell);
  const Quad weight = wet ? quad_where(c->depth[OWN] > quad_all(DEPTH_WET), a->weight) : a->weight;
  const Quad rise_x = height_beside(c, EAST, inner_east, wet) - height_beside(c, WEST, inner_west, wet);
  const Quad rise_z = height_beside(c, SOUTH, inner_south, wet) - height_beside(c, NORTH, inner_north, wet);
  const float sum = quad_sum(weight);
  const float sx = quad_sum(weight * (rise_x / quad_select(inner_west & inner_east, twice, once)));
  const float sz = quad_sum(weight * (rise_z / quad_select(inner_north & inner_south, twice, once)));
  const double x = (double)(sum > 0.0f ? sx / sum : sx), z = (double)(sum > 0.0f ? sz / sum : sz), length = sqrt(x * x + 1.0 + z * z);
  normal[0] = (float)(-x / length);
  normal[1] = (float)(1.0 / length);
  normal[2] = (float)(-z / length);
}

/* Samples within the grid, into memory at once: a sample on the stack, member by member, would have to be there before it could be
 * copied. */
static inline void sample_around(const WeirWater *w, const Around *a, WeirSample *s) {
  const ptrdiff_t shifts[SHIFTS] = {0, -1, 1, -w->stride, w->stride};
  Columns c;
  for (int n = 0; n < SHIFTS; n++) {
    c.bed[n] = quad_at(w, &w->terrain, a->at + shifts[n]);
    c.depth[n] = quad_at(w, &w->depth, a->at + shifts[n]);
  }
  s->terrain = quad_sum(a->weight * c.bed[OWN]);
  const float depth = s->depth = quad_sum(a->weight * c.depth[OWN]);
  s->surface = s->terrain + depth;
  sample_velocity(w, a, &c, s->velocity);
  sample_normal(w, a, &c, depth > DEPTH_WET, s->normal);
}

static inline bool is_place(float x, float z) {
  return isfinite(x) && isfinite(z);
}

static const WeirSample nowhere = {.normal = {0.0f, 1.0f, 0.0f}};

WeirSample weir_water_sample(const WeirWater *w, float x, float z) {
  depths_update(w);
  if (!is_place(x, z)) return nowhere;
  const Around a = around(w, x, z);
  WeirSample sample;
  sample_around(w, &a, &sample);
  return sample;
}

/* Has the memory of a place on its way, for the sample that follows some places later. */
static inline void fetch_around(const WeirWater *w, ptrdiff_t at) {
  for (int row = -1; row <= 2; row++) {
    const ptrdiff_t there = at + row * w->stride;
    __builtin_prefetch(w->terrain.cells + there);
    __builtin_prefetch(w->depth.cells + there);
    if (w->solver == WEIR_MEMBRANE) {
      __builtin_prefetch(w->membrane.vertical_velocity.cells + there);
    } else {
      __builtin_prefetch(w->flow.speed_x.cells + there);
      __builtin_prefetch(w->flow.speed_z.cells + there);
    }
  }
}

/* Places to sample. On the stack. */
typedef struct Sampling {
  const WeirWater *water;
  const float *places; /* x and z of each */
  WeirSample *samples;
} Sampling;

enum { BLOCK = 16 }; /* places whose memory is fetched together */

static void sample_some(void *data, int first, int end) {
  const Sampling *const s = data;
  for (int from = first; from < end; from += BLOCK) {
    Around block[BLOCK];
    const int count = min_int(BLOCK, end - from);
    const float *const places = s->places + 2 * (size_t)from;
    for (int n = 0; n < count; n++) {
      const bool known = is_place(places[2 * n], places[2 * n + 1]);
      block[n] = around(s->water, known ? places[2 * n] : 0.0f, known ? places[2 * n + 1] : 0.0f);
      fetch_around(s->water, block[n].at);
    }
    for (int n = 0; n < count; n++) {
      if (is_place(places[2 * n], places[2 * n + 1]))
        sample_around(s->water, &block[n], &s->samples[from + n]);
      else
        s->samples[from + n] = nowhere;
    }
  }
}

void weir_water_sample_many(const WeirWater *w, const float *places, int count, WeirSample *samples) {
  depths_update(w);
  Sampling sampling = {w, places, samples};
  team_rows(count > SAMPLES_PER_TEAM ? w->threads : 1, 0, count, sample_some, &sampling);
}
