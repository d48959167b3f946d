#ifndef RENDER_PROPS_PLACE_H
#define RENDER_PROPS_PLACE_H

/* Where plants and stones stand: by slope, height and distance to water, in woods and clearings, the same for the same ground
 * on every machine. Nothing stands in a stream's bed but reeds in its shallow margin. No OpenGL here. */

#include <stdbool.h>

#include "render/props/habitat.h"

/* A square of ground with what stands on it. */
typedef struct PropTile {
  int first, count; /* in PropPlaces.props */
  float low, high;  /* m: from the lowest foot to the highest top */
} PropTile;

/* A rectangle of a lattice's squares. */
typedef struct PropLattice {
  int i0, k0, i1, k1; /* squares */
  float spacing;      /* m a square */
} PropLattice;

/* All that stands in a rectangle of ground, sorted by tile. Owned by its user; zero is an empty one. */
typedef struct PropPlaces {
  Prop *props;
  PropTile *tiles;
  int count, capacity;
  int tiles_x, tiles_z, tile_capacity;
  float tile;          /* m: side of a tile */
  float x0, z0;        /* m: the corner of least x and z */
  PropLattice lattice; /* of tufts: where they have been grown */
} PropPlaces;

/* The rectangle in which tufts are grown, and how close together. */
typedef struct PropMeadow {
  float x0, z0, x1, z1; /* m */
  float spacing;        /* m */
} PropMeadow;

/* The place and direction of the camera when props are placed, which leave its view free. */
typedef struct PlaceSight {
  float eye[3], ahead[3]; /* m; unit vector */
  float flat, target;     /* length of `ahead` seen from above; m in the plane to what the camera looks at */
} PlaceSight;

PlaceSight place_sight(const FrameView *frame);

/* Returns true if the prop no longer stands: the ground under it has been dug away or heaped over it. Small things go first. */
bool place_is_gone(const Survey *survey, const Prop *prop);

/* Returns true if anything stands on this ground at all: on landscapes, not in tanks, towns and small models. */
bool place_is_planted(const FrameView *frame);

/* Places all but grass. Returns false if memory runs out. */
bool place_props(PropPlaces *places, const FrameView *frame, const Survey *survey);

/* Places the tufts of a rectangle. Each comes from its own square of the lattice: rectangles that overlap agree. */
bool place_tufts(PropPlaces *places, const FrameView *frame, const Survey *survey, const PropMeadow *meadow);
void place_free(PropPlaces *places);

#endif
