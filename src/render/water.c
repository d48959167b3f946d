#include "render/water.h"

enum { VARIANT_AROUND = 6 };

/* Variants by index 2 * natural + side; then the false colours of top and side; then the water beyond the grid. */
const ProgramDef water_programs = {
    "water",
    {"#define NATURAL 0\n#define SIDE 0\n#define AROUND 0\n#define FALSE_COLOUR 0\n",
     "#define NATURAL 0\n#define SIDE 1\n#define AROUND 0\n#define FALSE_COLOUR 0\n",
     "#define NATURAL 1\n#define SIDE 0\n#define AROUND 0\n#define FALSE_COLOUR 0\n",
     "#define NATURAL 1\n#define SIDE 1\n#define AROUND 0\n#define FALSE_COLOUR 0\n",
     "#define NATURAL 0\n#define SIDE 0\n#define AROUND 0\n#define FALSE_COLOUR 1\n",
     "#define NATURAL 1\n#define SIDE 0\n#define AROUND 0\n#define FALSE_COLOUR 1\n",
     "#define NATURAL 1\n#define SIDE 0\n#define AROUND 1\n#define FALSE_COLOUR 0\n"}};

void water_draw(Program *program, const PassContext *context, Lod *lod, const LodList *list) {
  bool shaded = context->mode <= FRAME_WIREFRAME;
  int top = shaded ? 2 * context->natural : 4 + context->natural;
  int side = shaded ? 2 * context->natural + 1 : top;
  if (context->sides && program_use(program, &water_programs, &context->shaders, side)) lod_draw_sides(lod, list);
  if (program_use(program, &water_programs, &context->shaders, top)) lod_draw_tops(lod, list);
}

void water_draw_around(Program *program, const PassContext *context, const Around *around) {
  if (context->table || context->mode > FRAME_WIREFRAME || !around->detail) return;
  if (program_use(program, &water_programs, &context->shaders, VARIANT_AROUND)) around_draw_rings(around);
}
