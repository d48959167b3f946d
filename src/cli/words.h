#ifndef CLI_WORDS_H
#define CLI_WORDS_H

/* Lists of words as people type them: "draft,bob". */

#include <stdbool.h>

enum { WORD_MAX = 64 };

/* Cuts the next word of a list off `text`, its comma too. False, with as much of it as fits, when it is too long to be any. */
bool word_next(const char **text, char word[WORD_MAX]);

#endif
