#ifndef WORLD_REPLAY_JOURNAL_H
#define WORLD_REPLAY_JOURNAL_H

/* The journal of a session: every world that it had, and every command that a world took, stamped with its tick. What mouse, keys,
 * panel, scripts and tests do reaches a world as commands alone, so the same journal gives the same worlds again, for any number of
 * threads. */

#include "world/world.h"

enum { JOURNAL_ENTRIES_MAX = 500000, JOURNAL_WORLDS_MAX = 1000 };

/* One command, as a world applied it at the start of its tick `tick`. */
typedef struct JournalEntry {
  int64_t tick;
  Command command;
} JournalEntry;

/* One world of the session: what it was made from, which entries are its own, and how it ended. Owned by its journal. */
typedef struct JournalWorld {
  Scene *scene; /* with the parameters and the solver that it began with; NULL: it came from a saved state */
  uint64_t seed;
  void *state; /* that it began with, where it came from one (state/state.h) */
  size_t state_size;
  int entry_from, entry_to; /* indices of Journal.entries, the last one exclusive */
  int64_t ticks;            /* done when it ended */
  uint64_t hash;            /* world_hash then */
} JournalWorld;

/* A session's journal, made by journal_create; the caller owns it. The last world of the list is still running until journal_end_world. */
typedef struct Journal {
  JournalEntry *entries;
  int entry_count, entry_room;
  JournalWorld *worlds;
  int world_count;
  World *heard;    /* whose commands are noted; NULL: none */
  int known;       /* commands to come that waited when that world was saved: its state has them */
  bool incomplete; /* memory ran out, or the session is longer than a journal can be */
} Journal;

/* Returns NULL if memory runs out. */
Journal *journal_create(void);
void journal_destroy(Journal *journal);

/* A world begins, new or from a saved state; the journal hears its commands here until journal_end_world. */
void journal_begin_world(Journal *journal, World *world);

/* The world has taken its last tick. */
void journal_end_world(Journal *journal, World *world);

/* Makes room for the commands of one tick: before the tick, which allocates nothing. */
void journal_reserve(Journal *journal);

/* Runs the whole journal again with so many threads and compares each world's end with what was noted. False with one line that says
 * which world differs, or that the journal is incomplete. */
bool journal_replay(const Journal *journal, int threads, Error *error);

#endif
