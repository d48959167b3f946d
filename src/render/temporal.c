#include "render/temporal.h"

#include <cglm/cglm.h>
#include <math.h>
#include <string.h>

#include "base/hash.h"

enum { PLACES = 8 };

/* While all stands still, in a pause, the picture becomes the mean of 24 frames and stays so, to the bit; from frame SAME_BEGIN on, by when what
 * follows a change some frames later is there. Until SAME_SHOWN the last picture before is shown: the mean of one frame has steps at its edges. */
enum { SAME_BEGIN = 8, SAME_SHOWN = SAME_BEGIN + PLACES - 1, SAME_END = SAME_BEGIN + 3 * PLACES };

/* The share of a frame in the picture once there are enough before it. With less, glitter lags; with more, leaves flicker. */
static const float share_least = 0.1f;

/* A camera that turns by more than some 15 degrees from one frame to the next, or goes farther than this share of the grid, shows another
 * picture. */
static const float turned_least = 0.966f, moved_most = 0.04f;

/* Frames that a camera stands before it counts as one that does: a hand that drags it stops for a frame or two. */
enum { STANDS_AFTER = 6 };

/* Pixels by which the frame is drawn aside: Halton's sequence in the bases 2 and 3, which fills a pixel evenly. */
static const float places[PLACES][2] = {{0.0f, -0.166667f},  {-0.25f, 0.166667f},   {0.25f, -0.388889f}, {-0.375f, -0.055556f},
                                        {0.125f, 0.277778f}, {-0.125f, -0.277778f}, {0.375f, 0.055556f}, {-0.4375f, 0.388889f}};

/* Moves what a camera shows aside, in the picture's coordinates from -1 to 1. */
static void move_aside(FrameBlock *block, float x, float y) {
  float *const forth = block->view_projection, *const back = block->view_projection_inverse;
  for (int n = 0; n < 4; n++) {
    forth[4 * n] += x * forth[4 * n + 3];
    forth[4 * n + 1] += y * forth[4 * n + 3];
    back[12 + n] -= x * back[n] + y * back[4 + n];
  }
}

/* Writes the matrix that leads from a place in this picture to where the last one has it. By way of both cameras, whose small differences
 * would be lost in the rounding of places in the world. */
static void find_reprojection(const Temporal *t, const FrameView *frame, float *out) {
  mat4 view, projection, view_before, projection_before, back, turn, all;
  memcpy(view, frame->view, sizeof view);
  memcpy(projection, frame->projection, sizeof projection);
  memcpy(view_before, t->view, sizeof view_before);
  memcpy(projection_before, t->projection, sizeof projection_before);
  glm_mat4_identity(all);
  if (memcmp(t->view, frame->view, sizeof t->view) != 0 || memcmp(t->projection, frame->projection, sizeof t->projection) != 0) {
    glm_inv_tr(view); /* turned and moved, nothing else */
    glm_mat4_mul(view_before, view, turn);
    glm_mat4_inv(projection, back);
    glm_mat4_mul(turn, back, all);
    glm_mat4_mul(projection_before, all, all);
  }
  memcpy(out, all, sizeof all);
}

/* Returns true if the last picture is one of the same world, seen from nearly the same place. */
static bool has_last(const Temporal *t, const FrameView *frame, const FrameBlock *block) {
  if (t->blended == 0 || t->world_version != frame->world_version) return false;
  if (t->width != (int)block->viewport[0] || t->height != (int)block->viewport[1]) return false;
  float turned = 0, moved = 0;
  for (int n = 0; n < 3; n++) {
    turned += t->view[4 * n + 2] * frame->view[4 * n + 2];
    moved += (t->eye[n] - frame->eye[n]) * (t->eye[n] - frame->eye[n]);
  }
  const float most = moved_most * frame_extent(frame);
  return turned > turned_least && moved < most * most;
}

/* Returns a hash of what may change in a frame while its camera and its time stand. */
static uint64_t hash_of(const FrameView *frame, int64_t version) {
  const float numbers[] = {frame->time,      frame->earlier,   frame->exposure,  frame->sun[0],
                           frame->sun[1],    frame->sun[2],    frame->rain,      frame->cursor_on ? 1 : 0,
                           frame->cursor[0], frame->cursor[1], frame->cursor[2], frame->cursor_radius};
  const int64_t serials[] = {
      frame->serial, frame->flow.serial, frame->ground_edits, frame->terrain_version, frame->body_count, frame->drop_count, version};
  uint64_t hash = hash_bytes(HASH_START, numbers, sizeof numbers);
  hash = hash_bytes(hash, serials, sizeof serials);
  hash = hash_bytes(hash, frame->cursor_colour, sizeof frame->cursor_colour);
  hash = hash_bytes(hash, &frame->liquid, sizeof frame->liquid);
  for (int n = 0; n < frame->body_count; n++) hash = hash_bytes(hash, frame->bodies[n].model, sizeof frame->bodies[n].model);
  return hash;
}

/* Counts frames in a row that are the same. */
static void count_same(Temporal *t, const FrameView *frame, int64_t version) {
  const uint64_t hash = hash_of(frame, version);
  const bool same = t->blended > 0 && hash == t->hash && memcmp(t->view, frame->view, sizeof t->view) == 0 &&
                    memcmp(t->projection, frame->projection, sizeof t->projection) == 0;
  t->same = same ? t->same + 1 : 0;
  t->hash = hash;
}

bool temporal_follow(Temporal *t, const FrameView *frame) {
  const bool same = memcmp(t->seen, frame->view, sizeof t->seen) == 0;
  t->stood = !t->wanted ? STANDS_AFTER : !same ? 0 : t->stood < STANDS_AFTER ? t->stood + 1 : t->stood;
  memcpy(t->seen, frame->view, sizeof t->seen);
  return t->stood < STANDS_AFTER;
}

void temporal_begin(Temporal *t, const FrameView *frame, int64_t version, bool aside, FrameBlock *block) {
  if (!has_last(t, frame, block)) t->blended = 0;
  count_same(t, frame, version);
  if (t->blended > 0) {
    find_reprojection(t, frame, block->reprojection);
    block->share_now = fmaxf(1.0f / (float)(t->blended + 1), share_least);
    if (t->same == SAME_BEGIN) t->drawn = 0;
    if (t->same >= SAME_BEGIN) block->share_now = 1.0f / (float)(t->same - SAME_BEGIN + 1);
    if (aside) {
      const float *const place = places[t->same < SAME_END ? t->drawn++ % PLACES : 0];
      memcpy(block->aside, place, sizeof block->aside);
      move_aside(block, 2 * place[0] / block->viewport[0], 2 * place[1] / block->viewport[1]);
    }
  }
  memcpy(t->view, frame->view, sizeof t->view);
  memcpy(t->projection, frame->projection, sizeof t->projection);
  memcpy(t->eye, frame->eye, sizeof t->eye);
  t->world_version = frame->world_version;
}

/* Holds the last picture while a new mean begins; goes back to it if that is broken off. */
static void hold_picture(Temporal *t) {
  const bool begins = t->same >= SAME_BEGIN && t->same < SAME_SHOWN;
  if (begins && !t->holding) t->held = t->last;
  if (t->holding && t->same < SAME_BEGIN) t->last = t->held;
  t->holding = begins;
}

/* Returns the index of a picture that may be overwritten. */
static int free_picture(const Temporal *t) {
  int n = 0;
  while (n == t->last || (t->holding && n == t->held)) n++;
  return n;
}

GLuint temporal_draw(Temporal *t, const PassContext *context, const HdrPicture *scene) {
  static const TextureDef def = {GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};
  if (t->width != scene->width || t->height != scene->height) {
    for (int n = 0; n < TEMPORAL_PICTURES; n++) {
      gpu_texture(&t->colours[n], UNIT_LAST_PICTURE, scene->width, scene->height, &def, NULL);
      gpu_framebuffer(&t->framebuffers[n], &t->colours[n], 1, 0, 0);
    }
    t->width = scene->width, t->height = scene->height;
    t->holding = false;
  }
  hold_picture(t);
  if (t->same >= SAME_END) return t->colours[t->last];
  gpu_texture_bind(t->colours[t->last], UNIT_LAST_PICTURE);
  gpu_texture_bind(scene->colour, UNIT_FRAME);
  gpu_texture_bind(scene->depth, UNIT_SCENE_DEPTH);
  t->last = free_picture(t);
  gpu_draw_into(t->framebuffers[t->last], t->width, t->height);
  glDisable(GL_DEPTH_TEST);
  program_draw(context, PROGRAM_TEMPORAL, context->raining, SCREEN_VERTICES);
  t->blended++;
  return t->colours[t->holding ? t->held : t->last];
}

void temporal_forget(Temporal *t) {
  t->blended = 0;
}

void temporal_shutdown(Temporal *t) {
  glDeleteTextures(TEMPORAL_PICTURES, t->colours);
  glDeleteFramebuffers(TEMPORAL_PICTURES, t->framebuffers);
}
