#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Returns zeroed memory aligned to 64 bytes (a cache line, an AVX-512 register); NULL if there is none or the size overflows. Release it
 * with memory_free. */
void *memory_create(size_t count, size_t size);
/* Returns such memory beside what the last such call returned, if both are some 64 KB to some MB: for fields that are walked through
 * together. */
void *memory_create_beside(size_t count, size_t size);
void memory_free(void *memory);

/* Returns `memory` if it has room for `count` items of `size` bytes, else frees it and returns other memory with room to spare, zeroed: the
 * contents are lost. *capacity says how many there is room for; NULL and 0 if memory runs out. */
void *memory_reserve(void *memory, int *capacity, int count, size_t size);

/* Makes room for `count` items of `size` bytes, and for twice as many as before, in the array of memory_create whose pointer lies at
 * `items`. *capacity says how many there is room for; what it held stays, what is new is zeroed. Returns false if memory runs out: the
 * array is then as it was. */
bool array_grow(void *items, int *capacity, int count, size_t size);

/* Has all memory come from allocate(user, size, alignment), and go back with the size that it had; NULL twice: from the C library, as at
 * first. Returns false, with nothing changed, while any memory is in use. */
bool memory_set_source(void *(*allocate)(void *user, size_t size, size_t alignment), void (*release)(void *user, void *memory, size_t size),
                       void *user);

/* Returns the bytes now allocated by memory_create; the program reports them as its grids' share. */
size_t memory_in_use(void);

/* Returns how often memory_create has allocated so far. */
size_t memory_created(void);

#endif
