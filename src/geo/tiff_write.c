/* Writes GeoTIFF: one band of floats in strips, deflated. The tags that libtiff does not know by itself, and their numbers, are
 * GeoTIFF's (OGC 19-008r4) and GDAL's:
 *
 *   33550  ModelPixelScale   units a cell to the east, to the north, up
 *   33922  ModelTiepoint     column, row, 0 -> east, north, 0: the outer corner of the first cell
 *   34735  GeoKeyDirectory   keys of 16 bits: how the coordinates are meant
 *   42113  GDAL_NODATA       the value of cells without one, as text */
#define _POSIX_C_SOURCE 200809L /* dup, fileno */
#include "geo/geo.h"

#ifndef WEIR_HAS_TIFF

bool geo_has_tiff(void) {
  return false;
}

bool geo_write_tiff(const char *path, const GeoGrid *grid, Error *error) {
  (void)grid;
  return error_set(error, "%s: not written: this build has no libtiff", path);
}

#else

#include <math.h>
#include <stdio.h>
#include <tiffio.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/output.h"

enum { TAG_PIXEL_SCALE = 33550, TAG_TIEPOINT = 33922, TAG_GEO_KEYS = 34735, TAG_NODATA = 42113 };
enum { KEY_MODEL = 1024, KEY_RASTER = 1025, KEY_GEOGRAPHIC = 2048, KEY_PROJECTED = 3072, KEY_UNITS = 3076 };
enum { MODEL_PROJECTED = 1, MODEL_GEOGRAPHIC = 2, RASTER_PIXEL_IS_AREA = 1, METRE = 9001 };

bool geo_has_tiff(void) {
  return true;
}

/* libtiff keeps the pointers to names. */
static bool know_tags(TIFF *tiff) {
  static char scale[] = "ModelPixelScale", tiepoint[] = "ModelTiepoint", keys[] = "GeoKeyDirectory", nodata[] = "GDAL_NODATA";
  static const TIFFFieldInfo fields[] = {{TAG_PIXEL_SCALE, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, scale},
                                         {TAG_TIEPOINT, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, tiepoint},
                                         {TAG_GEO_KEYS, -1, -1, TIFF_SHORT, FIELD_CUSTOM, 1, 1, keys},
                                         {TAG_NODATA, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, nodata}};
  return TIFFMergeFieldInfo(tiff, fields, sizeof fields / sizeof *fields) == 0;
}

static bool set_form(TIFF *tiff, const GeoGrid *grid) {
  const bool deflates = TIFFIsCODECConfigured(COMPRESSION_ADOBE_DEFLATE);
  return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, (uint32_t)grid->w) && TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, (uint32_t)grid->h) &&
         TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 32) && TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1) &&
         TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP) && TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) &&
         TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
         TIFFSetField(tiff, TIFFTAG_COMPRESSION, deflates ? COMPRESSION_ADOBE_DEFLATE : COMPRESSION_NONE) &&
         TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0));
}

/* Adds a key to a directory, which begins with version 1.1.0 and the number of keys: the key, where its value is (0: here), how many. */
static void add_key(uint16_t *keys, int key, int value) {
  uint16_t *const at = keys + 4 + 4 * keys[3]++;
  at[0] = (uint16_t)key, at[1] = 0, at[2] = 1, at[3] = (uint16_t)value;
}

static bool set_place(TIFF *tiff, const GeoGrid *grid) {
  const GeoFrame frame = geo_frame_of(grid);
  const bool degrees = frame.metres_a_unit == 0, named = frame.epsg > 0 && frame.epsg <= UINT16_MAX;
  const double scale[3] = {frame.cell_x, frame.cell_z, 0}, tiepoint[6] = {0, 0, 0, frame.west, frame.north, 0};
  uint16_t keys[20] = {1, 1};
  char nodata[32];
  if (named) add_key(keys, KEY_MODEL, degrees ? MODEL_GEOGRAPHIC : MODEL_PROJECTED); /* keys rise */
  add_key(keys, KEY_RASTER, RASTER_PIXEL_IS_AREA);
  if (named) add_key(keys, degrees ? KEY_GEOGRAPHIC : KEY_PROJECTED, frame.epsg);
  if (!named && frame.metres_a_unit == 1) add_key(keys, KEY_UNITS, METRE);
  snprintf(nodata, sizeof nodata, "%g", (double)GEO_NODATA);
  return TIFFSetField(tiff, TAG_PIXEL_SCALE, 3, scale) && TIFFSetField(tiff, TAG_TIEPOINT, 6, tiepoint) &&
         TIFFSetField(tiff, TAG_GEO_KEYS, 4 + 4 * keys[3], keys) && TIFFSetField(tiff, TAG_NODATA, nodata);
}

static bool write_rows(TIFF *tiff, const GeoGrid *grid) {
  float *const line = memory_create((size_t)grid->w, sizeof *line);
  bool ok = line != NULL;
  for (int k = 0; ok && k < grid->h; k++) {
    const float *const row = grid->values + (size_t)k * (size_t)grid->w;
    for (int i = 0; i < grid->w; i++) line[i] = isfinite(row[i]) ? row[i] : GEO_NODATA;
    ok = TIFFWriteScanline(tiff, line, (uint32_t)k, 0) >= 0;
  }
  memory_free(line);
  return ok && TIFFFlush(tiff);
}

bool geo_write_tiff(const char *path, const GeoGrid *grid, Error *error) {
  Output output;
  if (!output_open(&output, path, error)) return false;
  TIFFSetErrorHandler(NULL); /* it would print lines of its own */
  TIFFSetWarningHandler(NULL);
  const int number = dup(fileno(output.file)); /* TIFFClose closes it */
  TIFF *const tiff = number >= 0 ? TIFFFdOpen(number, path, "w") : NULL;
  if (!tiff && number >= 0) close(number);
  const bool written = tiff && know_tags(tiff) && set_form(tiff, grid) && set_place(tiff, grid) && write_rows(tiff, grid);
  if (tiff) TIFFClose(tiff);
  const bool closed = output_close(&output, written, error);
  return written ? closed : error_set(error, "%s: cannot be written: not all bytes were taken", path);
}

#endif
