/* Where the panel stands, and how its rows begin. */
#include <math.h>

#include "panel/gui.h"
#include "panel/parts.h"

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
  gui_same_line();
  gui_set_cursor_x(gui_letters(24));
  gui_next_width(right > 0 ? -right : -1);
}
