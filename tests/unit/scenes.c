/* Scene files and the table of tunables: what is right is read, what is wrong is named with its line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static Scene scene;
static Error error;

static bool read_text(const char *text) {
  FILE *file = fopen("scenes_test.scene", "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  return scene_read("scenes_test.scene", &scene, &error);
}

static void built_in_scenes_read(void **state) {
  (void)state;
  int count = 0;
  const char *const *names = scene_names(&count);
  assert_true(count >= 3);
  for (int n = 0; n < count; n++) {
    char path[SCENE_PATH];
    assert_true(scene_find(ASSETS, names[n], path, &error));
    if (!scene_read(path, &scene, &error)) fail_msg("%s", error.text);
    assert_string_equal(scene.name, names[n]);
    assert_true(strlen(scene.title) > 10);
  }
}

/* Each text has its fault in line 7. */
static void faults_name_file_line_word_and_what_is_allowed(void **state) {
  (void)state;
  static const char head[] = "# one\n[scene]\ntitle = x\nsolver = pipe\ngrid = 64 64\n[terrain]\n";
  static const struct {
    const char *line, *word, *allowed;
  } faults[] = {
      {"height = tall", "height", "0 to 10000"},     {"height = -5", "height", "0 to 10000"},
      {"heigth = 5", "heigth", "unknown word"},       {"shape = cube", "shape", "flat, bumps, bowl, beach or cone"},
      {"crop = 0 0 0 1", "crop", "x0 < x1"},          {"crop = 0 0 1", "crop", "x0 z0 x1 z1"},
      {"just words", "", "NAME = VALUE"},             {"[terrian]\nheight = 5", "", "unknown section"},
      {"height = nan", "height", "0 to 10000"},       {"height = 5 6", "height", "0 to 10000"},
      {"[params]\nrain = 1e9", "rain", "0 to 20000"}, {"[params]\nrainn = 1", "rainn", "no such parameter"},
      {"[scene]\ngrid = 8 64", "grid", "16 to 8192"}, {"[scene]\nsolver = lattice", "solver", "membrane, pipe or swe"},
      {"[sides]\nwest = opne", "west", "sponge"},     {"[sides]\neast = level", "east", "level METRES"},
      {"[sides]\neast = level 2 1 0", "east", "TIDE"}, {"[sides]\nsouth = inflow -1", "south", "inflow"},
      {"[sides]\nnorth = open 3", "north", "open"},    {"[sides]\ntop = open", "top", "unknown word"},
  };
  for (size_t n = 0; n < sizeof faults / sizeof faults[0]; n++) {
    char text[512];
    snprintf(text, sizeof text, "%s%s\n[water]\nfill = 1 1\n", head, faults[n].line);
    assert_false(read_text(text));
    const bool second = strchr(faults[n].line, '\n') != NULL;
    if (!strstr(error.text, second ? "scenes_test.scene:8:" : "scenes_test.scene:7:") ||
        !strstr(error.text, faults[n].word) || !strstr(error.text, faults[n].allowed) || strchr(error.text, '\n'))
      fail_msg("'%s' gave: %s", faults[n].line, error.text);
  }
  assert_false(read_text(""));
  assert_false(scene_read("no/such.scene", &scene, &error));
  assert_non_null(strstr(error.text, "no/such.scene"));
  assert_false(scene_find(ASSETS, "no-such", (char[SCENE_PATH]){0}, &error));
  assert_non_null(strstr(error.text, "valley"));
}

static void lists_that_are_too_long_are_refused(void **state) {
  (void)state;
  char text[8192] = "[water]\n";
  for (int n = 0; n < SCENE_LIST + 1; n++) strcat(text, "spring = 0.5 0.5 1 1\n");
  assert_false(read_text(text));
  assert_non_null(strstr(error.text, ":34:"));
}

static void a_finer_grid_keeps_the_extent(void **state) {
  (void)state;
  assert_true(read_text("[scene]\ngrid = 100 50\ncell = 2\n"));
  scene_set_grid(&scene, 400, 200);
  assert_true(scene.cell_m == 0.5f);
}

static void parameters_are_checked_stepped_and_reset(void **state) {
  (void)state;
  Params params = params_default();
  int count = 0;
  const ParamInfo *table = params_table(&count);
  for (int n = 0; n < count; n++) {
    const ParamInfo *info = &table[n];
    assert_true(info->low <= info->init && info->init <= info->high);
    assert_ptr_equal(params_find(info->name), info);
    for (int press = 0; press < 1000; press++) params_nudge(&params, info, 1);
    assert_true(params_get(&params, info) == info->high);
    for (int press = 0; press < 2000; press++) params_nudge(&params, info, -1);
    assert_true(params_get(&params, info) <= info->low + 1e-4f * info->high);
    params_nudge(&params, info, 1);
    assert_true(params_get(&params, info) > info->low);
    for (int other = 0; other < n; other++) assert_true(!info->key || info->key != table[other].key);
    char text[64];
    snprintf(text, sizeof text, "%.9g", (double)info->init);
    assert_true(params_set(&params, info->name, text, &error));
    snprintf(text, sizeof text, "%.9g", (double)info->high * 2 + 1);
    assert_false(params_set(&params, info->name, text, &error));
    assert_non_null(strstr(error.text, info->name));
    assert_false(params_set(&params, info->name, "1x", &error));
    assert_false(params_set(&params, info->name, "", &error));
    assert_false(params_set(&params, info->name, "inf", &error));
  }
  assert_false(params_set(&params, "gravitas", "1", &error));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(built_in_scenes_read),
      cmocka_unit_test(faults_name_file_line_word_and_what_is_allowed),
      cmocka_unit_test(lists_that_are_too_long_are_refused),
      cmocka_unit_test(a_finer_grid_keeps_the_extent),
      cmocka_unit_test(parameters_are_checked_stepped_and_reset),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
