#ifndef RECORD_LOG_FORMAT_H
#define RECORD_LOG_FORMAT_H

/* The contents of the chunks of an input log, for input_log.c and input_player.c. */

#include "record/operations.h"

enum { LOG_VERSION = 1, LOG_TEXT = 64, LOG_TICKS = 100 /* between two hashes */, LOG_ENTRIES = 4 * WORLD_COMMANDS_MAX };

#define LOG_HEAD "weHd"
#define LOG_WORLD "weWd"
#define LOG_TICKS_DONE "weTk"
#define LOG_WORLD_END "weEw"
#define LOG_END "weEn"

/* Who wrote a log. */
typedef struct LogHead {
  int version;
  char library[LOG_TEXT], commit[LOG_TEXT];
} LogHead;

/* Some ticks of a world and what was done in them. */
typedef struct LogTicks {
  int64_t from, to;
  Operations operations; /* LOG_ENTRIES at most */
  uint64_t hash;         /* world_hash at `to` */
} LogTicks;

void log_head(StateStream *s, LogHead *head);
void log_ticks(StateStream *s, LogTicks *ticks);
void log_world_end(StateStream *s, int64_t *tick, uint64_t *hash);

#endif
