#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/team.h"

static void run_serially(void *user, int count, TeamTask *task, void *data) {
  (void)user;
  for (int n = 0; n < count; n++) task(data, n);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc, (void)argv;
  team_set_runner(run_serially, NULL);
  return 0;
}

bool bytes_left(const Bytes *bytes) {
  return bytes->at < bytes->size;
}

uint8_t bytes_read(Bytes *bytes) {
  return bytes_left(bytes) ? bytes->data[bytes->at++] : 0;
}

int bytes_below(Bytes *bytes, int count) {
  return bytes_read(bytes) % count;
}

float bytes_range(Bytes *bytes, float low, float high) {
  const int first = bytes_read(bytes), second = bytes_read(bytes);
  return low + (high - low) * (float)(256 * first + second) / 65535.0f;
}

float bytes_odd(Bytes *bytes) {
  static const float nowhere[] = {NAN,   INFINITY, -INFINITY, 3e38f, -3e38f, 1e-40f, -1e-40f, 0.0f, -0.0f,
                                  -1.0f, 1e9f,     -1e9f,     1e5f,  -1e5f,  1e20f,  1e-6f,   1e4f, 0.5f};
  if (bytes_below(bytes, 4) == 3) return nowhere[bytes_below(bytes, (int)(sizeof nowhere / sizeof *nowhere))];
  return bytes_range(bytes, -5, 45);
}

int bytes_odd_int(Bytes *bytes) {
  static const int nowhere[] = {INT32_MIN, -1, 0, 1, 3, 8, 64, 65, 4096, 4097, INT32_MAX};
  return nowhere[bytes_below(bytes, (int)(sizeof nowhere / sizeof *nowhere))];
}

const char *fuzz_file(const uint8_t *data, size_t size, const char *ending) {
  static char path[64];
  snprintf(path, sizeof path, "fuzz-input%s", ending);
  FILE *const file = fopen(path, "wb");
  fuzz_expect(file && fwrite(data, 1, size, file) == size && fclose(file) == 0, "the input's own file can be written");
  return path;
}

void fuzz_expect(bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "does not hold: %s\n", what);
  abort();
}
