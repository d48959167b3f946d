/* Leaves on the water go where it goes: with a stream, round with an eddy and turning as it turns, and never onto land. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "render/props/leaves.h"
#include "support.h"

enum { SIDE = 64, COUNT = 400, STEPS = 200 };

static const float step_s = 0.05f;
static float terrain[SIDE * SIDE], depth[SIDE * SIDE], flow_x[SIDE * SIDE], flow_z[SIDE * SIDE];

/* A metre of water in all cells; those in rows `land` and beyond are dry. */
static FrameView view_of_water(int land) {
  for (int n = 0; n < SIDE * SIDE; n++) {
    depth[n] = n / SIDE < land ? 1.0f : 0.0f;
    terrain[n] = flow_x[n] = flow_z[n] = 0;
  }
  return (FrameView){.nx = SIDE,
                     .nz = SIDE,
                     .cell = 1,
                     .terrain = terrain,
                     .depth = depth,
                     .world_version = 1,
                     .leaf_count = COUNT,
                     .flow = {.x = flow_x, .z = flow_z, .nx = SIDE, .nz = SIDE}};
}

/* Moves new leaves for STEPS steps, and writes where they were at first. */
static void move_for_ten_seconds(Leaves *leaves, const FrameView *frame, Leaf before[COUNT]) {
  assert_true(leaves_move(leaves, frame, 0));
  assert_int_equal(leaves->count, COUNT);
  memcpy(before, leaves->leaves, COUNT * sizeof *before);
  for (int n = 0; n < STEPS; n++) assert_true(leaves_move(leaves, frame, step_s));
}

/* Returns true if the leaf is still the one that it was: old ones come up elsewhere. */
static bool is_same_leaf(const Leaf *now, const Leaf *before) {
  return now->life == before->life && now->age >= before->age;
}

static void they_go_with_the_stream(void **state) {
  (void)state;
  const FrameView frame = view_of_water(SIDE);
  for (int n = 0; n < SIDE * SIDE; n++) flow_x[n] = 1, flow_z[n] = -0.5f;
  Leaves leaves = {0};
  Leaf before[COUNT];
  move_for_ten_seconds(&leaves, &frame, before);
  double east = 0, south = 0;
  int stayed = 0;
  for (int n = 0; n < COUNT; n++) {
    const Leaf *const now = &leaves.leaves[n];
    if (!is_same_leaf(now, &before[n])) continue;
    east += (double)(now->x - before[n].x);
    south += (double)(now->z - before[n].z);
    stayed++;
  }
  print_message("%d leaves went %.2f m east and %.2f m south in 10 s of 1 and -0.5 m/s\n", stayed, east / stayed, south / stayed);
  assert_true(stayed > COUNT / 2);
  /* They stray by 0.06 m a root second: 0.19 m in 10 s each, a hundredth of that in the mean of hundreds. */
  assert_float_equal((east / stayed), 10.0f, 0.05f);
  assert_float_equal((south / stayed), -5.0f, 0.05f);
  memory_free(leaves.leaves);
}

/* Water that turns like a wheel takes what is on it round in a circle, and turns it once in a turn. */
static void they_turn_with_an_eddy(void **state) {
  (void)state;
  const FrameView frame = view_of_water(SIDE);
  const float spin = 0.3f, middle = 0.5f * SIDE; /* rad/s; m */
  for (int k = 0; k < SIDE; k++)
    for (int i = 0; i < SIDE; i++) {
      flow_x[k * SIDE + i] = -spin * ((float)k + 0.5f - middle);
      flow_z[k * SIDE + i] = spin * ((float)i + 0.5f - middle);
    }
  Leaves leaves = {0};
  Leaf before[COUNT];
  move_for_ten_seconds(&leaves, &frame, before);
  double radius = 0, turn = 0;
  int followed = 0;
  for (int n = 0; n < COUNT; n++) {
    const Leaf *const now = &leaves.leaves[n];
    const float r = hypotf(before[n].x - middle, before[n].z - middle);
    if (!is_same_leaf(now, &before[n]) || r < 8 || r > 22) continue;
    radius += (double)(hypotf(now->x - middle, now->z - middle) - r);
    turn += (double)(now->turn - before[n].turn);
    followed++;
  }
  print_message("%d leaves: %.3f m farther out, turned by %.4f rad\n", followed, radius / followed, turn / followed);
  assert_true(followed > COUNT / 10);
  assert_float_equal((turn / followed), 3.0f, 0.01f);
  /* A step along the tangent leads outwards by r (spin step)^2 / 2, 0.34 m in all at 15 m. */
  assert_float_equal((radius / followed), 0.34f, 0.1f);
  memory_free(leaves.leaves);
}

static void none_lies_on_land(void **state) {
  (void)state;
  FrameView frame = view_of_water(SIDE / 2);
  for (int n = 0; n < SIDE * SIDE; n++) flow_z[n] = 2; /* towards the shore */
  Leaves leaves = {0};
  for (int n = 0; n < STEPS; n++) {
    assert_true(leaves_move(&leaves, &frame, step_s));
    assert_int_equal(leaves.count, COUNT);
    for (int i = 0; i < COUNT; i++)
      if (leaves.leaves[i].size > 0) assert_true(leaves.leaves[i].z < 0.5f * SIDE);
  }
  for (int n = 0; n < SIDE * SIDE; n++) depth[n] = 0;
  for (int n = 0; n < 2; n++) assert_true(leaves_move(&leaves, &frame, step_s));
  for (int i = 0; i < COUNT; i++) assert_true(leaves.leaves[i].size <= 0);
  frame.leaf_count = 0;
  assert_true(leaves_move(&leaves, &frame, step_s));
  assert_int_equal(leaves.count, 0);
  memory_free(leaves.leaves);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(they_go_with_the_stream),
      cmocka_unit_test(they_turn_with_an_eddy),
      cmocka_unit_test(none_lies_on_land),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
