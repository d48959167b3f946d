#ifndef APP_SESSION_H
#define APP_SESSION_H

/* The world being shown, and how it is replaced by another. A new world is made before the old one goes: whatever
 * fails, what the person had stays. What replaces the world is called while its simulation is held. */

#include "app/options.h"
#include "app/settings.h"
#include "world/journal.h"
#include "world/world.h"

/* The session: the scene that is shown, its world, and what the person has set. Owned by the program; session_start begins it. */
typedef struct Session {
  const Options *options;
  const char *asset_dir;
  int threads;
  Scene scene;      /* as read, with the command line's changes: what reset goes back to */
  int scene_index;  /* among scene_names, -1: a file of the person's own */
  World *world;     /* `sim`'s, except while that is held */
  struct Sim *sim;  /* that runs the world; NULL: the caller does */
  Journal *journal; /* of all that the session does to its worlds, for --check-replay; NULL: none, or memory was short */
  Settings wanted;  /* what keys and panel have asked for */
  float quality;    /* that the drawing device asks for, or -1: the scene's own */
} Session;

/* Reads the scene that the command line names; session_build then makes its world. */
bool session_start(Session *session, const Options *options, const char *asset_dir, int threads, Error *error);
bool session_build(Session *session, Error *error);
void session_end(Session *session);

/* At the session's end: runs all of it again from its journal, with another number of threads, and compares. False with one line. */
bool session_check_replay(Session *session, Error *error);

/* Another built-in scene; index is taken round the list. */
bool session_load_scene(Session *session, int index, Error *error);

/* A scene file, or an image, which becomes the ground of the scene that is shown. False with one line, and all as it was. */
bool session_open_file(Session *session, const char *path, Error *error);

/* The same scene from its beginning, with the solver and grid of now; with the parameters of now, or its own. */
bool session_reset(Session *session, bool params_too, Error *error);

/* The same scene on another grid. */
bool session_set_grid(Session *session, int nx, int nz, Error *error);

/* Another liquid: its parameters are set; the scene's own liquid has the scene's own. */
void session_set_liquid(Session *session, int liquid);

/* The kinds of sides in the order B takes them: the scene's own, then each that a kind alone describes. */
const int *session_boundary_kinds(int *count);
const char *session_boundary_name(int boundary);

/* Quality of the picture that suits the device: for this scene and those to come, unless the command line set it. */
void session_suit_quality(Session *session, int quality);

/* One for each physical core that this process may run on. */
int session_default_threads(void);

#endif
