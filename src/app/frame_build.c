#include "app/frame_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct FrameBuild {
  int nx, nz;
  float *depth, *velocity_x, *velocity_z, *occupancy, *displacement;
  uint32_t version;      /* of the terrain, which tells one world from the next */
  int64_t velocity_tick; /* the tick that the velocities belong to, -1: none */
  float depth_scale, speed_scale;
  FrameBody bodies[WORLD_BODIES_MAX];
  FrameView view;
};

FrameBuild *frame_build_create(void) {
  FrameBuild *build = memory_create(1, sizeof *build);
  if (build) build->velocity_tick = -1;
  return build;
}

static void free_grids(FrameBuild *build) {
  memory_free(build->depth);
  memory_free(build->velocity_x);
  memory_free(build->velocity_z);
  memory_free(build->occupancy);
  memory_free(build->displacement);
  build->depth = build->velocity_x = build->velocity_z = build->occupancy = build->displacement = NULL;
}

void frame_build_destroy(FrameBuild *build) {
  if (!build) return;
  free_grids(build);
  memory_free(build);
}

/* A grid that is needed for the first time since the size changed. */
static bool have(const FrameBuild *build, float **grid) {
  if (!*grid) *grid = memory_create((size_t)build->nx * (size_t)build->nz, sizeof **grid);
  return *grid != NULL;
}

/* --- water ----------------------------------------------------------------------------------------------------------- */

static const float *blend_depth(FrameBuild *build, const World *world, float alpha) {
  if (alpha >= 0.999f || world->tick == 0) return world->depth;
  if (!have(build, &build->depth)) return NULL;
  const float *restrict before = world->previous_depth, *restrict now = world->depth;
  float *restrict out = build->depth;
  const size_t count = (size_t)build->nx * (size_t)build->nz;
  for (size_t n = 0; n < count; n++) out[n] = before[n] + alpha * (now[n] - before[n]);
  return out;
}

/* A view's rows without the halo between them: its own memory where there is none. */
static const float *tight(FrameBuild *build, WeirView view, float **grid) {
  if (!view.data || view.stride == view.nx) return view.data;
  if (!have(build, grid)) return NULL;
  for (int k = 0; k < view.nz; k++)
    memcpy(*grid + (size_t)k * (size_t)view.nx, view.data + k * view.stride, (size_t)view.nx * sizeof(float));
  return *grid;
}

/* Ripples drift with the flow: that takes no more than a coarse idea of it, so low quality looks every fourth tick. */
static void build_velocity(FrameBuild *build, const World *world, const FrameWish *wish) {
  FrameView *view = &build->view;
  const int64_t every = wish->mode == FRAME_SPEED || wish->looks->quality >= 1 ? 1 : 4;
  if (!have(build, &build->velocity_x) || !have(build, &build->velocity_z)) return;
  if (build->velocity_tick < 0 || world->tick < build->velocity_tick || world->tick >= build->velocity_tick + every) {
    weir_water_velocity(world->water, build->velocity_x, build->velocity_z);
    build->velocity_tick = world->tick;
  }
  view->velocity_x = build->velocity_x;
  view->velocity_z = build->velocity_z;
}

/* The next of 1, 2, 5, 10, 20 ... at or above: a scale whose top can be named, and that does not tremble. */
static float round_scale(float value, float least) {
  if (!(value > least)) return least;
  const float power = powf(10, floorf(log10f(value)));
  const float lead = value / power;
  return power * (lead <= 1.001f ? 1.0f : lead <= 2.001f ? 2.0f : lead <= 5.001f ? 5.0f : 10.0f);
}

static float greatest(const float *values, size_t count) {
  float most = 0;
  for (size_t n = 0; n < count; n++) most = values[n] > most ? values[n] : most;
  return most;
}

static void build_scales(FrameBuild *build, FrameMode mode) {
  FrameView *view = &build->view;
  const size_t count = (size_t)build->nx * (size_t)build->nz;
  if (mode == FRAME_DEPTH) build->depth_scale = round_scale(greatest(view->depth, count), 0.1f);
  if (mode == FRAME_DISPLACEMENT && view->displacement)
    build->depth_scale = round_scale(greatest(view->displacement, count), 0.1f);
  if (mode == FRAME_SPEED && view->velocity_x) {
    /* By what moves, not by the fastest film on a slope, which would leave a river dark. */
    double sum = 0, moving = 1;
    for (size_t n = 0; n < count; n++) {
      const float x = view->velocity_x[n], z = view->velocity_z[n], square = x * x + z * z;
      if (square < 1e-4f) continue;
      sum += (double)square;
      moving += 1;
    }
    build->speed_scale = round_scale(2.0f * (float)sqrt(sum / moving), 0.1f);
  }
  view->depth_scale = build->depth_scale > 0 ? build->depth_scale : 1;
  view->speed_scale = build->speed_scale > 0 ? build->speed_scale : 1;
}

static void build_water(FrameBuild *build, const World *world, const FrameWish *wish) {
  FrameView *view = &build->view;
  view->depth = blend_depth(build, world, wish->alpha);
  build_velocity(build, world, wish);
  if (wish->mode == FRAME_OCCUPANCY)
    view->occupancy = tight(build, weir_water_occupancy(world->water), &build->occupancy);
  if (wish->mode == FRAME_DISPLACEMENT)
    view->displacement = tight(build, weir_water_displacement(world->water), &build->displacement);
  if (view->depth) build_scales(build, wish->mode);
}

/* --- bodies ---------------------------------------------------------------------------------------------------------- */

/* The straight way between two turns, made a turn again: over one tick it is as good as the curved one. */
static void blend_turn(const float a[4], const float b[4], float alpha, float out[4]) {
  const float dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const float sign = dot < 0 ? -1.0f : 1.0f;
  float square = 0;
  for (int n = 0; n < 4; n++) {
    out[n] = a[n] + alpha * (sign * b[n] - a[n]);
    square += out[n] * out[n];
  }
  const float scale = square > 0 ? 1 / sqrtf(square) : 0;
  for (int n = 0; n < 4; n++) out[n] *= scale;
}

static void place_body(const Body *body, float alpha, FrameBody *out) {
  float q[4];
  blend_turn(body->previous_quaternion, body->quaternion, alpha, q);
  const float w = q[0], x = q[1], y = q[2], z = q[3];
  const float axes[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                            {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                            {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
  memset(out->model, 0, sizeof out->model);
  for (int a = 0; a < 3; a++) {
    out->half[a] = body->shape.half[a];
    for (int n = 0; n < 3; n++) out->model[4 * a + n] = axes[a][n] * out->half[a];
    const float before = body->previous_position[a];
    out->model[12 + a] = before + alpha * (body->position[a] - before);
  }
  out->model[15] = 1;
  out->material = body->material == MATERIAL_METAL ? FRAME_METAL : FRAME_WOOD;
  out->variant = body->serial;
}

/* --- the rest -------------------------------------------------------------------------------------------------------- */

/* Pure water takes red first; `clarity` says how far one sees. The light it scatters back, from clear blue-green to
 * silt. */
static FrameLiquid liquid_of(const Params *looks, const WeirLiquid *kind) {
  static const float clear[3] = {0.012f, 0.075f, 0.090f}, silt[3] = {0.22f, 0.20f, 0.13f};
  static const float take[3] = {2.7f, 0.75f, 0.5f};
  const bool water = kind == weir_liquid(0);
  FrameLiquid liquid = {.mirror = kind->density > 10000 ? 0.65f : 0.02f, /* metals shine */
                        .glow = kind->glow,
                        .thin = 1.0f / (1.0f + 100.0f * kind->viscosity)};
  for (int n = 0; n < 3; n++) {
    liquid.absorption[n] = (water ? take[n] : 2.0f) / looks->clarity;
    liquid.scatter[n] = water ? clear[n] + looks->turbidity * (silt[n] - clear[n]) : kind->color[n];
  }
  return liquid;
}

static void build_looks(FrameView *view, const World *world, const FrameWish *wish) {
  const float degree = 0.017453293f;
  const float azimuth = wish->looks->sun_azimuth * degree, height = wish->looks->sun_height * degree;
  view->sun[0] = sinf(azimuth) * cosf(height); /* east is +x, north is -z */
  view->sun[1] = sinf(height);
  view->sun[2] = -cosf(azimuth) * cosf(height);
  view->exposure = wish->looks->exposure;
  view->liquid = liquid_of(wish->looks, weir_liquid(world->liquid));
  view->time = (float)fmod(world->time, 3600.0); /* a float of hours would move ripples in jerks */
  memcpy(view->view, wish->camera->view, sizeof view->view);
  memcpy(view->projection, wish->camera->projection, sizeof view->projection);
  memcpy(view->eye, wish->camera->eye, sizeof view->eye);
  view->mode = wish->mode;
  view->cursor_on = wish->cursor_on;
  memcpy(view->cursor, wish->cursor, sizeof view->cursor);
  view->cursor_radius = wish->cursor_radius;
  memcpy(view->cursor_colour, wish->cursor_colour, sizeof view->cursor_colour);
}

const FrameView *frame_build_run(FrameBuild *build, const World *world, const FrameWish *wish) {
  FrameView *view = &build->view;
  if (build->version != world->terrain_version) build->velocity_tick = -1;
  build->version = world->terrain_version;
  if (build->nx != world->nx || build->nz != world->nz) {
    free_grids(build);
    build->nx = world->nx;
    build->nz = world->nz;
  }
  *view = (FrameView){.nx = world->nx, .nz = world->nz, .cell = world->cell};
  view->terrain = world->terrain;
  view->terrain_version = world->terrain_version;
  view->natural = world->scene.natural;
  build_water(build, world, wish);
  for (int n = 0; n < world->body_count; n++) place_body(&world->bodies[n], wish->alpha, &build->bodies[n]);
  view->bodies = build->bodies;
  view->body_count = world->body_count;
  build_looks(view, world, wish);
  return view->depth ? view : NULL;
}

float frame_build_scale(const FrameBuild *build, FrameMode mode) {
  if (mode == FRAME_SPEED) return build->speed_scale;
  return mode == FRAME_DEPTH || mode == FRAME_DISPLACEMENT ? build->depth_scale : 0;
}
