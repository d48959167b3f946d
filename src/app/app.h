#ifndef APP_APP_H
#define APP_APP_H

/* A run of the program, in a window or without one: see `weir --help`. `start` is the clock when the program began. Returns the exit
 * status: 0; 1 when something in the world failed; 2 when the command line was wrong. */
int app_main(int argc, char **argv, double start);

#endif
