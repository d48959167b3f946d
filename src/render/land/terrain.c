#include "render/land/terrain.h"

/* Variants by index 2 * natural + side; then the false colours of top and side. */
const ProgramDef terrain_programs = {
    "terrain",
    {"#define NATURAL 0\n#define SIDE 0\n#define FALSE_COLOUR 0\n", "#define NATURAL 0\n#define SIDE 1\n#define FALSE_COLOUR 0\n",
     "#define NATURAL 1\n#define SIDE 0\n#define FALSE_COLOUR 0\n", "#define NATURAL 1\n#define SIDE 1\n#define FALSE_COLOUR 0\n",
     "#define NATURAL 0\n#define SIDE 0\n#define FALSE_COLOUR 1\n", "#define NATURAL 1\n#define SIDE 0\n#define FALSE_COLOUR 1\n"}};

void terrain_draw(Program *program, const PassContext *context, Lod *lod, const LodList *list) {
  bool shaded = context->mode <= FRAME_WIREFRAME;
  int top = shaded ? 2 * context->natural : 4 + context->natural;
  int side = 2 * context->natural + 1;
  if (context->table && program_use(program, &terrain_programs, &context->shaders, side)) lod_draw_sides(lod, list);
  if (program_use(program, &terrain_programs, &context->shaders, top)) lod_draw_tops(lod, list);
}
