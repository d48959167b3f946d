#ifndef APP_SESSION_H
#define APP_SESSION_H

/* The world being shown, and how it is replaced by another. A new world is made before the old one goes: whatever
 * fails, what the person had stays. What replaces the world is called while its simulation is held. */

#include <stdatomic.h>

#include "app/compare/twin.h"
#include "app/options.h"
#include "app/saves/save.h"
#include "app/session/settings.h"
#include "app/session/sim.h"
#include "world/replay/input_log.h"
#include "world/replay/input_player.h"
#include "world/replay/journal.h"
#include "world/timeline/timeline.h"
#include "world/world.h"

/* The time that can be gone back to, as of the last tick: a value. */
typedef struct SessionPast {
  bool there;
  TimelineSpan present;
  int branch_count;
  TimelineSpan branches[TIMELINE_BRANCHES];
} SessionPast;

/* The session: the scene that is shown, its world, and what the person has set. Owned by the program; session_start begins it. */
typedef struct Session {
  const Options *options;
  const char *asset_dir;
  int threads;
  Scene scene;                /* as read, with the command line's changes: what reset goes back to */
  char note[OWN_GROUND_NOTE]; /* of its ground: what was found in an image and assumed; empty: nothing */
  int scene_index;            /* among scene_names, -1: a file of the person's own */
  World *world;               /* `sim`'s, except while that is held */
  struct Sim *sim;            /* that runs the world; NULL: the caller does */
  Journal *journal;           /* of all that the session does to its worlds, for --check-replay; NULL: none, or memory was short */
  Settings wanted;            /* what keys and panel have asked for */
  World *first;               /* from a saved game or a log, until session_build shows it */
  SaveView view;              /* of the saved game that was opened last */
  InputLog *log;              /* --log-input; NULL: none is written */
  RecentInputs *recent;       /* of the world; NULL: memory was short */
  InputPlayer *player;        /* of --replay: it gives the world its commands; NULL: the person does */
  Twin *twin;                 /* goes beside the world; NULL: none does. It ends with the world */
  Timeline *timeline;         /* the last two minutes; NULL: nothing is recorded */
  SessionPast past;           /* read by session_past */
  int past_lock;
  bool looks_back;          /* the world is one of the past (rewind/past.h): nothing is noted of it */
  atomic_bool play_stopped; /* the player's world has ended, or went another way: for session_play_on */
  Error play_fault;         /* how the replay differed; empty: it has not */
  float quality;            /* that the drawing device asks for, or -1: the scene's own */
} Session;

/* Reads the scene, the saved game or the log that the command line names; session_build then makes its world. */
bool session_start(Session *session, const Options *options, const char *asset_dir, int threads, Error *error);
bool session_build(Session *session, Error *error);
void session_end(Session *session);

/* At the session's end: runs all of it again from its journal, with another number of threads, and compares. False with one line. */
bool session_check_replay(Session *session, Error *error);

/* Another built-in scene; index is taken round the list. */
bool session_load_scene(Session *session, int index, Error *error);

/* A saved game, a scene file, or an image, which becomes the ground of the scene that is shown. False with one line, and all as it was. */
bool session_open_file(Session *session, const char *path, Error *error);

/* Goes on with a saved game: its world, its scene, its settings; session->view is where it was seen from. */
bool session_load(Session *session, const char *path, Error *error);

/* A copy of the world and its scene, to be written; NULL when memory is short. */
Save *session_save(const Session *session, const SaveView *view);

/* --- session_play.c: inputs written and played --- */

/* Around each tick, by whoever steps the world: SimHooks of sim.h. */
SimTick session_before_tick(void *session, World *world);
void session_after_tick(void *session, World *world);

/* Opens --log-input and --replay, the latter with its first world. */
bool session_open_inputs(Session *session, Error *error);

/* The log's next world, when play_stopped; from the log's end on the person plays, and player is NULL. False when memory is short or the log is
 * damaged; player is NULL then too. */
bool session_play_on(Session *session, Error *error);

/* Ends the log of inputs: false with one line when not all of it could be written. */
bool session_close_log(Session *session, Error *error);

/* Puts another world, which it owns from now on, in the old one's place, and lets go of what its state has in somebody's hand; false, and the
 * world is gone, when memory is short. */
bool session_show_world(Session *session, World *world, Error *error);
/* The same for a world of the log that is played; any other ends the replay. */
bool session_show_next(Session *session, World *world, Error *error);

/* Its two halves, for rewinding: what notes the world's commands ends with it, and begins with the one that goes on. */
void session_end_notes(Session *session);
/* Of these, the journal and the input log alone; the timeline goes on. */
void session_end_logs(Session *session);
bool session_swap_world(Session *session, World *world, Error *error);
void session_begin_notes(Session *session);

/* No world goes beside this one from now on. */
void session_end_twin(Session *session);

/* What the timeline has, from any thread; session_note_past tells it anew, for whoever owns the world. */
SessionPast session_past(Session *session);
void session_note_past(Session *session);

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
