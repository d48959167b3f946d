/* A row for each parameter of params_table, by groups in the order of use, or those that a search finds. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "panel/gui.h"
#include "panel/parts.h"

static const ParamGroup order[PARAM_GROUP_COUNT] = {PARAM_TOOLS, PARAM_LOOKS, PARAM_TIME, PARAM_WATER, PARAM_BODIES, PARAM_SOUND};

/* The text of a choice's value `index` steps above the lowest; NULL: it has none. */
static const char *label_of(const ParamInfo *info, int index) {
  const int most = (int)(sizeof info->words / sizeof info->words[0]);
  if (index < 0 || index >= most) return NULL;
  return info->labels[0] ? info->labels[index] : info->words[index];
}

static bool is_choice(const ParamInfo *info) {
  return info->labels[0] || info->words[0];
}

static bool is_switch(const ParamInfo *info) {
  return info->whole && info->low == 0 && info->high == 1 && !is_choice(info);
}

static const float row_tip_letters = 60;

/* --- a row ------------------------------------------------------------------------------------------------------------- */

static void row_help(const ParamInfo *info, float start, const char *unused) {
  char text[64];
  const GuiPoint row = gui_low(), screen = gui_screen();
  const float left = panel_right() + gui_points(8), width = gui_letters(row_tip_letters) + gui_points(16);
  if (left + width > screen.x)
    gui_tooltip();
  else /* beside the panel, where it hides no slider */
    gui_tooltip_at((GuiPoint){left, row.y}, (GuiPoint){0, row.y / fmaxf(screen.y, 1)});
  gui_text_wrapped(GUI_TEXT, gui_letters(row_tip_letters), "%s: %s", info->title, info->help);
  if (unused) gui_text(GUI_WARN, "%s", unused);
  if (!is_choice(info) && !is_switch(info)) {
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
  const float start = params_get(&view->scene->params, info), value = params_get(view->params, info);
  const char *const unused = params_unused(view->params, info, (int)*view->solver);
  const float side = gui_row_height(); /* the width of the button at the right */
  bool on = value > 0.5f;
  char format[48];
  gui_id(index);
  gui_group();
  gui_disabled(unused != NULL);
  panel_label(value == start ? GUI_DIM : GUI_TEXT, info->title, side + gui_gap());
  if (is_choice(info)) {
    const int now = (int)roundf((value - info->low) / info->step);
    const char *const shown = label_of(info, now);
    const bool open = gui_combo("##value", shown ? shown : "");
    for (int n = 0; open && label_of(info, n); n++)
      if (gui_choice(label_of(info, n), n == now)) params_put(view->params, info, info->low + (float)n * info->step);
    if (open) gui_combo_end();
  } else if (is_switch(info)) {
    if (gui_check("##value", &on)) params_put(view->params, info, on ? 1 : 0);
  } else {
    float moved = value;
    snprintf(format, sizeof format, "%s %s", info->whole ? "%.0f" : "%.4g", info->unit);
    if (gui_slider("##value", &moved, info->low, info->high, format, info->scaled)) params_put(view->params, info, moved);
  }
  gui_disabled_end();
  if (value != start) {
    gui_same_line();
    gui_set_cursor_x(gui_content_right() - side);
    if (gui_button("##back", side, false)) params_put(view->params, info, start);
    draw_back_arrow();
  }
  gui_group_end();
  if (gui_hovered() && !gui_held(GUI_LEFT) && !gui_typing()) row_help(info, start, unused);
  if (gui_clicked(GUI_RIGHT)) params_put(view->params, info, start);
  gui_id_end();
}

/* --- all of them ------------------------------------------------------------------------------------------------------- */

static bool has_word(const char *text, const char *word) {
  const size_t length = strlen(word);
  for (; *text; text++) {
    size_t n = 0;
    while (n < length && tolower((unsigned char)text[n]) == tolower((unsigned char)word[n])) n++;
    if (n == length) return true;
  }
  return length == 0;
}

void param_rows_build(ParamRows *rows, const PanelView *view) {
  int count = 0;
  const ParamInfo *infos = params_table(&count);
  const float button = gui_letters(12);
  int changed = 0, found = 0;
  for (int n = 0; n < count; n++) changed += params_get(view->params, &infos[n]) != params_get(&view->scene->params, &infos[n]);
  gui_next_width(-button - gui_gap());
  gui_text_input("##search", "search the parameters", rows->search, sizeof rows->search);
  gui_same_line();
  gui_disabled(changed == 0);
  if (gui_button("reset all", button, false))
    for (int n = 0; n < count; n++) params_put(view->params, &infos[n], params_get(&view->scene->params, &infos[n]));
  gui_disabled_end();
  for (int g = 0; g < PARAM_GROUP_COUNT && !rows->search[0]; g++) {
    const ParamGroup group = order[g];
    if (!gui_header(params_group_name(group), group == PARAM_TOOLS || group == PARAM_LOOKS || group == PARAM_WATER)) continue;
    for (int n = 0; n < count; n++)
      if (infos[n].group == group) build_row(view, &infos[n], n);
  }
  if (!rows->search[0]) return;
  for (int n = 0; n < count; n++) {
    if (!has_word(infos[n].title, rows->search) && !has_word(infos[n].name, rows->search) && !has_word(infos[n].help, rows->search))
      continue;
    build_row(view, &infos[n], n);
    found++;
  }
  if (found == 0) gui_text(GUI_DIM, "no parameter has this in its name or its meaning");
  gui_keep_scroll();
}
