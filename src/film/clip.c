#define _GNU_SOURCE /* setpriority of one thread, which is Linux's */
#include "film/clip.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/memory.h"
#include "film/frame_queue.h"
#include "film/frame_store.h"

enum {
  GENTLE = 10, /* of 19: drawing and the water come first */
  THREADS = 2, /* of the encoder: a clip takes a few seconds, and the window goes on beside it */
  ATTEMPTS = 4 /* to come below the cap, each with half of the bits of the one before */
};
static const double cap_share = 0.9; /* of the cap that the frames may fill; the encoder may overdraw its budget, and the table of contents
                                        comes on top */

/* The clip with its threads. The packer owns the queue's reading side, `last` and the counts; `store` is under the mutex. The saver owns
 * `list` and `report` from its start until it says that it is done. */
struct Clip {
  ClipDef def;
  FrameQueue queue;
  pthread_t packer, saver;
  pthread_mutex_t mutex;
  FrameStore *store;
  atomic_size_t memory;
  uint8_t *planes, *last;
  int64_t last_number; /* -1: none */
  FrameList list;
  ClipReport report;
  bool saving;
  atomic_bool done;
};

/* --- the packer ------------------------------------------------------------------------------------------------------ */

static void store_frame(Clip *clip, const uint8_t *planes) {
  pthread_mutex_lock(&clip->mutex);
  frame_store_add(clip->store, planes);
  clip->memory = frame_store_size(clip->store);
  pthread_mutex_unlock(&clip->mutex);
}

static void *run_packer(void *data) {
  Clip *const clip = data;
  const int64_t capacity = (int64_t)clip->def.seconds * clip->def.fps;
  int64_t number;
  const uint8_t *rgba;
  setpriority(PRIO_PROCESS, 0, GENTLE);
  while ((rgba = frame_queue_front(&clip->queue, &number))) {
    film_picture_from_rgba(clip->planes, rgba, clip->def.width, clip->def.height);
    /* Frames that were left out are their nearer neighbour once more. */
    int64_t at = clip->last_number >= 0 ? clip->last_number + 1 : number;
    if (number - at > capacity) at = number - capacity;
    for (; at < number; at++) store_frame(clip, frame_is_nearer_first(clip->last_number, at, number) ? clip->last : clip->planes);
    store_frame(clip, clip->planes);
    memcpy(clip->last, clip->planes, film_picture_size(clip->def.width, clip->def.height));
    clip->last_number = number;
    frame_queue_remove(&clip->queue);
  }
  return NULL;
}

/* --- the saver ------------------------------------------------------------------------------------------------------- */

/* Writes the last frames of the list: one attempt, with a cap on the bits of each second. *fits: the file is within its cap; else it is gone again. */
static bool try_saving(Clip *clip, int64_t bit_cap, bool *fits, Error *error) {
  const size_t bytes = film_picture_size(clip->def.width, clip->def.height);
  const int capacity = clip->def.seconds * clip->def.fps, skipped = clip->list.frames > capacity ? clip->list.frames - capacity : 0;
  const FilmDef def = {clip->def.width, clip->def.height, clip->def.fps, bit_cap, THREADS};
  FrameReading reading = {.list = &clip->list, .pixels = memory_create(2, bytes), .bytes = bytes};
  if (!reading.pixels) return error_set(error, "%s: not enough memory for a film", clip->report.path);
  reading.spare = reading.pixels + bytes;
  FilmFile *const file = film_file_open(clip->report.path, &def, error);
  bool ok = file != NULL;
  for (int n = 0; ok && n < clip->list.frames; n++) {
    ok = frame_list_next(&reading) || error_set(error, "%s: a frame does not unpack", clip->report.path);
    if (ok && n >= skipped) ok = film_file_add(file, reading.pixels, error);
  }
  clip->report.seconds = (double)(clip->list.frames - skipped) / clip->def.fps;
  ok = ok && film_file_finish(file, &clip->report.bytes, error);
  *fits = clip->report.bytes <= clip->def.byte_cap || film_is_pictures(clip->report.path, NULL);
  if (file) ok = film_file_close(file, ok && *fits, ok ? error : NULL) && ok;
  memory_free(reading.pixels);
  return ok;
}

static void *run_saver(void *data) {
  Clip *const clip = data;
  Error *const error = &clip->report.error;
  double bits = cap_share * 8.0 * (double)clip->def.byte_cap / clip->def.seconds;
  bool fits = false, ok = true;
  setpriority(PRIO_PROCESS, 0, GENTLE);
  pthread_mutex_lock(&clip->mutex);
  frame_store_copy(clip->store, &clip->list);
  pthread_mutex_unlock(&clip->mutex);
  for (int n = 0; ok && !fits && n < ATTEMPTS; n++, bits *= 0.5) ok = try_saving(clip, (int64_t)bits, &fits, error);
  ok = ok && (fits || error_set(error, "%s: does not get smaller than %lld bytes", clip->report.path, (long long)clip->report.bytes));
  clip->report.state = ok ? CLIP_SAVED : CLIP_FAILED;
  frame_list_clear(&clip->list);
  clip->done = true;
  return NULL;
}

/* --- the thread that draws ------------------------------------------------------------------------------------------- */

static void release(Clip *clip) {
  frame_store_destroy(clip->store);
  memory_free(clip->planes);
  memory_free(clip->last);
  pthread_mutex_destroy(&clip->mutex);
  frame_queue_shutdown(&clip->queue);
  memory_free(clip);
}

Clip *clip_create(const ClipDef *def) {
  const size_t bytes = film_picture_size(def->width, def->height);
  Clip *const clip = memory_create(1, sizeof *clip);
  if (!clip || !frame_queue_init(&clip->queue, (size_t)def->width * (size_t)def->height * 4)) {
    memory_free(clip);
    return NULL;
  }
  clip->def = *def;
  clip->last_number = -1;
  clip->store = frame_store_create(bytes, def->seconds * def->fps);
  clip->planes = memory_create(1, bytes);
  clip->last = memory_create(1, bytes);
  pthread_mutex_init(&clip->mutex, NULL);
  if (clip->store && clip->planes && clip->last && pthread_create(&clip->packer, NULL, run_packer, clip) == 0) return clip;
  release(clip);
  return NULL;
}

void clip_destroy(Clip *clip) {
  if (!clip) return;
  frame_queue_close(&clip->queue);
  pthread_join(clip->packer, NULL);
  if (clip->saving) pthread_join(clip->saver, NULL);
  release(clip);
}

void clip_add(Clip *clip, int64_t number, const uint8_t *rgba, bool wait) {
  frame_queue_add(&clip->queue, number, rgba, wait);
}

size_t clip_memory(const Clip *clip) {
  return clip->memory;
}

bool clip_save(Clip *clip, const char *path) {
  if (clip->saving || clip_memory(clip) == 0) return false;
  clip->report = (ClipReport){.state = CLIP_SAVING};
  snprintf(clip->report.path, sizeof clip->report.path, "%s", path);
  clip->done = false;
  clip->saving = pthread_create(&clip->saver, NULL, run_saver, clip) == 0;
  return clip->saving;
}

ClipState clip_poll(Clip *clip, ClipReport *report) {
  if (!clip->saving) return CLIP_IDLE;
  if (!clip->done) return CLIP_SAVING;
  pthread_join(clip->saver, NULL);
  clip->saving = false;
  *report = clip->report;
  return report->state;
}
