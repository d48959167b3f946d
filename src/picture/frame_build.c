#include "picture/frame_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "render/models.h"

/* The place and turn of one body in one state, with the serial that tells which body it is. */
typedef struct Pose {
  uint32_t serial;
  float position[3], quaternion[4];
} Pose;

/* The frame builder's memory from frame to frame: the view that it hands out, and the poses of two states. Made by frame_build_create. */
struct FrameBuild {
  uint32_t version;      /* of the world shown last */
  int64_t tick;          /* of the view built last */
  const WorldView *last; /* that one; not looked into again */
  float depth_scale, speed_scale;
  float rain;                                                 /* 0 to 1, of the last frame */
  double rain_time;                                           /* s, simulated: of it */
  Pose current[WORLD_BODIES_MAX], previous[WORLD_BODIES_MAX]; /* in the state shown, and in the one before it */
  int current_count, previous_count;
  FrameBody bodies[MODEL_PARTS_OF_BODY * WORLD_BODIES_MAX + MODEL_PARTS_OF_MACHINE * WORLD_MACHINES_MAX];
  FrameMesh meshes[SCENE_HULLS];
  FrameDrop drops[WORLD_DROPS_MAX];
  FrameView view;
};

FrameBuild *frame_build_create(void) {
  return memory_create(1, sizeof(FrameBuild));
}

void frame_build_destroy(FrameBuild *build) {
  memory_free(build);
}

WorldViewRequest frame_build_view_request(FrameMode mode, const Params *looks) {
  /* Ripples drift with the flow: that takes no more than a coarse idea of it, so low quality looks every fourth tick, and every third at what
   * makes crests sharp, which within so short a time goes along with the wave by a hundredth of its length. */
  return (WorldViewRequest){.flow_every = mode == FRAME_SPEED || looks->quality >= 1 ? 1 : 4,
                            .crests_every = looks->quality >= 1 ? 1 : 3,
                            .overlay = mode == FRAME_OCCUPANCY      ? WORLD_OCCUPANCY
                                       : mode == FRAME_DISPLACEMENT ? WORLD_DISPLACEMENT
                                                                    : WORLD_NO_OVERLAY};
}

/* --- water ----------------------------------------------------------------------------------------------------------- */

/* The next of 0.1, 0.2, 0.5, 1, 2 ... at or above: a scale whose top can be named, and that does not tremble. */
static float round_scale(float value) {
  if (!(value > 0.1f)) return 0.1f;
  const float power = powf(10, floorf(log10f(value))), lead = value / power;
  return power * (lead <= 1.001f ? 1.0f : lead <= 2.001f ? 2.0f : lead <= 5.001f ? 5.0f : 10.0f);
}

/* By what moves, not by the fastest film on a slope, which would leave a river dark. */
static float common_speed(const FrameView *view) {
  const size_t count = (size_t)view->flow.nx * (size_t)view->flow.nz;
  double sum = 0, moving = 1;
  for (size_t n = 0; n < count; n++) {
    const float x = view->flow.x[n], z = view->flow.z[n], square = x * x + z * z;
    if (square < 1e-4f) continue;
    sum += (double)square;
    moving += 1;
  }
  return 2.0f * (float)sqrt(sum / moving);
}

static void build_water(FrameBuild *build, const WorldView *world, const FrameRequest *request) {
  /* In the order of SceneGround. */
  static const FrameGround grounds[] = {FRAME_GROUND_MEADOW, FRAME_GROUND_STONE, FRAME_GROUND_ASH, FRAME_GROUND_SAND};
  FrameView *view = &build->view;
  const FrameMode before = view->mode;
  *view = (FrameView){.nx = world->nx, .nz = world->nz, .cell = world->cell};
  view->terrain = world->terrain;
  view->world_version = world->world_version;
  view->land_version = world->land_version;
  view->terrain_version = world->terrain_version;
  view->ground_edits = world->ground_edits;
  view->ground_edited = world->ground_edits > 0 ? world->ground_edited : NULL;
  view->natural = world->natural;
  view->around = world->around == AROUND_SEA ? FRAME_AROUND_SEA : world->around == AROUND_HILLS ? FRAME_AROUND_HILLS : FRAME_AROUND_TABLE;
  view->ground = grounds[world->ground];
  view->depth = world->crests.on ? world->crests.depth : world->depth;
  view->serial = world->tick;
  view->changed = world->crests.on ? world->crests.changed : world->changed;
  view->earlier = request->earlier;
  view->dye = world->has_dye ? world->dye : NULL;
  view->dye_changed = world->dye_changed;
  if (world->flow.tick >= 0) {
    view->flow.x = world->flow.x;
    view->flow.z = world->flow.z;
    view->flow.breaking = world->flow.has_breaking ? world->flow.breaking : NULL;
    view->flow.serial = world->flow.tick;
  }
  view->flow.nx = world->flow.nx;
  view->flow.nz = world->flow.nz;
  view->occupancy = world->overlay == WORLD_OCCUPANCY ? world->field : NULL;
  view->displacement = world->overlay == WORLD_DISPLACEMENT ? world->field : NULL;
  if (build->last != world || before != request->mode) { /* walks the grid: once for each state, and only where the view needs it */
    const size_t count = (size_t)view->nx * (size_t)view->nz;
    const float *const shown = request->mode == FRAME_DEPTH ? view->depth : request->mode == FRAME_DISPLACEMENT ? view->displacement : NULL;
    float most = 0;
    for (size_t n = 0; shown && n < count; n++) most = shown[n] > most ? shown[n] : most;
    if (shown) build->depth_scale = round_scale(most);
    if (view->flow.x && request->mode == FRAME_SPEED) build->speed_scale = round_scale(common_speed(view));
  }
  build->last = world;
  view->depth_scale = build->depth_scale > 0 ? build->depth_scale : 1;
  view->speed_scale = build->speed_scale > 0 ? build->speed_scale : 1;
}

/* Scenery is placed by the world as it began, and leaves the scene's opening view open. */
static void build_began(FrameBegan *began, const WorldView *world, const SceneCamera *opening) {
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  const float eye[3] = {opening->eye[0] * wide, opening->eye[1], opening->eye[2] * deep};
  const float target[3] = {opening->target[0] * wide, opening->target[1], opening->target[2] * deep};
  const float x = target[0] - eye[0], y = target[1] - eye[1], z = target[2] - eye[2], length = fmaxf(sqrtf(x * x + y * y + z * z), 1e-6f);
  began->ahead[0] = x / length, began->ahead[1] = y / length, began->ahead[2] = z / length;
  memcpy(began->eye, eye, sizeof eye);
  began->terrain = world->began_terrain;
  began->depth = world->began->depth;
  began->bodies = (const float(*)[3])world->began->bodies;
  began->body_count = world->began->body_count;
}

/* --- bodies ---------------------------------------------------------------------------------------------------------- */

static FrameMaterial material_of(const Body *body) {
  const float *const h = body->shape.half, least = fminf(h[0], fminf(h[1], h[2]));
  /* Dropped bodies are cubes, nearly; a scene's wooden bodies are not, and are made of boards. */
  const bool cube = fmaxf(h[0], fmaxf(h[1], h[2])) < 1.3f * least;
  if (body->kind == BODY_LOG || body->kind == BODY_MILL) return FRAME_BARK;
  if (body->kind == BODY_WHEEL) return FRAME_RUBBER;
  if (body->kind == BODY_BOOM || body->kind == BODY_FLOAT) return FRAME_FLOAT;
  if (body->kind == BODY_HULL) return FRAME_HULL;
  return body->material == MATERIAL_METAL ? FRAME_METAL : body->material == MATERIAL_STONE ? FRAME_STONE : cube ? FRAME_WOOD : FRAME_PLANKS;
}

static ModelAxes axes_of(const Body *body, const Pose *before, float earlier) {
  /* The straight way between two turns, made a turn again: over one tick it is as good as the curved one. */
  const float *const a = body->quaternion, *const b = before->quaternion;
  const float sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1.0f : 1.0f;
  float q[4], square = 0;
  for (int n = 0; n < 4; n++) {
    q[n] = a[n] + earlier * (sign * b[n] - a[n]);
    square += q[n] * q[n];
  }
  const float scale = square > 0 ? 1 / sqrtf(square) : 0;
  for (int n = 0; n < 4; n++) q[n] *= scale;
  const float w = q[0], x = q[1], y = q[2], z = q[3];
  ModelAxes axes = {.axis = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                             {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                             {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}}};
  for (int n = 0; n < 3; n++) axes.origin[n] = body->position[n] + earlier * (before->position[n] - body->position[n]);
  return axes;
}

static const WorldMachine *machine_of(const WorldView *world, MachineKind kind, uint32_t serial) {
  for (int n = 0; n < world->machine_count; n++)
    if (world->machines[n].kind == kind && world->machines[n].serial == serial) return &world->machines[n];
  return NULL;
}

/* Appends the body, and what of a machine stands about it. */
static void build_body(ModelList *list, const WorldView *world, const Body *body, const ModelAxes *axes) {
  ModelBody model = {.axes = *axes, .aboard = body->water.aboard, .mesh = (uint32_t)body->hull, .own = body->serial, .group = body->group};
  memcpy(model.half, body->shape.half, sizeof model.half);
  const WorldMachine *const wheel = body->kind == BODY_PADDLE ? machine_of(world, MACHINE_WHEEL, body->group) : NULL;
  const WorldMachine *const gate = body->kind == BODY_GATE ? machine_of(world, MACHINE_GATE, body->serial) : NULL;
  switch (body->kind) {
    case BODY_CAR: model_car(list, &model); break;
    case BODY_BOAT: model_boat(list, &model); break;
    case BODY_HOUSE: model_house(list, &model); break;
    case BODY_CRATE: model_crate(list, &model, material_of(body)); break;
    default:
      if (wheel)
        model_paddle(list, &model, wheel->is.wheel.radius, wheel->is.wheel.paddles);
      else
        model_block(list, &model, material_of(body));
  }
  if (gate) model_gate_frame(list, &model, gate->is.gate.closed_y);
  if (body->kind != BODY_MILL) return;
  float tops[2][3], ground[2];
  model_post_tops(&model, tops);
  for (int n = 0; n < 2; n++) ground[n] = world_view_ground_at(world, tops[n][0], tops[n][2]);
  model_posts(list, &model, ground);
}

/* Bodies stand in the order of their serials, here and there; one that is new stands where it is. */
static void build_bodies(FrameBuild *build, const WorldView *world, float earlier) {
  for (int n = 0; n < world->hull_count; n++) {
    const Hull *hull = &world->hulls[n];
    build->meshes[n] = (FrameMesh){hull->vertices, hull->triangles, hull->triangle_count, {0}};
    memcpy(build->meshes[n].half, hull->half, sizeof hull->half);
  }
  build->view.meshes = build->meshes;
  build->view.mesh_count = world->hull_count;
  ModelList list = {.bodies = build->bodies};
  for (int n = 0, at = 0; n < world->body_count; n++) {
    const Body *body = &world->bodies[n];
    while (at < build->previous_count && build->previous[at].serial < body->serial) at++;
    const bool known = at < build->previous_count && build->previous[at].serial == body->serial;
    const ModelAxes axes = axes_of(body, known ? &build->previous[at] : &build->current[n], earlier);
    build_body(&list, world, body, &axes);
  }
  for (int n = 0; n < world->machine_count; n++) {
    const WorldMachine *const machine = &world->machines[n];
    const Pump *const pump = &machine->is.pump;
    if (machine->kind != MACHINE_PUMP) continue;
    ModelPump model = {.from = {machine->x, machine->z}, .to = {pump->to_x, pump->to_z}, .radius = pump->radius, .variant = (uint32_t)n};
    for (int part = 0; part <= MODEL_PIPES; part++) { /* its pipe lies on the ground or on the water above it */
      float at[2];
      model_pump_place(&model, part, at);
      model.heights[part] = fmaxf(world_view_surface_at(world, at[0], at[1]), world_view_ground_at(world, at[0], at[1]));
    }
    model_pump(&list, &model);
  }
  build->view.bodies = build->bodies;
  build->view.body_count = list.count;
}

/* A clump looks as wide as a ball of some times its water, which is mostly air; mist is wider and hardly there. */
static FrameDrop frame_drop(const Drop *drop, float earlier, float tick) {
  const float ball = 0.62f * cbrtf((float)drop->volume);
  const float wide = drop->mist ? 16.0f : 1.6f + 3.6f * drop->variant * drop->variant;
  FrameDrop out = {.radius = fminf(fmaxf(wide * ball, 0.03f), drop->mist ? 1.0f : 0.6f),
                   .age = fmaxf(drop->age - earlier * tick, 0),
                   .opacity = drop->mist ? 0.11f : 1,
                   .variant = drop->variant};
  for (int n = 0; n < 3; n++) {
    out.position[n] = drop->position[n] - earlier * tick * drop->velocity[n];
    out.velocity[n] = drop->velocity[n];
  }
  /* Mist thins out as it drifts. */
  if (drop->mist) out.opacity /= 1.0f + 2.5f * out.age * out.age;
  return out;
}

/* mm/h: below it is what a scene's land gets over the seasons rather than a shower; and a cloudburst, the densest rain that is drawn: in
 * the records hardly an hour had as much. */
static const float rain_least = 30, rain_most = 300;

/* s, simulated: rain begins and ends within this time, and after a jump through time by more at once. */
static const double rain_turns = 1.5;

static void build_looks(FrameView *view, const WorldView *world, const FrameRequest *request) {
  static const float clear[3] = {0.012f, 0.075f, 0.090f}, silt[3] = {0.22f, 0.20f, 0.13f};
  static const float absorbed[3] = {2.7f, 0.75f, 0.5f}; /* pure water absorbs red first */
  const Params *const looks = request->looks;
  const WeirLiquid *const kind = weir_liquid(world->liquid);
  const bool water = kind == weir_liquid(0);
  const float degree = 0.017453293f, azimuth = looks->sun_azimuth * degree, height = looks->sun_height * degree;
  view->sun[0] = sinf(azimuth) * cosf(height); /* east is +x, north is -z */
  view->sun[1] = sinf(height);
  view->sun[2] = -cosf(azimuth) * cosf(height);
  view->exposure = looks->exposure;
  view->leaf_count = (int)looks->leaves;
  const float towards = world->params.wind_direction * degree;
  view->wind[0] = world->params.wind * sinf(towards);
  view->wind[1] = -world->params.wind * cosf(towards);
  view->liquid = (FrameLiquid){.mirror = kind->density > 10000 ? 0.65f : 0.02f, /* metals shine */
                               .glow = kind->glow,
                               .thin = 1.0f / (1.0f + 100.0f * kind->viscosity)};
  for (int n = 0; n < 3; n++) { /* `clarity` says how far one sees; the light that is scattered back is from blue-green to silt */
    view->liquid.absorption[n] = (water ? absorbed[n] : 2.0f) / looks->clarity;
    view->liquid.scatter[n] = water ? clear[n] + looks->turbidity * (silt[n] - clear[n]) : kind->color[n];
  }
  view->time = (float)fmod(request->time, 3600.0); /* a float of hours would move ripples in jerks */
  memcpy(view->view, request->camera->view, sizeof view->view);
  memcpy(view->projection, request->camera->projection, sizeof view->projection);
  memcpy(view->eye, request->camera->eye, sizeof view->eye);
  view->mode = request->mode;
  view->cursor_on = request->cursor_on;
  memcpy(view->cursor, request->cursor, sizeof view->cursor);
  view->cursor_radius = request->cursor_radius;
  memcpy(view->cursor_colour, request->cursor_colour, sizeof view->cursor_colour);
}

const FrameView *frame_build_run(FrameBuild *build, const WorldView *world, const FrameRequest *request) {
  const bool other = build->version != world->world_version || world->tick < build->tick;
  const bool fresh = other || build->tick != world->tick;
  build->version = world->world_version;
  build->tick = world->tick;
  if (fresh) { /* where bodies were in the last state is where they come from */
    build->previous_count = other ? 0 : build->current_count;
    memcpy(build->previous, build->current, sizeof build->current[0] * (size_t)build->previous_count);
    build->current_count = world->body_count;
    for (int n = 0; n < world->body_count; n++) {
      Pose *const pose = &build->current[n];
      pose->serial = world->bodies[n].serial;
      memcpy(pose->position, world->bodies[n].position, sizeof pose->position);
      memcpy(pose->quaternion, world->bodies[n].quaternion, sizeof pose->quaternion);
    }
  }
  build_water(build, world, request);
  if (request->opening) build_began(&build->view.began, world, request->opening);
  build_bodies(build, world, request->earlier);
  /* Drops have no serial: each is drawn where it was a share of a tick ago by its own velocity. */
  for (int n = 0; n < world->drop_count; n++) build->drops[n] = frame_drop(&world->drops[n], request->earlier, world->params.tick);
  build->view.drops = build->drops;
  build->view.drop_count = world->drop_count;
  build_looks(&build->view, world, request);
  /* The picture's rain follows the world's. */
  const float wanted = world->rain > rain_least ? fminf(powf((world->rain - rain_least) / (rain_most - rain_least), 0.6f), 1) : 0;
  const double since = request->time - build->rain_time;
  const float most = (float)(since / rain_turns);
  const bool jumped = other || since < 0 || since > rain_turns;
  build->rain_time = request->time;
  build->rain = jumped ? wanted : build->rain + fminf(fmaxf(wanted - build->rain, -most), most);
  build->view.rain = build->rain;
  return &build->view;
}

float frame_build_scale(const FrameBuild *build, FrameMode mode) {
  if (mode == FRAME_SPEED) return build->speed_scale;
  return mode == FRAME_DEPTH || mode == FRAME_DISPLACEMENT ? build->depth_scale : 0;
}
