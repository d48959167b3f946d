#ifndef FILM_VIDEO_H
#define FILM_VIDEO_H

/* A film as MP4 with H.264, by ffmpeg's libraries. Frame n is shown from second n / fps on. The file is written beside its place and
 * takes it when it is whole. One thread at a time. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* The parameters of a film; a plain value. */
typedef struct FilmDef {
  int width, height; /* pixels, even */
  int fps;           /* frames a second */
  int64_t bit_cap;   /* a second, over any second of the film; 0: by quality alone */
  int threads;       /* of the encoder; 0: as it sees fit */
} FilmDef;

typedef struct Video Video;

/* Returns true if this build writes such films and this machine has all that this takes; else sets *error to what is missing. */
bool video_possible(Error *error);

/* Returns the name of what the films are written with, for people. */
const char *video_maker(void);

/* Opens a film, which the caller closes. Returns NULL and sets *error if that fails. */
Video *video_open(const char *path, const FilmDef *def, Error *error);
/* Adds the next frame, as film.h has its planes. Returns false and sets *error if that fails. */
bool video_add(Video *video, const uint8_t *planes, Error *error);
/* Writes what is left after the last frame; *bytes: of the whole file. Returns false and sets *error if that fails. */
bool video_finish(Video *video, int64_t *bytes, Error *error);
/* Ends the writing, in any state, and frees the film; without `keep` nothing is left of it. */
bool video_close(Video *video, bool keep, Error *error);

#endif
