/* A file that was dropped on the window and may become a ground: it is read in a thread of its own, while the window goes on; then the
 * person is asked how; then the ground is made of what was read. */
#include "app/land.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"

static const double shown_after_s = 0.3; /* s: what is read sooner has no bar */

/* A reading, and what came of it; owned by the App. */
typedef struct LandReader {
  Thread thread;
  OwnGround own; /* its path is `path` */
  char path[INPUT_PATH];
  double begun;     /* clock */
  bool reads, asks; /* it has a job; the person is to be asked then, or has answered */
  atomic_int thousandths;
  atomic_bool left, done; /* the person wants it no more; the thread has nothing left to do but to end */
  OwnGroundFile *file;    /* NULL: nothing was read */
  Error error;
} LandReader;

static bool go_on(void *user, double share) {
  LandReader *const reader = user;
  atomic_store(&reader->thousandths, (int)(1000 * share));
  return !atomic_load(&reader->left);
}

static void *read_file(void *data) {
  LandReader *const reader = data;
  reader->file = own_ground_read(&reader->own, &(GeoProgress){go_on, reader}, &reader->error);
  atomic_store(&reader->done, true);
  return NULL;
}

void app_land_forget(App *app) {
  LandReader *const reader = app->outputs.land;
  app->screen.land.on = app->screen.land.reading = false;
  app->screen.land.own.file = NULL;
  if (!reader) return;
  atomic_store(&reader->left, true);
  thread_join(&reader->thread);
  own_ground_file_free(reader->file);
  reader->file = NULL;
  reader->reads = false;
}

/* Begins to read the file as it is wanted. */
static void begin_reading(App *app, const OwnGround *own, bool asks) {
  LandReader *const reader = app->outputs.land;
  app_land_forget(app);
  reader->own = *own;
  snprintf(reader->path, sizeof reader->path, "%s", app->frame.chosen_file);
  reader->own.path = reader->path;
  reader->begun = clock_seconds();
  reader->reads = true;
  reader->asks = asks;
  atomic_store(&reader->thousandths, 0);
  atomic_store(&reader->left, false);
  atomic_store(&reader->done, false);
  if (!thread_start(&reader->thread, read_file, reader)) read_file(reader);
}

Action app_take_file(App *app) {
  const char *const path = app->frame.chosen_file;
  app_land_forget(app);
  if (!session_asks_for_ground(path)) return ACTION_OPEN_FILE;
  if (!app->outputs.land) app->outputs.land = memory_create(1, sizeof *app->outputs.land);
  if (!app->outputs.land) {
    app_say(app, "land: not enough memory");
    return ACTION_NONE;
  }
  app->screen.land.own = session_own_ground(app->session, path);
  begin_reading(app, &app->screen.land.own, true);
  return ACTION_NONE;
}

Action app_land_frame(App *app) {
  LandReader *const reader = app->outputs.land;
  LandChoice *const land = &app->screen.land;
  if (!reader || !reader->reads) return ACTION_NONE;
  land->share = (float)atomic_load(&reader->thousandths) / 1000;
  land->reading = clock_seconds() - reader->begun > shown_after_s;
  if (!atomic_load(&reader->done)) return ACTION_NONE;
  thread_join(&reader->thread);
  reader->reads = land->reading = false;
  Error error = reader->error;
  land->own.file = reader->file;
  land->own.path = app->frame.chosen_file;
  if (!reader->file || (reader->asks && !own_ground_look(&land->own, &land->facts, &error))) {
    app_land_forget(app);
    app_say_fault(app, &error);
  } else if (reader->asks) {
    land->on = true;
  } else {
    return ACTION_OPEN_FILE;
  }
  return ACTION_NONE;
}

Action app_answer_land(App *app, bool yes) {
  LandChoice *const land = &app->screen.land;
  land->on = false;
  if (!yes) {
    app_land_forget(app);
    return ACTION_NONE;
  }
  if (own_ground_file_suits(land->own.file, &land->own)) return ACTION_OPEN_FILE;
  OwnGround own = land->own; /* what is made up where it has no heights is to be otherwise */
  own.file = NULL;
  begin_reading(app, &own, false);
  return ACTION_NONE;
}

bool app_land_key(App *app, int key, int yes, int no, Action *action) {
  const LandChoice *const land = &app->screen.land;
  const LandReader *const reader = app->outputs.land;
  *action = ACTION_NONE;
  if (reader && reader->reads && key == no) {
    app_land_forget(app);
    app_say(app, "land: left");
    return true;
  }
  if (!land->on || (key != yes && key != no)) return false;
  *action = app_answer_land(app, key == yes);
  return true;
}

void app_land_close(App *app) {
  app_land_forget(app);
  memory_free(app->outputs.land);
  app->outputs.land = NULL;
}
