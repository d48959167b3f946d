#include "render/land/ground.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/maths.h"
#include "base/memory.h"
#include "render/gpu.h"
#include "render/land/ground_bake.h"

static const TextureDef height_def = {GL_R32F, GL_RED, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};
static const TextureDef built_shadow_def = {GL_RG32F, GL_RG, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};
static const TextureDef pyramid_def = {GL_R32F, GL_RED, GL_FLOAT, GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE};
static const TextureDef shade_def = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR, GL_CLAMP_TO_EDGE};

/* s: a bake that takes longer than bake_cheap_s is put off until the ground has not changed for bake_rest_s. */
static const double bake_cheap_s = 0.008, bake_rest_s = 0.25;

bool ground_is_built(const FrameView *frame) {
  return !frame->natural || frame->ground == FRAME_GROUND_STONE;
}

bool ground_reserve(Ground *ground, int nx, int nz) {
  if (ground->nx == nx && ground->nz == nz) return true;
  memory_free(ground->scratch);
  ground->scratch = memory_create((size_t)nx * (size_t)nz, sizeof(float));
  ground->nx = ground->nz = 0;
  if (!ground->scratch) return false;
  gpu_texture(&ground->height, UNIT_GROUND, nx, nz, &pyramid_def, NULL);
  gpu_texture(&ground->light, UNIT_GROUND_LIGHT, nx, nz, &shade_def, NULL);
  gpu_texture(&ground->shadow, UNIT_GROUND_SHADOW, nx, nz, &height_def, NULL);
  ground->nx = nx;
  ground->nz = nz;
  ground->built = false;
  ground->bake_cost = 0;
  ground->known = false;
  return true;
}

/* Adds the level of a cell at the grid's edge where it is well under water. */
static void add_level(const FrameView *frame, int i, int k, double *sum, int *count) {
  const ptrdiff_t at = (ptrdiff_t)k * frame->nx + i;
  if (!(frame->depth[at] > 0.05f * frame->cell)) return;
  *sum += (double)(frame->terrain[at] + frame->depth[at]);
  ++*count;
}

static float level_at_edge(const FrameView *frame, float none) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < frame->nx; i++) {
    add_level(frame, i, 0, &sum, &count);
    add_level(frame, i, frame->nz - 1, &sum, &count);
  }
  for (int k = 1; k < frame->nz - 1; k++) {
    add_level(frame, 0, k, &sum, &count);
    add_level(frame, frame->nx - 1, k, &sum, &count);
  }
  return count > 0 ? (float)(sum / count) : none;
}

static void measure(Ground *ground, const FrameView *frame) {
  size_t count = (size_t)frame->nx * (size_t)frame->nz;
  float low = frame->terrain[0], high = low;
  for (size_t i = 1; i < count; i++) {
    low = maths_minf(low, frame->terrain[i]);
    high = maths_maxf(high, frame->terrain[i]);
  }
  ground->min = low;
  ground->max = high;
  float extent = (float)(frame->nx > frame->nz ? frame->nx : frame->nz) * frame->cell;
  ground->base = low - 0.05f * extent;
  ground->water_around = level_at_edge(frame, low - extent);
}

/* Shadow and openness lie in one texture, so that each pixel of the block mesh needs one look-up for both. False when memory is short. */
static bool write_built_shadow(Ground *ground, const GroundGrid *grid) {
  const size_t cells = (size_t)grid->nx * (size_t)grid->nz;
  const uint8_t *const light = ground->scratch;
  float *const shadow = memory_create(3 * cells, sizeof *shadow), *const both = shadow ? shadow + cells : NULL;
  const bool ok = shadow && ground_bake_shadow(grid, ground->sun, shadow);
  for (size_t n = 0; ok && n < cells; n++) {
    both[2 * n] = shadow[n];
    both[2 * n + 1] = (float)light[4 * n + 2] / 255.0f;
  }
  if (ok) gpu_texture(&ground->shadow, UNIT_GROUND_SHADOW, grid->nx, grid->nz, &built_shadow_def, both);
  memory_free(shadow);
  ground->built = true;
  return ok;
}

static bool write_shadow(Ground *ground, const GroundGrid *grid) {
  if (!ground_bake_shadow(grid, ground->sun, ground->scratch)) return false;
  if (ground->built)
    gpu_texture(&ground->shadow, UNIT_GROUND_SHADOW, grid->nx, grid->nz, &height_def, ground->scratch);
  else
    gpu_texture_write(ground->shadow, UNIT_GROUND_SHADOW, grid->nx, grid->nz, &height_def, ground->scratch);
  ground->built = false;
  return true;
}

static bool bake(Ground *ground, const FrameView *frame) {
  double start = clock_seconds();
  GroundGrid grid = {frame->nx, frame->nz, frame->cell, frame->terrain};
  if (!ground_bake_light(&grid, ground->scratch)) return false;
  gpu_texture_write(ground->light, UNIT_GROUND_LIGHT, frame->nx, frame->nz, &shade_def, ground->scratch);
  if (!(ground_is_built(frame) ? write_built_shadow(ground, &grid) : write_shadow(ground, &grid))) return false;
  ground->bakes++;
  ground->bake_cost = clock_seconds() - start;
  ground->bake_due = 0;
  return true;
}

bool ground_update(Ground *ground, const FrameView *frame) {
  if (!ground_reserve(ground, frame->nx, frame->nz)) return false;
  bool changed = !ground->known || ground->version != frame->terrain_version;
  bool moved =
      memcmp(ground->sun, frame->sun, sizeof ground->sun) != 0 || (ground->bake_due <= 0 && ground->built != ground_is_built(frame));
  double now = clock_seconds();
  if (changed) {
    measure(ground, frame);
    gpu_texture_write(ground->height, UNIT_GROUND, frame->nx, frame->nz, &pyramid_def, frame->terrain);
    glGenerateMipmap(GL_TEXTURE_2D);
    ground->known = true;
    ground->version = frame->terrain_version;
  }
  memcpy(ground->sun, frame->sun, sizeof ground->sun);
  if (changed || moved) ground->bake_due = ground->bake_cost < bake_cheap_s ? now : now + bake_rest_s;
  if (ground->bake_due > 0 && now >= ground->bake_due && !bake(ground, frame)) return false;
  gpu_texture_bind(ground->height, UNIT_GROUND);
  gpu_texture_bind(ground->light, UNIT_GROUND_LIGHT);
  gpu_texture_bind(ground->shadow, UNIT_GROUND_SHADOW);
  return true;
}

void ground_shutdown(Ground *ground) {
  const GLuint textures[] = {ground->height, ground->light, ground->shadow};
  glDeleteTextures(3, textures);
  memory_free(ground->scratch);
  memset(ground, 0, sizeof *ground);
}
