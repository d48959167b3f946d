#ifndef APP_APP_H
#define APP_APP_H

/* The program: see `weir --help`. Returns the exit status: 0; 1 when something in the world failed; 2 when the command
 * line was wrong. */
int app_main(int argc, char **argv);

#endif
