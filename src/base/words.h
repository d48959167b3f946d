#ifndef BASE_WORDS_H
#define BASE_WORDS_H

/* Words of a text: numbers among them, and what a mistyped one was to be. */

#include <stdbool.h>

/* Reads the next number of a text whose words are separated by blanks: decimal, finite, and a whole word ("1.5", "-2e3"; not "0x1p3",
 * "inf", "1m"). Moves *text behind it. Returns false, with *text where it was, if something else stands there. */
bool scan_number(const char **text, float *number);

/* Returns true if nothing but blanks is left. */
bool scan_at_end(const char *text);

/* The nearest of some words so far; begins as {0}. */
typedef struct Nearest {
  const char *word; /* NULL: none is near: more than two slips make another word, and so do as many slips as it has letters */
  int distance;
} Nearest;

void nearest_try(Nearest *nearest, const char *typed, const char *word);

#endif
