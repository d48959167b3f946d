/* The legend of a false-colour view, at the right of the window's foot. */
#include <math.h>
#include <stdio.h>

#include "panel/gui.h"
#include "panel/parts.h"

/* A false-colour view's quantity, its unit with the blank before it, and the top of its scale; 0: the frame's. */
typedef struct Quantity {
  const char *name, *unit;
  float top;
} Quantity;

static const Quantity quantities[FRAME_MODE_COUNT] = {
    [FRAME_DEPTH] = {"depth of the water", " m", 0},
    [FRAME_SPEED] = {"speed of the water", " m/s", 0},
    [FRAME_OCCUPANCY] = {"share of the cell that bodies cover", "", 1},
    [FRAME_DISPLACEMENT] = {"water that bodies displace", " m", 0},
};

/* Returns the colour of `x` from 0 to 1, as colour_scale of shaders/common/colour.glsl does. */
static GuiColour colour_at(float x) {
  static const float terms[4][3] = {{0.23f, 0.03f, 0.31f}, {-0.47f, 1.34f, 1.22f}, {-0.54f, -0.87f, -3.12f}, {1.76f, 0.42f, 1.68f}};
  GuiColour colour = 0;
  for (int n = 0; n < 3; n++) {
    const float part = terms[0][n] + x * (terms[1][n] + x * (terms[2][n] + x * terms[3][n]));
    colour = colour << 8 | (GuiColour)(255 * fminf(fmaxf(part, 0), 1) + 0.5f);
  }
  return colour << 8 | 0xFF;
}

void legend_build(const PanelView *view, float foot) {
  enum { STEPS = 48 };
  const Quantity *const quantity = &quantities[*view->mode];
  const float top = quantity->top > 0 ? quantity->top : view->scale, width = gui_points(220);
  const GuiPoint screen = gui_screen();
  if (!quantity->name || !(top > 0) || view->beside->on) return;
  gui_window(&(GuiWindowDef){.name = "legend",
                             .at = {screen.x - gui_points(12), fminf(foot, screen.y - tool_bar_height()) - gui_points(12)},
                             .anchor = {1, 1},
                             .glass = true});
  gui_text(GUI_TEXT, "%s", quantity->name);
  const float height = gui_line_height();
  const GuiPoint bar = gui_area(width, height);
  for (int n = 0; n < STEPS; n++)
    gui_draw_rectangle((GuiPoint){bar.x + width * (float)n / STEPS, bar.y},
                       (GuiPoint){bar.x + width * (float)(n + 1) / STEPS, bar.y + height}, colour_at(((float)n + 0.5f) / STEPS), 0);
  const GuiPoint at = gui_area(width, gui_line_height());
  gui_draw_text(at, GUI_TEXT, "0");
  char middle[32], end[32];
  snprintf(middle, sizeof middle, "%g%s", (double)top / 2, quantity->unit);
  snprintf(end, sizeof end, "%g%s", (double)top, quantity->unit);
  gui_draw_text((GuiPoint){at.x + 0.5f * (width - gui_text_size(middle).x), at.y}, GUI_TEXT, middle);
  gui_draw_text((GuiPoint){at.x + width - gui_text_size(end).x, at.y}, GUI_TEXT, end);
  gui_window_end();
}
