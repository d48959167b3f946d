#include "render/standing.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

/* Frames until a body counts as standing, and in which each that stands near water is shaded again once. Others have little reason to change:
 * they are in SELDOM times as many. */
enum { STANDING = 12, REFRESH = 6, SELDOM = 5 };

/* m: water so near may wet a body. */
static const float wets_within = 3;

/* Pairs of a body that moves and one that stands whose shadows are looked at in a frame: of more, none are, and all are shaded again soon. */
enum { PAIRS_MAX = 4096 };

/* A stone in a stream settles by hundredths of a millimetre a second and has some millimetres of water on it. m: what a body that stands may
 * have moved since it came to stand; the water on it with which it comes to stand, and goes on to. A sheet that runs must be seen to run. */
static const float moved_unseen = 2e-4f, aboard_still = 6e-3f, aboard_most = 9e-3f;

static float half_extent(const FrameBody *body, int axis) {
  return fabsf(body->model[axis]) + fabsf(body->model[4 + axis]) + fabsf(body->model[8 + axis]);
}

static float radius_of(const FrameBody *body) {
  float sum = 0;
  for (int n = 0; n < 12; n++) sum += body->model[n] * body->model[n];
  return sqrtf(sum);
}

void standing_box(const FrameBody *body, float low[3], float high[3]) {
  for (int axis = 0; axis < 3; axis++) {
    const float at = body->model[12 + axis], half = half_extent(body, axis);
    low[axis] = at - half, high[axis] = at + half;
  }
}

/* Takes a body that stood until now into the box that is drawn again. */
static void add_left(Standing *s, const FrameBody *body) {
  float low[3], high[3];
  standing_box(body, low, high);
  for (int axis = 0; axis < 3; axis++) {
    s->box[0][axis] = s->left ? fminf(s->box[0][axis], low[axis]) : low[axis];
    s->box[1][axis] = s->left ? fmaxf(s->box[1][axis], high[axis]) : high[axis];
  }
  s->left = true;
}

/* Returns true if the shadow of one body may fall on another. */
static bool may_shade(const FrameBody *from, const FrameBody *on, const float sun[3]) {
  const float reach = radius_of(from) + radius_of(on);
  float to[3], along = 0, off = 0;
  for (int axis = 0; axis < 3; axis++) {
    to[axis] = on->model[12 + axis] - from->model[12 + axis];
    along += to[axis] * sun[axis];
  }
  if (along > reach) return false; /* nearer to the sun */
  for (int axis = 0; axis < 3; axis++) off += (to[axis] - along * sun[axis]) * (to[axis] - along * sun[axis]);
  return off < reach * reach;
}

/* Returns true if the shadow of a body that moves may fall on body n. */
static bool may_be_shaded(const Standing *s, const FrameView *frame, int n) {
  for (int m = 0; m < frame->body_count; m++)
    if (s->sets[m] == BODY_MOVES && may_shade(&frame->bodies[m], &frame->bodies[n], frame->sun)) return true;
  return false;
}

/* Returns true if a body looks as it did when it last moved. `stood`: it counts as standing, and more water may have come onto it since. */
static bool is_as_before(const FrameBody *body, const FrameBody *before, bool stood) {
  FrameBody same = *body;
  memcpy(same.model, before->model, sizeof same.model);
  same.aboard = before->aboard;
  if (memcmp(&same, before, sizeof same) != 0 || !(body->aboard <= (stood ? aboard_most : aboard_still))) return false;
  for (int n = 0; n < 16; n++)
    if (!(fabsf(body->model[n] - before->model[n]) <= moved_unseen)) return false;
  return true;
}

/* Returns true if there is water at a body or near it. Looks at 9 by 9 places about it. */
static bool is_near_water(const FrameView *frame, const FrameBody *body) {
  enum { LOOKS = 8 };
  const float cell = frame->cell, x = half_extent(body, 0) + wets_within, z = half_extent(body, 2) + wets_within;
  for (int n = 0; n < (LOOKS + 1) * (LOOKS + 1); n++) {
    const float at_x = body->model[12] + x * (2.0f * (float)(n % (LOOKS + 1)) / LOOKS - 1);
    const float at_z = body->model[14] + z * (2.0f * (float)(n / (LOOKS + 1)) / LOOKS - 1);
    if (!(at_x >= 0 && at_z >= 0 && at_x < cell * (float)frame->nx && at_z < cell * (float)frame->nz)) continue;
    const size_t i = (size_t)(at_x / cell), k = (size_t)(at_z / cell);
    if (i < (size_t)frame->nx && k < (size_t)frame->nz && frame->depth[k * (size_t)frame->nx + i] > 0) return true;
  }
  return false;
}

/* Returns true if it is body n's turn to be shaded again. */
static bool has_turn(const Standing *s, const FrameView *frame, int n) {
  if (n % REFRESH != s->frames % REFRESH) return false;
  return n / REFRESH % SELDOM == s->frames / REFRESH % SELDOM || is_near_water(frame, &frame->bodies[n]);
}

/* Has body n shaded in this frame if the shadow of one of those that move may lie on it, or did in the last frame. */
static void follow_shadow(Standing *s, const FrameView *frame, int n, int moving) {
  const bool was_shaded = s->shaded[n];
  s->shaded[n] = moving > 0 && s->sets[n] != BODY_MOVES && may_be_shaded(s, frame, n);
  if (s->sets[n] == BODY_RESTS && (s->shaded[n] || was_shaded)) s->sets[n] = BODY_DUE;
}

bool standing_update(Standing *s, const FrameView *frame, bool on) {
  const int count = frame->body_count;
  int moving = 0;
  s->left = false;
  s->frames++;
  for (int n = count; n < s->count; n++)
    if (s->unchanged[n] >= STANDING) add_left(s, &s->before[n]);
  if (!array_grow(&s->before, &s->before_room, count, sizeof *s->before) ||
      !array_grow(&s->unchanged, &s->unchanged_room, count, sizeof *s->unchanged) ||
      !array_grow(&s->shaded, &s->shaded_room, count, sizeof *s->shaded) || !array_grow(&s->sets, &s->set_room, count, sizeof *s->sets))
    return false;
  for (int n = 0; n < count; n++) {
    const FrameBody *const body = &frame->bodies[n];
    const bool known = n < s->count, stood = known && s->unchanged[n] >= STANDING;
    const bool same = on && known && is_as_before(body, &s->before[n], stood);
    if (stood && !same) add_left(s, &s->before[n]);
    if (!same) s->before[n] = *body;
    s->unchanged[n] = !same ? 0 : s->unchanged[n] < STANDING + 1 ? (uint8_t)(s->unchanged[n] + 1) : STANDING + 1;
    s->sets[n] = s->unchanged[n] < STANDING ? BODY_MOVES : s->unchanged[n] == STANDING || has_turn(s, frame, n) ? BODY_DUE : BODY_RESTS;
    if (!known) s->shaded[n] = false;
    moving += s->sets[n] == BODY_MOVES;
  }
  const bool crowded = moving * (count - moving) > PAIRS_MAX;
  for (int n = 0; n < count; n++) {
    if (!crowded)
      follow_shadow(s, frame, n, moving);
    else if (s->sets[n] == BODY_RESTS && n % REFRESH == s->frames % REFRESH)
      s->sets[n] = BODY_DUE;
  }
  s->count = count;
  return true;
}

void standing_shutdown(Standing *s) {
  memory_free(s->before);
  memory_free(s->unchanged);
  memory_free(s->shaded);
  memory_free(s->sets);
}
