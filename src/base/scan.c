#include "base/scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\n\v\f";

bool scan_number(const char **text, float *number) {
  const char *const word = *text + strspn(*text, blanks);
  const size_t size = strspn(word, "0123456789+-.eE"); /* strtof alone would accept hexadecimal, infinities and NaN */
  char *end = NULL;
  const float value = strtof(word, &end);
  if (size == 0 || end != word + size || (*end != '\0' && !strchr(blanks, *end)) || !isfinite(value)) return false;
  *number = value;
  *text = end;
  return true;
}

bool scan_at_end(const char *text) {
  return text[strspn(text, blanks)] == '\0';
}
