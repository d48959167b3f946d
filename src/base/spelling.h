#ifndef BASE_SPELLING_H
#define BASE_SPELLING_H

/* Guesses what a mistyped word was to be. */

/* Returns the slips (letters put in, left out or changed) from one word to another; 99 when a word is longer than 40 letters. */
int word_distance(const char *a, const char *b);

/* The nearest of some words so far; begins as {0}. */
typedef struct Nearest {
  const char *word; /* NULL: none is near: more than two slips make another word, and so do as many slips as it has letters */
  int distance;
} Nearest;

void nearest_try(Nearest *nearest, const char *typed, const char *word);

#endif
