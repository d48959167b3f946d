#include "app/control/tools.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"

static const float drag_starts = 0.008f;  /* heights of the picture that the pointer goes before a press is a drag */
static const double reverse_after = 0.25; /* s that the right button is held still before it paints the opposite */
static const double stroke_every = 0.3;   /* s between pushes in one place */
static const float stroke_share = 0.5f;   /* of the radius: a drag pushes again after so far */
static const float stroke_speed = 20;     /* 1/s: speed given to the water for each metre of the tool's strength; 0.3 m: 6 m/s */
static const double click_pours = 0.1;    /* s worth of pouring that a click gives, however short */
static const float wake_width = 0.016f;   /* of the distance from the eye: radius of what a moving pointer stirs */
static const float wake_depth = 0.22f;    /* of that radius: depth of the hollow */
static const float wake_fastest = 1.5f;   /* m/s */
static const float notch_size = 1.12f;    /* factor on a size, by a notch of the wheel */

static const ToolInfo infos[TOOL_COUNT] = {
    [TOOL_CRATE] = {"crate",
                    "click: drop a crate, two of wood and one of metal",
                    "1",
                    TOOL_DROPS,
                    TOOL_PUSH,
                    BODY_CRATE,
                    {1.0f, 0.85f, 0.55f},
                    "crate_size"},
    [TOOL_PUSH] = {"push", "drag: push the water along", "2", TOOL_PUSHES, TOOL_PUSH, BODY_CRATE, {1.0f, 1.0f, 1.0f}, "tool_radius"},
    [TOOL_POUR] =
        {"pour", "hold: pour water; with Shift take it away", "3", TOOL_PAINTS, TOOL_DRAIN, BODY_CRATE, {0.45f, 0.8f, 1.0f}, "tool_radius"},
    [TOOL_DRAIN] =
        {"drain", "hold: take water away; with Shift pour", "4", TOOL_PAINTS, TOOL_POUR, BODY_CRATE, {1.0f, 0.5f, 0.4f}, "tool_radius"},
    [TOOL_LOG] = {"log", "click: drop a log", "7", TOOL_DROPS, TOOL_PUSH, BODY_LOG, {0.9f, 0.7f, 0.4f}, "log_length"},
    [TOOL_CAR] = {"car",
                  "click: drop a car; the arrow keys drive the newest",
                  "8",
                  TOOL_DROPS,
                  TOOL_PUSH,
                  BODY_CAR,
                  {1.0f, 0.75f, 0.75f},
                  "car_length"},
};

const ToolInfo *tools_info(Tool tool) {
  return &infos[tool];
}

static void add_command(Tools *tools, const Command *command) {
  if (tools->command_count < TOOLS_COMMANDS) tools->commands[tools->command_count++] = *command;
}

/* --- the aim ------------------------------------------------------------------------------------------------------------- */

static void update_aim(Tools *tools, const ToolsView *view, float x, float y) {
  float direction[3];
  camera_ray(view->camera, x, y, view->width, view->height, direction);
  tools->aim = world_view_pick(view->world, view->camera->eye, direction);
  if (tools->aim.body >= 0) tools->aim_serial = view->world->bodies[tools->aim.body].serial;
}

static float aim_distance(const Tools *tools, const Camera *camera) {
  float square = 0;
  for (int n = 0; n < 3; n++) square += (tools->aim.position[n] - camera->eye[n]) * (tools->aim.position[n] - camera->eye[n]);
  return sqrtf(square);
}

/* --- dropping ------------------------------------------------------------------------------------------------------------ */

/* Two of wood, one of metal, and so on; turned as chance will have it, with a slow tumble. */
static Command next_drop(const Tools *tools, Tool tool, const Params *params, const WorldView *world) {
  Rng rng = {world->seed ^ (0x51ed270b0a1f39c1ull * (tools->drops + 1))};
  const float tumble = 0.6f;
  Command command = {.kind = COMMAND_DROP, .body = infos[tool].body, .x = tools->aim.position[0], .z = tools->aim.position[2]};
  const bool crate = tool == TOOL_CRATE;
  const float high = crate ? params->crate_size : tool == TOOL_LOG ? params->log_width : 0.4f * params->car_length;
  command.y = tools->aim.position[1] + params->drop_height + 0.5f * high;
  command.material = crate && tools->drops % 3 == 2 ? MATERIAL_METAL : MATERIAL_WOOD;
  command.yaw = rng_range(&rng, 0, 6.2831853f);
  for (int n = 0; n < 3 && tool != TOOL_CAR; n++) command.spin[n] = rng_range(&rng, -tumble, tumble);
  return command;
}

bool tools_next_drop(const Tools *tools, bool shift, const Params *params, const WorldView *world, Command *drop) {
  const Tool tool = tools_in_use(tools, shift);
  const bool drops = infos[tool].use == TOOL_DROPS && (tools->drag == DRAG_NOTHING || tools->drag == DRAG_UNDECIDED);
  if (!drops || !tools->aim.hit) return false;
  *drop = next_drop(tools, tool, params, world);
  return true;
}

static void drop_body(Tools *tools, const Params *params, const WorldView *world) {
  const Command command = next_drop(tools, tools->chosen, params, world);
  add_command(tools, &command);
  tools->drops++;
  tools->dropped = true;
}

/* --- stirring and pushing -------------------------------------------------------------------------------------------------- */

/* The way from the last place, as a speed of at most `most` m/s; none where the pointer has just come. */
static void velocity_of(const Tools *tools, double seconds, float most, float velocity[3]) {
  memset(velocity, 0, 3 * sizeof *velocity);
  if (!tools->last_known) return;
  const float dx = tools->aim.position[0] - tools->last[0], dz = tools->aim.position[2] - tools->last[1];
  const float length = hypotf(dx, dz), speed = fminf(length / fmaxf((float)seconds, 0.01f), most);
  if (length > 0) velocity[0] = speed * dx / length, velocity[2] = speed * dz / length;
}

static float distance_since(const Tools *tools) {
  return hypotf(tools->aim.position[0] - tools->last[0], tools->aim.position[2] - tools->last[1]);
}

static void remember_place(Tools *tools) {
  tools->last_known = true;
  tools->last[0] = tools->aim.position[0];
  tools->last[1] = tools->aim.position[2];
  tools->since = 0;
}

static void push(Tools *tools, const Params *params) {
  Command command = {.kind = COMMAND_DISTURB,
                     .x = tools->aim.position[0],
                     .z = tools->aim.position[2],
                     .radius = params->tool_radius,
                     .amount = params->tool_strength};
  velocity_of(tools, tools->since, stroke_speed * params->tool_strength, command.velocity);
  add_command(tools, &command);
  remember_place(tools);
  tools->pushed = true;
}

/* A drag pushes again by the distance that the pointer went, or by the clock where it rests. */
static void continue_push(Tools *tools, const Params *params) {
  const bool far = !tools->last_known || distance_since(tools) > stroke_share * params->tool_radius;
  if (far || tools->since >= stroke_every) push(tools, params);
}

/* A pointer that moves over water leaves a small wake, as wide as it looks from anywhere: hollows side by side along its way. */
static void make_wake(Tools *tools, const Camera *camera, const Params *params, float cell) {
  enum { HOLLOWS = 4 };
  const float radius = fmaxf(1.5f * cell, wake_width * aim_distance(tools, camera)), apart = 0.7f * radius, way = distance_since(tools);
  if (tools->last_known && way < apart) return;
  const int count = tools->last_known ? (int)fminf(way / apart, HOLLOWS) : 0;
  Command command = {.kind = COMMAND_DISTURB, .radius = radius, .amount = params->pointer_wake * wake_depth * radius};
  velocity_of(tools, tools->since, wake_fastest * fminf(params->pointer_wake, 1), command.velocity);
  for (int n = 1; n <= count; n++) {
    const float share = (float)n / (float)count;
    command.x = tools->last[0] + share * (tools->aim.position[0] - tools->last[0]);
    command.z = tools->last[1] + share * (tools->aim.position[2] - tools->last[1]);
    add_command(tools, &command);
  }
  tools->stirred = count > 0;
  remember_place(tools);
}

/* --- painting -------------------------------------------------------------------------------------------------------------- */

static Command painting(const Tools *tools, const Params *params, double seconds) {
  return (Command){.kind = tools->held == TOOL_POUR ? COMMAND_POUR : COMMAND_DRAIN,
                   .x = tools->aim.position[0],
                   .z = tools->aim.position[2],
                   .radius = params->tool_radius,
                   .amount = params->pour_rate * (float)seconds};
}

static void start_painting(Tools *tools, Tool tool, const Params *params) {
  tools->drag = DRAG_PAINT;
  tools->held = tool;
  const Command first = painting(tools, params, click_pours);
  add_command(tools, &first);
}

bool tools_held(const Tools *tools, const Params *params, Command *command) {
  if (tools->drag != DRAG_PAINT || !tools->aim.hit) return false;
  *command = painting(tools, params, 1);
  return true;
}

/* --- holding a body ------------------------------------------------------------------------------------------------------ */

static float dot(const float a[3], const float b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The camera looks along its own -z. */
static void forward_of(const Camera *camera, float forward[3]) {
  for (int n = 0; n < 3; n++) forward[n] = -camera->view[4 * n + 2];
}

static void grab(Tools *tools, const ToolsView *view) {
  const WeirBody *shape = &view->world->bodies[tools->aim.body].shape;
  float off[3], from_eye[3], forward[3];
  forward_of(view->camera, forward);
  for (int n = 0; n < 3; n++) {
    off[n] = tools->aim.position[n] - shape->position[n];
    from_eye[n] = tools->aim.position[n] - view->camera->eye[n];
  }
  const float *at = tools->aim.position, *r = shape->rotation;
  tools->drag = DRAG_GRAB;
  tools->grab_depth = dot(from_eye, forward);
  tools->grabbed = (Command){.kind = COMMAND_GRAB, .serial = tools->aim_serial, .x = at[0], .y = at[1], .z = at[2]};
  for (int own = 0; own < 3; own++) tools->grabbed.grip[own] = r[own] * off[0] + r[3 + own] * off[1] + r[6 + own] * off[2];
  add_command(tools, &tools->grabbed);
}

/* Where the pointer's ray meets the plane that faces the eye; not under the ground. */
static void move_grabbed(Tools *tools, const Input *input, const ToolsView *view) {
  const float nearest = 1.5f, furthest = 2000, notch = 1.12f;
  const WorldView *world = view->world;
  float direction[3], forward[3], at[3];
  forward_of(view->camera, forward);
  camera_ray(view->camera, input->x, input->y, view->width, view->height, direction);
  tools->grab_depth = fminf(fmaxf(tools->grab_depth * powf(notch, input->wheel), nearest), furthest);
  const float distance = tools->grab_depth / fmaxf(dot(direction, forward), 0.05f);
  for (int n = 0; n < 3; n++) at[n] = view->camera->eye[n] + distance * direction[n];
  at[0] = fminf(fmaxf(at[0], 0), (float)world->nx * world->cell);
  at[2] = fminf(fmaxf(at[2], 0), (float)world->nz * world->cell);
  at[1] = fmaxf(at[1], world_view_ground_at(world, at[0], at[2]) + 0.1f);
  Command *held = &tools->grabbed;
  if (at[0] == held->x && at[1] == held->y && at[2] == held->z) return;
  held->x = at[0], held->y = at[1], held->z = at[2];
  add_command(tools, held);
}

static void end_drag(Tools *tools) {
  if (tools->drag == DRAG_GRAB) add_command(tools, &(Command){.kind = COMMAND_RELEASE});
  tools->drag = DRAG_NOTHING;
  tools->last_known = false;
}

void tools_let_go(Tools *tools) {
  tools->drag = DRAG_NOTHING;
  tools->last_known = false;
}

bool tools_delete(const Tools *tools, Command *command) {
  *command = (Command){.kind = COMMAND_DELETE, .serial = tools->aim_serial};
  return tools->aim.hit && tools->aim.body >= 0;
}

/* --- presses and drags --------------------------------------------------------------------------------------------------- */

Tool tools_in_use(const Tools *tools, bool shift) {
  if (tools->drag == DRAG_PAINT) return tools->held;
  if (!shift) return tools->chosen;
  return infos[tools->chosen].use == TOOL_PAINTS ? infos[tools->chosen].opposite : TOOL_PUSH;
}

static void left_down(Tools *tools, const InputPress *press, const ToolsView *view, const Params *params) {
  const Tool tool = tools_in_use(tools, press->shift);
  if (press->ctrl) {
    if (tools->aim.body >= 0) grab(tools, view);
  } else if (infos[tool].use == TOOL_PAINTS) {
    start_painting(tools, tool, params);
  } else if (infos[tool].use == TOOL_DROPS) {
    tools->drag = DRAG_UNDECIDED;
  } else {
    tools->drag = DRAG_PUSH;
    push(tools, params);
  }
}

static void handle_press(Tools *tools, const InputPress *press, const ToolsView *view, const Params *params) {
  const bool paints = infos[tools->chosen].use == TOOL_PAINTS;
  update_aim(tools, view, press->x, press->y);
  if (!press->down) {
    if (tools->drag == DRAG_UNDECIDED && press->button == INPUT_LEFT && tools->aim.hit) drop_body(tools, params, view->world);
    end_drag(tools);
    return;
  }
  end_drag(tools);
  tools->press_x = press->x, tools->press_y = press->y;
  tools->held_s = 0;
  if (!tools->aim.hit) return;
  if (press->button == INPUT_LEFT) left_down(tools, press, view, params);
  if (press->button == INPUT_RIGHT && paints) tools->drag = DRAG_WAITS;
}

static bool has_left_press(const Tools *tools, const Input *input, int height) {
  return hypotf(input->x - tools->press_x, input->y - tools->press_y) > fmaxf(drag_starts * (float)height, 3);
}

/* What a press becomes that is held: a push where the pointer moves, the opposite tool where the right button is held still. */
static void change_drag(Tools *tools, const Input *input, const ToolsView *view, const Params *params) {
  const bool away = has_left_press(tools, input, view->height);
  if (tools->drag == DRAG_UNDECIDED && away) tools->drag = DRAG_PUSH;
  if (tools->drag != DRAG_WAITS) return;
  if (away)
    tools->drag = DRAG_NOTHING; /* the camera's */
  else if (tools->held_s >= reverse_after && tools->aim.hit)
    start_painting(tools, infos[tools->chosen].opposite, params);
}

/* The button may have come up where no window saw it. */
static bool button_is_held(const Tools *tools, const Input *input) {
  return input->left || (input->right && (tools->drag == DRAG_WAITS || tools->drag == DRAG_PAINT));
}

static void size_tool(Tools *tools, Input *input, Params *params) {
  const ParamInfo *info = params_find(infos[tools->chosen].size);
  if (!input->alt || input->wheel == 0 || !info) return;
  params_put(params, info, params_get(params, info) * powf(notch_size, input->wheel));
  input->wheel = 0;
}

static void follow_pointer(Tools *tools, const Input *input, const ToolsView *view, const Params *params) {
  const bool idle = tools->drag == DRAG_NOTHING && !input->left && !input->right;
  if (!tools->aim.hit) {
    tools->last_known = false;
  } else if (tools->drag == DRAG_PUSH) {
    continue_push(tools, params);
  } else if (idle && tools->aim.wet && params->pointer_wake > 0) {
    if (input->moved) make_wake(tools, view->camera, params, view->world->cell);
  } else {
    tools->last_known = false;
  }
}

void tools_update(Tools *tools, Input *input, const ToolsView *view, Params *params, double dt) {
  tools->command_count = 0;
  tools->stirred = tools->pushed = tools->dropped = false;
  tools->held_s += dt;
  tools->since += dt;
  for (int n = 0; n < input->press_count; n++) handle_press(tools, &input->presses[n], view, params);
  if (tools->drag != DRAG_NOTHING && !button_is_held(tools, input)) end_drag(tools);
  const bool grabs = tools->drag == DRAG_GRAB;
  if (grabs && !view->paused) move_grabbed(tools, input, view);
  if (grabs) input->wheel = 0;
  size_tool(tools, input, params);
  tools->aim = (Pick){.body = -1};
  if (input->inside && !grabs) update_aim(tools, view, input->x, input->y);
  change_drag(tools, input, view, params);
  if (tools->drag == DRAG_PAINT && input->right) input->orbit_x = input->orbit_y = 0;
  if (!view->paused) follow_pointer(tools, input, view, params);
}

float tools_ring(const Tools *tools, bool shift, const Params *params, float colour[3]) {
  const Tool tool = tools->drag == DRAG_PUSH ? TOOL_PUSH : tools_in_use(tools, shift);
  memcpy(colour, infos[tool].colour, sizeof infos[tool].colour);
  if (tool == TOOL_LOG) return 0.5f * params->log_length;
  if (tool == TOOL_CAR) return 0.5f * params->car_length;
  return tool == TOOL_CRATE ? 0.6f * params->crate_size : params->tool_radius;
}
