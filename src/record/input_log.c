#include "record/input_log.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/output.h"
#include "format/chunks.h"
#include "format/pack.h"
#include "record/input_player.h"
#include "record/log_format.h"
#include "world/state/state.h"

enum {
  COMMAND_BYTES = 128, /* of a command in the file, with its tick: more than enough (checked by unit/replay) */
  CHUNK_ROOM = LOG_ENTRIES * COMMAND_BYTES + 256,
  LEVEL = 3 /* of packing */
};

struct InputLog {
  Output output;          /* of a log with a path */
  FILE *file;             /* output.file, or a temporary one */
  char path[OUTPUT_PATH]; /* that output.name borrows */
  LogTicks ticks;         /* those since the last chunk */
  unsigned char bytes[CHUNK_ROOM];
  int known;         /* commands to come that waited when the world began: its state has them */
  const char *fault; /* why the log is not whole; NULL: it is */
};

static void note_fault(InputLog *log, bool taken, const char *why) {
  if (!taken && !log->fault) log->fault = why;
}

/* --- chunks ---------------------------------------------------------------------------------------------------------------- */

/* Writes what was passed into log->bytes as a chunk. */
static void write_chunk(InputLog *log, const char *name, const StateStream *s) {
  note_fault(log, chunk_write(log->file, name, log->bytes, s->at), "cannot be written");
  fflush(log->file);
}

static void write_ticks(InputLog *log, const World *world) {
  LogTicks *const ticks = &log->ticks;
  StateStream s = {.out = log->bytes, .size = sizeof log->bytes};
  ticks->to = world->tick;
  ticks->hash = world_hash(world);
  log_ticks(&s, ticks);
  write_chunk(log, LOG_TICKS_DONE, &s);
  ticks->from = ticks->to;
  ticks->operations.count = 0;
}

static void write_head(InputLog *log, const char *commit) {
  LogHead head = {.version = LOG_VERSION};
  StateStream s = {.out = log->bytes, .size = sizeof log->bytes};
  snprintf(head.library, sizeof head.library, "%s", weir_version());
  snprintf(head.commit, sizeof head.commit, "%s", commit);
  note_fault(log, chunks_write_signature(log->file, CHUNKS_WEIR), "cannot be written");
  log_head(&s, &head);
  write_chunk(log, LOG_HEAD, &s);
}

static void destroy(InputLog *log) {
  operations_free(&log->ticks.operations);
  memory_free(log);
}

/* --- a session -------------------------------------------------------------------------------------------------------------- */

void input_log_hear(InputLog *log, int64_t tick, const Command *command) {
  if (!log || (log->known > 0 && log->known--)) return;
  note_fault(log, operations_add(&log->ticks.operations, tick, command), "more commands in a tick than a world takes");
}

InputLog *input_log_create(const char *path, const char *commit, Error *error) {
  InputLog *const log = memory_create(1, sizeof *log);
  if (!log || !operations_reserve(&log->ticks.operations, LOG_ENTRIES)) {
    memory_free(log);
    return error_set(error, "%s: not enough memory", path ? path : "a log"), NULL;
  }
  snprintf(log->path, sizeof log->path, "%s", path ? path : "what was done");
  if (!path && !(log->file = tmpfile())) error_set(error, "no temporary file to be had for what is done");
  if (path && output_open(&log->output, log->path, error)) log->file = log->output.file;
  if (!log->file) {
    destroy(log);
    return NULL;
  }
  write_head(log, commit);
  return log;
}

void input_log_begin_world(InputLog *log, const World *world) {
  if (!log) return;
  StateBytes state = {0};
  const size_t room = world_state_copy(world, &state) ? pack_bound(state.size) : 0;
  unsigned char *const packed = room > 0 ? memory_create(1, room) : NULL;
  const size_t taken = packed ? pack_bytes(state.bytes, state.size, LEVEL, packed, room) : 0;
  note_fault(log, taken > 0, "not enough memory");
  if (taken > 0) note_fault(log, chunk_write(log->file, LOG_WORLD, packed, taken), "cannot be written");
  memory_free(state.bytes);
  memory_free(packed);
  log->ticks.from = world->tick;
  log->ticks.operations.count = 0;
  log->known = world_commands_waiting(world);
}

void input_log_tick(InputLog *log, const World *world) {
  if (!log) return;
  if (world->tick - log->ticks.from >= LOG_TICKS || log->ticks.operations.count > LOG_ENTRIES - WORLD_COMMANDS_MAX) write_ticks(log, world);
}

void input_log_end_world(InputLog *log, const World *world) {
  if (!log) return;
  if (world->tick > log->ticks.from) write_ticks(log, world);
  StateStream s = {.out = log->bytes, .size = sizeof log->bytes};
  int64_t tick = world->tick;
  uint64_t hash = world_hash(world);
  log_world_end(&s, &tick, &hash);
  write_chunk(log, LOG_WORLD_END, &s);
}

bool input_log_close(InputLog *log, Error *error) {
  if (!log) return true;
  const bool temporary = !log->output.file;
  Error reason = {0};
  note_fault(log, chunk_write(log->file, LOG_END, log->bytes, 0), "cannot be written");
  const bool ended = temporary ? fclose(log->file) == 0 : output_close(&log->output, !log->fault, &reason);
  bool ok = ended && !log->fault;
  if (!ended)
    ok = error_set(error, "%s", reason.text);
  else if (!ok)
    ok = error_set(error, "%s: %s", log->path, log->fault);
  destroy(log);
  return ok;
}

InputPlayer *input_log_player(InputLog *log, Error *error) {
  note_fault(log, chunk_write(log->file, LOG_END, log->bytes, 0), "cannot be written");
  const long size = log->fault || fflush(log->file) != 0 ? -1 : ftell(log->file);
  unsigned char *const bytes = size > 0 ? memory_create(1, (size_t)size) : NULL;
  if (bytes) rewind(log->file);
  const bool whole = bytes && fread(bytes, 1, (size_t)size, log->file) == (size_t)size;
  if (!whole) error_set(error, "replay: %s", log->fault ? log->fault : "not enough memory for what was done");
  fclose(log->file);
  destroy(log);
  if (whole) return input_player_open_bytes("replay", bytes, (size_t)size, error);
  memory_free(bytes);
  return NULL;
}
