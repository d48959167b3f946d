/* Ground that is heaped up and dug away in a running world: the water stays, bodies rest on it, views keep what they saw. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "support.h"
#include "view/view.h"

static World *make_tank(const char *solver, const char *rest, int threads) {
  static Scene scene;
  Error error;
  FILE *file = fopen("heap_test.scene", "w");
  assert_non_null(file);
  fprintf(file, "[scene]\nsolver = %s\ngrid = 200 140\ncell = 0.25\n[terrain]\nshape = flat\nground = 0 0 0.5 1 2\n%s\n", solver, rest);
  fclose(file);
  const bool read = scene_read("heap_test.scene", &scene, &error);
  remove("heap_test.scene");
  if (!read) fail_msg("%s", error.text);
  World *world = world_create(&scene, 1, threads, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

/* m a tick for `ticks` ticks at one place. */
static void heap(World *world, float x, float z, float radius, float amount, int ticks) {
  for (int n = 0; n < ticks; n++) {
    assert_true(world_command(world, &(Command){.kind = COMMAND_HEAP, .brush = {.x = x, .z = z, .radius = radius, .amount = amount}}));
    world_step(world);
  }
}

static float ground(const World *world, float x, float z) {
  return weir_water_terrain_at(world->water, x, z);
}

static const char pond[] = "[water]\npool = 0.5 0 1 1 1.5";

/* The land west of x = 25 m stands at 2 m, the pond east of it is 1.5 m deep. */
static void ground_is_raised_and_dug_and_the_water_stays(void **state) {
  (void)state;
  static const char *const solvers[] = {"pipe", "swe", "membrane"};
  for (int n = 0; n < 3; n++) {
    World *world = make_tank(solvers[n], pond, 2);
    const float far_off = ground(world, 45, 30);
    heap(world, 38, 17, 4, 0.02f, 100);   /* an island */
    heap(world, 10, 17, 3, -0.015f, 100); /* a pit */
    heap(world, 25, 8, 3, -0.02f, 100);   /* a channel through the bank */
    run_for(world, 2);
    WeirStats stats;
    weir_water_stats(world->water, &stats);
    print_message("%s: island %.3f m, pit %.3f m, volume error %.2g\n", solvers[n], (double)ground(world, 38, 17),
                  (double)ground(world, 10, 17), stats.volume_error);
    assert_true(fabsf(ground(world, 38, 17) - 2) < 0.05f && fabsf(ground(world, 10, 17) - 0.5f) < 0.05f);
    assert_true(ground(world, 45, 30) == far_off);
    assert_true(stats.volume_error < 1e-6 && stats.finite);
    if (n < 2) assert_true(weir_water_depth_at(world->water, 38, 17) < 0.1f && weir_water_depth_at(world->water, 23, 8) > 0.1f);
    world_destroy(world);
  }
}

static void ground_stays_within_reach_of_where_it_began(void **state) {
  (void)state;
  World *world = make_tank("pipe", pond, 1);
  const float reach = world_ground_reach(world);
  assert_true(reach == 0.25f * 140 * 0.25f);
  heap(world, 10, 10, 3, 1e6f, 3);
  heap(world, 40, 10, 3, -1e6f, 3);
  heap(world, 10, 25, 0.001f, 3, 9); /* one cell */
  heap(world, -1, -1, 3, 2, 3);      /* across the corner */
  heap(world, 1e9f, 0, 3, 2, 3);     /* beside the grid */
  const WeirView now = weir_water_terrain(world->water);
  float most = 0;
  for (int k = 0; k < world->nz; k++)
    for (int i = 0; i < world->nx; i++) most = fmaxf(most, fabsf(at(now, i, k) - world->terrain[k * world->nx + i]));
  assert_true(most < reach + 1e-3f && most > reach - 0.05f);
  assert_true(world_is_finite(world));
  world_destroy(world);
}

static float speed_of(const Body *body) {
  const float *v = body->shape.velocity;
  return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void drop_crate(World *world, float x, float y, float z) {
  const Command drop = {.kind = COMMAND_DROP, .drop = {.x = x, .y = y, .z = z, .size = {0.8f, 0.8f, 0.8f}, .density = 600, .set = true}};
  assert_true(world_command(world, &drop));
}

/* The mound rises above all ground that the world began with. */
static void bodies_rest_on_the_ground_as_it_is_now(void **state) {
  (void)state;
  World *world = make_tank("swe", "", 1);
  drop_crate(world, 12, 2.5f, 17);
  run_for(world, 6);
  const Body *const crate = &world->bodies[0];
  assert_true(crate->asleep);
  heap(world, 12, 17, 9, 0.02f, 150); /* under the crate, which sleeps */
  run_for(world, 3);
  assert_true(fabsf(crate->position[1] - 0.4f - ground(world, crate->position[0], crate->position[2])) < 0.06f);
  assert_true(crate->position[1] > 5 && speed_of(crate) < 0.05f);
  drop_crate(world, 14, 7.5f, 17); /* on its slope, from above */
  run_for(world, 1.5);
  const Body *const second = &world->bodies[1];
  assert_true(second->position[1] - 0.4f > ground(world, second->position[0], second->position[2]) - 0.2f);
  run_for(world, 8);
  heap(world, 12, 17, 9, -0.02f, 150); /* the ground goes from under them */
  run_for(world, 4);
  for (int n = 0; n < 2; n++) {
    const Body *const body = &world->bodies[n];
    print_message("crate %d: %.3f m above the ground\n", n,
                  (double)(body->position[1] - ground(world, body->position[0], body->position[2])));
    assert_true(fabsf(body->position[1] - 0.4f - ground(world, body->position[0], body->position[2])) < 0.06f);
    assert_true(body->position[1] < 2.6f);
  }
  assert_int_equal(world->rescued, 0);
  world_destroy(world);
}

static void bodies_far_from_the_edit_sleep_on(void **state) {
  (void)state;
  World *world = make_tank("swe", "", 1);
  drop_crate(world, 4, 2.5f, 30);
  run_for(world, 6);
  assert_true(world->bodies[0].asleep);
  heap(world, 15, 10, 4, 0.02f, 30);
  assert_true(world->bodies[0].asleep);
  world_destroy(world);
}

static uint64_t hash_of(const char *solver, int threads) {
  World *world = make_tank(solver, pond, threads);
  use_threads(world->water, threads);
  uint64_t hash = 0;
  for (int n = 0; n < 90; n++) {
    if (n % 30 == 0) drop_crate(world, 24 + 0.1f * (float)n, 4, 10);
    heap(world, 20 + 0.16f * (float)n, 12, 3, n < 45 ? 0.03f : -0.04f, 1);
    hash = 31 * hash + world_hash(world);
  }
  world_destroy(world);
  return hash;
}

static void same_hash_for_one_and_three_threads(void **state) {
  (void)state;
  static const char *const solvers[] = {"pipe", "swe", "membrane"};
  for (int n = 0; n < 3; n++) assert_true(hash_of(solvers[n], 1) == hash_of(solvers[n], 3));
}

static bool shows(const WorldView *view, const float *terrain, int stride) {
  for (int k = 0; k < view->nz; k++)
    if (memcmp(view->terrain + k * view->nx, terrain + k * stride, sizeof(float) * (size_t)view->nx) != 0) return false;
  return true;
}

static bool shows_now(const WorldView *view, const World *world) {
  const WeirView now = weir_water_terrain(world->water);
  return shows(view, now.data, (int)now.stride);
}

/* Two views by turns, as the program has them. A tile that no edit touched is not written: a mark put there stays. */
static void a_view_keeps_the_ground_that_it_saw(void **state) {
  (void)state;
  World *world = make_tank("pipe", pond, 1);
  static float began[200 * 140], before[200 * 140];
  memcpy(began, world->terrain, sizeof began);
  WorldView *first = world_view_create(world->nx, world->nz), *second = world_view_create(world->nx, world->nz);
  const WorldViewRequest wish = {0};
  world_view_copy(first, NULL, world, &wish);
  assert_true(first->ground_edits == 0 && first->own_terrain == NULL);
  heap(world, 10, 10, 3, 0.2f, 2);
  assert_true(shows(first, began, world->nx) && memcmp(world->terrain, began, sizeof began) == 0);
  world_view_copy(second, first, world, &wish);
  assert_true(second->ground_edits == 2 && shows_now(second, world) && !shows(second, began, world->nx));
  assert_true(fabsf(world_view_ground_at(second, 10, 10) - 2.4f) < 0.01f);
  memcpy(before, second->terrain, sizeof before);
  heap(world, 40, 25, 3, -0.2f, 1);
  assert_true(shows(second, before, world->nx));
  world_view_copy(first, second, world, &wish);
  assert_true(shows_now(first, world));

  const int marked = 100 * 200 + 20, edited = 100 * 200 + 160; /* cells of a tile without an edit, and of one with the last */
  first->own_terrain[marked] = first->own_terrain[edited] = 77;
  heap(world, 40, 25, 3, -0.2f, 1);
  const size_t created = memory_created();
  world_view_copy(first, second, world, &wish);
  assert_int_equal(memory_created(), created);
  assert_true(first->terrain[marked] == 77 && first->terrain[edited] != 77);
  world_destroy(world);

  world = make_tank("pipe", pond, 1); /* another world: nothing remains of the one before */
  world_view_copy(first, NULL, world, &wish);
  assert_true(first->ground_edits == 0 && shows(first, began, world->nx));
  heap(world, 40, 25, 3, -0.2f, 1);
  world_view_copy(first, NULL, world, &wish);
  assert_true(shows_now(first, world));
  world_view_destroy(first);
  world_view_destroy(second);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ground_is_raised_and_dug_and_the_water_stays), cmocka_unit_test(ground_stays_within_reach_of_where_it_began),
      cmocka_unit_test(bodies_rest_on_the_ground_as_it_is_now),       cmocka_unit_test(bodies_far_from_the_edit_sleep_on),
      cmocka_unit_test(same_hash_for_one_and_three_threads),          cmocka_unit_test(a_view_keeps_the_ground_that_it_saw)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
