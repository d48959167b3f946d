#ifndef BASE_ERROR_H
#define BASE_ERROR_H

/* Errors of the outside world, and broken promises within. */

#include <stdbool.h>

/* One line that says what failed, on which object, and what is allowed there. Functions that meet the outside world return false (or NULL)
 * and fill it. */
typedef struct Error {
  char text[512];
} Error;

/* Writes the line (printf style, truncated to fit, newlines made spaces). `error` may be NULL.
 * Always returns false, so that a caller can `return error_set(...)`. */
bool error_set(Error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* CHECK guards against a caller's bug, never against bad input. It is on in every build but Release. */

#if defined(NDEBUG)
#define CHECK(condition) ((void)sizeof(condition))
#else
#define CHECK(condition) ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))
#endif

/* Reports the condition that failed with its file and line, and aborts. */
void check_failed(const char *condition, const char *file, int line) __attribute__((noreturn));

/* Has check_failed tell report(user, line) in place of standard error, which NULL brings back. */
void check_set_report(void (*report)(void *user, const char *line), void *user);

#endif
