/* Convex bodies from mesh files: what is right floats and lies as it should, what is wrong is named. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "support.h"

static Error error;
static Hull hull;

static bool read_text(const char *text, float length) {
  FILE *file = fopen("hulls_test.obj", "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  const bool read = hull_read("hulls_test.obj", length, &hull, &error);
  remove("hulls_test.obj");
  return read;
}

/* 2 x 1 x 4 m, its middle at (5, 6, 7). */
static const char box[] =
    "# a box\nv 4 5.5 5\nv 6 5.5 5\nv 6 6.5 5\nv 4 6.5 5\nv 4 5.5 9\nv 6 5.5 9\nv 6 6.5 9\nv 4 6.5 9\n"
    "o box\nf 1 4 3 2\nf 5/1 6/2/3 7//1 8\nf 1 2 6 5\nf -6 -5 -1 -2\nf 1 5 8 4\nf 2 3 7 6\n";

static void a_box_weighs_what_a_box_weighs(void **state) {
  (void)state;
  if (!read_text(box, 0)) fail_msg("%s", error.text);
  assert_int_equal(hull.triangle_count, 12);
  assert_true(fabsf(hull.volume - 8) < 1e-5f && fabsf(hull.half[0] - 1) < 1e-5f && fabsf(hull.low - 0.5f) < 1e-5f);
  const float expected[6] = {8 * (1 + 16) / 12.0f, 8 * (4 + 16) / 12.0f, 8 * (4 + 1) / 12.0f, 0, 0, 0};
  for (int n = 0; n < 6; n++) assert_true(fabsf(hull.inertia[n] - expected[n]) < 1e-3f);
  assert_true(read_text(box, 1)); /* half as long: an eighth of the volume */
  assert_true(fabsf(hull.volume - 1) < 1e-5f);
}

static void faults_name_file_and_line(void **state) {
  (void)state;
  static const struct {
    const char *text, *said;
  } faults[] = {
      {"v 1 2\n", "hulls_test.obj:1: v: three numbers"},
      {"# x\nv 1 nan 2\n", "hulls_test.obj:2: v: three numbers"},
      {"v 0 0 0\nf 1 2 3\n", "hulls_test.obj:2: f: names a vertex"},
      {"v 0 0 0\nv 1 0 0\nf 1 2\n", "hulls_test.obj:3: f: at least three"},
      {"v 0 0 0\nv 1 0 0\nf a b c\n", "hulls_test.obj:3: f: names a vertex"},
      {"", "at least 4 vertices"},
      {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n", "at least 4 vertices and 4 faces"},
      {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 3 4\n", "not closed"},
      {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 1 3 4\n", "inside out"},
      {"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 0\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n", "without volume"},
  };
  for (size_t n = 0; n < sizeof faults / sizeof faults[0]; n++) {
    assert_false(read_text(faults[n].text, 0));
    if (!strstr(error.text, faults[n].said) || strchr(error.text, '\n')) fail_msg("%d gave: %s", (int)n, error.text);
  }
  char dented[sizeof box + 32];
  snprintf(dented, sizeof dented, "%s", box);
  memcpy(strstr(dented, "v 6 6.5 9"), "v 5 5.8 8", 9);
  assert_false(read_text(dented, 0));
  assert_non_null(strstr(error.text, "not convex"));
  assert_false(hull_read("no/such.obj", 0, &hull, &error));
  assert_non_null(strstr(error.text, "no/such.obj"));
}

/* Any bytes: an error or a hull, never a crash. */
static void odd_files_do_no_harm(void **state) {
  (void)state;
  Rng rng = {7};
  int read = 0;
  for (int n = 0; n < 3000; n++) {
    char text[sizeof box];
    memcpy(text, box, sizeof box);
    for (int k = (int)(rng_next(&rng) % 4); k >= 0; k--) {
      static const char odd[] = "vf/-0123456789 .\n#e";
      text[rng_next(&rng) % (sizeof box - 1)] = odd[rng_next(&rng) % (sizeof odd - 1)];
    }
    if (!read_text(text, n % 3 ? 0 : 2)) continue;
    read++;
    assert_true(isfinite(hull.volume) && hull.volume > 0);
  }
  assert_true(read > 100 && read < 2900);
}

/* A tank 32 m wide with 3 m of water over the east half and a floor at 3.5 m over the west. */
static World *make_tank(const char *bodies, const char *coupling) {
  static Scene scene;
  FILE *file = fopen("hulls_test.scene", "w");
  assert_non_null(file);
  fprintf(file,
          "[scene]\nsolver = pipe\ngrid = 64 64\ncell = 0.5\n[terrain]\nshape = flat\nground = 0 0 0.5 1 3.5\n"
          "[water]\npool = 0 0 1 1 3\n[bodies]\n%s\n[params]\nfriction = 0.5\ncoupling = %s\n",
          bodies, coupling);
  fclose(file);
  const bool read = scene_read("hulls_test.scene", &scene, &error);
  remove("hulls_test.scene");
  World *world = read ? world_create(&scene, 1, 2, &error) : NULL;
  return world;
}

static void a_boat_floats_upright_at_its_draft(void **state) {
  (void)state;
  const char *const couplings[] = {"displace", "subgrid"};
  for (int n = 0; n < 2; n++) {
    World *world = make_tank("hull = " ASSETS "/hulls/boat.obj 0.75 0.5 0.5 30 density 350", couplings[n]);
    if (!world) fail_msg("%s", error.text);
    run_for(world, 40);
    const Body *boat = &world->bodies[0];
    const float share = boat->water.submerged / boat->water.volume, up = boat->shape.rotation[4];
    print_message("%s: %.3f of a boat of 350 kg/m3 under water, upright %.4f\n", couplings[n], (double)share, (double)up);
    assert_true(fabsf(share - 0.35f) < 0.02f && up > 0.99f);
    world_destroy(world);
  }
}

/* On the ground, with a crate on it and against a block: it comes to rest, nothing sinks into anything. */
static void a_boat_on_land_comes_to_rest(void **state) {
  (void)state;
  World *world = make_tank("hull = " ASSETS
                           "/hulls/boat.obj 0.25 0.5 0.3 0\nwood = 0.25 0.5 2 20 size 1 0.7 1\n"
                           "hull = " ASSETS "/hulls/boat.obj 0.25 0.6 1 40 size 4\nlog = 0.25 0.5 4 90",
                           "displace");
  if (!world) fail_msg("%s", error.text);
  assert_int_equal(world->hull_count, 2);
  run_for(world, 40);
  int asleep = 0;
  for (int n = 0; n < world->body_count; n++) {
    const WeirBody *s = &world->bodies[n].shape;
    asleep += world->bodies[n].asleep;
    print_message("%d: at %.2f m, %.3f m/s, asleep %d\n", n, (double)s->position[1], (double)s->velocity[1], world->bodies[n].asleep);
    assert_true(s->position[1] > (n == 3 ? 2.8f : 3.6f)); /* the log may roll into the water */
    assert_true(hypotf(s->velocity[0], hypotf(s->velocity[1], s->velocity[2])) < 0.05f);
  }
  assert_int_equal(world->rescued, 0);
  assert_true(asleep >= 3);
  world_destroy(world);
}

static void a_scene_with_a_bad_hull_says_so(void **state) {
  (void)state;
  assert_null(make_tank("hull = no-such.obj 0.5 0.5 0 0", "displace"));
  assert_non_null(strstr(error.text, "no-such.obj"));
  assert_null(make_tank("hull = boat.obj 0.5 0.5", "displace"));
  assert_non_null(strstr(error.text, "FILE"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_box_weighs_what_a_box_weighs), cmocka_unit_test(faults_name_file_and_line),
      cmocka_unit_test(odd_files_do_no_harm),           cmocka_unit_test(a_boat_floats_upright_at_its_draft),
      cmocka_unit_test(a_boat_on_land_comes_to_rest),   cmocka_unit_test(a_scene_with_a_bad_hull_says_so),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
