/* Side by side in the window: what begins and ends it. */
#include "app/side_by_side.h"

#include <stdio.h>

#include "app/app_state.h"
#include "app/compare.h"
#include "app/say.h"
#include "base/clock.h"
#include "files/folders.h"

/* --- the second world -------------------------------------------------------------------------------------------------------------- */

static bool make_renderer(App *app, Error *error) {
  Beside *const beside = &app->outputs.beside;
  const RendererDef def = {.get_proc_address = window_gl_address, .shader_dir = folder_shaders(), .quality = app->outputs.quality.now};
  if (beside->renderer) return true;
  beside->renderer = renderer_create(&def, error);
  beside->build = beside->renderer ? frame_build_create() : NULL;
  if (beside->renderer && !beside->build) error_set(error, "not enough memory to draw a second world");
  beside->quality = app->outputs.quality.now;
  return beside->build != NULL;
}

/* Shows the second world, if there is one; else tells why not. */
static void begin(App *app, bool ok, const Error *error) {
  Beside *const beside = &app->outputs.beside;
  char name[128];
  if (!ok) session_end_twin(app->session);
  beside->on = ok;
  beside->how = session_twin_how(app->session);
  beside_forget_figures(beside);
  app->frame.shown = session_show(app->session, clock_seconds(), true);
  beside->twins = app->frame.shown.twins;
  if (!ok) {
    app_say_fault(app, error);
    return;
  }
  beside_name(beside, name, sizeof name);
  app_say(app, "side by side: %s; %s ends it", name, keys_name(ACTION_BESIDE));
}

void app_start_beside(App *app) {
  Error error;
  const TwinHow how = app->outputs.beside.how;
  app->outputs.beside.future = 0;
  begin(app, make_renderer(app, &error) && session_set_twin(app->session, &how, &error), &error);
}

void app_toggle_beside(App *app) {
  if (!app->outputs.beside.on) {
    app_start_beside(app);
    return;
  }
  app->outputs.beside.on = false;
  session_end_twin(app->session);
  app->frame.shown = session_show(app->session, clock_seconds(), true);
}

void app_differ_beside(App *app, const TwinHow *how) {
  Error error;
  Beside *const beside = &app->outputs.beside;
  beside->how = *how;
  if (!beside->on || beside->future > 0)
    app_start_beside(app);
  else if (!session_set_twin(app->session, how, &error))
    begin(app, false, &error);
}

void app_show_future_beside(App *app, int line) {
  Error error;
  app->outputs.beside.future = line;
  begin(app, make_renderer(app, &error) && session_set_twin_branch(app->session, line, &error), &error);
}

bool app_read_compare(App *app, Error *error) {
  const char *const text = app->program.options.compare;
  return !text || app->program.options.headless || compare_split(text, session_first_scene(app->session), &app->outputs.beside.how, error);
}
