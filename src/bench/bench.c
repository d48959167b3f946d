/* `weir bench`: the yardstick. Options, cases (bench/cases.c), and what came out, for people, for machines, and beside what
 * came out before. */
#include "bench/bench.h"

#include <stdio.h>

#include "base/float_mode.h"
#include "base/output.h"
#include "bench/against.h"
#include "bench/bytes.h"
#include "bench/cases.h"
#include "bench/options.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

/* The unfinished report that a signal writes before the program ends, and its options; borrowed. */
typedef struct Unfinished {
  const BenchOptions *options;
  BenchReport *report;
} Unfinished;

static bool save_unfinished(void *data) {
  const Unfinished *const u = data;
  Error error;
  bench_print_unprinted(u->report);
  if (u->options->json && !bench_write_json(u->options->json, u->report, &error)) cli_fail(1, "bench", &error);
  return false;
}

static bool bench_run(const BenchOptions *o, BenchReport *report, const BenchBaseline *baseline, Error *error) {
  report->unprinted = -1;
  report->markdown = o->markdown;
  report->machine = machine_probe();
  const Machine *const machine = &report->machine;
  printf("%s, %d cores, %s, copies %.1f GB/s; ticks of 20 ms, %d repeats\n", machine->cpu, machine->cores, machine->simd,
         machine->copy_gb_per_s, o->repeats);
  if (!bench_cases_run(o, report, error)) return false;
  int count;
  bool fields = false;
  const BenchCase *const cases = bench_cases(&count);
  for (int n = 0; n < count; n++) fields = fields || ((o->cases & (1u << n)) && cases[n].table == BENCH_TABLE_FIELD);
  if (fields) bench_bytes_print(o->markdown);
  if (baseline) bench_baseline_print(baseline, report);
  if (o->json && !bench_write_json(o->json, report, error)) return false;
  return !report->differs || error_set(error, "variants that promise the same bits gave others; see OTHER BITS above");
}

int bench_main(int argc, char **argv, const char *asset_dir, const BenchDrawing *drawing) {
  static BenchReport report;
  BenchOptions o;
  Error error;
  const int status = bench_options_read(argc, argv, &o);
  if (status >= 0) return status;
  o.asset_dir = asset_dir;
  o.drawing = drawing;
  BenchBaseline *baseline = NULL;
  if (o.against && !(baseline = bench_baseline_read(o.against, &error))) return cli_fail(1, "bench", &error);
  bool ok = !o.json || output_possible(o.json, &error);
  float_mode_flush(); /* threads started later inherit it: denormals must not slow the plain loops down */
  interrupt_save_with(save_unfinished, &(Unfinished){&o, &report});
  ok = ok && bench_run(&o, &report, baseline, &error);
  interrupt_save_with(NULL, NULL);
  bench_baseline_end(baseline);
  bench_report_end(&report);
  return ok ? 0 : cli_fail(1, "bench", &error);
}
