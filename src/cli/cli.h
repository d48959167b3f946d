#ifndef CLI_CLI_H
#define CLI_CLI_H

/* The parts that the commands `weir`, `weir bench` and `weir check` share on the command line. This room knows base and cJSON.
 *
 *   cli            the line that says what failed, the commit
 *   command_line   the one reader of options: a table for each command; lists of words as people type them
 *   numbers        numbers as people type them
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

#endif
