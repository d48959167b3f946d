#include "geo/geo.h"

#include "base/memory.h"

void geo_free(GeoGrid *grid) {
  memory_free(grid->values);
  *grid = (GeoGrid){0};
}

GeoFrame geo_frame_of(const GeoGrid *grid) {
  GeoFrame frame = grid->frame;
  if (!(frame.cell_x > 0)) frame.cell_x = frame.cell_z > 0 ? frame.cell_z : 1;
  if (!(frame.cell_z > 0)) frame.cell_z = frame.cell_x;
  if (frame.is_known) return frame;
  frame = (GeoFrame){.north = grid->h * frame.cell_z, .cell_x = frame.cell_x, .cell_z = frame.cell_z, .metres_a_unit = 1};
  return frame;
}
