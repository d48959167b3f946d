#ifndef TESTS_FUZZ_PUT_RIGHT_H
#define TESTS_FUZZ_PUT_RIGHT_H

/* The input with the checksums of its chunks put right, else next to no input would come further than them. Lengths stay as they are. */
#include <stdlib.h>
#include <string.h>

#include "format/file.h"
#include "fuzz.h"

/* The caller frees it. */
static uint8_t *put_chunks_right(const uint8_t *data, size_t size) {
  uint8_t *const bytes = malloc(size > 0 ? size : 1);
  size_t at = CHUNKS_SIGNATURE;
  memcpy(bytes, data, size);
  while (size >= CHUNK_FRAME && at <= size - CHUNK_FRAME) {
    const size_t holds = (size_t)bytes[at] << 24 | (size_t)bytes[at + 1] << 16 | (size_t)bytes[at + 2] << 8 | bytes[at + 3];
    if (holds > size - at - CHUNK_FRAME) break;
    char *made;
    size_t made_size;
    FILE *const file = open_memstream(&made, &made_size);
    char name[CHUNK_NAME];
    memcpy(name, bytes + at + 4, CHUNK_NAME);
    fuzz_expect(chunk_write(file, name, bytes + at + 8, holds) && fclose(file) == 0 && made_size == holds + CHUNK_FRAME,
                "a chunk is written");
    memcpy(bytes + at, made, made_size);
    free(made);
    at += made_size;
  }
  return bytes;
}

#endif
