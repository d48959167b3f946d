#define _POSIX_C_SOURCE 200809L /* mkdir */
#include "app/saves/slots.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { TAIL = 32 /* bytes that a slot's name may take after the folder's */ };

const char *slot_name(int slot) {
  static const char *const names[SLOT_COUNT] = {"slot 1", "slot 2", "slot 3", "slot 4", "slot 5", "slot 6", "quick", "autosave"};
  return names[slot];
}

/* The folder of all programs' data, or false where the environment names none. */
static bool data_folder(char folder[SLOT_PATH]) {
  const char *const own = getenv("XDG_DATA_HOME"), *const home = getenv("HOME");
  int size = -1;
  if (own && own[0] == '/')
    size = snprintf(folder, SLOT_PATH, "%s", own);
  else if (home && home[0] == '/')
    size = snprintf(folder, SLOT_PATH, "%s/.local/share", home);
  return size > 0 && size < SLOT_PATH - TAIL;
}

static bool own_folder(char folder[SLOT_PATH]) {
  if (!data_folder(folder)) return false;
  strcat(folder, "/weir"); /* TAIL has room for it */
  return true;
}

bool slot_path(int slot, char path[SLOT_PATH]) {
  static const char *const files[SLOT_COUNT] = {"/slot-1.png", "/slot-2.png", "/slot-3.png", "/slot-4.png",
                                                "/slot-5.png", "/slot-6.png", "/quick.png",  "/autosave.png"};
  if (!own_folder(path)) return false;
  strcat(path, files[slot]);
  return true;
}

bool slots_make_folder(Error *error) {
  char folder[SLOT_PATH];
  if (!own_folder(folder)) return error_set(error, "save: neither XDG_DATA_HOME nor HOME names a folder to save in");
  for (char *at = folder + 1;; at++) { /* each folder on the way */
    const char here = *at;
    if (here != '/' && here != '\0') continue;
    *at = '\0';
    if (mkdir(folder, 0700) != 0 && errno != EEXIST) return error_set(error, "save: %s: %s", folder, strerror(errno));
    *at = here;
    if (here == '\0') return true;
  }
}

long long slot_written(int slot) {
  char path[SLOT_PATH];
  struct stat is;
  return slot_path(slot, path) && stat(path, &is) == 0 && S_ISREG(is.st_mode) ? (long long)is.st_mtime : 0;
}
