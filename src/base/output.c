#define _DEFAULT_SOURCE /* realpath, readlink, fchmod, flock */
#include "base/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/paths.h"

enum { NAMES_TRIED = 100, LINKS_FOLLOWED = 16, DIGITS = 6 /* of a temporary name */ };

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

/* Creates a file that was not there, named for the target and six digits. The system applies the umask, which a process with threads can
 * read only by changing it for all of them. Returns -1 if the folder takes none. */
static int create_beside(Output *output, mode_t mode) {
  static atomic_uint counter;
  for (int n = 0; n < NAMES_TRIED; n++) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const long seed[] = {(long)getpid(), (long)atomic_fetch_add(&counter, 1), now.tv_nsec};
    const unsigned digits = (unsigned)hash_bytes(HASH_START, seed, sizeof seed) & 0xffffff;
    const int size = snprintf(output->temporary, sizeof output->temporary, "%s.%06x", output->target, digits);
    const int number = size < (int)sizeof output->temporary ? open(output->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode) : -1;
    if (number >= 0 || errno != EEXIST) return number;
  }
  return -1;
}

/* Opens a temporary file beside the target, with the permissions of the file that it will replace (NULL: there is none yet). */
static bool open_beside(Output *output, const struct stat *replaced) {
  const int number = create_beside(output, replaced ? 0600 : 0666);
  if (number >= 0) flock(number, LOCK_EX | LOCK_NB); /* tells output_find_unfinished that it is being written */
  const bool moded = number >= 0 && (!replaced || fchmod(number, replaced->st_mode & 07777) == 0);
  if (moded && (output->file = fdopen(number, "wb"))) return true;
  if (number >= 0) {
    close(number);
    remove(output->temporary);
  }
  output->temporary[0] = '\0';
  return false;
}

/* Follows links by hand, as realpath does not where the last one leads to a file that is still to be made. `path` is changed. */
static void follow_links(char path[OUTPUT_PATH]) {
  char link[OUTPUT_PATH], next[2 * OUTPUT_PATH];
  for (int n = 0; n < LINKS_FOLLOWED; n++) {
    const ssize_t size = readlink(path, link, sizeof link - 1);
    if (size <= 0) return;
    link[size] = '\0';
    const char *const slash = strrchr(path, '/');
    const int folder = !path_is_whole(link) && slash ? (int)(slash + 1 - path) : 0;
    if (snprintf(next, sizeof next, "%.*s%s", folder, path, link) >= OUTPUT_PATH) return;
    strcpy(path, next);
  }
}

bool output_open(Output *output, const char *path, Error *error) {
  struct stat is;
  char resolved[PATH_MAX];
  *output = (Output){.name = path};
  const bool there = stat(path, &is) == 0;
  const char *const target = there && realpath(path, resolved) ? resolved : path;
  if (snprintf(output->target, sizeof output->target, "%s", target) >= (int)sizeof output->target) return fault(path, ENAMETOOLONG, error);
  if (!there) follow_links(output->target);
  if (there && S_ISREG(is.st_mode) && access(path, W_OK) != 0) return fault(path, errno, error);
  if (!there || S_ISREG(is.st_mode)) {
    if (open_beside(output, there ? &is : NULL)) return true;
    if (!there) return fault(path, errno, error);
  }
  output->file = fopen(output->target, "wb"); /* a device, or a folder that takes no new file */
  return output->file || fault(path, errno, error);
}

/* Returns true if another process, or another Output, writes to the file. */
static bool is_being_written(const char *path) {
  const int number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const bool is_locked = number >= 0 && flock(number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (number >= 0) close(number);
  return is_locked;
}

bool output_find_unfinished(const char *path, char found[OUTPUT_PATH]) {
  const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
  const size_t length = strlen(name), room = slash ? (size_t)(slash + 1 - path) : 0;
  char folder[OUTPUT_PATH] = ".";
  if (room >= sizeof folder) return false;
  if (slash) snprintf(folder, sizeof folder, "%.*s", (int)room, path);
  DIR *const entries = opendir(folder);
  bool is_found = false;
  for (struct dirent *entry; !is_found && entries && (entry = readdir(entries));) {
    const char *const digits = entry->d_name + length + 1;
    if (strncmp(entry->d_name, name, length) != 0 || entry->d_name[length] != '.') continue;
    if (strlen(digits) != DIGITS || strspn(digits, "0123456789abcdef") != DIGITS) continue;
    is_found = snprintf(found, OUTPUT_PATH, "%.*s%s", (int)room, path, entry->d_name) < OUTPUT_PATH && !is_being_written(found);
  }
  if (entries) closedir(entries);
  return is_found;
}

/* Finds why an earlier byte was refused, which stdio does not keep: asks for more room where there was none. The file is given up. */
static int why_refused(int number) {
  static const char more[4096];
  for (int n = 0; n < 16; n++)
    if (write(number, more, sizeof more) < 0) return errno;
  return 0;
}

bool output_close(Output *output, bool keep, Error *error) {
  errno = 0;
  bool whole = fflush(output->file) == 0 && !ferror(output->file);
  int why = errno;
  if (!whole && why == 0) why = why_refused(fileno(output->file));
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
