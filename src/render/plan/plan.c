#include "render/plan/plan.h"

#include <math.h>
#include <string.h>

void plan_fill(Plan *plan, const FrameView *frame, const PlanMap *map, FrameBlock *block) {
  const float *const m = map->m, wide = (float)frame->nx * frame->cell, deep = (float)frame->nz * frame->cell;
  float x[3], y[3]; /* of the picture's coordinates from -1 to 1, y upwards */
  for (int n = 0; n < 3; n++) x[n] = 2 * m[n] - m[6 + n], y[n] = m[6 + n] - 2 * m[3 + n];
  const float deepest = -0.1f / fmaxf(plan->high - plan->low, 1); /* higher is nearer; far from where things are cut off */
  const float matrix[16] = {x[0] / wide, y[0] / wide, 0,    m[6] / wide,          0,   0, deepest, 0, x[1] / deep, y[1] / deep, 0,
                            m[7] / deep, x[2],        y[2], -deepest * plan->low, m[8]};
  memcpy(block->view_projection, matrix, sizeof matrix);
  plan->mirrored = m[0] * m[4] - m[1] * m[3] < 0;
  block->ground_low = plan->low;
  block->ground_high = plan->high;
}

/* --- passes -------------------------------------------------------------------------------------------------------------- */

static const TextureDef field_def = {GL_R32F, GL_RED, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};

static void widen(Plan *plan, const FrameView *frame) {
  const float least = 0.02f * frame_extent(frame); /* m: flat ground has colours of some height */
  float low = frame->terrain[0], high = low;
  for (size_t n = 0; n < (size_t)frame->nx * (size_t)frame->nz; n++)
    low = fminf(low, frame->terrain[n]), high = fmaxf(high, frame->terrain[n]);
  if (plan->version != frame->world_version) plan->low = low, plan->high = fmaxf(high, low + least);
  plan->version = frame->world_version;
  plan->low = fminf(plan->low, low);
  plan->high = fmaxf(plan->high, high);
}

void plan_upload(Plan *plan, const FrameView *frame) {
  const FrameFlow *const flow = &frame->flow;
  if (plan->nx != frame->nx || plan->nz != frame->nz) {
    gpu_texture(&plan->ground, UNIT_GROUND, frame->nx, frame->nz, &field_def, NULL);
    gpu_texture(&plan->depth, UNIT_DEPTH, frame->nx, frame->nz, &field_def, NULL);
    plan->nx = frame->nx, plan->nz = frame->nz;
  }
  if (flow->x && flow->z && (plan->flow_nx != flow->nx || plan->flow_nz != flow->nz)) {
    gpu_texture(&plan->velocity_x, UNIT_VELOCITY_X, flow->nx, flow->nz, &field_def, NULL);
    gpu_texture(&plan->velocity_z, UNIT_VELOCITY_Z, flow->nx, flow->nz, &field_def, NULL);
    plan->flow_nx = flow->nx, plan->flow_nz = flow->nz;
  }
  widen(plan, frame);
  gpu_texture_write(plan->ground, UNIT_GROUND, frame->nx, frame->nz, &field_def, frame->terrain);
  gpu_texture_write(plan->depth, UNIT_DEPTH, frame->nx, frame->nz, &field_def, frame->depth);
  if (!flow->x || !flow->z) return;
  gpu_texture_write(plan->velocity_x, UNIT_VELOCITY_X, flow->nx, flow->nz, &field_def, flow->x);
  gpu_texture_write(plan->velocity_z, UNIT_VELOCITY_Z, flow->nx, flow->nz, &field_def, flow->z);
}

enum { STILL, FLOWING, GLOWING, QUAD_VERTICES = 6 };

const ProgramDef plan_programs = {.name = "plan",
                                  .variants = {[STILL] = "#define FLOWING 0\n#define GLOWS 0\n",
                                               [FLOWING] = "#define FLOWING 1\n#define GLOWS 0\n",
                                               [GLOWING] = "#define FLOWING 1\n#define GLOWS 1\n"}};

void plan_draw(const Plan *plan, const PassContext *context, Bodies *bodies) {
  glClearColor(0, 0, 0, 1); /* no light beside the box */
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glDisable(GL_CULL_FACE);
  program_draw(context, PROGRAM_PLAN, !context->flowing ? STILL : context->glows ? GLOWING : FLOWING, QUAD_VERTICES);
  bodies_draw_plan(bodies, context, plan->mirrored);
}

void plan_shutdown(Plan *plan) {
  glDeleteTextures(4, (const GLuint[]){plan->ground, plan->depth, plan->velocity_x, plan->velocity_z});
}
