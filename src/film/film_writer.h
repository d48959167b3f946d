#ifndef FILM_FILM_WRITER_H
#define FILM_FILM_WRITER_H

/* Writes a film in a thread of its own while the run that it shows goes on. Frames come by number, in their order; one that is left out is
 * the nearer of its neighbours once more. */

#include "film/film_file.h"

typedef struct FilmWriter FilmWriter;

/* NULL with one line that begins with the path. `gently`: the thread gives way to all others. */
FilmWriter *film_writer_create(const char *path, const FilmDef *def, bool gently, Error *error);

/* Hands over a copy of a frame of red, green, blue and a byte that is skipped, the top row first. `wait`: until there is room for it; else
 * it may be left out. False when the film cannot be written any more; film_writer_end says why. */
bool film_writer_add(FilmWriter *writer, int64_t number, const uint8_t *rgba, bool wait);

/* Ends the film with so many frames, or with the last one there is (-1), waits until it is whole, and frees the writer. False with one
 * line, and no film. */
bool film_writer_end(FilmWriter *writer, int64_t frames, Error *error);

#endif
