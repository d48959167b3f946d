#include <math.h>

#include "base/maths.h"
#include "world/world_private.h"

bool world_command(World *world, const Command *command) {
  if (world->own->queued == WORLD_COMMANDS_MAX || !command_is_finite(command)) return false;
  world->own->queue[world->own->queued++] = *command;
  return true;
}

void world_let_go(World *world) {
  const WorldPrivate *const own = world->own;
  bool holds = world->mouse_joint.holds, drives = world->drive.steer != 0 || world->drive.gas != 0;
  for (int n = 0; n < own->queued; n++) {
    const Command *const command = &own->queue[n];
    if (command->kind == COMMAND_GRAB || command->kind == COMMAND_RELEASE) holds = command->kind == COMMAND_GRAB;
    if (command->kind == COMMAND_DRIVE) drives = command->drive.steer != 0 || command->drive.gas != 0;
  }
  if (holds) world_command(world, &(Command){.kind = COMMAND_RELEASE});
  if (drives) world_command(world, &(Command){.kind = COMMAND_DRIVE});
}

void world_forget_commands(World *world) {
  world->own->queued = 0;
}

int world_commands_waiting(const World *world) {
  return world->own->queued;
}

bool world_listen(World *world, CommandListener listener) {
  for (int n = 0; n < WORLD_LISTENERS; n++) {
    if (world->listeners[n].hear) continue;
    world->listeners[n] = listener;
    return true;
  }
  return false;
}

void world_listen_no_more(World *world, const void *user) {
  for (int n = 0; n < WORLD_LISTENERS; n++)
    if (world->listeners[n].user == user) world->listeners[n] = (CommandListener){0};
}

void world_drop_script(World *world, int count) {
  world_command(world, &(Command){.kind = COMMAND_SCRIPT, .count = count});
}

/* Sets one boundary kind on all four sides, or restores the scene's. Kinds that need more numbers (level, inflow, wave) come
 * from scenes alone. */
static void command_sides(World *world, int sides) {
  if (sides >= WEIR_EDGE_COUNT || sides == WEIR_LEVEL || sides == WEIR_INFLOW || sides == WEIR_WAVE || sides == WEIR_SEA) return;
  world->sides = sides < 0 ? WORLD_OWN_SIDES : sides;
  const WeirBoundary wall = {.kind = WEIR_REFLECT};
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) weir_water_set_boundary(world->water, (WeirSide)side, &wall, NULL);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const WeirBoundary all = {.kind = (WeirEdge)(sides < 0 ? 0 : sides)};
    weir_water_set_boundary(world->water, (WeirSide)side, sides < 0 ? &world->scene.sides[side] : &all, NULL);
  }
  if (sides < 0) sides_follow_series(world);
}

/* Pushes the surface down and, where the command has a velocity, the water along, up to that velocity and no further: strokes over one
 * place do not add up. */
static void disturb(World *world, const Brush *b) {
  const float speed = maths_hypotf(b->vx, b->vz);
  weir_water_disturb(world->water, b->x, b->z, b->radius, b->amount);
  if (!(speed > 0)) return;
  const WeirSample here = weir_water_sample(world->water, b->x, b->z);
  const float along = (here.velocity[0] * b->vx + here.velocity[2] * b->vz) / speed;
  const float share = maths_clampf((speed - along) / speed, 0, 1);
  weir_water_impulse(world->water, b->x, b->z, b->radius, share * b->vx, share * b->vz);
}

/* All crates within ten seconds; a few crates at most 0.2 s apart. */
static void script_begin(World *world, int count) {
  WorldPrivate *own = world->own;
  own->script_left += count < 0 ? 0 : count > WORLD_BODIES_MAX ? WORLD_BODIES_MAX : count;
  const float apart = maths_minf(0.2f, 10.0f / maths_maxf((float)own->script_left, 1.0f));
  own->script_ticks = (int64_t)maths_maxf(1.0f, roundf(apart / world->params.tick));
}

static void note_flood(World *world) {
  if (world->flood_at < 0) world->flood_at = world->time;
}

void command_apply(World *world, const Command *c) {
  const Brush *const brush = &c->brush;
  int count = 0;
  const ParamInfo *table = params_table(&count);
  switch (c->kind) {
    case COMMAND_DROP: bodies_add(world, &c->drop); break;
    case COMMAND_GRAB: mouse_joint_grab(world, &c->grab); break;
    case COMMAND_RELEASE: world->mouse_joint.holds = false; break;
    case COMMAND_DELETE: bodies_remove(world, c->serial); break;
    case COMMAND_DRIVE: world->drive = (Drive){maths_clampf(c->drive.steer, -1, 1), maths_clampf(c->drive.gas, -1, 1)}; break;
    case COMMAND_DISTURB: disturb(world, brush); break;
    case COMMAND_POUR: weir_water_add(world->water, brush->x, brush->z, brush->radius, fabs((double)brush->amount)); break;
    case COMMAND_DRAIN: weir_water_add(world->water, brush->x, brush->z, brush->radius, -fabs((double)brush->amount)); break;
    case COMMAND_PARAM:
      if (c->param.index >= 0 && c->param.index < count) params_put(&world->params, &table[c->param.index], c->param.value);
      break;
    case COMMAND_SOLVER: weir_water_set_solver(world->water, c->solver); break;
    case COMMAND_LIQUID:
      if (weir_liquid(c->liquid)) world->liquid = c->liquid;
      break;
    case COMMAND_RELEASE_DAM:
      bodies_release(world);
      if (world->scene.dam_count > 0) note_flood(world);
      break;
    case COMMAND_SIDES: command_sides(world, c->sides); break;
    case COMMAND_SCRIPT: script_begin(world, c->count); break;
    case COMMAND_CLOUDBURST:
    case COMMAND_SEA_WAVE:
    case COMMAND_QUAKE:
      disaster_begin(world, c);
      /* An earthquake is not a flood, and where a dam holds the water back, there is none before it goes. */
      if (c->kind != COMMAND_QUAKE && world->scene.dam_count == 0) note_flood(world);
      break;
    case COMMAND_GATE: gate_open(world, &c->machine); break;
    case COMMAND_PUMP: pump_set(world, &c->machine); break;
    case COMMAND_BUILD_PUMP: pump_make(world, &c->pump); break;
    case COMMAND_BRAKE: wheel_brake(world, &c->machine); break;
    case COMMAND_REMOVE_PUMP: pump_remove(world, &c->machine); break;
    case COMMAND_DYE: weir_water_add_dye(world->water, brush->x, brush->z, brush->radius, (double)brush->amount); break;
    case COMMAND_HEAP: heap_ground(world, brush->x, brush->z, brush->radius, brush->amount); break;
    case COMMAND_KIND_COUNT: break;
  }
}

void commands_apply(World *world) {
  for (int n = 0; n < world->own->queued; n++) {
    const Command *const command = &world->own->queue[n];
    for (int l = 0; l < WORLD_LISTENERS; l++)
      if (world->listeners[l].hear) world->listeners[l].hear(world->listeners[l].user, world->tick, command);
    command_apply(world, command);
  }
  world->own->queued = 0;
}

void drop_above(const World *world, float height, BodyDrop *drop) {
  float size[3], density;
  body_measure(&world->params, drop, size, &density);
  const float level =
      drop->set ? weir_water_terrain_at(world->water, drop->x, drop->z) : weir_water_surface_at(world->water, drop->x, drop->z);
  const BodyKindInfo *const kind = body_kind(drop->body);
  drop->y = level + height + (kind->foot ? kind->foot(world, drop, size) : 0.5f * size[kind->pose == POSE_LYING ? 0 : 1]);
}

void script_apply(World *world) {
  WorldPrivate *own = world->own;
  if (own->script_left <= 0 || world->tick % own->script_ticks != 0) return;
  own->script_left--;
  /* A place in the water if 48 tries find one, else any place: crates are dropped to see them float. */
  const float margin = maths_minf(world->params.crate_size, 0.25f * world->cell * (float)world->nx);
  float x = 0, z = 0;
  for (int attempt = 0; attempt < 48; attempt++) {
    x = rng_range(&own->rng, margin, (float)world->nx * world->cell - margin);
    z = rng_range(&own->rng, margin, (float)world->nz * world->cell - margin);
    if (weir_water_depth_at(world->water, x, z) > 0.6f * world->params.crate_size) break;
  }
  const Material material = rng_next(&own->rng) % 3 == 2 ? MATERIAL_METAL : MATERIAL_WOOD;
  const float yaw = rng_range(&own->rng, 0, 6.2831853f);
  BodyDrop drop = {.material = material, .x = x, .z = z, .yaw = yaw};
  drop_above(world, world->params.drop_height, &drop);
  drop.spin[0] = rng_range(&own->rng, -0.6f, 0.6f);
  drop.spin[2] = rng_range(&own->rng, -0.6f, 0.6f);
  bodies_add(world, &drop);
}
