/* Heightmaps: what is promised is read, the same heights from each format; whatever ends early, is too large or is another format
 * is refused with one line. The files are made here, byte by byte. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "support.h"
#include "world/ground.h"
#include "world/heightmap.h"

enum { SIDE = 40, ROOM = 1 << 20 };
static const char name[] = "images_test.image";
static const float all_of_it[4] = {0, 0, 1, 1};
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
  const bool read = heightmap_read(name, crop, &map, &error);
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
  for (size_t n = 0; n < sizeof heads / sizeof *heads; n++) {
    size = 0;
    put(heads[n], counts[n]);
    for (int k = 0; k < 3 * SIDE * SIDE; k++) put(&(uint8_t){(uint8_t)k}, 1);
    if (read_first(size, all_of_it)) fail_msg("%.6s was read", heads[n]);
    assert_non_null(strstr(error.text, "PNG, JPEG, BMP or TGA"));
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
  const bool read = heightmap_read(name, all_of_it, &map, &error) && weir_terrain_resample(map.heights, LARGE, LARGE, terrain, N, N);
  heightmap_free(&map);
  const double shrinking = clock_seconds() - start;
  start = clock_seconds();
  const bool built = ground_build(&scene, terrain, depth, &error);
  const double building = clock_seconds() - start;
  remove(name);
  if (!read || !built) fail_msg("%s", error.text);
  print_message("3000 x 3000 pixels: read and shrunk in %.2f s, a ground of 64 x 64 cells in %.2f s\n", shrinking, building);
  assert_true(building < 3 * shrinking);
  for (int i = 4; i < N - 5; i++) assert_float_equal(terrain[N * 30 + i + 1] - terrain[N * 30 + i], 200.0f / N, 0.2f);
  memory_free(terrain);
  memory_free(depth);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(promised_formats_are_read_whole_or_not_at_all),
      cmocka_unit_test(other_formats_are_refused),
      cmocka_unit_test(what_is_too_large_is_refused_at_once),
      cmocka_unit_test(a_chunk_longer_than_the_file_takes_no_memory),
      cmocka_unit_test(colours_beyond_a_palette_are_black),
      cmocka_unit_test(a_crop_keeps_its_part),
      cmocka_unit_test(a_large_image_on_a_small_grid_takes_no_longer_than_shrinking),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
