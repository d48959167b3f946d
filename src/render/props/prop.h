#ifndef RENDER_PROPS_PROP_H
#define RENDER_PROPS_PROP_H

/* Props, which stand on natural ground: kinds of plants, stones and huts, and one of them. No OpenGL here. */

#include <stdint.h>

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

#endif
