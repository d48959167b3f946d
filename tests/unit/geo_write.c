#define _XOPEN_SOURCE 700 /* mkdtemp */
/* Grids written as ESRI ASCII grids and as GeoTIFF: the same floats come back, and the head says where they lie. The readers here are of
 * these lines alone; libtiff unpacks what it has packed, and the tags are read by hand. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "geo/geo.h"
#include "support.h"
#ifdef WEIR_HAS_TIFF
#include <tiffio.h>
#endif

enum { W = 37, H = 23 };

static float values[W * H];

/* A grid on a map, of values that are hard to write: thirds, the largest and the smallest floats, both zeros, cells without a value. */
static GeoGrid hard_grid(void) {
  for (int n = 0; n < W * H; n++) values[n] = (float)n / 3 * (n % 2 ? 1.0f : -1e-7f);
  values[5] = 3.4028235e38f, values[6] = 1.17549435e-38f, values[7] = 0.1f, values[8] = -0.0f, values[9] = 0;
  values[10] = NAN, values[W * H - 1] = NAN, values[11] = INFINITY;
  return (GeoGrid){.values = values, .w = W, .h = H, .frame = {true, 500010.5, 4100200.25, 2.5, 2.5, 1, 32616}};
}

/* Fails unless `read` has the bits of the grid, and GEO_NODATA where that has no value. */
static void check_bits(const GeoGrid *grid, const float *read) {
  for (int n = 0; n < W * H; n++) {
    const float wanted = isfinite(grid->values[n]) ? grid->values[n] : GEO_NODATA;
    if (memcmp(&wanted, &read[n], sizeof wanted) != 0) fail_msg("value %d: %.9g, not %.9g", n, (double)read[n], (double)wanted);
  }
}

static void write_asc(const GeoGrid *grid) {
  Error error;
  if (!geo_write_asc("grid.asc", grid, &error)) fail_msg("%s", error.text);
}

/* Reads a line of the head, whose word must be `key`. */
static double head_line(FILE *file, const char *key) {
  char word[32], number[64];
  assert_int_equal(fscanf(file, "%31s %63s", word, number), 2);
  assert_string_equal(word, key);
  return strtod(number, NULL);
}

static void an_ascii_grid_brings_the_same_floats_back(void **state) {
  (void)state;
  static float read[W * H];
  const GeoGrid grid = hard_grid();
  write_asc(&grid);
  FILE *const file = fopen("grid.asc", "r");
  assert_non_null(file);
  assert_true(head_line(file, "ncols") == W && head_line(file, "nrows") == H);
  assert_true(head_line(file, "xllcorner") == 500010.5);
  assert_true(head_line(file, "yllcorner") == 4100200.25 - H * 2.5);
  assert_true(head_line(file, "cellsize") == 2.5 && head_line(file, "NODATA_value") == -9999);
  for (int n = 0; n < W * H; n++) {
    char number[64];
    assert_int_equal(fscanf(file, "%63s", number), 1);
    read[n] = strtof(number, NULL);
  }
  assert_int_equal(fgetc(file), '\n');
  assert_int_equal(fgetc(file), EOF);
  fclose(file);
  check_bits(&grid, read);
}

/* ... and has a row of the grid in each line, as some readers want it. */
static void an_ascii_grid_has_a_line_a_row(void **state) {
  (void)state;
  static char line[W * 32];
  const GeoGrid grid = hard_grid();
  write_asc(&grid);
  FILE *const file = fopen("grid.asc", "r");
  assert_non_null(file);
  int lines = 0;
  for (; fgets(line, sizeof line, file); lines++) {
    int blanks = 0;
    for (const char *at = line; *at; at++) blanks += *at == ' ';
    if (lines >= 6) assert_int_equal(blanks, W - 1);
  }
  assert_int_equal(lines, 6 + H);
  fclose(file);
}

static void a_place_that_is_not_known_is_metres_from_the_south_west(void **state) {
  (void)state;
  GeoGrid grid = hard_grid();
  grid.frame = (GeoFrame){.cell_x = 0.2, .cell_z = 0.2};
  const GeoFrame frame = geo_frame_of(&grid);
  assert_true(frame.west == 0 && frame.north == H * 0.2 && frame.cell_x == 0.2 && frame.metres_a_unit == 1 && frame.epsg == 0);
  write_asc(&grid);
  FILE *const file = fopen("grid.asc", "r");
  assert_non_null(file);
  assert_true(head_line(file, "ncols") == W && head_line(file, "nrows") == H);
  assert_true(head_line(file, "xllcorner") == 0 && head_line(file, "yllcorner") == 0 && head_line(file, "cellsize") == 0.2);
  fclose(file);
}

static void cells_that_are_not_square_have_two_sizes(void **state) {
  (void)state;
  GeoGrid grid = hard_grid();
  grid.frame = (GeoFrame){true, -86.5, 35.5, 1.0 / 3600, 1.0 / 1800, 0, 4326};
  write_asc(&grid);
  FILE *const file = fopen("grid.asc", "r");
  assert_non_null(file);
  assert_true(head_line(file, "ncols") == W && head_line(file, "nrows") == H && head_line(file, "xllcorner") == -86.5);
  assert_true(head_line(file, "yllcorner") == 35.5 - H * (1.0 / 1800));
  assert_true(head_line(file, "dx") == 1.0 / 3600 && head_line(file, "dy") == 1.0 / 1800);
  fclose(file);
}

static void a_folder_that_is_not_there_is_one_line(void **state) {
  (void)state;
  const GeoGrid grid = hard_grid();
  Error error;
  assert_false(geo_write_asc("nowhere/grid.asc", &grid, &error));
  assert_non_null(strstr(error.text, "nowhere/grid.asc: "));
  assert_false(geo_write_tiff("nowhere/grid.tif", &grid, &error));
  assert_non_null(strstr(error.text, "nowhere/grid.tif: "));
}

/* A file that cannot be written whole leaves the one that was there. */
static void a_full_disk_is_one_line(void **state) {
  (void)state;
  const GeoGrid grid = hard_grid();
  Error error;
  if (access("/dev/full", W_OK) != 0) skip();
  assert_false(geo_write_asc("/dev/full", &grid, &error));
  assert_non_null(strstr(error.text, "/dev/full: cannot be written"));
  assert_false(geo_write_tiff("/dev/full", &grid, &error));
  assert_non_null(strstr(error.text, "/dev/full: "));
}

#ifdef WEIR_HAS_TIFF

static unsigned char bytes[1 << 20];
static size_t byte_count;

static unsigned number_at(size_t at, int size) {
  assert_true(at + (size_t)size <= byte_count);
  unsigned number = 0;
  for (int n = size - 1; n >= 0; n--) number = number << 8 | bytes[at + (size_t)n];
  return number;
}

/* Returns where the values of a tag lie in the file, and writes how many there are; 0: there is no such tag. */
static size_t find_tag(unsigned tag, unsigned *count) {
  const size_t directory = number_at(4, 4);
  const unsigned entries = number_at(directory, 2);
  for (unsigned n = 0; n < entries; n++) {
    const size_t entry = directory + 2 + 12 * (size_t)n;
    if (number_at(entry, 2) != tag) continue;
    const unsigned type = number_at(entry + 2, 2), size = type == 12 ? 8 : type == 3 ? 2 : type == 4 ? 4 : 1;
    *count = number_at(entry + 4, 4);
    return *count * size > 4 ? number_at(entry + 8, 4) : entry + 8;
  }
  return 0;
}

static double tag_double(unsigned tag, unsigned n) {
  unsigned count = 0;
  const size_t at = find_tag(tag, &count);
  double value;
  assert_true(at > 0 && n < count);
  memcpy(&value, bytes + at + 8 * n, sizeof value);
  return value;
}

/* Returns a key's value in the GeoKeyDirectory; -1: it has no such key. */
static int geo_key(unsigned key) {
  unsigned count = 0;
  const size_t at = find_tag(34735, &count);
  assert_true(at > 0 && count >= 4 && count == 4 + 4 * number_at(at + 6, 2));
  for (unsigned n = 4; n < count; n += 4)
    if (number_at(at + 2 * n, 2) == key) return (int)number_at(at + 2 * n + 6, 2);
  return -1;
}

static void write_tiff(const GeoGrid *grid) {
  Error error;
  if (!geo_write_tiff("grid.tif", grid, &error)) fail_msg("%s", error.text);
  FILE *const file = fopen("grid.tif", "rb");
  assert_non_null(file);
  byte_count = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  assert_true(bytes[0] == 'I' && bytes[1] == 'I' && number_at(2, 2) == 42); /* this machine's order */
}

static void a_geotiff_brings_the_same_bits_back(void **state) {
  (void)state;
  static float read[W * H];
  const GeoGrid grid = hard_grid();
  write_tiff(&grid);
  TIFF *const tiff = TIFFOpen("grid.tif", "r");
  assert_non_null(tiff);
  for (int k = 0; k < H; k++) assert_true(TIFFReadScanline(tiff, read + (size_t)k * W, (uint32_t)k, 0) >= 0);
  TIFFClose(tiff);
  check_bits(&grid, read);
}

static void a_geotiff_says_where_it_lies(void **state) {
  (void)state;
  const GeoGrid grid = hard_grid();
  unsigned count = 0;
  write_tiff(&grid);
  assert_true(tag_double(33550, 0) == 2.5 && tag_double(33550, 1) == 2.5);
  for (unsigned n = 0; n < 3; n++) assert_true(tag_double(33922, n) == 0);
  assert_true(tag_double(33922, 3) == 500010.5 && tag_double(33922, 4) == 4100200.25);
  assert_int_equal(geo_key(1024), 1); /* projected */
  assert_int_equal(geo_key(1025), 1); /* PixelIsArea */
  assert_int_equal(geo_key(3072), 32616);
  assert_int_equal(geo_key(2048), -1);
  assert_string_equal((char *)bytes + find_tag(42113, &count), "-9999");
  assert_int_equal(number_at(find_tag(339, &count), 2), 3); /* floats */
}

static void a_geotiff_in_degrees_is_geographic(void **state) {
  (void)state;
  GeoGrid grid = hard_grid();
  grid.frame = (GeoFrame){true, -86.5, 35.5, 1.0 / 3600, 1.0 / 1800, 0, 4326};
  write_tiff(&grid);
  assert_true(tag_double(33550, 0) == 1.0 / 3600 && tag_double(33550, 1) == 1.0 / 1800);
  assert_true(geo_key(1024) == 2 && geo_key(2048) == 4326 && geo_key(3072) == -1);
}

static void a_local_geotiff_names_no_system(void **state) {
  (void)state;
  GeoGrid grid = hard_grid();
  grid.frame = (GeoFrame){.cell_x = 0.2, .cell_z = 0.2};
  write_tiff(&grid);
  assert_true(geo_key(1024) == -1 && geo_key(3072) == -1 && geo_key(1025) == 1 && geo_key(3076) == 9001);
  assert_true(tag_double(33922, 3) == 0 && tag_double(33922, 4) == H * 0.2);
}

#else

static void without_libtiff_a_geotiff_is_refused(void **state) {
  (void)state;
  const GeoGrid grid = hard_grid();
  Error error;
  assert_false(geo_has_tiff() || geo_write_tiff("grid.tif", &grid, &error));
  assert_non_null(strstr(error.text, "libtiff"));
}

#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_ascii_grid_brings_the_same_floats_back),
      cmocka_unit_test(an_ascii_grid_has_a_line_a_row),
      cmocka_unit_test(a_place_that_is_not_known_is_metres_from_the_south_west),
      cmocka_unit_test(cells_that_are_not_square_have_two_sizes),
      cmocka_unit_test(a_folder_that_is_not_there_is_one_line),
      cmocka_unit_test(a_full_disk_is_one_line),
#ifdef WEIR_HAS_TIFF
      cmocka_unit_test(a_geotiff_brings_the_same_bits_back),
      cmocka_unit_test(a_geotiff_says_where_it_lies),
      cmocka_unit_test(a_geotiff_in_degrees_is_geographic),
      cmocka_unit_test(a_local_geotiff_names_no_system),
#else
      cmocka_unit_test(without_libtiff_a_geotiff_is_refused),
#endif
  };
  char folder[] = "geo_write_test_XXXXXX", command[64];
  if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
  const int status = cmocka_run_group_tests(tests, NULL, NULL);
  snprintf(command, sizeof command, "rm -r ../%s", folder);
  return system(command) == 0 ? status : 1;
}
