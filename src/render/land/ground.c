#include "render/land/ground.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/clock.h"
#include "base/maths.h"
#include "base/memory.h"
#include "base/team.h"
#include "render/frame_block.h"
#include "render/land/rock.h"
#include "render/textures.h"

/* --- light and shadow ------------------------------------------------------------------------------------------------- */

enum { BAKE_REACH = 10 }; /* cells around a change of height within which light changes */

static const float *row_at(const FrameView *frame, int k) {
  return frame->terrain + (size_t)frame_index(k, frame->nz) * (size_t)frame->nx;
}

static uint8_t to_byte(float value) {
  return (uint8_t)(maths_minf(maths_maxf(value, 0.0f), 1.0f) * 255.0f + 0.5f);
}

/* Cells [i0, i1) x [k0, k1) of the frame, which a bake fills: four bytes each, row after row. A value. */
typedef struct BakePart {
  int i0, k0, i1, k1;
  uint8_t *texels;
} BakePart;

static uint8_t *texels_of(const BakePart *part, int k) {
  return part->texels + 4 * (ptrdiff_t)(k - part->k0) * (part->i1 - part->i0);
}

static void light_normals(const FrameView *frame, const BakePart *part, int k) {
  const float half = 0.5f / frame->cell, *const row = row_at(frame, k), *const back = row_at(frame, k - 1),
              *const front = row_at(frame, k + 1);
  const int last = frame->nx - 1;
  uint8_t *texel = texels_of(part, k);
  for (int i = part->i0; i < part->i1; i++, texel += 4) {
    const float sx = (row[i < last ? i + 1 : last] - row[i > 0 ? i - 1 : 0]) * half, sz = (front[i] - back[i]) * half;
    const float unit = 1.0f / sqrtf(1.0f + sx * sx + sz * sz);
    texel[0] = to_byte(0.5f - 0.5f * sx * unit);
    texel[1] = to_byte(0.5f - 0.5f * sz * unit);
    texel[2] = 255;
    texel[3] = 255;
  }
}

/* Ground lower than the mean of its surroundings sees less sky: openness = 1 / (1 + gain * (mean - h) / radius). */
static void light_openness(const FrameView *frame, const BakePart *part, int radius, const double *sums, int k) {
  double sum = 0;
  for (int i = part->i0 - radius; i <= part->i0 + radius; i++) sum += sums[frame_index(i, frame->nx)];
  const float *row = row_at(frame, k);
  float width = (float)(2 * radius + 1), gain = 1.6f / (frame->cell * (float)radius);
  uint8_t *texel = texels_of(part, k);
  for (int i = part->i0; i < part->i1; i++, texel += 4) {
    const float below = (float)sum / (width * width) - row[i], open = 1.0f / (1.0f + maths_maxf(0.0f, gain * below + 0.06f));
    texel[2] = to_byte((float)texel[2] / 255.0f * open);
    sum += sums[frame_index(i + radius + 1, frame->nx)] - sums[frame_index(i - radius, frame->nx)];
  }
}

static void bake_openness(const FrameView *frame, const BakePart *part, int radius, int k0, int k1, double *sums) {
  /* One more than the last mean needs: the running sum takes it in. */
  const int i0 = frame_index(part->i0 - radius, frame->nx), i1 = frame_index(part->i1 + radius, frame->nx) + 1;
  memset(sums + i0, 0, (size_t)(i1 - i0) * sizeof *sums);
  for (int k = k0 - radius; k <= k0 + radius; k++) {
    const float *row = row_at(frame, k);
    for (int i = i0; i < i1; i++) sums[i] += (double)row[i];
  }
  for (int k = k0; k < k1; k++) {
    light_openness(frame, part, radius, sums, k);
    const float *enters = row_at(frame, k + radius + 1), *leaves = row_at(frame, k - radius);
    for (int i = i0; i < i1; i++) sums[i] += (double)enters[i] - (double)leaves[i];
  }
}

/* Rows [k0, k1). */
static void bake_band(const FrameView *frame, const BakePart *part, int k0, int k1, double *sums) {
  for (int k = k0; k < k1; k++) light_normals(frame, part, k);
  bake_openness(frame, part, 2, k0, k1, sums);
  bake_openness(frame, part, 9, k0, k1, sums);
}

enum { BANDS = 8 }; /* a number of its own: the texels are then the same for any number of threads */

/* A baking of light in bands. On the stack. */
typedef struct Baking {
  const FrameView *frame;
  const BakePart *part;
  double *sums; /* a row for each band */
} Baking;

static void bake_bands(void *data, int first, int end) {
  const Baking *const b = data;
  const int nz = b->frame->nz;
  for (int band = first; band < end; band++)
    bake_band(b->frame, b->part, nz * band / BANDS, nz * (band + 1) / BANDS, b->sums + (size_t)band * (size_t)b->frame->nx);
}

/* Fills four bytes a cell: normal x and z (0.5 means 0), openness to the sky (ambient occlusion), 255. Returns false if memory runs out. */
static bool bake_light(const FrameView *frame, uint8_t *texels) {
  double *const sums = memory_create(BANDS * (size_t)frame->nx, sizeof *sums);
  const BakePart all = {0, 0, frame->nx, frame->nz, texels};
  if (!sums) return false;
  Baking baking = {frame, &all, sums};
  team_rows(team_processors(), 0, BANDS, bake_bands, &baking);
  memory_free(sums);
  return true;
}

/* The plan of the shadow sweep, which goes from the sun's side in steps of one cell along the axis that is nearer the sun's direction:
 *     S(p) = max(S, h)(p + step) - |step| tan(elevation)
 * with the value at p + step interpolated between two cells, which softens the edges of far shadows as a real sun does. */
typedef struct Sweep {
  int count, lines;               /* cells along a line, and lines in the order of the sweep */
  ptrdiff_t first, along, across; /* in the array: the first line; strides along a line and to the next */
  float lean, drop;               /* cells sideways and metres down for each step */
} Sweep;

enum { LEAN = 2 }; /* cells by which a ray can go sideways in one step, rounded up, and one more to interpolate with */

static Sweep sweep_plan(const FrameView *frame, const float sun[3]) {
  const float flat = sqrtf(sun[0] * sun[0] + sun[2] * sun[2]), rise = sun[1] / fmaxf(flat, 1e-4f);
  Sweep sweep;
  const bool x_major = fabsf(sun[0]) > fabsf(sun[2]);
  const float major = x_major ? sun[0] : sun[2], minor = x_major ? sun[2] : sun[0];
  sweep.count = x_major ? frame->nz : frame->nx;
  sweep.lines = x_major ? frame->nx : frame->nz;
  sweep.along = x_major ? frame->nx : 1;
  sweep.across = (x_major ? 1 : frame->nx) * (major > 0 ? -1 : 1);
  sweep.first = major > 0 ? (1 - sweep.lines) * sweep.across : 0;
  sweep.lean = minor / fmaxf(fabsf(major), 1e-4f);
  sweep.drop = rise * frame->cell * sqrtf(1.0f + sweep.lean * sweep.lean);
  return sweep;
}

/* Writes a line's shadow over its heights, finds the next one's. `surface`: room for the larger of the two, from -LEAN to count + LEAN. */
static void sweep_line(const Sweep *sweep, float *restrict shadow, float *restrict surface, float *restrict line) {
  const float whole = floorf(sweep->lean), part = sweep->lean - whole, drop = sweep->drop;
  const float *const a = surface + (int)whole, *const b = a + 1;
  for (int i = 0; i < sweep->count; i++) surface[i] = maths_maxf(line[i], shadow[i]);
  for (int i = 1; i <= LEAN; i++) { /* beyond the ends of a line stands the value at its end */
    surface[-i] = surface[0];
    surface[sweep->count - 1 + i] = surface[sweep->count - 1];
  }
  memcpy(line, shadow, (size_t)sweep->count * sizeof *line);
  for (int i = 0; i < sweep->count; i++) shadow[i] = a[i] + (b[i] - a[i]) * part - drop;
}

/* Fills for each cell the height in m up to which other ground blocks the sun, by one sweep across the grid. Any point, on the ground or
 * above it, lies in the ground's shadow when it is lower than that. Returns false if memory runs out. */
static bool bake_shadow(const FrameView *frame, const float sun[3], float *shadow) {
  enum { BLOCK = 16 }; /* lines that lie one after the other in memory: columns of the grid would take a cache line for every value */
  const Sweep sweep = sweep_plan(frame, sun);
  const ptrdiff_t stride = sweep.count + LEAN * 8; /* no power of two: lines then lie in different sets of the cache */
  float *const block = memory_create((size_t)(stride * (BLOCK + 2)), sizeof *block); /* heights, which become shadows */
  if (!block) return false;
  float *const next = block + BLOCK * stride, *const surface = next + stride + LEAN; /* single lines: the next one's shadow, and work */
  for (int i = 0; i < sweep.count; i++) next[i] = -1e4f;
  for (int n = 0; n < sweep.lines; n += BLOCK) {
    const ptrdiff_t at = sweep.first + n * sweep.across;
    const int count = sweep.lines - n < BLOCK ? sweep.lines - n : BLOCK;
    for (int i = 0; i < sweep.count; i++)
      for (int k = 0; k < count; k++) block[k * stride + i] = frame->terrain[at + i * sweep.along + k * sweep.across];
    for (int line = 0; line < count; line++) sweep_line(&sweep, next, surface, block + line * stride);
    for (int i = 0; i < sweep.count; i++)
      for (int k = 0; k < count; k++) shadow[at + i * sweep.along + k * sweep.across] = block[k * stride + i];
  }
  memory_free(block);
  return true;
}

/* --- textures ------------------------------------------------------------------------------------------------------------- */

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
  ground->tiles_x = frame_tiles(nx, FRAME_GROUND_TILE);
  ground->tiles_z = frame_tiles(nz, FRAME_GROUND_TILE);
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
  for (int n = 0; n < 2 * frame->nx; n++) add_level(frame, n / 2, n % 2 ? frame->nz - 1 : 0, &sum, &count);
  for (int n = 2; n < 2 * (frame->nz - 1); n++) add_level(frame, n % 2 ? frame->nx - 1 : 0, n / 2, &sum, &count);
  return count > 0 ? (float)(sum / count) : none;
}

/* Finds the bounds of the tiles with these cells, and of all ground. */
static void measure(Ground *ground, const FrameView *frame, const TextureRect *cells) {
  for (int z = cells->y / FRAME_GROUND_TILE; z * FRAME_GROUND_TILE < cells->y + cells->height; z++)
    for (int x = cells->x / FRAME_GROUND_TILE; x * FRAME_GROUND_TILE < cells->x + cells->width; x++) {
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
  ground->low = ground->tile_low[0];
  ground->high = ground->tile_high[0];
  for (int n = 1; n < ground->tiles_x * ground->tiles_z; n++) {
    ground->low = maths_minf(ground->low, ground->tile_low[n]);
    ground->high = maths_maxf(ground->high, ground->tile_high[n]);
  }
}

/* Puts shadow and openness into one texture: a pixel of the block mesh needs one look-up for both. Returns false if memory runs out. */
static bool write_built_shadow(Ground *ground, const FrameView *frame) {
  const size_t cells = (size_t)frame->nx * (size_t)frame->nz;
  const uint8_t *const light = (const uint8_t *)ground->scratch;
  float *const shadow = memory_create(3 * cells, sizeof *shadow), *const both = shadow ? shadow + cells : NULL;
  const bool ok = shadow && bake_shadow(frame, ground->sun, shadow);
  for (size_t n = 0; ok && n < cells; n++) {
    both[2 * n] = shadow[n];
    both[2 * n + 1] = (float)light[4 * n + 2] / 255.0f;
  }
  if (ok) gpu_texture(&ground->shadow, UNIT_GROUND_SHADOW, frame->nx, frame->nz, &built_shadow_def, both);
  memory_free(shadow);
  return ok;
}

static bool bake(Ground *ground, const FrameView *frame) {
  const double start = clock_seconds();
  const bool built = ground_is_built(frame);
  if (!bake_light(frame, (uint8_t *)ground->scratch)) return false;
  gpu_texture_write(ground->light, UNIT_GROUND_LIGHT, frame->nx, frame->nz, &shade_def, ground->scratch);
  if (!(built ? write_built_shadow(ground, frame) : bake_shadow(frame, ground->sun, ground->scratch))) return false;
  if (!built) gpu_texture(&ground->shadow, UNIT_GROUND_SHADOW, frame->nx, frame->nz, &height_def, ground->scratch);
  ground->built = built;
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

/* Bakes the light of a part again. Returns false if memory runs out. */
static bool write_light_part(Ground *ground, const FrameView *frame, const TextureRect *rect) {
  uint8_t *const texels = memory_create((size_t)rect->width * (size_t)rect->height, 4);
  double *const sums = memory_create((size_t)frame->nx, sizeof *sums);
  const BakePart part = {rect->x, rect->y, rect->x + rect->width, rect->y + rect->height, texels};
  const bool ok = texels && sums;
  if (ok) {
    bake_band(frame, &part, part.k0, part.k1, sums);
    gpu_texture_bind(ground->light, UNIT_GROUND_LIGHT);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, rect->x, rect->y, rect->width, rect->height, shade_def.format, shade_def.type, texels);
  }
  memory_free(texels);
  memory_free(sums);
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
  if (!ground->shadow_fresh) ground->shadow_fresh = memory_create((size_t)frame->nx * (size_t)frame->nz, sizeof(float));
  if (!ground->shadow_fresh || !bake_shadow(frame, ground->sun, ground->shadow_fresh)) return false;
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
  const TextureRect part = gpu_rect_grown(&rect, BAKE_REACH, ground->nx, ground->nz);
  ground->edits = frame->ground_edits;
  if (rect.width == 0) return true;
  ground_add_cells(ground, &part, &ground->change); /* as they lay */
  measure(ground, frame, &rect);
  ground_add_cells(ground, &part, &ground->change);
  if (ground->low < ground->base + 0.01f * frame_extent(frame)) ground->base = ground->low - 0.05f * frame_extent(frame);
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

static void write_heights(Ground *ground, const FrameView *frame) {
  measure(ground, frame, &(TextureRect){0, 0, frame->nx, frame->nz});
  ground->min = ground->low;
  ground->max = ground->high;
  ground->base = ground->low - 0.05f * frame_extent(frame);
  FrameView first;
  float *const depth = began_frame(frame, &first);
  ground->rock_slope = rock_slope(&first);
  ground->water_around = level_at_edge(&first, ground->low - frame_extent(frame));
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
