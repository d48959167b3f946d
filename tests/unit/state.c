/* Saved worlds: a world made from bytes goes on bit for bit as the one that was never saved, in every scene, solver and coupling; bytes
 * that are not a state are refused with a line.
 *
 * Worlds are compared by world_hash, and by the bytes of their states: these hold what no hash looks at, such as the order of the engine's
 * collision shapes, before it has moved a body. WEIR_STATE_TICKS=N in the environment saves the worlds of the sweep after N ticks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "support.h"
#include "weir/grid/water.h"
#include "world/state/parts.h"
#include "world/state/state.h"

/* Cells enough for a team of three threads (weir_water_set_threads), and no multiple of any vector's width. */
enum { NX = 133, NZ = 95, TEAM = 3 };
enum { SAVED_AT = 30, GOES_ON = 11 }; /* ticks */
enum { CHANGING = WEIR_SOLVER_COUNT };

/* --- what happens in the worlds ----------------------------------------------------------------------------------------------------- */

static void tell(World *world, const Command *command) {
  assert_true(world_command(world, command));
}

static void set_param(World *world, const char *name, float value) {
  int count = 0;
  const ParamInfo *const info = params_find(name);
  assert_non_null(info);
  tell(world, &(Command){.kind = COMMAND_PARAM, .param = {.index = (int)(info - params_table(&count)), .value = value}});
}

static void act_at(World *world, CommandKind kind, float x, float z, float amount) {
  Command command;
  command_from_record(&(CommandRecord){.kind = kind,
                                       .x = x * (float)world->nx * world->cell,
                                       .z = z * (float)world->nz * world->cell,
                                       .radius = 4 * world->cell,
                                       .amount = amount},
                      &command);
  tell(world, &command);
}

static BodyDrop drop_of(const World *world, BodyKind kind, Material material, float x, float z, float yaw) {
  BodyDrop drop = {.body = kind, .material = material, .yaw = yaw};
  drop.x = x * (float)world->nx * world->cell;
  drop.z = z * (float)world->nz * world->cell;
  drop.y = weir_water_surface_at(world->water, drop.x, drop.z) + world->params.crate_size;
  return drop;
}

static void drop(World *world, BodyKind kind, Material material, float x, float z, float yaw) {
  BodyDrop drop = drop_of(world, kind, material, x, z, yaw);
  drop.spin[0] = 0.4f, drop.spin[1] = 0.3f, drop.spin[2] = -0.5f;
  tell(world, &(Command){.kind = COMMAND_DROP, .drop = drop});
}

/* Blocks that lie on the ground from the beginning, one on the other: they come to rest and sleep. */
static void drop_pile(World *world, float x, float z) {
  BodyDrop block = drop_of(world, BODY_CRATE, MATERIAL_STONE, x, z, 0);
  block.set = true;
  block.size[0] = block.size[2] = 1.2f, block.size[1] = 0.5f;
  block.y = weir_water_terrain_at(world->water, block.x, block.z) + 0.26f;
  for (int n = 0; n < 3; n++, block.y += 0.5f) tell(world, &(Command){.kind = COMMAND_DROP, .drop = block});
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
  tell(world, &(Command){.kind = COMMAND_BUILD_PUMP, .pump = {.x = 9, .z = 9, .to = {14, 12}, .radius = 1, .rate = 0.8f}});
}

/* The commands before tick `n`. Around SAVED_AT a car is driven, a body is held, a gate and a wheel move, crates fall, it pours, the ground
 * shakes, a wave comes in. */
static void script(World *world, int n, bool changing) {
  const float litre = world->cell * world->cell;
  switch (n) {
    case 0: begin(world); break;
    case 1: tell(world, &(Command){.kind = COMMAND_DRIVE, .drive = {.steer = 0.6f, .gas = 1}}); break;
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
    case 15: set_param(world, "rain", 40); break;
    case 17: act_at(world, COMMAND_HEAP, 0.2f, 0.6f, 2); break;
    case 19:
      if (changing) tell(world, &(Command){.kind = COMMAND_SOLVER, .solver = WEIR_SWE});
      break;
    case 21: tell(world, &(Command){.kind = COMMAND_CLOUDBURST}); break;
    case 22: tell(world, &(Command){.kind = COMMAND_SEA_WAVE}); break;
    case 23: tell(world, &(Command){.kind = COMMAND_QUAKE}); break;
    case 25: act_at(world, COMMAND_GATE, 0.4f, 0.7f, 1); break;
    case 26:
      tell(world,
           &(Command){.kind = COMMAND_GRAB, .grab = {.serial = world->dropped - 1, .x = 9, .y = 6, .z = 8, .grip = {0.2f, 0, 0.1f}}});
      break;
    case 27: tell(world, &(Command){.kind = COMMAND_DRIVE, .drive = {.steer = -0.3f, .gas = 0.8f}}); break;
    case 32: tell(world, &(Command){.kind = COMMAND_RELEASE}); break;
    case 33: act_at(world, COMMAND_HEAP, 0.48f, 0.52f, -3); break;
    case 34: drop(world, BODY_GATE, MATERIAL_WOOD, 0.5f, 0.3f, 0.1f); break;
    case 35: tell(world, &(Command){.kind = COMMAND_DELETE, .serial = world->bodies[world->body_count / 2].serial}); break;
    default: break;
  }
}

static void run_to(World *world, int64_t tick, bool changing) {
  while (world->tick < tick) {
    script(world, (int)world->tick, changing);
    world_step(world);
  }
}

/* --- states -------------------------------------------------------------------------------------------------------------------------- */

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
        if (row++ % (SANITIZED ? 19 : 1) == 0)
          goes_on_the_same(&(Row){names[n], solver, coupling}, ticks ? atoi(ticks) : SAVED_AT, row % 2 == 1);
      }
  print_message("%d worlds\n", row);
}

/* --- whenever it is saved ------------------------------------------------------------------------------------------------------------ */

static int held_bodies(const World *world) {
  int held = 0;
  for (int n = 0; n < world->body_count; n++) held += world->bodies[n].held;
  return held;
}

/* Loaded after each of these ticks, from a world that goes on being saved. */
static void saving_at_any_tick_changes_nothing(void **state) {
  (void)state;
  static const int ticks[] = {0, 1, 13, 23, 30, 34};
  enum { SAVES = sizeof ticks / sizeof ticks[0], END = SANITIZED ? 40 : 75 };
  static const Row rows[] = {{"river", WEIR_SWE, WEIR_SUBGRID}, {"gate", WEIR_MEMBRANE, WEIR_SUBGRID}};
  int dammed_up = 0, waves = 0, drops = 0;
  for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
    World *const never_saved = world_of(&rows[r], 1), *const saved = world_of(&rows[r], 1), *loaded[SAVES];
    for (int n = 0; n < SAVES; n++) {
      run_to(saved, ticks[n], false);
      dammed_up += held_bodies(saved), waves += saved->disasters.wave_sides != 0, drops += saved->spray.count;
      const Bytes bytes = save(saved);
      loaded[n] = load(bytes, 1 + n % TEAM);
      free(bytes.at);
    }
    run_to(saved, END, false);
    run_to(never_saved, END, false);
    assert_same(rows[r].scene, never_saved, saved);
    for (int n = 0; n < SAVES; n++) {
      run_to(loaded[n], END, false);
      assert_same(rows[r].scene, never_saved, loaded[n]);
      world_destroy(loaded[n]);
    }
    world_destroy(saved);
    world_destroy(never_saved);
  }
  assert_true(dammed_up > 0 && waves > 0 && drops > 0);
}

/* Blocks and a car that rest on dry ground sleep. Ground that is dug deeper than any moves before the sleeping bodies in the engine's order
 * of collision shapes, if it has not moved since the last collision. A block that falls on the car wakes it within a step of the engine,
 * when its joints still have the motors that they were given before it slept. */
static void sleeping_bodies_are_saved(void **state) {
  (void)state;
  bool woken = false;
  World *const world = make_world("pool", 1, 1, "grid=32 tick=0.05");
  BodyDrop car = drop_of(world, BODY_CAR, MATERIAL_METAL, 0.5f, 0.5f, 0.3f);
  act_at(world, COMMAND_DRAIN, 0.5f, 0.5f, 1e6f);
  world_step(world);
  drop_pile(world, 0.25f, 0.25f);
  drop_pile(world, 0.75f, 0.75f);
  car.y = weir_water_terrain_at(world->water, car.x, car.z) + 1, car.set = true;
  tell(world, &(Command){.kind = COMMAND_DROP, .drop = car});
  world_step(world);
  const Body *last = world->bodies;
  while (last->kind != BODY_CAR) last++;
  for (int n = 0; n < 2000 && !last->asleep; n++) {
    const Command drive = {.kind = COMMAND_DRIVE, .drive = {.steer = 0.7f, .gas = 0.4f}}, brake = {.kind = COMMAND_DRIVE};
    if (n == 1) tell(world, &drive);
    if (n == 5) tell(world, &brake);
    world_step(world);
  }
  assert_true(last->asleep && last[-1].asleep);
  const Bytes bytes = save(world);
  World *const loaded = load(bytes, 1);
  BodyDrop block = drop_of(world, BODY_CRATE, MATERIAL_METAL, 0.5f, 0.5f, 0.3f);
  block.x = last->position[0], block.z = last->position[2], block.y = last->position[1] + 2, block.set = true;
  for (int n = 0; n < 60; n++) {
    World *const both[] = {world, loaded};
    for (int w = 0; w < 2; w++) {
      if (n == 0) act_at(both[w], COMMAND_HEAP, 0.1f, 0.9f, -1);
      if (n == 2) tell(both[w], &(Command){.kind = COMMAND_DROP, .drop = block});
    }
    world_step(world), world_step(loaded);
    woken = woken || !last->asleep;
    assert_same("a car that is woken", world, loaded);
  }
  assert_true(woken);
  free(bytes.at);
  world_destroy(world);
  world_destroy(loaded);
}

/* Commands that were given after the last tick are a part of the state, before the first one too. */
static void commands_that_wait_are_saved(void **state) {
  (void)state;
  for (int tick = 0; tick <= 3; tick += 3) {
    World *const world = world_of(&(Row){"river", WEIR_SWE, WEIR_SUBGRID}, 1);
    run_to(world, tick, false);
    if (tick > 0) begin(world);
    set_param(world, "gravity", 4);
    act_at(world, COMMAND_HEAP, 0.5f, 0.5f, -20);
    act_at(world, COMMAND_HEAP, 0.4f, 0.1f, 20);
    const Bytes bytes = save(world);
    World *const loaded = load(bytes, 1);
    for (int n = 0; n < 5; n++) world_step(world), world_step(loaded);
    assert_same("river", world, loaded);
    assert_true(loaded->params.gravity == 4 && loaded->ground_edits == world->ground_edits && loaded->ground_edits > 0);
    free(bytes.at);
    world_destroy(world);
    world_destroy(loaded);
  }
}

/* --- files ---------------------------------------------------------------------------------------------------------------------------- */

static const char *const mesh = "v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nv 0 1 0\nf 1 2 3 4\nf 1 5 2\nf 2 5 3\nf 3 5 4\nf 4 5 1\n";

static void write_file(const char *path, const char *text, size_t size) {
  FILE *const file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

/* A world of few cells with hulls, whose terrain is an image; the files that it was made from are removed. */
static World *small_world(WeirSolver solver, WeirCoupling coupling) {
  static const char grey[] =
      "BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\2\0\0\0\2\0\0\0\1\0\x18\0\0\0\0\0\x10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
      "\x10\x10\x10\x40\x40\x40\0\0\x20\x20\x20\x90\x90\x90\0\0";
  char text[1024];
  static Scene scene;
  Error error;
  write_file("state_test.bmp", grey, sizeof grey - 1);
  write_file("state_test.obj", mesh, strlen(mesh));
  const int size = snprintf(text, sizeof text,
                            "[scene]\nsolver = %s\ngrid = 20 18\ncell = 0.5\n[terrain]\nimage = state_test.bmp\nheight = 2\n"
                            "[water]\npool = 0 0 1 1 1.4\nspring = 0.2 0.2 1 0.5\n[sides]\nwest = level 1.4 0.2 3\n"
                            "[bodies]\nhull = state_test.obj 0.6 0.6 1 20\ncar = 0.3 0.4 0.5 30 size 2\nwood = 0.8 0.3 0 5 size 1 1 1\n"
                            "[machines]\ngate = 0.5 0 0.5 1 2 0.3 0.1\nwheel = 0.7 0.5 1.2 0.8 0.8 0 6 10\npump = 0.1 0.1 0.9 0.9 0.5 0.2\n"
                            "[gauges]\ngauge = a 0.3 0.5\nline = l 0.6 0 0.6 1\n[rules]\nrule = when level(a) > 1 open gate 1 for 1\n"
                            "rule = when flow(l) < 9 pump 1 0.3\nrule = every 0.1 brake wheel 1 20\n[params]\nspray = 1\n",
                            weir_solver_name(solver));
  write_file("state_test.scene", text, (size_t)size);
  if (!scene_read("state_test.scene", &scene, &error)) fail_msg("%s", error.text);
  scene.params.coupling = (float)coupling;
  World *const world = world_create(&scene, 3, 1, &error);
  if (!world) fail_msg("%s", error.text);
  remove("state_test.scene");
  remove("state_test.bmp");
  remove("state_test.obj");
  assert_int_equal(world->hull_count, 1);
  act_at(world, COMMAND_HEAP, 0.4f, 0.4f, -0.5f);
  act_at(world, COMMAND_DYE, 0.6f, 0.6f, 3);
  tell(world, &(Command){.kind = COMMAND_DRIVE, .drive = {.steer = 0.4f, .gas = 1}});
  tell(world, &(Command){.kind = COMMAND_GRAB, .grab = {.serial = 0, .x = 4, .y = 3, .z = 4}});
  world_drop_script(world, 4);
  for (int n = 0; n < 20; n++) world_step(world);
  return world;
}

/* Asserts that the values which people are told and no tick reads are the same. */
static void assert_told_the_same(const World *a, const World *b) {
  assert_int_equal(a->liquid, b->liquid);
  assert_int_equal(a->sides, b->sides);
  assert_int_equal(a->rescued, b->rescued);
  assert_true(a->spray.removed == b->spray.removed && a->flood_at == b->flood_at);
  assert_true(a->goal.met == b->goal.met && a->goal.missed == b->goal.missed && a->goal.held_s == b->goal.held_s);
  assert_true(a->goal.last_look == b->goal.last_look && a->goal.next_look == b->goal.next_look);
  assert_true(a->goal.low == b->goal.low && a->goal.high == b->goal.high);
  for (int n = 0; n < 2; n++) assert_true(a->disasters.acceleration[n] == b->disasters.acceleration[n]);
  const size_t tiles = (size_t)world_ground_tiles(a->nx) * (size_t)world_ground_tiles(a->nz);
  assert_memory_equal(a->ground_edited, b->ground_edited, tiles * sizeof *a->ground_edited);
  assert_memory_equal(a->terrain, b->terrain, (size_t)a->nx * (size_t)a->nz * sizeof *a->terrain);
  for (int n = 0; n < a->body_count; n++) {
    assert_int_equal(a->bodies[n].material, b->bodies[n].material);
    assert_memory_equal(&a->bodies[n].water, &b->bodies[n].water, sizeof a->bodies[n].water);
  }
  for (int n = 0; n < a->machine_count; n++)
    if (a->machines[n].kind == MACHINE_PUMP) {
      const Pump *const p = &a->machines[n].is.pump, *const q = &b->machines[n].is.pump;
      assert_true(p->taken == q->taken && p->added == q->added && p->flow == q->flow && p->taken > 0);
    }
}

static void its_bytes_are_enough(void **unused) {
  (void)unused;
  Error error;
  World *const world = small_world(WEIR_SWE, WEIR_SUBGRID);
  tell(world, &(Command){.kind = COMMAND_LIQUID, .liquid = 2});
  tell(world, &(Command){.kind = COMMAND_SIDES, .sides = WEIR_SPONGE});
  tell(world, &(Command){.kind = COMMAND_QUAKE});
  for (int n = 0; n < 5; n++) world_step(world);
  world->rescued = 7, world->spray.removed = 0.25;
  world->goal = (GoalState){.met = true, .missed = true, .held_s = 1, .last_look = 2, .next_look = 3, .low = 4, .high = 5};
  StateBytes state = {0};
  assert_true(world_state_copy(world, &state));
  World *const loaded = world_state_read(state.bytes, state.size, 1, &error);
  if (!loaded) fail_msg("%s", error.text);
  memory_free(state.bytes);
  assert_told_the_same(world, loaded);
  for (int n = 0; n < 40; n++) world_step(world), world_step(loaded);
  assert_same("its bytes", world, loaded);
  world_destroy(world);
  world_destroy(loaded);
}

/* The scene that a loaded world has makes the same world again, and says the same. */
static void its_scene_is_the_same(void **state) {
  (void)state;
  int count = 0;
  const char *const *const names = scene_names(&count);
  for (int n = 0; n < count; n++) {
    Error error;
    World *const world = make_world(names[n], 5, 1, "grid=32 wood_density=700");
    const Bytes bytes = save(world);
    World *const loaded = load(bytes, 1);
    assert_null(strchr(loaded->scene.path, '/'));
    assert_null(strchr(loaded->scene.image, '/'));
    scene_find_files(&loaded->scene, &world->scene);
    World *const anew = world_create(&loaded->scene, 5, 1, &error);
    if (!anew) fail_msg("%s", error.text);
    const Scene *const a = &world->scene, *const b = &loaded->scene;
    assert_true(world_hash(anew) == world_hash(world));
    assert_string_equal(a->path, b->path);
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->title, b->title);
    assert_string_equal(a->hint, b->hint);
    assert_string_equal(a->goal.text, b->goal.text);
    assert_memory_equal(&a->goal.x0, &b->goal.x0, 6 * sizeof(float));
    assert_true(a->goal.kind == b->goal.kind && a->goal.body == b->goal.body && a->natural == b->natural);
    assert_true(a->around == b->around && a->ground == b->ground && a->liquid == b->liquid && a->image_line == b->image_line);
    assert_true(a->picture_s == b->picture_s && a->release_s == b->release_s);
    assert_memory_equal(&a->params, &b->params, sizeof a->params);
    assert_memory_equal(&world->params, &loaded->params, sizeof a->params);
    assert_int_equal(a->camera_count, b->camera_count);
    for (int c = 0; c < a->camera_count; c++) {
      assert_string_equal(a->cameras[c].name, b->cameras[c].name);
      assert_memory_equal(a->cameras[c].eye, b->cameras[c].eye, 7 * sizeof(float));
      assert_true(a->cameras[c].under == b->cameras[c].under);
    }
    free(bytes.at);
    world_destroy(world);
    world_destroy(loaded);
    world_destroy(anew);
  }
}

/* --- hostile bytes -------------------------------------------------------------------------------------------------------------------- */

enum { HASH_AT = 48, HEAD = 56, WATER_AT = 40, WATER_HASHED = 64 };

/* Writes the hash as state.c computes it. */
static void put_hash(Bytes bytes) {
  const size_t end = world_state_water(bytes.at, bytes.size) + WATER_HASHED;
  memset(bytes.at + HASH_AT, 0, 8);
  const uint64_t hash = hash_bytes(hash_bytes(HASH_START, bytes.at, HEAD), bytes.at + HEAD, end - HEAD);
  for (int n = 0; n < 8; n++) bytes.at[HASH_AT + n] = (unsigned char)(hash >> 8 * n);
}

static void assert_refused(Bytes bytes, const char *word) {
  Error error = {""};
  World *const world = world_state_read(bytes.at, bytes.size, 1, &error);
  assert_null(world);
  if (!strstr(error.text, word)) fail_msg("'%s' does not say '%s'", error.text, word);
  assert_null(strchr(error.text, '\n'));
}

static void every_truncation_and_every_changed_byte_is_refused(void **state) {
  (void)state;
  World *const world = small_world(WEIR_PIPE, WEIR_DISPLACE);
  const Bytes bytes = save(world);
  world_destroy(world);
  for (size_t size = 0; size < bytes.size; size += size < 2 * HEAD ? 1 : 977) assert_refused((Bytes){bytes.at, size}, "state: ");
  for (size_t n = 0; n < bytes.size; n += n < 2 * HEAD ? 1 : 499) {
    bytes.at[n] ^= 0x10;
    assert_refused(bytes, "state: ");
    bytes.at[n] ^= 0x10;
  }
  const unsigned char version = bytes.at[8];
  bytes.at[8] = 99;
  assert_refused(bytes, "version 99");
  bytes.at[8] = version, bytes.at[0] = 'x';
  assert_refused(bytes, "not a saved world");
  bytes.at[0] = 'W', bytes.at[HEAD + 5] ^= 1;
  assert_refused(bytes, "damaged");
  bytes.at[HEAD + 5] ^= 1;
  world_destroy(load(bytes, 1));
  free(bytes.at);
}

/* A damaged number under a hash that says it is right: refused with a line, or a world that takes ticks. Where the walk has no more to
 * do than copy (heights) one number stands for many. */
static void lies_under_a_right_hash_do_no_harm(void **state) {
  (void)state;
  static const uint32_t lies[] = {0xffffffffu, 0x7f800000u, 0x7fc00000u, 0x00000000u, 0x80000000u, 0x42c80000u, 0x00000003u};
  World *const world = small_world(WEIR_SWE, WEIR_SUBGRID);
  const Bytes bytes = save(world);
  world_destroy(world);
  uint64_t water_at = 0;
  memcpy(&water_at, bytes.at + WATER_AT, 4);
  int refused = 0, taken = 0;
  for (size_t n = WATER_AT; n + 4 < water_at; n += 12) {
    unsigned char was[4];
    const uint32_t lie = lies[(n / 12 + n / 84) % 7];
    memcpy(was, bytes.at + n, 4);
    memcpy(bytes.at + n, &lie, 4);
    put_hash(bytes);
    Error error = {""};
    World *const odd = world_state_read(bytes.at, bytes.size, 1, &error);
    assert_true(odd || (strstr(error.text, "state: ") && !strchr(error.text, '\n')));
    for (int tick = 0; odd && tick < 2; tick++) world_step(odd);
    refused += !odd, taken += odd != NULL;
    world_destroy(odd);
    memcpy(bytes.at + n, was, 4);
  }
  print_message("%d refused, %d taken\n", refused, taken);
  assert_true(refused > 100 && taken > 100);
  free(bytes.at);
}

static void each_member_of_a_table_has_its_row(void **state) {
  (void)state;
  assert_true(state_tables_cover());
}

/* Each kind keeps all of its members on the way into a file and out of it, and says in words what it is. */
static void each_command_has_its_record(void **state) {
  (void)state;
  for (int k = 0; k < COMMAND_KIND_COUNT; k++) {
    const CommandInfo *const info = &command_infos[k];
    Command command = {.kind = (CommandKind)k}, again;
    CommandRecord record;
    for (int f = 0; f < info->field_count; f++) {
      const CommandField *const field = &info->fields[f];
      for (size_t n = 0; n < field->size; n += 4) {
        const float number = 1.5f + (float)(10 * f) + (float)n;
        const int32_t whole = 1 + f;
        unsigned char *const at = (unsigned char *)&command + field->offset + n;
        if (field->type == COMMAND_FLAG)
          *at = 1;
        else
          memcpy(at, field->type == COMMAND_NUMBER ? (const void *)&number : (const void *)&whole, 4);
      }
    }
    command_to_record(&command, &record);
    command_from_record(&record, &again);
    assert_true(command_is_finite(&command));
    for (int f = 0; f < info->field_count; f++) {
      const size_t offset = info->fields[f].offset;
      assert_memory_equal((unsigned char *)&again + offset, (unsigned char *)&command + offset, info->fields[f].size);
      for (int g = 0; g < f; g++) assert_true(info->fields[g].record != info->fields[f].record); /* two in one place */
    }
    char text[256];
    command_print(&command, text, sizeof text);
    assert_true(strncmp(text, info->name, strlen(info->name)) == 0);
    assert_int_equal(strchr(text, ',') != NULL, info->field_count > 1);
  }
  char text[64];
  command_print(&(Command){.kind = COMMAND_POUR, .brush = {.x = 3, .z = 4, .radius = 1, .amount = 0.25f}}, text, sizeof text);
  assert_string_equal(text, "pour x 3 m, z 4 m, radius 1 m, volume 0.25 m3");
  assert_false(command_is_finite(&(Command){.kind = COMMAND_POUR, .brush = {.amount = NAN}}));
  assert_false(command_is_finite(&(Command){.kind = COMMAND_KIND_COUNT}));
}

/* unit_state [FILTER]: the tests whose names fit, as in unit_state 'a_file*'. */
int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_loaded_world_goes_on_as_one_never_saved),
      cmocka_unit_test(saving_at_any_tick_changes_nothing),
      cmocka_unit_test(sleeping_bodies_are_saved),
      cmocka_unit_test(commands_that_wait_are_saved),
      cmocka_unit_test(its_bytes_are_enough),
      cmocka_unit_test(its_scene_is_the_same),
      cmocka_unit_test(every_truncation_and_every_changed_byte_is_refused),
      cmocka_unit_test(lies_under_a_right_hash_do_no_harm),
      cmocka_unit_test(each_member_of_a_table_has_its_row),
      cmocka_unit_test(each_command_has_its_record),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
