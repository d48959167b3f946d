/* The kinds of bodies: how each floats, lies and comes into the world. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "support.h"

/* A tank 32 m wide with 3 m of water over the east half and a floor at 3.5 m over the west. */
static const char tank[] =
    "[scene]\nsolver = %s\ngrid = 64 64\ncell = 0.5\n[terrain]\nshape = flat\nground = 0 0 0.5 1 3.5\n"
    "[water]\npool = 0 0 1 1 3\n[bodies]\n%s\n[params]\ncoupling = %s\nfriction = 0.5\n";

static World *make_tank(const char *solver, const char *bodies, const char *coupling) {
  static Scene scene;
  Error error;
  FILE *file = fopen("kinds_test.scene", "w");
  assert_non_null(file);
  fprintf(file, tank, solver, bodies, coupling);
  fclose(file);
  const bool read = scene_read("kinds_test.scene", &scene, &error);
  remove("kinds_test.scene");
  if (!read) fail_msg("%s", error.text);
  World *world = world_create(&scene, 1, 2, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

/* Along y of the world: 0 lies, 1 stands. */
static float upright(const Body *body) {
  return fabsf(body->shape.rotation[4]);
}

static void a_log_floats_lying_at_its_draft(void **state) {
  (void)state;
  const char *const couplings[] = {"displace", "subgrid"};
  for (int n = 0; n < 2; n++) {
    World *world = make_tank("pipe", "log = 0.75 0.5 0.3 30 size 6 1 density 550", couplings[n]);
    run_for(world, 40);
    const Body *log = &world->bodies[0];
    const float share = log->water.submerged / log->water.volume;
    print_message("%s: %.3f of a log of 550 kg/m3 under water, leaning by %.4f\n", couplings[n], (double)share, (double)upright(log));
    assert_int_equal(log->shape.shape, WEIR_CYLINDER);
    assert_true(fabsf(log->shape.mass - 550.0f * 3.14159f * 0.25f * 6.0f) < 1.0f);
    assert_true(fabsf(share - 0.55f) < 0.02f);
    assert_true(upright(log) < 0.02f);
    world_destroy(world);
  }
}

static void bodies_have_the_size_and_density_that_their_line_says(void **state) {
  (void)state;
  World *world = make_tank("pipe",
                           "stone = 0.1 0.5 0 0 size 2 1 1.5 set\nwood = 0.3 0.5 0 0 size 1 2 3 density 400\n"
                           "log = 0.2 0.2 0.5 0 set\nmetal = 0.3 0.8 0 0",
                           "displace");
  const float masses[] = {2400.0f * 3.0f, 400.0f * 6.0f, 600.0f * 3.14159f * 0.09f * 5.0f, 2700.0f * 1.2f * 0.8f * 1.2f};
  assert_int_equal(world->body_count, 4);
  for (int n = 0; n < 4; n++) assert_true(fabsf(world->bodies[n].shape.mass / masses[n] - 1.0f) < 1e-3f);
  assert_true(fabsf(world->bodies[0].shape.half[2] - 0.75f) < 1e-6f);
  assert_true(fabsf(world->bodies[0].position[1] - 4.0f) < 1e-3f); /* on the floor of 3.5 m, half of 1 m high */
  assert_true(fabsf(world->bodies[2].position[1] - (3.5f + 0.5f + 0.3f)) < 1e-3f);
  world_destroy(world);
}

/* Thrown in and left alone: where they were set they stay, however heavy; what lies on the floor does not creep. */
static void what_is_set_stays(void **state) {
  (void)state;
  World *world = make_tank("swe",
                           "stone = 0.1 0.5 0 20 size 2 1 1.5 set\nstone = 0.1 0.5 1 25 size 2 1 1.5 set\n"
                           "log = 0.2 0.2 0 70 size 5 0.8 set\nstone = 0.75 0.5 0 0 size 2 2 2 set",
                           "subgrid");
  float start[4][3];
  for (int n = 0; n < 4; n++) memcpy(start[n], world->bodies[n].position, sizeof start[n]);
  run_for(world, 30);
  for (int n = 0; n < 4; n++)
    for (int axis = 0; axis < 3; axis++) assert_true(fabsf(world->bodies[n].position[axis] - start[n][axis]) < 0.05f);
  world_destroy(world);
}

static void dropped_bodies_start_clear_of_each_other(void **state) {
  (void)state;
  World *world = make_tank("pipe", "", "displace");
  for (int n = 0; n < 12; n++)
    world_command(world, &(Command){.kind = COMMAND_DROP,
                                    .drop = {.body = n % 2 ? BODY_LOG : BODY_CRATE, .x = 24, .y = 5, .z = 16, .yaw = 0.5f * (float)n}});
  world_step(world);
  for (int n = 1; n < world->body_count; n++) assert_true(world->bodies[n].position[1] > world->bodies[n - 1].position[1] + 0.5f);
  run_for(world, 20);
  assert_true(world_is_finite(world));
  assert_int_equal(world->body_count, 12);
  world_destroy(world);
}

/* Commands with senseless numbers do no harm. */
static void odd_drops_do_no_harm(void **state) {
  (void)state;
  World *world = make_tank("pipe", "", "subgrid");
  const float odd[] = {-1, 0, 1e-9f, 1e9f, 3e38f, NAN, -INFINITY, 0.5f};
  for (int n = 0; n < 400; n++) {
    Command command = {.kind = COMMAND_DROP,
                       .drop = {.x = 20, .y = 5, .z = 16, .body = (BodyKind)(n % 9 - 2), .material = (Material)(n % 7 - 2)}};
    BodyDrop *const d = &command.drop;
    float *const words[] = {&d->size[0], &d->size[1], &d->size[2], &d->density, &d->x, &d->y, &d->yaw};
    *words[n % 7] = odd[(n / 7) % 8];
    d->set = n % 3 == 0;
    world_command(world, &command);
    if (n % 5 == 0) world_step(world);
  }
  for (int n = 0; n < 50; n++) world_step(world);
  assert_true(world_is_finite(world));
  world_destroy(world);
}

static float level_at(const World *world, float x) {
  return weir_water_surface_at(world->water, x, 16);
}

/* More water on one side of a row of timber than on the other: what is held does not move by a bit, hardly a drop comes
 * through, and when it is let go the water takes it along. */
static void a_dam_holds_until_it_is_let_go(void **state) {
  (void)state;
  World *world = make_tank("pipe", "dam = 0.75 0 0.75 1 4 1.5", "subgrid");
  for (int n = 0; n < 40; n++) {
    weir_water_add(world->water, 20, 16, 3, 2);
    run_for(world, 0.25);
  }
  run_for(world, 30);
  const int count = world->body_count;
  float start[16][3];
  assert_true(count > 8 && count <= 16);
  for (int n = 0; n < count; n++) memcpy(start[n], world->bodies[n].position, sizeof start[n]);
  const float before = level_at(world, 20) - level_at(world, 30);
  run_for(world, 50);
  const float after = level_at(world, 20) - level_at(world, 30);
  for (int n = 0; n < count; n++) assert_memory_equal(world->bodies[n].position, start[n], sizeof start[n]);
  world_command(world, &(Command){.kind = COMMAND_RELEASE_DAM});
  run_for(world, 30);
  const float gone = level_at(world, 20) - level_at(world, 30);
  print_message("over the dam: %.3f m, 50 s later %.3f m, let go %.3f m\n", (double)before, (double)after, (double)gone);
  assert_true(before > 0.25f && after > 0.8f * before && fabsf(gone) < 0.05f);
  float furthest = 0;
  for (int n = 0; n < count; n++) {
    assert_false(world->bodies[n].held);
    furthest = fmaxf(furthest, hypotf(world->bodies[n].position[0] - start[n][0], world->bodies[n].position[1] - start[n][1]));
  }
  assert_true(furthest > 0.5f);
  assert_true(world_is_finite(world));
  world_destroy(world);
}

static void hold_at(World *world, int index, float x, float y, float z) {
  world_command(world, &(Command){.kind = COMMAND_GRAB,
                                  .grab = {.serial = world->bodies[index].serial, .x = x, .y = y, .z = z, .grip = {0, 0.4f, 0}}});
}

/* A crate of 50 kg and a block of 60 t follow the mouse joint alike, hang from it, and keep their velocity when released. */
static void the_hand_is_as_strong_as_the_body_is_heavy(void **state) {
  (void)state;
  float heights[2], speeds[2];
  const char *const bodies[] = {"wood = 0.2 0.5 0 20 size 1 1 1 density 50 set", "stone = 0.2 0.5 0 20 size 3 2 4 density 2500 set"};
  for (int n = 0; n < 2; n++) {
    World *world = make_tank("pipe", bodies[n], "displace");
    hold_at(world, 0, 8, 8, 16);
    run_for(world, 3);
    heights[n] = world->bodies[0].position[1];
    assert_true(fabsf(world->bodies[0].shape.velocity[1]) < 0.02f);
    hold_at(world, 0, 14, 8, 16);
    run_for(world, 0.3);
    world_command(world, &(Command){.kind = COMMAND_RELEASE});
    world_step(world);
    speeds[n] = world->bodies[0].shape.velocity[0];
    run_for(world, 6);
    assert_true(world->bodies[0].position[1] < 6.0f);
    world_destroy(world);
  }
  print_message("held at %.3f and %.3f m, thrown at %.2f and %.2f m/s\n", (double)heights[0], (double)heights[1], (double)speeds[0],
                (double)speeds[1]);
  assert_true(fabsf(heights[0] - 7.6f) < 0.02f && fabsf(heights[1] - 7.6f) < 0.02f);
  assert_true(speeds[0] > 5 && fabsf(speeds[0] - speeds[1]) < 0.15f * speeds[0]);
}

/* However the pointer jumps, and wherever the body is held, it neither flies off nor goes through the floor. */
static void a_jerking_hand_explodes_nothing(void **state) {
  (void)state;
  World *world = make_tank("pipe", "wood = 0.2 0.5 0 20\nlog = 0.2 0.4 1 0\nstone = 0.3 0.5 0 0", "subgrid");
  Rng rng = {3};
  for (int n = 0; n < 1500; n++) {
    BodyGrab grab = {.serial = (uint32_t)(n / 100 % 4)};
    grab.x = rng_range(&rng, -1e4f, 1e4f), grab.y = rng_range(&rng, -1e3f, 1e3f), grab.z = rng_range(&rng, -1e4f, 1e4f);
    if (n % 7 == 0) grab.y = 3e38f;
    for (int axis = 0; axis < 3; axis++) grab.grip[axis] = rng_range(&rng, -9, 9);
    assert_true(world_command(world, &(Command){.kind = COMMAND_GRAB, .grab = grab}));
    world_step(world);
    for (int b = 0; b < world->body_count; b++) {
      const WeirBody *s = &world->bodies[b].shape;
      assert_true(hypotf(s->velocity[0], hypotf(s->velocity[1], s->velocity[2])) <= 60.1f);
      assert_true(s->position[1] > -0.5f);
    }
  }
  assert_true(world_is_finite(world));
  world_destroy(world);
}

static void a_deleted_body_leaves_and_the_rest_stays(void **state) {
  (void)state;
  World *world = make_tank("pipe", "wood = 0.7 0.2 0.5 0\nlog = 0.7 0.5 0.5 0\nwood = 0.7 0.8 0.5 0", "subgrid");
  run_for(world, 5);
  const uint32_t gone = world->bodies[1].serial, last = world->bodies[2].serial;
  hold_at(world, 1, 20, 8, 16);
  run_for(world, 1);
  world_command(world, &(Command){.kind = COMMAND_DELETE, .serial = gone});
  world_command(world, &(Command){.kind = COMMAND_DELETE, .serial = 1000});
  run_for(world, 5);
  assert_int_equal(world->body_count, 2);
  assert_int_equal(world->bodies[1].serial, last);
  assert_int_equal(world_body(world, gone), -1);
  assert_int_equal(world_body(world, last), 1);
  assert_false(world->mouse_joint.holds);
  WeirStats stats;
  weir_water_stats(world->water, &stats);
  assert_true(stats.finite && stats.volume_error < 1e-5);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_log_floats_lying_at_its_draft),
      cmocka_unit_test(bodies_have_the_size_and_density_that_their_line_says),
      cmocka_unit_test(what_is_set_stays),
      cmocka_unit_test(dropped_bodies_start_clear_of_each_other),
      cmocka_unit_test(a_dam_holds_until_it_is_let_go),
      cmocka_unit_test(the_hand_is_as_strong_as_the_body_is_heavy),
      cmocka_unit_test(a_jerking_hand_explodes_nothing),
      cmocka_unit_test(a_deleted_body_leaves_and_the_rest_stays),
      cmocka_unit_test(odd_drops_do_no_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
