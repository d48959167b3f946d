#include "input/camera.h"

#include <cglm/cglm.h>
#include <math.h>
#include <string.h>

static const float glide_rate = 14;                           /* 1/s: how fast the camera closes on its goal */
static const float zoom_factor = 0.86f;                       /* of the distance, a notch of the wheel */
static const float orbit_rate = 0.006f;                       /* rad a pixel at 720 lines */
static const float fly_rate = 0.9f;                           /* distances a second */
static const float pitch_least = -0.2f, pitch_most = 1.55f;   /* rad; straight down has no right and left */
static const float pitch_lowest = -1.5f;                      /* rad: of a scene's camera, which may look up at more than a person needs */
static const float chase_lengths = 2.6f, chase_pitch = 0.32f; /* distance in lengths of the body; rad */
static const float chase_rate = 2.2f;                         /* 1/s: how fast the eye comes round behind a car */
static const double chase_waits = 2;                          /* s after the person has turned the camera by hand */
static const float under_clearance = 0.4f;                    /* of the clearance: over the bed, for an eye in shallow water */

static void eye_of(const CameraPose *pose, float eye[3]) {
  eye[0] = pose->focus[0] + pose->distance * cosf(pose->pitch) * sinf(pose->yaw);
  eye[1] = pose->focus[1] + pose->distance * sinf(pose->pitch);
  eye[2] = pose->focus[2] + pose->distance * cosf(pose->pitch) * cosf(pose->yaw);
}

void camera_go(Camera *camera, const SceneCamera *place, const WorldView *world) {
  if (camera->mode == CAMERA_CHASE) camera->mode = CAMERA_ORBIT;
  camera->has_pivot = false;
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  CameraPose *goal = &camera->goal;
  camera->reach = fmaxf(wide, deep);
  camera->clearance = fminf(0.5f, 0.02f * camera->reach);
  camera->view_deg = place->view_deg > 5 && place->view_deg < 120 ? place->view_deg : 45;
  camera->under = place->under;
  const float eye[3] = {place->eye[0] * wide, place->eye[1], place->eye[2] * deep};
  goal->focus[0] = place->target[0] * wide;
  goal->focus[1] = place->target[1];
  goal->focus[2] = place->target[2] * deep;
  const float dx = eye[0] - goal->focus[0], dy = eye[1] - goal->focus[1], dz = eye[2] - goal->focus[2];
  goal->distance = fmaxf(sqrtf(dx * dx + dy * dy + dz * dz), 2 * camera->clearance);
  goal->yaw = atan2f(dx, dz);
  goal->pitch = fminf(fmaxf(asinf(dy / goal->distance), pitch_lowest), pitch_most);
  camera->now.yaw = goal->yaw + remainderf(camera->now.yaw - goal->yaw, 6.2831853f); /* the short way round */
}

void camera_reset(Camera *camera, const SceneCamera *place, const WorldView *world) {
  camera_go(camera, place, world);
  camera->now = camera->goal;
}

/* --- what the person asks for ---------------------------------------------------------------------------------------- */

/* Moves the goal over the ground, along its own right and forward, keeping its height above the ground or water. */
static void move_over_ground(Camera *camera, const WorldView *world, float right, float forward) {
  CameraPose *goal = &camera->goal;
  const float s = sinf(goal->yaw), c = cosf(goal->yaw);
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  const float x = goal->focus[0] + right * c - forward * s, z = goal->focus[2] - right * s - forward * c;
  const float before = world_view_surface_at(world, goal->focus[0], goal->focus[2]);
  goal->focus[0] = fminf(fmaxf(x, -0.25f * wide), 1.25f * wide);
  goal->focus[2] = fminf(fmaxf(z, -0.25f * deep), 1.25f * deep);
  goal->focus[1] += world_view_surface_at(world, goal->focus[0], goal->focus[2]) - before;
}

/* Scales the camera about the place under the pointer, so that the place stays under it. */
static void zoom(Camera *camera, const Input *input, const WorldView *world, int width, int height) {
  const Pick pick = camera_pick(camera, world, input->x, input->y, width, height);
  CameraPose *goal = &camera->goal;
  const float wanted = goal->distance * powf(zoom_factor, input->wheel);
  const float distance = fminf(fmaxf(wanted, 4 * camera->clearance), 3 * camera->reach);
  const float share = 1 - distance / goal->distance;
  goal->distance = distance;
  for (int n = 0; n < 3 && pick.hit; n++) goal->focus[n] += (pick.position[n] - goal->focus[n]) * share;
}

/* Moves the focus along the line of sight to the depth of a place: the picture stays, and the distance is that of what is looked at. */
static void focus_at_depth(CameraPose *pose, const float place[3], float least, float most) {
  float eye[3], depth = 0;
  eye_of(pose, eye);
  for (int n = 0; n < 3; n++) depth += (place[n] - eye[n]) * (pose->focus[n] - eye[n]) / pose->distance;
  depth = fminf(fmaxf(depth, least), most);
  for (int n = 0; n < 3; n++) pose->focus[n] = eye[n] + (pose->focus[n] - eye[n]) * depth / pose->distance;
  pose->distance = depth;
}

/* Turns eye and focus together about a place, by angles about the vertical and about the camera's own right. */
static void rotate_about(CameraPose *pose, const float pivot[3], float yaw, float pitch) {
  const float s = sinf(pose->yaw), c = cosf(pose->yaw), x = pose->focus[0] - pivot[0], z = pose->focus[2] - pivot[2];
  const float right = x * c - z * s, back = x * s + z * c, up = pose->focus[1] - pivot[1];
  const float back_turned = back * cosf(pitch) - up * sinf(pitch), up_turned = back * sinf(pitch) + up * cosf(pitch);
  pose->yaw += yaw;
  pose->pitch += pitch;
  const float s_turned = sinf(pose->yaw), c_turned = cosf(pose->yaw);
  pose->focus[0] = pivot[0] + right * c_turned + back_turned * s_turned;
  pose->focus[1] = pivot[1] + up_turned;
  pose->focus[2] = pivot[2] - right * s_turned + back_turned * c_turned;
}

/* A drag of the right button, or of two fingers, begins: what lies under the pointer is what it turns about. */
static void begin_orbit(Camera *camera, const Input *input, const WorldView *world, int width, int height) {
  for (int n = 0; n < input->press_count; n++) {
    const InputPress *press = &input->presses[n];
    if (press->button == INPUT_LEFT) continue;
    camera->has_pivot = false;
    if (!press->down || camera->mode != CAMERA_ORBIT) continue;
    const Pick pick = camera_pick(camera, world, press->x, press->y, width, height);
    if (!pick.hit) continue;
    memcpy(camera->pivot, pick.position, sizeof camera->pivot);
    camera->has_pivot = true;
    focus_at_depth(&camera->goal, camera->pivot, 4 * camera->clearance, 3 * camera->reach);
    focus_at_depth(&camera->now, camera->pivot, 4 * camera->clearance, 3 * camera->reach);
  }
}

static void orbit(Camera *camera, const Input *input, float angle) {
  CameraPose *goal = &camera->goal;
  float pivot[3];
  if (input->orbit_x == 0 && input->orbit_y == 0) return;
  if (camera->mode == CAMERA_FLY)
    eye_of(goal, pivot);
  else
    memcpy(pivot, camera->has_pivot ? camera->pivot : goal->focus, sizeof pivot);
  const float least = fminf(goal->pitch, camera->mode == CAMERA_FLY ? pitch_lowest : pitch_least);
  const float pitch = fminf(fmaxf(goal->pitch + angle * input->orbit_y, least), pitch_most) - goal->pitch;
  rotate_about(goal, pivot, -angle * input->orbit_x, pitch);
  camera->untouched = 0;
}

/* --- chase --------------------------------------------------------------------------------------------------------------- */

static const Body *find_body(const WorldView *world, uint32_t serial) {
  for (int n = 0; n < world->body_count; n++)
    if (world->bodies[n].serial == serial) return &world->bodies[n];
  return NULL;
}

BodyKind camera_chased_kind(const Camera *camera, const WorldView *world) {
  const Body *const body = find_body(world, camera->chased);
  return body ? body->kind : BODY_CRATE;
}

bool camera_set_mode(Camera *camera, CameraMode mode, const WorldView *world) {
  const Body *body = mode == CAMERA_CHASE && world->body_count > 0 ? &world->bodies[world->body_count - 1] : NULL;
  for (int n = 0; body && n < world->body_count; n++) /* the newest car, or else the newest body */
    if (world->bodies[n].kind == BODY_CAR) body = &world->bodies[n];
  if (mode == CAMERA_CHASE && !body) return false;
  camera->mode = mode;
  camera->has_pivot = false;
  if (!body) return true;
  camera->chased = body->serial;
  camera->untouched = chase_waits;
  const float *const half = body->shape.half, length = 2 * fmaxf(half[0], fmaxf(half[1], half[2]));
  camera->goal.distance = fmaxf(chase_lengths * length, 6 * camera->clearance);
  camera->goal.pitch = chase_pitch;
  return true;
}

/* The focus is the body; the eye comes round behind a car that drives, unless the person has just turned it elsewhere. */
static void chase(Camera *camera, const WorldView *world, float dt) {
  CameraPose *goal = &camera->goal;
  const Body *const body = camera->mode == CAMERA_CHASE ? find_body(world, camera->chased) : NULL;
  camera->untouched += (double)dt;
  if (!body) {
    if (camera->mode == CAMERA_CHASE) camera->mode = CAMERA_ORBIT;
    return;
  }
  memcpy(goal->focus, body->position, sizeof goal->focus);
  const float *const r = body->shape.rotation, *const v = body->shape.velocity;
  const bool drives = v[0] * v[0] + v[2] * v[2] > 1 && r[0] * r[0] + r[6] * r[6] > 0.2f;
  if (body->kind != BODY_CAR || !drives || camera->untouched < chase_waits) return;
  const float behind = atan2f(-r[0], -r[6]);
  goal->yaw += remainderf(behind - goal->yaw, 6.2831853f) * (1 - expf(-chase_rate * dt));
}

bool camera_moved(const Input *input) {
  const float *const fly = input->fly;
  return input->orbit_x != 0 || input->orbit_y != 0 || input->pan_x != 0 || input->pan_y != 0 || input->wheel != 0 || fly[0] != 0 ||
         fly[1] != 0 || fly[2] != 0;
}

/* --- the picture ----------------------------------------------------------------------------------------------------- */

static void make_matrices(Camera *camera, const WorldView *world, int width, int height) {
  eye_of(&camera->now, camera->eye);
  const float ground = world_view_ground_at(world, camera->eye[0], camera->eye[2]);
  const float surface = world_view_surface_at(world, camera->eye[0], camera->eye[2]);
  const float floor = camera->under ? ground + under_clearance * camera->clearance : surface + camera->clearance;
  camera->eye[1] = fmaxf(camera->eye[1], floor);
  /* The nearer the near plane, the coarser the depth of what is far: only as near as the ground can come. It stays where it is while waves
   * under the eye rise and fall, or no two frames would have the same view. */
  const float nearest = fminf(fmaxf(0.2f * (camera->eye[1] - surface), 0.1f * camera->clearance), 20);
  if (camera->near_m > nearest || camera->near_m < 0.5f * nearest) camera->near_m = 0.75f * nearest;
  const float far_m = camera->now.distance + 24 * camera->reach;
  vec3 eye, focus, up = {0, 1, 0};
  memcpy(eye, camera->eye, sizeof eye);
  memcpy(focus, camera->now.focus, sizeof focus);
  mat4 view, projection;
  glm_lookat(eye, focus, up, view);
  glm_perspective(glm_rad(camera->view_deg), (float)width / (float)height, camera->near_m, far_m, projection);
  memcpy(camera->view, view, sizeof camera->view);
  memcpy(camera->projection, projection, sizeof camera->projection);
}

void camera_update(Camera *camera, const Input *input, const WorldView *world, int width, int height, double dt) {
  const float step = (float)fmin(dt, 0.1);
  begin_orbit(camera, input, world, width, height);
  orbit(camera, input, orbit_rate * 720 / (float)height);
  if (input->wheel != 0) zoom(camera, input, world, width, height);
  CameraPose *const now = &camera->now, *const goal = &camera->goal;
  const float metres = 2 * goal->distance * tanf(0.5f * glm_rad(camera->view_deg)) / (float)height; /* a pixel */
  const float fly = fly_rate * step * fmaxf(goal->distance, 0.02f * camera->reach);
  const float right = fly * input->fly[0] - metres * input->pan_x;
  const float forward = fly * input->fly[2] + metres * input->pan_y;
  if (right != 0 || forward != 0) move_over_ground(camera, world, right, forward);
  if (input->fly[1] != 0) {
    const float ground = world_view_surface_at(world, goal->focus[0], goal->focus[2]);
    goal->focus[1] = fminf(fmaxf(goal->focus[1] + fly * input->fly[1], ground), ground + camera->reach);
  }
  chase(camera, world, step);
  float eye[3];
  eye_of(&camera->goal, eye);
  /* An eye that the person has moved out of the water stays out of it. */
  if (camera_moved(input) && eye[1] > world_view_surface_at(world, eye[0], eye[2]) + camera->clearance) camera->under = false;
  const float share = 1 - expf(-glide_rate * step);
  for (int n = 0; n < 3; n++) now->focus[n] += (goal->focus[n] - now->focus[n]) * share;
  now->yaw += (goal->yaw - now->yaw) * share;
  now->pitch += (goal->pitch - now->pitch) * share;
  now->distance += (goal->distance - now->distance) * share;
  make_matrices(camera, world, width, height);
}

void camera_ray(const Camera *camera, float x, float y, int width, int height, float direction[3]) {
  const float *v = camera->view, *p = camera->projection;
  const float right = (2 * (x + 0.5f) / (float)width - 1) / p[0], up = (1 - 2 * (y + 0.5f) / (float)height) / p[5];
  const float length = sqrtf(right * right + up * up + 1);
  /* The rows of the view's rotation are the camera's right, up and back. */
  for (int n = 0; n < 3; n++) direction[n] = (right * v[4 * n] + up * v[4 * n + 1] - v[4 * n + 2]) / length;
}

Pick camera_pick(const Camera *camera, const WorldView *world, float x, float y, int width, int height) {
  float direction[3];
  camera_ray(camera, x, y, width, height, direction);
  return world_view_pick(world, camera->eye, direction);
}

bool camera_pixel(const Camera *camera, const float at[3], int width, int height, float pixel[2]) {
  const float *const v = camera->view, *const p = camera->projection;
  float seen[3];
  for (int n = 0; n < 3; n++) seen[n] = v[n] * at[0] + v[4 + n] * at[1] + v[8 + n] * at[2] + v[12 + n];
  if (seen[2] > -0.05f) return false;
  pixel[0] = (0.5f - 0.5f * p[0] * seen[0] / seen[2]) * (float)width;
  pixel[1] = (0.5f + 0.5f * p[5] * seen[1] / seen[2]) * (float)height;
  return true;
}

/* --- the fly-by ------------------------------------------------------------------------------------------------------ */

/* Returns a point of the path: a closed Catmull-Rom spline (Catmull and Rom 1974) through eyes and targets of the scene's cameras,
 *
 *   p(u) = p1 + u/2 (p2 - p0) + u^2 (p0 - 5/2 p1 + 2 p2 - p3/2) + u^3 (3/2 (p1 - p2) + (p3 - p0)/2),  0 <= u < 1,
 *
 * which passes p1 at u = 0 and p2 at u = 1 with a velocity that does not jump. */
static float spline(const float p[4], float u) {
  const float linear = 0.5f * (p[2] - p[0]);
  const float square = p[0] - 2.5f * p[1] + 2 * p[2] - 0.5f * p[3];
  const float cube = 1.5f * (p[1] - p[2]) + 0.5f * (p[3] - p[0]);
  return p[1] + u * (linear + u * (square + u * cube));
}

void camera_flyby(const Scene *scene, double seconds, SceneCamera *place) {
  const SceneCamera *stops[SCENE_CAMERAS], *near[4];
  int count = 0;
  for (int n = 0; n < scene->camera_count; n++)
    if (!scene->cameras[n].under) stops[count++] = &scene->cameras[n];
  if (count == 0) stops[count++] = &scene->cameras[0];
  const double legs = fmod(fmax(seconds, 0) / CAMERA_LEG_S, count);
  const int leg = (int)legs;
  const float u = (float)(legs - leg);
  for (int n = 0; n < 4; n++) near[n] = stops[(leg + n - 1 + count) % count];
  *place = *near[1];
  for (int axis = 0; axis < 3; axis++) {
    place->eye[axis] = spline((float[4]){near[0]->eye[axis], near[1]->eye[axis], near[2]->eye[axis], near[3]->eye[axis]}, u);
    place->target[axis] = spline((float[4]){near[0]->target[axis], near[1]->target[axis], near[2]->target[axis], near[3]->target[axis]}, u);
  }
  place->view_deg = near[1]->view_deg + u * u * (3 - 2 * u) * (near[2]->view_deg - near[1]->view_deg);
  place->under = false;
}
