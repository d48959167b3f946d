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
  Journal *journal;           /* of all that the session does to its worlds, for --check-replay; NULL: none, or memory ran out */
  Settings wanted;            /* requested by keys and panel */
  World *first;               /* from a saved game or a log, until session_build shows it */
  SaveView view;              /* of the saved game that was opened last */
  InputLog *log;              /* --log-input; NULL: none is written */
  RecentInputs *recent;       /* of the world; NULL: memory ran out */
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

/* Reads the scene, the saved game or the log that the command line names; session_build then makes its world. Both return false and set
 * *error if that fails. */
bool session_start(Session *session, const Options *options, const char *asset_dir, int threads, Error *error);
bool session_build(Session *session, Error *error);
void session_end(Session *session);

/* Runs all of the session again from its journal, at its end, with another number of threads, and compares. Returns false and sets *error
 * if the two differ or memory runs out. */
bool session_check_replay(Session *session, Error *error);

/* Shows another built-in scene; index is taken round the list. Returns false and sets *error, and leaves all as it was, if that fails. */
bool session_load_scene(Session *session, int index, Error *error);

/* Opens a saved game, a scene file, or an image, which becomes the ground of a plain scene. Returns false and sets *error, and leaves all
 * as it was, if that fails. */
bool session_open_file(Session *session, const char *path, Error *error);

/* Goes on with a saved game: its world, its scene, its settings; session->view is where it was seen from. */
bool session_load(Session *session, const char *path, Error *error);

/* Returns a copy of the world and its scene, to be written, which the caller owns; NULL if memory runs out. */
Save *session_save(const Session *session, const SaveView *view);

/* --- session_play.c: inputs written and played --- */

/* Run around each tick, in the thread that steps the world: SimHooks of sim.h. */
SimTick session_before_tick(void *session, World *world);
void session_after_tick(void *session, World *world);

/* Opens --log-input and --replay, the latter with its first world. Returns false and sets *error if one cannot be opened. */
bool session_open_inputs(Session *session, Error *error);

/* Shows the log's next world, when play_stopped; from the log's end on the person plays, and player is NULL. Returns false and sets *error
 * if memory runs out or the log is damaged, which ends it too. */
bool session_play_on(Session *session, Error *error);

/* Ends the log of inputs. Returns false and sets *error if not all of it could be written. */
bool session_close_log(Session *session, Error *error);

/* Puts another world, which the session owns from now on, in the old one's place, releases what its state has of hold and pedals
 * (world_let_go), and ends a replay. Returns false and sets *error, with the world destroyed, if memory runs out. */
bool session_show_world(Session *session, World *world, Error *error);
/* Shows the next world of the log that is played; any other world ends the replay. */
bool session_show_next(Session *session, World *world, Error *error);

/* The two halves of session_show_world, for rewinding: stop the old world's recorders; put the new one in its place and start its
 * recorders. */
void session_end_notes(Session *session);
/* Stops of these recorders the journal and the input log alone; the timeline goes on. */
void session_end_logs(Session *session);
bool session_swap_world(Session *session, World *world, Error *error);
void session_begin_notes(Session *session);

/* Ends the second world beside this one, if there is one. */
void session_end_twin(Session *session);

/* Returns the time that the timeline has, from any thread; session_note_past updates it, for the thread that owns the world. */
SessionPast session_past(Session *session);
void session_note_past(Session *session);

/* Begins the scene again, with the solver and grid of now; with the parameters of now, or its own. Returns false and sets *error, and
 * leaves all as it was, if that fails. */
bool session_reset(Session *session, bool params_too, Error *error);

/* Begins the scene again on another grid. Returns false and sets *error, and leaves all as it was, if that fails. */
bool session_set_grid(Session *session, int nx, int nz, Error *error);

/* Sets another liquid with its parameters; the scene's own liquid has the scene's own. */
void session_set_liquid(Session *session, int liquid);

/* Returns the kinds of sides in the order B takes them: the scene's own, then each that a kind alone describes. */
const int *session_boundary_kinds(int *count);
const char *session_boundary_name(int boundary);

/* Sets the quality of the picture that suits the device: for this scene and those to come, unless the command line set it. */
void session_suit_quality(Session *session, int quality);

/* Returns the number of physical cores that this process may run on. */
int session_default_threads(void);

#endif
