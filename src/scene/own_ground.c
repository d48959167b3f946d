/* A heightmap of the person's own becomes the ground of a scene. What its file does not say is assumed here, and told. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/maths.h"
#include "scene/ground_file.h"
#include "scene/reading.h"

enum {
  PLAIN_CELLS = 384,    /* along the longer side; as many as the first scene has */
  CELLS_BY_PIXEL = 1024 /* most cells that a side has by its pixels alone: four times as many as run in real time on two cores */
};
static const float relief_share = 0.15f; /* of the longer side, from lowest to highest, where nothing else is known: a hilly landscape */
static const float lake_share = 0.01f;   /* of the heights: shallower hollows are not lakes */
static const double stretch_told = 0.02; /* by how much the proportions may differ before it is told */

static void set_param(Scene *scene, const char *name, float value) {
  const ParamInfo *const info = params_find(name);
  if (info) params_put(&scene->params, info, value);
}

/* Gives tools and bodies the size that suits the ground's length: those of the built-in valley. */
static void suit_tools(Scene *scene, float long_m) {
  static const struct Size {
    const char *name;
    float part; /* of the length, one in so many */
  } sizes[] = {{"crate_size", 128}, {"log_length", 50},     {"log_width", 400}, {"car_length", 64},
               {"tool_radius", 64}, {"tool_strength", 340}, {"heap_rate", 200}, {"drop_height", 43}};
  for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) set_param(scene, sizes[n].name, long_m / sizes[n].part);
  set_param(scene, "pour_rate", 150 * (long_m / 512) * (long_m / 512));
  set_param(scene, "spray", 1);
}

void own_ground_scene(Scene *scene, const char *path) {
  scene_defaults(scene, path);
  scene->nx = scene->nz = PLAIN_CELLS;
  scene->cell_m = 1;
  scene->solver = WEIR_SWE;
  scene->natural = true;
  scene->around = AROUND_HILLS;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) scene->sides[side] = (WeirBoundary){.kind = WEIR_OPEN};
  snprintf(scene->title, sizeof scene->title, "Your own land");
  snprintf(scene->hint, sizeof scene->hint, "Your own land: pour water on a hill with 3, or send a cloudburst with Shift+1.");
}

/* --- proportions ------------------------------------------------------------------------------------------------------------- */

/* Cells for a ground of these proportions, square ones, with `longer` of them along the longer side, or as many more as the shorter side needs
 * to have the fewest that there may be. False: that is more than a side may have. */
static bool fit_cells(double w, double h, double longer, int *nx, int *nz) {
  const double wide = w > h ? w : h, narrow = w > h ? h : w;
  longer = maths_max(longer, ceil(SCENE_GRID_MIN * wide / narrow));
  if (longer > WEIR_GRID_MAX) return false;
  const int most = (int)longer, least = (int)maths_max(SCENE_GRID_MIN, floor(longer * narrow / wide + 0.5));
  *nx = w > h ? most : least;
  *nz = w > h ? least : most;
  return true;
}

/* Returns how much longer a pixel is to the south than to the east: an image's are square, those of degrees are not. */
static double pixel_stretch(const Heightmap *map) {
  return map->cell_m[0] > 0 ? map->cell_m[1] / map->cell_m[0] : 1;
}

/* Returns pixels along the longer side, as long as they are across. */
static double longer_side(const Heightmap *map) {
  return maths_max(map->w, map->h * pixel_stretch(map));
}

static int longer_cells(const Scene *scene) {
  return scene->nx > scene->nz ? scene->nx : scene->nz;
}

/* Returns true if the file says how long its pixels are, and nothing else was asked for. */
static bool has_cell(const OwnGround *own, const Heightmap *map) {
  return map->cell_m[0] > 0 && !(own->cell_m > 0);
}

/* Returns how many pixels a cell of a size of its own stands for: one, of large images more. */
static int pixels_a_cell(const OwnGround *own, const Heightmap *map) {
  if (own->nx > 0 || !(own->cell_m > 0 || has_cell(own, map))) return 0;
  return (int)ceil(longer_side(map) / CELLS_BY_PIXEL);
}

/* Returns the value with two significant digits. */
static float rounded(float value) {
  char text[32];
  float number = value;
  snprintf(text, sizeof text, "%.1e", (double)value);
  return sscanf(text, "%f", &number) == 1 ? number : value;
}

static bool set_extent(const OwnGround *own, bool plain, const Heightmap *map, Scene *scene, Error *error) {
  /* Without a cell of one's own or the file's the longer side is the scene's, or for heights in metres one that they suit. */
  const float relief = map->high_m - map->low_m;
  const bool suits = plain && heightmap_in_metres(map) && own->height_m <= 0 && relief > 0;
  const float long_m = has_cell(own, map) ? (float)(longer_side(map) * map->cell_m[0])
                       : suits            ? rounded(relief / relief_share)
                                          : scene->cell_m * (float)longer_cells(scene);
  const int pixels = pixels_a_cell(own, map);
  const double cells = own->nx > 0 ? own->nx : pixels > 0 ? floor(longer_side(map) / pixels) : longer_cells(scene);
  if (own->nx > 0 && own->nz > 0) {
    scene->nx = own->nx, scene->nz = own->nz;
  } else if (!fit_cells(map->w, map->h * pixel_stretch(map), cells, &scene->nx, &scene->nz)) {
    return error_set(error, "%s: %d x %d pixels are too long for a ground of %d to %d cells a side; --grid NxM stretches it", own->path,
                     map->w, map->h, SCENE_GRID_MIN, WEIR_GRID_MAX);
  }
  scene->cell_m = own->cell_m > 0 ? own->cell_m : long_m / (float)longer_cells(scene);
  return true;
}

/* Notes where the scene's cells lie on the map, as far as the file says. */
static void set_frame(const Heightmap *map, Scene *scene) {
  scene->frame = map->frame;
  scene->frame.cell_x *= (double)map->w / scene->nx, scene->frame.cell_z *= (double)map->h / scene->nz;
}

/* --- heights and water ------------------------------------------------------------------------------------------------------- */

static void set_heights(const OwnGround *own, bool plain, const Heightmap *map, Scene *scene) {
  const float long_m = scene->cell_m * (float)longer_cells(scene);
  if (own->height_m > 0) {
    scene->height_m = own->height_m;
    if (plain) scene->base_m = 0;
  } else if (heightmap_in_metres(map)) {
    scene->base_m = map->low_m, scene->height_m = map->high_m - map->low_m;
  } else if (plain) {
    scene->base_m = 0, scene->height_m = maths_minf(relief_share * long_m, SCENE_HEIGHT_MAX);
  }
}

static float lowest(const Scene *scene, const Heightmap *map) {
  return scene->base_m + scene->height_m * map->low;
}

static float highest(const Scene *scene, const Heightmap *map) {
  return scene->base_m + scene->height_m * map->high;
}

/* Returns the share of the image's border that lies under a level. */
static double border_share_under(const Scene *scene, const Heightmap *map, float level) {
  int under = 0;
  const float limit = (level - scene->base_m) / maths_maxf(scene->height_m, 1e-6f);
  for (int i = 0; i < map->w; i++)
    under += (map->heights[i] < limit) + (map->heights[(size_t)(map->h - 1) * (size_t)map->w + (size_t)i] < limit);
  for (int k = 0; k < map->h; k++) {
    const float *const row = map->heights + (size_t)k * (size_t)map->w;
    under += (row[0] < limit) + (row[map->w - 1] < limit);
  }
  return (double)under / (2.0 * (map->w + map->h));
}

/* Fills the ground up. A plain scene's sides keep the level; where most of the border lies under it, the sea goes on around. */
static void set_water(const OwnGround *own, bool plain, const Heightmap *map, Scene *scene) {
  const WeirBoundary sea = {.kind = WEIR_LEVEL, .level = own->level_m};
  const bool level = own->water == OWN_WATER_LEVEL;
  if (level && scene->water_count < SCENE_LIST) scene->waters[scene->water_count++] = (SceneBlock){0, 0, 1, 1, own->level_m};
  for (int side = 0; side < WEIR_SIDE_COUNT && level && plain; side++) scene->sides[side] = sea;
  if (level && plain && border_share_under(scene, map, own->level_m) > 0.5) scene->around = AROUND_SEA;
  if (own->water == OWN_WATER_NONE) scene->water_count = 0, scene->fill_share = 0; /* springs and sides of a SCENE stay */
  if (own->water == OWN_WATER_HOLLOWS && plain) {
    scene->fill_share = 1;
    scene->fill_min_m = lake_share * (highest(scene, map) - lowest(scene, map));
  }
}

/* A sea where the file has no heights stands, unless said otherwise, as high as the lowest ground. */
static void sea_asked_for(const Heightmap *map, OwnGround *own) {
  if (own->missing != HEIGHTMAP_SEA || map->empty == 0 || own->water != OWN_WATER_HOLLOWS) return;
  own->water = OWN_WATER_LEVEL;
  own->level_m = map->lowest_m;
}

/* --- what is told ------------------------------------------------------------------------------------------------------------ */

__attribute__((format(printf, 2, 3))) static void tell(char note[OWN_GROUND_NOTE], const char *format, ...) {
  const size_t used = strlen(note);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(note + used, OWN_GROUND_NOTE - used, format, arguments);
  va_end(arguments);
}

static void tell_pixels(const Heightmap *map, int missing, char note[OWN_GROUND_NOTE]) {
  static const char *const made_up[] = {"filled from around", "taken for sea (below all others)", "made walls (above all others)"};
  const char *const pixel = map->file == GEO_NONE ? "pixel" : "value";
  if (map->kind == HEIGHTMAP_COLOUR) tell(note, "; a colour picture: its brightness is taken for height");
  if (map->by > 1) tell(note, "; means of %d x %d values, of which there are too many", map->by, map->by);
  if (map->bits == 16 && map->has_steps && !heightmap_in_metres(map)) tell(note, "; few values for 16 bit: their steps are smoothed");
  if (map->empty > 0) tell(note, "; %d %s%s without a height %s", map->empty, pixel, map->empty == 1 ? "" : "s", made_up[missing]);
  if (map->extreme > 0)
    tell(note, "; %d lone %s%s of the lowest or highest value %s", map->extreme, pixel, map->extreme == 1 ? "" : "s", made_up[missing]);
}

/* Tells the extent, in km where it is long. */
static void tell_extent(const Scene *scene, char note[OWN_GROUND_NOTE]) {
  const float wide = (float)scene->nx * scene->cell_m, deep = (float)scene->nz * scene->cell_m;
  const bool far = maths_maxf(wide, deep) >= 1e4f;
  tell(note, "%.4g x %.4g %s", (double)wide / (far ? 1000 : 1), (double)deep / (far ? 1000 : 1), far ? "km" : "m");
}

static void tell_all(const OwnGround *own, bool plain, const Scene *scene, const Heightmap *map, char note[OWN_GROUND_NOTE]) {
  static const char *const kinds[] = {"grey", "colour", "Terrarium heights", "Mapbox Terrain-RGB heights"}; /* by HeightmapKind */
  const double stretch = (double)scene->nx / scene->nz * map->h * pixel_stretch(map) / map->w;
  const bool has = own->cell_m > 0 || has_cell(own, map), image = map->file == GEO_NONE;
  const bool metres = heightmap_in_metres(map) && own->height_m <= 0;
  note[0] = '\0';
  tell(note, "terrain: %.120s, %d x %d %s of %d-bit %s: ", scene_file_name(own->path), map->w, map->h, image ? "pixels" : "values",
       map->bits, image ? kinds[map->kind] : geo_kind_name(map->file));
  tell_extent(scene, note);
  tell(note, ", %d x %d cells of %.4g m%s, heights %.4g to %.4g m%s", scene->nx, scene->nz, (double)scene->cell_m,
       has ? "" : " (assumed: --cell)", (double)lowest(scene, map), (double)highest(scene, map),
       own->height_m > 0 || metres ? "" : " (assumed: --terrain-height)");
  if (pixels_a_cell(own, map) > 1) tell(note, "; a cell for %d %s", pixels_a_cell(own, map), image ? "pixels" : "values");
  if (fabs(stretch - 1) > stretch_told && own->nz > 0) tell(note, "; stretched %.2f : 1 by --grid", stretch);
  tell_pixels(map, own->missing, note);
  if (own->water == OWN_WATER_LEVEL)
    tell(note, "; water up to %g m%s", (double)own->level_m, own->level_m <= lowest(scene, map) ? ", which is below all ground" : "");
  else if (own->water == OWN_WATER_NONE)
    tell(note, "; dry");
  else if (plain)
    tell(note, "; water in its hollows (--water-level)");
}

void own_ground_note(const Scene *scene, char note[OWN_GROUND_NOTE]) {
  Heightmap map;
  Error ignored; /* ground_build tells */
  char found[OWN_GROUND_NOTE] = "";
  const HeightmapReading reading = scene_image_reading(scene);
  note[0] = '\0';
  if (scene->terrain != TERRAIN_IMAGE || !heightmap_read(scene->image, &reading, &map, &ignored)) return;
  tell_pixels(&map, scene->missing, found);
  const bool is_grid = map.file != GEO_NONE && heightmap_in_metres(&map);
  const int w = map.w, h = map.h, bits = map.bits;
  const GeoKind file = map.file;
  heightmap_free(&map);
  if (is_grid) {
    tell(note, "terrain: %.120s, %d x %d values of %d-bit %s: ", scene_file_name(scene->image), w, h, bits, geo_kind_name(file));
    tell_extent(scene, note);
    tell(note, ", %d x %d cells of %.4g m, heights %.4g to %.4g m", scene->nx, scene->nz, (double)scene->cell_m, (double)scene->base_m,
         (double)(scene->base_m + scene->height_m));
    if (found[0]) tell(note, "%.300s", found);
  } else if (found[0]) {
    tell(note, "terrain: %.120s%.300s", scene_file_name(scene->image), found);
  }
}

/* Returns the cells along the longer side of a scene whose file states no grid: of a file that knows how long its cells are as many as it has, or
 * as the scene's own cells need, up to CELLS_BY_PIXEL. */
static double cells_of_file(const Scene *scene, const Heightmap *map, bool has_cell) {
  if (!(map->cell_m[0] > 0)) return longer_cells(scene);
  const double longer = longer_side(map);
  if (has_cell) return maths_min(round(longer * map->cell_m[0] / (double)scene->cell_m), WEIR_GRID_MAX);
  return floor(longer / ceil(longer / CELLS_BY_PIXEL));
}

HeightmapReading scene_image_reading(const Scene *scene) {
  HeightmapReading reading = {.raw_w = scene->samples[0], .raw_h = scene->samples[1], .missing = (HeightmapMissing)scene->missing};
  memcpy(reading.crop, scene->crop, sizeof reading.crop);
  return reading;
}

/* Fits a scene to its image in what its file does not say: the image's proportions, heights in metres, and metres a cell. */
void scene_follow_image(Scene *scene, SceneHas has) {
  Heightmap map;
  Error ignored; /* ground_build tells */
  const HeightmapReading reading = scene_image_reading(scene);
  if (scene->terrain != TERRAIN_IMAGE) return;
  if (has.grid && has.height && geo_file_kind(scene->image) == GEO_NONE) return;
  if (!heightmap_read(scene->image, &reading, &map, &ignored)) return;
  if (!has.grid) fit_cells(map.w, map.h * pixel_stretch(&map), cells_of_file(scene, &map, has.cell), &scene->nx, &scene->nz);
  if (!has.height && heightmap_in_metres(&map)) {
    scene->height_m = map.high_m - map.low_m;
    if (!has.base) scene->base_m = map.low_m;
  }
  if (!(has.cell && has.grid) && map.cell_m[0] > 0) scene->cell_m = (float)(longer_side(&map) * map.cell_m[0] / longer_cells(scene));
  set_frame(&map, scene);
  heightmap_free(&map);
}

/* Returns the file's map: of what was read already, or read now into *read, which the caller frees. Returns NULL and sets *error if it
 * cannot be read. */
static const Heightmap *map_of(const OwnGround *own, OwnGroundFile **read, Error *error) {
  *read = own->file && own_ground_file_suits(own->file, own) ? NULL : own_ground_read(own, NULL, error);
  if (*read) return &(*read)->map;
  return own->file && own_ground_file_suits(own->file, own) ? &own->file->map : NULL;
}

bool own_ground_apply(const OwnGround *own, bool plain, Scene *scene, char note[OWN_GROUND_NOTE], Error *error) {
  static const float whole[4] = {0, 0, 1, 1};
  OwnGroundFile *read;
  const Heightmap *const map = map_of(own, &read, error);
  if (!map) return false;
  OwnGround wanted = *own;
  if (plain) sea_asked_for(map, &wanted);
  const bool ok = set_extent(own, plain, map, scene, error);
  if (ok) {
    scene->terrain = TERRAIN_IMAGE;
    snprintf(scene->image, sizeof scene->image, "%s", own->path);
    memcpy(scene->crop, whole, sizeof scene->crop);
    scene->image_line = 0;
    memcpy(scene->samples, own->samples, sizeof scene->samples);
    scene->missing = own->missing;
    set_frame(map, scene);
    scene->camera_count = 1; /* the others stand at places of the scene's own ground */
    set_heights(own, plain, map, scene);
    set_water(&wanted, plain, map, scene);
    if (plain) suit_tools(scene, scene->cell_m * (float)longer_cells(scene));
    tell_all(&wanted, plain, scene, map, note);
  }
  own_ground_file_free(read);
  return ok;
}

bool own_ground_look(const OwnGround *own, OwnGroundFacts *facts, Error *error) {
  static Scene scene;
  OwnGroundFile *read;
  const Heightmap *const map = map_of(own, &read, error);
  if (!map) return false;
  own_ground_scene(&scene, own->path);
  const bool ok = set_extent(own, true, map, &scene, error);
  if (ok) {
    set_heights(own, true, map, &scene);
    *facts = (OwnGroundFacts){.w = map->w,
                              .h = map->h,
                              .format = map->file == GEO_NONE ? "image" : geo_kind_name(map->file),
                              .in_metres = heightmap_in_metres(map),
                              .has_cell = map->cell_m[0] > 0,
                              .missing = map->empty,
                              .cell_m = scene.cell_m,
                              .wide_m = scene.cell_m * (float)scene.nx,
                              .long_m = scene.cell_m * (float)scene.nz,
                              .low_m = lowest(&scene, map),
                              .high_m = highest(&scene, map)};
  }
  own_ground_file_free(read);
  return ok;
}
