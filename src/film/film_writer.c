#define _GNU_SOURCE /* setpriority of one thread, which is Linux's */
#include "film/film_writer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>

#include "base/memory.h"
#include "film/frame_queue.h"

enum { GENTLE = 10 /* of 19: other threads come first, and encoding still goes on beside them */ };

/* The writer with its thread; film_writer_create makes it. After the start the thread alone uses what stands below `thread`, until
 * film_writer_end has joined it. */
struct FilmWriter {
  FrameQueue queue;
  atomic_bool failed;
  bool gently;
  int64_t wanted; /* frames; set before the queue is closed; -1: as many as came */
  pthread_t thread;
  FilmFile *file;
  uint8_t *last;       /* the frame that came last */
  int64_t last_number; /* its number; -1: none came yet */
  int64_t next;        /* the first that is not written yet */
  Error error;
};

/* Writes all frames before `end`: the last one or, where that is nearer, the one of number `end`. */
static bool fill_up(FilmWriter *w, const uint8_t *now, int64_t end) {
  bool ok = true;
  for (; ok && w->next < end; w->next++) {
    const bool first = !now || (w->last_number >= 0 && frame_is_nearer_first(w->last_number, w->next, end));
    ok = film_file_add_rgba(w->file, first ? w->last : now, &w->error);
  }
  return ok;
}

static void *run(void *data) {
  FilmWriter *const w = data;
  int64_t number, bytes;
  const uint8_t *pixels;
  bool ok = true;
  if (w->gently) setpriority(PRIO_PROCESS, 0, GENTLE);
  while ((pixels = frame_queue_front(&w->queue, &number))) {
    if (ok && number >= w->next) {
      ok = fill_up(w, pixels, number) && film_file_add_rgba(w->file, pixels, &w->error);
      memcpy(w->last, pixels, w->queue.bytes);
      w->last_number = number;
      w->next = number + 1;
    }
    if (!ok) w->failed = true;
    frame_queue_remove(&w->queue);
  }
  if (ok && w->last_number < 0) ok = error_set(&w->error, "the run was too short for a film");
  ok = ok && fill_up(w, NULL, w->wanted) && film_file_finish(w->file, &bytes, &w->error);
  if (!ok) w->failed = true;
  return NULL;
}

static void destroy(FilmWriter *writer) {
  frame_queue_shutdown(&writer->queue);
  memory_free(writer->last);
  memory_free(writer);
}

FilmWriter *film_writer_create(const char *path, const FilmDef *def, bool gently, Error *error) {
  const size_t bytes = (size_t)def->width * (size_t)def->height * 4;
  FilmWriter *const w = memory_create(1, sizeof *w);
  if (!w || !frame_queue_init(&w->queue, bytes)) {
    memory_free(w);
    error_set(error, "%s: not enough memory for a film", path);
    return NULL;
  }
  w->gently = gently;
  w->wanted = w->last_number = -1;
  w->last = memory_create(1, bytes);
  w->file = film_file_open(path, def, error);
  if (w->last && w->file && pthread_create(&w->thread, NULL, run, w) == 0) return w;
  if (w->file) error_set(error, "%s: not enough memory for a film", path);
  if (w->file) film_file_close(w->file, false, NULL);
  destroy(w);
  return NULL;
}

bool film_writer_add(FilmWriter *writer, int64_t number, const uint8_t *rgba, bool wait) {
  frame_queue_add(&writer->queue, number, rgba, wait);
  return !writer->failed;
}

bool film_writer_end(FilmWriter *writer, int64_t frames, Error *error) {
  writer->wanted = frames;
  frame_queue_close(&writer->queue);
  pthread_join(writer->thread, NULL);
  bool ok = !writer->failed;
  if (!ok) error_set(error, "%s", writer->error.text);
  ok = film_file_close(writer->file, ok, ok ? error : NULL) && ok;
  destroy(writer);
  return ok;
}
