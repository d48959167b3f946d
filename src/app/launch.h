#ifndef APP_LAUNCH_H
#define APP_LAUNCH_H

/* Starts the program again, once, with settings in its environment that libgomp and the C library read before main; returns only in the
 * process that is so set up, or where that cannot be. What a person has set stands: OMP_WAIT_POLICY or GOMP_SPINCOUNT, GLIBC_TUNABLES.
 *
 * Threads that wait are to sleep: libgomp's otherwise spin for milliseconds at each barrier. On two cores shared with a software driver or
 * any other busy program, the thread that is waited for then has no core to run on: a 512 x 512 step took 16 ms instead of 3.2.
 *
 * Memory comes in large pages, and in large pieces that are kept: a software driver clears the memory of each texture, and the system hands
 * it out page by page. The first picture of the river comes after 0.6 instead of 1.0 s, with 40 MB more of memory. Needs glibc 2.35; others
 * pass it by. */
void launch_prepared(char **argv);

#endif
