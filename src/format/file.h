#ifndef FORMAT_FILE_H
#define FORMAT_FILE_H

/* Files: read whole into memory, made of chunks, their large parts packed.
 *
 * A file is a row of chunks, each with a name of four letters, its length and a checksum, as a PNG is (ISO/IEC 15948, 5.3): Weir's own
 * files, and pictures that carry some of the same chunks. Programs that do not know a chunk pass over it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/* Returns a whole ordinary file, which the caller frees with memory_free; NULL with "PATH: why". */
void *file_read(const char *path, size_t *size, Error *error);

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

/* --- packing, by zstd (RFC 8878): what is packed here is read by any program that knows that format --- */

/* The memory that packing needs, for many calls one after the other; the caller owns it. packer_create returns NULL if memory runs out. */
typedef struct Packer Packer;
Packer *packer_create(void);
void packer_destroy(Packer *packer);
size_t packer_memory(const Packer *packer); /* bytes */
/* Packs `size` bytes into `packed`, which has room for `room`. level: 1 fast to 19 small; 3 is zstd's own choice. Without a packer (NULL) it
 * allocates, with the same result. Returns how many bytes they take, or 0 if the room or the memory runs out. */
size_t pack_bytes(Packer *packer, const void *bytes, size_t size, int level, void *packed, size_t room);
/* Packs bytes at zstd's own level into a chunk at the file's place. Returns false if the file does not take it or memory runs out. */
bool chunk_write_packed(FILE *file, const char *name, const void *bytes, size_t size);
/* Reads how many bytes a packed run says that it holds. Returns false if it is not a packed run, does not say, or says more than so short a
 * run can. */
bool pack_holds(const void *packed, size_t packed_size, size_t *size);
/* Makes the bytes again; false unless there are exactly `size` of them, unchanged. */
bool pack_open(const void *packed, size_t packed_size, void *bytes, size_t size);

#endif
