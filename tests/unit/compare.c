/* Two worlds with the same inputs: the second one changes nothing in the first; it is the same to the bit until it is to differ, and then
 * it is the world that would be if it had been told so itself. Also the report of their difference. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/compare.h"
#include "base/rng.h"
#include "session/twin.h"
#include "support.h"

static const TwinHow same = {0};

static int param_index(const char *name) {
  int count;
  const ParamInfo *const infos = params_table(&count);
  for (int n = 0; n < count; n++)
    if (strcmp(infos[n].name, name) == 0) return n;
  fail_msg("no parameter %s", name);
  return -1;
}

/* The inputs of a tick, the same for the same tick. */
static void act(World *world) {
  Rng rng = {(uint64_t)world->tick + 1};
  const float wide = (float)world->nx * world->cell, x = rng_range(&rng, 0, wide), z = rng_range(&rng, 0, wide);
  if (world->tick % 7 == 0)
    assert_true(world_command(world, &(Command){.kind = COMMAND_POUR, .brush = {.x = x, .z = z, .radius = 1, .amount = 0.2f}}));
  if (world->tick % 31 == 0) assert_true(world_command(world, &(Command){.kind = COMMAND_DROP, .drop = {.x = x, .y = 8, .z = z}}));
  if (world->tick % 97 == 50)
    assert_true(world_command(world, &(Command){.kind = COMMAND_PARAM, .param = {.index = param_index("friction"), .value = 0.3f}}));
  if (world->tick == 120) assert_true(world_command(world, &(Command){.kind = COMMAND_SOLVER, .solver = WEIR_PIPE}));
  if (world->tick == 180) assert_true(world_command(world, &(Command){.kind = COMMAND_SOLVER, .solver = WEIR_SWE}));
}

static World *river(void) {
  return make_world("river", 3, 1, "grid=48");
}

static void run(World *world, Twin *twin, int ticks) {
  for (int n = 0; n < ticks; n++) {
    act(world);
    world_step(world);
    if (twin) world_step(twin->world);
  }
}

static Twin *twin_of(World *world, const TwinHow *how) {
  Error error;
  Twin *const twin = twin_create(world, NULL, how, 2, &error);
  if (!twin) fail_msg("%s", error.text);
  return twin;
}

static void without_a_difference_both_are_the_same_to_the_bit(void **state) {
  (void)state;
  World *const alone = river(), *const world = river();
  world_drop_script(alone, 5);
  world_drop_script(world, 5); /* waits while the copy is made, and is not given to it twice */
  Twin *const twin = twin_of(world, &same);
  run(alone, NULL, 240);
  run(world, twin, 240);
  assert_true(world->body_count > 5);
  assert_int_equal(world_hash(world), world_hash(alone));
  assert_int_equal(world_hash(twin->world), world_hash(world));
  twin_destroy(twin);
  run(world, NULL, 10); /* it is heard no more */
  world_destroy(world);
  world_destroy(alone);
}

static void a_solver_that_differs_stays_so(void **state) {
  (void)state;
  World *const world = river(), *const told = river();
  const TwinHow how = {.solver_differs = true, .solver = WEIR_PIPE};
  Twin *const twin = twin_of(world, &how);
  assert_true(world_command(told, &(Command){.kind = COMMAND_SOLVER, .solver = WEIR_PIPE}));
  run(told, NULL, 110); /* no command of `act` names a solver until then */
  run(world, twin, 110);
  assert_int_equal(world_hash(twin->world), world_hash(told));
  run(world, twin, 100);
  assert_int_equal(weir_water_solver(world->water), WEIR_SWE);
  assert_int_equal(weir_water_solver(twin->world->water), WEIR_PIPE);
  twin_destroy(twin);
  world_destroy(world);
  world_destroy(told);
}

static void what_differs_can_be_changed(void **state) {
  (void)state;
  World *const world = river();
  const int friction = param_index("friction"), gravity = param_index("gravity");
  Twin *const twin = twin_of(world, &(TwinHow){.param_differs = true, .param = friction, .value = 2});
  run(world, twin, 60); /* friction is set to 0.3 within it */
  assert_float_equal(world->params.friction, 0.3f, 1e-6);
  assert_float_equal(twin->world->params.friction, 2, 1e-6);
  twin_differ(twin, &(TwinHow){.param_differs = true, .param = gravity, .value = 5});
  run(world, twin, 1);
  assert_float_equal(twin->world->params.friction, 0.3f, 1e-6);
  assert_float_equal(twin->world->params.gravity, 5, 1e-6);
  twin_differ(twin, &same);
  run(world, twin, 1);
  assert_float_equal(twin->world->params.gravity, world->params.gravity, 1e-6);
  twin_destroy(twin);
  world_destroy(world);
}

/* A row of four cells: the same, higher, dry in the second, dry in both. */
static void the_difference_is_told(void **state) {
  (void)state;
  const float ground[4] = {0, 0, 1, 2}, first[4] = {2, 1, 0.5f, 0}, second[4] = {2, 1.25f, 0, 0};
  static Body bodies[2][2];
  float field[4];
  bodies[0][0].serial = 1, bodies[0][1].serial = 4;
  bodies[1][0].serial = 2, bodies[1][1].serial = 4;
  bodies[1][0].position[0] = 100; /* another body's */
  bodies[1][1].position[1] = 3, bodies[1][1].position[2] = 4;
  const DifferenceSide sides[2] = {{ground, first, 4, 4, bodies[0], 2}, {ground, second, 4, 4, bodies[1], 2}};
  const Difference d = difference_of(sides, 4, 1, 0.5f, field);
  assert_float_equal(d.largest, 0.5, 1e-7);
  assert_float_equal(d.x, 1.25f, 1e-6);
  assert_float_equal(d.z, 0.25f, 1e-6);
  assert_float_equal(d.mean, sqrt((0.25 * 0.25 + 0.5 * 0.5) / 3), 1e-7);
  assert_float_equal(d.bodies, 5, 1e-6);
  const float wanted[4] = {0, 0.25f, -0.5f, 0};
  for (int n = 0; n < 4; n++) assert_float_equal(field[n], wanted[n], 1e-7);
}

static void split(const char *text, WeirSolver solver, float friction, TwinHow wanted) {
  static Scene scene;
  TwinHow how;
  Error error;
  scene = (Scene){.solver = WEIR_SWE, .params = params_default()};
  if (!compare_split(text, &scene, &how, &error)) fail_msg("%s: %s", text, error.text);
  assert_int_equal(scene.solver, solver);
  assert_float_equal(scene.params.friction, friction, 1e-6);
  assert_int_equal(how.solver_differs, wanted.solver_differs);
  assert_int_equal(how.param_differs, wanted.param_differs);
  if (how.solver_differs) assert_int_equal(how.solver, wanted.solver);
  if (!how.param_differs) return;
  assert_int_equal(how.param, wanted.param);
  assert_float_equal(how.value, wanted.value, 1e-6);
}

static void the_command_line_splits(void **state) {
  (void)state;
  static Scene scene;
  TwinHow how;
  Error error;
  const float own = params_default().friction;
  const int friction = param_index("friction");
  split("pipe,membrane", WEIR_PIPE, own, (TwinHow){.solver_differs = true, .solver = WEIR_MEMBRANE});
  split("friction=0.2,friction=0.7", WEIR_SWE, 0.2f, (TwinHow){.param_differs = true, .param = friction, .value = 0.7f});
  split("pipe,friction=0.7", WEIR_PIPE, own,
        (TwinHow){.solver_differs = true, .solver = WEIR_SWE, .param_differs = true, .param = friction, .value = 0.7f});
  split("friction=0.2,pipe", WEIR_SWE, 0.2f,
        (TwinHow){.solver_differs = true, .solver = WEIR_PIPE, .param_differs = true, .param = friction, .value = own});
  scene = (Scene){.solver = WEIR_SWE, .params = params_default()};
  assert_false(compare_split("friction=0.2,gravity=5", &scene, &how, &error));
  assert_non_null(strstr(error.text, "one parameter"));
  assert_false(compare_split("friction=0.2,glue=5", &scene, &how, &error));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_a_difference_both_are_the_same_to_the_bit),
      cmocka_unit_test(a_solver_that_differs_stays_so),
      cmocka_unit_test(what_differs_can_be_changed),
      cmocka_unit_test(the_difference_is_told),
      cmocka_unit_test(the_command_line_splits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
