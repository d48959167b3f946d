#define _POSIX_C_SOURCE 200809L /* sysconf's names */
#include "bench/report.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "base/clock.h"
#include "base/memory.h"
#include "base/team.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/markdown.h"

/* --- the machine ----------------------------------------------------------------------------------------------------- */

enum { PROBE_MIB = 128, PROBE_ROUNDS = 4 };

static const size_t probe_floats = ((size_t)PROBE_MIB << 20) / sizeof(float);

typedef void ProbeSlice(float *to, float *from, size_t count);

static void copy_slice(float *to, float *from, size_t count) {
  memcpy(to, from, count * sizeof *to);
}

static void update_slice(float *to, float *from, size_t count) {
#pragma omp simd
  for (size_t n = 0; n < count; n++) {
    to[n] = 0.5f * to[n] + 1.0f;
    from[n] = 0.5f * from[n] + 1.0f;
  }
}

/* A measuring of memory. On the stack. */
typedef struct Probe {
  ProbeSlice *slice;
  float *to, *from;
  int threads;
} Probe;

static void probe_slice(void *data, int n) {
  const Probe *const p = data;
  const size_t first = probe_floats * (size_t)n / (size_t)p->threads;
  p->slice(p->to + first, p->from + first, probe_floats * (size_t)(n + 1) / (size_t)p->threads - first);
}

/* The best of a few rounds: other programs slow the worst. `passes`: how often each float goes to or from memory. */
static double best_rate(ProbeSlice *slice, float *to, float *from, int threads, double passes) {
  double best = 0;
  Probe probe = {slice, to, from, threads};
  for (int round = 0; round < PROBE_ROUNDS; round++) {
    const double start = clock_seconds();
    team_run(threads, threads, probe_slice, &probe);
    const double rate = 1e-9 * passes * (double)(probe_floats * sizeof *to) / (clock_seconds() - start);
    if (rate > best) best = rate;
    from[round] = to[probe_floats - 1] + 1; /* keeps the work from being dropped */
  }
  return best;
}

/* `all`: not the copies of one thread alone. */
static MachineRates rates_of(int cores, bool all) {
  float *to = memory_create(probe_floats, sizeof *to), *from = memory_create(probe_floats, sizeof *from);
  MachineRates rates = {0};
  if (to && from) rates.copy_one = best_rate(copy_slice, to, from, 1, 2);
  if (to && from && all) {
    rates.copy_all = best_rate(copy_slice, to, from, cores, 2);
    rates.update_one = best_rate(update_slice, to, from, 1, 4);
    rates.update_all = best_rate(update_slice, to, from, cores, 4);
  }
  memory_free(to);
  memory_free(from);
  return rates;
}

MachineRates machine_rates(const Machine *machine) {
  return rates_of(machine->cores < TEAM_TASKS_MAX ? machine->cores : TEAM_TASKS_MAX, true);
}

/* Asks the processor itself for its name, which systems without /proc do not tell in a file. */
static void ask_processor(char *name, size_t size) {
#if defined(__x86_64__)
  enum { PARTS = 3 };
  static const unsigned first = 0x80000002; /* of the leaves that hold the name */
  unsigned text[4 * PARTS + 1] = {0};
  for (unsigned n = 0; n < PARTS; n++) {
    unsigned *const part = text + (size_t)4 * n;
    if (!__get_cpuid(first + n, &part[0], &part[1], &part[2], &part[3])) return;
  }
  const char *const from = (const char *)text + strspn((const char *)text, " ");
  if (*from) snprintf(name, size, "%s", from);
#else
  (void)name, (void)size;
#endif
}

Machine machine_probe(void) {
  Machine machine = {.cpu = "unknown", .cores = (int)sysconf(_SC_NPROCESSORS_ONLN), .simd = weir_simd_name()};
  char line[256];
  FILE *const file = fopen("/proc/cpuinfo", "r");
  while (file && fgets(line, sizeof line, file)) {
    if (strncmp(line, "model name", 10) != 0) continue;
    const char *const value = strchr(line, ':');
    if (value) snprintf(machine.cpu, sizeof machine.cpu, "%.*s", (int)strcspn(value + 2, "\n\"\\"), value + 2);
    break;
  }
  if (file)
    fclose(file);
  else
    ask_processor(machine.cpu, sizeof machine.cpu);
  machine.ram_gib = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGE_SIZE) / 1073741824.0;
  machine.copy_gb_per_s = rates_of(machine.cores, false).copy_one;
  return machine;
}

/* --- rows ------------------------------------------------------------------------------------------------------------ */

static int double_order(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

BenchSpan bench_span(const double *values, int count) {
  double sorted[BENCH_REPEATS_MAX];
  if (count < 1) return (BenchSpan){NAN, NAN, NAN};
  memcpy(sorted, values, (size_t)count * sizeof *sorted);
  qsort(sorted, (size_t)count, sizeof *sorted, double_order);
  return (BenchSpan){sorted[0], 0.5 * (sorted[(count - 1) / 2] + sorted[count / 2]), sorted[count - 1]};
}

/* The value that a share of the sorted values lies below, between two of them in proportion. */
static double sorted_at(const double *sorted, int count, double share) {
  const double at = share * (count - 1);
  const int n = (int)at;
  return n + 1 < count ? sorted[n] + (at - n) * (sorted[n + 1] - sorted[n]) : sorted[count - 1];
}

BenchQuartiles bench_quartiles(const double *values, int count) {
  double sorted[BENCH_REPEATS_MAX];
  if (count < 1) return (BenchQuartiles){NAN, NAN, NAN};
  memcpy(sorted, values, (size_t)count * sizeof *sorted);
  qsort(sorted, (size_t)count, sizeof *sorted, double_order);
  return (BenchQuartiles){sorted_at(sorted, count, 0.25), sorted_at(sorted, count, 0.5), sorted_at(sorted, count, 0.75)};
}

#define AT(member) offsetof(BenchRow, member)

enum { PARTS = 3 }; /* of a span and of quartiles */

/* The figures of a row, as the JSON names them. The first of them, EVERYWHERE, are in every row; others are NaN until they are measured. */
typedef enum FigureKind { NUMBER, SPAN, QUARTILES, FLAG } FigureKind;
static const struct {
  const char *key;
  FigureKind kind;
  size_t at; /* of the double, BenchSpan or BenchQuartiles in a BenchRow */
} figures[] = {{"mcells_per_s", SPAN, AT(mcells)},
               {"ms_interaction", NUMBER, AT(ms_interaction)},
               {"ms_liquid", NUMBER, AT(ms_liquid)},
               {"ms_total", NUMBER, AT(ms_total)},
               {"rtkc", NUMBER, AT(rtkc)},
               {"bytes_per_cell", NUMBER, AT(bytes_per_cell)},
               {"ms_total_repeats", SPAN, AT(ms_repeats)},
               {"times_naive", SPAN, AT(times_naive)},
               {"times_naive_one_thread", SPAN, AT(times_naive_one)},
               {"times_awake", SPAN, AT(times_awake)},
               {"times_rival", QUARTILES, AT(beside.rival)},
               {"times_plain_loops", QUARTILES, AT(beside.naive)},
               {"times_copy", QUARTILES, AT(beside.copy)},
               {"substeps", NUMBER, AT(substeps)},
               {"bytes_moved", NUMBER, AT(bytes_moved)},
               {"gb_per_s", NUMBER, AT(gb_per_s)},
               {"share_of_copy", NUMBER, AT(share_of_copy)},
               {"tiles_working", NUMBER, AT(working)},
               {"wet", NUMBER, AT(wet)},
               {"same_bits", FLAG, AT(same_bits)},
               {"ms_tick", NUMBER, AT(ms_tick)},
               {"times_real_time", NUMBER, AT(real_time)},
               {"ms_displace", NUMBER, AT(parts.ms_displace)},
               {"ms_push", NUMBER, AT(parts.ms_push)},
               {"ms_bodies", NUMBER, AT(parts.ms_bodies)},
               {"ms_rest", NUMBER, AT(parts.ms_rest)},
               {"bodies_awake", NUMBER, AT(parts.awake)},
               {"ms_part", QUARTILES, AT(frame.ms)},
               {"share_of_frame", NUMBER, AT(frame.share)},
               {"ms_build", NUMBER, AT(ms_build)},
               {"ms_upload", NUMBER, AT(ms_upload)},
               {"ms_draw", NUMBER, AT(ms_draw)},
               {"ms_start_world", NUMBER, AT(ms_world)},
               {"ms_start_context", NUMBER, AT(ms_context)},
               {"ms_start_shaders", NUMBER, AT(ms_shaders)},
               {"ms_start_first_frame", NUMBER, AT(ms_first_frame)}};

enum { FIGURES = sizeof figures / sizeof figures[0], EVERYWHERE = 6 };

/* Returns true if the figure has parts, of which the middle one says if it was measured. */
static bool is_span(int figure) {
  return figures[figure].kind == SPAN || figures[figure].kind == QUARTILES;
}

BenchRow bench_row(const char *name, const char *variant, WeirSolver solver, int grid, int threads) {
  BenchRow row = {.name = name, .variant = variant, .simd = weir_simd_name(), .solver = solver, .grid = grid, .threads = threads};
  row.ms_gritzner = NAN;
  for (int n = EVERYWHERE; n < FIGURES; n++) {
    double *const figure = (double *)((char *)&row + figures[n].at);
    for (int part = 0; part < (is_span(n) ? PARTS : 1); part++) figure[part] = NAN;
  }
  return row;
}

void bench_report_end(BenchReport *report) {
  memory_free(report->rows);
  report->rows = NULL;
  report->count = report->capacity = 0;
}

/* --- for people ------------------------------------------------------------------------------------------------------ */

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
    print_maybe(row->bytes_moved, 6, "%.0f");
    print_maybe(row->gb_per_s, 7, "%.1f"); /* not known before the case's end, which a signal may forestall */
    print_maybe(100 * row->share_of_copy, 4, "%.0f");
    printf(" %% %9.0f\n", row->rtkc);
  }
}

static void print_row(const BenchReport *report, const BenchRow *row) {
  const char *const solver = weir_solver_name(row->solver);
  if (report->table == BENCH_TABLE_POOL) {
    printf("%-8s %-8s %7d %7d %5d %8.1f %12.3f %9.3f %9.3f %9.0f %8.0f", solver, row->variant, row->threads, row->bodies, row->grid,
           row->substeps, row->ms_interaction, row->ms_liquid, row->ms_total, row->rtkc, row->mcells.median);
    print_maybe(row->times_naive.median, 8, "%.2f");
    print_maybe(row->ms_gritzner, 8, "%.2f");
    printf("\n");
  } else if (report->table == BENCH_TABLE_VALLEY) {
    printf("  %-8s %-8s %d threads: bodies and water %.2f + %.2f ms, %.1f substeps, %.0f %% of the tiles work, %.0f Mcells/s; ", solver,
           row->variant, row->threads, row->ms_interaction, row->ms_liquid, row->substeps, 100 * row->working, row->mcells.median);
    printf("a tick %.2f ms: %.2f times real time\n", row->ms_tick, row->real_time);
  } else if (report->table == BENCH_TABLE_CRATES) {
    printf("  %-8s %-8s %d threads, %d crates, %.0f awake: displace %.2f, water %.2f, push %.2f, bodies %.2f, rest %.2f ms; ", solver,
           row->variant, row->threads, row->bodies, row->parts.awake, row->parts.ms_displace, row->ms_liquid, row->parts.ms_push,
           row->parts.ms_bodies, row->parts.ms_rest);
    printf("a tick %.2f ms: %.2f times real time\n", row->ms_tick, row->real_time);
  } else if (strchr(row->name, '/')) {
    bench_print_pass(report, row);
  } else {
    printf("  %s, %d x %d, %d threads; %s\n", solver, row->grid, row->grid, row->threads, row->note);
    printf("  a tick: water %.2f ms\n", row->ms_total);
    if (isfinite(row->ms_draw))
      printf("  a frame: build %.2f ms, draw %.2f ms, of which upload and vertices (drawn into 16 x 16 pixels) %.2f ms\n", row->ms_build,
             row->ms_draw, row->ms_upload);
    printf("  the start: world %.0f ms", row->ms_world);
    if (isfinite(row->ms_draw))
      printf(", context %.0f ms, shaders %.0f ms, first frame %.0f ms", row->ms_context, row->ms_shaders, row->ms_first_frame);
    printf("\n");
  }
  fflush(stdout);
}

bool bench_report_add(BenchReport *report, const BenchRow *row, Error *error) {
  interrupt_hold();
  const int wanted = report->count < report->capacity ? report->capacity : report->capacity > 0 ? 2 * report->capacity : 64;
  const bool room = array_grow(&report->rows, &report->capacity, wanted, sizeof *row);
  if (room) report->rows[report->count++] = *row;
  interrupt_release();
  if (room && report->unprinted < 0) print_row(report, row);
  return room || error_set(error, "not enough memory for %d rows", wanted);
}

/* --- for documents --------------------------------------------------------------------------------------------------- */

/* A column of a table: one figure of a row, in percent if the name ends so. The last of a table has no name. */
typedef struct Column {
  const char *name, *format;
  size_t at; /* of the double in a BenchRow */
} Column;

static const Column pool_columns[] = {{"substeps", "%.1f", AT(substeps)},
                                      {"interaction ms", "%.3f", AT(ms_interaction)},
                                      {"liquid ms", "%.3f", AT(ms_liquid)},
                                      {"total ms", "%.3f", AT(ms_total)},
                                      {"rtkc", "%.0f", AT(rtkc)},
                                      {"Mcells/s", "%.0f", AT(mcells.median)},
                                      {"x naive", "%.2f", AT(times_naive.median)},
                                      {"Gritzner 2010, total ms", "%.2f", AT(ms_gritzner)},
                                      {0}};
static const Column field_columns[] = {{"wet %", "%.0f", AT(wet)},
                                       {"substeps", "%.1f", AT(substeps)},
                                       {"tiles that work %", "%.0f", AT(working)},
                                       {"ms a tick", "%.3f", AT(ms_total)},
                                       {"Mcells/s", "%.0f", AT(mcells.median)},
                                       {"least", "%.0f", AT(mcells.min)},
                                       {"most", "%.0f", AT(mcells.max)},
                                       {"x naive", "%.2f", AT(times_naive.median)},
                                       {"x naive on 1 thread", "%.2f", AT(times_naive_one.median)},
                                       {"x awake", "%.2f", AT(times_awake.median)},
                                       {"B a cell", "%.0f", AT(bytes_moved)},
                                       {"GB/s", "%.1f", AT(gb_per_s)},
                                       {"of copies %", "%.0f", AT(share_of_copy)},
                                       {"rtkc", "%.0f", AT(rtkc)},
                                       {0}};
static const Column valley_columns[] = {{"bodies ms", "%.2f", AT(ms_interaction)},  {"water ms", "%.2f", AT(ms_liquid)},
                                        {"substeps", "%.1f", AT(substeps)},         {"tiles that work %", "%.0f", AT(working)},
                                        {"Mcells/s", "%.0f", AT(mcells.median)},    {"a tick, ms", "%.2f", AT(ms_tick)},
                                        {"times real time", "%.2f", AT(real_time)}, {0}};
static const Column frames_columns[] = {{"water ms", "%.2f", AT(ms_total)},
                                        {"build ms", "%.2f", AT(ms_build)},
                                        {"draw ms", "%.2f", AT(ms_draw)},
                                        {"upload and vertices ms", "%.2f", AT(ms_upload)},
                                        {"start: world ms", "%.0f", AT(ms_world)},
                                        {"context ms", "%.0f", AT(ms_context)},
                                        {"shaders ms", "%.0f", AT(ms_shaders)},
                                        {"first frame ms", "%.0f", AT(ms_first_frame)},
                                        {0}};
static const Column crates_columns[] = {{"awake", "%.0f", AT(parts.awake)},
                                        {"substeps", "%.1f", AT(substeps)},
                                        {"tiles that work %", "%.0f", AT(working)},
                                        {"displace ms", "%.2f", AT(parts.ms_displace)},
                                        {"water ms", "%.2f", AT(ms_liquid)},
                                        {"push ms", "%.2f", AT(parts.ms_push)},
                                        {"engine ms", "%.2f", AT(parts.ms_bodies)},
                                        {"rest ms", "%.2f", AT(parts.ms_rest)},
                                        {"a tick, ms", "%.2f", AT(ms_tick)},
                                        {"times real time", "%.2f", AT(real_time)},
                                        {0}};
static const Column *const columns_of[] = {pool_columns, field_columns, valley_columns, frames_columns, crates_columns}; /* by BenchTable */

static void markdown_rows(const BenchReport *report, int first) {
  enum { COLUMNS_MAX = 20 };
  MarkdownColumn columns[COLUMNS_MAX] = {{"solver", true}, {"variant", true}, {"grid", false}, {"threads", false}, {"bodies", false}};
  const Column *const own = columns_of[report->table];
  int count = 5;
  if (first >= report->count) return;
  for (const Column *c = own; c->name; c++) columns[count++].name = c->name;
  markdown_caption(report->rows[first].name, true, report->title);
  markdown_head(columns, count);
  for (int n = first; n < report->count; n++) {
    const BenchRow *const row = &report->rows[n];
    if (strchr(row->name, '/')) continue; /* a part of a frame, which has a table of its own */
    markdown_cell("%s", weir_solver_name(row->solver));
    markdown_cell("%s", row->variant);
    markdown_cell("%d", row->grid);
    markdown_cell("%d", row->threads);
    markdown_cell("%d", row->bodies);
    for (const Column *c = own; c->name; c++)
      markdown_number(c->format, (strchr(c->name, '%') ? 100 : 1) * *(const double *)((const char *)row + c->at));
    markdown_end_row();
  }
  if (report->rows[first].note[0]) printf("\n%s\n", report->rows[first].note);
  if (report->table == BENCH_TABLE_FRAMES) bench_passes_markdown(report, first);
  fflush(stdout);
}

/* --- both ------------------------------------------------------------------------------------------------------------ */

void bench_print_unprinted(BenchReport *report) {
  const int first = report->unprinted;
  report->unprinted = -1;
  if (first < 0) return;
  if (report->table == BENCH_TABLE_RIVALS)
    bench_print_beside(report, first);
  else
    (report->markdown ? markdown_rows : print_field)(report, first);
}

void bench_report_case(BenchReport *report, int first, const BenchRates *rates) {
  const MachineRates *const a = &rates->at_start, *const b = &rates->at_end;
  const double one = 0.5 * (a->copy_one + b->copy_one), all = 0.5 * (a->copy_all + b->copy_all);
  interrupt_hold(); /* a signal finds the case's rows printed or not */
  report->rates[report->rates_count++] = *rates;
  for (int n = first; n < report->count; n++) {
    BenchRow *const row = &report->rows[n];
    const double most = row->threads == 1 ? one : all, working = isfinite(row->working) ? row->working : 1;
    row->gb_per_s = 1e-3 * row->mcells.median * row->bytes_moved * working;
    row->share_of_copy = most > 0 ? row->gb_per_s / most : NAN;
  }
  bench_print_unprinted(report);
  interrupt_release();
  if (report->markdown) printf("\n");
  for (int n = 0; n < 2; n++)
    printf("%s copy %.1f, update %.1f GB/s on 1 thread, %.1f and %.1f on %d%s", n ? "; after:" : "memory, before:", (n ? b : a)->copy_one,
           (n ? b : a)->update_one, (n ? b : a)->copy_all, (n ? b : a)->update_all, report->machine.cores, n ? "\n" : "");
}

/* --- for machines ---------------------------------------------------------------------------------------------------- */

enum { DIGITS = 6 }; /* more would be noise */

/* Writes a value; one that was not measured is left out. */
static void put(Json *json, const char *key, double value) {
  if (isfinite(value)) json_real(json, key, value, DIGITS);
}

static void put_row(Json *json, const BenchRow *r) {
  static const char *const least_most[PARTS] = {"min", "median", "max"}, *const quartiles[PARTS] = {"lower_quartile", "median",
                                                                                                    "upper_quartile"};
  json_open_object(json, NULL);
  json_text(json, "name", r->name);
  json_text(json, "solver", weir_solver_name(r->solver));
  json_text(json, "variant", r->variant);
  json_open_list(json, "grid");
  for (int n = 0; n < 2; n++) json_whole(json, NULL, r->grid);
  json_close(json);
  put(json, "threads", r->threads);
  json_text(json, "simd", r->simd);
  put(json, "bodies", r->bodies);
  for (int n = 0; n < FIGURES; n++) {
    const double *const figure = (const double *)((const char *)r + figures[n].at);
    const bool span = is_span(n);
    const char *const *const parts = figures[n].kind == SPAN ? least_most : quartiles;
    if (!isfinite(figure[span ? 1 : 0])) continue; /* not measured */
    if (span) json_open_object(json, figures[n].key);
    for (int part = 0; part < PARTS && span; part++) put(json, parts[part], figure[part]);
    if (span) json_close(json);
    if (figures[n].kind == NUMBER) put(json, figures[n].key, *figure);
    if (figures[n].kind == FLAG) json_flag(json, figures[n].key, *figure > 0);
  }
  if (r->note[0]) json_text(json, "note", r->note);
  json_close(json);
}

static void put_moment(Json *json, const char *key, const MachineRates *r) {
  json_open_object(json, key);
  put(json, "copy_one_thread", r->copy_one);
  put(json, "copy_all_threads", r->copy_all);
  put(json, "update_one_thread", r->update_one);
  put(json, "update_all_threads", r->update_all);
  json_close(json);
}

bool bench_write_json(const char *path, const BenchReport *report, Error *error) {
  Json json = json_begin();
  const Machine *const machine = &report->machine;
  json_open_object(&json, "machine");
  json_text(&json, "cpu", machine->cpu);
  put(&json, "cores", machine->cores);
  json_text(&json, "simd", machine->simd);
  put(&json, "ram_gib", machine->ram_gib);
  put(&json, "copy_gb_per_s", machine->copy_gb_per_s);
  json_close(&json);
  json_open_list(&json, "bandwidth");
  for (int n = 0; n < report->rates_count; n++) {
    json_open_object(&json, NULL);
    json_text(&json, "name", report->rates[n].name);
    put_moment(&json, "before", &report->rates[n].at_start);
    put_moment(&json, "after", &report->rates[n].at_end);
    json_close(&json);
  }
  json_close(&json);
  json_open_list(&json, "rows");
  for (int n = 0; n < report->count; n++) put_row(&json, &report->rows[n]);
  json_close(&json);
  return json_save(&json, path, error);
}
