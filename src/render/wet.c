#include "render/wet.h"

#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "base/team.h"
#include "render/frame_block.h"
#include "render/gpu.h"

/* Thinner water is not drawn as water (the same bound as in shaders/common/water.glsl). */
static const float film_m = 0.003f;

/* Twice the depth from which water is drawn in full: what filters make of it between such cells is in full, too. */
static const float deep_m = 0.07f;
enum { NEAR_MAX = 128, NEAR_ROUNDS = 3 };

static const TextureDef near_def = {GL_RG32F, GL_RG, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};

static void free_grids(Wet *wet) {
  memory_free(wet->blocks);
  memory_free(wet->sums);
  memory_free(wet->near);
  memory_free(wet->near_smooth);
  memory_free(wet->first);
  memory_free(wet->beach);
  for (int level = 0; level < WET_LEVELS; level++) memory_free(wet->groups[level]);
}

/* Number of groups of 2^level blocks that `blocks` blocks in a row make. */
static int count_at(int blocks, int level) {
  return ((blocks - 1) >> level) + 1;
}

static bool resize(Wet *wet, int nx, int nz) {
  free_grids(wet);
  wet->nx = wet->nz = 0;
  wet->known = wet->seen = false;
  wet->blocks_x = frame_tiles(nx, WET_BLOCK);
  wet->blocks_z = frame_tiles(nz, WET_BLOCK);
  wet->near_shift = 0;
  while (wet->blocks_x >> wet->near_shift > NEAR_MAX || wet->blocks_z >> wet->near_shift > NEAR_MAX) wet->near_shift++;
  wet->near_x = count_at(wet->blocks_x, wet->near_shift);
  wet->near_z = count_at(wet->blocks_z, wet->near_shift);
  const size_t blocks = (size_t)wet->blocks_x * (size_t)wet->blocks_z, near_count = (size_t)wet->near_x * (size_t)wet->near_z * 2;
  wet->blocks = memory_create(blocks, 1);
  wet->sums = memory_create(blocks, sizeof *wet->sums);
  bool ok = wet->blocks && wet->sums;
  float **const grids[] = {&wet->near, &wet->near_smooth, &wet->first, &wet->beach};
  for (int n = 0; n < 4; n++) ok = (*grids[n] = memory_create(near_count, sizeof **grids[n])) && ok;
  for (int level = 1; level <= WET_LEVELS; level++) {
    wet->groups[level - 1] = memory_create((size_t)count_at(wet->blocks_x, level) * (size_t)count_at(wet->blocks_z, level), 1);
    ok = ok && wet->groups[level - 1];
  }
  if (!ok) return false;
  gpu_texture(&wet->near_level, UNIT_NEAR_WATER, wet->near_x, wet->near_z, &near_def, NULL);
  gpu_texture(&wet->beach_level, UNIT_NEAR_WATER, wet->near_x, wet->near_z, &near_def, NULL);
  wet->nx = nx;
  wet->nz = nz;
  return true;
}

static void sum_block(Wet *wet, const FrameView *frame, int bx, int bz) {
  const TextureRect cells = gpu_rect_tile(WET_BLOCK, bx, bz, frame->nx, frame->nz);
  size_t block = (size_t)bz * (size_t)wet->blocks_x + (size_t)bx;
  WetSum sum = {0, 0, -1e30f};
  float deepest = 0, shallowest = 1e30f;
  for (int k = cells.y; k < cells.y + cells.height; k++)
    for (int i = cells.x; i < cells.x + cells.width; i++) {
      size_t at = (size_t)k * (size_t)frame->nx + (size_t)i;
      float depth = frame->depth[at], weight = maths_minf(depth, 0.5f), level = frame->terrain[at] + depth;
      deepest = maths_maxf(deepest, depth);
      shallowest = maths_minf(shallowest, depth);
      if (depth <= 0.05f) continue;
      sum.level += weight * level;
      sum.weight += weight;
      sum.top = maths_maxf(sum.top, level);
    }
  wet->sums[block] = sum;
  wet->blocks[block] = (uint8_t)((wet->blocks[block] & (2 | 8)) | (deepest > film_m ? 1 : 0) | (shallowest > deep_m ? 0 : 4));
}

/* Returns whether the ground of a block has been edited since: its water stands at another level, however deep. */
static bool is_edited(const FrameView *frame, int bx, int bz, int64_t since) {
  enum { BLOCKS = FRAME_GROUND_TILE / WET_BLOCK };
  const int tiles_x = frame_tiles(frame->nx, FRAME_GROUND_TILE);
  return frame->ground_edited && frame->ground_edited[(ptrdiff_t)(bz / BLOCKS) * tiles_x + bx / BLOCKS] > since;
}

/* A look at the blocks. On the stack. */
typedef struct Scan {
  Wet *wet;
  const FrameView *frame;
  bool all;
} Scan;

static void scan_rows(void *data, int first, int end) {
  enum { BLOCKS = FRAME_TILE / WET_BLOCK };
  const Scan *const s = data;
  const FrameView *const frame = s->frame;
  Wet *const wet = s->wet;
  const int tiles_x = frame_tiles(frame->nx, FRAME_TILE);
  for (int bz = first; bz < end; bz++)
    for (int bx = 0; bx < wet->blocks_x; bx++) {
      size_t tile = (size_t)(bz / BLOCKS) * (size_t)tiles_x + (size_t)(bx / BLOCKS);
      if (s->all || !frame->changed || frame->changed[tile] > wet->serial || is_edited(frame, bx, bz, wet->edits))
        sum_block(wet, frame, bx, bz);
    }
}

/* Sums the blocks of tiles that have changed since the last sum. */
static void scan(Wet *wet, const FrameView *frame, bool all) {
  Scan look = {wet, frame, all};
  team_rows(all ? team_processors() : 1, 0, wet->blocks_z, scan_rows, &look);
}

static void group(Wet *wet) {
  const uint8_t *from = wet->blocks;
  for (int level = 1; level <= WET_LEVELS; level++) {
    int below_x = count_at(wet->blocks_x, level - 1), below_z = count_at(wet->blocks_z, level - 1);
    int nx = count_at(wet->blocks_x, level), nz = count_at(wet->blocks_z, level);
    uint8_t *to = wet->groups[level - 1];
    memset(to, 0, (size_t)nx * (size_t)nz);
    for (int z = 0; z < below_z; z++)
      for (int x = 0; x < below_x; x++) to[(z >> 1) * nx + (x >> 1)] |= from[z * below_x + x];
    from = to;
  }
}

/* Spreads levels and their weights to neighbouring blocks: out = in + a quarter of the four neighbours' sum. */
static void spread(const Wet *wet, const float *in, float *out) {
  for (int z = 0; z < wet->near_z; z++)
    for (int x = 0; x < wet->near_x; x++) {
      int at = z * wet->near_x + x;
      int left = x > 0 ? at - 1 : at, right = x + 1 < wet->near_x ? at + 1 : at;
      int up = z > 0 ? at - wet->near_x : at, down = z + 1 < wet->near_z ? at + wet->near_x : at;
      for (int c = 0; c < 2; c++)
        out[2 * at + c] = 0.5f * in[2 * at + c] + 0.125f * (in[2 * left + c] + in[2 * right + c] + in[2 * up + c] + in[2 * down + c]);
    }
}

/* Finds the highest water and, by texel, the levels about it, smoothed. */
static void gather(Wet *wet) {
  memset(wet->near, 0, (size_t)wet->near_x * (size_t)wet->near_z * 2 * sizeof *wet->near);
  wet->top = -1e30f;
  const float share = 1.0f / (float)((WET_BLOCK * WET_BLOCK) << (2 * wet->near_shift)); /* share of one cell in its texel */
  for (int bz = 0; bz < wet->blocks_z; bz++)
    for (int bx = 0; bx < wet->blocks_x; bx++) {
      const WetSum *sum = &wet->sums[(size_t)bz * (size_t)wet->blocks_x + (size_t)bx];
      int near_at = (bz >> wet->near_shift) * wet->near_x + (bx >> wet->near_shift);
      wet->near[2 * near_at] += share * sum->level;
      wet->near[2 * near_at + 1] += share * sum->weight;
      wet->top = fmaxf(wet->top, sum->top);
    }
  for (int round = 0; round < NEAR_ROUNDS; round++) {
    float *const raw = wet->near;
    spread(wet, raw, wet->near_smooth);
    wet->near = wet->near_smooth;
    wet->near_smooth = raw;
  }
}

/* Takes the levels of now about a texel, as far as smoothing carries those of its water. */
static void beach_about(Wet *wet, int x, int z) {
  const TextureRect about = gpu_rect_grown(&(TextureRect){x, z, 1, 1}, NEAR_ROUNDS, wet->near_x, wet->near_z);
  for (int row = about.y; row < about.y + about.height; row++) {
    const size_t at = 2 * (size_t)(row * wet->near_x + about.x);
    memcpy(&wet->beach[at], &wet->near[at], 2 * (size_t)about.width * sizeof *wet->beach);
  }
}

/* Keeps `beach` that of the frame's place and its ground. A jump through time comes to the ground of then, with the edits of then. */
static void keep_beach(Wet *wet, const FrameView *frame) {
  const size_t size = (size_t)wet->near_x * (size_t)wet->near_z * 2 * sizeof *wet->beach;
  const bool anew = !wet->seen || wet->land != frame->land_version || wet->terrain != frame->terrain_version;
  if (!anew && wet->beach_edits == frame->ground_edits) return;
  if (anew) memcpy(wet->beach, wet->first, size);
  const int64_t since = anew ? 0 : wet->beach_edits;
  for (int bz = 0; bz < wet->blocks_z; bz++)
    for (int bx = 0; bx < wet->blocks_x; bx++)
      if (is_edited(frame, bx, bz, since)) beach_about(wet, bx >> wet->near_shift, bz >> wet->near_shift);
  wet->seen = true;
  wet->land = frame->land_version;
  wet->terrain = frame->terrain_version;
  wet->beach_edits = frame->ground_edits;
  gpu_texture_write(wet->beach_level, UNIT_NEAR_WATER, wet->near_x, wet->near_z, &near_def, wet->beach);
}

bool wet_update(Wet *wet, const FrameView *frame) {
  bool resized = wet->nx != frame->nx || wet->nz != frame->nz;
  if (resized && !resize(wet, frame->nx, frame->nz)) return false;
  bool all = !wet->known || wet->version != frame->world_version || frame->serial < wet->serial || frame->ground_edits < wet->edits;
  gpu_texture_bind(wet->near_level, UNIT_NEAR_WATER);
  if (!all && frame->serial == wet->serial && frame->ground_edits == wet->edits) return true;
  float before = wet->top;
  if (!wet->seen || wet->land != frame->land_version) { /* another place: its first beaches are by the water that its world began with */
    FrameView first;
    float *const depth = began_frame(frame, &first);
    scan(wet, &first, true);
    gather(wet);
    memcpy(wet->first, wet->near, (size_t)wet->near_x * (size_t)wet->near_z * 2 * sizeof *wet->first);
    memory_free(depth);
    all = true; /* the sums are those of then */
  }
  const size_t blocks = (size_t)wet->blocks_x * (size_t)wet->blocks_z;
  if (all) memset(wet->blocks, 0, blocks);
  /* Blocks that showed water with the previous depths still count as wet while the picture blends the two, and shallow ones as shallow. */
  const bool later = !all && frame->serial != wet->serial;
  for (size_t n = 0; later && n < blocks; n++) wet->blocks[n] = (uint8_t)((wet->blocks[n] & (1 | 4)) * 3);
  scan(wet, frame, all);
  wet->known = true;
  wet->version = frame->world_version;
  wet->serial = frame->serial;
  wet->edits = frame->ground_edits;
  group(wet);
  gather(wet);
  wet->surface_max = all ? wet->top : fmaxf(wet->top, before);
  keep_beach(wet, frame);
  gpu_texture_write(wet->near_level, UNIT_NEAR_WATER, wet->near_x, wet->near_z, &near_def, wet->near);
  return true;
}

/* Returns true if one of the blocks has one of the bits. Looks at the level on which a few groups cover the rectangle. */
static bool any_block(const Wet *wet, int i0, int k0, int i1, int k1, int bits) {
  int x0 = i0 < 0 ? 0 : i0 / WET_BLOCK, z0 = k0 < 0 ? 0 : k0 / WET_BLOCK;
  int x1 = (i1 - 1) / WET_BLOCK, z1 = (k1 - 1) / WET_BLOCK, level = 0;
  if (i1 <= 0 || k1 <= 0 || x0 >= wet->blocks_x || z0 >= wet->blocks_z) return false;
  x1 = x1 < wet->blocks_x ? x1 : wet->blocks_x - 1;
  z1 = z1 < wet->blocks_z ? z1 : wet->blocks_z - 1;
  while (level < WET_LEVELS && ((x1 - x0) >> level > 4 || (z1 - z0) >> level > 4)) level++;
  const uint8_t *groups = level ? wet->groups[level - 1] : wet->blocks;
  int nx = count_at(wet->blocks_x, level);
  for (int z = z0 >> level; z <= z1 >> level; z++)
    for (int x = x0 >> level; x <= x1 >> level; x++)
      if (groups[z * nx + x] & bits) return true;
  return false;
}

bool wet_touches(const Wet *wet, int i0, int k0, int i1, int k1) {
  return any_block(wet, i0, k0, i1, k1, 1 | 2);
}

bool wet_is_deep(const Wet *wet, int i0, int k0, int i1, int k1) {
  return !any_block(wet, i0, k0, i1, k1, 4 | 8);
}

void wet_shutdown(Wet *wet) {
  glDeleteTextures(2, (const GLuint[]){wet->near_level, wet->beach_level});
  free_grids(wet);
}
