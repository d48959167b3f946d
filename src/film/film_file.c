#include "film/film_file.h"

#include <stb_image_write.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/output.h"

/* --- planes -------------------------------------------------------------------------------------------------------------- */

/* ITU-R BT.709: luma = 0.2126 R + 0.7152 G + 0.0722 B, chroma = (B - luma) / 1.8556 and (R - luma) / 1.5748; luma fills 16 to 235 and
 * chroma 16 to 240 of a byte. Here in units of 1/65536. */
enum { ONE = 65536, HALF = ONE / 2 };

size_t film_picture_size(int width, int height) {
  return (size_t)width * (size_t)height * 3 / 2;
}

static uint8_t to_byte(int fixed) {
  const int value = (fixed + HALF) >> 16;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

void film_picture_from_rgba(uint8_t *planes, const uint8_t *rgba, int width, int height) {
  const size_t pixels = (size_t)width * (size_t)height, row = (size_t)width * 4;
  uint8_t *const blue = planes + pixels, *const red = blue + pixels / 4;
  for (size_t n = 0; n < pixels; n++) {
    const uint8_t *const p = rgba + 4 * n;
    planes[n] = (uint8_t)((11966 * p[0] + 40254 * p[1] + 4064 * p[2] + 16 * ONE + HALF) >> 16);
  }
  for (size_t y = 0; y < (size_t)height / 2; y++)
    for (size_t x = 0; x < (size_t)width / 2; x++) { /* the mean of four pixels each */
      const uint8_t *const p = rgba + 2 * y * row + 8 * x, *const q = p + row;
      const int r = p[0] + p[4] + q[0] + q[4], g = p[1] + p[5] + q[1] + q[5], b = p[2] + p[6] + q[2] + q[6];
      blue[y * ((size_t)width / 2) + x] = (uint8_t)((-6596 * r - 22189 * g + 28785 * b + 512 * ONE + 2 * ONE) >> 18);
      red[y * ((size_t)width / 2) + x] = (uint8_t)((28785 * r - 26145 * g - 2640 * b + 512 * ONE + 2 * ONE) >> 18);
    }
}

void film_picture_to_rgb(uint8_t *rgb, const uint8_t *planes, int width, int height) {
  const size_t pixels = (size_t)width * (size_t)height;
  const uint8_t *const blue = planes + pixels, *const red = blue + pixels / 4;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const size_t at = (size_t)(y / 2) * (size_t)(width / 2) + (size_t)(x / 2);
      const int luma = 76309 * (planes[(size_t)y * (size_t)width + (size_t)x] - 16), b = blue[at] - 128, r = red[at] - 128;
      uint8_t *const p = rgb + 3 * ((size_t)y * (size_t)width + (size_t)x);
      p[0] = to_byte(luma + 117489 * r);
      p[1] = to_byte(luma - 13976 * b - 34925 * r);
      p[2] = to_byte(luma + 138438 * b);
    }
}

/* --- files --------------------------------------------------------------------------------------------------------------- */

/* One film; film_file_open makes it, film_file_close takes it away. */
struct FilmFile {
  FilmDef def;
  Video *video; /* NULL: pictures */
  char path[FILM_PATH];
  int64_t frames, bytes; /* of pictures */
  uint8_t *spare;        /* a frame: planes for the video, or red, green, blue for a picture */
};

static bool ends_in(const char *path, const char *ending) {
  const size_t size = strlen(path), tail = strlen(ending);
  return size > tail && strcasecmp(path + size - tail, ending) == 0;
}

bool film_is_pictures(const char *path, Error *error) {
  return ends_in(path, ".png") || !video_possible(error);
}

bool film_picture_name(const char *path, int64_t n, char name[FILM_PATH]) {
  const size_t stem = strlen(path) - (ends_in(path, ".png") || ends_in(path, ".mp4") ? 4 : 0);
  return snprintf(name, FILM_PATH, "%.*s-%04lld.png", (int)stem, path, (long long)n) < FILM_PATH;
}

FilmFile *film_file_open(const char *path, const FilmDef *def, Error *error) {
  FilmFile *const file = memory_create(1, sizeof *file);
  if (file) file->spare = memory_create((size_t)def->width * (size_t)def->height, 3);
  if (!file || !file->spare || strlen(path) >= FILM_PATH) {
    error_set(error, "%.60s: %s", path, file && file->spare ? "the name is too long" : "not enough memory for a film");
    if (file) memory_free(file->spare);
    memory_free(file);
    return NULL;
  }
  snprintf(file->path, sizeof file->path, "%s", path);
  file->def = *def;
  if (film_is_pictures(path, NULL) || (file->video = video_open(file->path, def, error))) return file;
  memory_free(file->spare);
  memory_free(file);
  return NULL;
}

static void append_bytes(void *output, void *bytes, int size) {
  fwrite(bytes, 1, (size_t)size, output); /* output_close reports failed writes */
}

/* Writes the spare frame, of red, green and blue. */
static bool add_picture(FilmFile *file, Error *error) {
  char name[FILM_PATH];
  Output output;
  const int width = file->def.width, height = file->def.height;
  if (!film_picture_name(file->path, ++file->frames, name)) return error_set(error, "%.60s: the name is too long", file->path);
  if (!output_open(&output, name, error)) return false;
  const bool made = stbi_write_png_to_func(append_bytes, output.file, width, height, 3, file->spare, 3 * width) != 0;
  const long size = ftell(output.file);
  file->bytes += size > 0 ? size : 0;
  return output_close(&output, made, error) && (made || error_set(error, "%s: not enough memory for a picture", name));
}

bool film_file_add(FilmFile *file, const uint8_t *planes, Error *error) {
  if (file->video) return video_add(file->video, planes, error);
  film_picture_to_rgb(file->spare, planes, file->def.width, file->def.height);
  return add_picture(file, error);
}

bool film_file_add_rgba(FilmFile *file, const uint8_t *rgba, Error *error) {
  const int width = file->def.width, height = file->def.height;
  uint8_t *const rgb = file->spare;
  if (!file->video) {
    for (size_t n = 0; n < (size_t)width * (size_t)height; n++) memcpy(rgb + 3 * n, rgba + 4 * n, 3);
    return add_picture(file, error);
  }
  film_picture_from_rgba(file->spare, rgba, width, height);
  return video_add(file->video, file->spare, error);
}

bool film_file_finish(FilmFile *file, int64_t *bytes, Error *error) {
  *bytes = file->bytes;
  return !file->video || video_finish(file->video, bytes, error);
}

bool film_file_close(FilmFile *file, bool keep, Error *error) {
  const bool closed = !file->video || video_close(file->video, keep, error);
  memory_free(file->spare);
  memory_free(file);
  return closed;
}
