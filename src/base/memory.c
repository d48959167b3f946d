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

typedef struct Slab Slab;

/* How a block begins, a cache line before what the caller gets. */
typedef struct Head {
  size_t total; /* bytes, with the line; memory_free takes them off memory_in_use */
  void *start;  /* the block as its source returned it */
  Slab *slab;   /* that it is a part of; NULL: it is a block of its own */
} Head;

static void *keep_account(unsigned char *block, Head head) {
  const size_t total = head.total;
  memcpy(block, &head, sizeof head);
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
    return given ? keep_account(memset(given, 0, total), (Head){total, given, NULL}) : NULL;
  }
  const size_t offset = total < field_size ? 0 : atomic_fetch_add(&fields, 1) % OFFSETS * OFFSET_LINES * LINE;
  unsigned char *const start = calloc(1, total + to + offset);
  if (!start) return NULL;
  unsigned char *const block = start + (to - (uintptr_t)start % to) % to;
#ifdef MADV_HUGEPAGE
  const size_t whole = total / HUGE_PAGE * HUGE_PAGE;
  if (to == HUGE_PAGE) (void)madvise(block, whole, MADV_HUGEPAGE); /* where the kernel does not do it, the block has ordinary pages */
#endif
  return keep_account(block + offset, (Head){total, start, NULL});
}

/* --- slabs: blocks that lie side by side ----------------------------------------------------------------------------------- */

/* AddressSanitizer sees no writes beyond a block that has a neighbour: then each is a block of its own. */
#if defined(__SANITIZE_ADDRESS__)
#define BLOCKS_ARE_APART 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BLOCKS_ARE_APART 1
#endif
#endif

#if defined(MADV_HUGEPAGE) && !defined(BLOCKS_ARE_APART)
/* Fields of 512 x 512 cells are half a large page each, and there are forty of them: side by side in slabs of a few large pages, a processor
 * finds all of them by entries that it remembers (a substep of waves that disperse takes 0.95 of its time). A slab goes back to the system
 * with the last of its blocks; their places are not used again. */
static const size_t slab_size = 8 * HUGE_PAGE, slab_block_min = (size_t)64 << 10;

/* From block to block: so many lines beyond a multiple of a page, for the same reason as OFFSETS. */
enum { SLAB_LINES = 25, PAGE_LINES = 64 };

/* Begins at a multiple of HUGE_PAGE. Of its blocks. */
struct Slab {
  void *start;   /* as mmap returned it; HUGE_PAGE more than slab_size */
  size_t used;   /* bytes, from the slab's first */
  size_t blocks; /* that have not been freed */
};

/* The slab that has room, or NULL; locked. Static. */
static Slab *open_slab;
static atomic_flag slab_lock = ATOMIC_FLAG_INIT;

static void slabs_lock(void) {
  while (atomic_flag_test_and_set_explicit(&slab_lock, memory_order_acquire)) continue;
}

static void slabs_unlock(void) {
  atomic_flag_clear_explicit(&slab_lock, memory_order_release);
}

static Slab *slab_create(void) {
  unsigned char *const start = mmap(NULL, slab_size + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return NULL;
  unsigned char *const first = start + (HUGE_PAGE - (uintptr_t)start % HUGE_PAGE) % HUGE_PAGE;
  (void)madvise(first, slab_size, MADV_HUGEPAGE);
  return memcpy(first, &(Slab){start, LINE, 0}, sizeof(Slab));
}

/* Returns the bytes from a block of `total` to the next one. */
static size_t slab_step(size_t total) {
  const size_t lines = total / LINE, over = (lines + PAGE_LINES - SLAB_LINES) % PAGE_LINES;
  return (lines + (PAGE_LINES - over) % PAGE_LINES) * LINE;
}

/* Returns `total` bytes of a slab, or NULL. */
static unsigned char *slab_take(size_t total, Slab **slab) {
  unsigned char *block = NULL;
  slabs_lock();
  if (!open_slab || open_slab->used + total > slab_size) open_slab = slab_create();
  *slab = open_slab;
  if (open_slab) {
    block = (unsigned char *)open_slab + open_slab->used;
    open_slab->used += slab_step(total);
    open_slab->blocks++;
  }
  slabs_unlock();
  return block;
}

static void slab_give(Slab *slab) {
  slabs_lock();
  const bool last = --slab->blocks == 0;
  if (last && open_slab == slab) open_slab = NULL;
  slabs_unlock();
  if (last) munmap(slab->start, slab_size + HUGE_PAGE);
}

void *memory_create_beside(size_t count, size_t size) {
  if (source.allocate || size == 0 || count < slab_block_min / size || count >= large_size / size) return memory_create(count, size);
  const size_t total = (count * size + 2 * LINE - 1) / LINE * LINE;
  Slab *slab;
  unsigned char *const block = slab_take(total, &slab);
  return block ? keep_account(block, (Head){total, NULL, slab}) : memory_create(count, size);
}
#else
static void slab_give(Slab *slab) {
  (void)slab;
}

void *memory_create_beside(size_t count, size_t size) {
  return memory_create(count, size);
}
#endif

void memory_free(void *memory) {
  Head head;
  if (!memory) return;
  memcpy(&head, (unsigned char *)memory - LINE, sizeof head);
  atomic_fetch_sub(&in_use, head.total);
  if (head.slab)
    slab_give(head.slab);
  else if (source.release)
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
