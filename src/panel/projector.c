/* Handles at a plan's corners, and three big buttons, while somebody is at the keys. */
#include "panel/parts.h"

static const float handle_points = 14, button_points[2] = {170, 64};

static GuiColour faded(GuiColour colour, float shown) {
  return (colour & 0xFFFFFF00u) | (GuiColour)((float)(colour & 0xFFu) * shown);
}

static void draw_corners(const PanelProjector *view) {
  GuiPoint points[5];
  gui_draw_behind(gui_screen());
  for (int n = 0; n < 5; n++) points[n] = (GuiPoint){view->corners[n % 4][0], view->corners[n % 4][1]};
  gui_draw_polyline(points, 5, faded(0xFFFFFF90u, view->shown), gui_points(1.5f));
  for (int n = 0; n < 4; n++) {
    const bool chosen = n == view->chosen;
    const float radius = gui_points(handle_points);
    const char digits[2] = {(char)('1' + n), '\0'};
    const GuiPoint size = gui_text_size(digits);
    gui_draw_circle(points[n], radius, faded(0x10181CB0u, view->shown), 0);
    gui_draw_circle(points[n], radius, faded(chosen ? GUI_WARN : 0xFFFFFFFFu, view->shown), gui_points(2));
    gui_draw_text((GuiPoint){points[n].x - 0.5f * size.x, points[n].y - 0.5f * size.y}, faded(GUI_TEXT, view->shown), digits);
  }
  gui_draw_behind_end();
}

PanelProjectorRequest projector_build(const PanelProjector *view) {
  PanelProjectorRequest request = {0};
  if (!(view->shown > 0)) return request;
  const GuiPoint screen = gui_screen(), size = {gui_points(button_points[0]), gui_points(button_points[1])};
  draw_corners(view);
  gui_window(&(GuiWindowDef){"projector", .at = {0.5f * screen.x, screen.y - gui_points(24)}, .anchor = {0.5f, 1}, .alpha = view->shown});
  gui_button("Rain (Space, held)", size, view->rains);
  request.rain = gui_active();
  gui_same_line();
  request.lava = gui_button(view->lava ? "Water (L)" : "Lava (L)", size, view->lava);
  gui_same_line();
  request.reset = gui_button("Begin again (R)", size, false);
  gui_text(GUI_DIM, "drag the corners, or 1 to 4 and arrows; C: the whole window; press on the land: water");
  gui_window_end();
  return request;
}
