#ifndef RENDER_FIELDS_H
#define RENDER_FIELDS_H

/* The simulation's fields as textures: the depths of the last two serials, velocities, dye, and the field of a false-colour view. Of depths
 * and dye, tiles that have changed and are in the picture are uploaded; one that is new in the picture to both textures. */

#include "render/lod.h"

/* The textures and what they hold. Part of Renderer; a current context is needed. */
typedef struct Fields {
  int nx, nz, tiles_x, tiles_z;
  int now;          /* index of the later of the two depths */
  bool depth_known; /* something was uploaded for this world */
  int64_t serial;   /* of the later depths */
  int64_t earlier;  /* of the earlier depths */
  uint32_t version; /* of the world */
  int64_t *held[2]; /* by depth texture and tile: the serial that the texels are right for; FIELDS_NONE: none */
  GLuint depth[2], velocity_x, velocity_z, breaking, overlay;
  int velocity_nx, velocity_nz;
  int64_t velocity_serial;
  int overlay_nx, overlay_nz;
  GLuint dye;        /* made when a frame with dye is first drawn */
  int64_t *held_dye; /* by tile: the serial that its texels are right for; NULL while there is no such texture */
} Fields;

/* Makes room for a grid. Returns false if memory runs out. */
bool fields_reserve(Fields *fields, int nx, int nz);

/* Makes room for the frame's grid; when the frame has new depths, the later become the earlier. Returns false if memory runs out. */
bool fields_update(Fields *fields, const FrameView *frame);

/* Uploads what the picture needs and the textures lack. */
void fields_upload(Fields *fields, const FrameView *frame, const LodView *view);
void fields_shutdown(Fields *fields);

#endif
