#ifndef RECORD_RECORDING_H
#define RECORD_RECORDING_H

/* The recording of a session: all that is done to its worlds, heard once. From it come
 *
 *   the input log     a file of every world as it began and every command with its tick (input_log.h)
 *   the check         the same in a temporary file, played again when the session ends: recording_check
 *   the last minute   its latest commands, for pictures and saves: recording_recent
 *   the past          keyframes and the commands between them (timeline.h): any tick of the last two minutes
 *
 * What mouse, keys, panel and scripts do reaches a world as commands alone, so the same recording gives the same worlds again, for any
 * number of threads. One thread at a time. */

#include "record/operations.h"
#include "record/timeline.h"

#define RECENT_SECONDS 60.0
enum { RECENT_MAX = 4096 };

typedef struct Recording Recording;

/* Makes a recording of the last minute and, where `log` is not NULL, of all in an input log of that path, for which `commit` is as in
 * --version, empty where none is known. `check`: recording_check will be called. The caller owns it. Returns NULL and sets *error if the
 * log cannot be written or memory runs out. */
Recording *recording_create(const char *log, const char *commit, bool check, Error *error);
void recording_destroy(Recording *recording);
/* Records the past as well, from this world on, with so many bytes of memory for so many simulated seconds. Returns it, and timeline_fault
 * says if memory ran out as it began; NULL if there is none. The rest is recorded all the same. */
Timeline *recording_keep_past(Recording *recording, World *world, size_t budget, double seconds);
/* A world begins, new or from a saved state: from now on it is heard. The past goes on as it is until timeline_begin or timeline_go_on_from
 * is called with this world. */
void recording_begin_world(Recording *recording, World *world);
/* The world that is heard has taken its last tick, or is left for one of the past; the past itself ends by timeline_end. Does nothing if
 * none is heard. */
void recording_end_world(Recording *recording);
/* After each tick of the world that is heard. */
void recording_tick(Recording *recording, World *world);
/* Copies the commands of the minute before the world's tick, at most RECENT_MAX, into an empty list. Returns false if memory runs out. */
bool recording_recent(const Recording *recording, const World *world, Operations *copy);
/* Ends the input log. Returns false and sets *error to "PATH: why" if not all of it could be written; then no file is left. True without
 * one. */
bool recording_close_log(Recording *recording, Error *error);
/* Plays all worlds again with so many threads and compares their states each 100 ticks and at their ends. Returns false and sets *error to
 * a line that says which world differs, or why it cannot be told. No world may be heard any more. */
bool recording_check(Recording *recording, int threads, Error *error);

#endif
