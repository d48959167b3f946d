/* Memory of base/memory.h: blocks are zeroed, aligned, apart, and are all given back; also those that lie side by side. */
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "base/team.h"
#include "support.h"

enum { BLOCKS = 60, LINE = 64 };

/* Sizes in bytes of which the first are too small to lie side by side, and the last too large. */
static const size_t sizes[] = {1, 4096, 65535, 65536, 100001, 1135808, 3u << 20, (4u << 20) - 64, 4u << 20, 9u << 20};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* A block and the byte that fills it. A plain value. */
typedef struct Filled {
  unsigned char *bytes;
  size_t size;
  unsigned char value;
} Filled;

static bool is_filled(const Filled *f, unsigned char value) {
  return f->size == 0 || (f->bytes[0] == value && memcmp(f->bytes, f->bytes + 1, f->size - 1) == 0);
}

static Filled filled_create(size_t size, unsigned char value) {
  Filled f = {memory_create_beside(size, 1), size, 0};
  assert_non_null(f.bytes);
  assert_int_equal((uintptr_t)f.bytes % LINE, 0);
  assert_true(is_filled(&f, 0));
  f.value = value;
  memset(f.bytes, value, size);
  return f;
}

static void blocks_side_by_side_are_apart(void **state) {
  (void)state;
  const size_t before = memory_in_use();
  Filled all[BLOCKS];
  for (int n = 0; n < BLOCKS; n++) all[n] = filled_create(sizes[n % SIZES], (unsigned char)(n + 1));
  for (int n = 0; n < BLOCKS; n++) assert_true(is_filled(&all[n], all[n].value));
  for (int n = 0; n < BLOCKS; n += 2) memory_free(all[n].bytes);
  for (int n = 0; n < BLOCKS; n += 2) all[n] = filled_create(sizes[(n + 3) % SIZES], (unsigned char)(n + 101));
  for (int n = 0; n < BLOCKS; n++) assert_true(is_filled(&all[n], all[n].value));
  for (int n = BLOCKS - 1; n >= 0; n--) memory_free(all[n].bytes);
  assert_int_equal(memory_in_use(), before);
}

static void sizes_that_overflow_have_no_block(void **state) {
  (void)state;
  const size_t before = memory_in_use();
  assert_null(memory_create_beside(SIZE_MAX / 2, 3));
  assert_null(memory_create_beside(3, SIZE_MAX / 2));
  void *const none = memory_create_beside(0, 4);
  memory_free(none);
  memory_free(NULL);
  assert_int_equal(memory_in_use(), before);
}

enum { THREADS = 4, TURNS = 200, HELD = 8 };

/* Creates blocks and frees them, as a thread of its own. *data: set false if one holds what another wrote. */
static void take_turns(void *data, int n) {
  bool *const right = data;
  Rng rng = {(uint64_t)n + 1};
  Filled held[HELD] = {{0}};
  for (int turn = 0; turn < TURNS; turn++) {
    Filled *const f = &held[turn % HELD];
    if (f->bytes && !is_filled(f, f->value)) right[n] = false;
    memory_free(f->bytes);
    const size_t size = 65536 + (size_t)(rng_next(&rng) % 200000);
    *f = (Filled){memory_create_beside(size, 1), size, (unsigned char)(n * 50 + turn % 50 + 1)};
    if (!f->bytes || !is_filled(f, 0)) right[n] = false;
    if (f->bytes) memset(f->bytes, f->value, size);
  }
  for (int m = 0; m < HELD; m++) memory_free(held[m].bytes);
}

static void threads_share_slabs(void **state) {
  (void)state;
  const size_t before = memory_in_use();
  bool right[THREADS] = {true, true, true, true};
  team_run(THREADS, THREADS, take_turns, right);
  for (int n = 0; n < THREADS; n++) assert_true(right[n]);
  assert_int_equal(memory_in_use(), before);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(blocks_side_by_side_are_apart), cmocka_unit_test(sizes_that_overflow_have_no_block),
                                     cmocka_unit_test(threads_share_slabs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
