#include "app/options.h"

#include <string.h>

#include "app/compare.h"
#include "base/words.h"
#include "input/keys.h"
#include "world/world.h"

/* --- values that take more than a row ------------------------------------------------------------------------------- */

static bool read_sides(const OptionRow *row, const char *text, void *into, Error *error) {
  Options *const o = into;
  return scene_side(text, &o->session.boundary) || option_refuse(row, text, error);
}

static bool read_simd(const OptionRow *row, const char *text, void *into, Error *error) {
  (void)into;
  return weir_simd_use(text) || option_refuse(row, text, error);
}

static bool read_grid(const OptionRow *row, const char *text, void *into, Error *error) {
  OwnGround *const ground = &((Options *)into)->session.ground;
  const bool known = number_pair(text, SCENE_GRID_MIN, WEIR_GRID_MAX, true, &ground->nx, &ground->nz);
  if (!strchr(text, 'x')) ground->nz = 0; /* one number for both */
  if (known) return true;
  return error_set(error, "%s: '%s' is not a grid; N or NxM cells, each must be %d to %d", row->name, text, SCENE_GRID_MIN, WEIR_GRID_MAX);
}

static bool read_water_level(const OptionRow *row, const char *text, void *into, Error *error) {
  OwnGround *const ground = &((Options *)into)->session.ground;
  double level = 0;
  const bool none = strcmp(text, "none") == 0;
  if (!none && !number_real(text, -11000, SCENE_HEIGHT_MAX, &level))
    return error_set(error, "%s: '%s' must be a number from -11000 to %d m, or none", row->name, text, SCENE_HEIGHT_MAX);
  ground->water = none ? OWN_WATER_NONE : OWN_WATER_LEVEL;
  ground->level_m = (float)level;
  return true;
}

static bool read_set(const OptionRow *row, const char *text, void *into, Error *error) {
  SessionDef *const def = &((Options *)into)->session;
  char word[64];
  const char *const equals = strchr(text, '=');
  const size_t size = equals ? (size_t)(equals - text) : 0;
  if (size == 0 || size >= sizeof word) return option_refuse(row, text, error);
  memcpy(word, text, size);
  word[size] = '\0';
  Params scratch = params_default();
  Error reason;
  if (!params_find(word)) {
    int count;
    const ParamInfo *const infos = params_table(&count);
    Nearest near = {0};
    for (int n = 0; n < count; n++) nearest_try(&near, word, infos[n].name);
    return error_set(error, "%s: '%s' is not a parameter%s%s; weir --list-params shows them all", row->name, word,
                     near.word ? "; did you mean " : "", near.word ? near.word : "");
  }
  if (!params_set(&scratch, word, equals + 1, &reason)) return error_set(error, "%s: %s", row->name, reason.text);
  if (def->set_count == SESSION_SETS) return error_set(error, "%s: more than %d of them", row->name, SESSION_SETS);
  def->sets[def->set_count++] = text;
  return true;
}

static bool read_compare(const OptionRow *row, const char *text, void *into, Error *error) {
  Error reason;
  if (!compare_possible(text, &reason)) return error_set(error, "%s: %s", row->name, reason.text);
  ((Options *)into)->compare = text;
  return true;
}

static OptionWord solver_word(int n) {
  return (OptionWord){.name = n < WEIR_SOLVER_COUNT ? weir_solver_name((WeirSolver)n) : NULL};
}
static OptionWord nodata_word(int n) {
  static const char *const words[] = {"fill", "sea", "wall"}; /* by HeightmapMissing */
  return (OptionWord){.name = n < 3 ? words[n] : NULL};
}
static OptionWord liquid_word(int n) {
  return (OptionWord){.name = n < weir_liquid_count() ? weir_liquid(n)->name : NULL};
}
static OptionWord edge_word(int n) {
  return (OptionWord){.name = n < WEIR_EDGE_COUNT ? weir_edge_name((WeirEdge)n) : NULL};
}
static OptionWord view_word(int n) {
  return (OptionWord){.name = n < FRAME_MODE_COUNT ? frame_mode_name((FrameMode)n) : NULL};
}

/* --- the table ------------------------------------------------------------------------------------------------------- */

#define INTO(member) OPTION_INTO(Options, member)
#define AT(member) .at = offsetof(Options, member)
#define ALSO(member) .also = offsetof(Options, member)
#define RANGE(from, to) .low = (from), .high = (to)
#define REQUEST(which) .kind = OPTION_CONSTANT, AT(request), .low = (which)
#define READ(function) .kind = OPTION_READ, .read = (function)
#define FILE_NAME .high = SCENE_PATH - 1, .expected = "must be a file name of 1 to 511 bytes"
_Static_assert(SCENE_PATH == 512, "as the line above says");

static const OptionRow rows[] = {
    {"--solver", "membrane|pipe|swe", "how the water moves; else the scene's own", .kind = OPTION_CHOICE, AT(session.solver),
     ALSO(session.solver_given), .word = solver_word, .expected = "is not a solver; allowed: membrane, pipe, swe"},
    {"--liquid", "NAME", "water, 'muddy water', oil, slime, lava or mercury; else the scene's own", .kind = OPTION_CHOICE,
     AT(session.liquid), .word = liquid_word, .expected = "is not a liquid; allowed: water, 'muddy water', oil, slime, lava, mercury"},
    {"--sides", "KIND", "of all four sides: reflect, open, sponge, periodic, zero, 'level M', 'wave M H S', 'sea M H S', 'inflow M3_S'",
     READ(read_sides), ALSO(session.boundary_given), .word = edge_word,
     .expected = "; allowed: reflect, open, sponge, periodic, zero, 'level METRES [TIDE_METRES SECONDS [PHASE]]', "
                 "'wave METRES HEIGHT SECONDS [PHASE]', 'sea METRES HEIGHT SECONDS [DEGREES [SPREAD [RAN]]]', 'inflow M3_PER_SECOND "
                 "[M_PER_SECOND [RAN]]'"},
    {"--grid", "N|NxM", "cells, 16 to 8192 a side, over the same ground; else the scene's own; N: along the longer side of --terrain",
     READ(read_grid), .tries = "128 256 512 1024 256x256 384x256 512x512"},
    {"--terrain", "FILE",
     "the ground, in its proportions, of a plain world or of SCENE: GeoTIFF, ESRI ASCII grid (.asc), SRTM (.hgt) or PFM, in metres; "
     "raw samples (.r16) or an image, PNG, JPEG, BMP, TGA, up to 16384 a side and 100 million pixels; Terrarium and Mapbox Terrain-RGB are "
     "in metres",
     INTO(session.ground.path), FILE_NAME},
    {"--terrain-size", "WxH", "values across and down of --terrain's raw samples; default: a square", .kind = OPTION_PAIR,
     AT(session.ground.samples), .low = 2, .high = 100000, .expected = "is not a size; WxH values, each 2 to 100000"},
    {"--nodata", "fill|sea|wall", "where --terrain's file has no height: from around it, below all others, above them; default: fill",
     .kind = OPTION_CHOICE, AT(session.ground.missing), .word = nodata_word, .expected = "is not known; allowed: fill, sea, wall"},
    {"--terrain-height", "M", "metres from black to white of the heightmap, up to 65535; default: 0.15 of its longer side",
     INTO(session.ground.height_m), RANGE(1e-3, SCENE_HEIGHT_MAX), .unit = "m"},
    {"--water-level", "M|none", "of --terrain: all ground below is under water, or it is dry; default: water in its hollows",
     READ(read_water_level), ALSO(session.water_given), .tries = "none"},
    {"--cell", "M", "metres a cell; of --terrain without --grid: a cell for each pixel, or for some, up to 1024 a side",
     INTO(session.ground.cell_m), RANGE(1e-3, 1e4), .unit = "m"},
    {"--threads", "N",
     "threads of the water, 1 to 256; default: one for each physical core, or for two where a driver draws on the processors",
     INTO(session.threads), RANGE(1, 256)},
    {"--simd", "WIDTH", "vector width: sse2, avx2 or avx512; default: the widest there is; all give the same bits", READ(read_simd),
     .tries = "sse2 avx2 avx512", .expected = "is not a vector width of this machine; sse2, avx2 or avx512, as far as it has them"},
    {"--seed", "N", "of every random choice: same seed, same run", INTO(session.seed),
     .expected = "must be a whole number from 0 to 18446744073709551615"},
    {"--set", "NAME=VALUE", "any parameter of --list-params, as often as wanted", READ(read_set),
     .expected = "must be NAME=VALUE; weir --list-params shows the names"},
    {"--drop", "N", "drop N crates by script, spread over the scene by the seed", INTO(drop), RANGE(0, WORLD_BODIES_MAX)},
    {"--release", "S", "headless: let the scene's dam go after so many simulated seconds", INTO(release), RANGE(0, 1e7),
     .expected = "must be a number from 0 to 1e7 s"},
    {"--headless", NULL, "no window; needs --steps or --seconds", INTO(headless)},
    {"--steps", "N", "run for so many steps, then exit", INTO(steps), RANGE(0, 1e9)},
    {"--seconds", "S", "run for so many simulated seconds, then exit", INTO(seconds), RANGE(0, 1e7),
     .expected = "must be a number from 0 to 1e7 s"},
    {"--save", "FILE.weir", "the world at the end of the run, to go on with later", INTO(save), .ends = {".weir"},
     .expected = "must be a file name that ends in .weir"},
    {"--load", "FILE", "go on with a saved game: FILE.weir, or a picture that F12 made; SCENE may be one too", INTO(session.load),
     FILE_NAME},
    {"--resume", NULL, "go on where the window was last left", INTO(resume)},
    {"--log-input", "FILE", "write all that is done to FILE, for --replay and weir verify", INTO(session.log_input), FILE_NAME},
    {"--replay", "FILE", "do again what FILE has, in its own world; headless it needs no end", INTO(session.replay), FILE_NAME},
    {"--compare", "A,B",
     "two solvers, or NAME=VALUE twice, with the same inputs, side by side; with --headless --seconds S prints where and when they part",
     READ(read_compare), .tries = "membrane,pipe membrane,swe pipe,swe"},
    {"--screenshot", "FILE.png", "the last frame as a picture", INTO(screenshot), .ends = {".png"},
     .expected = "must be a file name that ends in .png"},
    {"--record", "FILE.mp4", "the whole run as a film; FILE.png: as numbered pictures", INTO(film), .ends = {".mp4", ".png"},
     .expected = "must be a file name that ends in .mp4, or in .png for numbered pictures"},
    {"--fps", "N", "frames of the film for a simulated second, 1 to 240; default 30", INTO(fps), RANGE(1, 240)},
    {"--fps-max", "N", "most frames a second of the window, 1 to 1000; default: as many as display and machine give", INTO(fps_max),
     RANGE(1, 1000)},
    {"--size", "WxH", "of the window or picture in pixels; default 1280x720", .kind = OPTION_PAIR, AT(width), ALSO(size_given),
     RANGE(16, 8192), .expected = "must be WxH pixels, each 16 to 8192"},
    {"--stats", "FILE|-", "figures of the run as JSON at exit; - is standard output", INTO(stats),
     .expected = "must be a file name, or - for standard output"},
    {"--out", "DIR",
     "of the whole run: gauges and lines of the scene as CSV, and maps of greatest depth, speed, hazard, of arrival and of the last depth "
     "as "
     "ASC, GeoTIFF and PNG, in a folder",
     INTO(results.folder), FILE_NAME},
    {"--out-every", "S", "of --out: simulated seconds from row to row of the CSV, 0: a row a tick; default 0.1", INTO(results.every_s),
     RANGE(0, 1e7), .expected = "must be a number from 0 to 1e7 s"},
    {"--view", "MODE", "shaded, wireframe, depth, speed, occupancy, displacement or normals", .kind = OPTION_CHOICE, AT(view),
     .word = view_word, .expected = "is not a view; allowed: shaded, wireframe, depth, speed, occupancy, displacement, normals"},
    {"--camera", "NAME", "of the scene's cameras, which its file names: opening, low, under ...; else opening", INTO(camera),
     .expected = "must be the name of a camera of the scene"},
    {"--flyby", NULL, "the camera goes round the scene's cameras until it is moved", INTO(flyby)},
    {"--sand", "FILE|-", "the ground follows grids of heights, of a box of sand under a sensor, from a pipe, a file or standard input",
     INTO(sand), FILE_NAME},
    {"--projector", NULL, "a view from straight above with contours, for a projector: its corners are dragged to fit a box of sand",
     INTO(projector)},
    {"--list-keys", NULL, "names of all that keys can be bound to, and their keys", REQUEST(OPTIONS_LIST_KEYS)},
    {"--check-replay", NULL, "at the end, run all that was done once more and compare the states", INTO(session.check_replay)},
    {"--overlay", NULL, "show the overlay of timings, in pictures too", INTO(overlay)},
    {"--list-scenes", NULL, "print the built-in scenes", REQUEST(OPTIONS_LIST_SCENES)},
    {"--list-params", NULL, "print every parameter with range, default and key", REQUEST(OPTIONS_LIST_PARAMS)},
    {"--version", NULL, "print the version; -v too", REQUEST(OPTIONS_VERSION)},
    {"--help", NULL, "print this; -h too", REQUEST(OPTIONS_HELP)},
};

const CommandLine options_line = {
    .rows = rows, .count = sizeof rows / sizeof *rows, .noun = "scene", .noun_at = offsetof(Options, session.scene)};

const char *const options_commands[] = {"bench [options]",
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

/* --- options that do not go together ------------------------------------------------------------------------------- */

/* Checks that no option asks for something that the saved game or log given beside it has of its own. Returns false and sets *error if one
 * does. */
static bool check_world(const Options *o, Error *error) {
  const char *const from = o->session.replay ? "--replay" : o->session.load ? "--load" : o->resume ? "--resume" : NULL;
  const int ways = (o->session.replay != NULL) + (o->session.load != NULL) + o->resume;
  if (!from) return true;
  if (ways > 1) return error_set(error, "--load, --resume, --replay: one of them at most");
  if (o->session.scene) return error_set(error, "%s: has its own scene; leave out '%s'", from, o->session.scene);
  const OwnGround *const ground = &o->session.ground;
  if (ground->nx > 0 || ground->path || o->session.water_given || ground->height_m > 0 || ground->cell_m > 0 || o->session.solver_given ||
      o->session.boundary_given || o->session.liquid >= 0)
    return error_set(error, "%s: has its own world; leave out --grid, --terrain, --cell, --solver, --sides and --liquid", from);
  static const char *const seen[] = {"quality", "resolution", "volume", "time_scale"}; /* how a world is seen and heard */
  int outside = 0;
  for (size_t n = 0; n < sizeof seen / sizeof *seen; n++)
    for (int set = 0; set < o->session.set_count; set++) {
      const size_t size = strlen(seen[n]);
      outside += strncmp(o->session.sets[set], seen[n], size) == 0 && o->session.sets[set][size] == '=';
    }
  if (o->session.replay && (outside < o->session.set_count || o->drop > 0 || o->release >= 0))
    return error_set(
        error, "--replay: has its own inputs; leave out --drop, --release and --set but of quality, resolution, volume and time_scale");
  return true;
}

static bool check_together(const Options *o, Error *error) {
  if (o->request != OPTIONS_RUN) return true;
  if (!check_world(o, error)) return false;
  if (o->session.water_given && !o->session.ground.path)
    return error_set(error, "--water-level: is for a ground of your own; add --terrain FILE");
  if ((o->session.ground.samples[0] > 0 || o->session.ground.missing != 0) && !o->session.ground.path)
    return error_set(error, "--terrain-size, --nodata: are for a ground of your own; add --terrain FILE");
  if (o->compare && (o->session.replay || o->session.load || o->resume))
    return error_set(error, "--compare: runs a scene twice, from its beginning");
  if (o->compare && o->headless && o->seconds < 0) return error_set(error, "--compare: without a window it needs --seconds S");
  if (o->headless && !o->session.replay && o->steps < 0 && o->seconds < 0)
    return error_set(error, "--headless: without a window the run needs an end; add --steps N or --seconds S");
  if (o->fps > 0 && !o->film) return error_set(error, "--fps: is for a film; add --record FILE.mp4");
  if (o->fps_max > 0 && o->headless) return error_set(error, "--fps-max: is for a window; leave out --headless");
  if (o->results.folder && o->compare) return error_set(error, "--out: is for one world; leave out --compare");
  if (o->results.every_s >= 0 && !o->results.folder) return error_set(error, "--out-every: is for results; add --out DIR");
  if (o->sand && (o->session.replay || o->session.log_input || o->session.check_replay || o->compare))
    return error_set(error,
                     "--sand: ground that follows a stream cannot be done again; leave out --replay, --log-input, --check-replay and "
                     "--compare");
  if (o->projector && (o->headless && !o->screenshot && !o->film))
    return error_set(error, "--projector: draws; without a window it needs --screenshot FILE.png");
  if (o->projector && (o->compare || o->flyby || o->camera || o->view != FRAME_LIT))
    return error_set(error, "--projector: looks from straight above; leave out --compare, --flyby, --camera and --view");
  if (o->flyby && o->camera) return error_set(error, "--flyby: goes round all cameras; --camera %s would have it stay at one", o->camera);
  return true;
}

bool options_parse(int argc, char **argv, Options *options, Error *error) {
  *options = (Options){.session = {.liquid = -1, .seed = 1},
                       .release = -1,
                       .steps = -1,
                       .seconds = -1,
                       .width = 1280,
                       .height = 720,
                       .results = {.every_s = -1}};
  if (!command_line_read(&options_line, argc, argv, options, error)) return false;
  if (!check_together(options, error)) return false;
  if (options->fps == 0) options->fps = 30;
  if (options->results.every_s < 0) options->results.every_s = RESULTS_EVERY_S;
  return true;
}

/* --- printing -------------------------------------------------------------------------------------------------------- */

void options_print_help(FILE *out) {
  fprintf(out,
          "Weir: living water in a window.\n\n"
          "  weir [SCENE] [options]      SCENE: a built-in scene (--list-scenes) or a scene file; default: the last one, river at first\n");
  for (const char *const *command = options_commands; *command; command += 2) fprintf(out, "  weir %-21s  %s\n", command[0], command[1]);
  fprintf(out, "\n");
  command_line_print(&options_line, out);
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
