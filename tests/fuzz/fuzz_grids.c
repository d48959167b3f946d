/* Grids of programs for maps: read whole or refused with one line; read again they are the same. The first byte chooses the format, or
 * WEIR_FUZZ_FORMAT, 0 to 4, for so many inputs of each; the second, of raw samples, how many there are across. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "geo/geo.h"

/* Small, so that means are taken of few values. */
static const GeoReading limits = {.side_max = 256, .cells_max = 16384};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const GeoKind kinds[] = {GEO_ASC, GEO_TIFF, GEO_PFM, GEO_RAW, GEO_HGT};
  if (size < 2) return 0;
  const char *const format = getenv("WEIR_FUZZ_FORMAT");
  const GeoKind kind = kinds[format && format[0] >= '0' && format[0] <= '4' ? format[0] - '0' : data[0] % 5];
  const char *const path = fuzz_file(data + 2, size - 2, ".grid");
  GeoReading reading = limits;
  GeoGrid grid, again;
  Error error = {""};
  if (kind == GEO_RAW && data[1] > 0) reading.raw_w = data[1], reading.raw_h = (int)((size - 2) / 2 / data[1]);
  if (geo_read(path, kind, &reading, &grid, &error)) {
    for (int n = 0; n < grid.w * grid.h; n++) fuzz_expect(!isinf(grid.values[n]), "a grid's values are finite or none");
    fuzz_expect(geo_read(path, kind, &reading, &again, &error), "a grid is read again");
    fuzz_expect(memcmp(grid.values, again.values, sizeof(float) * (size_t)grid.w * (size_t)grid.h) == 0, "a grid read again is the same");
    double metres[2];
    if (geo_cell_metres(&grid.frame, grid.h, metres)) fuzz_expect(metres[0] > 0 && metres[1] > 0, "a cell has a length");
    geo_free(&again);
    geo_free(&grid);
  } else {
    fuzz_expect(error.text[0] != '\0' && !strchr(error.text, '\n') && !grid.values, "a grid is refused with one line");
  }
  unlink(path);
  return 0;
}
