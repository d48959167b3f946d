#include "render/landing.h"

#include <math.h>

#include "base/memory.h"
#include "render/gpu.h"

static const float seconds_max = 0.1f;   /* after a longer pause no more comes down than in this time */
static const float opacity_least = 0.5f; /* mist is hardly there and leaves no foam */
static const float white_from = 0.25f;   /* m: radius of clumps that leave a spot all white; of small ones the bubbles burst at once */
static const float spread = 1.5f;        /* radii of a clump that its foam is wide, for it falls apart */

/* Finds where drops of the frame come down within `seconds`, into at most frame->drop_count spots. Returns their number. */
static int spots_find(const FrameView *frame, float seconds, LandingSpot *spots) {
  const float within = fminf(fmaxf(seconds, 0), seconds_max);
  int count = 0;
  for (int n = 0; n < frame->drop_count; n++) {
    const FrameDrop *const drop = &frame->drops[n];
    const int i = (int)floorf(drop->position[0] / frame->cell), k = (int)floorf(drop->position[2] / frame->cell);
    if (i < 0 || k < 0 || i >= frame->nx || k >= frame->nz || drop->velocity[1] >= 0 || drop->opacity < opacity_least) continue;
    const size_t at = (size_t)k * (size_t)frame->nx + (size_t)i;
    if (!(frame->depth[at] > 0)) continue;
    const float above = drop->position[1] - (frame->terrain[at] + frame->depth[at]);
    if (above > -drop->velocity[1] * within) continue;
    spots[count++] = (LandingSpot){.x = drop->position[0],
                                   .z = drop->position[2],
                                   .reach = fmaxf(spread * drop->radius, 0.75f * frame->cell),
                                   .foam = fminf(1, drop->radius / white_from)};
  }
  return count;
}

static void make_array(Landing *landing) {
  glGenVertexArrays(1, &landing->vertex_array);
  glBindVertexArray(landing->vertex_array);
  gpu_buffer(GL_ARRAY_BUFFER, &landing->instances, 0, NULL, GL_STREAM_DRAW);
  glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(LandingSpot), NULL);
  glEnableVertexAttribArray(0);
  glVertexAttribDivisor(0, 1);
}

bool landing_draw(Landing *landing, const PassContext *context, const FrameView *frame, const Surface *surface, float seconds) {
  static const GLenum foam_only[3] = {GL_NONE, GL_NONE, GL_COLOR_ATTACHMENT2};
  static const GLenum all[3] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2};
  if (frame->drop_count <= 0 || seconds <= 0) return true;
  landing->spots = memory_reserve(landing->spots, &landing->room, frame->drop_count, sizeof *landing->spots);
  if (!landing->spots) return false;
  const int count = spots_find(frame, seconds, landing->spots);
  if (count == 0 || !program_use(context, PROGRAM_LANDING, 0)) return true;
  if (!landing->vertex_array) make_array(landing);
  glBindVertexArray(landing->vertex_array);
  gpu_buffer(GL_ARRAY_BUFFER, &landing->instances, (size_t)count * sizeof *landing->spots, landing->spots, GL_STREAM_DRAW);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendEquation(GL_MAX); /* of spots one over another the strongest counts */
  for (int level = 0; level < surface->levels; level++) {
    const int shift = level + surface->shift;
    gpu_draw_into(surface->framebuffers[surface->now][level], surface->nx >> shift, surface->nz >> shift);
    glDrawBuffers(3, foam_only);
    glVertexAttrib1f(1, (float)level);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
    glDrawBuffers(3, all);
  }
  glBlendEquation(GL_FUNC_ADD);
  glDisable(GL_BLEND);
  return true;
}

void landing_shutdown(Landing *landing) {
  glDeleteBuffers(1, &landing->instances);
  glDeleteVertexArrays(1, &landing->vertex_array);
  memory_free(landing->spots);
}
