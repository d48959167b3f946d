/* ESRI ASCII grids: a head of words with a number each, then the values row after row from the north. */
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "geo/geo_private.h"

enum { BLOCK = 65536, WORD = 64 };

/* The text of a file, of which a block is in memory. On the stack. */
typedef struct Text {
  FILE *file;
  char block[BLOCK];
  size_t size, at;
  int line; /* of the last word, from 1 */
  const GeoReading *reading;
  double passed, bytes; /* of the file: in the blocks before this one; in all */
} Text;

static int next_byte(Text *text) {
  if (text->at == text->size) {
    text->passed += (double)text->size;
    if (!geo_goes_on(text->reading, text->passed / text->bytes)) return EOF; /* the rest is not wanted any more */
    text->size = fread(text->block, 1, BLOCK, text->file);
    text->at = 0;
    if (text->size == 0) return EOF;
  }
  return (unsigned char)text->block[text->at++];
}

/* Copies the next word, cut to fit. Returns false at the end of the file. */
static bool next_word(Text *text, char word[WORD]) {
  int c = next_byte(text), size = 0;
  while (c != EOF && (c <= ' ' || c == ';')) {
    text->line += c == '\n';
    c = next_byte(text);
  }
  for (; c != EOF && c > ' ' && c != ';'; c = next_byte(text))
    if (size < WORD - 1) word[size++] = (char)c;
  word[size] = '\0';
  if (c == '\n') text->at--; /* its line is counted with the next word */
  return size > 0;
}

/* Returns 10^n for n of 0 and more; beyond a double's range infinity. */
static double power_of_ten(int n) {
  double power = 1;
  for (double by = 10; n > 0; n /= 2, by *= by)
    if (n % 2) power *= by;
  return power;
}

/* Reads a decimal number that is the whole word, whatever the locale is; a comma may stand for the point. A float that was printed with nine
 * digits comes back to the bit: mantissas of up to 15 digits and powers up to 10^22 are exact, and the one division rounds once. */
static bool word_number(const char *word, double *value) {
  const char *c = word;
  const bool negative = *c == '-';
  double mantissa = 0;
  int digits = 0, exponent = 0, shift = 0;
  c += *c == '-' || *c == '+';
  if (strcasecmp(c, "nan") == 0) return *value = NAN, true;
  for (bool point = false; isdigit((unsigned char)*c) || (!point && (*c == '.' || *c == ',')); c++) {
    if (!isdigit((unsigned char)*c)) {
      point = true;
      continue;
    }
    digits++;
    if (mantissa < 1e14)
      mantissa = 10 * mantissa + (*c - '0'), shift -= point;
    else
      shift += !point;
  }
  if (digits == 0) return false;
  if (*c == 'e' || *c == 'E') {
    const bool down = *++c == '-';
    c += *c == '-' || *c == '+';
    if (!isdigit((unsigned char)*c)) return false;
    for (; isdigit((unsigned char)*c); c++) exponent = exponent < 1000 ? 10 * exponent + (*c - '0') : exponent;
    exponent = down ? -exponent : exponent;
  }
  const int power = exponent + shift;
  const double size = power < 0 ? mantissa / power_of_ten(-power) : mantissa * power_of_ten(power);
  *value = negative ? -size : size;
  return *c == '\0';
}

/* The numbers of the head. */
typedef enum HeadWord { COLUMNS, ROWS, WEST, WEST_CENTRE, SOUTH, SOUTH_CENTRE, CELL, CELL_X, CELL_Y, MISSING, HEAD_WORDS } HeadWord;

/* A head while it is read. */
typedef struct Head {
  bool has[HEAD_WORDS];
  double number[HEAD_WORDS];
} Head;

static const char *const head_words[HEAD_WORDS] = {"ncols",     "nrows",    "xllcorner", "xllcenter", "yllcorner",
                                                   "yllcenter", "cellsize", "dx",        "dy",        "nodata_value"};

/* Returns true and keeps the number if `word` is one of the head's; the first other word, which is the first value, stays in `word`. */
static bool head_line(Text *text, Head *head, char word[WORD], bool *fault) {
  char number[WORD];
  for (int n = 0; n < HEAD_WORDS; n++) {
    if (strcasecmp(word, head_words[n]) != 0) continue;
    *fault = !next_word(text, number) || !word_number(number, &head->number[n]);
    return head->has[n] = true;
  }
  return false;
}

static GeoFrame frame_of(const Head *h) {
  GeoFrame frame = {.metres_a_unit = 1};
  frame.cell_x = h->has[CELL_X] ? h->number[CELL_X] : h->number[CELL];
  frame.cell_z = h->has[CELL_Y] ? h->number[CELL_Y] : h->number[CELL];
  if (!(frame.cell_x > 0 && frame.cell_z > 0 && frame.cell_x < 1e9 && frame.cell_z < 1e9)) return (GeoFrame){0};
  frame.is_known = (h->has[WEST] || h->has[WEST_CENTRE]) && (h->has[SOUTH] || h->has[SOUTH_CENTRE]);
  frame.west = h->has[WEST] ? h->number[WEST] : h->number[WEST_CENTRE] - 0.5 * frame.cell_x;
  const double south = h->has[SOUTH] ? h->number[SOUTH] : h->number[SOUTH_CENTRE] - 0.5 * frame.cell_z;
  frame.north = south + h->number[ROWS] * frame.cell_z;
  /* The format does not say its units: cells of less than 1/20 within the bounds of the globe are taken for degrees. */
  const bool globe = fabs(frame.west) <= 360 && fabs(south) <= 90 && fabs(frame.north) <= 90;
  if (frame.is_known && globe && frame.cell_x < 0.05 && h->number[COLUMNS] * frame.cell_x < 30) frame.metres_a_unit = 0;
  if (!(fabs(frame.west) < 1e12 && fabs(frame.north) < 1e12)) return (GeoFrame){0};
  return frame;
}

/* Reads the values, of which `word` is the first. */
static bool read_values(Text *text, const GeoFile *file, const Head *head, char word[WORD], GeoGrid *grid, Error *error) {
  const int64_t wide = (int64_t)head->number[COLUMNS], count = wide * (int64_t)head->number[ROWS];
  for (int64_t n = 0; n < count; n++) {
    double value;
    if (n > 0 && !next_word(text, word)) word[0] = '\0';
    if (word[0] == '\0')
      return error_set(error, "%s: damaged ESRI ASCII grid (it ends after %lld of its %lld values)", file->name, (long long)n,
                       (long long)count);
    if (!word_number(word, &value))
      return error_set(error, "%s:%d: '%.40s' is not a number; allowed in an ESRI ASCII grid: its %lld values", file->name, text->line,
                       word, (long long)count);
    const bool missing = (head->has[MISSING] && value == head->number[MISSING]) || geo_is_missing((float)value);
    geo_put(grid, n % wide, n / wide, missing ? NAN : (float)value);
  }
  return true;
}

bool asc_read(const GeoFile *file, const GeoReading *reading, GeoGrid *grid, Error *error) {
  Text text = {.file = file->file, .line = 1, .reading = reading, .bytes = file->bytes > 0 ? file->bytes : 1};
  Head head = {0};
  char word[WORD] = "";
  bool fault = false, more = next_word(&text, word);
  while (more && head_line(&text, &head, word, &fault) && !fault) more = next_word(&text, word);
  if (fault) return error_set(error, "%s:%d: %s has no number", file->name, text.line, word);
  if (!head.has[COLUMNS] || !head.has[ROWS])
    return error_set(error, "%s: an ESRI ASCII grid begins with ncols and nrows, each with a number", file->name);
  if (2 * head.number[COLUMNS] * head.number[ROWS] > file->bytes + 1)
    return error_set(error, "%s: damaged ESRI ASCII grid (its %.0f bytes cannot hold %.0f x %.0f values)", file->name, file->bytes,
                     head.number[COLUMNS], head.number[ROWS]);
  if (!geo_create(file, reading, floor(head.number[COLUMNS]), floor(head.number[ROWS]), grid, error)) return false;
  grid->frame = frame_of(&head);
  grid->bits = 32;
  if (!more) word[0] = '\0';
  return read_values(&text, file, &head, word, grid, error);
}
