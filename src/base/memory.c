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

/* Blocks of at least large_size bytes, whole fields of large grids, ask for pages of HUGE_PAGE bytes: the kernel then clears and maps
 * 512 times fewer of them, which is most of what a new grid of 4096 x 4096 cells waits for. */
#define HUGE_PAGE ((size_t)2 << 20)
static const size_t large_size = 4 * HUGE_PAGE;

static _Atomic size_t in_use, created;

/* Where the kernel does not do it, the block has ordinary pages. */
static unsigned char *create_large(size_t total) {
  if (total > SIZE_MAX - HUGE_PAGE) return NULL;
  unsigned char *const block = aligned_alloc(HUGE_PAGE, (total + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
#ifdef MADV_HUGEPAGE
  if (block) (void)madvise(block, total, MADV_HUGEPAGE);
#endif
  return block;
}

/* The size is stored one cache line before the block, so that freeing it can update memory_in_use. */
void *memory_create(size_t count, size_t size) {
  if (size != 0 && count > (SIZE_MAX - 2 * LINE) / size) return NULL;
  const size_t total = (count * size + 2 * LINE - 1) / LINE * LINE;
  unsigned char *block = total < large_size ? aligned_alloc(LINE, total) : create_large(total);
  if (!block) return NULL;
  memset(block, 0, total);
  memcpy(block, &total, sizeof total);
  atomic_fetch_add(&in_use, total);
  atomic_fetch_add(&created, 1);
  return block + LINE;
}

void memory_free(void *memory) {
  if (!memory) return;
  unsigned char *block = (unsigned char *)memory - LINE;
  size_t total = 0;
  memcpy(&total, block, sizeof total);
  atomic_fetch_sub(&in_use, total);
  free(block);
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
