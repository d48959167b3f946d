#include "cli/command_line.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/words.h"
#include "cli/cli.h"

/* --- numbers --------------------------------------------------------------------------------------------------------- */

bool number_real(const char *text, double low, double high, double *value) {
  /* strtod alone would take leading blanks, "nan", "inf" and hexadecimal floats. */
  if (!*text || strspn(text, "0123456789+-.eE") != strlen(text)) return false;
  char *end;
  const double number = strtod(text, &end);
  if (end == text || *end || !isfinite(number) || number < low || number > high) return false;
  *value = number;
  return true;
}

static bool number_whole(const char *text, int64_t low, int64_t high, int64_t *value) {
  if (!isdigit((unsigned char)text[text[0] == '-'])) return false;
  char *end;
  errno = 0;
  const long long number = strtoll(text, &end, 10);
  if (*end || errno == ERANGE || number < low || number > high) return false;
  *value = number;
  return true;
}

static bool number_seed(const char *text, uint64_t *value) {
  if (!isdigit((unsigned char)text[0])) return false;
  char *end;
  errno = 0;
  const unsigned long long number = strtoull(text, &end, 10);
  if (*end || errno == ERANGE) return false;
  *value = number;
  return true;
}

bool number_pair(const char *text, int low, int high, bool square_allowed, int *a, int *b) {
  char first[16];
  const char *cross = strchr(text, 'x');
  const size_t size = cross ? (size_t)(cross - text) : strlen(text);
  if (size >= sizeof first || (!cross && !square_allowed)) return false;
  memcpy(first, text, size);
  first[size] = '\0';
  int64_t one, other;
  if (!number_whole(first, low, high, &one)) return false;
  if (!number_whole(cross ? cross + 1 : first, low, high, &other)) return false;
  *a = (int)one;
  *b = (int)other;
  return true;
}

/* --- values ---------------------------------------------------------------------------------------------------------- */

bool word_next(const char **text, char word[WORD_MAX]) {
  const size_t size = strcspn(*text, ","), taken = size < WORD_MAX ? size : WORD_MAX - 1;
  memcpy(word, *text, taken);
  word[taken] = '\0';
  *text += size + ((*text)[size] == ',' ? 1 : 0);
  return taken == size;
}

bool option_refuse(const OptionRow *row, const char *text, Error *error) {
  const char *const expected = row->expected, *const unit = row->unit ? row->unit : "";
  if (expected) return error_set(error, "%s: '%.300s'%s%s", row->name, text, expected[0] == ';' ? "" : " ", expected);
  return error_set(error, "%s: '%s' must be a %snumber from %.10g to %.10g%s%s", row->name, text,
                   row->kind == OPTION_INT || row->kind == OPTION_LONG ? "whole " : "", row->low, row->high, *unit ? " " : "", unit);
}

static bool read_text(const OptionRow *row, const char *text, const char **value) {
  const size_t size = strlen(text);
  if (size == 0 || (row->high > 0 && (double)size > row->high)) return false;
  bool fits = !row->ends[0];
  for (int n = 0; n < 2 && row->ends[n]; n++) {
    const size_t end = strlen(row->ends[n]);
    fits = fits || (size > end && strcmp(text + size - end, row->ends[n]) == 0);
  }
  if (fits) *value = text;
  return fits;
}

static bool read_numbers(const OptionRow *row, const char *text, int *numbers, int *count) {
  char word[WORD_MAX];
  for (*count = 0; *text; (*count)++) {
    int64_t number;
    if (*count == OPTION_NUMBERS_MAX || !word_next(&text, word) || !number_whole(word, (int64_t)row->low, (int64_t)row->high, &number))
      return false;
    numbers[*count] = (int)number;
  }
  return *count > 0;
}

int option_word(const OptionRow *row, const char *text) {
  for (int n = (int)row->low; row->word(n).name; n++)
    if (strcmp(text, row->word(n).name) == 0) return n;
  return -1;
}

static bool read_bits(const OptionRow *row, const char *text, unsigned *bits, Error *error) {
  char word[WORD_MAX];
  const bool all = strcmp(text, "all") == 0;
  *bits = 0;
  for (int n = (int)row->low; all && row->word(n).name; n++) *bits |= 1u << n;
  while (!all && (*bits == 0 || *text)) {
    const int n = word_next(&text, word) ? option_word(row, word) : -1;
    if (n < 0) return option_refuse(row, word, error);
    *bits |= 1u << n;
  }
  return true;
}

/* --- words ----------------------------------------------------------------------------------------------------------- */

static const OptionRow *find(const CommandLine *line, const char *word, size_t size) {
  for (int n = 0; n < line->count; n++)
    if (strlen(line->rows[n].name) == size && strncmp(line->rows[n].name, word, size) == 0) return &line->rows[n];
  return NULL;
}

static bool refuse_unknown(const CommandLine *line, const char *word, size_t size, Error *error) {
  char name[64] = "";
  Nearest nearest = {0};
  if (size < sizeof name) memcpy(name, word, size), name[size] = '\0';
  for (int n = 0; n < line->count && name[0]; n++) nearest_try(&nearest, name, line->rows[n].name);
  const char *const command = line->command ? line->command : "", *const mode = line->mode ? line->mode : "";
  return error_set(error, "%.*s: unknown option%s%s; weir %s%s%s%s--help shows all", (int)(size < 64 ? size : 64), word,
                   nearest.word ? "; did you mean " : "", nearest.word ? nearest.word : "", command, *command ? " " : "", mode,
                   *mode ? " " : "");
}

/* Reads one option with its value, which may stand in the next word, and puts that in its place. */
static bool read_option(const CommandLine *line, int argc, char **argv, int *word_at, void *into, Error *error) {
  const char *const word = argv[*word_at], *const equals = strchr(word, '=');
  const size_t size = equals ? (size_t)(equals - word) : strlen(word);
  const OptionRow *row = find(line, word, size);
  if (strcmp(word, "-h") == 0) row = find(line, "--help", 6);
  if (strcmp(word, "-v") == 0) row = find(line, "--version", 9);
  if (!row) return refuse_unknown(line, word, size, error);
  const char *text = equals ? equals + 1 : NULL;
  if (text && !row->value) return error_set(error, "%s: takes no value, but '%s' was given", row->name, text);
  if (!text && row->value && *word_at + 1 < argc) text = argv[++*word_at];
  if (!text && row->value) return error_set(error, "%s: needs a value: %s %s", row->name, row->name, row->value);
  void *const at = (char *)into + row->at, *const also = (char *)into + row->also;
  const int64_t low = (int64_t)row->low, high = (int64_t)row->high;
  int64_t whole = 0;
  double real = 0;
  bool ok = true;
  switch (row->kind) {
    case OPTION_KNOWN: return true;
    case OPTION_FLAG: *(bool *)at = true; break;
    case OPTION_CONSTANT: *(int *)at = (int)low; break;
    case OPTION_INT:
      if ((ok = number_whole(text, low, high, &whole))) *(int *)at = (int)whole;
      break;
    case OPTION_LONG: ok = number_whole(text, low, high, at); break;
    case OPTION_FLOAT:
      if ((ok = number_real(text, row->low, row->high, &real))) *(float *)at = (float)real;
      break;
    case OPTION_REAL: ok = number_real(text, row->low, row->high, at); break;
    case OPTION_PAIR: ok = number_pair(text, (int)low, (int)high, false, at, (int *)at + 1); break;
    case OPTION_NUMBERS: return read_numbers(row, text, at, also) || option_refuse(row, text, error);
    case OPTION_SEED: ok = number_seed(text, at); break;
    case OPTION_TEXT: ok = read_text(row, text, at); break;
    case OPTION_CHOICE:
      if ((ok = option_word(row, text) >= 0)) *(int *)at = option_word(row, text);
      break;
    case OPTION_BITS: return read_bits(row, text, at, error);
    case OPTION_READ:
      if (!row->read(row, text, into, error)) return false;
  }
  if (ok && row->also) *(bool *)also = true;
  return ok || option_refuse(row, text, error);
}

bool command_line_read(const CommandLine *line, int argc, char **argv, void *into, Error *error) {
  for (int at = 1; at < argc; at++) {
    const char **const named = (const char **)((char *)into + line->noun_at);
    if (argv[at][0] == '-' || !line->noun) {
      if (!read_option(line, argc, argv, &at, into, error)) return false;
    } else if (*named) {
      return error_set(error, "'%s': only one %s is wanted, and '%s' was named before it", argv[at], line->noun, *named);
    } else {
      *named = argv[at];
    }
  }
  return true;
}

int command_line_begin(const CommandLine *line, int argc, char **argv, void *into) {
  Error error;
  for (int n = 1; n < argc; n++)
    if (strcmp(argv[n], "--help") == 0 || strcmp(argv[n], "-h") == 0) {
      printf("weir %s", line->about);
      command_line_print(line, stdout);
      printf("%s", line->after ? line->after : "");
      return 0;
    }
  return command_line_read(line, argc, argv, into, &error) ? -1 : cli_fail(2, line->command, &error);
}

void command_line_print(const CommandLine *line, FILE *out) {
  char left[64];
  int width = 13; /* at least; else as the widest needs */
  for (int pass = 0; pass < 2; pass++)
    for (int n = 0; n < line->count; n++) {
      const OptionRow *const row = &line->rows[n];
      const int size = snprintf(left, sizeof left, "%s%s%s", row->name, row->value ? " " : "", row->value ? row->value : "");
      if (!row->help) continue;
      if (pass == 0 && size > width) width = size;
      if (pass == 1) fprintf(out, "  %-*s  %s\n", width, left, row->help);
      for (int w = 0; pass == 1 && row->word && row->word(w).title; w++)
        fprintf(out, "      %-10s %s\n", row->word(w).name, row->word(w).title);
    }
}
