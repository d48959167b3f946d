#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

/* Ctrl+C (SIGINT) and SIGTERM. A thread of its own waits for them, so they are answered whatever the other threads are at:
 * reading a file that never ends, or in the middle of a long step. Unless told otherwise the program says one line and ends
 * with the status 128 + the signal's number, as a shell would report it. */

#include <stdbool.h>

/* The function that is called first, in the thread that waits: to write what there is so far. It must not wait for the other threads, but
 * for locks that they hold for moments. True: the program goes on and ends by itself soon; a second signal ends it at once. */
typedef bool InterruptSave(void *data);

/* Begins to wait for signals. To be called once, before there is any other thread. */
void interrupt_start(void);
/* Sets the function `save` that is called first; NULL: none is. The data stay the caller's until it is replaced. */
void interrupt_save_with(InterruptSave *save, void *data);
/* Enclose what `save` must not see half done. */
void interrupt_hold(void);
void interrupt_release(void);

#endif
