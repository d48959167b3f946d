#include "input/keys.h"

#include <SDL.h>

#include <ctype.h>
#include <string.h>

#include "base/check.h"
#include "input/key_layout.h"
#include "input/tools.h"

/* A line as the program begins with it. */
typedef struct Row {
  const char *name;
  Action action;
  int key;
  const char *help;
  bool repeats;
  KeyGroup group;
} Row;

static const Row rows[] = {
    {"next-tool", ACTION_NEXT_TOOL, SDLK_INSERT, "next tool", true, KEYS_DO},
    {"open-gate", ACTION_OPEN_GATE, SDLK_z, "open the sluice gate", true, KEYS_DO},
    {"close-gate", ACTION_CLOSE_GATE, SDLK_z | KEYS_SHIFT, "close the sluice gate", true, KEYS_DO},
    {"use-tool", ACTION_USE, SDLK_x, "use the tool where the pointer is, as the left button does", false, KEYS_DO},
    {"point-up", ACTION_POINT_UP, SDLK_UP | KEYS_SHIFT, "move the pointer up, without a mouse", false, KEYS_DO},
    {"point-down", ACTION_POINT_DOWN, SDLK_DOWN | KEYS_SHIFT, "... down", false, KEYS_DO},
    {"point-left", ACTION_POINT_LEFT, SDLK_LEFT | KEYS_SHIFT, "... to the left", false, KEYS_DO},
    {"point-right", ACTION_POINT_RIGHT, SDLK_RIGHT | KEYS_SHIFT, "... to the right", false, KEYS_DO},
    {"undo", ACTION_UNDO, SDLK_z | KEYS_CTRL, "take back what was done last", true, KEYS_DO},
    {"redo", ACTION_REDO, SDLK_z | KEYS_CTRL | KEYS_SHIFT, "do it again", true, KEYS_DO},
    {"pause", ACTION_PAUSE, SDLK_SPACE, "pause and go on", false, KEYS_SCENE},
    {"step", ACTION_STEP, SDLK_PERIOD, "one step", true, KEYS_SCENE},
    {"step-back", ACTION_STEP_BACK, SDLK_PERIOD | KEYS_SHIFT, "one step back", true, KEYS_SCENE},
    {"rewind", ACTION_REWIND, SDLK_BACKSPACE, "rewind for as long as it is held; the bar at the foot does so too", false, KEYS_SCENE},
    {"delete-body", ACTION_DELETE, SDLK_DELETE, "take away the body or pump pointed at", false, KEYS_DO},
    {"release-dam", ACTION_RELEASE_DAM, SDLK_RETURN, "let the scene's dam go", false, KEYS_DO},
    {"cloudburst", ACTION_CLOUDBURST, SDLK_1 | KEYS_SHIFT, "disaster: a cloudburst", false, KEYS_DO},
    {"dam-break", ACTION_RELEASE_DAM, SDLK_2 | KEYS_SHIFT, "disaster: the dam breaks", false, KEYS_DO},
    {"sea-wave", ACTION_SEA_WAVE, SDLK_3 | KEYS_SHIFT, "disaster: a wave from the sea, or down the river", false, KEYS_DO},
    {"earthquake", ACTION_QUAKE, SDLK_4 | KEYS_SHIFT, "disaster: an earthquake", false, KEYS_DO},
    {"reset", ACTION_RESET, SDLK_r, "start the scene again", false, KEYS_SCENE},
    {"reset-all", ACTION_RESET_ALL, SDLK_r | KEYS_SHIFT, "start again with its own parameters", false, KEYS_SCENE},
    {"next-scene", ACTION_NEXT_SCENE, SDLK_TAB, "next scene", false, KEYS_SCENE},
    {"previous-scene", ACTION_PREVIOUS_SCENE, SDLK_TAB | KEYS_SHIFT, "previous scene", false, KEYS_SCENE},
    {"save", ACTION_SAVE, SDLK_F5, "save the water and all that is in it", false, KEYS_SCENE},
    {"load", ACTION_LOAD, SDLK_F9, "go on with what was saved", false, KEYS_SCENE},
    {"next-solver", ACTION_NEXT_SOLVER, SDLK_m, "next solver", false, KEYS_SCENE},
    {"mute", ACTION_MUTE, SDLK_m | KEYS_SHIFT, "mute, and sound again", false, KEYS_WINDOW},
    {"next-liquid", ACTION_NEXT_LIQUID, SDLK_l, "next liquid", false, KEYS_SCENE},
    {"previous-liquid", ACTION_PREVIOUS_LIQUID, SDLK_l | KEYS_SHIFT, "previous liquid", false, KEYS_SCENE},
    {"next-sides", ACTION_NEXT_BOUNDARY, SDLK_b, "next kind of sides", false, KEYS_SCENE},
    {"previous-sides", ACTION_PREVIOUS_BOUNDARY, SDLK_b | KEYS_SHIFT, "previous kind of sides", false, KEYS_SCENE},
    {"finer-grid", ACTION_FINER, SDLK_g, "finer grid", false, KEYS_SCENE},
    {"coarser-grid", ACTION_COARSER, SDLK_g | KEYS_SHIFT, "coarser grid", false, KEYS_SCENE},
    {"next-view", ACTION_NEXT_VIEW, SDLK_v, "next view", false, KEYS_LOOK},
    {"previous-view", ACTION_PREVIOUS_VIEW, SDLK_v | KEYS_SHIFT, "previous view", false, KEYS_LOOK},
    {"next-camera", ACTION_NEXT_CAMERA, SDLK_PAGEDOWN, "next camera of the scene", false, KEYS_LOOK},
    {"previous-camera", ACTION_PREVIOUS_CAMERA, SDLK_PAGEUP, "previous camera of the scene", false, KEYS_LOOK},
    {"fly-by", ACTION_FLYBY, SDLK_HOME, "fly round the cameras", false, KEYS_LOOK},
    {"overlay", ACTION_OVERLAY, SDLK_o, "overlay of timings", false, KEYS_WINDOW},
    {"probe", ACTION_PROBE, SDLK_p | KEYS_SHIFT, "probe: what the water does and why; Shift+drag: flow through a line", false, KEYS_LOOK},
    {"side-by-side", ACTION_BESIDE, SDLK_b | KEYS_CTRL, "side by side: two waters with the same inputs, and their difference", false,
     KEYS_LOOK},
    {"panel", ACTION_PANEL, SDLK_p, "panel of parameters", false, KEYS_WINDOW},
    {"help", ACTION_HELP, SDLK_F1, "all keys", false, KEYS_WINDOW},
    {"reload-shaders", ACTION_RELOAD, SDLK_F2, "reload the shaders", false, KEYS_WINDOW},
    {"full-screen", ACTION_FULL_SCREEN, SDLK_F11, "full screen", false, KEYS_WINDOW},
    {"screenshot", ACTION_SCREENSHOT, SDLK_F12, "a picture of the water alone, at the highest quality", false, KEYS_LOOK},
    {"clip", ACTION_CLIP, SDLK_F10, "a film of the last ten seconds, to share", false, KEYS_LOOK},
    {"hints", ACTION_HINTS, SDLK_h, "the first hints, and what there is to do here", false, KEYS_WINDOW},
    {"hide", ACTION_HIDE, SDLK_F3, "hide all but the picture", false, KEYS_WINDOW},
    {"frame-scene", ACTION_FRAME, SDLK_f, "look at the scene from its first camera", false, KEYS_LOOK},
    {"camera-mode", ACTION_CAMERA_MODE, SDLK_c, "camera: orbit, chase the car or the last body, fly", false, KEYS_LOOK},
    {"back", ACTION_BACK, SDLK_ESCAPE, "close what is open, leave full screen, then ask to quit", false, KEYS_WINDOW},
    {"fly-forward", ACTION_FLY_FORWARD, SDLK_w, "fly forward", false, KEYS_LOOK},
    {"fly-back", ACTION_FLY_BACK, SDLK_s, "fly back", false, KEYS_LOOK},
    {"fly-left", ACTION_FLY_LEFT, SDLK_a, "fly left", false, KEYS_LOOK},
    {"fly-right", ACTION_FLY_RIGHT, SDLK_d, "fly right", false, KEYS_LOOK},
    {"fly-up", ACTION_FLY_UP, SDLK_e, "fly up", false, KEYS_LOOK},
    {"fly-down", ACTION_FLY_DOWN, SDLK_q, "fly down", false, KEYS_LOOK},
    {"drive-on", ACTION_GAS, SDLK_UP, "car or boat: gas", false, KEYS_DO},
    {"drive-back", ACTION_BRAKE, SDLK_DOWN, "car or boat: brake, then back", false, KEYS_DO},
    {"steer-left", ACTION_STEER_LEFT, SDLK_LEFT, "car or boat: steer left", false, KEYS_DO},
    {"steer-right", ACTION_STEER_RIGHT, SDLK_RIGHT, "car or boat: steer right", false, KEYS_DO},
};

enum { ROWS = sizeof rows / sizeof *rows, PARAMS_MAX = 64, TABLE_MAX = TOOL_COUNT + ROWS + PARAMS_MAX };

static const char *const mouse[] = {"Move",       "stir the water",
                                    "Left",       "click: use the tool in hand; drag: push the water, or go on with a tool that paints",
                                    "Shift+Left", "drag: push the water, or do the opposite of a tool that paints",
                                    "Alt+Wheel",  "size of what is in hand",
                                    "Ctrl+Left",  "hold a body, move it (wheel: nearer, further), throw it",
                                    "Right",      "drag: look around; held still: the opposite of a tool that paints",
                                    "Middle",     "drag: move over the ground",
                                    "Wheel",      "closer to the place pointed at",
                                    "Controller", "sticks: fly, look; triggers: drive; pad and A: point, use; X Y B: tool, dam, back",
                                    NULL};

/* --- the names of keys --------------------------------------------------------------------------------------------------- */

/* Where people say something else than SDL, or SDL says what is true of a US keyboard alone. */
static const struct {
  int key;
  const char *name;
} own_names[] = {{SDLK_RETURN, "Enter"},
                 {SDLK_ESCAPE, "Esc"},
                 /* dead keys of the layout, which have no character: */
                 {SDL_SCANCODE_TO_KEYCODE(SDL_SCANCODE_GRAVE), "Left of 1"},
                 {SDL_SCANCODE_TO_KEYCODE(SDL_SCANCODE_EQUALS), "Left of Backspace"},
                 {SDL_SCANCODE_TO_KEYCODE(SDL_SCANCODE_LEFTBRACKET), "Right of P"}};

enum { OWN_NAMES = sizeof own_names / sizeof *own_names };

static const struct {
  int bit;
  const char *name;
} modifiers[] = {{KEYS_CTRL, "Ctrl+"}, {KEYS_ALT, "Alt+"}, {KEYS_SHIFT, "Shift+"}};

enum { MODIFIERS = sizeof modifiers / sizeof *modifiers, MODIFIER_BITS = KEYS_CTRL | KEYS_ALT | KEYS_SHIFT };

int keys_code(int key, bool shift, bool ctrl, bool alt) {
  return key | (shift ? KEYS_SHIFT : 0) | (ctrl ? KEYS_CTRL : 0) | (alt ? KEYS_ALT : 0);
}

bool keys_is_modifier(int key) {
  const int scancode = (key & SDLK_SCANCODE_MASK) ? key & ~SDLK_SCANCODE_MASK : 0;
  return (scancode >= SDL_SCANCODE_LCTRL && scancode <= SDL_SCANCODE_RGUI) || scancode == SDL_SCANCODE_MODE;
}

/* Reads a name such as "Ctrl+Shift+K" as a number. Returns false if there is no such key. */
static bool read_key_name(const char *text, int *code) {
  *code = 0;
  for (int n = 0; n < MODIFIERS; n++) {
    const size_t length = strlen(modifiers[n].name);
    if (SDL_strncasecmp(text, modifiers[n].name, length) != 0) continue;
    *code |= modifiers[n].bit;
    text += length;
    n = -1; /* in any order */
  }
  int key = SDL_strcasecmp(text, "Semicolon") == 0 ? SDLK_SEMICOLON : SDL_GetKeyFromName(text);
  for (int n = 0; n < OWN_NAMES; n++)
    if (SDL_strcasecmp(text, own_names[n].name) == 0) key = own_names[n].key;
  *code |= key;
  return key != SDLK_UNKNOWN && !keys_is_modifier(key);
}

/* A line's value that is a semicolon would be read as a remark. */
const char *keys_file_name(const KeyBinding *binding) {
  static char name[KEYS_NAME];
  const size_t length = strlen(binding->key_name);
  if (length == 0) return "none";
  if (binding->key_name[length - 1] != ';') return binding->key_name;
  snprintf(name, sizeof name, "%.*sSemicolon", (int)length - 1, binding->key_name);
  return name;
}

/* --- the table ------------------------------------------------------------------------------------------------------------ */

static KeyBinding table[TABLE_MAX];
static int table_count; /* 0: not yet filled */
static int params_at;   /* index of the first parameter */
static bool fixed;

static void set_key(KeyBinding *binding, int code) {
  char *const name = binding->key_name;
  const char *base = SDL_GetKeyName(code & ~MODIFIER_BITS);
  size_t used = 0;
  binding->key = code;
  name[0] = '\0';
  if (code == 0) return;
  for (int n = 0; n < OWN_NAMES; n++)
    if (own_names[n].key == (code & ~MODIFIER_BITS)) base = own_names[n].name;
  for (int n = 0; n < MODIFIERS; n++)
    if (code & modifiers[n].bit) used += (size_t)snprintf(name + used, KEYS_NAME - used, "%s", modifiers[n].name);
  snprintf(name + used, KEYS_NAME - used, "%s", base);
  /* The letter of a parameter's key is small: it is the one with Shift that is not. */
  if (binding->param && strlen(base) == 1) name[used] = (char)tolower((unsigned char)name[used]);
}

/* The key of a parameter as SDL and this table have it: SDL's key codes of characters are ASCII. */
static int param_key(const ParamInfo *info) {
  const int key = info->key % PARAM_ALT;
  return (key > 0 && key <= 12 ? SDLK_F1 + key - 1 : key) | (info->key >= PARAM_ALT ? KEYS_ALT : 0);
}

static void fill(void) {
  int count;
  const ParamInfo *const infos = params_table(&count);
  CHECK(count <= PARAMS_MAX);
  table_count = 0;
  for (int tool = 0; tool < TOOL_COUNT; tool++) {
    const ToolInfo *const info = tools_info((Tool)tool);
    KeyBinding *const binding = &table[table_count];
    if (!info->key) continue;
    *binding = (KeyBinding){.name = info->action, .action = (Action)(ACTION_TOOL_CRATE + tool), .help = info->choose, .group = KEYS_DO};
    read_key_name(info->key, &binding->us_key);
    binding->first_key = binding->us_key;
    table_count++;
  }
  for (int n = 0; n < ROWS; n++)
    table[table_count++] = (KeyBinding){.name = rows[n].name,
                                        .action = rows[n].action,
                                        .help = rows[n].help,
                                        .repeats = rows[n].repeats,
                                        .group = rows[n].group,
                                        .us_key = rows[n].key,
                                        .first_key = rows[n].key};
  params_at = table_count;
  for (int n = 0; n < count; n++)
    table[table_count++] = (KeyBinding){.name = infos[n].name,
                                        .param = &infos[n],
                                        .help = infos[n].help,
                                        .repeats = true,
                                        .group = KEYS_PARAMS,
                                        .us_key = param_key(&infos[n]),
                                        .first_key = param_key(&infos[n])};
}

void keys_reset(void) {
  if (table_count == 0) fill();
  for (int n = 0; n < table_count; n++) set_key(&table[n], table[n].first_key);
}

static KeyBinding *bindings(void) {
  if (table_count == 0) keys_reset();
  return table;
}

const KeyBinding *keys_table(int *count) {
  const KeyBinding *const all = bindings();
  *count = table_count;
  return all;
}

const char *const *keys_mouse(void) {
  return mouse;
}

/* Returns true if one press could mean both: a parameter takes its key with Shift and without. */
static bool clash(const KeyBinding *a, const KeyBinding *b, int code) {
  const int differ = a->key ^ code;
  return a->key != 0 && code != 0 && (a->param || b->param ? differ & ~KEYS_SHIFT : differ) == 0;
}

const KeyBinding *keys_find(int code) {
  const KeyBinding *const all = bindings(), *plain = NULL;
  for (int n = 0; n < table_count; n++) {
    if (all[n].key == 0 || (all[n].key ^ code) & ~KEYS_SHIFT) continue;
    if (all[n].key == code || all[n].param) return &all[n];
    if (!(all[n].key & KEYS_SHIFT)) plain = &all[n];
  }
  return plain;
}

const KeyBinding *keys_param(const ParamInfo *info) {
  int count;
  return &bindings()[params_at + (info - params_table(&count))];
}

const char *keys_name(Action action) {
  const KeyBinding *const all = bindings();
  for (int n = 0; n < table_count; n++)
    if (all[n].action == action && !all[n].param && all[n].key) return all[n].key_name;
  return "no key";
}

/* --- rebinding ------------------------------------------------------------------------------------------------------------- */

static KeyBinding *find_named(const char *name) {
  KeyBinding *const all = bindings();
  for (int n = 0; n < table_count; n++)
    if (strcmp(all[n].name, name) == 0) return &all[n];
  return NULL;
}

void keys_fix(void) {
  fixed = true;
}

bool keys_are_fixed(void) {
  return fixed;
}

static void bind(KeyBinding *binding, int code, char line[KEYS_LINE]) {
  set_key(binding, code);
  snprintf(line, KEYS_LINE, "%s is %s now", binding->name, code ? binding->key_name : "without");
  for (int n = 0; n < table_count; n++) {
    if (&table[n] == binding || !clash(&table[n], binding, code)) continue;
    const size_t used = strlen(line);
    set_key(&table[n], 0);
    snprintf(line + used, KEYS_LINE - used, "; %s has none any more", table[n].name);
  }
}

/* --- the layout of the keyboard -------------------------------------------------------------------------------------------- */

/* Keys with different ones of Ctrl and Alt do not meet; with Shift and without they are one key. */
static void fit_keys_with(int held, KeyAt key_at) {
  LayoutKey keys[TABLE_MAX];
  int count = 0, key_of[TABLE_MAX];
  for (int n = 0; n < table_count; n++) {
    const int us = table[n].us_key & ~MODIFIER_BITS;
    key_of[n] = -1;
    if ((table[n].us_key & (KEYS_CTRL | KEYS_ALT)) != held) continue;
    for (int m = 0; m < count; m++)
      if (keys[m].us == us) key_of[n] = m;
    if (key_of[n] < 0) keys[key_of[n] = count++] = (LayoutKey){.us = us};
    const bool flies = table[n].action >= ACTION_FLY_FORWARD && table[n].action <= ACTION_FLY_DOWN;
    keys[key_of[n]].by_place |= flies || (us >= '0' && us <= '9');
  }
  key_layout_fit(keys, count, key_at);
  for (int n = 0; n < table_count; n++)
    if (key_of[n] >= 0) table[n].first_key = keys[key_of[n]].key | (table[n].us_key & MODIFIER_BITS);
}

void keys_fit(KeyAt key_at) {
  KeyBinding before[TABLE_MAX];
  char ignored[KEYS_LINE];
  memcpy(before, bindings(), sizeof before);
  for (int held = 0; held < 4; held++) fit_keys_with((held & 1 ? KEYS_CTRL : 0) | (held & 2 ? KEYS_ALT : 0), key_at);
  keys_reset();
  for (int n = 0; n < table_count; n++)
    if (before[n].key != before[n].first_key) bind(&table[n], before[n].key, ignored);
}

/* --- binding by name ------------------------------------------------------------------------------------------------------- */

bool keys_bind_code(const char *name, int code, char line[KEYS_LINE]) {
  KeyBinding *const binding = find_named(name);
  const char *why = NULL;
  if (!binding)
    why = "there is no such action or parameter (weir --list-keys)";
  else if (fixed)
    why = "the settings say that keys are fixed";
  else if (binding->param && (code & KEYS_SHIFT))
    why = "Shift with a parameter's key lowers it: give the key without";
  else if (action_is_held(binding->action) && (code & (KEYS_CTRL | KEYS_ALT)))
    why = "what is held down has no Ctrl and no Alt";
  if (why)
    snprintf(line, KEYS_LINE, "%.40s: %s", name, why);
  else
    bind(binding, code, line);
  return !why;
}

bool keys_bind(const char *name, const char *key, char line[KEYS_LINE]) {
  int code = 0;
  if (find_named(name) && SDL_strcasecmp(key, "none") != 0 && !read_key_name(key, &code)) {
    snprintf(line, KEYS_LINE, "%.40s: '%.40s' is not a key; as in F6, Shift+K, Ctrl+Space, or none", name, key);
    return false;
  }
  return keys_bind_code(name, code, line);
}

/* --- checking and printing -------------------------------------------------------------------------------------------------- */

void keys_check(void) {
  const KeyBinding *const all = bindings();
  for (int n = 0; n < table_count; n++)
    for (int m = 0; m < n; m++) CHECK(!clash(&all[n], &all[m], all[m].key) && strcmp(all[n].name, all[m].name) != 0);
}

void keys_print_help(FILE *out) {
  int count;
  const KeyBinding *const all = keys_table(&count);
  for (const char *const *line = mouse; *line; line += 2) fprintf(out, "  %-11s  %s\n", line[0], line[1]);
  for (int n = 0; n < count && !all[n].param; n++) fprintf(out, "  %-11s  %s\n", all[n].key_name, all[n].help);
  fprintf(out, "Each of these keys raises a parameter; with Shift it lowers it:\n");
  for (int n = 0; n < count; n++)
    if (all[n].param && all[n].key) fprintf(out, "  %-11s  %s: %s\n", all[n].key_name, all[n].name, all[n].help);
}

void keys_print_names(FILE *out) {
  int count;
  const KeyBinding *const all = keys_table(&count);
  for (int n = 0; n < count; n++)
    fprintf(out, "%-17s %-12s %s%s\n", all[n].name, all[n].key_name, all[n].help, all[n].param ? "; with Shift less" : "");
}
