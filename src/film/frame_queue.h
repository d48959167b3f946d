#ifndef FILM_FRAME_QUEUE_H
#define FILM_FRAME_QUEUE_H

/* Frames on their way from the thread that draws to the one that encodes, and the pictures that become frames. */

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAME_QUEUE = 8 };

/* The queue of as many frames as FRAME_QUEUE, copied in, read in place, with their memory; its owner shuts it down when no thread uses it any more. */
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

/* A film's times, by which some of the pictures that a window draws become its frames: n stands for the simulated second n / fps since the
 * film began. A picture is chosen where it is nearer to a frame's time than the one before, and than the next one is likely to be. Zeroed
 * but for `fps`, it begins with the first picture. */
typedef struct FrameTimes {
  int fps;
  bool begun;
  double start;    /* simulated s of frame 0 */
  double previous; /* s since then, of the picture seen last */
  int64_t next;    /* the frame that none was chosen for yet */
} FrameTimes;

/* Returns the number of the frame that the picture of this simulated second is for, or -1: it is for none. Frames that are left out have no
 * picture near them. Where time jumps, back or by more than ten seconds (another world), the film goes on. */
int64_t frame_times_choose(FrameTimes *times, double seconds);

/* Returns true if the frame `n` between two chosen ones is nearer to the first. */
static inline bool frame_is_nearer_first(int64_t first, int64_t n, int64_t second) {
  return n - first <= second - n;
}

#endif
