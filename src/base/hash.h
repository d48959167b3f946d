#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* A running 64-bit hash of bytes, by words: xor, multiply, rotate (the mixing steps of Appleby's MurmurHash2,
 * 64-bit). Not for secrets. Start from HASH_START; equal bytes in equal calls give equal hashes. */
#define HASH_START 0x9e3779b97f4a7c15ull
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size);

/* Return the hash of the numbers' little-endian bytes (base/little_endian.h), the same on every machine. */
uint64_t hash_floats(uint64_t hash, const float *numbers, size_t count);
uint64_t hash_doubles(uint64_t hash, const double *numbers, size_t count);

#endif
