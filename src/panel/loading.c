/* The window before its first picture: the scene's thumbnail, what is opened, and how much of it is done. */
#include <math.h>

#include "panel/gui.h"
#include "panel/parts.h"

#define BLANK 0x0E1317FFu  /* where there is no picture */
#define DIMMED 0x70757AFFu /* the picture, so that it is not taken for the water */
#define BAR 0xFFFFFF30u

void loading_build(Loading *loading, const PanelLoading *view) {
  const GuiImage *const picture = &loading->picture;
  const GuiPoint window = gui_screen();
  const float x = 0.5f * window.x, y = 0.78f * window.y, half = 0.5f * fminf(gui_points(360), 0.8f * window.x), high = gui_points(4);
  if (!loading->read && view->name) loading->picture = browser_picture(view->name);
  loading->read = true;
  gui_draw_behind(true);
  if (picture->width == 0 || picture->height == 0) {
    gui_draw_rectangle((GuiPoint){0, 0}, window, BLANK, 0);
  } else { /* it covers the window, cut off where their shapes differ */
    const float scale = fmaxf(window.x / (float)picture->width, window.y / (float)picture->height);
    const float across = 0.5f * scale * (float)picture->width, down = 0.5f * scale * (float)picture->height;
    gui_draw_image(picture, (GuiPoint){x - across, 0.5f * window.y - down}, (GuiPoint){x + across, 0.5f * window.y + down}, DIMMED);
  }
  gui_draw_text((GuiPoint){floorf(x - 0.5f * gui_text_size(view->title).x), floorf(y - 2 * gui_line_height())}, GUI_TEXT, view->title);
  gui_draw_rectangle((GuiPoint){x - half, y}, (GuiPoint){x + half, y + high}, BAR, 0.5f * high);
  gui_draw_rectangle((GuiPoint){x - half, y}, (GuiPoint){x - half + 2 * half * view->done, y + high}, GUI_ACCENT, 0.5f * high);
  gui_draw_behind(false);
}

void loading_end(Loading *loading) {
  gui_image_destroy(&loading->picture);
  *loading = (Loading){0};
}
