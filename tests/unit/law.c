/* The laws of the flumes: their equations against numbers worked out by hand, and what the six flumes measure against them, within the
 * tolerances of docs/validation.md. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support.h"
#include "view/law.h"

static LawReading reading(LawKind kind, float number) {
  return (LawReading){.law = {.kind = kind, .number = number}, .gravity = 9.81};
}

static void check(double seen, double wanted) {
  if (!(fabs(seen - wanted) <= 1e-3 * fabs(wanted))) fail_msg("%.6g, not %.6g", seen, wanted);
}

/* By hand from the equations as textbooks have them, with g = 9.81 m/s2. */
static void the_laws_are_the_textbooks(void **state) {
  (void)state;
  LawReading now = reading(LAW_WEIR, 1);
  check(law_curve(&now, 1), 1.7049);
  check(law_curve(&now, 0.25), 1.7049 / 8);
  now = reading(LAW_SLUICE, 0), now.opening = 0.5;
  check(law_curve(&now, 2), 0.611 / sqrt(1 + 0.611 * 0.25) * 0.5 * 6.2642);
  now = reading(LAW_JUMP, 0);
  check(law_curve(&now, 1), 1);
  check(law_curve(&now, 3), 3.7720);
  assert_true(isnan(law_curve(&now, 0.5)));
  now = reading(LAW_CONTRACTION, 0.5f), now.depth[0] = 1, now.speed[0] = 0.5; /* 1 m2/s in the throat: critical at 0.4671 m */
  check(law_curve(&now, 1 + 0.05097), 1);
  check(law_curve(&now, 0.6), 0.4);
  now = reading(LAW_BORE, 1);
  check(law_curve(&now, 1), 3.1321);
  check(law_curve(&now, 1.2), 3.5986);
  now = reading(LAW_DAM, 2);
  check(law_curve(&now, 2), 2.6249);
}

/* A mean comes near what is read; it begins again when time goes back; a bore's speed is way over time. */
static void readings_are_followed(void **state) {
  (void)state;
  LawTrack track = {0};
  LawValue value;
  LawReading now = reading(LAW_DAM, 2);
  assert_false(law_compare(&track, &value));
  now.depth[0] = 0.9, now.discharge = 1, now.distance = 64;
  for (int n = 0; n <= 500; n++) now.time = 0.02 * n, now.discharge = n < 100 ? 1 : 2, law_follow(&track, &now);
  assert_true(law_compare(&track, &value));
  assert_true(value.measured > 1.97 && value.measured < 2);
  now.time = 30, law_follow(&track, &now);
  assert_false(law_compare(&track, &value)); /* the wave is back from the wall */
  now.time = 0, now.discharge = 1, law_follow(&track, &now);
  assert_int_equal(track.count, 1);
  assert_true(law_compare(&track, &value) && value.measured == 1);
  now = reading(LAW_BORE, 1), now.distance = 40, now.depth[0] = now.depth[1] = 1;
  for (int n = 0; n <= 1000; n++) {
    now.time = 0.02 * n, now.depth[0] = now.time < 4 ? 1 : 1.2, now.depth[1] = now.time < 14 ? 1 : 1.2;
    law_follow(&track, &now);
    assert_true(law_compare(&track, &value) == (now.time >= 14));
  }
  check(value.measured, 4);
  check(value.at, 1.2);
  check(value.off, 4 / 3.5986 - 1);
}

/* A flume with the seconds after which it is steady, or the front has passed, and the greatest difference allowed. */
static const struct {
  const char *name;
  LawKind kind;
  double seconds, tolerance;
} flumes[] = {
    {"broad-crested-weir", LAW_WEIR, 60, 0.025}, {"sluice", LAW_SLUICE, 60, 0.02},     {"hydraulic-jump", LAW_JUMP, 90, 0.035},
    {"contraction", LAW_CONTRACTION, 60, 0.025}, {"undular-bore", LAW_BORE, 40, 0.01}, {"dam-break", LAW_DAM, 20, 0.01},
};

/* Runs a world and returns the difference of its law, which fails where there is nothing to compare. */
static double difference(World *world, double seconds, const char *name) {
  LawTrack track = {0};
  LawValue value;
  while (world->time < seconds) {
    world_step(world);
    const LawReading now = law_read(world);
    law_follow(&track, &now);
  }
  if (!law_compare(&track, &value)) fail_msg("%s: nothing to compare", name);
  print_message("  %-20s at %.4f: measured %.4f, law %.4f, %+.2f %%\n", name, value.at, value.measured, value.expected, 100 * value.off);
  return value.off;
}

static void flumes_keep_their_laws(void **state) {
  (void)state;
  static Scene scene;
  int count;
  const char *const *const names = flume_names(&count);
  assert_int_equal(count, sizeof flumes / sizeof flumes[0]);
  for (int n = 0; n < count; n++) {
    char path[SCENE_PATH];
    Error error;
    if (!scene_find(ASSETS, names[n], path, &error) || !scene_read(path, &scene, &error)) fail_msg("%s", error.text);
    assert_string_equal(names[n], flumes[n].name);
    assert_int_equal(scene.law.kind, flumes[n].kind);
    assert_true(scene.hint[0] != '\0' && scene.title[0] != '\0');
    World *const world = world_create(&scene, 1, 1, &error);
    if (!world) fail_msg("%s", error.text);
    const double off = difference(world, flumes[n].seconds, names[n]);
    if (!(fabs(off) <= flumes[n].tolerance)) fail_msg("%s: %.2f %% off its law", names[n], 100 * off);
    world_destroy(world);
  }
}

/* Reads a scene with this line of [law]. Returns false with the fault in *error. */
static bool read_law(const char *law, Scene *scene, Error *error) {
  static const char name[] = "law_test.scene";
  FILE *const file = fopen(name, "w");
  assert_non_null(file);
  fprintf(file, "[scene]\nsolver = swe\n[gauges]\ngauge = up 0.2 0.5\ngauge = down 0.8 0.5\nline = across 0.5 1 0.5 0\n[law]\nlaw = %s\n",
          law);
  fclose(file);
  const bool ok = scene_read(name, scene, error);
  remove(name);
  return ok;
}

static void a_fault_names_line_and_word(void **state) {
  (void)state;
  static Scene scene;
  static const char *const faults[][2] = {
      {"wier up across 1", "allowed: weir GAUGE LINE"},
      {"weir up down 1", "'down' is not a line"},
      {"jump up across", "'across' is not a gauge"},
      {"weir up across", "allowed: weir"},
      {"contraction up down 1.5", "allowed: weir"},
      {"sluice up across 3", "allowed: weir"},
      {"bore up", "'' is not a gauge"},
  };
  Error error;
  for (size_t n = 0; n < sizeof faults / sizeof faults[0]; n++) {
    if (read_law(faults[n][0], &scene, &error)) fail_msg("'%s' was read", faults[n][0]);
    if (!strstr(error.text, "law_test.scene:8: law: ") || !strstr(error.text, faults[n][1])) fail_msg("'%s': %s", faults[n][0], error.text);
  }
  if (!read_law("bore down up 0.5", &scene, &error)) fail_msg("%s", error.text);
  assert_true(scene.law.kind == LAW_BORE && scene.law.first == 1 && scene.law.second == 0 && scene.law.number == 0.5f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_laws_are_the_textbooks),
      cmocka_unit_test(readings_are_followed),
      cmocka_unit_test(a_fault_names_line_and_word),
      cmocka_unit_test(flumes_keep_their_laws),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
