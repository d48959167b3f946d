#include "render/land/terrain.h"

/* Variants by index 2 * natural + side; the false colours of top and side; then the same three for the faces of a tank. */
#define LAND "#define BLOCKS 0\n"
#define FACES "#define BLOCKS 1\n#define NATURAL 0\n"
const ProgramDef terrain_programs = {
    "terrain",
    {LAND "#define NATURAL 0\n#define SIDE 0\n#define FALSE_COLOUR 0\n", LAND "#define NATURAL 0\n#define SIDE 1\n#define FALSE_COLOUR 0\n",
     LAND "#define NATURAL 1\n#define SIDE 0\n#define FALSE_COLOUR 0\n", LAND "#define NATURAL 1\n#define SIDE 1\n#define FALSE_COLOUR 0\n",
     LAND "#define NATURAL 0\n#define SIDE 0\n#define FALSE_COLOUR 1\n", LAND "#define NATURAL 1\n#define SIDE 0\n#define FALSE_COLOUR 1\n",
     FACES "#define SIDE 0\n#define FALSE_COLOUR 0\n", FACES "#define SIDE 1\n#define FALSE_COLOUR 0\n",
     FACES "#define SIDE 0\n#define FALSE_COLOUR 1\n"}};
enum { FACES_TOP = 6, FACES_SIDE = 7, FACES_FALSE_COLOUR = 8 };

static void draw_tank(Program *program, const PassContext *context, const Tank *tank) {
  const int top = context->mode <= FRAME_WIREFRAME ? FACES_TOP : FACES_FALSE_COLOUR;
  if (context->table && program_use(program, &terrain_programs, &context->shaders, FACES_SIDE)) tank_draw_sides(tank);
  if (program_use(program, &terrain_programs, &context->shaders, top)) tank_draw_tops(tank);
}

void terrain_draw(Program *program, const PassContext *context, Lod *lod, const LodList *list, const Tank *tank) {
  if (!context->natural && tank_flat(tank)) {
    draw_tank(program, context, tank);
    return;
  }
  bool shaded = context->mode <= FRAME_WIREFRAME;
  int top = shaded ? 2 * context->natural : 4 + context->natural;
  int side = 2 * context->natural + 1;
  if (context->table && program_use(program, &terrain_programs, &context->shaders, side)) lod_draw_sides(lod, list);
  if (program_use(program, &terrain_programs, &context->shaders, top)) lod_draw_tops(lod, list);
}
