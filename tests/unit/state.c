/* Saved worlds: a world made from bytes goes on bit for bit as the one that was never saved, in every scene, solver and coupling; bytes that
 * are no state are refused with a line.
 *
 * Worlds are compared by world_hash, and by the bytes of their states: these hold what no hash looks at, such as the order of the engine's
 * collision shapes, before it has moved a body. WEIR_STATE_TICKS=N in the environment saves the worlds of the sweep after N ticks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "support.h"
#include "weir/grid/water.h"
#include "world/state/state.h"

/* Cells enough for a team of three threads (weir_water_set_threads), and no multiple of any vector's width. */
enum { NX = 133, NZ = 95, TEAM = 3 };
enum { SAVED_AT = 45, GOES_ON = 25 }; /* ticks */
enum { CHANGING = WEIR_SOLVER_COUNT };

/* --- what happens in the worlds ----------------------------------------------------------------------------------------------------- */

static void tell(World *world, const Command *command) {
  assert_true(world_command(world, command));
}

static void set_param(World *world, const char *name, float value) {
  int count = 0;
  const ParamInfo *const info = params_find(name);
  assert_non_null(info);
  tell(world, &(Command){.kind = COMMAND_PARAM, .param = (int)(info - params_table(&count)), .amount = value});
}

static void act_at(World *world, CommandKind kind, float x, float z, float amount) {
  tell(world, &(Command){.kind = kind,
                         .x = x * (float)world->nx * world->cell,
                         .z = z * (float)world->nz * world->cell,
                         .radius = 4 * world->cell,
                         .amount = amount});
}

static Command drop_of(const World *world, BodyKind kind, Material material, float x, float z, float yaw) {
  Command drop = {.kind = COMMAND_DROP, .body = kind, .material = material, .yaw = yaw};
  drop.x = x * (float)world->nx * world->cell;
  drop.z = z * (float)world->nz * world->cell;
  drop.y = weir_water_surface_at(world->water, drop.x, drop.z) + world->params.crate_size;
  return drop;
}

static void drop(World *world, BodyKind kind, Material material, float x, float z, float yaw) {
  Command command = drop_of(world, kind, material, x, z, yaw);
  command.spin[0] = 0.4f, command.spin[1] = 0.3f, command.spin[2] = -0.5f;
  tell(world, &command);
}

/* Blocks that lie on the ground from the beginning, one on the other: they come to rest and sleep. */
static void drop_pile(World *world, float x, float z) {
  Command block = drop_of(world, BODY_CRATE, MATERIAL_STONE, x, z, 0);
  block.set = true;
  block.size[0] = block.size[2] = 1.2f, block.size[1] = 0.5f;
  block.y = weir_water_terrain_at(world->water, block.x, block.z) + 0.26f;
  for (int n = 0; n < 3; n++, block.y += 0.5f) tell(world, &block);
}

static void begin(World *world) {
  world_drop_script(world, 8);
  drop(world, BODY_CAR, MATERIAL_METAL, 0.7f, 0.3f, 1.4f);
  drop(world, BODY_CAR, MATERIAL_METAL, 0.3f, 0.62f, 0.4f);
  drop(world, BODY_LOG, MATERIAL_WOOD, 0.55f, 0.35f, 1.1f);
  drop(world, BODY_CRATE, MATERIAL_WOOD, 0.45f, 0.45f, -0.7f);
  drop(world, BODY_HOUSE, MATERIAL_WOOD, 0.2f, 0.25f, 0.3f);
  drop(world, BODY_MILL, MATERIAL_WOOD, 0.6f, 0.62f, 0.5f);
  drop(world, BODY_GATE, MATERIAL_WOOD, 0.4f, 0.7f, 0.9f);
  if (world->hull_count > 0) drop(world, BODY_HULL, MATERIAL_WOOD, 0.4f, 0.55f, 0.3f);
  drop_pile(world, 0.15f, 0.6f);
  tell(world, &(Command){.kind = COMMAND_BUILD_PUMP, .x = 9, .z = 9, .to = {14, 12}, .radius = 1, .amount = 0.8f});
}

/* The commands before tick `n`. Around SAVED_AT a car is driven, a body is held, a gate and a wheel move, crates fall, it pours, the ground
 * shakes, a wave comes in. */
static void script(World *world, int n, bool changing) {
  const float litre = world->cell * world->cell;
  switch (n) {
    case 0: begin(world); break;
    case 1: tell(world, &(Command){.kind = COMMAND_DRIVE, .x = 0.6f, .amount = 1}); break;
    case 2: act_at(world, COMMAND_DISTURB, 0.4f, 0.5f, 0.3f); break;
    case 4: act_at(world, COMMAND_POUR, 0.6f, 0.5f, 20 * litre); break;
    case 6: act_at(world, COMMAND_DYE, 0.5f, 0.5f, 30 * litre); break;
    case 8: tell(world, &(Command){.kind = COMMAND_RELEASE_DAM}); break;
    case 10: set_param(world, "manning", 0.03f); break;
    case 12: act_at(world, COMMAND_HEAP, 0.48f, 0.52f, -1.5f); break;
    case 14:
      if (changing) tell(world, &(Command){.kind = COMMAND_SOLVER, .solver = WEIR_PIPE});
      break;
    case 16: tell(world, &(Command){.kind = COMMAND_DELETE, .serial = world->bodies[2].serial}); break;
    case 18: act_at(world, COMMAND_BRAKE, 0.5f, 0.5f, 900); break;
    case 20: set_param(world, "rain", 40); break;
    case 24: act_at(world, COMMAND_HEAP, 0.2f, 0.6f, 2); break;
    case 28:
      if (changing) tell(world, &(Command){.kind = COMMAND_SOLVER, .solver = WEIR_SWE});
      break;
    case 30: tell(world, &(Command){.kind = COMMAND_CLOUDBURST}); break;
    case 31: tell(world, &(Command){.kind = COMMAND_SEA_WAVE}); break;
    case 32: tell(world, &(Command){.kind = COMMAND_QUAKE}); break;
    case 34: act_at(world, COMMAND_GATE, 0.4f, 0.7f, 1); break;
    case 36:
      tell(world, &(Command){.kind = COMMAND_GRAB, .serial = world->dropped - 1, .x = 9, .y = 6, .z = 8, .grip = {0.2f, 0, 0.1f}});
      break;
    case 38: tell(world, &(Command){.kind = COMMAND_DRIVE, .x = -0.3f, .amount = 0.8f}); break;
    case 60: tell(world, &(Command){.kind = COMMAND_RELEASE}); break;
    case 62: act_at(world, COMMAND_HEAP, 0.5f, 0.5f, 2.5f); break;
    case 64: drop(world, BODY_GATE, MATERIAL_WOOD, 0.5f, 0.3f, 0.1f); break;
    case 66: tell(world, &(Command){.kind = COMMAND_DELETE, .serial = world->bodies[world->body_count / 2].serial}); break;
    default: break;
  }
}

static void run_to(World *world, int64_t tick, bool changing) {
  while (world->tick < tick) {
    script(world, (int)world->tick, changing);
    world_step(world);
  }
}

/* --- states ---------------------------------------------------------------------------------------------------------------------------- */

/* A state's bytes; freed by bytes_free. */
typedef struct Bytes {
  unsigned char *at;
  size_t size;
} Bytes;

static Bytes save(const World *world) {
  Bytes bytes = {.size = world_state_write(world, NULL, 0)};
  bytes.at = malloc(bytes.size);
  assert_non_null(bytes.at);
  assert_int_equal(world_state_write(world, bytes.at, bytes.size), bytes.size);
  return bytes;
}

static World *load(Bytes bytes, int threads) {
  Error error = {""};
  World *const world = world_state_read(bytes.at, bytes.size, threads, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

/* The first body that differs, for the message; -1: none does. */
static int body_that_differs(const World *a, const World *b) {
  for (int n = 0; n < a->body_count && n < b->body_count; n++)
    if (memcmp(a->bodies[n].position, b->bodies[n].position, sizeof a->bodies[n].position) != 0) return n;
  return -1;
}

/* The state says how many threads its water has, which changes nothing. */
static void assert_same(const char *name, const World *a, const World *b) {
  const int threads = b->water->threads;
  if (world_hash(a) != world_hash(b))
    fail_msg("%s: after tick %lld the hashes differ; the first body to differ is %d, the water's hash is %s", name, (long long)a->tick,
             body_that_differs(a, b), weir_water_hash(a->water) == weir_water_hash(b->water) ? "the same" : "another");
  weir_water_set_threads(b->water, a->water->threads);
  const Bytes one = save(a), other = save(b);
  weir_water_set_threads(b->water, threads);
  assert_int_equal(one.size, other.size);
  for (size_t n = 0; n < one.size; n++)
    if (n / 8 != 6 && one.at[n] != other.at[n])
      fail_msg("%s: after tick %lld byte %zu of %zu of the states differs", name, (long long)a->tick, n, one.size);
  free(one.at);
  free(other.at);
}

/* --- every scene, solver and coupling ------------------------------------------------------------------------------------------------- */

/* One world of the sweep. */
typedef struct Row {
  const char *scene;
  int solver, coupling;
} Row;

static World *world_of(const Row *row, int threads) {
  static Scene scene;
  char path[SCENE_PATH];
  Error error;
  if (!scene_find(ASSETS, row->scene, path, &error) || !scene_read(path, &scene, &error)) fail_msg("%s", error.text);
  scene_set_grid(&scene, NX, NZ);
  scene.solver = row->solver == CHANGING ? WEIR_MEMBRANE : (WeirSolver)row->solver;
  scene.params.coupling = (float)row->coupling;
  scene.params.spray = 1;
  World *const world = world_create(&scene, 7, threads, &error);
  if (!world) fail_msg("%s", error.text);
  assert_int_equal(world->water->threads, threads);
  return world;
}

static void goes_on_the_same(const Row *row, int saved_at, bool one_thread_first) {
  char name[96];
  const bool changing = row->solver == CHANGING;
  const int first = one_thread_first ? 1 : TEAM, second = one_thread_first ? TEAM : 1;
  snprintf(name, sizeof name, "%s, solver %d, coupling %d", row->scene, row->solver, row->coupling);
  World *const never_saved = world_of(row, second), *saved = world_of(row, first);
  run_to(saved, saved_at, changing);
  assert_true(saved->body_count >= 20);
  const Bytes bytes = save(saved);
  World *const loaded = load(bytes, second);
  assert_int_equal(loaded->water->threads, second);
  assert_same(name, saved, loaded);
  world_destroy(saved);
  free(bytes.at);
  run_to(never_saved, saved_at + GOES_ON, changing);
  run_to(loaded, saved_at + GOES_ON, changing);
  assert_true(world_is_finite(loaded));
  assert_same(name, never_saved, loaded);
  world_destroy(never_saved);
  world_destroy(loaded);
}

/* The membrane displaces whatever the coupling is. */
static void a_loaded_world_goes_on_as_one_never_saved(void **state) {
  (void)state;
  const char *const ticks = getenv("WEIR_STATE_TICKS");
  int count = 0, row = 0;
  const char *const *const names = scene_names(&count);
  for (int n = 0; n < count; n++)
    for (int solver = 0; solver <= CHANGING; solver++)
      for (int coupling = 0; coupling < WEIR_COUPLING_COUNT; coupling++) {
        const bool all = solver == WEIR_PIPE || solver == WEIR_SWE;
        if (!all && coupling != WEIR_SUBGRID) continue;
        goes_on_the_same(&(Row){names[n], solver, coupling}, ticks ? atoi(ticks) : SAVED_AT, row++ % 2 == 0);
      }
  print_message("%d worlds\n", row);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_loaded_world_goes_on_as_one_never_saved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
