#ifndef BASE_CHECK_H
#define BASE_CHECK_H

/* CHECK guards against a caller's bug, never against bad input. It is on in every build but Release. */

#if defined(NDEBUG)
#define CHECK(condition) ((void)sizeof(condition))
#else
#define CHECK(condition) ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))
#endif

/* Prints the condition that failed with its file and line, and aborts. */
_Noreturn void check_failed(const char *condition, const char *file, int line);

#endif
