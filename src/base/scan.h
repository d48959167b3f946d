#ifndef BASE_SCAN_H
#define BASE_SCAN_H

#include <stdbool.h>

/* The next number of a text whose words are separated by blanks: decimal, finite, and a whole word ("1.5", "-2e3"; not "0x1p3",
 * "inf", "1m"). Moves *text behind it. False, with *text where it was, when something else stands there. */
bool scan_number(const char **text, float *number);

/* Whether nothing but blanks is left. */
bool scan_at_end(const char *text);

#endif
