#ifndef COMMANDS_PICTURES_H
#define COMMANDS_PICTURES_H

/* `weir pictures DIR`: every scene at a moment worth seeing, from each of its cameras, at each quality tier. argv[0] is the command's
 * name. Returns the exit status: 0; 1 when something in the world failed; 2 when the command line was wrong. */
int pictures_main(int argc, char **argv);

#endif
