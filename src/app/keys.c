#include "app/keys.h"

#include <SDL.h>

#include <string.h>

#include "base/check.h"

static KeyBinding table[] = {
    {SDLK_1, false, "1", "tool: crates", ACTION_TOOL_CRATE, false, KEYS_DO},
    {SDLK_2, false, "2", "tool: push the water", ACTION_TOOL_PUSH, false, KEYS_DO},
    {SDLK_3, false, "3", "tool: pour water", ACTION_TOOL_POUR, false, KEYS_DO},
    {SDLK_4, false, "4", "tool: drain water", ACTION_TOOL_DRAIN, false, KEYS_DO},
    {SDLK_7, false, "7", "tool: logs", ACTION_TOOL_LOG, false, KEYS_DO},
    {SDLK_8, false, "8", "tool: cars", ACTION_TOOL_CAR, false, KEYS_DO},
    {SDLK_5, false, "5", "tool: dye", ACTION_TOOL_DYE, false, KEYS_DO},
    {SDLK_6, false, "6", "tool: houses", ACTION_TOOL_HOUSE, false, KEYS_DO},
    {SDLK_9, false, "9", "tool: boats", ACTION_TOOL_BOAT, false, KEYS_DO},
    {SDLK_0, false, "0", "tool: water wheels", ACTION_TOOL_WHEEL, false, KEYS_DO},
    {SDLK_9, true, "Shift+9", "tool: sluice gates", ACTION_TOOL_GATE, false, KEYS_DO},
    {SDLK_0, true, "Shift+0", "tool: pumps", ACTION_TOOL_PUMP, false, KEYS_DO},
    {SDLK_7, true, "Shift+7", "tool: heap up ground", ACTION_TOOL_HEAP, false, KEYS_DO},
    {SDLK_8, true, "Shift+8", "tool: dig", ACTION_TOOL_DIG, false, KEYS_DO},
    {SDLK_INSERT, false, "Insert", "next tool", ACTION_NEXT_TOOL, true, KEYS_DO},
    {SDLK_z, false, "Z", "open the sluice gate", ACTION_OPEN_GATE, true, KEYS_DO},
    {SDLK_z, true, "Shift+Z", "close the sluice gate", ACTION_CLOSE_GATE, true, KEYS_DO},
    {SDLK_x, false, "X", "use the tool where the pointer is, as the left button does", ACTION_NONE, false, KEYS_DO},
    {SDLK_UP, true, "Shift+arrows", "move the pointer without a mouse", ACTION_NONE, false, KEYS_DO},
    {SDLK_z | KEYS_CTRL, false, "Ctrl+Z", "take the last change of a parameter back", ACTION_UNDO_PARAM, true, KEYS_DO},
    {SDLK_SPACE, false, "Space", "pause and go on", ACTION_PAUSE, false, KEYS_SCENE},
    {SDLK_PERIOD, false, ".", "one step", ACTION_STEP, true, KEYS_SCENE},
    {SDLK_DELETE, false, "Delete", "take away the body or pump pointed at", ACTION_DELETE, false, KEYS_DO},
    {SDLK_RETURN, false, "Enter", "let the scene's dam go", ACTION_RELEASE_DAM, false, KEYS_DO},
    {SDLK_1, true, "Shift+1", "disaster: a cloudburst", ACTION_CLOUDBURST, false, KEYS_DO},
    {SDLK_2, true, "Shift+2", "disaster: the dam breaks", ACTION_RELEASE_DAM, false, KEYS_DO},
    {SDLK_3, true, "Shift+3", "disaster: a wave from the sea, or down the river", ACTION_SEA_WAVE, false, KEYS_DO},
    {SDLK_4, true, "Shift+4", "disaster: an earthquake", ACTION_QUAKE, false, KEYS_DO},
    {SDLK_r, false, "R", "start the scene again", ACTION_RESET, false, KEYS_SCENE},
    {SDLK_r, true, "Shift+R", "... with its own parameters", ACTION_RESET_ALL, false, KEYS_SCENE},
    {SDLK_TAB, false, "Tab", "next scene", ACTION_NEXT_SCENE, false, KEYS_SCENE},
    {SDLK_TAB, true, "Shift+Tab", "previous scene", ACTION_PREVIOUS_SCENE, false, KEYS_SCENE},
    {SDLK_m, false, "M", "next solver", ACTION_NEXT_SOLVER, false, KEYS_SCENE},
    {SDLK_m, true, "Shift+M", "mute, and sound again", ACTION_MUTE, false, KEYS_WINDOW},
    {SDLK_l, false, "L", "next liquid", ACTION_NEXT_LIQUID, false, KEYS_SCENE},
    {SDLK_l, true, "Shift+L", "previous liquid", ACTION_PREVIOUS_LIQUID, false, KEYS_SCENE},
    {SDLK_b, false, "B", "next kind of sides", ACTION_NEXT_BOUNDARY, false, KEYS_SCENE},
    {SDLK_b, true, "Shift+B", "previous kind of sides", ACTION_PREVIOUS_BOUNDARY, false, KEYS_SCENE},
    {SDLK_g, false, "G", "finer grid", ACTION_FINER, false, KEYS_SCENE},
    {SDLK_g, true, "Shift+G", "coarser grid", ACTION_COARSER, false, KEYS_SCENE},
    {SDLK_v, false, "V", "next view", ACTION_NEXT_VIEW, false, KEYS_LOOK},
    {SDLK_v, true, "Shift+V", "previous view", ACTION_PREVIOUS_VIEW, false, KEYS_LOOK},
    {SDLK_PAGEDOWN, false, "PageDown", "next camera of the scene", ACTION_NEXT_CAMERA, false, KEYS_LOOK},
    {SDLK_PAGEUP, false, "PageUp", "previous camera of the scene", ACTION_PREVIOUS_CAMERA, false, KEYS_LOOK},
    {SDLK_HOME, false, "Home", "fly round the cameras", ACTION_FLYBY, false, KEYS_LOOK},
    {SDLK_o, false, "O", "overlay of timings", ACTION_OVERLAY, false, KEYS_WINDOW},
    {SDLK_p, true, "Shift+P", "probe: what the water does and why; Shift+drag: flow through a line", ACTION_PROBE, false, KEYS_LOOK},
    {SDLK_p, false, "P", "panel of parameters", ACTION_PANEL, false, KEYS_WINDOW},
    {SDLK_F1, false, "F1", "all keys", ACTION_HELP, false, KEYS_WINDOW},
    {SDLK_F2, false, "F2", "reload the shaders", ACTION_RELOAD, false, KEYS_WINDOW},
    {SDLK_F11, false, "F11", "full screen", ACTION_FULL_SCREEN, false, KEYS_WINDOW},
    {SDLK_F12, false, "F12", "a picture of the water alone, at the highest quality", ACTION_SCREENSHOT, false, KEYS_LOOK},
    {SDLK_h, false, "H", "the first hints, and what there is to do here", ACTION_HINTS, false, KEYS_WINDOW},
    {SDLK_F3, false, "F3", "hide all but the picture", ACTION_HIDE, false, KEYS_WINDOW},
    {SDLK_f, false, "F", "look at the scene from its first camera", ACTION_FRAME, false, KEYS_LOOK},
    {SDLK_c, false, "C", "camera: orbit, chase the car or the last body, fly", ACTION_CAMERA_MODE, false, KEYS_LOOK},
    {SDLK_ESCAPE, false, "Esc", "close what is open, leave full screen, then ask to quit", ACTION_BACK, false, KEYS_WINDOW},
    {SDLK_w, false, "W", "fly forward", ACTION_NONE, false, KEYS_LOOK},
    {SDLK_s, false, "S", "fly back", ACTION_NONE, false, KEYS_LOOK},
    {SDLK_a, false, "A", "fly left", ACTION_NONE, false, KEYS_LOOK},
    {SDLK_d, false, "D", "fly right", ACTION_NONE, false, KEYS_LOOK},
    {SDLK_e, false, "E", "fly up", ACTION_NONE, false, KEYS_LOOK},
    {SDLK_q, false, "Q", "fly down", ACTION_NONE, false, KEYS_LOOK},
    {SDLK_UP, false, "Up", "car or boat: gas", ACTION_NONE, false, KEYS_DO},
    {SDLK_DOWN, false, "Down", "car or boat: brake, then back", ACTION_NONE, false, KEYS_DO},
    {SDLK_LEFT, false, "Left", "car or boat: steer left", ACTION_NONE, false, KEYS_DO},
    {SDLK_RIGHT, false, "Right", "car or boat: steer right", ACTION_NONE, false, KEYS_DO},
};

enum { TABLE_COUNT = sizeof table / sizeof table[0] };

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

static const char *const action_names[ACTION_COUNT] = {
    [ACTION_TOOL_CRATE] = "tool-crate",
    [ACTION_TOOL_PUSH] = "tool-push",
    [ACTION_TOOL_POUR] = "tool-pour",
    [ACTION_TOOL_DRAIN] = "tool-drain",
    [ACTION_TOOL_LOG] = "tool-log",
    [ACTION_TOOL_CAR] = "tool-car",
    [ACTION_TOOL_BOAT] = "tool-boat",
    [ACTION_TOOL_HOUSE] = "tool-house",
    [ACTION_TOOL_WHEEL] = "tool-wheel",
    [ACTION_TOOL_GATE] = "tool-gate",
    [ACTION_TOOL_PUMP] = "tool-pump",
    [ACTION_TOOL_DYE] = "tool-dye",
    [ACTION_TOOL_HEAP] = "tool-heap",
    [ACTION_TOOL_DIG] = "tool-dig",
    [ACTION_NEXT_TOOL] = "next-tool",
    [ACTION_OPEN_GATE] = "open-gate",
    [ACTION_CLOSE_GATE] = "close-gate",
    [ACTION_PAUSE] = "pause",
    [ACTION_STEP] = "step",
    [ACTION_DELETE] = "delete-body",
    [ACTION_RELEASE_DAM] = "release-dam",
    [ACTION_CLOUDBURST] = "cloudburst",
    [ACTION_SEA_WAVE] = "sea-wave",
    [ACTION_QUAKE] = "earthquake",
    [ACTION_RESET] = "reset",
    [ACTION_RESET_ALL] = "reset-all",
    [ACTION_NEXT_SCENE] = "next-scene",
    [ACTION_PREVIOUS_SCENE] = "previous-scene",
    [ACTION_CHOOSE_SCENE] = "choose-scene",
    [ACTION_OPEN_FILE] = "open-file",
    [ACTION_NEXT_SOLVER] = "next-solver",
    [ACTION_NEXT_LIQUID] = "next-liquid",
    [ACTION_PREVIOUS_LIQUID] = "previous-liquid",
    [ACTION_NEXT_BOUNDARY] = "next-sides",
    [ACTION_PREVIOUS_BOUNDARY] = "previous-sides",
    [ACTION_FINER] = "finer-grid",
    [ACTION_COARSER] = "coarser-grid",
    [ACTION_NEXT_VIEW] = "next-view",
    [ACTION_PREVIOUS_VIEW] = "previous-view",
    [ACTION_NEXT_CAMERA] = "next-camera",
    [ACTION_PREVIOUS_CAMERA] = "previous-camera",
    [ACTION_FLYBY] = "fly-by",
    [ACTION_OVERLAY] = "overlay",
    [ACTION_PROBE] = "probe",
    [ACTION_PANEL] = "panel",
    [ACTION_HELP] = "help",
    [ACTION_RELOAD] = "reload-shaders",
    [ACTION_FULL_SCREEN] = "full-screen",
    [ACTION_SCREENSHOT] = "screenshot",
    [ACTION_MUTE] = "mute",
    [ACTION_HINTS] = "hints",
    [ACTION_HIDE] = "hide",
    [ACTION_FRAME] = "frame-scene",
    [ACTION_CAMERA_MODE] = "camera-mode",
    [ACTION_UNDO_PARAM] = "undo-parameter",
    [ACTION_BACK] = "back",
};

const char *keys_action_name(Action action) {
  return action_names[action];
}

/* --- binding anew ---------------------------------------------------------------------------------------------------------- */

/* "Ctrl+Shift+K" -> key and shift. */
static bool read_key_name(const char *text, int *key, bool *shift) {
  bool ctrl = false;
  *shift = false;
  for (;; text++) {
    if (strncmp(text, "Ctrl+", 5) == 0)
      ctrl = true, text += 4;
    else if (strncmp(text, "Shift+", 6) == 0)
      *shift = true, text += 5;
    else
      break;
  }
  *key = SDL_GetKeyFromName(text);
  if (*key == SDLK_UNKNOWN) return false;
  if (ctrl) *key |= KEYS_CTRL;
  return true;
}

static KeyBinding *find_action(const char *what) {
  for (int n = 0; n < TABLE_COUNT; n++)
    if (action_names[table[n].action] && strcmp(action_names[table[n].action], what) == 0) return &table[n];
  return NULL;
}

bool keys_bind(const char *what, const char *key) {
  static char names[TABLE_COUNT][32];
  int code;
  bool shift;
  KeyBinding *const binding = find_action(what);
  if (!binding || strlen(key) >= sizeof names[0] || !read_key_name(key, &code, &shift)) return false;
  for (int n = 0; n < TABLE_COUNT; n++)
    if (table[n].key == code && table[n].shift == shift && table[n].action == ACTION_NONE) return false;
  for (int n = 0; n < TABLE_COUNT; n++)
    if (table[n].key == code && table[n].shift == shift) table[n].key = 0, table[n].name = "";
  binding->key = code;
  binding->shift = shift;
  snprintf(names[binding - table], sizeof names[0], "%s", key);
  binding->name = names[binding - table];
  return true;
}

const KeyBinding *keys_table(int *count) {
  *count = TABLE_COUNT;
  return table;
}

const char *const *keys_mouse(void) {
  return mouse;
}

const KeyBinding *keys_find(int key, bool shift) {
  const KeyBinding *plain = NULL;
  for (int n = 0; n < TABLE_COUNT; n++) {
    if (table[n].key != key || key == 0) continue;
    if (table[n].shift == shift) return &table[n];
    if (!table[n].shift) plain = &table[n];
  }
  return plain;
}

const ParamInfo *keys_find_param(int key, bool alt) {
  int count;
  const ParamInfo *infos = params_table(&count);
  for (int n = 0; n < count; n++) /* SDL's key codes of characters are ASCII. */
    if (infos[n].key && alt == (infos[n].key >= PARAM_ALT) &&
        key == (infos[n].key <= 12 ? SDLK_F1 + infos[n].key - 1 : infos[n].key % PARAM_ALT))
      return &infos[n];
  return NULL;
}

void keys_check(void) {
  int count;
  const ParamInfo *infos = params_table(&count);
  for (int n = 0; n < TABLE_COUNT; n++) {
    CHECK((table[n].key & KEYS_CTRL) || !keys_find_param(table[n].key, false));
    CHECK(table[n].action == ACTION_NONE || action_names[table[n].action]);
    for (int m = 0; m < n; m++) CHECK(table[n].key != table[m].key || table[n].shift != table[m].shift);
  }
  for (int n = 0; n < count; n++)
    for (int m = 0; m < n; m++) CHECK(!infos[n].key || infos[n].key != infos[m].key);
}

void keys_print_help(FILE *out) {
  for (const char *const *line = mouse; *line; line += 2) fprintf(out, "  %-10s  %s\n", line[0], line[1]);
  for (int n = 0; n < TABLE_COUNT; n++) fprintf(out, "  %-10s  %s\n", table[n].name, table[n].help);
  int count;
  const ParamInfo *infos = params_table(&count);
  fprintf(out, "Each of these keys raises a parameter; with Shift it lowers it:\n");
  for (int n = 0; n < count; n++)
    if (infos[n].key) fprintf(out, "  %-10s  %s: %s\n", params_key_name(&infos[n]), infos[n].name, infos[n].help);
}

void keys_print_names(FILE *out) {
  for (int n = 0; n < TABLE_COUNT; n++)
    if (action_names[table[n].action]) fprintf(out, "%-16s %-12s %s\n", action_names[table[n].action], table[n].name, table[n].help);
}
