/* The rows within the panel: lists to choose from, actions, parameters. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "panel/parts.h"
#include "panel/presets.h"

/* --- where the panel stands, and how its rows begin ------------------------------------------------------------------ */

static const float margin_points = 12, width_points = 440;

float panel_margin(void) {
  return gui_points(margin_points);
}
float panel_right(void) {
  return panel_margin() + fminf(gui_points(width_points), gui_screen().x - 2 * panel_margin());
}

void panel_label(GuiColour colour, const char *label, float right) {
  gui_align_to_row();
  gui_text(colour, "%s", label);
  gui_same_line_at(gui_letters(24));
  gui_next_width(right > 0 ? -right : -1);
}

int panel_choose(const char *id, const char *shown, const char *const *words, int count) {
  int chosen = -1;
  if (!gui_combo(id, shown)) return -1;
  for (int n = 0; n < count; n++)
    if (gui_choice(words[n], strcmp(words[n], shown) == 0)) chosen = n;
  gui_combo_end();
  return chosen;
}

/* --- liquid, solver, sides, view, presets; and the buttons that let time run ----------------------------------------- */

void choosers_build(const PanelView *view, PanelRequest *request) {
  enum { WORDS_MAX = 16 };
  const char *words[WORDS_MAX];
  const GuiPoint size = {(gui_room() - 2 * gui_gap()) / 3, 0};
  if (gui_button(*view->paused ? "go on" : "pause", size, false)) request->action = ACTION_PAUSE;
  gui_same_line();
  if (gui_button("one step", size, false)) request->action = ACTION_STEP;
  gui_same_line();
  if (gui_button("reset", size, false)) request->action = ACTION_RESET;
  bool probes = view->measure->on;
  if (gui_check("probe the water under the pointer", &probes)) request->action = ACTION_PROBE;
  gui_space();
  int count = 0;
  for (; count < weir_liquid_count() && count < WORDS_MAX; count++) words[count] = weir_liquid(count)->name;
  panel_label(GUI_DIM, "liquid", 0);
  request->liquid = panel_choose("##liquid", weir_liquid(view->wanted->liquid)->name, words, count);
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++) words[n] = weir_solver_name((WeirSolver)n);
  panel_label(GUI_DIM, "solver", 0);
  int chosen = panel_choose("##solver", weir_solver_name(view->wanted->solver), words, WEIR_SOLVER_COUNT);
  if (chosen >= 0) view->wanted->solver = (WeirSolver)chosen;
  const int *const kinds = session_boundary_kinds(&count);
  for (int n = 0; n < count && n < WORDS_MAX; n++) words[n] = session_boundary_name(kinds[n]);
  panel_label(GUI_DIM, "sides", 0);
  chosen = panel_choose("##sides", session_boundary_name(view->wanted->boundary), words, count);
  if (chosen >= 0) view->wanted->boundary = kinds[chosen];
  for (int n = 0; n < FRAME_MODE_COUNT; n++) words[n] = frame_mode_name((FrameMode)n);
  panel_label(GUI_DIM, "view", 0);
  chosen = panel_choose("##view", frame_mode_name(*view->mode), words, FRAME_MODE_COUNT);
  if (chosen >= 0) *view->mode = (FrameMode)chosen;
  panel_label(GUI_DIM, "preset", 0);
  if (!gui_combo("##preset", "change several at once")) return;
  const Preset *const presets = presets_table(&count);
  for (int n = 0; n < count; n++) {
    if (gui_choice(presets[n].name, false)) presets_apply(&presets[n], &view->wanted->params);
    gui_tip(presets[n].help);
  }
  gui_combo_end();
}

/* --- every action with its key, as a row to click -------------------------------------------------------------------- */

void action_rows_build(PanelRequest *request) {
  static const KeyGroup order[] = {KEYS_SCENE, KEYS_DO, KEYS_LOOK, KEYS_WINDOW};
  int count = 0;
  const KeyBinding *const all = keys_table(&count);
  if (!gui_header("actions", false)) return;
  for (size_t g = 0; g < sizeof order / sizeof *order; g++)
    for (int n = 0; n < count; n++) {
      if (all[n].group != order[g] || action_press(all[n].action) == PRESS_HELD) continue;
      gui_id(n);
      gui_text(all[n].key ? GUI_ACCENT : GUI_DIM, "%s", all[n].key ? all[n].key_name : "no key");
      gui_same_line_at(gui_letters(12));
      if (gui_choice(all[n].help, false)) request->action = all[n].action;
      gui_tip(all[n].help); /* a narrow panel cuts the row */
      gui_id_end();
    }
}

/* --- parameters, by groups in the order of use, or those that a search finds ----------------------------------------- */

static bool is_switch(const ParamInfo *info) {
  return info->whole && info->low == 0 && info->high == 1;
}

static void row_help(const ParamInfo *info, float start, const char *unused) {
  char text[64];
  const GuiPoint row = gui_low(), screen = gui_screen();
  const float left = panel_right() + gui_points(8), width = gui_letters(60);
  if (left + width + gui_points(16) > screen.x)
    gui_tooltip();
  else /* beside the panel, where it hides no slider */
    gui_tooltip_at((GuiPoint){left, row.y}, (GuiPoint){0, row.y / fmaxf(screen.y, 1)});
  gui_text_wrapped(GUI_TEXT, width, "%s: %s", info->title, info->help);
  if (unused) gui_text(GUI_WARN, "%s", unused);
  if (!info->labels[0] && !info->words[0] && !is_switch(info)) {
    gui_text(GUI_DIM, "%g to %g %s; %s at the start", (double)info->low, (double)info->high, info->unit,
             params_text(info, start, text, sizeof text));
    gui_text(GUI_DIM, "double click or Ctrl+click: type a number");
  }
  gui_text(GUI_DIM, "right click: back to the start's value");
  if (keys_param(info)->key) gui_text(GUI_DIM, "key %s raises, with Shift it lowers", keys_param(info)->key_name);
  gui_text(GUI_DIM, "--set %s=%g", info->name, (double)start);
  gui_tooltip_end();
}

/* An arrow that runs back, on the button just made. */
static void draw_back_arrow(void) {
  const GuiPoint low = gui_low(), high = gui_high();
  const GuiPoint middle = {0.5f * (low.x + high.x), 0.5f * (low.y + high.y)};
  const float radius = 0.26f * (high.y - low.y);
  GuiPoint arc[13];
  for (int n = 0; n < 13; n++) {
    const float angle = -2.6f + 0.4f * (float)n;
    arc[n] = (GuiPoint){middle.x + radius * cosf(angle), middle.y + radius * sinf(angle)};
  }
  gui_draw_polyline(arc, 13, GUI_ACCENT, 1.5f);
  const float tip = 0.8f * radius;
  gui_draw_triangle((GuiPoint){arc[0].x - tip, arc[0].y - 0.1f * tip}, (GuiPoint){arc[0].x + tip, arc[0].y - 0.3f * tip},
                    (GuiPoint){arc[0].x - 0.1f * tip, arc[0].y + tip}, GUI_ACCENT);
}

static void build_row(const PanelView *view, const ParamInfo *info, int index) {
  Params *const params = &view->wanted->params;
  const float start = params_get(&view->scene->params, info), value = params_get(params, info);
  const char *const unused = params_unused(params, info, (int)view->wanted->solver);
  const float side = gui_row_height(); /* the width of the button at the right */
  bool on = value > 0.5f;
  char format[48];
  gui_id(index);
  gui_group();
  gui_disabled(unused != NULL);
  panel_label(value == start ? GUI_DIM : GUI_TEXT, info->title, side + gui_gap());
  const int most = (int)(sizeof info->words / sizeof info->words[0]), now = (int)roundf((value - info->low) / info->step);
  const char *const *const texts = info->labels[0] ? info->labels : info->words;
  int choices = 0; /* of a parameter whose values have words */
  while (choices < most && texts[choices]) choices++;
  if (choices > 0) {
    const int chosen = panel_choose("##value", now >= 0 && now < choices ? texts[now] : "", texts, choices);
    if (chosen >= 0) params_put(params, info, info->low + (float)chosen * info->step);
  } else if (is_switch(info)) {
    if (gui_check("##value", &on)) params_put(params, info, on ? 1 : 0);
  } else {
    float moved = value;
    snprintf(format, sizeof format, "%s %s", info->whole ? "%.0f" : "%.4g", info->unit);
    if (gui_slider("##value", &moved, info->low, info->high, format, info->scaled)) params_put(params, info, moved);
  }
  gui_disabled_end();
  if (value != start) {
    gui_same_line();
    gui_same_line_at(gui_cursor_x() + gui_room() - side);
    if (gui_button("##back", (GuiPoint){side, 0}, false)) params_put(params, info, start);
    draw_back_arrow();
  }
  gui_group_end();
  if (gui_looked_at()) row_help(info, start, unused);
  if (gui_clicked(GUI_RIGHT)) params_put(params, info, start);
  gui_id_end();
}

static bool has_word(const char *text, const char *word) {
  const size_t length = strlen(word);
  for (; *text; text++) {
    size_t n = 0;
    while (n < length && tolower((unsigned char)text[n]) == tolower((unsigned char)word[n])) n++;
    if (n == length) return true;
  }
  return length == 0;
}

void param_rows_build(char search[SEARCH_SIZE], const PanelView *view) {
  static const ParamGroup order[PARAM_GROUP_COUNT] = {PARAM_TOOLS, PARAM_LOOKS, PARAM_TIME, PARAM_WATER, PARAM_BODIES, PARAM_SOUND};
  int count, changed = 0, found = 0;
  Params *const params = &view->wanted->params;
  const ParamInfo *const infos = params_table(&count);
  const float button = gui_letters(12);
  for (int n = 0; n < count; n++) changed += params_get(params, &infos[n]) != params_get(&view->scene->params, &infos[n]);
  gui_next_width(-button - gui_gap());
  gui_text_input("##search", "search the parameters", search, SEARCH_SIZE);
  gui_same_line();
  gui_disabled(changed == 0);
  if (gui_button("reset all", (GuiPoint){button, 0}, false))
    for (int n = 0; n < count; n++) params_put(params, &infos[n], params_get(&view->scene->params, &infos[n]));
  gui_disabled_end();
  for (int g = 0; g < PARAM_GROUP_COUNT && !search[0]; g++) {
    const ParamGroup group = order[g];
    if (!gui_header(params_group_name(group), group == PARAM_TOOLS || group == PARAM_LOOKS || group == PARAM_WATER)) continue;
    for (int n = 0; n < count; n++)
      if (infos[n].group == group) build_row(view, &infos[n], n);
  }
  if (!search[0]) return;
  for (int n = 0; n < count; n++) {
    if (!has_word(infos[n].title, search) && !has_word(infos[n].name, search) && !has_word(infos[n].help, search)) continue;
    build_row(view, &infos[n], n);
    found++;
  }
  if (found == 0) gui_text(GUI_DIM, "no parameter has this in its name or its meaning");
  gui_keep_scroll();
}
