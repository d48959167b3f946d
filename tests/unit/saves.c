#define _XOPEN_SOURCE 700 /* mkdtemp, setenv */
/* Saved games: as a file of Weir's own and as a picture that any reader of PNGs shows; the world goes on from either to the bit, with its
 * scene, its camera and the hand; a damaged file is refused with a line, a file that cannot be written stays as it was. */
#include <stb_image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "files/folders.h"
#include "format/file.h"
#include "session/save.h"
#include "support.h"

enum { WIDTH = 40, HEIGHT = 24 };

static char folder[] = "saves-XXXXXX";

static int make_folder(void **state) {
  (void)state;
  return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int remove_folder(void **state) {
  (void)state;
  remove("a.weir");
  remove("a.png");
  remove("b.png");
  return chdir("..") == 0 ? rmdir(folder) : -1;
}

static const SaveView seen_from = {.given = true,
                                   .focus = {3, 4, 5},
                                   .yaw = 1,
                                   .pitch = 0.5f,
                                   .distance = 30,
                                   .mode = 2,
                                   .view_deg = 50,
                                   .tool = 4,
                                   .frame_mode = 0,
                                   .paused = true};

static World *make(Recording *recording) {
  World *const world = make_world("river", 5, 1, "grid=48");
  recording_begin_world(recording, world);
  world_drop_script(world, 5);
  run_for(world, 1.5);
  return world;
}

static unsigned char *paint(void) {
  unsigned char *const pixels = memory_create(HEIGHT, 3 * WIDTH);
  for (int n = 0; n < 3 * WIDTH * HEIGHT; n++) pixels[n] = (unsigned char)(n * 7);
  return pixels;
}

static void check_save(const char *path, const World *world) {
  Error error;
  Save *const save = save_read(path, &error);
  if (!save) fail_msg("%s", error.text);
  World *const loaded = world_state_open(save->packed, save->packed_size, 2, &error);
  if (!loaded) fail_msg("%s", error.text);
  assert_true(world_hash(loaded) == world_hash(world) && save->head.hash == world_hash(world));
  assert_true(loaded->tick == world->tick && save->head.tick == world->tick);
  assert_string_equal(save->head.scene, "river");
  assert_string_equal(save->scene.name, "river");
  assert_true(save->view.given && save->view.paused && save->view.tool == seen_from.tool && save->view.mode == seen_from.mode);
  assert_memory_equal(save->view.focus, seen_from.focus, sizeof seen_from.focus);
  assert_true(save->view.yaw == seen_from.yaw && save->view.pitch == seen_from.pitch && save->view.distance == seen_from.distance);
  assert_int_equal(save->inputs.count, 1);
  world_step(loaded);
  world_destroy(loaded);
  save_destroy(save);
}

static void write_both(const World *world, const Recording *recording) {
  Error error;
  Save *const save = save_make(world, &world->scene, &seen_from, recording);
  assert_non_null(save);
  if (!save_write(save, "a.weir", &error)) fail_msg("%s", error.text);
  save_set_picture(save, paint(), WIDTH, HEIGHT);
  if (!save_write(save, "a.png", &error)) fail_msg("%s", error.text);
  save_destroy(save);
}

static void both_kinds_go_on_to_the_bit(void **state) {
  (void)state;
  Error error;
  Recording *const recording = recording_create(NULL, "", false, &error);
  assert_non_null(recording);
  World *const world = make(recording);
  write_both(world, recording);
  recording_end_world(recording);
  check_save("a.weir", world);
  check_save("a.png", world);
  assert_int_equal(save_kind("a.weir"), SAVE_GAME);
  assert_int_equal(save_kind("a.png"), SAVE_GAME);
  assert_int_equal(save_kind(ASSETS "/icon.png"), SAVE_PICTURE);
  assert_int_equal(save_kind(ASSETS "/pictures/ford.jpg"), SAVE_PICTURE);
  assert_int_equal(save_kind(ASSETS "/scenes/pool.scene"), SAVE_NONE);
  assert_int_equal(save_kind("no-such-file"), SAVE_NONE);
  world_destroy(world);
  recording_destroy(recording);
}

static void the_picture_is_a_plain_one_too(void **state) {
  (void)state;
  int width, height, channels;
  unsigned char *const read = stbi_load("a.png", &width, &height, &channels, 3), *const painted = paint();
  assert_true(read && width == WIDTH && height == HEIGHT);
  assert_memory_equal(read, painted, 3 * WIDTH * HEIGHT);
  stbi_image_free(read);
  memory_free(painted);
}

/* Shown to others, it tells nothing of the folders of the machine that it was saved on. */
static void no_folder_is_told(void **state) {
  (void)state;
  size_t size;
  Error error;
  const char *const secret = ASSETS;
  unsigned char *const file = file_read("a.weir", &size, &error);
  assert_non_null(file);
  for (size_t at = 0; at + strlen(secret) < size; at++) assert_true(memcmp(file + at, secret, strlen(secret)) != 0);
  memory_free(file);
  Save *const save = save_read("a.weir", &error);
  World *const world = world_state_open(save->packed, save->packed_size, 1, &error);
  assert_true(world && !strchr(world->scene.path, '/') && !strchr(save->scene.path, '/') && strlen(save->scene.path) > 0);
  world_destroy(world);
  save_destroy(save);
}

static void damage_is_refused(void **state) {
  (void)state;
  size_t size;
  Error error;
  unsigned char *const file = file_read("a.png", &size, &error);
  assert_non_null(file);
  for (size_t n = 0; n < 60; n++) {
    const size_t at = 60 + n * (size - 61) / 60, end = n % 2 ? size : at;
    FILE *const out = fopen("b.png", "wb");
    file[at] ^= 4;
    assert_true(out && fwrite(file, 1, end, out) == end && fclose(out) == 0);
    file[at] ^= 4;
    error.text[0] = '\0';
    assert_null(save_read("b.png", &error));
    assert_non_null(strstr(error.text, "b.png: "));
  }
  memory_free(file);
}

static void what_cannot_be_written_leaves_the_old_file(void **state) {
  (void)state;
  Error error;
  World *const world = make_world("pool", 5, 1, "grid=16");
  Save *const save = save_make(world, &world->scene, &seen_from, NULL);
  assert_false(save_write(save, "no-such-folder/a.weir", &error));
  assert_non_null(strstr(error.text, "no-such-folder/a.weir: "));
  if (access("/dev/full", W_OK) == 0) assert_false(save_write(save, "/dev/full", &error));
  assert_int_equal(save_kind("a.png"), SAVE_GAME);
  save_destroy(save);
  world_destroy(world);
}

static void slots_lie_where_the_environment_says(void **state) {
  (void)state;
  char path[SLOT_PATH], here[SLOT_PATH - 64];
  Error error;
  assert_non_null(getcwd(here, sizeof here));
  strcat(here, "/data");
  setenv("XDG_DATA_HOME", here, 1);
  assert_true(slots_make_folder(&error) && slot_path(SLOT_AUTO, path) && slot_written(SLOT_AUTO) == 0);
  assert_non_null(strstr(path, "/data/weir/autosave.png"));
  FILE *const out = fopen(path, "wb");
  assert_true(out && fclose(out) == 0 && slot_written(SLOT_AUTO) > 0);
  remove(path);
  rmdir("data/weir");
  rmdir("data");
  setenv("XDG_DATA_HOME", "/dev/null", 1);
  assert_false(slots_make_folder(&error));
  unsetenv("XDG_DATA_HOME");
  unsetenv("HOME");
  assert_false(slot_path(0, path) || slots_make_folder(&error));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_kinds_go_on_to_the_bit),
      cmocka_unit_test(the_picture_is_a_plain_one_too),
      cmocka_unit_test(no_folder_is_told),
      cmocka_unit_test(damage_is_refused),
      cmocka_unit_test(what_cannot_be_written_leaves_the_old_file),
      cmocka_unit_test(slots_lie_where_the_environment_says),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
