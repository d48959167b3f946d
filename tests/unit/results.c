#define _XOPEN_SOURCE 700 /* mkdtemp */
/* The results of a run: greatest values against dam breaks and lakes that are known, rows of series, legends, and that nothing of it
 * changes the water. */
#include "results/results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <stb_image.h>

#include "results/chart_scale.h"
#include "results/extremes.h"
#include "results/lettering.h"
#include "results/ramp.h"
#include "results/series.h"
#include "support.h"

enum { LONG = 400, WIDE = 4, DAM = 160 /* cells */ };

static const float cell = 0.25f, deep = 2;

static float behind_the_dam(float x, float z) {
  (void)z;
  return x < DAM * 0.25f ? 2.0f : 0;
}

static float lake_level(float x, float z) {
  (void)z;
  return x < 60 ? 1.5f : -1;
}

static float sloping(float x, float z) {
  (void)z;
  return 0.03f * x;
}

static Extremes begin(const WeirWater *water) {
  Extremes e;
  assert_true(extremes_begin(&e, water, 2));
  return e;
}

static Extremes run(WeirWater *water, double seconds) {
  Extremes e = begin(water);
  const double tick = 0.02;
  for (int n = 1; n <= (int)lrint(seconds / tick); n++) {
    weir_water_step(water, (float)tick);
    extremes_add(&e, water, n * tick, 2);
  }
  return e;
}

/* Ritter 1892: a dam goes at t = 0, dry bed downstream, c = sqrt(g*h). Depth and velocity at x from the dam:
 *   d = (2c - x/t)^2/(9g)      u = 2/3 (c + x/t)
 * so that the front of depth d0 runs at 2c - 3 sqrt(g*d0), and at a place near the dam d comes to 4/9 h and d*u to 8/27 c*h. Cells of a
 * quarter of a metre hold the thin tip back. */
static void a_dam_break_arrives_later_further_away(void **state) {
  (void)state;
  const WeirTuning ideal = weir_tuning_ideal();
  WeirWater *const water = make_water(WEIR_SWE, LONG, WIDE, cell, flat, behind_the_dam, &ideal);
  Extremes e = run(water, 4);
  const double g = (double)ideal.gravity, c = sqrt(g * (double)deep), front = 2 * c - 3 * sqrt(g * (double)EXTREMES_WET);
  assert_true(isnan(e.arrival[0]) && isnan(e.arrival[DAM - 1]));
  for (int i = DAM; i + 1 < LONG; i++) {
    if (isinf(e.arrival[i])) {
      assert_true(isinf(e.arrival[i + 1]));
      continue;
    }
    assert_true(e.arrival[i] > 0 && e.arrival[i] <= e.arrival[i + 1]);
    assert_true(e.arrival[LONG + i] == e.arrival[i]); /* in all rows at once */
  }
  for (int metres = 10; metres <= 20; metres += 5) {
    const double came = (double)e.arrival[DAM + (int)((float)metres / cell)], wanted = metres / front;
    print_message("  %d m: %.3f s, %.3f s wanted\n", metres, came, wanted);
    assert_true(came > wanted && came < 1.25 * wanted);
  }
  const int near = DAM + 4;
  print_message("  near the dam: %.3f m, %.3f m2/s, %.3f m/s\n", (double)e.depth[near], (double)e.hazard[near], (double)e.speed[near]);
  assert_true(fabs((double)e.depth[near] - 4.0 / 9 * (double)deep) < 0.05 * (double)deep);
  assert_true(fabs((double)e.hazard[near] - 8.0 / 27 * c * (double)deep) < 0.05 * c * (double)deep);
  assert_true((double)e.speed[near] > c && (double)e.speed[near] < 2 * c);
  extremes_end(&e);
  weir_water_destroy(water);
}

static void a_still_lake_arrives_nowhere(void **state) {
  (void)state;
  const WeirTuning ideal = weir_tuning_ideal();
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *const water = make_water((WeirSolver)solver, LONG, WIDE, cell, sloping, lake_level, &ideal);
    Extremes e = run(water, 1);
    const WeirView depth = weir_water_depth(water);
    for (int k = 0; k < WIDE; k++)
      for (int i = 0; i < LONG; i++) {
        const int n = k * LONG + i;
        assert_true(e.depth[n] == at(depth, i, k) && e.speed[n] == 0 && e.hazard[n] == 0);
        assert_true(at(depth, i, k) > EXTREMES_WET ? isnan(e.arrival[n]) : isinf(e.arrival[n]));
      }
    extremes_end(&e);
    weir_water_destroy(water);
  }
}

/* Fast and shallow first, deep and still then: the hazard is that of the first moment, and not the product of both greatest values. */
static void hazard_is_of_one_moment(void **state) {
  (void)state;
  const WeirTuning ideal = weir_tuning_ideal();
  WeirWater *const water = make_water(WEIR_SWE, LONG, WIDE, cell, flat, two_metres, &ideal);
  weir_water_impulse(water, 50, 0.5f, 1e4f, 3, 4);
  Extremes e = begin(water);
  const int n = LONG + LONG / 2;
  assert_true(fabsf(e.speed[n] - 5) < 1e-3f && fabsf(e.hazard[n] - 10) < 2e-3f && e.depth[n] == 2);
  weir_water_impulse(water, 50, 0.5f, 1e4f, -3, -4);
  weir_water_add(water, 50, 0.5f, 4, 100);
  extremes_add(&e, water, 1, 2);
  assert_true(e.depth[n] > 3);
  assert_true(fabsf(e.speed[n] - 5) < 1e-3f && fabsf(e.hazard[n] - 10) < 2e-3f);
  extremes_end(&e);
  weir_water_destroy(water);
}

/* Films do not count as arrived or fast; they do for the greatest depth. */
static void films_are_no_flood(void **state) {
  (void)state;
  const WeirTuning ideal = weir_tuning_ideal();
  WeirWater *const water = make_water(WEIR_SWE, LONG, WIDE, cell, flat, flat, &ideal);
  Extremes e = begin(water);
  weir_water_add(water, 50, 0.5f, 1e4f, 0.008 * LONG * WIDE * (double)(cell * cell));
  weir_water_impulse(water, 50, 0.5f, 1e4f, 1, 0);
  extremes_add(&e, water, 1, 2);
  const int n = LONG / 2;
  assert_true(e.depth[n] > 0.007f && e.depth[n] < 0.009f && e.speed[n] == 0 && e.hazard[n] == 0 && isinf(e.arrival[n]));
  weir_water_add(water, 50, 0.5f, 1e4f, 0.008 * LONG * WIDE * (double)(cell * cell));
  extremes_add(&e, water, 2, 2);
  assert_true(e.depth[n] > EXTREMES_WET && e.arrival[n] == 2 && e.speed[n] > 0.9f);
  extremes_end(&e);
  weir_water_destroy(water);
}

/* --- whole runs: a dam break with crates, two gauges and a line --- */

static World *gauged_world(void) {
  World *const world = make_world("gate", 3, 2, "grid=64");
  Scene *const scene = &world->scene;
  scene->gauges[0] = (SceneGauge){"west", 0.1f, 0.5f};
  scene->gauges[1] = (SceneGauge){"east", 0.9f, 0.5f};
  scene->lines[0] = (SceneLine){"across", 0.35f, 0, 0.35f, 1};
  scene->gauge_count = 2, scene->line_count = 1;
  return world;
}

static void run_with(World *world, Results *results, int ticks) {
  Error error;
  for (int n = 0; n < ticks; n++) {
    world_step(world);
    if (results && !results_tick(results, world, &error)) fail_msg("%s", error.text);
  }
}

static Results *begin_results(const char *folder, double every_s, const World *world) {
  Error error;
  Results *const results = results_begin(&(ResultsDef){folder, every_s}, world, &error);
  if (!results) fail_msg("%s", error.text);
  return results;
}

static void results_change_no_bit(void **state) {
  (void)state;
  World *const plain = gauged_world(), *const read = gauged_world();
  Results *const results = begin_results("same", 0, read);
  Error error;
  run_with(plain, NULL, 150);
  run_with(read, results, 150);
  if (!results_write_maps(results, read, &error)) fail_msg("%s", error.text);
  assert_true(world_hash(plain) == world_hash(read));
  results_destroy(results);
  world_destroy(plain);
  world_destroy(read);
}

/* Crates are thrown about: under them the depth is the head that presses on them, many metres. */
static void the_head_under_a_body_is_no_depth(void **state) {
  (void)state;
  World *const world = make_world("gate", 3, 2, "grid=256");
  Extremes e = begin(world->water);
  float head = 0, greatest = 0;
  for (int n = 0; n < 250; n++) {
    world_step(world);
    extremes_add(&e, world->water, world->time, 2);
    WeirStats stats;
    weir_water_stats(world->water, &stats);
    head = fmaxf(head, stats.depth_max);
  }
  for (int n = 0; n < world->nx * world->nz; n++) greatest = fmaxf(greatest, e.depth[n]);
  print_message("  greatest depth %.2f m, greatest head %.2f m\n", (double)greatest, (double)head);
  assert_true(greatest < 6.6f && head > greatest);
  extremes_end(&e);
  world_destroy(world);
}

/* Counts the rows of a file with so many columns, each of which is a number but for the head; -1: a row has others. */
static int rows_of(const char *path, const char *head, int columns) {
  char line[1024];
  FILE *const file = fopen(path, "r");
  if (!file) return -1;
  int rows = fgets(line, sizeof line, file) && strncmp(line, head, strlen(head)) == 0 ? 0 : -1;
  while (rows >= 0 && fgets(line, sizeof line, file)) {
    char *at = line;
    int found = 0;
    for (; found < columns; found++) {
      char *end;
      if (!isfinite(strtod(at, &end)) || end == at || *end != (found + 1 < columns ? ',' : '\n')) break;
      at = end + 1;
    }
    rows = found == columns ? rows + 1 : -1;
  }
  fclose(file);
  return rows;
}

static const char gauges_head[] = "time_s,west_level_m,west_depth_m,west_velocity_x_m_s,west_velocity_z_m_s,east_level_m,east_depth_m,";

/* Every row is on the disk at once, and no map before the end. */
static void rows_are_written_as_the_run_goes(void **state) {
  (void)state;
  World *const world = gauged_world();
  const int ticks = (int)lrint(1 / (double)world->params.tick), a_row = (int)lrint(0.1 / (double)world->params.tick);
  Results *const results = begin_results("made/on/the/way", 0.1, world);
  for (int n = 0; n <= ticks; n++) {
    if (n > 0) run_with(world, results, 1);
    assert_int_equal(rows_of("made/on/the/way/gauges.csv", gauges_head, 9), 1 + n / a_row);
    assert_int_equal(rows_of("made/on/the/way/lines.csv", "time_s,across_discharge_m3_s\n", 2), 1 + n / a_row);
  }
  assert_true(access("made/on/the/way/depth_max.asc", F_OK) != 0);
  results_destroy(results);
  world_destroy(world);
}

static void a_row_a_tick(void **state) {
  (void)state;
  World *const world = gauged_world();
  Results *const results = begin_results("ticks", 0, world);
  run_with(world, results, 37);
  assert_int_equal(rows_of("ticks/gauges.csv", gauges_head, 9), 38);
  results_destroy(results);
  world_destroy(world);
}

/* Files of an earlier run would pass for those of this one; and another world begins again. */
static void nothing_of_an_earlier_world_stays(void **state) {
  (void)state;
  Error error;
  World *const first = gauged_world(), *const second = make_world("pool", 1, 1, "grid=64");
  Results *const results = begin_results("again", 0, first);
  run_with(first, results, 5);
  assert_true(results_write_maps(results, first, &error));
  assert_int_equal(access("again/depth_max.asc", F_OK), 0);
  assert_true(results_tick(results, second, &error));
  assert_true(access("again/depth_max.asc", F_OK) != 0 && access("again/gauges.csv", F_OK) != 0);
  run_with(second, results, 5);
  assert_true(results_write_maps(results, second, &error));
  assert_true(results_write_maps(results, first, &error)); /* without a tick of it, at the end of a log */
  assert_int_equal(rows_of("again/gauges.csv", gauges_head, 9), 1);
  results_destroy(results);
  world_destroy(first);
  world_destroy(second);
}

/* Maps have the frame of the scene's ground; its cells' size too, or the world's where the frame has none. */
static void maps_lie_where_the_ground_lies(void **state) {
  (void)state;
  Error error;
  World *const world = gauged_world();
  const double cell_m = (double)world->cell, feet = 0.3048;
  const struct {
    GeoFrame frame;
    double west, south, cell;
  } cases[] = {{{.is_known = true, .west = 733000.5, .north = 4029000, .cell_x = 2, .cell_z = 2, .metres_a_unit = 1, .epsg = 32616},
                733000.5,
                4029000 - 2 * 64,
                2},
               {{.is_known = true, .west = 100, .north = 200, .metres_a_unit = feet}, 100, 200 - 64 * cell_m / feet, cell_m / feet},
               {{0}, 0, 0, cell_m}};
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    char head[256] = "";
    double west = NAN, south = NAN, size = NAN;
    world->scene.frame = cases[n].frame;
    Results *const results = begin_results("placed", 0, world);
    run_with(world, results, 30);
    if (!results_write_maps(results, world, &error)) fail_msg("%s", error.text);
    FILE *const file = fopen("placed/arrival.asc", "r");
    assert_non_null(file);
    assert_int_equal(fread(head, 1, sizeof head - 1, file), sizeof head - 1);
    fclose(file);
    assert_int_equal(sscanf(head, "ncols 64 nrows 64 xllcorner %lf yllcorner %lf cellsize %lf", &west, &south, &size), 3);
    assert_true(west == cases[n].west && fabs(south - cases[n].south) < 1e-4 && fabs(size - cases[n].cell) < 1e-6);
    results_destroy(results);
  }
  world_destroy(world);
}

/* Reads a picture of maps. */
static unsigned char *read_picture(const char *folder, const char *name, int *w, int *h) {
  char path[128];
  int channels;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  unsigned char *const pixels = stbi_load(path, w, h, &channels, 3);
  assert_non_null(pixels);
  return pixels;
}

/* Counts the pixels of a row of the map that are darker by so much than those three to the left and to the right. */
static int count_lines(const unsigned char *pixels, int w, int row, int from, int to, int darker) {
  int lines = 0;
  for (int x = from; x < to; x++) {
    const unsigned char *const p = pixels + 3 * (row * w + x);
    if (p[0] + darker > p[-9] || p[0] + darker > p[9]) continue;
    lines++;
    x += 3;
  }
  return lines;
}

/* A slope of 9 m from west to east has a line at each half metre, and a crate on it an outline. */
static void maps_have_contours_and_bodies(void **state) {
  (void)state;
  enum { LEFT = 28, TOP = 62 }; /* 64 x 64 cells at 18 pixels: 1152; of chart.c */
  static float heights[64 * 64];
  char folder[] = "results_XXXXXX";
  GroundLedger ledger = {0};
  Error error;
  assert_non_null(mkdtemp(folder));
  FILE *const file = fopen("results_slope.scene", "w");
  assert_non_null(file);
  fprintf(file, "[scene]\nsolver = pipe\ngrid = 64 64\ncell = 1\n[terrain]\nshape = flat\n");
  fclose(file);
  static Scene scene;
  const bool read = scene_read("results_slope.scene", &scene, &error);
  remove("results_slope.scene");
  if (!read) fail_msg("%s", error.text);
  World *const world = world_create(&scene, 1, 1, &error);
  if (!world) fail_msg("%s", error.text);
  for (int n = 0; n < 64 * 64; n++) heights[n] = 0.07f + 9 * ((float)(n % 64) + 0.5f) / 64;
  world_follow_ground(world, heights, &ledger);
  const Command drop = {.kind = COMMAND_DROP, .drop = {.x = 32, .y = 9, .z = 32, .size = {8, 8, 8}, .density = 900, .set = true}};
  assert_true(world_command(world, &drop));
  world_step(world);
  Results *const results = results_begin(&(ResultsDef){folder, 1}, world, &error);
  if (!results || !results_write_maps(results, world, &error)) fail_msg("%s", error.text);
  results_destroy(results);
  int w, h;
  unsigned char *const pixels = read_picture(folder, "depth_last.png", &w, &h);
  const int side = 18 * 64, quarter = TOP + side / 4, middle = TOP + side / 2;
  assert_int_equal(count_lines(pixels, w, quarter, LEFT + 6, LEFT + side - 6, 10), 18); /* at 0.5 to 9 m */
  assert_true(count_lines(pixels, w, middle, LEFT + side / 2 - 90, LEFT + side / 2 + 90, 100) >= 2);
  stbi_image_free(pixels);
  world_destroy(world);
  static const char *const maps[] = {"depth_max", "speed_max", "hazard_max", "arrival", "depth_last"}, *const ends[] = {"asc", "tif",
                                                                                                                        "png"};
  for (int n = 0; n < 15; n++) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s.%s", folder, maps[n / 3], ends[n % 3]);
    remove(path);
  }
  assert_int_equal(rmdir(folder), 0);
}

static void a_folder_that_is_a_file_is_one_line(void **state) {
  (void)state;
  Error error;
  fclose(fopen("file", "w"));
  assert_false(results_possible("file", &error));
  assert_non_null(strstr(error.text, "file: "));
  assert_false(results_possible("file/below", &error));
  assert_non_null(strstr(error.text, "file/below: "));
  assert_false(results_possible("", &error));
}

/* --- pictures --- */

static void legends_have_round_numbers(void **state) {
  (void)state;
  static const float ends[][2] = {{0, 3.42f}, {0, 0.0123f}, {0, 97}, {12.3f, 17.9f}, {0, 1e-6f}, {0, 80000}, {5, 5}, {0, 0}};
  for (size_t n = 0; n < sizeof ends / sizeof *ends; n++) {
    float values[1001];
    for (int m = 0; m <= 1000; m++) values[m] = ends[n][0] + (ends[n][1] - ends[n][0]) * (float)m / 1000;
    values[17] = NAN;
    const ChartScale s = chart_scale_make(values, 1001, ends[n][0] == 0);
    const double steps = (s.high - s.low) / s.step;
    print_message("  %g to %g: %g to %g by %g\n", (double)ends[n][0], (double)ends[n][1], s.low, s.high, s.step);
    assert_true(s.low <= (double)ends[n][0] + 1e-9 && s.high >= 0.99 * (double)ends[n][1] && s.high > s.low);
    assert_true(fabs(steps - round(steps)) < 1e-6 && steps >= 1 && steps <= 8);
    if (ends[n][1] > ends[n][0]) assert_true(s.high - s.low < 2 * (double)(ends[n][1] - ends[n][0]));
    assert_true(s.count == 1000 && s.digits >= 0 && s.digits < 9);
  }
  const ChartScale none = chart_scale_make(&(float){NAN}, 1, true);
  assert_true(none.count == 0 && none.high > none.low);
}

/* One cell of a thousand that is far above the others is above the legend's top. */
static void an_outlier_leaves_the_scale(void **state) {
  (void)state;
  float values[1000];
  for (int n = 0; n < 1000; n++) values[n] = (float)n / 1000;
  values[500] = 40;
  const ChartScale s = chart_scale_make(values, 1000, true);
  assert_true(s.high < 1.3 && s.greatest == 40);
}

/* Along a ramp lightness goes one way: it reads in grey, too. */
static void ramps_go_one_way(void **state) {
  (void)state;
  for (int kind = 0; kind < RAMP_COUNT; kind++) {
    const bool darker = kind != RAMP_ARRIVAL;
    double last = darker ? 1e9 : -1;
    for (int n = 0; n <= 32; n++) {
      const Colour c = ramp_colour((RampKind)kind, (float)n / 32);
      const double light = 0.2126 * pow(c.r / 255.0, 2.2) + 0.7152 * pow(c.g / 255.0, 2.2) + 0.0722 * pow(c.b / 255.0, 2.2);
      assert_true(darker ? light < last : light > last);
      last = light;
    }
  }
}

static void count_piece(void *user, float x0, float y0, float x1, float y1) {
  (void)x0, (void)y0, (void)x1, (void)y1;
  ++*(int *)user;
}

static void all_letters_can_be_written(void **state) {
  (void)state;
  int pieces = 0;
  lettering_draw("?", 20, 0, 0, count_piece, &pieces);
  for (int letter = '0'; letter <= 'z'; letter++) {
    const bool word = (letter <= '9') || (letter >= 'A' && letter <= 'Z') || (letter >= 'a');
    int own = 0;
    lettering_draw((char[]){(char)letter, '\0'}, 20, 0, 0, count_piece, &own);
    if (word) assert_true(own > 0 && own != pieces);
  }
  int square = 0, unknown = 0;
  lettering_draw("\xC2\xB2", 20, 0, 0, count_piece, &square);
  lettering_draw("\xE6\xB0\xB4", 20, 0, 0, count_piece, &unknown); /* a letter that it does not have: one question mark */
  assert_true(square > 0 && square != pieces && unknown == pieces);
  assert_true(lettering_draw("\xC2", 20, 0, 0, NULL, NULL) > 0); /* cut off in the middle of a letter */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_dam_break_arrives_later_further_away),
      cmocka_unit_test(a_still_lake_arrives_nowhere),
      cmocka_unit_test(hazard_is_of_one_moment),
      cmocka_unit_test(films_are_no_flood),
      cmocka_unit_test(results_change_no_bit),
      cmocka_unit_test(the_head_under_a_body_is_no_depth),
      cmocka_unit_test(rows_are_written_as_the_run_goes),
      cmocka_unit_test(a_row_a_tick),
      cmocka_unit_test(nothing_of_an_earlier_world_stays),
      cmocka_unit_test(maps_lie_where_the_ground_lies),
      cmocka_unit_test(maps_have_contours_and_bodies),
      cmocka_unit_test(a_folder_that_is_a_file_is_one_line),
      cmocka_unit_test(legends_have_round_numbers),
      cmocka_unit_test(an_outlier_leaves_the_scale),
      cmocka_unit_test(ramps_go_one_way),
      cmocka_unit_test(all_letters_can_be_written),
  };
  char folder[] = "results_test_XXXXXX", command[64];
  if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
  const int status = cmocka_run_group_tests(tests, NULL, NULL);
  snprintf(command, sizeof command, "rm -r ../%s", folder);
  return system(command) == 0 ? status : 1;
}
