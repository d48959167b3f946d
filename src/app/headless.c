#include "app/headless.h"

#include <math.h>
#include <stdio.h>

#include "app/app_film.h"
#include "app/app_state.h"
#include "app/draw.h"
#include "app/panel.h"
#include "app/request.h"
#include "base/clock.h"
#include "cli/progress.h"
#include "offscreen/offscreen.h"

/* s: how often foam and wet ground are followed before the picture of a run without a window: the renderer takes no step of time for longer
 * than a quarter of a second. */
static const double unwatched_frame_s = 0.1;

static void app_advance_unseen(App *app) {
  WorldView *view = world_view_create(session_world(app->session)->nx, session_world(app->session)->nz);
  if (!view) return;
  app_look(app, view, session_world(app->session)->time);
  app_advance(app);
  world_view_destroy(view);
}

bool app_save_last_picture(App *app, Error *error) {
  WorldView *const last = world_view_create(session_world(app->session)->nx, session_world(app->session)->nz);
  if (!last) return error_set(error, "not enough memory for the picture");
  app_look(app, last, session_world(app->session)->time);
  app_panel(app); /* twice: Dear ImGui measures a new window in its first frame and shows it in its second */
  app_panel(app);
  if (app->program.stats.frames == 0) app_advance(app); /* a first frame may leave something out: renderer.h */
  app_draw(app, app_build(app));
  if (app->outputs.panel) panel_draw(app->outputs.panel);
  if (app->program.stats.frames == 0) stats_frame(&app->program.stats, false, app->outputs.quality.share);
  const bool ok = renderer_screenshot(app->outputs.window.width, app->outputs.window.height, app->program.options.screenshot, error);
  world_view_destroy(last);
  return ok;
}

/* Foam and wet ground come of the frames before, so a run without a window has some of its end drawn. */
static bool app_nears_picture(const App *app) {
  const StepStats *const steps = session_step_stats(app->session);
  const Options *o = &app->program.options;
  if (!o->screenshot || o->film || app->screen.mode != FRAME_LIT) return false; /* a film draws all of the run */
  const double tick = (double)session_world(app->session)->params.tick;
  const int64_t ticks = (int64_t)(OFFSCREEN_FOLLOWED_S / tick), every = (int64_t)fmax(unwatched_frame_s / tick, 1);
  const int64_t from = o->steps < 0 ? -1 : o->steps < ticks ? 0 : o->steps - ticks;
  const double seconds = o->seconds < 0 ? -1 : fmax(o->seconds - OFFSCREEN_FOLLOWED_S, 0);
  return steps->steps % every == 0 && step_stats_at_end(steps, from, seconds, tick);
}

/* Seconds as people say them: "8 s", "3 min". */
static void put_seconds(double seconds, char text[32]) {
  if (seconds < 100)
    snprintf(text, 32, "%.0f s", ceil(seconds));
  else
    snprintf(text, 32, "%.0f min", ceil(seconds / 60));
}

/* Tells how much of the run is done and how long the rest will take at this rate; a log that is played has no end that is known. */
static void app_tell_progress(const App *app, Progress *progress) {
  const StepStats *const steps = session_step_stats(app->session);
  const Options *o = &app->program.options;
  const double of_steps = o->steps > 0 ? (double)steps->steps / (double)o->steps : 0;
  const double of_seconds = o->seconds > 0 ? steps->simulated / o->seconds : 0, share = fmax(of_steps, of_seconds);
  char left[32];
  put_seconds((clock_seconds() - progress->begun) * (1 - share) / fmax(share, 1e-9), left);
  if (share > 0)
    progress_tell(progress, "%s: %.1f s simulated, %.0f %%, %s left", session_scene(app->session)->name, steps->simulated, 100 * share,
                  left);
  else
    progress_tell(progress, "%s: %.1f s simulated", session_scene(app->session)->name, steps->simulated);
}

/* Writes the last line of a run, for a person at a terminal. */
static void tell_end(const App *app, double took) {
  const StepStats *const steps = session_step_stats(app->session);
  char wall[32];
  if (took < 10)
    snprintf(wall, sizeof wall, "%.2f s", took);
  else
    put_seconds(took, wall);
  progress_say("%s: %.2f s simulated in %lld steps, in %s (%.3g x real time); state %016llx", session_scene(app->session)->name,
               steps->simulated, (long long)steps->steps, wall, steps->simulated / fmax(took, 1e-9),
               (unsigned long long)world_hash(session_world(app->session)));
}

void app_run_headless(App *app) {
  const StepStats *const steps = session_step_stats(app->session);
  double release = app->program.options.release;
  Progress progress = progress_begin();
  bool filmed = app_film_tick(app);
  while (filmed && !app_done(app)) {
    if (release >= 0 && steps->simulated >= release) {
      world_command(session_world(app->session), &(Command){.kind = COMMAND_RELEASE_DAM});
      release = -1;
    }
    if (!session_step(app->session)) break;
    filmed = app_film_tick(app);
    if (app_nears_picture(app)) app_advance_unseen(app);
    app_tell_progress(app, &progress);
  }
  const double took = clock_seconds() - progress.begun;
  progress_end(&progress);
  tell_end(app, took);
}
