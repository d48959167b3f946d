#ifndef FILM_FILM_FILE_H
#define FILM_FILM_FILE_H

/* A film on its way to the disk: an MP4, or numbered pictures where the name ends in .png or this machine has nothing to write an MP4
 * with. NAME.mp4 and NAME.png then become NAME-0001.png, NAME-0002.png and so on. One thread at a time. */

#include <stddef.h>

#include "film/video.h"

enum { FILM_PATH = 4096 };

typedef struct FilmFile FilmFile;

/* Returns true if the film of that name will be numbered pictures; if its name does not end in .png, sets *error to the reason. */
bool film_is_pictures(const char *path, Error *error);

/* Writes the name of the n-th picture of such a film, from 1 on. Returns false if it is too long. */
bool film_picture_name(const char *path, int64_t n, char name[FILM_PATH]);

/* Opens a film, which the caller closes. Returns NULL and sets *error, which begins with the path, if that fails. */
FilmFile *film_file_open(const char *path, const FilmDef *def, Error *error);
/* Add the next frame, as planes or as rows of red, green, blue and a byte that is skipped. Return false and set *error if that fails. */
bool film_file_add(FilmFile *file, const uint8_t *planes, Error *error);
bool film_file_add_rgba(FilmFile *file, const uint8_t *rgba, Error *error);
/* Writes the rest after the last frame; *bytes: of all that was written. Returns false and sets *error if that fails. */
bool film_file_finish(FilmFile *file, int64_t *bytes, Error *error);
/* Ends the writing, in any state, and frees the film. Without `keep` nothing is left of an MP4; pictures that are written stay. */
bool film_file_close(FilmFile *file, bool keep, Error *error);

/* Pictures as films have them: three planes of bytes, which lie one behind the other: luma of the full size, blue and red chroma of half the
 * width and height (4:2:0), in the colours of ITU-R BT.709, luma from 16 to 235. Sides are even. Returns the bytes of all three. */
size_t film_picture_size(int width, int height);

/* From and to rows of red, green, blue (and in `rgba` a fourth byte that is skipped), the top row first. */
void film_picture_from_rgba(uint8_t *planes, const uint8_t *rgba, int width, int height);
void film_picture_to_rgb(uint8_t *rgb, const uint8_t *planes, int width, int height);

#endif
