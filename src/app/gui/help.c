/* F1: all keys, from the tables that handle them. */
#include "app/gui/gui.h"
#include "app/gui/parts.h"

static void help_line(const char *key, const char *help) {
  gui_text(GUI_ACCENT, "%s", key);
  gui_same_line_at(gui_letters(11));
  gui_text(GUI_TEXT, "%s", help);
}

static void build_keys(void) {
  int count = 0;
  const KeyBinding *keys = keys_table(&count);
  for (const char *const *words = keys_mouse(); *words; words += 2) help_line(words[0], words[1]);
  gui_space();
  for (int n = 0; n < count; n++) help_line(keys[n].name, keys[n].help);
}

static void build_params(const PanelView *view) {
  int count = 0;
  const ParamInfo *infos = params_table(&count);
  gui_text(GUI_DIM, "each raises; Shift with it lowers");
  for (int n = 0; n < count; n++) {
    if (!infos[n].key) continue;
    gui_text(GUI_ACCENT, "%s", params_key_name(&infos[n]));
    gui_same_line_at(gui_letters(6));
    gui_text(GUI_TEXT, "%s", infos[n].name);
    gui_same_line_at(gui_letters(24));
    char text[64];
    gui_text(GUI_DIM, "%s", params_text(&infos[n], params_get(view->params, &infos[n]), text, sizeof text));
  }
}

void help_build(const PanelView *view) {
  const GuiPoint size = gui_screen();
  gui_window(&(GuiWindowDef){
      .name = "help", .at = {0.5f * size.x, 0.5f * size.y}, .anchor = {0.5f, 0.5f}, .size_max = {0.96f * size.x, 0.96f * size.y}});
  gui_spacing(gui_points(8), gui_points(1));
  gui_text(GUI_TEXT, "Weir: all keys");
  gui_same_line();
  gui_text(GUI_DIM, "F1 closes");
  gui_separator();
  gui_space();
  gui_group();
  build_keys();
  gui_group_end();
  gui_same_line_gap(gui_points(28));
  gui_group();
  build_params(view);
  gui_group_end();
  gui_spacing_end();
  gui_window_end();
}
