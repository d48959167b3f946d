#include "world/journal.h"

#include <string.h>

#include "base/memory.h"

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
  for (int n = 0; n < journal->world_count; n++) memory_free(journal->worlds[n].scene);
  memory_free(journal->worlds);
  memory_free(journal->entries);
  memory_free(journal);
}

/* --- writing ------------------------------------------------------------------------------------------------------------- */

void journal_begin_world(Journal *journal, World *world) {
  if (!journal || journal->incomplete) return;
  Scene *const scene = journal->world_count < JOURNAL_WORLDS_MAX ? memory_create(1, sizeof *scene) : NULL;
  if (!scene) {
    journal->incomplete = true;
    return;
  }
  *scene = world->scene;
  journal->worlds[journal->world_count++] =
      (JournalWorld){.scene = scene, .seed = world->seed, .entry_from = journal->entry_count, .entry_to = journal->entry_count};
  world->journal = journal;
  journal_reserve(journal);
}

void journal_end_world(Journal *journal, World *world) {
  if (!journal || world->journal != journal) return;
  JournalWorld *const last = &journal->worlds[journal->world_count - 1];
  last->entry_to = journal->entry_count;
  last->ticks = world->tick;
  last->hash = world_hash(world);
  world->journal = NULL;
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

void journal_add(Journal *journal, int64_t tick, const Command *command) {
  if (!journal || journal->incomplete) return;
  if (journal->entry_count == journal->entry_room)
    journal->incomplete = true;
  else
    journal->entries[journal->entry_count++] = (JournalEntry){tick, *command};
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
  World *const world = world_create(noted->scene, noted->seed, threads, error);
  if (!world) return false;
  replay_ticks(journal, noted, world);
  const uint64_t hash = world_hash(world);
  world_destroy(world);
  if (hash == noted->hash) return true;
  return error_set(error, "replay: world %d (%s) ends after %lld ticks and %d commands with the state %016llx; it was %016llx", number + 1,
                   noted->scene->name, (long long)noted->ticks, noted->entry_to - noted->entry_from, (unsigned long long)hash,
                   (unsigned long long)noted->hash);
}

bool journal_replay(const Journal *journal, int threads, Error *error) {
  if (journal->incomplete) return error_set(error, "replay: the session is longer than a journal can be, or memory is short");
  for (int n = 0; n < journal->world_count; n++)
    if (!replay_world(journal, n, threads, error)) return false;
  return true;
}
