#ifndef SCENE_READING_H
#define SCENE_READING_H

/* A scene file while it is read: reading.c reads its lines, keys.c knows what they mean. */

#include <stdio.h>

#include "base/error.h"
#include "scene/image/heightmap.h"
#include "scene/scene.h"

enum { READING_KEYS = 72, READING_PARAMS = 256 };

typedef struct Reading Reading;

/* A key of the format, an entry of a constant table. Its numbers or its text are taken by a function, which returns false with `fault`
 * filled or, where the error message's `allowed` says enough, empty; without one, and with a sentence's function, they go to `place`. */
typedef struct SceneKey {
  const char *section, *name;
  const char *allowed; /* for the error message */
  int numbers;         /* how many it has; 0: text */
  float low, high;     /* their range */
  bool (*take)(Reading *reading, const float *numbers);
  bool (*parse)(Reading *reading, const char *text);
  size_t place; /* bytes, within Scene or, of a camera's key, SceneCamera: floats; with `words` an enum or bool; or a sentence */
  const char *const *words; /* of the values `kind` and those that follow it, ended by NULL */
  int kind;                 /* also: which of its kind a function makes; of a sentence, its room in bytes */
  Material material;        /* of a body */
  bool flag;                /* `place` is that of a bool, false and true in the two `words` */
  bool again;               /* may be given more than once: each adds an element to a list */
} SceneKey;

/* The state of one scene_read, passed to the INI handler. */
struct Reading {
  Scene *scene;
  const char *path;
  FILE *file;
  size_t bytes;   /* read so far */
  int line;       /* of the last line read, from 1 */
  int fault_line; /* of the first fault, at which reading stops; 0: none */
  Error fault;
  const SceneKey *key;                   /* the one being read */
  int camera;                            /* index of the camera whose section is read; 0 in other sections */
  int seen[SCENE_CAMERAS][READING_KEYS]; /* by camera and key: the line in which it was given; 0: not yet */
  int params_seen[READING_PARAMS];       /* the same of each parameter */
};

/* All keys and their number. */
extern const SceneKey scene_keys[];
extern const int scene_key_count;

/* The camera that a scene begins with, and what one of its own name does not say. */
extern const SceneCamera scene_camera_default;

/* Fills in a scene as it is before its file's first line: the defaults. */
void scene_defaults(Scene *scene, const char *path);
/* The keys of its ground that a scene file has. A plain value. */
typedef struct SceneHas {
  bool grid, cell, height, base;
} SceneHas;

/* Returns the request for a scene's image. */
HeightmapReading scene_image_reading(const Scene *scene);
/* Lets the image of a scene decide what its file does not: own_ground.c. */
void scene_follow_image(Scene *scene, SceneHas has);
/* Moves past the next word if it is `word`. */
bool scan_word(const char **text, const char *word);
/* Reads numbers of a range, one after the other, and moves behind them. Returns false at one that is missing or beyond the range. */
bool scan_numbers(const char **text, int count, float low, float high, float *numbers);
/* Returns the index of a word of so many letters among `words`, which NULL ends, or -1. */
int word_index(const char *const *words, const char *text, size_t size);
/* Reads the text of each of a scene's rules, when all gauges, lines and machines are known: rules.c. Returns false and sets *error to
 * "file:line: rule: word; what is allowed" at the first fault. */
bool rules_read(Scene *scene, const char *path, Error *error);
/* The values that a series may have. */
typedef struct SeriesRange {
  float low, high;
  const char *unit;
} SeriesRange;

/* Reads a CSV file: rows of a time in s and a value, separated by commas, semicolons or blanks, with a row of names before them or none.
 * Returns false and sets *error to "file:line: what is allowed" at the first fault. */
bool series_read(const char *path, const SeriesRange *range, SceneSeries *series, Error *error);
/* Reads [law]: a law with the gauges and the line that it is measured at, which stand above it: law.c. Returns false with or without a
 * fault filled. */
bool parse_law(Reading *reading, const char *text);
/* Reads the value of a key. Returns false with `fault` filled. */
bool reading_value(Reading *reading, const SceneKey *key, const char *value);

#endif
