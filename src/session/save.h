#ifndef SESSION_SAVE_H
#define SESSION_SAVE_H

/* A saved game: the world to the bit (world/state/state.h), the scene that R goes back to, where the camera stands, what is in the hand,
 * and what was done in the last minute. It lies in a file of Weir's own, PATH.weir, or in a picture, PATH.png, that any program shows and
 * that opens here where it was taken.
 *
 * Either is a row of chunks (format/file.h):
 *   weSv   versions of the format and of the library, commit, the scene's name, tick, time, hash and version of the state
 *   weSc   the scene           weVw   camera and hand
 *   weIn   inputs of the last minute
 *   weWd   the world's state, packed
 * A picture has its own chunks before them. */

#include <stdbool.h>
#include <stdint.h>

#include "record/recording.h"
#include "world/state/state.h"

enum { SAVE_TEXT = 64 };

/* More kinds than the window has of each, which it checks (scenes.c); of cameras and views, as many. */
enum { SAVE_CAMERA_MODES = 3, SAVE_TOOLS = 64, SAVE_FRAME_MODES = 7 };

/* The window's part: a value. */
typedef struct SaveView {
  bool given;                 /* false: no window took it; the camera is the scene's */
  float focus[3];             /* m: what the camera looks at */
  float yaw, pitch, distance; /* rad, rad, m: where it stands from there */
  int mode, tool, frame_mode; /* below SAVE_CAMERA_MODES, SAVE_TOOLS, SAVE_FRAME_MODES */
  uint32_t chased;            /* the body that it follows */
  float view_deg;
  bool under;
  int camera_index;
  bool paused;
} SaveView;

/* The description in the head of a save: a value. */
typedef struct SaveHead {
  int version;
  char library[SAVE_TEXT], commit[SAVE_TEXT];
  char scene[SAVE_TEXT]; /* its name, cut to fit */
  int64_t tick;
  double time;       /* simulated s */
  uint64_t hash;     /* world_hash */
  int state_version; /* WORLD_STATE_VERSION when it was written, by which the scene is read; 0: before saves said so */
} SaveHead;

/* One saved game in memory; made by save_make or save_read, owned by the caller. */
typedef struct Save {
  SaveHead head;
  Scene scene;
  SaveView view;
  Operations inputs;           /* of the last minute */
  StateBytes state;            /* as world_state_write made it; empty in one that was read */
  unsigned char *pixels;       /* of the picture: rows of RGB bytes, the highest first; NULL: none */
  int width, height;           /* of the picture */
  unsigned char *file;         /* one that was read: the file, in which lies */
  const unsigned char *packed; /* the state */
  size_t packed_size;
} Save;

/* Copies everything, between two ticks: short work, all else is save_write's. The last minute of `recording` is copied
 * too; it may be NULL. Returns NULL if memory runs out. */
Save *save_make(const World *world, const Scene *scene, const SaveView *view, const Recording *recording);
void save_destroy(Save *save);
/* Gives the save its picture; it owns the pixels from now on. */
void save_set_picture(Save *save, unsigned char *pixels, int width, int height);
/* Writes a picture where there is one, else a file of Weir's own, whole or not at all. Touches nothing but the save, so that a thread may
 * do it. Returns false and sets *error to "PATH: why" if it cannot be written. */
bool save_write(const Save *save, const char *path, Error *error);

/* The result of one save; a value. */
typedef struct SaveWritten {
  char path[SCENE_PATH];
  bool ok, silent;
  Error error; /* where not ok */
} SaveWritten;

/* The kind of a file by its first bytes and chunks: a saved game, an input log, a PNG or JPEG without a world in it, or none of these. */
typedef enum SaveKind { SAVE_NONE, SAVE_GAME, SAVE_LOG, SAVE_PICTURE } SaveKind;

/* Returns the kind of a file; SAVE_NONE also if it cannot be read. */
SaveKind save_kind(const char *path);
/* Returns the picture of a file, as save_set_picture takes it; the caller frees it. NULL if it has none. */
unsigned char *save_read_picture(const char *path, int *width, int *height);
/* Reads a save, which the caller owns; world_state_open makes its world of save->packed. Returns NULL and sets *error if that fails. */
Save *save_read(const char *path, Error *error);

#endif
