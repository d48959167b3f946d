#ifndef COMMANDS_COMPLETION_H
#define COMMANDS_COMPLETION_H

/* `weir completion`: a script for bash on standard output that completes commands, options, their values, scenes and parameters; made of
 * the tables that the program itself goes by. argv[0] is "completion". Returns the exit status: 0, or 2 when more was given. */
int completion_main(int argc, char **argv);

#endif
