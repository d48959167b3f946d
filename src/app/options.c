#include "app/options.h"

#include <string.h>

#include "app/compare/compare.h"
#include "app/devices/keys.h"
#include "base/spelling.h"
#include "cli/numbers.h"
#include "world/world.h"

/* One option of the command line: a constant of the program. */
typedef struct OptionInfo {
  const char *name;
  const char *value; /* its value, as help shows it; NULL: none */
  const char *help;
  bool (*read)(Options *options, const char *name, const char *text, Error *error);
} OptionInfo;

/* --- what each option does ------------------------------------------------------------------------------------------- */

static bool read_solver(Options *o, const char *name, const char *text, Error *error) {
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++) {
    if (strcmp(text, weir_solver_name((WeirSolver)n)) != 0) continue;
    o->session.solver = (WeirSolver)n;
    o->session.solver_given = true;
    return true;
  }
  return error_set(error, "%s: '%s' is not a solver; allowed: membrane, pipe, swe", name, text);
}

static bool read_liquid(Options *o, const char *name, const char *text, Error *error) {
  o->session.liquid = scene_liquid(text);
  if (o->session.liquid >= 0) return true;
  return error_set(error, "%s: '%s' is not a liquid; allowed: water, 'muddy water', oil, slime, lava, mercury", name, text);
}

static bool read_boundary(Options *o, const char *name, const char *text, Error *error) {
  o->session.boundary_given = true;
  if (scene_side(text, &o->session.boundary)) return true;
  return error_set(error,
                   "%s: '%s'; allowed: reflect, open, sponge, periodic, zero, 'level METRES [TIDE_METRES SECONDS [PHASE]]', "
                   "'wave METRES HEIGHT SECONDS [PHASE]', 'inflow M3_PER_SECOND [M_PER_SECOND]'",
                   name, text);
}

static bool read_simd(Options *o, const char *name, const char *text, Error *error) {
  (void)o;
  if (weir_simd_use(text)) return true;
  return error_set(error, "%s: '%s' is not a vector width of this machine; sse2, avx2 or avx512, as far as it has them", name, text);
}

static bool read_grid(Options *o, const char *name, const char *text, Error *error) {
  o->session.grid_square = !strchr(text, 'x');
  if (number_pair(text, SCENE_GRID_MIN, WEIR_GRID_MAX, true, &o->session.nx, &o->session.nz)) return true;
  return error_set(error, "%s: '%s' is not a grid; N or NxM cells, each must be %d to %d", name, text, SCENE_GRID_MIN, WEIR_GRID_MAX);
}

static bool read_terrain(Options *o, const char *name, const char *text, Error *error) {
  if (strlen(text) >= SCENE_PATH) return error_set(error, "%s: the path is longer than %d bytes", name, SCENE_PATH - 1);
  o->session.terrain = text;
  return true;
}

static bool read_float(const char *name, const char *text, double low, double high, const char *unit, float *value, Error *error) {
  double number;
  if (!number_real(text, low, high, &number))
    return error_set(error, "%s: '%s' must be a number from %g to %g %s", name, text, low, high, unit);
  *value = (float)number;
  return true;
}

static bool read_terrain_height(Options *o, const char *name, const char *text, Error *error) {
  return read_float(name, text, 1e-3, SCENE_HEIGHT_MAX, "m", &o->session.terrain_height, error);
}

static bool read_water_level(Options *o, const char *name, const char *text, Error *error) {
  double level;
  const bool none = strcmp(text, "none") == 0;
  if (!none && !number_real(text, -11000, SCENE_HEIGHT_MAX, &level))
    return error_set(error, "%s: '%s' must be a number from -11000 to %d m, or none", name, text, SCENE_HEIGHT_MAX);
  o->session.water = none ? OWN_WATER_NONE : OWN_WATER_LEVEL;
  o->session.water_level = none ? 0 : (float)level;
  o->session.water_given = true;
  return true;
}

static bool read_cell(Options *o, const char *name, const char *text, Error *error) {
  return read_float(name, text, 1e-3, 1e4, "m", &o->session.cell_m, error);
}

static bool read_int(const char *name, const char *text, int64_t low, int64_t high, int64_t *value, Error *error) {
  if (number_whole(text, low, high, value)) return true;
  return error_set(error, "%s: '%s' must be a whole number from %lld to %lld", name, text, (long long)low, (long long)high);
}

static bool read_threads(Options *o, const char *name, const char *text, Error *error) {
  int64_t value;
  if (!read_int(name, text, 1, 256, &value, error)) return false;
  o->session.threads = (int)value;
  return true;
}

static bool read_seed(Options *o, const char *name, const char *text, Error *error) {
  if (number_seed(text, &o->session.seed)) return true;
  return error_set(error, "%s: '%s' must be a whole number from 0 to 18446744073709551615", name, text);
}

/* The parameter that a mistyped word most likely meant, or NULL. */
static const char *near_param(const char *word) {
  int count;
  const ParamInfo *infos = params_table(&count);
  Nearest nearest = {0};
  for (int n = 0; n < count; n++) nearest_try(&nearest, word, infos[n].name);
  return nearest.word;
}

static bool read_set(Options *o, const char *name, const char *text, Error *error) {
  char word[64];
  const char *equals = strchr(text, '=');
  const size_t size = equals ? (size_t)(equals - text) : 0;
  if (size == 0 || size >= sizeof word)
    return error_set(error, "%s: '%s' must be NAME=VALUE; weir --list-params shows the names", name, text);
  memcpy(word, text, size);
  word[size] = '\0';
  Params scratch = params_default();
  Error reason;
  if (!params_find(word)) {
    const char *near = near_param(word);
    return error_set(error, "%s: '%s' is not a parameter%s%s; weir --list-params shows them all", name, word, near ? "; did you mean " : "",
                     near ? near : "");
  }
  if (!params_set(&scratch, word, equals + 1, &reason)) return error_set(error, "%s: %s", name, reason.text);
  if (o->session.set_count == SESSION_SETS) return error_set(error, "%s: more than %d of them", name, SESSION_SETS);
  o->session.sets[o->session.set_count++] = text;
  return true;
}

static bool read_drop(Options *o, const char *name, const char *text, Error *error) {
  int64_t value;
  if (!read_int(name, text, 0, WORLD_BODIES_MAX, &value, error)) return false;
  o->drop = (int)value;
  return true;
}

static bool read_release(Options *o, const char *name, const char *text, Error *error) {
  if (number_real(text, 0, 1e7, &o->release)) return true;
  return error_set(error, "%s: '%s' must be a number from 0 to 1e7 s", name, text);
}

static bool read_headless(Options *o, const char *name, const char *text, Error *error) {
  (void)name, (void)text, (void)error;
  o->headless = true;
  return true;
}

static bool read_steps(Options *o, const char *name, const char *text, Error *error) {
  return read_int(name, text, 0, 1000000000, &o->steps, error);
}

static bool read_seconds(Options *o, const char *name, const char *text, Error *error) {
  if (number_real(text, 0, 1e7, &o->seconds)) return true;
  return error_set(error, "%s: '%s' must be a number from 0 to 1e7 s", name, text);
}

static bool read_screenshot(Options *o, const char *name, const char *text, Error *error) {
  const size_t size = strlen(text);
  if (size < 5 || strcmp(text + size - 4, ".png") != 0)
    return error_set(error, "%s: '%s' must be a file name that ends in .png", name, text);
  o->screenshot = text;
  return true;
}

static bool read_save(Options *o, const char *name, const char *text, Error *error) {
  const size_t size = strlen(text);
  if (size < 6 || strcmp(text + size - 5, ".weir") != 0)
    return error_set(error, "%s: '%s' must be a file name that ends in .weir", name, text);
  o->save = text;
  return true;
}

static bool read_file_name(const char *name, const char *text, const char **value, Error *error) {
  if (!*text || strlen(text) >= SCENE_PATH) return error_set(error, "%s: must be a file name of 1 to %d bytes", name, SCENE_PATH - 1);
  *value = text;
  return true;
}

static bool read_load(Options *o, const char *name, const char *text, Error *error) {
  return read_file_name(name, text, &o->session.load, error);
}

static bool read_log_input(Options *o, const char *name, const char *text, Error *error) {
  return read_file_name(name, text, &o->session.log_input, error);
}

static bool read_replay(Options *o, const char *name, const char *text, Error *error) {
  return read_file_name(name, text, &o->session.replay, error);
}

static bool read_compare(Options *o, const char *name, const char *text, Error *error) {
  CompareSide sides[2];
  Error reason;
  if (!compare_parse(text, sides, &reason)) return error_set(error, "%s: %s", name, reason.text);
  o->compare = text;
  return true;
}

static bool read_resume(Options *o, const char *name, const char *text, Error *error) {
  (void)name, (void)text, (void)error;
  o->resume = true;
  return true;
}

static bool read_film(Options *o, const char *name, const char *text, Error *error) {
  const size_t size = strlen(text);
  if (size < 5 || (strcmp(text + size - 4, ".mp4") != 0 && strcmp(text + size - 4, ".png") != 0))
    return error_set(error, "%s: '%s' must be a file name that ends in .mp4, or in .png for numbered pictures", name, text);
  o->film = text;
  return true;
}

static bool read_fps(Options *o, const char *name, const char *text, Error *error) {
  int64_t value;
  if (!read_int(name, text, 1, 240, &value, error)) return false;
  o->fps = (int)value;
  return true;
}

static bool read_size(Options *o, const char *name, const char *text, Error *error) {
  o->size_given = true;
  if (number_pair(text, 16, 8192, false, &o->width, &o->height)) return true;
  return error_set(error, "%s: '%s' must be WxH pixels, each 16 to 8192", name, text);
}

static bool read_stats(Options *o, const char *name, const char *text, Error *error) {
  if (!*text) return error_set(error, "%s: '' must be a file name, or - for standard output", name);
  o->stats = text;
  return true;
}

static bool read_view(Options *o, const char *name, const char *text, Error *error) {
  for (int n = 0; n < FRAME_MODE_COUNT; n++)
    if (strcmp(text, frame_mode_name((FrameMode)n)) == 0) {
      o->view = (FrameMode)n;
      return true;
    }
  return error_set(error, "%s: '%s' is not a view; allowed: shaded, wireframe, depth, speed, occupancy, displacement, normals", name, text);
}

static bool read_camera(Options *o, const char *name, const char *text, Error *error) {
  if (!*text) return error_set(error, "%s: '' must be the name of a camera of the scene", name);
  o->camera = text;
  return true;
}

static bool read_flyby(Options *o, const char *name, const char *text, Error *error) {
  (void)name, (void)text, (void)error;
  o->flyby = true;
  return true;
}

static bool set_request(Options *o, OptionsRequest request) {
  o->request = request;
  return true;
}

static bool read_list_keys(Options *o, const char *name, const char *text, Error *error) {
  (void)name, (void)text, (void)error;
  return set_request(o, OPTIONS_LIST_KEYS);
}

static bool read_check_replay(Options *o, const char *name, const char *text, Error *error) {
  (void)name, (void)text, (void)error;
  o->session.check_replay = true;
  return true;
}

static bool read_overlay(Options *o, const char *name, const char *text, Error *error) {
  (void)name, (void)text, (void)error;
  o->overlay = true;
  return true;
}

static bool read_help(Options *o, const char *name, const char *text, Error *error) {
  (void)name, (void)text, (void)error;
  return set_request(o, OPTIONS_HELP);
}

static bool read_version(Options *o, const char *name, const char *text, Error *error) {
  (void)name, (void)text, (void)error;
  return set_request(o, OPTIONS_VERSION);
}

static bool read_list_scenes(Options *o, const char *name, const char *text, Error *error) {
  (void)name, (void)text, (void)error;
  return set_request(o, OPTIONS_LIST_SCENES);
}

static bool read_list_params(Options *o, const char *name, const char *text, Error *error) {
  (void)name, (void)text, (void)error;
  return set_request(o, OPTIONS_LIST_PARAMS);
}

static const OptionInfo table[] = {
    {"--solver", "membrane|pipe|swe", "how the water moves; else the scene's own", read_solver},
    {"--liquid", "NAME", "water, 'muddy water', oil, slime, lava or mercury; else the scene's own", read_liquid},
    {"--sides", "KIND", "of all four sides: reflect, open, sponge, periodic, zero, 'level M', 'wave M H S', 'inflow M3_S'", read_boundary},
    {"--grid", "N|NxM", "cells, 16 to 8192 a side, over the same ground; else the scene's own; N: along the longer side of --terrain",
     read_grid},
    {"--terrain", "FILE",
     "a heightmap as the ground, in its proportions, of a plain world or of SCENE: PNG, JPEG, BMP, TGA, 8 or 16 bit, up to 16384 a side "
     "and 100 "
     "million pixels; Terrarium and Mapbox Terrain-RGB are in metres",
     read_terrain},
    {"--terrain-height", "M", "metres from black to white of the heightmap, up to 65535; default: 0.15 of its longer side",
     read_terrain_height},
    {"--water-level", "M|none", "of --terrain: all ground below is under water, or it is dry; default: water in its hollows",
     read_water_level},
    {"--cell", "M", "metres a cell; of --terrain without --grid: a cell for each pixel, or for some, up to 1024 a side", read_cell},
    {"--threads", "N", "threads of the water, 1 to 256; default: one for each physical core", read_threads},
    {"--simd", "WIDTH", "vector width: sse2, avx2 or avx512; default: the widest there is; all give the same bits", read_simd},
    {"--seed", "N", "of every random choice: same seed, same run", read_seed},
    {"--set", "NAME=VALUE", "any parameter of --list-params, as often as wanted", read_set},
    {"--drop", "N", "drop N crates by script, spread over the scene by the seed", read_drop},
    {"--release", "S", "headless: let the scene's dam go after so many simulated seconds", read_release},
    {"--headless", NULL, "no window; needs --steps or --seconds", read_headless},
    {"--steps", "N", "run for so many steps, then exit", read_steps},
    {"--seconds", "S", "run for so many simulated seconds, then exit", read_seconds},
    {"--save", "FILE.weir", "the world at the end of the run, to go on with later", read_save},
    {"--load", "FILE", "go on with a saved game: FILE.weir, or a picture that F12 made; SCENE may be one too", read_load},
    {"--resume", NULL, "go on where the window was last left", read_resume},
    {"--log-input", "FILE", "write all that is done to FILE, for --replay and weir verify", read_log_input},
    {"--replay", "FILE", "do again what FILE has, in its own world; headless it needs no end", read_replay},
    {"--compare", "A,B",
     "two solvers, or NAME=VALUE twice, with the same inputs, side by side; with --headless --seconds S prints where and when they part",
     read_compare},
    {"--screenshot", "FILE.png", "the last frame as a picture", read_screenshot},
    {"--record", "FILE.mp4", "the whole run as a film; FILE.png: as numbered pictures", read_film},
    {"--fps", "N", "frames of the film for a simulated second, 1 to 240; default 30", read_fps},
    {"--size", "WxH", "of the window or picture in pixels; default 1280x720", read_size},
    {"--stats", "FILE|-", "figures of the run as JSON at exit; - is standard output", read_stats},
    {"--view", "MODE", "shaded, wireframe, depth, speed, occupancy, displacement or normals", read_view},
    {"--camera", "NAME", "of the scene's cameras, which its file names: opening, low, under ...; else opening", read_camera},
    {"--flyby", NULL, "the camera goes round the scene's cameras until it is moved", read_flyby},
    {"--list-keys", NULL, "names of all that keys can be bound to, and their keys", read_list_keys},
    {"--check-replay", NULL, "at the end, run all that was done once more and compare the states", read_check_replay},
    {"--overlay", NULL, "show the overlay of timings, in pictures too", read_overlay},
    {"--list-scenes", NULL, "print the built-in scenes", read_list_scenes},
    {"--list-params", NULL, "print every parameter with range, default and key", read_list_params},
    {"--version", NULL, "print the version; -v too", read_version},
    {"--help", NULL, "print this; -h too", read_help},
};

enum { TABLE_COUNT = sizeof table / sizeof table[0] };

static const char *const commands[] = {"bench [options]",
                                       "measures; weir bench --help",
                                       "check [options]",
                                       "known answers; weir check --help",
                                       "pictures DIR",
                                       "every scene from each of its cameras; weir pictures --help",
                                       "verify FILE",
                                       "plays an input log and compares the states; weir verify --help",
                                       "doctor",
                                       "what this machine offers, and what will be slow",
                                       "manual",
                                       "the manual page, for man",
                                       "completion",
                                       "completion of the command line, for bash",
                                       NULL};

OptionText options_text(int n) {
  return n >= 0 && n < TABLE_COUNT ? (OptionText){table[n].name, table[n].value, table[n].help} : (OptionText){NULL, NULL, NULL};
}

const char *const *options_commands(void) {
  return commands;
}

/* --- reading the command line ---------------------------------------------------------------------------------------- */

static bool fault_unknown(const char *word, size_t size, Error *error) {
  char name[64] = "";
  Nearest nearest = {0};
  if (size < sizeof name) memcpy(name, word, size), name[size] = '\0';
  for (int n = 0; n < TABLE_COUNT && name[0]; n++) nearest_try(&nearest, name, table[n].name);
  return error_set(error, "%.*s: unknown option%s%s; weir --help shows all", (int)(size < 64 ? size : 64), word,
                   nearest.word ? "; did you mean " : "", nearest.word ? nearest.word : "");
}

static const OptionInfo *find(const char *word, size_t size) {
  for (int n = 0; n < TABLE_COUNT; n++)
    if (strlen(table[n].name) == size && strncmp(table[n].name, word, size) == 0) return &table[n];
  return NULL;
}

/* One option with its value, which may stand in the next word. */
static bool parse_option(int argc, char **argv, int *at, Options *options, Error *error) {
  const char *word = argv[*at], *equals = strchr(word, '=');
  const size_t size = equals ? (size_t)(equals - word) : strlen(word);
  const OptionInfo *info = find(word, size);
  if (strcmp(word, "-h") == 0) info = find("--help", 6);
  if (strcmp(word, "-v") == 0) info = find("--version", 9);
  if (!info) return fault_unknown(word, size, error);
  if (!info->value) {
    if (equals) return error_set(error, "%s: takes no value, but '%s' was given", info->name, equals + 1);
    return info->read(options, info->name, NULL, error);
  }
  const char *text = equals ? equals + 1 : NULL;
  if (!text && *at + 1 < argc) text = argv[++*at];
  if (!text) return error_set(error, "%s: needs a value: %s %s", info->name, info->name, info->value);
  return info->read(options, info->name, text, error);
}

/* Returns true if --set names more than the parameters of how a world is seen and heard. */
static bool sets_the_world(const Options *o) {
  static const char *const names[] = {"quality", "resolution", "volume", "time_scale"};
  int outside = 0;
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    for (int set = 0; set < o->session.set_count; set++) {
      const size_t size = strlen(names[n]);
      outside += strncmp(o->session.sets[set], names[n], size) == 0 && o->session.sets[set][size] == '=';
    }
  return outside < o->session.set_count;
}

/* Checks that no option asks for something that the saved game or log given beside it has of its own. Returns false and sets *error if one
 * does. */
static bool check_world(const Options *o, Error *error) {
  const char *const from = o->session.replay ? "--replay" : o->session.load ? "--load" : o->resume ? "--resume" : NULL;
  const int ways = (o->session.replay != NULL) + (o->session.load != NULL) + o->resume;
  if (!from) return true;
  if (ways > 1) return error_set(error, "--load, --resume, --replay: one of them at most");
  if (o->session.scene) return error_set(error, "%s: has its own scene; leave out '%s'", from, o->session.scene);
  if (o->session.nx > 0 || o->session.terrain || o->session.water_given || o->session.terrain_height > 0 || o->session.cell_m > 0 ||
      o->session.solver_given || o->session.boundary_given || o->session.liquid >= 0)
    return error_set(error, "%s: has its own world; leave out --grid, --terrain, --cell, --solver, --sides and --liquid", from);
  if (o->session.replay && (sets_the_world(o) || o->drop > 0 || o->release >= 0))
    return error_set(
        error, "--replay: has its own inputs; leave out --drop, --release and --set but of quality, resolution, volume and time_scale");
  return true;
}

static bool check_together(const Options *o, Error *error) {
  if (o->request != OPTIONS_RUN) return true;
  if (!check_world(o, error)) return false;
  if (o->session.water_given && !o->session.terrain)
    return error_set(error, "--water-level: is for a ground of your own; add --terrain FILE");
  if (o->compare && (o->session.replay || o->session.load || o->resume))
    return error_set(error, "--compare: runs a scene twice, from its beginning");
  if (o->compare && o->headless && o->seconds < 0) return error_set(error, "--compare: without a window it needs --seconds S");
  if (o->headless && !o->session.replay && o->steps < 0 && o->seconds < 0)
    return error_set(error, "--headless: without a window the run needs an end; add --steps N or --seconds S");
  if (o->fps > 0 && !o->film) return error_set(error, "--fps: is for a film; add --record FILE.mp4");
  if (o->flyby && o->camera) return error_set(error, "--flyby: goes round all cameras; --camera %s would have it stay at one", o->camera);
  return true;
}

bool options_parse(int argc, char **argv, Options *options, Error *error) {
  *options = (Options){.session = {.liquid = -1, .seed = 1}, .release = -1, .steps = -1, .seconds = -1, .width = 1280, .height = 720};
  for (int at = 1; at < argc; at++) {
    if (argv[at][0] == '-') {
      if (!parse_option(argc, argv, &at, options, error)) return false;
    } else if (options->session.scene) {
      return error_set(error, "'%s': only one scene can be shown, and '%s' was named before it", argv[at], options->session.scene);
    } else {
      options->session.scene = argv[at];
    }
  }
  if (!check_together(options, error)) return false;
  if (options->fps == 0) options->fps = 30;
  return true;
}

/* --- printing -------------------------------------------------------------------------------------------------------- */

void options_print_help(FILE *out) {
  fprintf(out,
          "Weir: living water in a window.\n\n"
          "  weir [SCENE] [options]      SCENE: a built-in scene (--list-scenes) or a scene file; default: the last one, river at first\n");
  for (int n = 0; commands[n]; n += 2) fprintf(out, "  weir %-21s  %s\n", commands[n], commands[n + 1]);
  fprintf(out, "\n");
  for (int n = 0; n < TABLE_COUNT; n++) {
    char left[64];
    snprintf(left, sizeof left, "%s%s%s", table[n].name, table[n].value ? " " : "", table[n].value ? table[n].value : "");
    fprintf(out, "  %-26s  %s\n", left, table[n].help);
  }
  fprintf(out, "\nIn the window:\n");
  keys_print_help(out);
  fprintf(out, "\nExit status: 0; 1 when something in the world failed; 2 when the command line was wrong.\n");
}

void options_print_params(FILE *out) {
  int count;
  const ParamInfo *infos = params_table(&count);
  fprintf(out, "%-17s %9s %9s %9s  %-7s %-4s %s\n", "name", "default", "low", "high", "unit", "key", "meaning");
  for (int n = 0; n < count; n++) {
    const ParamInfo *info = &infos[n];
    const float values[3] = {info->init, info->low, info->high};
    char text[3][16];
    for (int v = 0; v < 3; v++) {
      if (info->words[0])
        params_text(info, values[v], text[v], sizeof text[v]);
      else
        snprintf(text[v], sizeof text[v], "%g", (double)values[v]);
    }
    fprintf(out, "%-17s %9s %9s %9s  %-7s %-4s %s: %s\n", info->name, text[0], text[1], text[2], info->unit[0] ? info->unit : "-",
            params_key_name(info), params_group_name(info->group), info->help);
  }
}
