#ifndef FORMAT_FILE_H
#define FORMAT_FILE_H

#include <stddef.h>

#include "base/error.h"

/* A whole ordinary file in memory, which the caller frees with memory_free; NULL with "PATH: why". */
void *state_file_read(const char *path, size_t *size, Error *error);

#endif
