#ifndef SCENE_READING_H
#define SCENE_READING_H

/* A scene file while it is read: its state, and the keys of its sections, a table in each file that reads some of them. */

#include "base/error.h"
#include "scene/lines.h"
#include "scene/scene.h"

enum { READING_NUMBERS = 8, READING_WORDS = 256, READING_CAMERA_KEYS = 4 };

/* The state of one scene_read, passed to the INI handler. */
typedef struct Reading {
  Scene *scene;
  const char *path;
  const char *key; /* the name of the one being read */
  SceneLines lines;
  int fault_line; /* of the first fault; 0: none */
  Error fault;
  int side_line[WEIR_SIDE_COUNT];                           /* the line of each side's boundary; 0: not given */
  int keys_seen[READING_WORDS], params_seen[READING_WORDS]; /* the line in which each word was given; 0: not yet */
  bool has_grid, has_height, has_base;                      /* the file states them */
  int camera;                                               /* index of the camera whose section is read */
  int camera_seen[SCENE_CAMERAS][READING_CAMERA_KEYS];      /* by the order of its keys in the table; as keys_seen */
} Reading;

/* A key of the format, an entry of a constant table: how many numbers it has, their range, and the function that stores them, which
 * returns false with `fault` filled or, where the error message's `allowed` says enough, empty. Text keys have numbers = 0. */
typedef struct SceneKey {
  const char *section, *name;
  int numbers;
  float low, high;
  const char *allowed; /* for the error message */
  bool (*read)(Reading *reading, const float *numbers, const char *text);
  bool again; /* may be given more than once: each adds an element to a list */
} SceneKey;

/* The keys of one file. */
typedef struct SceneKeys {
  const SceneKey *keys;
  int count;
} SceneKeys;

extern const SceneKeys scene_land_keys;    /* [scene], [terrain] */
extern const SceneKeys scene_water_keys;   /* [water] */
extern const SceneKeys scene_side_keys;    /* [sides] */
extern const SceneKeys scene_body_keys;    /* [bodies] */
extern const SceneKeys scene_story_keys;   /* [story] */
extern const SceneKeys scene_camera_keys;  /* [camera], [camera NAME]: READING_CAMERA_KEYS of them, the first eye and target */
extern const SceneKeys scene_machine_keys; /* [machines] */

/* The camera that a scene begins with, and what one of its own name does not say. */
extern const SceneCamera scene_camera_default;

/* Fills in a scene as it is before its file's first line: the defaults. */
void scene_defaults(Scene *scene, const char *path);

/* Lets the image of a scene decide what its file does not: own_ground.c. */
void scene_follow_image(Scene *scene, bool has_grid, bool has_height, bool has_base);

/* One line NAME = VALUE of a section: false with `fault` filled. */
bool reading_key(Reading *reading, const char *section, const char *name, const char *value);

/* --- for the functions of the keys --- */
/* Returns the length of the file name at the beginning of *text: as far as the next blank or, within quotes of either kind, all between
 * them; *text is then moved past the first quote. Returns 0 if a quote is not closed or the name is empty. */
int reading_file_name(const char **text);

/* Resolves the first `length` characters of text, a path relative to the scene's folder. */
bool reading_path(const Reading *reading, const char *text, int length, char path[SCENE_PATH]);

/* Returns true and fills `fault` if a list with `count` elements holds all that it can. */
bool reading_list_full(Reading *reading, int count, int count_max);

/* Returns true if x0 z0 x1 z1 is a rectangle. */
bool reading_is_ordered(const float *corners);

#endif
