#ifndef RENDER_FRAME_VIEW_H
#define RENDER_FRAME_VIEW_H

/* FrameView: all that the renderer gets for a frame. It knows nothing of solvers or rigid bodies, only what is to be
 * seen. Everything is borrowed for the length of the call. World: y up, metres; cell (i, k) of the grid has its
 * centre at ((i+0.5)*cell, (k+0.5)*cell) in x-z, its value at k*nx + i. Matrices are column-major (cglm, OpenGL). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Cells a side of the tiles by which changes of the water are tracked, and edits of the ground. */
enum { FRAME_TILE = 64, FRAME_GROUND_TILE = 16 };

typedef enum FrameMode {
  FRAME_LIT,
  FRAME_WIREFRAME,
  FRAME_DEPTH,        /* false colours of the water depth */
  FRAME_SPEED,        /* false colours of the horizontal speed */
  FRAME_OCCUPANCY,    /* false colours of the share of each cell that bodies cover */
  FRAME_DISPLACEMENT, /* false colours of the metres of water that bodies displace */
  FRAME_NORMALS,
  FRAME_MODE_COUNT,
  FRAME_DIFFERENCE = FRAME_MODE_COUNT /* the scene, paler, under the colours of `difference`; only beside another picture */
} FrameMode;

/* Returns the name of a mode below FRAME_MODE_COUNT, as --view takes it. */
static inline const char *frame_mode_name(FrameMode mode) {
  static const char *const names[FRAME_MODE_COUNT] = {"shaded", "wireframe", "depth", "speed", "occupancy", "displacement", "normals"};
  return names[mode];
}

/* The material of a body, which also gives its shape. */
typedef enum FrameMaterial {
  FRAME_WOOD,    /* a crate: boards in a frame */
  FRAME_METAL,   /* a crate: plates with rivets */
  FRAME_STONE,   /* a block, cast */
  FRAME_BARK,    /* a log: a cylinder along its own y, with rings at its ends */
  FRAME_PAINT,   /* a car's body; `variant` chooses the colour */
  FRAME_GLASS,   /* its cabin */
  FRAME_RUBBER,  /* a wheel: a cylinder along its own y */
  FRAME_HULL,    /* a mesh: planks, painted below */
  FRAME_PLANKS,  /* boards side by side, along the box's longer ways, but across the wide top of a bridge; a narrow box is one beam */
  FRAME_PLASTER, /* a house's wall: washed plaster in a frame of timber; `variant` chooses the wash */
  FRAME_TILES,   /* a roof: courses of tiles along x; `variant` chooses the clay */
  FRAME_FLOAT,   /* a boom's float: a cylinder along its own y, orange, with a dark band at each end */
  FRAME_MATERIAL_COUNT
} FrameMaterial;

/* One body to draw; lives as long as its FrameView. */
typedef struct FrameBody {
  float model[16]; /* from the cube [-1, 1]^3 to the world; a cylinder fills it from y = -1 to 1 */
  float half[3];   /* m, for texture scale and chamfer */
  FrameMaterial material;
  uint32_t mesh;    /* FRAME_HULL: index of the frame's meshes */
  float aboard;     /* m of water on its upward faces, in the mean */
  uint32_t variant; /* any number; shifts grain and tone so that no two crates look alike */
} FrameBody;

/* Some water in the air: a clump of drops, or mist; lives as long as its FrameView. In the order of attributes in shaders/spray.vert. */
typedef struct FrameDrop {
  float position[3], radius; /* m; m, at birth */
  float velocity[3], age;    /* m/s; s */
  float opacity;             /* 0 to 1 */
  float variant;             /* 0 to 1; the same for the same drop from frame to frame */
} FrameDrop;

/* A closed mesh of flat faces, for bodies of FRAME_HULL; lives as long as its FrameView. */
typedef struct FrameMesh {
  const float *vertices;     /* x, y, z of each, m along the body's own axes */
  const uint16_t *triangles; /* three vertices each, anticlockwise from outside */
  int triangle_count;
  float half[3]; /* m: the scale from the cube [-1, 1]^3, as `half` of its bodies */
} FrameMesh;

/* The material of natural ground. */
typedef enum FrameGround {
  FRAME_GROUND_MEADOW, /* grass, rock where it is steep, sand by the water */
  FRAME_GROUND_STONE,  /* a town's: cut stone */
  FRAME_GROUND_ASH,    /* a volcano's: ash and basalt */
  FRAME_GROUND_SAND    /* a shore's: sand and dunes with marram grass */
} FrameGround;

/* The surroundings of the grid's ground. */
typedef enum FrameAround {
  FRAME_AROUND_SEA,   /* open water to the horizon */
  FRAME_AROUND_HILLS, /* the same landscape, coarser, into haze */
  FRAME_AROUND_TABLE  /* a plain table: the ground is a model that stands on it */
} FrameAround;

/* How a liquid looks; a plain value. */
typedef struct FrameLiquid {
  float absorption[3]; /* 1/m, for red, green, blue */
  float scatter[3];    /* colour of the light scattered back from deep water, linear */
  float mirror;        /* reflectance at normal incidence: 0.02 for water */
  float glow;          /* 0 to 1: light of its own, in the colour of scatter */
  float thin;          /* 0 to 1: how readily it ripples and foams; 1 for water */
} FrameLiquid;

/* The world as it began, by which scenery is placed: the same in every picture of it. A plain value. */
typedef struct FrameBegan {
  const uint8_t *depth;     /* nx*nz pairs of bytes, the low one first, in 1/256 m; NULL: scenery is placed by the first picture */
  const float *terrain;     /* m, nx*nz */
  const float (*bodies)[3]; /* m: x, z and the greatest half extent of each body */
  int body_count;
  float eye[3], ahead[3]; /* m; a unit vector: the camera */
} FrameBegan;

/* How the water flows, on a grid of its own over the same ground. A plain value. */
typedef struct FrameFlow {
  const float *x, *z;    /* m/s, nx*nz; NULL: none, drawn as at rest */
  const float *breaking; /* 0 to 1, nx*nz: how far waves break; NULL: not known, no foam of it */
  int nx, nz;
  int64_t serial; /* number of the fields, as that of the depths */
} FrameFlow;

/* One picture's input; see the head of the file. */
typedef struct FrameView {
  int nx, nz;
  float cell;                   /* m */
  const float *terrain;         /* m, nx*nz */
  uint32_t world_version;       /* tells one world from another: what is kept of the water, and the meshes, belong to it */
  uint32_t terrain_version;     /* tells one ground from another: all that is made for a ground is rebuilt when it changes */
  uint32_t land_version;        /* tells one place from another: its past, its future and edits of its ground leave it as it is */
  int64_t ground_edits;         /* number of the last edit that `terrain` shows; 0: none */
  const int64_t *ground_edited; /* by tile of FRAME_GROUND_TILE cells a side: the last edit that changed it; NULL: there are no edits */
  bool natural;                 /* a landscape (rock, grass, sand by slope and height), else a built tank (tiles, concrete) */
  FrameGround ground;
  FrameAround around;
  const float *depth;         /* m, nx*nz, >= 0 */
  int64_t serial;             /* number of the depths: when it changes, the previous frame's depths become the earlier */
  const int64_t *changed;     /* by tile: the serial with which its depths last changed; NULL: all change with every serial */
  float earlier;              /* 0 to 1: share of the earlier depths in the picture; the rest is `depth` */
  const float *dye;           /* g/m^2, nx*nz; NULL: none. Always the latest: it moves with the water */
  const int64_t *dye_changed; /* by tile, as `changed`; NULL: all change with every serial */
  FrameFlow flow;
  const float *occupancy;    /* nx*nz, 0 to 1; NULL: none */
  const float *displacement; /* m, nx*nz; NULL: none */
  const float *difference;   /* m, nx*nz, negative or positive; NULL: none. depth_scale is its largest colour, either way */
  FrameBegan began;
  float depth_scale, speed_scale; /* m, m/s: the top of the false-colour scales */

  const FrameMesh *meshes; /* unchanged while world_version is */
  int mesh_count;
  const FrameBody *bodies;
  int body_count;
  const FrameDrop *drops;
  int drop_count;
  int leaf_count; /* leaves that drift on the water */

  float view[16], projection[16];
  float eye[3];
  float sun[3]; /* unit vector towards the sun */
  float exposure;
  FrameLiquid liquid;
  float time;    /* s, simulated; moves fine ripples, and rain */
  float wind[2]; /* m/s, over the water, in x and z */
  float rain;    /* 0 to 1: how dense the rain in the air is; 0: none */

  FrameMode mode;
  bool cursor_on; /* draw a ring on the surface where the tool would act */
  float cursor[3], cursor_radius;
  float cursor_colour[3];
} FrameView;

/* Returns the number of tiles of `side` cells that a row of cells makes. */
static inline int frame_tiles(int cells, int side) {
  return (cells + side - 1) / side;
}

/* Returns the index below `count` that is nearest. */
static inline int frame_index(int index, int count) {
  return index < 0 ? 0 : index >= count ? count - 1 : index;
}

/* m: the longer side of the grid. */
static inline float frame_extent(const FrameView *frame) {
  return (float)(frame->nx > frame->nz ? frame->nx : frame->nz) * frame->cell;
}

/* The field whose false colours lie on everything in this mode; NULL: there is none. */
static inline const float *frame_overlay(const FrameView *frame) {
  switch (frame->mode) {
    case FRAME_OCCUPANCY: return frame->occupancy;
    case FRAME_DISPLACEMENT: return frame->displacement;
    case FRAME_DIFFERENCE: return frame->difference;
    default: return NULL;
  }
}

#endif
