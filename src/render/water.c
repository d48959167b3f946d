#include "render/water.h"

/* Indices of the variants. */
enum {
  TANK,
  LAND,
  BEYOND,
  TANK_DYED, /* with dye in the water */
  LAND_DYED,
  TANK_UNDER, /* from below */
  LAND_UNDER,
  BEYOND_UNDER,
  TANK_UNDER_DYED,
  LAND_UNDER_DYED,
  TANK_SIDE,
  LAND_SIDE,
  TANK_SIDE_DYED,
  LAND_SIDE_DYED,
  TANK_OVER, /* laid over the scene */
  LAND_OVER,
  BEYOND_OVER,
  DEEP_OVER,
  COLOURS
};

#define VARIANT(natural, around, dye, deep) \
  "#define NATURAL " #natural "\n#define AROUND " #around "\n#define DYE " #dye "\n#define DEEP " #deep "\n"

const ProgramDef water_programs = {.name = "water",
                                   .variants = {[TANK] = VARIANT(0, 0, 0, 0),
                                                [LAND] = VARIANT(1, 0, 0, 0),
                                                [BEYOND] = VARIANT(1, 1, 0, 0),
                                                [TANK_DYED] = VARIANT(0, 0, 1, 0),
                                                [LAND_DYED] = VARIANT(1, 0, 1, 0),
                                                [TANK_UNDER] = VARIANT(0, 0, 0, 0),
                                                [LAND_UNDER] = VARIANT(1, 0, 0, 0),
                                                [BEYOND_UNDER] = VARIANT(1, 1, 0, 0),
                                                [TANK_UNDER_DYED] = VARIANT(0, 0, 1, 0),
                                                [LAND_UNDER_DYED] = VARIANT(1, 0, 1, 0),
                                                [TANK_SIDE] = VARIANT(0, 0, 0, 0),
                                                [LAND_SIDE] = VARIANT(1, 0, 0, 0),
                                                [TANK_SIDE_DYED] = VARIANT(0, 0, 1, 0),
                                                [LAND_SIDE_DYED] = VARIANT(1, 0, 1, 0),
                                                [TANK_OVER] = VARIANT(0, 0, 0, 0),
                                                [LAND_OVER] = VARIANT(1, 0, 0, 0),
                                                [BEYOND_OVER] = VARIANT(1, 1, 0, 0),
                                                [DEEP_OVER] = VARIANT(1, 0, 0, 1),
                                                [COLOURS] = VARIANT(1, 0, 0, 0)},
                                   .fragments = {[TANK_UNDER] = "water_under",
                                                 [LAND_UNDER] = "water_under",
                                                 [BEYOND_UNDER] = "water_under",
                                                 [TANK_UNDER_DYED] = "water_under",
                                                 [LAND_UNDER_DYED] = "water_under",
                                                 [TANK_SIDE] = "water_side",
                                                 [LAND_SIDE] = "water_side",
                                                 [TANK_SIDE_DYED] = "water_side",
                                                 [LAND_SIDE_DYED] = "water_side",
                                                 [TANK_OVER] = "water_over",
                                                 [LAND_OVER] = "water_over",
                                                 [BEYOND_OVER] = "water_over",
                                                 [DEEP_OVER] = "water_over",
                                                 [COLOURS] = "water_colours"}};

/* Returns true if water ends where its level meets sloping ground; at upright walls it ends with its cells. */
static bool is_land(const PassContext *context) {
  return context->natural && !context->blocks;
}

static void draw_beyond(const WaterPass *pass, const PassContext *context, int beyond) {
  const bool goes_on = !context->table && pass->around->detail;
  if (goes_on && program_use(pass->program, &water_programs, &context->shaders, beyond)) around_draw_rings(pass->around);
}

static void draw_grid(const WaterPass *pass, const PassContext *context, int variant) {
  if (!program_use(pass->program, &water_programs, &context->shaders, variant)) return;
  lod_draw_deep(pass->lod, pass->list);
  lod_draw_tops(pass->lod, pass->list);
}

static void draw_lit(const WaterPass *pass, const PassContext *context) {
  static const int plain[2][2] = {{TANK, TANK_UNDER}, {LAND, LAND_UNDER}};
  static const int dyed[2][2] = {{TANK_DYED, TANK_UNDER_DYED}, {LAND_DYED, LAND_UNDER_DYED}};
  draw_grid(pass, context, (context->dyed ? dyed : plain)[is_land(context)][context->under_water]);
  draw_beyond(pass, context, context->under_water ? BEYOND_UNDER : BEYOND);
}

void water_draw(const WaterPass *pass, const PassContext *context, Target *target) {
  static const int sides[2][2] = {{TANK_SIDE, TANK_SIDE_DYED}, {LAND_SIDE, LAND_SIDE_DYED}};
  const bool shaded = context->mode <= FRAME_WIREFRAME;
  const int side = shaded ? sides[is_land(context)][context->dyed] : COLOURS;
  if (context->table && program_use(pass->program, &water_programs, &context->shaders, side)) lod_draw_sides(pass->lod, pass->list);
  if (!shaded) {
    draw_grid(pass, context, COLOURS);
  } else if (context->shaders.quality > 0) {
    draw_lit(pass, context);
  } else { /* at half the size, then laid over the scene at full size */
    const int top = is_land(context) ? LAND_OVER : TANK_OVER;
    target_begin_half(target);
    draw_lit(pass, context);
    target_end_half(target);
    if (program_use(pass->program, &water_programs, &context->shaders, DEEP_OVER)) lod_draw_deep(pass->lod, pass->list);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    if (program_use(pass->program, &water_programs, &context->shaders, top)) lod_draw_tops(pass->lod, pass->list);
    draw_beyond(pass, context, BEYOND_OVER);
    glDisable(GL_BLEND);
  }
}
