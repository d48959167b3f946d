#ifndef CLI_NUMBERS_H
#define CLI_NUMBERS_H

/* Numbers as people type them, read strictly: the whole word, finite, within its range. False leaves the output as it
 * was. */

#include <stdbool.h>
#include <stdint.h>

bool number_real(const char *text, double low, double high, double *value);
bool number_whole(const char *text, int64_t low, int64_t high, int64_t *value);
bool number_seed(const char *text, uint64_t *value);

/* "AxB"; "A" alone stands for "AxA" where `square_allowed`. */
bool number_pair(const char *text, int low, int high, bool square_allowed, int *a, int *b);

#endif
