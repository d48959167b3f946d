#ifndef RENDER_PROPS_LEAVES_H
#define RENDER_PROPS_LEAVES_H

/* Pass: leaves that lie on the water and drift with it, so that one sees how it flows: they turn with eddies and gather behind what stands in
 * the stream. They weigh nothing and are no part of the simulation. */

#include "render/program.h"

/* A leaf, in the order of attributes in shaders/leaves.vert; then what only its motion needs. */
typedef struct Leaf {
  float x, z, turn; /* m; rad, about its upright axis */
  float size;       /* m, of its longer half; 0: it is gone */
  float tone;       /* 0 to 1, from yellow to brown */
  float age, life;  /* s */
  float full_size;  /* m, once it has come up */
} Leaf;

/* The leaves of a world. Part of Renderer; a current context is needed to draw. */
typedef struct Leaves {
  GLuint vertex_array, instances; /* 0: nothing drawn yet */
  Leaf *leaves;
  int count, room;
  uint32_t world_version;
  uint64_t random; /* state of their random numbers */
} Leaves;

/* Moves the leaves, of which there are as many as the frame wants, by so many seconds. Those that have run ashore or out of the grid, and those that
 * are old, come up elsewhere. Returns false if memory runs out. */
bool leaves_move(Leaves *leaves, const FrameView *frame, float seconds);

/* Draws them over the water, with its maps as the frame has them. */
void leaves_draw(Leaves *leaves, const PassContext *context);
void leaves_shutdown(Leaves *leaves);

#endif
