#include "bench/report.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "cli/markdown.h"

enum { BYTES_MAX = 64 << 20, TEXT = 32 };

/* One row of the baseline; words are borrowed from the tree. */
typedef struct BaseRow {
  const char *words[3]; /* name, solver, variant */
  int grid[2], threads, bodies;
  double mcells, ms_total;
  const BenchRow *now; /* today's row that it is compared with */
} BaseRow;

/* A baseline: the parsed file and its rows. bench_baseline_read makes it, its caller owns it. */
struct BenchBaseline {
  const char *path; /* borrowed */
  cJSON *tree;
  const char *cpu;
  BaseRow *rows;
  int count;
};

/* --- reading --------------------------------------------------------------------------------------------------------- */

/* The whole file, ended with a 0; NULL with the reason. */
static char *read_file(const char *path, Error *error) {
  errno = 0;
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  int size = 0, room = 0;
  bool ok = file != NULL;
  while (ok && !feof(file) && !ferror(file)) {
    if (room - size < 2) {
      const int wanted = room > 0 ? 2 * room : 1 << 16;
      ok = wanted <= BYTES_MAX && array_grow(&text, &room, wanted, 1);
      if (!ok) errno = wanted <= BYTES_MAX ? ENOMEM : EFBIG;
    }
    if (ok) size += (int)fread(text + size, 1, (size_t)(room - size - 1), file);
  }
  ok = ok && !ferror(file);
  if (!ok) error_set(error, "--against: %s: %s", path, errno ? strerror(errno) : "cannot be read");
  if (file) fclose(file);
  if (ok) {
    text[size] = '\0';
    return text;
  }
  memory_free(text);
  return NULL;
}

static const cJSON *member(const cJSON *row, const char *key) {
  return cJSON_GetObjectItemCaseSensitive(row, key);
}

static bool read_number(const cJSON *item, double *number) {
  if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble) || item->valuedouble < 0) return false;
  *number = item->valuedouble;
  return true;
}

static bool read_whole(const cJSON *item, int *whole) {
  double number;
  if (!read_number(item, &number) || number > 1e6 || number != floor(number)) return false;
  *whole = (int)number;
  return true;
}

/* NULL, or the key that is missing or not what it should be. */
static const char *read_row(const cJSON *row, BaseRow *out) {
  static const char *const keys[3] = {"name", "solver", "variant"};
  const cJSON *const grid = member(row, "grid");
  for (int n = 0; n < 3; n++)
    if (!(out->words[n] = cJSON_GetStringValue(member(row, keys[n])))) return keys[n];
  for (int n = 0; n < 2; n++)
    if (!cJSON_IsArray(grid) || cJSON_GetArraySize(grid) != 2 || !read_whole(cJSON_GetArrayItem(grid, n), &out->grid[n])) return "grid";
  if (!read_whole(member(row, "threads"), &out->threads)) return "threads";
  if (!read_whole(member(row, "bodies"), &out->bodies)) return "bodies";
  if (!read_number(member(member(row, "mcells_per_s"), "median"), &out->mcells)) return "mcells_per_s.median";
  return read_number(member(row, "ms_total"), &out->ms_total) ? NULL : "ms_total";
}

static bool read_rows(BenchBaseline *b, Error *error) {
  const cJSON *const rows = member(b->tree, "rows"), *row;
  if (!cJSON_IsArray(rows)) return error_set(error, "--against: %s: has no rows; wanted: what --json writes", b->path);
  b->rows = memory_create((size_t)cJSON_GetArraySize(rows) + 1, sizeof *b->rows);
  if (!b->rows) return error_set(error, "--against: %s: not enough memory", b->path);
  cJSON_ArrayForEach(row, rows) {
    const char *lacks = read_row(row, &b->rows[b->count++]);
    if (lacks) return error_set(error, "--against: %s: row %d: %s is missing or malformed", b->path, b->count, lacks);
  }
  b->cpu = cJSON_GetStringValue(member(member(b->tree, "machine"), "cpu"));
  if (!b->cpu) b->cpu = "unknown";
  return true;
}

BenchBaseline *bench_baseline_read(const char *path, Error *error) {
  char *text = read_file(path, error);
  if (!text) return NULL;
  BenchBaseline *b = memory_create(1, sizeof *b);
  if (b) b->tree = cJSON_Parse(text);
  memory_free(text);
  if (!b || !b->tree) {
    error_set(error, "--against: %s: %s", path, b ? "is not JSON; wanted: what --json writes" : "not enough memory");
    memory_free(b);
    return NULL;
  }
  b->path = path;
  if (read_rows(b, error)) return b;
  bench_baseline_end(b);
  return NULL;
}

void bench_baseline_end(BenchBaseline *b) {
  if (!b) return;
  cJSON_Delete(b->tree);
  memory_free(b->rows);
  memory_free(b);
}

/* --- comparing ------------------------------------------------------------------------------------------------------- */

/* Words come from a file: only letters are shown. */
static void shown_word(const char *word, char shown[TEXT]) {
  int n = 0;
  for (; word[n] && n < TEXT - 1; n++) shown[n] = word[n] >= ' ' && word[n] < 127 ? word[n] : '?';
  shown[n] = '\0';
}

/* Returns the row of before that is compared with today's: its own already, or a like one that is free. */
static BaseRow *partner(const BenchBaseline *b, const BenchRow *now) {
  for (int n = 0; n < b->count; n++) {
    BaseRow *const then = &b->rows[n];
    if (then->now == now) return then;
    if (!then->now && strcmp(then->words[0], now->name) == 0 && strcmp(then->words[1], weir_solver_name(now->solver)) == 0 &&
        strcmp(then->words[2], now->variant) == 0 && then->grid[0] == now->grid && then->grid[1] == now->grid &&
        then->threads == now->threads && then->bodies == now->bodies)
      return then;
  }
  return NULL;
}

/* Prints a row and its partner of before, or one of the two. */
static void print_line(const BaseRow *then, const BenchRow *now, bool markdown) {
  const char *const words[3] = {now ? now->name : then->words[0], now ? weir_solver_name(now->solver) : then->words[1],
                                now ? now->variant : then->words[2]};
  const int nx = now ? now->grid : then->grid[0], nz = now ? now->grid : then->grid[1];
  const int threads = now ? now->threads : then->threads, bodies = now ? now->bodies : then->bodies;
  const double rates[2] = {then ? then->mcells : NAN, now ? now->mcells.median : NAN};
  const double times[2] = {then ? then->ms_total : NAN, now ? now->ms_total : NAN};
  for (int n = 0; n < 3; n++) {
    char shown[TEXT];
    shown_word(words[n], shown);
    if (markdown)
      markdown_cell("%s", shown);
    else
      printf("  %-8s", shown);
  }
  if (markdown) {
    markdown_cell("%d", nx);
    markdown_cell("%d", threads);
    markdown_cell("%d", bodies);
    for (int n = 0; n < 2; n++) markdown_number("%.1f", rates[n]);
    markdown_number("%.2f", rates[1] / rates[0]);
    for (int n = 0; n < 2; n++) markdown_number("%.3f", times[n]);
    markdown_number("%.2f", times[1] / times[0]);
    markdown_end_row();
    return;
  }
  printf(" %4d x %-4d %7d %6d", nx, nz, threads, bodies);
  if (then && now)
    printf(" %10.1f %10.1f %6.2f %10.3f %10.3f %6.2f\n", rates[0], rates[1], rates[1] / rates[0], times[0], times[1], times[1] / times[0]);
  else
    printf("  only %s\n", then ? "then" : "now");
}

void bench_baseline_print(const BenchBaseline *b, const BenchReport *report) {
  static const MarkdownColumn columns[] = {{"case", true},     {"solver", true},         {"variant", true},        {"grid", false},
                                           {"threads", false}, {"bodies", false},        {"Mcells/s then", false}, {"now", false},
                                           {"ratio", false},   {"total ms then", false}, {"now", false},           {"ratio", false}};
  const bool same = strcmp(b->cpu, report->machine.cpu) == 0;
  const char *const other = ": another machine, whose figures say little here";
  if (report->markdown) {
    char title[128];
    snprintf(title, sizeof title, "%.60s%s", b->path, same ? "" : other);
    markdown_caption("against a baseline", true, title);
    markdown_head(columns, sizeof columns / sizeof columns[0]);
  } else {
    printf("\nagainst %s%s\n", b->path, same ? "" : other);
    printf("  %-8s  %-8s  %-8s %11s %7s %6s %10s %10s %6s %10s %10s %6s\n", "name", "solver", "variant", "grid", "threads", "bodies",
           "Mcells/s:", "now", "ratio", "total ms:", "now", "ratio");
  }
  for (int n = 0; n < report->count; n++) {
    BaseRow *const then = partner(b, &report->rows[n]);
    if (!then) continue;
    then->now = &report->rows[n];
    print_line(then, then->now, report->markdown);
  }
  for (int n = 0; n < b->count; n++)
    if (!b->rows[n].now) print_line(&b->rows[n], NULL, report->markdown);
  for (int n = 0; n < report->count; n++)
    if (!partner(b, &report->rows[n])) print_line(NULL, &report->rows[n], report->markdown);
}
