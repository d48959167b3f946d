#include "render/land/ground.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/maths.h"
#include "base/memory.h"
#include "render/frame_block.h"
#include "render/gpu.h"
#include "render/land/ground_bake.h"
#include "render/pyramid.h"

static const TextureDef height_def = {GL_R32F, GL_RED, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};
static const TextureDef built_shadow_def = {GL_RG32F, GL_RG, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};
static const TextureDef pyramid_def = {GL_R32F, GL_RED, GL_FLOAT, GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE};
static const TextureDef shade_def = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR, GL_CLAMP_TO_EDGE};

/* s: a bake that takes longer than bake_cheap_s is put off until the ground has not changed for bake_rest_s. */
static const double bake_cheap_s = 0.008, bake_rest_s = 0.25;

bool ground_is_built(const FrameView *frame) {
  return !frame->natural || frame->ground == FRAME_GROUND_STONE;
}

static void free_grids(Ground *ground) {
  memory_free(ground->scratch);
  memory_free(ground->shadow_fresh);
  memory_free(ground->tile_low);
  memory_free(ground->tile_high);
  ground->scratch = ground->shadow_fresh = ground->tile_low = ground->tile_high = NULL;
}

bool ground_reserve(Ground *ground, int nx, int nz) {
  if (ground->nx == nx && ground->nz == nz) return true;
  free_grids(ground);
  ground->nx = ground->nz = 0;
  ground->tiles_x = (nx + FRAME_GROUND_TILE - 1) / FRAME_GROUND_TILE;
  ground->tiles_z = (nz + FRAME_GROUND_TILE - 1) / FRAME_GROUND_TILE;
  const size_t tiles = (size_t)ground->tiles_x * (size_t)ground->tiles_z;
  ground->scratch = memory_create((size_t)nx * (size_t)nz, sizeof *ground->scratch);
  ground->tile_low = memory_create(tiles, sizeof *ground->tile_low);
  ground->tile_high = memory_create(tiles, sizeof *ground->tile_high);
  if (!ground->scratch || !ground->tile_low || !ground->tile_high) return false;
  gpu_texture(&ground->height, UNIT_GROUND, nx, nz, &pyramid_def, NULL);
  gpu_texture(&ground->light, UNIT_GROUND_LIGHT, nx, nz, &shade_def, NULL);
  gpu_texture(&ground->shadow, UNIT_GROUND_SHADOW, nx, nz, &height_def, NULL);
  ground->nx = nx;
  ground->nz = nz;
  ground->built = false;
  ground->bake_cost = ground->sweep_cost = 0;
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

static void measure_tile(Ground *ground, const FrameView *frame, int x, int z) {
  const TextureRect tile = gpu_rect_tile(FRAME_GROUND_TILE, x, z, frame->nx, frame->nz);
  float low = INFINITY, high = -INFINITY;
  for (int k = tile.y; k < tile.y + tile.height; k++)
    for (int i = tile.x; i < tile.x + tile.width; i++) {
      const float height = frame->terrain[(ptrdiff_t)k * frame->nx + i];
      low = maths_minf(low, height);
      high = maths_maxf(high, height);
    }
  ground->tile_low[z * ground->tiles_x + x] = low;
  ground->tile_high[z * ground->tiles_x + x] = high;
}

static void find_bounds(Ground *ground) {
  ground->low = ground->tile_low[0];
  ground->high = ground->tile_high[0];
  for (int n = 1; n < ground->tiles_x * ground->tiles_z; n++) {
    ground->low = maths_minf(ground->low, ground->tile_low[n]);
    ground->high = maths_maxf(ground->high, ground->tile_high[n]);
  }
}

static float extent_of(const FrameView *frame) {
  return (float)(frame->nx > frame->nz ? frame->nx : frame->nz) * frame->cell;
}

/* Shadow and openness lie in one texture, so that each pixel of the block mesh needs one look-up for both. Returns false if memory
 * runs out. */
static bool write_built_shadow(Ground *ground, const GroundGrid *grid) {
  const size_t cells = (size_t)grid->nx * (size_t)grid->nz;
  const uint8_t *const light = (const uint8_t *)ground->scratch;
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
  if (!ground_bake_light(&grid, (uint8_t *)ground->scratch)) return false;
  gpu_texture_write(ground->light, UNIT_GROUND_LIGHT, frame->nx, frame->nz, &shade_def, ground->scratch);
  if (!(ground_is_built(frame) ? write_built_shadow(ground, &grid) : write_shadow(ground, &grid))) return false;
  ground->bakes++;
  ground->bake_cost = clock_seconds() - start;
  ground->bake_due = ground->sweep_due = 0;
  return true;
}

/* --- edits ----------------------------------------------------------------------------------------------------------- */

void ground_add_cells(const Ground *ground, const TextureRect *cells, GroundChange *change) {
  if (cells->width == 0) return;
  if (change->cells.width == 0) *change = (GroundChange){{0, 0, 0, 0}, INFINITY, -INFINITY};
  for (int z = cells->y / FRAME_GROUND_TILE; z <= (cells->y + cells->height - 1) / FRAME_GROUND_TILE; z++)
    for (int x = cells->x / FRAME_GROUND_TILE; x <= (cells->x + cells->width - 1) / FRAME_GROUND_TILE; x++) {
      change->low = maths_minf(change->low, ground->tile_low[z * ground->tiles_x + x]);
      change->high = maths_maxf(change->high, ground->tile_high[z * ground->tiles_x + x]);
    }
  change->cells = gpu_rect_joined(&change->cells, cells);
}

static bool write_light_part(Ground *ground, const FrameView *frame, const TextureRect *part) {
  const GroundGrid grid = {frame->nx, frame->nz, frame->cell, frame->terrain};
  uint8_t *const texels = memory_create((size_t)part->width * (size_t)part->height, 4);
  const bool ok = texels && ground_bake_light_part(&grid, part->x, part->y, part->x + part->width, part->y + part->height, texels);
  if (ok) {
    gpu_texture_bind(ground->light, UNIT_GROUND_LIGHT);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, part->x, part->y, part->width, part->height, shade_def.format, shade_def.type, texels);
  }
  memory_free(texels);
  return ok;
}

/* Where the shadow differs from that before at all, and where it is seen to: as far below ground as above the sun's last ray it may move
 * as it likes (light_past_ground in the shaders, with a margin for what shades a little above the ground). */
static void compare_shadows(const Ground *ground, const FrameView *frame, TextureRect *differs, TextureRect *seen) {
  const float flat = maths_maxf(sqrtf(frame->sun[0] * frame->sun[0] + frame->sun[2] * frame->sun[2]), 0.05f);
  const float rise = frame->cell * frame->sun[1] / flat, per_rise = 1.0f / maths_maxf(rise, 1e-6f);
  *differs = *seen = (TextureRect){0, 0, 0, 0};
  for (int k = 0; k < frame->nz; k++)
    for (int i = 0; i < frame->nx; i++) {
      const ptrdiff_t at = (ptrdiff_t)k * frame->nx + i;
      const float before = ground->scratch[at], now = ground->shadow_fresh[at];
      if (!(before < now) && !(before > now)) continue;
      const TextureRect cell = {i, k, 1, 1};
      *differs = gpu_rect_joined(differs, &cell);
      const float a = maths_minf(maths_maxf((frame->terrain[at] - before) * per_rise, -2.0f), 1.5f),
                  b = maths_minf(maths_maxf((frame->terrain[at] - now) * per_rise, -2.0f), 1.5f);
      if (fabsf(a - b) > 0.01f) *seen = gpu_rect_joined(seen, &cell);
    }
}

/* Makes the shadow of natural ground again after an edit, as it may fall far from it. Returns false if memory runs out. */
static bool sweep_again(Ground *ground, const FrameView *frame) {
  const double start = clock_seconds();
  const GroundGrid grid = {frame->nx, frame->nz, frame->cell, frame->terrain};
  if (!ground->shadow_fresh) ground->shadow_fresh = memory_create((size_t)frame->nx * (size_t)frame->nz, sizeof(float));
  if (!ground->shadow_fresh || !ground_bake_shadow(&grid, ground->sun, ground->shadow_fresh)) return false;
  TextureRect differs, seen;
  compare_shadows(ground, frame, &differs, &seen);
  if (differs.width > 0) gpu_texture_write_part(ground->shadow, UNIT_GROUND_SHADOW, &differs, &height_def, ground->shadow_fresh, frame->nx);
  if (seen.width > 0) ground_add_cells(ground, &seen, &ground->change);
  float *const before = ground->scratch;
  ground->scratch = ground->shadow_fresh;
  ground->shadow_fresh = before;
  ground->sweep_due = 0;
  ground->sweep_cost = clock_seconds() - start;
  return true;
}

/* Brings heights and light up to date where the ground was edited, and sets when the shadow follows: that of natural ground at once where
 * it takes no long time; that of built ground, which lies in one texture with the openness, once the ground has rested. */
static bool update_edited(Ground *ground, const FrameView *frame, double now) {
  TextureRect rect = {0, 0, 0, 0}; /* of cells, about the tiles that edits have changed since the last frame */
  for (int n = 0; n < ground->tiles_x * ground->tiles_z; n++) {
    if (frame->ground_edited[n] <= ground->edits) continue;
    const TextureRect tile = gpu_rect_tile(FRAME_GROUND_TILE, n % ground->tiles_x, n / ground->tiles_x, ground->nx, ground->nz);
    rect = gpu_rect_joined(&rect, &tile);
  }
  const TextureRect part = gpu_rect_grown(&rect, GROUND_BAKE_REACH, ground->nx, ground->nz);
  ground->edits = frame->ground_edits;
  if (rect.width == 0) return true;
  ground_add_cells(ground, &part, &ground->change); /* as they lay */
  for (int z = rect.y / FRAME_GROUND_TILE; z * FRAME_GROUND_TILE < rect.y + rect.height; z++)
    for (int x = rect.x / FRAME_GROUND_TILE; x * FRAME_GROUND_TILE < rect.x + rect.width; x++) measure_tile(ground, frame, x, z);
  ground_add_cells(ground, &part, &ground->change);
  find_bounds(ground);
  if (ground->low < ground->base + 0.01f * extent_of(frame)) ground->base = ground->low - 0.05f * extent_of(frame);
  const bool inside = part.x > 0 && part.y > 0 && part.x + part.width < frame->nx && part.y + part.height < frame->nz;
  if (!inside) ground->edge_edits = ground->edits;
  gpu_texture_write_part(ground->height, UNIT_GROUND, &rect, &pyramid_def, frame->terrain, frame->nx);
  gpu_texture_shrink_part(ground->height, frame->nx, frame->nz, &rect);
  if (ground->bake_due > 0) return true; /* all of the light is due anyway */
  if (ground->built)
    ground->bake_due = now + bake_rest_s;
  else
    ground->sweep_due = ground->sweep_cost < bake_cheap_s ? now : now + bake_rest_s;
  return write_light_part(ground, frame, &part);
}

/* --- all of it ------------------------------------------------------------------------------------------------------- */

static void write_heights(Ground *ground, const FrameView *frame) {
  for (int z = 0; z < ground->tiles_z; z++)
    for (int x = 0; x < ground->tiles_x; x++) measure_tile(ground, frame, x, z);
  find_bounds(ground);
  ground->min = ground->low;
  ground->max = ground->high;
  ground->base = ground->low - 0.05f * extent_of(frame);
  FrameView first;
  float *const depth = began_frame(frame, &first);
  ground->water_around = level_at_edge(&first, ground->low - extent_of(frame));
  memory_free(depth);
  pyramid_write(ground->height, UNIT_GROUND, frame->nx, frame->nz, 1, frame->terrain);
  ground->known = true;
  ground->version = frame->terrain_version;
  ground->edits = ground->edge_edits = frame->ground_edits;
}

bool ground_update(Ground *ground, const FrameView *frame) {
  if (!ground_reserve(ground, frame->nx, frame->nz)) return false;
  const bool changed = !ground->known || ground->version != frame->terrain_version || frame->ground_edits < ground->edits;
  const bool moved =
      memcmp(ground->sun, frame->sun, sizeof ground->sun) != 0 || (ground->bake_due <= 0 && ground->built != ground_is_built(frame));
  const double now = clock_seconds();
  ground->change = (GroundChange){0};
  memcpy(ground->sun, frame->sun, sizeof ground->sun);
  if (changed) write_heights(ground, frame);
  if (changed || moved) ground->bake_due = ground->bake_cost < bake_cheap_s ? now : now + bake_rest_s;
  if (frame->ground_edited && frame->ground_edits > ground->edits && !update_edited(ground, frame, now)) return false;
  if (ground->bake_due > 0 && now >= ground->bake_due && !bake(ground, frame)) return false;
  if (ground->sweep_due > 0 && now >= ground->sweep_due && !sweep_again(ground, frame)) return false;
  gpu_texture_bind(ground->height, UNIT_GROUND);
  gpu_texture_bind(ground->light, UNIT_GROUND_LIGHT);
  gpu_texture_bind(ground->shadow, UNIT_GROUND_SHADOW);
  return true;
}

void ground_shutdown(Ground *ground) {
  glDeleteTextures(3, (const GLuint[]){ground->height, ground->light, ground->shadow});
  free_grids(ground);
}
