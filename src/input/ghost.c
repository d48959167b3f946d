#include "input/ghost.h"

#include <math.h>
#include <string.h>

enum { ROUND = 12 /* sides of a circle */ };

/* The place of a body that is outlined: its middle (m), half extents (m) and turn about the vertical (rad). */
typedef struct Outline {
  float middle[3], half[3];
  float along[2]; /* x and z of the body's own x axis */
} Outline;

static bool project(const ToolsView *view, const float at[3], float pixel[2]) {
  return camera_pixel(view->camera, at, view->width, view->height, pixel);
}

void ghost_add_line(Ghost *ghost, const ToolsView *view, const float from[3], const float to[3], bool faint) {
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
  ghost_add_line(ghost, view, from, to, false);
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
    if (n > 0) ghost_add_line(ghost, view, before, now, false);
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
  if (top[1] > foot[1]) ghost_add_line(ghost, view, top, foot, true);
  if (!log) outline_box(ghost, view, &body);
  for (int n = 0; log && n < ROUND; n++) { /* a cylinder that lies along its own x axis */
    const float turn = 6.2831853f / ROUND, c = cosf(turn * (float)n), s = sinf(turn * (float)n);
    const float c1 = cosf(turn * (float)(n + 1)), s1 = sinf(turn * (float)(n + 1));
    for (int end = -1; end <= 1; end += 2) outline_edge(ghost, view, &body, (float[3]){(float)end, c, s}, (float[3]){(float)end, c1, s1});
    if (n % 3 == 0) outline_edge(ghost, view, &body, (float[3]){-1, c, s}, (float[3]){1, c, s});
  }
}
