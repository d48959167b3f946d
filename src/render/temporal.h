#ifndef RENDER_TEMPORAL_H
#define RENDER_TEMPORAL_H

/* Temporal anti-aliasing: each frame is drawn a fraction of a pixel aside from the one before, and blended with those before it, looked
 * up where the camera saw the same places then. What is finer than a pixel, leaves, grass and glitter, flickers less as the camera turns.
 * What the last picture has is bounded by the colours about a pixel now: what moves by itself leaves no trail (after Karis, "High-quality
 * temporal supersampling", 2014). At the lowest quality frames are blended only while the camera moves, so that a standing one
 * costs nothing, and are not drawn aside, since a moving camera itself changes where in the world a pixel lies. */

#include "render/frame_block.h"
#include "render/program.h"
#include "render/screen.h"

enum { TEMPORAL_PICTURES = 3 };

/* The blended pictures and what the last of them shows. Part of Renderer. */
typedef struct Temporal {
  bool wanted;       /* renderer_set_blending */
  int blended;       /* frames in the last picture; 0: there is none */
  int same;          /* frames in a row that are as the one before */
  uint64_t hash;     /* of the last one */
  int drawn;         /* frames drawn aside, by turns */
  int width, height; /* pixels; 0: not made yet */
  int last;          /* index of the last picture */
  bool holding;      /* another picture is shown while a new mean has few frames: */
  int held;          /* its index */
  GLuint colours[TEMPORAL_PICTURES], framebuffers[TEMPORAL_PICTURES];
  float view[16], projection[16], eye[3]; /* of the last picture's frame */
  float seen[16];                         /* the view of the last frame, blended or not */
  int stood;                              /* frames in a row that have had it, up to a few */
  uint32_t world_version;
} Temporal;

/* Follows the camera from frame to frame. Returns true while it moves, and for a few frames after. */
bool temporal_follow(Temporal *temporal, const FrameView *frame);

/* Moves the frame's camera aside, if asked to, and tells the shaders where the last picture shows what this one does. The block has
 * the frame's camera and the size of its picture, and is not written yet. `version`: another number when light or programs are others. */
void temporal_begin(Temporal *temporal, const FrameView *frame, int64_t version, bool aside, FrameBlock *block);

/* Blends the frame, with its depths, with the last picture. Returns the texture of what comes out. */
GLuint temporal_draw(Temporal *temporal, const PassContext *context, const HdrPicture *scene);

/* Forgets the last picture. */
void temporal_forget(Temporal *temporal);
void temporal_shutdown(Temporal *temporal);

#endif
