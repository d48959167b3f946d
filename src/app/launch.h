#ifndef APP_LAUNCH_H
#define APP_LAUNCH_H

/* Starts the program again, once, with OpenMP told to let waiting threads sleep; returns only in the process that is so
 * set up, or where that cannot be. A person's own OMP_WAIT_POLICY or GOMP_SPINCOUNT stands.
 *
 * libgomp's threads otherwise spin for milliseconds at each barrier. On two cores shared with a software driver or any
 * other busy program, the one that is waited for then has no core to run on: a 512 x 512 step took 16 ms instead of 3.2.
 * libgomp reads its settings before main, so that setting them from within comes too late. */
void launch_with_patient_threads(char **argv);

#endif
