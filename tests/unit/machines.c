/* Houses and machines: houses that float away, sluice gates, pumps, water wheels and boats. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

/* The world of a scene given as its text. */
static World *make_scene(const char *text, int threads) {
  static Scene scene;
  Error error;
  FILE *file = fopen("machines_test.scene", "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  const bool read = scene_read("machines_test.scene", &scene, &error);
  remove("machines_test.scene");
  if (!read) fail_msg("%s", error.text);
  World *const world = world_create(&scene, 1, threads, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

/* --- houses ---------------------------------------------------------------------------------------------------------------- */

static const float house_height = 3.5f; /* m, of its walls */
static const float house_floats = 0.45f * 3.5f;

/* A house on a flat bed in the middle of a tank with water up to `depth`. */
static World *make_house(float depth) {
  char text[512];
  snprintf(text, sizeof text,
           "[scene]\nsolver = swe\ngrid = 64 64\ncell = 0.5\n[terrain]\nshape = flat\n[water]\npool = 0 0 1 1 %g\n"
           "[bodies]\nhouse = 0.5 0.5 0 20 set\n",
           (double)depth);
  return make_scene(text, 2);
}

static void a_house_stands_in_shallow_water_and_floats_in_deep(void **state) {
  (void)state;
  World *world = make_house(0.3f * house_floats);
  const Body *house = &world->bodies[0];
  assert_int_equal(house->kind, BODY_HOUSE);
  const float start[3] = {house->position[0], house->position[1], house->position[2]};
  run_for(world, 20);
  for (int axis = 0; axis < 3; axis++) assert_true(fabsf(house->position[axis] - start[axis]) < 0.02f);
  world_destroy(world);
  world = make_house(1.3f * house_floats);
  house = &world->bodies[0];
  run_for(world, 40);
  const float draft = house->water.water_y - (house->position[1] - 0.5f * house_height);
  print_message("in %.2f m: its floor %.3f m above the bed, draft %.3f m of %.3f\n", 1.3 * (double)house_floats,
                (double)(house->position[1] - 0.5f * house_height), (double)draft, (double)house_floats);
  assert_true(house->position[1] - 0.5f * house_height > 0.2f * house_floats);
  assert_true(fabsf(draft - house_floats) < 0.05f * house_floats);
  assert_true(house->shape.rotation[4] > 0.99f);
  world_destroy(world);
}

/* Water that rises by some millimetres a second lifts it at the depth at which it floats. */
static void rising_water_lifts_a_house(void **state) {
  (void)state;
  World *const world = make_house(0.5f * house_floats);
  const Body *const house = &world->bodies[0];
  const float start = house->position[1];
  float depth = 0;
  for (int n = 0; n < 40000 && house->position[1] < start + 0.05f; n++) {
    const Command pour = {.kind = COMMAND_POUR, .x = 4, .z = 4, .radius = 3, .amount = 0.04f};
    assert_true(world_command(world, &pour));
    world_step(world);
    depth = weir_water_depth_at(world->water, 28, 28);
  }
  print_message("lifted at %.3f m: %.3f of its walls\n", (double)depth, (double)(depth / house_height));
  assert_true(house->position[1] >= start + 0.05f);
  assert_true(depth > 0.40f * house_height && depth < 0.50f * house_height);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_house_stands_in_shallow_water_and_floats_in_deep),
      cmocka_unit_test(rising_water_lifts_a_house),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
