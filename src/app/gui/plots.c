/* Lines over the last minute: volume, fastest water, time of a tick. */
#include <math.h>
#include <stdio.h>

#include "app/gui/gui.h"
#include "app/gui/parts.h"
#include "base/clock.h"

static const double span_s = 60, gap_s = 5; /* past such a gap, as while the overlay was closed, lines begin anew */
static const double flat = 1e-6;            /* of its size: a range below it is rounding, and drawn as a level line */

/* What a plot shows: an entry of a constant table. */
typedef struct PlotInfo {
  const char *title, *unit;
  int digits; /* of its labels */
} PlotInfo;

static const PlotInfo infos[PLOT_COUNT] = {{"volume", "m3", 6}, {"fastest", "m/s", 3}, {"tick", "ms", 3}};

static double tick_ms(const WorldView *world) {
  double ms = 0;
  for (int n = 0; n < PROFILE_COUNT; n++) ms += world->profile.mean_ms[n];
  return ms;
}

/* The sample `index` places after the oldest. */
static const PlotSample *sample(const Plots *plots, int index) {
  return &plots->samples[(plots->first + index) % PLOT_SAMPLES];
}

void plots_sample(Plots *plots, const WorldView *world) {
  const double now = clock_seconds();
  const PlotSample *const last = plots->count > 0 ? sample(plots, plots->count - 1) : NULL;
  if (world->stats_tick < 0 || (last && last->tick == world->stats_tick)) return;
  if (last && (now - last->at > gap_s || world->stats_tick < last->tick)) plots->count = 0; /* a scene that begins anew, too */
  if (plots->count == PLOT_SAMPLES) plots->first = (plots->first + 1) % PLOT_SAMPLES, plots->count--;
  plots->samples[(plots->first + plots->count++) % PLOT_SAMPLES] =
      (PlotSample){now, world->stats_tick, {world->stats.volume_now, (double)world->stats.speed_max, tick_ms(world)}};
  while (now - sample(plots, 0)->at > span_s) plots->first = (plots->first + 1) % PLOT_SAMPLES, plots->count--;
}

static void find_range(const Plots *plots, int plot, double *low, double *high) {
  *low = *high = sample(plots, 0)->values[plot];
  for (int n = 1; n < plots->count; n++) {
    *low = fmin(*low, sample(plots, n)->values[plot]);
    *high = fmax(*high, sample(plots, n)->values[plot]);
  }
}

/* The line of one plot within a rectangle. The newest sample lies at its right end, a minute before it at its left. */
static void draw_line(const Plots *plots, int plot, GuiPoint low, GuiPoint high, double least, double range) {
  GuiPoint line[PLOT_SAMPLES];
  const double now = sample(plots, plots->count - 1)->at;
  for (int n = 0; n < plots->count; n++) {
    const PlotSample *const s = sample(plots, n);
    const float part = range > 0 ? (float)((s->values[plot] - least) / range) : 0.5f;
    line[n] = (GuiPoint){high.x - (high.x - low.x) * (float)((now - s->at) / span_s), high.y - (high.y - low.y) * part};
  }
  gui_draw_polyline(line, plots->count, GUI_ACCENT, gui_points(1.2f));
}

static void build_plot(const Plots *plots, int plot) {
  const float high = 2 * gui_line_height() + gui_points(2), label = gui_letters(9), wide = gui_letters(25);
  double least, greatest;
  char text[32];
  find_range(plots, plot, &least, &greatest);
  const double range = greatest - least > flat * fmax(fabs(least), fabs(greatest)) ? greatest - least : 0;
  const GuiPoint at = gui_area(gui_letters(44), high), low = {at.x + label, at.y + gui_points(2)};
  const GuiPoint corner = {low.x + wide, at.y + high - gui_points(2)};
  gui_draw_rectangle((GuiPoint){low.x, at.y}, (GuiPoint){corner.x, at.y + high}, 0xFFFFFF10u, 2);
  draw_line(plots, plot, low, corner, least, range);
  gui_draw_text(at, GUI_DIM, infos[plot].title);
  gui_draw_text((GuiPoint){at.x, at.y + gui_line_height()}, GUI_DIM, infos[plot].unit);
  snprintf(text, sizeof text, "%.*g", infos[plot].digits, greatest);
  gui_draw_text((GuiPoint){corner.x + gui_letters(1), at.y}, GUI_TEXT, text);
  snprintf(text, sizeof text, "%.*g", infos[plot].digits, least);
  if (range > 0) gui_draw_text((GuiPoint){corner.x + gui_letters(1), at.y + gui_line_height()}, GUI_TEXT, text);
}

void plots_build(const Plots *plots) {
  if (plots->count < 2) return;
  gui_separator();
  gui_text(GUI_DIM, "the last minute, highest and lowest");
  for (int n = 0; n < PLOT_COUNT; n++) build_plot(plots, n);
}
