#include "render/land/terrain.h"

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

void terrain_draw(Program *program, const PassContext *context, Lod *lod, const LodList *list, const BlockMesh *mesh) {
  const bool shaded = context->mode <= FRAME_WIREFRAME, natural = context->natural;
  if (context->blocks) {
    const int top = !shaded ? BLOCK_COLOURS : natural ? STONE : TILES;
    if (context->table && program_use(program, &terrain_programs, &context->shaders, BLOCK_SIDE)) block_mesh_draw_sides(mesh);
    if (program_use(program, &terrain_programs, &context->shaders, top)) block_mesh_draw_tops(mesh);
  } else {
    const int side = natural ? LAND_SIDE : TANK_SIDE, top = shaded ? (natural ? LAND : TANK) : natural ? LAND_COLOURS : TANK_COLOURS;
    if (context->table && program_use(program, &terrain_programs, &context->shaders, side)) lod_draw_sides(lod, list);
    if (program_use(program, &terrain_programs, &context->shaders, top)) lod_draw_tops(lod, list);
  }
}
