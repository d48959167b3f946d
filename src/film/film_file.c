#include "film/film_file.h"

#include <stb_image_write.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/output.h"
#include "film/picture.h"

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

static bool add_picture(FilmFile *file, const void *pixels, int channels, Error *error) {
  char name[FILM_PATH];
  Output output;
  const int width = file->def.width, height = file->def.height;
  if (!film_picture_name(file->path, ++file->frames, name)) return error_set(error, "%.60s: the name is too long", file->path);
  if (!output_open(&output, name, error)) return false;
  const bool made = stbi_write_png_to_func(append_bytes, output.file, width, height, channels, pixels, channels * width) != 0;
  const long size = ftell(output.file);
  file->bytes += size > 0 ? size : 0;
  return output_close(&output, made, error) && (made || error_set(error, "%s: not enough memory for a picture", name));
}

bool film_file_add(FilmFile *file, const uint8_t *planes, Error *error) {
  if (file->video) return video_add(file->video, planes, error);
  film_picture_to_rgb(file->spare, planes, file->def.width, file->def.height);
  return add_picture(file, file->spare, 3, error);
}

bool film_file_add_rgba(FilmFile *file, const uint8_t *rgba, Error *error) {
  const int width = file->def.width, height = file->def.height;
  uint8_t *const rgb = file->spare;
  if (!file->video) {
    for (size_t n = 0; n < (size_t)width * (size_t)height; n++) memcpy(rgb + 3 * n, rgba + 4 * n, 3);
    return add_picture(file, file->spare, 3, error);
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
