#ifndef SCENE_SCENE_H
#define SCENE_SCENE_H

/* A scene: everything that a world starts from, read from a text file in INI form; assets/scenes/README.md explains the format.
 * Positions are shares of the extent (0 to 1, west to east and north to south), so that a scene works on any grid. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "geo/geo.h"
#include "scene/params.h"
#include "weir/weir.h"

enum {
  SCENE_PATH = 512,
  SCENE_LIST = 32,
  SCENE_BODIES = 256,
  SCENE_HULLS = 8,
  SCENE_CAMERAS = 16,
  SCENE_CAMERA_NAME = 24,
  SCENE_MACHINES = 16,
  SCENE_GAUGES = 16,
  SCENE_GAUGE_NAME = 24,
  SCENE_SERIES = 512,
  SCENE_RULES = 32,
  SCENE_RULE_TEXT = 200,
  WHEEL_PADDLES_MIN = 4,
  WHEEL_PADDLES_MAX = 24
};
enum { SCENE_HEIGHT_MAX = 65535 }; /* m, of an image's white above its black: a 16-bit image may have a metre a value */
enum { SCENE_GRID_MIN = 16 };      /* cells a side; the library takes fewer, but a picture would show nothing */

typedef enum TerrainKind {
  TERRAIN_IMAGE,
  TERRAIN_FLAT,
  TERRAIN_BUMPS,
  TERRAIN_BOWL,
  TERRAIN_BEACH,
  TERRAIN_CONE,
  TERRAIN_HILL,
  TERRAIN_RIVER,
  TERRAIN_FORD,
  TERRAIN_GORGE,
  TERRAIN_HARBOUR,
  TERRAIN_BAY
} TerrainKind;

/* Surroundings that are drawn around the ground of a scene; the water knows nothing of them. */
typedef enum SceneAround {
  AROUND_BY_TERRAIN, /* not stated: scene_around decides */
  AROUND_SEA,
  AROUND_HILLS,
  AROUND_TABLE
} SceneAround;

/* Material of the ground of a landscape, for its picture. */
typedef enum SceneGround { GROUND_MEADOW, GROUND_STONE, GROUND_ASH, GROUND_SAND } SceneGround;

typedef enum Material { MATERIAL_WOOD, MATERIAL_METAL, MATERIAL_STONE, MATERIAL_COUNT } Material;

/* The kinds of bodies: BODY_CRATE and so on, each with its row, crate_body and so on (world_private.h).
 *   CRATE    a box
 *   LOG      a cylinder along its own y axis, dropped lying
 *   CAR      a box on wheels; its own x axis points ahead
 *   HULL     a convex mesh from a file
 *   WHEEL    a cylinder; made with its car alone
 *   HOUSE    a box with a roof; stands on the ground until the water at its walls is deep enough to carry it
 *   BOAT     a box with propeller and rudder; its own x axis points ahead
 *   MILL     a water wheel's hub; its size is the wheel's diameter and width
 *   PADDLE   a box; made with its water wheel alone
 *   GATE     a box that moves up and down alone
 *   BOOM     a boom's first float; its size is the length of all
 *   FLOAT    a cylinder; made with its boom alone */
#define BODY_KINDS(X) \
  X(CRATE, crate)     \
  X(LOG, log)         \
  X(CAR, car)         \
  X(HULL, hull) X(WHEEL, tyre) X(HOUSE, house) X(BOAT, boat) X(MILL, wheel) X(PADDLE, paddle) X(GATE, gate) X(BOOM, boom) X(FLOAT, float)

#define BODY_NAME(kind, row) BODY_##kind,
typedef enum BodyKind { BODY_KINDS(BODY_NAME) BODY_KIND_COUNT } BodyKind;

/* A block of water or ground in a scene: a rectangle, filled up to a level. */
typedef struct SceneBlock {
  float x0, z0, x1, z1, level; /* shares; level in m */
} SceneBlock;

/* A source or drain of water in a scene. */
typedef struct SceneSource {
  float x, z, radius_m, rate; /* shares, m, m^3/s; negative drains */
} SceneSource;

/* A body that a scene starts with. */
typedef struct SceneBody {
  BodyKind kind;
  Material material;
  float x, z, height_m, yaw_deg; /* shares; height of its lowest point above the surface, or above the ground where `set` */
  float size[3];                 /* m along its own axes; 0: from the parameters */
  float density;                 /* kg/m3; 0: from the parameters */
  int hull;                      /* index of the scene's hulls */
  bool set;                      /* placed exactly there; else it starts clear of all others and falls */
} SceneBody;

/* A mesh file that a scene's hulls are made from, with their length. */
typedef struct SceneHull {
  char path[SCENE_PATH]; /* resolved */
  float length;          /* m; 0: the file's own */
  int line;              /* of the scene file */
} SceneHull;

/* A dam in a scene: a row of blocks from (x0, z0) to (x1, z1), from the ground up to a level, fixed until COMMAND_RELEASE_DAM. */
typedef struct SceneDam {
  Material material;
  float x0, z0, x1, z1, level, thickness; /* shares; level and thickness in m */
} SceneDam;

typedef enum GoalKind {
  GOAL_NONE,
  GOAL_DRY,     /* the rectangle gets no deeper than `value` m for so long after the flood began */
  GOAL_BRING,   /* a body of a kind comes into the rectangle from elsewhere */
  GOAL_FILL,    /* the mean level in the rectangle is `value` m at least */
  GOAL_SHELTER, /* the mean level in the rectangle goes up and down by `value` m at most */
  GOAL_SPIN     /* a water wheel makes `value` rounds a minute at least */
} GoalKind;

/* A goal that a scene states for the player, who may ignore it. */
typedef struct SceneGoal {
  GoalKind kind;
  float x0, z0, x1, z1; /* shares; GOAL_SPIN has no rectangle */
  float value;          /* m; GOAL_SPIN: rounds a minute */
  float seconds;        /* for which it must hold */
  BodyKind body;        /* GOAL_BRING */
  char text[128];       /* in words */
} SceneGoal;

/* A sluice gate in a scene: a plank from (x0, z0) to (x1, z1), which reaches from the ground up to a level where it is closed. */
typedef struct SceneGate {
  float x0, z0, x1, z1, level, thickness, opening; /* shares; m */
} SceneGate;

/* A water wheel in a scene: its axle, level, at right angles to the direction of yaw. */
typedef struct SceneWheel {
  float x, z, level, radius, width, yaw_deg; /* shares; m; degrees */
  int paddles;
  float brake; /* N m */
} SceneWheel;

/* A pump in a scene: takes water at (x0, z0) and adds it at (x1, z1). */
typedef struct ScenePump {
  float x0, z0, x1, z1, radius_m, rate; /* shares; m; m3/s */
} ScenePump;

/* A place in a scene where depth, level and velocity are read, by name. */
typedef struct SceneGauge {
  char name[SCENE_GAUGE_NAME]; /* letters, digits, - and _; no other gauge or line has it */
  float x, z;                  /* shares */
} SceneGauge;

/* A value at a time of a series. */
typedef struct ScenePoint {
  double time; /* s since the scene's beginning */
  float value;
} ScenePoint;

/* Drives a side or the rain in the course of time: linear between its points, held before the first and after the last. */
typedef struct SceneSeries {
  ScenePoint points[SCENE_SERIES]; /* times rise */
  int count;                       /* 0: nothing does */
} SceneSeries;

/* A line in a scene through which the discharge is read, by name; positive from left to right of the way from (x0, z0) to (x1, z1). */
typedef struct SceneLine {
  char name[SCENE_GAUGE_NAME]; /* as SceneGauge's */
  float x0, z0, x1, z1;        /* shares */
} SceneLine;

/* A quantity that a rule watches. */
typedef enum RuleQuantity {
  RULE_LEVEL, /* m: of the water at a gauge, of the ground where it is dry */
  RULE_DEPTH, /* m, at a gauge */
  RULE_SPEED, /* m/s, at a gauge, whichever way it flows */
  RULE_FLOW,  /* m3/s through a line */
  RULE_TIME,  /* simulated s */
  RULE_QUANTITY_COUNT
} RuleQuantity;

typedef enum RuleKind {
  RULE_WHEN,  /* fires when its condition becomes true, and again after it has been false */
  RULE_EVERY, /* fires again and again, `seconds` apart */
  RULE_AFTER, /* fires once, `seconds` after the beginning */
  RULE_KIND_COUNT
} RuleKind;

typedef enum RuleAction { RULE_GATE, RULE_PUMP, RULE_BRAKE, RULE_DAM, RULE_CLOUDBURST, RULE_ACTION_COUNT } RuleAction;

/* A rule in a scene by which machines act on their own (world/story/rules.c). A plain value; its file has it as one line of [rules]. */
typedef struct SceneRule {
  char text[SCENE_RULE_TEXT]; /* as its file has it */
  int line;                   /* of the scene file */
  RuleKind kind;
  RuleQuantity quantity; /* of RULE_WHEN, as are the next four */
  int place;             /* index of the scene's gauges or, of RULE_FLOW, lines */
  bool below;            /* the condition becomes true below `limit`; else above it */
  float limit;           /* the quantity's unit */
  float until;           /* the condition stays true as far as here; `limit` where none is stated */
  float seconds;         /* for which the condition must have been true; of the other kinds the timer's */
  RuleAction action;
  int machine; /* its number among the scene's of its kind, from 1 */
  float value; /* m that a gate opens to; m3/s of a pump, 0: off, below 0: on as it was; N m of a brake */
  float lasts; /* s after which the machine is set back; 0: it stays as it was set */
} SceneRule;

typedef enum LawKind {
  LAW_NONE,
  LAW_WEIR,        /* discharge over a broad-crested weir: a gauge above it, a line, the crest's level */
  LAW_SLUICE,      /* discharge under the first gate: a gauge above it, a line */
  LAW_JUMP,        /* depths before and behind a hydraulic jump: two gauges, between which it stands */
  LAW_CONTRACTION, /* depth in a throat: a gauge before it and one in it, the throat's share of the width */
  LAW_BORE,        /* speed of a bore: two gauges on its way, the depth of the still water */
  LAW_DAM,         /* discharge where a dam stood, on a dry bed: a gauge and a line there, the depth behind the dam */
  LAW_KIND_COUNT
} LawKind;

/* A law of hydraulics that a flume shows, with the places where it is measured (view/law.h). A plain value. */
typedef struct SceneLaw {
  LawKind kind;
  int first, second; /* the gauge, and the second gauge or the line: indices of the scene's */
  float number;      /* as the kind says it: m, or a share */
} SceneLaw;

/* A named place to look from, in a scene. The first of a scene is always `opening`. */
typedef struct SceneCamera {
  char name[SCENE_CAMERA_NAME];
  float eye[3], target[3]; /* shares in x and z, metres in y */
  float view_deg;          /* vertical field of view */
  bool under;              /* the eye may be below the water's surface; else it stays above */
} SceneCamera;

/* A scene as read from its file: a plain value, kept by the caller of scene_read and copied into each world made from it. */
typedef struct Scene {
  char path[SCENE_PATH]; /* the file it was read from */
  char name[64], title[128];
  char hint[192]; /* what there is to do, in a sentence; empty: nothing is said */
  SceneGoal goal;
  WeirSolver solver;
  int liquid; /* index of weir_liquid */
  int nx, nz;
  float cell_m; /* m */
  bool natural; /* drawn as a landscape, else as a built tank */
  SceneAround around;
  SceneGround ground;

  TerrainKind terrain;
  char image[SCENE_PATH]; /* resolved path, TERRAIN_IMAGE */
  int image_line;         /* of the scene file; 0: not from a scene file */
  float crop[4];          /* x0, z0, x1, z1 of the image, shares */
  int samples[2];         /* across and down, of an image of raw samples; 0: a square */
  int missing;            /* how heights that an image lacks are made up: HeightmapMissing (scene/image/heightmap.h) */
  GeoFrame frame;         /* where the ground lies, in units of the scene's own cells; not known unless a file said it */
  float height_m, base_m; /* m: height of white above black; height of black */
  SceneBlock grounds[SCENE_LIST];
  int ground_count;

  float fill_share, fill_min_m; /* pits are filled to this share of their overflow height */
  SceneBlock waters[SCENE_LIST];
  int water_count;
  SceneSource sources[SCENE_LIST];
  int source_count;
  WeirBoundary sides[WEIR_SIDE_COUNT];
  SceneSeries series[WEIR_SIDE_COUNT]; /* m of level, or m3/s of inflow, in the place of the sides' own */
  SceneSeries rain;                    /* mm/h, beside the parameter */
  SceneBody bodies[SCENE_BODIES];
  int body_count;
  SceneHull hulls[SCENE_HULLS];
  int hull_count;
  SceneDam dams[SCENE_LIST];
  int dam_count;
  SceneGate gates[SCENE_MACHINES];
  int gate_count;
  SceneWheel wheels[SCENE_MACHINES];
  int wheel_count;
  ScenePump pumps[SCENE_MACHINES];
  int pump_count;
  SceneGauge gauges[SCENE_GAUGES];
  int gauge_count;
  SceneLine lines[SCENE_GAUGES];
  int line_count;
  SceneRule rules[SCENE_RULES];
  int rule_count;
  SceneLaw law;

  SceneCamera cameras[SCENE_CAMERAS];
  int camera_count; /* at least 1 */
  float picture_s;  /* simulated time that `weir pictures` shows */
  float release_s;  /* when it lets the dam go; -1: never */
  Params params;    /* the table's defaults, changed by the file's [params] */
} Scene;

/* Reads a scene file of at most 1 MiB, in lines of at most 197 bytes (comments may be longer). Returns false at the first fault and
 * sets *error to "file:line: word: what is allowed". */
bool scene_read(const char *path, Scene *scene, Error *error);
/* Returns the part of a path behind its last slash. */
const char *scene_file_name(const char *path);
/* Restores the folders of the files that a scene names by their names alone, as saved games do, from files of these names in `from`. */
void scene_find_files(Scene *scene, const Scene *from);
/* A built-in scene's name or a file's path -> path. False when there is neither; the error lists the built-in names.
 * asset_dir holds scenes/. */
bool scene_find(const char *asset_dir, const char *name_or_path, char path[SCENE_PATH], Error *error);
/* Returns the value of a series at a time; 0 where it has no points. */
float series_at(const SceneSeries *series, double time);
/* "reflect", "open", "sponge", "periodic", "zero", "level M [TIDE_M PERIOD_S [PHASE]]",
 * "wave M HEIGHT_M PERIOD_S [PHASE]",
 * "sea M HEIGHT_M PERIOD_S [DIRECTION_DEG [SPREAD_DEG [RAN_S]]]" or "inflow M3_PER_S [M_PER_S [RAN_S]]" -> boundary. */
bool scene_side(const char *text, WeirBoundary *boundary);
/* Built-in scenes, in the order of the Tab key. */
const char *const *scene_names(int *count);
/* Built-in flumes, each of which shows a law. */
const char *const *flume_names(int *count);
/* Returns the surroundings of a scene: as stated, else hills around the map of a landscape and a table under anything else. */
SceneAround scene_around(const Scene *scene);
/* A camera's name -> its index, or -1. */
int scene_camera(const Scene *scene, const char *name);
/* Changes the number of cells and keeps the extent (nx cells across; the cell follows nx). */
void scene_set_grid(Scene *scene, int nx, int nz);
/* A file of heights that has been read: to ask about it, and to make a ground of it without reading it again. From own_ground_read to
 * own_ground_file_free; the caller owns it. */
typedef struct OwnGroundFile OwnGroundFile;

/* Fills the scene's terrain heights and initial depths, in m, nx*nz each. False with a one-line error when the image cannot be
 * read or memory runs out. `file` is taken for the scene's image if it is that, read already; NULL: it is read. */
bool ground_build(const Scene *scene, const OwnGroundFile *file, float *terrain, float *depth, Error *error);

/* --- a heightmap of the person's own as the ground of a scene, in its own proportions --- */

enum { OWN_GROUND_NOTE = 512 };

typedef enum OwnWater {
  OWN_WATER_HOLLOWS, /* hollows are full to the brim */
  OWN_WATER_NONE,
  OWN_WATER_LEVEL /* all ground below a level is under water */
} OwnWater;

/* A request for a ground made from an image: a value. A member that is 0 follows from the image. */
typedef struct OwnGround {
  const char *path; /* of the image */
  int nx, nz;       /* cells; nz 0 and nx not: the longer side has nx, the other as many as keep the image's proportions */
  float cell_m, height_m;
  int samples[2]; /* across and down, of raw samples; 0: a square */
  int missing;    /* HeightmapMissing (scene/image/heightmap.h) */
  OwnWater water;
  float level_m;             /* of OWN_WATER_LEVEL */
  bool refuse_colour;        /* a colour picture is not taken for a ground */
  const OwnGroundFile *file; /* borrowed: what was read of it, which is taken if it is this file, read in this way; NULL: it is read */
} OwnGround;

/* The findings about a file that is to become a ground; a value. */
typedef struct OwnGroundFacts {
  int w, h;             /* pixels, or values */
  const char *format;   /* "image", or as in "GeoTIFF" */
  bool in_metres;       /* its heights are */
  bool has_cell;        /* it says how long its cells are */
  int missing;          /* values without a height */
  float cell_m;         /* of the plain scene that it would become, with `own` as it is: m, */
  float wide_m, long_m; /* its extent, */
  float low_m, high_m;  /* and its lowest and highest ground */
} OwnGroundFacts;

/* Reads the file that is asked for, in any thread; a GeoProgress of NULL tells nothing. Returns NULL and sets *error as own_ground_apply
 * does, or if the progress had it end. */
OwnGroundFile *own_ground_read(const OwnGround *own, const GeoProgress *progress, Error *error);
void own_ground_file_free(OwnGroundFile *file);
/* Returns true if the file was read in the way that is asked for now: nothing that is made up where it has no heights is to be otherwise.
 * */
bool own_ground_file_suits(const OwnGroundFile *file, const OwnGround *own);

/* Reads the file and finds out what a plain scene of it would be. Returns false and sets *error as own_ground_apply does. */
bool own_ground_look(const OwnGround *own, OwnGroundFacts *facts, Error *error);
/* Begins a plain scene for a ground of one's own: open sides, hills around, nothing in it; its name is the image's. */
void own_ground_scene(Scene *scene, const char *path);
/* Gives the scene the image as its ground: with its proportions, and the length of the scene's longer side where `own` has no cell size. A
 * plain scene's heights and water follow; another keeps its own. Writes what was found and assumed as one line. Returns false and sets
 * *error if the image cannot be read or used. */
bool own_ground_apply(const OwnGround *own, bool plain, Scene *scene, char note[OWN_GROUND_NOTE], Error *error);
/* Writes the remarks on the image of a scene file: colours taken for heights, holes that were filled. Empty: there are none. */
void own_ground_note(const Scene *scene, char note[OWN_GROUND_NOTE]);

/* --- convex bodies from mesh files: the subset of Wavefront OBJ with lines `v x y z` and `f a b c ...` (of a/b/c only a is read; negative
 * numbers count from the end), in metres, y up, faces anticlockwise from outside. Other lines are ignored. --- */

/* A convex mesh with its mass properties, filled by hull_read and constant from then on; the caller owns it. */
typedef struct Hull {
  float vertices[3 * WEIR_VERTICES_MAX];      /* m, about the centre of mass */
  uint16_t triangles[3 * WEIR_TRIANGLES_MAX]; /* vertex indices, anticlockwise from outside */
  int vertex_count, triangle_count;
  float half[3];    /* m: how far it reaches from the centre of mass along each of its own axes */
  float low;        /* m: how far it reaches below the centre of mass */
  float volume;     /* m3 */
  float inertia[6]; /* m5: inertia tensor at density 1 about the centre of mass: xx, yy, zz, xy, xz, yz */
} Hull;

/* Computes what follows from vertices and triangles: half, low, volume, inertia. False, with a line that begins with `path`, when the mesh
 * is not closed, not convex or without volume. */
bool hull_weigh(Hull *hull, const char *path, Error *error);
/* Reads a hull and scales it to `length` m along x; 0 keeps the file's size. False with "file:line: what is wrong" when it
 * cannot be read, has too many vertices or faces, is not closed, not convex, inside out or without volume. */
bool hull_read(const char *path, float length, Hull *hull, Error *error);

#endif
