/* The table of the kinds of bodies, and the rows of those that are no machines and no vehicles. */
#include "base/maths.h"
#include "world/body_kind.h"
#include "world/world_private.h"

#define CRATE_FLATNESS 0.6667f /* height over width: at 600 kg/m3 a uniform cube does not float upright, this box does */
#define HOUSE_DENSITY 450.0f   /* kg/m3 over all that its walls enclose: it floats where 45 % of their height is under water */
#define SIZE_LEAST 0.02f       /* m, of a side; smaller bodies fall through the ground */
#define SIZE_MAX_M 200.0f      /* m */
#define DENSITY_LEAST 5.0f     /* kg/m3 */
#define DENSITY_MAX 30000.0f

void body_measure_box(const BodyDrop *drop, const float usual[3], float size[3]) {
  for (int n = 0; n < 3; n++) size[n] = maths_clampf(drop->size[n] > 0 ? drop->size[n] : usual[n], SIZE_LEAST, SIZE_MAX_M);
}

static void measure_log(const Params *params, const BodyDrop *drop, float size[3], float *density) {
  const float usual[3] = {params->log_width, params->log_length, params->log_width};
  (void)density;
  body_measure_box(drop, usual, size);
  size[2] = size[0];
}

static float foot_of_log(const World *world, const BodyDrop *drop, const float size[3]) {
  (void)world, (void)drop;
  return 0.5f * size[0];
}

static float foot_of_hull(const World *world, const BodyDrop *drop, const float size[3]) {
  return drop->hull < world->hull_count ? world->hulls[drop->hull].low : 0.5f * size[1];
}

static void measure_house(const Params *params, const BodyDrop *drop, float size[3], float *density) {
  static const float usual[3] = {7, 3.5f, 5};
  (void)params;
  body_measure_box(drop, usual, size);
  *density = HOUSE_DENSITY;
}

const BodyKindInfo crate_body = {0};
const BodyKindInfo log_body = {.is_round = true, .pose = POSE_LYING, .measure = measure_log, .foot = foot_of_log, .make = body_engine_log};
const BodyKindInfo hull_body = {.foot = foot_of_hull, .make = body_engine_hull};
const BodyKindInfo house_body = {.measure = measure_house};

#define ADDRESS(kind, row) [BODY_##kind] = &row##_body,
static const BodyKindInfo *const kinds[BODY_KIND_COUNT] = {BODY_KINDS(ADDRESS)};

const BodyKindInfo *body_kind(BodyKind kind) {
  return kinds[kind];
}

bool body_is_lying(BodyKind kind) {
  return kinds[kind]->pose == POSE_LYING;
}

void body_measure(const Params *params, const BodyDrop *drop, float size[3], float *density) {
  const float densities[MATERIAL_COUNT] = {params->wood_density, params->metal_density, params->stone_density};
  const float width = params->crate_size, crate[3] = {width, CRATE_FLATNESS * width, width};
  float own = densities[drop->material];
  if (kinds[drop->body]->measure)
    kinds[drop->body]->measure(params, drop, size, &own);
  else
    body_measure_box(drop, crate, size);
  *density = maths_clampf(drop->density > 0 ? drop->density : own, DENSITY_LEAST, DENSITY_MAX);
}
