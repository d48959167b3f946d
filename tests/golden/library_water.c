/* The script of library_hashes; library.c's head says what for. */
#include "library_water.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float cell = 0.5f;                                   /* m */
static const float tick_length = 1.0f / 64, long_tick = 1.0f / 8; /* s; one substep, and several */

void stop(const char *what) {
  fprintf(stderr, "library_hashes: %s\n", what);
  exit(1);
}

/* --- grounds ----------------------------------------------------------------------------------------------------------------------- */

/* A hill of so many 1024ths of a metre on a disc of cells. */
static int hill(int i, int k, int at_i, int at_k, int radius, int height) {
  const int square = (i - at_i) * (i - at_i) + (k - at_k) * (k - at_k), most = radius * radius;
  return square < most ? height * (most - square) / most : 0;
}

/* The height of a cell's ground, in 1024ths of a metre. */
static int ground_height(Ground ground, int i, int k) {
  const int rough = (i * 7919 + k * 104729) % 97,
            hills = hill(i, k, 28, 70, 17, 3300) + hill(i, k, 92, 30, 12, 2100) + hill(i, k, 75, 80, 9, 1500);
  switch (ground) {
    case COAST: return 24 * i - 900 + hills / 2 + rough;
    case RIVER: {
      const int middle = 47 + hill(i, 0, 30, 0, 40, 14) - hill(i, 0, 100, 0, 40, 14), off = k > middle ? k - middle : middle - k;
      return 2200 - 9 * i + (off < 12 ? 0 : off < 24 ? 140 * (off - 12) : 1680) + rough / 4 + hill(i, k, 66, 46, 5, 1400);
    }
    case BASIN: return hills - 600 + 3 * k;
    default: return 700 - hill(i, k * NX / NZ, 66, 66, 64, 3000) + hills; /* closed by its rim */
  }
}

/* The lake's ground comes as an image of few, coarse heights and its water fills the pits: through the helpers for terrain. */
static void make_lake(float *terrain, float *depth) {
  enum { ACROSS = 45, ALONG = 32, QUANTUM = 64 };
  static float image[ACROSS * ALONG];
  for (int n = 0; n < ACROSS * ALONG; n++)
    image[n] = (float)(ground_height(LAKE, n % ACROSS * 3, n / ACROSS * 3) / QUANTUM * QUANTUM) / 1024;
  if (!weir_terrain_dequantise(image, ACROSS, ALONG, (float)QUANTUM / 1024) ||
      !weir_terrain_resample(image, ACROSS, ALONG, terrain, NX, NZ) ||
      !weir_terrain_fill_pits(terrain, NX, NZ, 0.875f, 0.0625f, false, depth))
    stop("a helper for terrain failed");
}

static void make_ground(Ground ground, float *terrain, float *depth) {
  if (ground == LAKE) {
    make_lake(terrain, depth);
    return;
  }
  for (int n = 0; n < CELLS; n++) {
    const int height = ground_height(ground, n % NX, n / NX), level = ground == RIVER ? 2850 - 9 * (n % NX) : 1536;
    terrain[n] = (float)height / 1024;
    depth[n] = level > height ? (float)(level - height) / 1024 : 0;
  }
}

static void set_sides(Ground ground, WeirBoundary *sides) {
  const float level = 1.5f;
  switch (ground) {
    case COAST:
      sides[WEIR_WEST] = (WeirBoundary){.kind = WEIR_WAVE, .level = level, .tide_height = 0.25f, .tide_period = 1.5f, .tide_phase = 0.5f};
      sides[WEIR_NORTH].kind = sides[WEIR_SOUTH].kind = WEIR_PERIODIC;
      break;
    case RIVER:
      sides[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = 9};
      sides[WEIR_EAST].kind = WEIR_OPEN;
      break;
    case BASIN:
      sides[WEIR_WEST] = (WeirBoundary){.kind = WEIR_LEVEL, .level = level, .tide_height = 0.125f, .tide_period = 2};
      sides[WEIR_EAST].kind = WEIR_OPEN;
      sides[WEIR_NORTH].kind = WEIR_SPONGE;
      sides[WEIR_SOUTH].kind = WEIR_ZERO;
      break;
    default: break;
  }
}

static WeirWater *make_water(Ground ground, WeirSolver solver, int threads) {
  static float terrain[CELLS], depth[CELLS], velocity[CELLS];
  make_ground(ground, terrain, depth);
  for (int n = 0; n < CELLS; n++) velocity[n] = ground == RIVER && depth[n] > 0 ? 0.5f : 0;
  WeirWaterDef def = weir_water_def_default();
  def.nx = NX;
  def.nz = NZ;
  def.cell = cell;
  def.solver = solver;
  def.threads = threads;
  def.terrain = terrain;
  def.depth = depth;
  def.velocity_x = velocity;
  set_sides(ground, def.boundary);
  if (ground == BASIN) def.tuning.sponge_width = 6;
  if (ground == RIVER) def.tuning.stencil = 5;
  WeirError error;
  WeirWater *const water = weir_water_create(&def, &error);
  if (!water) stop(error.text);
  return water;
}

/* --- bodies ------------------------------------------------------------------------------------------------------------------------ */

/* Half an octahedron on a keel: six corners, eight faces. */
static const float hull_corners[] = {1.5f, 0.5f, 0, 0, 0.5f, 0.75f, -1.25f, 0.5f, 0, 0, 0.5f, -0.75f, 0.25f, -0.5f, 0, 0, 1, 0};
static const uint16_t hull_faces[] = {5, 1, 0, 5, 2, 1, 5, 3, 2, 5, 0, 3, 4, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0};

/* Turned by angles whose sine and cosine are fractions. */
static const float upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, turned[9] = {0.8f, 0, 0.6f, 0, 1, 0, -0.6f, 0, 0.8f},
                   tilted[9] = {0.28f, -0.96f, 0, 0.96f, 0.28f, 0, 0, 0, 1};

static void place(WeirBody *body, uint32_t id, const float half[3], const float *rotation, float x, float y, float z, float mass) {
  *body = weir_body_default();
  memcpy(body->half, half, sizeof body->half);
  memcpy(body->rotation, rotation, sizeof body->rotation);
  body->position[0] = x;
  body->position[1] = y;
  body->position[2] = z;
  body->mass = mass;
  body->id = id;
}

/* A box, a cylinder and a hull that float; a pier; a box that is driven along. */
static void place_bodies(Run *run) {
  WeirBody *const b = run->bodies;
  const float y = weir_water_surface_at(run->water, 30, 24);
  place(&b[0], 1, (const float[]){0.75f, 0.5f, 0.625f}, turned, 25, y + 0.5f, 22, 900);
  place(&b[1], 2, (const float[]){0.5f, 1.5f, 0.5f}, tilted, 34.5f, y + 0.25f, 25.5f, 1100);
  place(&b[2], 3, (const float[]){1, 1, 1}, turned, 28.25f, y, 28.5f, 450);
  b[2].shape = WEIR_CONVEX;
  b[2].vertices = hull_corners;
  b[2].vertex_count = 6;
  b[2].triangles = hull_faces;
  b[2].triangle_count = 8;
  b[1].shape = WEIR_CYLINDER;
  b[0].spin[1] = 0.5f;
  b[0].velocity[0] = 1.5f;
  place(&b[3], 4, (const float[]){0.7f, 3, 1.3f}, upright, 41.2f, y - 1, 23.4f, 20000);
  place(&b[4], 5, (const float[]){1.1f, 0.6f, 0.9f}, turned, 20.3f, y, 30.1f, 2000);
  b[4].velocity[0] = 2;
  run->body_count = BODIES;
  for (int n = 0; n < BODIES; n++) {
    WeirError error;
    if (!weir_body_check(&b[n], &error)) stop(error.text);
  }
}

static void move_bodies(Run *run, float dt) {
  for (int n = 0; n < 3; n++)
    if (n < run->body_count && !weir_body_move(&run->bodies[n], &run->forces[n], 9.8125f, dt)) stop("a body moved out of bounds");
  for (int axis = 0; axis < 3; axis++) run->bodies[4].position[axis] += dt * run->bodies[4].velocity[axis];
}

/* --- the script -------------------------------------------------------------------------------------------------------------------- */

static void set_side(Run *run, WeirSide side, WeirBoundary boundary) {
  WeirError error;
  if (!weir_water_set_boundary(run->water, side, &boundary, &error)) stop(error.text);
}

static void set_ground(Run *run) {
  enum { ACROSS = 11, ALONG = 7 };
  float heights[ACROSS * ALONG];
  for (int n = 0; n < ACROSS * ALONG; n++) heights[n] = (float)(ground_height(run->ground, 70 + n % ACROSS, 50 + n / ACROSS) + 300) / 1024;
  WeirError error;
  if (!weir_water_set_terrain(run->water, 70, 50, ACROSS, ALONG, heights, &error)) stop(error.text);
}

static void set_series(Run *run) {
  const double times[] = {0, 0.25, 0.75, 2};
  const float values[] = {1.5f, 1.625f, 1.4375f, 1.5625f};
  WeirError error;
  if (!weir_water_set_series(run->water, WEIR_WEST, times, values, 4, &error)) stop(error.text);
}

static void tune(Run *run, int n) {
  WeirTuning tuning = weir_water_tuning(run->water);
  if (n == 10) {
    tuning.manning = 0.03f;
    tuning.viscosity = 0.002f;
    tuning.rain = 1e-4f;
  } else {
    tuning.infiltration = 1e-5f;
    tuning.evaporation = 2e-5f;
    tuning.damping = 0.5f;
  }
  weir_water_set_tuning(run->water, &tuning);
}

/* The number of threads is part of what is saved. */
unsigned char *run_save(const Run *run, size_t *size) {
  weir_water_set_threads(run->water, 1);
  *size = weir_water_save(run->water, NULL, 0);
  unsigned char *const bytes = malloc(*size);
  if (!bytes) stop("not enough memory for a state");
  if (weir_water_save(run->water, bytes, *size) != *size) stop("a state was not saved");
  weir_water_set_threads(run->water, run->threads);
  return bytes;
}

static void reload(Run *run) {
  size_t size;
  unsigned char *const bytes = run_save(run, &size);
  weir_water_destroy(run->water);
  WeirError error;
  run->water = weir_water_load(bytes, size, &error);
  if (!run->water) stop(error.text);
  weir_water_set_threads(run->water, run->threads);
  free(bytes);
}

/* Acts before tick `n`; each kind comes within SHORT, so that a short run has seen all of them once. */
static void script(Run *run, int n) {
  WeirWater *const w = run->water;
  const WeirSource sources[] = {{27, 18, 2, 0.75f}, {36, 29, 1.5f, -0.5f}};
  switch (n) {
    case 2: weir_water_disturb(w, 27, 25, 3, 0.25f); break;
    case 4: weir_water_add(w, 33, 21, 2, 1.5); break;
    case 6: weir_water_add_dye(w, 30, 24, 4, 5); break;
    case 8: set_ground(run); break;
    case 10: tune(run, n); break;
    case 12: weir_water_impulse(w, 24, 26, 3, 0.5f, -0.25f); break;
    case 14: weir_water_set_sources(w, sources, 2); break;
    case 16:
      if (run->changing) weir_water_set_solver(w, WEIR_PIPE);
      if (run->ground == BASIN) set_series(run);
      break;
    case 18: weir_water_heap(w, 31, 20, 2.5f, 0.375f); break;
    case 20:
      if (!weir_water_keep_highest(w, true)) stop("not enough memory for the highest surface");
      break;
    case 22:
      if (run->reloaded) reload(run);
      break;
    case 26:
      if (run->changing) weir_water_set_solver(w, WEIR_SWE);
      break;
    case 28: set_side(run, WEIR_EAST, (WeirBoundary){.kind = WEIR_LEVEL, .level = 1.25f}); break;
    case 30: tune(run, n); break;
    case 32: weir_water_add(w, 29, 27, 2, -0.75); break;
    case 34: run->body_count = BODIES - 1; break;
    case 60: weir_water_set_sources(w, sources, 1); break;
    case 80: run->body_count = BODIES; break;
    case 100: set_side(run, WEIR_EAST, (WeirBoundary){.kind = WEIR_REFLECT}); break;
    case 110: weir_water_disturb(w, 35, 24, 3, -0.25f); break;
    default: break;
  }
}

void run_begin(Run *run, WeirSolver solver, WeirCoupling coupling) {
  run->water = make_water(run->ground, solver, run->threads);
  weir_water_set_coupling(run->water, coupling);
  place_bodies(run);
}

void run_tick(Run *run, int n) {
  const float dt = n % 20 == 19 ? long_tick : tick_length;
  script(run, n);
  weir_water_displace(run->water, run->bodies, run->body_count, n > 0 ? dt : 0);
  weir_water_step(run->water, dt);
  weir_water_push(run->water, run->bodies, run->body_count, dt, run->forces);
  move_bodies(run, dt);
}
