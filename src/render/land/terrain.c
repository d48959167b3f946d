#include "render/land/terrain.h"

#include <math.h>

#include "render/pyramid.h"

/* Indices of the variants: patches of a tank or of land, and their cut sides; the block mesh as tiles or as cut stone. */
enum { TANK, TANK_SIDE, LAND, LAND_SIDE, TANK_COLOURS, LAND_COLOURS, TILES, STONE, BLOCK_SIDE, BLOCK_COLOURS };

#define VARIANT(natural, side, blocks, stone, false_colour)                                                 \
  "#define NATURAL " #natural "\n#define SIDE " #side "\n#define BLOCKS " #blocks "\n#define STONE " #stone \
  "\n#define FALSE_COLOUR " #false_colour "\n"

const ProgramDef terrain_programs = {.name = "terrain",
                                     .variants = {[TANK] = VARIANT(0, 0, 0, 0, 0),
                                                  [TANK_SIDE] = VARIANT(0, 1, 0, 0, 0),
                                                  [LAND] = VARIANT(1, 0, 0, 0, 0),
                                                  [LAND_SIDE] = VARIANT(1, 1, 0, 0, 0),
                                                  [TANK_COLOURS] = VARIANT(0, 0, 0, 0, 1),
                                                  [LAND_COLOURS] = VARIANT(1, 0, 0, 0, 1),
                                                  [TILES] = VARIANT(0, 0, 1, 0, 0),
                                                  [STONE] = VARIANT(0, 0, 1, 1, 0),
                                                  [BLOCK_SIDE] = VARIANT(0, 1, 1, 0, 0),
                                                  [BLOCK_COLOURS] = VARIANT(0, 0, 1, 0, 1)}};

void terrain_draw(const PassContext *context, Lod *lod, const LodList *list, const BlockMesh *mesh) {
  const bool shaded = context->mode <= FRAME_WIREFRAME, natural = context->natural;
  if (context->blocks) {
    const int top = !shaded ? BLOCK_COLOURS : natural ? STONE : TILES;
    if (context->table && program_use(context, PROGRAM_TERRAIN, BLOCK_SIDE)) block_mesh_draw(mesh, true);
    if (program_use(context, PROGRAM_TERRAIN, top)) block_mesh_draw(mesh, false);
  } else {
    const int side = natural ? LAND_SIDE : TANK_SIDE, top = shaded ? (natural ? LAND : TANK) : natural ? LAND_COLOURS : TANK_COLOURS;
    if (context->table && program_use(context, PROGRAM_TERRAIN, side)) lod_draw_sides(lod, list);
    if (program_use(context, PROGRAM_TERRAIN, top)) lod_draw_tops(lod, list);
  }
}

/* --- the map of its colours ---------------------------------------------------------------------------------------------- */

const ProgramDef ground_colour_programs = {.name = "ground_colour", .variants = {""}};

static const TextureDef map_def = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE};

static int side_of(int cells, int longer, int side_max) {
  const double texels = 2.0 * longer <= side_max ? 2.0 * cells : (double)side_max * cells / longer;
  return texels < 1 ? 1 : (int)texels;
}

/* Cells about a change of height by which hollows are told (ground_colour.frag reads the fourth and fifth level of the heights). */
enum { WIDE = 48 };

/* After an edit, the ground near it is drawn at once; the rest, which it may change by little, follows by a strip of STRIP rows of cells a
 * frame, from the REST-th frame without an edit on. */
enum { STRIP = 12, REST = 12 };

static void draw_all(GroundColour *map, const PassContext *context) {
  glBindFramebuffer(GL_FRAMEBUFFER, map->framebuffer);
  glViewport(0, 0, map->width, map->height);
  glDisable(GL_DEPTH_TEST);
  program_draw(context, PROGRAM_GROUND_COLOUR, 0, SCREEN_VERTICES);
}

/* Draws the part of the map over these cells. */
static void draw_part(GroundColour *map, const PassContext *context, const FrameView *frame, const TextureRect *cells) {
  const double wide = (double)map->width / frame->nx, deep = (double)map->height / frame->nz;
  const int x0 = (int)floor(cells->x * wide), y0 = (int)floor(cells->y * deep);
  const int x1 = (int)ceil((cells->x + cells->width) * wide), y1 = (int)ceil((cells->y + cells->height) * deep);
  const TextureRect part = {x0, y0, (x1 < map->width ? x1 : map->width) - x0, (y1 < map->height ? y1 : map->height) - y0};
  glEnable(GL_SCISSOR_TEST);
  glScissor(part.x, part.y, part.width, part.height);
  draw_all(map, context);
  glDisable(GL_SCISSOR_TEST);
  gpu_texture_bind(map->texture, UNIT_GROUND_COLOUR);
  gpu_texture_shrink_part(map->texture, map->width, map->height, &part);
}

static void draw_changes(GroundColour *map, const PassContext *context, const FrameView *frame, const GroundChange *change) {
  if (change->cells.width > 0) {
    draw_part(map, context, frame, &change->cells);
    const TextureRect about = gpu_rect_grown(&change->cells, WIDE, frame->nx, frame->nz);
    map->wide = gpu_rect_joined(&map->wide, &about);
    map->wide_done = map->rested = 0;
  }
  if (map->wide.width == 0 || map->rested++ < REST) return;
  const int left = map->wide.height - map->wide_done, rows = left < STRIP ? left : STRIP;
  const TextureRect strip = {map->wide.x, map->wide.y + map->wide_done, map->wide.width, rows};
  draw_part(map, context, frame, &strip);
  map->wide_done += rows;
  if (rows == left) map->wide.width = 0;
}

void ground_colour_draw(GroundColour *map, const PassContext *context, const FrameView *frame, int side_max, int light,
                        const GroundChange *change) {
  const int longer = frame->nx > frame->nz ? frame->nx : frame->nz;
  const int width = side_of(frame->nx, longer, side_max), height = side_of(frame->nz, longer, side_max);
  const bool resized = map->width != width || map->height != height;
  gpu_texture_bind(map->texture, UNIT_GROUND_COLOUR);
  const int quality = context->shaders.quality;
  const bool relit = map->quality != quality || (quality == 0 && map->light != light);
  if (!resized && !relit && map->version == frame->terrain_version && map->ground == frame->ground) {
    draw_changes(map, context, frame, change);
    return;
  }
  if (resized) {
    gpu_texture(&map->texture, UNIT_GROUND_COLOUR, width, height, &map_def, NULL);
    gpu_framebuffer(&map->framebuffer, &map->texture, 1, 0, 0);
  }
  map->width = width;
  map->height = height;
  map->quality = quality;
  map->light = light;
  map->version = frame->terrain_version;
  map->ground = frame->ground;
  map->wide.width = 0;
  draw_all(map, context);
  pyramid_draw(context, map->texture, UNIT_GROUND_COLOUR, width, height);
}

void ground_colour_shutdown(GroundColour *map) {
  glDeleteTextures(1, &map->texture);
  glDeleteFramebuffers(1, &map->framebuffer);
}
