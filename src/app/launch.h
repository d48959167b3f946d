#ifndef APP_LAUNCH_H
#define APP_LAUNCH_H

/* Starts the program again, once, with settings in its environment that the C library reads before main; returns only in the
 * process that is so set up, or where that cannot be. What a person has set in GLIBC_TUNABLES stands.
 *
 * Memory comes in large pages, and in large pieces that are kept: a software driver clears the memory of each texture, and the system hands
 * it out page by page. The first picture of the river comes after 0.6 instead of 1.0 s, with 40 MB more of memory. Needs glibc 2.35; others
 * pass it by. */
void launch_prepared(char **argv);

#endif
