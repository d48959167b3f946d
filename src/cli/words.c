#include "cli/words.h"

#include <string.h>

bool word_next(const char **text, char word[WORD_MAX]) {
  const size_t size = strcspn(*text, ","), taken = size < WORD_MAX ? size : WORD_MAX - 1;
  memcpy(word, *text, taken);
  word[taken] = '\0';
  *text += size + ((*text)[size] == ',' ? 1 : 0);
  return taken == size;
}
