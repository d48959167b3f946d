/* Grids of programs for maps: the same heights from each format, where the file says that they lie; what is damaged, or is not read, is refused
 * with one line that says what to do. The files are made here, GeoTIFF by libtiff. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tiff_file.h"
#include "geo/geo.h"
#include "scene/image/heightmap.h"
#include "scene/scene.h"
#include "support.h"

enum { W = 43, H = 29 };
static const HeightmapReading whole = {.crop = {0, 0, 1, 1}};
static const GeoReading limits = {.side_max = 16384, .cells_max = 100000000};
static GeoGrid grid;
static Heightmap map;
static Error error;

/* m: hills with a decimal part that a float has. */
static double height_at(int i, int k) {
  return floor(64 * (500 + 90 * sin(i / 7.0) + 60 * cos(k / 5.0))) / 64;
}

static const double *heights(void) {
  static double all[W * H];
  for (int n = 0; n < W * H; n++) all[n] = height_at(n % W, n / W);
  return all;
}

static bool read_grid(const char *path) {
  const bool read = geo_read(path, geo_file_kind(path), &limits, &grid, &error);
  remove(path);
  return read;
}

static void is_refused(const char *path, const char *word) {
  if (read_grid(path)) fail_msg("%s was read; expected: %s", path, word);
  if (!strstr(error.text, word) || !strstr(error.text, path) || strchr(error.text, '\n')) fail_msg("'%s'; expected: %s", error.text, word);
  assert_null(grid.values);
}

static void has_heights(const char *what, double tolerance) {
  if (grid.w != W || grid.h != H) fail_msg("%s: %d x %d", what, grid.w, grid.h);
  for (int n = 0; n < W * H; n++)
    if (!(fabs((double)grid.values[n] - height_at(n % W, n / W)) <= tolerance))
      fail_msg("%s: %g for %g at %d", what, (double)grid.values[n], height_at(n % W, n / W), n);
}

static FILE *file_of(const char *path) {
  FILE *const file = fopen(path, "wb");
  assert_non_null(file);
  return file;
}

/* --- ESRI ASCII ----------------------------------------------------------------------------------------------------------------- */

static void write_asc(const char *path, const char *head, int count) {
  FILE *const file = file_of(path);
  fputs(head, file);
  for (int n = 0; n < count; n++) fprintf(file, "%.9g%c", height_at(n % W, n / W), n % W == W - 1 ? '\n' : ' ');
  fclose(file);
}

static void ascii_grids_are_read(void **state) {
  (void)state;
  write_asc("grids_test.asc", "ncols 43\nnrows 29\nxllcorner 700000\nyllcorner 5e6\ncellsize 2.5\nNODATA_value -9999\n", W * H);
  if (!read_grid("grids_test.asc")) fail_msg("%s", error.text);
  has_heights("ASC", 0);
  const GeoFrame f = grid.frame;
  assert_true(f.is_known && f.west == 700000 && f.north == 5e6 + H * 2.5 && f.cell_x == 2.5 && f.cell_z == 2.5 && f.metres_a_unit == 1);
  geo_free(&grid);
  /* Other names of the head's words, in another order; by its first bytes, whatever it is named. */
  write_asc("grids_test.txt", "NROWS 29\r\nNCOLS 43\r\nDX 2\r\nDY 3\r\nXLLCENTER 1\r\nYLLCENTER 1.5\r\n", W * H);
  if (!read_grid("grids_test.txt")) fail_msg("%s", error.text);
  has_heights("ASC by its head", 0);
  assert_true(grid.frame.west == 0 && grid.frame.north == 3.0 * H && grid.frame.cell_x == 2 && grid.frame.cell_z == 3);
  geo_free(&grid);
}

static void floats_come_back_to_the_bit(void **state) {
  (void)state;
  FILE *const file = file_of("grids_test.asc");
  float values[64];
  fprintf(file, "ncols 8\nnrows 8\ncellsize 1\n");
  for (int n = 0; n < 64; n++) {
    values[n] = (n % 2 ? -1.0f : 1.0f) * ldexpf(1.0f + (float)(n * 7919 % 8388607) / 8388608.0f, n % 40 - 24);
    fprintf(file, n % 3 ? "%.9g " : "%.8e\n", (double)values[n]);
  }
  fclose(file);
  if (!read_grid("grids_test.asc")) fail_msg("%s", error.text);
  assert_memory_equal(grid.values, values, sizeof values);
  geo_free(&grid);
}

static void damaged_ascii_grids_are_refused(void **state) {
  (void)state;
  write_asc("grids_test.asc", "ncols 43\nnrows 29\ncellsize 1\n", W * H - 1);
  is_refused("grids_test.asc", "ends after 1246 of its 1247 values");
  write_asc("grids_test.asc", "ncols 43\nnrows 29\ncellsize 1\n1 2 three 4\n", W * H);
  is_refused("grids_test.asc", ":4: 'three' is not a number");
  write_asc("grids_test.asc", "ncols 43\nnrows many\n", W * H);
  is_refused("grids_test.asc", ":2: nrows has no number");
  write_asc("grids_test.asc", "ncols 9000\nnrows 9000\ncellsize 1\n", W * H);
  is_refused("grids_test.asc", "cannot hold 9000 x 9000");
  write_asc("grids_test.asc", "ncols 43\n", W * H);
  is_refused("grids_test.asc", "begins with ncols and nrows");
  write_asc("grids_test.asc", "ncols 1\nnrows 29\n", W * H);
  is_refused("grids_test.asc", "allowed: 2 to");
  write_asc("grids_test.asc", "ncols nan\nnrows 29\n", W * H);
  is_refused("grids_test.asc", "allowed: 2 to");
}

/* --- GeoTIFF ---------------------------------------------------------------------------------------------------------------------- */

static const TiffFile placed = {.w = W,
                                .h = H,
                                .bits = 32,
                                .format = 3,
                                .scale = {20, 30, 0},
                                .tie = {0, 0, 0, 500000, 4000000, 0},
                                .keys = {{1024, 1}, {1025, 1}, {3072, 32633}},
                                .key_count = 3};

static bool write_tiff(const TiffFile *file) {
  if (tiff_file_write("grids_test.tif", file, heights())) return true;
  print_message("this build has no libtiff\n");
  return false;
}

static void tiffs_of_all_kinds_are_read(void **state) {
  (void)state;
  static const struct {
    const char *what;
    int bits, format, compression, predictor, tile;
    const char *mode;
    double tolerance;
  } cases[] = {{"float", 32, 3, 1, 0, 0, "w", 0},
               {"double", 64, 3, 1, 0, 0, "w", 0},
               {"16 bit", 16, 1, 1, 0, 0, "w", 1},
               {"signed", 16, 2, 5, 2, 0, "w", 1},
               {"32 bit", 32, 2, 8, 2, 16, "w", 1},
               {"LZW", 32, 3, 5, 0, 0, "w", 0},
               {"deflate", 32, 3, 8, 3, 16, "w", 0},
               {"tiles", 32, 3, 1, 0, 32, "w", 0},
               {"big-endian", 32, 3, 1, 0, 0, "wb", 0},
               {"BigTIFF", 32, 3, 8, 3, 16, "w8", 0},
               {"big-endian tiles", 16, 2, 5, 2, 16, "wb", 1}};
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    TiffFile file = placed;
    file.bits = cases[n].bits, file.format = cases[n].format, file.compression = cases[n].compression;
    file.predictor = cases[n].predictor, file.tile = cases[n].tile, file.mode = cases[n].mode;
    if (!write_tiff(&file)) return;
    if (!read_grid("grids_test.tif")) fail_msg("%s: %s", cases[n].what, error.text);
    has_heights(cases[n].what, cases[n].tolerance);
    const GeoFrame f = grid.frame;
    assert_true(f.is_known && f.west == 500000 && f.north == 4000000 && f.cell_x == 20 && f.cell_z == 30 && f.epsg == 32633);
    assert_true(grid.grey_bits == 0 && grid.bits == cases[n].bits);
    geo_free(&grid);
  }
}

static void geo_keys_say_units_and_points(void **state) {
  (void)state;
  double metres[2];
  TiffFile file = placed;
  file.keys[1][1] = 2; /* values are of points: the first cell's middle is where its corner was */
  file.keys[3][0] = 3076, file.keys[3][1] = 9002, file.keys[4][0] = 4099, file.keys[4][1] = 9002, file.key_count = 5; /* feet */
  if (!write_tiff(&file)) return;
  if (!read_grid("grids_test.tif")) fail_msg("%s", error.text);
  assert_true(grid.frame.west == 500000 - 10 && grid.frame.north == 4000000 + 15);
  assert_true(geo_cell_metres(&grid.frame, H, metres));
  assert_true(fabs(metres[0] - 20 * 0.3048) < 1e-9);
  assert_true(fabs(metres[1] - 30 * 0.3048) < 1e-9);
  assert_true(fabs((double)grid.values[5] - height_at(5, 0) * 0.3048) < 1e-3);
  geo_free(&grid);
  /* Degrees: at 60 north a cell is half as wide as it is long. */
  file = placed;
  file.scale[0] = file.scale[1] = 0.01, file.tie[3] = 10, file.tie[4] = 60 + 0.005 * H;
  file.keys[0][1] = 2, file.keys[2][0] = 2048, file.keys[2][1] = 4326;
  if (!write_tiff(&file) || !read_grid("grids_test.tif")) fail_msg("%s", error.text);
  assert_true(grid.frame.metres_a_unit == 0 && grid.frame.epsg == 4326 && geo_cell_metres(&grid.frame, H, metres));
  assert_true(fabs(metres[1] - 1111.95) < 0.01);
  assert_true(fabs(metres[0] - 0.5 * metres[1]) < 0.01);
  geo_free(&grid);
}

static void values_without_data_are_missing(void **state) {
  (void)state;
  static double some[W * H];
  TiffFile file = placed;
  memcpy(some, heights(), sizeof some);
  some[7] = 12345, some[8] = -9999, some[9] = -3.4e38, some[10] = NAN;
  file.nodata = "12345";
  if (!tiff_file_write("grids_test.tif", &file, some)) return;
  if (!read_grid("grids_test.tif")) fail_msg("%s", error.text);
  for (int n = 0; n < W * H; n++) assert_true(isnan(grid.values[n]) == (n >= 7 && n <= 10));
  geo_free(&grid);
}

static void tiffs_that_are_pictures_are_grey(void **state) {
  (void)state;
  TiffFile file = {.w = W, .h = H, .bits = 16, .format = 1};
  if (!write_tiff(&file)) return;
  if (!heightmap_read("grids_test.tif", &whole, &map, &error)) fail_msg("%s", error.text);
  assert_true(map.kind == HEIGHTMAP_GREY && map.bits == 16);
  assert_float_equal(map.heights[3], floor(height_at(3, 0)) / 65535, 1e-6);
  heightmap_free(&map);
  file.bands = 3;
  if (!write_tiff(&file)) fail();
  is_refused("grids_test.tif", "3 bands");
}

/* Cut off anywhere, and with any byte of its head changed: refused with a line, or read. */
static void damaged_tiffs_are_refused(void **state) {
  (void)state;
  TiffFile file = placed;
  file.compression = 5, file.tile = 16;
  if (!write_tiff(&file)) return;
  static uint8_t bytes[65536];
  FILE *in = fopen("grids_test.tif", "rb");
  const size_t size = fread(bytes, 1, sizeof bytes, in);
  fclose(in);
  for (size_t n = 0; n < 60; n++) {
    const size_t count = n * (size - 1) / 59;
    FILE *const out = file_of("grids_test.tif");
    fwrite(bytes, 1, count, out);
    fclose(out);
    is_refused("grids_test.tif", count >= 4 ? "damaged GeoTIFF" : "GeoTIFF");
  }
}

/* --- the plain ones ------------------------------------------------------------------------------------------------------------------ */

static void pfm_is_read_from_the_south(void **state) {
  (void)state;
  for (int big = 0; big < 2; big++) {
    FILE *const file = file_of("grids_test.pfm");
    fprintf(file, "Pf\n%d %d\n%s\n", W, H, big ? "1.0" : "-1.0");
    for (int k = H - 1; k >= 0; k--)
      for (int i = 0; i < W; i++) {
        const float value = (float)height_at(i, k);
        uint8_t b[4];
        memcpy(b, &value, 4);
        for (int n = 0; n < 4; n++) putc(b[big ? 3 - n : n], file);
      }
    fclose(file);
    if (!read_grid("grids_test.pfm")) fail_msg("%s", error.text);
    has_heights("PFM", 0);
    geo_free(&grid);
  }
  FILE *const file = file_of("grids_test.pfm");
  fprintf(file, "PF\n4 4\n-1.0\n%400s", "");
  fclose(file);
  is_refused("grids_test.pfm", "in colours");
}

static void raw_samples_have_a_size(void **state) {
  (void)state;
  HeightmapReading reading = whole;
  for (int n = 0; n < 2; n++) {
    const int w = n ? W : 32, h = n ? H : 32;
    FILE *const file = file_of("grids_test.r16");
    for (int k = 0; k < w * h; k++) putc(k * 40 & 255, file), putc(k * 40 >> 8 & 255, file);
    fclose(file);
    if (n) {
      assert_false(heightmap_read("grids_test.r16", &reading, &map, &error));
      assert_non_null(strstr(error.text, "--terrain-size WxH"));
      reading.raw_w = W, reading.raw_h = H;
    }
    if (!heightmap_read("grids_test.r16", &reading, &map, &error)) fail_msg("%s", error.text);
    assert_true(map.w == w && map.h == h && map.kind == HEIGHTMAP_GREY);
    assert_float_equal(map.heights[w + 3], (float)((w + 3) * 40) / 65535.0f, 1e-7f);
    heightmap_free(&map);
  }
  remove("grids_test.r16");
}

static void an_srtm_tile_lies_where_its_name_says(void **state) {
  (void)state;
  double metres[2];
  FILE *const file = file_of("N59E010.hgt");
  for (int k = 0; k < 1201; k++)
    for (int i = 0; i < 1201; i++) {
      const int value = i == 5 && k == 6 ? -32768 : i - k;
      putc(value >> 8 & 255, file), putc(value & 255, file);
    }
  fclose(file);
  if (!read_grid("N59E010.hgt")) fail_msg("%s", error.text);
  assert_true(grid.w == 1201 && isnan(grid.values[6 * 1201 + 5]) && grid.values[1201 * 9 + 2] == -7);
  assert_true(fabs(grid.frame.west - (10 - 0.5 / 1200)) < 1e-9);
  assert_true(fabs(grid.frame.north - (60 + 0.5 / 1200)) < 1e-9);
  assert_true(geo_cell_metres(&grid.frame, grid.h, metres));
  assert_true(fabs(metres[0] - 111195.0 / 1200 * cos(59.5 * 3.14159265 / 180)) < 0.01);
  geo_free(&grid);
  FILE *const other = file_of("N59E010.hgt");
  fputs("too short", other);
  fclose(other);
  is_refused("N59E010.hgt", "1201 x 1201 or 3601 x 3601");
}

/* --- from grid to ground ----------------------------------------------------------------------------------------------------------- */

/* Limits of a tenth: the grid's values are means of the file's, and its cells as much longer. */
static void more_than_allowed_is_averaged(void **state) {
  (void)state;
  const GeoReading small = {.side_max = 10, .cells_max = 1000};
  write_asc("grids_test.asc", "ncols 43\nnrows 29\nxllcorner 0\nyllcorner 0\ncellsize 2\n", W * H);
  assert_true(geo_read("grids_test.asc", GEO_ASC, &small, &grid, &error));
  remove("grids_test.asc");
  assert_true(grid.by == 5 && grid.w == 8 && grid.h == 5 && grid.frame.cell_x == 10);
  for (int n = 0; n < 8 * 5; n++) {
    double sum = 0;
    for (int m = 0; m < 25; m++) sum += height_at(n % 8 * 5 + m % 5, n / 8 * 5 + m / 5);
    assert_float_equal(grid.values[n], sum / 25, 1e-3);
  }
  geo_free(&grid);
}

/* Metres, metres a cell and place come from the file; a part of it lies where the part is. */
static void a_scene_takes_metres_and_place(void **state) {
  (void)state;
  static Scene scene;
  char note[OWN_GROUND_NOTE];
  write_asc("grids_test.asc", "ncols 43\nnrows 29\nxllcorner 700000\nyllcorner 5e6\ncellsize 2.5\n", W * H);
  const OwnGround own = {.path = "grids_test.asc"};
  own_ground_scene(&scene, own.path);
  if (!own_ground_apply(&own, true, &scene, note, &error)) fail_msg("%s", error.text);
  assert_true(scene.nx == W && scene.nz == H && scene.cell_m == 2.5f && scene.frame.west == 700000 && scene.frame.cell_x == 2.5);
  assert_float_equal(scene.base_m, height_at(33, 16), 2);
  if (!strstr(note, "ESRI ASCII grid: 107.5 x 72.5 m, 43 x 29 cells of 2.5 m, heights") || strstr(note, "assumed")) fail_msg("%s", note);
  FILE *const file = file_of("grids_test.scene");
  fputs("[terrain]\nimage = grids_test.asc\ncrop = 0 0.5 0.5 1\n", file);
  fclose(file);
  if (!scene_read("grids_test.scene", &scene, &error)) fail_msg("%s", error.text);
  assert_float_equal(scene.cell_m * (float)scene.nx, 22 * 2.5f, 0.5f);
  assert_true(scene.frame.west == 700000 && scene.frame.north == 5e6 + 14 * 2.5);
  remove("grids_test.scene");
  remove("grids_test.asc");
}

/* In metres a lone peak is ground: a dyke of one cell across stays, where an image's would be taken for a fault. */
static void a_dyke_of_one_cell_stays(void **state) {
  (void)state;
  FILE *const file = file_of("grids_test.asc");
  fprintf(file, "ncols 40\nnrows 40\ncellsize 2\n");
  for (int n = 0; n < 1600; n++) fprintf(file, "%g ", n % 40 == 20 && n / 40 > 14 && n / 40 < 24 ? 106.0 : 100 + 0.01 * (n % 40));
  fclose(file);
  if (!heightmap_read("grids_test.asc", &whole, &map, &error)) fail_msg("%s", error.text);
  assert_true(map.extreme == 0 && map.high_m == 106);
  heightmap_free(&map);
  remove("grids_test.asc");
}

/* A scene without a grid has the file's cells, or as many of its own as the ground is long. */
static void a_scene_has_the_cells_of_its_file(void **state) {
  (void)state;
  static Scene scene;
  for (int own = 0; own < 2; own++) {
    write_asc("grids_test.asc", "ncols 43\nnrows 29\nxllcorner 700000\nyllcorner 5e6\ncellsize 2.5\n", W * H);
    FILE *const file = file_of("grids_test.scene");
    fprintf(file, "[scene]\ntitle = t\n%s[terrain]\nimage = grids_test.asc\n", own ? "cell = 1.25\n" : "");
    fclose(file);
    if (!scene_read("grids_test.scene", &scene, &error)) fail_msg("%s", error.text);
    if (scene.nx != (own ? 2 * W : W) || scene.nz != (own ? 2 * H : H)) fail_msg("%d x %d cells", scene.nx, scene.nz);
    assert_true(scene.cell_m == (own ? 1.25f : 2.5f) && scene.frame.cell_x == (own ? 1.25 : 2.5));
    char note[OWN_GROUND_NOTE];
    own_ground_note(&scene, note);
    assert_non_null(strstr(note, "107.5 x 72.5 m"));
  }
  remove("grids_test.scene");
  remove("grids_test.asc");
}

/* A look at a file finds what a plain world of it has. */
static void a_look_finds_what_a_world_would_have(void **state) {
  (void)state;
  OwnGroundFacts facts;
  write_asc("grids_test.asc", "ncols 43\nnrows 29\nxllcorner 700000\nyllcorner 5e6\ncellsize 2.5\n", W * H);
  const OwnGround own = {.path = "grids_test.asc"};
  if (!own_ground_look(&own, &facts, &error)) fail_msg("%s", error.text);
  assert_true(facts.w == W && facts.h == H && facts.in_metres && facts.has_cell && facts.missing == 0 && facts.cell_m == 2.5f);
  assert_true(facts.wide_m == 107.5f && facts.long_m == 72.5f && facts.low_m > 340 && facts.high_m < 660);
  assert_string_equal(facts.format, "ESRI ASCII grid");
  remove("grids_test.asc");
  assert_false(own_ground_look(&own, &facts, &error));
}

static void missing_heights_are_filled_sea_or_wall(void **state) {
  (void)state;
  static const float lowest_of_all = 1;
  for (int missing = 0; missing < 3; missing++) {
    FILE *const file = file_of("grids_test.asc");
    fprintf(file, "ncols 20\nnrows 20\nxllcorner 0\nyllcorner 0\ncellsize 1\nnodata_value 5\n");
    for (int n = 0; n < 400; n++) fprintf(file, "%d ", n % 20 < 5 ? 5 : 10 + n % 20);
    fclose(file);
    HeightmapReading reading = whole;
    reading.missing = (HeightmapMissing)missing;
    if (!heightmap_read("grids_test.asc", &reading, &map, &error)) fail_msg("%s", error.text);
    const float first = map.low_m + (map.high_m - map.low_m) * map.heights[0];
    assert_true(map.empty == 100 && map.lowest_m == 15);
    if (missing == HEIGHTMAP_FILL) assert_true(first >= 14 && first <= 16);
    if (missing == HEIGHTMAP_SEA) assert_true(first <= 15 - lowest_of_all);
    if (missing == HEIGHTMAP_WALL) assert_true(first >= 29 + 0.5f);
    heightmap_free(&map);
  }
  /* A plain world of it has its sea as high as the lowest ground. */
  static Scene scene;
  char note[OWN_GROUND_NOTE];
  const OwnGround own = {.path = "grids_test.asc", .missing = HEIGHTMAP_SEA};
  own_ground_scene(&scene, own.path);
  assert_true(own_ground_apply(&own, true, &scene, note, &error) && scene.water_count == 1 && scene.waters[0].level == 15);
  assert_non_null(strstr(note, "taken for sea"));
  remove("grids_test.asc");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ascii_grids_are_read),
      cmocka_unit_test(floats_come_back_to_the_bit),
      cmocka_unit_test(damaged_ascii_grids_are_refused),
      cmocka_unit_test(tiffs_of_all_kinds_are_read),
      cmocka_unit_test(geo_keys_say_units_and_points),
      cmocka_unit_test(values_without_data_are_missing),
      cmocka_unit_test(tiffs_that_are_pictures_are_grey),
      cmocka_unit_test(damaged_tiffs_are_refused),
      cmocka_unit_test(pfm_is_read_from_the_south),
      cmocka_unit_test(raw_samples_have_a_size),
      cmocka_unit_test(an_srtm_tile_lies_where_its_name_says),
      cmocka_unit_test(more_than_allowed_is_averaged),
      cmocka_unit_test(a_scene_takes_metres_and_place),
      cmocka_unit_test(a_dyke_of_one_cell_stays),
      cmocka_unit_test(a_scene_has_the_cells_of_its_file),
      cmocka_unit_test(a_look_finds_what_a_world_would_have),
      cmocka_unit_test(missing_heights_are_filled_sea_or_wall),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
