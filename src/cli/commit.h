#ifndef CLI_COMMIT_H
#define CLI_COMMIT_H

/* The commit that the program was built from, as in "1f696ab" or, with changes beside it, "1f696ab+"; empty where the build found no git.
 * A constant of the program. */
const char *program_commit(void);

#endif
