#include "render/land/began.h"

#include <string.h>

#include "base/memory.h"

float *began_frame(const FrameView *frame, FrameView *first) {
  const FrameBegan *const began = &frame->began;
  const size_t cells = (size_t)frame->nx * (size_t)frame->nz;
  float *const depth = began->depth ? memory_create(cells, sizeof *depth) : NULL;
  *first = *frame;
  if (!depth) return NULL;
  for (size_t n = 0; n < cells; n++) depth[n] = (float)(began->depth[2 * n] | began->depth[2 * n + 1] << 8) * (1.0f / 256.0f);
  first->depth = depth;
  first->terrain = began->terrain;
  memcpy(first->eye, began->eye, sizeof first->eye);
  for (int c = 0; c < 3; c++) first->view[4 * c + 2] = -began->ahead[c]; /* the third row of the view's rotation points backwards */
  return depth;
}
