#ifndef WORLD_SCENE_H
#define WORLD_SCENE_H

/* A scene: a text file in INI form that says everything a world starts from. The format is explained in
 * assets/scenes/README.md. Positions are shares of the extent (0 to 1, west to east and north to south), so that a
 * scene works on any grid. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "weir/weir.h"
#include "world/params.h"

enum { SCENE_PATH = 512, SCENE_LIST = 32, SCENE_BODIES = 256, SCENE_HULLS = 8 };
enum { SCENE_GRID_MIN = 16 }; /* cells a side; the library takes less, a picture of it would show nothing */

typedef enum TerrainKind {
  TERRAIN_IMAGE,
  TERRAIN_FLAT,
  TERRAIN_BUMPS,
  TERRAIN_BOWL,
  TERRAIN_BEACH,
  TERRAIN_CONE,
  TERRAIN_HILL,
  TERRAIN_RIVER,
  TERRAIN_FORD
} TerrainKind;

typedef enum Material { MATERIAL_WOOD, MATERIAL_METAL, MATERIAL_STONE, MATERIAL_COUNT } Material;

/* What a body is: it says how it is shaped and how large it is where nobody says more. */
typedef enum BodyKind {
  BODY_CRATE, /* a box */
  BODY_LOG,   /* a cylinder that comes lying; its axis is its own y */
  BODY_CAR,   /* a box that its wheels carry; its own x looks ahead */
  BODY_HULL,  /* a convex mesh from a file */
  BODY_WHEEL, /* a cylinder; comes with its car alone */
  BODY_KIND_COUNT
} BodyKind;

typedef struct SceneBlock { /* a slab of water or ground: a rectangle in shares, up to a level */
  float x0, z0, x1, z1, level;
} SceneBlock;

typedef struct SceneSource {
  float x, z, radius_m, rate; /* shares, m, m^3/s; negative drains */
} SceneSource;

typedef struct SceneBody {
  BodyKind kind;
  Material material;
  float x, z, height_m, yaw_deg; /* shares; of its lowest point above the surface, or the ground where it is `set` */
  float size[3];                 /* m along its own axes; 0: as the parameters say */
  float density;                 /* kg/m3; 0: as the parameters say */
  int hull;                      /* index of the scene's hulls */
  bool set;                      /* it stands there from the beginning; else it falls, clear of all others */
} SceneBody;

/* A mesh file of convex bodies, and how long they are to be. */
typedef struct SceneHull {
  char path[SCENE_PATH]; /* resolved */
  float length;          /* m; 0: as the file has it */
  int line;              /* of the scene file */
} SceneHull;

/* A row of blocks from one place to the other, from the ground up to a level; held until it is let go. */
typedef struct SceneDam {
  Material material;
  float x0, z0, x1, z1, level, thickness; /* shares; m */
} SceneDam;

typedef struct Scene {
  char path[SCENE_PATH]; /* the file it was read from */
  char name[64], title[128];
  WeirSolver solver;
  int liquid; /* index of weir_liquid */
  int nx, nz;
  float cell_m;
  bool natural; /* a landscape, else a built tank: for the renderer */

  TerrainKind terrain;
  char image[SCENE_PATH]; /* resolved path, TERRAIN_IMAGE */
  int image_line;         /* of the scene file; 0: not from there */
  float crop[4];          /* x0, z0, x1, z1 of the image, shares */
  float height_m, base_m; /* white above black; black's height */
  SceneBlock grounds[SCENE_LIST];
  int ground_count;

  float fill_share, fill_min_m; /* pits filled to this share of their overflow height */
  SceneBlock waters[SCENE_LIST];
  int water_count;
  SceneSource sources[SCENE_LIST];
  int source_count;
  WeirBoundary sides[WEIR_SIDE_COUNT];
  SceneBody bodies[SCENE_BODIES];
  int body_count;
  SceneHull hulls[SCENE_HULLS];
  int hull_count;
  SceneDam dams[SCENE_LIST];
  int dam_count;

  float eye[3], target[3]; /* camera: shares in x and z, metres in y */
  float view_deg;          /* vertical field of view */
  Params params;           /* the table's defaults, then the file's [params] */
} Scene;

/* Reads a scene file of at most 1 MiB, in lines of at most 197 bytes that are no comments. False with "file:line: word: what is allowed" on the first fault. */
bool scene_read(const char *path, Scene *scene, Error *error);

/* A built-in scene's name or a file's path -> path. False when there is neither; the line lists the built-in names.
 * asset_dir holds scenes/. */
bool scene_find(const char *asset_dir, const char *name_or_path, char path[SCENE_PATH], Error *error);

/* A liquid's name -> its index, or -1. */
int scene_liquid(const char *name);

/* "reflect", "open", "sponge", "periodic", "zero", "level M [TIDE_M PERIOD_S [PHASE]]",
 * "wave M HEIGHT_M PERIOD_S [PHASE]" or "inflow M3_PER_S [M_PER_S]" -> boundary. */
bool scene_side(const char *text, WeirBoundary *boundary);

/* Built-in scenes in the order Tab takes them. */
const char *const *scene_names(int *count);

/* Changes the number of cells and keeps the extent (nx cells across; the cell follows nx). */
void scene_set_grid(Scene *scene, int nx, int nz);

#endif
