/* Grids with a short head or none. HGT: 16-bit metres of a square of one degree, its south-west corner in the file's name. Raw samples: 16-bit
 * grey without anything. PFM: floats, row after row from the south. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "geo/geo_private.h"

/* --- HGT ------------------------------------------------------------------------------------------------------------------ */

static const char *last_part(const char *path) {
  const char *const slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Finds the corner that a name like N46E007.hgt states. */
static bool corner_of(const char *path, double *west, double *south) {
  char north_south, east_west;
  int latitude, longitude;
  if (sscanf(last_part(path), "%c%2d%c%3d", &north_south, &latitude, &east_west, &longitude) != 4) return false;
  north_south = (char)toupper((unsigned char)north_south), east_west = (char)toupper((unsigned char)east_west);
  if ((north_south != 'N' && north_south != 'S') || (east_west != 'E' && east_west != 'W') || latitude < 0 || longitude < 0) return false;
  *south = north_south == 'N' ? latitude : -latitude;
  *west = east_west == 'E' ? longitude : -longitude;
  return latitude <= 90 && longitude <= 180;
}

bool hgt_read(const GeoFile *file, const GeoReading *reading, GeoGrid *grid, Error *error) {
  const double side = sqrt(file->bytes / 2);
  if (side != floor(side) || (side != 1201 && side != 3601))
    return error_set(error, "%s: an SRTM tile (HGT) has 1201 x 1201 or 3601 x 3601 values of two bytes, and not %.0f bytes", file->name,
                     file->bytes);
  if (!geo_create(file, reading, side, side, grid, error)) return false;
  const double cell = 1 / (side - 1);
  double west = 0, south = 0;
  grid->frame = (GeoFrame){.is_known = corner_of(file->name, &west, &south), .cell_x = cell, .cell_z = cell, .epsg = 4326};
  grid->frame.west = west - 0.5 * cell, grid->frame.north = south + 1 + 0.5 * cell; /* values lie on the square's edges */
  grid->bits = 16;
  for (int k = 0; k < (int)side; k++) {
    uint8_t row[2 * 3601];
    if (!geo_goes_on(reading, k / side) || fread(row, 2, (size_t)side, file->file) != (size_t)side)
      return error_set(error, "%s: cannot be read", file->name);
    for (int i = 0; i < (int)side; i++) {
      const float value = (float)(int16_t)((uint16_t)row[2 * i] << 8 | row[2 * i + 1]);
      geo_put(grid, i, k, geo_is_missing(value) ? NAN : value);
    }
  }
  return true;
}

/* --- raw samples ------------------------------------------------------------------------------------------------------------- */

bool raw_read(const GeoFile *file, const GeoReading *reading, GeoGrid *grid, Error *error) {
  const double side = sqrt(file->bytes / 2);
  const double w = reading->raw_w > 0 ? reading->raw_w : side, h = reading->raw_w > 0 ? reading->raw_h : side;
  if (w != floor(w) || 2 * w * h != file->bytes)
    return error_set(error,
                     "%s: raw samples have no size in them, and these %.0f bytes are not %s of 16 bits; state it: --terrain-size WxH",
                     file->name, file->bytes, reading->raw_w > 0 ? "so many" : "a square");
  if (!geo_create(file, reading, w, h, grid, error)) return false;
  uint8_t *const row = memory_create((size_t)w, 2);
  bool ok = row || error_set(error, "%s: not enough memory", file->name);
  for (int k = 0; k < (int)h && ok; k++) {
    ok = (geo_goes_on(reading, k / h) && fread(row, 2, (size_t)w, file->file) == (size_t)w) ||
         error_set(error, "%s: cannot be read", file->name);
    for (int i = 0; i < (int)w && ok; i++) geo_put(grid, i, k, (float)(row[2 * i] | row[2 * i + 1] << 8));
  }
  memory_free(row);
  grid->grey_bits = grid->bits = 16;
  return ok;
}

/* --- PFM ---------------------------------------------------------------------------------------------------------------------- */

static float float_of(const uint8_t bytes[4], bool little) {
  const uint32_t word = little ? bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24
                               : bytes[3] | (uint32_t)bytes[2] << 8 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[0] << 24;
  float value;
  memcpy(&value, &word, sizeof value);
  return value;
}

bool pfm_read(const GeoFile *file, const GeoReading *reading, GeoGrid *grid, Error *error) {
  char kind[3] = "", scale[32] = "";
  int w = 0, h = 0;
  if (fscanf(file->file, "%2s %9d %9d %31s", kind, &w, &h, scale) != 4 || kind[0] != 'P' || !isspace(fgetc(file->file)))
    return error_set(error, "%s: damaged PFM image (its head is Pf, width, height and scale)", file->name);
  if (kind[1] != 'f')
    return error_set(error, "%s: a PFM image in colours is not read; allowed: heights in metres, with the head Pf", file->name);
  if (4.0 * w * h > file->bytes) return error_set(error, "%s: damaged PFM image (it ends before its values do)", file->name);
  if (!geo_create(file, reading, w, h, grid, error)) return false;
  uint8_t *const row = memory_create((size_t)w, 4);
  bool ok = row || error_set(error, "%s: not enough memory", file->name);
  for (int k = h - 1; k >= 0 && ok; k--) {
    ok = (geo_goes_on(reading, 1 - (double)k / h) && fread(row, 4, (size_t)w, file->file) == (size_t)w) ||
         error_set(error, "%s: damaged PFM image (it ends before its values do)", file->name);
    for (int i = 0; i < w && ok; i++) {
      const float value = float_of(row + 4 * i, scale[0] == '-');
      geo_put(grid, i, k, geo_is_missing(value) ? NAN : value);
    }
  }
  memory_free(row);
  grid->bits = 32;
  return ok;
}
