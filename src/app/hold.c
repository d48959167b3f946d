/* Holding the simulation, letting it go on, and whether the run is over. */
#include "app/hold.h"

#include <stdatomic.h>

#include "app/app_state.h"
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
  const Options *o = &app->options;
  if (app->quit || signalled) return true;
  if (app->sim) return sim_is_done(app->sim);
  if (o->replay && !app->session.player) return true;
  return stats_at_end(&app->stats, o->steps, o->seconds, (double)app->session.world->params.tick);
}

void app_hold(App *app) {
  past_reader_wait(app->past_reader); /* it has the timeline */
  sim_hold(app->sim);
}

void app_send_request(App *app) {
  SimRequest request = {.settings = app->session.wanted, .paused = app->paused};
  request.tool_on = tools_held(&app->tools, &request.settings.params, &request.tool);
  request.view = frame_build_view_request(app->mode, &request.settings.params);
  request.view.stats = app->overlay_open;
  measure_request(&app->measure, &request.view);
  sim_request(app->sim, &request);
}

/* Ends what mouse and pedals do: another world has other bodies. Where the world is the one of before, as after a file that could not be
 * opened, it is told so. */
static void let_go(App *app) {
  const bool held = app->tools.drag == DRAG_GRAB, drove = app->pedals_sent[0] != 0 || app->pedals_sent[1] != 0;
  tools_let_go(&app->tools);
  app->drove = false;
  app->pedals_sent[0] = app->pedals_sent[1] = 0;
  if (app->session.player) return;
  if (held) sim_command(app->sim, &(Command){.kind = COMMAND_RELEASE});
  if (drove) sim_command(app->sim, &(Command){.kind = COMMAND_DRIVE});
}

void app_release(App *app) {
  past_reader_forget(app->past_reader); /* a world of the past is wanted no more */
  app->look_asked = false;
  app->bar_held = false;
  undo_order_reset(&app->undo);
  past_forget(&app->past);
  let_go(app);
  param_history_reset(&app->history, &app->session.wanted.params);
  app_send_request(app);
  resolution_settle(&app->resolution);
  app->shown = sim_show(app->sim, clock_seconds(), true);
  sim_release(app->sim);
}
