/* Light and small bodies: they float as deep as Archimedes has them however small their cells are not, nothing flings them about, and deep
 * down they rise as water lets them that has to move with them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "weir/shapes/shape.h"

/* Sanitizers watch one solver: forces on bodies are the same code in both. */
enum { CUBES = 12, FIRST_SOLVER = SANITIZED ? WEIR_SWE : WEIR_PIPE };
static const float sizes[CUBES] = {0.02f, 0.02f, 0.05f, 0.05f, 0.1f, 0.1f, 0.1f, 0.2f, 0.2f, 0.5f, 1, 1};
static const float densities[CUBES] = {5, 900, 20, 200, 5, 50, 500, 5, 100, 20, 100, 900};

/* A tank of 16 m x 16 m with 4 m of water, and walls of ground around it. */
static World *tank(WeirSolver solver) {
  static const char text[] =
      "[scene]\ntitle = a tank\ngrid = 64 64\ncell = 0.25\n[terrain]\nshape = flat\nground = 0 0 1 1 0\n"
      "[water]\npool = 0 0 1 1 4\n";
  static Scene scene;
  const char *const path = "light_tank.scene";
  FILE *const file = fopen(path, "w");
  Error error;
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
  if (!scene_read(path, &scene, &error)) fail_msg("%s", error.text);
  World *const world = world_create(&scene, 1, 2, &error);
  if (!world) fail_msg("%s", error.text);
  world_command(world, &(Command){.kind = COMMAND_SOLVER, .solver = solver});
  return world;
}

static void drop_cubes(World *world, uint32_t serials[CUBES]) {
  for (int n = 0; n < CUBES; n++) {
    const float side = sizes[n];
    const Command drop = {.kind = COMMAND_DROP,
                          .drop = {.x = 2 + 4.0f * (float)(n % 4),
                                   .z = 3 + 5.0f * (float)(n / 4),
                                   .y = 5,
                                   .yaw = 0.3f,
                                   .size = {side, side, side},
                                   .density = densities[n]}};
    serials[n] = world->dropped;
    assert_true(world_command(world, &drop));
    world_step(world);
  }
}

/* Waves of the cubes' own would last for minutes. */
static void calm(World *world) {
  int count;
  const int damping = (int)(params_find("damping") - params_table(&count));
  world_command(world, &(Command){.kind = COMMAND_PARAM, .param = {.index = damping, .value = 1}});
}

/* Dropped from a metre above, cubes of 2 cm to 1 m and 5 to 900 kg/m3 float as deep as they must once their waves are gone: 2 % of the
 * draft, which is 2 micrometres for the smallest. None has to be lifted out of the ground; they were, up to 786 times a minute. */
static void light_and_small_cubes_float_as_deep_as_archimedes_has_them(void **state) {
  (void)state;
  for (int solver = FIRST_SOLVER; solver <= WEIR_SWE; solver++) {
    World *const world = tank((WeirSolver)solver);
    uint32_t serials[CUBES];
    double share[CUBES] = {0};
    drop_cubes(world, serials);
    run_for(world, 20);
    calm(world);
    run_for(world, 60);
    const int ticks = 500;
    for (int tick = 0; tick < ticks; tick++) {
      world_step(world);
      for (int n = 0; n < CUBES; n++) {
        const WeirForce *const water = &world->bodies[world_body(world, serials[n])].water;
        share[n] += (double)(water->submerged / water->volume) / ticks;
      }
    }
    int wrong = 0;
    print_message("%s: %d bodies fetched back\n", weir_solver_name((WeirSolver)solver), (int)world->rescued);
    for (int n = 0; n < CUBES; n++) {
      const double expected = (double)densities[n] / 1000;
      print_message("  %.2f m, %3.0f kg/m3: %.5f of it under water\n", (double)sizes[n], (double)densities[n], share[n]);
      wrong += !(fabs(share[n] / expected - 1) < 0.02);
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(world->rescued, 0);
    world_destroy(world);
  }
}

/* Cubes of 2 to 20 cm and 8000 kg/m3 fall to the floor of a tank and stay on it: 1 cm. The engine's ground is a sheet of triangles that
 * small bodies fell through, to be lifted out again. */
static void small_heavy_cubes_lie_on_the_floor(void **state) {
  (void)state;
  static const float sides[] = {0.02f, 0.05f, 0.1f, 0.2f};
  World *const world = tank(WEIR_SWE);
  uint32_t serials[4];
  for (int n = 0; n < 4; n++) {
    const Command drop = {.kind = COMMAND_DROP,
                          .drop = {.x = 3 + 3.0f * (float)n, .z = 8, .y = 6, .size = {sides[n], sides[n], sides[n]}, .density = 8000}};
    serials[n] = world->dropped;
    assert_true(world_command(world, &drop));
    world_step(world);
  }
  run_for(world, 20);
  for (int n = 0; n < 4; n++) {
    const float y = world->bodies[world_body(world, serials[n])].position[1];
    print_message("%.2f m: its middle at %.3f m\n", (double)sides[n], (double)y);
    assert_true(fabsf(y - 0.5f * sides[n]) < 0.01f);
  }
  assert_int_equal(world->rescued, 0);
  world_destroy(world);
}

/* --- deep down ----------------------------------------------------------------------------------------------------------- */

/* Seconds and speed at which a body has risen by `up` m: Newton's law with added mass and the body's drag, in steps of 10 microseconds. */
static void rise_exact(const WeirBody *body, double density, double added, double up, double *seconds, double *speed) {
  const double step = 1e-5, light = density / 1000;
  double v = 0, y = 0, t = 0;
  for (; y < up; t += step) {
    v += step * ((1 - light) * 9.81 - ((double)body->drag_linear + (double)body->drag_square * v) * v) / (light + added);
    y += step * v;
  }
  *seconds = t;
  *speed = v;
}

static float four_metres(float x, float z) {
  (void)x;
  (void)z;
  return 4.0f;
}

static WeirWater *four_deep(WeirSolver solver) {
  const WeirTuning tuning = weir_water_def_default().tuning;
  return make_water(solver, 64, 64, 0.25f, flat, four_metres, &tuning);
}

static WeirBody cube_of(float side, float density, float y) {
  WeirBody body = weir_body_default();
  body.id = 1;
  for (int n = 0; n < 3; n++) body.half[n] = 0.5f * side;
  body.mass = density * side * side * side;
  body.position[0] = 8.1f, body.position[1] = y, body.position[2] = 7.9f;
  return body;
}

/* The speed of a cube as its middle, let go 2.5 m deep, has come up by 1.2 m. */
static double rise(WeirSolver solver, float density, float dt, float side, double *seconds) {
  WeirWater *const water = four_deep(solver);
  WeirBody body = cube_of(side, density, 1.5f);
  WeirForce force;
  double speed = 0;
  for (int n = 0; n < 4000 && speed == 0; n++) {
    weir_water_displace(water, &body, 1, n > 0 ? dt : 0);
    weir_water_step(water, dt);
    weir_water_push(water, &body, 1, dt, &force);
    const float y = body.position[1], v = body.velocity[1];
    assert_true(weir_body_move(&body, &force, 9.81f, dt));
    if (body.position[1] < 2.7f) continue;
    const double part = (double)((2.7f - y) / (body.position[1] - y));
    *seconds = (n + part) * (double)dt;
    speed = (double)v + part * (double)(body.velocity[1] - v);
  }
  weir_water_destroy(water);
  return speed;
}

/* Steps of 5 to 100 ms come to the same rise: 1 % of the speed, and of the time but for half a step, by which an integrator that moves a
 * body at its newest velocity is ahead of it. Without added mass a cube of 20 kg/m3 had 481 m/s2 and came up at 10.9 m/s with steps of
 * 20 ms, at 4.6 with 5. */
static void covered_cubes_rise_as_added_mass_has_it(void **state) {
  (void)state;
  static const float steps[] = {0.005f, 0.02f, 0.05f, 0.1f}, light[] = {5, 20, 100, 500, 900};
  const WeirBody body = weir_body_default();
  for (int solver = FIRST_SOLVER; solver <= WEIR_SWE; solver++)
    for (size_t density = 0; density < sizeof light / sizeof *light; density++) {
      double exact_time, exact_speed;
      rise_exact(&body, (double)light[density], 0.68, 1.2, &exact_time, &exact_speed);
      for (size_t n = 0; n < sizeof steps / sizeof *steps; n++) {
        double seconds = 0;
        const double speed = rise((WeirSolver)solver, light[density], steps[n], n % 2 ? 0.2f : 1.0f, &seconds);
        print_message("%s, %.0f kg/m3, steps of %g s: %.3f m/s after %.3f s; exact %.3f, %.3f\n", weir_solver_name((WeirSolver)solver),
                      (double)light[density], (double)steps[n], speed, seconds, exact_speed, exact_time);
        assert_true(fabs(speed / exact_speed - 1) < 0.01);
        assert_true(fabs((seconds + 0.5 * (double)steps[n]) / exact_time - 1) < 0.01);
      }
    }
}

/* --- what others do to a body -------------------------------------------------------------------------------------------- */

/* Held under water, a light cube pushes with all of its buoyancy, not with the share that its own mass has of what would move: 0.1 %. */
static void a_held_cube_pushes_with_all_its_buoyancy(void **state) {
  (void)state;
  for (int solver = FIRST_SOLVER; solver <= WEIR_SWE; solver++)
    for (int deep = 0; deep < 2; deep++) {
      WeirWater *const water = four_deep((WeirSolver)solver);
      const WeirBody body = cube_of(1, 100, deep ? 2.0f : 3.49f);
      WeirForce force;
      for (int n = 0; n < 500; n++) {
        weir_water_displace(water, &body, 1, n > 0 ? 0.02f : 0);
        weir_water_step(water, 0.02f);
        weir_water_push(water, &body, 1, 0.02f, &force);
      }
      print_message("%s, %s: %.1f N, of 9810\n", weir_solver_name((WeirSolver)solver), deep ? "deep" : "just covered",
                    (double)force.force[1]);
      assert_true(fabs((double)force.force[1] / 9810 - 1) < 1e-3);
      weir_water_destroy(water);
    }
}

/* A raft of 100 kg/m3 that a game loads, by a force of its own, with six times its mass floats at 0.7 of its height: 2 %. */
static void a_loaded_raft_bears_its_load(void **state) {
  (void)state;
  for (int solver = FIRST_SOLVER; solver <= WEIR_SWE; solver++) {
    WeirWater *const water = four_deep((WeirSolver)solver);
    WeirBody raft = cube_of(1, 100, 4);
    raft.half[0] = raft.half[2] = 1;
    raft.mass = 400;
    WeirForce force;
    double share = 0;
    for (int n = 0; n < 2000; n++) {
      weir_water_displace(water, &raft, 1, 0.02f);
      weir_water_step(water, 0.02f);
      weir_water_push(water, &raft, 1, 0.02f, &force);
      if (n >= 1500) share += (double)(force.submerged / force.volume) / 500;
      force.force[1] -= 2400 * 9.81f;
      assert_true(weir_body_move(&raft, &force, 9.81f, 0.02f));
    }
    print_message("%s: %.4f of the raft under water, of 0.7\n", weir_solver_name((WeirSolver)solver), share);
    assert_true(fabs(share / 0.7 - 1) < 0.02);
    weir_water_destroy(water);
  }
}

/* --- coefficients -------------------------------------------------------------------------------------------------------- */

static double added_along(WeirShape shape, float a, float b, float c, int axis) {
  WeirBody body = weir_body_default();
  body.shape = shape;
  body.half[0] = a, body.half[1] = b, body.half[2] = c;
  const Shape measured = shape_measure(&body);
  double own[3];
  shape_added_mass(&body, &measured, own);
  return own[axis];
}

/* Square prisms along their axis and a long one across it against DNV-RP-C205 (2010), appendix D: 6 %, of which the table's two digits
 * are up to 6. A long cylinder across its axis: 1 (Lamb 1932). However flat or long a body is, its added mass is finite. */
static void added_mass_is_that_of_the_tables(void **state) {
  (void)state;
  static const struct Prism {
    float length;
    double expected;
  } prisms[] = {{1, 0.68}, {2, 0.36}, {3, 0.24}, {4, 0.19}, {5, 0.15}, {7, 0.11}, {10, 0.08}};
  for (size_t n = 0; n < sizeof prisms / sizeof *prisms; n++) {
    const double got = added_along(WEIR_BOX, 1, prisms[n].length, 1, 1);
    print_message("square prism of 1 : %g: %.4f, of %g\n", (double)prisms[n].length, got, prisms[n].expected);
    assert_true(fabs(got / prisms[n].expected - 1) < 0.06);
  }
  assert_true(fabs(added_along(WEIR_BOX, 1, 500, 1, 0) / 1.186 - 1) < 0.01);
  assert_true(fabs(added_along(WEIR_CYLINDER, 1, 500, 1, 0) - 1) < 0.01);
  for (float thin = 1; thin > 1e-6f; thin *= 0.1f)
    for (int axis = 0; axis < 3; axis++) {
      const double got = added_along(WEIR_BOX, 1, thin, 0.5f, axis);
      assert_true(isfinite(got) && got > 0);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(added_mass_is_that_of_the_tables),   cmocka_unit_test(a_held_cube_pushes_with_all_its_buoyancy),
      cmocka_unit_test(a_loaded_raft_bears_its_load),       cmocka_unit_test(covered_cubes_rise_as_added_mass_has_it),
      cmocka_unit_test(small_heavy_cubes_lie_on_the_floor), cmocka_unit_test(light_and_small_cubes_float_as_deep_as_archimedes_has_them),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
