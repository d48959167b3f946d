#define _XOPEN_SOURCE 700 /* mkstemp, realpath, fchmod */
#include "base/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fault(const char *name, int number, Error *error) {
  return error_set(error, "%s: cannot be written: %s", name, number ? strerror(number) : "not all bytes were taken");
}

bool output_possible(const char *path, Error *error) {
  const bool is_new = access(path, F_OK) != 0;
  FILE *probe = fopen(path, "ab");
  if (!probe) return fault(path, errno, error);
  fclose(probe);
  if (is_new) remove(path);
  return true;
}

/* Permissions of a new file: all that the process's umask leaves, which can be read only by setting it. */
static mode_t usual_mode(void) {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

/* Opens a temporary file beside the target, with the target's permissions; false where the folder takes no new file. */
static bool open_beside(Output *output, mode_t mode) {
  const int size = snprintf(output->temporary, sizeof output->temporary, "%s.XXXXXX", output->target);
  const int number = size < (int)sizeof output->temporary ? mkstemp(output->temporary) : -1;
  if (number >= 0 && fchmod(number, mode) == 0 && (output->file = fdopen(number, "wb"))) return true;
  if (number >= 0) {
    close(number);
    remove(output->temporary);
  }
  output->temporary[0] = '\0';
  return false;
}

bool output_open(Output *output, const char *path, Error *error) {
  struct stat is;
  char resolved[OUTPUT_PATH];
  *output = (Output){.name = path};
  const bool there = stat(path, &is) == 0;
  const char *const target = there && realpath(path, resolved) ? resolved : path;
  if (snprintf(output->target, sizeof output->target, "%s", target) >= (int)sizeof output->target) return fault(path, ENAMETOOLONG, error);
  if (there && S_ISREG(is.st_mode) && access(path, W_OK) != 0) return fault(path, errno, error);
  if (!there || S_ISREG(is.st_mode)) {
    if (open_beside(output, there ? is.st_mode & 07777 : usual_mode())) return true;
    if (!there) return fault(path, errno, error);
  }
  output->file = fopen(output->target, "wb"); /* a device, or a folder that takes no new file */
  return output->file || fault(path, errno, error);
}

bool output_close(Output *output, bool keep, Error *error) {
  errno = 0;
  bool whole = fflush(output->file) == 0 && !ferror(output->file);
  int why = errno;
  if (whole && keep && output->temporary[0] && fsync(fileno(output->file)) != 0 && errno != EINVAL) whole = false, why = errno;
  if (fclose(output->file) != 0 && whole) whole = false, why = errno;
  if (output->temporary[0]) {
    if (whole && keep && rename(output->temporary, output->target) != 0) whole = false, why = errno;
    if (!whole || !keep) remove(output->temporary);
  }
  *output = (Output){.name = output->name};
  return whole || fault(output->name, why, error);
}

bool output_printed(Error *error) {
  errno = 0;
  const bool flushed = fflush(stdout) == 0;
  return (flushed && !ferror(stdout)) || fault("standard output", errno, error);
}
