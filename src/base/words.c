#include "base/words.h"

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

/* --- spelling -------------------------------------------------------------------------------------------------------- */

enum { SLIPS_MAX = 2 };

/* Returns the slips (letters put in, left out or changed) from one word to another; 99 when a word is longer than 40 letters. */
static int word_distance(const char *a, const char *b) {
  enum { NAME_MAX_LENGTH = 40, FAR = 99 };
  const size_t na = strlen(a), nb = strlen(b);
  if (na > NAME_MAX_LENGTH || nb > NAME_MAX_LENGTH) return FAR;
  int row[NAME_MAX_LENGTH + 1];
  for (size_t j = 0; j <= nb; j++) row[j] = (int)j;
  for (size_t i = 1; i <= na; i++) {
    int diagonal = row[0];
    row[0] = (int)i;
    for (size_t j = 1; j <= nb; j++) {
      const int change = diagonal + (a[i - 1] != b[j - 1]);
      const int gap = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
      diagonal = row[j];
      row[j] = change < gap ? change : gap;
    }
  }
  return row[nb];
}

void nearest_try(Nearest *nearest, const char *typed, const char *word) {
  const int distance = word_distance(typed, word);
  if (distance > SLIPS_MAX || distance >= (int)strlen(typed) || (nearest->word && distance >= nearest->distance)) return;
  *nearest = (Nearest){word, distance};
}
