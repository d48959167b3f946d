#include "session/past_reader.h"

#include <stdatomic.h>

#include "base/memory.h"
#include "base/thread.h"

struct PastReader {
  Thread thread;
  Timeline *timeline; /* this and the next five: what is asked and made; of the thread while it runs */
  int line, threads;
  int64_t tick;
  World *world; /* made; NULL: it could not be */
  Error error;
  bool made;        /* there will be something to collect; of the caller's thread */
  atomic_bool done; /* the thread has nothing left to do but to end */
};

PastReader *past_reader_create(void) {
  return memory_create(1, sizeof(PastReader));
}

static void *make(void *data) {
  PastReader *const reader = data;
  timeline_end(reader->timeline); /* packing the rest of its last keyframe takes as long as a tick */
  reader->world = timeline_go_keyframe(reader->timeline, reader->line, reader->tick, reader->threads, &reader->error);
  reader->done = true;
  return NULL;
}

void past_reader_start(PastReader *reader, Timeline *timeline, int line, int64_t tick, int threads) {
  past_reader_forget(reader);
  reader->timeline = timeline;
  reader->line = line;
  reader->tick = tick;
  reader->threads = threads;
  reader->done = false;
  reader->made = true;
  if (!thread_start(&reader->thread, make, reader)) make(reader);
}

bool past_reader_is_busy(const PastReader *reader) {
  return reader->thread.runs && !reader->done;
}

void past_reader_wait(PastReader *reader) {
  thread_join(&reader->thread);
}

bool past_reader_collect(PastReader *reader, World **world, Error *error) {
  if (!reader->made || past_reader_is_busy(reader)) return false;
  past_reader_wait(reader);
  *world = reader->world;
  *error = reader->error;
  reader->world = NULL;
  reader->made = false;
  return true;
}

void past_reader_forget(PastReader *reader) {
  World *world;
  Error ignored;
  past_reader_wait(reader);
  if (past_reader_collect(reader, &world, &ignored)) world_destroy(world);
}

void past_reader_destroy(PastReader *reader) {
  if (reader) past_reader_forget(reader);
  memory_free(reader);
}
