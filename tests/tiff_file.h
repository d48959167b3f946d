#ifndef TESTS_TIFF_FILE_H
#define TESTS_TIFF_FILE_H

/* TIFF files for the tests of their reader, written by libtiff alone. */

#include <stdbool.h>
#include <stdint.h>

/* A file to be made. A member that is 0: as TIFF has it. */
typedef struct TiffFile {
  int w, h;
  int bits;                  /* of a value: 8, 16, 32, 64 */
  int format;                /* SAMPLEFORMAT_ of tiff.h: 1 without a sign, 2 with one, 3 floating */
  int compression;           /* COMPRESSION_ of tiff.h: 1 none, 5 LZW, 8 deflate */
  int predictor;             /* 2 of whole numbers, 3 of floating ones */
  int tile;                  /* cells a side, a multiple of 16; 0: strips of 7 rows */
  const char *mode;          /* of TIFFOpen: "w", "wb" big-endian, "w8" BigTIFF */
  double scale[3], tie[6];   /* GeoTIFF's; scale 0: no place on a map */
  int keys[8][2], key_count; /* geo keys and their short values */
  const char *nodata;        /* NULL: none */
  int bands;
} TiffFile;

/* Writes the values, w*h of them, each converted to the file's kind. Returns false if that fails, or the build has no libtiff. */
bool tiff_file_write(const char *path, const TiffFile *file, const double *values);

#endif
