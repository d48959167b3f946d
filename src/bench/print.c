/* The rows of `weir bench` for people and as tables for documents. */
#include <math.h>
#include <stddef.h>

#include "bench/report.h"
#include "cli/markdown.h"

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

static void print_field(const BenchReport *report, int first) {
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

/* --- for documents --------------------------------------------------------------------------------------------------- */

/* One figure of a row. */
typedef struct Figure {
  const char *name, *format;
  size_t offset; /* of the double in a BenchRow */
  double factor; /* 100 for a share shown in percent */
} Figure;

#define FIGURE(name, format, member, factor) \
  { name, format, offsetof(BenchRow, member), factor }

static const Figure pool[] = {
    FIGURE("substeps", "%.1f", substeps, 1),
    FIGURE("interaction ms", "%.3f", ms_interaction, 1),
    FIGURE("liquid ms", "%.3f", ms_liquid, 1),
    FIGURE("total ms", "%.3f", ms_total, 1),
    FIGURE("rtkc", "%.0f", rtkc, 1),
    FIGURE("Mcells/s", "%.0f", mcells.median, 1),
    FIGURE("x naive", "%.2f", times_naive.median, 1),
    FIGURE("Gritzner 2010, total ms", "%.2f", ms_gritzner, 1),
};

static const Figure field[] = {
    FIGURE("wet %", "%.0f", wet, 100),
    FIGURE("substeps", "%.1f", substeps, 1),
    FIGURE("tiles that work %", "%.0f", working, 100),
    FIGURE("ms a tick", "%.3f", ms_total, 1),
    FIGURE("Mcells/s", "%.0f", mcells.median, 1),
    FIGURE("least", "%.0f", mcells.min, 1),
    FIGURE("most", "%.0f", mcells.max, 1),
    FIGURE("x naive", "%.2f", times_naive.median, 1),
    FIGURE("x naive on 1 thread", "%.2f", times_naive_one.median, 1),
    FIGURE("x awake", "%.2f", times_awake.median, 1),
    FIGURE("B a cell", "%.0f", bytes_moved, 1),
    FIGURE("GB/s", "%.1f", gb_per_s, 1),
    FIGURE("of copies %", "%.0f", share_of_copy, 100),
    FIGURE("rtkc", "%.0f", rtkc, 1),
};

static const Figure valley[] = {
    FIGURE("bodies ms", "%.2f", ms_interaction, 1),  FIGURE("water ms", "%.2f", ms_liquid, 1),
    FIGURE("substeps", "%.1f", substeps, 1),         FIGURE("tiles that work %", "%.0f", working, 100),
    FIGURE("Mcells/s", "%.0f", mcells.median, 1),    FIGURE("a tick, ms", "%.2f", ms_tick, 1),
    FIGURE("times real time", "%.2f", real_time, 1),
};

static const Figure frames[] = {
    FIGURE("water ms", "%.2f", ms_total, 1),        FIGURE("build ms", "%.2f", ms_build, 1),
    FIGURE("draw ms", "%.2f", ms_draw, 1),          FIGURE("upload and vertices ms", "%.2f", ms_upload, 1),
    FIGURE("start: world ms", "%.0f", ms_world, 1), FIGURE("context ms", "%.0f", ms_context, 1),
    FIGURE("shaders ms", "%.0f", ms_shaders, 1),    FIGURE("first frame ms", "%.0f", ms_first_frame, 1),
};

#undef FIGURE

/* The figures of each kind of table. */
static const struct {
  const Figure *figures;
  int count;
} tables[] = {
    [BENCH_TABLE_POOL] = {pool, sizeof pool / sizeof pool[0]},
    [BENCH_TABLE_FIELD] = {field, sizeof field / sizeof field[0]},
    [BENCH_TABLE_VALLEY] = {valley, sizeof valley / sizeof valley[0]},
    [BENCH_TABLE_FRAMES] = {frames, sizeof frames / sizeof frames[0]},
};

static void markdown_rows(const BenchReport *report, int first) {
  enum { FIGURES_MAX = 16, NAMES = 5 };
  MarkdownColumn columns[NAMES + FIGURES_MAX] = {
      {"solver", true}, {"variant", true}, {"grid", false}, {"threads", false}, {"bodies", false}};
  const Figure *const figures = tables[report->table].figures;
  const int count = tables[report->table].count;
  if (first >= report->count) return;
  markdown_caption(report->rows[first].name, true, report->title);
  for (int n = 0; n < count; n++) columns[NAMES + n].name = figures[n].name;
  markdown_head(columns, NAMES + count);
  for (int n = first; n < report->count; n++) {
    const BenchRow *const row = &report->rows[n];
    markdown_cell("%s", weir_solver_name(row->solver));
    markdown_cell("%s", row->variant);
    markdown_cell("%d", row->grid);
    markdown_cell("%d", row->threads);
    markdown_cell("%d", row->bodies);
    for (int f = 0; f < count; f++)
      markdown_number(figures[f].format, figures[f].factor * *(const double *)((const char *)row + figures[f].offset));
    markdown_end_row();
  }
  if (report->rows[first].note[0]) printf("\n%s\n", report->rows[first].note);
  fflush(stdout);
}

/* --- both ------------------------------------------------------------------------------------------------------------ */

static void print_rate(const char *when, const MachineRates *r, int cores) {
  printf("%s copy %.1f, update %.1f GB/s on 1 thread, %.1f and %.1f on %d", when, r->copy_one, r->update_one, r->copy_all, r->update_all,
         cores);
}

void bench_print_unprinted(BenchReport *report) {
  const int first = report->unprinted;
  report->unprinted = -1;
  if (first < 0) return;
  if (report->markdown)
    markdown_rows(report, first);
  else
    print_field(report, first);
}

void bench_print_rates(const BenchReport *report, const BenchRates *rates) {
  if (report->markdown) printf("\n");
  print_rate("memory, before:", &rates->at_start, report->machine.cores);
  print_rate("; after:", &rates->at_end, report->machine.cores);
  printf("\n");
}
