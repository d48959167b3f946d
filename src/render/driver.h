#ifndef RENDER_DRIVER_H
#define RENDER_DRIVER_H

/* Queries for what the driver of the current context has beyond OpenGL 3.3. */

#include <stdbool.h>

/* Returns true if the driver names the extension. */
bool driver_has(const char *extension);

/* Writes a function of the driver's to the pointer at `function`; NULL where the driver has none. */
void driver_find(void *function, void *(*get_proc_address)(const char *name), const char *name);

#endif
