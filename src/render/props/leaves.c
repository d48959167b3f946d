#include "render/props/leaves.h"

#include <math.h>
#include <stddef.h>

#include "base/memory.h"
#include "base/rng.h"
#include "render/gpu.h"

enum { LEAVES_MAX = 4096, TRIES = 8 /* for a place with water */ };

static const float afloat = 0.03f;                   /* m of water that carries a leaf */
static const float life_least = 50, life_most = 140; /* s */
static const float comes_up = 2;                     /* s in which a leaf comes up, and goes down in the end */
static const float size_least = 0.04f, size_most = 0.10f;
static const float strays = 0.06f; /* m in a root second: waves too small for the grid push leaves about */

/* The flow at a place, m/s. */
static void flow_at(const FrameView *frame, float x, float z, float out[2]) {
  const FrameFlow *const flow = &frame->flow;
  out[0] = out[1] = 0;
  if (!flow->x || !flow->z) return;
  const float across = (float)flow->nx / ((float)frame->nx * frame->cell), along = (float)flow->nz / ((float)frame->nz * frame->cell);
  const float u = x * across - 0.5f, v = z * along - 0.5f, fu = floorf(u), fv = floorf(v), a = u - fu, b = v - fv;
  const int i0 = frame_index((int)fu, flow->nx), i1 = frame_index((int)fu + 1, flow->nx);
  const int k0 = frame_index((int)fv, flow->nz), k1 = frame_index((int)fv + 1, flow->nz);
  const size_t at[4] = {(size_t)k0 * (size_t)flow->nx + (size_t)i0, (size_t)k0 * (size_t)flow->nx + (size_t)i1,
                        (size_t)k1 * (size_t)flow->nx + (size_t)i0, (size_t)k1 * (size_t)flow->nx + (size_t)i1};
  const float weights[4] = {(1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b};
  for (int n = 0; n < 4; n++) {
    out[0] += weights[n] * flow->x[at[n]];
    out[1] += weights[n] * flow->z[at[n]];
  }
}

static bool floats_at(const FrameView *frame, float x, float z) {
  const int i = (int)floorf(x / frame->cell), k = (int)floorf(z / frame->cell);
  return i >= 0 && k >= 0 && i < frame->nx && k < frame->nz && frame->depth[(size_t)k * (size_t)frame->nx + (size_t)i] > afloat;
}

/* Puts a leaf somewhere on the water; where none is found, it tries again a second later. */
static void come_up(Leaf *leaf, const FrameView *frame, Rng *rng) {
  *leaf = (Leaf){.life = 1};
  for (int n = 0; n < TRIES; n++) {
    const float x = rng_range(rng, 0, (float)frame->nx * frame->cell), z = rng_range(rng, 0, (float)frame->nz * frame->cell);
    if (!floats_at(frame, x, z)) continue;
    leaf->x = x, leaf->z = z;
    leaf->turn = rng_range(rng, 0, 6.2831853f);
    leaf->tone = rng_range(rng, 0, 1);
    leaf->life = rng_range(rng, life_least, life_most);
    leaf->full_size = rng_range(rng, size_least, size_most);
    return;
  }
}

/* Moves a leaf with the water and turns it as that turns: by half of the vorticity. */
static void drift(Leaf *leaf, const FrameView *frame, float seconds, Rng *rng) {
  float here[2], east[2], south[2];
  const float off = 2 * frame->cell;
  flow_at(frame, leaf->x, leaf->z, here);
  flow_at(frame, leaf->x + off, leaf->z, east);
  flow_at(frame, leaf->x, leaf->z + off, south);
  leaf->turn += 0.5f * seconds * ((east[1] - here[1]) - (south[0] - here[0])) / off;
  const float astray = sqrtf(fmaxf(seconds, 0)) * strays;
  leaf->x += seconds * here[0] + rng_range(rng, -astray, astray);
  leaf->z += seconds * here[1] + rng_range(rng, -astray, astray);
  leaf->age += seconds;
  const float shown = fminf(fmaxf(fminf(leaf->age, leaf->life - leaf->age) / comes_up, 0), 1);
  leaf->size = leaf->full_size * shown;
}

bool leaves_move(Leaves *l, const FrameView *frame, float seconds) {
  const int wanted = frame->leaf_count < LEAVES_MAX ? frame->leaf_count : LEAVES_MAX;
  if (wanted <= 0) {
    l->count = 0;
    return true;
  }
  l->leaves = memory_reserve(l->leaves, &l->room, wanted, sizeof *l->leaves);
  if (!l->leaves) {
    l->count = 0;
    return false;
  }
  Rng rng = {l->random};
  if (l->world_version != frame->world_version) l->count = 0;
  l->world_version = frame->world_version;
  for (; l->count < wanted; l->count++) { /* a river has had leaves before it is first seen */
    Leaf *const leaf = &l->leaves[l->count];
    come_up(leaf, frame, &rng);
    leaf->age = rng_range(&rng, 0, leaf->life);
  }
  l->count = wanted;
  for (int n = 0; n < l->count; n++) {
    Leaf *const leaf = &l->leaves[n];
    drift(leaf, frame, seconds, &rng);
    if (leaf->age >= leaf->life || (leaf->size > 0 && !floats_at(frame, leaf->x, leaf->z))) come_up(leaf, frame, &rng);
  }
  l->random = rng.state;
  return true;
}

static void make_array(Leaves *l) {
  glGenVertexArrays(1, &l->vertex_array);
  glBindVertexArray(l->vertex_array);
  gpu_buffer(GL_ARRAY_BUFFER, &l->instances, 0, NULL, GL_STREAM_DRAW);
  glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(Leaf), NULL);
  glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, sizeof(Leaf), (const void *)offsetof(Leaf, tone));
  for (GLuint n = 0; n < 2; n++) {
    glEnableVertexAttribArray(n);
    glVertexAttribDivisor(n, 1);
  }
}

void leaves_draw(Leaves *l, const PassContext *context) {
  if (l->count <= 0 || context->mode != FRAME_LIT || context->under_water || !program_use(context, PROGRAM_LEAVES, 0)) return;
  if (!l->vertex_array) make_array(l);
  glBindVertexArray(l->vertex_array);
  gpu_buffer(GL_ARRAY_BUFFER, &l->instances, (size_t)l->count * sizeof *l->leaves, l->leaves, GL_STREAM_DRAW);
  glDepthMask(GL_FALSE);
  gpu_blend_moving();
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, l->count);
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
}

void leaves_shutdown(Leaves *l) {
  glDeleteBuffers(1, &l->instances);
  glDeleteVertexArrays(1, &l->vertex_array);
  memory_free(l->leaves);
}
