#ifndef RENDER_DRIVER_H
#define RENDER_DRIVER_H

/* What the driver of the current context has beyond OpenGL 3.3. */

#include <stdbool.h>

/* Returns true if it names the extension. */
bool driver_has(const char *extension);

/* Takes a function of the driver's, NULL where it has none, into the pointer to it at `function`. */
void driver_find(void *function, void *(*get_proc_address)(const char *name), const char *name);

#endif
