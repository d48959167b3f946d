#define _POSIX_C_SOURCE 200809L /* setenv */
/* The program in a browser's page: its main, which the browser calls for each frame. */
#include <SDL.h>
#include <emscripten.h>
#include <stdio.h>
#include <stdlib.h>

#include "app/app.h"
#include "app/options.h"
#include "app/run.h"
#include "base/clock.h"
#include "cli/cli.h"

enum { PAST_BYTES = 128 << 20 }; /* a third of a desktop's: a page that takes too much is closed by a phone */

/* The page's, of browser.js. */
void page_ready(void);
void page_ended(int status);

/* Opens a file that the person has let fall on the page, as the window of a desktop does. */
EMSCRIPTEN_KEEPALIVE void page_open(const char *path) {
  SDL_Event event = {.drop = {.type = SDL_DROPFILE, .file = SDL_strdup(path)}};
  if (SDL_PushEvent(&event) != 1) SDL_free(event.drop.file);
}

static App *running;

/* Ends the run, which writes its autosave: the browser has taken the device away, or the page goes. */
EMSCRIPTEN_KEEPALIVE void page_end(void) {
  if (!running) return;
  App *const app = running;
  running = NULL;
  emscripten_cancel_main_loop();
  app_end(app);
}

static void next_frame(void *data) {
  static int frames;
  if (app_next(data)) {
    if (++frames == 1) page_ready();
    return;
  }
  running = NULL;
  emscripten_cancel_main_loop();
  page_ended(app_end(data));
}

int main(int argc, char **argv) {
  const double start = clock_seconds();
  setenv("SDL_VIDEODRIVER", "emscripten", 1); /* the window looks for the drivers of a desktop */
  static Options options;
  Error error;
  if (!app_options(argc, argv, &options, &error)) return cli_fail(EXIT_USAGE, NULL, &error);
  if (options.session.past_bytes == 0) options.session.past_bytes = PAST_BYTES;
  running = app_begin(&options, start);
  emscripten_set_main_loop_arg(next_frame, running, 0, true);
  return 0;
}
