#ifndef COMMANDS_COMMANDS_H
#define COMMANDS_COMMANDS_H

/* The commands beside a run and `weir bench`. argv[0] is the command's word. Each returns the exit status: 0, 1 when something failed, 2 when
 * the command line was wrong. */

/* `weir check`: runs the known answers and prints what came out; 1 also when a row is missed. */
int check_main(int argc, char **argv);

/* `weir verify FILE`: plays an input log as fast as the machine can, compares the state wherever the log has its hash, and tells which goals
 * were met; 1 also when a state differs, 3 when it may because the log was played with another engine of rigid bodies. */
int verify_main(int argc, char **argv);
/* `weir pictures DIR`: every scene at a moment worth seeing, from each of its cameras, at each quality tier. */
int pictures_main(int argc, char **argv);

/* `weir doctor`: what this machine offers (processor, memory, OpenGL, sound, controllers, folders), how fast the water and the picture are on
 * it, and what will be slow or will not work; 0 when a window can be opened or a picture drawn and the program's own files are there. */
int doctor_main(int argc, char **argv);

/* Both are made of the tables of commands, options, keys and parameters that the program itself goes by, and go to standard output. `weir
 * manual`: the manual page, in the language of man(7). `weir completion`: a script for bash that completes commands, options, their values,
 * scenes and parameters. */
int manual_main(int argc, char **argv);
int completion_main(int argc, char **argv);

#endif
