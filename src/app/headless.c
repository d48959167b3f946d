#include "app/headless.h"

#include <math.h>
#include <stdio.h>

#include "app/app_state.h"
#include "app/control/flyby.h"
#include "app/draw.h"
#include "app/film/film.h"
#include "app/hold.h"
#include "app/panel.h"
#include "base/clock.h"
#include "cli/progress.h"

/* s: for how much of the end of a run without a window foam and wet ground are followed before its picture, and how often: ground
 * dries within this (shaders/surface.frag), and the renderer takes no step of time for longer than a quarter of a second. */
static const double unwatched_s = 15, unwatched_frame_s = 0.1;

/* False: a log that is played has come to its end, or to a fault, which app_finish tells. */
static bool app_step(App *app) {
  Session *const session = &app->session;
  Error ignored;
  while (session_before_tick(session, session->world) == SIM_TICK_NONE)
    if (!session_play_on(session, &ignored) || !session->player) return false;
  const double at = clock_seconds();
  world_step(session->world);
  stats_step(&app->stats, clock_seconds() - at, session->world);
  session_after_tick(session, session->world);
  return true;
}

static void app_advance_unseen(App *app) {
  WorldView *view = world_view_create(app->session.world->nx, app->session.world->nz);
  if (!view) return;
  app_look(app, view, app->session.world->time);
  app_advance(app);
  world_view_destroy(view);
}

/* The last state as a picture; the window shows it no more. */
static bool app_last_picture(App *app, WorldView *last, Error *error) {
  app_look(app, last, app->session.world->time);
  app_panel(app); /* twice: Dear ImGui measures a new window in its first frame and shows it in its second */
  app_panel(app);
  if (app->stats.frames == 0) app_advance(app); /* a first frame may leave something out: renderer.h */
  app_draw(app, app_build(app));
  if (app->panel) panel_draw(app->panel);
  if (app->stats.frames == 0) stats_frame(&app->stats, false, app->share);
  return renderer_screenshot(app->window.width, app->window.height, app->options.screenshot, error);
}

bool app_save_last_picture(App *app, Error *error) {
  WorldView *last = world_view_create(app->session.world->nx, app->session.world->nz);
  const bool ok = last ? app_last_picture(app, last, error) : error_set(error, "not enough memory for the picture");
  world_view_destroy(last);
  return ok;
}

/* Foam and wet ground come of the frames before, so a run without a window has some of its end drawn. */
static bool app_nears_picture(const App *app) {
  const Options *o = &app->options;
  if (!o->screenshot || o->film || app->mode != FRAME_LIT) return false; /* a film draws all of the run */
  const double tick = (double)app->session.world->params.tick;
  const int64_t ticks = (int64_t)(unwatched_s / tick), every = (int64_t)fmax(unwatched_frame_s / tick, 1);
  const int64_t steps = o->steps < 0 ? -1 : o->steps < ticks ? 0 : o->steps - ticks;
  const double seconds = o->seconds < 0 ? -1 : fmax(o->seconds - unwatched_s, 0);
  return app->stats.steps % every == 0 && stats_at_end(&app->stats, steps, seconds, tick);
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
  const Options *o = &app->options;
  const double steps = o->steps > 0 ? (double)app->stats.steps / (double)o->steps : 0;
  const double seconds = o->seconds > 0 ? app->stats.simulated / o->seconds : 0, share = fmax(steps, seconds);
  char left[32];
  put_seconds((clock_seconds() - progress->begun) * (1 - share) / fmax(share, 1e-9), left);
  if (share > 0)
    progress_tell(progress, "%s: %.1f s simulated, %.0f %%, %s left", app->session.scene.name, app->stats.simulated, 100 * share, left);
  else
    progress_tell(progress, "%s: %.1f s simulated", app->session.scene.name, app->stats.simulated);
}

/* Writes the last line of a run, for a person at a terminal. */
static void tell_end(const App *app, double took) {
  char wall[32];
  if (took < 10)
    snprintf(wall, sizeof wall, "%.2f s", took);
  else
    put_seconds(took, wall);
  progress_say("%s: %.2f s simulated in %lld steps, in %s (%.3g x real time); state %016llx", app->session.scene.name, app->stats.simulated,
               (long long)app->stats.steps, wall, app->stats.simulated / fmax(took, 1e-9),
               (unsigned long long)world_hash(app->session.world));
}

void app_run_headless(App *app) {
  double release = app->options.release;
  Progress progress = progress_begin();
  bool filmed = app_film_tick(app);
  while (filmed && !app_done(app)) {
    if (release >= 0 && app->stats.simulated >= release) {
      world_command(app->session.world, &(Command){.kind = COMMAND_RELEASE_DAM});
      release = -1;
    }
    if (!app_step(app)) break;
    filmed = app_film_tick(app);
    if (app_nears_picture(app)) app_advance_unseen(app);
    app_tell_progress(app, &progress);
  }
  const double took = clock_seconds() - progress.begun;
  progress_end(&progress);
  tell_end(app, took);
}
