/* The first seconds: something stands in the window while shaders are compiled and the world is built. */
#include "app/loading.h"

#include <SDL.h>
#include <math.h>

#include "app/app_state.h"
#include "app/request.h"
#include "app/scenes.h"
#include "base/clock.h"
#include "files/folders.h"

/* Programs that a scene needs for its first picture, about: where the bar is full. */
enum { PROGRAMS = 28 };

static const double shown_every_s = 0.3; /* a software driver takes 10 ms for it */

static void show(App *app) {
  const Scene *const scene = session_scene(app->session);
  const int index = session_scene_index(app->session);
  int count;
  const char *const *const names = scene_names(&count);
  const PanelLoading view = {.name = index >= 0 ? names[index] : NULL,
                             .title = scene->title[0] ? scene->title : scene->name,
                             .done = fminf((float)app->outputs.loading.programs / PROGRAMS, 1)};
  panel_show_loading(app->outputs.panel, &view);
  window_swap(&app->outputs.window);
  app->outputs.loading.shown = clock_seconds();
}

bool app_show_loading(void *user, const char *name) {
  App *const app = user;
  (void)name;
  resolution_settle(&app->outputs.quality.resolution); /* a frame that compiles says nothing of those that follow */
  if (!app->outputs.loading.on) return true;
  app->outputs.loading.programs++;
  SDL_Event event; /* events stay in the queue for the first frame; only a wish to close is looked for */
  SDL_PumpEvents();
  if (SDL_PeepEvents(&event, 1, SDL_PEEKEVENT, SDL_QUIT, SDL_QUIT) > 0 || app_signalled() || window_lost()) app->program.quit = true;
  if (app->program.quit) return false; /* nothing is drawn into a window that may be gone */
  if (clock_seconds() - app->outputs.loading.shown >= shown_every_s) show(app);
  return true;
}

void app_begin_loading(App *app) {
  app->outputs.loading.on = true;
  window_set_title(&app->outputs.window, "Weir (loading)"); /* that of a window that is ready follows */
  show(app);
  stats_shown(&app->program.stats);
}

void app_end_loading(App *app) {
  if (!app->outputs.loading.on) return;
  app->outputs.loading.on = false;
  app_show_title(app);
  panel_end_loading(app->outputs.panel);
}
