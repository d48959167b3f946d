#include "film/frames.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <zstd.h>

#include "base/memory.h"

bool frame_queue_init(FrameQueue *queue, size_t bytes) {
  *queue = (FrameQueue){.bytes = bytes};
  bool room = lock_init(&queue->lock) && signal_init(&queue->filled) && signal_init(&queue->emptied);
  for (int n = 0; n < FRAME_QUEUE; n++) room = (queue->pixels[n] = memory_create(1, bytes)) && room;
  if (!room) frame_queue_shutdown(queue);
  return room;
}

void frame_queue_shutdown(FrameQueue *queue) {
  for (int n = 0; n < FRAME_QUEUE; n++) memory_free(queue->pixels[n]);
  lock_shutdown(&queue->lock);
  signal_shutdown(&queue->filled);
  signal_shutdown(&queue->emptied);
}

bool frame_queue_add(FrameQueue *queue, int64_t number, const uint8_t *pixels, bool wait) {
  lock_take(&queue->lock);
  while (wait && queue->count == FRAME_QUEUE) signal_wait(&queue->emptied, &queue->lock);
  const bool room = queue->count < FRAME_QUEUE;
  const int at = (queue->first + queue->count) % FRAME_QUEUE;
  lock_give(&queue->lock);
  if (!room) return false;
  memcpy(queue->pixels[at], pixels, queue->bytes); /* of a place that the reader does not look at yet */
  queue->numbers[at] = number;
  lock_take(&queue->lock);
  queue->count++;
  signal_send(&queue->filled);
  lock_give(&queue->lock);
  return true;
}

void frame_queue_close(FrameQueue *queue) {
  lock_take(&queue->lock);
  queue->closed = true;
  signal_send(&queue->filled);
  lock_give(&queue->lock);
}

const uint8_t *frame_queue_front(FrameQueue *queue, int64_t *number) {
  lock_take(&queue->lock);
  while (queue->count == 0 && !queue->closed) signal_wait(&queue->filled, &queue->lock);
  const uint8_t *const front = queue->count > 0 ? queue->pixels[queue->first] : NULL;
  if (front) *number = queue->numbers[queue->first];
  lock_give(&queue->lock);
  return front;
}

void frame_queue_remove(FrameQueue *queue) {
  lock_take(&queue->lock);
  queue->first = (queue->first + 1) % FRAME_QUEUE;
  queue->count--;
  signal_send(&queue->emptied);
  lock_give(&queue->lock);
}

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

/* --- the last frames ---------------------------------------------------------------------------------------------------- */

enum { PACK_LEVEL = 1 /* of zstd: the fastest of the usual ones */ };

/* Frames of which the first stands by itself and each other one builds on the one before; freed when its last user lets it go. */
struct FrameGroup {
  atomic_int users;
  int count;
  size_t sizes[FRAME_GROUP];
  uint8_t *packed[FRAME_GROUP];
};

/* The store; frame_store_create makes it, its caller owns it. */
struct FrameStore {
  FrameList list;
  int wanted; /* frames */
  bool cut;   /* the next frame begins a group */
  size_t bytes, room, size;
  ZSTD_CCtx *packer;
  uint8_t *previous, *difference, *packed;
};

static void leave(FrameGroup *group) {
  if (atomic_fetch_sub(&group->users, 1) > 1) return;
  for (int n = 0; n < group->count; n++) memory_free(group->packed[n]);
  memory_free(group);
}

void frame_list_clear(FrameList *list) {
  for (int n = 0; n < list->group_count; n++) leave(list->groups[n]);
  *list = (FrameList){0};
}

FrameStore *frame_store_create(size_t bytes, int frames) {
  FrameStore *const store = memory_create(1, sizeof *store);
  if (!store) return NULL;
  store->wanted = frames;
  store->bytes = bytes;
  store->room = ZSTD_compressBound(bytes);
  store->packer = ZSTD_createCCtx();
  store->previous = memory_create(1, bytes);
  store->difference = memory_create(1, bytes);
  store->packed = memory_create(1, store->room);
  if (store->packer && store->previous && store->difference && store->packed) return store;
  frame_store_destroy(store);
  return NULL;
}

void frame_store_destroy(FrameStore *store) {
  if (!store) return;
  frame_list_clear(&store->list);
  ZSTD_freeCCtx(store->packer);
  memory_free(store->previous);
  memory_free(store->difference);
  memory_free(store->packed);
  memory_free(store);
}

size_t frame_store_size(const FrameStore *store) {
  return store->size;
}

static void drop_oldest(FrameStore *store) {
  FrameList *const list = &store->list;
  FrameGroup *const oldest = list->groups[0];
  list->frames -= oldest->count;
  for (int n = 0; n < oldest->count; n++) store->size -= oldest->sizes[n];
  leave(oldest);
  memmove(list->groups, list->groups + 1, sizeof *list->groups * (size_t)--list->group_count);
}

bool frame_store_add(FrameStore *store, const uint8_t *frame) {
  FrameList *const list = &store->list;
  FrameGroup *group = list->group_count > 0 ? list->groups[list->group_count - 1] : NULL;
  if (!group || group->count == FRAME_GROUP || store->cut) {
    if (list->group_count == FRAME_GROUPS) drop_oldest(store);
    group = memory_create(1, sizeof *group);
    if (!group) return false;
    group->users = 1;
    store->cut = false;
    list->groups[list->group_count++] = group;
  }
  /* By bytes: against the frame before, or for one that stands by itself against the pixel to the left. */
  const uint8_t *const previous = group->count > 0 ? store->previous : NULL;
  uint8_t *const difference = store->difference;
  const size_t bytes = store->bytes;
  for (size_t n = 0; previous && n < bytes; n++) difference[n] = (uint8_t)(frame[n] - previous[n]);
  for (size_t n = 0; !previous && n < bytes; n++) difference[n] = (uint8_t)(frame[n] - (n > 0 ? frame[n - 1] : 0));
  const size_t size = ZSTD_compressCCtx(store->packer, store->packed, store->room, difference, bytes, PACK_LEVEL);
  uint8_t *const held = ZSTD_isError(size) ? NULL : memory_create(1, size);
  if (!held) return false;
  memcpy(held, store->packed, size);
  memcpy(store->previous, frame, bytes);
  group->packed[group->count] = held;
  group->sizes[group->count++] = size;
  list->frames++;
  store->size += size;
  while (list->frames - list->groups[0]->count >= store->wanted) drop_oldest(store);
  return true;
}

void frame_store_copy(FrameStore *store, FrameList *list) {
  *list = store->list;
  for (int n = 0; n < list->group_count; n++) atomic_fetch_add(&list->groups[n]->users, 1);
  store->cut = true;
}

bool frame_list_next(FrameReading *reading) {
  const FrameList *const list = reading->list;
  while (reading->group < list->group_count && reading->frame == list->groups[reading->group]->count) reading->group++, reading->frame = 0;
  if (reading->group == list->group_count) return false;
  const FrameGroup *const group = list->groups[reading->group];
  const int n = reading->frame++;
  if (ZSTD_decompress(reading->spare, reading->bytes, group->packed[n], group->sizes[n]) != reading->bytes) return false;
  uint8_t *const frame = reading->pixels;
  const uint8_t *const difference = reading->spare;
  const size_t bytes = reading->bytes;
  for (size_t at = 0; n > 0 && at < bytes; at++) frame[at] = (uint8_t)(frame[at] + difference[at]);
  for (size_t at = 0; n == 0 && at < bytes; at++) frame[at] = (uint8_t)(difference[at] + (at > 0 ? frame[at - 1] : 0));
  return true;
}
