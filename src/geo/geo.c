#include "geo/geo.h"

#include "base/memory.h"

void geo_free(GeoGrid *grid) {
  memory_free(grid->values);
  *grid = (GeoGrid){0};
}
