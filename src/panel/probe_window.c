/* The window beside the pointer that says what the water under it does and why: figures, and a chart of what drives the flow and what holds
 * it back. */
#include <math.h>
#include <stdio.h>

#include "panel/gui.h"
#include "panel/parts.h"

static const double at_rest = 0.002;                           /* a Froude number: hardly any flow */
static const double critical_low = 0.95, critical_high = 1.05; /* Froude numbers that are called critical */

static const GuiColour drives = 0x6FD08CE6u, holds = 0xF0916AE6u, net = 0x70CCD1F2u, faint = 0xFFFFFF18u, axis_colour = 0xFFFFFF60u;

/* In plain words, in the order of ProbePart. */
static const char *const names[PROBE_PARTS] = {"bed slope", "pressure", "momentum", "drag", "limiter", "bodies", "sides, other"};

static const char *const along_words[] = {"why it changes, along the flow", "why it changes, down the bed",
                                          "why it changes, with the pressure"};

static void build_row(const ProbeChart *chart, const char *name, double value, GuiColour colour) {
  const float high = gui_line_height(), label = gui_letters(12), half = gui_letters(11);
  const GuiPoint at = gui_area(label + 2 * half + gui_letters(9), high);
  const float middle = at.x + label + half, low_y = at.y + 0.22f * high, high_y = at.y + 0.82f * high;
  const float part = (float)(value / chart->scale), side = part < 0 ? -1 : 1, length = fminf(fabsf(part), 1) * half, end = gui_points(6);
  const bool cut = fabsf(part) > 1.001f; /* a bar that passes its room ends in a point */
  const float tip = middle + side * (cut ? length - end : length);
  const GuiPoint point = {tip + side * end, 0.5f * (low_y + high_y)}, upper = {tip, low_y}, lower = {tip, high_y};
  char text[32];
  gui_draw_text(at, GUI_TEXT, name);
  gui_draw_rectangle((GuiPoint){middle - half, low_y}, (GuiPoint){middle + half, high_y}, faint, 0);
  gui_draw_rectangle((GuiPoint){fminf(middle, tip), low_y}, (GuiPoint){fmaxf(middle, tip), high_y}, colour, 0);
  if (cut) gui_draw_triangle(side > 0 ? upper : lower, point, side > 0 ? lower : upper, colour);
  gui_draw_line((GuiPoint){middle, at.y - gui_points(1)}, (GuiPoint){middle, at.y + high + gui_points(1)}, axis_colour, 1);
  snprintf(text, sizeof text, value == 0 ? "%.*f" : "%+.*f", chart->digits, fabs(value) > 0 ? value : 0.0);
  gui_draw_text((GuiPoint){middle + half + gui_letters(9) - gui_text_size(text).x, at.y}, GUI_TEXT, text);
}

static void build_chart(const PanelView *view, const Probe *probe) {
  const ProbeChart chart = probe_chart(probe);
  gui_separator();
  gui_text(GUI_DIM, "%s", along_words[chart.along]);
  const float label = gui_letters(12), half = gui_letters(11);
  const GuiPoint at = gui_area(label + 2 * half + gui_letters(9), gui_line_height());
  const char *const left = "holds back", *const unit = "m/s\xC2\xB2";
  gui_draw_text((GuiPoint){at.x + label + half - gui_points(6) - gui_text_size(left).x, at.y}, holds, left);
  gui_draw_text((GuiPoint){at.x + label + half + gui_points(6), at.y}, drives, "drives");
  gui_draw_text((GuiPoint){at.x + label + 2 * half + gui_letters(9) - gui_text_size(unit).x, at.y}, GUI_DIM, unit);
  for (int n = 0; n < PROBE_PARTS; n++) {
    /* Parts that this water never has are left out, so that rows do not come and go. */
    const bool has = n == PROBE_ADVECTION ? view->world->solver == WEIR_SWE : n < PROBE_BODY || chart.values[n] != 0;
    if (has) build_row(&chart, names[n], chart.values[n], chart.values[n] < 0 ? holds : drives);
  }
  build_row(&chart, "= change", chart.change, net);
}

/* To the right of the pointer, or to its left where the overlay or the window's edge leaves no room there; as far down as the pointer is,
 * so that it never leaves the window. */
void probe_window_build(const PanelView *view) {
  const Measure *const measure = view->measure;
  if (!measure->on || !measure->place.on || !view->world->probe.on || measure->drawing) return;
  const GuiPoint screen = gui_screen();
  const float scale = measure->marks.width > 0 ? screen.x / (float)measure->marks.width : 1, off = gui_points(34);
  const float x = scale * measure->x, y = scale * measure->y, foot = tool_bar_height();
  const float wide = screen.x - (view->overlay ? gui_letters(46) : 0), high = fmaxf(screen.y - foot, 1);
  const bool left = x + off + gui_letters(48) > wide && x > 0.5f * wide;
  const GuiPoint at = {left ? x - off : x + off, fminf(y, high)};
  gui_window(&(GuiWindowDef){"probe", .at = at, .anchor = {left ? 1 : 0, fminf(y / high, 1)}, .glass = true});
  gui_spacing(gui_points(8), gui_points(3));
  const Probe *const probe = &view->world->probe;
  if (measure->body >= 0 && measure->body < view->world->body_count) {
    const Body *const body = &view->world->bodies[measure->body];
    const float *const v = body->shape.velocity;
    gui_text(GUI_ACCENT, "%s, %.2f m/s; the water there:", tools_body_name(body->kind),
             (double)sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
  }
  const float figures = 10; /* letters from the left */
  if (probe->depth > 0) gui_figure("depth", figures, probe->depth < 0.1f ? "%.3f m" : "%.2f m", (double)probe->depth);
  if (probe->depth > 0 && probe->flows) {
    const double froude = probe_froude(probe, (double)view->params->gravity);
    gui_figure("speed", figures, "%.2f m/s", probe_speed(probe));
    gui_figure("Froude", figures, "%.2f", froude);
    gui_same_line_at(gui_letters(19));
    gui_text(GUI_ACCENT, "%s",
             froude < at_rest         ? "at rest"
             : froude < critical_low  ? "calm: waves run upstream"
             : froude > critical_high ? "rapid: no wave runs upstream"
                                      : "critical");
  }
  if (probe->depth <= 0)
    gui_text(GUI_TEXT, "dry ground, %.1f m", (double)probe->ground);
  else if (probe->parts_on)
    build_chart(view, probe);
  else if (!probe->flows)
    gui_text(GUI_DIM, "the membrane knows waves but no flow; M: next solver");
  else
    gui_text(GUI_DIM, "a film on the ground: too thin to say why");
  gui_spacing_end();
  gui_window_end();
}
