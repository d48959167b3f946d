#ifndef RENDER_BACKDROP_H
#define RENDER_BACKDROP_H

/* The parts of a picture that stand still while the camera does, kept as a picture with its depths: the ground, what lies around it and the
 * sky. On a software driver they are a third of a frame's shading; from the second frame of the same view on, only what changes of them is
 * shaded again: ground under the shadows of bodies that move, at once; ground that gets wet or dries, part after part within a few frames;
 * the sky when its clouds have drifted. Bodies that stand still (render/standing.h) are in it; the others, plants and water are drawn over a
 * copy of it. */

#include <glad/gl.h>
#include <stdbool.h>

#include "render/frame_block.h"
#include "render/frame_view.h"
#include "render/land/ground.h"
#include "render/lod.h"
#include "render/screen.h"

enum { BACKDROP_RECTS = 12 };

/* The versions of all that the picture depends on besides the uniform block: numbers that change when it has to be drawn again. A value. */
typedef struct BackdropVersions {
  int64_t terrain, edge_edits; /* of the ground near the grid's edge: what lies beyond it follows */
  int64_t light, shaders;
  int64_t meshes; /* of bodies that are hulls */
} BackdropVersions;

/* A body's shadow on the ground. */
typedef struct BackdropShadow {
  float model[16];      /* of the body */
  float x0, z0, x1, z1; /* m: a rectangle about body and shadow */
  float across[2];      /* m: the least and the most of them across the light: along (-sun z, sun x) */
  float top;            /* m: the body's highest point */
} BackdropShadow;

/* How the ground, the surroundings and the sky of a frame are drawn. */
typedef enum BackdropUse {
  BACKDROP_OFF,   /* into the frame's own picture, as the view has changed */
  BACKDROP_WHOLE, /* into the backdrop, all of it */
  BACKDROP_PARTS  /* into the backdrop, what has changed */
} BackdropUse;

/* The picture and what it was drawn for. Part of Renderer; a current context is needed. */
typedef struct Backdrop {
  HdrPicture picture;
  bool drawn; /* it shows `block` */
  bool known; /* `block` and `versions` are those of the last frame */
  FrameBlock block;
  float shadow_scale; /* of the bodies' shadow map, in which the whole was drawn: texture sides a metre */
  BackdropVersions versions;
  BackdropShadow *shadows, *shadows_before; /* of this frame's bodies and the last one's */
  int shadow_count, shadow_count_before, capacity;
  const BackdropShadow **moved; /* those of both frames that the picture shows to have moved */
  int moved_count;
  LodList patches;                   /* of the ground, to be shaded again */
  TextureRect rects[BACKDROP_RECTS]; /* of the picture, in which a block mesh is shaded again */
  int rect_count;
  int frames; /* drawn from it so far */
} Backdrop;

/* Returns true if the ground, the surroundings and the sky look the same by both blocks: all members are equal that frame_block.h calls
 * VIEW. Differences are the same scene with colours laid over it in the end. */
bool backdrop_is_same_view(const FrameBlock *a, const FrameBlock *b);

/* Decides how this frame's backdrop is drawn; unless BACKDROP_OFF its framebuffer is bound on return, and empty for BACKDROP_WHOLE. Off
 * also for false colours, wireframe and sights under water, and when memory runs out. */
BackdropUse backdrop_begin(Backdrop *backdrop, const FrameView *frame, const FrameBlock *block, const BackdropVersions *versions);

/* Selects the parts of the ground to shade again, for BACKDROP_PARTS: `patches` out of the list of all, or `rects` for a block mesh. */
bool backdrop_select_patches(Backdrop *backdrop, const FrameView *frame, const LodList *all);
void backdrop_select_rects(Backdrop *backdrop, const FrameView *frame, const FrameBlock *block);

/* Finds where the picture shows a part of the ground that has changed, all of which is then drawn again: those of the grid's patches in the
 * last frame that lie over the part say how far coarse ones carry the change. Returns false if none of it is in the picture. */
bool backdrop_changed_rect(const Backdrop *backdrop, const FrameView *frame, const FrameBlock *block, const GroundChange *change,
                           const LodList *all, TextureRect *rect);

/* Finds where the picture shows a box, from its least to its most. Returns false if it does not. */
bool backdrop_box_rect(const Backdrop *backdrop, const FrameBlock *block, const float low[3], const float high[3], TextureRect *rect);

/* Makes the next frame draw the backdrop again. */
void backdrop_forget(Backdrop *backdrop);
void backdrop_shutdown(Backdrop *backdrop);

#endif
