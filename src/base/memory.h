#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Zeroed memory aligned to 64 bytes (a cache line, an AVX-512 register). NULL when there is none,
 * or when the size overflows. Release it with memory_free. */
void *memory_create(size_t count, size_t size);
void memory_free(void *memory);

/* `memory` if it has room for `count` items of `size` bytes, else other memory with room to spare, zeroed: the contents are
 * lost. *capacity says how many there is room for; NULL and 0 when memory is short. */
void *memory_reserve(void *memory, int *capacity, int count, size_t size);

/* Bytes now allocated by memory_create; the program reports them as its grids' share. */
size_t memory_in_use(void);

/* How often memory_create has allocated so far. */
size_t memory_created(void);

#endif
