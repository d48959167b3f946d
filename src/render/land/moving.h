#ifndef RENDER_MOVING_H
#define RENDER_MOVING_H

/* Draws the bodies that move once more, with all pixels of the window, where a software driver draws a frame of fewer: over the frame once it is
 * enlarged, and only where nothing else was drawn over them in it, as water, spray and near plants. Without that they are as soft as the water
 * beside ground and houses that are sharp (land/still.h). Not where they fill much of the window: that would take more than the frame has. */

#include "render/bodies.h"
#include "render/frame_block.h"
#include "render/screen.h"

extern const ProgramDef moving_programs;

enum { MOVING_RECTS = 12 };

/* The picture of the bodies, and where they are in it. Part of Renderer; a current context is needed. */
typedef struct Moving {
  HdrPicture picture; /* of the window's size; alpha 0: no body */
  FrameBlock block;   /* of that picture */
  TextureRect rects[MOVING_RECTS];
  int rect_count;
  bool shown; /* in the last frame */
} Moving;

/* Finds where the frame's bodies move in a window of so many pixels, by the frame's block. Returns false if they are not to be drawn. */
bool moving_find(Moving *moving, const FrameView *frame, const Bodies *bodies, const FrameBlock *block, const int window[2]);

/* Draws them into their own picture, behind what stands still by its depths (`still`, of the window's size); *frame_buffer has the picture's
 * block then. */
void moving_draw(Moving *moving, const PassContext *context, Bodies *bodies, const HdrPicture *still, GLuint *frame_buffer);

/* Lays them over the window in the framebuffer, by what the frame has: `scene`, and UNIT_SCENE_COLOUR, the same without water. */
void moving_lay(const Moving *moving, const PassContext *context, const HdrPicture *scene, GLuint framebuffer);
void moving_shutdown(Moving *moving);

#endif
