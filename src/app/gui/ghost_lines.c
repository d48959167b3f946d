/* The outline of what a click would drop, over the picture and under all windows. */
#include "app/gui/gui.h"
#include "app/gui/parts.h"

static GuiColour colour_of(const float rgb[3], float alpha) {
  GuiColour packed = 0;
  for (int n = 0; n < 3; n++) packed = packed << 8 | (GuiColour)(255.0f * rgb[n] + 0.5f);
  return packed << 8 | (GuiColour)(255.0f * alpha + 0.5f);
}

/* Each line lies on a darker, wider one: it is seen over white water and over dark. */
void ghost_lines_build(const PanelView *view) {
  const Ghost *const ghost = view->ghost;
  const float scale = ghost->width > 0 ? gui_screen().x / (float)ghost->width : 1, thin = gui_points(1.4f), wide = gui_points(3.2f);
  gui_draw_behind(true);
  for (int pass = 0; pass < 2; pass++)
    for (int n = 0; n < ghost->count; n++) {
      const GhostLine *const line = &ghost->lines[n];
      const GuiPoint from = {scale * line->from[0], scale * line->from[1]}, to = {scale * line->to[0], scale * line->to[1]};
      const float alpha = line->faint ? 0.35f : 0.85f;
      gui_draw_line(from, to, pass ? colour_of(ghost->colour, alpha) : colour_of((const float[3]){0, 0, 0}, 0.3f * alpha),
                    pass ? thin : wide);
    }
  gui_draw_behind(false);
}
