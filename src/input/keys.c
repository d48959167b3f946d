#include "input/keys.h"

#include <SDL.h>

#include <ctype.h>
#include <string.h>

#include "base/error.h"

#define ROW(id, name, key, group, press, words) [ACTION_##id] = {name, key, words, KEYS_##group, PRESS_##press},
static const struct {
  const char *name, *key, *help;
  KeyGroup group;
  ActionPress press;
} rows[ACTION_COUNT] = {ACTIONS(ROW)};

enum { PARAMS_MAX = 64, TABLE_MAX = ACTION_COUNT + PARAMS_MAX };

const char *const keys_mouse[] = {"Move",       "stir the water",
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

enum { MODIFIERS = sizeof modifiers / sizeof *modifiers };

int keys_code(int key, int held) {
  return key | (held & KMOD_SHIFT ? KEYS_SHIFT : 0) | (held & KMOD_CTRL ? KEYS_CTRL : 0) | (held & KMOD_ALT ? KEYS_ALT : 0);
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
  const char *base = SDL_GetKeyName(code & ~KEYS_HELD);
  size_t used = 0;
  binding->key = code;
  name[0] = '\0';
  if (code == 0) return;
  for (int n = 0; n < OWN_NAMES; n++)
    if (own_names[n].key == (code & ~KEYS_HELD)) base = own_names[n].name;
  for (int n = 0; n < MODIFIERS; n++)
    if (code & modifiers[n].bit) used += (size_t)snprintf(name + used, KEYS_NAME - used, "%s", modifiers[n].name);
  snprintf(name + used, KEYS_NAME - used, "%s", base);
  /* The letter of a parameter's key is small: it is the one with Shift that is not. */
  if (binding->param && strlen(base) == 1) name[used] = (char)tolower((unsigned char)name[used]);
}

static void fill(void) {
  int count;
  const ParamInfo *const infos = params_table(&count);
  CHECK(count <= PARAMS_MAX);
  for (int action = 0; action < ACTION_COUNT; action++) {
    if (!rows[action].name) continue;
    KeyBinding *const binding = &table[table_count++];
    *binding = (KeyBinding){rows[action].name, .action = (Action)action, .help = rows[action].help, .group = rows[action].group};
    binding->repeats = rows[action].press == PRESS_REPEATS;
    read_key_name(rows[action].key, &binding->us_key);
  }
  params_at = table_count;
  for (int n = 0; n < count; n++) {
    table[table_count] = (KeyBinding){infos[n].name, .param = &infos[n], .help = infos[n].help, .repeats = true, .group = KEYS_PARAMS};
    /* SDL's key codes of characters are ASCII, as a parameter's key is. */
    const int key = infos[n].key % PARAM_ALT;
    table[table_count++].us_key = (key > 0 && key <= 12 ? SDLK_F1 + key - 1 : key) | (infos[n].key >= PARAM_ALT ? KEYS_ALT : 0);
  }
  for (int n = 0; n < table_count; n++) table[n].first_key = table[n].us_key;
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

ActionPress action_press(Action action) {
  return rows[action].press;
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

/* The places that type a character, as a US keyboard has them; the last lies beside the left Shift and is not on every keyboard. */
static const struct {
  int us, scancode;
} places[] = {{'-', SDL_SCANCODE_MINUS},        {'=', SDL_SCANCODE_EQUALS},     {'[', SDL_SCANCODE_LEFTBRACKET},
              {']', SDL_SCANCODE_RIGHTBRACKET}, {'\\', SDL_SCANCODE_BACKSLASH}, {';', SDL_SCANCODE_SEMICOLON},
              {'\'', SDL_SCANCODE_APOSTROPHE},  {'`', SDL_SCANCODE_GRAVE},      {',', SDL_SCANCODE_COMMA},
              {'.', SDL_SCANCODE_PERIOD},       {'/', SDL_SCANCODE_SLASH},      {'0', SDL_SCANCODE_0},
              {0, SDL_SCANCODE_NONUSBACKSLASH}};

enum { PLACES = sizeof places / sizeof *places, LETTERS = 26, DIGITS = 9, KEYS = LETTERS + DIGITS + PLACES };

/* A key that lies by place or keeps its character (keys_fit); keys with Shift are the same one. */
typedef struct LayoutKey {
  int us; /* the character on a US keyboard */
  bool by_place;
  int key; /* out: on this layout */
} LayoutKey;

/* Returns the place number n of all that type a character. */
static int place_number(int n) {
  if (n < LETTERS) return SDL_SCANCODE_A + n;
  return n < LETTERS + DIGITS ? SDL_SCANCODE_1 + n - LETTERS : places[n - LETTERS - DIGITS].scancode;
}

/* Returns SDL_SCANCODE_UNKNOWN if the key has no character. */
static int place_of(int us) {
  if (us >= 'a' && us <= 'z') return SDL_SCANCODE_A + us - 'a';
  if (us >= '1' && us <= '9') return SDL_SCANCODE_1 + us - '1';
  for (int n = 0; n < PLACES; n++)
    if (us != 0 && places[n].us == us) return places[n].scancode;
  return SDL_SCANCODE_UNKNOWN;
}

static bool is_taken(const LayoutKey *keys, int count, int key) {
  for (int n = 0; n < count; n++)
    if (keys[n].key == key) return true;
  return false;
}

/* Fits `count` different keys. What has no character (arrows, F1) stays as it is. */
static void fit_layout(LayoutKey *keys, int count, KeyAt key_at) {
  for (int n = 0; n < count; n++) {
    const int place = place_of(keys[n].us);
    keys[n].key = place == SDL_SCANCODE_UNKNOWN ? keys[n].us : keys[n].by_place ? key_at(place) : 0;
  }
  for (int n = 0; n < count; n++)
    for (int p = 0; p < KEYS; p++) /* a character that this layout has somewhere */
      if (keys[n].key == 0 && key_at(place_number(p)) == keys[n].us && !is_taken(keys, count, keys[n].us)) keys[n].key = keys[n].us;
  for (int n = 0; n < count; n++) {
    const int key = key_at(place_of(keys[n].us));
    if (keys[n].key == 0 && !is_taken(keys, count, key)) keys[n].key = key;
  }
  for (int n = 0; n < count; n++)
    for (int p = KEYS - PLACES; keys[n].key == 0 && p < KEYS + KEYS - PLACES; p++) { /* the first that is free, signs before letters */
      const int key = key_at(place_number(p % KEYS));
      if (!is_taken(keys, count, key)) keys[n].key = key;
    }
}

/* Keys with different ones of Ctrl and Alt do not meet; with Shift and without they are one key. */
static void fit_keys_with(int held, KeyAt key_at) {
  LayoutKey keys[TABLE_MAX];
  int count = 0, key_of[TABLE_MAX];
  for (int n = 0; n < table_count; n++) {
    const int us = table[n].us_key & ~KEYS_HELD;
    key_of[n] = -1;
    if ((table[n].us_key & (KEYS_CTRL | KEYS_ALT)) != held) continue;
    for (int m = 0; m < count; m++)
      if (keys[m].us == us) key_of[n] = m;
    if (key_of[n] < 0) keys[key_of[n] = count++] = (LayoutKey){.us = us};
    const bool flies = table[n].action >= ACTION_FLY_FORWARD && table[n].action <= ACTION_FLY_DOWN;
    keys[key_of[n]].by_place |= flies || (us >= '0' && us <= '9');
  }
  fit_layout(keys, count, key_at);
  for (int n = 0; n < table_count; n++)
    if (key_of[n] >= 0) table[n].first_key = keys[key_of[n]].key | (table[n].us_key & KEYS_HELD);
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

int keys_layout_code(int key, int scancode) {
  const bool is_nameless = key == 0 || key == SDLK_SCANCODE_MASK || SDL_GetKeyName(key)[0] == '\0';
  return is_nameless ? (int)SDL_SCANCODE_TO_KEYCODE(scancode) : key;
}

int keys_layout_at(int scancode) {
  return keys_layout_code(SDL_GetKeyFromScancode((SDL_Scancode)scancode), scancode);
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
  else if (action_press(binding->action) == PRESS_HELD && (code & (KEYS_CTRL | KEYS_ALT)))
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
  for (const char *const *line = keys_mouse; *line; line += 2) fprintf(out, "  %-11s  %s\n", line[0], line[1]);
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
