/* Writes small grids with places on the map, for results_test.sh to hold against what other programs read: utm.asc, utm.tif,
 * degrees.asc and degrees.tif in the working folder; 3 x 2 values, of which the last is none. Usage: geo_grids */
#include <math.h>
#include <stdio.h>

#include "geo/geo.h"

static bool write_both(const GeoGrid *grid, const char *asc, const char *tiff) {
  Error error;
  const bool ok = geo_write_asc(asc, grid, &error) && (!geo_has_tiff() || geo_write_tiff(tiff, grid, &error));
  if (!ok) fprintf(stderr, "%s\n", error.text);
  return ok;
}

int main(void) {
  float values[] = {1, 2.5f, 3, 4, 1.0f / 3, NAN};
  const GeoGrid utm = {.values = values, .w = 3, .h = 2, .frame = {true, 500010.5, 4100200.25, 2.5, 2.5, 1, 32616}};
  const GeoGrid degrees = {.values = values, .w = 3, .h = 2, .frame = {true, -84.25, 36.5, 1.0 / 3600, 1.0 / 3600, 0, 4326}};
  return write_both(&utm, "utm.asc", "utm.tif") && write_both(&degrees, "degrees.asc", "degrees.tif") ? 0 : 1;
}
