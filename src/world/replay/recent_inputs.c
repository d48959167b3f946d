#include "world/replay/recent_inputs.h"

#include "base/memory.h"
#include "world/replay/log_format.h"
#include "world/state/parts.h"

struct RecentInputs {
  LogEntry entries[RECENT_INPUTS_MAX]; /* a ring */
  int first, count;
};

RecentInputs *recent_inputs_create(void) {
  return memory_create(1, sizeof(RecentInputs));
}

void recent_inputs_destroy(RecentInputs *recent) {
  memory_free(recent);
}

static LogEntry *entry_at(RecentInputs *recent, int n) {
  return &recent->entries[(recent->first + n) % RECENT_INPUTS_MAX];
}

static void hear(void *user, int64_t tick, const Command *command) {
  RecentInputs *const recent = user;
  if (recent->count == RECENT_INPUTS_MAX)
    recent->first = (recent->first + 1) % RECENT_INPUTS_MAX;
  else
    recent->count++;
  *entry_at(recent, recent->count - 1) = (LogEntry){tick, *command};
}

void recent_inputs_begin_world(RecentInputs *recent, World *world) {
  if (!recent) return;
  recent->first = recent->count = 0;
  world_listen(world, (CommandListener){hear, recent});
}

void recent_inputs_copy(RecentInputs *copy, const RecentInputs *recent, int64_t tick, double tick_s) {
  const int64_t since = tick - (int64_t)(RECENT_SECONDS / tick_s);
  *copy = *recent;
  while (copy->count > 0 && entry_at(copy, 0)->tick < since) {
    copy->first = (copy->first + 1) % RECENT_INPUTS_MAX;
    copy->count--;
  }
}

void recent_inputs_pass(StateStream *s, RecentInputs *recent) {
  state_int(s, &recent->count, 0, RECENT_INPUTS_MAX, "the number of inputs");
  if (s->in) recent->first = 0;
  for (int n = 0; n < recent->count; n++) {
    LogEntry *const entry = entry_at(recent, n);
    state_int64(s, &entry->tick, 1, 0, (int64_t)1 << 53, "the tick of an input");
    state_command(s, &entry->command);
  }
}

int recent_inputs_count(const RecentInputs *recent) {
  return recent ? recent->count : 0;
}
