/* Recognition of image files by their first bytes and their names, and advice on formats that are not read. */
#include "scene/image/formats.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static const char read_formats[] = "PNG, JPEG, BMP or TGA";

static bool ends_in_any(const char *path, const char *endings) {
  const size_t length = strlen(path);
  while (*endings) {
    const size_t size = strcspn(endings, " ");
    if (length > size && strncasecmp(path + length - size, endings, size) == 0) return true;
    endings += size + (endings[size] == ' ');
  }
  return false;
}

/* Returns true if the file ends as a TGA file of 1989 and later does. */
static bool has_tga_footer(FILE *file, double bytes) {
  static const char footer[] = "TRUEVISION-XFILE.";
  char last[sizeof footer];
  if (bytes < (double)sizeof last || fseek(file, -(long)sizeof last, SEEK_END) != 0) return false;
  return fread(last, 1, sizeof last, file) == sizeof last && memcmp(last, footer, sizeof last) == 0;
}

ImageFormat image_format(const char *path, const uint8_t head[FORMAT_HEAD], FILE *file, double bytes) {
  if (memcmp(head, "\x89PNG\r\n\x1a\n", 8) == 0) return FORMAT_PNG;
  if (head[0] == 0xff && head[1] == 0xd8) return FORMAT_JPEG;
  if (head[0] == 'B' && head[1] == 'M') return FORMAT_BMP;
  const bool tga = ends_in_any(path, ".tga .icb .vda .vst") || has_tga_footer(file, bytes);
  rewind(file);
  return tga ? FORMAT_TGA : FORMAT_NONE;
}

/* --- what is not read ------------------------------------------------------------------------------------------------------ */

/* A format that is named where it is refused: found by its first bytes or, where those say nothing, the endings of its files. */
typedef struct OtherFormat {
  const char *name, *magic;
  int magic_size;
  const char *endings, *advice;
} OtherFormat;

#define BY_GDAL "make a PNG of it: gdal_translate -of PNG -ot UInt16 IN OUT.png keeps whole metres, which --terrain-height 65535 reads"
#define BY_EDITOR "make a PNG of it in an image editor, of 16 bit if it has them"

static const OtherFormat others[] = {
    {"a TIFF (GeoTIFF) image", "II*\0", 4, "", BY_GDAL},
    {"a TIFF (GeoTIFF) image", "MM\0*", 4, "", BY_GDAL},
    {"a BigTIFF image", "II+\0", 4, "", BY_GDAL},
    {"a BigTIFF image", "MM\0+", 4, "", BY_GDAL},
    {"an ESRI ASCII grid", "ncols", 5, "", BY_GDAL},
    {"an ESRI ASCII grid", "NCOLS", 5, "", BY_GDAL},
    {"a Surfer grid", "DSAA", 4, "", BY_GDAL},
    {"a Surfer grid", "DSBB", 4, "", BY_GDAL},
    {"a NetCDF grid", "CDF", 3, "", BY_GDAL},
    {"a NetCDF or HDF5 grid", "\x89HDF", 4, "", BY_GDAL},
    {"a Terragen terrain", "TERRAGEN", 8, "", BY_EDITOR},
    {"an OpenEXR image", "\x76\x2f\x31\x01", 4, "", BY_EDITOR},
    {"a GIF image", "GIF8", 4, "", BY_EDITOR},
    {"a Photoshop image", "8BPS", 4, "", BY_EDITOR},
    {"a Radiance image", "#?RADIANCE", 10, "", BY_EDITOR},
    {"a point cloud", "LASF", 4, "", "make a grid of it first, and a PNG of that"},
    {"an ESRI ASCII grid", "", 0, ".asc", BY_GDAL},
    {"an SRTM tile (HGT)", "", 0, ".hgt", BY_GDAL},
    {"a TIFF (GeoTIFF) image", "", 0, ".tif .tiff", BY_GDAL},
    {"a digital elevation model", "", 0, ".dem .ddf .dt0 .dt1 .dt2 .bil .flt .grd .adf .img .xyz .vrt", BY_GDAL},
    {"a WebP image", "", 0, ".webp", BY_EDITOR},
    {"an AVIF or HEIF image", "", 0, ".avif .heic .heif", BY_EDITOR},
    {"a PNM image", "", 0, ".pgm .ppm .pnm .pfm", BY_EDITOR},
    {"an OpenEXR image", "", 0, ".exr", BY_EDITOR},
};

bool image_format_refuse(const char *path, const uint8_t head[FORMAT_HEAD], double bytes, Error *error) {
  for (size_t n = 0; n < sizeof others / sizeof *others; n++) {
    const OtherFormat *const other = &others[n];
    const bool found = other->magic_size > 0 ? bytes >= other->magic_size && memcmp(head, other->magic, (size_t)other->magic_size) == 0
                                             : ends_in_any(path, other->endings);
    if (found) return error_set(error, "%s: %s is not read; allowed: %s; %s", path, other->name, read_formats, other->advice);
  }
  if (!ends_in_any(path, ".r16 .raw .r32 .bin .r8"))
    return error_set(error, "%s: not an image that can be read; allowed: %s", path, read_formats);
  /* Raw samples have neither head nor size: the square that their bytes would fill is offered. */
  const double side = sqrt(bytes / 2);
  char size[32] = "WIDTHxHEIGHT";
  if (side >= 2 && side == floor(side) && side < 1e6) snprintf(size, sizeof size, "%.0fx%.0f", side, side);
  return error_set(error,
                   "%s: raw samples (R16, RAW), which have no size in them, are not read; allowed: %s; make a PNG of them: convert "
                   "-size %s -depth 16 -endian LSB gray:IN OUT.png",
                   path, read_formats, size);
}
