#define _POSIX_C_SOURCE 200809L /* strncasecmp */
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/paths.h"
#include "geo/geo_private.h"

typedef bool GeoReader(const GeoFile *file, const GeoReading *reading, GeoGrid *grid, Error *error);

/* A kind of file: found by its first bytes or, where it has none of its own, by the endings of its name. */
typedef struct KindRow {
  const char *name, *endings;
  GeoReader *read;
} KindRow;

static const KindRow kinds[] = {[GEO_NONE] = {"", "", NULL},
                                [GEO_ASC] = {"ESRI ASCII grid", ".asc", asc_read},
                                [GEO_TIFF] = {"GeoTIFF", ".tif .tiff .gtiff", tiff_read},
                                [GEO_HGT] = {"SRTM tile (HGT)", ".hgt", hgt_read},
                                [GEO_RAW] = {"raw samples", ".r16 .raw", raw_read},
                                [GEO_PFM] = {"PFM image", ".pfm", pfm_read}};
enum { KINDS = sizeof kinds / sizeof *kinds, HEAD = 32 }; /* HEAD: bytes at the beginning of a file that tell its kind */

/* Returns true if the file begins as a picture of another program does, whatever its name is. */
static bool is_picture(const uint8_t head[HEAD]) {
  return memcmp(head, "\x89PNG", 4) == 0 || (head[0] == 0xff && head[1] == 0xd8) || memcmp(head, "GIF8", 4) == 0;
}

static GeoKind kind_of(const char *path, const uint8_t head[HEAD]) {
  static const char tiff[4][4] = {"II*", {'M', 'M', 0, '*'}, "II+", {'M', 'M', 0, '+'}};
  for (int n = 0; n < 4; n++)
    if (memcmp(head, tiff[n], 4) == 0) return GEO_TIFF;
  if (strncasecmp((const char *)head, "ncols", 5) == 0 || strncasecmp((const char *)head, "nrows", 5) == 0) return GEO_ASC;
  if (head[0] == 'P' && (head[1] == 'f' || head[1] == 'F') && (head[2] == '\n' || head[2] == '\r' || head[2] == ' ')) return GEO_PFM;
  for (int n = 1; n < KINDS && !is_picture(head); n++)
    if (path_ends_in(path, kinds[n].endings)) return (GeoKind)n;
  return GEO_NONE;
}

GeoKind geo_file_kind(const char *path) {
  uint8_t head[HEAD] = {0};
  FILE *const file = fopen(path, "rb");
  if (!file) return GEO_NONE;
  (void)!fread(head, 1, sizeof head, file);
  fclose(file);
  return kind_of(path, head);
}

const char *geo_kind_name(GeoKind kind) {
  return kinds[kind].name;
}

bool geo_read(const char *path, GeoKind kind, const GeoReading *reading, GeoGrid *grid, Error *error) {
  struct stat is;
  GeoFile file = {.file = fopen(path, "rb"), .name = path};
  *grid = (GeoGrid){0};
  if (!file.file) return error_set(error, "%s: %s", path, strerror(errno));
  bool read = stat(path, &is) == 0 && S_ISREG(is.st_mode);
  if (read) file.bytes = (double)is.st_size;
  read = read ? kinds[kind].read(&file, reading, grid, error) : error_set(error, "%s: an ordinary file is wanted", path);
  fclose(file.file);
  if (read)
    geo_finish(grid);
  else
    geo_free(grid);
  return read;
}
