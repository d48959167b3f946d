#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

/* The world being shown, the thread that steps it, what is recorded of it, and its saves: everything that goes on without a window.
 *
 * Threads. One thread, the caller's, makes every call. From session_run to session_stop the world is the simulation's thread's: it cannot
 * be read, and what replaces or reads it waits, within the call, for the tick that runs. Before and after, and in a session that never
 * runs, session_world has it and the caller steps it with session_step.
 *   While the person looks back (session_look) the simulation stands and the world shown is one of the past; session_end_look goes on from
 * there.
 * A new world is made before the old one goes: whatever fails, what the person had stays. */

#include "record/timeline.h"
#include "scene/scene.h"
#include "session/save.h"
#include "session/twin.h"
#include "view/view.h"

typedef struct Session Session;

/* --- the beginning and the end: which world a session shows first, and what is changed of the scenes that it shows ------------------- */

enum { SESSION_SETS = 256 };

/* A source of heights that the ground of the session's worlds follows, such as a box of sand (src/sandbox). `take` is called before each tick
 * in the thread that steps the world: it writes nx*nz heights in m, NaN where the ground stays, and returns true if they are new; `again`: the
 * world is another, which has not had them. A value; `user` is borrowed until the session ends. */
typedef struct SessionGround {
  bool (*take)(void *user, int nx, int nz, bool again, float *heights); /* NULL: there is none */
  void *user;
} SessionGround;

/* A value; text is borrowed until the session ends. Zeroed, but for `liquid` and `seed`: the default scene as it is. */
typedef struct SessionDef {
  const char *scene;                     /* a built-in scene, a scene file or a saved game; NULL: the default one */
  const char *load, *replay, *log_input; /* a saved game, a log to play, a log to write: file names; NULL: none */
  bool solver_given;
  WeirSolver solver;
  int liquid; /* -1: the scene's */
  bool boundary_given;
  WeirBoundary boundary; /* of all four sides */
  OwnGround ground;      /* a heightmap, and grid, cell and height of any ground; 0: the scene's; nz 0 and nx not: one for both sides */
  bool water_given;
  uint64_t seed;
  const char *sets[SESSION_SETS]; /* parameters, NAME=VALUE, already found to be right */
  int set_count;
  bool check_replay; /* record all that is done, for session_check_replay */
  const char *const
      *commands; /* words that a mistyped scene may have meant: pairs of a word and a line about it, and a NULL; may be NULL */
  const char *asset_dir;
  int threads;           /* of the water, 1 and more */
  bool threads_chosen;   /* by the person */
  SessionGround follows; /* with one the session keeps no past, for ground is no command, and its logs could not be played again */
  GeoProgress reading;   /* follows the reading of `ground`'s file; go_on NULL: nothing does */
  size_t past_bytes;     /* that its past may take, before its older half is thinned out (timeline.h); 0: as many as a desktop's */
} SessionDef;

/* Returns true if `sets` names this parameter. */
bool session_def_sets(const SessionDef *def, const char *name);

/* Reads the scene, the saved game or the log that the definition names, which is borrowed until session_destroy; session_build then makes
 * its world, and may do so in another thread. Return NULL or false and set *error if that fails. */
Session *session_create(const SessionDef *def, Error *error);
bool session_build(Session *session, Error *error);
/* Stops the thread and writes to their end the log and the save that are being written. */
void session_destroy(Session *session);

/* Settings that a running world is to have; commands before its next tick make it follow. */
typedef struct Settings {
  Params params;
  WeirSolver solver;
  int liquid, boundary;
} Settings;

/* Returns the settings that the world has now. */
Settings settings_of(const World *world);
/* Sends, before a tick, one command for each parameter that is not as wanted, and such for the other settings. */
void settings_send(const Settings *settings, World *world);

/* The end of a run: after so many steps or simulated seconds of the whole run; -1: never. */
typedef struct SessionEnd {
  int64_t steps;
  double seconds;
} SessionEnd;

/* Starts the thread that steps the world, paused until the first session_request, and begins to record the last two minutes. Where no
 * thread can be had, session_show steps it. Returns false and sets *error if memory runs out. */
bool session_run(Session *session, SessionEnd end, Error *error);
/* Stops the thread for good, after the tick that runs; session_world has the world from here on. */
void session_stop(Session *session);
/* Returns true if all steps of the run are done and the last can be shown, or if a session that is not run has played its log to the end. */
bool session_is_done(const Session *session, SessionEnd end);

/* Takes one step of a session that is not run, with the next of a log that is played. Returns false if such a log has ended or cannot be
 * gone on with, which session_facts tells. */
bool session_step(Session *session);
/* Ends the log of inputs. Returns false and sets *error if not all of it could be written. */
bool session_close_log(Session *session, Error *error);
/* Runs all of the session again from its recording, at its end, with another number of threads, and compares. Returns false and sets *error
 * if the two differ or memory runs out. */
bool session_check_replay(Session *session, Error *error);

/* --- the figures of its steps and pictures --------------------------------------------------------------------------------------- */

/* Step times are counted in bins a fiftieth apart, from 0.1 us to hours: no allocation while running, and any share of
 * them is known to 1 %. */
enum { STEP_STATS_BINS = 1280 };

/* Sums over the steps of a run, written by the thread that takes them; zeroed at the start. */
typedef struct StepStats {
  uint64_t bins[STEP_STATS_BINS];
  int64_t steps;
  double sum_s, max_s; /* of the clock */
  double simulated;    /* s, over all worlds of the run */
  double cells;        /* cell seconds: sum of cells * tick */
} StepStats;

/* Adds a step of the world that took so many seconds of the clock. */
void step_stats_add(StepStats *stats, double seconds, const World *world);
/* Returns true if a run of so many steps or simulated seconds is over; -1: it has no such end. */
bool step_stats_at_end(const StepStats *stats, int64_t steps, double seconds, double tick);
/* Returns the step time in seconds that this share (0 to 1) of the steps stayed within; 0 when there were none. */
double step_stats_percentile(const StepStats *stats, double share);
/* Returns real-time kilocells (Kellomaki 2015): thousands of cells that the steps' time would have kept in real time. */
double step_stats_rtkc(const StepStats *stats);

/* The drawing thread's count of pictures a second. */
typedef struct FrameRate {
  double fps, frame_ms; /* of the last closed second */
  double since;
  int frames;
} FrameRate;

void frame_rate_add(FrameRate *rate, double now);

/* --- what it has ---------------------------------------------------------------------------------------------------------------- */

/* Returns what ground that follows a source has moved so far, in all worlds of the session. */
GroundLedger session_ground_ledger(Session *session);
/* Returns the world; NULL while its thread has it. */
World *session_world(Session *session);
/* Returns the scene as read, with the definition's changes: what reset goes back to. */
const Scene *session_scene(const Session *session);
/* Returns the scene before session_build, for the caller to change. */
Scene *session_first_scene(Session *session);
/* Returns the settings that the world is to have, for the caller to change; the world follows before its next tick. */
Settings *session_wanted(Session *session);

/* More that there is to know of a session; good until the next call. */
typedef struct SessionFacts {
  int scene_index;             /* among scene_names; -1: a file of the person's own */
  const char *note;            /* what was found in an image that became the ground, and assumed; empty: nothing */
  const SaveView *view;        /* the place that the saved game which was opened last was seen from; not `given`: none was */
  const StepStats *steps;      /* the figures of all steps; while the thread runs they are its own */
  bool replays;                /* a log is played: it has its own commands */
  const Error *fault;          /* how the replay differed, or why its log cannot be read on; empty: neither */
  int unsaved_edits;           /* that were made since the world began or was saved last */
  bool looks_back, look_asked; /* the world of the past is shown; it is, or is going to be */
  double look_time_s;          /* simulated: what is looked at */
  bool has_twin;               /* a second world goes along, */
  TwinHow twin_how;            /* and how the copy differs */
  const Error *twin_ended;     /* why the last one ended, or empty */
} SessionFacts;
/* Not while another thread builds the session (session_build). */
SessionFacts session_facts(const Session *session);

/* --- each frame ----------------------------------------------------------------------------------------------------------------- */

/* The request of a frame; the settings are session_wanted's. */
typedef struct SessionRequest {
  bool paused;
  bool tool_on; /* a button is held that sends `tool` before every tick, its amount a second */
  Command tool;
  WorldViewRequest view; /* contents of what is shown; the volume budget comes twice a second */
} SessionRequest;

void session_request(Session *session, const SessionRequest *request);
/* Sends a command before the next tick. Returns false if too many wait. While a log is played nothing is sent. */
bool session_command(Session *session, const Command *command);
/* Notes for session_undo what the caller has changed in session_wanted. now: s of a clock. */
void session_note_params(Session *session, double now);
/* Lets the changes up to now stand: the program itself made them. */
void session_accept_params(Session *session);

/* The state to draw now: constant until the next call of any function that changes the world, or of session_show. */
typedef struct SessionShown {
  const WorldView *view;
  const WorldView *twin; /* of the second world, after the same tick; NULL: there is none */
  float earlier;         /* 0 to 1: share of the state shown before in what is to be drawn */
  double time;           /* simulated s, of what is to be drawn */
  double ratio;          /* simulated seconds a second, of late */
  bool slowed;           /* time was left out: the machine is too slow for this grid */
  int jumps;             /* worlds of the past that were shown so far */
  int twins;             /* second worlds that were made so far */
} SessionShown;

/* now: s of the clock. `still`: the newest state there is; else the one due now. */
SessionShown session_show(Session *session, double now, bool still);

/* --- another world -------------------------------------------------------------------------------------------------------------- */

/* A deed on the world as a whole. */
typedef enum SessionDeed {
  SESSION_SCENE,     /* shows the built-in scene of `index`, taken round the list */
  SESSION_FILE,      /* opens a saved game, a scene file, or an image, which becomes the ground of a plain scene: `path` */
  SESSION_RESET,     /* begins the scene again, with the solver, grid and parameters of now */
  SESSION_RESET_ALL, /* the same, with the scene's own parameters */
  SESSION_GRID,      /* begins the scene again on nx x nz cells */
  SESSION_STEP_BACK, /* goes back by one tick */
  SESSION_BRANCH,    /* goes on with the branch `index` (1 and more) of session_past from its end; the one that is left is kept */
  SESSION_UNDO,      /* takes back the last edit or change of a parameter, */
  SESSION_REDO,      /* and does it again */
} SessionDeed;

/* A deed with what it needs to know; a value. */
typedef struct SessionDo {
  SessionDeed deed;
  int index, nx, nz;
  const char *path;
  const OwnGround *ground; /* SESSION_FILE: what to make of a ground; NULL: what follows from the file */
} SessionDo;

/* The result of a deed that succeeded; a value. */
typedef struct SessionDone {
  const ParamInfo *param; /* SESSION_UNDO and _REDO: the parameter that has another value; NULL: the world has gone to another time */
  double by;              /* simulated s, forth */
} SessionDone;

/* Does it, after the tick that runs. Ends a look at the past first. Returns false and sets *error, and leaves all as it was, if that fails.
 * `done` may be NULL. */
bool session_do(Session *session, const SessionDo *what, SessionDone *done, Error *error);
/* Returns true if the file may become a ground, which a person is asked about: heights are in a form that is read or refused by name. */
bool session_asks_for_ground(const char *path);
/* Returns the request for a ground of a file, of which nothing else is said. */
OwnGround session_own_ground(const Session *session, const char *path);
/* Sets another liquid with its parameters; the scene's own liquid has the scene's own. */
void session_set_liquid(Session *session, int liquid);
/* Returns the kinds of sides in the order B takes them: the scene's own, then each that a kind alone describes. */
const int *session_boundary_kinds(int *count);
const char *session_boundary_name(int boundary);
/* Sets the quality of the picture that suits the device: for this scene and those to come, unless the definition sets it. */
void session_suit_quality(Session *session, int quality);
/* Sets the number of threads of the water, 1 and more, that suits the device: for this world, which does not run yet, and those to come,
 * unless the person has chosen it. */
void session_suit_threads(Session *session, int threads);

/* How far a log was played when one of its worlds came to its end; a value. */
typedef struct SessionPlayed {
  bool ended, whole; /* the person plays from here on; the log was not cut off */
  int64_t compared;  /* states that were as in the log */
  Error error;       /* why it ended; empty: with its end */
} SessionPlayed;

/* Goes on with the next world of a log that is played, if the one shown has come to its end. Returns false if it has not. */
bool session_follow_replay(Session *session, SessionPlayed *played);
/* Takes one tick while paused. */
void session_single_step(Session *session);

/* --- the past ------------------------------------------------------------------------------------------------------------------- */

/* The time that can be gone back to, as of the last tick: a value. */
typedef struct SessionPast {
  bool there;
  TimelineSpan present;
  int branch_count;
  TimelineSpan branches[TIMELINE_BRANCHES];
} SessionPast;

SessionPast session_past(Session *session);
/* Shows the world at a simulated time of the past, as soon as it has been made: call it each frame. The first call has the simulation stop
 * after the tick that runs. Returns false and sets *error if it cannot be shown; then what was shown stays. */
bool session_look(Session *session, double time_s, double now, Error *error);
/* Goes on from the time that is looked at. Returns true if it was looked at; *error is empty, or why the time looked at last could not be
 * reached. */
bool session_end_look(Session *session, Error *error);
/* Returns the world of a branch of session_past (1 and more) nearest to a tick, which the caller owns; NULL if memory runs out. */
World *session_read_branch(Session *session, int branch, int64_t tick);

/* --- a second world --------------------------------------------------------------------------------------------------------------- */

/* Shows a copy of the world beside it from now on, which differs from it as *how says, or differs otherwise if there is one already. The
 * copy is made again when another world takes the first one's place. Returns false and sets *error if memory runs out: then none is shown.
 */
bool session_set_twin(Session *session, const TwinHow *how, Error *error);
/* Shows a branch of session_past beside the world. It ends when another world takes the first one's place. */
bool session_set_twin_branch(Session *session, int branch, Error *error);
void session_end_twin(Session *session);

/* --- listening to its worlds -------------------------------------------------------------------------------------------------------- */

/* A listener to the world that is shown. `tick` is called in the thread that takes the ticks, after each: it neither allocates nor waits.
 * All else is called by the caller's thread while the world is held. */
typedef struct SessionListener {
  void (*begin)(void *user, const World *world); /* as it is when it begins to listen */
  void (*tick)(void *user, const World *world);  /* NULL: none listens */
  void (*jump)(void *user, const World *world,
               double shared_s);               /* it is at another time or in another future; up to that time it is as it was */
  void (*end)(void *user, const World *world); /* another world takes its place, and nothing more is heard */
  void *user;
} SessionListener;

/* Has the listener hear from now on, in place of the one before; NULL: none hears any more. Ends a look at the past first. */
void session_listen(Session *session, const SessionListener *listener);
/* Has the function read the world as it is between two ticks. */
void session_read(Session *session, void (*read)(void *user, const World *world), void *user);

/* --- saves ------------------------------------------------------------------------------------------------------------------------ */

/* Returns a copy of the world and its scene, to be written, which the caller owns; NULL if memory runs out. */
Save *session_save(Session *session, const SaveView *view);
/* Writes the save, which is the session's from now on, to `path` in a thread of its own, after the one before. */
void session_write_save(Session *session, Save *save, const char *path, bool silent);
/* Returns true if a save has been written since the last call, and writes its result; `wait`: waits for one that is being written. */
bool session_saved(Session *session, bool wait, SaveWritten *written);

#endif
