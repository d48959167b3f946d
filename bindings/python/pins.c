/* The library's memory, kept while an array of Python's looks at it.
 *
 * A view of a water is valid until the water changes; an array made of one may live longer. A block in which a pinned place lies is not freed
 * when the library releases it but when the last of its pins is gone, so that an old array has old numbers and never another block's. */
#include <pthread.h>
#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

/* A place that is pinned, as often as it was; or a block that the library has released under a pin. On the heap, in a list. */
typedef struct Pin {
  struct Pin *next;
  const char *place;
  size_t count; /* pins of a place, bytes of a block */
} Pin;

static pthread_mutex_t pins_lock = PTHREAD_MUTEX_INITIALIZER;
static Pin *pinned, *released;

static bool lies_in(const char *place, const char *block, size_t size) {
  return place >= block && place < block + size;
}

static bool is_pinned(const char *block, size_t size) {
  for (const Pin *p = pinned; p; p = p->next)
    if (lies_in(p->place, block, size)) return true;
  return false;
}

/* As the library's own: large blocks in huge pages, where the kernel has them. */
static void *allocate(void *user, size_t size, size_t alignment) {
  (void)user;
  const size_t page = (size_t)2 << 20;
  if (size >= 4 * page) alignment = page;
  void *const memory = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
#ifdef MADV_HUGEPAGE
  if (memory && alignment == page) (void)madvise(memory, size, MADV_HUGEPAGE);
#endif
  return memory;
}

static void release(void *user, void *memory, size_t size) {
  (void)user;
  pthread_mutex_lock(&pins_lock);
  if (is_pinned(memory, size)) {
    Pin *const block = malloc(sizeof *block);
    if (block) *block = (Pin){released, memory, size}, released = block; /* without one it is never freed */
    memory = NULL;
  }
  pthread_mutex_unlock(&pins_lock);
  free(memory);
}

/* Sets the library's hooks; before the first water. */
static bool weir_pins_begin(void) {
  return weir_set_hooks(&(WeirHooks){.allocate = allocate, .release = release});
}

/* Pins a place. Returns false if memory runs out. */
static bool weir_pin(const void *place) {
  pthread_mutex_lock(&pins_lock);
  Pin *pin = pinned;
  while (pin && pin->place != (const char *)place) pin = pin->next;
  if (!pin && (pin = malloc(sizeof *pin))) *pin = (Pin){pinned, place, 0}, pinned = pin;
  if (pin) pin->count++;
  pthread_mutex_unlock(&pins_lock);
  return pin != NULL;
}

/* Takes one pin off a place, and frees what the library has released there once it was the last. */
static void weir_unpin(const void *place) {
  pthread_mutex_lock(&pins_lock);
  for (Pin **at = &pinned; *at; at = &(*at)->next) {
    Pin *const pin = *at;
    if (pin->place != (const char *)place) continue;
    if (--pin->count == 0) *at = pin->next, free(pin);
    break;
  }
  for (Pin **at = &released; *at;) {
    Pin *const block = *at;
    if (!lies_in(place, block->place, block->count) || is_pinned(block->place, block->count)) {
      at = &block->next;
      continue;
    }
    *at = block->next;
    free((void *)block->place);
    free(block);
  }
  pthread_mutex_unlock(&pins_lock);
}
