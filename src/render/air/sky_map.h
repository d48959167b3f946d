#ifndef RENDER_AIR_SKY_MAP_H
#define RENDER_AIR_SKY_MAP_H

/* Pass: the light of the sky with its clouds by direction, as a map (shaders/common/sky_map.glsl). It is redrawn when the sun
 * moves, and over a landscape band after band, as the clouds drift with simulated time; the sky pass, mirror images in the
 * water and rough reflections, by the map's coarser levels, read it. */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef sky_map_programs;

/* The map and what it was drawn for. Part of Renderer; a current context is needed. */
typedef struct SkyMap {
  Program program;
  GLuint texture, framebuffer;
  int size; /* texels a side; 0: not made yet */
  float sun[3];
  FrameAround around;
  bool natural;
  uint32_t terrain_version; /* of the last frame: with the same one, time that jumps is the same place's past or future */
  float time, band_time;    /* s, of the last frame and of the last band */
  int rested;               /* frames since time last jumped while the map still has the clouds of before; -1: it has not */
  int band, bands_left;     /* the next one to draw; how many show an earlier moment */
  bool changed;             /* since the last frame */
} SkyMap;

/* Draws the map if it is not that of the frame, `size` texels a side, and binds it. Leaves its own framebuffer bound. */
void sky_map_draw(SkyMap *map, const PassContext *context, const FrameView *frame, int size);

/* The next frame draws it again: its shaders have changed. */
void sky_map_forget(SkyMap *map);
void sky_map_shutdown(SkyMap *map);

#endif
