/* Handles at a plan's corners and three big buttons, while keys or pointer are in use. */
#include "panel/parts.h"

static const float handle_points = 14, button_points[2] = {190, 120};

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

/* The picture of a big button. */
typedef enum Icon { ICON_DROP, ICON_LAVA, ICON_AGAIN } Icon;

static void draw_icon(Icon icon, GuiPoint at, float size, float shown) {
  const GuiColour blue = faded(0x6FC3F0FFu, shown), orange = faded(0xFF7A2BFFu, shown), rock = faded(0x6B4A42FFu, shown),
                  pale = faded(0xE6EDF0FFu, shown);
  switch (icon) {
    case ICON_DROP:
      gui_draw_circle((GuiPoint){at.x, at.y + 0.22f * size}, 0.28f * size, blue, 0);
      gui_draw_triangle((GuiPoint){at.x, at.y - 0.5f * size}, (GuiPoint){at.x + 0.26f * size, at.y + 0.12f * size},
                        (GuiPoint){at.x - 0.26f * size, at.y + 0.12f * size}, blue);
      break;
    case ICON_LAVA:
      gui_draw_triangle((GuiPoint){at.x, at.y - 0.4f * size}, (GuiPoint){at.x + 0.6f * size, at.y + 0.5f * size},
                        (GuiPoint){at.x - 0.6f * size, at.y + 0.5f * size}, rock);
      gui_draw_triangle((GuiPoint){at.x, at.y - 0.5f * size}, (GuiPoint){at.x + 0.24f * size, at.y + 0.5f * size},
                        (GuiPoint){at.x - 0.1f * size, at.y + 0.5f * size}, orange);
      break;
    case ICON_AGAIN:
      gui_draw_circle(at, 0.4f * size, pale, 0.12f * size);
      gui_draw_triangle((GuiPoint){at.x + 0.4f * size, at.y + 0.22f * size}, (GuiPoint){at.x + 0.64f * size, at.y - 0.14f * size},
                        (GuiPoint){at.x + 0.16f * size, at.y - 0.14f * size}, pale);
      break;
  }
}

/* Builds a button with a picture, words, and the key that does the same. */
static bool big_button(Icon icon, const char *id, const char *words, const char *key, bool on, float shown) {
  const bool pressed = gui_button(id, (GuiPoint){gui_points(button_points[0]), gui_points(button_points[1])}, on);
  const GuiPoint low = gui_low(), high = gui_high(), name = gui_text_size(words), hint = gui_text_size(key);
  const float middle = 0.5f * (low.x + high.x), foot = high.y - gui_points(10) - 2 * gui_line_height();
  draw_icon(icon, (GuiPoint){middle, 0.5f * (low.y + foot) + gui_points(2)}, 0.75f * (foot - low.y), shown);
  gui_draw_text((GuiPoint){middle - 0.5f * name.x, foot + gui_points(2)}, faded(GUI_TEXT, shown), words);
  gui_draw_text((GuiPoint){middle - 0.5f * hint.x, foot + gui_points(2) + gui_line_height()}, faded(GUI_DIM, shown), key);
  return pressed;
}

PanelProjectorRequest projector_build(const PanelProjector *view) {
  PanelProjectorRequest request = {0};
  if (!(view->shown > 0)) return request;
  const GuiPoint screen = gui_screen();
  draw_corners(view);
  gui_window(&(GuiWindowDef){"projector", .at = {0.5f * screen.x, screen.y - gui_points(24)}, .anchor = {0.5f, 1}, .alpha = view->shown});
  big_button(ICON_DROP, "##rain", "Rain", "Space, held", view->rains, view->shown);
  request.rain = gui_active();
  gui_same_line();
  request.lava = big_button(view->lava ? ICON_DROP : ICON_LAVA, "##lava", view->lava ? "Water" : "Lava", "L", false, view->shown);
  gui_same_line();
  request.reset = big_button(ICON_AGAIN, "##again", "Begin again", "R", false, view->shown);
  gui_text(GUI_DIM, "press on the land to pour  \xC2\xB7  corners: drag, or 1 to 4 and arrows; C: as large as fits");
  gui_window_end();
  return request;
}
