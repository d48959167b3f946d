#define _DEFAULT_SOURCE /* madvise */
#include "base/memory.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

#define LINE 64u

/* Blocks of at least large_size bytes, whole fields of large grids, ask for pages of HUGE_PAGE bytes, as many as they fill: the kernel then
 * clears and maps 512 times fewer of them, which is most of what a new grid of 4096 x 4096 cells waits for, and the processor finds short
 * stretches of many rows, as bodies have, without looking up a page for each. */
#define HUGE_PAGE ((size_t)2 << 20)
static const size_t large_size = 2 * HUGE_PAGE;

static _Atomic size_t in_use, created;

/* Fields begin at different cache lines of a page: else cells of one place lie in the same set of a cache in all of them, and there are more
 * fields than a set has lines. OFFSETS is prime, and all of them lie within a page. */
enum { OFFSETS = 11, OFFSET_LINES = 5 };
static const size_t field_size = (size_t)1 << 20;
static _Atomic unsigned fields;

/* Where memory comes from if not from the C library. Static. */
static struct Source {
  void *(*allocate)(void *user, size_t size, size_t alignment);
  void (*release)(void *user, void *memory, size_t size);
  void *user;
} source;

/* How a block begins, a cache line before what the caller gets. */
typedef struct Head {
  size_t total; /* bytes, with the line; memory_free takes them off memory_in_use */
  void *start;  /* the block as its source returned it */
} Head;

static void *keep_account(unsigned char *block, size_t total, void *start) {
  memcpy(block, &(Head){total, start}, sizeof(Head));
  atomic_fetch_add(&in_use, total);
  atomic_fetch_add(&created, 1);
  return block + LINE;
}

/* calloc leaves fresh pages to the kernel, which clears each when it is first touched: blocks that are filled later, or never whole,
 * cost a start nothing. */
void *memory_create(size_t count, size_t size) {
  if (size != 0 && count > (SIZE_MAX - 2 * LINE - 2 * HUGE_PAGE) / size) return NULL;
  const size_t total = (count * size + 2 * LINE - 1) / LINE * LINE, to = total < large_size ? LINE : HUGE_PAGE;
  if (source.allocate) {
    void *const given = source.allocate(source.user, total, LINE);
    return given ? keep_account(memset(given, 0, total), total, given) : NULL;
  }
  const size_t offset = total < field_size ? 0 : atomic_fetch_add(&fields, 1) % OFFSETS * OFFSET_LINES * LINE;
  unsigned char *const start = calloc(1, total + to + offset);
  if (!start) return NULL;
  unsigned char *const block = start + (to - (uintptr_t)start % to) % to;
#ifdef MADV_HUGEPAGE
  const size_t whole = total / HUGE_PAGE * HUGE_PAGE;
  if (to == HUGE_PAGE) (void)madvise(block, whole, MADV_HUGEPAGE); /* where the kernel does not do it, the block has ordinary pages */
#endif
  return keep_account(block + offset, total, start);
}

void memory_free(void *memory) {
  Head head;
  if (!memory) return;
  memcpy(&head, (unsigned char *)memory - LINE, sizeof head);
  atomic_fetch_sub(&in_use, head.total);
  if (source.release)
    source.release(source.user, head.start, head.total);
  else
    free(head.start);
}

bool memory_set_source(void *(*allocate)(void *user, size_t size, size_t alignment), void (*release)(void *user, void *memory, size_t size),
                       void *user) {
  if (memory_in_use() > 0) return false;
  source = (struct Source){allocate, release, user};
  return true;
}

size_t memory_created(void) {
  return atomic_load(&created);
}

size_t memory_in_use(void) {
  return atomic_load(&in_use);
}

void *memory_reserve(void *memory, int *capacity, int count, size_t size) {
  enum { SPARE = 64 };
  if (memory && count <= *capacity) return memory;
  memory_free(memory);
  const size_t wanted = (size_t)count + (size_t)count / 2 + SPARE;
  void *const more = wanted <= INT_MAX ? memory_create(wanted, size) : NULL;
  *capacity = more ? (int)wanted : 0;
  return more;
}

bool array_grow(void *items, int *capacity, int count, size_t size) {
  if (count <= *capacity) return true;
  const int wanted = *capacity <= INT_MAX / 2 && 2 * *capacity > count ? 2 * *capacity : count;
  void *const more = memory_create((size_t)wanted, size), *old;
  if (!more) return false;
  memcpy(&old, items, sizeof old);
  if (old) memcpy(more, old, (size_t)*capacity * size);
  memory_free(old);
  memcpy(items, &more, sizeof more);
  *capacity = wanted;
  return true;
}
