/* Lines over the picture and under all windows: the outline of what a click would drop, the gauge line, the arrow of the flow. */
#include <math.h>
#include <stdio.h>

#include "panel/gui.h"
#include "panel/parts.h"

static GuiColour colour_of(const float rgb[3], float alpha) {
  GuiColour packed = 0;
  for (int n = 0; n < 3; n++) packed = packed << 8 | (GuiColour)(255.0f * rgb[n] + 0.5f);
  return packed << 8 | (GuiColour)(255.0f * alpha + 0.5f);
}

/* The part of the window that the first world's picture has. */
static GuiPoint picture_size(const PanelView *view) {
  const GuiPoint screen = gui_screen();
  const float part = view->beside->on ? 0.5f : 1;
  return (GuiPoint){part * screen.x, part * screen.y};
}

/* Desktop pixels to one of a picture of this width. */
static float scale_of(const PanelView *view, int width) {
  return width > 0 ? picture_size(view).x / (float)width : 1;
}

/* Each line lies on a darker, wider one: it is seen over white water and over dark. */
static void build_ghost(const PanelView *view, const Ghost *ghost) {
  const float scale = scale_of(view, ghost->width), thin = gui_points(1.4f), wide = gui_points(3.2f);
  for (int pass = 0; pass < 2; pass++)
    for (int n = 0; n < ghost->count; n++) {
      const GhostLine *const line = &ghost->lines[n];
      const GuiPoint from = {scale * line->from[0], scale * line->from[1]}, to = {scale * line->to[0], scale * line->to[1]};
      const float alpha = line->faint ? 0.35f : 0.85f;
      gui_draw_line(from, to, pass ? colour_of(ghost->colour, alpha) : colour_of((const float[3]){0, 0, 0}, 0.3f * alpha),
                    pass ? thin : wide);
    }
}

/* The outline is left out while something is measured: what is looked at lies under it. */
void ghost_lines_build(const PanelView *view) {
  const Measure *const measure = view->measure;
  const GaugeReading *const gauge = &view->world->gauge;
  gui_draw_behind(true);
  gui_draw_within((GuiPoint){0, 0}, picture_size(view));
  if (!measure->on) build_ghost(view, view->ghost);
  build_ghost(view, &measure->marks);
  build_ghost(view, &measure->arrow);
  if (measure->label_seen) {
    char text[64];
    if (gauge->on) snprintf(text, sizeof text, "%.3g m\xC2\xB3/s", fabs(gauge->flow));
    if (!gauge->on) snprintf(text, sizeof text, view->world->solver == WEIR_MEMBRANE ? "the membrane knows no flow" : "...");
    const float to_desktop = scale_of(view, measure->marks.width), pad = gui_points(4);
    const GuiPoint size = gui_text_size(text);
    const GuiPoint at = {to_desktop * measure->label[0] - 0.5f * size.x, to_desktop * measure->label[1] - 0.5f * size.y};
    gui_draw_rectangle((GuiPoint){at.x - pad, at.y - pad}, (GuiPoint){at.x + size.x + pad, at.y + size.y + pad}, 0x0A1014B0u, 4);
    gui_draw_text(at, GUI_ACCENT, text);
  }
  const OtherFuture *const other = view->other; /* a branch of time, in the colour that it has on the bar */
  const float scale = scale_of(view, other->width), thin = gui_points(1.2f);
  for (int n = 0; n < other->shown; n++) {
    const float *const p = other->pixels[n];
    gui_draw_line((GuiPoint){scale * p[0], scale * p[1]}, (GuiPoint){scale * p[2], scale * p[3]}, 0xF2A93BC8u, thin);
  }
  gui_draw_within_end();
  gui_draw_behind(false);
}
