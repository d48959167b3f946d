/* Heightmaps: what is promised is read, the same heights from each format; whatever ends early, is too large or is another format
 * is refused with one line. The files are made here, byte by byte. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "scene/image/heightmap.h"
#include "support.h"

enum { SIDE = 40, ROOM = 1 << 20, WIDE = 96, HIGH = 64 };
static const char *name = "images_test.image";
static const float all_of_it[4] = {0, 0, 1, 1};
static const HeightmapReading whole = {.crop = {0, 0, 1, 1}};
static uint8_t bytes[ROOM];
static size_t size;
static Heightmap map;
static Error error;

static void put(const void *data, size_t count) {
  assert_true(size + count <= ROOM);
  memcpy(bytes + size, data, count);
  size += count;
}

static void put_little(uint32_t value, int count) {
  for (int n = 0; n < count; n++) put(&(uint8_t){(uint8_t)(value >> (8 * n))}, 1);
}

static void put_big(uint32_t value, int count) {
  for (int n = count - 1; n >= 0; n--) put(&(uint8_t){(uint8_t)(value >> (8 * n))}, 1);
}

static uint8_t height_of(int i, int k) {
  return (uint8_t)(3 * i + 2 * k);
}

/* An uncompressed grey TGA, its first row at the top. */
static void make_tga(int w, int h) {
  size = 0;
  name = "images_test.tga";  /* which nothing else tells */
  put_little(0x00030000, 4); /* no name, no palette, grey */
  put_little(0, 4), put_little(0, 4);
  put_little((uint32_t)w, 2), put_little((uint32_t)h, 2);
  put_little(0x2008, 2);
  for (int k = 0; k < SIDE; k++)
    for (int i = 0; i < SIDE; i++) put(&(uint8_t){height_of(i, k)}, 1);
}

/* Packets of one pixel each, raw or repeated by turns. */
static void make_packed_tga(void) {
  make_tga(SIDE, SIDE);
  size = 18;
  bytes[2] = 11;
  for (int k = 0; k < SIDE; k++)
    for (int i = 0; i < SIDE; i++) put_little((i % 2 ? 0x80u : 0u) | (uint32_t)height_of(i, k) << 8, 2);
}

/* 24 bits, from the bottom. */
static void make_bmp(void) {
  size = 0;
  name = "images_test.image";
  put("BM", 2);
  put_little(54 + 3 * SIDE * SIDE, 4), put_little(0, 4), put_little(54, 4);
  put_little(40, 4), put_little(SIDE, 4), put_little(SIDE, 4), put_little(1 | 24 << 16, 4);
  for (int n = 0; n < 6; n++) put_little(0, 4);
  for (int k = SIDE - 1; k >= 0; k--)
    for (int i = 0; i < SIDE; i++)
      for (int c = 0; c < 3; c++) put(&(uint8_t){height_of(i, k)}, 1);
}

static void put_chunk(const char *type, const uint8_t *data, size_t count) {
  put_big((uint32_t)count, 4);
  put(type, 4);
  put(data, count);
  put_big(0, 4); /* the check sum, which is not looked at */
}

/* A PNG of stored blocks. `shown`: the side that its header claims. */
static void make_png(int shown, int depth, int colour) {
  static uint8_t raw[16384];
  size_t count = 2;
  const size_t row = 1 + (size_t)(SIDE * depth / 8), length = row * SIDE;
  size = 0;
  name = "images_test.image";
  put("\x89PNG\r\n\x1a\n", 8);
  uint8_t head[13] = {
      0, 0, (uint8_t)(shown >> 8), (uint8_t)shown, 0, 0, (uint8_t)(shown >> 8), (uint8_t)shown, (uint8_t)depth, (uint8_t)colour};
  put_chunk("IHDR", head, sizeof head);
  if (colour == 3) put_chunk("PLTE", (const uint8_t[]){9, 9, 9, 200, 200, 200}, 6);
  memcpy(raw, "\x78\x01", 2);
  const uint8_t stored[5] = {1, (uint8_t)length, (uint8_t)(length >> 8), (uint8_t)~length, (uint8_t)(~length >> 8)};
  memcpy(raw + count, stored, 5), count += 5;
  for (int k = 0; k < SIDE; k++) {
    raw[count++] = 0;
    for (int i = 0; i < SIDE; i++) {
      raw[count++] = height_of(i, k);
      if (depth == 16) raw[count++] = (uint8_t)(i + k);
    }
  }
  memset(raw + count, 0, 4), count += 4;
  put_chunk("IDAT", raw, count);
  put_chunk("IEND", raw, 0);
}

static bool read_first(size_t count, const float crop[4]) {
  FILE *const file = fopen(name, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, count, file), count);
  fclose(file);
  const HeightmapReading reading = {.crop = {crop[0], crop[1], crop[2], crop[3]}};
  const bool read = heightmap_read(name, &reading, &map, &error);
  remove(name);
  return read;
}

static void whole_is_read(const char *what, bool deep) {
  if (!read_first(size, all_of_it)) fail_msg("%s: %s", what, error.text);
  assert_true(map.w == SIDE && map.h == SIDE && (map.quantum > 1e-3f) == !deep);
  for (int k = 0; k < SIDE; k++)
    for (int i = 0; i < SIDE; i++) {
      const float wanted = deep ? (float)(256 * height_of(i, k) + (uint8_t)(i + k)) / 65535.0f : (float)height_of(i, k) / 255.0f;
      assert_float_equal(map.heights[k * SIDE + i], wanted, 1e-6f);
    }
  heightmap_free(&map);
}

/* Cut off anywhere: refused. What a format keeps behind its pixels (`spare` bytes) may lack. */
static void parts_are_refused(const char *what, size_t spare) {
  enum { PARTS = 97 };
  for (size_t n = 0; n < PARTS; n++) {
    const size_t count = n * (size - spare - 1) / (PARTS - 1);
    if (read_first(count, all_of_it)) fail_msg("%s: %zu of %zu bytes were taken for a whole image", what, count, size);
    assert_null(map.heights);
    assert_non_null(strstr(error.text, name));
    assert_null(strchr(error.text, '\n'));
  }
}

static void promised_formats_are_read_whole_or_not_at_all(void **state) {
  (void)state;
  make_tga(SIDE, SIDE);
  whole_is_read("TGA", false);
  parts_are_refused("TGA", 0);
  make_packed_tga();
  whole_is_read("packed TGA", false);
  parts_are_refused("packed TGA", 0);
  make_bmp();
  whole_is_read("BMP", false);
  parts_are_refused("BMP", 0);
  make_png(SIDE, 8, 0);
  whole_is_read("PNG", false);
  parts_are_refused("PNG", 4);
  make_png(SIDE, 16, 0);
  whole_is_read("PNG of 16 bit", true);
  parts_are_refused("PNG of 16 bit", 4);
}

static void other_formats_are_refused(void **state) {
  (void)state;
  static const char *const heads[] = {"P5\n40 40\n255\n", "P6\n40 40\n255\n", "GIF89a(\0(\0", "#?RADIANCE\n\n-Y 40 +X 40\n", "8BPS\0\1"};
  static const size_t counts[] = {13, 13, 10, 23, 6};
  name = "images_test.image";
  for (size_t n = 0; n < sizeof heads / sizeof *heads; n++) {
    size = 0;
    put(heads[n], counts[n]);
    for (int k = 0; k < 3 * SIDE * SIDE; k++) put(&(uint8_t){(uint8_t)k}, 1);
    if (read_first(size, all_of_it)) fail_msg("%.6s was read", heads[n]);
    assert_non_null(strstr(error.text, "PNG, JPEG, BMP, TGA, GeoTIFF"));
  }
}

/* Found out by the header alone: no memory is asked for. */
static void what_is_too_large_is_refused_at_once(void **state) {
  (void)state;
  const double start = clock_seconds();
  make_tga(16000, 16000);
  assert_false(read_first(size, all_of_it));
  assert_non_null(strstr(error.text, "100000000"));
  make_tga(9000, 9000); /* its bytes cannot be so many pixels */
  assert_false(read_first(size, all_of_it));
  assert_non_null(strstr(error.text, "cannot hold"));
  make_png(9000, 8, 0);
  assert_false(read_first(size, all_of_it));
  make_png(1, 8, 0);
  assert_false(read_first(size, all_of_it));
  assert_true(clock_seconds() - start < 2);
}

/* A PNG whose pixels claim a GiB: refused before the decoder takes the memory. */
static void a_chunk_longer_than_the_file_takes_no_memory(void **state) {
  (void)state;
  struct rusage before, after;
  make_png(SIDE, 8, 0);
  uint8_t *at = bytes;
  while (at < bytes + size - 4 && memcmp(at, "IDAT", 4) != 0) at++;
  assert_memory_equal(at, "IDAT", 4);
  memcpy(at - 4, (const uint8_t[]){0x3f, 0xff, 0xff, 0xff}, 4);
  getrusage(RUSAGE_SELF, &before);
  assert_false(read_first(size, all_of_it));
  getrusage(RUSAGE_SELF, &after);
  assert_non_null(strstr(error.text, "ends before its pixels do"));
  assert_true(after.ru_maxrss - before.ru_maxrss < 65536); /* KiB */
}

/* A palette of two colours and pixels that name others: black, and the same at every reading. */
static void colours_beyond_a_palette_are_black(void **state) {
  (void)state;
  make_png(SIDE, 8, 3);
  if (!read_first(size, all_of_it)) fail_msg("%s", error.text);
  assert_float_equal(map.heights[0], 9.0f / 255.0f, 1e-6f);
  for (int n = 1; n < SIDE * SIDE; n++) assert_true(map.heights[n] == 0.0f);
  heightmap_free(&map);
}

static void a_crop_keeps_its_part(void **state) {
  (void)state;
  make_png(SIDE, 8, 0);
  const float crop[4] = {0.25f, 0.5f, 0.75f, 1};
  if (!read_first(size, crop)) fail_msg("%s", error.text);
  assert_true(map.w == SIDE / 2 && map.h == SIDE / 2);
  assert_float_equal(map.heights[0], (float)height_of(10, 20) / 255.0f, 1e-6f);
  heightmap_free(&map);
  assert_false(read_first(size, (const float[4]){0.5f, 0.5f, 0.51f, 1}));
  assert_non_null(strstr(error.text, "crop"));
}

/* 3000 x 3000 pixels of 8 bit for a grid of 64 x 64: steps are taken out of what is left, and not of all there was, which takes
 * six times as long as reading and shrinking. */
static void a_large_image_on_a_small_grid_takes_no_longer_than_shrinking(void **state) {
  (void)state;
  enum { LARGE = 3000, N = 64 };
  static Scene scene;
  float *const terrain = memory_create(N * N, sizeof(float)), *const depth = memory_create(N * N, sizeof(float));
  make_tga(LARGE, LARGE);
  FILE *const file = fopen(name, "wb");
  assert_non_null(file);
  fwrite(bytes, 1, 18, file);
  for (int k = 0; k < LARGE; k++)
    for (int i = 0; i < LARGE; i++) putc(i / 15, file); /* a slope in 200 steps */
  fclose(file);
  scene = (Scene){.nx = N, .nz = N, .cell_m = 1, .terrain = TERRAIN_IMAGE, .crop = {0, 0, 1, 1}, .height_m = 255};
  snprintf(scene.image, sizeof scene.image, "%s", name);
  double start = clock_seconds();
  const bool read = heightmap_read(name, &whole, &map, &error) && weir_terrain_resample(map.heights, LARGE, LARGE, terrain, N, N);
  heightmap_free(&map);
  const double shrinking = clock_seconds() - start;
  start = clock_seconds();
  const bool built = ground_build(&scene, NULL, terrain, depth, &error);
  const double building = clock_seconds() - start;
  remove(name);
  if (!read || !built) fail_msg("%s", error.text);
  print_message("3000 x 3000 pixels: read and shrunk in %.2f s, a ground of 64 x 64 cells in %.2f s\n", shrinking, building);
  assert_true(building < 3 * shrinking);
  for (int i = 4; i < N - 5; i++) assert_float_equal(terrain[N * 30 + i + 1] - terrain[N * 30 + i], 200.0f / N, 0.2f);
  memory_free(terrain);
  memory_free(depth);
}

/* --- what the pixels stand for ---------------------------------------------------------------------------------------------- */

/* A TGA of 24 or 32 bits, WIDE x HIGH pixels of the function's red, green, blue and alpha. */
static void make_colour_tga(int channels, void (*colour)(int i, int k, uint8_t rgba[4])) {
  name = "images_test.tga";
  size = 0;
  put_little(0x00020000, 4), put_little(0, 4), put_little(0, 4);
  put_little(WIDE, 2), put_little(HIGH, 2), put_little(0x2000u | 8u * (uint32_t)channels, 2);
  for (int k = 0; k < HIGH; k++)
    for (int i = 0; i < WIDE; i++) {
      uint8_t c[4] = {0, 0, 0, 255};
      colour(i, k, c);
      put((const uint8_t[]){c[2], c[1], c[0], c[3]}, (size_t)channels);
    }
}

/* A grey PNG of 16 bit, WIDE x HIGH, each row stored in a block of its own. */
static void make_deep_png(uint16_t (*grey)(int i, int k)) {
  enum { ROW = 1 + 2 * WIDE };
  static uint8_t raw[2 + HIGH * (5 + ROW) + 4];
  size_t count = 0;
  name = "images_test.image";
  size = 0;
  put("\x89PNG\r\n\x1a\n", 8);
  put_chunk("IHDR", (const uint8_t[]){0, 0, 0, WIDE, 0, 0, 0, HIGH, 16, 0, 0, 0, 0}, 13);
  memcpy(raw, "\x78\x01", 2), count += 2;
  for (int k = 0; k < HIGH; k++) {
    memcpy(raw + count, (const uint8_t[]){k == HIGH - 1, ROW, 0, (uint8_t)~ROW, 0xff, 0}, 6), count += 6;
    for (int i = 0; i < WIDE; i++) {
      const uint16_t value = grey(i, k);
      raw[count++] = (uint8_t)(value >> 8), raw[count++] = (uint8_t)value;
    }
  }
  memset(raw + count, 0, 4), count += 4;
  put_chunk("IDAT", raw, count);
  put_chunk("IEND", raw, 0);
}

static void read_made(void) {
  if (!read_first(size, all_of_it)) fail_msg("%s", error.text);
}

/* Smooth hills of 700 to 1300 m. */
static double metres_at(int i, int k) {
  return 1000 + 180 * sin(i / 15.0) + 120 * cos(k / 11.0);
}

static void terrarium(int i, int k, uint8_t c[4]) {
  const double v = metres_at(i, k) + 32768;
  c[0] = (uint8_t)((int)v / 256), c[1] = (uint8_t)((int)v % 256), c[2] = (uint8_t)((v - floor(v)) * 256);
}

static void mapbox(int i, int k, uint8_t c[4]) {
  const int v = (int)((metres_at(i, k) + 10000) * 10);
  c[0] = (uint8_t)(v >> 16), c[1] = (uint8_t)(v >> 8), c[2] = (uint8_t)v;
}

static void terrarium_with_gap(int i, int k, uint8_t c[4]) {
  terrarium(i, k, c);
  if (i / 4 == 5 && k / 4 == 5) memset(c, 0, 3);
}

/* Colours in the range of Terrarium's, and nearly those of Mapbox's, which are pictures all the same. */
static void dawn(int i, int k, uint8_t c[4]) {
  c[0] = (uint8_t)(100 + i / 3), c[1] = (uint8_t)(80 + i / 2 + k / 2), c[2] = (uint8_t)(90 + i / 2);
}

static void deep_sea(int i, int k, uint8_t c[4]) {
  c[0] = (uint8_t)(1 + (i + k) / 90), c[1] = (uint8_t)(10 + i), c[2] = (uint8_t)(20 + 2 * i);
}

/* Areas of one colour each, as in a drawing. */
static void drawing(int i, int k, uint8_t c[4]) {
  c[0] = (uint8_t)(100 + 20 * (i / 40)), c[1] = (uint8_t)(40 * (k / 20)), c[2] = 77;
}

static void one_colour(int i, int k, uint8_t c[4]) {
  (void)i, (void)k;
  c[0] = 128, c[1] = 100, c[2] = 7;
}

/* A night sky: nearly black, with noise. */
static void night(int i, int k, uint8_t c[4]) {
  const unsigned noise = (unsigned)(i * 7919 + k * 104729) * 2654435761u;
  c[0] = (uint8_t)(noise >> 16 & 1), c[1] = (uint8_t)(2 + (noise >> 20 & 3)), c[2] = (uint8_t)(5 + (noise >> 24 & 7));
}

static void grey_colours(int i, int k, uint8_t c[4]) {
  c[0] = c[1] = c[2] = (uint8_t)(i + k);
}

static void metres_are_read(const char *what, HeightmapKind kind, double step) {
  read_made();
  if (map.kind != kind) fail_msg("%s: read as %d", what, (int)map.kind);
  assert_true(heightmap_in_metres(&map));
  for (int k = 0; k < HIGH; k++)
    for (int i = 0; i < WIDE; i++)
      assert_float_equal(map.low_m + map.heights[k * WIDE + i] * (map.high_m - map.low_m), (float)metres_at(i, k), (float)step + 1e-3f);
  heightmap_free(&map);
}

/* Lowland within one step of the upper byte, and mountains at a coarse scale. */
static void flat_terrarium(int i, int k, uint8_t c[4]) {
  const double v = 60 + 40 * sin(i / 9.0) * cos(k / 7.0) + 32768;
  c[0] = (uint8_t)((int)v / 256), c[1] = (uint8_t)((int)v % 256), c[2] = (uint8_t)((v - floor(v)) * 256);
}

static void steep_mapbox(int i, int k, uint8_t c[4]) {
  const int v = (int)((2000 + 1500 * sin(i / 4.0) * cos(k / 5.0) + 10000) * 10);
  c[0] = (uint8_t)(v >> 16), c[1] = (uint8_t)(v >> 8), c[2] = (uint8_t)v;
}

static void heights_packed_in_colours_are_metres(void **state) {
  (void)state;
  make_colour_tga(3, flat_terrarium);
  read_made();
  assert_true(map.kind == HEIGHTMAP_TERRARIUM && map.low_m > 19.9f && map.high_m < 100.1f);
  heightmap_free(&map);
  make_colour_tga(3, steep_mapbox);
  read_made();
  assert_true(map.kind == HEIGHTMAP_MAPBOX && map.low_m > 499 && map.high_m < 3501);
  heightmap_free(&map);
  make_colour_tga(3, terrarium);
  metres_are_read("Terrarium", HEIGHTMAP_TERRARIUM, 1.0 / 256);
  make_colour_tga(3, mapbox);
  metres_are_read("Mapbox", HEIGHTMAP_MAPBOX, 0.1);
}

static void colour_pictures_are_told_from_heights(void **state) {
  (void)state;
  void (*const pictures[])(int, int, uint8_t *) = {dawn, deep_sea, drawing, one_colour, night};
  for (size_t n = 0; n < sizeof pictures / sizeof *pictures; n++) {
    make_colour_tga(3, pictures[n]);
    read_made();
    if (map.kind != HEIGHTMAP_COLOUR) fail_msg("picture %zu was read as %d", n, (int)map.kind);
    heightmap_free(&map);
  }
  make_colour_tga(3, grey_colours);
  read_made();
  assert_int_equal(map.kind, HEIGHTMAP_GREY);
  heightmap_free(&map);
}

static uint16_t slope(int i, int k) {
  return (uint16_t)(i + k);
}

static uint16_t widened(int i, int k) {
  return (uint16_t)(257 * slope(i, k));
}

static uint16_t shifted(int i, int k) {
  return (uint16_t)(256 * slope(i, k));
}

static uint16_t stretched(int i, int k) {
  return (uint16_t)(slope(i, k) * 65535 / (WIDE + HIGH - 2));
}

/* 16 bits in earnest: sparse samples, with gaps of all sizes. */
static uint16_t dense(int i, int k) {
  return (uint16_t)(30000 + 11000 * sin(i / 15.0 + 0.3 * k) * cos(k / 11.0));
}

/* Few heights, with gaps that grow: no step at all. */
static uint16_t uneven(int i, int k) {
  (void)k;
  return (uint16_t)(7 * i * i);
}

/* A slope, by 8-bit heights in a 16-bit file: as even as the same heights in an 8-bit file become. */
static void slope_is_even(const char *what, uint16_t (*grey)(int i, int k), float step) {
  static Scene scene;
  static float terrain[WIDE * HIGH], depth[WIDE * HIGH];
  make_deep_png(grey);
  read_made();
  if (fabsf(map.quantum - step) > 1e-3f * step) fail_msg("%s: a step of %g", what, (double)map.quantum);
  assert_true(map.has_steps && map.bits == 16);
  heightmap_free(&map);
  FILE *const file = fopen(name, "wb");
  assert_non_null(file);
  fwrite(bytes, 1, size, file);
  fclose(file);
  /* twice the cells: each stored height would be a terrace of two of them */
  scene = (Scene){.nx = WIDE, .nz = HIGH, .cell_m = 1, .terrain = TERRAIN_IMAGE, .crop = {0, 0, 0.5f, 0.5f}, .height_m = 1 / step};
  snprintf(scene.image, sizeof scene.image, "%s", name);
  if (!ground_build(&scene, NULL, terrain, depth, &error)) fail_msg("%s", error.text);
  remove(name);
  for (int i = 12; i < WIDE - 12; i++) assert_float_equal(terrain[WIDE * 32 + i + 1] - terrain[WIDE * 32 + i], 0.5f, 0.05f);
}

static void heights_of_8_bit_in_16_are_smoothed(void **state) {
  (void)state;
  slope_is_even("v * 257", widened, 257.0f / 65535);
  slope_is_even("v * 256", shifted, 256.0f / 65535);
  slope_is_even("v stretched", stretched, 1.0f / (WIDE + HIGH - 2));
  make_deep_png(dense);
  read_made();
  assert_true(!map.has_steps && map.quantum < 20.0f / 65535);
  heightmap_free(&map);
  make_deep_png(uneven);
  read_made();
  assert_float_equal(map.quantum, 1.0f / 65535, 1e-9f);
  heightmap_free(&map);
}

/* --- pixels without a height ------------------------------------------------------------------------------------------------- */

static uint16_t with_voids(int i, int k) {
  if (i == 30 && k == 30) return 0;
  if ((i == 60 || i == 61) && k == 40) return 65535;
  return dense(i, k);
}

static uint16_t with_sea(int i, int k) {
  return k < 20 ? 0 : (uint16_t)(400 * (k - 20) + i);
}

static uint16_t with_plateau(int i, int k) {
  return i < 48 ? 100 : (uint16_t)(40000 + 100 * i + k);
}

static void hole(int i, int k, uint8_t c[4]) {
  c[0] = c[1] = c[2] = (uint8_t)(60 + i + k / 2);
  if (i >= 40 && i < 52 && k >= 20 && k < 32) memset(c, 0, 4);
}

static void all_transparent(int i, int k, uint8_t c[4]) {
  c[0] = c[1] = c[2] = (uint8_t)(60 + i + k / 2);
  c[3] = 0;
}

static void holes_are_filled_from_around(void **state) {
  (void)state;
  make_deep_png(with_voids);
  read_made();
  assert_true(map.extreme == 3 && map.empty == 0);
  assert_float_equal(65535 * map.heights[30 * WIDE + 30], dense(30, 30), 2500);
  assert_float_equal(65535 * map.heights[40 * WIDE + 60], dense(60, 40), 2500);
  heightmap_free(&map);
  make_colour_tga(4, hole);
  read_made();
  assert_true(map.extreme == 0 && map.empty == 144);
  for (int k = 20; k < 32; k++)
    for (int i = 40; i < 52; i++) assert_float_equal(255 * map.heights[k * WIDE + i], 60 + (float)i + 0.5f * (float)k, 2.5f);
  heightmap_free(&map);
  make_colour_tga(3, terrarium_with_gap);
  read_made();
  assert_true(map.kind == HEIGHTMAP_TERRARIUM && map.empty == 16 && map.low_m > 600);
  heightmap_free(&map);
  make_colour_tga(4, all_transparent);
  read_made();
  assert_true(map.empty == 0 && map.low > 0.2f);
  heightmap_free(&map);
}

/* Sea, plateaus and cliffs are not missing data, and a peak is none. */
static void ground_is_not_taken_for_holes(void **state) {
  (void)state;
  make_deep_png(with_sea);
  read_made();
  assert_true(map.extreme == 0 && map.heights[0] == 0.0f);
  heightmap_free(&map);
  make_deep_png(with_plateau);
  read_made();
  assert_true(map.extreme == 0 && map.low < 0.002f);
  heightmap_free(&map);
}

/* --- formats by name --------------------------------------------------------------------------------------------------------- */

static void refused_by_name(const char *file, const void *head, size_t count, const char *word) {
  static const uint8_t zeros[8192];
  size = 0;
  name = file;
  put(head, count);
  put(zeros, sizeof zeros - count);
  if (read_first(size, all_of_it)) fail_msg("%s was read", file);
  if (!strstr(error.text, word) || !strstr(error.text, "PNG") || strchr(error.text, '\n')) fail_msg("%s: %s", file, error.text);
}

static void formats_of_terrain_are_refused_by_name(void **state) {
  (void)state;
  refused_by_name("images_test.adf", "\1\2", 2, "gdal_translate");
  refused_by_name("images_test.dat", "DSAA\n", 5, "Surfer");
  refused_by_name("images_test.nc", "CDF\1", 4, "NetCDF");
  refused_by_name("images_test.exr", "\x76\x2f\x31\x01", 4, "OpenEXR");
  refused_by_name("images_test.las", "LASF", 4, "point cloud");
}

/* Raw samples that begin as a TGA's head does are not a TGA; one with the footer is, whatever its name. */
static void a_tga_is_known_by_its_name_or_footer(void **state) {
  (void)state;
  make_tga(SIDE, SIDE);
  name = "images_test.r16";
  assert_false(read_first(size, all_of_it));
  assert_non_null(strstr(error.text, "--terrain-size"));
  name = "images_test";
  assert_false(read_first(size, all_of_it));
  put_little(0, 4), put_little(0, 4);
  put("TRUEVISION-XFILE.", 18);
  whole_is_read("TGA by its footer", false);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(promised_formats_are_read_whole_or_not_at_all),
      cmocka_unit_test(other_formats_are_refused),
      cmocka_unit_test(what_is_too_large_is_refused_at_once),
      cmocka_unit_test(a_chunk_longer_than_the_file_takes_no_memory),
      cmocka_unit_test(colours_beyond_a_palette_are_black),
      cmocka_unit_test(a_crop_keeps_its_part),
      cmocka_unit_test(heights_packed_in_colours_are_metres),
      cmocka_unit_test(colour_pictures_are_told_from_heights),
      cmocka_unit_test(heights_of_8_bit_in_16_are_smoothed),
      cmocka_unit_test(holes_are_filled_from_around),
      cmocka_unit_test(ground_is_not_taken_for_holes),
      cmocka_unit_test(formats_of_terrain_are_refused_by_name),
      cmocka_unit_test(a_tga_is_known_by_its_name_or_footer),
      cmocka_unit_test(a_large_image_on_a_small_grid_takes_no_longer_than_shrinking),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
