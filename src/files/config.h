#ifndef FILES_CONFIG_H
#define FILES_CONFIG_H

/* The settings that the window keeps from run to run: $XDG_CONFIG_HOME/weir/config, or ~/.config/weir/config, lines of NAME = VALUE. Lines
 * that are unknown or make no sense do no harm; a run without a window neither reads nor writes the file. */

#include "base/error.h"

enum { CONFIG_TEXT = 256, CONFIG_KEYS = 192 };

/* A key that the person has bound to something else (keys.h), as the file says it. */
typedef struct ConfigKey {
  char what[48], key[32];
  bool refused; /* there is no such key, or nothing of this name */
} ConfigKey;

/* The values; what was not kept is 0, negative or empty as each says. A plain value owned by the program. */
typedef struct Config {
  int width, height; /* of the window, in desktop pixels; 0: not kept */
  int quality;       /* that the person chose; -1: none */
  float resolution;  /* of the picture, as `resolution` of scene/params.c; -1: not kept */
  float volume;      /* 0 to 1; -1: not kept */
  bool muted;
  float projector[8]; /* corners of a projector's plan, shares of the window, as PlanCorners has them */
  bool has_projector;
  bool keys_fixed;         /* no key is bound in the window */
  char scene[CONFIG_TEXT]; /* the last built-in scene; empty: not kept */
  char hints[CONFIG_TEXT]; /* the first hints that were followed, by name */
  ConfigKey keys[CONFIG_KEYS];
  int key_count;
  int keys_left_out; /* lines for keys that are too long, or too many */
} Config;

/* Writes the path of the file, which need not exist. Returns false if the environment names no folder. */
enum { CONFIG_PATH = 512 };
bool config_file(char path[CONFIG_PATH]);
/* Reads the file; without one the config is empty. */
void config_read(Config *config);
/* Adds a line for a key. Returns false if the line is too long or there are too many. */
bool config_add_key(Config *config, const char *what, const char *key);
/* Returns true if something has changed since `before`, which config_write would write. */
bool config_differs(const Config *now, const Config *before);

/* Writes the values that differ from `before` (NULL: from nothing kept) into the file as it is now: other lines stay, also those of another
 * window, and comments. A link stays one. Returns false and sets *error if it cannot be written; the file then stays as it was. */
bool config_write(const Config *now, const Config *before, Error *error);

#endif
