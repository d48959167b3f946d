#ifndef CLI_CLI_H
#define CLI_CLI_H

/* The parts that the commands `weir`, `weir bench` and `weir check` share on the command line. This room knows base and cJSON.
 *
 *   cli            the line that says what failed, the one that tells how far a job is, the commit
 *   command_line   the one reader of options: a table for each command; numbers and lists of words as people type them
 *   interrupt      Ctrl+C and SIGTERM
 *   json           the one writer of JSON
 *   markdown       tables for documents */

#include "base/error.h"

/* The commit that the program was built from, as in "1f696ab" or, with changes beside it, "1f696ab+"; empty where the build found no git.
 * A constant of the program. */
const char *program_commit(void);
/* Says "weir: COMMAND: why" on standard error, after what was printed before; `command` NULL: "weir: why". Returns `status`. */
int cli_fail(int status, const char *command, const Error *error);

/* Answers for a command that takes no words but --help. Returns -1 if it is to go on, else its exit status: help was printed, or a word was
 * refused. */
int cli_no_words(int argc, char **argv, const char *command, const char *help);

/* One line on standard error that tells how far a long job is, while it lasts: a value of the function that does it. It is for a person at a
 * terminal: anything else that reads standard error sees nothing of it. */
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
