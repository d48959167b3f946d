/* The law of a flume at the upper right: its curve, the point that is measured now with the way that it came, and both numbers. */
#include <math.h>
#include <stdio.h>

#include "panel/parts.h"

enum { CURVE_POINTS = 64 };

static const double sample_s = 0.25; /* s between points of the way; 40 of them are 10 s */
static const GuiColour curve_colour = 0xF2A93BFFu, faint_line = 0xFFFFFF60u, plate = 0xFFFFFF10u;

/* The scales of a plot; a value of one frame. */
typedef struct LawAxes {
  double x0, x1, y0, y1; /* units of the law at the plate's edges */
  GuiPoint low, high;    /* corners of the plate: upper left, lower right */
} LawAxes;

/* Returns the least of a row of round numbers that is not below x > 0. */
static double round_above(double x) {
  static const double steps[] = {1, 1.5, 2, 3, 4, 5, 6, 8, 10};
  const double ten = pow(10, floor(log10(x)));
  for (size_t n = 0; n < sizeof steps / sizeof steps[0]; n++)
    if (steps[n] * ten >= x * (1 - 1e-9)) return steps[n] * ten;
  return 10 * ten;
}

/* Adds the value to the way when its time has come; begins again with the track. */
static void keep_value(LawPlot *plot, const LawValue *value) {
  const double now = plot->track.mean.time;
  if (plot->track.count <= 1 || now < plot->sampled_s) plot->count = 0;
  if (plot->count > 0 && now < plot->sampled_s + sample_s) return;
  plot->sampled_s = now;
  if (plot->count == LAW_POINTS) plot->first = (plot->first + 1) % LAW_POINTS, plot->count--;
  plot->values[(plot->first + plot->count++) % LAW_POINTS] = *value;
}

static LawAxes axes_for(const LawReading *mean, const LawValue *value, GuiPoint at, GuiPoint size) {
  const bool from_one = mean->law.kind == LAW_JUMP || mean->law.kind == LAW_BORE;
  LawAxes axes = {.x0 = from_one ? 1 : 0, .low = at, .high = {at.x + size.x, at.y + size.y}};
  axes.x1 = axes.x0 + round_above(1.4 * fmax(value->at - axes.x0, 1e-3));
  axes.y1 = round_above(fmax(law_curve(mean, axes.x1), value->measured));
  return axes;
}

static GuiPoint place_of(const LawAxes *axes, double x, double y) {
  const float right = (float)((x - axes->x0) / (axes->x1 - axes->x0)), up = (float)((y - axes->y0) / (axes->y1 - axes->y0));
  return (GuiPoint){axes->low.x + right * (axes->high.x - axes->low.x), axes->high.y - up * (axes->high.y - axes->low.y)};
}

static bool is_inside(const LawAxes *axes, double x, double y) {
  return x >= axes->x0 && x <= axes->x1 && y >= axes->y0 && y <= axes->y1;
}

static void draw_plate(const LawAxes *axes) {
  gui_draw_rectangle(axes->low, axes->high, plate, 2);
  gui_draw_line((GuiPoint){axes->low.x, axes->high.y}, axes->high, faint_line, 1);
  gui_draw_line(axes->low, (GuiPoint){axes->low.x, axes->high.y}, faint_line, 1);
}

static void draw_curve(const LawAxes *axes, const LawReading *mean) {
  GuiPoint points[CURVE_POINTS + 1];
  int count = 0;
  for (int n = 0; n <= CURVE_POINTS; n++) {
    const double x = axes->x0 + (axes->x1 - axes->x0) * n / CURVE_POINTS, y = law_curve(mean, x);
    if (is_inside(axes, x, y)) points[count++] = place_of(axes, x, y);
  }
  gui_draw_polyline(points, count, curve_colour, gui_points(1.5f));
}

static void draw_points(const LawAxes *axes, const LawPlot *plot, const LawValue *value) {
  for (int n = 0; n < plot->count; n++) {
    const LawValue *const old = &plot->values[(plot->first + n) % LAW_POINTS];
    if (is_inside(axes, old->at, old->measured)) gui_draw_circle(place_of(axes, old->at, old->measured), gui_points(1.5f), 0x70CCD150u, 0);
  }
  const GuiPoint seen = place_of(axes, value->at, value->measured), law = place_of(axes, value->at, value->expected);
  gui_draw_line((GuiPoint){law.x, axes->high.y}, law, 0xFFFFFF30u, 1);
  if (is_inside(axes, value->at, value->measured)) gui_draw_circle(seen, gui_points(4), GUI_ACCENT, 0);
}

/* Draws the ends of both scales, and their names. */
static void label_axes(const LawAxes *axes, const LawInfo *info, float width) {
  char text[96];
  const GuiPoint at = gui_area(width, gui_line_height());
  snprintf(text, sizeof text, "%g", axes->x0);
  gui_draw_text(at, GUI_DIM, text);
  gui_draw_text((GuiPoint){at.x + 0.5f * (width - gui_text_size(info->at_name).x), at.y}, GUI_DIM, info->at_name);
  snprintf(text, sizeof text, "%g%s%s", axes->x1, info->at_unit[0] ? " " : "", info->at_unit);
  gui_draw_text((GuiPoint){at.x + width - gui_text_size(text).x, at.y}, GUI_DIM, text);
}

static void build_comparison(const LawPlot *plot, const LawInfo *info, const LawValue *value, float width) {
  const LawReading *const mean = &plot->track.mean;
  const char *const gap = info->unit[0] ? " " : "";
  const float height = 0.6f * width;
  const LawAxes axes = axes_for(mean, value, gui_area(width, height), (GuiPoint){width, height});
  char text[96];
  draw_plate(&axes);
  draw_curve(&axes, mean);
  draw_points(&axes, plot, value);
  snprintf(text, sizeof text, "%s, to %g%s%s", info->name, axes.y1, gap, info->unit);
  gui_draw_text((GuiPoint){axes.low.x + gui_points(5), axes.low.y + gui_points(2)}, GUI_DIM, text);
  label_axes(&axes, info, width);
  gui_text(GUI_ACCENT, "measured %.3f%s%s", value->measured, gap, info->unit);
  gui_text(curve_colour, "by the law %.3f%s%s", value->expected, gap, info->unit);
  gui_same_line();
  gui_text(GUI_TEXT, "%+.1f %%", 100 * value->off);
}

void law_plot_build(LawPlot *plot, const PanelView *view) {
  const LawReading *const now = &view->world->law;
  const LawInfo *const info = law_info(now->law.kind);
  LawValue value;
  if (now->law.kind == LAW_NONE) {
    *plot = (LawPlot){0};
    return;
  }
  law_follow(&plot->track, now);
  const bool is_known = law_compare(&plot->track, &value);
  if (is_known) keep_value(plot, &value);
  if (!is_known) plot->count = 0;
  if (view->overlay || view->beside->on) return; /* the overlay stands there; two worlds have two laws */
  const GuiPoint screen = gui_screen();
  const float width = fminf(gui_points(270), 0.45f * screen.x), margin = gui_points(12);
  gui_window(&(GuiWindowDef){"law", .at = {screen.x - margin, margin}, .anchor = {1, 0}, .glass = true});
  gui_text(GUI_TEXT, "%s", info->title);
  gui_text(GUI_DIM, "%s", info->equation);
  if (is_known)
    build_comparison(plot, info, &value, width);
  else
    gui_text_wrapped(GUI_WARN, width, "%s", info->waits);
  gui_window_end();
}
