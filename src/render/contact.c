#include "render/contact.h"

#include <math.h>
#include <stddef.h>

#include "base/hash.h"
#include "render/gpu.h"

/* m: bodies farther from the eye, in x or in z, leave the ground about them as it is: it would not be seen. */
static const float far_off = 80;

void contact_fit(const FrameView *frame, int size, FrameBlock *block) {
  float low[2] = {1e9f, 1e9f}, high[2] = {-1e9f, -1e9f};
  for (int n = 0; n < frame->body_count; n++) {
    const float *const m = frame->bodies[n].model;
    for (int side = 0; side < 2; side++) {
      const int axis = 2 * side;
      const float half = fabsf(m[axis]) + fabsf(m[4 + axis]) + fabsf(m[8 + axis]) + contact_reach, at = m[12 + axis],
                  eye = frame->eye[axis];
      if (!(at - half < eye + far_off && at + half > eye - far_off)) continue;
      low[side] = fminf(low[side], fmaxf(at - half, eye - far_off));
      high[side] = fmaxf(high[side], fminf(at + half, eye + far_off));
    }
  }
  const float wanted = fmaxf(high[0] - low[0], high[1] - low[1]);
  block->contact_corner[0] = block->contact_corner[1] = 1e9f; /* a map that lies nowhere */
  block->contact_scale = block->contact_texel = 1;
  if (!(wanted > 0)) return;
  /* In steps, so that texels stay where they are while bodies move. */
  const float step = exp2f(floorf(log2f(wanted)) - 3), side = step * (ceilf(wanted / step) + 1);
  for (int n = 0; n < 2; n++) block->contact_corner[n] = step * floorf(low[n] / step);
  block->contact_scale = 1 / side;
  block->contact_texel = side / (float)size;
}

/* Frames between two drawings of the map while bodies move, at the lowest tier: a software driver takes a millisecond for it. */
enum { FRAMES_BETWEEN = 4 };

static uint64_t hash_of_place(const FrameView *frame, const FrameBlock *block, int size) {
  const int64_t ground[4] = {frame->terrain_version, frame->ground_edits, size, frame->body_count};
  uint64_t hash = hash_bytes(HASH_START, ground, sizeof ground);
  hash = hash_bytes(hash, block->contact_corner, sizeof block->contact_corner);
  return hash_bytes(hash, &block->contact_scale, sizeof block->contact_scale);
}

static uint64_t hash_of_bodies(const FrameView *frame) {
  uint64_t hash = HASH_START;
  for (int n = 0; n < frame->body_count; n++) hash = hash_bytes(hash, frame->bodies[n].model, sizeof frame->bodies[n].model);
  return hash;
}

static GLuint create_array(GLuint instances) {
  GLuint array;
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  glBindBuffer(GL_ARRAY_BUFFER, instances);
  for (GLuint n = 1; n <= 5; n++) {
    glEnableVertexAttribArray(n);
    glVertexAttribDivisor(n, 1);
    if (n < 5)
      glVertexAttribPointer(n, 4, GL_FLOAT, GL_FALSE, sizeof(FrameBody),
                            (const void *)(offsetof(FrameBody, model) + (n - 1) * 4 * sizeof(float)));
  }
  _Static_assert(sizeof(FrameMaterial) == 4, "the shader reads it as an unsigned int");
  glVertexAttribIPointer(5, 1, GL_UNSIGNED_INT, sizeof(FrameBody), (const void *)offsetof(FrameBody, material));
  glBindVertexArray(0);
  return array;
}

void contact_draw(Contact *contact, const PassContext *context, const FrameView *frame, const FrameBlock *block, const Bodies *bodies) {
  static const TextureDef def = {GL_R8, GL_RED, GL_UNSIGNED_BYTE, GL_LINEAR, GL_CLAMP_TO_EDGE};
  const int size = frame->body_count ? (int)lroundf(1 / (block->contact_scale * block->contact_texel)) : 1;
  const uint64_t place = hash_of_place(frame, block, size), all = hash_of_bodies(frame);
  const bool due = context->shaders.quality > 0 || ++contact->frames_since >= FRAMES_BETWEEN;
  if (contact->size == 0 || contact->place != place || (contact->bodies != all && due)) {
    if (contact->size != size) {
      gpu_texture(&contact->map, UNIT_CONTACT, size, size, &def, NULL);
      gpu_framebuffer(&contact->framebuffer, &contact->map, 1, 0, 0);
      contact->size = size;
    }
    if (!contact->vertex_array) contact->vertex_array = create_array(bodies->instances);
    gpu_draw_into(contact->framebuffer, size, size);
    glDisable(GL_DEPTH_TEST);
    glClearColor(1, 1, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glClearColor(0, 0, 0, 0);
    if (bodies->count && program_use(context, PROGRAM_CONTACT, 0)) {
      /* Parts of one thing, as a house's, darken the ground once. */
      glEnable(GL_BLEND);
      glBlendEquation(GL_MIN);
      glBindVertexArray(contact->vertex_array);
      glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, bodies->count);
      glBlendEquation(GL_FUNC_ADD);
      glDisable(GL_BLEND);
    }
    contact->place = place;
    contact->bodies = all;
    contact->frames_since = 0;
  }
  gpu_texture_bind(contact->map, UNIT_CONTACT);
}

void contact_shutdown(Contact *contact) {
  glDeleteTextures(1, &contact->map);
  glDeleteFramebuffers(1, &contact->framebuffer);
  glDeleteVertexArrays(1, &contact->vertex_array);
}
