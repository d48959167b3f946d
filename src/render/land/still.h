#ifndef RENDER_STILL_H
#define RENDER_STILL_H

/* Keeps a picture of what stands still, of the window's full size. Software drivers draw a picture of fewer pixels and enlarge it; while
 * the camera rests, ground, houses and distant trees need not be soft for that. They are drawn once more with all pixels, a strip a frame,
 * and shown wherever the small picture has nothing that moves, as water, bodies and near plants do, which leave its alpha 0; and where the
 * backdrop (land/backdrop.h) has not changed since. Strips are drawn again by turns: soon when bodies have come or gone, else seldom. */

#include "render/land/backdrop.h"

enum { STILL_STRIPS = 12 };

/* The picture and what it was drawn for. Part of Renderer; a current context is needed. */
typedef struct Still {
  HdrPicture picture;                 /* of the window's size */
  GLuint colours[2], framebuffers[2]; /* after the film curve, and with smooth edges; as in Enlarge */
  HdrPicture seen;                    /* the backdrop when it was drawn, strip by strip */
  FrameBlock block;                   /* of the last frame */
  BackdropVersions versions;
  int64_t ground_edits; /* of the last frame */
  int size[2];          /* pixels of the window in the last frame */
  int rested;           /* frames since the view changed */
  int strips;           /* drawn since then */
  int standing;         /* bodies that stood in the last frame */
  int due;              /* strips to draw soon, since something has changed */
  bool usable;          /* in this frame */
  bool skips;           /* this frame */
} Still;

/* Notes the frame, whose picture has the block's size, the window's size in pixels, how many bodies stand, and the last edit of the ground. Writes to the block if the
 * still picture may be shown; unless `allowed` it may not. */
void still_update(Still *still, FrameBlock *block, const BackdropVersions *versions, bool allowed, const int size[2], int standing,
                  int64_t ground_edits);

/* Passes over a frame of another mode, as between two of the same place where worlds are compared. */
void still_skip(Still *still, FrameBlock *block);

/* Tells of the frame's backdrop; BACKDROP_OFF: there is none, and nothing can be shown. */
void still_note_backdrop(Still *still, const Backdrop *backdrop, BackdropUse use);

/* Returns true if a strip is to be drawn in this frame, by still_begin_strip, the draws of what stands still, and still_end_strip. */
bool still_wants_strip(const Still *still);
/* Makes the strip what is drawn into, and writes its uniforms over those of the frame, which the caller writes back. */
void still_begin_strip(Still *still, GLuint *frame_buffer);
void still_end_strip(Still *still, const PassContext *context, const Backdrop *backdrop);

/* Returns the texture of the picture, and binds what the small one is compared by; 0: it is not shown in this frame. */
GLuint still_texture(const Still *still, const Backdrop *backdrop);
void still_shutdown(Still *still);

#endif
