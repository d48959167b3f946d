#include "app/sim.h"

#include <SDL.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"

enum { VIEWS = 3, PROFILE_TICKS = 25 /* that a mean of times is taken over */ };

static const double account_every = 0.5; /* s */
static const double wait_most = 0.05;    /* s of one sleep */

/* Written under the mutex, by either side. */
typedef struct Mailbox {
  SimWish wish;
  Command commands[WORLD_COMMANDS_MAX];
  int command_count, single_steps;
  bool hold, quit;  /* asked of the thread */
  bool held, done;  /* its answers */
  int ready, shown; /* indices of views */
  bool fresh;       /* the ready one is newer than the one shown */
  double ready_time;
  Pace pace; /* as of the ready one */
} Mailbox;

struct Sim {
  SDL_mutex *mutex;
  SDL_cond *wake, *rested; /* the thread has something to do; the thread is at rest */
  SDL_Thread *thread;
  Mailbox box;
  WorldView *views[VIEWS]; /* who may touch which: box.ready, box.shown, and `writing` */

  /* The thread's own; anybody's who holds it. */
  World *world;
  Stats *stats;
  SimEnd end;
  Pace pace;
  SimWish wish;
  Command commands[WORLD_COMMANDS_MAX];
  int command_count;
  int writing, newest;
  double account_at;

  /* The drawing thread's own. */
  double shown_before, shown_at; /* simulated s: of the state shown before; of the picture */
};

/* --- the thread ------------------------------------------------------------------------------------------------------
 */

/* Takes the mailbox's post, for one tick. */
static void take_post(Sim *sim) {
  Mailbox *box = &sim->box;
  sim->wish = box->wish;
  memcpy(sim->commands, box->commands, sizeof sim->commands[0] * (size_t)box->command_count);
  sim->command_count = box->command_count;
  box->command_count = 0;
}

static bool is_at_end(const Sim *sim) {
  return stats_at_end(sim->stats, sim->end.steps, sim->end.seconds, (double)sim->world->params.tick);
}

typedef enum Job { JOB_NONE, JOB_LOOK, JOB_TICK } Job; /* look: a view of the world as it stands */

/* While time stands still somebody may want to see more of the world than the last view shows. */
static bool view_is_short(const Sim *sim) {
  const WorldView *newest = sim->views[sim->newest];
  const WorldViewWish *has = &newest->wish, *wish = &sim->box.wish.view;
  return has->overlay != wish->overlay || has->flow_every != wish->flow_every ||
         (wish->account && newest->account_tick != sim->world->tick);
}

/* What is to be done now; where it is nothing, how long to wait at the most, in s. */
static Job next_job(Sim *sim, double *wait) {
  Mailbox *box = &sim->box;
  const double tick = (double)sim->world->params.tick, scale = (double)box->wish.wishes.params.time_scale;
  *wait = wait_most;
  box->done = is_at_end(sim);
  if (box->done) return JOB_NONE;
  if (box->wish.paused) {
    pace_rest(&sim->pace);
    if (box->single_steps == 0) return view_is_short(sim) ? JOB_LOOK : JOB_NONE;
    box->single_steps--;
    return JOB_TICK;
  }
  pace_owe(&sim->pace, clock_seconds(), scale);
  if (pace_take(&sim->pace, tick, scale)) return JOB_TICK;
  *wait = fmin(pace_wait(&sim->pace, tick, scale), wait_most);
  return JOB_NONE;
}

/* Sleeps until there is something to do. JOB_NONE: the thread is to end. */
static Job wait_for_job(Sim *sim) {
  Job job = JOB_NONE;
  SDL_LockMutex(sim->mutex);
  while (!sim->box.quit && job == JOB_NONE) {
    double wait;
    sim->box.held = sim->box.hold;
    if (sim->box.held) {
      SDL_CondSignal(sim->rested);
      SDL_CondWait(sim->wake, sim->mutex);
    } else if ((job = next_job(sim, &wait)) == JOB_NONE) {
      SDL_CondWaitTimeout(sim->wake, sim->mutex, (Uint32)fmax(1, 1e3 * wait));
    }
  }
  if (job == JOB_TICK) take_post(sim);
  if (job == JOB_LOOK) sim->wish = sim->box.wish;
  SDL_UnlockMutex(sim->mutex);
  return job;
}

static void give_commands(Sim *sim) {
  wishes_send(&sim->wish.wishes, sim->world);
  for (int n = 0; n < sim->command_count; n++) world_command(sim->world, &sim->commands[n]);
  if (!sim->wish.tool_on) return;
  Command tool = sim->wish.tool;
  tool.amount *= sim->world->params.tick;
  world_command(sim->world, &tool);
}

static void write_view(Sim *sim, bool account_now) {
  double at = clock_seconds();
  WorldViewWish wish = sim->wish.view;
  wish.account = wish.account && (account_now || at - sim->account_at >= account_every);
  if (wish.account) sim->account_at = at;
  world_view_take(sim->views[sim->writing], sim->views[sim->newest], sim->world, &wish);
  profile_lap(&sim->world->profile, PROFILE_HAND_OVER, at);
  profile_frame(&sim->world->profile, PROFILE_TICKS);
}

static void hand_over(Sim *sim) {
  Mailbox *box = &sim->box;
  const int written = sim->writing;
  if (!sim->wish.paused) pace_done(&sim->pace, (double)sim->world->params.tick, clock_seconds());
  SDL_LockMutex(sim->mutex);
  sim->writing = box->ready;
  box->ready = written;
  box->fresh = true;
  box->ready_time = sim->world->time;
  box->pace = sim->pace;
  SDL_UnlockMutex(sim->mutex);
  sim->newest = written;
}

static void do_tick(Sim *sim) {
  give_commands(sim);
  const double at = clock_seconds();
  world_step(sim->world);
  stats_step(sim->stats, clock_seconds() - at, sim->world);
}

static int run(void *data) {
  Sim *sim = data;
  for (Job job = wait_for_job(sim); job != JOB_NONE; job = wait_for_job(sim)) {
    if (job == JOB_TICK) do_tick(sim);
    write_view(sim, job == JOB_LOOK);
    hand_over(sim);
  }
  return 0;
}

/* --- from the drawing thread -----------------------------------------------------------------------------------------
 */

static void destroy_views(WorldView *views[VIEWS]) {
  for (int n = 0; n < VIEWS; n++) world_view_destroy(views[n]);
}

Sim *sim_create(Stats *stats, SimEnd end, Error *error) {
  Sim *sim = memory_create(1, sizeof *sim);
  if (sim) {
    sim->stats = stats;
    sim->end = end;
    sim->box.hold = true;
    sim->mutex = SDL_CreateMutex();
    sim->wake = SDL_CreateCond();
    sim->rested = SDL_CreateCond();
    const bool ready = sim->mutex && sim->wake && sim->rested;
    sim->thread = ready ? SDL_CreateThread(run, "simulation", sim) : NULL;
    if (sim->thread) return sim;
    sim_destroy(sim);
  }
  error_set(error, "simulation: no memory or no thread to be had");
  return NULL;
}

void sim_destroy(Sim *sim) {
  if (!sim) return;
  if (sim->thread) {
    SDL_LockMutex(sim->mutex);
    sim->box.quit = true;
    SDL_CondSignal(sim->wake);
    SDL_UnlockMutex(sim->mutex);
    SDL_WaitThread(sim->thread, NULL);
  }
  SDL_DestroyCond(sim->wake);
  SDL_DestroyCond(sim->rested);
  SDL_DestroyMutex(sim->mutex);
  destroy_views(sim->views);
  memory_free(sim);
}

void sim_hold(Sim *sim) {
  SDL_LockMutex(sim->mutex);
  sim->box.hold = true;
  SDL_CondSignal(sim->wake);
  while (!sim->box.held) SDL_CondWait(sim->rested, sim->mutex);
  SDL_UnlockMutex(sim->mutex);
}

void sim_release(Sim *sim) {
  SDL_LockMutex(sim->mutex);
  sim->box.hold = sim->box.held = false;
  pace_rest(&sim->pace);
  SDL_CondSignal(sim->wake);
  SDL_UnlockMutex(sim->mutex);
}

static bool make_views(Sim *sim, const World *world) {
  WorldView *views[VIEWS] = {0};
  if (sim->views[0] && sim->views[0]->nx == world->nx && sim->views[0]->nz == world->nz) return true;
  for (int n = 0; n < VIEWS; n++) views[n] = world_view_create(world->nx, world->nz);
  if (!views[0] || !views[1] || !views[2]) {
    destroy_views(views);
    return false;
  }
  destroy_views(sim->views);
  memcpy(sim->views, views, sizeof views);
  return true;
}

bool sim_take(Sim *sim, World *world, Error *error) {
  if (!make_views(sim, world)) return error_set(error, "not enough memory to show %d x %d cells", world->nx, world->nz);
  SDL_LockMutex(sim->mutex);
  Mailbox *box = &sim->box;
  sim->world = world;
  sim->writing = 0;
  box->ready = 1;
  box->shown = sim->newest = 2;
  box->fresh = false;
  box->command_count = box->single_steps = 0;
  box->wish.tool_on = false;
  box->ready_time = sim->shown_before = sim->shown_at = world->time;
  sim->pace = (Pace){.ratio = 1};
  box->pace = sim->pace;
  box->wish.wishes = wishes_of(world);
  SDL_UnlockMutex(sim->mutex);
  const WorldViewWish wish = {.flow_every = 1, .account = true};
  world_view_take(sim->views[sim->newest], NULL, world, &wish);
  return true;
}

void sim_wish(Sim *sim, const SimWish *wish) {
  SDL_LockMutex(sim->mutex);
  const bool woken = sim->box.wish.paused && !wish->paused;
  sim->box.wish = *wish;
  if (woken) SDL_CondSignal(sim->wake);
  SDL_UnlockMutex(sim->mutex);
}

bool sim_command(Sim *sim, const Command *command) {
  SDL_LockMutex(sim->mutex);
  const bool room = sim->box.command_count < WORLD_COMMANDS_MAX;
  if (room) sim->box.commands[sim->box.command_count++] = *command;
  SDL_UnlockMutex(sim->mutex);
  return room;
}

void sim_single_step(Sim *sim) {
  SDL_LockMutex(sim->mutex);
  sim->box.single_steps++;
  SDL_CondSignal(sim->wake);
  SDL_UnlockMutex(sim->mutex);
}

bool sim_is_done(Sim *sim) {
  SDL_LockMutex(sim->mutex);
  const bool done = sim->box.done;
  SDL_UnlockMutex(sim->mutex);
  return done;
}

/* --- what is shown ---------------------------------------------------------------------------------------------------
 */

static void show_next(Sim *sim) {
  Mailbox *box = &sim->box;
  sim->shown_before = sim->views[box->shown]->time;
  const int shown = box->shown;
  box->shown = box->ready;
  box->ready = shown;
  box->fresh = false;
}

SimShown sim_show(Sim *sim, double now, bool still) {
  Mailbox *box = &sim->box;
  SDL_LockMutex(sim->mutex);
  const Pace pace = box->pace;
  const double newest = box->ready_time, tick = (double)box->wish.wishes.params.tick;
  const double wanted = still ? newest : pace_shown(&pace, newest, tick, now);
  sim->shown_at = fmin(fmax(sim->shown_at, wanted), newest); /* never back */
  if (box->fresh && (still || sim->shown_at > sim->views[box->shown]->time)) show_next(sim);
  const WorldView *view = sim->views[box->shown];
  SDL_UnlockMutex(sim->mutex);
  const double between = view->time - sim->shown_before, left = view->time - sim->shown_at;
  const float earlier = between > 0 && left > 0 ? (float)fmin(left / between, 1) : 0.0f;
  return (SimShown){
      .view = view, .earlier = earlier, .time = sim->shown_at, .ratio = pace.ratio, .slowed = pace.slowed};
}
