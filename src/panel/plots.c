/* The plots of what is recorded: a curve for each gauge over time, the newest at the right, and below them the discharge through each line.
 * */
#include <math.h>
#include <stdio.h>

#include "panel/parts.h"

enum { COLOURS = 8, TICKS_MAX = 8, WORDS = 96 };

/* Colours for curves on a dark ground that colour-blind people can tell apart, too (after Okabe and Ito 2008). */
static const GuiColour colours[COLOURS] = {0x70CCD1FFu, 0xF2A93BFFu, 0xE07BB5FFu, 0xF5EE6EFFu,
                                           0x5CCB94FFu, 0x6FA8FFFFu, 0xF0814AFFu, 0xC9D3D8FFu};
static const GuiColour plate = 0x00000038u, grid_line = 0xFFFFFF24u, axis_line = 0xFFFFFF60u;

static const double spans[] = {15, 60, 300, 0};
static const char *const span_words[] = {"15 s", "1 min", "5 min", "all"};

static const float width_points = 520, high_points = 118, low_points = 84;

/* --- one plot ---------------------------------------------------------------------------------------------------------- */

/* The plate of a plot, and what its edges stand for; a value of one frame. */
typedef struct Plate {
  GuiPoint low, high; /* corners: upper left, lower right */
  const Curves *curves;
} Plate;

static float place_x(const Plate *plate_of, double before_s) {
  const double span = plate_of->curves->to_s - plate_of->curves->from_s;
  return plate_of->high.x + (float)(before_s / span) * (plate_of->high.x - plate_of->low.x);
}

static float place_y(const Plate *plate_of, double value) {
  const Curves *const c = plate_of->curves;
  return plate_of->high.y - (float)((value - c->low) / (c->high - c->low)) * (plate_of->high.y - plate_of->low.y);
}

/* Returns the least of 1, 2, 5 times a power of ten, or of a clock's steps, that divides the span in at most so many. */
static double time_step(double span, int most) {
  static const double steps[] = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400};
  for (size_t n = 0; n < sizeof steps / sizeof *steps; n++)
    if (span / steps[n] <= most) return steps[n];
  return span / most;
}

static void draw_values(const Plate *p) {
  const Curves *const c = p->curves;
  const int steps = (int)lround((c->high - c->low) / c->step), every = steps > 5 ? 2 : 1;
  for (int n = 0; n <= steps; n++) {
    char text[32];
    const float y = place_y(p, c->low + n * c->step);
    gui_draw_line((GuiPoint){p->low.x, y}, (GuiPoint){p->high.x, y}, n == 0 ? axis_line : grid_line, 1);
    if (n % every != 0) continue;
    const double value = c->low + n * c->step;
    snprintf(text, sizeof text, "%.*f", c->digits, fabs(value) < 1e-9 * c->step ? 0.0 : value);
    const GuiPoint size = gui_text_size(text);
    gui_draw_text((GuiPoint){p->low.x - size.x - gui_points(6), y - 0.5f * size.y}, GUI_DIM, text);
  }
}

/* Times are those of the world. The unit stands with the last of them. */
static void draw_times(const Plate *p) {
  const Curves *const c = p->curves;
  const double span = c->to_s - c->from_s, step = time_step(span, TICKS_MAX);
  for (double time = step * ceil(c->from_s / step); time <= c->to_s + 1e-9 && time - c->from_s < 2 * span; time += step) {
    char text[32];
    const float x = place_x(p, time - c->to_s);
    if (time < -1e-9) continue; /* before the world began */
    gui_draw_line((GuiPoint){x, p->low.y}, (GuiPoint){x, p->high.y}, grid_line, 1);
    snprintf(text, sizeof text, time + step > c->to_s + 1e-9 ? "%g s" : "%g", time);
    const GuiPoint size = gui_text_size(text);
    const float left = fminf(x - 0.5f * size.x, p->high.x - size.x);
    gui_draw_text((GuiPoint){left, p->high.y + gui_points(2)}, GUI_DIM, text);
  }
}

static void draw_curve(const Plate *p, const Curve *curve, GuiColour colour) {
  GuiPoint points[CURVE_POINTS_MAX];
  int count = 0;
  for (int n = 0; n <= curve->count; n++) {
    const CurvePoint *const point = &curve->points[n];
    const bool breaks = n == curve->count || isnan(point->value);
    if (!breaks) points[count++] = (GuiPoint){place_x(p, (double)point->time), place_y(p, (double)point->value)};
    if (breaks && count > 1) gui_draw_polyline(points, count, colour, gui_points(1.6f));
    if (breaks && count == 1) gui_draw_circle(points[0], gui_points(2), colour, 0);
    if (breaks) count = 0;
  }
}

/* Writes the names with their newest values, as many to a line as fit. */
static void build_legend(const Curves *c, float width) {
  const float dash = gui_points(14), gap = gui_points(14);
  float x = 0;
  GuiPoint at = gui_area(width, gui_line_height());
  for (int n = 0; n < c->count; n++) {
    char text[WORDS];
    snprintf(text, sizeof text, "%s %.*f", c->curves[n].name, c->digits + 2, (double)c->curves[n].last);
    const float wide = dash + gui_points(5) + gui_text_size(text).x;
    if (x > 0 && x + wide > width) at = gui_area(width, gui_line_height()), x = 0;
    const GuiColour colour = colours[n % COLOURS];
    const float y = at.y + 0.5f * gui_line_height();
    gui_draw_line((GuiPoint){at.x + x, y}, (GuiPoint){at.x + x + dash, y}, colour, gui_points(2.4f));
    gui_draw_text((GuiPoint){at.x + x + dash + gui_points(5), at.y}, GUI_TEXT, text);
    x += wide + gap;
  }
}

static void build_plot(const Curves *c, float width, float height) {
  const float axis = gui_letters(8);
  gui_space();
  gui_text(GUI_ACCENT, "%s (%s)", curve_name(c->kind), curve_unit(c->kind));
  gui_same_line();
  gui_text(GUI_DIM, c->kind == CURVE_DISCHARGE ? "through lines" : "at gauges");
  gui_space();
  const GuiPoint at = gui_area(width, height + gui_line_height());
  const Plate p = {.low = {at.x + axis, at.y}, .high = {at.x + width - gui_points(4), at.y + height}, .curves = c};
  gui_draw_rectangle(p.low, p.high, plate, 2);
  draw_times(&p);
  draw_values(&p);
  for (int n = 0; n < c->count; n++) draw_curve(&p, &c->curves[n], colours[n % COLOURS]);
  build_legend(c, width);
}

/* --- the window -------------------------------------------------------------------------------------------------------- */

/* Builds the choice of what is drawn and of how long ago. `alone`: there is room for one plot, so that the discharge is chosen, too. */
static void build_choices(ResultsShown *shown, bool alone) {
  bool same = false;
  for (int kind = 0; kind < CURVE_KIND_COUNT; kind++) {
    const bool has = kind == CURVE_DISCHARGE ? alone && shown->line_count > 0 : shown->gauge_count > 0;
    if (!has) continue;
    if (same) gui_same_line();
    same = true;
    if (gui_button(curve_name((CurveKind)kind), (GuiPoint){0, 0}, shown->kind == (CurveKind)kind))
      shown->kind = (CurveKind)kind, shown->changed = true;
  }
  if (same) gui_same_line_gap(gui_points(22));
  for (size_t n = 0; n < sizeof spans / sizeof *spans; n++) {
    if (n > 0) gui_same_line();
    if (gui_button(span_words[n], (GuiPoint){0, 0}, shown->span_s == spans[n])) shown->span_s = spans[n], shown->changed = true;
  }
}

static void build_head(const ResultsShown *shown) {
  if (shown->records)
    gui_text(GUI_WARN, "recording, %.1f s", shown->seconds);
  else
    gui_text(GUI_DIM, "recorded, %.1f s", shown->seconds);
  gui_same_line_gap(gui_points(14));
  gui_text(GUI_DIM, "%s: %s  \xC2\xB7  %s: %s  \xC2\xB7  %s: close", keys_name(ACTION_RESULTS), shown->records ? "end" : "again",
           keys_name(ACTION_SAVE_RESULTS), shown->saves ? "saving" : "save", keys_name(ACTION_PLOTS));
}

/* Returns how far the window keeps off the right edge: what stands there, the overlay or a flume's law, is beside it where there is room.
 * */
static float taken_at_right(const PanelView *view, float left, float width) {
  const float law = view->world->law.law.kind != LAW_NONE ? gui_points(270 + 40) : 0;
  const float taken = view->overlay ? gui_letters(50) + gui_points(40) : law;
  return gui_screen().x - taken - width - gui_points(60) > left ? taken : 0;
}

float plots_width(void) {
  return gui_points(width_points + 50);
}

/* Says that a recording goes on, or is being written, while its plots are hidden. */
static void build_sign(const ResultsShown *shown) {
  gui_window(
      &(GuiWindowDef){"recording", .at = {gui_screen().x - gui_points(12), gui_points(12)}, .anchor = {1, 0}, .slim = true, .glass = true});
  if (shown->records)
    gui_text(GUI_WARN, "recording, %.0f s  \xC2\xB7  %s: plots", shown->seconds, keys_name(ACTION_PLOTS));
  else
    gui_text(GUI_WARN, "results are being written");
  gui_window_end();
}

void plots_build(const PanelView *view, float foot) {
  ResultsShown *const shown = view->results;
  if (!shown || !shown->any || view->beside->on) return;
  if (!shown->open) {
    if ((shown->records || shown->saves) && !view->overlay) build_sign(shown);
    return;
  }
  const GuiPoint screen = gui_screen();
  const float margin = gui_points(12), left = view->panel ? panel_right() : 0;
  const float below = fminf(foot, screen.y - tool_bar_height()) - margin;
  const float width = fminf(gui_points(width_points), screen.x - left - 4 * margin);
  const bool both = shown->gauge_count > 0 && shown->line_count > 0;
  const bool tall = below > 2 * gui_points(high_points) + 9 * gui_line_height(), alone = both && !tall;
  if (width < gui_letters(30)) return; /* the panel leaves no room */
  const GuiPoint at = {screen.x - margin - taken_at_right(view, left, width), below};
  gui_window(&(GuiWindowDef){"results", .at = at, .anchor = {1, 1}});
  gui_area(width, 0); /* as wide whatever its heading says: buttons stay where they are */
  build_head(shown);
  if (shown->gauge_count + shown->line_count == 0) {
    gui_text_wrapped(GUI_TEXT, width,
                     "The maps alone are recorded: there is no gauge here. For one, press %s and point at the water, or "
                     "Shift+drag a line there; then %s%s.",
                     keys_name(ACTION_PROBE), keys_name(ACTION_RESULTS), shown->records ? " twice" : "");
    gui_window_end();
    return;
  }
  build_choices(shown, alone);
  const bool lines_only = shown->gauge_count == 0 || (alone && shown->kind == CURVE_DISCHARGE);
  const float height = gui_points(both && tall ? high_points : high_points + 20);
  if (!lines_only && shown->gauges->count > 0) build_plot(shown->gauges, width, height);
  if ((lines_only || (both && tall)) && shown->lines->count > 0)
    build_plot(shown->lines, width, lines_only ? height : gui_points(low_points));
  gui_window_end();
}

/* --- in the panel ------------------------------------------------------------------------------------------------------ */

void results_rows_build(const PanelView *view, PanelRequest *request) {
  const ResultsShown *const shown = view->results;
  if (!shown || !gui_header("results", true)) return;
  const GuiPoint size = {(gui_room() - 2 * gui_gap()) / 3, 0};
  if (gui_button(shown->records ? "end recording" : "record", size, shown->records)) request->action = ACTION_RESULTS;
  gui_tip("gauges and lines of the scene, or the probe and the line that you drew; and maps of the greatest values");
  gui_same_line();
  gui_disabled(!shown->any);
  if (gui_button("plots", size, shown->open && shown->any)) request->action = ACTION_PLOTS;
  gui_same_line();
  if (gui_button(shown->saves ? "being written" : "save", size, false)) request->action = ACTION_SAVE_RESULTS;
  gui_tip("as tables and maps, in a folder weir-results-NNN");
  gui_disabled_end();
  gui_space();
}
