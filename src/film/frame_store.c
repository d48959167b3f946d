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
