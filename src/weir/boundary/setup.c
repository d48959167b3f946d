/* The sides of the grid: their memory, what they remember, and how their kinds change. */
#include "weir/boundary/boundary.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "weir/boundary/sides.h"
#include "weir/grid/sleeping.h"

bool boundary_create(WeirWater *w) {
  enum { ARRAYS = 10 };
  BoundaryPart *const b = &w->boundary;
  const size_t length = side_length(w);
  float *block = memory_create(WEIR_SIDE_COUNT * ARRAYS * length, sizeof *block);
  for (WeirSide side = 0; block && side < WEIR_SIDE_COUNT; side++) {
    SideFlow *const f = &b->flow[side];
    float **const arrays[ARRAYS] = {&b->held[side], &b->mean_speed[side], &b->previous[side], &f->mean,   &f->speed, &f->inner,
                                    &f->due,        &f->through,          &f->open,           &f->storage};
    for (int n = 0; n < ARRAYS; n++, block += length) *arrays[n] = block;
  }
  return block != NULL;
}

void boundary_destroy(WeirWater *w) {
  memory_free(w->boundary.held[WEIR_WEST]); /* the block of all arrays */
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) memory_free(w->boundary.series[side]);
  boundary_free_sponge(w);
}

/* A side remembers the surface as it stands, and the velocity at which water leaves. */
static void side_remember(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  const Field *const speed = side_faces_x(side) ? &w->flow.speed_x : &w->flow.speed_z;
  for (int n = 0; n < walk.count; n++) {
    const ptrdiff_t at = walk.first + n * walk.next;
    const bool flows = w->solver != WEIR_MEMBRANE && w->depth.cells[at] > 0.0f;
    w->boundary.held[side][n] = w->terrain.cells[at] + w->depth.cells[at];
    w->boundary.mean_speed[side][n] = flows ? walk.sign * speed->cells[at + walk.face - walk.out] : 0.0f;
    w->boundary.previous[side][n] = 0.0f;
  }
}

void boundary_remember(WeirWater *w) {
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) side_remember(w, side);
}

void boundary_refresh(WeirWater *w) {
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) halo_reset(w, side);
  tiles_wake_all(w);
  openness_changed_all(w);
  boundary_terrain(w);
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) halo_reset_membrane(w, side);
}

float boundary_highest_level(const WeirWater *w) {
  float highest = -WALL_HEIGHT;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++)
    if (kind_is_sea(side_kind(w, side))) highest = max_float(highest, driving_highest_level(w, side));
  return highest;
}

static bool side_fault(WeirError *error, WeirSide side, const char *what) {
  static const char *const names[WEIR_SIDE_COUNT] = {"west", "east", "north", "south"};
  if (error) snprintf(error->text, sizeof error->text, "boundary: %s: %s", names[side], what);
  return false;
}

static bool side_check(const WeirBoundary *b, WeirSide side, WeirError *error) {
  if ((unsigned)b->kind >= WEIR_EDGE_COUNT) return side_fault(error, side, "no such kind");
  if (kind_is_sea(b->kind)) {
    if (!(fabsf(b->level) <= WEIR_TERRAIN_MAX)) return side_fault(error, side, "level must be within 100000 m of 0");
    if (!(fabsf(b->tide_height) <= 1000.0f)) return side_fault(error, side, "tide_height must be -1000 to 1000 m");
    if (b->tide_height != 0.0f && !(b->tide_period >= 0.1f && b->tide_period <= 1e6f))
      return side_fault(error, side, "tide_period must be 0.1 to 1000000 s");
    if (!(fabsf(b->tide_phase) <= 100.0f)) return side_fault(error, side, "tide_phase must be -100 to 100 rad");
  }
  if (b->kind == WEIR_INFLOW && !(fabsf(b->discharge) <= 1e6f))
    return side_fault(error, side, "discharge must be -1000000 to 1000000 m3/s");
  if (b->kind == WEIR_INFLOW && !(b->speed >= 0.0f && b->speed <= 1e3f)) return side_fault(error, side, "speed must be 0 to 1000 m/s");
  return true;
}

bool boundary_check(const WeirBoundary boundary[WEIR_SIDE_COUNT], int nx, int nz, WeirError *error) {
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (!side_check(&boundary[side], side, error)) return false;
    /* other sides read cells within, which must not be those of the opposite side; nor may a body's cells be their own neighbours */
    const bool needs_room = boundary[side].kind != WEIR_REFLECT && boundary[side].kind != WEIR_SPONGE;
    if (needs_room && (side_faces_x(side) ? nx : nz) < WEIR_ACROSS_MIN)
      return side_fault(error, side, "fewer than 4 cells from side to side: only reflect and sponge");
    if (boundary[side].kind == WEIR_PERIODIC && boundary[side ^ 1].kind != WEIR_PERIODIC)
      return side_fault(error, side, "periodic sides come in pairs");
  }
  return true;
}

const char *weir_edge_name(WeirEdge kind) {
  static const char *const names[WEIR_EDGE_COUNT] = {"reflect", "open", "sponge", "periodic", "level", "inflow", "zero", "wave"};
  return (unsigned)kind < WEIR_EDGE_COUNT ? names[kind] : "unknown";
}

bool boundary_change(WeirWater *w, const WeirBoundary wanted[WEIR_SIDE_COUNT]) {
  bool anew[WEIR_SIDE_COUNT], any = false, sea = false, passed = false;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    anew[side] = wanted[side].kind != w->boundary.sides[side].kind;
    any = any || anew[side];
    passed = passed || (anew[side] && side_kind(w, side) != WEIR_REFLECT); /* a sponge removes water too */
    sea = sea || (kind_is_sea(wanted[side].kind) && wanted[side].level != w->boundary.sides[side].level);
  }
  memcpy(w->boundary.sides, wanted, sizeof w->boundary.sides);
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++) {
    if (!anew[side]) continue;
    if (w->boundary.series[side]) w->boundary.series[side]->count = 0;
    side_remember(w, side);
    halo_reset(w, side);
  }
  if (any || sea) boundary_terrain(w);
  if (!any) return false;
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++)
    if (anew[side]) halo_reset_membrane(w, side);
  tiles_wake_all(w);
  openness_changed_all(w);
  bool closed_around = true; /* no water enters or leaves the grid through its sides */
  for (WeirSide side = 0; side < WEIR_SIDE_COUNT; side++)
    closed_around = closed_around && (side_is_closed(w, side) || side_is_joined(w, side));
  return passed && closed_around;
}
