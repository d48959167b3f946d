#ifndef SESSION_SIM_H
#define SESSION_SIM_H

/* The simulation in a thread of its own, beside drawing (Bressler 4.5): it owns the World while it runs, and what the
 * person sees and points into are whole states of it, copies that are complete and constant.
 *
 * Ownership. Between sim_release and sim_hold the World is the simulation's alone; the drawing thread must not read it.
 * sim_hold returns with the thread at rest between two ticks: the World is then the caller's, to be asked, stepped or
 * replaced, until sim_release. A new Sim is held.
 *   There are three views: one that the thread writes, one that is ready, one that is shown. To hand over is to
 * exchange two indices under a lock; no lock is held while anything is computed or copied but a few small values.
 *   Commands go the other way through a queue under the same lock, and reach the World before its next tick, in their
 * order. Equal commands before equal ticks give equal worlds, drawn or not.
 * Every function is for the drawing thread. */

#include "session/session.h"

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
 * Returns NULL and sets *error if memory runs out or no thread can be had. */
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

#endif
