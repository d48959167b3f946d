#ifndef FILM_FRAMES_H
#define FILM_FRAMES_H

/* Frames of films: on their way from the thread that draws to the one that encodes; which pictures become frames; the last ones, in memory. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/thread.h"

enum { FRAME_QUEUE = 8 };

/* The queue of as many frames as FRAME_QUEUE, copied in, read in place, with their memory; its owner shuts it down when no thread uses it any more. */
typedef struct FrameQueue {
  Lock lock;
  Signal filled, emptied;
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

/* Returns the oldest frame, on the reader's side, waiting for one; it stays until it is removed. NULL: all were read, no more will come. */
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

/* The last frames of a film, in memory, without loss and small: of each frame what differs from the one before, packed by zstd. Every
 * thirtieth stands by itself, and these groups leave as wholes. One thread at a time for the store; a copy of it may be read by another. */
typedef struct FrameStore FrameStore;

enum { FRAME_GROUP = 30, FRAME_GROUPS = 64 };

typedef struct FrameGroup FrameGroup;

/* The list of groups, oldest first, each shared with whatever copies there are. */
typedef struct FrameList {
  FrameGroup *groups[FRAME_GROUPS];
  int group_count;
  int frames; /* in all groups */
} FrameList;

/* Makes a store for frames of `bytes` bytes: it holds at least the last `frames`, at most FRAME_GROUP more. NULL: memory runs out. */
FrameStore *frame_store_create(size_t bytes, int frames);
void frame_store_destroy(FrameStore *store);

/* Adds a frame. Returns false if memory runs out: the frame is not there then. */
bool frame_store_add(FrameStore *store, const uint8_t *frame);

/* Returns the bytes of all frames as they are held. */
size_t frame_store_size(const FrameStore *store);

/* Copies the list of frames as they are now; what is added later goes to groups that the copy does not have. */
void frame_store_copy(FrameStore *store, FrameList *list);
void frame_list_clear(FrameList *list);

/* The reading of a list, from its oldest frame on. */
typedef struct FrameReading {
  const FrameList *list;
  int group, frame;
  uint8_t *pixels; /* the caller's, of a frame's size: the frame that was read last */
  uint8_t *spare;  /* the caller's, of a frame's size */
  size_t bytes;
} FrameReading;

/* Reads the next frame. Returns false if there is none, or what is held does not unpack. */
bool frame_list_next(FrameReading *reading);

#endif
