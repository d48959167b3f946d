/* Every action with its key, as a row to click: what no other part of the panel offers is found here. */
#include "panel/gui.h"
#include "panel/parts.h"

static const KeyGroup order[] = {KEYS_SCENE, KEYS_DO, KEYS_LOOK, KEYS_WINDOW};

void action_rows_build(PanelRequest *request) {
  int count = 0;
  const KeyBinding *const all = keys_table(&count);
  if (!gui_header("actions", false)) return;
  for (size_t g = 0; g < sizeof order / sizeof *order; g++)
    for (int n = 0; n < count; n++) {
      if (all[n].group != order[g] || action_press(all[n].action) == PRESS_HELD) continue;
      gui_id(n);
      gui_text(all[n].key ? GUI_ACCENT : GUI_DIM, "%s", all[n].key ? all[n].key_name : "no key");
      gui_same_line();
      gui_set_cursor_x(gui_letters(12));
      if (gui_choice(all[n].help, false)) request->action = all[n].action;
      if (gui_hovered()) {
        gui_tooltip(); /* a narrow panel cuts the row */
        gui_text(GUI_TEXT, "%s", all[n].help);
        gui_tooltip_end();
      }
      gui_id_end();
    }
}
