#define _POSIX_C_SOURCE 200809L /* access, sysconf */
#include "commands/commands.h"

#include <SDL.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "bench/bench.h"
#include "cli/cli.h"
#include "files/config.h"
#include "files/folders.h"
#include "film/video.h"
#include "offscreen/offscreen.h"
#include "session/session.h"

enum { WIDTH = 1280, HEIGHT = 720, ADVICE_MAX = 8, ADVICE_TEXT = 200 };

static const double measured_s = 1.0;        /* of wall clock, for the water's speed and for the picture's */
static const double frames_wanted = 20;      /* a second: below, moving the camera looks jerky */
static const double memory_wanted_gib = 1.0; /* the largest built-in scene takes half of it, with the driver */

/* The findings, as advice to be printed at the end. One for the command. */
typedef struct Doctor {
  char advice[ADVICE_MAX][ADVICE_TEXT];
  int advice_count;
  bool broken; /* a run would fail */
} Doctor;

static void print_line(const char *what, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("  %-12s ", what);
  vprintf(format, arguments);
  printf("\n");
  va_end(arguments);
}

static void advise(Doctor *doctor, const char *format, ...) {
  va_list arguments;
  if (doctor->advice_count == ADVICE_MAX) return;
  va_start(arguments, format);
  vsnprintf(doctor->advice[doctor->advice_count++], ADVICE_TEXT, format, arguments);
  va_end(arguments);
}

/* --- the machine ----------------------------------------------------------------------------------------------------------- */

static void look_at_processor(Doctor *doctor) {
  const long online = sysconf(_SC_NPROCESSORS_ONLN), page = sysconf(_SC_PAGE_SIZE);
  const double gib = (double)sysconf(_SC_PHYS_PAGES) * (double)page / 1073741824.0;
  const double free_gib = (double)sysconf(_SC_AVPHYS_PAGES) * (double)page / 1073741824.0;
  print_line("processor", "%ld threads, %d for the water; vectors: %s", online, thread_cores(), weir_simd_name());
  if (gib > 0) print_line("memory", "%.1f GiB", gib);
  if (free_gib > 0 && free_gib < memory_wanted_gib)
    advise(doctor, "only %.1f GiB of memory are free: large grids (G) may not be had", free_gib);
}

static void look_at_folder(Doctor *doctor, const char *what, const char *path, const char *needed) {
  char file[1200];
  snprintf(file, sizeof file, "%s/%s", path, needed);
  const bool there = access(file, R_OK) == 0;
  print_line(what, "%s%s", path, there ? "" : ": not there");
  if (!there) advise(doctor, "%s lacks %s: install again, or set WEIR_ASSETS and WEIR_SHADERS", path, needed);
  doctor->broken = doctor->broken || !there;
}

static void look_at_config(Doctor *doctor) {
  char path[CONFIG_PATH];
  const bool named = config_file(path);
  print_line("settings", "%s", named ? path : "neither XDG_CONFIG_HOME nor HOME names a folder");
  if (named && (access(path, W_OK) == 0 || access(path, F_OK) != 0)) return;
  advise(doctor, "%s%s: how the window is left will be forgotten", named ? path : "settings", named ? " cannot be written" : "");
}

/* --- films, sound and controllers -------------------------------------------------------------------------------------------- */

static void look_at_devices(void) {
  Error error;
  const bool films = video_possible(&error);
  print_line("films", "%s%s", films ? "" : "numbered pictures: ", films ? video_maker() : error.text);
  if (SDL_InitSubSystem(SDL_INIT_AUDIO) == 0) {
    const int devices = SDL_GetNumAudioDevices(0);
    print_line("sound", "%s, %d device%s", SDL_GetCurrentAudioDriver(), devices, devices == 1 ? "" : "s");
    SDL_QuitSubSystem(SDL_INIT_AUDIO);
  } else {
    print_line("sound", "no device: Weir will be silent");
  }
  if (SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) != 0) return;
  int pads = 0;
  for (int n = 0; n < SDL_NumJoysticks(); n++) {
    if (!SDL_IsGameController(n)) continue;
    const char *const name = SDL_GameControllerNameForIndex(n);
    print_line("controller", "%s", name ? name : "of no name");
    pads++;
  }
  if (pads == 0) print_line("controller", "none");
  SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
}

/* --- water ------------------------------------------------------------------------------------------------------------------- */

/* The opening scene without a window, for about a second. NULL, with what failed said, where it cannot be made. */
static World *look_at_water(Doctor *doctor) {
  static Scene scene;
  char path[SCENE_PATH];
  Error error;
  World *world = NULL;
  if (scene_find(folder_assets(), "river", path, &error) && scene_read(path, &scene, &error))
    world = world_create(&scene, 1, thread_cores(), &error);
  if (!world) {
    print_line("water", "%s", error.text);
    doctor->broken = true;
    return NULL;
  }
  for (int n = 0; n < 10; n++) world_step(world); /* the first ticks touch memory for the first time */
  const double start = clock_seconds();
  int ticks = 0;
  for (; clock_seconds() - start < measured_s; ticks++) world_step(world);
  const double each = (clock_seconds() - start) / ticks, faster = (double)world->params.tick / each;
  print_line("water", "river, %d x %d cells of shallow water: %.1f ms a tick, %.1f times as fast as needed", world->nx, world->nz,
             1e3 * each, faster);
  if (faster < 1.5)
    advise(doctor, "the water of large scenes will run in slow motion: Shift+G makes the grid coarser, M changes the solver");
  return world;
}

/* --- the picture ------------------------------------------------------------------------------------------------------------- */

static void look_at_picture(Doctor *doctor, World *world) {
  const BenchDrawing *const drawing = offscreen_drawing();
  const char *const wayland = getenv("WAYLAND_DISPLAY"), *const x11 = getenv("DISPLAY");
  const char *const driver = getenv("SDL_VIDEODRIVER"); /* of a person's choice, or of a system with one alone */
  const bool shows = driver && *driver && strcmp(driver, "offscreen") != 0 && strcmp(driver, "dummy") != 0;
  const char *const display = wayland && *wayland ? wayland : x11 && *x11 ? x11 : shows ? driver : NULL;
  BenchOpened opened = {0};
  Error error;
  print_line("display", "%s", display ? display : "none: pictures alone (--headless --screenshot FILE.png)");
  void *const picture = world ? drawing->open(world, WIDTH, HEIGHT, &opened, &error) : NULL;
  if (!picture) {
    if (world) print_line("OpenGL", "%s", error.text);
    doctor->broken = true;
    return;
  }
  print_line("OpenGL", "%s%s", opened.device, opened.software ? ", on the processor" : "");
  /* A still camera over moving water, at the tier that the window would start with. */
  double start = 0;
  int frames = -3; /* the first compile shaders and fill what is kept from frame to frame */
  for (; frames < 1 || clock_seconds() - start < measured_s; frames++) {
    if (frames == 0) start = clock_seconds();
    world_step(world);
    drawing->build(picture);
    drawing->draw(picture, WIDTH, HEIGHT);
  }
  const double rate = frames / (clock_seconds() - start);
  print_line("picture", "river at %d x %d: %.0f frames a second, with a tick of the water for each", WIDTH, HEIGHT, rate);
  if (opened.software) advise(doctor, "no graphics card draws: quality stays at its lowest, and a large window will be slow");
  if (rate < frames_wanted) advise(doctor, "pictures will be slow: a smaller window helps most");
  drawing->close(picture);
}

int doctor_main(int argc, char **argv) {
  static Doctor doctor;
  const int status = cli_no_words(argc, argv, "doctor",
                                  "what this machine offers, and what will be slow: measures water and picture for some seconds each.\n"
                                  "Exit status: 0; 1 when a run would fail here.");
  if (status >= 0) return status;
  printf("weir %s%s%s\n", weir_version(), *program_commit() ? ", commit " : "", program_commit());
  look_at_processor(&doctor);
  look_at_folder(&doctor, "assets", folder_assets(), "scenes/river.scene");
  look_at_folder(&doctor, "shaders", folder_shaders(), "water.frag");
  look_at_config(&doctor);
  World *const world = look_at_water(&doctor);
  look_at_picture(&doctor, world);
  look_at_devices();
  world_destroy(world);
  for (int n = 0; n < doctor.advice_count; n++) printf("%s%s\n", n == 0 ? "\n" : "", doctor.advice[n]);
  if (doctor.advice_count == 0) printf("\nNothing will be slow here.\n");
  return doctor.broken ? 1 : 0;
}
