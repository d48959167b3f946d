#include "record/input_player.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "format/chunks.h"
#include "format/file.h"
#include "format/pack.h"
#include "record/log_format.h"
#include "world/state/state.h"

struct InputPlayer {
  char path[SCENE_PATH], writer[3 * LOG_TEXT];
  unsigned char *file;
  size_t size, at;
  LogTicks ticks; /* those being played */
  int next;       /* index of ticks.operations */
  char last[160]; /* the last command that was given, with its tick; empty: none was */
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

/* The whole of what a chunk holds must have been read. */
static bool is_read(const InputPlayer *player, const StateStream *s, Error *error) {
  if (s->short_of_memory) return fault(player, error, "not enough memory");
  if (s->fault) return error_set(error, "%s: damaged: %s cannot be so", player->path, s->fault);
  return s->at == s->size || fault(player, error, "damaged: a chunk of the log is too long");
}

/* --- opening ---------------------------------------------------------------------------------------------------------------- */

static bool read_head(InputPlayer *player, Error *error) {
  Chunk chunk;
  size_t after;
  LogHead head = {.version = LOG_VERSION};
  if (chunks_begin(player->file, player->size, &player->at) != CHUNKS_WEIR || !peek(player, &chunk, &after, error) ||
      !chunk_is(&chunk, LOG_HEAD))
    return fault(player, error, "not an input log of Weir's");
  StateStream s = {.in = chunk.bytes, .size = chunk.size};
  state_int(&s, &head.version, 1, INT32_MAX, "the head of the log");
  if (!s.fault && head.version != LOG_VERSION)
    return error_set(error, "%s: in version %d of the format; this is weir %s, which reads version %d", player->path, head.version,
                     weir_version(), LOG_VERSION);
  s = (StateStream){.in = chunk.bytes, .size = chunk.size};
  log_head(&s, &head);
  player->at = after;
  snprintf(player->writer, sizeof player->writer, "%s%s%s%s", head.library, head.commit[0] ? " (commit " : "", head.commit,
           head.commit[0] ? ")" : "");
  return is_read(player, &s, error);
}

InputPlayer *input_player_open_bytes(const char *name, void *bytes, size_t size, Error *error) {
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
  void *const file = state_file_read(path, &size, error);
  return file ? input_player_open_bytes(path, file, size, error) : NULL;
}

void input_player_close(InputPlayer *player) {
  if (!player) return;
  operations_free(&player->ticks.operations);
  memory_free(player->file);
  memory_free(player);
}

/* --- playing ---------------------------------------------------------------------------------------------------------------- */

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
  player->played.worlds++;
  return world;
}

/* The world ends here, as the log has it. */
static void end_world(InputPlayer *player, const World *world, const Chunk *chunk, size_t after, Error *error) {
  int64_t tick;
  uint64_t hash;
  StateStream s = {.in = chunk->bytes, .size = chunk->size};
  log_world_end(&s, &tick, &hash);
  if (!is_read(player, &s, error)) return;
  player->at = after;
  player->played.compared++;
  if (tick != world->tick || hash != world_hash(world))
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
  if (!is_read(player, &s, error)) return false;
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
  if (world->tick != player->ticks.to) return true;
  player->played.compared++;
  const uint64_t hash = world_hash(world);
  if (hash == player->ticks.hash) return true;
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

const char *input_player_writer(const InputPlayer *player) {
  return player->writer;
}

InputPlayed input_player_played(const InputPlayer *player) {
  return player->played;
}
