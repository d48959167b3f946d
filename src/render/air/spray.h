#ifndef RENDER_AIR_SPRAY_H
#define RENDER_AIR_SPRAY_H

/* Pass: water in the air, as sprites that face the eye: one instanced draw, farthest first, laid over the finished scene. */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef spray_programs;

/* One sprite as it is uploaded; the order of members is that of the attributes in shaders/spray.vert. */
typedef struct SpraySprite {
  float place[4];    /* m; radius, m */
  float velocity[4]; /* m/s; age, s */
  float look[2];     /* opacity; a number that tells sprites apart */
} SpraySprite;

/* A drop's place in the order of drawing. */
typedef struct SprayOrder {
  float distance; /* squared, m2 */
  int drop;
} SprayOrder;

/* The pass's OpenGL objects and its lists of one frame. Part of Renderer; a current context is needed. */
typedef struct SprayPass {
  Program program;
  GLuint vertex_array, instances; /* 0: nothing drawn yet */
  SprayOrder *order;
  SpraySprite *sprites;
  int capacity;
} SprayPass;

/* Draws the frame's drops into the current target, whose depths are those of the scene with its water; on the lowest tier the nearest
 * and some of the others. Returns false if memory runs out. */
bool spray_draw(SprayPass *spray, const PassContext *context, const FrameView *frame);
void spray_shutdown(SprayPass *spray);

#endif
