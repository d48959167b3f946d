#include "app/tools.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"

static const double drop_every = 0.25;   /* s between crates of a drag */
static const double drop_first = 0.45;   /* s that a button is held before the second one: a slow click is one crate */
static const double stroke_every = 0.3;  /* s between pushes in one place */
static const float stroke_share = 0.6f;  /* of the radius: a drag pushes again after so far */
static const double click_pours = 0.1;   /* s worth of pouring that a click gives, however short */

const char *tools_name(Tool tool) {
  static const char *const names[TOOL_COUNT] = {"crate", "disturb", "pour", "drain"};
  return names[tool];
}

static void send(Tools *tools, World *world, const Command *command) {
  if (!world_command(world, command)) tools->refused = true;
}

/* Two of wood, one of metal, and so on; turned as chance will have it, with a slow tumble. */
static void drop_crate(Tools *tools, const Pick *at, const Params *params, World *world) {
  Rng rng = {world->seed ^ (0x51ed270b0a1f39c1ull * (tools->drops + 1))};
  const float tumble = 0.6f;
  Command command = {.kind = COMMAND_DROP, .x = at->position[0], .z = at->position[2]};
  command.y = at->position[1] + params->drop_height + 0.5f * params->crate_size;
  command.material = tools->drops % 3 == 2 ? MATERIAL_METAL : MATERIAL_WOOD;
  command.yaw = rng_range(&rng, 0, 6.2831853f);
  for (int n = 0; n < 3; n++) command.spin[n] = rng_range(&rng, -tumble, tumble);
  tools->drops++;
  send(tools, world, &command);
}

static void pour(Tools *tools, const Params *params, double seconds, World *world) {
  const Command command = {.kind = tools->held == TOOL_POUR ? COMMAND_POUR : COMMAND_DRAIN,
                           .x = tools->aim.position[0],
                           .z = tools->aim.position[2],
                           .radius = params->tool_radius,
                           .amount = params->pour_rate * (float)seconds};
  send(tools, world, &command);
}

static void push(Tools *tools, const Pick *at, const Params *params, World *world) {
  const Command command = {.kind = COMMAND_DISTURB,
                           .x = at->position[0],
                           .z = at->position[2],
                           .radius = params->tool_radius,
                           .amount = params->tool_strength};
  send(tools, world, &command);
}

static void act(Tools *tools, const Params *params, World *world) {
  tools->since = 0;
  tools->last_x = tools->aim.position[0];
  tools->last_z = tools->aim.position[2];
  if (tools->held == TOOL_CRATE) drop_crate(tools, &tools->aim, params, world);
  if (tools->held == TOOL_DISTURB) push(tools, &tools->aim, params, world);
}

static Pick pick_at(const Camera *camera, float x, float y, int width, int height, const World *world) {
  float direction[3];
  camera_ray(camera, x, y, width, height, direction);
  return world_pick(world, camera->eye, direction);
}

/* A held button acts again: crates by the clock, pushes by the way the pointer went, or the clock where it rests. */
static bool due(const Tools *tools, const Params *params, bool first) {
  const float way = hypotf(tools->aim.position[0] - tools->last_x, tools->aim.position[2] - tools->last_z);
  if (tools->held == TOOL_CRATE) return tools->since >= (first ? drop_first : drop_every);
  if (tools->held == TOOL_DISTURB) return way > stroke_share * params->tool_radius || tools->since >= stroke_every;
  return false;
}

void tools_update(Tools *tools, const Input *input, const Camera *camera, int width, int height, const Params *params,
                  bool paused, double dt, World *world) {
  const uint32_t drops_before = tools->drops;
  tools->refused = false;
  for (int n = 0; n < input->click_count; n++) {
    const InputClick *click = &input->clicks[n];
    tools->aim = pick_at(camera, click->x, click->y, width, height, world);
    tools->held = click->shift ? TOOL_DISTURB : tools->hand;
    tools->down = tools->aim.hit;
    tools->drops_at_press = tools->drops;
    if (!tools->aim.hit) continue;
    act(tools, params, world);
    if (tools->held == TOOL_POUR || tools->held == TOOL_DRAIN) pour(tools, params, click_pours, world);
  }
  tools->aim = input->inside ? pick_at(camera, input->x, input->y, width, height, world) : (Pick){.body = -1};
  tools->down = tools->down && input->left;
  if (!tools->down || paused || !tools->aim.hit || input->click_count > 0) return;
  tools->since += dt;
  if (due(tools, params, drops_before == tools->drops_at_press + 1)) act(tools, params, world);
}

void tools_tick(Tools *tools, const Params *params, World *world) {
  if (!tools->down || !tools->aim.hit) return;
  if (tools->held == TOOL_POUR || tools->held == TOOL_DRAIN) pour(tools, params, world->params.tick, world);
}

float tools_ring(const Tools *tools, bool shift, const Params *params, float colour[3]) {
  static const float colours[TOOL_COUNT][3] = {
      {1.0f, 0.85f, 0.55f}, {1.0f, 1.0f, 1.0f}, {0.45f, 0.8f, 1.0f}, {1.0f, 0.5f, 0.4f}};
  const Tool tool = tools->down ? tools->held : shift ? TOOL_DISTURB : tools->hand;
  memcpy(colour, colours[tool], sizeof colours[tool]);
  return tool == TOOL_CRATE ? 0.6f * params->crate_size : params->tool_radius;
}
