#define _DEFAULT_SOURCE /* usleep */
/* Films without a window: which drawn pictures stand for which frames, frames in memory without loss, clips within their cap. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "film/film.h"
#include "film/frames.h"

enum { WIDTH = 96, HEIGHT = 54 };

/* --- times ----------------------------------------------------------------------------------------------------------- */

/* Draws at `rate` pictures a second for ten seconds, from second `start` on: every frame has a picture within half of the time between two
 * pictures, or half of a frame where pictures are the denser. */
static void draw_at(double rate, double start) {
  FrameTimes times = {.fps = 30};
  int64_t last = -1, chosen = 0;
  for (int n = 0; n < (int)(10 * rate); n++) {
    const double second = (double)n / rate;
    const int64_t frame = frame_times_choose(&times, start + second);
    if (frame < 0) continue;
    assert_true(frame > last);
    assert_true(fabs((double)frame / 30 - second) <= 0.5 / (rate > 30 ? rate : 30) + 1e-9);
    if (rate >= 30 && last >= 0) assert_int_equal(frame, last + 1);
    last = frame;
    chosen++;
  }
  assert_true(chosen >= (rate < 30 ? (int64_t)(10 * rate) : 299));
}

static void nearest_picture_is_the_frame(void **state) {
  (void)state;
  const double rates[] = {7, 25, 30, 31, 59.94, 60, 75, 144};
  for (size_t n = 0; n < sizeof rates / sizeof *rates; n++) {
    draw_at(rates[n], 0);
    draw_at(rates[n], 1234.567);
  }
}

static void no_frame_while_time_stands(void **state) {
  (void)state;
  FrameTimes times = {.fps = 30};
  assert_int_equal(frame_times_choose(&times, 2), 0);
  for (int n = 0; n < 100; n++) assert_int_equal(frame_times_choose(&times, 2), -1);
}

static void film_goes_on_where_time_jumps(void **state) {
  (void)state;
  FrameTimes times = {.fps = 30};
  for (int n = 0; n < 60; n++) assert_int_equal(frame_times_choose(&times, 5 + n / 30.0), n);
  frame_times_choose(&times, 0); /* another world */
  assert_int_equal(frame_times_choose(&times, 1 / 30.0), 60);
  frame_times_choose(&times, 1000); /* a saved one */
  assert_int_equal(frame_times_choose(&times, 1000 + 1 / 30.0), 61);
}

static void left_out_frame_is_its_nearer_neighbour(void **state) {
  (void)state;
  assert_true(frame_is_nearer_first(10, 11, 14));
  assert_false(frame_is_nearer_first(10, 13, 14));
}

/* --- frames ---------------------------------------------------------------------------------------------------------- */

/* A square that goes to the right over a ground that stays, and never looks the same twice. */
static void paint(uint8_t *rgba, int n) {
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++) {
      uint8_t *const p = rgba + 4 * (y * WIDTH + x);
      const int on = x >= n % WIDTH && x < n % WIDTH + 20 && y >= 10 && y < 30;
      p[0] = (uint8_t)(on ? 220 : 2 * x), p[1] = (uint8_t)(on ? n : 4 * y), p[2] = (uint8_t)(on ? 40 : x + y), p[3] = 255;
    }
}

static void noise(uint8_t *rgba, uint64_t *seed) {
  for (int n = 0; n < 4 * WIDTH * HEIGHT; n++)
    rgba[n] = (uint8_t)(*seed = *seed * 6364136223846793005u + 1442695040888963407u, *seed >> 56);
}

static void colours_survive(void **state) {
  (void)state;
  static uint8_t rgba[4 * 4 * 2], planes[12], rgb[3 * 4 * 2];
  const uint8_t colours[][3] = {{0, 0, 0}, {255, 255, 255}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {90, 140, 30}, {20, 110, 170}};
  for (size_t c = 0; c < sizeof colours / sizeof *colours; c++) {
    for (int n = 0; n < 8; n++) memcpy(rgba + 4 * n, colours[c], 3);
    film_picture_from_rgba(planes, rgba, 4, 2);
    film_picture_to_rgb(rgb, planes, 4, 2);
    /* Both ways round to a byte, and a step of chroma is up to 2.1 steps of blue. */
    for (int n = 0; n < 24; n++) assert_true(abs(rgb[n] - colours[c][n % 3]) <= 2);
  }
  assert_int_equal(film_picture_size(4, 2), 12);
}

/* The store gives back what was put in, also to a copy while more is put in, and forgets what is older than wanted. */
static void store_holds_the_last_frames_without_loss(void **state) {
  (void)state;
  enum { WANTED = 70, ADDED = 200 };
  static uint8_t rgba[4 * WIDTH * HEIGHT], planes[WIDTH * HEIGHT * 3 / 2], read[2][WIDTH * HEIGHT * 3 / 2];
  const size_t bytes = film_picture_size(WIDTH, HEIGHT);
  FrameStore *const store = frame_store_create(bytes, WANTED);
  assert_non_null(store);
  FrameList list = {0};
  for (int n = 0; n < ADDED + 50; n++) {
    if (n == ADDED) frame_store_copy(store, &list);
    paint(rgba, n);
    film_picture_from_rgba(planes, rgba, WIDTH, HEIGHT);
    assert_true(frame_store_add(store, planes));
  }
  assert_true(frame_store_size(store) > 0 && frame_store_size(store) < 50 * bytes);
  assert_in_range(list.frames, WANTED, WANTED + FRAME_GROUP);
  FrameReading reading = {.list = &list, .pixels = read[0], .spare = read[1], .bytes = bytes};
  for (int n = ADDED - list.frames; n < ADDED; n++) {
    paint(rgba, n);
    film_picture_from_rgba(planes, rgba, WIDTH, HEIGHT);
    assert_true(frame_list_next(&reading));
    assert_memory_equal(read[0], planes, bytes);
  }
  assert_false(frame_list_next(&reading));
  frame_list_clear(&list);
  frame_store_destroy(store);
}

/* --- files ----------------------------------------------------------------------------------------------------------- */

static int64_t file_size(const char *path) {
  FILE *const file = fopen(path, "rb");
  if (!file) return -1;
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  fclose(file);
  return size;
}

static void remove_pictures(const char *path) {
  char name[FILM_PATH];
  for (int n = 1; film_picture_name(path, n, name) && remove(name) == 0;) n++;
}

static ClipState wait_for(Clip *clip, ClipReport *report) {
  ClipState now = CLIP_SAVING;
  while ((now = clip_poll(clip, report)) == CLIP_SAVING) usleep(1000);
  return now;
}

/* Noise is what compresses worst: it is within its cap all the same, or is not there. */
static void clip_of_noise_is_within_its_cap(void **state) {
  (void)state;
  enum { SECONDS = 2, CAP = 60000 };
  static uint8_t rgba[4 * WIDTH * HEIGHT];
  const char *const path = "unit_film_clip.mp4";
  const ClipDef def = {WIDTH, HEIGHT, 30, SECONDS, CAP};
  uint64_t seed = 1;
  ClipReport report;
  remove(path);
  Clip *const clip = clip_create(&def);
  assert_non_null(clip);
  assert_false(clip_save(clip, path)); /* there is nothing yet */
  for (int n = 0; n < 4 * 30; n++) {
    noise(rgba, &seed);
    clip_add(clip, n, rgba, true);
  }
  assert_true(clip_save(clip, path));
  assert_false(clip_save(clip, path)); /* one at a time */
  const ClipState became = wait_for(clip, &report);
  assert_int_equal(became, CLIP_SAVED);
  assert_true(fabs(report.seconds - SECONDS) < 1e-9);
  if (!film_is_pictures(path, NULL)) {
    assert_int_equal(file_size(path), report.bytes);
    assert_in_range(report.bytes, 1000, CAP);
  }
  clip_destroy(clip);
  remove(path);
  remove_pictures(path);
}

static void clip_that_cannot_be_written_says_so(void **state) {
  (void)state;
  static uint8_t rgba[4 * WIDTH * HEIGHT];
  const ClipDef def = {WIDTH, HEIGHT, 30, 1, 1000000};
  ClipReport report;
  Clip *const clip = clip_create(&def);
  assert_non_null(clip);
  for (int n = 0; n < 40; n++) clip_add(clip, n, rgba, true);
  assert_true(clip_save(clip, "no_such_folder/clip.mp4"));
  assert_int_equal(wait_for(clip, &report), CLIP_FAILED);
  assert_non_null(strstr(report.error.text, "no_such_folder/clip"));
  clip_destroy(clip);
}

/* Frames that are left out are there all the same, and the film has as many as were wanted. */
static void writer_fills_gaps(void **state) {
  (void)state;
  static uint8_t rgba[4 * WIDTH * HEIGHT];
  const int64_t numbers[] = {0, 1, 5, 6};
  const FilmDef def = {WIDTH, HEIGHT, 30, 0, 1};
  char name[FILM_PATH];
  Error error;
  FilmWriter *const writer = film_writer_create("unit_film.png", &def, false, &error);
  assert_non_null(writer);
  for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
    memset(rgba, (int)(40 * numbers[n]), sizeof rgba);
    assert_true(film_writer_add(writer, numbers[n], rgba, true));
  }
  assert_true(film_writer_end(writer, 9, &error));
  const int same[9] = {0, 1, 1, 1, 5, 5, 6, 6, 6}; /* what each frame shows; 3 is as far from 1 as from 5 */
  int64_t sizes[7];
  for (int n = 0; n < 9; n++) {
    assert_true(film_picture_name("unit_film.png", n + 1, name));
    const int64_t size = file_size(name);
    assert_true(size > 0);
    if (n == 0 || same[n] != same[n - 1]) sizes[same[n]] = size;
    assert_int_equal(size, sizes[same[n]]);
  }
  assert_true(film_picture_name("unit_film.png", 10, name));
  assert_int_equal(file_size(name), -1);
  remove_pictures("unit_film.png");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nearest_picture_is_the_frame),
      cmocka_unit_test(no_frame_while_time_stands),
      cmocka_unit_test(film_goes_on_where_time_jumps),
      cmocka_unit_test(left_out_frame_is_its_nearer_neighbour),
      cmocka_unit_test(colours_survive),
      cmocka_unit_test(store_holds_the_last_frames_without_loss),
      cmocka_unit_test(clip_of_noise_is_within_its_cap),
      cmocka_unit_test(clip_that_cannot_be_written_says_so),
      cmocka_unit_test(writer_fills_gaps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
