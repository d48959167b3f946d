#include "app/tools.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"

static const double drop_every = 0.25;  /* s between bodies of a drag */
static const double drop_first = 0.45;  /* s that a button is held before the second one: a slow click is one body */
static const double stroke_every = 0.3; /* s between pushes in one place */
static const float stroke_share = 0.6f; /* of the radius: a drag pushes again after so far */
static const double click_pours = 0.1;  /* s worth of pouring that a click gives, however short */

const char *tools_name(Tool tool) {
  static const char *const names[TOOL_COUNT] = {"crate", "disturb", "pour", "drain", "log", "car"};
  return names[tool];
}

static void add_command(Tools *tools, const Command *command) {
  if (tools->command_count < TOOLS_COMMANDS) tools->commands[tools->command_count++] = *command;
}

/* Two of wood, one of metal, and so on; turned as chance will have it, with a slow tumble. */
static void drop_body(Tools *tools, const Pick *at, const Params *params, const WorldView *world) {
  Rng rng = {world->seed ^ (0x51ed270b0a1f39c1ull * (tools->drops + 1))};
  const float tumble = 0.6f;
  Command command = {.kind = COMMAND_DROP, .x = at->position[0], .z = at->position[2]};
  const bool crate = tools->held == TOOL_CRATE;
  const float size = crate ? params->crate_size : tools->held == TOOL_LOG ? params->log_width : 0.4f * params->car_length;
  command.body = crate ? BODY_CRATE : tools->held == TOOL_LOG ? BODY_LOG : BODY_CAR;
  command.y = at->position[1] + params->drop_height + 0.5f * size;
  command.material = crate && tools->drops % 3 == 2 ? MATERIAL_METAL : MATERIAL_WOOD;
  command.yaw = rng_range(&rng, 0, 6.2831853f);
  for (int n = 0; n < 3 && tools->held != TOOL_CAR; n++) command.spin[n] = rng_range(&rng, -tumble, tumble);
  tools->drops++;
  add_command(tools, &command);
}

static Command pouring(const Tools *tools, const Params *params, double seconds) {
  return (Command){.kind = tools->held == TOOL_POUR ? COMMAND_POUR : COMMAND_DRAIN,
                   .x = tools->aim.position[0],
                   .z = tools->aim.position[2],
                   .radius = params->tool_radius,
                   .amount = params->pour_rate * (float)seconds};
}

static void disturb(Tools *tools, const Pick *at, const Params *params) {
  const Command command = {
      .kind = COMMAND_DISTURB, .x = at->position[0], .z = at->position[2], .radius = params->tool_radius, .amount = params->tool_strength};
  add_command(tools, &command);
}

static bool is_dropping(Tool tool) {
  return tool == TOOL_CRATE || tool == TOOL_LOG || tool == TOOL_CAR;
}

static void act(Tools *tools, const Params *params, const WorldView *world) {
  tools->since = 0;
  tools->last_x = tools->aim.position[0];
  tools->last_z = tools->aim.position[2];
  if (is_dropping(tools->held)) drop_body(tools, &tools->aim, params, world);
  if (tools->held == TOOL_DISTURB) disturb(tools, &tools->aim, params);
}

static Pick pick_at(const Camera *camera, float x, float y, int width, int height, const WorldView *world) {
  float direction[3];
  camera_ray(camera, x, y, width, height, direction);
  return world_view_pick(world, camera->eye, direction);
}

/* A held button acts again: bodies by the clock, pushes by the distance the pointer went, or the clock where it rests. */
static bool due(const Tools *tools, const Params *params, bool first) {
  const float distance = hypotf(tools->aim.position[0] - tools->last_x, tools->aim.position[2] - tools->last_z);
  if (is_dropping(tools->held)) return tools->since >= (first ? drop_first : drop_every);
  if (tools->held == TOOL_DISTURB) return distance > stroke_share * params->tool_radius || tools->since >= stroke_every;
  return false;
}

/* --- holding a body ------------------------------------------------------------------------------------------------------ */

static float dot(const float a[3], const float b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The camera looks along its own -z. */
static void forward_of(const Camera *camera, float forward[3]) {
  for (int n = 0; n < 3; n++) forward[n] = -camera->view[4 * n + 2];
}

static void grab(Tools *tools, const Camera *camera, const WorldView *world) {
  const WeirBody *shape = &world->bodies[tools->aim.body].shape;
  float off[3], from_eye[3], forward[3];
  forward_of(camera, forward);
  for (int n = 0; n < 3; n++) {
    off[n] = tools->aim.position[n] - shape->position[n];
    from_eye[n] = tools->aim.position[n] - camera->eye[n];
  }
  const float *at = tools->aim.position, *r = shape->rotation;
  tools->grabs = true;
  tools->grab_depth = dot(from_eye, forward);
  tools->grabbed = (Command){.kind = COMMAND_GRAB, .serial = tools->aim_serial, .x = at[0], .y = at[1], .z = at[2]};
  for (int own = 0; own < 3; own++) tools->grabbed.grip[own] = r[own] * off[0] + r[3 + own] * off[1] + r[6 + own] * off[2];
  add_command(tools, &tools->grabbed);
}

/* Where the pointer's ray meets the plane that faces the eye; not under the ground. */
static void move_grabbed(Tools *tools, const Input *input, const Camera *camera, int width, int height, const WorldView *world) {
  const float nearest = 1.5f, furthest = 2000, notch = 1.12f;
  float direction[3], forward[3], at[3];
  forward_of(camera, forward);
  camera_ray(camera, input->x, input->y, width, height, direction);
  tools->grab_depth = fminf(fmaxf(tools->grab_depth * powf(notch, input->wheel), nearest), furthest);
  const float distance = tools->grab_depth / fmaxf(dot(direction, forward), 0.05f);
  for (int n = 0; n < 3; n++) at[n] = camera->eye[n] + distance * direction[n];
  at[0] = fminf(fmaxf(at[0], 0), (float)world->nx * world->cell);
  at[2] = fminf(fmaxf(at[2], 0), (float)world->nz * world->cell);
  at[1] = fmaxf(at[1], world_view_ground_at(world, at[0], at[2]) + 0.1f);
  Command *held = &tools->grabbed;
  if (at[0] == held->x && at[1] == held->y && at[2] == held->z) return;
  held->x = at[0], held->y = at[1], held->z = at[2];
  add_command(tools, held);
}

static void let_go(Tools *tools) {
  if (tools->grabs) add_command(tools, &(Command){.kind = COMMAND_RELEASE});
  tools->grabs = false;
}

bool tools_delete(const Tools *tools, Command *command) {
  *command = (Command){.kind = COMMAND_DELETE, .serial = tools->aim_serial};
  return tools->aim.hit && tools->aim.body >= 0;
}

/* --- clicks and drags ---------------------------------------------------------------------------------------------------- */

static void update_aim(Tools *tools, const Camera *camera, float x, float y, int width, int height, const WorldView *world) {
  tools->aim = pick_at(camera, x, y, width, height, world);
  if (tools->aim.body >= 0) tools->aim_serial = world->bodies[tools->aim.body].serial;
}

void tools_update(Tools *tools, Input *input, const Camera *camera, int width, int height, const Params *params, bool paused, double dt,
                  const WorldView *world) {
  const uint32_t drops_previous = tools->drops;
  tools->command_count = 0;
  for (int n = 0; n < input->click_count; n++) {
    const InputClick *click = &input->clicks[n];
    update_aim(tools, camera, click->x, click->y, width, height, world);
    let_go(tools);
    if (click->ctrl) {
      tools->down = false;
      if (tools->aim.hit && tools->aim.body >= 0) grab(tools, camera, world);
      continue;
    }
    tools->held = click->shift ? TOOL_DISTURB : tools->chosen;
    tools->down = tools->aim.hit;
    tools->drops_at_press = tools->drops;
    if (!tools->aim.hit) continue;
    act(tools, params, world);
    const Command splash = pouring(tools, params, click_pours);
    if (tools->held == TOOL_POUR || tools->held == TOOL_DRAIN) add_command(tools, &splash);
  }
  if (tools->grabs && !input->left) let_go(tools);
  if (tools->grabs && !paused) move_grabbed(tools, input, camera, width, height, world);
  if (tools->grabs) input->wheel = 0;
  tools->aim = (Pick){.body = -1};
  if (input->inside && !tools->grabs) update_aim(tools, camera, input->x, input->y, width, height, world);
  tools->down = tools->down && input->left;
  if (!tools->down || paused || !tools->aim.hit || input->click_count > 0) return;
  tools->since += dt;
  if (due(tools, params, drops_previous == tools->drops_at_press + 1)) act(tools, params, world);
}

bool tools_held(const Tools *tools, const Params *params, Command *command) {
  if (!tools->down || !tools->aim.hit || (tools->held != TOOL_POUR && tools->held != TOOL_DRAIN)) return false;
  *command = pouring(tools, params, 1);
  return true;
}

float tools_ring(const Tools *tools, bool shift, const Params *params, float colour[3]) {
  static const float colours[TOOL_COUNT][3] = {{1.0f, 0.85f, 0.55f}, {1.0f, 1.0f, 1.0f}, {0.45f, 0.8f, 1.0f},
                                               {1.0f, 0.5f, 0.4f},   {0.9f, 0.7f, 0.4f}, {1.0f, 0.75f, 0.75f}};
  const Tool tool = tools->down ? tools->held : shift ? TOOL_DISTURB : tools->chosen;
  memcpy(colour, colours[tool], sizeof colours[tool]);
  if (tool == TOOL_LOG) return 0.5f * params->log_length;
  if (tool == TOOL_CAR) return 0.5f * params->car_length;
  return tool == TOOL_CRATE ? 0.6f * params->crate_size : params->tool_radius;
}
