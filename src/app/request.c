#include "app/request.h"

#include <stdatomic.h>

#include "app/app_state.h"
#include "app/say.h"
#include "base/clock.h"

static atomic_bool signalled; /* a run asked to end by Ctrl+C or by the system */

bool app_end_run(void *unused) {
  (void)unused;
  signalled = true;
  return true;
}

bool app_signalled(void) {
  return signalled;
}

bool app_done(const App *app) {
  const Options *o = &app->program.options;
  return app->program.quit || signalled || session_is_done(app->session, (SessionEnd){o->steps, o->seconds});
}

void app_send_request(App *app) {
  const Params *const wanted = &session_wanted(app->session)->params;
  SessionRequest request = {.paused = app->screen.paused};
  request.tool_on = tools_held(&app->screen.tools, wanted, &request.tool);
  request.view = frame_build_view_request(app->screen.mode, wanted);
  request.view.stats = app->screen.overlay_open;
  measure_request(&app->screen.measure, &request.view);
  session_request(app->session, &request);
}

void app_world_changed(App *app, bool another) {
  Beside *const beside = &app->outputs.beside;
  float *const pedals = app->stage.pedals_sent;
  const bool held = app->screen.tools.drag == DRAG_GRAB, drove = pedals[0] != 0 || pedals[1] != 0;
  app->frame.bar_held = false;
  /* Mouse and pedals let go: another world has other bodies. Where the world is the one of before, as after a file that could not be
   * opened, it is told so. */
  tools_let_go(&app->screen.tools);
  app->stage.drove = false;
  pedals[0] = pedals[1] = 0;
  if (held) session_command(app->session, &(Command){.kind = COMMAND_RELEASE});
  if (drove) session_command(app->session, &(Command){.kind = COMMAND_DRIVE});
  if (another) app->stage = (Stage){0};
  resolution_settle(&app->outputs.quality.resolution);
  app->frame.shown = session_show(app->session, clock_seconds(), true);
  /* The second world may have ended with the first one, or have been made again. */
  Error why;
  if (!beside->on) return;
  if (session_has_twin(app->session, &why)) {
    beside->how = session_twin_how(app->session);
    if (beside->twins != app->frame.shown.twins) beside_forget_figures(beside);
    beside->twins = app->frame.shown.twins;
    return;
  }
  beside->on = false;
  beside->future = 0;
  if (why.text[0]) app_say_fault(app, &why);
}

bool app_do(App *app, const SessionDo *what, SessionDone *done, Error *error) {
  SessionDone result;
  const bool ok = session_do(app->session, what, &result, error);
  if (done) *done = result;
  if (!ok || !result.param) app_world_changed(app, ok); /* a parameter taken back leaves the world as it is */
  return ok;
}
