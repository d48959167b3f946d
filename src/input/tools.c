#include "input/tools.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"

static const float drag_starts = 0.008f;  /* heights of the picture that the pointer goes before a press is a drag */
static const double reverse_after = 0.25; /* s that the right button is held still before it paints the opposite */
static const double stroke_every = 0.3;   /* s between pushes in one place */
static const float stroke_share = 0.5f;   /* of the radius: a drag pushes again after so far */
static const float stroke_speed = 20;     /* 1/s: speed given to the water for each metre of the tool's strength; 0.3 m: 6 m/s */
static const double click_pours = 0.1;    /* s worth of pouring that a click gives, however short */
static const float wake_width = 0.028f;   /* of the distance from the eye: radius of what a moving pointer stirs */
static const float wake_depth = 0.45f;    /* of that radius: depth of the hollow */
static const float wake_fastest = 4;      /* m/s */
static const float notch_size = 1.12f;    /* factor on a size, by a notch of the wheel */

static const ToolInfo infos[TOOL_COUNT] = {
    [TOOL_CRATE] = {"crate", .help = "click: drop a crate, two of wood and one of metal", .action = ACTION_TOOL_CRATE,
                    .icon = "B 22 22 78 78 P 22 22 78 78 P 78 22 22 78", .use = TOOL_DROPS, .body = BODY_CRATE,
                    .colour = {1.0f, 0.85f, 0.55f}, .size = "crate_size"},
    [TOOL_PUSH] = {"push", .help = "drag: push the water along", .action = ACTION_TOOL_PUSH,
                   .icon = "P 15 40 70 40 T 88 40 66 26 66 54 P 20 78 35 70 50 78 65 70 80 78", .use = TOOL_PUSHES,
                   .colour = {1.0f, 1.0f, 1.0f}, .size = "tool_radius"},
    [TOOL_POUR] = {"pour", .help = "hold: pour water; with Shift take it away", .action = ACTION_TOOL_POUR,
                   .icon = "T 50 24 36 50 64 50 D 50 56 15.5", .use = TOOL_PAINTS, .opposite = TOOL_DRAIN, .colour = {0.45f, 0.8f, 1.0f},
                   .size = "tool_radius"},
    [TOOL_DRAIN] = {"drain", .help = "hold: take water away; with Shift pour", .action = ACTION_TOOL_DRAIN,
                    .icon = "P 50 15 50 42 T 50 62 36 40 64 40 P 20 60 32 78 68 78 80 60", .use = TOOL_PAINTS, .opposite = TOOL_POUR,
                    .colour = {1.0f, 0.5f, 0.4f}, .size = "tool_radius"},
    [TOOL_LOG] = {"log", .help = "click: drop a log", .action = ACTION_TOOL_LOG, .icon = "C 26 58 14 P 26 44 76 34 76 62 26 72",
                  .use = TOOL_DROPS, .body = BODY_LOG, .colour = {0.9f, 0.7f, 0.4f}, .size = "log_length"},
    [TOOL_CAR] = {"car", .help = "click: drop a car; the arrow keys drive the newest", .action = ACTION_TOOL_CAR,
                  .icon = "B 15 48 85 66 B 32 30 66 48 D 30 70 9 D 70 70 9", .use = TOOL_DROPS, .body = BODY_CAR,
                  .colour = {1.0f, 0.75f, 0.75f}, .size = "car_length"},
    [TOOL_BOAT] = {"boat", .help = "click: put a boat into the water; the arrow keys steer the newest", .action = ACTION_TOOL_BOAT,
                   .icon = "P 15 58 85 58 70 76 30 76 15 58 P 48 56 48 18 T 53 20 53 50 76 50", .use = TOOL_DROPS, .body = BODY_BOAT,
                   .colour = {0.6f, 0.9f, 1.0f}},
    [TOOL_HOUSE] = {"house", .help = "click: put up a house; deep water carries it away", .action = ACTION_TOOL_HOUSE,
                    .icon = "B 26 46 74 80 T 50 18 16 46 84 46", .use = TOOL_DROPS, .body = BODY_HOUSE, .colour = {1.0f, 0.8f, 0.6f}},
    [TOOL_WHEEL] = {"water wheel", .help = "click: set a water wheel into a stream", .action = ACTION_TOOL_WHEEL,
                    .icon = "C 50 50 27 D 50 50 7 P 12 50 88 50 P 23 23 77 77 P 50 12 50 88 P 77 23 23 77", .use = TOOL_DROPS,
                    .body = BODY_MILL, .colour = {0.85f, 0.7f, 0.5f}},
    [TOOL_GATE] = {"sluice gate", .help = "click: put a gate across a stream; %s opens it, %s closes it",
                   .keys = {ACTION_OPEN_GATE, ACTION_CLOSE_GATE}, .action = ACTION_TOOL_GATE,
                   .icon = "P 20 15 20 85 P 80 15 80 85 B 26 30 74 58 P 20 80 35 72 50 80 65 72 80 80", .use = TOOL_DROPS,
                   .body = BODY_GATE, .colour = {0.8f, 0.75f, 0.6f}},
    [TOOL_PUMP] = {"pump", .help = "drag: from where it takes water to where it gives it; %s removes it", .keys = {ACTION_DELETE},
                   .action = ACTION_TOOL_PUMP, .icon = "C 34 60 17 P 34 43 34 25 70 25 70 45 T 50 45 36 71 64 71 D 50 77 15.5",
                   .use = TOOL_JOINS, .colour = {0.5f, 1.0f, 0.7f}, .size = "pour_rate"},
    [TOOL_DYE] = {"dye", .help = "hold: dye the water; with Shift take the dye out", .action = ACTION_TOOL_DYE,
                  .icon = "B 36 36 64 66 B 43 20 57 36 D 50 80 6 D 50 53 8", .use = TOOL_PAINTS, .opposite = TOOL_WASH,
                  .colour = {1.0f, 0.35f, 0.85f}, .size = "tool_radius"},
    [TOOL_HEAP] = {"heap", .help = "hold: heap up ground, a dam for one; with Shift dig", .action = ACTION_TOOL_HEAP,
                   .icon = "P 10 72 28 72 42 46 58 46 72 72 90 72 P 50 38 50 20 T 50 12 38 28 62 28", .use = TOOL_PAINTS,
                   .opposite = TOOL_DIG, .colour = {0.9f, 0.75f, 0.5f}, .size = "tool_radius"},
    [TOOL_DIG] = {"dig", .help = "hold: dig a ditch or a basin; with Shift heap", .action = ACTION_TOOL_DIG,
                  .icon = "P 10 72 28 72 42 88 58 88 72 72 90 72 P 50 16 50 40 T 50 66 38 40 62 40", .use = TOOL_PAINTS,
                  .opposite = TOOL_HEAP, .colour = {0.75f, 0.55f, 0.4f}, .size = "tool_radius"},
    [TOOL_WASH] = {"wash", .help = "hold: take dye out of the water", .use = TOOL_PAINTS, .opposite = TOOL_DYE,
                   .colour = {0.8f, 0.9f, 1.0f}, .size = "tool_radius"},
    [TOOL_BOOM] = {"boom", .help = "click: stretch a boom across a stream; it holds back what drifts", .action = ACTION_TOOL_BOOM,
                   .icon = "C 17 46 9 C 39 54 9 C 61 54 9 C 83 46 9 P 20 84 35 76 50 84 65 76 80 84", .use = TOOL_DROPS, .body = BODY_BOOM,
                   .colour = {1.0f, 0.6f, 0.2f}},
};

const ToolInfo *tools_info(Tool tool) {
  return &infos[tool];
}

const char *tools_help(Tool tool, char text[TOOLS_HELP]) {
  const Action *const keys = infos[tool].keys;
  snprintf(text, TOOLS_HELP, infos[tool].help, keys_name(keys[0]), keys_name(keys[1]));
  return text;
}

Tool tools_of(Action action) {
  int tool = 0;
  while (tool < TOOL_COUNT && (action == ACTION_NONE || infos[tool].action != action)) tool++;
  return (Tool)tool;
}

static void add_command(Tools *tools, const Command *command) {
  if (tools->command_count < TOOLS_COMMANDS) tools->commands[tools->command_count++] = *command;
}

/* --- the aim ------------------------------------------------------------------------------------------------------------- */

static void update_aim(Tools *tools, const ToolsView *view, float x, float y) {
  tools->aim = camera_pick(view->camera, view->world, x, y, view->width, view->height);
  if (tools->aim.body >= 0) tools->aim_serial = view->world->bodies[tools->aim.body].serial;
}

/* --- dropping ------------------------------------------------------------------------------------------------------------ */

/* rad: the turn that brings a machine's own x axis into the stream where one runs at the aim, else into the line of sight. */
static float yaw_into_stream(const Tools *tools, const WorldView *world, float yaw_else) {
  const float x = tools->aim.position[0], z = tools->aim.position[2], slowest = 0.3f;
  if (world->flow.tick < 0) return yaw_else;
  const int i = (int)(x / ((float)world->nx * world->cell) * (float)world->flow.nx);
  const int k = (int)(z / ((float)world->nz * world->cell) * (float)world->flow.nz);
  if (i < 0 || k < 0 || i >= world->flow.nx || k >= world->flow.nz) return yaw_else;
  const float vx = world->flow.x[(ptrdiff_t)k * world->flow.nx + i], vz = world->flow.z[(ptrdiff_t)k * world->flow.nx + i];
  return hypotf(vx, vz) > slowest ? atan2f(-vz, vx) : yaw_else;
}

/* Where and how each kind of body is let go: machines stand where they are put, across or along the stream; a house stands on the ground,
 * a boat is put into the water, all else falls. */
static void place_drop(const Tools *tools, const Params *params, const WorldView *world, BodyDrop *drop) {
  const float quarter = 1.57079633f, *const at = tools->aim.position;
  const float ground = world_view_ground_at(world, at[0], at[2]), surface = world_view_surface_at(world, at[0], at[2]);
  float size[3], density;
  body_measure(params, drop, size, &density);
  drop->y = at[1] + params->drop_height + 0.5f * (body_is_lying(drop->body) ? size[0] : size[1]);
  if (drop->body == BODY_BOAT) drop->y = fmaxf(surface, at[1]) + 0.3f * size[1];
  if (drop->body == BODY_HOUSE) drop->set = true, drop->y = ground + 0.5f * size[1];
  if (drop->body == BODY_MILL)
    drop->set = true, drop->y = surface + 0.6f * WORLD_WHEEL_RADIUS, drop->yaw = yaw_into_stream(tools, world, drop->yaw);
  if (drop->body == BODY_BOOM) drop->y = surface + 0.5f * size[0], drop->yaw = yaw_into_stream(tools, world, drop->yaw) + quarter;
  if (drop->body != BODY_GATE) return;
  drop->set = true;
  drop->y = ground + 0.5f * size[1];
  drop->opening = 0.5f;
  drop->yaw = yaw_into_stream(tools, world, drop->yaw) + quarter;
}

/* Returns the body to drop next: two of wood, one of metal, and so on; it is turned by chance, and crates and logs tumble slowly. */
static BodyDrop next_drop(const Tools *tools, Tool tool, const Params *params, const WorldView *world) {
  Rng rng = {world->seed ^ (0x51ed270b0a1f39c1ull * (tools->drops + 1))};
  const float tumble = 0.6f;
  BodyDrop drop = {.body = infos[tool].body, .x = tools->aim.position[0], .z = tools->aim.position[2]};
  drop.material = tool == TOOL_BOOM || (tool == TOOL_CRATE && tools->drops % 3 == 2) ? MATERIAL_METAL : MATERIAL_WOOD;
  drop.yaw = rng_range(&rng, 0, 6.2831853f);
  for (int n = 0; n < 3 && (tool == TOOL_CRATE || tool == TOOL_LOG); n++) drop.spin[n] = rng_range(&rng, -tumble, tumble);
  place_drop(tools, params, world, &drop);
  return drop;
}

/* Returns the tool that a press would use now: the opposite of one that paints, and the push of any other, while Shift is held. */
static Tool tool_in_use(const Tools *tools, bool shift) {
  if (tools->drag == DRAG_PAINT) return tools->held;
  if (!shift || infos[tools->chosen].use == TOOL_JOINS) return tools->chosen;
  return infos[tools->chosen].use == TOOL_PAINTS ? infos[tools->chosen].opposite : TOOL_PUSH;
}

bool tools_next_drop(const Tools *tools, bool shift, const Params *params, const WorldView *world, BodyDrop *drop) {
  const Tool tool = tool_in_use(tools, shift);
  const bool drops = infos[tool].use == TOOL_DROPS && (tools->drag == DRAG_NOTHING || tools->drag == DRAG_UNDECIDED);
  if (!drops || !tools->aim.hit) return false;
  *drop = next_drop(tools, tool, params, world);
  return true;
}

/* --- stirring and pushing -------------------------------------------------------------------------------------------------- */

/* Sets the velocity of the way from the last place, at most `most` m/s; 0 where the pointer has just come. */
static void set_velocity(const Tools *tools, double seconds, float most, Brush *brush) {
  if (!tools->last_known) return;
  const float dx = tools->aim.position[0] - tools->last[0], dz = tools->aim.position[2] - tools->last[1];
  const float length = hypotf(dx, dz), speed = fminf(length / fmaxf((float)seconds, 0.01f), most);
  if (length > 0) brush->vx = speed * dx / length, brush->vz = speed * dz / length;
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
  Command command = {
      .kind = COMMAND_DISTURB,
      .brush = {.x = tools->aim.position[0], .z = tools->aim.position[2], .radius = params->tool_radius, .amount = params->tool_strength}};
  set_velocity(tools, tools->since, stroke_speed * params->tool_strength, &command.brush);
  add_command(tools, &command);
  remember_place(tools);
  tools->pushed = true;
}

/* A pointer that moves over water leaves a small wake, as wide as it looks from anywhere: hollows side by side along its way. */
static void make_wake(Tools *tools, const Camera *camera, const Params *params, float cell) {
  enum { HOLLOWS = 4 };
  float square = 0; /* of the distance from the eye */
  for (int n = 0; n < 3; n++) square += (tools->aim.position[n] - camera->eye[n]) * (tools->aim.position[n] - camera->eye[n]);
  const float radius = fmaxf(2 * cell, wake_width * sqrtf(square)), apart = 0.7f * radius, way = distance_since(tools);
  if (tools->last_known && way < apart) return;
  const int count = tools->last_known ? (int)fminf(way / apart, HOLLOWS) : 0;
  Command command = {.kind = COMMAND_DISTURB, .brush = {.radius = radius, .amount = params->pointer_wake * wake_depth * radius}};
  set_velocity(tools, tools->since, wake_fastest * fminf(params->pointer_wake, 1), &command.brush);
  for (int n = 1; n <= count; n++) {
    const float share = (float)n / (float)count;
    command.brush.x = tools->last[0] + share * (tools->aim.position[0] - tools->last[0]);
    command.brush.z = tools->last[1] + share * (tools->aim.position[2] - tools->last[1]);
    add_command(tools, &command);
  }
  tools->stirred = count > 0;
  remember_place(tools);
}

/* --- painting -------------------------------------------------------------------------------------------------------------- */

static Command painting(const Tools *tools, const Params *params, double seconds) {
  static const CommandKind kinds[TOOL_COUNT] = {[TOOL_POUR] = COMMAND_POUR, [TOOL_DRAIN] = COMMAND_DRAIN, [TOOL_DYE] = COMMAND_DYE,
                                                [TOOL_WASH] = COMMAND_DYE,  [TOOL_HEAP] = COMMAND_HEAP,   [TOOL_DIG] = COMMAND_HEAP};
  const CommandKind kind = kinds[tools->held];
  const float rate = kind == COMMAND_DYE ? params->dye_rate : kind == COMMAND_HEAP ? params->heap_rate : params->pour_rate;
  const float amount = (tools->held == TOOL_WASH || tools->held == TOOL_DIG ? -rate : rate) * (float)seconds;
  const float *const at = tools->aim.position;
  return (Command){.kind = kind, .brush = {.x = at[0], .z = at[2], .radius = params->tool_radius, .amount = amount}};
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
  tools->grabbed = (BodyGrab){.serial = tools->aim_serial, .x = at[0], .y = at[1], .z = at[2]};
  for (int own = 0; own < 3; own++) tools->grabbed.grip[own] = r[own] * off[0] + r[3 + own] * off[1] + r[6 + own] * off[2];
  add_command(tools, &(Command){.kind = COMMAND_GRAB, .grab = tools->grabbed});
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
  BodyGrab *const held = &tools->grabbed;
  if (at[0] == held->x && at[1] == held->y && at[2] == held->z) return;
  held->x = at[0], held->y = at[1], held->z = at[2];
  add_command(tools, &(Command){.kind = COMMAND_GRAB, .grab = *held});
}

void tools_let_go(Tools *tools) {
  tools->drag = DRAG_NOTHING;
  tools->last_known = false;
}

static void end_drag(Tools *tools) {
  if (tools->drag == DRAG_GRAB) add_command(tools, &(Command){.kind = COMMAND_RELEASE});
  tools_let_go(tools);
}

/* m: a pump is aimed at within so far of its inlet. */
static const float pump_reach = 3;

bool tools_delete(const Tools *tools, const WorldView *world, Command *command) {
  *command = (Command){.kind = COMMAND_DELETE, .serial = tools->aim_serial};
  if (tools->aim.hit && tools->aim.body >= 0) return true;
  *command = (Command){.kind = COMMAND_REMOVE_PUMP, .machine = {.x = tools->aim.position[0], .z = tools->aim.position[2], .which = -1}};
  for (int n = 0; n < world->machine_count && tools->aim.hit; n++) {
    const WorldMachine *const machine = &world->machines[n];
    if (machine->kind == MACHINE_PUMP && hypotf(machine->x - command->machine.x, machine->z - command->machine.z) < pump_reach) return true;
  }
  return false;
}

bool tools_gate(const Tools *tools, const WorldView *world, float by, Command *command) {
  const WorldMachine *gate = NULL;
  float nearest = INFINITY;
  for (int n = 0; n < world->machine_count; n++) {
    const WorldMachine *const machine = &world->machines[n];
    if (machine->kind != MACHINE_GATE) continue;
    const float distance = tools->aim.hit ? hypotf(machine->x - tools->aim.position[0], machine->z - tools->aim.position[2]) : 0;
    if (distance < nearest) nearest = distance, gate = machine;
  }
  if (!gate) return false;
  const float wanted = fminf(fmaxf(gate->is.gate.wanted + by, 0), gate->is.gate.opening_max);
  *command = (Command){.kind = COMMAND_GATE, .machine = {.which = -1, .x = gate->x, .z = gate->z, .value = wanted}};
  return true;
}

/* --- presses and drags --------------------------------------------------------------------------------------------------- */

static void handle_press(Tools *tools, const InputPress *press, const ToolsView *view, const Params *params) {
  update_aim(tools, view, press->x, press->y);
  if (!press->down) {
    if (press->button != tools->button) return; /* of a drag that another button's press has ended */
    if (tools->drag == DRAG_UNDECIDED && tools->aim.hit) {
      add_command(tools, &(Command){.kind = COMMAND_DROP, .drop = next_drop(tools, tools->chosen, params, view->world)});
      tools->drops++;
      tools->dropped = true;
    }
    /* A pump from where the button went down to where it comes up; one that would give where it takes is none. */
    const float *const from = tools->from, *const to = tools->aim.position;
    if (tools->drag == DRAG_JOIN && tools->aim.hit && hypotf(to[0] - from[0], to[2] - from[2]) >= params->tool_radius)
      add_command(
          tools,
          &(Command){.kind = COMMAND_BUILD_PUMP,
                     .pump = {.x = from[0], .z = from[2], .to = {to[0], to[2]}, .radius = params->tool_radius, .rate = params->pour_rate}});
    end_drag(tools);
    return;
  }
  end_drag(tools);
  tools->button = press->button;
  tools->press_x = press->x, tools->press_y = press->y;
  tools->held_s = 0;
  if (!tools->aim.hit) return;
  if (press->button == INPUT_RIGHT && infos[tools->chosen].use == TOOL_PAINTS) tools->drag = DRAG_WAITS;
  if (press->button != INPUT_LEFT) return;
  const Tool tool = tool_in_use(tools, press->shift);
  if (press->ctrl) {
    if (tools->aim.body >= 0) grab(tools, view);
  } else if (infos[tool].use == TOOL_PAINTS) {
    start_painting(tools, tool, params);
  } else if (infos[tool].use == TOOL_DROPS) {
    tools->drag = DRAG_UNDECIDED;
  } else if (infos[tool].use == TOOL_JOINS) {
    tools->drag = DRAG_JOIN;
    memcpy(tools->from, tools->aim.position, sizeof tools->from);
  } else {
    tools->drag = DRAG_PUSH;
    push(tools, params);
  }
}

void tools_update(Tools *tools, Input *input, const ToolsView *view, Params *params, double dt) {
  tools->command_count = 0;
  tools->stirred = tools->pushed = tools->dropped = false;
  tools->held_s += dt;
  tools->since += dt;
  for (int n = 0; n < input->press_count; n++) handle_press(tools, &input->presses[n], view, params);
  /* The button may have come up where no window saw it. */
  if (tools->drag != DRAG_NOTHING && !(tools->button == INPUT_LEFT ? input->left : input->right)) end_drag(tools);
  const bool grabs = tools->drag == DRAG_GRAB;
  if (grabs && !view->paused) move_grabbed(tools, input, view);
  if (grabs) input->wheel = 0;
  const char *const size = infos[tools->chosen].size;
  const ParamInfo *const info = size ? params_find(size) : NULL;
  if (input->alt && input->wheel != 0 && info) {
    params_put(params, info, params_get(params, info) * powf(notch_size, input->wheel));
    input->wheel = 0;
  }
  tools->aim = (Pick){.body = -1};
  if (input->inside && !grabs) update_aim(tools, view, input->x, input->y);
  /* A held press becomes a push where the pointer moves, the opposite tool where the right button is held still. */
  const bool away = hypotf(input->x - tools->press_x, input->y - tools->press_y) > fmaxf(drag_starts * (float)view->height, 3);
  if (tools->drag == DRAG_UNDECIDED && away) tools->drag = DRAG_PUSH;
  if (tools->drag == DRAG_WAITS && away)
    tools->drag = DRAG_NOTHING; /* the camera's */
  else if (tools->drag == DRAG_WAITS && tools->held_s >= reverse_after && tools->aim.hit)
    start_painting(tools, infos[tools->chosen].opposite, params);
  if (tools->drag == DRAG_PAINT && input->right) input->orbit_x = input->orbit_y = 0;
  if (view->paused) return;
  const bool idle = tools->drag == DRAG_NOTHING && !input->left && !input->right;
  if (tools->aim.hit && tools->drag == DRAG_PUSH) {
    /* A drag pushes again by the distance that the pointer went, or by the clock where it rests. */
    const bool far = !tools->last_known || distance_since(tools) > stroke_share * params->tool_radius;
    if (far || tools->since >= stroke_every) push(tools, params);
  } else if (idle && tools->aim.hit && tools->aim.wet && params->pointer_wake > 0 && !tools->measures) {
    if (input->moved) make_wake(tools, view->camera, params, view->world->cell);
  } else {
    tools->last_known = false;
  }
}

float tools_ring(const Tools *tools, bool shift, const Params *params, float colour[3]) {
  const Tool tool = tools->drag == DRAG_PUSH ? TOOL_PUSH : tool_in_use(tools, shift);
  memcpy(colour, infos[tool].colour, sizeof infos[tool].colour);
  if (infos[tool].use != TOOL_DROPS) return params->tool_radius;
  float size[3], density;
  body_measure(params, &(BodyDrop){.body = infos[tool].body}, size, &density);
  return tool == TOOL_WHEEL ? WORLD_WHEEL_RADIUS : 0.55f * fmaxf(size[0], fmaxf(tool == TOOL_LOG ? size[1] : 0, size[2]));
}

const char *tools_body_name(BodyKind kind) {
  static const char *const names[BODY_KIND_COUNT] = {"crate", "log",         "car",    "hull",        "wheel", "house",
                                                     "boat",  "water wheel", "paddle", "sluice gate", "boom",  "float"};
  return names[kind];
}
