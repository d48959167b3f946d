#ifndef RENDER_PROPS_MESH_H
#define RENDER_PROPS_MESH_H

/* Props, which stand on natural ground, and their meshes, built by code from seeds: the same on every machine. No OpenGL here. */

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

typedef enum PropKind {
  PROP_CONIFER,
  PROP_BROADLEAF,
  PROP_BUSH,
  PROP_BOULDER,
  PROP_STONES, /* a handful of pebbles */
  PROP_REEDS,  /* a bundle */
  PROP_TUFT,   /* of grass */
  PROP_HUT,
  PROP_KIND_COUNT
} PropKind;

enum { PROP_VARIANTS = 3, PROP_LEVELS = 4 }; /* meshes of a kind; levels of detail of each, 0 the finest */

/* One plant or stone where it stands; a plain value. Sizes are heights, for stones the longest diameter. */
typedef struct Prop {
  float x, y, z; /* m: the foot; y is the ground when it was placed, the shader looks it up again */
  float size;    /* m */
  float yaw;     /* rad */
  float rank;    /* 0 to 1, random: where not all fit the picture, those of high rank go first */
  uint8_t kind, variant;
  uint8_t hue, value; /* 128: as the mesh; higher: towards yellow, brighter */
} Prop;

/* A vertex of a prop's mesh as it lies in the vertex buffer. A mesh stands on the origin, y up, with a height (of stones: a diameter) of 1.
 * Faces of what is closed (stones, cores of crowns, skirts, trunks) are anticlockwise from outside; leaves are seen from both sides. */
typedef struct PropVertex {
  float at[3];
  int8_t normal[4];  /* /127; w: how far it sways, 0 to 1 of the top's */
  uint8_t colour[4]; /* /255, squared: albedo, linear; w, not squared: openness to the light (ambient occlusion) */
  uint8_t leaf[4];   /* /255; x: 1 for leaves, which light shines through and whose hue varies, 0 for wood and stone; y: 1 where the outline
                    * may be cut ragged in the fragment shader; z: 1 for grass, which is lit as the ground is; w: 1 for needles, whose
                    * texture is finer */
} PropVertex;

/* The paint of a vertex, before it is packed. */
typedef struct PropPaint {
  float colour[3]; /* albedo, linear */
  float open, sway, leaf, ragged, grass, needles;
} PropPaint;

/* A range of the index buffer. */
typedef struct PropMesh {
  uint32_t first, count; /* in indices */
  uint32_t vertices;     /* that it uses */
} PropMesh;

/* All meshes in one vertex and one index array, while they are built and until they are uploaded. */
typedef struct PropMeshes {
  PropVertex *vertices;
  uint32_t *indices;
  int vertex_count, index_count, vertex_capacity, index_capacity;
  bool failed; /* memory ran out */
  PropMesh meshes[PROP_KIND_COUNT][PROP_VARIANTS][PROP_LEVELS];
} PropMeshes;

/* Builds all of them. Returns false if memory runs out. */
bool prop_meshes_build(PropMeshes *meshes);
void prop_meshes_free(PropMeshes *meshes);

/* Adds a vertex, with its normal made a unit vector; returns its index. */
uint32_t prop_vertex(PropMeshes *m, const float at[3], const float normal[3], const PropPaint *paint);
void prop_vertex_set(PropVertex *v, const float at[3], const float normal[3], const PropPaint *paint);
void prop_triangle(PropMeshes *m, uint32_t a, uint32_t b, uint32_t c);

/* A tapered prism from a to b; radii in units of the mesh. */
void prop_branch(PropMeshes *m, const float a[3], const float b[3], float radius_a, float radius_b, int corners, const PropPaint *paint);

/* Adds a sphere of 12, 42, 162 or 642 vertices (subdivisions 0 to 3) about the origin, to be displaced. Returns its first vertex. */
int prop_sphere(PropMeshes *m, int subdivisions, const PropPaint *paint);

/* Build what is solid: one variant at one level of detail. */
void prop_build_boulder(PropMeshes *m, int variant, int level, Rng *rng);
void prop_build_stones(PropMeshes *m, int variant, int level, Rng *rng);
void prop_build_hut(PropMeshes *m, int variant, int level, Rng *rng);

#endif
