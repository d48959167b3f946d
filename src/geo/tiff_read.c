/* GeoTIFF (OGC 19-008r4): one band of whole or floating numbers, in strips or tiles, compressed as libtiff knows it; of its geo keys those
 * that say where the grid lies, in which units and in which coordinate system. */
#include <math.h>
#include <string.h>

#include "geo/geo_private.h"

#ifndef WEIR_HAS_TIFF

bool tiff_read(const GeoFile *file, const GeoReading *reading, GeoGrid *grid, Error *error) {
  (void)reading, (void)grid;
  return error_set(
      error, "%s: a GeoTIFF, which this build of weir does not read; make an ESRI ASCII grid of it: gdal_translate -of AAIGrid IN OUT.asc",
      file->name);
}

#else

#include <stdlib.h>
#include <tiffio.h>

#include "base/memory.h"

enum { TAG_SCALE = 33550, TAG_TIEPOINTS = 33922, TAG_TRANSFORMATION = 34264, TAG_GEO_KEYS = 34735, TAG_NODATA = 42113 };
enum { KEY_MODEL = 1024, KEY_RASTER = 1025, KEY_GEOGRAPHIC = 2048, KEY_PROJECTED = 3072, KEY_UNITS = 3076, KEY_VERTICAL_UNITS = 4099 };
enum { MODEL_GEOGRAPHIC = 2, RASTER_POINT = 2, USER_DEFINED = 32767, FOOT = 9002, US_FOOT = 9003 };
enum { BLOCK_MAX = 1 << 28 }; /* bytes of one strip or tile, decoded */

/* A file while it is read. On the stack. */
typedef struct Tiff {
  TIFF *tiff;
  const char *name;
  int64_t w, h;          /* of the file */
  uint16_t bits, format; /* of a value; SAMPLEFORMAT_ */
  bool has_nodata;
  double nodata;
  double metres_a_value;
} Tiff;

/* Takes libtiff's messages about the file: one line of our own says that it is damaged. `user` becomes true where a part of the head could not
 * be read, which libtiff leaves out. */
static int take_message(TIFF *tiff, void *user, const char *module, const char *format, va_list arguments) {
  char text[256];
  (void)tiff, (void)module;
  vsnprintf(text, sizeof text, format, arguments);
  if (strncmp(text, "IO error", 8) == 0) *(bool *)user = true;
  return 1;
}

/* Returns the values of a tag that libtiff may not know by name, and their number; NULL if the file has no such tag of that type. */
static const void *tag_values(TIFF *tiff, uint32_t tag, TIFFDataType type, int *count) {
  const TIFFField *const field = TIFFFieldWithTag(tiff, tag);
  const void *values = NULL;
  *count = 0;
  if (!field || TIFFFieldDataType(field) != type || !TIFFFieldPassCount(field)) return NULL;
  if (TIFFFieldReadCount(field) == TIFF_VARIABLE2) {
    uint32_t many = 0;
    if (!TIFFGetField(tiff, tag, &many, &values)) return NULL;
    *count = many > INT32_MAX ? 0 : (int)many;
  } else {
    uint16_t many = 0;
    if (!TIFFGetField(tiff, tag, &many, &values)) return NULL;
    *count = many;
  }
  return *count > 0 ? values : NULL;
}

/* Returns the value of a geo key that is a short number; 0: the file has none. */
static int geo_key(TIFF *tiff, int key) {
  int count = 0;
  const uint16_t *const keys = tag_values(tiff, TAG_GEO_KEYS, TIFF_SHORT, &count);
  for (int n = 4; keys && n + 3 < count; n += 4)
    if (keys[n] == key && keys[n + 1] == 0) return keys[n + 3];
  return 0;
}

static double unit_metres(int unit) {
  return unit == FOOT ? 0.3048 : unit == US_FOOT ? 1200.0 / 3937.0 : 1;
}

/* Finds where the grid lies: by a tie point and the size of a pixel, or by a transformation that does not turn it. */
static GeoFrame frame_of(TIFF *tiff) {
  int scales = 0, ties = 0, numbers = 0;
  const double *const scale = tag_values(tiff, TAG_SCALE, TIFF_DOUBLE, &scales), *const tie =
                                                                                     tag_values(tiff, TAG_TIEPOINTS, TIFF_DOUBLE, &ties);
  const double *const matrix = tag_values(tiff, TAG_TRANSFORMATION, TIFF_DOUBLE, &numbers);
  GeoFrame frame = {0};
  if (scale && scales >= 2) {
    frame.cell_x = scale[0], frame.cell_z = scale[1];
    if (tie && ties >= 6) frame.west = tie[3] - tie[0] * scale[0], frame.north = tie[4] + tie[1] * scale[1], frame.is_known = true;
  } else if (matrix && numbers >= 16) {
    frame.cell_x = sqrt(matrix[0] * matrix[0] + matrix[4] * matrix[4]);
    frame.cell_z = sqrt(matrix[1] * matrix[1] + matrix[5] * matrix[5]);
    frame.west = matrix[3], frame.north = matrix[7];
    frame.is_known = matrix[1] == 0 && matrix[4] == 0 && matrix[0] > 0 && matrix[5] < 0;
  }
  if (!(frame.cell_x > 0 && frame.cell_z > 0 && frame.cell_x < 1e9 && frame.cell_z < 1e9)) return (GeoFrame){0};
  if (!(fabs(frame.west) < 1e12 && fabs(frame.north) < 1e12)) frame.is_known = false, frame.west = frame.north = 0;
  if (geo_key(tiff, KEY_RASTER) == RASTER_POINT) frame.west -= 0.5 * frame.cell_x, frame.north += 0.5 * frame.cell_z;
  const int model = geo_key(tiff, KEY_MODEL), system = geo_key(tiff, model == MODEL_GEOGRAPHIC ? KEY_GEOGRAPHIC : KEY_PROJECTED);
  frame.metres_a_unit = model == MODEL_GEOGRAPHIC ? 0 : unit_metres(geo_key(tiff, KEY_UNITS));
  frame.epsg = system == USER_DEFINED ? 0 : system;
  return frame;
}

static float half_value(uint16_t half) {
  const int exponent = half >> 10 & 31, mantissa = half & 1023;
  const float size = exponent == 31  ? (mantissa ? NAN : INFINITY)
                     : exponent == 0 ? ldexpf((float)mantissa, -24)
                                     : ldexpf((float)(1024 + mantissa), exponent - 25);
  return half & 0x8000 ? -size : size;
}

/* Returns value n of decoded bytes, which libtiff has in the machine's own order. */
static double value_at(const Tiff *t, const uint8_t *bytes, int64_t n) {
  const int size = t->bits / 8;
  union {
    uint8_t u8;
    int8_t i8;
    uint16_t u16;
    int16_t i16;
    uint32_t u32;
    int32_t i32;
    float f32;
    double f64;
  } v;
  memcpy(&v, bytes + n * size, (size_t)size);
  if (t->format == SAMPLEFORMAT_IEEEFP) return t->bits == 16 ? (double)half_value(v.u16) : t->bits == 32 ? (double)v.f32 : v.f64;
  if (t->format == SAMPLEFORMAT_INT) return t->bits == 8 ? v.i8 : t->bits == 16 ? v.i16 : v.i32;
  return t->bits == 8 ? v.u8 : t->bits == 16 ? v.u16 : v.u32;
}

/* Copies a block of decoded values, `wide` a row, to columns from i0 and rows from k0 on; what lies beyond the grid is left out. */
static void copy_block(const Tiff *t, const uint8_t *bytes, int64_t wide, int64_t high, int64_t i0, int64_t k0, GeoGrid *grid) {
  for (int64_t k = 0; k < high && k0 + k < t->h; k++)
    for (int64_t i = 0; i < wide && i0 + i < t->w; i++) {
      const double value = value_at(t, bytes, k * wide + i);
      const bool missing = (t->has_nodata && (value == t->nodata || (float)value == (float)t->nodata)) ||
                           (grid->grey_bits == 0 && geo_is_missing((float)value));
      geo_put(grid, i0 + i, k0 + k, missing ? NAN : (float)(value * t->metres_a_value));
    }
}

static bool read_tiles(const Tiff *t, const GeoReading *reading, uint8_t *bytes, tmsize_t size, GeoGrid *grid) {
  uint32_t wide = 0, high = 0;
  TIFFGetField(t->tiff, TIFFTAG_TILEWIDTH, &wide);
  TIFFGetField(t->tiff, TIFFTAG_TILELENGTH, &high);
  if (wide == 0 || high == 0 || (double)wide * high * (t->bits / 8) > (double)size) return false;
  for (int64_t k = 0; k < t->h; k += high)
    for (int64_t i = 0; i < t->w; i += wide) {
      const uint32_t tile = TIFFComputeTile(t->tiff, (uint32_t)i, (uint32_t)k, 0, 0);
      if (!geo_goes_on(reading, (double)k / (double)t->h)) return false;
      if (TIFFReadEncodedTile(t->tiff, tile, bytes, size) != size) return false;
      copy_block(t, bytes, wide, high, i, k, grid);
    }
  return true;
}

static bool read_strips(const Tiff *t, const GeoReading *reading, uint8_t *bytes, tmsize_t size, GeoGrid *grid) {
  uint32_t rows = 0;
  TIFFGetFieldDefaulted(t->tiff, TIFFTAG_ROWSPERSTRIP, &rows);
  if (rows == 0) return false;
  if (rows > t->h) rows = (uint32_t)t->h;
  const tmsize_t row_bytes = (tmsize_t)t->w * (t->bits / 8);
  for (int64_t k = 0; k < t->h; k += rows) {
    const int64_t high = k + rows < t->h ? rows : t->h - k;
    if (high * row_bytes > size || !geo_goes_on(reading, (double)k / (double)t->h)) return false;
    if (TIFFReadEncodedStrip(t->tiff, TIFFComputeStrip(t->tiff, (uint32_t)k, 0), bytes, (tmsize_t)high * row_bytes) != high * row_bytes)
      return false;
    copy_block(t, bytes, t->w, high, 0, k, grid);
  }
  return true;
}

/* Finds what the values are. Returns false and sets *error to what is not read. */
static bool values_begin(Tiff *t, GeoGrid *grid, Error *error) {
  uint16_t bands = 1, colours = PHOTOMETRIC_MINISBLACK;
  TIFFGetFieldDefaulted(t->tiff, TIFFTAG_SAMPLESPERPIXEL, &bands);
  TIFFGetFieldDefaulted(t->tiff, TIFFTAG_BITSPERSAMPLE, &t->bits);
  TIFFGetFieldDefaulted(t->tiff, TIFFTAG_SAMPLEFORMAT, &t->format);
  TIFFGetField(t->tiff, TIFFTAG_PHOTOMETRIC, &colours);
  if (bands != 1 || colours > PHOTOMETRIC_MINISBLACK)
    return error_set(error, "%s: a TIFF of %d bands or colours is not read; allowed: one band of heights; gdal_translate -b 1 IN OUT.tif",
                     t->name, bands);
  if (t->format == SAMPLEFORMAT_VOID) t->format = SAMPLEFORMAT_UINT;
  const bool whole = t->format == SAMPLEFORMAT_UINT || t->format == SAMPLEFORMAT_INT;
  const bool is_read = whole ? t->bits == 8 || t->bits == 16 || t->bits == 32
                             : t->format == SAMPLEFORMAT_IEEEFP && (t->bits == 16 || t->bits == 32 || t->bits == 64);
  if (!is_read)
    return error_set(error,
                     "%s: a TIFF of %d-bit values of this kind is not read; allowed: whole numbers of 8, 16 and 32 bits, floating ones of "
                     "16, 32 and 64; gdal_translate -ot Float32 IN OUT.tif",
                     t->name, t->bits);
  int count = 0;
  const char *const nodata = tag_values(t->tiff, TAG_NODATA, TIFF_ASCII, &count);
  char text[64] = "";
  if (nodata) memcpy(text, nodata, (size_t)(count < 63 ? count : 63)), t->has_nodata = sscanf(text, "%lf", &t->nodata) == 1;
  grid->frame = frame_of(t->tiff);
  /* Without a place on a map, whole numbers without a sign are the grey of a picture. */
  const bool picture = t->format == SAMPLEFORMAT_UINT && t->bits <= 16 && grid->frame.cell_x <= 0 && !geo_key(t->tiff, KEY_MODEL);
  grid->grey_bits = picture ? t->bits : 0;
  grid->bits = t->bits;
  t->metres_a_value = picture ? 1 : unit_metres(geo_key(t->tiff, KEY_VERTICAL_UNITS));
  return true;
}

static bool read_open(Tiff *t, const GeoFile *file, const GeoReading *reading, GeoGrid *grid, Error *error) {
  uint32_t w = 0, h = 0;
  TIFFGetField(t->tiff, TIFFTAG_IMAGEWIDTH, &w);
  TIFFGetField(t->tiff, TIFFTAG_IMAGELENGTH, &h);
  if (!values_begin(t, grid, error)) return false;
  const bool tiled = TIFFIsTiled(t->tiff);
  const tmsize_t size = tiled ? TIFFTileSize(t->tiff) : TIFFStripSize(t->tiff);
  if (size <= 0 || size > BLOCK_MAX)
    return error_set(error, "%s: damaged GeoTIFF (its blocks have no size, or more than 256 MiB)", file->name);
  if (!geo_create(file, reading, w, h, grid, error)) return false;
  t->w = w, t->h = h;
  uint8_t *const bytes = memory_create((size_t)size, 1);
  if (!bytes) return error_set(error, "%s: not enough memory", file->name);
  const bool ok = tiled ? read_tiles(t, reading, bytes, size, grid) : read_strips(t, reading, bytes, size, grid);
  memory_free(bytes);
  return ok ||
         error_set(error, "%s: damaged GeoTIFF (it ends before its values do, or is compressed in a way that is not read)", file->name);
}

bool tiff_read(const GeoFile *file, const GeoReading *reading, GeoGrid *grid, Error *error) {
  bool is_cut = false;
  TIFFOpenOptions *const options = TIFFOpenOptionsAlloc();
  if (!options) return error_set(error, "%s: not enough memory", file->name);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, BLOCK_MAX);
  TIFFOpenOptionsSetErrorHandlerExtR(options, take_message, &is_cut);
  TIFFOpenOptionsSetWarningHandlerExtR(options, take_message, &is_cut);
  Tiff t = {.tiff = TIFFOpenExt(file->name, "rm", options), .name = file->name}; /* m: read, since a mapped file that is cut is a fault */
  TIFFOpenOptionsFree(options);
  if (!t.tiff) return error_set(error, "%s: damaged GeoTIFF (its head cannot be read)", file->name);
  const bool read =
      is_cut ? error_set(error, "%s: damaged GeoTIFF (it ends within its head)", file->name) : read_open(&t, file, reading, grid, error);
  TIFFClose(t.tiff);
  return read;
}

#endif
