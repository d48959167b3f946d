#include "format/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"

void *state_file_read(const char *path, size_t *size, Error *error) {
  struct stat is;
  if (stat(path, &is) != 0) return error_set(error, "%s: %s", path, strerror(errno)), NULL;
  if (!S_ISREG(is.st_mode)) return error_set(error, "%s: not an ordinary file", path), NULL;
  FILE *const file = fopen(path, "rb");
  if (!file) return error_set(error, "%s: %s", path, strerror(errno)), NULL;
  *size = (size_t)is.st_size;
  void *const bytes = memory_create(*size + 1, 1);
  const bool whole = bytes && fread(bytes, 1, *size, file) == *size;
  fclose(file);
  if (whole) return bytes;
  error_set(error, "%s: %s", path, bytes ? "cannot be read" : "not enough memory");
  memory_free(bytes);
  return NULL;
}
