#ifndef FILM_FILM_WRITER_H
#define FILM_FILM_WRITER_H

/* Writes a film in a thread of its own while the run that it shows goes on. Frames come by number, in their order; one that is left out is
 * the nearer of its neighbours once more. */

#include "film/film_file.h"

typedef struct FilmWriter FilmWriter;

/* Makes a writer with its thread. `gently`: the thread gives way to all others. Returns NULL and sets *error, which begins with the path,
 * if that fails. */
FilmWriter *film_writer_create(const char *path, const FilmDef *def, bool gently, Error *error);

/* Hands over a copy of a frame of red, green, blue and a byte that is skipped, the top row first. `wait`: until there is room for it; else
 * it may be left out. Returns false if the film cannot be written any more; film_writer_end says why. */
bool film_writer_add(FilmWriter *writer, int64_t number, const uint8_t *rgba, bool wait);

/* Ends the film with so many frames, or with the last one there is (-1), waits until it is whole, and frees the writer. Returns false and
 * sets *error, and leaves no film, if it could not be written. */
bool film_writer_end(FilmWriter *writer, int64_t frames, Error *error);

#endif
