/* The input of --against: a baseline, or refused with one line; a baseline that was read can be compared with and printed. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench/report.h"
#include "fuzz.h"

static void compare(const BenchBaseline *baseline) {
  BenchRow rows[2];
  BenchReport report = {.machine = {.cpu = "none"}, .rows = rows, .count = 2};
  rows[0] = bench_row("pool", "default", WEIR_PIPE, 128, 1);
  rows[1] = bench_row("rest", "naive", WEIR_SWE, 64, 2);
  bench_baseline_print(baseline, &report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static FILE *silent;
  Error error = {""};
  if (!silent) silent = freopen("/dev/null", "w", stdout);
  const char *const path = fuzz_file(data, size, ".json");
  BenchBaseline *const baseline = bench_baseline_read(path, &error);
  if (baseline)
    compare(baseline);
  else
    fuzz_expect(error.text[0] != '\0' && !strchr(error.text, '\n'), "a baseline is refused with one line");
  bench_baseline_end(baseline);
  unlink(path);
  return 0;
}
