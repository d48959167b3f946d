#include "bench/against.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/markdown.h"

enum { BYTES_MAX = 64 << 20, TEXT = 32 };

/* One row of the baseline; words are borrowed from the tree. */
typedef struct BaseRow {
  const char *name, *solver, *variant;
  int grid[2], threads, bodies;
  double mcells, ms_total;
  bool met;
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
  size_t size = 0, room = 0;
  bool ok = file != NULL;
  while (ok && !feof(file) && !ferror(file)) {
    if (room - size < 2) {
      room = room > 0 ? 2 * room : 1 << 16;
      char *more = room <= BYTES_MAX ? realloc(text, room) : NULL;
      if (!more) errno = room <= BYTES_MAX ? ENOMEM : EFBIG;
      ok = more != NULL;
      text = more ? more : text;
    }
    if (ok) size += fread(text + size, 1, room - size - 1, file);
  }
  ok = ok && !ferror(file);
  if (!ok) error_set(error, "--against: %s: %s", path, errno ? strerror(errno) : "cannot be read");
  if (file) fclose(file);
  if (ok)
    text[size] = '\0';
  else
    free(text);
  return ok ? text : NULL;
}

static bool read_word(const cJSON *row, const char *key, const char **word) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(row, key);
  *word = cJSON_GetStringValue(item);
  return *word != NULL;
}

static bool read_number(const cJSON *item, double low, double *number) {
  if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble) || item->valuedouble < low) return false;
  *number = item->valuedouble;
  return true;
}

static bool read_whole(const cJSON *item, int *whole) {
  double number;
  if (!read_number(item, 0, &number) || number > 1e6 || number != floor(number)) return false;
  *whole = (int)number;
  return true;
}

/* NULL, or the key that is missing or not what it should be. */
static const char *read_row(const cJSON *row, BaseRow *out) {
  const cJSON *grid = cJSON_GetObjectItemCaseSensitive(row, "grid");
  const cJSON *rate = cJSON_GetObjectItemCaseSensitive(row, "mcells_per_s");
  if (!read_word(row, "name", &out->name)) return "name";
  if (!read_word(row, "solver", &out->solver)) return "solver";
  if (!read_word(row, "variant", &out->variant)) return "variant";
  for (int n = 0; n < 2; n++)
    if (!cJSON_IsArray(grid) || cJSON_GetArraySize(grid) != 2 || !read_whole(cJSON_GetArrayItem(grid, n), &out->grid[n])) return "grid";
  if (!read_whole(cJSON_GetObjectItemCaseSensitive(row, "threads"), &out->threads)) return "threads";
  if (!read_whole(cJSON_GetObjectItemCaseSensitive(row, "bodies"), &out->bodies)) return "bodies";
  if (!read_number(cJSON_GetObjectItemCaseSensitive(rate, "median"), 0, &out->mcells)) return "mcells_per_s.median";
  if (!read_number(cJSON_GetObjectItemCaseSensitive(row, "ms_total"), 0, &out->ms_total)) return "ms_total";
  return NULL;
}

static bool read_rows(BenchBaseline *b, Error *error) {
  const cJSON *rows = cJSON_GetObjectItemCaseSensitive(b->tree, "rows"), *row;
  const cJSON *machine = cJSON_GetObjectItemCaseSensitive(b->tree, "machine");
  if (!cJSON_IsArray(rows)) return error_set(error, "--against: %s: has no rows; wanted: what --json writes", b->path);
  b->rows = memory_create((size_t)cJSON_GetArraySize(rows) + 1, sizeof *b->rows);
  if (!b->rows) return error_set(error, "--against: %s: not enough memory", b->path);
  cJSON_ArrayForEach(row, rows) {
    const char *lacks = read_row(row, &b->rows[b->count++]);
    if (lacks) return error_set(error, "--against: %s: row %d: %s is missing or malformed", b->path, b->count, lacks);
  }
  if (!read_word(machine, "cpu", &b->cpu)) b->cpu = "unknown";
  return true;
}

BenchBaseline *bench_baseline_read(const char *path, Error *error) {
  char *text = read_file(path, error);
  if (!text) return NULL;
  BenchBaseline *b = memory_create(1, sizeof *b);
  if (b) b->tree = cJSON_Parse(text);
  free(text);
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

static void print_words(const char *name, const char *solver, const char *variant, int nx, int nz, int threads, int bodies) {
  const char *const words[] = {name, solver, variant};
  for (int w = 0; w < 3; w++) {
    char shown[TEXT];
    shown_word(words[w], shown);
    printf("  %-8s", shown);
  }
  printf(" %4d x %-4d %7d %6d", nx, nz, threads, bodies);
}

static BaseRow *partner(const BenchBaseline *b, const BenchRow *now) {
  for (int n = 0; n < b->count; n++) {
    BaseRow *const then = &b->rows[n];
    if (!then->met && strcmp(then->name, now->name) == 0 && strcmp(then->solver, weir_solver_name(now->solver)) == 0 &&
        strcmp(then->variant, now->variant) == 0 && then->grid[0] == now->grid && then->grid[1] == now->grid &&
        then->threads == now->threads && then->bodies == now->bodies)
      return then;
  }
  return NULL;
}

static void clear_marks(const BenchBaseline *b) {
  for (int n = 0; n < b->count; n++) b->rows[n].met = false;
}

/* A row and its partner of before, or one of the two. */
typedef void Line(const BaseRow *then, const BenchRow *now);

/* All pairs, then what only the baseline has, then what only today's rows have. */
static void each_pair(const BenchBaseline *b, const BenchReport *report, Line *line) {
  clear_marks(b);
  for (int n = 0; n < report->count; n++) {
    BaseRow *then = partner(b, &report->rows[n]);
    if (!then) continue;
    line(then, &report->rows[n]);
    then->met = true;
  }
  for (int n = 0; n < b->count; n++)
    if (!b->rows[n].met) line(&b->rows[n], NULL);
  clear_marks(b);
  for (int n = 0; n < report->count; n++) {
    BaseRow *then = partner(b, &report->rows[n]);
    if (then)
      then->met = true;
    else
      line(NULL, &report->rows[n]);
  }
}

static void print_line(const BaseRow *then, const BenchRow *now) {
  if (now)
    print_words(now->name, weir_solver_name(now->solver), now->variant, now->grid, now->grid, now->threads, now->bodies);
  else
    print_words(then->name, then->solver, then->variant, then->grid[0], then->grid[1], then->threads, then->bodies);
  if (then && now)
    printf(" %10.1f %10.1f %6.2f %10.3f %10.3f %6.2f\n", then->mcells, now->mcells.median, now->mcells.median / then->mcells,
           then->ms_total, now->ms_total, now->ms_total / then->ms_total);
  else
    printf("  only %s\n", then ? "then" : "now");
}

static void markdown_line(const BaseRow *then, const BenchRow *now) {
  const double rates[2] = {then ? then->mcells : NAN, now ? now->mcells.median : NAN};
  const double times[2] = {then ? then->ms_total : NAN, now ? now->ms_total : NAN};
  const char *const words[3] = {now ? now->name : then->name, now ? weir_solver_name(now->solver) : then->solver,
                                now ? now->variant : then->variant};
  for (int n = 0; n < 3; n++) {
    char shown[TEXT];
    shown_word(words[n], shown);
    markdown_cell("%s", shown);
  }
  markdown_cell("%d", now ? now->grid : then->grid[0]);
  markdown_cell("%d", now ? now->threads : then->threads);
  markdown_cell("%d", now ? now->bodies : then->bodies);
  for (int n = 0; n < 2; n++) markdown_number("%.1f", rates[n]);
  markdown_number("%.2f", rates[1] / rates[0]);
  for (int n = 0; n < 2; n++) markdown_number("%.3f", times[n]);
  markdown_number("%.2f", times[1] / times[0]);
  markdown_end_row();
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
  each_pair(b, report, report->markdown ? markdown_line : print_line);
}
