#ifndef FILM_FRAME_STORE_H
#define FILM_FRAME_STORE_H

/* The last frames of a film, in memory, without loss and small: of each frame what differs from the one before, packed by zstd. Every
 * thirtieth stands by itself, and these groups leave as wholes. One thread at a time for the store; a copy of it may be read by another. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAME_GROUP = 30, FRAME_GROUPS = 64 };

typedef struct FrameGroup FrameGroup;

/* The list of groups, oldest first, each shared with whatever copies there are. */
typedef struct FrameList {
  FrameGroup *groups[FRAME_GROUPS];
  int group_count;
  int frames; /* in all groups */
} FrameList;

typedef struct FrameStore FrameStore;

/* Makes a store for frames of `bytes` bytes, of which it holds at least the last `frames`, and at most FRAME_GROUP more. Returns NULL if
 * memory runs out. */
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
