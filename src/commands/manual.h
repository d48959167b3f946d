#ifndef COMMANDS_MANUAL_H
#define COMMANDS_MANUAL_H

/* `weir manual`: the manual page, in the language of man(7), on standard output; it is made of the tables of commands, options, keys and
 * parameters that the program itself goes by. argv[0] is "manual". Returns the exit status: 0, or 2 when more was given. */
int manual_main(int argc, char **argv);

#endif
