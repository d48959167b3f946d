#ifndef RECORD_INPUT_LOG_H
#define RECORD_INPUT_LOG_H

/* A session's inputs in a file: each world that it had, as it began, and every command that the world took, stamped with its tick. Mouse,
 * keys, panel and scripts act on a world through commands alone, so the file holds the session: the same worlds come out of it, on any
 * number of threads, and a hash of the state each 100 ticks proves it.
 *
 * The file is a row of chunks (format/file.h):
 *   weHd   version of the format, of the library, the program's commit
 *   weEg   the engine of rigid bodies that the session was played with; not in logs of 0.1.0
 *   weWd   a world as it began: its state, packed
 *   weTk   ticks [from, to), at most 100: the commands taken in them, the hash of the state at `to`
 *   weEw   that world ended: its tick and hash
 *   weEn   the session ended
 * Chunks are written as the session goes on, into a file beside PATH that takes its place when the session ends. */

#include "record/operations.h"

#define LOG_HEAD "weHd"
#define LOG_ENGINE "weEg"
#define LOG_WORLD "weWd"
#define LOG_TICKS_DONE "weTk"
#define LOG_WORLD_END "weEw"
#define LOG_END "weEn"

enum { LOG_TICKS = 100 /* between two hashes */, LOG_ENTRIES = 4 * WORLD_COMMANDS_MAX };

/* Some ticks of a world and what was done in them. */
typedef struct LogTicks {
  int64_t from, to;
  Operations operations; /* LOG_ENTRIES at most */
  uint64_t hash;         /* world_hash at `to` */
} LogTicks;

/* Passes on what a chunk of ticks holds. */
void log_ticks(StateStream *s, LogTicks *ticks);

/* --- writing --- */

/* One session's log while it is written, made by input_log_create; the caller owns it. One world at a time. */
typedef struct InputLog InputLog;

/* Begins a log in the file `path`, or in a temporary one of its own where that is NULL. `commit` as in --version; empty where none is
 * known. Returns NULL and sets *error to "PATH: why" if it cannot be written. */
InputLog *input_log_create(const char *path, const char *commit, Error *error);

/* All of these do nothing where the log is NULL. */

/* Writes a world's state, as it stands now, between ticks. */
void input_log_begin_world(InputLog *log, const World *world);
/* Notes a command that the world has taken; within a tick. */
void input_log_hear(InputLog *log, int64_t tick, const Command *command);
/* After each tick of the world. Allocates nothing. */
void input_log_tick(InputLog *log, const World *world);
/* The world has taken its last tick. */
void input_log_end_world(InputLog *log, const World *world);
/* Ends the log and frees it. Returns false and sets *error to "PATH: why" if not all of it could be written; then no file is left. */
bool input_log_close(InputLog *log, Error *error);

/* --- playing --- */

/* Makes a log's worlds, one after the other, gives each its commands at their ticks, and compares the state wherever the log has a
 * hash of it. The caller steps the worlds:
 *
 *   World *world;
 *   while ((world = input_player_begin_world(player, threads, &error)))
 *     for (; input_player_before_tick(player, world, &error); ok = ok && input_player_after_tick(player, world, &error)) world_step(world);
 */
typedef struct InputPlayer InputPlayer;

/* Opens an input log; one that is cut off is played as far as it goes. Returns NULL and sets *error to "PATH: why" if the file cannot be
 * read or is not a log. */
InputPlayer *input_player_open(const char *path, Error *error);
/* Opens a temporary log, which it ends and frees; NULL with a line if not all of it could be written or memory runs out. */
InputPlayer *input_player_open_log(InputLog *log, Error *error);
void input_player_close(InputPlayer *player);
/* Makes the log's next world as it began; the caller owns it. Returns NULL at the end of the log, or with a line in *error (empty
 * otherwise). */
World *input_player_begin_world(InputPlayer *player, int threads, Error *error);
/* Gives the world the commands of its next tick. Returns false when the world ended here, or with a line in *error (empty otherwise). */
bool input_player_before_tick(InputPlayer *player, World *world, Error *error);
/* False, with a line that names the tick, when the state is not the one that the log has; or that names the engines, when the log was played
 * with another one and the world has bodies, which cannot be compared then. */
bool input_player_after_tick(InputPlayer *player, const World *world, Error *error);
/* Plays the whole log. Returns false and sets *error at the first state that is not the log's. */
bool input_player_play(InputPlayer *player, int threads, Error *error);

/* Worlds begun, states compared and ticks played so far, and whether the log has its end. */
typedef struct InputPlayed {
  char writer[192]; /* of the log: the library's version and the program's commit, as "0.1.0 (commit abc)" */
  int worlds;
  int64_t compared, ticks;
  bool whole;
  bool other_engine; /* a state with bodies differs, and the log was played with another engine */
} InputPlayed;
InputPlayed input_player_played(const InputPlayer *player);

#endif
