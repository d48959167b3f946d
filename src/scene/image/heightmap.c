#define _POSIX_C_SOURCE 200809L /* fileno, fstat */
#include "scene/image/heightmap.h"

#include <errno.h>
#include <math.h>
#include <stb_image.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/maths.h"
#include "base/memory.h"
#include "scene/image/formats.h"
#include "scene/image/holes.h"
#include "scene/image/metres.h"
#include "scene/image/steps.h"

/* Heights of so many steps from lowest to highest are not smoothed: their slope neither looks like a stair nor acts on water as one.
 * Heights of 8 bits have half as many at most. */
enum { STEPS_FINE = 512 };

/* An image file while heightmap_read decodes it; `user` of stb's callbacks. */
typedef struct ImageFile {
  FILE *file;
  const char *path;
  double bytes; /* size of the file */
  ImageFormat format;
  const char *buffer; /* stb's own read buffer, which may be filled in part; NULL: not seen yet */
  bool ran_out;       /* the decoder asked for more than the file has, and would invent the rest */
} ImageFile;

/* --- what stb reads from ------------------------------------------------------------------------------------------------- */

/* Reads for stb. Into its own buffer, which it refills whenever that is used up, a short read is fine and an empty one means the
 * file ran out; a read into other memory must be complete. */
static int image_copy(void *user, char *data, int size) {
  ImageFile *const image = user;
  if (size <= 0) return 0;
  const size_t wanted = (size_t)size, got = fread(data, 1, wanted, image->file);
  if (!image->buffer) image->buffer = data;
  if (got < wanted) memset(data + got, 0, wanted - got);
  if (got == 0 || (got < wanted && data != image->buffer)) image->ran_out = true;
  return (int)got;
}

static void image_skip(void *user, int count) {
  ImageFile *const image = user;
  if (fseek(image->file, count, SEEK_CUR) != 0) image->ran_out = true;
}

static int image_at_end(void *user) {
  ImageFile *const image = user;
  const int next = getc(image->file);
  if (next == EOF) return 1;
  ungetc(next, image->file);
  return 0;
}

static const stbi_io_callbacks callbacks = {image_copy, image_skip, image_at_end};

static void image_rewind(ImageFile *image) {
  rewind(image->file);
  image->buffer = NULL;
  image->ran_out = false;
}

/* --- checks before any memory is allocated ------------------------------------------------------------------------------- */

/* Most pixels that one byte of a file of this format can encode: a deflated byte expands to 1032, a JPEG has at least a bit for
 * each block of 8 x 8, a TGA packet repeats a pixel up to 128 times, a BMP has at least one bit per pixel. */
static double pixels_a_byte(ImageFormat format, const uint8_t *head) {
  static const int channels[7] = {1, 0, 3, 1, 2, 0, 4};              /* of a PNG by its colour type */
  const int bits = head[25] < 7 ? head[24] * channels[head[25]] : 0; /* of each of its pixels */
  if (format == FORMAT_PNG) return bits > 0 ? 1032.0 * 8 / bits : 0;
  if (format == FORMAT_JPEG) return 512;
  return format == FORMAT_BMP ? 8 : 64;
}

/* Returns true if each chunk of a PNG has all of its data in the file; the last checksum may be missing. The decoder allocates what a
 * chunk's length says, up to 2 GiB, before it reads the data. */
static bool png_chunks_fit(ImageFile *image) {
  uint8_t head[8];
  double at = 8;
  while (fseek(image->file, (long)at, SEEK_SET) == 0 && fread(head, 1, sizeof head, image->file) == sizeof head) {
    const uint32_t length = (uint32_t)head[0] << 24 | (uint32_t)head[1] << 16 | (uint32_t)head[2] << 8 | head[3];
    if (at + 8 + length > image->bytes) return false;
    if (memcmp(head + 4, "IEND", 4) == 0) break;
    at += 12.0 + length;
  }
  image_rewind(image);
  return true;
}

/* Rejects a file too short for the size in its header before any pixels are allocated. */
static bool image_probe(ImageFile *image, Error *error) {
  uint8_t head[FORMAT_HEAD] = {0};
  int w = 0, h = 0, channels = 0;
  (void)!fread(head, 1, sizeof head, image->file);
  image_rewind(image);
  if (ferror(image->file)) return error_set(error, "%s: cannot be read", image->path);
  image->format = image_format(image->path, head, image->file, image->bytes);
  if (image->format == FORMAT_NONE) return image_format_refuse(image->path, head, image->bytes, error);
  if (!stbi_info_from_callbacks(&callbacks, image, &w, &h, &channels))
    return error_set(error, "%s: not an image that can be read; allowed: PNG, JPEG, BMP or TGA", image->path);
  if (w < 2 || h < 2 || w > HEIGHTMAP_SIDE_MAX || h > HEIGHTMAP_SIDE_MAX || (int64_t)w * h > HEIGHTMAP_PIXELS_MAX)
    return error_set(error, "%s: %d x %d pixels; allowed: 2 to %d a side, %d in all", image->path, w, h, HEIGHTMAP_SIDE_MAX,
                     HEIGHTMAP_PIXELS_MAX);
  if ((double)w * h > pixels_a_byte(image->format, head) * image->bytes)
    return error_set(error, "%s: damaged image (its %.0f bytes cannot hold %d x %d pixels)", image->path, image->bytes, w, h);
  if (image->format == FORMAT_PNG && !png_chunks_fit(image))
    return error_set(error, "%s: damaged image (it ends before its pixels do)", image->path);
  return true;
}

/* --- pixels ---------------------------------------------------------------------------------------------------------------- */

static int crop_index(float share, int count) {
  const int at = (int)(share * (float)count + 0.5f);
  return at < 0 ? 0 : at > count ? count : at;
}

/* Stretches heights in metres over [0, 1]. */
static void stretch_metres(Heightmap *map) {
  const float low = map->low, range = map->high - map->low;
  for (size_t n = 0, count = (size_t)map->w * (size_t)map->h; n < count; n++)
    map->heights[n] = range > 0 ? (map->heights[n] - low) / range : 0.0f;
  map->low_m = low, map->high_m = map->high;
  map->low = 0, map->high = range > 0 ? 1.0f : 0.0f;
  map->quantum = range > 0 ? map->quantum / range : 0.0f;
}

/* Returns the step between two values of the file: a share of white, or metres. */
static float unit_of(const Heightmap *map) {
  if (heightmap_in_metres(map)) return (float)pixels_unit_m(map->kind);
  return map->bits == 16 ? 1.0f / 65535.0f : 1.0f / 255.0f;
}

static float height_of(const Heightmap *map, uint32_t value) {
  if (heightmap_in_metres(map)) return (float)(pixels_base_m(map->kind) + pixels_unit_m(map->kind) * (double)value);
  return unit_of(map) * (float)value;
}

/* Copies a part of the image with NaN where a pixel has no height, and notes its values. An image that is transparent everywhere is
 * taken as one without transparency, which some programs write so. */
static void copy_heights(const Pixels *pixels, int x0, int z0, Heightmap *map, ValueSet *values) {
  const int total = map->w * map->h;
  for (int ignore = 0; ignore < 2; ignore++) {
    map->empty = 0;
    for (int k = 0; k < map->h; k++)
      for (int i = 0; i < map->w; i++) {
        const size_t at = (size_t)(z0 + k) * (size_t)pixels->w + (size_t)(x0 + i);
        const bool empty = !ignore && pixels_is_empty(pixels, map->kind, at);
        const uint32_t value = pixels_value(pixels, map->kind, at);
        map->heights[(size_t)k * (size_t)map->w + (size_t)i] = empty ? NAN : height_of(map, value);
        if (empty)
          map->empty++;
        else
          values_add(values, value);
      }
    if (map->empty < total) return;
  }
}

/* Copies the cropped part of the pixels, fills what has no height, and finds range and step of the heights. */
static bool image_copy_part(const ImageFile *image, const Pixels *pixels, const float crop[4], Heightmap *map, Error *error) {
  const int x0 = crop_index(crop[0], pixels->w), x1 = crop_index(crop[2], pixels->w);
  const int z0 = crop_index(crop[1], pixels->h), z1 = crop_index(crop[3], pixels->h);
  if (x1 - x0 < 2 || z1 - z0 < 2)
    return error_set(error, "%s: the crop leaves fewer than 2 x 2 of its %d x %d pixels", image->path, pixels->w, pixels->h);
  *map = (Heightmap){.w = x1 - x0, .h = z1 - z0, .kind = pixels_kind(pixels), .bits = pixels->deep ? 16 : 8};
  map->heights = memory_create((size_t)map->w * (size_t)map->h, sizeof *map->heights);
  ValueSet *const values = values_create(heightmap_in_metres(map) ? 24 : map->bits);
  bool ok = map->heights && values;
  if (ok) {
    copy_heights(pixels, x0, z0, map, values);
    map->quantum = unit_of(map) * (map->kind == HEIGHTMAP_COLOUR ? 1.0f : (float)values_step(values));
    ok = (pixels->lossy || holes_find_extremes(map->heights, map->w, map->h, &map->extreme)) && holes_fill(map->heights, map->w, map->h);
  }
  memory_free(values);
  if (!ok) return error_set(error, "%s: not enough memory", image->path);
  map->low = INFINITY, map->high = -INFINITY;
  for (size_t n = 0, count = (size_t)map->w * (size_t)map->h; n < count; n++) {
    map->low = maths_minf(map->low, map->heights[n]);
    map->high = maths_maxf(map->high, map->heights[n]);
  }
  map->has_steps = map->quantum * STEPS_FINE > (map->high - map->low);
  if (heightmap_in_metres(map)) stretch_metres(map);
  return true;
}

static bool image_read(ImageFile *image, const float crop[4], Heightmap *map, Error *error) {
  Pixels pixels = {0};
  if (!image_probe(image, error)) return false;
  image_rewind(image);
  pixels.deep = stbi_is_16_bit_from_callbacks(&callbacks, image);
  pixels.lossy = image->format == FORMAT_JPEG;
  image_rewind(image);
  void *const data = pixels.deep ? (void *)stbi_load_16_from_callbacks(&callbacks, image, &pixels.w, &pixels.h, &pixels.channels, 0)
                                 : (void *)stbi_load_from_callbacks(&callbacks, image, &pixels.w, &pixels.h, &pixels.channels, 0);
  pixels.data = data;
  const bool whole = data && !image->ran_out && !ferror(image->file);
  const bool taken = whole ? image_copy_part(image, &pixels, crop, map, error)
                           : error_set(error, "%s: damaged image (%s)", image->path,
                                       image->ran_out ? "it ends before its pixels do"
                                       : data         ? "it cannot be read"
                                                      : stbi_failure_reason());
  stbi_image_free(data);
  return taken;
}

bool heightmap_in_metres(const Heightmap *map) {
  return map->kind == HEIGHTMAP_TERRARIUM || map->kind == HEIGHTMAP_MAPBOX;
}

bool heightmap_read(const char *path, const float crop[4], Heightmap *map, Error *error) {
  struct stat is;
  ImageFile image = {.path = path};
  *map = (Heightmap){0};
  if (stat(path, &is) != 0) return error_set(error, "%s: %s", path, strerror(errno));
  if (!S_ISREG(is.st_mode)) return error_set(error, "%s: not an image that can be read; an ordinary file is wanted", path);
  image.file = fopen(path, "rb");
  if (!image.file) return error_set(error, "%s: %s", path, strerror(errno));
  image.bytes = (double)is.st_size;
  const bool read = image_read(&image, crop, map, error);
  fclose(image.file);
  if (!read) heightmap_free(map);
  return read;
}

void heightmap_free(Heightmap *map) {
  memory_free(map->heights);
  *map = (Heightmap){0};
}
