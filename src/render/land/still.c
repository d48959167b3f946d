#include "render/land/still.h"

#include <string.h>

/* Frames of rest before the first strip, so that a camera that glides pays for no picture that is not seen; and frames from strip to strip
 * once all are there, while something is known to have changed (SOON) and otherwise. */
enum { REST = 4, SOON = 2, SELDOM = 16 };

/* Rows above and below a strip, which its smoothing reads. */
enum { BEYOND = 2 };

/* Returns true if the two frames show the same of what stands still, at whatever size. */
static bool is_same_place(const FrameBlock *a, const FrameBlock *b) {
  FrameBlock sized = *b;
  memcpy(sized.viewport, a->viewport, sizeof sized.viewport);
  sized.focal_length = a->focal_length;
  sized.near_low = a->near_low, sized.near_high = a->near_high; /* of levels of detail: hardly seen */
  return a->rain_gloom == b->rain_gloom && backdrop_is_same_view(a, &sized);
}

void still_update(Still *s, FrameBlock *block, const BackdropVersions *versions, bool allowed, const int size[2], int standing,
                  int64_t ground_edits) {
  const bool same = is_same_place(&s->block, block) && memcmp(&s->versions, versions, sizeof *versions) == 0 &&
                    s->ground_edits == ground_edits && s->size[0] == size[0] && s->size[1] == size[1];
  if (!same || !allowed) s->rested = s->strips = 0;
  block->still = s->strips >= STILL_STRIPS ? STILL_SHOWN : STILL_NONE;
  s->block = *block;
  s->versions = *versions;
  s->ground_edits = ground_edits; /* plants go with the ground that they stood on, and are not in the backdrop */
  s->size[0] = size[0], s->size[1] = size[1];
  s->rested++;
  s->usable = s->skips = false;
  if (s->standing != standing) s->due = STILL_STRIPS;
  s->standing = standing;
}

void still_skip(Still *s, FrameBlock *block) {
  block->still = STILL_NONE;
  s->usable = false;
  s->skips = true;
}

void still_note_backdrop(Still *s, const Backdrop *backdrop, BackdropUse use) {
  s->usable = use != BACKDROP_OFF && !s->skips;
  const HdrPicture *const from = &backdrop->picture;
  if (!s->usable || (s->seen.width == from->width && s->seen.height == from->height)) return;
  hdr_resize(&s->seen, UNIT_FRAME, from->width, from->height);
  s->rested = s->strips = 0; /* what has changed is not known of a backdrop of another size */
  s->block.still = STILL_NONE;
}

bool still_wants_strip(const Still *s) {
  const bool soon = s->strips < STILL_STRIPS || (s->due > 0 && s->rested % SOON == 0);
  return s->usable && s->rested > REST && (soon || s->rested % SELDOM == 0);
}

/* Returns the first row of strip n, of so many rows. */
static int strip_row(int n, int rows) {
  return (int)((long long)rows * n / STILL_STRIPS);
}

/* Limits drawing to the strip at hand and `beyond` rows above and below it. */
static void limit_to_strip(const Still *s, int beyond) {
  const int strip = s->strips % STILL_STRIPS, from = strip_row(strip, s->size[1]) - beyond, to = strip_row(strip + 1, s->size[1]) + beyond;
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, from, s->size[0], to - from);
}

/* Makes the textures, once they are needed: a window that is resized goes through many sizes. */
static void make_textures(Still *s) {
  if (s->picture.width == s->size[0] && s->picture.height == s->size[1]) return;
  hdr_resize(&s->picture, UNIT_FRAME, s->size[0], s->size[1]);
  for (int n = 0; n < 2; n++) finished_create(&s->colours[n], &s->framebuffers[n], s->size[0], s->size[1]);
}

void still_begin_strip(Still *s, GLuint *frame_buffer) {
  make_textures(s);
  FrameBlock block = s->block;
  frame_block_resize(&block, s->size[0], s->size[1]);
  block.still = STILL_ITSELF;
  frame_block_write(frame_buffer, &block);
  hdr_begin(&s->picture);
  limit_to_strip(s, BEYOND);
  glClear(GL_DEPTH_BUFFER_BIT);
}

void still_end_strip(Still *s, const PassContext *context, const Backdrop *backdrop) {
  gpu_draw_into(s->framebuffers[0], s->size[0], s->size[1]);
  gpu_texture_bind(s->picture.colour, UNIT_FRAME);
  if (context->raining) gpu_texture_bind(s->picture.depth, UNIT_SCENE_DEPTH);
  post_draw(context);
  limit_to_strip(s, 0);
  gpu_draw_into(s->framebuffers[1], s->size[0], s->size[1]);
  gpu_texture_bind(s->colours[0], UNIT_FRAME);
  enlarge_refine(context, false);
  glDisable(GL_SCISSOR_TEST);
  /* the rows of the backdrop that the strip covers, at least */
  const HdrPicture *const from = &backdrop->picture;
  const int strip = s->strips % STILL_STRIPS, top = strip_row(strip + 1, from->height) + 1;
  const int row0 = strip_row(strip, from->height), row1 = top < from->height ? top : from->height;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, from->framebuffer);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, s->seen.framebuffer);
  glBlitFramebuffer(0, row0, from->width, row1, 0, row0, from->width, row1, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  s->due = s->due > 0 ? s->due - 1 : 0;
  s->strips = s->strips + 1 < 2 * STILL_STRIPS ? s->strips + 1 : STILL_STRIPS;
}

GLuint still_texture(const Still *s, const Backdrop *backdrop) {
  if (!s->usable || s->block.still != STILL_SHOWN) return 0;
  gpu_texture_bind(backdrop->picture.colour, UNIT_BACKDROP);
  gpu_texture_bind(s->seen.colour, UNIT_BACKDROP_SEEN);
  return s->colours[1];
}

void still_shutdown(Still *s) {
  hdr_shutdown(&s->picture);
  hdr_shutdown(&s->seen);
  glDeleteTextures(2, s->colours);
  glDeleteFramebuffers(2, s->framebuffers);
}
