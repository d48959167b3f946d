/* Programs of library calls: each byte a call or one of its numbers, nonsense numbers among them. Each call returns an
 * error or does no harm: the water stays finite, no depth is below 0, and a state that was saved is loaded again. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "weir/weir.h"

enum { SIDE = 32, CALLS = 24, BODIES = 4, BODY_CELLS = 24 }; /* cells: half of the largest usual body, which is wider than the grid */

static float corners[12]; /* of a mesh */
static const uint16_t faces[12] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};

static WeirBoundary odd_boundary(Bytes *b) {
  return (WeirBoundary){.kind = (WeirEdge)bytes_below(b, WEIR_EDGE_COUNT + 1),
                        .level = bytes_odd(b),
                        .tide_height = bytes_odd(b),
                        .tide_period = bytes_odd(b),
                        .tide_phase = bytes_odd(b),
                        .discharge = bytes_odd(b),
                        .speed = bytes_odd(b)};
}

/* A tuning with some odd words: the struct consists of floats and ints. */
static WeirTuning odd_tuning(Bytes *b) {
  WeirTuning tuning = weir_tuning_default();
  float *const words = (float *)&tuning;
  for (int n = bytes_below(b, 5); n > 0; n--) words[bytes_below(b, (int)(sizeof tuning / sizeof *words))] = bytes_odd(b);
  tuning.substeps_max = 1 + bytes_below(b, 8); /* all 64 take long */
  tuning.stencil = bytes_below(b, 2) ? 5 : bytes_odd_int(b);
  return tuning;
}

static WeirBody odd_body(Bytes *b, const WeirWater *water) {
  const float cell = weir_water_cell(water);
  static const float mesh[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const float length = bytes_range(b, 0.1f, 2 * BODY_CELLS) * cell;
  for (int n = 0; n < 12; n++) corners[n] = length * mesh[n];
  WeirBody body = {.velocity = {0, bytes_range(b, -9, 2), 0},
                   .mass = 300 * cell * cell * cell,
                   .drag_linear = 2,
                   .drag_square = 0.5f,
                   .shape = (WeirShape)bytes_below(b, 4),
                   .vertices = corners,
                   .vertex_count = 4,
                   .triangles = faces,
                   .triangle_count = 4,
                   .id = (uint32_t)bytes_below(b, 4)};
  for (int n = 0; n < 3; n++) {
    body.half[n] = bytes_range(b, 0.1f, BODY_CELLS) * cell;
    body.position[n] = bytes_range(b, -3, n == 1 ? 12 : SIDE) * cell;
  }
  const float yaw = bytes_range(b, -4, 4), c = cosf(yaw), s = sinf(yaw);
  const float turned[9] = {c, 0, s, 0, 1, 0, -s, 0, c};
  memcpy(body.rotation, turned, sizeof turned);
  /* 24 floats: half, position, rotation, velocity, spin, mass, the drags */
  float *const words = (float *)&body;
  for (int n = bytes_below(b, 3); n > 0; n--) words[bytes_below(b, 24)] = bytes_odd(b);
  return body;
}

static void bodies(Bytes *b, WeirWater *water) {
  WeirBody all[BODIES];
  WeirForce forces[BODIES];
  const int count = bytes_below(b, BODIES + 1);
  for (int n = 0; n < count; n++) all[n] = odd_body(b, water);
  for (int n = 1 + bytes_below(b, 3); n > 0; n--) {
    weir_water_displace(water, all, count, bytes_below(b, 3) ? 0.02f : bytes_odd(b));
    if (bytes_below(b, 2)) weir_water_step(water, 0.02f);
    weir_water_push(water, all, count, bytes_below(b, 3) ? 0.02f : bytes_odd(b), forces);
    for (int m = 0; m < count; m++)
      for (int axis = 0; axis < 3; axis++)
        fuzz_expect(isfinite(forces[m].force[axis]) && isfinite(forces[m].torque[axis]), "forces on bodies are finite");
    if (count > 0) all[0].position[0] += bytes_range(b, -2, 2) * weir_water_cell(water);
  }
}

static void ground(Bytes *b, WeirWater *water) {
  float heights[64];
  for (int n = 0; n < 64; n++) heights[n] = bytes_below(b, 8) ? (float)n / 32 : bytes_odd(b);
  const bool sound = bytes_below(b, 4) > 0;
  weir_water_set_terrain(water, sound ? bytes_below(b, 8) : bytes_odd_int(b), sound ? bytes_below(b, 8) : bytes_odd_int(b),
                         1 + bytes_below(b, 8), 1 + bytes_below(b, 8), heights, NULL);
}

static void series(Bytes *b, WeirWater *water) {
  double times[6];
  float values[6];
  for (int n = 0; n < 6; n++) times[n] = bytes_below(b, 8) ? 0.1 * n : (double)bytes_odd(b), values[n] = bytes_odd(b);
  weir_water_set_series(water, (WeirSide)bytes_below(b, WEIR_SIDE_COUNT + 1), times, values, bytes_below(b, 8) - 1, NULL);
}

static void sources(Bytes *b, WeirWater *water) {
  WeirSource all[4];
  for (int n = 0; n < 4; n++) all[n] = (WeirSource){bytes_odd(b), bytes_odd(b), bytes_odd(b), bytes_odd(b)};
  weir_water_set_sources(water, all, bytes_below(b, 6) - 1);
}

/* Whatever the water is, all parts are finite: of the watched cell and of others, which are predicted. */
static void why(Bytes *b, WeirWater *water) {
  const float x = bytes_odd(b), z = bytes_odd(b);
  const WeirWhy told = weir_water_why(water, x, z);
  for (int axis = 0; axis < 2; axis++) {
    const float parts[] = {told.slope[axis],   told.pressure[axis], told.advection[axis], told.drag[axis],
                           told.limiter[axis], told.body[axis],     told.other[axis],     told.change[axis]};
    for (size_t n = 0; n < sizeof parts / sizeof *parts; n++) fuzz_expect(isfinite(parts[n]), "why's parts are finite");
  }
  fuzz_expect(isfinite(told.depth + told.speed + told.froude + told.seconds), "what why reads is finite");
  weir_water_watch(water, bytes_below(b, 4) ? 4.0f : x, z);
}

static void reads(Bytes *b, WeirWater *water) {
  static float vx[SIDE * SIDE], vz[SIDE * SIDE];
  const WeirSample s = weir_water_sample(water, bytes_odd(b), bytes_odd(b));
  fuzz_expect(isfinite(s.terrain + s.depth + s.surface + s.normal[0] + s.normal[1] + s.normal[2]), "a sample is finite");
  fuzz_expect(isfinite(s.velocity[0] + s.velocity[1] + s.velocity[2]), "a sample's velocity is finite");
  weir_water_velocity(water, vx, vz);
  const WeirView displaced = weir_water_displacement(water), covered = weir_water_occupancy(water);
  fuzz_expect(isfinite(displaced.data[0]) && isfinite(covered.data[0]), "views are finite");
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    fuzz_expect(isfinite(weir_water_side_flow(water, (WeirSide)side)) && isfinite(weir_water_side_volume(water, (WeirSide)side)),
                "what flows through the sides is finite");
  weir_water_keep_highest(water, bytes_below(b, 2) == 1);
}

static void dye(Bytes *b, WeirWater *water) {
  switch (bytes_below(b, 4)) {
    case 0: weir_water_add_dye(water, bytes_odd(b), bytes_odd(b), bytes_odd(b), (double)bytes_odd(b)); break;
    case 1: weir_water_clear_dye(water); break;
    default: weir_water_add_dye(water, 4, 4, 3, 5);
  }
}

/* Makes the calls that a game makes in each tick. */
static void each_tick(Bytes *b, WeirWater *water) {
  static float surface[SIDE * SIDE];
  static uint64_t version;
  WeirRect rects[3];
  WeirEvent events[4];
  int count = 0;
  version = weir_water_changes(water, bytes_below(b, 2) ? version : 0, rects, 1 + bytes_below(b, 3), &count);
  fuzz_expect(version > 0 && count >= 0 && count <= 3, "changes are counted");
  if (bytes_below(b, 4) == 0) weir_water_keep_ticks(water, bytes_below(b, 2) == 1);
  weir_water_surface_between(water, bytes_odd(b), surface);
  fuzz_expect(isfinite(surface[0]), "the surface between two ticks is finite");
  const WeirGauge gauges[] = {{4, 4, bytes_odd(b)}, {bytes_odd(b), bytes_odd(b), 0.1f}};
  if (bytes_below(b, 4) == 0) weir_water_set_gauges(water, gauges, bytes_below(b, 3));
  if (bytes_below(b, 8) == 0) weir_water_keep_events(water, bytes_below(b, 2) == 1);
  count = weir_water_events(water, events, 4);
  for (int n = 0; n < count; n++) fuzz_expect(isfinite(events[n].depth + events[n].speed + events[n].y), "events are finite");
}

/* No cell's dye is below 0 or no number, and what was added is there or has left, to the rounding of so much. */
static void check_dye(const WeirWater *water) {
  const WeirView view = weir_water_dye(water);
  for (int k = 0; view.data && k < view.nz; k++)
    for (int i = 0; i < view.nx; i++) {
      const float here = view.data[k * view.stride + i];
      fuzz_expect(here >= 0 && isfinite(here), "no cell's dye is below 0");
    }
  const WeirDye total = weir_water_dye_total(water);
  fuzz_expect(fabs(total.added - total.left - total.now) <= 1e-4 * total.added, "the dye's total holds");
}

/* Presses with waves of pressure, of which one cell is odd, or with none. */
static void pressure(Bytes *b, WeirWater *water) {
  static float pascal[SIDE * SIDE];
  const int cells = weir_water_nx(water) * weir_water_nz(water), place = bytes_below(b, cells);
  const float tall = bytes_range(b, -1e5f, 1e5f);
  for (int n = 0; n < cells; n++) pascal[n] = tall * sinf(0.3f * (float)n);
  pascal[place] = bytes_odd(b);
  weir_water_set_pressure(water, bytes_below(b, 4) ? pascal : NULL, NULL);
}

static WeirWater *saved_and_loaded(WeirWater *water) {
  const size_t size = weir_water_save(water, NULL, 0);
  void *const memory = malloc(size);
  fuzz_expect(memory && weir_water_save(water, memory, size) == size, "a state has the size that it said");
  WeirError error;
  WeirWater *const same = weir_water_load(memory, size, &error);
  fuzz_expect(same != NULL, error.text);
  fuzz_expect(weir_water_hash(same) == weir_water_hash(water), "a loaded water has the same hash");
  free(memory);
  weir_water_destroy(water);
  return same;
}

static WeirWater *one_call(Bytes *b, WeirWater *water) {
  const int call = bytes_below(b, 256);
  if (call >= 234) { /* apart, so that inputs of old keep their meaning */
    if (call >= 254)
      each_tick(b, water);
    else if (call >= 250)
      why(b, water);
    else
      dye(b, water);
    return water;
  }
  if (call == 233) {
    weir_water_set_dispersion(water, bytes_below(b, 2) == 1, NULL);
    return water;
  }
  if (call == 231) {
    const float vx = bytes_below(b, 8) ? bytes_range(b, -45, 45) : bytes_odd(b), vz = bytes_range(b, -45, 45);
    weir_water_set_wind(water, bytes_below(b, 4) ? vx : 0, bytes_below(b, 4) ? vz : 0, NULL);
    return water;
  }
  if (call == 232) {
    pressure(b, water);
    return water;
  }
  switch (call % 18) {
    case 0: weir_water_add(water, bytes_odd(b), bytes_odd(b), bytes_odd(b), (double)bytes_odd(b)); break;
    case 1: weir_water_add(water, 4, 4, 2, (double)bytes_odd(b) * (double)bytes_odd(b)); break;
    case 2: weir_water_disturb(water, bytes_odd(b), bytes_odd(b), bytes_odd(b), bytes_odd(b)); break;
    case 3: weir_water_impulse(water, bytes_odd(b), bytes_odd(b), bytes_odd(b), bytes_odd(b), bytes_odd(b)); break;
    case 4: weir_water_heap(water, bytes_odd(b), bytes_odd(b), bytes_odd(b), bytes_odd(b)); break;
    case 5: ground(b, water); break;
    case 6: sources(b, water); break;
    case 7: reads(b, water); break;
    case 8:
    case 9:
    case 10: bodies(b, water); break;
    case 11: {
      const WeirTuning tuning = odd_tuning(b);
      weir_water_set_tuning(water, &tuning);
      break;
    }
    case 12: weir_water_set_solver(water, (WeirSolver)bytes_below(b, WEIR_SOLVER_COUNT + 1)); break;
    case 13: series(b, water); break;
    case 14: {
      const WeirBoundary boundary = odd_boundary(b);
      weir_water_set_boundary(water, (WeirSide)bytes_below(b, WEIR_SIDE_COUNT + 1), &boundary, NULL);
      break;
    }
    case 15: weir_water_set_coupling(water, (WeirCoupling)bytes_below(b, WEIR_COUPLING_COUNT + 1)); break;
    case 16: weir_water_set_sleeping(water, bytes_below(b, 2) == 1), weir_water_set_sweep(water, bytes_odd_int(b)); break;
    default: return saved_and_loaded(water);
  }
  return water;
}

static WeirWater *first_water(Bytes *b) {
  static const float cells[] = {1e-3f, 0.25f, 0.3f, 0.5f, 1.0f, 37.0f, 1e4f};
  static float terrain[SIDE * SIDE], depth[SIDE * SIDE];
  WeirWaterDef def = weir_water_def_default();
  def.nx = WEIR_GRID_MIN + bytes_below(b, SIDE - WEIR_GRID_MIN + 1);
  def.nz = WEIR_GRID_MIN + bytes_below(b, SIDE - WEIR_GRID_MIN + 1);
  def.cell = cells[bytes_below(b, (int)(sizeof cells / sizeof *cells))];
  def.solver = (WeirSolver)bytes_below(b, WEIR_SOLVER_COUNT);
  const int kind = bytes_below(b, 4);
  const float tall = bytes_range(b, 0, 4), level = bytes_range(b, 0, 6);
  for (int n = 0; n < SIDE * SIDE; n++) {
    terrain[n] = kind == 3 ? bytes_odd(b) : tall * sinf(0.2f * (float)n) * cosf(0.011f * (float)n);
    depth[n] = kind == 0 ? 0.0f : fmaxf(level - terrain[n], 0);
  }
  def.terrain = terrain;
  def.depth = depth;
  if (bytes_below(b, 4) == 3) def.tuning = odd_tuning(b);
  for (int side = bytes_below(b, 8); side < WEIR_SIDE_COUNT; side++) def.boundary[side] = odd_boundary(b);
  return weir_water_create(&def, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes b = {data, size, 0};
  WeirWater *water = first_water(&b);
  for (int call = 0; water && bytes_left(&b) && call < CALLS; call++) {
    WeirStats stats;
    water = one_call(&b, water);
    weir_water_step(water, bytes_below(&b, 6) ? bytes_range(&b, 0.001f, 0.05f) : bytes_odd(&b));
    weir_water_stats(water, &stats);
    fuzz_expect(stats.finite && stats.depth_min >= 0, "the water stays finite");
    fuzz_expect(isfinite(stats.volume_now) && isfinite(stats.volume_error), "its volume is finite");
    check_dye(water);
  }
  weir_water_destroy(water);
  return 0;
}
