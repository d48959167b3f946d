#define _POSIX_C_SOURCE 200809L /* pthreads */
#include "film/frame_queue.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

bool frame_queue_init(FrameQueue *queue, size_t bytes) {
  *queue = (FrameQueue){.bytes = bytes};
  bool room = true;
  for (int n = 0; n < FRAME_QUEUE; n++) room = (queue->pixels[n] = memory_create(1, bytes)) && room;
  pthread_mutex_init(&queue->mutex, NULL);
  pthread_cond_init(&queue->filled, NULL);
  pthread_cond_init(&queue->emptied, NULL);
  if (!room) frame_queue_shutdown(queue);
  return room;
}

void frame_queue_shutdown(FrameQueue *queue) {
  for (int n = 0; n < FRAME_QUEUE; n++) memory_free(queue->pixels[n]);
  pthread_mutex_destroy(&queue->mutex);
  pthread_cond_destroy(&queue->filled);
  pthread_cond_destroy(&queue->emptied);
}

bool frame_queue_add(FrameQueue *queue, int64_t number, const uint8_t *pixels, bool wait) {
  pthread_mutex_lock(&queue->mutex);
  while (wait && queue->count == FRAME_QUEUE) pthread_cond_wait(&queue->emptied, &queue->mutex);
  const bool room = queue->count < FRAME_QUEUE;
  const int at = (queue->first + queue->count) % FRAME_QUEUE;
  pthread_mutex_unlock(&queue->mutex);
  if (!room) return false;
  memcpy(queue->pixels[at], pixels, queue->bytes); /* of a place that the reader does not look at yet */
  queue->numbers[at] = number;
  pthread_mutex_lock(&queue->mutex);
  queue->count++;
  pthread_cond_signal(&queue->filled);
  pthread_mutex_unlock(&queue->mutex);
  return true;
}

void frame_queue_close(FrameQueue *queue) {
  pthread_mutex_lock(&queue->mutex);
  queue->closed = true;
  pthread_cond_signal(&queue->filled);
  pthread_mutex_unlock(&queue->mutex);
}

const uint8_t *frame_queue_front(FrameQueue *queue, int64_t *number) {
  pthread_mutex_lock(&queue->mutex);
  while (queue->count == 0 && !queue->closed) pthread_cond_wait(&queue->filled, &queue->mutex);
  const uint8_t *const front = queue->count > 0 ? queue->pixels[queue->first] : NULL;
  if (front) *number = queue->numbers[queue->first];
  pthread_mutex_unlock(&queue->mutex);
  return front;
}

void frame_queue_remove(FrameQueue *queue) {
  pthread_mutex_lock(&queue->mutex);
  queue->first = (queue->first + 1) % FRAME_QUEUE;
  queue->count--;
  pthread_cond_signal(&queue->emptied);
  pthread_mutex_unlock(&queue->mutex);
}

/* --- times ------------------------------------------------------------------------------------------------------------- */

static const double jump_s = 10; /* simulated s between two pictures that are not of one course of time */

int64_t frame_times_choose(FrameTimes *times, double seconds) {
  const bool first = !times->begun;
  if (first) times->start = seconds;
  times->begun = true;
  double film = seconds - times->start; /* s of the film, which know no jumps */
  if (!(film >= times->previous && film <= times->previous + jump_s)) {
    times->start = seconds - times->previous;
    film = times->previous;
  }
  const double step = film - times->previous, fps = (double)times->fps;
  const int64_t nearest = (int64_t)floor(film * fps + 0.5);
  const double off = (double)nearest / fps - film;
  times->previous = film;
  if (nearest < times->next) return -1;
  if (!first && off > 0 && fabs(off - step) < off) return -1; /* the next picture will be nearer */
  times->next = nearest + 1;
  return nearest;
}
