/* Where the time of a frame and of a tick goes, and how much water there is. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "panel/gui.h"
#include "panel/parts.h"

static void line(const char *label, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void line(const char *label, const char *format, ...) {
  char text[160];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  gui_text(GUI_DIM, "%s", label);
  gui_same_line_at(gui_letters(24));
  gui_text(GUI_TEXT, "%s", text);
}

/* The simulation's phases are a tick's, the drawing's a frame's: they run beside each other. */
static void build_times(const PanelView *view) {
  double ms[PROFILE_COUNT], longest = 0;
  for (int n = 0; n < PROFILE_COUNT; n++) {
    ms[n] = view->drawing->mean_ms[n] + view->world->profile.mean_ms[n];
    longest = fmax(longest, ms[n]);
  }
  line("frame", "%6.2f ms  %.0f fps", view->frame_ms, view->fps);
  for (int n = 0; n < PROFILE_COUNT; n++) {
    line(profile_name((ProfilePhase)n), "%6.2f ms", ms[n]);
    gui_same_line_at(gui_letters(35));
    const float high = gui_line_height(), wide = gui_letters(12);
    const float part = longest > 0 ? (float)(ms[n] / longest) : 0;
    const GuiPoint at = gui_area(wide, high);
    const float top = at.y + 0.3f * high, bottom = at.y + 0.75f * high;
    gui_draw_rectangle((GuiPoint){at.x, top}, (GuiPoint){at.x + wide, bottom}, 0xFFFFFF10u, 2);
    gui_draw_rectangle((GuiPoint){at.x, top}, (GuiPoint){at.x + wide * part, bottom}, 0x70CCD1C8u, 2);
  }
  line("time", "%.1f s, %.2f x real time", view->world->time, view->ratio);
}

static void build_water(const PanelView *view) {
  const WorldView *world = view->world;
  const WeirStats *const w = &world->stats;
  line("grid", "%d x %d of %.3g m", world->nx, world->nz, (double)world->cell);
  line("solver", "%s, at most %d substeps", weir_solver_name(world->solver), w->substeps_max);
  line("water", "%.6g m3", w->volume_now);
  line("  at the start", "%.6g m3", w->volume_start);
  line("  added", "%.6g m3", w->volume_added);
  line("  removed", "%.6g m3", w->volume_removed);
  line("  error", "%.1e of it", w->volume_error);
  line("deepest", "%.2f m", (double)w->depth_max);
  line("fastest", "%.2f m/s", (double)w->speed_max);
  line("bodies", "%d", world->body_count);
  line("memory", "%.1f MiB of grids", (double)memory_in_use() / 1048576);
  line("device", "%.*s", (int)strcspn(view->device, "(/"), view->device);
  if (view->scale > 0) line("view", "%s, yellow is %g", frame_mode_name(*view->mode), (double)view->scale);
}

void overlay_build(Overlay *overlay, const PanelView *view) {
  const WorldView *const world = view->world;
  if (world->stats.steps != overlay->budget_steps) {
    overlay->clamping = world->stats.clamped_steps > overlay->clamped_previous;
    overlay->clamped_previous = world->stats.clamped_steps;
    overlay->budget_steps = world->stats.steps;
  }
  plots_sample(&overlay->plots, view->world);
  const GuiPoint size = gui_screen();
  gui_window(&(GuiWindowDef){.name = "overlay", .at = {size.x - gui_points(12), gui_points(12)}, .anchor = {1, 0}, .glass = true});
  gui_spacing(gui_points(8), gui_points(2));
  const bool room = size.y > 34 * (gui_line_height() + gui_points(2)) + gui_points(60);
  if (room) {
    build_times(view);
  } else { /* the few lines that a window too low for the whole has room for */
    line("frame", "%6.2f ms  %.0f fps", view->frame_ms, view->fps);
    line("time", "%.1f s, %.2f x real time", world->time, view->ratio);
    line("grid", "%d x %d, %s", world->nx, world->nz, weir_solver_name(world->solver));
    line("bodies", "%d", world->body_count);
  }
  line("picture", "%.0f %% of each side, %s", 100 * (double)view->picture_share, view->share_follows ? "as frames take time" : "as chosen");
  if (view->slowed) gui_text(GUI_WARN, "the water runs at %.2g x real time", view->ratio);
  if (overlay->clamping) gui_text(GUI_WARN, "waves are slowed: substeps_max is reached");
  if (!view->world->stats.finite) gui_text(GUI_WARN, "a number is not finite");
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
  plots_build(&overlay->plots, view);
}
