/* Side by side in the window: what begins and ends it, where its pictures lie, drawing them. */
#include "app/side_by_side.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/app_state.h"
#include "app/compare/compare.h"
#include "app/folders.h"
#include "app/hold.h"
#include "app/say.h"
#include "base/clock.h"
#include "base/memory.h"

/* --- what is compared ------------------------------------------------------------------------------------------------------------ */

static bool differs(const TwinHow *how) {
  return how->solver_differs || how->param_differs;
}

/* Returns true if the two worlds would not differ: nothing is set to differ, or only the solver, which is the first one's. */
static bool is_no_difference(const App *app) {
  const TwinHow *const how = &app->beside.how;
  return !differs(how) || (how->solver_differs && !how->param_differs && how->solver == app->session.wanted.solver);
}

/* Returns the difference to begin with: the solver that this one is most often compared with. */
static TwinHow another_solver(const App *app) {
  const WeirSolver other = app->session.wanted.solver == WEIR_SWE ? WEIR_PIPE : WEIR_SWE;
  return (TwinHow){.solver_differs = true, .solver = other};
}

/* --- the second world -------------------------------------------------------------------------------------------------------------- */

static bool make_renderer(App *app, Error *error) {
  Beside *const beside = &app->beside;
  const RendererDef def = {.get_proc_address = window_gl_address, .shader_dir = folder_shaders(), .quality = app->quality};
  if (beside->renderer) return true;
  beside->renderer = renderer_create(&def, error);
  beside->build = beside->renderer ? frame_build_create() : NULL;
  if (beside->renderer && !beside->build) error_set(error, "not enough memory to draw a second world");
  beside->quality = app->quality;
  return beside->build != NULL;
}

static void let_go(App *app) {
  if (!app->session.looks_back) sim_release(app->sim);
}

static void stop(App *app) {
  Error ignored;
  sim_set_twin(app->sim, NULL, &ignored);
  session_end_twin(&app->session);
  app->shown.twin = NULL;
}

/* Puts `other`, or a copy, beside the world from now on, while the simulation is held. Returns false and sets *error if that fails. */
static bool go_beside(App *app, World *other, Error *error) {
  Beside *const beside = &app->beside;
  Session *const session = &app->session;
  stop(app);
  beside_forget_figures(beside);
  session->twin = twin_create(session->world, other, &beside->how, session->threads, error);
  beside->on = session->twin && sim_set_twin(app->sim, twin_world(session->twin), error);
  if (!beside->on) stop(app);
  app->shown = sim_show(app->sim, clock_seconds(), true);
  return beside->on;
}

static void start(App *app, World *other) {
  Error error;
  char name[128];
  const bool ok = make_renderer(app, &error) && go_beside(app, other, &error);
  if (!ok) {
    app_say_fault(app, &error);
    return;
  }
  beside_name(&app->beside, name, sizeof name);
  app_say(app, "side by side: %s; %s ends it", name, keys_name(ACTION_BESIDE));
}

void app_toggle_beside(App *app) {
  Beside *const beside = &app->beside;
  app_hold(app);
  if (beside->on) {
    beside->on = false;
    stop(app);
  } else {
    if (is_no_difference(app)) beside->how = another_solver(app);
    beside->future = 0;
    start(app, NULL);
  }
  let_go(app);
}

void app_differ_beside(App *app, const TwinHow *how) {
  Beside *const beside = &app->beside;
  app_hold(app);
  beside->how = *how;
  if (app->session.twin && beside->future == 0)
    twin_differ(app->session.twin, how);
  else
    beside->future = 0, start(app, NULL);
  let_go(app);
}

void app_show_future_beside(App *app, int line) {
  Session *const session = &app->session;
  Beside *const beside = &app->beside;
  Error error;
  app_hold(app);
  const TimelineSpan span = timeline_span(session->timeline, line);
  const int64_t now = session->world->tick, tick = now < span.from ? span.from : now > span.to ? span.to : now;
  World *const world = timeline_go(session->timeline, line, tick, session->threads, &error);
  if (world) {
    beside->how = (TwinHow){0};
    beside->future = line;
    start(app, world);
  } else {
    app_say_fault(app, &error);
  }
  let_go(app);
}

/* Makes the second world a copy of the first again, after another took the first one's place; ends it if it was another future. The
 * simulation is held. */
static void follow(App *app) {
  Beside *const beside = &app->beside;
  Error error;
  if (!beside->on || app->session.twin) return;
  if (beside->future == 0 && is_no_difference(app)) beside->how = another_solver(app); /* another scene has its own solver */
  if (beside->future > 0) {
    beside->on = false;
    beside->future = 0;
    app_say(app, "side by side: ended; the other future belonged to the world before");
  } else if (!make_renderer(app, &error) || !go_beside(app, NULL, &error)) {
    beside->on = false;
    app_say_fault(app, &error);
  }
}

void app_go_on(App *app) {
  follow(app);
  app_release(app);
}

bool app_begin_beside(App *app, Error *error) {
  Beside *const beside = &app->beside;
  if (!app->options.compare || app->options.headless) return true;
  if (!compare_split(app->options.compare, &app->session.scene, &beside->how, error)) return false;
  beside->on = true;
  return true;
}

/* --- the window's four parts -------------------------------------------------------------------------------------------------------- */

/* --- drawing -------------------------------------------------------------------------------------------------------------------------- */
