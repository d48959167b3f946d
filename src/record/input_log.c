#include "record/input_log.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/output.h"
#include "format/file.h"
#include "world/state/state.h"

enum {
  VERSION = 1,
  LOG_TEXT = 64,
  COMMAND_BYTES = 128, /* of a command in the file, with its tick: more than enough (checked by unit/replay) */
  CHUNK_ROOM = LOG_ENTRIES * COMMAND_BYTES + 256
};

static const int64_t ticks_cap = (int64_t)1 << 53;

/* Who wrote a log. */
typedef struct LogHead {
  int version;
  char library[LOG_TEXT], commit[LOG_TEXT];
} LogHead;

/* Passes on the version alone where it is another. */
static void pass_head(StateStream *s, LogHead *head) {
  state_int(s, &head->version, 1, INT32_MAX, "the head of the log");
  if (head->version != VERSION) return;
  state_text(s, head->library, sizeof head->library, "the head of the log");
  state_text(s, head->commit, sizeof head->commit, "the head of the log");
}

void log_ticks(StateStream *s, LogTicks *ticks) {
  state_int64(s, &ticks->from, 1, 0, ticks_cap, "a tick of the log");
  state_int64(s, &ticks->to, 1, ticks->from, ticks_cap, "a tick of the log");
  operations_pass(s, &ticks->operations, LOG_ENTRIES, ticks->from, ticks->to);
  state_uint64(s, &ticks->hash, "a hash of the log");
}

static void pass_world_end(StateStream *s, int64_t *tick, uint64_t *hash) {
  state_int64(s, tick, 1, 0, ticks_cap, "the end of a world in the log");
  state_uint64(s, hash, "a hash of the log");
}

/* --- writing ------------------------------------------------------------------------------------------------------------------------- */

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
  LogHead head = {.version = VERSION};
  StateStream s = {.out = log->bytes, .size = sizeof log->bytes};
  snprintf(head.library, sizeof head.library, "%s", weir_version());
  snprintf(head.commit, sizeof head.commit, "%s", commit);
  note_fault(log, chunks_write_signature(log->file, CHUNKS_WEIR), "cannot be written");
  pass_head(&s, &head);
  write_chunk(log, LOG_HEAD, &s);
  char engine[LOG_TEXT];
  snprintf(engine, sizeof engine, "%s", world_engine());
  s = (StateStream){.out = log->bytes, .size = sizeof log->bytes};
  state_text(&s, engine, sizeof engine, "the engine of the log");
  write_chunk(log, LOG_ENGINE, &s);
}

static void destroy(InputLog *log) {
  operations_free(&log->ticks.operations);
  memory_free(log);
}

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
  const bool written = world_state_copy(world, &state) && chunk_write_packed(log->file, LOG_WORLD, state.bytes, state.size);
  note_fault(log, written, ferror(log->file) ? "cannot be written" : "not enough memory");
  memory_free(state.bytes);
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
  pass_world_end(&s, &tick, &hash);
  write_chunk(log, LOG_WORLD_END, &s);
}

bool input_log_close(InputLog *log, Error *error) {
  if (!log) return true;
  Error reason = {0};
  note_fault(log, chunk_write(log->file, LOG_END, log->bytes, 0), "cannot be written");
  const bool ended = log->output.file ? output_close(&log->output, !log->fault, &reason) : fclose(log->file) == 0;
  const bool ok = ended && !log->fault;
  if (!ended) error_set(error, "%s", reason.text);
  if (ended && !ok) error_set(error, "%s: %s", log->path, log->fault);
  destroy(log);
  return ok;
}

/* --- opening ------------------------------------------------------------------------------------------------------------------------- */

struct InputPlayer {
  char path[SCENE_PATH];
  unsigned char *file;
  size_t size, at;
  LogTicks ticks;        /* those being played */
  int next;              /* index of ticks.operations */
  char last[160];        /* the last command that was given, with its tick; empty: none was */
  char engine[LOG_TEXT]; /* that the log was played with; empty: it does not say */
  bool bodies;           /* the world has had bodies */
  InputPlayed played;
};

static bool fault(const InputPlayer *player, Error *error, const char *why) {
  return error_set(error, "%s: %s", player->path, why);
}

/* The next chunk without going on to it. False at the end of the file; where it was changed, with a line. */
static bool peek(const InputPlayer *player, Chunk *chunk, size_t *after, Error *error) {
  ChunksEnd end;
  *after = player->at;
  if (chunks_next(player->file, player->size, after, chunk, &end)) return true;
  if (end == CHUNKS_DAMAGED) fault(player, error, "damaged: its bytes were changed");
  return false;
}

static bool read_head(InputPlayer *player, Error *error) {
  Chunk chunk;
  size_t after;
  LogHead head = {.version = VERSION};
  if (chunks_begin(player->file, player->size, &player->at) != CHUNKS_WEIR || !peek(player, &chunk, &after, error) ||
      !chunk_is(&chunk, LOG_HEAD))
    return fault(player, error, "not an input log of Weir's");
  StateStream s = {.in = chunk.bytes, .size = chunk.size};
  pass_head(&s, &head);
  if (!s.fault && head.version != VERSION)
    return error_set(error, "%s: in version %d of the format; this is weir %s, which reads version %d", player->path, head.version,
                     weir_version(), VERSION);
  player->at = after;
  const bool known = head.commit[0] != '\0';
  snprintf(player->played.writer, sizeof player->played.writer, "%s%s%s%s", head.library, known ? " (commit " : "", head.commit,
           known ? ")" : "");
  if (!state_is_read(&s, player->path, "a chunk of the log", error)) return false;
  if (!peek(player, &chunk, &after, error) || !chunk_is(&chunk, LOG_ENGINE)) return true; /* older than that, or cut off */
  s = (StateStream){.in = chunk.bytes, .size = chunk.size};
  state_text(&s, player->engine, sizeof player->engine, "the engine of the log");
  player->at = after;
  return state_is_read(&s, player->path, "a chunk of the log", error);
}

/* Opens a log in memory, which the player owns and frees; `name` stands for its path in messages. */
static InputPlayer *open_bytes(const char *name, void *bytes, size_t size, Error *error) {
  InputPlayer *const player = memory_create(1, sizeof *player);
  if (!player) {
    memory_free(bytes);
    return error_set(error, "%s: not enough memory", name), NULL;
  }
  snprintf(player->path, sizeof player->path, "%s", name);
  player->file = bytes;
  player->size = size;
  if (read_head(player, error)) return player;
  input_player_close(player);
  return NULL;
}

InputPlayer *input_player_open(const char *path, Error *error) {
  size_t size;
  void *const file = file_read(path, &size, error);
  return file ? open_bytes(path, file, size, error) : NULL;
}

InputPlayer *input_player_open_log(InputLog *log, Error *error) {
  note_fault(log, chunk_write(log->file, LOG_END, log->bytes, 0), "cannot be written");
  const long size = log->fault || fflush(log->file) != 0 ? -1 : ftell(log->file);
  unsigned char *const bytes = size > 0 ? memory_create(1, (size_t)size) : NULL;
  if (bytes) rewind(log->file);
  const bool whole = bytes && fread(bytes, 1, (size_t)size, log->file) == (size_t)size;
  if (!whole) error_set(error, "replay: %s", log->fault ? log->fault : "not enough memory for what was done");
  fclose(log->file);
  destroy(log);
  if (whole) return open_bytes("replay", bytes, (size_t)size, error);
  memory_free(bytes);
  return NULL;
}

void input_player_close(InputPlayer *player) {
  if (!player) return;
  operations_free(&player->ticks.operations);
  memory_free(player->file);
  memory_free(player);
}

/* --- playing ------------------------------------------------------------------------------------------------------------------------- */

World *input_player_begin_world(InputPlayer *player, int threads, Error *error) {
  Chunk chunk;
  size_t after;
  error->text[0] = '\0';
  if (!peek(player, &chunk, &after, error)) return NULL; /* cut off */
  player->played.whole = chunk_is(&chunk, LOG_END);
  if (player->played.whole) return NULL;
  if (!chunk_is(&chunk, LOG_WORLD)) return fault(player, error, "damaged: no world begins where one should"), NULL;
  Error reason;
  World *const world = world_state_open(chunk.bytes, chunk.size, threads, &reason);
  if (!world) return fault(player, error, reason.text), NULL;
  player->at = after;
  player->ticks.from = player->ticks.to = world->tick;
  player->ticks.operations.count = player->next = 0;
  player->last[0] = '\0';
  player->bodies = false;
  player->played.worlds++;
  return world;
}

/* A state is not the log's, for the reason that another engine moves bodies otherwise. Sets *error then. */
static bool is_other_engine(InputPlayer *player, Error *error) {
  if (!player->bodies || player->engine[0] == '\0' || strcmp(player->engine, world_engine()) == 0) return false;
  player->played.other_engine = true;
  error_set(error, "%s: played with %s, and this program has %s, which moves bodies otherwise: world %d can be compared up to tick %lld",
            player->path, player->engine, world_engine(), player->played.worlds, (long long)player->ticks.from);
  return true;
}

/* The world ends here, as the log has it. */
static void end_world(InputPlayer *player, const World *world, const Chunk *chunk, size_t after, Error *error) {
  int64_t tick;
  uint64_t hash;
  StateStream s = {.in = chunk->bytes, .size = chunk->size};
  pass_world_end(&s, &tick, &hash);
  if (!state_is_read(&s, player->path, "a chunk of the log", error)) return;
  player->at = after;
  player->played.compared++;
  if (tick != world->tick || (hash != world_hash(world) && !is_other_engine(player, error)))
    error_set(error, "%s: world %d ends at tick %lld with state %016llx; in the log at %lld with %016llx", player->path,
              player->played.worlds, (long long)world->tick, (unsigned long long)world_hash(world), (long long)tick,
              (unsigned long long)hash);
}

/* Goes on to the next ticks of the log. False: there are none, the world ends. */
static bool read_ticks(InputPlayer *player, const World *world, Error *error) {
  Chunk chunk;
  size_t after;
  if (!peek(player, &chunk, &after, error)) return false; /* cut off */
  if (chunk_is(&chunk, LOG_WORLD_END)) return end_world(player, world, &chunk, after, error), false;
  if (!chunk_is(&chunk, LOG_TICKS_DONE)) return fault(player, error, "damaged: neither ticks nor an end follow in the log");
  StateStream s = {.in = chunk.bytes, .size = chunk.size};
  log_ticks(&s, &player->ticks);
  if (!state_is_read(&s, player->path, "a chunk of the log", error)) return false;
  if (player->ticks.from != world->tick || player->ticks.to == world->tick || player->ticks.to - world->tick > LOG_TICKS)
    return fault(player, error, "damaged: ticks are missing");
  player->at = after;
  player->next = 0;
  return true;
}

bool input_player_before_tick(InputPlayer *player, World *world, Error *error) {
  LogTicks *const ticks = &player->ticks;
  error->text[0] = '\0';
  if (world->tick >= ticks->to && !read_ticks(player, world, error)) return false;
  for (; player->next < ticks->operations.count && ticks->operations.rows[player->next].tick <= world->tick; player->next++) {
    const Operation *const operation = &ticks->operations.rows[player->next];
    char words[128];
    world_command(world, &operation->command);
    command_print(&operation->command, words, sizeof words);
    snprintf(player->last, sizeof player->last, "; before it, at tick %lld: %s", (long long)operation->tick, words);
  }
  return true;
}

bool input_player_after_tick(InputPlayer *player, const World *world, Error *error) {
  player->played.ticks++;
  player->bodies = player->bodies || world->body_count > 0;
  if (world->tick != player->ticks.to) return true;
  player->played.compared++;
  const uint64_t hash = world_hash(world);
  if (hash == player->ticks.hash) return true;
  if (is_other_engine(player, error)) return false;
  return error_set(error, "%s: world %d has the state %016llx at tick %lld; in the log it is %016llx%s", player->path,
                   player->played.worlds, (unsigned long long)hash, (long long)world->tick, (unsigned long long)player->ticks.hash,
                   player->last);
}

bool input_player_play(InputPlayer *player, int threads, Error *error) {
  World *world;
  bool ok = true;
  while (ok && (world = input_player_begin_world(player, threads, error))) {
    while (ok && input_player_before_tick(player, world, error)) {
      world_step(world);
      ok = input_player_after_tick(player, world, error);
    }
    ok = ok && !error->text[0];
    world_destroy(world);
  }
  return ok && !error->text[0];
}

InputPlayed input_player_played(const InputPlayer *player) {
  return player->played;
}
