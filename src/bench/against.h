#ifndef BENCH_AGAINST_H
#define BENCH_AGAINST_H

/* A baseline that `weir bench --json` wrote, and today's rows beside it. */

#include "bench/report.h"

typedef struct BenchBaseline BenchBaseline;

/* NULL with one line when the file cannot be read or is not a baseline. */
BenchBaseline *bench_baseline_read(const char *path, Error *error);
void bench_baseline_end(BenchBaseline *baseline);

/* Pair by pair: then, now, ratio; then what only the baseline has, then what only today has. Once for a baseline. */
void bench_baseline_print(const BenchBaseline *baseline, const BenchReport *report);

#endif
