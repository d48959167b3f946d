#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

/* Shared by the harnesses: numbers from an input's bytes, and inputs as files for readers that take a path. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* libFuzzer's entry; always 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* libFuzzer's other entry, before the first input: all runs on one thread, so that an input does the same whenever it is tried; always 0. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* An input of libFuzzer's, read from its beginning; zeros follow its end. Borrowed for one call. */
typedef struct Bytes {
  const uint8_t *data;
  size_t size, at;
} Bytes;

uint8_t bytes_read(Bytes *bytes);
bool bytes_left(const Bytes *bytes);

/* 0 to count - 1. */
int bytes_below(Bytes *bytes, int count);

/* low to high, in 65536 steps. */
float bytes_range(Bytes *bytes, float low, float high);

/* A plausible number, -5 to 45, or (one byte in four) an extreme one: infinite, NaN, huge, denormal. */
float bytes_odd(Bytes *bytes);
int bytes_odd_int(Bytes *bytes);

/* Writes the input to a file in the working folder and returns its path, which the next call writes again. */
const char *fuzz_file(const uint8_t *data, size_t size, const char *ending);

/* Ends the process, for libFuzzer to report, with a line that says what does not hold. */
void fuzz_expect(bool holds, const char *what);

#endif
