#include "render/water.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

/* Variants by index 4 * flowing + 2 * fresh + coarse; flowing: 0 not, 1 with velocities, 2 and it is known where waves break. */
#define VARIANTS(flowing)                                                                                                                 \
  "#define FLOWING " flowing "\n#define FRESH 0\n#define COARSE 0\n", "#define FLOWING " flowing "\n#define FRESH 0\n#define COARSE 1\n", \
      "#define FLOWING " flowing "\n#define FRESH 1\n#define COARSE 0\n",                                                                 \
      "#define FLOWING " flowing "\n#define FRESH 1\n#define COARSE 1\n"
const ProgramDef surface_programs = {.name = "surface", .variants = {VARIANTS("0"), VARIANTS("1"), VARIANTS("2")}};

/* Texels a side: of a tile (the same in shaders/surface.vert), of the top level at least. */
enum { TILE = 16, SIDE_LEAST = 32 };
static const float drying_time_s = 61; /* a little longer than wetness lasts in shaders/surface.frag */
static const float away_s = 0.5f;      /* a tile not drawn for this long was out of the picture */
static const float never = -1e9f;

/* Factors on distances, for vertices read the maps a little beyond their own place. */
static const float nearer = 0.88f, farther = 1.14f;

static const TextureDef water_def = {GL_RGBA32F, GL_RGBA, GL_FLOAT, GL_LINEAR_MIPMAP_NEAREST, GL_CLAMP_TO_EDGE};
static const TextureDef flow_def = {GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_LINEAR_MIPMAP_NEAREST, GL_CLAMP_TO_EDGE};
static const TextureDef foam_def = {GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_LINEAR_MIPMAP_NEAREST, GL_CLAMP_TO_EDGE};

static void free_tiles(Surface *surface) {
  for (SurfaceLevel *level = surface->level; level < surface->level + SURFACE_LEVELS; level++) {
    memory_free(level->tiles);
    memory_free(level->drawn);
    *level = (SurfaceLevel){0};
  }
}

bool surface_reserve(Surface *surface, int nx, int nz) {
  const int shorter = nx < nz ? nx : nz, longer = nx < nz ? nz : nx;
  if (surface->nx == nx && surface->nz == nz) return true;
  surface->nx = surface->nz = 0;
  free_tiles(surface);
  surface->shift = 0;
  while (longer >> surface->shift > surface->side_max && shorter >> (surface->shift + 1) > 0) surface->shift++;
  surface->levels = 1;
  while (surface->levels < SURFACE_LEVELS && shorter >> (surface->shift + surface->levels) >= SIDE_LEAST) surface->levels++;
  for (int n = 0; n < surface->levels; n++) {
    SurfaceLevel *const level = &surface->level[n];
    level->tiles_x = frame_tiles(nx >> (n + surface->shift), TILE);
    level->tiles_z = frame_tiles(nz >> (n + surface->shift), TILE);
    level->tile_count = level->tiles_x * level->tiles_z;
    level->tiles = memory_create((size_t)level->tile_count, sizeof *level->tiles);
    level->drawn = memory_create((size_t)level->tile_count, 2 * sizeof *level->drawn);
    if (!level->tiles || !level->drawn) return false;
  }
  if (!surface->vertex_array) {
    glGenVertexArrays(1, &surface->vertex_array);
    glBindVertexArray(surface->vertex_array);
    gpu_buffer(GL_ARRAY_BUFFER, &surface->instances, 0, NULL, GL_STREAM_DRAW);
    glVertexAttribDivisor(0, 1);
    glEnableVertexAttribArray(0);
  }
  const int wide = nx >> surface->shift, deep = nz >> surface->shift;
  gpu_texture_levels(&surface->water, UNIT_WATER, wide, deep, surface->levels, &water_def, NULL);
  gpu_texture_levels(&surface->flow, UNIT_FLOW, wide, deep, surface->levels, &flow_def, NULL);
  for (int n = 0; n < 2; n++) {
    gpu_texture_levels(&surface->foam[n], UNIT_FOAM, wide, deep, surface->levels, &foam_def, NULL);
    const GLuint colours[3] = {surface->water, surface->flow, surface->foam[n]};
    for (int level = 0; level < surface->levels; level++) gpu_framebuffer(&surface->framebuffers[n][level], colours, 3, 0, level);
  }
  surface->known = false;
  surface->nx = nx;
  surface->nz = nz;
  return true;
}

bool surface_update(Surface *surface, const FrameView *frame) {
  if (!surface_reserve(surface, frame->nx, frame->nz)) return false;
  surface->cleared = !surface->known || frame->time < surface->time || frame->world_version != surface->world_version;
  if (surface->cleared) glClearColor(0, 0, 0, 0);
  for (int level = 0; surface->cleared && level < surface->levels; level++) { /* to dry land, and tiles to never computed */
    for (int n = 0; n < 2; n++) {
      glBindFramebuffer(GL_FRAMEBUFFER, surface->framebuffers[n][level]);
      glClear(GL_COLOR_BUFFER_BIT);
    }
    for (int n = 0; n < surface->level[level].tile_count; n++) surface->level[level].tiles[n] = (SurfaceTile){never, never};
  }
  surface->known = true;
  surface->time_before = surface->cleared ? never : surface->time;
  surface->time = frame->time;
  surface->world_version = frame->world_version;
  return true;
}

/* The arguments of one surface_select, for its recursion. */
typedef struct Selection {
  Surface *surface;
  const Wet *wet;
  const LodView *view;
  float scale;
} Selection;

/* The cells of a tile with those read beyond its edge: from (u, v), wide * deep. */
typedef struct Span {
  float u, v, wide, deep;
} Span;

static void add_tile(const Selection *s, const Span *span, SurfaceLevel *level, int x, int z) {
  SurfaceTile *const tile = &level->tiles[z * level->tiles_x + x];
  const float time = s->surface->time;
  const bool wet =
      wet_touches(s->wet, (int)floorf(span->u), (int)floorf(span->v), (int)ceilf(span->u + span->wide), (int)ceilf(span->v + span->deep));
  const bool dried_unseen = tile->drawn < tile->wet_until && time > tile->drawn + away_s;
  if (wet || dried_unseen) tile->wet_until = time + drying_time_s;
  if (!(tile->wet_until > time || tile->drawn == never)) return;
  const bool fresh = tile->drawn < s->surface->time_before;
  tile->drawn = time;
  uint16_t *const place = &level->drawn[2 * (fresh ? level->tile_count - ++level->fresh_count : level->drawn_count++)];
  place[0] = (uint16_t)x;
  place[1] = (uint16_t)z;
}

/* Selects a tile when the levels that the shaders read at its nearest and farthest point include its own. */
static void select_tile(const Selection *s, int level, int x, int z) {
  const Surface *surface = s->surface;
  /* Where a grid is not a multiple of 2^shift cells, its texels are a little wider than that. */
  const int shift = level + surface->shift;
  const float wide = (float)surface->nx / (float)(surface->nx >> shift), rim = (float)(1 << shift);
  const float deep = (float)surface->nz / (float)(surface->nz >> shift);
  const Span span = {(float)(x * TILE) * wide - rim, (float)(z * TILE) * deep - rim, TILE * wide + 2 * rim, TILE * deep + 2 * rim};
  const float size = fmaxf(span.wide, span.deep);
  if (!lod_sees(s->view, span.u, span.v, size)) return;
  float near_m, far_m;
  lod_distances(s->view, span.u, span.v, size, &near_m, &far_m);
  const float first = log2f(fmaxf(near_m * nearer * s->scale, 1e-6f)), last = log2f(fmaxf(far_m * farther * s->scale, 1e-6f));
  const bool bottom = level == 0, top = level == surface->levels - 1;
  if ((top || first < (float)level + 0.5f) && (bottom || last > (float)level - 0.5f)) add_tile(s, &span, &s->surface->level[level], x, z);
  if (bottom || first >= (float)level - 0.5f) return;
  const SurfaceLevel *const own = &surface->level[level], *const under = own - 1;
  const int x1 = x == own->tiles_x - 1 ? under->tiles_x : 2 * x + 2, z1 = z == own->tiles_z - 1 ? under->tiles_z : 2 * z + 2;
  for (int below = 2 * z; below < z1; below++)
    for (int along = 2 * x; along < x1; along++) select_tile(s, level - 1, along, below);
}

void surface_select(Surface *surface, const Wet *wet, const LodView *view, float scale) {
  const Selection selection = {surface, wet, view, scale};
  const int top = surface->levels - 1;
  for (int n = 0; n <= top; n++) surface->level[n].drawn_count = surface->level[n].fresh_count = 0;
  for (int z = 0; z < surface->level[top].tiles_z; z++)
    for (int x = 0; x < surface->level[top].tiles_x; x++) select_tile(&selection, top, x, z);
}

static void draw_tiles(const uint16_t *tiles, int count) {
  glBufferData(GL_ARRAY_BUFFER, count * 2 * (GLsizeiptr)sizeof *tiles, tiles, GL_STREAM_DRAW);
  glVertexAttribPointer(0, 2, GL_UNSIGNED_SHORT, GL_FALSE, 2 * sizeof *tiles, NULL);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
}

/* Limits the levels that the shader can read of the bound texture, the previous frame's foam. */
static void show_levels(int first, int last) {
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, first);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, last);
}

void surface_draw(Surface *surface, const PassContext *context) {
  glBindVertexArray(surface->vertex_array);
  glBindBuffer(GL_ARRAY_BUFFER, surface->instances);
  glDisable(GL_DEPTH_TEST);
  gpu_texture_bind(surface->foam[surface->now], UNIT_FOAM);
  surface->now = 1 - surface->now;
  for (int level = 0; level < surface->levels; level++) {
    const SurfaceLevel *const own = &surface->level[level];
    const int shift = level + surface->shift, variant = 4 * (context->flowing + context->breaking) + (shift > 0), fresh = own->fresh_count;
    gpu_draw_into(surface->framebuffers[surface->now][level], surface->nx >> shift, surface->nz >> shift);
    glVertexAttrib1f(1, (float)shift);
    show_levels(level, level);
    if (own->drawn_count && program_use(context, PROGRAM_SURFACE, variant)) draw_tiles(own->drawn, own->drawn_count);
    show_levels(0, surface->levels - 1);
    if (fresh && program_use(context, PROGRAM_SURFACE, 2 + variant)) draw_tiles(own->drawn + 2 * (own->tile_count - fresh), fresh);
  }
  gpu_texture_bind(surface->water, UNIT_WATER);
  gpu_texture_bind(surface->flow, UNIT_FLOW);
  gpu_texture_bind(surface->foam[surface->now], UNIT_FOAM);
}

void surface_shutdown(Surface *surface) {
  glDeleteTextures(4, (const GLuint[]){surface->water, surface->flow, surface->foam[0], surface->foam[1]});
  for (int n = 0; n < 2; n++) glDeleteFramebuffers(SURFACE_LEVELS, surface->framebuffers[n]);
  glDeleteBuffers(1, &surface->instances);
  glDeleteVertexArrays(1, &surface->vertex_array);
  free_tiles(surface);
}

/* --- the water by the maps ------------------------------------------------------------------------------------------------ */

/* Indices of the variants; dyed: with dye in the water; from IN_RAIN on those before it, with the rings of drops. FOAMY: of water_over alone. */
enum { TANK, LAND, TANK_DYED, LAND_DYED, BEYOND, DEEP, IN_RAIN, FOAMY = IN_RAIN, FOAMY_DEEP };

#define VARIANT(natural, around, dye, deep) \
  "#define NATURAL " #natural "\n#define AROUND " #around "\n#define DYE " #dye "\n#define DEEP " #deep "\n"
#define FOAM "#define FOAM 1\n"
#define WITHIN [TANK] = VARIANT(0, 0, 0, 0), [LAND] = VARIANT(1, 0, 0, 0)
#define WITHIN_DYED [TANK_DYED] = VARIANT(0, 0, 1, 0), [LAND_DYED] = VARIANT(1, 0, 1, 0)
#define RAINY(look, natural, around, dye) [IN_RAIN + look] = VARIANT(natural, around, dye, 0) "#define RAIN 1\n"
#define ALL_RAINY RAINY(TANK, 0, 0, 0), RAINY(LAND, 1, 0, 0), RAINY(TANK_DYED, 0, 0, 1), RAINY(LAND_DYED, 1, 0, 1), RAINY(BEYOND, 1, 1, 0)

/* Seen from above, from below, cut at a block's edge, laid over the scene, and in false colours. */
const ProgramDef water_programs = {.name = "water", .variants = {WITHIN, WITHIN_DYED, [BEYOND] = VARIANT(1, 1, 0, 0), ALL_RAINY}};
const ProgramDef water_crust_programs = {
    .name = "water", .fragment = "water_crust", .variants = {WITHIN, WITHIN_DYED, [BEYOND] = VARIANT(1, 1, 0, 0)}};
const ProgramDef water_under_programs = {
    .name = "water", .fragment = "water_under", .variants = {WITHIN, WITHIN_DYED, [BEYOND] = VARIANT(1, 1, 0, 0)}};
const ProgramDef water_side_programs = {.name = "water", .fragment = "water_side", .variants = {WITHIN, WITHIN_DYED}};
const ProgramDef water_over_programs = {.name = "water",
                                        .fragment = "water_over",
                                        .variants = {WITHIN, [BEYOND] = VARIANT(1, 1, 0, 0), [DEEP] = VARIANT(1, 0, 0, 1),
                                                     [FOAMY] = VARIANT(1, 0, 0, 0) FOAM, [FOAMY_DEEP] = VARIANT(1, 0, 0, 1) FOAM}};
const ProgramDef water_colours_programs = {.name = "water", .fragment = "water_colours", .variants = {VARIANT(1, 0, 0, 0)}};

static void draw_beyond(const PassContext *context, const Around *around, PassProgram program, int variant) {
  if (!context->table && around->detail && program_use(context, program, variant)) around_draw_rings(around);
}

static void draw_grid(const PassContext *context, Lod *lod, const LodList *list, PassProgram program, int variant) {
  if (!program_use(context, program, variant)) return;
  lod_draw_deep(lod, list);
  lod_draw_tops(lod, list);
}

/* Makes the picture of half the size the one that is drawn into: empty, but with the depths of the scene. */
static void begin_half(Target *target) {
  hdr_resize(&target->half, UNIT_WATER_PICTURE, (target->scene.width + 1) / 2, (target->scene.height + 1) / 2);
  gpu_texture_bind(0, UNIT_WATER_PICTURE);
  hdr_copy(&target->scene, &target->half, GL_DEPTH_BUFFER_BIT);
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
}

void water_draw(const PassContext *context, Target *target, Lod *lod, const LodList *list, const Around *around) {
  /* Water ends where its level meets sloping ground; at upright walls it ends with its cells. */
  const int land = context->natural && !context->blocks, look = (land ? LAND : TANK) + (context->dyed ? TANK_DYED : 0);
  const bool shaded = context->mode <= FRAME_WIREFRAME, halved = context->shaders.quality == 0;
  const PassProgram side = shaded ? PROGRAM_WATER_SIDE : PROGRAM_WATER_COLOURS;
  const PassProgram top = context->under_water ? PROGRAM_WATER_UNDER : context->glows ? PROGRAM_WATER_CRUST : PROGRAM_WATER;
  if (context->table && program_use(context, side, shaded ? look : 0)) lod_draw_sides(lod, list);
  if (!shaded) {
    draw_grid(context, lod, list, PROGRAM_WATER_COLOURS, 0);
    return;
  }
  if (halved) begin_half(target);
  const int rain = context->raining && top == PROGRAM_WATER ? IN_RAIN : 0;
  draw_grid(context, lod, list, top, look + rain);
  draw_beyond(context, around, top, BEYOND + rain);
  if (!halved) return;
  gpu_draw_into(target->scene.framebuffer, target->scene.width, target->scene.height); /* and laid over it at full size */
  gpu_texture_bind(target->half.colour, UNIT_WATER_PICTURE);
  const bool foamy = land && !context->sea && top == PROGRAM_WATER; /* is_river() of shaders/common/foam.glsl */
  if (program_use(context, PROGRAM_WATER_OVER, foamy ? FOAMY_DEEP : DEEP)) lod_draw_deep(lod, list);
  gpu_blend_moving();
  if (program_use(context, PROGRAM_WATER_OVER, foamy ? FOAMY : land ? LAND : TANK)) lod_draw_tops(lod, list);
  draw_beyond(context, around, PROGRAM_WATER_OVER, BEYOND);
  glDisable(GL_BLEND);
}
