#define _POSIX_C_SOURCE 200809L /* mkdtemp, setenv */
/* What the window keeps: written and read again, whatever stands in the file; keys bound anew; files of one's own. */
#include <SDL_keycode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/config.h"
#include "app/keys.h"
#include "app/session.h"
#include "support.h"

static char folder[512];

static void write_file(const char *path, const char *text) {
  FILE *const file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void config_path(char path[600]) {
  snprintf(path, 600, "%s/weir/config", folder);
}

static void what_is_written_is_read_again(void **state) {
  (void)state;
  Config config, again;
  Error error;
  config_read(&config); /* there is none yet */
  assert_true(config.width == 0 && config.quality == -1 && config.volume == -1 && config.scene[0] == '\0' && config.key_count == 0);
  config = (Config){.width = 900, .height = 700, .quality = 2, .volume = 0.25f, .muted = true, .key_count = 2};
  strcpy(config.scene, "ford");
  strcpy(config.hints, "move drop");
  config.keys[0] = (ConfigKey){"tool-crate", "F6"};
  config.keys[1] = (ConfigKey){"pause", "Ctrl+Space"};
  if (!config_write(&config, &error)) fail_msg("%s", error.text);
  config_read(&again);
  assert_true(again.width == 900 && again.height == 700 && again.quality == 2 && again.volume == 0.25f && again.muted);
  assert_string_equal(again.scene, "ford");
  assert_string_equal(again.hints, "move drop");
  assert_true(again.key_count == 2 && strcmp(again.keys[1].what, "pause") == 0 && strcmp(again.keys[1].key, "Ctrl+Space") == 0);
}

static void lines_without_sense_do_no_harm(void **state) {
  (void)state;
  char path[600], text[40000];
  Config config;
  config_path(path);
  write_file(path,
             "width = 1e99\nheight = -4\n[[[\nquality = best\nvolume = nan\nfuture = 7\n= \nscene = river\nmuted = yes\n[keys]\nx "
             "=\n[more]\nwidth = 5\n");
  config_read(&config);
  assert_true(config.width == 0 && config.height == 0 && config.quality == -1 && config.volume == -1 && config.muted);
  assert_string_equal(config.scene, "river");
  size_t used = 0;
  used += (size_t)snprintf(text, sizeof text, "[keys]\n");
  for (int n = 0; n < 500; n++) used += (size_t)snprintf(text + used, sizeof text - used, "key%d = %0*d\n", n, n % 60, n);
  write_file(path, text);
  config_read(&config);
  assert_int_equal(config.key_count, CONFIG_KEYS);
}

static void keys_are_bound_anew(void **state) {
  (void)state;
  keys_check();
  assert_int_equal(keys_find(SDLK_SPACE, false)->action, ACTION_PAUSE);
  assert_true(keys_bind("pause", "F6"));
  assert_int_equal(keys_find(SDLK_F6, false)->action, ACTION_PAUSE);
  assert_null(keys_find(SDLK_SPACE, false));
  assert_true(keys_bind("overlay", "Ctrl+K"));
  assert_int_equal(keys_find(SDLK_k | KEYS_CTRL, false)->action, ACTION_OVERLAY);
  assert_true(keys_bind("panel", "F6")); /* the key goes over */
  assert_int_equal(keys_find(SDLK_F6, false)->action, ACTION_PANEL);
  assert_false(keys_bind("panel", "W")); /* flies */
  assert_false(keys_bind("panel", "no such key"));
  assert_false(keys_bind("no such action", "F7"));
  assert_int_equal(keys_find(SDLK_F6, false)->action, ACTION_PANEL);
  for (int action = ACTION_NONE + 1; action < ACTION_COUNT; action++) assert_non_null(keys_action_name((Action)action));
}

static void files_of_ones_own_are_opened_or_refused(void **state) {
  (void)state;
  static Options options;
  static Session session;
  char *argv[] = {"weir", "pool", "--grid", "32", NULL};
  Error error;
  assert_true(options_parse(4, argv, &options, &error));
  if (!session_start(&session, &options, ASSETS, 1, &error) || !session_build(&session, &error)) fail_msg("%s", error.text);
  char image[600], scene[600], wrong[600];
  snprintf(scene, sizeof scene, "%s/own.scene", folder);
  snprintf(wrong, sizeof wrong, "%s/wrong.png", folder);
  snprintf(image, sizeof image, "%s/heightmaps/jacksboro-dem.png", ASSETS);
  write_file(scene, "[scene]\ntitle = Own\ngrid = 20 20\n");
  write_file(wrong, "not an image at all");
  assert_true(session_open_file(&session, scene, &error));
  assert_string_equal(session.scene.title, "Own");
  assert_false(session_open_file(&session, wrong, &error));
  assert_non_null(strstr(error.text, "wrong.png"));
  assert_false(session_open_file(&session, "/nowhere/at/all.scene", &error));
  assert_false(session_open_file(&session, "letter.txt", &error));
  assert_string_equal(session.scene.title, "Own"); /* what was shown stays */
  assert_true(session_open_file(&session, image, &error));
  assert_true(session.scene.terrain == TERRAIN_IMAGE && session.world->nx == 32);
  for (int n = 0; n < 50; n++) world_step(session.world);
  assert_true(world_is_finite(session.world));
  WeirStats stats;
  weir_water_stats(session.world->water, &stats);
  assert_true(stats.volume_now > 0); /* its hollows are lakes */
  session_end(&session);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_is_read_again),
      cmocka_unit_test(lines_without_sense_do_no_harm),
      cmocka_unit_test(keys_are_bound_anew),
      cmocka_unit_test(files_of_ones_own_are_opened_or_refused),
  };
  char here[400];
  if (!getcwd(here, sizeof here)) return 1;
  snprintf(folder, sizeof folder, "%s/config_test_XXXXXX", here);
  if (!mkdtemp(folder)) return 1;
  setenv("XDG_CONFIG_HOME", folder, 1);
  const int status = cmocka_run_group_tests(tests, NULL, NULL);
  char command[600];
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  return system(command) == 0 ? status : 1;
}
