#ifndef BASE_SCAN_H
#define BASE_SCAN_H

#include <stdbool.h>

/* Reads the next number of a text whose words are separated by blanks: decimal, finite, and a whole word ("1.5", "-2e3"; not "0x1p3",
 * "inf", "1m"). Moves *text behind it. Returns false, with *text where it was, if something else stands there. */
bool scan_number(const char **text, float *number);

/* Returns true if nothing but blanks is left. */
bool scan_at_end(const char *text);

#endif
