/* Where the time of a frame and of a tick goes, and how much water there is; with lines over the last minute. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "panel/parts.h"

/* --- lines over the last minute -------------------------------------------------------------------------------------- */

static const double span_least_s = 10, span_s = 60, gap_s = 5; /* past such a gap, as while the overlay was closed, lines begin again */
static const double fresh_s = 1.5;                             /* figures come twice a second */
static const double flat = 1e-6;                               /* of its size: a range below it is rounding, and drawn as a level line */

/* The labels of the plots, and how many digits these have. */
static const struct {
  const char *title, *unit;
  int digits;
} infos[PLOT_COUNT] = {
    [PLOT_VOLUME] = {"volume", "m\xC2\xB3", 6}, [PLOT_ENERGY] = {"energy", "MJ", 6}, [PLOT_KINETIC] = {"in motion", "MJ", 3},
    [PLOT_FASTEST] = {"fastest", "m/s", 3},     [PLOT_TICK] = {"tick", "ms", 3},     [PLOT_GAUGE] = {"the line", "m\xC2\xB3/s", 3}};

/* The sample `index` places after the oldest. */
static const PlotSample *sample(const Plots *plots, int index) {
  return &plots->samples[(plots->first + index) % PLOT_SAMPLES];
}

static void sample_plots(Plots *plots, const WorldView *world) {
  const double now = clock_seconds();
  if (!world->gauge.on) plots->gauge_count = 0;
  const bool gauges = world->gauge.on && (plots->gauge_count == 0 || plots->gauge_tick != world->tick);
  if (gauges && !gauge_same(&plots->line, &world->gauge.line)) {
    plots->line = world->gauge.line;
    plots->gauge_count = 0;
    for (int n = 0; n < PLOT_SAMPLES; n++) plots->samples[n].values[PLOT_GAUGE] = NAN; /* another line's */
  }
  /* Means over the ticks shown since the last sample, so that waves between two samples do not pretend to be slow ones. */
  if (gauges) {
    plots->gauge_sum = plots->gauge_count++ > 0 ? plots->gauge_sum + world->gauge.flow : world->gauge.flow;
    plots->gauge_tick = world->tick;
  }
  const PlotSample *const last = plots->count > 0 ? sample(plots, plots->count - 1) : NULL;
  const double behind = (double)(world->tick - world->stats_tick) * (double)world->params.tick;
  /* Figures from before the overlay was opened are left out: newer ones are on their way. */
  if (world->stats_tick < 0 || behind > fresh_s * fmax((double)world->params.time_scale, 1)) return;
  if (last && last->tick == world->stats_tick) return;
  if (last && (now - last->at > gap_s || world->stats_tick < last->tick)) plots->count = 0; /* also when a scene begins again */
  if (plots->count == PLOT_SAMPLES) plots->first = (plots->first + 1) % PLOT_SAMPLES, plots->count--;
  const bool flows = world->solver != WEIR_MEMBRANE;
  double ms = 0;
  for (int n = 0; n < PROFILE_COUNT; n++) ms += world->profile.mean_ms[n];
  plots->samples[(plots->first + plots->count++) % PLOT_SAMPLES] =
      (PlotSample){.at = now,
                   .tick = world->stats_tick,
                   .values = {[PLOT_VOLUME] = world->stats.volume_now,
                              [PLOT_ENERGY] = flows ? 1e-6 * (world->energy.kinetic + world->energy.potential) : NAN,
                              [PLOT_KINETIC] = flows ? 1e-6 * world->energy.kinetic : NAN,
                              [PLOT_FASTEST] = (double)world->stats.speed_max,
                              [PLOT_TICK] = ms,
                              [PLOT_GAUGE] = plots->gauge_count > 0 ? plots->gauge_sum / plots->gauge_count : NAN}};
  plots->gauge_count = 0;
  while (now - sample(plots, 0)->at > span_s) plots->first = (plots->first + 1) % PLOT_SAMPLES, plots->count--;
}

/* s from the left end of the plots to the right: a minute, or less while there is less to show. */
static double shown_span(const Plots *plots) {
  return fmin(fmax(sample(plots, plots->count - 1)->at - sample(plots, 0)->at, span_least_s), span_s);
}

static void number_at(GuiPoint at, float right, GuiColour colour, int digits, double value) {
  char text[32];
  snprintf(text, sizeof text, "%.*g", digits, value);
  gui_draw_text((GuiPoint){right - gui_text_size(text).x, at.y}, colour, text);
}

/* Title and unit, the line, the newest value, and beside it the highest above the lowest. */
static void build_plot(const Plots *plots, int plot) {
  const PlotSample *const newest = sample(plots, plots->count - 1);
  const int digits = infos[plot].digits;
  const float step = gui_line_height(), high = 2 * step + gui_points(2), label = gui_letters(9.5f), wide = gui_letters(14);
  double least = NAN, greatest = NAN; /* without the samples that have no value */
  for (int n = 0; n < plots->count; n++) {
    least = fmin(least, sample(plots, n)->values[plot]);
    greatest = fmax(greatest, sample(plots, n)->values[plot]);
  }
  if (!isfinite(newest->values[plot])) return;
  const double range = greatest - least > flat * fmax(fabs(least), fabs(greatest)) ? greatest - least : 0;
  const GuiPoint at = gui_area(gui_letters(40.5f), high), low = {at.x + label, at.y + gui_points(2)}, next = {at.x, at.y + step};
  const GuiPoint corner = {low.x + wide, at.y + high - gui_points(2)};
  gui_draw_rectangle((GuiPoint){low.x, at.y}, (GuiPoint){corner.x, at.y + high}, 0xFFFFFF10u, 2);
  GuiPoint line[PLOT_SAMPLES]; /* the newest sample at its right end */
  int count = 0;
  for (int n = 0; n < plots->count; n++) {
    const PlotSample *const s = sample(plots, n);
    const float part = range > 0 ? (float)((s->values[plot] - least) / range) : 0.5f;
    const float past = (float)((newest->at - s->at) / shown_span(plots));
    if (isfinite(s->values[plot])) line[count++] = (GuiPoint){corner.x - (corner.x - low.x) * past, corner.y - (corner.y - low.y) * part};
  }
  gui_draw_polyline(line, count, GUI_ACCENT, gui_points(1.2f));
  gui_draw_text(at, GUI_TEXT, infos[plot].title);
  gui_draw_text(next, GUI_DIM, infos[plot].unit);
  const float now = corner.x + gui_letters(8.5f), bounds = now + gui_letters(8.5f);
  number_at((GuiPoint){at.x, at.y + 0.5f * step}, now, GUI_ACCENT, digits, newest->values[plot]);
  number_at(at, bounds, GUI_DIM, digits, greatest);
  if (range > 0) number_at(next, bounds, GUI_DIM, digits, least);
}

static void build_plots(const Plots *plots, const PanelView *view) {
  const GuiPoint screen = gui_screen();
  if (plots->count < 2 || screen.x <= gui_points(900) || screen.y <= gui_points(560)) return;
  const float margin = gui_points(12), left = view->panel ? gui_points(440) + 2 * margin : margin;
  const float foot = view->panel ? tool_bar_height() : 0;
  gui_window(&(GuiWindowDef){"plots", .at = {left, screen.y - margin - foot}, .anchor = {0, 1}, .glass = true});
  gui_spacing(gui_points(8), gui_points(3));
  gui_text(GUI_DIM, "the last %.0f s: now, highest and lowest", shown_span(plots));
  for (int n = 0; n < PLOT_COUNT; n++) build_plot(plots, n);
  gui_spacing_end();
  gui_window_end();
}

/* --- figures --------------------------------------------------------------------------------------------------------- */

static const float figures_at = 24; /* letters from the left */

/* The simulation's phases are a tick's, the drawing's a frame's: they run beside each other. */
static void build_times(const PanelView *view) {
  double ms[PROFILE_COUNT], longest = 0;
  for (int n = 0; n < PROFILE_COUNT; n++) {
    ms[n] = view->drawing->mean_ms[n] + view->world->profile.mean_ms[n];
    longest = fmax(longest, ms[n]);
  }
  for (int n = 0; n < PROFILE_COUNT; n++) {
    gui_figure(profile_name((ProfilePhase)n), figures_at, "%6.2f ms", ms[n]);
    gui_same_line_at(gui_letters(35));
    const float high = gui_line_height(), wide = gui_letters(12), part = longest > 0 ? (float)(ms[n] / longest) : 0;
    const GuiPoint at = gui_area(wide, high);
    const float top = at.y + 0.3f * high, bottom = at.y + 0.75f * high;
    gui_draw_rectangle((GuiPoint){at.x, top}, (GuiPoint){at.x + wide, bottom}, 0xFFFFFF10u, 2);
    gui_draw_rectangle((GuiPoint){at.x, top}, (GuiPoint){at.x + wide * part, bottom}, 0x70CCD1C8u, 2);
  }
}

static void build_water(const PanelView *view) {
  const WorldView *world = view->world;
  const WeirStats *const w = &world->stats;
  gui_figure("grid", figures_at, "%d x %d of %.3g m", world->nx, world->nz, (double)world->cell);
  gui_figure("solver", figures_at, "%s, at most %d substeps", weir_solver_name(world->solver), w->substeps_max);
  gui_figure("water", figures_at, "%.6g m3", w->volume_now);
  gui_figure("  at the start", figures_at, "%.6g m3", w->volume_start);
  gui_figure("  added", figures_at, "%.6g m3", w->volume_added);
  gui_figure("  removed", figures_at, "%.6g m3", w->volume_removed);
  gui_figure("  error", figures_at, "%.1e of it", w->volume_error);
  gui_figure("deepest", figures_at, "%.2f m", (double)w->depth_max);
  gui_figure("fastest", figures_at, "%.2f m/s", (double)w->speed_max);
  gui_figure("bodies", figures_at, "%d", world->body_count);
  gui_figure("memory", figures_at, "%.1f MiB of grids", (double)memory_in_use() / 1048576);
  gui_figure("device", figures_at, "%.*s", (int)strcspn(view->device, "(/"), view->device);
  if (view->scale > 0) gui_figure("view", figures_at, "%s, yellow is %g", frame_mode_name(*view->mode), (double)view->scale);
}

void overlay_build(Overlay *overlay, const PanelView *view) {
  const WorldView *const world = view->world;
  if (world->stats.steps != overlay->budget_steps) {
    overlay->clamping = world->stats.clamped_steps > overlay->clamped_previous;
    overlay->clamped_previous = world->stats.clamped_steps;
    overlay->budget_steps = world->stats.steps;
  }
  sample_plots(&overlay->plots, view->world);
  const GuiPoint size = gui_screen();
  gui_window(&(GuiWindowDef){"overlay", .at = {size.x - gui_points(12), gui_points(12)}, .anchor = {1, 0}, .glass = true});
  gui_spacing(gui_points(8), gui_points(2));
  const bool room = size.y > 34 * (gui_line_height() + gui_points(2)) + gui_points(60);
  gui_figure("frame", figures_at, "%6.2f ms  %.0f fps", view->rate.frame_ms, view->rate.fps);
  if (room) build_times(view);
  gui_figure("time", figures_at, "%.1f s, %.2f x real time", world->time, view->ratio);
  if (!room) { /* the few lines that a window too low for the whole has room for */
    gui_figure("grid", figures_at, "%d x %d, %s", world->nx, world->nz, weir_solver_name(world->solver));
    gui_figure("bodies", figures_at, "%d", world->body_count);
  }
  gui_figure("picture", figures_at, "%.0f %% of each side, %s", 100 * (double)view->picture_share,
             view->share_follows ? "as frames take time" : "as chosen");
  if (view->slowed) gui_text(GUI_WARN, "the water runs at %.2g x real time", view->ratio);
  if (overlay->clamping) gui_text(GUI_WARN, "waves are slowed: substeps_max is reached");
  if (!world->stats.finite) gui_text(GUI_WARN, "a number is not finite");
  if (room) {
    gui_separator();
    for (int n = 0; n < view->pass_count; n++) {   /* times of a frame's passes on the drawing device, three a line */
      const float column = 16.0f * (float)(n % 3); /* its values stand clear of its names, and of the next one's */
      if (n % 3) gui_same_line_at(gui_letters(column + 2));
      gui_text(GUI_DIM, "%s", view->passes[n].name);
      gui_same_line_at(gui_letters(column + 9));
      gui_text(GUI_TEXT, "%5.1f", (double)view->passes[n].ms);
    }
    gui_separator();
    build_water(view);
  }
  gui_spacing_end();
  gui_window_end();
  build_plots(&overlay->plots, view);
}
