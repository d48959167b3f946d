/* Deltas from a network: refused with one line, within the room that they have; and bytes of any kind that go there and back. What a delta says
 * of its baseline and its size is put right first, else next to none would be read further. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "weir/weir.h"

enum { HEADER = 48, BASELINE_SIZE_AT = 8, BASELINE_HASH_AT = 16, STATE_SIZE_AT = 24, ROW_AT = 40, STATE_MOST = 20000, ROW_MOST = 300 };

static void put_number(uint8_t *bytes, uint64_t number) {
  for (int n = 0; n < 8; n++) bytes[n] = (uint8_t)(number >> 8 * n);
}

/* Reads the input as a delta against its own first bytes. */
static void apply(const uint8_t *data, size_t size) {
  Bytes bytes = {.data = data, .size = size};
  const size_t baseline_size = (size_t)bytes_below(&bytes, 256), state_size = (size_t)bytes_below(&bytes, STATE_MOST);
  uint8_t *const delta = malloc(HEADER + size), *const state = malloc(state_size + 1), baseline[256] = {0};
  memcpy(baseline, data, size < baseline_size ? size : baseline_size);
  memset(delta, 0, HEADER);
  memcpy(delta, "WEIRDLT1", 8);
  put_number(delta + BASELINE_SIZE_AT, baseline_size);
  put_number(delta + BASELINE_HASH_AT, weir_bytes_hash(baseline, baseline_size));
  put_number(delta + STATE_SIZE_AT, state_size);
  put_number(delta + ROW_AT, 1 + (uint64_t)bytes_below(&bytes, ROW_MOST));
  memcpy(delta + HEADER, data, size);
  WeirError error = {""};
  const size_t wrote = weir_delta_apply(baseline, baseline_size, delta, HEADER + size, state, state_size, &error);
  fuzz_expect(wrote == 0 ? error.text[0] != '\0' && !strchr(error.text, '\n') : wrote == state_size, "a delta is refused with one line");
  weir_delta_apply(data, size, data, size, state, state_size, NULL); /* and as it is */
  free(delta);
  free(state);
}

/* The first part of the input as a baseline, the rest as a state. */
static void there_and_back(const uint8_t *data, size_t size) {
  const size_t cut = size / 2 + (size > 0 ? data[0] % (size / 2 + 1) : 0), rest = size - cut;
  const size_t needed = weir_delta_make(data, cut, data + cut, rest, NULL, 0);
  uint8_t *const delta = malloc(needed), *const back = malloc(rest + 1);
  fuzz_expect(weir_delta_make(data, cut, data + cut, rest, delta, needed) == needed, "a delta has the size that it said");
  fuzz_expect(weir_delta_apply(data, cut, delta, needed, back, rest, NULL) == rest && memcmp(back, data + cut, rest) == 0,
              "a delta gives the state that it was made of");
  free(delta);
  free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  apply(data, size);
  there_and_back(data, size);
  return 0;
}
