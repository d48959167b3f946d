#ifndef FILM_CLIP_H
#define FILM_CLIP_H

/* The last seconds of a window, caught as they are drawn, and saved as a film when a person asks for them. Two threads of its own do the
 * work: one packs frames into memory, one encodes a clip that is being saved. Every function is for the thread that draws, and none waits
 * but clip_destroy and, where it is told to, clip_add. */

#include <stddef.h>

#include "film/film_file.h"

typedef struct Clip Clip;

/* The parameters of a clip; a plain value. */
typedef struct ClipDef {
  int width, height; /* pixels, even */
  int fps, seconds;
  int64_t byte_cap; /* of a saved clip */
} ClipDef;

typedef enum ClipState { CLIP_IDLE, CLIP_SAVING, CLIP_SAVED, CLIP_FAILED } ClipState;

/* Makes a clip. Returns NULL if memory runs out or no thread can be had. */
Clip *clip_create(const ClipDef *def);
/* Waits for a clip that is being saved, then frees all. */
void clip_destroy(Clip *clip);

/* Hands over a copy of a frame, as film_writer_add: without `wait` one that the thread has no time for is left out. */
void clip_add(Clip *clip, int64_t number, const uint8_t *rgba, bool wait);

/* Returns the bytes of memory that the frames take. */
size_t clip_memory(const Clip *clip);

/* The result of saving a clip; CLIP_SAVED and CLIP_FAILED are told once. */
typedef struct ClipReport {
  ClipState state;
  double seconds; /* of the clip */
  int64_t bytes;
  char path[FILM_PATH];
  Error error;
} ClipReport;

/* Begins to save the frames that there are. Returns false if the last clip is still being saved, there is no frame yet, or no thread. */
bool clip_save(Clip *clip, const char *path);
ClipState clip_poll(Clip *clip, ClipReport *report);

#endif
