#include "app/tools.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"

static const double drop_every = 0.25;   /* s between bodies of a drag */
static const double drop_first = 0.45;   /* s that a button is held before the second one: a slow click is one body */
static const double stroke_every = 0.3;  /* s between pushes in one place */
static const float stroke_share = 0.6f;  /* of the radius: a drag pushes again after so far */
static const double click_pours = 0.1;   /* s worth of pouring that a click gives, however short */

const char *tools_name(Tool tool) {
  static const char *const names[TOOL_COUNT] = {"crate", "disturb", "pour", "drain", "log"};
  return names[tool];
}

static void give(Tools *tools, const Command *command) {
  if (tools->given_count < TOOLS_COMMANDS) tools->given[tools->given_count++] = *command;
}

/* Two of wood, one of metal, and so on; turned as chance will have it, with a slow tumble. */
static void drop_body(Tools *tools, const Pick *at, const Params *params, const WorldView *world) {
  Rng rng = {world->seed ^ (0x51ed270b0a1f39c1ull * (tools->drops + 1))};
  const float tumble = 0.6f;
  Command command = {.kind = COMMAND_DROP, .x = at->position[0], .z = at->position[2]};
  const bool log = tools->held == TOOL_LOG;
  command.body = log ? BODY_LOG : BODY_CRATE;
  command.y = at->position[1] + params->drop_height + 0.5f * (log ? params->log_width : params->crate_size);
  command.material = !log && tools->drops % 3 == 2 ? MATERIAL_METAL : MATERIAL_WOOD;
  command.yaw = rng_range(&rng, 0, 6.2831853f);
  for (int n = 0; n < 3; n++) command.spin[n] = rng_range(&rng, -tumble, tumble);
  tools->drops++;
  give(tools, &command);
}

static Command pouring(const Tools *tools, const Params *params, double seconds) {
  return (Command){.kind = tools->held == TOOL_POUR ? COMMAND_POUR : COMMAND_DRAIN,
                   .x = tools->aim.position[0],
                   .z = tools->aim.position[2],
                   .radius = params->tool_radius,
                   .amount = params->pour_rate * (float)seconds};
}

static void push(Tools *tools, const Pick *at, const Params *params) {
  const Command command = {.kind = COMMAND_DISTURB,
                           .x = at->position[0],
                           .z = at->position[2],
                           .radius = params->tool_radius,
                           .amount = params->tool_strength};
  give(tools, &command);
}

static bool is_dropping(Tool tool) {
  return tool == TOOL_CRATE || tool == TOOL_LOG;
}

static void act(Tools *tools, const Params *params, const WorldView *world) {
  tools->since = 0;
  tools->last_x = tools->aim.position[0];
  tools->last_z = tools->aim.position[2];
  if (is_dropping(tools->held)) drop_body(tools, &tools->aim, params, world);
  if (tools->held == TOOL_DISTURB) push(tools, &tools->aim, params);
}

static Pick pick_at(const Camera *camera, float x, float y, int width, int height, const WorldView *world) {
  float direction[3];
  camera_ray(camera, x, y, width, height, direction);
  return world_view_pick(world, camera->eye, direction);
}

/* A held button acts again: bodies by the clock, pushes by the way the pointer went, or the clock where it rests. */
static bool due(const Tools *tools, const Params *params, bool first) {
  const float way = hypotf(tools->aim.position[0] - tools->last_x, tools->aim.position[2] - tools->last_z);
  if (is_dropping(tools->held)) return tools->since >= (first ? drop_first : drop_every);
  if (tools->held == TOOL_DISTURB) return way > stroke_share * params->tool_radius || tools->since >= stroke_every;
  return false;
}

void tools_update(Tools *tools, const Input *input, const Camera *camera, int width, int height, const Params *params,
                  bool paused, double dt, const WorldView *world) {
  const uint32_t drops_before = tools->drops;
  tools->given_count = 0;
  for (int n = 0; n < input->click_count; n++) {
    const InputClick *click = &input->clicks[n];
    tools->aim = pick_at(camera, click->x, click->y, width, height, world);
    tools->held = click->shift ? TOOL_DISTURB : tools->hand;
    tools->down = tools->aim.hit;
    tools->drops_at_press = tools->drops;
    if (!tools->aim.hit) continue;
    act(tools, params, world);
    const Command splash = pouring(tools, params, click_pours);
    if (tools->held == TOOL_POUR || tools->held == TOOL_DRAIN) give(tools, &splash);
  }
  tools->aim = input->inside ? pick_at(camera, input->x, input->y, width, height, world) : (Pick){.body = -1};
  tools->down = tools->down && input->left;
  if (!tools->down || paused || !tools->aim.hit || input->click_count > 0) return;
  tools->since += dt;
  if (due(tools, params, drops_before == tools->drops_at_press + 1)) act(tools, params, world);
}

bool tools_held(const Tools *tools, const Params *params, Command *command) {
  if (!tools->down || !tools->aim.hit || (tools->held != TOOL_POUR && tools->held != TOOL_DRAIN)) return false;
  *command = pouring(tools, params, 1);
  return true;
}

float tools_ring(const Tools *tools, bool shift, const Params *params, float colour[3]) {
  static const float colours[TOOL_COUNT][3] = {
      {1.0f, 0.85f, 0.55f}, {1.0f, 1.0f, 1.0f}, {0.45f, 0.8f, 1.0f}, {1.0f, 0.5f, 0.4f}, {0.9f, 0.7f, 0.4f}};
  const Tool tool = tools->down ? tools->held : shift ? TOOL_DISTURB : tools->hand;
  memcpy(colour, colours[tool], sizeof colours[tool]);
  if (tool == TOOL_LOG) return 0.5f * params->log_length;
  return tool == TOOL_CRATE ? 0.6f * params->crate_size : params->tool_radius;
}
