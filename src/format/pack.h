#ifndef FORMAT_PACK_H
#define FORMAT_PACK_H

/* Bytes made smaller and made again, by zstd (RFC 8878): what is packed here is read by any program that knows that format. */

#include <stdbool.h>
#include <stddef.h>

/* Room that so many bytes may need when they are packed. */
size_t pack_bound(size_t size);

/* Packs `size` bytes into `packed`, which has room for `room`. level: 1 fast to 19 small; 3 is zstd's own choice. Returns how many bytes
 * they take, or 0 if the room or the memory runs out. */
size_t pack_bytes(const void *bytes, size_t size, int level, void *packed, size_t room);

/* The memory that packing needs, for many calls one after the other; the caller owns it. packer_create returns NULL if memory runs out. */
typedef struct Packer Packer;
Packer *packer_create(void);
void packer_destroy(Packer *packer);
size_t packer_memory(const Packer *packer); /* bytes */

/* Packs like pack_bytes, with the same result, without allocating each time. */
size_t packer_pack(Packer *packer, const void *bytes, size_t size, int level, void *packed, size_t room);

/* Reads how many bytes a packed run says that it holds. Returns false if it is not a packed run, does not say, or says more than so short a
 * run can. */
bool pack_holds(const void *packed, size_t packed_size, size_t *size);

/* Makes the bytes again; false unless there are exactly `size` of them, unchanged. */
bool pack_open(const void *packed, size_t packed_size, void *bytes, size_t size);

#endif
