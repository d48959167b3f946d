#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "session/session_private.h"

enum {
  VIEWS = 3,
  PROFILE_TICKS = 25,                            /* that a mean of times is taken over */
  COMMANDS_THAT_END = 16,                        /* room for what lets go of a body or of the pedals, however much else waits */
  COMMANDS_MAX = WORLD_COMMANDS_MAX * 3 / 4 - 16 /* of all else; the rest of the world's queue is for parameters */
};

static const double budget_every = 0.5; /* s */
static const double wait_most = 0.05;   /* s of one sleep */
/* Frames longer than some ticks leave views untaken, each of which costs up to a fifth of a tick: a view is made in the last of those ticks only,
 * as many as a frame may come early. */
static const double ticks_before = 2, frame_share = 0.2; /* of the newest spacing in the mean one */
/* Ticks without a thread of their own: s of a frame, which may be as many as all else takes, within these bounds. A frame that comes later than
 * the gap after the one before found the page hidden, or shaders being compiled: time has stood still, but for what may be due at once. */
static const double here_least = 0.03, here_most = 0.3, here_gap = 1;

/* --- the clock ----------------------------------------------------------------------------------------------------------------------- */

/* Keeps simulated time in step with the clock: fixed ticks, a backlog that is capped, and a measure of how well it went. What the machine
 * cannot keep up with is left out: the water slows rather than the program falling ever further behind. */
typedef struct Ticker {
  double backlog; /* s of simulated time still due */
  double at;      /* clock up to which the backlog counts; 0: begin again */
  /* The last tick that began: */
  double due;  /* clock at which it was due in full */
  double rate; /* simulated seconds a second between it and the one before, smoothed */
  double late; /* s after it was due that it was there, at the most of late */
  /* The last closed second: */
  double ratio; /* simulated seconds a second */
  bool slowed;  /* time was left out */
  /* The open second: */
  double since, simulated, left_out;
} Ticker;

static const double backlog_cap = 0.16; /* s: what is due beyond that is left out */
static const double measured_s = 1.0;   /* s that the measures are taken over */
static const double late_cap = 0.25;    /* s that the picture waits for late ticks */
static const double late_decay = 0.98;  /* of the lateness, from tick to tick: a second or so */
static const double rate_share = 0.2;   /* of the newest spacing in the rate */

/* Advances the clock to `now`, while the world runs at `time_scale` of it. */
static void ticker_advance(Ticker *ticker, double now, double time_scale) {
  const double cap = backlog_cap * fmax(time_scale, 1);
  if (ticker->at <= 0) {
    ticker->at = ticker->since = now;
    ticker->ratio = ticker->rate = time_scale;
    ticker->simulated = ticker->left_out = ticker->due = 0;
  }
  ticker->backlog += (now - ticker->at) * time_scale;
  ticker->at = now;
  const double wall = now - ticker->since;
  if (wall >= measured_s) {
    ticker->ratio = ticker->simulated / wall;
    ticker->slowed = ticker->left_out > 0.03 * wall;
    ticker->since = now;
    ticker->simulated = ticker->left_out = 0;
  }
  if (ticker->backlog <= cap) return;
  ticker->left_out += ticker->backlog - cap;
  ticker->backlog = cap;
}

/* Returns true if a tick is due, whose time is then subtracted from the backlog. */
static bool ticker_begin_tick(Ticker *ticker, double tick, double time_scale) {
  if (ticker->backlog < tick) return false;
  ticker->backlog -= tick;
  ticker->simulated += tick;
  const double due = ticker->at - ticker->backlog / time_scale;
  if (ticker->due > 0 && due > ticker->due) ticker->rate += rate_share * (tick / (due - ticker->due) - ticker->rate);
  ticker->due = due;
  return true;
}

/* Empties the backlog: the clock has stood still or the world is another. */
static void ticker_reset(Ticker *ticker) {
  ticker->backlog = ticker->at = 0;
}

/* Returns the simulated time to draw after a tick that ended at `time`: it runs behind by a tick and by as long as ticks come late, so that
 * there is always a later state to draw towards. */
static double ticker_shown(const Ticker *ticker, double time, double tick, double now) {
  return fmin(time, time - tick + (now - ticker->due - ticker->late) * ticker->rate);
}

/* --- what the two threads share ------------------------------------------------------------------------------------------------------ */

/* The mailbox between the two threads, written by either under the lock. */
typedef struct Mailbox {
  Settings settings;
  SessionRequest request;
  Command commands[WORLD_COMMANDS_MAX];
  int command_count, single_steps;
  bool hold, quit;  /* asked of the thread */
  bool held, done;  /* its answers */
  int ready, shown; /* indices of views */
  bool fresh;       /* the ready one is newer than the one shown */
  double ready_time;
  Ticker ticker;                /* as of the ready one */
  double asked_at, asked_every; /* clock: the drawing thread last asked for a view; s between its frames, smoothed */
} Mailbox;

/* The simulation: its thread, the mailbox to it, the views that go between the threads. sim_create makes it, the drawing thread owns it. */
struct Sim {
  Lock lock;
  Signal wake, idle; /* the thread has something to do; the thread is at rest */
  Thread thread;     /* where none can be had, sim_show does its work */
  Mailbox box;
  WorldView *twins[VIEWS]; /* of the second world, beside each of `views`; NULL while there is none */
  WorldView *views[VIEWS]; /* the drawing thread reads box.shown, this thread writes `writing`; box.ready waits between them */

  /* Used by the simulation's thread alone, or by the drawing thread while that holds it. */
  World *world, *twin;
  StepStats *stats;
  SessionEnd end;
  SimHooks hooks;
  Ticker ticker;
  Settings settings;
  SessionRequest request; /* both as of the mailbox when the job began */
  int writing, newest;
  bool unseen; /* the world is ahead of the newest view */
  double budget_at;

  /* The drawing thread's own. */
  double here_ended;               /* clock: run_here did last */
  double shown_previous, shown_at; /* simulated s: of the state shown before; of the picture */
};

/* --- the thread ---------------------------------------------------------------------------------------------------------------------- */

typedef enum Job { JOB_NONE, JOB_LOOK, JOB_TICK } Job; /* JOB_LOOK: a view of the world as it stands */

/* Returns the next job; JOB_NONE: there is none now, and *wait is how long to wait at the most, in s. */
static Job next_job(Sim *sim, double *wait) {
  Mailbox *const box = &sim->box;
  const double tick = (double)sim->world->params.tick, scale = (double)box->settings.params.time_scale;
  *wait = wait_most;
  const bool ended = step_stats_at_end(sim->stats, sim->end.steps, sim->end.seconds, tick);
  box->done = ended && !sim->unseen;
  if (ended || box->hold) return sim->unseen ? JOB_LOOK : JOB_NONE;
  if (box->request.paused) {
    ticker_reset(&sim->ticker);
    const bool looks = sim->unseen || world_view_lacks(sim->views[sim->newest], &box->request.view);
    if (box->single_steps == 0) return looks ? JOB_LOOK : JOB_NONE;
    box->single_steps--;
    return JOB_TICK;
  }
  ticker_advance(&sim->ticker, clock_seconds(), scale);
  if (ticker_begin_tick(&sim->ticker, tick, scale)) return JOB_TICK;
  *wait = scale > 0 ? fmin((tick - sim->ticker.backlog) / scale, wait_most) : wait_most;
  return sim->unseen && !(scale > 0) ? JOB_LOOK : JOB_NONE;
}

/* Sleeps until there is something to do. Returns JOB_NONE if the thread is to end. */
static Job wait_for_job(Sim *sim) {
  Job job = JOB_NONE;
  lock_take(&sim->lock);
  while (!sim->box.quit && job == JOB_NONE) {
    double wait;
    sim->box.held = sim->box.hold && !sim->unseen;
    if (sim->box.held) {
      signal_send(&sim->idle);
      signal_wait(&sim->wake, &sim->lock);
    } else if ((job = next_job(sim, &wait)) == JOB_NONE) {
      signal_wait_for(&sim->wake, &sim->lock, fmax(1e-3, wait));
    }
  }
  sim->settings = sim->box.settings;
  sim->request = sim->box.request;
  lock_give(&sim->lock);
  return job;
}

Settings settings_of(const World *world) {
  return (Settings){world->params, weir_water_solver(world->water), world->liquid, world->sides};
}

void settings_send(const Settings *settings, World *world) {
  int count;
  const ParamInfo *infos = params_table(&count);
  for (int n = 0; n < count; n++) {
    const float wanted = params_get(&settings->params, &infos[n]);
    if (wanted == params_get(&world->params, &infos[n])) continue;
    world_command(world, &(Command){.kind = COMMAND_PARAM, .param = {.index = n, .value = wanted}});
  }
  if (settings->solver != weir_water_solver(world->water))
    world_command(world, &(Command){.kind = COMMAND_SOLVER, .solver = settings->solver});
  if (settings->liquid != world->liquid) world_command(world, &(Command){.kind = COMMAND_LIQUID, .liquid = settings->liquid});
  if (settings->boundary != world->sides) world_command(world, &(Command){.kind = COMMAND_SIDES, .sides = settings->boundary});
}

/* Gives the world what waits in the mailbox, for one tick. */
static void send_commands(Sim *sim) {
  Mailbox *const box = &sim->box;
  Command tool = sim->request.tool;
  tool.brush.amount *= sim->world->params.tick;
  settings_send(&sim->settings, sim->world);
  lock_take(&sim->lock);
  for (int n = 0; n < box->command_count; n++) world_command(sim->world, &box->commands[n]);
  box->command_count = 0;
  lock_give(&sim->lock);
  if (sim->request.tool_on) world_command(sim->world, &tool);
}

static void write_view(Sim *sim, bool budget_now) {
  const double at = clock_seconds();
  WorldViewRequest request = sim->request.view;
  request.stats = request.stats && (budget_now || at - sim->budget_at >= budget_every);
  if (request.stats) sim->budget_at = at;
  world_view_copy(sim->views[sim->writing], sim->views[sim->newest], sim->world, &request);
  request.stats = false;
  if (sim->twin) world_view_copy(sim->twins[sim->writing], sim->twins[sim->newest], sim->twin, &request);
  profile_lap(&sim->world->profile, PROFILE_COPY, at);
}

static void copy_for_drawing(Sim *sim) {
  Mailbox *const box = &sim->box;
  const int written = sim->writing;
  Ticker *const ticker = &sim->ticker;
  if (!sim->request.paused) {
    const double late = fmin(clock_seconds() - ticker->due, fmax(late_cap, (double)sim->world->params.tick));
    ticker->late = fmax(late, late_decay * ticker->late);
  }
  lock_take(&sim->lock);
  sim->writing = box->ready;
  box->ready = written;
  box->fresh = true;
  box->ready_time = sim->world->time;
  box->ticker = *ticker;
  lock_give(&sim->lock);
  sim->newest = written;
}

/* Takes a tick. Returns false if there is none to be taken. */
static bool do_tick(Sim *sim) {
  const SimHooks *const hooks = &sim->hooks;
  const SimTick kind = hooks->before_tick(hooks->user, sim->world);
  if (kind == SIM_TICK_NONE) return false;
  if (kind == SIM_TICK_OWN) send_commands(sim);
  const double at = clock_seconds();
  probe_watch(sim->world, &sim->request.view.probe);
  world_step(sim->world);
  step_stats_add(sim->stats, clock_seconds() - at, sim->world);
  hooks->after_tick(hooks->user, sim->world);
  return true;
}

/* Returns true if a frame may ask for the state as it is after this tick. */
static bool is_asked_for(Sim *sim) {
  const double scale = (double)sim->settings.params.time_scale, lead = ticks_before * (double)sim->world->params.tick / fmax(scale, 1e-3);
  lock_take(&sim->lock);
  const double next = sim->box.asked_at + sim->box.asked_every;
  lock_give(&sim->lock);
  return sim->request.paused || clock_seconds() + lead >= next;
}

static void show_world(Sim *sim, bool budget_now) {
  write_view(sim, budget_now);
  copy_for_drawing(sim);
  sim->unseen = false;
}

static void do_job(Sim *sim, Job job) {
  const bool ticked = job == JOB_TICK && do_tick(sim);
  if (job == JOB_TICK && !ticked && !sim->unseen) return;
  if (ticked && !is_asked_for(sim))
    sim->unseen = true;
  else
    show_world(sim, job == JOB_LOOK);
  profile_frame(&sim->world->profile, PROFILE_TICKS);
}

static void *run(void *data) {
  Sim *sim = data;
  for (Job job = wait_for_job(sim); job != JOB_NONE; job = wait_for_job(sim)) do_job(sim, job);
  return NULL;
}

/* Does what is due, for as long as a frame may wait for it: a tick at least, so that the water moves however slow the machine is. */
static void run_here(Sim *sim) {
  const double begun = clock_seconds(), rest = begun - sim->here_ended, most = fmin(fmax(rest, here_least), here_most);
  const double left_out = rest > here_gap && sim->ticker.at > 0 ? rest - backlog_cap : 0;
  sim->ticker.at += left_out;
  sim->ticker.since += left_out;
  do {
    double wait;
    const Job job = sim->box.hold ? JOB_NONE : next_job(sim, &wait);
    if (job == JOB_NONE) break;
    sim->settings = sim->box.settings;
    sim->request = sim->box.request;
    do_job(sim, job);
  } while (clock_seconds() - begun < most);
  if (sim->unseen) show_world(sim, false);
  sim->here_ended = clock_seconds();
}

/* Returns true if there is no thread. A hold then holds at once, since nothing runs between two calls. */
static bool runs_here(const Sim *sim) {
  return !sim->thread.runs;
}

/* --- from the drawing thread --------------------------------------------------------------------------------------------------------- */

static void destroy_views(WorldView *views[VIEWS]) {
  for (int n = 0; n < VIEWS; n++) {
    world_view_destroy(views[n]);
    views[n] = NULL;
  }
}

/* Makes lock and signals: all or none. */
static bool make_signals(Sim *sim) {
  if (!lock_init(&sim->lock)) return false;
  if (signal_init(&sim->wake)) {
    if (signal_init(&sim->idle)) return true;
    signal_shutdown(&sim->wake);
  }
  lock_shutdown(&sim->lock);
  return false;
}

static void destroy_signals(Sim *sim) {
  signal_shutdown(&sim->idle);
  signal_shutdown(&sim->wake);
  lock_shutdown(&sim->lock);
}

Sim *sim_create(StepStats *stats, SessionEnd end, SimHooks hooks, Error *error) {
  Sim *const sim = memory_create(1, sizeof *sim);
  if (sim && make_signals(sim)) {
    sim->stats = stats;
    sim->end = end;
    sim->hooks = hooks;
    sim->box.hold = sim->box.held = true;
    thread_start(&sim->thread, run, sim);
    return sim;
  }
  memory_free(sim);
  error_set(error, "simulation: not enough memory");
  return NULL;
}

void sim_destroy(Sim *sim) {
  if (!sim) return;
  lock_take(&sim->lock);
  sim->box.quit = true;
  signal_send(&sim->wake);
  lock_give(&sim->lock);
  thread_join(&sim->thread);
  destroy_signals(sim);
  destroy_views(sim->views);
  destroy_views(sim->twins);
  memory_free(sim);
}

void sim_ask_hold(Sim *sim) {
  lock_take(&sim->lock);
  sim->box.hold = true;
  sim->box.held = sim->box.held || runs_here(sim);
  signal_send(&sim->wake);
  lock_give(&sim->lock);
}

bool sim_is_held(Sim *sim) {
  lock_take(&sim->lock);
  const bool held = sim->box.held;
  lock_give(&sim->lock);
  return held;
}

void sim_hold(Sim *sim) {
  sim_ask_hold(sim);
  lock_take(&sim->lock);
  while (!sim->box.held) signal_wait(&sim->idle, &sim->lock);
  lock_give(&sim->lock);
}

void sim_release(Sim *sim) {
  lock_take(&sim->lock);
  sim->box.hold = sim->box.held = false;
  ticker_reset(&sim->ticker);
  signal_send(&sim->wake);
  lock_give(&sim->lock);
}

static bool make_views(WorldView *old[VIEWS], const World *world) {
  WorldView *views[VIEWS] = {0};
  if (old[0] && old[0]->nx == world->nx && old[0]->nz == world->nz) return true;
  for (int n = 0; n < VIEWS; n++) views[n] = world_view_create(world->nx, world->nz);
  if (!views[0] || !views[1] || !views[2]) {
    destroy_views(views);
    return false;
  }
  destroy_views(old);
  memcpy(old, views, sizeof views);
  return true;
}

bool sim_set_world(Sim *sim, World *world, Error *error) {
  if (!make_views(sim->views, world)) return error_set(error, "not enough memory to show %d x %d cells", world->nx, world->nz);
  lock_take(&sim->lock);
  Mailbox *const box = &sim->box;
  sim->world = world;
  sim->twin = NULL;
  sim->writing = 0;
  sim->unseen = false;
  box->ready = 1;
  box->shown = sim->newest = 2;
  box->fresh = false;
  box->command_count = box->single_steps = 0;
  box->request.tool_on = false;
  box->ready_time = sim->shown_previous = sim->shown_at = world->time;
  sim->ticker = (Ticker){.ratio = 1};
  box->ticker = sim->ticker;
  box->settings = settings_of(world);
  lock_give(&sim->lock);
  const WorldViewRequest request = {.flow_every = 1, .stats = true};
  world_view_copy(sim->views[sim->newest], NULL, world, &request);
  return true;
}

bool sim_set_twin(Sim *sim, World *twin, Error *error) {
  const WorldViewRequest request = {.flow_every = 1};
  sim->twin = NULL;
  if (!twin) {
    destroy_views(sim->twins);
    return true;
  }
  if (!make_views(sim->twins, twin)) return error_set(error, "not enough memory to show a second world");
  sim->twin = twin;
  for (int n = 0; n < VIEWS; n++) world_view_copy(sim->twins[n], NULL, twin, &request); /* whichever is shown or taken up next */
  return true;
}

void sim_request(Sim *sim, const Settings *settings, const SessionRequest *request) {
  lock_take(&sim->lock);
  const bool woken = sim->box.request.paused && !request->paused;
  sim->box.settings = *settings;
  sim->box.request = *request;
  if (woken) signal_send(&sim->wake);
  lock_give(&sim->lock);
}

bool sim_command(Sim *sim, const Command *command) {
  lock_take(&sim->lock);
  const bool ends = command->kind == COMMAND_RELEASE || command->kind == COMMAND_DRIVE;
  const bool room = sim->box.command_count < (ends ? COMMANDS_MAX + COMMANDS_THAT_END : COMMANDS_MAX);
  if (room) sim->box.commands[sim->box.command_count++] = *command;
  lock_give(&sim->lock);
  return room;
}

void sim_single_step(Sim *sim) {
  lock_take(&sim->lock);
  sim->box.single_steps++;
  signal_send(&sim->wake);
  lock_give(&sim->lock);
}

bool sim_is_done(Sim *sim) {
  lock_take(&sim->lock);
  const bool done = sim->box.done;
  lock_give(&sim->lock);
  return done;
}

/* Measures how often the drawing thread asks. After a gap it is taken to ask at once. */
static void note_frame(Mailbox *box) {
  const double now = clock_seconds(), since = now - box->asked_at;
  box->asked_every += since < here_gap ? frame_share * (since - box->asked_every) : -box->asked_every;
  box->asked_at = now;
}

SessionShown sim_show(Sim *sim, double now, bool still) {
  Mailbox *const box = &sim->box;
  if (runs_here(sim)) run_here(sim);
  lock_take(&sim->lock);
  note_frame(box);
  const Ticker ticker = box->ticker;
  const double newest = box->ready_time, tick = (double)box->settings.params.tick;
  const double wanted = still ? newest : ticker_shown(&ticker, newest, tick, now);
  sim->shown_at = fmin(fmax(sim->shown_at, wanted), newest); /* never back */
  const int shown = box->shown;
  if (box->fresh && (still || sim->shown_at > sim->views[shown]->time)) {
    sim->shown_previous = sim->views[shown]->time;
    box->shown = box->ready;
    box->ready = shown;
    box->fresh = false;
  }
  const WorldView *const view = sim->views[box->shown], *const twin = sim->twin ? sim->twins[box->shown] : NULL;
  lock_give(&sim->lock);
  const double between = view->time - sim->shown_previous, left = view->time - sim->shown_at;
  const float earlier = between > 0 && left > 0 ? (float)fmin(left / between, 1) : 0.0f;
  return (SessionShown){
      .view = view, .twin = twin, .earlier = earlier, .time = sim->shown_at, .ratio = ticker.ratio, .slowed = ticker.slowed};
}

/* --- figures ------------------------------------------------------------------------------------------------------------------------- */

static const double bin_least = 1e-7;         /* s */
static const double bin_log = 0.019802627296; /* ln 1.02: each bin is 2 % wide */

void step_stats_add(StepStats *stats, double seconds, const World *world) {
  const double bin = seconds > bin_least ? floor(log(seconds / bin_least) / bin_log) : 0;
  stats->bins[bin < STEP_STATS_BINS ? (int)bin : STEP_STATS_BINS - 1]++;
  stats->steps++;
  stats->sum_s += seconds;
  stats->max_s = fmax(stats->max_s, seconds);
  stats->simulated += (double)world->params.tick;
  stats->cells += (double)world->nx * world->nz * (double)world->params.tick;
}

bool step_stats_at_end(const StepStats *stats, int64_t steps, double seconds, double tick) {
  return (steps >= 0 && stats->steps >= steps) || (seconds >= 0 && stats->simulated > seconds - 0.5 * tick);
}

double step_stats_percentile(const StepStats *stats, double share) {
  const double rank = share * (double)stats->steps;
  uint64_t seen = 0;
  for (int n = 0; n < STEP_STATS_BINS && stats->steps > 0; n++) {
    seen += stats->bins[n];
    if ((double)seen >= rank) return fmin(bin_least * exp(((double)n + 0.5) * bin_log), stats->max_s);
  }
  return stats->max_s;
}

double step_stats_rtkc(const StepStats *stats) {
  return stats->sum_s > 0 ? stats->cells / stats->sum_s / 1000 : 0;
}

void frame_rate_add(FrameRate *rate, double now) {
  if (rate->since <= 0) {
    rate->since = now;
    return;
  }
  rate->frames++;
  const double wall = now - rate->since;
  if (wall < measured_s) return;
  rate->fps = rate->frames / wall;
  rate->frame_ms = 1e3 * wall / rate->frames;
  rate->since = now;
  rate->frames = 0;
}
