/* Writes ESRI ASCII grids: six lines that say size and place, then a line for each row from the north. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/output.h"
#include "geo/geo.h"

/* A number of a head in as few digits as read back as the same double. */
static void put_number(FILE *file, const char *key, double value) {
  char text[40];
  for (int digits = 12; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  fprintf(file, "%-12s %s\n", key, text);
}

static void put_head(FILE *file, const GeoGrid *grid) {
  const GeoFrame frame = geo_frame_of(grid);
  fprintf(file, "%-12s %d\n%-12s %d\n", "ncols", grid->w, "nrows", grid->h);
  put_number(file, "xllcorner", frame.west);
  put_number(file, "yllcorner", frame.north - grid->h * frame.cell_z);
  if (frame.cell_x == frame.cell_z) {
    put_number(file, "cellsize", frame.cell_x);
  } else {
    put_number(file, "dx", frame.cell_x);
    put_number(file, "dy", frame.cell_z);
  }
  put_number(file, "NODATA_value", (double)GEO_NODATA);
}

/* Writes a value with a blank or line end behind it. Nine digits bring every float back; most cells of a map are dry. */
static void put_value(FILE *file, float value, char after) {
  if (value == 0 && !signbit(value))
    fputc('0', file);
  else
    fprintf(file, "%.9g", (double)(isfinite(value) ? value : GEO_NODATA));
  fputc(after, file);
}

bool geo_write_asc(const char *path, const GeoGrid *grid, Error *error) {
  Output output;
  if (!output_open(&output, path, error)) return false;
  put_head(output.file, grid);
  for (int k = 0; k < grid->h; k++) {
    const float *const row = grid->values + (size_t)k * (size_t)grid->w;
    for (int i = 0; i < grid->w; i++) put_value(output.file, row[i], i + 1 < grid->w ? ' ' : '\n');
  }
  return output_close(&output, true, error);
}
