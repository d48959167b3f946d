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
#include "base/paths.h"

/* Heights of so many steps from lowest to highest are not smoothed: their slope neither looks like a stair nor acts on water as one.
 * Heights of 8 bits have half as many at most. */
enum { STEPS_FINE = 512 };

#define MISSING_BEYOND 0.05f /* of the range: sea and wall lie so far beyond all heights */

enum { FORMAT_HEAD = 32 };

/* Format of an image file. */
typedef enum ImageFormat { FORMAT_NONE, FORMAT_PNG, FORMAT_JPEG, FORMAT_BMP, FORMAT_TGA } ImageFormat;

static const char read_formats[] = "PNG, JPEG, BMP, TGA, GeoTIFF, ASC, HGT, R16 or PFM";

/* Returns true if the file ends as a TGA file of 1989 and later does. */
static bool has_tga_footer(FILE *file, double bytes) {
  static const char footer[] = "TRUEVISION-XFILE.";
  char last[sizeof footer];
  if (bytes < (double)sizeof last || fseek(file, -(long)sizeof last, SEEK_END) != 0) return false;
  return fread(last, 1, sizeof last, file) == sizeof last && memcmp(last, footer, sizeof last) == 0;
}

/* Returns the format by the file's first bytes (zeros follow its end); TGA, which has no such bytes, by the ending of its name or its
 * footer. */
static ImageFormat image_format(const char *path, const uint8_t head[FORMAT_HEAD], FILE *file, double bytes) {
  if (memcmp(head, "\x89PNG\r\n\x1a\n", 8) == 0) return FORMAT_PNG;
  if (head[0] == 0xff && head[1] == 0xd8) return FORMAT_JPEG;
  if (head[0] == 'B' && head[1] == 'M') return FORMAT_BMP;
  const bool tga = path_ends_in(path, ".tga .icb .vda .vst") || has_tga_footer(file, bytes);
  rewind(file);
  return tga ? FORMAT_TGA : FORMAT_NONE;
}

/* --- formats that are not read ------------------------------------------------------------------------------------------------------ */

/* A format that is named where it is refused: found by its first bytes or, where those say nothing, the endings of its files. */
typedef struct OtherFormat {
  const char *name, *magic;
  int magic_size;
  const char *endings, *advice;
} OtherFormat;

#define BY_GDAL "make a GeoTIFF of it: gdal_translate IN OUT.tif"
#define BY_EDITOR "make a PNG of it in an image editor, of 16 bit if it has them"

static const OtherFormat others[] = {
    {"a Surfer grid", "DSAA", 4, "", BY_GDAL},
    {"a Surfer grid", "DSBB", 4, "", BY_GDAL},
    {"a NetCDF grid", "CDF", 3, "", BY_GDAL},
    {"a NetCDF or HDF5 grid", "\x89HDF", 4, "", BY_GDAL},
    {"a Terragen terrain", "TERRAGEN", 8, "", BY_EDITOR},
    {"an OpenEXR image", "\x76\x2f\x31\x01", 4, "", BY_GDAL},
    {"a GIF image", "GIF8", 4, "", BY_EDITOR},
    {"a Photoshop image", "8BPS", 4, "", BY_EDITOR},
    {"a Radiance image", "#?RADIANCE", 10, "", BY_EDITOR},
    {"a point cloud", "LASF", 4, "", "make a grid of it first: gdal_grid, pdal or QGIS write GeoTIFF"},
    {"a digital elevation model", "", 0, ".dem .ddf .dt0 .dt1 .dt2 .bil .flt .grd .adf .img .xyz .vrt", BY_GDAL},
    {"a WebP image", "", 0, ".webp", BY_EDITOR},
    {"an AVIF or HEIF image", "", 0, ".avif .heic .heif", BY_EDITOR},
    {"a PNM image", "", 0, ".pgm .ppm .pnm", BY_EDITOR},
    {"an OpenEXR image", "", 0, ".exr", BY_GDAL},
};

/* Says that a file is not an image that can be read: of formats that terrain comes in by name, with what to do. Always returns false. */
static bool image_format_refuse(const char *path, const uint8_t head[FORMAT_HEAD], double bytes, Error *error) {
  for (size_t n = 0; n < sizeof others / sizeof *others; n++) {
    const OtherFormat *const other = &others[n];
    const bool found = other->magic_size > 0 ? bytes >= other->magic_size && memcmp(head, other->magic, (size_t)other->magic_size) == 0
                                             : path_ends_in(path, other->endings);
    if (found) return error_set(error, "%s: %s is not read; allowed: %s; %s", path, other->name, read_formats, other->advice);
  }
  if (path_ends_in(path, ".r32 .bin .r8 .r32f"))
    return error_set(error, "%s: raw samples are read of 16 bits alone, lowest byte first, from a file named .r16 or .raw", path);
  return error_set(error, "%s: not an image that can be read; allowed: %s", path, read_formats);
}

/* An image file while heightmap_read decodes it; `user` of stb's callbacks. */
typedef struct ImageFile {
  FILE *file;
  const char *path;
  double bytes; /* size of the file */
  GeoProgress progress;
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
  const GeoProgress *const progress = &image->progress;
  if (progress->go_on && !progress->go_on(progress->user, (double)ftell(image->file) / maths_max(image->bytes, 1))) {
    image->ran_out = true;
    return 0;
  }
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
    return error_set(error, "%s: not an image that can be read; allowed: %s", image->path, read_formats);
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

int crop_index(float share, int count) {
  const int at = (int)(share * (float)count + 0.5f);
  return at < 0 ? 0 : at > count ? count : at;
}

/* Returns the step between two values of the file: a share of white, or metres. */
static float unit_of(const Heightmap *map) {
  if (heightmap_in_metres(map)) return (float)pixels_unit_m(map->kind);
  return map->bits == 16 ? 1.0f / 65535.0f : 1.0f / 255.0f;
}

/* Copies a part of the image with NaN where a pixel has no height, and notes its values. An image that is transparent everywhere is
 * taken as one without transparency, which some programs write so. */
static void copy_heights(const Pixels *pixels, int x0, int z0, Heightmap *map, ValueSet *values) {
  const int total = map->w * map->h;
  const bool metres = heightmap_in_metres(map);
  const double base_m = map->kind == HEIGHTMAP_TERRARIUM ? -32768 : -10000, unit_m = pixels_unit_m(map->kind);
  const float unit = unit_of(map);
  for (int ignore = 0; ignore < 2; ignore++) {
    map->empty = 0;
    for (int k = 0; k < map->h; k++)
      for (int i = 0; i < map->w; i++) {
        const size_t at = (size_t)(z0 + k) * (size_t)pixels->w + (size_t)(x0 + i);
        const bool empty = !ignore && pixels_is_empty(pixels, map->kind, at);
        const uint32_t value = pixels_value(pixels, map->kind, at);
        const float height = metres ? (float)(base_m + unit_m * (double)value) : unit * (float)value;
        map->heights[(size_t)k * (size_t)map->w + (size_t)i] = empty ? NAN : height;
        if (empty)
          map->empty++;
        else
          values_add(values, value);
      }
    if (map->empty < total) return;
  }
}

/* Makes up the heights that are missing. Returns false if memory runs out. */
static bool fill_missing(HeightmapMissing missing, Heightmap *map) {
  const size_t count = (size_t)map->w * (size_t)map->h;
  float low = INFINITY, high = -INFINITY;
  for (size_t n = 0; n < count; n++)
    if (!isnan(map->heights[n])) low = maths_minf(low, map->heights[n]), high = maths_maxf(high, map->heights[n]);
  map->lowest_m = low;
  if (missing == HEIGHTMAP_FILL) return holes_fill(map->heights, map->w, map->h);
  const float beyond = maths_maxf(MISSING_BEYOND * (high - low), heightmap_in_metres(map) ? 1.0f : 0.0f);
  const float wall = heightmap_in_metres(map) ? high + beyond : maths_minf(high + beyond, 1.0f);
  const float sea = heightmap_in_metres(map) ? low - beyond : maths_maxf(low - beyond, 0.0f);
  for (size_t n = 0; n < count; n++)
    if (isnan(map->heights[n])) map->heights[n] = missing == HEIGHTMAP_SEA ? sea : wall;
  return true;
}

bool heightmap_finish(const char *path, HeightmapMissing missing, bool lossy, Heightmap *map, Error *error) {
  const size_t count = (size_t)map->w * (size_t)map->h;
  if (!lossy && !holes_find_extremes(map->heights, map->w, map->h, &map->extreme)) return error_set(error, "%s: not enough memory", path);
  if (!fill_missing(missing, map)) return error_set(error, "%s: not enough memory", path);
  map->low = INFINITY, map->high = -INFINITY;
  for (size_t n = 0; n < count; n++) {
    map->low = maths_minf(map->low, map->heights[n]);
    map->high = maths_maxf(map->high, map->heights[n]);
  }
  const float low = map->low, range = map->high - map->low;
  map->has_steps = map->quantum * STEPS_FINE > range;
  if (!heightmap_in_metres(map)) return true;
  /* Heights in metres are stretched over [0, 1]. */
  for (size_t n = 0; n < count; n++) map->heights[n] = range > 0 ? (map->heights[n] - low) / range : 0.0f;
  map->low_m = low, map->high_m = map->high;
  map->low = 0, map->high = range > 0 ? 1.0f : 0.0f;
  map->quantum = range > 0 ? map->quantum / range : 0.0f;
  return true;
}

/* Copies the cropped part of the pixels, makes up what has no height, and finds range and step of the heights. */
static bool image_copy_part(const ImageFile *image, const Pixels *pixels, const HeightmapReading *reading, Heightmap *map, Error *error) {
  const float *const crop = reading->crop;
  const int x0 = crop_index(crop[0], pixels->w), x1 = crop_index(crop[2], pixels->w);
  const int z0 = crop_index(crop[1], pixels->h), z1 = crop_index(crop[3], pixels->h);
  if (x1 - x0 < 2 || z1 - z0 < 2)
    return error_set(error, "%s: the crop leaves fewer than 2 x 2 of its %d x %d pixels", image->path, pixels->w, pixels->h);
  *map = (Heightmap){.w = x1 - x0, .h = z1 - z0, .kind = pixels_kind(pixels), .bits = pixels->deep ? 16 : 8, .by = 1};
  map->heights = memory_create((size_t)map->w * (size_t)map->h, sizeof *map->heights);
  ValueSet *const values = values_create(heightmap_in_metres(map) ? 24 : map->bits);
  const bool ok = map->heights && values;
  if (ok) {
    copy_heights(pixels, x0, z0, map, values);
    map->quantum = unit_of(map) * (map->kind == HEIGHTMAP_COLOUR ? 1.0f : (float)values_step(values));
  }
  memory_free(values);
  return ok ? heightmap_finish(image->path, reading->missing, pixels->lossy, map, error)
            : error_set(error, "%s: not enough memory", image->path);
}

static bool image_read(ImageFile *image, const HeightmapReading *reading, Heightmap *map, Error *error) {
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
  const bool taken = whole ? image_copy_part(image, &pixels, reading, map, error)
                           : error_set(error, "%s: damaged image (%s)", image->path,
                                       image->ran_out ? "it ends before its pixels do"
                                       : data         ? "it cannot be read"
                                                      : stbi_failure_reason());
  stbi_image_free(data);
  return taken;
}

bool heightmap_in_metres(const Heightmap *map) {
  return map->kind >= HEIGHTMAP_TERRARIUM;
}

bool heightmap_read(const char *path, const HeightmapReading *reading, Heightmap *map, Error *error) {
  struct stat is;
  ImageFile image = {.path = path, .progress = reading->progress};
  *map = (Heightmap){0};
  if (stat(path, &is) != 0) return error_set(error, "%s: %s", path, strerror(errno));
  if (!S_ISREG(is.st_mode)) return error_set(error, "%s: not an image that can be read; an ordinary file is wanted", path);
  image.file = fopen(path, "rb");
  if (!image.file) return error_set(error, "%s: %s", path, strerror(errno));
  image.bytes = (double)is.st_size;
  const GeoKind kind = geo_file_kind(path);
  const bool read = kind == GEO_NONE ? image_read(&image, reading, map, error) : grid_read(path, kind, reading, map, error);
  fclose(image.file);
  if (!read) heightmap_free(map);
  return read;
}

void heightmap_free(Heightmap *map) {
  memory_free(map->heights);
  *map = (Heightmap){0};
}
