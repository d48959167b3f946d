/* Saved worlds: refused with one line, or a world that is saved again the same and takes ticks. Sizes and hashes are put right first, the
 * world's and its water's (state.c, snapshot.c), else next to no input would come further than them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "fuzz.h"
#include "world/state/state.h"

enum { HEAD = 56, BYTES_AT = 32, WATER_AT = 40, HASH_AT = 48, WATER_HEAD = 56, WATER_BYTES_AT = 40, WATER_HASHED = 64, TICKS = 2 };

/* The hash covers the bytes before `end`. */
static void put_right(uint8_t *bytes, size_t size, size_t end, size_t head, size_t bytes_at) {
  const uint64_t all = size;
  memcpy(bytes + bytes_at, &all, sizeof all);
  memset(bytes + HASH_AT, 0, sizeof all);
  uint64_t hash = hash_bytes(HASH_START, bytes, head);
  hash = hash_bytes(hash, bytes + head, end - head);
  memcpy(bytes + HASH_AT, &hash, sizeof hash);
}

static void put_all_right(uint8_t *bytes, size_t size) {
  uint64_t water_at;
  if (size < HEAD) return;
  memcpy(&water_at, bytes + WATER_AT, sizeof water_at);
  if (water_at < size && size - water_at >= WATER_HEAD)
    put_right(bytes + water_at, (size_t)(size - water_at), (size_t)(size - water_at), WATER_HEAD, WATER_BYTES_AT);
  const bool covers_water = water_at < HEAD || water_at > size || size - water_at < WATER_HASHED;
  put_right(bytes, size, covers_water ? size : (size_t)water_at + WATER_HASHED, HEAD, BYTES_AT);
}

static uint8_t *save(const World *world, size_t *size) {
  *size = world_state_write(world, NULL, 0);
  uint8_t *const bytes = malloc(*size);
  fuzz_expect(bytes && world_state_write(world, bytes, *size) == *size, "a state has the size that it said");
  return bytes;
}

static void save_and_load(const World *world) {
  size_t size, again;
  Error error;
  uint8_t *const bytes = save(world, &size);
  World *const same = world_state_read(bytes, size, 1, &error);
  fuzz_expect(same != NULL, error.text);
  uint8_t *const other = save(same, &again);
  fuzz_expect(again == size && memcmp(bytes, other, size) == 0, "a world that was saved and loaded is saved the same");
  world_destroy(same);
  free(other);
  free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint8_t *const bytes = malloc(size > 0 ? size : 1);
  Error error = {""};
  memcpy(bytes, data, size);
  put_all_right(bytes, size);
  World *const world = world_state_read(bytes, size, 1, &error);
  fuzz_expect(world || (error.text[0] != '\0' && !strchr(error.text, '\n')), "a state is refused with one line");
  if (world) {
    save_and_load(world);
    for (int n = 0; n < TICKS; n++) world_step(world);
    fuzz_expect(world_is_finite(world), "a loaded world stays finite");
  }
  world_destroy(world);
  free(bytes);
  return 0;
}
