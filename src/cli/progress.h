#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

/* One line on standard error that tells how far a long job is, while it lasts. It is for a person at a terminal: anything else that
 * reads standard error sees nothing of it. */

#include <stdbool.h>

/* The line of one job; a value of the function that does it. */
typedef struct Progress {
  double begun, told; /* clock: start of the job; last change of the line */
  bool shown;
} Progress;

Progress progress_begin(void);

/* Shows the line, printf style, if the job has lasted for a second and the last change is a while ago. */
void progress_tell(Progress *progress, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says one line that stays, printf style: what a job came to. */
void progress_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Takes the line away. */
void progress_end(Progress *progress);

#endif
