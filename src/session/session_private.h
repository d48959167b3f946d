#ifndef SESSION_SESSION_PRIVATE_H
#define SESSION_SESSION_PRIVATE_H

/* The session's inside, for the files of this folder: what it owns, and the steps that a deed is made of. All of these steps are called
 * while the simulation is held, or where none runs. */

#include <stdatomic.h>

#include "base/thread.h"
#include "record/input_log.h"
#include "record/recording.h"
#include "session/session.h"

/* --- sim.c --- */

/* The simulation in a thread of its own, beside drawing (Bressler 4.5): it owns the World while it runs, and what the
 * person sees and points into are whole states of it, copies that are complete and constant. Where no thread can be had
 * sim_show takes the ticks that are due, and all else is the same.
 *
 * Ownership. Between sim_release and sim_hold the World is the simulation's alone; the drawing thread must not read it.
 * sim_hold returns with the thread at rest between two ticks: the World is then the caller's, to be asked, stepped or
 * replaced, until sim_release. A new Sim is held.
 *   There are three views: one that the thread writes, one that is ready, one that is shown. To hand over is to
 * exchange two indices under a lock; no lock is held while anything is computed or copied but a few small values.
 *   Commands go the other way through a queue under the same lock, and reach the World before its next tick, in their
 * order. Equal commands before equal ticks give equal worlds, drawn or not.
 * Every function is for the drawing thread. */

typedef struct Sim Sim;

/* The source of a tick's commands, as the session's hook before the tick returns it. Hooks run in the simulation's thread. */
typedef enum SimTick {
  SIM_TICK_OWN,   /* the person's commands reach the world */
  SIM_TICK_GIVEN, /* the world has got others, and takes none of the person's */
  SIM_TICK_NONE   /* there is no tick to be taken now */
} SimTick;
typedef struct SimHooks {
  SimTick (*before_tick)(void *user, World *world);
  void (*after_tick)(void *user, World *world);
  void *user;
} SimHooks;

/* Makes a simulation, held and without a world. `stats` counts the steps; it, and the hooks' data, are the thread's own except while held.
 * Returns NULL and sets *error if memory runs out. */
Sim *sim_create(StepStats *stats, SessionEnd end, SimHooks hooks, Error *error);
void sim_destroy(Sim *sim); /* joins the thread; the World stays the caller's */
void sim_hold(Sim *sim);
/* Asks for the hold without waiting: it is held once sim_is_held says so. sim_release withdraws it. */
void sim_ask_hold(Sim *sim);
bool sim_is_held(Sim *sim);
/* Takes up another World, while held, with views for its grid. What waited for the old one is dropped. Returns false and sets *error, and
 * leaves all as it was, if memory runs out. */
bool sim_set_world(Sim *sim, World *world, Error *error);
void sim_release(Sim *sim);
/* Shows, beside the first, a second world of the same grid, stepped by the hooks, as of the same tick; NULL: none is. Call it while held;
 * it ends with sim_set_world. Returns false and sets *error, and none is shown, if memory runs out. */
bool sim_set_twin(Sim *sim, World *twin, Error *error);
/* Sets, with each frame, what the drawing thread wants: the world follows the settings before its next tick. */
void sim_request(Sim *sim, const Settings *settings, const SessionRequest *request);
/* Sends a command to the world. Returns false if too many wait. */
bool sim_command(Sim *sim, const Command *command);
/* Takes one tick while paused. */
void sim_single_step(Sim *sim);
/* Returns true if all steps that were asked for are done and the last is ready. */
bool sim_is_done(Sim *sim);
/* Returns the state to draw now: a constant until the next call. `still`: the newest there is; else the newest one is taken up when the picture
 * has come to the end of the one before. `jumps` and `twins` are the session's. */
SessionShown sim_show(Sim *sim, double now, bool still);

/* --- the session --- */

/* The second world, as the caller wants it. */
typedef struct TwinWish {
  bool on;
  int branch;  /* 1 and more: it is what was once this branch of the past, and no copy; 0: a copy */
  TwinHow how; /* the copy differs */
  Error ended; /* why it ended; empty: it has not, or the caller ended it */
} TwinWish;

/* Makes worlds of the past (past.c). While its thread runs that has the timeline, of which only the spans may be asked then. */
typedef struct PastReader {
  Thread thread;
  int64_t tick; /* wanted */
  World *world; /* made; NULL: it could not be */
  Error error;
  bool made;        /* there will be something to collect; of the caller's thread */
  atomic_bool done; /* the thread has nothing left to do but to end */
} PastReader;

/* Looking at the past (past.c). */
typedef struct Look {
  double time_s, at; /* the simulated time looked at; clock of the last look */
  bool asked;        /* the simulation is asked to hold for the first look, and has not yet */
  int jumps;         /* worlds of the past that were shown so far */
} Look;

typedef enum UndoKind { UNDO_NOTHING, UNDO_PARAM, UNDO_EDIT } UndoKind;

enum { UNDO_STEPS = 1024 };

/* A step: an edit, or a change of one parameter. */
typedef struct UndoStep {
  UndoKind kind;
  const ParamInfo *info; /* of a parameter; */
  float before, after;   /* its value before, and when the change was taken back; */
  double at;             /* clock of the last of the changes that were joined to one */
} UndoStep;

/* The steps that a person took, in their order, and a cursor in them: Ctrl+Z takes the step before the cursor back, Ctrl+Shift+Z does the
 * one behind it again. A change of a parameter, wherever it came from (a key, the panel, the wheel), gets its value back where the water
 * is; an edit of the world is taken back by going back to before it in the recording (past.c). The last steps, the oldest first; those
 * before them are forgotten. A plain value; zeroed at the start. */
typedef struct UndoList {
  UndoStep steps[UNDO_STEPS];
  int done, known;   /* behind `done`, the cursor, lie those that were taken back, up to `known` */
  int64_t edit_tick; /* of the last edit */
  bool holds;        /* a body is held: the edit goes on until it is let go */
  Params seen;       /* as of the last look */
} UndoList;

/* The edits and changes that can be taken back and done again (past.c). */
typedef struct Undo {
  UndoList list;
  int64_t redo_line; /* id of a branch (TimelineSpan), where the next edit to be done again lies; -1: none was taken back */
  int64_t since;     /* tick at which the present parts from it */
} Undo;

/* Saving, and what would be lost without it. */
typedef struct SavesState {
  Thread thread;       /* packs and writes one save at a time, so that neither picture nor water waits for it */
  Save *save;          /* being written: the thread's, while it runs */
  SaveWritten written; /* its result */
  atomic_bool done;    /* the thread has nothing left to do but to end */
  int edits;           /* of the person since the world began or was saved last */
  int edits_saving;    /* of these, those that the save being written has */
} SavesState;

/* The ground that follows a source (run.c): room for its heights, and what it has moved. */
typedef struct Following {
  float *heights; /* m; the thread's that steps the world, as all but `ledger` */
  int room;
  uint32_t world; /* world_version of the world that had the last; 0: none */
  GroundLedger now;
  GroundLedger ledger; /* as session_ground_ledger returns it, under past_lock */
} Following;

/* session_create makes it, session_destroy ends it. */
struct Session {
  SessionDef def;
  Scene scene;                /* as read, with the definition's changes: what reset goes back to */
  char note[OWN_GROUND_NOTE]; /* of its ground: what was found in an image and assumed; empty: nothing */
  int scene_index;            /* among scene_names, -1: a file of the person's own */
  World *world;               /* `sim`'s, except while that is held */
  OwnGroundFile *ground;      /* of the definition, until session_build has made a world on it; NULL: none */
  World *first;               /* from a saved game or a log, until session_build shows it */
  Settings wanted;            /* requested by keys and panel */
  SaveView view;              /* of the saved game that was opened last */
  float quality;              /* that the drawing device asks for, or -1: the scene's own */

  Sim *sim;               /* runs the world; NULL: the caller does */
  SessionRequest request; /* the last one */
  bool goes, stopped;     /* it was let go for the first time; it is held for good */
  int64_t shown_tick;     /* of the last session_show */
  StepStats steps;

  Recording *recording;     /* of all that the session does to its worlds */
  InputPlayer *player;      /* of a log: it gives the world its commands; NULL: the person does */
  atomic_bool play_stopped; /* the player's world has ended, or went another way: for play_on (run.c) */
  Error play_fault;         /* how the replay differed; empty: it has not */

  Timeline *timeline; /* the recording's past; NULL: none is kept */
  SessionPast past;   /* read by session_past, under the lock */
  Lock past_lock;
  PastReader past_reader;
  bool looks_back; /* the world is one of the past: nothing is noted of it */
  Look look;
  Undo undo;

  Following following;

  Twin *twin; /* goes beside the world; NULL: none does. It ends with the world */
  TwinWish twin_wish;
  int twins; /* made so far */

  SavesState saves;
  SessionListener listener; /* `tick` NULL: none */
};

/* --- shown_world.c: the world, another in its place, a second one beside it --- */

/* Waits for the tick that runs and for a world of the past that is being made: the world and the timeline are the caller's. */
void session_hold(Session *session);
/* Lets the simulation go on with the same world. While the past is looked at it stays held. */
void session_release(Session *session);
/* Lets the simulation go on after another world, or another time, took the place of what was shown. */
void session_release_world(Session *session);

/* Puts another world, which the session owns from now on, in the old one's place, releases what its state has of hold and pedals
 * (world_let_go), and ends a replay. Returns false and sets *error, with the world destroyed, if memory runs out. */
bool session_show_world(Session *session, World *world, Error *error);
/* Shows the next world of the log that is played; any other world ends the replay. */
bool session_show_next(Session *session, World *world, Error *error);
/* Puts another world in the old one's place, neither of which is recorded at this moment. Returns false and sets *error, with the world
 * destroyed, if memory runs out. */
bool session_swap_world(Session *session, World *world, Error *error);

/* Returns true if there is a past to look at. */
bool session_has_past(const Session *session);
/* Updates what session_past returns, for the thread that owns the world. */
void session_note_past(Session *session);
/* Records the world that is shown, which the past has at its tick, from now on. */
void session_record_again(Session *session);
/* Tells the listener that the world is at another time, or in another future. */
void session_note_jump(Session *session, double shared_s);
/* Waits for the world of the past that is being made, and discards it. */
void session_forget_read(Session *session);
/* Ends the second world; what is wished of it stays. */
void session_drop_twin(Session *session);

/* --- start.c: the beginning, scenes and files --- */

/* session_create and session_destroy for a session that the caller has: session_end leaves it as it was before session_start. */
bool session_start(Session *session, const SessionDef *def, Error *error);
void session_end(Session *session);
bool session_load_scene(Session *session, int index, Error *error);
bool session_open_file(Session *session, const char *path, const OwnGround *ground, Error *error);
/* Goes on with a saved game: its world, its scene, its settings; session->view is where it was seen from. */
bool session_load(Session *session, const char *path, Error *error);
bool session_reset(Session *session, bool params_too, Error *error);
bool session_set_grid(Session *session, int nx, int nz, Error *error);

/* --- run.c: inputs written and played --- */

/* Run around each tick, in the thread that steps the world: SimHooks. */
SimTick session_before_tick(void *session, World *world);
void session_after_tick(void *session, World *world);
/* Opens the logs to write and to play, the latter with its first world. Returns false and sets *error if one cannot be opened. */
bool session_open_inputs(Session *session, Error *error);

/* --- past.c: the last two minutes --- */

/* Shows the keyframe nearest to the tick, or the tick itself where `exact`. Returns false and sets *error if that fails; then what was
 * shown stays. */
bool past_look(Session *session, int line, int64_t tick, bool exact, Error *error);
/* Makes what is shown the present. */
void past_go_on(Session *session);
/* Goes on with a branch from its end. Returns false and sets *error if that fails. */
bool past_switch(Session *session, int line, Error *error);
/* Goes back by one tick. Returns false and sets *error if nothing before is kept or memory runs out. */
bool past_step(Session *session, Error *error);
/* Goes back to before the last edit, or forth to after the one that was taken back last. Return false and set *error if there is none or
 * memory runs out. */
bool past_undo(Session *session, Error *error);
bool past_redo(Session *session, Error *error);

/* Forgets all: `params` are those of another world, or were changed by the program itself. */
void undo_list_reset(UndoList *list, const Params *params);
/* Adds an edit at the tick; those within `together` ticks of each other are one. What had been taken back cannot be done again. */
void undo_list_edit(UndoList *list, int64_t tick, int64_t together);
/* Adds what has changed since the last look. Changes of one parameter within half a second are one. now: s of a clock. */
void undo_list_look(UndoList *list, const Params *params, double now);
/* Moves the cursor by a step, back (-1) or forth (1), and returns its kind. Of parameters, all that were changed at once, as by a preset, are
 * one: they are set, and *param is one of them. UNDO_NOTHING: there is no step. */
UndoKind undo_list_move(UndoList *list, int by, Params *params, const ParamInfo **param);
/* Forgets all of it: the world is another. */
void undo_reset(Session *session);
void undo_note_command(Session *session, const Command *command);

#endif
