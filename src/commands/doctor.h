#ifndef COMMANDS_DOCTOR_H
#define COMMANDS_DOCTOR_H

/* `weir doctor`: what this machine offers (processor, memory, OpenGL, sound, controllers, folders), how fast the water and the picture are
 * on it, and what will be slow or will not work. argv[0] is "doctor". Returns the exit status: 0 when a window can be opened or a picture
 * drawn and the program's own files are there, else 1; 2 when more was given. */
int doctor_main(int argc, char **argv);

#endif
