#include "render/land/moving.h"

/* Shares of the window that bodies may fill: more is no longer drawn, less is drawn again. A software driver takes some 0.1 us a pixel of their boxes. */
static const float most_shown = 0.20f, most_hidden = 0.16f;

/* Indices of the variants. */
enum { LIGHT, GLOOM };

const ProgramDef moving_programs = {
    .name = "post", .fragment = "moving", .variants = {[LIGHT] = "#define RAINY 0\n", [GLOOM] = "#define RAINY 1\n"}};

static int area_of(const TextureRect *rect) {
  return rect->width * rect->height;
}

static bool overlap(const TextureRect *a, const TextureRect *b) {
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

/* Adds a rectangle, joined with those that it overlaps, or with the last where there is no more room. */
static void add_rect(Moving *m, TextureRect rect) {
  for (int n = 0; n < m->rect_count; n++) {
    if (!overlap(&rect, &m->rects[n])) continue;
    rect = gpu_rect_joined(&rect, &m->rects[n]);
    m->rects[n] = m->rects[--m->rect_count];
    n = -1; /* the joined one may overlap others */
  }
  if (m->rect_count == MOVING_RECTS) rect = gpu_rect_joined(&rect, &m->rects[--m->rect_count]);
  m->rects[m->rect_count++] = rect;
}

bool moving_find(Moving *m, const FrameView *frame, const Bodies *bodies, const FrameBlock *block, const int window[2]) {
  m->block = *block;
  frame_block_resize(&m->block, window[0], window[1]);
  m->block.still = STILL_NONE;
  m->rect_count = 0;
  int filled = 0, boxes = 0;
  for (int n = 0; n < frame->body_count; n++) {
    if (bodies->standing.sets[n] != BODY_MOVES) continue;
    float low[3], high[3];
    standing_box(&frame->bodies[n], low, high);
    const TextureRect rect = frame_block_box(&m->block, low, high);
    if (rect.width <= 0 || rect.height <= 0) continue;
    boxes += area_of(&rect);
    add_rect(m, rect);
  }
  for (int n = 0; n < m->rect_count; n++) filled += area_of(&m->rects[n]);
  const int least = boxes < filled ? boxes : filled; /* parts of one thing overlap; things apart may lie in one rectangle */
  m->shown = m->rect_count > 0 && (float)least <= (m->shown ? most_shown : most_hidden) * (float)(window[0] * window[1]);
  return m->shown;
}

void moving_draw(Moving *m, const PassContext *context, Bodies *bodies, const HdrPicture *still, GLuint *frame_buffer) {
  hdr_resize(&m->picture, UNIT_FRAME, still->width, still->height);
  hdr_begin(&m->picture);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, still->framebuffer);
  glEnable(GL_SCISSOR_TEST);
  for (int n = 0; n < m->rect_count; n++) {
    const TextureRect *const r = &m->rects[n];
    glScissor(r->x, r->y, r->width, r->height);
    glClearBufferfv(GL_COLOR, 0, (const GLfloat[]){0, 0, 0, 0});
    glBlitFramebuffer(r->x, r->y, r->x + r->width, r->y + r->height, r->x, r->y, r->x + r->width, r->y + r->height, GL_DEPTH_BUFFER_BIT,
                      GL_NEAREST);
  }
  glDisable(GL_SCISSOR_TEST);
  frame_block_write(frame_buffer, &m->block);
  bodies_draw(bodies, context, BODY_MOVES, BODY_MOVES);
}

void moving_lay(const Moving *m, const PassContext *context, const HdrPicture *scene, GLuint framebuffer) {
  gpu_texture_bind(m->picture.colour, UNIT_FRAME);
  gpu_texture_bind(m->picture.depth, UNIT_SCENE_DEPTH);
  gpu_texture_bind(scene->colour, UNIT_SMALL);
  gpu_texture_bind(scene->depth, UNIT_SMALL_DEPTH);
  gpu_draw_into(framebuffer, m->picture.width, m->picture.height);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glEnable(GL_SCISSOR_TEST);
  for (int n = 0; n < m->rect_count; n++) {
    const TextureRect *const r = &m->rects[n];
    glScissor(r->x, r->y, r->width, r->height);
    program_draw(context, PROGRAM_MOVING, context->raining ? GLOOM : LIGHT, SCREEN_VERTICES);
  }
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
}

void moving_shutdown(Moving *m) {
  hdr_shutdown(&m->picture);
}
