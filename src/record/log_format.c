#include "record/log_format.h"

static const int64_t ticks_cap = (int64_t)1 << 53;

void log_head(StateStream *s, LogHead *head) {
  state_int(s, &head->version, 1, INT32_MAX, "the head of the log");
  state_text(s, head->library, sizeof head->library, "the head of the log");
  state_text(s, head->commit, sizeof head->commit, "the head of the log");
}

void log_ticks(StateStream *s, LogTicks *ticks) {
  state_int64(s, &ticks->from, 1, 0, ticks_cap, "a tick of the log");
  state_int64(s, &ticks->to, 1, ticks->from, ticks_cap, "a tick of the log");
  operations_pass(s, &ticks->operations, LOG_ENTRIES, ticks->from, ticks->to);
  state_uint64(s, &ticks->hash, "a hash of the log");
}

void log_world_end(StateStream *s, int64_t *tick, uint64_t *hash) {
  state_int64(s, tick, 1, 0, ticks_cap, "the end of a world in the log");
  state_uint64(s, hash, "a hash of the log");
}
