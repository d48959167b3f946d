/* The rows of `weir bench` as tables for documents. */
#include <stddef.h>
#include <stdio.h>

#include "bench/report.h"
#include "cli/markdown.h"

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

void bench_markdown_rows(const BenchReport *report, int first, const char *title) {
  enum { FIGURES_MAX = 16, NAMES = 5 };
  MarkdownColumn columns[NAMES + FIGURES_MAX] = {
      {"solver", true}, {"variant", true}, {"grid", false}, {"threads", false}, {"bodies", false}};
  const Figure *const figures = tables[report->table].figures;
  const int count = tables[report->table].count;
  if (first >= report->count) return;
  markdown_caption(report->rows[first].name, true, title);
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
