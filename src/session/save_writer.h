#ifndef SESSION_SAVE_WRITER_H
#define SESSION_SAVE_WRITER_H

/* Writes saved games in a thread of its own, one at a time, so that neither picture nor water waits for packing and for the disk. */

#include "session/save.h"

typedef struct SaveWriter SaveWriter;

/* Makes a writer. Returns NULL if memory runs out. */
SaveWriter *save_writer_create(void);

/* Waits for the save being written and frees the writer. */
void save_writer_destroy(SaveWriter *writer);

/* The result of one save; a value. */
typedef struct SaveWritten {
  char path[SCENE_PATH];
  bool ok, silent;
  Error error; /* where not ok */
} SaveWritten;

/* Writes the save, which the writer owns from now on, to `path`; waits for the one before. `silent` comes back with the result. */
void save_writer_start(SaveWriter *writer, Save *save, const char *path, bool silent);

/* Returns true if a save has been written since the last call, and writes its result. */
bool save_writer_poll(SaveWriter *writer, SaveWritten *written);

/* Waits for the save being written; then does as save_writer_poll. */
bool save_writer_wait(SaveWriter *writer, SaveWritten *written);

#endif
