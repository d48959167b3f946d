#ifndef RENDER_AIR_H
#define RENDER_AIR_H

/* Passes: the light of the sky as a map, the sky itself, water in the air, and rain. */

#include "render/program.h"
#include "render/props/fumes.h"

extern const ProgramDef sky_programs;

/* The light of the sky with its clouds by direction, as a map (shaders/common/sky_map.glsl), and what it was drawn for. It is redrawn when
 * the sun moves, and over a landscape band after band, as the clouds drift with simulated time; the sky pass, mirror images in the water
 * and rough reflections, by the map's coarser levels, read it. Part of Renderer; a current context is needed. */
typedef struct SkyMap {
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
void sky_map_shutdown(SkyMap *map);

/* Draws the sky, and the plain that the block of land stands on, wherever nothing else was drawn. */
void sky_draw(const PassContext *context);

/* A drop's place in the order of drawing. */
typedef struct SprayOrder {
  float distance; /* squared, m2 */
  int drop;
} SprayOrder;

/* Water in the air, and what lava gives off, as sprites that face the eye: one instanced draw, farthest first, over the finished scene.
 * Part of Renderer. */
typedef struct SprayPass {
  GLuint vertex_array, instances; /* 0: nothing drawn yet */
  FrameDrop *drops;               /* the frame's, and fumes */
  SprayOrder *order;
  FrameDrop *sprites; /* in that order */
  int drop_room, order_room, sprite_room;
  Fumes fumes;
} SprayPass;

/* Draws the frame's drops, and fumes, over the scene with its water; on the lowest tier the nearest and some others. Returns false if
 * memory runs out. */
bool spray_draw(SprayPass *spray, const PassContext *context, const FrameView *frame);
void spray_shutdown(SprayPass *spray);

/* Draws rain as streaks about the eye, over the finished picture in the caller's framebuffer, of its size, but behind what is nearer by the
 * depths in UNIT_SCENE_DEPTH. Where each drop is follows from its number and the time alone. `density`: 0 to 1. */
void rain_draw(const PassContext *context, float density);

#endif
