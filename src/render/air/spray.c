#include "render/air/spray.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Sprites lie over each other, which software drivers pay for pixel by pixel. */
enum { BUDGET_LOW = 600, BUDGET = 4096 };

const ProgramDef spray_programs = {.name = "spray", .variants = {""}};

/* --- the list ------------------------------------------------------------------------------------------------------------------- */

static bool reserve(SprayPass *spray, int count) {
  if (count <= spray->capacity) return true;
  memory_free(spray->order);
  memory_free(spray->sprites);
  spray->order = memory_create((size_t)count, sizeof *spray->order);
  spray->sprites = memory_create((size_t)count, sizeof *spray->sprites);
  spray->capacity = spray->order && spray->sprites ? count : 0;
  return spray->capacity > 0;
}

/* Farthest first; of equally far ones the later drop. */
static int order_compare(const void *a, const void *b) {
  const SprayOrder *const p = a, *const q = b;
  if (p->distance != q->distance) return p->distance > q->distance ? -1 : 1;
  return q->drop - p->drop;
}

/* A weight from 0.05 to 1 that is the drop's own and has nothing to do with its size. */
static float chance(const FrameDrop *drop) {
  const float number = 97.0f * drop->variant;
  return 0.05f + 0.95f * (number - floorf(number));
}

/* Fills the order with at most `budget` drops and returns how many: near ones first, of far ones a part by chance, or the spray would end
 * at a distance. */
static int sort_drops(SprayPass *spray, const FrameView *frame, int budget) {
  for (int n = 0; n < frame->drop_count; n++) {
    const float *const p = frame->drops[n].position, *const eye = frame->eye;
    const float x = p[0] - eye[0], y = p[1] - eye[1], z = p[2] - eye[2];
    spray->order[n] = (SprayOrder){x * x + y * y + z * z, n};
  }
  const int count = frame->drop_count < budget ? frame->drop_count : budget;
  if (frame->drop_count > budget) {
    for (int n = 0; n < frame->drop_count; n++) spray->order[n].distance *= chance(&frame->drops[n]);
    qsort(spray->order, (size_t)frame->drop_count, sizeof *spray->order, order_compare);
    memmove(spray->order, spray->order + frame->drop_count - budget, (size_t)budget * sizeof *spray->order);
    for (int n = 0; n < budget; n++) spray->order[n].distance /= chance(&frame->drops[spray->order[n].drop]);
  }
  qsort(spray->order, (size_t)count, sizeof *spray->order, order_compare);
  return count;
}

/* --- drawing --------------------------------------------------------------------------------------------------------------------- */

bool spray_draw(SprayPass *spray, const PassContext *context, const FrameView *frame) {
  if (frame->drop_count <= 0 || context->mode != FRAME_LIT) return true;
  if (!reserve(spray, frame->drop_count)) return false;
  if (!program_use(&spray->program, &spray_programs, &context->shaders, 0)) return true;
  const int count = sort_drops(spray, frame, context->shaders.quality == 0 ? BUDGET_LOW : BUDGET);
  for (int n = 0; n < count; n++) {
    const FrameDrop *const drop = &frame->drops[spray->order[n].drop];
    SpraySprite *const sprite = &spray->sprites[n];
    memcpy(sprite->place, drop->position, sizeof drop->position);
    memcpy(sprite->velocity, drop->velocity, sizeof drop->velocity);
    sprite->place[3] = drop->radius;
    sprite->velocity[3] = drop->age;
    sprite->look[0] = drop->opacity;
    sprite->look[1] = drop->variant;
  }
  const bool made = spray->vertex_array != 0;
  if (!made) glGenVertexArrays(1, &spray->vertex_array);
  if (!made) glGenBuffers(1, &spray->instances);
  glBindVertexArray(spray->vertex_array);
  glBindBuffer(GL_ARRAY_BUFFER, spray->instances);
  for (GLuint n = 0; !made && n < 3; n++) {
    static const size_t places[3] = {0, offsetof(SpraySprite, velocity), offsetof(SpraySprite, look)};
    glVertexAttribPointer(n, n < 2 ? 4 : 2, GL_FLOAT, GL_FALSE, sizeof(SpraySprite), (const void *)places[n]);
    glEnableVertexAttribArray(n);
    glVertexAttribDivisor(n, 1);
  }
  glBufferData(GL_ARRAY_BUFFER, count * (GLsizeiptr)sizeof(SpraySprite), spray->sprites, GL_STREAM_DRAW);
  glDepthMask(GL_FALSE);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
  return true;
}

void spray_shutdown(SprayPass *spray) {
  glDeleteBuffers(1, &spray->instances);
  glDeleteVertexArrays(1, &spray->vertex_array);
  program_shutdown(&spray->program);
  memory_free(spray->order);
  memory_free(spray->sprites);
  memset(spray, 0, sizeof *spray);
}
