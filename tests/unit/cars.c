/* Cars: they stand, drive, steer, brake, ford what is shallow and float off in what is deep. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "support.h"

/* A floor 128 m wide at 2 m, between x = 60 and 76 a trough at `trough` with water up to `level`. */
static World *make_track_of(int nx, int nz, const char *bodies, float trough, float level, const char *solver) {
  static Scene scene;
  Error error;
  FILE *file = fopen("cars_test.scene", "w");
  assert_non_null(file);
  fprintf(file,
          "[scene]\nsolver = %s\ngrid = %d %d\ncell = %g\n[terrain]\nshape = flat\nground = 0 0 1 1 2\n"
          "ground = 0.46875 0 0.59375 1 %g\n[water]\npool = 0.46875 0 0.59375 1 %g\n[bodies]\n%s\n[params]\n"
          "coupling = subgrid\nfriction = 0.2\n",
          solver, nx, nz, 128.0 / nx, (double)trough, (double)level, bodies);
  fclose(file);
  const bool read = scene_read("cars_test.scene", &scene, &error);
  remove("cars_test.scene");
  if (!read) fail_msg("%s", error.text);
  World *world = world_create(&scene, 1, 2, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

static World *make_track(const char *bodies, float trough, float level, const char *solver) {
  return make_track_of(128, 32, bodies, trough, level, solver);
}

static void drive(World *world, float steer, float gas) {
  assert_true(world_command(world, &(Command){.kind = COMMAND_DRIVE, .drive = {.steer = steer, .gas = gas}}));
}

static float speed_of(const Body *body) {
  const float *v = body->shape.velocity;
  return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static float tilt_of(const Body *body) {
  return acosf(fminf(body->shape.rotation[4], 1));
}

static void a_car_stands_on_its_wheels(void **state) {
  (void)state;
  World *world = make_track("car = 0.2 0.5 0 30 set", 2, 0, "pipe");
  run_for(world, 3);
  float start[3];
  memcpy(start, world->bodies[0].position, sizeof start);
  run_for(world, 20);
  assert_int_equal(world->body_count, 5);
  print_message("after 20 s: %.2g m/s, leans by %.2g rad, middle at %.3f m, wheels at %.3f m\n", (double)speed_of(&world->bodies[0]),
                (double)tilt_of(&world->bodies[0]), (double)start[1], (double)world->bodies[1].position[1]);
  assert_true(speed_of(&world->bodies[0]) < 0.02f && tilt_of(&world->bodies[0]) < 0.02f);
  for (int axis = 0; axis < 3; axis++) assert_true(fabsf(world->bodies[0].position[axis] - start[axis]) < 0.02f);
  for (int n = 1; n < 5; n++) assert_true(fabsf(world->bodies[n].position[1] - 2 - world->bodies[n].shape.half[0]) < 0.05f);
  world_destroy(world);
}

static void gas_drives_ahead_and_the_brake_stops(void **state) {
  (void)state;
  World *world = make_track("car = 0.1 0.5 0 0 set", 2, 0, "pipe");
  const Body *car = &world->bodies[0];
  run_for(world, 1);
  drive(world, 0, 1);
  run_for(world, 4);
  const float fast = car->shape.velocity[0], x = car->position[0], z = car->position[2];
  drive(world, 0, -1);
  run_for(world, 4.5);
  const float back = car->shape.velocity[0];
  drive(world, 0, 0);
  run_for(world, 15);
  print_message("4 s of gas: %.2f m/s after %.1f m, %.2f m off its line; brake and back: %.2f m/s; left: %.3f m/s\n", (double)fast,
                (double)x - 12.8, (double)z - 16.0, (double)back, (double)speed_of(car));
  assert_true(fast > 7 && fabsf(z - 16) < 1);
  assert_true(back < -0.5f);
  assert_true(speed_of(car) < 0.2f && tilt_of(car) < 0.05f);
  world_destroy(world);
}

/* To the right of a car that looks east is south: +z. */
static void steering_turns_to_its_side(void **state) {
  (void)state;
  for (int side = -1; side <= 1; side += 2) {
    World *world = make_track("car = 0.1 0.5 0 0 set", 2, 0, "pipe");
    run_for(world, 1);
    drive(world, (float)side, 0.4f);
    run_for(world, 2.5);
    const Body *car = &world->bodies[0];
    const float heading = atan2f(car->shape.rotation[6], car->shape.rotation[0]);
    print_message("steering %+d for 2.5 s: turned by %.2f rad\n", side, (double)heading);
    assert_true((float)side * heading > 0.3f);
    world_destroy(world);
  }
}

/* Half a metre of water does not stop it; two metres and a half lift it off its wheels. */
static void a_car_fords_half_a_metre_and_floats_in_two(void **state) {
  (void)state;
  World *world = make_track("car = 0.2 0.5 0 0 set\nmetal = 0.9 0.5 0 0", 1.7f, 2.2f, "swe");
  run_for(world, 1);
  drive(world, 0, 0.6f);
  float furthest = 0;
  for (int n = 0; n < 900 && furthest < 100; n++) {
    world_step(world);
    furthest = fmaxf(furthest, world->bodies[0].position[0]);
  }
  print_message("through half a metre: %.1f m of 128\n", (double)furthest);
  assert_true(furthest > 85);
  world_destroy(world);
  world = make_track("car = 0.53 0.5 0.1 0", -0.5f, 2, "pipe");
  run_for(world, 30);
  const Body *car = &world->bodies[0];
  print_message("in 2.5 m: middle %.2f m above the bed, %.2f under water\n", (double)car->position[1] + 0.5,
                (double)(car->water.submerged / car->water.volume));
  assert_true(car->position[1] > 1.3f && tilt_of(car) < 0.6f);
  assert_true(world_is_finite(world));
  world_destroy(world);
}

/* The parts of a car stay together whatever is done to it, and are removed together. */
static void cars_hang_together(void **state) {
  (void)state;
  World *world = make_track("car = 0.2 0.5 0 0 set\nwood = 0.3 0.5 0 0\ncar = 0.4 0.5 5 0", 2, 0, "pipe");
  Rng rng = {4};
  for (int n = 0; n < 1500; n++) {
    const Command grab = {
        .kind = COMMAND_GRAB,
        .grab = {
            .serial = (uint32_t)(n / 60 % 11), .x = rng_range(&rng, 20, 100), .y = rng_range(&rng, 0, 12), .z = rng_range(&rng, 4, 28)}};
    if (n % 15 == 0) world_command(world, &grab);
    if (n % 40 == 0) drive(world, rng_range(&rng, -1, 1), rng_range(&rng, -3, 3));
    world_step(world);
    for (int b = 0; b < world->body_count; b++) {
      const Body *wheel = &world->bodies[b];
      if (wheel->kind != BODY_WHEEL) continue;
      const Body *car = &world->bodies[world_body(world, wheel->group)];
      float apart = 0;
      for (int axis = 0; axis < 3; axis++) apart += powf(wheel->position[axis] - car->position[axis], 2);
      assert_true(sqrtf(apart) < 3.0f);
    }
  }
  assert_true(world_is_finite(world));
  world_command(world, &(Command){.kind = COMMAND_DELETE, .serial = world->bodies[3].serial}); /* a wheel */
  world_step(world);
  assert_int_equal(world->body_count, 6);
  assert_int_equal(world->bodies[0].kind, BODY_CRATE);
  world_destroy(world);
}

/* A full world makes room for a car: the oldest bodies are removed, each with its group. */
static void a_full_world_makes_room(void **state) {
  (void)state;
  World *world = make_track("car = 0.2 0.5 0 0 set", 2, 0, "pipe");
  for (int n = 0; n < WORLD_BODIES_MAX + 30; n++) {
    const Command drop = {.kind = COMMAND_DROP,
                          .drop = {.body = n % 50 == 7 ? BODY_CAR : BODY_CRATE,
                                   .x = (float)(n % 61) * 2 + 2,
                                   .y = 3 + 2 * (float)(n / 800),
                                   .z = (float)(n / 61 % 12) * 2 + 4,
                                   .size = {1, 1, 1},
                                   .set = true}};
    world_command(world, &drop);
    if (n % 200 == 0) world_step(world);
  }
  world_step(world);
  assert_true(world->body_count <= WORLD_BODIES_MAX && world->body_count > WORLD_BODIES_MAX - 5);
  for (int n = 1; n < world->body_count; n++) assert_true(world->bodies[n].serial > world->bodies[n - 1].serial);
  assert_true(world->bodies[0].kind != BODY_WHEEL);
  assert_true(world_is_finite(world));
  world_destroy(world);
}

/* On cells fine enough for three threads; after 7 s the car is in the water of the trough. */
static uint64_t hash_of_drive(int threads) {
  World *world = make_track_of(224, 56, "car = 0.2 0.5 0 10 set\nlog = 0.5 0.5 1 80\nwood = 0.3 0.5 1 0", 1.6f, 2.2f, "swe");
  use_threads(world->water, threads);
  drive(world, 0.1f, 1);
  run_for(world, 7);
  const uint64_t hash = world_hash(world);
  world_destroy(world);
  return hash;
}

static void a_drive_is_the_same_for_any_thread_count(void **state) {
  (void)state;
  assert_int_equal(hash_of_drive(1), hash_of_drive(1));
  assert_int_equal(hash_of_drive(1), hash_of_drive(3));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_car_stands_on_its_wheels),
      cmocka_unit_test(gas_drives_ahead_and_the_brake_stops),
      cmocka_unit_test(steering_turns_to_its_side),
      cmocka_unit_test(a_car_fords_half_a_metre_and_floats_in_two),
      cmocka_unit_test(cars_hang_together),
      cmocka_unit_test(a_full_world_makes_room),
      cmocka_unit_test(a_drive_is_the_same_for_any_thread_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
