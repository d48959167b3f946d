#ifndef RECORD_INPUT_LOG_H
#define RECORD_INPUT_LOG_H

/* A session's inputs in a file: each world that it had, as it began, and every command that the world took, stamped with its tick. Mouse,
 * keys, panel and scripts act on a world through commands alone, so the file holds the session: the same worlds come out of it, on any
 * number of threads, and a hash of the state each 100 ticks proves it (input_player.h).
 *
 * The file is a row of chunks (format/chunks.h):
 *   weHd   version of the format, of the library, the program's commit
 *   weWd   a world as it began: its state, packed
 *   weTk   ticks [from, to), at most 100: the commands taken in them, the hash of the state at `to`
 *   weEw   that world ended: its tick and hash
 *   weEn   the session ended
 * Chunks are written as the session goes on, into a file beside PATH that takes its place when the session ends. */

#include "world/world.h"

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

/* Ends a temporary log, which it frees, and returns a player of it; NULL with a line if not all of it could be written or memory runs out. */
struct InputPlayer *input_log_player(InputLog *log, Error *error);

#endif
