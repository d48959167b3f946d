#ifndef FILM_FILM_H
#define FILM_FILM_H

/* A film on its way to the disk: an MP4, or numbered pictures where the name ends in .png or this machine has nothing to write an MP4
 * with. NAME.mp4 and NAME.png then become NAME-0001.png, NAME-0002.png and so on. */

#include <stddef.h>

#include "film/video.h"

enum { FILM_PATH = 4096 };

/* Returns true if the film of that name will be numbered pictures; if its name does not end in .png, sets *error to the reason. */
bool film_is_pictures(const char *path, Error *error);

/* Writes the name of the n-th picture of such a film, from 1 on. Returns false if it is too long. */
bool film_picture_name(const char *path, int64_t n, char name[FILM_PATH]);

/* Pictures as films have them: three planes of bytes, which lie one behind the other: luma of the full size, blue and red chroma of half the
 * width and height (4:2:0), in the colours of ITU-R BT.709, luma from 16 to 235. Sides are even. Returns the bytes of all three. */
size_t film_picture_size(int width, int height);

/* From and to rows of red, green, blue (and in `rgba` a fourth byte that is skipped), the top row first. */
void film_picture_from_rgba(uint8_t *planes, const uint8_t *rgba, int width, int height);
void film_picture_to_rgb(uint8_t *rgb, const uint8_t *planes, int width, int height);

/* A film that a thread of its own writes. Frames come by number, in their order; one left out is the nearer of its neighbours once more. */
typedef struct FilmWriter FilmWriter;

/* Makes a writer; `gently`: its thread gives way to all others. Returns NULL and sets *error, which begins with the path, if that fails. */
FilmWriter *film_writer_create(const char *path, const FilmDef *def, bool gently, Error *error);

/* Hands over a copy of a frame of red, green, blue and a byte that is skipped, the top row first. `wait`: until there is room for it; else
 * it may be left out. Returns false if the film cannot be written any more; film_writer_end says why. */
bool film_writer_add(FilmWriter *writer, int64_t number, const uint8_t *rgba, bool wait);

/* Ends the film with so many frames, or with the last one there is (-1), waits until it is whole, and frees the writer. Returns false and
 * sets *error, and leaves no film, if it could not be written. */
bool film_writer_end(FilmWriter *writer, int64_t frames, Error *error);

/* The last seconds of a window, caught as they are drawn, and saved as a film when a person asks for them. A thread of its own packs frames
 * into memory, one encodes what is saved. Calls are for the thread that draws; none waits but clip_destroy and, if told to, clip_add. */
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
