#define _GNU_SOURCE /* realpath */
#include "base/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool path_is_whole(const char *path) {
#if defined(_WIN32)
  if (((path[0] | 32) >= 'a' && (path[0] | 32) <= 'z') && path[1] == ':' && path[2] == '/') return true;
#endif
  return path[0] == '/';
}

bool path_ends_in(const char *path, const char *endings) {
  const size_t length = strlen(path);
  while (*endings) {
    const size_t size = strcspn(endings, " ");
    if (length > size && strncasecmp(path + length - size, endings, size) == 0) return true;
    endings += size + (endings[size] == ' ');
  }
  return false;
}

bool path_of_person(const char *variable, const char *below, char *folder, size_t size, size_t room) {
  const char *const own = getenv(variable), *const home = getenv("HOME");
  int length = -1;
  if (own && path_is_whole(own))
    length = snprintf(folder, size, "%s", own);
  else if (home && path_is_whole(home))
    length = snprintf(folder, size, "%s/%s", home, below);
  return length > 0 && (size_t)length + room < size;
}

void path_whole(const char *path, char *whole, size_t size) {
  char *const found = realpath(path, NULL);
  const bool fits = found && strlen(found) < size;
  snprintf(whole, size, "%s", fits ? found : path);
  free(found);
}
