#ifndef RENDER_LAND_BEGAN_H
#define RENDER_LAND_BEGAN_H

#include "render/frame_view.h"

/* Writes to `first` the frame as the world began (FrameBegan): its depths, ground and camera; all else is the frame's. Returns the depths, which
 * the caller frees with memory_free, as long as `first` is not used any more; NULL, with `first` the frame itself, where the frame does not
 * tell, or memory is short. */
float *began_frame(const FrameView *frame, FrameView *first);

#endif
