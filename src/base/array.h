#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

/* Arrays of memory_create that grow and keep what they hold. */

#include <stdbool.h>
#include <stddef.h>

/* Makes room for `count` items of `size` bytes, and for twice as many as before, in the array whose pointer lies at `items`. *capacity says
 * how many there is room for; what is new is zeroed. Returns false if memory runs out: the array is then as it was. */
bool array_grow(void *items, int *capacity, int count, size_t size);

#endif
