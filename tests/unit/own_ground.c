/* A heightmap of the person's own as a world: it keeps its proportions, nothing stands in it that was not asked for, its heights are the
 * file's, what was assumed is told, and it is saved and gone on with like any other world. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <stb_image_write.h>

#include "app/options.h"
#include "base/memory.h"
#include "session/session_private.h"
#include "support.h"
#include "world/world.h"

static const char image[] = "own_ground_test.png";
static Error error;
static Session session;

/* A round hill of radius 0.4 of the shorter side, in the middle. */
static uint8_t hill(int i, int k, int w, int h) {
  const double radius = 0.4 * (w < h ? w : h), x = i + 0.5 - 0.5 * w, z = k + 0.5 - 0.5 * h;
  return (uint8_t)(250 * fmax(0, 1 - hypot(x, z) / radius));
}

static void write_hill(int w, int h) {
  uint8_t *const pixels = malloc((size_t)w * (size_t)h);
  assert_non_null(pixels);
  for (int k = 0; k < h; k++)
    for (int i = 0; i < w; i++) pixels[k * w + i] = hill(i, k, w, h);
  assert_true(stbi_write_png(image, w, h, 1, pixels, w));
  free(pixels);
}

/* Terrarium: 300 to 700 m. */
static void write_terrarium(void) {
  enum { N = 64 };
  static uint8_t pixels[N * N * 3];
  for (int n = 0; n < N * N; n++) {
    const double v = 32768 + 500 + 200 * sin(n % N / 10.0) * cos(n / N / 10.0);
    pixels[3 * n] = (uint8_t)((int)v / 256), pixels[3 * n + 1] = (uint8_t)((int)v % 256),
               pixels[3 * n + 2] = (uint8_t)((v - floor(v)) * 256);
  }
  assert_true(stbi_write_png(image, N, N, 3, pixels, 3 * N));
}

/* A bowl with a rim all round: its hollow holds water. */
static void write_bowl(void) {
  enum { N = 48 };
  static uint8_t pixels[N * N];
  for (int n = 0; n < N * N; n++) pixels[n] = (uint8_t)fmin(200, 8 * hypot(n % N - 24, n / N - 24));
  assert_true(stbi_write_png(image, N, N, 1, pixels, N));
}

static void write_picture(void) {
  enum { N = 32 };
  static uint8_t pixels[N * N * 3];
  for (int n = 0; n < N * N; n++) pixels[3 * n] = (uint8_t)(n % N * 8), pixels[3 * n + 1] = (uint8_t)(n / N * 8), pixels[3 * n + 2] = 30;
  assert_true(stbi_write_png(image, N, N, 3, pixels, 3 * N));
}

/* Starts a session by a command line of up to 9 words. */
static bool start(const char *words) {
  static char text[256];
  static Options options;
  char *argv[12] = {"weir"};
  int count = 1;
  snprintf(text, sizeof text, "%s", words);
  for (char *word = strtok(text, " "); word && count < 11; word = strtok(NULL, " ")) argv[count++] = word;
  argv[count] = NULL;
  if (!options_parse(count, argv, &options, &error)) return false;
  options.session.asset_dir = ASSETS, options.session.threads = 1;
  return session_start(&session, &options.session, &error) && session_build(&session, &error);
}

static void begin(const char *words) {
  if (!start(words)) fail_msg("weir %s: %s", words, error.text);
}

static WeirStats stats_now(void) {
  WeirStats stats;
  weir_water_stats(session.world->water, &stats);
  return stats;
}

/* Metres across the hill at half its height, along x and along z. */
static void hill_widths(float *across, float *down) {
  const World *const world = session.world;
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell, step = 0.05f;
  const float half = 0.5f * weir_water_terrain_at(world->water, 0.5f * wide, 0.5f * deep);
  *across = *down = 0;
  for (float x = 0; x < wide; x += step) *across += weir_water_terrain_at(world->water, x, 0.5f * deep) > half ? step : 0;
  for (float z = 0; z < deep; z += step) *down += weir_water_terrain_at(world->water, 0.5f * wide, z) > half ? step : 0;
}

static void a_round_hill_stays_round(void **state) {
  (void)state;
  static const struct {
    int w, h;
    const char *words;
    int nx, nz;
  } cases[] = {{60, 60, "--terrain own_ground_test.png", 384, 384},
               {60, 180, "--terrain own_ground_test.png", 128, 384},
               {200, 50, "--terrain own_ground_test.png", 384, 96},
               {60, 180, "river --terrain own_ground_test.png", 128, 384},
               {60, 180, "--terrain own_ground_test.png --grid 96", 32, 96},
               {60, 180, "--terrain own_ground_test.png --cell 2", 60, 180},
               {60, 180, "--terrain own_ground_test.png --cell 2 --grid 90", 30, 90},
               {60, 180, "--terrain own_ground_test.png --grid 24", 16, 48}, /* no side has fewer than 16 */
               {2100, 700, "--terrain own_ground_test.png --cell 2 --set tick=0.05", 700, 233}};
  for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
    float across, down;
    write_hill(cases[n].w, cases[n].h);
    begin(cases[n].words);
    if (session.world->nx != cases[n].nx || session.world->nz != cases[n].nz)
      fail_msg("%s: %d x %d cells", cases[n].words, session.world->nx, session.world->nz);
    hill_widths(&across, &down);
    const float pixel = session.world->cell * (float)session.world->nx / (float)cases[n].w; /* a cell's rounding of the proportions */
    if (fabsf(across / down - 1) > 0.02f + 1.5f * fmaxf(pixel, session.world->cell) / across)
      fail_msg("%s, %d x %d: %g x %g m", cases[n].words, cases[n].w, cases[n].h, (double)across, (double)down);
    session_end(&session);
  }
  remove(image);
}

static void cells_that_are_asked_for_are_kept(void **state) {
  (void)state;
  write_hill(60, 180);
  begin("--terrain own_ground_test.png --grid 64x64 --cell 0.5");
  assert_true(session.world->nx == 64 && session.world->nz == 64 && session.world->cell == 0.5f);
  assert_non_null(strstr(session.note, "stretched 3.00 : 1 by --grid"));
  session_end(&session);
  write_hill(16000, 2);
  assert_false(start("--terrain own_ground_test.png"));
  assert_non_null(strstr(error.text, "16000 x 2"));
  session_end(&session);
  remove(image);
}

static void nothing_stands_on_ones_own_land_unless_a_scene_is_named(void **state) {
  (void)state;
  write_bowl();
  begin("--terrain own_ground_test.png --terrain-height 60");
  assert_true(session.world->body_count == 0 && session.scene.goal.kind == GOAL_NONE && session.scene.dam_count == 0);
  assert_true(session.scene.source_count == 0 && session.scene.gate_count == 0 && session.scene.wheel_count == 0);
  assert_string_equal(session.scene.name, "own_ground_test");
  assert_true(session.scene_index == -1 && session.scene.natural);
  assert_true(stats_now().volume_now > 0); /* its hollow */
  session_end(&session);
  begin("river --terrain own_ground_test.png");
  assert_true(session.world->body_count > 10);
  session_end(&session);
  remove(image);
}

static void water_stands_as_high_as_is_asked_for(void **state) {
  (void)state;
  write_bowl();
  begin("--terrain own_ground_test.png --water-level none");
  assert_true(stats_now().volume_now == 0);
  session_end(&session);
  begin("pool --terrain own_ground_test.png --water-level none --grid 32");
  assert_true(stats_now().volume_now == 0);
  session_end(&session);
  begin("--terrain own_ground_test.png --cell 10000");
  assert_true(session.scene.height_m == SCENE_HEIGHT_MAX);
  session_end(&session);
  write_hill(60, 60);
  begin("--terrain own_ground_test.png --terrain-height 50 --water-level 10 --grid 64");
  const float volume = (float)stats_now().volume_now;
  assert_float_equal(weir_water_surface_at(session.world->water, 5, 5), 10, 1e-3f);
  for (int n = 0; n < 100; n++) world_step(session.world);
  assert_float_equal((float)stats_now().volume_now, volume, 1e-4f * volume); /* the sides keep it */
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    assert_true(session.scene.sides[side].kind == WEIR_LEVEL && session.scene.sides[side].level == 10);
  assert_int_equal(scene_around(&session.scene), AROUND_SEA);
  session_end(&session);
  assert_false(start("pool --water-level 3"));
  assert_non_null(strstr(error.text, "--terrain"));
  remove(image);
}

static void heights_are_the_files_or_what_is_asked_for(void **state) {
  (void)state;
  write_terrarium();
  begin("--terrain own_ground_test.png --grid 64");
  const WeirView ground = weir_water_terrain(session.world->water);
  for (int k = 0; k < 64; k += 7)
    for (int i = 0; i < 64; i += 5)
      assert_float_equal(ground.data[k * ground.stride + i], 500 + 200 * (float)(sin(i / 10.0) * cos(k / 10.0)), 0.05f);
  assert_non_null(strstr(session.note, "Terrarium"));
  session_end(&session);
  write_hill(40, 40);
  begin("--terrain own_ground_test.png --terrain-height 65535 --cell 500");
  assert_true(session.scene.height_m == 65535);
  session_end(&session);
  assert_false(start("--terrain own_ground_test.png --terrain-height 65536"));
  assert_non_null(strstr(error.text, "65535"));
  remove(image);
}

static void what_is_assumed_is_told_in_a_line(void **state) {
  (void)state;
  static const char *const words[] = {"40 x 20 pixels", "384 x 192 m",      "384 x 192 cells of 1 m", "heights 0 to",
                                      "--cell",         "--terrain-height", "--water-level"};
  write_hill(40, 20);
  begin("--terrain own_ground_test.png");
  for (size_t n = 0; n < sizeof words / sizeof *words; n++)
    if (!strstr(session.note, words[n])) fail_msg("'%s' is not in: %s", words[n], session.note);
  assert_null(strchr(session.note, '\n'));
  session_end(&session);
  begin("--terrain own_ground_test.png --terrain-height 20 --cell 3 --water-level none");
  assert_null(strstr(session.note, "assumed"));
  session_end(&session);
  write_picture();
  begin("--terrain own_ground_test.png");
  assert_non_null(strstr(session.note, "a colour picture"));
  session_end(&session);
  begin("pool --grid 32");
  assert_string_equal(session.note, "");
  /* dropped on the window, it is not a terrain */
  assert_false(session_open_file(&session, image, NULL, &error));
  assert_non_null(strstr(error.text, "--terrain"));
  assert_string_equal(session.scene.name, "pool");
  write_bowl();
  assert_true(session_open_file(&session, image, NULL, &error));
  assert_true(session.world->body_count == 0 && session.world->nx == session.world->nz);
  session_end(&session);
  remove(image);
}

static void write_text(const char *path, const char *text) {
  FILE *const file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

/* A scene file that leaves grid or height to its image. */
static void a_scene_file_follows_its_image(void **state) {
  (void)state;
  write_hill(60, 180);
  write_text("own_ground_test.scene", "[terrain]\nimage = own_ground_test.png\nheight = 65535\ncrop = 0 0 1 0.5\n[scene]\ncell = 900\n");
  begin("own_ground_test.scene");
  assert_true(session.world->nx == 171 && session.world->nz == 256 && session.scene.height_m == 65535);
  session_end(&session);
  write_text("own_ground_test.scene", "[scene]\ngrid = 48 40\n[terrain]\nimage = own_ground_test.png\n");
  begin("own_ground_test.scene");
  assert_true(session.world->nx == 48 && session.world->nz == 40 && session.scene.height_m == 10);
  session_end(&session);
  write_terrarium();
  begin("own_ground_test.scene");
  assert_float_equal(session.scene.base_m, 300, 2);
  assert_float_equal(session.scene.height_m, 400, 4);
  session_end(&session);
  write_picture();
  begin("own_ground_test.scene");
  assert_non_null(strstr(session.note, "a colour picture"));
  session_end(&session);
  remove("own_ground_test.scene");
  remove(image);
}

static void pictures_without_a_world_are_named(void **state) {
  (void)state;
  write_picture();
  assert_false(start("own_ground_test.png"));
  assert_non_null(strstr(error.text, "without a world"));
  assert_non_null(strstr(error.text, "--terrain"));
  session_end(&session);
  assert_false(start("--load own_ground_test.png"));
  assert_non_null(strstr(error.text, "without a world"));
  session_end(&session);
  assert_false(start("--load " ASSETS "/pictures/ford.jpg"));
  assert_non_null(strstr(error.text, "--terrain"));
  session_end(&session);
  remove(image);
}

static void it_is_saved_gone_on_with_and_begun_again(void **state) {
  (void)state;
  write_bowl();
  begin("--terrain own_ground_test.png --grid 48 --drop 3 --log-input own_ground_test.log");
  world_drop_script(session.world, 3);
  for (int n = 0; n < 20; n++) {
    session_before_tick(&session, session.world);
    world_step(session.world);
    session_after_tick(&session, session.world);
  }
  const SaveView view = {0};
  Save *const save = session_save(&session, &view);
  assert_true(save && save_write(save, "own_ground_test.weir", &error));
  save_destroy(save);
  const uint64_t saved = world_hash(session.world);
  world_step(session.world);
  const uint64_t after = world_hash(session.world);
  session_end(&session);
  begin("--load own_ground_test.weir");
  assert_true(world_hash(session.world) == saved);
  world_step(session.world);
  assert_true(world_hash(session.world) == after);
  if (!session_reset(&session, true, &error)) fail_msg("%s", error.text); /* R reads the image again */
  assert_true(session.world->nx == 48 && session.world->body_count == 0);
  session_end(&session);
  (void)mkdir("own_ground_test.folder", 0700);
  rename("own_ground_test.weir", "own_ground_test.folder/a.weir");
  rename(image, "own_ground_test.folder/own_ground_test.png");
  begin("--load own_ground_test.folder/a.weir"); /* the two went elsewhere together */
  if (!session_reset(&session, true, &error)) fail_msg("%s", error.text);
  session_end(&session);
  remove("own_ground_test.folder/a.weir");
  remove("own_ground_test.folder/own_ground_test.png"); /* the log has its world in itself */
  begin("--replay own_ground_test.log");
  for (int n = 0; n < 20; n++) {
    assert_int_equal(session_before_tick(&session, session.world), SIM_TICK_GIVEN);
    world_step(session.world);
    session_after_tick(&session, session.world);
  }
  assert_true(world_hash(session.world) == saved);
  session_end(&session);
  remove("own_ground_test.folder");
  remove("own_ground_test.log");
}

/* --- read once -------------------------------------------------------------------------------------------------------------- */

static const char grid[] = "own_ground_test.asc";

/* Writes a slope with a row without heights, if there are to be `holes`. */
static void write_grid(bool holes) {
  FILE *const file = fopen(grid, "w");
  assert_non_null(file);
  fprintf(file, "ncols 200\nnrows 150\nxllcorner 0\nyllcorner 0\ncellsize 5\nNODATA_value -9999\n");
  for (int n = 0; n < 200 * 150; n++) fprintf(file, "%s\n", holes && n / 200 == 70 ? "-9999" : n % 3 ? "12.5" : "17.25");
  fclose(file);
}

/* How often a reading told of itself, the greatest share, and when it is to end. */
typedef struct Told {
  int times, most;
  double share;
} Told;

static bool tell(void *user, double share) {
  Told *const told = user;
  assert_true(share >= told->share && share <= 1);
  told->share = share;
  return ++told->times < told->most;
}

/* The question and the ground are made of what was read: the file may be gone by then. */
static void a_file_is_read_once(void **state) {
  (void)state;
  static Scene direct, kept;
  char note[OWN_GROUND_NOTE], same[OWN_GROUND_NOTE];
  OwnGroundFacts facts, again;
  for (int holes = 0; holes < 2; holes++) {
    Told told = {.most = 1000};
    OwnGround own = {.path = grid};
    write_grid(holes);
    own_ground_scene(&direct, grid);
    assert_true(own_ground_apply(&own, true, &direct, note, &error) && own_ground_look(&own, &facts, &error));
    World *const plain = world_create(&direct, 1, 1, &error);
    OwnGroundFile *const file = own_ground_read(&own, &(GeoProgress){tell, &told}, &error);
    assert_non_null(file);
    assert_true(told.times > 2 && told.share > 0.5);
    remove(grid);
    own.file = file;
    own_ground_scene(&kept, grid);
    if (!own_ground_look(&own, &again, &error) || !own_ground_apply(&own, true, &kept, same, &error)) fail_msg("%s", error.text);
    assert_true(facts.w == again.w && facts.h == again.h && facts.missing == again.missing && facts.cell_m == again.cell_m);
    assert_true(facts.low_m == again.low_m && facts.high_m == again.high_m && strcmp(note, same) == 0);
    World *const world = world_create_on(&kept, file, 1, 1, &error);
    if (!world) fail_msg("%s", error.text);
    assert_true(world_hash(world) == world_hash(plain));
    /* Another filling of what is missing is read again, and there is nothing to be read now. */
    own.missing = 1;
    assert_true(own_ground_file_suits(file, &own) == !holes);
    assert_true(own_ground_look(&own, &again, &error) == !holes);
    world_destroy(world);
    world_destroy(plain);
    own_ground_file_free(file);
  }
}

static void a_reading_can_be_left(void **state) {
  (void)state;
  const OwnGround own = {.path = grid};
  write_grid(false);
  for (int most = 1; most < 3; most++) {
    Told told = {.most = most};
    assert_null(own_ground_read(&own, &(GeoProgress){tell, &told}, &error));
    assert_int_equal(told.times, most);
  }
  write_hill(300, 300);
  Told told = {.most = 2};
  assert_null(own_ground_read(&(OwnGround){.path = image}, &(GeoProgress){tell, &told}, &error));
  told = (Told){.most = 1000};
  OwnGroundFile *const file = own_ground_read(&(OwnGround){.path = grid}, NULL, &error);
  assert_non_null(file);
  own_ground_file_free(file);
  remove(grid);
}

/* A session that begins with a ground frees its file with the world made; and one that is told to leave it ends with a line. */
static void a_session_reads_its_ground_once(void **state) {
  (void)state;
  write_grid(true);
  Told told = {.most = 1000};
  const size_t before = memory_in_use();
  SessionDef def = {.ground = {.path = grid}, .asset_dir = ASSETS, .liquid = -1, .seed = 1, .threads = 1, .reading = {tell, &told}};
  Session *const one = session_create(&def, &error);
  assert_non_null(one);
  remove(grid);
  if (!session_build(one, &error)) fail_msg("%s", error.text);
  assert_null(one->ground);
  assert_true(session_world(one)->nx == 200 && told.times > 2);
  session_destroy(one);
  write_grid(true);
  told = (Told){.most = 2};
  assert_null(session_create(&def, &error));
  assert_true(error.text[0] && memory_in_use() == before);
  remove(grid);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_round_hill_stays_round),
      cmocka_unit_test(cells_that_are_asked_for_are_kept),
      cmocka_unit_test(nothing_stands_on_ones_own_land_unless_a_scene_is_named),
      cmocka_unit_test(water_stands_as_high_as_is_asked_for),
      cmocka_unit_test(heights_are_the_files_or_what_is_asked_for),
      cmocka_unit_test(what_is_assumed_is_told_in_a_line),
      cmocka_unit_test(a_scene_file_follows_its_image),
      cmocka_unit_test(pictures_without_a_world_are_named),
      cmocka_unit_test(it_is_saved_gone_on_with_and_begun_again),
      cmocka_unit_test(a_file_is_read_once),
      cmocka_unit_test(a_reading_can_be_left),
      cmocka_unit_test(a_session_reads_its_ground_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
