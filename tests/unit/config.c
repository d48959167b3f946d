#define _POSIX_C_SOURCE 200809L /* mkdtemp, setenv */
/* Settings that the window keeps: they are written and read again, whatever stands in the file; keys can be bound again; files of the
 * user's own are opened. */
#include <SDL_keycode.h>
#include <SDL_scancode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#include "app/options.h"
#include "files/config.h"
#include "input/keys.h"
#include "session/session_private.h"
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
  assert_true(config.width == 0 && config.quality == -1 && config.volume == -1 && config.scene[0] == '\0' && config.key_count == 0 &&
              !config.keys_fixed);
  config = (Config){
      .width = 900, .height = 700, .quality = 2, .resolution = 4, .volume = 0.25f, .muted = true, .keys_fixed = true, .key_count = 2};
  strcpy(config.scene, "ford");
  strcpy(config.hints, "move drop");
  config.keys[0] = (ConfigKey){.what = "tool-crate", .key = "F6"};
  config.keys[1] = (ConfigKey){.what = "pause", .key = "Ctrl+Space"};
  if (!config_write(&config, NULL, &error)) fail_msg("%s", error.text);
  config_read(&again);
  assert_true(again.width == 900 && again.height == 700 && again.quality == 2 && again.resolution == 4 && again.volume == 0.25f &&
              again.muted && again.keys_fixed);
  assert_string_equal(again.scene, "ford");
  assert_string_equal(again.hints, "move drop");
  assert_true(again.key_count == 2 && !again.keys[0].refused && !again.keys[1].refused && strcmp(again.keys[1].what, "pause") == 0 &&
              strcmp(again.keys[1].key, "Ctrl+Space") == 0);
}

static void lines_without_sense_do_no_harm(void **state) {
  (void)state;
  char path[600], text[40000];
  Config config;
  config_path(path);
  write_file(path,
             "width = 1e99\nheight = -4\n[[[\nquality = best\nresolution = 55\nvolume = nan\nfuture = 7\n= \nscene = river\nmuted = "
             "yes\n[keys]\nx "
             "=\n[more]\nwidth = 5\n");
  config_read(&config);
  assert_true(config.width == 0 && config.height == 0 && config.quality == -1 && config.resolution == -1 && config.volume == -1 &&
              config.muted);
  assert_string_equal(config.scene, "river");
  size_t used = 0;
  used += (size_t)snprintf(text, sizeof text, "[keys]\n");
  for (int n = 0; n < 500; n++) used += (size_t)snprintf(text + used, sizeof text - used, "key%d = %0*d\n", n, n % 60, n);
  write_file(path, text);
  config_read(&config);
  assert_int_equal(config.key_count, CONFIG_KEYS);
  assert_true(config.keys_left_out >= 500 - CONFIG_KEYS);
}

static void assert_file_is(const char *path, const char *text) {
  static char found[8192];
  FILE *const file = fopen(path, "rb");
  assert_non_null(file);
  found[fread(found, 1, sizeof found - 1, file)] = '\0';
  fclose(file);
  assert_string_equal(found, text);
}

static void keep(const Config *now, const Config *before) {
  Error error;
  if (!config_write(now, before, &error)) fail_msg("%s", error.text);
}

/* Twenty lines of the user's own: comments, sections and names that the program does not know, remarks, odd blanks, no end of the last
 * line. */
#define OWN(volume, scene, extra, pause)                                                                                         \
  "# my settings\r\n; and another remark\n\n  width=800\t; as my screen has it\nheight : 600\nfuture = 7 ; of a later version\n" \
  "volume = 0.5\nvolume = " volume "   ; the last counts\nscene =" scene "\n\tmuted = yes\n" extra                               \
  "no sense at all\n[notes]\nvolume = loud\n# in the middle\n\n[keys]\n# below: keys\npause = " pause "\npauze = F15\n[more]\nlast = line"

static void only_what_changed_is_written(void **state) {
  (void)state;
  char path[600];
  Config before, now;
  config_path(path);
  write_file(path, OWN("0.25", "", "", "F6"));
  config_read(&before);
  assert_true(before.width == 800 && before.height == 600 && before.volume == 0.25f && before.muted && before.scene[0] == '\0');
  assert_false(config_differs(&before, &before));
  keep(&before, &before);
  assert_file_is(path, OWN("0.25", "", "", "F6"));
  now = before;
  now.volume = 0.75f;
  strcpy(now.scene, "river");
  strcpy(now.hints, "move");
  strcpy(now.keys[0].key, "Shift+K");
  assert_true(config_differs(&now, &before));
  keep(&now, &before);
  assert_file_is(path, OWN("0.75", " river", "hints = move\n", "Shift+K"));
  before = now;
  now.key_count = 0; /* all keys as the program has them: a line that could not be bound stays */
  before.keys[1].refused = true;
  keep(&now, &before);
  config_read(&now);
  assert_true(now.key_count == 1 && strcmp(now.keys[0].what, "pauze") == 0);
}

/* Both read the same file, change different things, and end one after the other. */
static void two_windows_do_not_undo_each_other(void **state) {
  (void)state;
  char path[600];
  Config first, first_before, second, second_before;
  config_path(path);
  write_file(path, "# mine\nvolume = 0.5\nhints = move\n[keys]\npause = F6\n");
  config_read(&first_before);
  config_read(&second_before);
  first = first_before, second = second_before;
  first.volume = 0.25f;
  strcpy(first.hints, "move drop");
  assert_true(config_add_key(&first, "mute", "F7"));
  second.muted = true;
  strcpy(second.scene, "ford");
  strcpy(second.hints, "move look");
  second.key_count = 0;
  assert_true(config_add_key(&second, "panel", "none"));
  keep(&first, &first_before);
  keep(&second, &second_before);
  assert_file_is(path, "# mine\nvolume = 0.25\nhints = move drop look\nmuted = yes\nscene = ford\n[keys]\nmute = F7\npanel = none\n");
}

static void a_linked_file_is_written_through_its_link(void **state) {
  (void)state;
  char path[600], target[600];
  struct stat is;
  Config config;
  config_path(path);
  snprintf(target, sizeof target, "%s/elsewhere", folder);
  for (int there = 1; there >= 0; there--) { /* then the file that it leads to is gone */
    remove(path);
    remove(target);
    if (there) write_file(target, "# kept elsewhere\n");
    assert_int_equal(symlink("../elsewhere", path), 0);
    config_read(&config);
    const Config before = config;
    config.volume = 0.5f;
    keep(&config, &before);
    assert_true(lstat(path, &is) == 0 && S_ISLNK(is.st_mode));
    assert_true(lstat(target, &is) == 0 && S_ISREG(is.st_mode));
    config_read(&config);
    assert_true(config.volume == 0.5f);
    if (there) assert_file_is(target, "# kept elsewhere\nvolume = 0.5\n");
  }
  remove(path);
}

static void what_cannot_be_kept_is_said(void **state) {
  (void)state;
  char path[600], at[700];
  Config config = {.quality = -1, .resolution = -1, .volume = -1};
  Error error;
  config_path(path);
  remove(path);
  assert_int_equal(symlink("/dev/full", path), 0);
  assert_false(config_write(&config, NULL, &error));
  snprintf(at, sizeof at, "settings: %s: cannot be written: No space left on device", path);
  assert_string_equal(error.text, at);
  remove(path);
  assert_int_equal(mkdir(path, 0700), 0);
  assert_false(config_write(&config, NULL, &error));
  snprintf(at, sizeof at, "settings: %s: Is a directory", path);
  assert_string_equal(error.text, at);
  rmdir(path);
}

static bool bind(const char *name, const char *key) {
  char line[KEYS_LINE];
  return keys_bind(name, key, line);
}

static const KeyBinding *find(int code) {
  return keys_find(code);
}

static void keys_are_bound_anew(void **state) {
  (void)state;
  char line[KEYS_LINE];
  keys_check();
  assert_int_equal(find(SDLK_SPACE)->action, ACTION_PAUSE);
  assert_true(keys_bind("pause", "F15", line));
  assert_string_equal(line, "pause is F15 now");
  assert_int_equal(find(SDLK_F15)->action, ACTION_PAUSE);
  assert_null(find(SDLK_SPACE));
  assert_string_equal(keys_name(ACTION_PAUSE), "F15");
  assert_true(bind("overlay", "ctrl+shift+k"));
  assert_int_equal(find(SDLK_k | KEYS_CTRL | KEYS_SHIFT)->action, ACTION_OVERLAY);
  assert_string_equal(keys_name(ACTION_OVERLAY), "Ctrl+Shift+K");
  assert_true(keys_bind("panel", "F15", line)); /* the key goes over */
  assert_string_equal(line, "panel is F15 now; pause has none any more");
  assert_int_equal(find(SDLK_F15)->action, ACTION_PANEL);
  assert_true(bind("fly-forward", "Shift+Up")); /* held keys, too */
  assert_int_equal(find(SDLK_UP | KEYS_SHIFT)->action, ACTION_FLY_FORWARD);
  assert_null(find(SDLK_w));
  assert_true(bind("help", "Enter") && bind("back", "none"));
  assert_int_equal(find(SDLK_RETURN)->action, ACTION_HELP);
  assert_string_equal(keys_name(ACTION_BACK), "no key");
  keys_check();
  keys_reset();
  assert_int_equal(find(SDLK_SPACE)->action, ACTION_PAUSE);
  assert_null(find(SDLK_F15));
  keys_check();
}

static void keys_that_are_none_are_refused_in_words(void **state) {
  (void)state;
  static const char *const wrong[][3] = {
      {"pause", "F99", "pause: 'F99' is not a key; as in F6, Shift+K, Ctrl+Space, or none"},
      {"pause", "", "pause: '' is not a key; as in F6, Shift+K, Ctrl+Space, or none"},
      {"pause", "Ctrl+", "pause: 'Ctrl+' is not a key; as in F6, Shift+K, Ctrl+Space, or none"},
      {"pause", "Left Shift", "pause: 'Left Shift' is not a key; as in F6, Shift+K, Ctrl+Space, or none"},
      {"pauze", "F15", "pauze: there is no such action or parameter (weir --list-keys)"},
      {"pauze", "F99", "pauze: there is no such action or parameter (weir --list-keys)"},
      {"fly-up", "Ctrl+E", "fly-up: what is held down has no Ctrl and no Alt"},
      {"gravity", "Shift+K", "gravity: Shift with a parameter's key lowers it: give the key without"},
  };
  char line[KEYS_LINE];
  for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
    assert_false(keys_bind(wrong[n][0], wrong[n][1], line));
    assert_string_equal(line, wrong[n][2]);
  }
  assert_int_equal(find(SDLK_SPACE)->action, ACTION_PAUSE);
}

static void keys_of_parameters_are_bound_anew(void **state) {
  (void)state;
  const ParamInfo *const gravity = params_find("gravity"), *const quality = params_find("quality");
  char line[KEYS_LINE];
  const int first = keys_param(gravity)->key;
  assert_true(first != 0 && find(first)->param == gravity && find(first | KEYS_SHIFT)->param == gravity);
  assert_true(keys_bind("gravity", "Alt+F15", line));
  assert_true(find(SDLK_F15 | KEYS_ALT | KEYS_SHIFT)->param == gravity && !find(first));
  assert_true(keys_bind("quality", "Space", line)); /* an action's key */
  assert_string_equal(line, "quality is Space now; pause has none any more");
  assert_true(find(SDLK_SPACE)->param == quality && find(SDLK_SPACE | KEYS_SHIFT)->param == quality);
  assert_true(keys_bind("mute", "Alt+Shift+F15", line)); /* a parameter has its key with Shift and without */
  assert_string_equal(line, "mute is Alt+Shift+F15 now; gravity has none any more");
  assert_null(find(SDLK_F15 | KEYS_ALT));
  keys_reset();
}

/* A table of keys that is written and read again is the same table, whatever the order of its lines. */
static void any_keys_are_read_as_they_were_written(void **state) {
  (void)state;
  static KeyBinding before[256];
  char line[KEYS_LINE];
  int count;
  const KeyBinding *const all = keys_table(&count);
  assert_true(count <= 256 && count <= CONFIG_KEYS);
  assert_true(bind("pause", "O") && bind("overlay", "Space") && bind("panel", ";") && bind("mute", "Ctrl+;") && bind("hints", "=") &&
              bind("gravity", "Keypad +") && bind("reset", "]") && bind("finer-grid", "none") && bind("density", "#"));
  memcpy(before, all, (size_t)count * sizeof *all);
  Config config = {.quality = -1, .resolution = -1, .volume = -1}, again;
  Error error;
  char path[600];
  config_path(path);
  remove(path);
  for (int n = 0; n < count; n++)
    if (all[n].key != all[n].first_key) assert_true(config_add_key(&config, all[n].name, keys_file_name(&all[n])));
  assert_true(config_write(&config, NULL, &error));
  keys_reset();
  config_read(&again);
  assert_true(again.key_count == config.key_count && again.keys_left_out == 0);
  for (int n = 0; n < again.key_count; n++)
    if (!keys_bind(again.keys[n].what, again.keys[n].key, line)) fail_msg("%s", line);
  for (int n = 0; n < count; n++)
    if (before[n].key != all[n].key) fail_msg("%s: was %s, is %s", all[n].name, before[n].key_name, all[n].key_name);
  keys_reset();
}

/* Each action has a name and a key; a parameter can also be set by its name. Help has a line for each. */
static void all_can_be_reached_by_key(void **state) {
  (void)state;
  bool has_key[ACTION_COUNT] = {[ACTION_NONE] = true,
                                [ACTION_CHOOSE_SCENE] = true, /* by the panel's pictures, --scene or Tab */
                                [ACTION_SAVE_SLOT] = true,    /* by the panel's list of saved games */
                                [ACTION_LOAD_SLOT] = true,
                                [ACTION_OPEN_FILE] = true /* by a drop on the window, or on the command line */};
  int count, params;
  const KeyBinding *const all = keys_table(&count);
  const ParamInfo *const infos = params_table(&params);
  for (int n = 0; n < count; n++) {
    if (all[n].key == 0) fail_msg("%s has no key", all[n].name);
    if (find(all[n].key) != &all[n]) fail_msg("%s: its key %s does something else", all[n].name, all[n].key_name);
    has_key[all[n].action] = true;
  }
  for (int action = 0; action < ACTION_COUNT; action++)
    if (!has_key[action]) fail_msg("action %d has no line in the table of keys", action);
  Params values = params_default();
  Error error;
  for (int n = 0; n < params; n++) {
    char text[32];
    assert_ptr_equal(keys_param(&infos[n])->param, &infos[n]);
    snprintf(text, sizeof text, "%.9g", (double)infos[n].high);
    if (!params_set(&values, infos[n].name, infos[n].words[0] ? infos[n].words[0] : text, &error)) fail_msg("%s", error.text);
  }
}

/* The characters that the places type without Shift, from the one left of 1 on; the last one lies beside the left Shift. 0x1: a dead
 * key. */
static const wchar_t *layout;
static const int places[] = {SDL_SCANCODE_GRAVE,
                             SDL_SCANCODE_1,
                             SDL_SCANCODE_2,
                             SDL_SCANCODE_3,
                             SDL_SCANCODE_4,
                             SDL_SCANCODE_5,
                             SDL_SCANCODE_6,
                             SDL_SCANCODE_7,
                             SDL_SCANCODE_8,
                             SDL_SCANCODE_9,
                             SDL_SCANCODE_0,
                             SDL_SCANCODE_MINUS,
                             SDL_SCANCODE_EQUALS,
                             SDL_SCANCODE_Q,
                             SDL_SCANCODE_W,
                             SDL_SCANCODE_E,
                             SDL_SCANCODE_R,
                             SDL_SCANCODE_T,
                             SDL_SCANCODE_Y,
                             SDL_SCANCODE_U,
                             SDL_SCANCODE_I,
                             SDL_SCANCODE_O,
                             SDL_SCANCODE_P,
                             SDL_SCANCODE_LEFTBRACKET,
                             SDL_SCANCODE_RIGHTBRACKET,
                             SDL_SCANCODE_A,
                             SDL_SCANCODE_S,
                             SDL_SCANCODE_D,
                             SDL_SCANCODE_F,
                             SDL_SCANCODE_G,
                             SDL_SCANCODE_H,
                             SDL_SCANCODE_J,
                             SDL_SCANCODE_K,
                             SDL_SCANCODE_L,
                             SDL_SCANCODE_SEMICOLON,
                             SDL_SCANCODE_APOSTROPHE,
                             SDL_SCANCODE_BACKSLASH,
                             SDL_SCANCODE_Z,
                             SDL_SCANCODE_X,
                             SDL_SCANCODE_C,
                             SDL_SCANCODE_V,
                             SDL_SCANCODE_B,
                             SDL_SCANCODE_N,
                             SDL_SCANCODE_M,
                             SDL_SCANCODE_COMMA,
                             SDL_SCANCODE_PERIOD,
                             SDL_SCANCODE_SLASH,
                             SDL_SCANCODE_NONUSBACKSLASH};
enum { PLACES = sizeof places / sizeof *places };

static int key_at(int scancode) {
  for (int n = 0; n < PLACES; n++)
    if (places[n] == scancode) return keys_layout_code(layout[n] > 1 ? (int)layout[n] : 0, scancode);
  return 0;
}

static bool is_reached(const KeyBinding *binding) {
  const int key = binding->key & ~(KEYS_SHIFT | KEYS_ALT | KEYS_CTRL);
  if (key & SDLK_SCANCODE_MASK && binding->key == binding->us_key) return true; /* arrows, F1 */
  for (int n = 0; n < PLACES; n++)
    if (key_at(places[n]) == key) return find(binding->key) == binding;
  return key < ' ' || key == SDLK_SPACE || key == SDLK_DELETE;
}

static int fly_key(Action action) {
  int count;
  const KeyBinding *const all = keys_table(&count);
  for (int n = 0; n < count; n++)
    if (all[n].action == action) return all[n].key;
  return 0;
}

static void keys_are_on_every_layout(void **state) {
  (void)state;
  static const struct {
    const char *name;
    const wchar_t *keys;
  } layouts[] = {{"US", L"`1234567890-=qwertyuiop[]asdfghjkl;'\\zxcvbnm,./<"},
                 {"French", L"\xb2&\xe9\"'(-\xe8_\xe7\xe0)=azertyuiop\x1$qsdfghjklm\xf9*wxcvbn,;:!<"},
                 {"German",
                  L"\x1"
                  L"1234567890\xdf\x1qwertzuiop\xfc+asdfghjkl\xf6\xe4#yxcvbnm,.-<"},
                 {"Spanish",
                  L"\xba"
                  L"1234567890'\xa1qwertyuiop\x1+asdfghjkl\xf1\x1\xe7zxcvbnm,.-<"},
                 {"Dvorak", L"`1234567890[]',.pyfgcrl/=aoeuidhtns-\\;qjkxbmwvz<"},
                 {"Russian",
                  L"\x451"
                  L"1234567890-=\x439\x446\x443\x43a\x435\x43d\x433\x448\x449\x437\x445\x44a\x444\x44b\x432\x430\x43f"
                  L"\x440\x43e\x43b\x434\x436\x44d\\\x44f\x447\x441\x43c\x438\x442\x44c\x431\x44e./"}};
  int count;
  const KeyBinding *const all = keys_table(&count);
  for (size_t l = 0; l < sizeof layouts / sizeof *layouts; l++) {
    layout = layouts[l].keys;
    keys_fit(key_at);
    keys_check();
    for (int n = 0; n < count; n++) {
      if (!is_reached(&all[n])) fail_msg("%s: %s: no key types %s", layouts[l].name, all[n].name, all[n].key_name);
      if (l == 0 && all[n].key != all[n].us_key) fail_msg("%s is not as on a US keyboard", all[n].name);
    }
    assert_true(fly_key(ACTION_FLY_FORWARD) == key_at(SDL_SCANCODE_W) && fly_key(ACTION_FLY_LEFT) == key_at(SDL_SCANCODE_A) &&
                fly_key(ACTION_FLY_BACK) == key_at(SDL_SCANCODE_S) && fly_key(ACTION_FLY_RIGHT) == key_at(SDL_SCANCODE_D));
  }
  layout = layouts[1].keys; /* keys of the person's own stay, and what has none has none */
  keys_fit(key_at);
  assert_string_equal(keys_name(ACTION_FLY_FORWARD), "Z");
  assert_string_equal(keys_name(ACTION_UNDO), "Ctrl+Z");
  assert_string_equal(keys_name(ACTION_NEXT_SOLVER), "M");
  assert_true(bind("pause", "F15") && bind("mute", "none"));
  layout = layouts[2].keys;
  keys_fit(key_at);
  assert_string_equal(keys_name(ACTION_PAUSE), "F15");
  assert_string_equal(keys_name(ACTION_MUTE), "no key");
  assert_string_equal(keys_name(ACTION_FLY_FORWARD), "W");
  for (int n = 0; n < count; n++) { /* dead keys have names that are read again */
    if (all[n].key != all[n].first_key || all[n].key == 0) continue;
    const int key = all[n].key;
    if (!bind(all[n].name, keys_file_name(&all[n])) || all[n].key != key) fail_msg("%s: %s", all[n].name, all[n].key_name);
  }
  layout = layouts[0].keys;
  assert_true(bind("pause", "Space") && bind("mute", "Shift+M"));
  keys_fit(key_at);
  keys_reset();
}

/* For good: the last of the tests of keys. */
static void fixed_keys_stay(void **state) {
  (void)state;
  char line[KEYS_LINE];
  assert_false(keys_are_fixed());
  assert_true(keys_bind("pause", "F15", line));
  keys_fix();
  assert_true(keys_are_fixed());
  assert_false(keys_bind("pause", "F10", line));
  assert_string_equal(line, "pause: the settings say that keys are fixed");
  assert_int_equal(find(SDLK_F15)->action, ACTION_PAUSE);
}

static void files_of_ones_own_are_opened_or_refused(void **state) {
  (void)state;
  static Options options;
  static Session session;
  char *argv[] = {"weir", "pool", "--grid", "32", NULL};
  Error error;
  assert_true(options_parse(4, argv, &options, &error));
  options.session.asset_dir = ASSETS, options.session.threads = 1;
  if (!session_start(&session, &options.session, &error) || !session_build(&session, &error)) fail_msg("%s", error.text);
  char image[600], scene[600], wrong[600];
  snprintf(scene, sizeof scene, "%s/own.scene", folder);
  snprintf(wrong, sizeof wrong, "%s/wrong.png", folder);
  snprintf(image, sizeof image, "%s/heightmaps/jacksboro-dem.png", ASSETS);
  write_file(scene, "[scene]\ntitle = Own\ngrid = 20 20\n");
  write_file(wrong, "not an image at all");
  assert_true(session_open_file(&session, scene, NULL, &error));
  assert_string_equal(session.scene.title, "Own");
  assert_false(session_open_file(&session, wrong, NULL, &error));
  assert_non_null(strstr(error.text, "wrong.png"));
  assert_false(session_open_file(&session, "/nowhere/at/all.scene", NULL, &error));
  assert_false(session_open_file(&session, "letter.txt", NULL, &error));
  assert_string_equal(session.scene.title, "Own"); /* what was shown stays */
  assert_true(session_open_file(&session, image, NULL, &error));
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
      cmocka_unit_test(only_what_changed_is_written),
      cmocka_unit_test(two_windows_do_not_undo_each_other),
      cmocka_unit_test(a_linked_file_is_written_through_its_link),
      cmocka_unit_test(what_cannot_be_kept_is_said),
      cmocka_unit_test(keys_are_bound_anew),
      cmocka_unit_test(keys_that_are_none_are_refused_in_words),
      cmocka_unit_test(keys_of_parameters_are_bound_anew),
      cmocka_unit_test(any_keys_are_read_as_they_were_written),
      cmocka_unit_test(all_can_be_reached_by_key),
      cmocka_unit_test(keys_are_on_every_layout),
      cmocka_unit_test(fixed_keys_stay),
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
