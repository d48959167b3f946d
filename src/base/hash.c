#include "base/hash.h"

#include "base/little_endian.h"

static uint64_t hash_word(uint64_t hash, uint64_t word) {
  word *= 0xc6a4a7935bd1e995ull;
  word ^= word >> 47;
  hash ^= word * 0xc6a4a7935bd1e995ull;
  return ((hash << 23) | (hash >> 41)) * 0x9fb21c651e98df25ull;
}

/* Reads the next bytes, at most 8, of numbers of `each` bytes. */
static inline uint64_t word_at(const unsigned char *at, size_t size, size_t each) {
  uint64_t word;
  unsigned char bytes[sizeof word] = {0};
  little_endian_copy(bytes, at, size / each, each);
  little_endian_copy(&word, bytes, 1, sizeof word);
  return word;
}

static inline uint64_t hash_numbers(uint64_t hash, const unsigned char *at, size_t size, size_t each) {
  hash = hash_word(hash, size);
  for (; size >= 8; size -= 8, at += 8) hash = hash_word(hash, word_at(at, 8, each));
  return hash_word(hash, word_at(at, size, each));
}

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
  return hash_numbers(hash, bytes, size, 1);
}

uint64_t hash_floats(uint64_t hash, const float *numbers, size_t count) {
  return hash_numbers(hash, (const unsigned char *)numbers, sizeof *numbers * count, sizeof *numbers);
}

uint64_t hash_doubles(uint64_t hash, const double *numbers, size_t count) {
  return hash_numbers(hash, (const unsigned char *)numbers, sizeof *numbers * count, sizeof *numbers);
}
