/* Writes inputs to begin from, made by the program itself: images of each format, baselines, saved states, programs of calls, saved worlds.
 * Usage: fuzz_seeds FOLDER, which has a folder for each target. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <stb_image_write.h>

#include "../tiff_file.h"
#include "base/memory.h"
#include "base/rng.h"
#include "bench/report.h"
#include "record/recording.h"
#include "sandbox/grids.h"
#include "session/save.h"
#include "weir/weir.h"
#include "world/state/state.h"

static const char *folder;

static FILE *open_seed(const char *target, const char *name, int number) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s/seed-%s-%d", folder, target, name, number);
  FILE *const file = fopen(path, "wb");
  if (file) return file;
  fprintf(stderr, "%s: cannot be written\n", path);
  exit(1);
}

static void take(void *file, void *bytes, int size) {
  fwrite(bytes, 1, (size_t)size, file);
}

/* --- images ---------------------------------------------------------------------------------------------------------- */

enum { WIDE = 24, HIGH = 20 };

/* Heights in metres as Terrarium and Mapbox Terrain-RGB have them, each with pixels that have none, and grey with a hole. */
static void coded_seeds(void) {
  static unsigned char pixels[WIDE * HIGH * 4];
  for (int code = 0; code < 3; code++) {
    const int channels = code < 2 ? 3 : 4;
    for (int n = 0; n < WIDE * HIGH; n++) {
      const double h = 700 + 300 * sin(n % WIDE / 4.0) * cos(n / WIDE / 5.0);
      const int v = code == 0 ? (int)((h + 32768) * 256) : (int)((h + 10000) * 10);
      const unsigned char grey = (unsigned char)(h / 5);
      unsigned char *const c = pixels + (ptrdiff_t)n * channels;
      c[0] = (unsigned char)(v >> 16), c[1] = (unsigned char)(v >> 8), c[2] = (unsigned char)v;
      if (code == 2) c[0] = c[1] = c[2] = grey, c[3] = 255;
      if (n % WIDE > 20) memset(c, 0, (size_t)channels);
    }
    FILE *const file = open_seed("images", "coded", code);
    stbi_write_png_to_func(take, file, WIDE, HIGH, channels, pixels, WIDE * channels), fclose(file);
  }
}

static void image_seeds(void) {
  static unsigned char pixels[WIDE * HIGH * 4];
  for (int n = 0; n < WIDE * HIGH * 4; n++) pixels[n] = (unsigned char)(n % 97 * 2 + n / 500);
  for (int channels = 1; channels <= 4; channels++) {
    FILE *file = open_seed("images", "png", channels);
    stbi_write_png_to_func(take, file, WIDE, HIGH, channels, pixels, WIDE * channels), fclose(file);
    file = open_seed("images", "bmp", channels);
    stbi_write_bmp_to_func(take, file, WIDE, HIGH, channels, pixels), fclose(file);
    file = open_seed("images", "jpg", channels);
    stbi_write_jpg_to_func(take, file, WIDE, HIGH, channels, pixels, 20 * channels), fclose(file);
    for (int packed = 0; packed < 2; packed++) {
      stbi_write_tga_with_rle = packed;
      file = open_seed("images", packed ? "packed-tga" : "tga", channels);
      stbi_write_tga_to_func(take, file, WIDE, HIGH, channels, pixels), fclose(file);
    }
  }
}

/* --- grids ------------------------------------------------------------------------------------------------------------- */

/* Copies a file behind the two bytes that choose its format, and removes it. */
static void grid_seed(const char *name, int number, int format, const char *path) {
  FILE *const file = open_seed("grids", name, number), *const from = fopen(path, "rb");
  putc(format, file), putc(0, file);
  for (int c; from && (c = getc(from)) != EOF;) putc(c, file);
  if (from) fclose(from);
  fclose(file);
  remove(path);
}

static void grid_seeds(void) {
  static const char path[] = "seeds.grid";
  static double heights[WIDE * HIGH];
  for (int n = 0; n < WIDE * HIGH; n++) heights[n] = 200 + 30 * sin(n % WIDE / 4.0) * cos(n / WIDE / 5.0);
  FILE *file = fopen(path, "wb");
  if (!file) exit(1);
  fprintf(file, "ncols %d\nnrows %d\nxllcorner 10\nyllcorner 20\ncellsize 5\nNODATA_value -9999\n", WIDE, HIGH);
  for (int n = 0; n < WIDE * HIGH; n++) fprintf(file, "%.4g ", n % 50 ? heights[n] : -9999.0);
  fclose(file);
  grid_seed("asc", 0, 0, path);
  file = fopen(path, "wb");
  fprintf(file, "Pf\n%d %d\n-1.0\n", WIDE, HIGH);
  for (int n = 0; n < WIDE * HIGH; n++) fwrite(&(float){(float)heights[n]}, 4, 1, file);
  fclose(file);
  grid_seed("pfm", 0, 2, path);
  file = fopen(path, "wb");
  for (int n = 0; n < 256; n++) fwrite(&(uint16_t){(uint16_t)(200 * n)}, 2, 1, file);
  fclose(file);
  grid_seed("raw", 0, 3, path);
  static const struct {
    int bits, format, compression, predictor, tile;
    const char *mode;
  } tiffs[] = {{32, 3, 1, 0, 0, "w"},   {16, 2, 1, 0, 0, "wb"}, {32, 3, 8, 3, 16, "w"}, {16, 1, 5, 2, 0, "w"},
               {32, 3, 5, 0, 16, "w8"}, {8, 1, 1, 0, 16, "w"},  {64, 3, 8, 0, 0, "wb"}, {32, 2, 32773, 0, 0, "w"}};
  for (size_t n = 0; n < sizeof tiffs / sizeof *tiffs; n++) {
    TiffFile tiff = {.w = WIDE, .h = HIGH, .scale = {5, 5, 0}, .tie = {0, 0, 0, 1000, 2000, 0}, .nodata = "-9999"};
    tiff.bits = tiffs[n].bits, tiff.format = tiffs[n].format, tiff.compression = tiffs[n].compression;
    tiff.predictor = tiffs[n].predictor, tiff.tile = tiffs[n].tile, tiff.mode = tiffs[n].mode;
    tiff.keys[0][0] = 1024, tiff.keys[0][1] = 1 + (int)n % 2, tiff.keys[1][0] = 1025, tiff.keys[1][1] = 1, tiff.key_count = 2;
    if (tiff_file_write(path, &tiff, heights)) grid_seed("tiff", (int)n, 1, path);
  }
}

/* --- sand -------------------------------------------------------------------------------------------------------------- */

/* Two grids of 16 x 16 values one after the other, with some bytes between them. */
static void sand_seed(SandKind kind, int between) {
  FILE *const file = open_seed("sand", "grids", 100 * (int)kind + between);
  for (int grid = 0; grid < 2; grid++) {
    uint8_t head[SAND_HEAD];
    sand_head_write(&(SandHead){16, 16, kind, 0.1f, 2, (uint64_t)grid * 33333}, head);
    fwrite(head, sizeof head, 1, file);
    for (int n = 0; n < 256 * (kind == SAND_STEPS ? 2 : 4); n++) putc(n * 37 + grid, file);
    for (int n = 0; n < between; n++) putc('W', file);
  }
  fclose(file);
}

/* --- baselines ------------------------------------------------------------------------------------------------------- */

static void baseline_seed(void) {
  char path[512];
  Error error;
  BenchReport report = {.machine = {.cpu = "none", .simd = "none"}};
  BenchRow row = bench_row("pool", "default", WEIR_PIPE, 128, 1);
  row.mcells = (BenchSpan){1, 2, 3};
  row.ms_total = 5;
  for (int n = 0; n < 3; n++, row.threads++)
    if (!bench_report_add(&report, &row, &error)) exit(1);
  snprintf(path, sizeof path, "%s/baselines/seed-report", folder);
  if (!bench_write_json(path, &report, &error)) exit(1);
  bench_report_end(&report);
}

/* --- states ---------------------------------------------------------------------------------------------------------- */

static WeirBody crate(float x, uint32_t id) {
  return (WeirBody){
      .half = {1, 0.5f, 0.8f}, .position = {x, 1.6f, 4}, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .mass = 1600, .drag_linear = 2, .id = id};
}

static void save(const WeirWater *water, const char *name, int number) {
  const size_t size = weir_water_save(water, NULL, 0);
  void *const bytes = malloc(size);
  FILE *const file = open_seed("states", name, number);
  weir_water_save(water, bytes, size);
  fwrite(bytes, 1, size, file);
  fclose(file);
  free(bytes);
}

static void state_seeds(WeirSolver solver, WeirCoupling coupling) {
  static float terrain[256], depth[256];
  const double times[2] = {0, 5};
  const float levels[2] = {1.5f, 1.7f};
  WeirWaterDef def = weir_water_def_default();
  for (int n = 0; n < 256; n++) terrain[n] = (float)(n % 16) / 6, depth[n] = fmaxf(1.5f - terrain[n], 0);
  def.nx = def.nz = 16, def.cell = 0.5f, def.solver = solver, def.terrain = terrain, def.depth = depth;
  def.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_LEVEL, .level = 1.5f};
  def.boundary[WEIR_EAST] = (WeirBoundary){.kind = coupling == WEIR_SUBGRID ? WEIR_SPONGE : WEIR_OPEN};
  WeirWater *const water = weir_water_create(&def, NULL);
  const int number = 10 * (int)solver + (int)coupling;
  weir_water_set_coupling(water, coupling);
  weir_water_add(water, 3, 3, 2, 1);
  for (int n = 0; n < 5; n++) weir_water_step(water, 0.02f);
  save(water, "plain", number);
  const WeirBody bodies[2] = {crate(3, 1), crate(5.2f, 2)};
  WeirForce forces[2];
  weir_water_keep_highest(water, true);
  for (int n = 0; n < 5; n++) {
    weir_water_displace(water, bodies, 2, 0.02f);
    weir_water_step(water, 0.02f);
    weir_water_push(water, bodies, 2, 0.02f, forces);
  }
  save(water, "bodies", number);
  weir_water_set_series(water, WEIR_WEST, times, levels, 2,
                        NULL); /* makes a state of 0.2 MB: by itself, since small inputs are fuzzed faster */
  save(water, "series", number);
  weir_water_add_dye(water, 3, 3, 2, 1);
  for (int n = 0; n < 5; n++) weir_water_step(water, 0.02f);
  save(water, "dyed", number);
  weir_water_destroy(water);
}

/* --- programs -------------------------------------------------------------------------------------------------------- */

static void call_seeds(void) {
  for (int n = 0; n < 60; n++) {
    FILE *const file = open_seed("calls", "program", n);
    Rng rng = {(uint64_t)n * 7919 + 1};
    const int size = 60 + 12 * n;
    for (int byte = 0; byte < size; byte++) putc((int)(rng_next(&rng) & 255), file);
    fclose(file);
  }
}

/* --- worlds ---------------------------------------------------------------------------------------------------------- */

static void write_text(const char *path, const char *text) {
  FILE *const file = fopen(path, "w");
  if (!file || fputs(text, file) < 0 || fclose(file) != 0) exit(1);
}

/* A world of a few cells with a body of each kind, machines, and much under way. */
static World *small_world(WeirSolver solver, WeirCoupling coupling) {
  static Scene scene;
  Error error;
  write_text("seed.obj", "v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nv 0 1 0\nf 1 2 3 4\nf 1 5 2\nf 2 5 3\nf 3 5 4\nf 4 5 1\n");
  write_text("seed.scene",
             "[scene]\ngrid = 16 16\ncell = 0.5\n[terrain]\nshape = bumps\nheight = 2\n[water]\npool = 0 0 1 1 1.4\n"
             "spring = 0.2 0.2 1 0.5\n[sides]\nwest = level 1.4 0.2 3\n[bodies]\nhull = seed.obj 0.6 0.6 1 20\n"
             "car = 0.3 0.4 0.5 30 size 2\nwood = 0.8 0.3 0 5 size 1 1 1\nlog = 0.5 0.8 0 5 size 2 0.4\nboat = 0.4 0.8 0 5 size 2\n"
             "dam = 0.9 0 0.9 0.5 2 0.5\n"
             "[machines]\ngate = 0.5 0 0.5 1 2 0.3 0.1\nwheel = 0.7 0.5 1.2 0.8 0.8 0 6 10\npump = 0.1 0.1 0.9 0.9 0.5 0.2\n"
             "[gauges]\ngauge = a 0.3 0.5\nline = l 0.6 0 0.6 1\n[rules]\nrule = when level(a) > 1 until < 0.5 open gate 1 for 1\n"
             "rule = every 0.1 pump 1 off\nrule = when flow(l) < 1 brake wheel 1 20\nrule = after 0 release dam\n[params]\nspray = 1\n");
  if (!scene_read("seed.scene", &scene, &error)) fprintf(stderr, "%s\n", error.text), exit(1);
  scene.solver = solver;
  scene.params.coupling = (float)coupling;
  World *const world = world_create(&scene, 3, 1, &error);
  if (!world) fprintf(stderr, "%s\n", error.text), exit(1);
  remove("seed.scene");
  remove("seed.obj");
  return world;
}

static void world_seeds(WeirSolver solver, WeirCoupling coupling) {
  World *const world = small_world(solver, coupling);
  const Command commands[] = {{.kind = COMMAND_DYE, .brush = {.x = 4, .z = 4, .radius = 2, .amount = 3}},
                              {.kind = COMMAND_HEAP, .brush = {.x = 3, .z = 3, .radius = 2, .amount = -0.5f}},
                              {.kind = COMMAND_DRIVE, .drive = {.steer = 0.4f, .gas = 1}},
                              {.kind = COMMAND_GRAB, .grab = {.serial = 9, .x = 4, .y = 3, .z = 4}},
                              {.kind = COMMAND_SCRIPT, .count = 4},
                              {.kind = COMMAND_QUAKE}};
  for (size_t n = 0; n < sizeof commands / sizeof commands[0]; n++) world_command(world, &commands[n]);
  for (int n = 0; n < 12; n++) world_step(world);
  world_command(world, &(Command){.kind = COMMAND_DROP, .drop = {.x = 4, .y = 4, .z = 4}});
  const size_t size = world_state_write(world, NULL, 0);
  void *const bytes = malloc(size);
  FILE *const file = open_seed("worlds", "world", 10 * (int)solver + (int)coupling);
  world_state_write(world, bytes, size);
  fwrite(bytes, 1, size, file);
  fclose(file);
  free(bytes);
  world_destroy(world);
}

/* --- logs, saved games, settings ------------------------------------------------------------------------------------- */

static void copy_seed(const char *from, const char *target, int number) {
  FILE *const in = fopen(from, "rb"), *const out = open_seed(target, "seed", number);
  if (!in) fprintf(stderr, "%s\n", from), exit(1);
  for (int byte = getc(in); byte != EOF; byte = getc(in)) putc(byte, out);
  fclose(in);
  fclose(out);
  remove(from);
}

static void log_seed(WeirSolver solver) {
  Error error;
  World *const world = small_world(solver, (WeirCoupling)solver);
  Recording *const log = recording_create("seed.log", "abc", false, &error);
  if (!log) fprintf(stderr, "%s\n", error.text), exit(1);
  for (int part = 0; part < 2; part++) {
    recording_begin_world(log, world);
    for (int n = 0; n < 4; n++) {
      world_command(world, &(Command){.kind = COMMAND_DROP, .drop = {.x = 4, .y = 4, .z = 4}});
      world_command(world, &(Command){.kind = COMMAND_POUR, .brush = {.x = 4, .z = 4, .radius = 1, .amount = 0.2f}});
      world_step(world);
      recording_tick(log, world);
    }
    recording_end_world(log);
  }
  if (!recording_close_log(log, &error)) fprintf(stderr, "%s\n", error.text), exit(1);
  recording_destroy(log);
  copy_seed("seed.log", "logs", (int)solver);
  world_destroy(world);
}

static void save_seeds(WeirSolver solver) {
  Error error;
  World *const world = small_world(solver, (WeirCoupling)solver);
  Recording *const recording = recording_create(NULL, "", false, &error);
  const SaveView view = {.given = true, .distance = 9, .view_deg = 50};
  if (!recording) exit(1);
  recording_begin_world(recording, world);
  world_command(world, &(Command){.kind = COMMAND_DROP, .drop = {.x = 4, .y = 4, .z = 4}});
  for (int n = 0; n < 3; n++) world_step(world);
  Save *const save = save_make(world, &world->scene, &view, recording);
  if (!save || !save_write(save, "seed.weir", &error)) exit(1);
  save_set_picture(save, memory_create(8, 3 * 12), 12, 8);
  if (!save_write(save, "seed.png", &error)) exit(1);
  copy_seed("seed.weir", "saves", 2 * (int)solver);
  copy_seed("seed.png", "saves", 2 * (int)solver + 1);
  save_destroy(save);
  recording_destroy(recording);
  world_destroy(world);
}

static void setting_seed(void) {
  FILE *const file = open_seed("settings", "seed", 0);
  fprintf(file,
          "# a remark\nwidth = 800\nheight = 600\nquality = 1\nvolume = 0.5\nmuted = yes\nscene = pool\nhints = move drop\n\n"
          "[keys]\npause = F6\ngravity = Alt+;\nmute = Ctrl+Shift+K\nback = none\n");
  fclose(file);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  folder = argv[1];
  image_seeds();
  grid_seeds();
  coded_seeds();
  for (int between = 0; between < 40; between += 13) sand_seed(SAND_STEPS, between), sand_seed(SAND_FLOATS, between);
  baseline_seed();
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++)
    for (int coupling = 0; coupling < WEIR_COUPLING_COUNT; coupling++) state_seeds((WeirSolver)solver, (WeirCoupling)coupling);
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) world_seeds((WeirSolver)solver, (WeirCoupling)solver);
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) log_seed((WeirSolver)solver), save_seeds((WeirSolver)solver);
  setting_seed();
  call_seeds();
  return 0;
}
