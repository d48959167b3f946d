#include "base/hash.h"

#include <string.h>

static uint64_t hash_word(uint64_t hash, uint64_t word) {
  word *= 0xc6a4a7935bd1e995ull;
  word ^= word >> 47;
  hash ^= word * 0xc6a4a7935bd1e995ull;
  return ((hash << 23) | (hash >> 41)) * 0x9fb21c651e98df25ull;
}

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  hash = hash_word(hash, size);
  for (; size >= 8; size -= 8, at += 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    hash = hash_word(hash, word);
  }
  uint64_t tail = 0;
  memcpy(&tail, at, size);
  return hash_word(hash, tail);
}
