#ifndef COMMANDS_CHECK_COMMAND_H
#define COMMANDS_CHECK_COMMAND_H

/* `weir check`: runs the known answers and prints what came out. argv[0] is "check". Returns the exit status: 0, or 1 when
 * a row fails or the file cannot be written, or 2. */
int check_main(int argc, char **argv);

#endif
