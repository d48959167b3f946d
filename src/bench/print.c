/* The rows of `weir bench` for people. */
#include <math.h>

#include "bench/report.h"

/* A number that may be missing, right-aligned. */
static void print_maybe(double value, int width, const char *format) {
  char text[32] = "-";
  if (isfinite(value)) snprintf(text, sizeof text, format, value);
  printf(" %*s", width, text);
}

/* 1: they do; 0: they do not; NaN where it was not tried. */
static double same_bits(const BenchReport *report, const BenchRow *of) {
  double same = NAN;
  for (int n = 0; n < report->count; n++) {
    const BenchRow *row = &report->rows[n];
    if (row->name == of->name && row->solver == of->solver && row->grid == of->grid) same = fmax(same, row->same_bits);
  }
  return same;
}

void bench_print_rows(const BenchReport *report, int first) {
  for (int n = first; n < report->count; n++) {
    const BenchRow *row = &report->rows[n], *before = n > first ? row - 1 : NULL;
    if (!before || before->solver != row->solver || before->grid != row->grid) {
      const double same = same_bits(report, row);
      printf("  %s, %d x %d: %.0f %% of the cells are wet", weir_solver_name(row->solver), row->grid, row->grid, 100 * row->wet);
      if (isfinite(same)) printf("; variants and threads give %s", same > 0 ? "the same bits" : "OTHER BITS");
      printf("\n  %-8s %7s %8s %7s %9s %8s %8s %8s %8s %8s %8s %6s %7s %6s %9s\n", "variant", "threads", "substeps", "tiles", "ms a tick",
             "Mcells/s", "(least", "most)", "x naive", "x naive1", "x awake", "B/cell", "GB/s", "share", "rtkc");
    }
    printf("  %-8s %7d %8.1f %5.0f %% %9.3f %8.0f %8.0f %8.0f", row->variant, row->threads, row->substeps, 100 * row->working,
           row->ms_total, row->mcells.median, row->mcells.min, row->mcells.max);
    print_maybe(row->times_naive.median, 8, "%.2f");
    print_maybe(row->times_naive_one.median, 8, "%.2f");
    print_maybe(row->times_awake.median, 8, "%.2f");
    printf(" %6.0f", row->bytes_moved);
    print_maybe(row->gb_per_s, 7, "%.1f"); /* not known before the case's end, which a signal may forestall */
    print_maybe(100 * row->share_of_copy, 4, "%.0f");
    printf(" %% %9.0f\n", row->rtkc);
  }
}

void bench_print_head(const BenchReport *report) {
  if (!report->markdown && report->table == BENCH_TABLE_POOL)
    printf("%-8s %-8s %7s %7s %5s %8s %12s %9s %9s %9s %8s %8s %8s\n", "solver", "variant", "threads", "objects", "grid", "substeps",
           "interact. ms", "liquid ms", "total ms", "rtkc", "Mcells/s", "x naive", "then ms");
}

void bench_print_row(const BenchReport *report, const BenchRow *row) {
  if (report->markdown) return;
  switch (report->table) {
    case BENCH_TABLE_POOL:
      printf("%-8s %-8s %7d %7d %5d %8.1f %12.3f %9.3f %9.3f %9.0f %8.0f", weir_solver_name(row->solver), row->variant, row->threads,
             row->bodies, row->grid, row->substeps, row->ms_interaction, row->ms_liquid, row->ms_total, row->rtkc, row->mcells.median);
      print_maybe(row->times_naive.median, 8, "%.2f");
      print_maybe(row->ms_gritzner, 8, "%.2f");
      printf("\n");
      break;
    case BENCH_TABLE_VALLEY:
      printf(
          "  %-8s %-8s %d threads: bodies and water %.2f + %.2f ms, %.1f substeps, %.0f %% of the tiles work, %.0f Mcells/s; "
          "a tick %.2f ms: %.2f times real time\n",
          weir_solver_name(row->solver), row->variant, row->threads, row->ms_interaction, row->ms_liquid, row->substeps, 100 * row->working,
          row->mcells.median, row->ms_tick, row->real_time);
      break;
    case BENCH_TABLE_FRAMES:
      printf("  %s, %d x %d, %d threads; %s\n", weir_solver_name(row->solver), row->grid, row->grid, row->threads, row->note);
      printf("  a tick: water %.2f ms\n", row->ms_total);
      if (isfinite(row->ms_draw))
        printf("  a frame: build %.2f ms, draw %.2f ms, of which upload and vertices (drawn into 16 x 16 pixels) %.2f ms\n", row->ms_build,
               row->ms_draw, row->ms_upload);
      printf("  the start: world %.0f ms", row->ms_world);
      if (isfinite(row->ms_draw))
        printf(", context %.0f ms, shaders %.0f ms, first frame %.0f ms", row->ms_context, row->ms_shaders, row->ms_first_frame);
      printf("\n");
      break;
    case BENCH_TABLE_FIELD: return; /* with its case: its rates are known then */
  }
  fflush(stdout);
}

static void print_rate(const char *when, const MachineRates *r, int cores) {
  printf("%s copy %.1f, update %.1f GB/s on 1 thread, %.1f and %.1f on %d", when, r->copy_one, r->update_one, r->copy_all, r->update_all,
         cores);
}

void bench_print_unprinted(BenchReport *report) {
  const int first = report->unprinted;
  report->unprinted = -1;
  if (first < 0) return;
  if (report->markdown)
    bench_markdown_rows(report, first, report->title);
  else
    bench_print_rows(report, first);
}

void bench_print_rates(const BenchReport *report, const BenchRates *rates) {
  if (report->markdown) printf("\n");
  print_rate("memory, before:", &rates->at_start, report->machine.cores);
  print_rate("; after:", &rates->at_end, report->machine.cores);
  printf("\n");
}
