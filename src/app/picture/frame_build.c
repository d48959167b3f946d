#include "app/picture/frame_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
  PARTS_OF_BODY = 12, /* at most, of one body: a house */
  PIPE_PARTS = 16,    /* of the pipe between a pump's ends */
  PARTS_OF_MACHINE = PIPE_PARTS + 8
};

/* The place and turn of one body in one state, with the serial that tells which body it is. */
typedef struct Pose {
  uint32_t serial;
  float position[3], quaternion[4];
} Pose;

/* The memory of the frame builder from frame to frame: the view that it hands out, and the poses of two states. frame_build_create makes
 * it, its caller owns it. */
struct FrameBuild {
  uint32_t version;      /* of the world shown last */
  int64_t tick;          /* of the view built last */
  const WorldView *last; /* that one; not looked into again */
  float depth_scale, speed_scale;
  float rain;                                                 /* 0 to 1, of the last frame */
  double rain_time;                                           /* s, simulated: of it */
  Pose current[WORLD_BODIES_MAX], previous[WORLD_BODIES_MAX]; /* in the state shown, and in the one before it */
  int current_count, previous_count;
  FrameBody bodies[PARTS_OF_BODY * WORLD_BODIES_MAX + PARTS_OF_MACHINE * WORLD_MACHINES_MAX];
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
  /* Ripples drift with the flow: that takes no more than a coarse idea of it, so low quality looks every fourth tick. */
  return (WorldViewRequest){.flow_every = mode == FRAME_SPEED || looks->quality >= 1 ? 1 : 4,
                            .overlay = mode == FRAME_OCCUPANCY      ? WORLD_OCCUPANCY
                                       : mode == FRAME_DISPLACEMENT ? WORLD_DISPLACEMENT
                                                                    : WORLD_NO_OVERLAY};
}

/* --- water ----------------------------------------------------------------------------------------------------------- */

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

/* By what moves, not by the fastest film on a slope, which would leave a river dark. */
static float common_speed(const FrameView *view) {
  const size_t count = (size_t)view->velocity_nx * (size_t)view->velocity_nz;
  double sum = 0, moving = 1;
  for (size_t n = 0; n < count; n++) {
    const float x = view->velocity_x[n], z = view->velocity_z[n], square = x * x + z * z;
    if (square < 1e-4f) continue;
    sum += (double)square;
    moving += 1;
  }
  return 2.0f * (float)sqrt(sum / moving);
}

/* Sets the false-colour scale of the state shown. Walks the grid, so it runs once for each state, and only where the view needs it. */
static void build_scales(FrameBuild *build, FrameMode mode) {
  FrameView *view = &build->view;
  const size_t count = (size_t)view->nx * (size_t)view->nz;
  if (mode == FRAME_DEPTH) build->depth_scale = round_scale(greatest(view->depth, count), 0.1f);
  if (mode == FRAME_DISPLACEMENT && view->displacement) build->depth_scale = round_scale(greatest(view->displacement, count), 0.1f);
  if (mode == FRAME_SPEED && view->velocity_x) build->speed_scale = round_scale(common_speed(view), 0.1f);
}

static FrameGround ground_of(SceneGround ground) {
  if (ground == GROUND_STONE) return FRAME_GROUND_STONE;
  if (ground == GROUND_SAND) return FRAME_GROUND_SAND;
  return ground == GROUND_ASH ? FRAME_GROUND_ASH : FRAME_GROUND_MEADOW;
}

static FrameAround around_of(SceneAround around) {
  if (around == AROUND_SEA) return FRAME_AROUND_SEA;
  return around == AROUND_HILLS ? FRAME_AROUND_HILLS : FRAME_AROUND_TABLE;
}

static void build_water(FrameBuild *build, const WorldView *world, const FrameRequest *request) {
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
  view->around = around_of(world->around);
  view->ground = ground_of(world->ground);
  view->depth = world->depth;
  view->serial = world->tick;
  view->changed = world->changed;
  view->earlier = request->earlier;
  view->dye = world->has_dye ? world->dye : NULL;
  view->dye_changed = world->dye_changed;
  if (world->flow_tick >= 0) {
    view->velocity_x = world->flow_x;
    view->velocity_z = world->flow_z;
    view->velocity_serial = world->flow_tick;
  }
  view->velocity_nx = world->flow_nx;
  view->velocity_nz = world->flow_nz;
  view->occupancy = world->overlay == WORLD_OCCUPANCY ? world->field : NULL;
  view->displacement = world->overlay == WORLD_DISPLACEMENT ? world->field : NULL;
  if (build->last != world || before != request->mode) build_scales(build, request->mode);
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

/* The straight way between two turns, made a turn again: over one tick it is as good as the curved one. */
static void blend_rotation(const float a[4], const float b[4], float alpha, float out[4]) {
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

/* Returns true if all sides are nearly equal: dropped bodies are cubes; a scene's wooden bodies are not, and are made of boards. */
static bool is_cube(const Body *body) {
  const float *const h = body->shape.half, least = fminf(h[0], fminf(h[1], h[2]));
  return fmaxf(h[0], fmaxf(h[1], h[2])) < 1.3f * least;
}

static FrameMaterial material_of(const Body *body) {
  if (body->kind == BODY_LOG || body->kind == BODY_MILL) return FRAME_BARK;
  if (body->kind == BODY_WHEEL) return FRAME_RUBBER;
  if (body->kind == BODY_HULL) return FRAME_HULL;
  return body->material == MATERIAL_METAL   ? FRAME_METAL
         : body->material == MATERIAL_STONE ? FRAME_STONE
         : is_cube(body)                    ? FRAME_WOOD
                                            : FRAME_PLANKS;
}

/* The axes of a drawn part's own space in the world, and where its origin is: a body's, in the state shown. */
typedef struct Axes {
  float origin[3], axis[3][3];
} Axes;

/* A box or cylinder that is drawn by itself: where its middle is and its half extents, in m or in half extents of its body. */
typedef struct Part {
  float at[3], half[3];
  FrameMaterial material;
} Part;

/* A car's box goes between its wheels; what one sees of it goes over them. */
static const Part car_parts[] = {
    {{0, -0.25f, 0}, {0.98f, 0.70f, 0.98f}, FRAME_PAINT},      /* tub */
    {{0.01f, 0.52f, 0}, {1.00f, 0.40f, 1.46f}, FRAME_PAINT},   /* wings and bonnet */
    {{-0.14f, 1.46f, 0}, {0.46f, 0.56f, 1.20f}, FRAME_GLASS},  /* cabin */
    {{-0.14f, 2.06f, 0}, {0.48f, 0.09f, 1.26f}, FRAME_PAINT},  /* roof */
    {{1.00f, -0.10f, 0}, {0.045f, 0.22f, 1.30f}, FRAME_METAL}, /* bumpers */
    {{-1.00f, -0.10f, 0}, {0.045f, 0.22f, 1.30f}, FRAME_METAL},
};

/* The parts of a boat without its bow, which is drawn by itself. */
static const Part boat_parts[] = {
    {{-0.18f, 0, 0}, {0.82f, 1.00f, 1.00f}, FRAME_PAINT},       /* hull */
    {{-0.18f, 1.02f, 0}, {0.80f, 0.06f, 0.90f}, FRAME_PLANKS},  /* deck */
    {{-0.30f, 1.75f, 0}, {0.30f, 0.75f, 0.62f}, FRAME_GLASS},   /* cabin */
    {{-0.30f, 2.55f, 0}, {0.35f, 0.10f, 0.74f}, FRAME_PAINT},   /* its roof */
    {{-1.03f, 0.10f, 0}, {0.045f, 0.75f, 0.22f}, FRAME_METAL},  /* engine */
    {{-1.03f, -0.95f, 0}, {0.030f, 0.45f, 0.05f}, FRAME_METAL}, /* rudder */
};

/* The parts of a house without its roof. */
static const Part house_parts[] = {
    {{0, 0, 0}, {1, 1, 1}, FRAME_PLASTER},                         /* walls */
    {{0, -0.93f, 0}, {1.02f, 0.08f, 1.02f}, FRAME_STONE},          /* plinth */
    {{0.15f, -0.25f, 1.00f}, {0.13f, 0.62f, 0.03f}, FRAME_PLANKS}, /* door */
    {{0.60f, 0.05f, 1.00f}, {0.14f, 0.30f, 0.02f}, FRAME_GLASS},   /* windows */
    {{-0.45f, 0.05f, 1.00f}, {0.20f, 0.30f, 0.02f}, FRAME_GLASS},
    {{-0.45f, 0.05f, -1.00f}, {0.20f, 0.30f, 0.02f}, FRAME_GLASS},
    {{0.45f, 0.05f, -1.00f}, {0.20f, 0.30f, 0.02f}, FRAME_GLASS},
    {{1.00f, 0.05f, 0}, {0.015f, 0.30f, 0.22f}, FRAME_GLASS},
};

enum {
  CAR_PARTS = sizeof car_parts / sizeof *car_parts,
  BOAT_PARTS = sizeof boat_parts / sizeof *boat_parts,
  HOUSE_PARTS = sizeof house_parts / sizeof *house_parts
};

/* m^2 of a body that look up. */
static float area_above(const Body *body, const float up[3]) {
  const float *const h = body->shape.half;
  return 4 * (fabsf(up[0]) * h[1] * h[2] + fabsf(up[1]) * h[0] * h[2] + fabsf(up[2]) * h[0] * h[1]);
}

static Axes axes_of(const Body *body, const Pose *before, float earlier) {
  float q[4];
  blend_rotation(body->quaternion, before->quaternion, earlier, q);
  const float w = q[0], x = q[1], y = q[2], z = q[3];
  Axes axes = {.axis = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                        {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                        {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}}};
  for (int n = 0; n < 3; n++) axes.origin[n] = body->position[n] + earlier * (before->position[n] - body->position[n]);
  return axes;
}

/* Turned by `angle` about one of its own axes, at the same origin. */
static Axes turned(const Axes *axes, int about, float angle) {
  Axes out = *axes;
  const int a = (about + 1) % 3, b = (about + 2) % 3;
  const float c = cosf(angle), s = sinf(angle);
  for (int n = 0; n < 3; n++) {
    out.axis[a][n] = c * axes->axis[a][n] + s * axes->axis[b][n];
    out.axis[b][n] = c * axes->axis[b][n] - s * axes->axis[a][n];
  }
  return out;
}

/* With its origin at a place of its own space. */
static Axes moved(const Axes *axes, float x, float y, float z) {
  Axes out = *axes;
  for (int n = 0; n < 3; n++) out.origin[n] += x * axes->axis[0][n] + y * axes->axis[1][n] + z * axes->axis[2][n];
  return out;
}

/* The next element of the list: the part, in m, of something with this number for its looks. */
static FrameBody *add_part(FrameBuild *build, const Axes *axes, const Part *part, uint32_t variant) {
  FrameBody *const out = &build->bodies[build->view.body_count++];
  const Axes at = moved(axes, part->at[0], part->at[1], part->at[2]);
  *out = (FrameBody){.material = part->material, .variant = variant};
  for (int a = 0; a < 3; a++) {
    out->half[a] = part->half[a];
    out->model[12 + a] = at.origin[a];
    for (int n = 0; n < 3; n++) out->model[4 * a + n] = at.axis[a][n] * part->half[a];
  }
  out->model[15] = 1;
  return out;
}

/* Parts in half extents of their body. */
static void add_parts(FrameBuild *build, const Axes *axes, const Body *body, const Part *parts, int count) {
  const float up[3] = {axes->axis[0][1], axes->axis[1][1], axes->axis[2][1]};
  for (int p = 0; p < count; p++) {
    Part part = parts[p];
    for (int n = 0; n < 3; n++) part.at[n] *= body->shape.half[n], part.half[n] *= body->shape.half[n];
    FrameBody *const out = add_part(build, axes, &part, body->group);
    out->mesh = (uint32_t)body->hull;
    out->aboard = body->water.aboard / fmaxf(area_above(body, up), 1e-3f);
  }
}

/* The upper half of a box that stands on its edge is a gable of 45 degrees, its lower half is within the walls. */
static void add_roof(FrameBuild *build, const Axes *axes, const Body *body) {
  const float *const h = body->shape.half;
  const float slope = 0.70711f * h[2], eaves = 0.12f * h[2], thick = 0.045f * h[2];
  const Axes top = moved(axes, 0, h[1], 0), leaning = turned(&top, 0, 0.785398f);
  if (h[2] < 2 * h[1]) add_part(build, &leaning, &(Part){{0}, {0.99f * h[0], slope, slope}, FRAME_PLASTER}, body->group);
  const float half[3] = {1.08f * h[0], slope + eaves, thick};
  add_part(build, &leaning, &(Part){{0, -eaves, -slope - thick}, {half[0], half[1], half[2]}, FRAME_TILES}, body->group);
  add_part(build, &leaning, &(Part){{0, slope + thick, eaves}, {half[0], half[2], half[1]}, FRAME_TILES}, body->group);
  add_part(build, axes, &(Part){{-0.5f * h[0], 1.7f * h[2], 0.3f * h[2]}, {0.07f * h[0], 0.4f * h[2], 0.07f * h[0]}, FRAME_STONE},
           body->group);
}

/* A box that stands on its edge is a pointed bow. */
static void add_bow(FrameBuild *build, const Axes *axes, const Body *body) {
  const float *const h = body->shape.half;
  const float side = 0.70711f * h[2];
  const Axes bow = moved(axes, h[0] - h[2], 0, 0), leaning = turned(&bow, 1, 0.785398f);
  add_part(build, &leaning, &(Part){{0, 0.10f * h[1], 0}, {side, 1.10f * h[1], side}, FRAME_PAINT}, body->group);
}

/* A wide, flat body of boards is a deck to cross on: a kerb along each of its long sides. */
static void add_kerbs(FrameBuild *build, const Axes *axes, const Body *body) {
  const float *const h = body->shape.half;
  const int along = h[0] >= h[2] ? 0 : 2, across = 2 - along;
  if (material_of(body) != FRAME_PLANKS || h[1] > 0.25f * h[across] || h[across] < 1) return;
  for (int side = -1; side <= 1; side += 2) {
    Part kerb = {{0, 1.8f * h[1], 0}, {0, 0.8f * h[1], 0}, FRAME_PLANKS};
    kerb.at[across] = (float)side * (h[across] - 0.5f * h[1]);
    kerb.half[along] = h[along], kerb.half[across] = 0.5f * h[1];
    add_part(build, axes, &kerb, body->serial);
  }
}

/* A paddle with its pair of spokes and its stretch of the two rims. */
static void add_paddle(FrameBuild *build, const Axes *axes, const Body *body, const WaterWheel *wheel) {
  const float *const h = body->shape.half;
  const float middle = wheel->radius - h[0], beam = 0.7f * h[2], rim = (middle - 0.3f * h[0]) * tanf(3.1415927f / (float)wheel->paddles);
  add_part(build, axes, &(Part){{0}, {h[0], h[1], 0.5f * h[2]}, FRAME_PLANKS}, body->serial);
  for (int side = -1; side <= 1; side += 2) {
    const float z = (float)side * 0.86f * h[1];
    add_part(build, axes, &(Part){{-0.5f * middle, z, 0}, {0.5f * middle, beam, beam}, FRAME_PLANKS}, body->group);
    add_part(build, axes, &(Part){{-0.3f * h[0], z, 0}, {1.6f * beam, 1.1f * beam, rim}, FRAME_PLANKS}, body->group + 1);
  }
}

static Pose pose_of(const Body *body) {
  Pose pose = {.serial = body->serial};
  memcpy(pose.position, body->position, sizeof pose.position);
  memcpy(pose.quaternion, body->quaternion, sizeof pose.quaternion);
  return pose;
}

/* A new state: where bodies were in the last one is where they come from. */
static void advance_poses(FrameBuild *build, const WorldView *world, bool other) {
  build->previous_count = other ? 0 : build->current_count;
  memcpy(build->previous, build->current, sizeof build->current[0] * (size_t)build->previous_count);
  build->current_count = world->body_count;
  for (int n = 0; n < world->body_count; n++) build->current[n] = pose_of(&world->bodies[n]);
}

static void build_meshes(FrameBuild *build, const WorldView *world) {
  for (int n = 0; n < world->hull_count; n++) {
    const Hull *hull = &world->hulls[n];
    build->meshes[n] = (FrameMesh){hull->vertices, hull->triangles, hull->triangle_count, {0}};
    memcpy(build->meshes[n].half, hull->half, sizeof hull->half);
  }
  build->view.meshes = build->meshes;
  build->view.mesh_count = world->hull_count;
}

static const WorldMachine *machine_of(const WorldView *world, MachineKind kind, uint32_t serial) {
  for (int n = 0; n < world->machine_count; n++)
    if (world->machines[n].kind == kind && world->machines[n].serial == serial) return &world->machines[n];
  return NULL;
}

static void build_body(FrameBuild *build, const WorldView *world, const Body *body, const Axes *axes) {
  const Part whole = {{0}, {1, 1, 1}, material_of(body)};
  const WorldMachine *const mill = body->kind == BODY_PADDLE ? machine_of(world, MACHINE_WHEEL, body->group) : NULL;
  if (body->kind == BODY_CAR) {
    add_parts(build, axes, body, car_parts, CAR_PARTS);
  } else if (body->kind == BODY_BOAT) {
    add_parts(build, axes, body, boat_parts, BOAT_PARTS);
    add_bow(build, axes, body);
  } else if (body->kind == BODY_HOUSE) {
    add_parts(build, axes, body, house_parts, HOUSE_PARTS);
    add_roof(build, axes, body);
  } else if (mill) {
    add_paddle(build, axes, body, &mill->is.wheel);
  } else {
    add_parts(build, axes, body, &whole, 1);
    if (body->kind == BODY_CRATE) add_kerbs(build, axes, body);
  }
}

/* --- machines: what of them does not move with a body --------------------------------------------------------------------- */

/* Two posts, a beam above, and the rod that the plank hangs on. `axes` are the plank's. */
static void add_gate_frame(FrameBuild *build, const Axes *axes, const Body *plank, const Gate *gate) {
  const float *const h = plank->shape.half;
  const float opening = axes->origin[1] - gate->closed_y, post = fmaxf(1.3f * h[2], 0.12f), high = 2.1f * h[1] + post;
  const Axes sill = moved(axes, 0, -h[1] - opening, 0);
  for (int side = -1; side <= 1; side += 2)
    add_part(build, &sill, &(Part){{(float)side * h[0], high, 0}, {post, high, post}, FRAME_PLANKS}, plank->serial);
  add_part(build, &sill, &(Part){{0, 2 * high - post, 0}, {h[0] + 2 * post, post, 1.2f * post}, FRAME_PLANKS}, plank->serial + 1);
  const float rod = 0.5f * (2 * high - 2 * h[1] - opening);
  if (rod > 0) add_part(build, &sill, &(Part){{0, 2 * high - rod, 0}, {0.3f * post, rod, 0.3f * post}, FRAME_METAL}, plank->serial);
}

/* A post under each end of a wheel's axle, on the ground. */
static void add_wheel_posts(FrameBuild *build, const WorldView *world, const Axes *hub, const Body *body) {
  const float *const along = hub->axis[1];
  const Axes upright = {.origin = {hub->origin[0], hub->origin[1], hub->origin[2]},
                        .axis = {{along[2], 0, -along[0]}, {0, 1, 0}, {along[0], 0, along[2]}}};
  const float thick = 0.8f * body->shape.half[0];
  for (int side = -1; side <= 1; side += 2) {
    const float z = (float)side * (body->shape.half[1] + thick);
    const Axes end = moved(&upright, 0, 0, z);
    const float half = 0.5f * (end.origin[1] + 1.5f * thick - world_view_ground_at(world, end.origin[0], end.origin[2]));
    if (half > 0) add_part(build, &end, &(Part){{0, 1.5f * thick - half, 0}, {thick, half, thick}, FRAME_PLANKS}, body->serial);
  }
}

/* m: on the ground, or on the water above it. */
static float above_all(const WorldView *world, float x, float z) {
  return fmaxf(world_view_surface_at(world, x, z), world_view_ground_at(world, x, z));
}

/* A box that floats at the intake, a pipe over land and water, and a spout. */
static void add_pump(FrameBuild *build, const WorldView *world, const WorldMachine *machine, uint32_t variant) {
  const Pump *const pump = &machine->is.pump;
  const float wide = fminf(fmaxf(0.25f * pump->radius, 0.15f), 0.6f), pipe = 0.25f * wide;
  const float way[2] = {pump->to_x - machine->x, pump->to_z - machine->z}, length = hypotf(way[0], way[1]);
  const float east = length > 0 ? way[0] / length : 1, south = length > 0 ? way[1] / length : 0;
  Axes axes = {.axis = {{east, 0, south}, {0, 1, 0}, {-south, 0, east}}};
  float last[3] = {machine->x, above_all(world, machine->x, machine->z) + 2 * wide, machine->z};
  memcpy(axes.origin, last, sizeof last);
  add_part(build, &axes, &(Part){{0, -1.2f * wide, 0}, {1.5f * wide, wide, wide}, FRAME_PAINT}, variant);
  add_part(build, &axes, &(Part){{0, -2.5f * wide, 0}, {0.6f * wide, wide, 0.6f * wide}, FRAME_RUBBER}, variant);
  for (int n = 1; n <= PIPE_PARTS; n++) {
    const float share = (float)n / PIPE_PARTS, x = machine->x + share * way[0], z = machine->z + share * way[1];
    const float at[3] = {x, above_all(world, x, z) + (n == PIPE_PARTS ? 2.5f : 0.6f) * wide, z};
    const float flat = hypotf(at[0] - last[0], at[2] - last[2]), rise = at[1] - last[1];
    for (int m = 0; m < 3; m++) axes.origin[m] = 0.5f * (last[m] + at[m]);
    const Axes leaning = turned(&axes, 2, atan2f(rise, flat));
    add_part(build, &leaning, &(Part){{0}, {0.5f * hypotf(flat, rise) + pipe, pipe, pipe}, FRAME_METAL}, variant);
    memcpy(last, at, sizeof last);
  }
  memcpy(axes.origin, last, sizeof last);
  add_part(build, &axes, &(Part){{wide, 0, 0}, {wide, 1.5f * pipe, 1.5f * pipe}, FRAME_METAL}, variant);
}

/* Bodies stand in the order of their serials, here and there; one that is new stands where it is. */
static void build_bodies(FrameBuild *build, const WorldView *world, float earlier) {
  build_meshes(build, world);
  build->view.bodies = build->bodies;
  build->view.body_count = 0;
  for (int n = 0, at = 0; n < world->body_count; n++) {
    const Body *body = &world->bodies[n];
    while (at < build->previous_count && build->previous[at].serial < body->serial) at++;
    const bool known = at < build->previous_count && build->previous[at].serial == body->serial;
    const Axes axes = axes_of(body, known ? &build->previous[at] : &build->current[n], earlier);
    build_body(build, world, body, &axes);
    const WorldMachine *const gate = body->kind == BODY_GATE ? machine_of(world, MACHINE_GATE, body->serial) : NULL;
    if (gate) add_gate_frame(build, &axes, body, &gate->is.gate);
    if (body->kind == BODY_MILL) add_wheel_posts(build, world, &axes, body);
  }
  for (int n = 0; n < world->machine_count; n++)
    if (world->machines[n].kind == MACHINE_PUMP) add_pump(build, world, &world->machines[n], (uint32_t)n);
}

/* --- water in the air ------------------------------------------------------------------------------------------------------ */

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

/* Drops have no serial: each is drawn where it was a share of a tick ago by its own velocity. */
static void build_drops(FrameBuild *build, const WorldView *world, float earlier) {
  for (int n = 0; n < world->drop_count; n++) build->drops[n] = frame_drop(&world->drops[n], earlier, world->params.tick);
  build->view.drops = build->drops;
  build->view.drop_count = world->drop_count;
}

/* --- the rest -------------------------------------------------------------------------------------------------------- */

/* Pure water absorbs red first; `clarity` says how far one sees. The light it scatters back, from clear blue-green to
 * silt. */
static FrameLiquid liquid_of(const Params *looks, const WeirLiquid *kind) {
  static const float clear[3] = {0.012f, 0.075f, 0.090f}, silt[3] = {0.22f, 0.20f, 0.13f};
  static const float absorbed[3] = {2.7f, 0.75f, 0.5f};
  const bool water = kind == weir_liquid(0);
  FrameLiquid liquid = {.mirror = kind->density > 10000 ? 0.65f : 0.02f, /* metals shine */
                        .glow = kind->glow,
                        .thin = 1.0f / (1.0f + 100.0f * kind->viscosity)};
  for (int n = 0; n < 3; n++) {
    liquid.absorption[n] = (water ? absorbed[n] : 2.0f) / looks->clarity;
    liquid.scatter[n] = water ? clear[n] + looks->turbidity * (silt[n] - clear[n]) : kind->color[n];
  }
  return liquid;
}

/* mm/h: below it is what a scene's land gets over the seasons rather than a shower; and that of the densest rain. */
static const float rain_least = 100, rain_most = 12000;

/* s, simulated: rain begins and ends within this time, and after a jump through time by more at once. */
static const double rain_turns = 1.5;

static float rain_density(float rate) {
  return rate > rain_least ? fminf(powf((rate - rain_least) / (rain_most - rain_least), 0.6f), 1) : 0;
}

/* Follows the world's rain with the picture's. `other`: the world shown is not the one before. */
static float follow_rain(FrameBuild *build, const WorldView *world, double time, bool other) {
  const float wanted = rain_density(world->rain);
  const double since = time - build->rain_time;
  const float most = (float)(since / rain_turns);
  const bool jumped = other || since < 0 || since > rain_turns;
  build->rain_time = time;
  build->rain = jumped ? wanted : build->rain + fminf(fmaxf(wanted - build->rain, -most), most);
  return build->rain;
}

static void build_looks(FrameView *view, const WorldView *world, const FrameRequest *request) {
  const float degree = 0.017453293f;
  const float azimuth = request->looks->sun_azimuth * degree, height = request->looks->sun_height * degree;
  view->sun[0] = sinf(azimuth) * cosf(height); /* east is +x, north is -z */
  view->sun[1] = sinf(height);
  view->sun[2] = -cosf(azimuth) * cosf(height);
  view->exposure = request->looks->exposure;
  view->liquid = liquid_of(request->looks, weir_liquid(world->liquid));
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
  if (fresh) advance_poses(build, world, other);
  build_water(build, world, request);
  if (request->opening) build_began(&build->view.began, world, request->opening);
  build_bodies(build, world, request->earlier);
  build_drops(build, world, request->earlier);
  build_looks(&build->view, world, request);
  build->view.rain = follow_rain(build, world, request->time, other);
  return &build->view;
}

float frame_build_scale(const FrameBuild *build, FrameMode mode) {
  if (mode == FRAME_SPEED) return build->speed_scale;
  return mode == FRAME_DEPTH || mode == FRAME_DISPLACEMENT ? build->depth_scale : 0;
}
