#ifndef RENDER_LAND_BEGAN_H
#define RENDER_LAND_BEGAN_H

#include "render/frame_view.h"

/* Writes to `first` the frame as the world began (FrameBegan): its depths, ground and camera; all else is the frame's. Returns the depths,
 * which the caller frees with memory_free once `first` is not used any more. Returns NULL, with `first` the frame itself, if the frame does
 * not tell or memory runs out. */
float *began_frame(const FrameView *frame, FrameView *first);

#endif
