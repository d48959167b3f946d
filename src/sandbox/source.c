#define _GNU_SOURCE /* F_SETPIPE_SZ */
#include "sandbox/source.h"

#if defined(_WIN32) || defined(__EMSCRIPTEN__)

bool source_open(Source *source, const char *path, Error *error) {
  *source = (Source){.file = -1};
  return error_set(error, "%s: heights of a box of sand are read on Linux alone so far", path);
}
SourceRead source_read(Source *source, void *bytes, size_t room, size_t *count, int wait_ms) {
  (void)source, (void)bytes, (void)room, (void)wait_ms;
  *count = 0;
  return SOURCE_ENDED;
}
void source_rest(int ms) {
  (void)ms;
}
void source_close(Source *source) {
  (void)source;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PIPE_BYTES = 1 << 20 }; /* a grid of 640 x 480 fits: its producer and the reader wait less for each other */

bool source_open(Source *source, const char *path, Error *error) {
  const bool standard = strcmp(path, "-") == 0;
  struct stat is;
  *source = (Source){.file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
  if (source->file < 0)
    return error_set(error, "%s: %s%s", path, strerror(errno), errno == ENOENT ? "; mkfifo makes a pipe of that name" : "");
  if (fstat(source->file, &is) != 0 || S_ISDIR(is.st_mode)) {
    source_close(source);
    return error_set(error, "%s: neither a pipe nor a file", path);
  }
  source->is_pipe = S_ISFIFO(is.st_mode) && !standard;
  source->is_file = S_ISREG(is.st_mode);
#ifdef F_SETPIPE_SZ
  if (S_ISFIFO(is.st_mode)) fcntl(source->file, F_SETPIPE_SZ, PIPE_BYTES);
#endif
  return true;
}

SourceRead source_read(Source *source, void *bytes, size_t room, size_t *count, int wait_ms) {
  struct pollfd wait = {.fd = source->file, .events = POLLIN};
  *count = 0;
  if (!source->is_file && poll(&wait, 1, wait_ms) <= 0) return SOURCE_NOTHING;
  const ssize_t got = read(source->file, bytes, room);
  if (got > 0) {
    *count = (size_t)got;
    source->has_producer = true;
    return SOURCE_BYTES;
  }
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return SOURCE_NOTHING;
  if (got < 0 || !source->is_pipe) return SOURCE_ENDED;
  const bool left = source->has_producer;
  source->has_producer = false;
  if (!left) poll(NULL, 0, wait_ms); /* no producer yet: the pipe always tells of its end */
  return left ? SOURCE_LEFT : SOURCE_NOTHING;
}

void source_rest(int ms) {
  poll(NULL, 0, ms);
}

void source_close(Source *source) {
  if (source->file > STDIN_FILENO) close(source->file);
  source->file = -1;
}

#endif
