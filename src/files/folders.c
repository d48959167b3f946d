#define _GNU_SOURCE /* readlink, mkdir, flock */
#include "files/folders.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/paths.h"

enum { PATH = 1024 };

/* --- the program's own --------------------------------------------------------------------------------------------------- */

/* Writes FOLDER/NAME of a program that is FOLDER/weir, or PREFIX/share/weir/NAME of one that is PREFIX/bin/weir; empty if neither exists. */
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
    snprintf(path, PATH, "%s/%s%s", program, up == 1 ? "share/weir/" : "", name);
    if (access(path, F_OK) == 0) return;
  }
  path[0] = '\0';
}

static const char *folder_of(const char *variable, const char *name, char installed[PATH], const char *built_in) {
  const char *const set = getenv(variable);
  find_installed(name, installed);
  return set && *set ? set : installed[0] ? installed : built_in;
}

const char *folder_assets(void) {
  static char installed[PATH]; /* every call writes the same */
  return folder_of("WEIR_ASSETS", "assets", installed, WEIR_ASSET_DIR);
}

const char *folder_shaders(void) {
  static char installed[PATH];
  return folder_of("WEIR_SHADERS", "shaders", installed, WEIR_SHADER_DIR);
}

const char *folder_programs(void) {
  static const char tail[] = "/weir/programs";
  static char path[PATH];
  if (!path_of_person("XDG_CACHE_HOME", ".cache", path, sizeof path, sizeof tail)) return NULL;
  return strcat(path, tail);
}

/* --- saved games ----------------------------------------------------------------------------------------------------------- */

enum {
  TAIL = 32,  /* bytes that a slot's name may take after the folder's */
  AUTOS = 32, /* windows at a time that have an autosave of their own; those beyond share the last one */
};

static int auto_number = 1; /* of this process: slots_claim_autosave */

const char *slot_name(int slot) {
  static const char *const names[SLOT_COUNT] = {"slot 1", "slot 2", "slot 3", "slot 4", "slot 5", "slot 6", "quick", "autosave"};
  return names[slot];
}

static bool own_folder(char folder[SLOT_PATH]) {
  if (!path_of_person("XDG_DATA_HOME", ".local/share", folder, SLOT_PATH, TAIL)) return false;
  strcat(folder, "/weir"); /* TAIL has room for it */
  return true;
}

/* "autosave.png", "autosave-2.png" and so on, or such with another ending. */
static bool auto_path(int number, const char *ending, char path[SLOT_PATH]) {
  char folder[SLOT_PATH], digits[16] = "";
  if (!own_folder(folder)) return false;
  if (number > 1) snprintf(digits, sizeof digits, "-%d", number);
  return snprintf(path, SLOT_PATH, "%s/autosave%s.%s", folder, digits, ending) < SLOT_PATH;
}

bool slot_path(int slot, char path[SLOT_PATH]) {
  static const char *const files[SLOT_COUNT] = {"/slot-1.png", "/slot-2.png", "/slot-3.png", "/slot-4.png",
                                                "/slot-5.png", "/slot-6.png", "/quick.png"};
  if (slot == SLOT_AUTO) return auto_path(auto_number, "png", path);
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

static bool is_written(const char *path, struct timespec *at) {
  struct stat is;
  if (stat(path, &is) != 0 || !S_ISREG(is.st_mode)) return false;
  *at = is.st_mtim;
  return true;
}

long long slot_written(int slot) {
  char path[SLOT_PATH];
  struct timespec at;
  return slot_path(slot, path) && is_written(path, &at) ? (long long)at.tv_sec : 0;
}

/* --- autosaves of several windows ------------------------------------------------------------------------------------------ */

/* Returns false if another process holds the lock of this autosave. A folder without locks has one window's. */
static bool lock_auto(int number, int *lock) {
  char path[SLOT_PATH];
  *lock = auto_path(number, "lock", path) ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (*lock < 0 || flock(*lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return true;
  close(*lock);
  return false;
}

void slots_claim_autosave(void) {
  int lock; /* held until the process ends */
  Error ignored;
  if (!slots_make_folder(&ignored)) return; /* told when there is something to save */
  for (auto_number = 1; auto_number < AUTOS && !lock_auto(auto_number, &lock);) auto_number++;
}

bool slots_find_autosave(char path[SLOT_PATH]) {
  struct timespec newest = {0};
  bool found = false;
  for (int number = 1; number <= AUTOS; number++) {
    char other[SLOT_PATH];
    struct timespec at;
    int lock;
    if (!auto_path(number, "png", other) || !is_written(other, &at)) continue;
    if (found && (at.tv_sec < newest.tv_sec || (at.tv_sec == newest.tv_sec && at.tv_nsec <= newest.tv_nsec))) continue;
    if (!lock_auto(number, &lock)) continue; /* its window runs still */
    if (lock >= 0) close(lock);
    found = true;
    newest = at;
    strcpy(path, other);
  }
  return found;
}
