#ifndef RENDER_FIELDS_H
#define RENDER_FIELDS_H

/* The simulation's fields as textures: the depths of the last two serials, velocities, and what a false-colour view
 * shows. Of the depths only tiles go up that have changed and are in the picture; where a tile comes into the picture
 * for the first time both textures are given its depths. */

#include "render/lod.h"

typedef struct Fields {
  int nx, nz, tiles_x, tiles_z;
  int now;          /* which of the two depths is the later */
  bool depth_known; /* something was uploaded for this world */
  int64_t serial;   /* of the later depths */
  int64_t earlier;  /* ... of those before */
  uint32_t version; /* of the terrain, which tells one world from the next */
  int64_t *held[2]; /* for each tile the serial that its texels are right for, FIELDS_NONE: none */
  GLuint depth[2], velocity_x, velocity_z, overlay;
  int velocity_nx, velocity_nz;
  int64_t velocity_serial;
  int overlay_nx, overlay_nz;
} Fields;

/* Makes room for the frame's grid, and turns the later depths into the earlier where there are new ones. False when
 * there is no memory. */
bool fields_update(Fields *fields, const FrameView *frame);

/* Uploads what is missing for a picture. */
void fields_upload(Fields *fields, const FrameView *frame, const LodView *view);
void fields_shutdown(Fields *fields);

#endif
