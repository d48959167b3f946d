#ifndef COMMANDS_VERIFY_COMMAND_H
#define COMMANDS_VERIFY_COMMAND_H

/* `weir verify FILE`: plays an input log as fast as the machine can, compares the state wherever the log has its hash, and tells which
 * goals were met. argv[0] is "verify". Returns the exit status: 0; 1 when a state differs or the log cannot be read; 2 when the command
 * line was wrong. */
int verify_main(int argc, char **argv);

#endif
