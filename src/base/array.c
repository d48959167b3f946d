#include "base/array.h"

#include <limits.h>
#include <string.h>

#include "base/memory.h"

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
