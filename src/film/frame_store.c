#include "film/frame_store.h"

#include <stdatomic.h>
#include <string.h>
#include <zstd.h>

#include "base/memory.h"

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

void frame_store_clear(FrameStore *store) {
  frame_list_clear(&store->list);
  store->size = 0;
}

size_t frame_store_size(const FrameStore *store) {
  return store->size;
}

static size_t group_size(const FrameGroup *group) {
  size_t size = 0;
  for (int n = 0; n < group->count; n++) size += group->sizes[n];
  return size;
}

static void drop_oldest(FrameStore *store) {
  FrameList *const list = &store->list;
  FrameGroup *const oldest = list->groups[0];
  list->frames -= oldest->count;
  store->size -= group_size(oldest);
  leave(oldest);
  memmove(list->groups, list->groups + 1, sizeof *list->groups * (size_t)--list->group_count);
}

/* Returns the group that the next frame belongs to; NULL if memory runs out. */
static FrameGroup *open_group(FrameStore *store) {
  FrameList *const list = &store->list;
  FrameGroup *const newest = list->group_count > 0 ? list->groups[list->group_count - 1] : NULL;
  if (newest && newest->count < FRAME_GROUP && !store->cut) return newest;
  if (list->group_count == FRAME_GROUPS) drop_oldest(store);
  FrameGroup *const group = memory_create(1, sizeof *group);
  if (!group) return NULL;
  group->users = 1;
  store->cut = false;
  list->groups[list->group_count++] = group;
  return group;
}

/* By bytes: against the frame before, or for one that stands by itself against the pixel to the left. */
static void subtract(uint8_t *difference, const uint8_t *frame, const uint8_t *previous, size_t bytes) {
  for (size_t n = 0; n < bytes && previous; n++) difference[n] = (uint8_t)(frame[n] - previous[n]);
  for (size_t n = 0; n < bytes && !previous; n++) difference[n] = (uint8_t)(frame[n] - (n > 0 ? frame[n - 1] : 0));
}

static void add_up(uint8_t *frame, const uint8_t *difference, bool alone, size_t bytes) {
  for (size_t n = 0; n < bytes && !alone; n++) frame[n] = (uint8_t)(frame[n] + difference[n]);
  for (size_t n = 0; n < bytes && alone; n++) frame[n] = (uint8_t)(difference[n] + (n > 0 ? frame[n - 1] : 0));
}

bool frame_store_add(FrameStore *store, const uint8_t *frame) {
  FrameGroup *const group = open_group(store);
  if (!group) return false;
  subtract(store->difference, frame, group->count > 0 ? store->previous : NULL, store->bytes);
  const size_t size = ZSTD_compressCCtx(store->packer, store->packed, store->room, store->difference, store->bytes, PACK_LEVEL);
  uint8_t *const held = ZSTD_isError(size) ? NULL : memory_create(1, size);
  if (!held) return false;
  memcpy(held, store->packed, size);
  memcpy(store->previous, frame, store->bytes);
  group->packed[group->count] = held;
  group->sizes[group->count++] = size;
  store->list.frames++;
  store->size += size;
  while (store->list.frames - store->list.groups[0]->count >= store->wanted) drop_oldest(store);
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
  add_up(reading->pixels, reading->spare, n == 0, reading->bytes);
  return true;
}
