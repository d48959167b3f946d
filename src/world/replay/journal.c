#include "world/replay/journal.h"

#include <string.h>

#include "base/memory.h"
#include "world/state/state.h"

enum { ROOM_START = 1024 };

Journal *journal_create(void) {
  Journal *const journal = memory_create(1, sizeof *journal);
  if (!journal) return NULL;
  journal->worlds = memory_create(JOURNAL_WORLDS_MAX, sizeof *journal->worlds);
  if (journal->worlds) return journal;
  memory_free(journal);
  return NULL;
}

void journal_destroy(Journal *journal) {
  if (!journal) return;
  for (int n = 0; n < journal->world_count; n++) {
    memory_free(journal->worlds[n].scene);
    memory_free(journal->worlds[n].state);
  }
  memory_free(journal->worlds);
  memory_free(journal->entries);
  memory_free(journal);
}

/* --- writing ------------------------------------------------------------------------------------------------------------- */

static void hear(void *user, int64_t tick, const Command *command) {
  Journal *const journal = user;
  if (journal->incomplete || (journal->known > 0 && journal->known--)) return;
  if (journal->entry_count == journal->entry_room)
    journal->incomplete = true;
  else
    journal->entries[journal->entry_count++] = (JournalEntry){tick, *command};
}

/* Notes what the world is made from, so that it can be made again: its scene if it was made from that and nothing has happened, else its
 * state. Returns false if memory runs out. */
static bool note_beginning(JournalWorld *noted, const World *world) {
  if (world->tick == 0 && !world->from_state) {
    noted->scene = memory_create(1, sizeof *noted->scene);
    if (noted->scene) *noted->scene = world->scene;
    return noted->scene != NULL;
  }
  StateBytes state = {0};
  if (!world_state_copy(world, &state)) return false;
  noted->state = state.bytes;
  noted->state_size = state.size;
  return true;
}

void journal_begin_world(Journal *journal, World *world) {
  if (!journal || journal->incomplete) return;
  JournalWorld noted = {.seed = world->seed, .entry_from = journal->entry_count, .entry_to = journal->entry_count};
  const bool room = journal->world_count < JOURNAL_WORLDS_MAX && note_beginning(&noted, world);
  if (!room || !world_listen(world, (CommandListener){hear, journal})) {
    memory_free(noted.scene);
    memory_free(noted.state);
    journal->incomplete = true;
    return;
  }
  journal->known = noted.state ? world_commands_waiting(world) : 0;
  journal->worlds[journal->world_count++] = noted;
  journal->heard = world;
  journal_reserve(journal);
}

void journal_end_world(Journal *journal, World *world) {
  if (!journal || journal->heard != world) return;
  JournalWorld *const last = &journal->worlds[journal->world_count - 1];
  last->entry_to = journal->entry_count;
  last->ticks = world->tick;
  last->hash = world_hash(world);
  journal->heard = NULL;
  world_listen_no_more(world, journal);
}

void journal_reserve(Journal *journal) {
  if (!journal || journal->incomplete || journal->entry_room - journal->entry_count >= WORLD_COMMANDS_MAX) return;
  const int room = journal->entry_room > 0 ? 2 * journal->entry_room : ROOM_START;
  JournalEntry *const entries = room <= 2 * JOURNAL_ENTRIES_MAX ? memory_create((size_t)room, sizeof *entries) : NULL;
  if (!entries) {
    journal->incomplete = true;
    return;
  }
  if (journal->entry_count > 0) memcpy(entries, journal->entries, sizeof *entries * (size_t)journal->entry_count);
  memory_free(journal->entries);
  journal->entries = entries;
  journal->entry_room = room;
}

/* --- running it again ------------------------------------------------------------------------------------------------------ */

static void replay_ticks(const Journal *journal, const JournalWorld *noted, World *world) {
  int entry = noted->entry_from;
  while (world->tick < noted->ticks) {
    for (; entry < noted->entry_to && journal->entries[entry].tick == world->tick; entry++)
      world_command(world, &journal->entries[entry].command);
    world_step(world);
  }
}

static bool replay_world(const Journal *journal, int number, int threads, Error *error) {
  const JournalWorld *const noted = &journal->worlds[number];
  World *const world = noted->scene ? world_create(noted->scene, noted->seed, threads, error)
                                    : world_state_read(noted->state, noted->state_size, threads, error);
  if (!world) return false;
  replay_ticks(journal, noted, world);
  const uint64_t hash = world_hash(world);
  char world_name[sizeof world->scene.name];
  memcpy(world_name, world->scene.name, sizeof world_name);
  world_destroy(world);
  if (hash == noted->hash) return true;
  return error_set(error, "replay: world %d (%s) ends after %lld ticks and %d commands with the state %016llx; it was %016llx", number + 1,
                   world_name, (long long)noted->ticks, noted->entry_to - noted->entry_from, (unsigned long long)hash,
                   (unsigned long long)noted->hash);
}

bool journal_replay(const Journal *journal, int threads, Error *error) {
  if (journal->incomplete) return error_set(error, "replay: the session is longer than a journal can be, or there was not enough memory");
  for (int n = 0; n < journal->world_count; n++)
    if (!replay_world(journal, n, threads, error)) return false;
  return true;
}
