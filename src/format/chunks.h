#ifndef FORMAT_CHUNKS_H
#define FORMAT_CHUNKS_H

/* Files that are a row of chunks, each with a name of four letters, its length and a checksum, as a PNG is (ISO/IEC 15948, 5.3): Weir's own
 * files, and pictures that carry some of the same chunks. Programs that do not know a chunk pass over it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { CHUNK_NAME = 4, CHUNKS_SIGNATURE = 8, CHUNK_FRAME = 12 /* bytes of a chunk besides what it holds */ };
#define CHUNK_BYTES_MAX 0x7fffffffu

typedef enum ChunksKind { CHUNKS_NONE, CHUNKS_WEIR, CHUNKS_PNG } ChunksKind;

/* A chunk of a file in memory, from whose bytes it borrows. */
typedef struct Chunk {
  char name[CHUNK_NAME + 1];
  const unsigned char *bytes;
  size_t size;
} Chunk;

/* Returns the kind of a file in memory, by its first bytes; sets *at to where its first chunk begins. */
ChunksKind chunks_begin(const void *file, size_t size, size_t *at);

/* Reasons why there is no further chunk. */
typedef enum ChunksEnd { CHUNKS_END, CHUNKS_CUT /* the file is cut off */, CHUNKS_DAMAGED /* a checksum or a length is wrong */ } ChunksEnd;

/* Reads the chunk at *at and moves *at to the next. Returns false and sets *end to the reason if there is none. */
bool chunks_next(const void *file, size_t size, size_t *at, Chunk *chunk, ChunksEnd *end);

bool chunk_is(const Chunk *chunk, const char *name);

/* Write at the file's place. False when the file does not take it or there are more than CHUNK_BYTES_MAX bytes. */
bool chunks_write_signature(FILE *file, ChunksKind kind);
bool chunk_write(FILE *file, const char *name, const void *bytes, size_t size);

#endif
