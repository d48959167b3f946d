#include "input/marks.h"

#include <math.h>
#include <string.h>

/* --- the outline ---------------------------------------------------------------------------------------------------------- */

enum { ROUND = 12 /* sides of a circle */ };

/* The place of a body that is outlined: its middle (m), half extents (m) and turn about the vertical (rad). */
typedef struct Outline {
  float middle[3], half[3];
  float along[2]; /* x and z of the body's own x axis */
} Outline;

static bool project(const ToolsView *view, const float at[3], float pixel[2]) {
  return camera_pixel(view->camera, at, view->width, view->height, pixel);
}

/* Adds a line between two places, m; none where an end lies behind the eye, or no room is left. */
static void add_line(Ghost *ghost, const ToolsView *view, const float from[3], const float to[3], bool faint) {
  GhostLine line = {.faint = faint};
  if (ghost->count == GHOST_LINES || !project(view, from, line.from) || !project(view, to, line.to)) return;
  ghost->lines[ghost->count++] = line;
}

/* A point of the body, given in shares of its half extents along its own axes. */
static void place(const Outline *body, float x, float y, float z, float at[3]) {
  x *= body->half[0], z *= body->half[2];
  at[0] = body->middle[0] + x * body->along[0] - z * body->along[1];
  at[1] = body->middle[1] + y * body->half[1];
  at[2] = body->middle[2] + x * body->along[1] + z * body->along[0];
}

static void outline_edge(Ghost *ghost, const ToolsView *view, const Outline *body, const float a[3], const float b[3]) {
  float from[3], to[3];
  place(body, a[0], a[1], a[2], from);
  place(body, b[0], b[1], b[2], to);
  add_line(ghost, view, from, to, false);
}

static void outline_box(Ghost *ghost, const ToolsView *view, const Outline *body) {
  for (int axis = 0; axis < 3; axis++)
    for (int n = 0; n < 4; n++) {
      float a[3], b[3];
      a[axis] = -1, b[axis] = 1;
      a[(axis + 1) % 3] = b[(axis + 1) % 3] = n % 2 ? 1 : -1;
      a[(axis + 2) % 3] = b[(axis + 2) % 3] = n / 2 ? 1 : -1;
      outline_edge(ghost, view, body, a, b);
    }
}

/* From where a pump takes to where it gives, over what lies between. */
static void outline_join(Ghost *ghost, const Tools *tools, const ToolsView *view) {
  enum { LINKS = 16 };
  const float *const a = tools->from, *const b = tools->aim.position;
  const float rise = 0.15f * hypotf(b[0] - a[0], b[2] - a[2]);
  float before[3], now[3];
  for (int n = 0; n <= LINKS; n++) {
    const float share = (float)n / LINKS;
    for (int axis = 0; axis < 3; axis++) now[axis] = a[axis] + share * (b[axis] - a[axis]);
    now[1] += 4 * rise * share * (1 - share);
    if (n > 0) add_line(ghost, view, before, now, false);
    memcpy(before, now, sizeof before);
  }
}

void ghost_build(Ghost *ghost, const Tools *tools, bool shift, const Params *params, const ToolsView *view) {
  BodyDrop drop;
  float size[3], density;
  ghost->count = 0;
  ghost->width = view->width;
  memcpy(ghost->colour, tools_info(tools->chosen)->colour, sizeof ghost->colour);
  if (tools->drag == DRAG_JOIN && tools->aim.hit) outline_join(ghost, tools, view);
  if (!tools_next_drop(tools, shift, params, view->world, &drop)) return;
  body_measure(params, &drop, size, &density);
  const bool log = body_is_lying(drop.body);
  /* A log's own y axis is its length, and it is dropped lying; a turn of yaw takes x towards -z. */
  Outline body = {.half = {0.5f * (log ? size[1] : size[0]), 0.5f * (log ? size[0] : size[1]), 0.5f * size[2]}};
  if (drop.body == BODY_CAR) body.half[1] = 0.2f * size[0]; /* with its wheels and cabin */
  body.along[0] = cosf(drop.yaw), body.along[1] = -sinf(drop.yaw);
  body.middle[0] = drop.x, body.middle[2] = drop.z;
  if (drop.body == BODY_MILL) body.half[0] = body.half[1] = WORLD_WHEEL_RADIUS, body.half[2] = 0.5f * size[1];
  /* It comes to lie afloat by its density, or on the ground and on what lies there. */
  const float *const at = tools->aim.position, ground = world_view_ground_at(view->world, at[0], at[2]) + body.half[1];
  const float share = fminf(density / params->density, 1);
  const float afloat = world_view_surface_at(view->world, at[0], at[2]) + body.half[1] * (1 - 2 * share);
  const float landed = tools->aim.body >= 0 ? at[1] + body.half[1] : density < params->density ? fmaxf(afloat, ground) : ground;
  body.middle[1] = drop.set ? drop.y : landed;
  const float top[3] = {drop.x, drop.y, drop.z}, foot[3] = {drop.x, body.middle[1] + body.half[1], drop.z};
  if (top[1] > foot[1]) add_line(ghost, view, top, foot, true);
  if (!log) outline_box(ghost, view, &body);
  for (int n = 0; log && n < ROUND; n++) { /* a cylinder that lies along its own x axis */
    const float turn = 6.2831853f / ROUND, c = cosf(turn * (float)n), s = sinf(turn * (float)n);
    const float c1 = cosf(turn * (float)(n + 1)), s1 = sinf(turn * (float)(n + 1));
    for (int end = -1; end <= 1; end += 2) outline_edge(ghost, view, &body, (float[3]){(float)end, c, s}, (float[3]){(float)end, c1, s1});
    if (n % 3 == 0) outline_edge(ghost, view, &body, (float[3]){-1, c, s}, (float[3]){1, c, s});
  }
}

/* --- the instruments ------------------------------------------------------------------------------------------------------- */

static const float line_least = 6;                       /* pixels: a shorter drag is a click, which takes the line away */
static const float arrow_length = 0.07f;                 /* of the distance from the eye, at `arrow_speed` */
static const float arrow_speed = 1;                      /* m/s */
static const float arrow_low = 0.35f, arrow_high = 2.5f; /* least and greatest length, of that */
static const float ring_size = 0.012f;                   /* of the distance from the eye: the least radius */
static const float slow = 0.005f;                        /* m/s: no arrow below it */

/* --- what the person does ------------------------------------------------------------------------------------------------- */

static void follow_line(Measure *measure, const Pick *at, float x, float y) {
  if (!measure->drawing || !at->hit) return;
  measure->line.to[0] = at->position[0], measure->line.to[1] = at->position[2];
  measure->has_line = hypotf(x - measure->start[0], y - measure->start[1]) >= line_least;
}

/* Begins or ends the gauge line with a press that is the line's. Returns false if it is not. */
static bool handle_press(Measure *measure, const InputPress *press, const ToolsView *view) {
  if (press->button != INPUT_LEFT) return false;
  const Pick at = camera_pick(view->camera, view->world, press->x, press->y, view->width, view->height);
  if (press->down) {
    if (!measure->on || !press->shift || press->ctrl || !at.hit) return false;
    measure->line = (GaugeLine){{at.position[0], at.position[2]}, {at.position[0], at.position[2]}};
    measure->start[0] = press->x, measure->start[1] = press->y;
    measure->drawing = true;
    measure->has_line = measure->oriented = false;
    return true;
  }
  if (!measure->drawing) return false;
  follow_line(measure, &at, press->x, press->y);
  measure->drawing = false;
  return true;
}

void measure_update(Measure *measure, Input *input, const ToolsView *view) {
  int count = 0;
  for (int n = 0; n < input->press_count; n++)
    if (!handle_press(measure, &input->presses[n], view)) input->presses[count++] = input->presses[n];
  input->press_count = count;
  if (!input->left) measure->drawing = false; /* the button may have come up where no window saw it */
  Pick at = {.body = -1};
  if (measure->on && input->inside) at = camera_pick(view->camera, view->world, input->x, input->y, view->width, view->height);
  follow_line(measure, &at, input->x, input->y);
  if (measure->drawing) input->left = false;
  measure->place = (ProbePlace){measure->on && at.hit, at.position[0], at.position[2]};
  measure->body = at.hit ? at.body : -1;
  measure->x = input->x, measure->y = input->y;
}

void measure_request(const Measure *measure, WorldViewRequest *request) {
  request->probe = measure->place;
  request->gauge = (GaugeReading){.on = measure->on && measure->has_line, .line = measure->line};
}

void measure_begin_scene(Measure *measure) {
  measure->has_line = measure->drawing = false;
}

/* --- what is drawn over the water ------------------------------------------------------------------------------------------- */

/* A line that lies on the water, in short parts. */
static void lie_on_water(Ghost *ghost, const ToolsView *view, const float from[2], const float to[2], int parts) {
  float last[3] = {0}, now[3];
  for (int n = 0; n <= parts; n++) {
    const float part = (float)n / (float)parts;
    now[0] = from[0] + part * (to[0] - from[0]), now[2] = from[1] + part * (to[1] - from[1]);
    now[1] = world_view_surface_at(view->world, now[0], now[2]);
    if (n > 0) add_line(ghost, view, last, now, false);
    memcpy(last, now, sizeof last);
  }
}

static void add_arrow(Ghost *ghost, const ToolsView *view, const float from[2], const float along[2], int parts) {
  const float head = 0.3f, to[2] = {from[0] + along[0], from[1] + along[1]};
  lie_on_water(ghost, view, from, to, parts);
  for (int side = -1; side <= 1; side += 2) {
    const float s = 0.6f * (float)side;
    const float barb[2] = {to[0] - head * (along[0] + s * along[1]), to[1] - head * (along[1] - s * along[0])};
    lie_on_water(ghost, view, barb, to, 2);
  }
}

static float distance_to(const ToolsView *view, float x, float z) {
  const float *const eye = view->camera->eye, y = world_view_surface_at(view->world, x, z);
  return sqrtf((x - eye[0]) * (x - eye[0]) + (y - eye[1]) * (y - eye[1]) + (z - eye[2]) * (z - eye[2]));
}

float measure_ring(const Measure *measure, const ToolsView *view) {
  return fmaxf(0.7f * view->world->cell, ring_size * distance_to(view, measure->place.x, measure->place.z));
}

/* Longer where the water is faster, and as long to the eye from near and far. */
static void build_arrow(Measure *measure, const ToolsView *view) {
  const Probe *const probe = &view->world->probe;
  measure->arrow = (Ghost){.width = view->width, .colour = {1.0f, 0.86f, 0.45f}};
  if (!measure->place.on || !probe->on || !probe->flows || measure->drawing) return;
  const float u = (float)probe->velocity[0], w = (float)probe->velocity[1], speed = hypotf(u, w);
  if (speed < slow) return;
  const float from[2] = {((float)probe->i + 0.5f) * view->world->cell, ((float)probe->k + 0.5f) * view->world->cell};
  const float factor = fminf(fmaxf(sqrtf(speed / arrow_speed), arrow_low), arrow_high);
  const float length = factor * arrow_length * distance_to(view, from[0], from[1]);
  add_arrow(&measure->arrow, view, from, (const float[2]){length * u / speed, length * w / speed}, 8);
}

void measure_build(Measure *measure, const ToolsView *view) {
  enum { PARTS = 40 };
  const GaugeReading *const gauge = &view->world->gauge;
  GaugeLine *const line = &measure->line;
  build_arrow(measure, view);
  measure->marks = (Ghost){.width = view->width, .colour = {0.55f, 0.95f, 1.0f}};
  measure->label_seen = false;
  if (!measure->on || !measure->has_line) return;
  if (!measure->drawing && !measure->oriented && gauge->on && gauge_same(&gauge->line, line)) {
    /* The way that the water went through a new line is the one that counts as positive. */
    if (gauge->flow < 0) *line = (GaugeLine){{gauge->line.to[0], gauge->line.to[1]}, {gauge->line.from[0], gauge->line.from[1]}};
    measure->oriented = true;
  }
  const float middle[2] = {0.5f * (line->from[0] + line->to[0]), 0.5f * (line->from[1] + line->to[1])};
  const float dx = gauge->line.to[0] - gauge->line.from[0], dz = gauge->line.to[1] - gauge->line.from[1], whole = hypotf(dx, dz);
  float along[2] = {0, 0}; /* m: across the line's middle, the way that the water goes; 0 where there is no reading */
  if (gauge->on && gauge->flow != 0 && whole > 0) {
    const float length = (gauge->flow > 0 ? 1.0f : -1.0f) * arrow_length * distance_to(view, middle[0], middle[1]);
    along[0] = -length * dz / whole, along[1] = length * dx / whole;
  }
  lie_on_water(&measure->marks, view, line->from, line->to, PARTS);
  if (along[0] != 0 || along[1] != 0) add_arrow(&measure->marks, view, middle, along, 4);
  /* The figure stands on the side that the water comes from, the arrow on the other. */
  const float x = middle[0] - 0.6f * along[0], z = middle[1] - 0.6f * along[1];
  const float at[3] = {x, world_view_surface_at(view->world, x, z), z};
  measure->label_seen = camera_pixel(view->camera, at, view->width, view->height, measure->label);
}
