/* Scene files and the table of tunables: what is right is read, what is wrong is named with its line. What is seen of a
 * world and pointed at in it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "input/camera.h"
#include "support.h"
#include "view/view.h"

static Scene scene;
static Error error;

static bool read_text(const char *text) {
  FILE *file = fopen("scenes_test.scene", "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  const bool read = scene_read("scenes_test.scene", &scene, &error);
  remove("scenes_test.scene");
  return read;
}

static void built_in_scenes_read(void **state) {
  (void)state;
  int count = 0;
  const char *const *names = scene_names(&count);
  assert_true(count >= 3);
  for (int n = 0; n < count; n++) {
    char path[SCENE_PATH];
    assert_true(scene_find(ASSETS, names[n], path, &error));
    if (!scene_read(path, &scene, &error)) fail_msg("%s", error.text);
    assert_string_equal(scene.name, names[n]);
    assert_true(strlen(scene.title) > 10);
  }
}

/* Each text has its fault in line 7. */
static void faults_name_file_line_word_and_what_is_allowed(void **state) {
  (void)state;
  static const char head[] = "# one\n[scene]\ntitle = x\nsolver = pipe\ngrid = 64 64\n[terrain]\n";
  static const struct {
    const char *line, *word, *allowed;
  } faults[] = {
      {"height = tall", "height", "0 to 65535"},
      {"height = -5", "height", "0 to 65535"},
      {"heigth = 5", "heigth", "unknown word"},
      {"shape = cube", "shape", "flat, bumps, bowl, beach, cone, hill, river, ford, gorge, harbour or bay"},
      {"crop = 0 0 0 1", "crop", "x0 < x1"},
      {"crop = 0 0 1", "crop", "x0 z0 x1 z1"},
      {"just words", "", "NAME = VALUE"},
      {"[terrian]\nheight = 5", "", "unknown section"},
      {"height = nan", "height", "0 to 65535"},
      {"height = 5 6", "height", "0 to 65535"},
      {"[params]\nrain = 1e9", "rain", "0 to 20000"},
      {"[params]\nrainn = 1", "rainn", "no such parameter"},
      {"[scene]\ngrid = 8 64", "grid", "16 to 8192"},
      {"[scene]\naround = desert", "around", "sea, hills or table"},
      {"[scene]\nground = lawn", "ground", "meadow, stone, ash or sand"},
      {"[scene]\npicture = 601", "picture", "0 to 600"},
      {"[scene]\nrelease = -1", "release", "0 to 600"},
      {"[scene]\nsolver = lattice", "solver", "membrane, pipe or swe"},
      {"[sides]\nwest = opne", "west", "sponge"},
      {"[sides]\neast = level", "east", "level METRES"},
      {"[sides]\neast = level 2 1 0", "east", "TIDE"},
      {"[sides]\nsouth = inflow 1 -1", "south", "inflow"},
      {"[sides]\nnorth = open 3", "north", "open"},
      {"[sides]\nsouth = sea 0 1 5 20 15 -1", "south", "RAN_SECONDS"},
      {"[sides]\nsouth = sea 0 1 5 20 15 60 1", "south", "RAN_SECONDS"},
      {"[sides]\ntop = open", "top", "unknown word"},
      {"[bodies]\nwood = 0.5 0.5 1", "wood", "yaw in degrees"},
      {"[bodies]\nlog = 0.5 0.5 1 0 size 2", "log", "THICKNESS"},
      {"[bodies]\nstone = 0.5 0.5 1 0 densty 3", "stone", "density"},
      {"[bodies]\nmetal = 1.5 0.5 1 0", "metal", "shares"},
      {"[bodies]\nwood = 0.5 0.5 1 0 density nan", "wood", "KG_PER_M3"},
      {"[bodies]\nwood = 0.5 0.5 1 0 setting", "wood", "set"},
      {"[machines]\ngate = 0.5 0 0.5 1 3 0.4", "gate", "opening in metres"},
      {"[story]\nspin = 0 10", "spin", "rounds a minute, above 0"},
      {"[machines]\ngate = 0.5 0 0.5 2 3 0.4 1", "gate", "shares"},
      {"[machines]\npump = 0.2 0.5 0.8 0.5 0 2", "pump", "above 0"},
      {"[machines]\nwheel = 0.5 0.5 2 1.8 3 0 3 100", "wheel", "4 to 24 paddles"},
      {"[machines]\nmotor = 1", "motor", "unknown word"},
      {"[camera]\neye = 0 1", "eye", "x (share)"},
      {"[camera Low]\neye = 0 1 0", "Low", "small letters"},
      {"[camera a-name-that-goes-on-and-on]\neye = 0 1 0", "a-name-that", "up to 23"},
      {"[camera low]\neye = 0 1 0", "low", "both eye and target"},
      {"[camera low]\nwater = over", "water", "above or under"},
      {"[cameras]\neye = 0 1 0", "", "unknown section"},
      {"height = 0x10", "height", "0 to 65535"},
      {"height = 1-2", "height", "0 to 65535"},
      {"[params]\nrain = 0x1p3", "rain", "0 to 20000"},
      {"[sides]\neast = level 0x1", "east", "level METRES"},
      {"[bodies]\nwood = 0.5 0.5 1 0x1", "wood", "yaw"},
      {"[terrain]\nground = 0.5 0 0.4 1 2", "ground", "x0 < x1"},
      {"[water]\npool = 0 1 1 0 2", "pool", "z0 < z1"},
      {"[water]\nspring = 1.5 0.5 1 1", "spring", "0 to 1"},
      {"[water]\ndrain = 0.5 1.1 1 1", "drain", "0 to 1"},
      {"[scene]\ngrid = 32 32", "grid", "line 5"},
      {"[scene]\ntitle = other", "title", "once"},
      {"[bodies]\ndam = 0 0.5 1 0.5 3 0", "dam", "thickness"},
      {"[bodies]\nboat = 0.5 0.5 0 0 size 6 1 2", "boat", "size LENGTH (m)"},
      {"[bodies]\nhouse = 0.5 0.5 0 0 size 6", "house", "LENGTH HEIGHT WIDTH"},
      {"[bodies]\ndam = 0 0.5 2 0.5 3 1", "dam", "shares"},
  };
  for (size_t n = 0; n < sizeof faults / sizeof faults[0]; n++) {
    char text[512];
    snprintf(text, sizeof text, "%s%s\n[water]\nfill = 1 1\n", head, faults[n].line);
    assert_false(read_text(text));
    const bool second = strchr(faults[n].line, '\n') != NULL;
    if (!strstr(error.text, second ? "scenes_test.scene:8:" : "scenes_test.scene:7:") || !strstr(error.text, faults[n].word) ||
        !strstr(error.text, faults[n].allowed) || strchr(error.text, '\n'))
      fail_msg("'%s' gave: %s", faults[n].line, error.text);
  }
  assert_false(read_text(""));
  assert_false(scene_read("no/such.scene", &scene, &error));
  assert_non_null(strstr(error.text, "no/such.scene"));
  assert_false(scene_find(ASSETS, "no-such", (char[SCENE_PATH]){0}, &error));
  assert_non_null(strstr(error.text, "valley"));
}

/* The parser of INI has room for 199 bytes of a line, and would take the others for a line of their own. */
static void long_lines_are_refused_and_long_comments_are_not(void **state) {
  (void)state;
  static char text[4096], many[1 << 21];
  char filler[300];
  memset(filler, 'x', sizeof filler);
  filler[sizeof filler - 1] = '\0';
  snprintf(text, sizeof text, "# %s\n   ; %s\n[scene]\n# %.198s\ngrid = 32 48\n  cell = 2\n", filler, filler, filler);
  if (!read_text(text)) fail_msg("%s", error.text);
  assert_true(scene.nx == 32 && scene.nz == 48 && scene.cell_m == 2.0f);
  snprintf(text, sizeof text, "[scene]\ntitle = %s\ngrid = 32 48\n", filler);
  assert_false(read_text(text));
  assert_non_null(strstr(error.text, "scenes_test.scene:2: "));
  assert_non_null(strstr(error.text, "197 bytes"));
  snprintf(text, sizeof text, "[scene]\ntitle = %.189s\ngrid = 32 48", filler);
  if (!read_text(text)) fail_msg("%s", error.text);
  assert_true(scene.nz == 48);
  for (size_t n = 0; n + 1 < sizeof many; n++) many[n] = n % 100 == 99 ? '\n' : '#';
  assert_false(read_text(many)); /* a scene that never ends */
  assert_non_null(strstr(error.text, "1048576 bytes"));
  FILE *zeros = fopen("/dev/zero", "r");
  if (!zeros) return;
  fclose(zeros);
  assert_false(scene_read("/dev/zero", &scene, &error));
  assert_non_null(strstr(error.text, "/dev/zero:1: "));
}

/* Files that a scene names are read when its world is made: the fault has the scene's line all the same. */
static void faults_of_files_that_a_scene_names_have_its_line(void **state) {
  (void)state;
  assert_true(read_text("[scene]\ngrid = 32 32\n[terrain]\nimage = no-such.png\n"));
  assert_null(world_create(&scene, 1, 1, &error));
  assert_non_null(strstr(error.text, "scenes_test.scene:4: image: no-such.png: "));
  assert_true(read_text("[bodies]\n\nhull = no-such.obj 0.5 0.5 1 0\n"));
  assert_null(world_create(&scene, 1, 1, &error));
  assert_non_null(strstr(error.text, "scenes_test.scene:3: hull: no-such.obj: "));
}

/* Quotes of either kind stand around a name with blanks, and no name needs them. */
static void file_names_may_stand_in_quotes(void **state) {
  (void)state;
  static const char *const images[] = {"image = my hill.png\n", "image = \"my hill.png\"\n", "image = 'my hill.png'\n"};
  char text[200];
  for (size_t n = 0; n < sizeof images / sizeof *images; n++) {
    snprintf(text, sizeof text, "[scene]\ngrid = 32 32\n[terrain]\nheight = 3\n%s", images[n]);
    if (!read_text(text)) fail_msg("%s", error.text);
    assert_string_equal(scene.image, "my hill.png");
  }
  assert_false(read_text("[terrain]\nimage = \"my hill.png\n"));
  assert_non_null(strstr(error.text, "quotes"));
  assert_false(read_text("[terrain]\nimage = \"\"\n"));
  assert_false(read_text("[terrain]\nimage = \"my hill.png\" 3\n"));
  if (!read_text("[bodies]\nhull = \"a big hull.obj\" 0.5 0.5 1 20 size 3\nhull = hull.obj 0.5 0.5 1 20\nhull = 'b c' 0.2 0.5 1 20\n"))
    fail_msg("%s", error.text);
  assert_string_equal(scene.hulls[0].path, "a big hull.obj");
  assert_true(scene.hulls[0].length == 3 && scene.bodies[0].yaw_deg == 20);
  assert_string_equal(scene.hulls[1].path, "hull.obj");
  assert_string_equal(scene.hulls[2].path, "b c");
  assert_false(read_text("[bodies]\nhull = \"a big hull.obj 0.5 0.5 1 20\n"));
}

static void the_ground_is_meadow_unless_stated(void **state) {
  (void)state;
  assert_true(read_text("[scene]\ntitle = x\n"));
  assert_int_equal(scene.ground, GROUND_MEADOW);
  assert_true(read_text("[scene]\nground = stone\n"));
  assert_int_equal(scene.ground, GROUND_STONE);
  assert_true(read_text("[scene]\nground = ash\n"));
  assert_int_equal(scene.ground, GROUND_ASH);
}

static void what_lies_around_is_stated_or_follows_from_the_terrain(void **state) {
  (void)state;
  assert_true(read_text("[scene]\naround = sea\n[terrain]\nimage = map.png\n"));
  assert_int_equal(scene_around(&scene), AROUND_SEA);
  assert_true(read_text("[scene]\naround = hills\n"));
  assert_int_equal(scene_around(&scene), AROUND_HILLS);
  assert_true(read_text("[terrain]\nimage = map.png\n[scene]\naround = table\n"));
  assert_int_equal(scene_around(&scene), AROUND_TABLE);
  assert_true(read_text("[terrain]\nimage = map.png\n"));
  assert_int_equal(scene_around(&scene), AROUND_HILLS);
  assert_true(read_text("[terrain]\nshape = hill\n"));
  assert_int_equal(scene_around(&scene), AROUND_TABLE);
}

static void cameras_have_names_and_the_first_is_the_opening_one(void **state) {
  (void)state;
  assert_true(read_text("[scene]\ntitle = x\n"));
  assert_int_equal(scene.camera_count, 1);
  assert_string_equal(scene.cameras[0].name, "opening");
  assert_true(
      read_text("[camera low]\neye = 0 1 0\ntarget = 1 2 1\nwater = under\n[camera]\neye = 0.1 3 0.2\nview = 60\n"
                "[camera far]\nview = 30\ntarget = 0 0 0\neye = 1 9 1\n"));
  assert_int_equal(scene.camera_count, 3);
  const SceneCamera *const cameras = scene.cameras;
  assert_true(cameras[0].eye[1] == 3.0f && cameras[0].view_deg == 60.0f && !cameras[0].under);
  assert_true(cameras[1].eye[1] == 1.0f && cameras[1].target[2] == 1.0f && cameras[1].view_deg == 45.0f && cameras[1].under);
  assert_true(cameras[2].eye[1] == 9.0f && cameras[2].view_deg == 30.0f && !cameras[2].under);
  assert_true(scene_camera(&scene, "opening") == 0 && scene_camera(&scene, "far") == 2 && scene_camera(&scene, "near") == -1);
  assert_true(read_text("[camera opening]\neye = 0.1 4 0.2\n"));
  assert_true(scene.camera_count == 1 && scene.cameras[0].eye[1] == 4.0f);
  assert_false(read_text("[camera low]\neye = 0 1 0\ntarget = 1 2 1\n[camera low]\neye = 0 2 0\n"));
  assert_non_null(strstr(error.text, "scenes_test.scene:5: eye: given twice; allowed: once, and it stands in line 2"));
  char text[4096] = "";
  for (int n = 0; n < SCENE_CAMERAS; n++) {
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "[camera c%d]\neye = 0 1 0\ntarget = 1 2 1\n", n);
  }
  assert_false(read_text(text));
  assert_non_null(strstr(error.text, "16 of them"));
}

static float flown_between(double a, double b) {
  SceneCamera from, to;
  camera_flyby(&scene, a, &from);
  camera_flyby(&scene, b, &to);
  float most = 0;
  for (int n = 0; n < 3; n++) most = fmaxf(most, fmaxf(fabsf(to.eye[n] - from.eye[n]), fabsf(to.target[n] - from.target[n])));
  return most;
}

static void the_fly_by_passes_the_cameras_above_water_without_a_jerk(void **state) {
  (void)state;
  assert_true(
      read_text("[camera]\neye = 0 9 1\ntarget = 0 1 0\n[camera deep]\neye = 5 -3 5\ntarget = 0 -4 0\nwater = under\n"
                "[camera low]\neye = 1 2 0\ntarget = 1 0 1\nview = 60\n[camera far]\neye = 0 5 0\ntarget = 1 1 0\n"));
  static const int stops[] = {0, 2, 3, 0, 2};
  for (int n = 0; n < 5; n++) {
    SceneCamera place;
    camera_flyby(&scene, n * (double)CAMERA_LEG_S, &place);
    assert_memory_equal(place.eye, scene.cameras[stops[n]].eye, sizeof place.eye);
    assert_memory_equal(place.target, scene.cameras[stops[n]].target, sizeof place.target);
    assert_true(place.view_deg == scene.cameras[stops[n]].view_deg && !place.under);
  }
  /* In steps of a hundredth of a second: neither place nor velocity jumps, at the cameras and where the loop closes. */
  const double step = 0.01;
  for (double at = 0.1; at < 4 * CAMERA_LEG_S; at += step) {
    const float speed = flown_between(at, at + step), next = flown_between(at + step, at + 2 * step);
    assert_true(speed < 0.05f && fabsf(next - speed) < 0.002f);
  }
  assert_true(read_text("[camera]\neye = 0 9 1\nwater = under\n"));
  SceneCamera place;
  camera_flyby(&scene, 100, &place);
  assert_memory_equal(place.eye, scene.cameras[0].eye, sizeof place.eye);
}

/* Where a camera of a scene stands, as it starts: over the ground, and not in the water unless the scene says so. */
static void cameras_of_built_in_scenes_stand_over_the_ground(void **state) {
  (void)state;
  int count = 0;
  const char *const *names = scene_names(&count);
  for (int n = 0; n < count; n++) {
    char path[SCENE_PATH];
    assert_true(scene_find(ASSETS, names[n], path, &error) && scene_read(path, &scene, &error));
    assert_true(scene_camera(&scene, "low") > 0);
    assert_true((scene_camera(&scene, "under") > 0) == (scene.liquid == 0)); /* lava is opaque */
    World *world = world_create(&scene, 1, 1, &error);
    assert_non_null(world);
    for (int c = 0; c < scene.camera_count; c++) {
      const SceneCamera *const camera = &scene.cameras[c];
      const float x = camera->eye[0] * (float)world->nx * world->cell, z = camera->eye[2] * (float)world->nz * world->cell;
      const float ground = weir_water_terrain_at(world->water, x, z), surface = weir_water_surface_at(world->water, x, z);
      const float least = camera->under ? ground + 0.2f : surface + 0.5f; /* m */
      if (camera->eye[1] < least) fail_msg("%s: camera %s stands at %g m, not above %g", names[n], camera->name, camera->eye[1], least);
    }
    world_destroy(world);
  }
}

static void a_sea_may_have_run(void **state) {
  (void)state;
  assert_true(read_text("[sides]\nsouth = sea 0 1 5 20 15 60\nnorth = sea 0 1 5 20 15\n"));
  assert_true(scene.sides[WEIR_SOUTH].tide_phase == 60 && scene.sides[WEIR_NORTH].tide_phase == 0);
}

static void periodic_sides_come_in_pairs(void **state) {
  (void)state;
  assert_false(read_text("[sides]\nwest = open\n\nsouth = periodic\n"));
  assert_non_null(strstr(error.text, "scenes_test.scene:4: south: "));
  assert_true(read_text("[sides]\nnorth = periodic\nsouth = periodic\n"));
}

static void lists_that_are_too_long_are_refused(void **state) {
  (void)state;
  char text[8192] = "[water]\n";
  for (int n = 0; n < SCENE_LIST + 1; n++) strcat(text, "spring = 0.5 0.5 1 1\n");
  assert_false(read_text(text));
  assert_non_null(strstr(error.text, ":34:"));
}

static void a_finer_grid_keeps_the_extent(void **state) {
  (void)state;
  assert_true(read_text("[scene]\ngrid = 100 50\ncell = 2\n"));
  scene_set_grid(&scene, 400, 200);
  assert_true(scene.cell_m == 0.5f);
}

static void parameters_are_checked_stepped_and_reset(void **state) {
  (void)state;
  Params params = params_default();
  int count = 0;
  const ParamInfo *table = params_table(&count);
  for (int n = 0; n < count; n++) {
    const ParamInfo *info = &table[n];
    assert_true(info->low <= info->init && info->init <= info->high);
    assert_ptr_equal(params_find(info->name), info);
    for (int press = 0; press < 1000; press++) params_nudge(&params, info, 1);
    assert_true(params_get(&params, info) == info->high);
    for (int press = 0; press < 2000; press++) params_nudge(&params, info, -1);
    assert_true(params_get(&params, info) <= info->low + 1e-4f * info->high);
    params_nudge(&params, info, 1);
    assert_true(params_get(&params, info) > info->low);
    for (int other = 0; other < n; other++) assert_true(!info->key || info->key != table[other].key);
    char text[64];
    if (info->words[0])
      params_text(info, info->high, text, sizeof text);
    else
      snprintf(text, sizeof text, "%.9g", (double)info->init);
    assert_true(params_set(&params, info->name, text, &error));
    snprintf(text, sizeof text, "%.9g", (double)info->high * 2 + 1);
    assert_false(params_set(&params, info->name, text, &error));
    assert_non_null(strstr(error.text, info->name));
    assert_false(params_set(&params, info->name, "1x", &error));
    assert_false(params_set(&params, info->name, "", &error));
    assert_false(params_set(&params, info->name, "inf", &error));
  }
  assert_false(params_set(&params, "gravitas", "1", &error));
}

/* The first place along a ray where it is no longer above the surface, by steps of a hundredth of a cell. */
static bool march(const WorldView *view, const float o[3], const float d[3], float out[3]) {
  const float wide = (float)view->nx * view->cell, deep = (float)view->nz * view->cell;
  bool over = false;
  for (int n = 0; n < 400000; n++) {
    const float t = 0.01f * view->cell * (float)n;
    for (int c = 0; c < 3; c++) out[c] = o[c] + t * d[c];
    const bool inside = out[0] >= 0 && out[0] <= wide && out[2] >= 0 && out[2] <= deep;
    if (over && !inside) return false;
    if (inside && out[1] < world_view_surface_at(view, out[0], out[2])) return over;
    over = over || inside;
  }
  return false;
}

static World *make_view(const char *text, WorldView **view) {
  assert_true(read_text(text));
  World *world = world_create(&scene, 1, 2, &error);
  if (!world) fail_msg("%s", error.text);
  *view = world_view_create(world->nx, world->nz);
  assert_non_null(*view);
  world_view_copy(*view, NULL, world, &(WorldViewRequest){.flow_every = 1, .stats = true});
  return world;
}

static const char hills[] =
    "[scene]\nsolver = pipe\ngrid = 70 50\ncell = 0.5\n[terrain]\nshape = bumps\nheight = 8\n"
    "[water]\npool = 0 0 1 1 3\n";

static void a_pick_is_the_first_place_the_ray_meets(void **state) {
  (void)state;
  WorldView *view;
  World *world = make_view(hills, &view);
  Rng rng = {5};
  int hits = 0;
  for (int n = 0; n < 400; n++) {
    const float o[3] = {rng_range(&rng, -5, 40), rng_range(&rng, 4, 14), rng_range(&rng, -5, 30)};
    float d[3] = {rng_range(&rng, -1, 1), rng_range(&rng, -0.7f, 0.05f), rng_range(&rng, -1, 1)};
    if (n % 7 == 0) d[n % 2 ? 0 : 2] = 0;
    if (n == 0) d[0] = d[2] = 0;
    const float length = sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    for (int c = 0; c < 3; c++) d[c] /= length;
    float at[3];
    const bool expected = march(view, o, d, at);
    const Pick pick = world_view_pick(view, o, d);
    if (pick.hit) assert_true(fabsf(pick.position[1] - world_view_surface_at(view, pick.position[0], pick.position[2])) < 1e-3f);
    if (expected) assert_true(pick.hit); /* a step may pass over what is merely grazed */
    if (!expected || !pick.hit) continue;
    hits++;
    float before = 0, there = 0;
    for (int c = 0; c < 3; c++) before += (pick.position[c] - o[c]) * d[c], there += (at[c] - o[c]) * d[c];
    assert_true(before < there + 1e-3f);
    assert_true(pick.wet == (weir_water_depth_at(world->water, pick.position[0], pick.position[2]) > 0.01f));
  }
  assert_true(hits > 100);
  world_view_destroy(view);
  world_destroy(world);
}

/* Dye in one corner of a tank is followed: the command puts the dye in and takes it out, views show it, tiles without it are not written
 * again. */
static void a_view_follows_the_dye(void **state) {
  (void)state;
  WorldView *before, *view;
  World *world = make_view("[scene]\nsolver = swe\ngrid = 180 120\ncell = 0.5\n[water]\npool = 0 0 1 1 2\n", &before);
  view = world_view_create(world->nx, world->nz);
  const WorldViewRequest wish = {.flow_every = 4};
  assert_true(!before->has_dye && before->dye == NULL);
  world_command(world, &(Command){.kind = COMMAND_DYE, .brush = {.x = 10, .z = 10, .radius = 3, .amount = 30}});
  world_command(world, &(Command){.kind = COMMAND_DISTURB, .brush = {.x = 12, .z = 10, .radius = 3, .amount = 0.5f}});
  for (int n = 0; n < 60; n++) {
    world_step(world);
    world_view_copy(view, before, world, &wish);
    assert_true(view->has_dye);
    const WeirView dye = weir_water_dye(world->water);
    for (int k = 0; k < world->nz; k++)
      for (int i = 0; i < world->nx; i++) {
        const float seen = view->dye[k * world->nx + i];
        assert_true(fabsf(seen - dye.data[k * dye.stride + i]) <= 2e-3f);
        if (before->has_dye && view->dye_changed[(k / WORLD_TILE) * view->tiles_x + i / WORLD_TILE] <= before->tick)
          assert_true(seen == before->dye[k * world->nx + i]);
      }
    WorldView *const swap = before;
    before = view;
    view = swap;
  }
  assert_true(before->dye_changed[0] > 30 && before->dye_changed[5] == 1);
  const WeirDye full = weir_water_dye_total(world->water);
  assert_true(fabs(full.now - 30) < 1e-3);
  world_command(world, &(Command){.kind = COMMAND_DYE, .brush = {.x = 10, .z = 10, .radius = 9, .amount = -20}});
  world_step(world);
  assert_true(weir_water_dye_total(world->water).now < 20);
  weir_water_clear_dye(world->water);
  world_view_copy(view, before, world, &wish);
  assert_true(!view->has_dye);
  world_view_destroy(before);
  world_view_destroy(view);
  world_destroy(world);
}

/* A tank of 3 x 2 tiles, pushed in one corner. */
static void a_view_follows_what_changes_and_leaves_the_rest(void **state) {
  (void)state;
  WorldView *before, *view;
  World *world = make_view("[scene]\nsolver = pipe\ngrid = 180 120\ncell = 0.5\n[water]\npool = 0 0 1 1 2\n", &before);
  view = world_view_create(world->nx, world->nz);
  const WorldViewRequest wish = {.flow_every = 4};
  world_command(world, &(Command){.kind = COMMAND_DISTURB, .brush = {.x = 10, .z = 10, .radius = 3, .amount = 0.5f}});
  for (int n = 0; n < 60; n++) {
    world_step(world);
    world_view_copy(view, before, world, &wish);
    const WeirView depth = weir_water_depth(world->water);
    for (int k = 0; k < world->nz; k++)
      for (int i = 0; i < world->nx; i++) {
        const float seen = view->depth[k * world->nx + i];
        assert_true(fabsf(seen - depth.data[k * depth.stride + i]) <= 5e-5f);
        if (view->changed[(k / WORLD_TILE) * view->tiles_x + i / WORLD_TILE] <= before->tick)
          assert_true(seen == before->depth[k * world->nx + i]);
      }
    WorldView *const swap = before;
    before = view;
    view = swap;
    if (n == 3) assert_true(before->changed[0] > 0 && before->changed[5] == 0 && before->flow.tick == 4);
  }
  assert_true(before->changed[0] == 60 && before->tick == 60);
  assert_true(before->flow.tick > 56);
  const float x = 33.3f, z = 21.7f;
  assert_true(fabsf(world_view_surface_at(before, x, z) - weir_water_surface_at(world->water, x, z)) < 1e-4f);
  world_view_destroy(before);
  world_view_destroy(view);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(built_in_scenes_read),
      cmocka_unit_test(faults_name_file_line_word_and_what_is_allowed),
      cmocka_unit_test(long_lines_are_refused_and_long_comments_are_not),
      cmocka_unit_test(faults_of_files_that_a_scene_names_have_its_line),
      cmocka_unit_test(file_names_may_stand_in_quotes),
      cmocka_unit_test(the_ground_is_meadow_unless_stated),
      cmocka_unit_test(what_lies_around_is_stated_or_follows_from_the_terrain),
      cmocka_unit_test(cameras_have_names_and_the_first_is_the_opening_one),
      cmocka_unit_test(the_fly_by_passes_the_cameras_above_water_without_a_jerk),
      cmocka_unit_test(cameras_of_built_in_scenes_stand_over_the_ground),
      cmocka_unit_test(a_sea_may_have_run),
      cmocka_unit_test(periodic_sides_come_in_pairs),
      cmocka_unit_test(lists_that_are_too_long_are_refused),
      cmocka_unit_test(a_finer_grid_keeps_the_extent),
      cmocka_unit_test(parameters_are_checked_stepped_and_reset),
      cmocka_unit_test(a_pick_is_the_first_place_the_ray_meets),
      cmocka_unit_test(a_view_follows_what_changes_and_leaves_the_rest),
      cmocka_unit_test(a_view_follows_the_dye),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
