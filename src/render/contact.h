#ifndef RENDER_CONTACT_H
#define RENDER_CONTACT_H

/* Pass: the darkness on the ground where bodies stand on it or close above it, as a map seen from above: next to a body less of the sky
 * lights the ground. (That of props: props/props.c.) */

#include "render/bodies.h"
#include "render/frame_block.h"

/* m: no darkness goes farther from its body (the same in shaders/contact.vert). */
static const float contact_reach = 2.6f;

/* The map and what it was drawn for. Part of Renderer; a current context is needed. */
typedef struct Contact {
  GLuint vertex_array, map, framebuffer;
  int size;               /* texels a side; 0: not made yet */
  int frames_since;       /* frames since it was drawn */
  uint64_t place, bodies; /* hashes of the ground and the map's place, and of the bodies */
} Contact;

/* Fits the map, `size` texels a side, to the bodies near the eye: writes its place to the block. */
void contact_fit(const FrameView *frame, int size, FrameBlock *block);

/* Draws the map if it is not that of the frame, whose bodies are uploaded, and binds it. */
void contact_draw(Contact *contact, const PassContext *context, const FrameView *frame, const FrameBlock *block, const Bodies *bodies);
void contact_shutdown(Contact *contact);

#endif
