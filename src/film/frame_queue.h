#ifndef FILM_FRAME_QUEUE_H
#define FILM_FRAME_QUEUE_H

/* Frames on their way from the thread that draws to the one that encodes: as many as FRAME_QUEUE, copied in, read in place. */

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAME_QUEUE = 8 };

/* The queue with its frames' memory; its owner shuts it down when no thread uses it any more. */
typedef struct FrameQueue {
  pthread_mutex_t mutex;
  pthread_cond_t filled, emptied;
  size_t bytes; /* of a frame */
  uint8_t *pixels[FRAME_QUEUE];
  int64_t numbers[FRAME_QUEUE];
  int first, count;
  bool closed;
} FrameQueue;

/* Makes the queue. Returns false if memory runs out; then there is nothing to shut down. */
bool frame_queue_init(FrameQueue *queue, size_t bytes);
void frame_queue_shutdown(FrameQueue *queue);

/* Adds a frame, on the writer's side. `wait`: until there is room; else returns false if there is none. */
bool frame_queue_add(FrameQueue *queue, int64_t number, const uint8_t *pixels, bool wait);
/* Ends the queue: no more frames will come. */
void frame_queue_close(FrameQueue *queue);

/* Returns the oldest frame, on the reader's side, waiting for one; it stays until it is removed. NULL: all were read, and no more will
 * come. */
const uint8_t *frame_queue_front(FrameQueue *queue, int64_t *number);
void frame_queue_remove(FrameQueue *queue);

#endif
