#include "cli/numbers.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool number_real(const char *text, double low, double high, double *value) {
  /* strtod alone would take leading blanks, "nan", "inf" and hexadecimal floats. */
  if (!*text || strspn(text, "0123456789+-.eE") != strlen(text)) return false;
  char *end;
  const double number = strtod(text, &end);
  if (end == text || *end || !isfinite(number) || number < low || number > high) return false;
  *value = number;
  return true;
}

bool number_whole(const char *text, int64_t low, int64_t high, int64_t *value) {
  if (!isdigit((unsigned char)text[text[0] == '-'])) return false;
  char *end;
  errno = 0;
  const long long number = strtoll(text, &end, 10);
  if (*end || errno == ERANGE || number < low || number > high) return false;
  *value = number;
  return true;
}

bool number_seed(const char *text, uint64_t *value) {
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
