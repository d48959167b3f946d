/* The files in which compiled programs are kept: only what was written whole, by this version and for this key, is taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "render/program_cache.h"

static const char path[] = "program_cache.bin";
static const uint64_t key = 0x123456789abcdefull;

enum { SIZE = 1000, HEAD = 40 };

static void write_one(void) {
  unsigned char bytes[SIZE];
  for (int n = 0; n < SIZE; n++) bytes[n] = (unsigned char)(7 * n);
  assert_true(program_file_write(path, key, &(ProgramFile){.format = 42, .size = SIZE, .bytes = bytes}));
}

static bool reads(uint64_t wanted) {
  ProgramFile file;
  const bool ok = program_file_read(path, wanted, &file);
  assert_true(ok == (file.bytes != NULL));
  program_file_free(&file);
  return ok;
}

static void what_was_kept_comes_back(void **state) {
  (void)state;
  ProgramFile file;
  write_one();
  assert_true(program_file_read(path, key, &file));
  assert_true(file.format == 42 && file.size == SIZE && file.bytes[999] == (unsigned char)(7 * 999));
  program_file_free(&file);
  write_one(); /* over the old one */
  assert_true(reads(key));
}

static void another_key_is_refused(void **state) {
  (void)state;
  write_one();
  assert_false(reads(key + 1));
}

/* Any byte of it that is not as it was, of its head, as by another version, or of the program. Two members of the head have no sum: the
 * driver's format, which the driver refuses, and one without meaning. */
static void a_damaged_file_is_refused(void **state) {
  (void)state;
  for (long at = 0; at < HEAD + SIZE; at += at < HEAD ? 1 : 97) {
    write_one();
    FILE *const file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    const int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ 0x55, file);
    fclose(file);
    const bool is_format = at >= 12 && at < 16, is_unused = at >= 36 && at < 40;
    if (!is_format && !is_unused) assert_false(reads(key));
  }
}

static void a_file_that_is_cut_off_is_refused(void **state) {
  (void)state;
  static const size_t sizes[] = {0, 5, HEAD - 1, HEAD, HEAD + SIZE - 1};
  char all[HEAD + SIZE];
  write_one();
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fread(all, 1, sizeof all, file), sizeof all);
  fclose(file);
  for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(all, 1, sizes[n], file), sizes[n]);
    fclose(file);
    assert_false(reads(key));
  }
}

/* A missing file or folder is not a fault, nor is a folder that cannot be written to. */
static void no_file_and_no_folder_are_no_fault(void **state) {
  (void)state;
  ProgramFile file;
  unsigned char byte = 1;
  remove(path);
  assert_false(reads(key));
  assert_false(program_file_read("no-such-folder/x", key, &file));
  assert_false(program_file_write("no-such-folder/x", key, &(ProgramFile){.format = 1, .size = 1, .bytes = &byte}));
}

static void keys_tell_sources_and_drivers_apart(void **state) {
  (void)state;
  const ProgramCache one = {.driver = 1}, other = {.driver = 2};
  const uint64_t first = program_cache_key(&one, "ab", "c");
  assert_true(first == program_cache_key(&one, "ab", "c"));
  assert_true(first != program_cache_key(&other, "ab", "c"));
  assert_true(first != program_cache_key(&one, "a", "bc"));
  assert_true(first != program_cache_key(&one, "ab", "d"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_was_kept_comes_back),           cmocka_unit_test(another_key_is_refused),
      cmocka_unit_test(a_damaged_file_is_refused),          cmocka_unit_test(a_file_that_is_cut_off_is_refused),
      cmocka_unit_test(no_file_and_no_folder_are_no_fault), cmocka_unit_test(keys_tell_sources_and_drivers_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
