#include "tiff_file.h"

#ifndef WEIR_HAS_TIFF

bool tiff_file_write(const char *path, const TiffFile *file, const double *values) {
  (void)path, (void)file, (void)values;
  return false;
}

#else

#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

enum { TAG_SCALE = 33550, TAG_TIEPOINTS = 33922, TAG_GEO_KEYS = 34735, TAG_NODATA = 42113, STRIP_ROWS = 7 };

static const TIFFFieldInfo geo_fields[] = {{TAG_SCALE, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"scale"},
                                           {TAG_TIEPOINTS, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, (char *)"tie points"},
                                           {TAG_GEO_KEYS, -1, -1, TIFF_SHORT, FIELD_CUSTOM, 1, 1, (char *)"geo keys"},
                                           {TAG_NODATA, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"nodata"}};

static void put_value(const TiffFile *file, double value, uint8_t *to) {
  const int size = file->bits / 8;
  const float f32 = (float)value;
  const int64_t whole = file->format == 3 ? 0 : (int64_t)value; /* lowest byte first: this machine's order */
  if (file->format == 3)
    memcpy(to, file->bits == 32 ? (const void *)&f32 : (const void *)&value, (size_t)size);
  else
    memcpy(to, &whole, (size_t)size);
}

static void put_tags(TIFF *tiff, const TiffFile *file) {
  uint16_t keys[4 * 9] = {1, 1, 0, (uint16_t)file->key_count};
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, file->w);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, file->h);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, file->bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, file->format);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, file->bands ? file->bands : 1);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  if (file->compression) TIFFSetField(tiff, TIFFTAG_COMPRESSION, file->compression);
  if (file->predictor) TIFFSetField(tiff, TIFFTAG_PREDICTOR, file->predictor);
  if (file->tile)
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, file->tile), TIFFSetField(tiff, TIFFTAG_TILELENGTH, file->tile);
  else
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, STRIP_ROWS);
  if (file->scale[0] > 0) TIFFSetField(tiff, TAG_SCALE, 3, file->scale), TIFFSetField(tiff, TAG_TIEPOINTS, 6, file->tie);
  for (int n = 0; n < file->key_count; n++) {
    uint16_t *const key = keys + 4 * (n + 1);
    key[0] = (uint16_t)file->keys[n][0], key[1] = 0, key[2] = 1, key[3] = (uint16_t)file->keys[n][1];
  }
  if (file->key_count) TIFFSetField(tiff, TAG_GEO_KEYS, 4 * (file->key_count + 1), keys);
  if (file->nodata) TIFFSetField(tiff, TAG_NODATA, file->nodata);
}

/* Writes a block of columns and rows from (i0, k0) on; beyond the grid 0. */
static bool put_block(TIFF *tiff, const TiffFile *file, const double *values, int i0, int k0, int wide, int high) {
  const int bands = file->bands ? file->bands : 1, size = file->bits / 8 * bands;
  uint8_t *const bytes = calloc((size_t)wide * (size_t)high, (size_t)size);
  for (int k = 0; k < high && k0 + k < file->h && bytes; k++)
    for (int i = 0; i < wide && i0 + i < file->w; i++)
      put_value(file, values[(k0 + k) * file->w + i0 + i], bytes + ((size_t)k * (size_t)wide + (size_t)i) * (size_t)size);
  const tmsize_t all = (tmsize_t)wide * high * size;
  const bool ok = bytes && (file->tile ? TIFFWriteEncodedTile(tiff, TIFFComputeTile(tiff, (uint32_t)i0, (uint32_t)k0, 0, 0), bytes, all)
                                       : TIFFWriteEncodedStrip(tiff, TIFFComputeStrip(tiff, (uint32_t)k0, 0), bytes, all)) == all;
  free(bytes);
  return ok;
}

bool tiff_file_write(const char *path, const TiffFile *file, const double *values) {
  TIFF *const tiff = TIFFOpen(path, file->mode ? file->mode : "w");
  if (!tiff) return false;
  bool ok = TIFFMergeFieldInfo(tiff, geo_fields, 4) == 0;
  put_tags(tiff, file);
  const int wide = file->tile ? file->tile : file->w, high = file->tile ? file->tile : STRIP_ROWS;
  for (int k = 0; k < file->h && ok; k += high)
    for (int i = 0; i < file->w && ok; i += wide)
      ok = put_block(tiff, file, values, i, k, wide, file->tile || k + high < file->h ? high : file->h - k);
  TIFFClose(tiff);
  return ok;
}

#endif
