/* Room for grids, values that are no heights, and metres a cell. */
#include <math.h>

#include "base/maths.h"
#include "base/memory.h"
#include "geo/geo_private.h"

#define METRES_A_DEGREE 111195.0 /* of a sphere of the Earth's mean radius, 6371 km */
#define HEIGHT_BEYOND 1.0e5f     /* m; no height is so far from 0, and what marks missing ones often is */

bool geo_is_missing(float value) {
  return !(fabsf(value) < HEIGHT_BEYOND) || value == -9999.0f || value == -32768.0f || value == -32767.0f;
}

bool geo_create(const GeoFile *file, const GeoReading *reading, double w, double h, GeoGrid *grid, Error *error) {
  int by = 1;
  while (by < GEO_BY_MAX && (w / by > reading->side_max || h / by > reading->side_max || w * h / (by * by) > (double)reading->cells_max))
    by++;
  const double wide = floor(w / by), high = floor(h / by);
  if (!(wide >= 2 && high >= 2 && wide <= reading->side_max && high <= reading->side_max && wide * high <= (double)reading->cells_max))
    return error_set(error, "%s: %.0f x %.0f values; allowed: 2 to %d a side, %lld in all", file->name, w, h, by * reading->side_max,
                     (long long)by * by * reading->cells_max);
  grid->w = (int)wide, grid->h = (int)high, grid->by = by;
  grid->values = memory_create((size_t)grid->w * (size_t)grid->h, sizeof *grid->values);
  if (by > 1) grid->counts = memory_create((size_t)grid->w * (size_t)grid->h, sizeof *grid->counts);
  return (grid->values && (by == 1 || grid->counts)) || error_set(error, "%s: not enough memory", file->name);
}

void geo_finish(GeoGrid *grid) {
  const int64_t count = (int64_t)grid->w * grid->h;
  for (int64_t n = 0; n < count && grid->by > 1; n++) grid->values[n] = grid->counts[n] ? grid->values[n] / (float)grid->counts[n] : NAN;
  grid->frame.cell_x *= grid->by, grid->frame.cell_z *= grid->by;
  memory_free(grid->counts);
  grid->counts = NULL;
}

void geo_free(GeoGrid *grid) {
  memory_free(grid->values);
  memory_free(grid->counts);
  *grid = (GeoGrid){0};
}

bool geo_cell_metres(const GeoFrame *frame, int h, double metres[2]) {
  if (!(frame->cell_x > 0 && frame->cell_z > 0)) return false;
  double east = frame->metres_a_unit, south = frame->metres_a_unit;
  if (frame->metres_a_unit <= 0) {
    const double latitude = frame->is_known ? frame->north - 0.5 * h * frame->cell_z : 0;
    south = METRES_A_DEGREE;
    east = METRES_A_DEGREE * (double)maths_cosf((float)(latitude * (3.14159265358979 / 180)));
    if (!(fabs(latitude) < 89)) return false;
  }
  metres[0] = east * frame->cell_x, metres[1] = south * frame->cell_z;
  return metres[0] > 0 && metres[1] > 0 && isfinite(metres[0]) && isfinite(metres[1]);
}

GeoFrame geo_frame_of(const GeoGrid *grid) {
  GeoFrame frame = grid->frame;
  if (!(frame.cell_x > 0)) frame.cell_x = frame.cell_z > 0 ? frame.cell_z : 1;
  if (!(frame.cell_z > 0)) frame.cell_z = frame.cell_x;
  if (frame.is_known) return frame;
  frame = (GeoFrame){.north = grid->h * frame.cell_z, .cell_x = frame.cell_x, .cell_z = frame.cell_z, .metres_a_unit = 1};
  return frame;
}
