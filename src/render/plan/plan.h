#ifndef RENDER_PLAN_H
#define RENDER_PLAN_H

/* Passes of a plan: ground, water and bodies from straight above, in colours of heights with contours, laid into four corners of the picture.
 * For a projector over a box of sand. */

#include "render/bodies.h"
#include "render/frame_block.h"
#include "render/plan/plan_corners.h"
#include "render/screen.h"

extern const ProgramDef plan_programs;

/* The textures of the plan, and the range of its colours. Part of Renderer; zeroed at the start. */
typedef struct Plan {
  GLuint ground, depth, velocity_x, velocity_z;
  int nx, nz, flow_nx, flow_nz;
  uint32_t version; /* of the world that the range is of */
  bool mirrored;    /* it is seen from behind: a projector may be below the glass */
  float low, high;  /* m: the colours' range; it grows with the ground, and does not shrink */
} Plan;

/* Uploads the frame's ground and water, and widens the range to hold that ground. */
void plan_upload(Plan *plan, const FrameView *frame);
/* Sets the block's projection to that of the plan. */
void plan_fill(Plan *plan, const FrameView *frame, const PlanMap *map, FrameBlock *block);
void plan_draw(const Plan *plan, const PassContext *context, Bodies *bodies);
void plan_shutdown(Plan *plan);

#endif
