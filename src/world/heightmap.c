#define _POSIX_C_SOURCE 200809L /* fileno, fstat */
#include "world/heightmap.h"

#include <errno.h>
#include <stb_image.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"

/* An image file while heightmap_read decodes it; `user` of stb's callbacks. */
typedef struct ImageFile {
  FILE *file;
  const char *path;
  double bytes;       /* size of the file */
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

/* Bits per pixel of a PNG, from the bit depth and colour type in its header. */
static int png_bits(const uint8_t *head) {
  static const int channels[7] = {1, 0, 3, 1, 2, 0, 4};
  return head[25] < 7 ? head[24] * channels[head[25]] : 0;
}

/* Most pixels that one byte of a file of this format can encode: a deflated byte expands to 1032, a JPEG has at least a bit for
 * each block of 8 x 8, a TGA packet repeats a pixel up to 128 times, a BMP has at least one bit per pixel. */
static double pixels_a_byte(const uint8_t *head) {
  const int bits = png_bits(head);
  if (memcmp(head, "\x89PNG", 4) == 0) return bits > 0 ? 1032.0 * 8 / bits : 0;
  if (head[0] == 0xff && head[1] == 0xd8) return 512;
  return head[0] == 'B' && head[1] == 'M' ? 8 : 64;
}

/* Whether each chunk of a PNG has all of its data in the file; a last checksum may lack. The decoder allocates what a chunk's length
 * says, up to 2 GiB, before it reads the data. */
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
  uint8_t head[32] = {0};
  int w = 0, h = 0, channels = 0;
  const size_t got = fread(head, 1, sizeof head, image->file);
  image_rewind(image);
  if (ferror(image->file)) return error_set(error, "%s: cannot be read", image->path);
  if (got == 0 || !stbi_info_from_callbacks(&callbacks, image, &w, &h, &channels))
    return error_set(error, "%s: not an image that can be read; allowed: PNG, JPEG, BMP or TGA", image->path);
  if (w < 2 || h < 2 || w > HEIGHTMAP_SIDE_MAX || h > HEIGHTMAP_SIDE_MAX || (int64_t)w * h > HEIGHTMAP_PIXELS_MAX)
    return error_set(error, "%s: %d x %d pixels; allowed: 2 to %d a side, %d in all", image->path, w, h, HEIGHTMAP_SIDE_MAX,
                     HEIGHTMAP_PIXELS_MAX);
  if ((double)w * h > pixels_a_byte(head) * image->bytes)
    return error_set(error, "%s: damaged image (its %.0f bytes cannot hold %d x %d pixels)", image->path, image->bytes, w, h);
  if (memcmp(head, "\x89PNG", 4) == 0 && !png_chunks_fit(image))
    return error_set(error, "%s: damaged image (it ends before its pixels do)", image->path);
  return true;
}

/* --- pixels ---------------------------------------------------------------------------------------------------------------- */

static int crop_index(float share, int count) {
  const int at = (int)(share * (float)count + 0.5f);
  return at < 0 ? 0 : at > count ? count : at;
}

/* Copies the cropped part of w*h pixels of 8 or 16 bits. */
static bool image_copy_part(const ImageFile *image, const void *pixels, bool deep, int w, int h, const float crop[4], Heightmap *map,
                            Error *error) {
  const int x0 = crop_index(crop[0], w), x1 = crop_index(crop[2], w);
  const int z0 = crop_index(crop[1], h), z1 = crop_index(crop[3], h);
  if (x1 - x0 < 2 || z1 - z0 < 2) return error_set(error, "%s: the crop leaves fewer than 2 x 2 of its %d x %d pixels", image->path, w, h);
  *map = (Heightmap){.w = x1 - x0, .h = z1 - z0, .quantum = deep ? 1.0f / 65535.0f : 1.0f / 255.0f};
  map->heights = memory_create((size_t)map->w * (size_t)map->h, sizeof *map->heights);
  if (!map->heights) return error_set(error, "%s: not enough memory", image->path);
  for (int k = 0; k < map->h; k++) {
    const size_t from = (size_t)(z0 + k) * (size_t)w + (size_t)x0;
    float *const row = map->heights + (size_t)k * (size_t)map->w;
    for (int i = 0; i < map->w; i++)
      row[i] = map->quantum * (float)(deep ? ((const uint16_t *)pixels)[from + (size_t)i] : ((const uint8_t *)pixels)[from + (size_t)i]);
  }
  return true;
}

static bool image_read(ImageFile *image, const float crop[4], Heightmap *map, Error *error) {
  int w = 0, h = 0, channels = 0;
  if (!image_probe(image, error)) return false;
  image_rewind(image);
  const bool deep = stbi_is_16_bit_from_callbacks(&callbacks, image);
  image_rewind(image);
  void *const pixels = deep ? (void *)stbi_load_16_from_callbacks(&callbacks, image, &w, &h, &channels, 1)
                            : (void *)stbi_load_from_callbacks(&callbacks, image, &w, &h, &channels, 1);
  const bool whole = pixels && !image->ran_out && !ferror(image->file);
  const bool taken = whole ? image_copy_part(image, pixels, deep, w, h, crop, map, error)
                           : error_set(error, "%s: damaged image (%s)", image->path,
                                       image->ran_out ? "it ends before its pixels do"
                                       : pixels       ? "it cannot be read"
                                                      : stbi_failure_reason());
  stbi_image_free(pixels);
  return taken;
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
