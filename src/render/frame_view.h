#ifndef RENDER_FRAME_VIEW_H
#define RENDER_FRAME_VIEW_H

/* The one value that the renderer is handed for a frame. It knows nothing of solvers or rigid bodies: only what is to
 * be seen. Everything is borrowed for the length of the call. World: y up, metres; cell (i, k) of the grid has its
 * centre at ((i+0.5)*cell, (k+0.5)*cell) in x-z, its value at k*nx + i. Matrices are column-major (cglm, OpenGL). */

#include <stdbool.h>
#include <stdint.h>

enum { FRAME_TILE = 64 }; /* cells a side of the squares that changes are told by */

typedef enum FrameMode {
  FRAME_LIT,
  FRAME_WIREFRAME,
  FRAME_DEPTH,        /* false colours of the water depth */
  FRAME_SPEED,        /* ... of the horizontal speed */
  FRAME_OCCUPANCY,    /* ... of the share of each cell that bodies cover */
  FRAME_DISPLACEMENT, /* ... of the metres of water that bodies displace */
  FRAME_NORMALS,
  FRAME_MODE_COUNT
} FrameMode;

/* Of what a body is made, and so how it is shaped. */
typedef enum FrameMaterial {
  FRAME_WOOD,   /* a crate: boards in a frame */
  FRAME_METAL,  /* a crate: plates with rivets */
  FRAME_STONE,  /* a block, cast */
  FRAME_BARK,   /* a log: a cylinder along its own y, with rings at its ends */
  FRAME_PAINT,  /* a car's body; `variant` chooses the colour */
  FRAME_GLASS,  /* its cabin */
  FRAME_RUBBER, /* a wheel: a cylinder along its own y */
  FRAME_HULL,   /* a mesh: planks, painted below */
  FRAME_MATERIAL_COUNT
} FrameMaterial;

typedef struct FrameBody {
  float model[16]; /* from the cube [-1, 1]^3 to the world; a cylinder fills it from y = -1 to 1 */
  float half[3];   /* m, for texture scale and chamfer */
  FrameMaterial material;
  uint32_t mesh;    /* FRAME_HULL: index of the frame's meshes */
  float aboard;     /* m of water on what of it looks up, in the mean */
  uint32_t variant; /* any number; shifts grain and tone so that no two crates look alike */
} FrameBody;

/* A closed mesh of flat faces, for bodies of FRAME_HULL. */
typedef struct FrameMesh {
  const float *vertices;     /* x, y, z of each, m along the body's own axes */
  const uint16_t *triangles; /* three vertices each, anticlockwise from outside */
  int triangle_count;
  float half[3]; /* m: what makes it fill the cube [-1, 1]^3, as `half` of its bodies */
} FrameMesh;

typedef struct FrameLiquid {
  float absorption[3]; /* 1/m, for red, green, blue */
  float scatter[3];    /* colour of the light scattered back from deep water, linear */
  float mirror;        /* reflectance straight on: 0.02 for water */
  float glow;          /* 0 to 1: light of its own, in the colour of scatter */
  float thin;          /* 0 to 1: how readily it ripples and foams; 1 for water */
} FrameLiquid;

typedef struct FrameView {
  int nx, nz;
  float cell;
  const float *terrain;                 /* m, nx*nz */
  uint32_t terrain_version;             /* changes whenever terrain does: upload then only */
  bool natural;                         /* a landscape (rock, grass, sand by slope and height), else a built tank (tiles, concrete) */
  const float *depth;                   /* m, nx*nz, >= 0 */
  int64_t serial;                       /* of the depths: another number, other depths; those of the frame before become the earlier */
  const int64_t *changed;               /* for each tile the serial with which its depths last changed; NULL: all with every serial */
  float earlier;                        /* 0 to 1: share of the earlier depths in what is drawn; the rest is of `depth` */
  const float *velocity_x, *velocity_z; /* m/s, velocity_nx*velocity_nz over the same ground; NULL: still */
  int velocity_nx, velocity_nz;
  int64_t velocity_serial;        /* as serial, of the velocities */
  const float *occupancy;         /* nx*nz, 0 to 1; NULL: none */
  const float *displacement;      /* m, nx*nz; NULL: none */
  float depth_scale, speed_scale; /* m, m/s: the top of the false-colour scales */

  const FrameMesh *meshes; /* the same while terrain_version is */
  int mesh_count;
  const FrameBody *bodies;
  int body_count;

  float view[16], projection[16];
  float eye[3];
  float sun[3]; /* unit vector towards the sun */
  float exposure;
  FrameLiquid liquid;
  float time; /* s, simulated; moves fine ripples */

  FrameMode mode;
  bool cursor_on; /* draw a ring on the surface where the tool would act */
  float cursor[3], cursor_radius;
  float cursor_colour[3];
} FrameView;

#endif
