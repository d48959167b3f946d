#ifndef BASE_LITTLE_ENDIAN_H
#define BASE_LITTLE_ENDIAN_H

/* Bytes that are the same on every machine: numbers with the lowest byte first, as most machines have them in memory. There a copy is
 * memcpy; the others turn each number around. */

#include <stddef.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define MACHINE_IS_BIG_ENDIAN 1
#else
#define MACHINE_IS_BIG_ENDIAN 0
#endif

/* Copies `count` numbers of `each` bytes from this machine's byte order to little-endian, or back, which is the same. What it reads must not
 * overlap what it writes. */
static inline void little_endian_copy(void *to, const void *from, size_t count, size_t each) {
#if MACHINE_IS_BIG_ENDIAN
  unsigned char *const out = to;
  const unsigned char *const in = from;
  for (size_t n = 0; n < count * each; n += each)
    for (size_t byte = 0; byte < each; byte++) out[n + byte] = in[n + each - 1 - byte];
#else
  memcpy(to, from, count * each);
#endif
}

/* Neighbouring numbers of one size in a struct without padding. An array of them, up to one with count 0, describes a struct. */
typedef struct StructNumbers {
  short count, each; /* bytes */
} StructNumbers;

/* Copies a struct of `size` bytes, number by number. */
static inline void little_endian_copy_struct(void *to, const void *from, size_t size, const StructNumbers *numbers) {
#if MACHINE_IS_BIG_ENDIAN
  size_t at = 0;
  for (; numbers->count > 0 && at < size; numbers++) {
    little_endian_copy((unsigned char *)to + at, (const unsigned char *)from + at, (size_t)numbers->count, (size_t)numbers->each);
    at += (size_t)numbers->count * (size_t)numbers->each;
  }
#else
  (void)numbers;
  memcpy(to, from, size);
#endif
}

#endif
