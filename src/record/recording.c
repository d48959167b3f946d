#include "record/recording.h"

#include <string.h>

#include "base/memory.h"
#include "record/input_log.h"

struct Recording {
  World *world;      /* heard; NULL: none */
  Operations recent; /* of it: the last minute and a little more */
  InputLog *log;     /* NULL: none is written */
  InputLog *check;   /* NULL: none is made */
  Timeline *past;    /* NULL: none is kept */
};

static void hear(void *user, int64_t tick, const Command *command) {
  Recording *const r = user;
  operations_add(&r->recent, tick, command); /* without room, which is a want of memory, the last minute has a gap */
  input_log_hear(r->log, tick, command);
  input_log_hear(r->check, tick, command);
  timeline_hear(r->past, r->world, tick, command);
}

Recording *recording_create(const char *log, const char *commit, bool check, Error *error) {
  Recording *const r = memory_create(1, sizeof *r);
  if (!r) return error_set(error, "not enough memory to record what is done"), NULL;
  if (log) r->log = input_log_create(log, commit, error);
  if (check && (r->log || !log)) r->check = input_log_create(NULL, commit, error);
  if ((r->log || !log) && (r->check || !check)) return r;
  recording_destroy(r);
  return NULL;
}

void recording_destroy(Recording *r) {
  Error ignored;
  if (!r) return;
  recording_close_log(r, &ignored); /* with the world's last ticks */
  if (r->world) world_listen_no_more(r->world, r);
  input_log_close(r->check, &ignored);
  timeline_destroy(r->past);
  operations_free(&r->recent);
  memory_free(r);
}

Timeline *recording_keep_past(Recording *r, World *world, size_t budget, double seconds) {
  r->past = timeline_create(budget, seconds);
  if (r->past) timeline_begin(r->past, world);
  return r->past;
}

void recording_begin_world(Recording *r, World *world) {
  r->world = world;
  r->recent.count = 0;
  operations_reserve(&r->recent, WORLD_COMMANDS_MAX);
  input_log_begin_world(r->log, world);
  input_log_begin_world(r->check, world);
  world_listen(world, (CommandListener){hear, r});
}

void recording_end_world(Recording *r) {
  if (!r->world) return;
  world_listen_no_more(r->world, r);
  input_log_end_world(r->log, r->world);
  input_log_end_world(r->check, r->world);
  r->world = NULL;
}

/* Returns the tick since which a command is of the last minute. */
static int64_t minute_before(const World *world) {
  return world->tick - (int64_t)(RECENT_SECONDS / (double)world->params.tick);
}

void recording_tick(Recording *r, World *world) {
  if (world != r->world) return;
  input_log_tick(r->log, world);
  input_log_tick(r->check, world);
  timeline_note(r->past, world);
  if (r->recent.room - r->recent.count >= WORLD_COMMANDS_MAX) return;
  operations_forget(&r->recent, minute_before(world));
  if (r->recent.count > RECENT_MAX) operations_forget(&r->recent, r->recent.rows[r->recent.count - RECENT_MAX].tick);
  operations_reserve(&r->recent, WORLD_COMMANDS_MAX);
}

bool recording_recent(const Recording *r, const World *world, Operations *copy) {
  const int from = operations_first(&r->recent, minute_before(world)), last = r->recent.count - RECENT_MAX;
  return operations_copy(copy, &r->recent, from > last ? from : last, r->recent.count, 0);
}

bool recording_close_log(Recording *r, Error *error) {
  InputLog *const log = r->log;
  if (log && r->world) input_log_end_world(log, r->world);
  r->log = NULL;
  return input_log_close(log, error);
}

bool recording_check(Recording *r, int threads, Error *error) {
  InputPlayer *const player = input_player_open_log(r->check, error);
  r->check = NULL;
  if (!player) return false;
  const bool ok = input_player_play(player, threads, error);
  input_player_close(player);
  return ok;
}
