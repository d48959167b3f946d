/* Runs a script of calls and prints the state's hash, for bindings to compare theirs with.
 *   bindings_script          one script in each solver, which python_test.py runs, too; its numbers are exact in binary, so that it does not
 *                            matter which language makes the calls
 *   bindings_script pond     the program that docs/bindings.md has in each language */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <weir/weir.h>

enum { NX = 96, NZ = 80 };

static void fill(float *terrain, float *depth) {
  for (int k = 0; k < NZ; k++)
    for (int i = 0; i < NX; i++) {
      terrain[k * NX + i] = 0.125f * (float)((i * 7 + k * 13) % 11);
      depth[k * NX + i] = i < NX / 2 ? 2.0f : 0.0f;
    }
}

static WeirWater *create(WeirSolver solver, WeirError *error) {
  static float terrain[NX * NZ], depth[NX * NZ];
  fill(terrain, depth);
  WeirWaterDef def = weir_water_def_default();
  def.nx = NX, def.nz = NZ, def.cell = 0.5f, def.solver = solver, def.threads = 2;
  def.terrain = terrain, def.depth = depth;
  def.boundary[WEIR_EAST] = (WeirBoundary){.kind = WEIR_OPEN};
  def.boundary[WEIR_NORTH] = (WeirBoundary){.kind = WEIR_LEVEL, .level = 1.5f, .tide_height = 0.25f, .tide_period = 4};
  def.tuning.friction = 0.125f;
  return weir_water_create(&def, error);
}

static void run(WeirWater *water) {
  const float dt = 0.03125f; /* s */
  WeirBody bodies[2] = {weir_body_default(), weir_body_default()};
  bodies[0].position[0] = 8, bodies[0].position[1] = 2.5f, bodies[0].position[2] = 10, bodies[0].id = 1;
  bodies[1].position[0] = 20, bodies[1].position[1] = 3, bodies[1].position[2] = 20, bodies[1].id = 2, bodies[1].shape = WEIR_CYLINDER;
  const WeirSource spring = {.x = 30, .z = 30, .radius = 2, .rate = 1.5f};
  weir_water_set_sources(water, &spring, 1);
  weir_water_add_dye(water, 10, 10, 4, 8);
  for (int step = 0; step < 120; step++) {
    WeirForce forces[2];
    if (step == 40) weir_water_disturb(water, 12, 12, 3, 0.5f);
    if (step == 60) weir_water_heap(water, 24, 16, 4, 0.75f);
    weir_water_displace(water, bodies, 2, dt);
    weir_water_step(water, dt);
    weir_water_push(water, bodies, 2, dt, forces);
    for (int n = 0; n < 2; n++) weir_body_move(&bodies[n], &forces[n], 9.8125f, dt);
  }
}

static int run_pond(void) {
  static float depth[64 * 64];
  for (int n = 0; n < 64 * 64; n++) depth[n] = 2;
  WeirWaterDef def = weir_water_def_default();
  def.nx = def.nz = 64, def.solver = WEIR_SWE, def.depth = depth;
  WeirError error;
  WeirWater *water = weir_water_create(&def, &error);
  if (!water) return printf("%s\n", error.text), 1;
  weir_water_disturb(water, 8, 8, 2, 0.5f);
  for (int n = 0; n < 100; n++) weir_water_step(water, 0.02f);
  printf("%016" PRIx64 "\n", weir_water_hash(water));
  weir_water_destroy(water);
  return 0;
}

int main(int count, char **words) {
  if (count > 1 && strcmp(words[1], "pond") == 0) return run_pond();
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirError error;
    WeirWater *water = create((WeirSolver)solver, &error);
    if (!water) return printf("%s\n", error.text), 1;
    run(water);
    printf("%s %016" PRIx64 "\n", weir_solver_name((WeirSolver)solver), weir_water_hash(water));
    weir_water_destroy(water);
  }
  return 0;
}
