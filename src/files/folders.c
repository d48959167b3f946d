#define _GNU_SOURCE /* readlink */
#include "files/folders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"

enum { PATH = 1024 };

/* Writes PREFIX/share/weir/NAME of a program that is PREFIX/bin/weir; empty if that does not exist. */
static void find_installed(const char *name, char path[PATH]) {
  char program[PATH - 64];
  const ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
  path[0] = '\0';
  if (size <= 0) return;
  program[size] = '\0';
  for (int up = 0; up < 2; up++) {
    char *const slash = strrchr(program, '/');
    if (!slash) return;
    *slash = '\0';
  }
  snprintf(path, PATH, "%s/share/weir/%s", program, name);
  if (access(path, F_OK) != 0) path[0] = '\0';
}

static const char *folder(const char *variable, const char *installed, const char *built_in) {
  const char *set = getenv(variable);
  return set && *set ? set : installed[0] ? installed : built_in;
}

const char *folder_assets(void) {
  static char installed[PATH]; /* every call writes the same */
  find_installed("assets", installed);
  return folder("WEIR_ASSETS", installed, WEIR_ASSET_DIR);
}

const char *folder_shaders(void) {
  static char installed[PATH];
  find_installed("shaders", installed);
  return folder("WEIR_SHADERS", installed, WEIR_SHADER_DIR);
}

const char *folder_programs(void) {
  static const char tail[] = "/weir/programs";
  static char path[PATH];
  if (!path_of_person("XDG_CACHE_HOME", ".cache", path, sizeof path, sizeof tail)) return NULL;
  return strcat(path, tail);
}
