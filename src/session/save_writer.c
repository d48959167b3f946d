#include "session/save_writer.h"

#include <stdatomic.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/thread.h"

struct SaveWriter {
  Thread thread;
  Save *save; /* the thread's, while it runs */
  SaveWritten written;
  atomic_bool done; /* the thread has nothing left to do but to end */
};

SaveWriter *save_writer_create(void) {
  return memory_create(1, sizeof(SaveWriter));
}

static void *write_one(void *data) {
  SaveWriter *const writer = data;
  writer->written.ok = save_write(writer->save, writer->written.path, &writer->written.error);
  save_destroy(writer->save);
  writer->save = NULL;
  writer->done = true;
  return NULL;
}

void save_writer_start(SaveWriter *writer, Save *save, const char *path, bool silent) {
  SaveWritten unseen;
  save_writer_wait(writer, &unseen);
  writer->save = save;
  writer->done = false;
  writer->written = (SaveWritten){.silent = silent};
  snprintf(writer->written.path, sizeof writer->written.path, "%s", path);
  if (!thread_start(&writer->thread, write_one, writer)) write_one(writer);
}

bool save_writer_wait(SaveWriter *writer, SaveWritten *written) {
  thread_join(&writer->thread);
  if (!writer->done) return false;
  writer->done = false;
  *written = writer->written;
  return true;
}

bool save_writer_poll(SaveWriter *writer, SaveWritten *written) {
  return writer->done && save_writer_wait(writer, written);
}

void save_writer_destroy(SaveWriter *writer) {
  SaveWritten unseen;
  if (writer) save_writer_wait(writer, &unseen);
  memory_free(writer);
}
