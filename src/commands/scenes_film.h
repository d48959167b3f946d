#ifndef COMMANDS_SCENES_FILM_H
#define COMMANDS_SCENES_FILM_H

#include <stdbool.h>

#include "base/error.h"

/* The parameters of a film through scenes; a plain value, text is borrowed. */
typedef struct ScenesFilmDef {
  const char *path;
  const char *only;  /* NULL: all shots, else those of this built-in scene */
  int width, height; /* pixels, even */
  int threads;       /* of the water */
} ScenesFilmDef;

/* Films five scenes, four seconds of each, at the highest quality, with a camera that moves. Returns false and sets *error if
 * that fails. */
bool scenes_film(const ScenesFilmDef *def, Error *error);

#endif
