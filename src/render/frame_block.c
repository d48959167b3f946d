#include "render/frame_block.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static void set4(float out[4], float x, float y, float z, float w) {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
}

/* Sunlight after its way through the air: exp(-tau m), relative air mass m (Kasten and Young 1989, simplified), tau the
 * optical depths of a clear sky for red, green, blue (Rayleigh 1/lambda^4 plus haze). */
static void fill_light(const FrameView *frame, FrameBlock *block) {
  static const float tau[3] = {0.10f, 0.19f, 0.36f};
  static const float sky[3] = {0.50f, 0.56f, 0.67f};
  float height = fmaxf(frame->sun[1], 0.0f), mass = 1.0f / (height + 0.12f);
  float day = fminf(1.0f, 0.15f + 1.4f * height);
  for (int c = 0; c < 3; c++) {
    block->sun_light[c] = 3.1f * expf(-tau[c] * mass) * fminf(1.0f, height * 12.0f);
    block->sky_light[c] = day * sky[c] * 0.95f;
    block->ground_light[c] = 0.17f * (block->sun_light[c] * height + block->sky_light[c]);
  }
  block->ground_light[2] *= 0.75f;
}

static void fill_camera(const FrameBlockInput *input, FrameBlock *block) {
  const FrameView *frame = input->frame;
  mat4 view, projection, both, inverse;
  memcpy(view, frame->view, sizeof view);
  memcpy(projection, frame->projection, sizeof projection);
  glm_mat4_mul(projection, view, both);
  glm_mat4_inv(both, inverse);
  memcpy(block->view_projection, both, sizeof both);
  memcpy(block->view_projection_inverse, inverse, sizeof inverse);
  set4(block->eye, frame->eye[0], frame->eye[1], frame->eye[2], frame->time);
  float top = fmaxf(input->ground->max, input->surface_max);
  set4(block->near_range, input->ground->min, top, projection[2][2], projection[3][2]);
  float focal = projection[1][1] * 0.5f * (float)input->height;
  set4(block->viewport, (float)input->width, (float)input->height, focal, input->since_last);
}

/* A drizzle falls from a sky that is hardly greyer. Rain is in proportion to a model on its table, and elsewhere as large as it is, but for
 * what is smaller than a garden. */
static void fill_weather(const FrameBlockInput *input, FrameBlock *block) {
  const float rain = frame_shows_rain(input->frame) ? fminf(input->frame->rain, 1) : 0, over = fminf(fmaxf((rain - 0.05f) / 0.55f, 0), 1);
  const float size = fmaxf(block->extent[0], block->extent[1]);
  const bool studio = input->frame->around == FRAME_AROUND_TABLE && input->frame->natural;
  set4(block->weather, over * over * (3 - 2 * over), rain, 1 / fmaxf(input->share, 0.01f),
       studio ? size / 27 : fminf(fmaxf(size / 40, 0.25f), 1));
}

bool frame_shows_rain(const FrameView *frame) {
  return frame->rain > 0 && frame->mode == FRAME_LIT && !(frame_water_above_eye(frame) > 0);
}

float frame_water_above_eye(const FrameView *frame) {
  const float x = frame->eye[0] / frame->cell, z = frame->eye[2] / frame->cell;
  if (!(x >= 0 && x < (float)frame->nx && z >= 0 && z < (float)frame->nz)) return 0;
  const ptrdiff_t at = (ptrdiff_t)z * frame->nx + (ptrdiff_t)x;
  const float above = frame->terrain[at] + frame->depth[at] - frame->eye[1];
  return frame->depth[at] > 0 && above > 0 ? above : 0;
}

void frame_block_fill(const FrameBlockInput *input, FrameBlock *block) {
  const FrameView *frame = input->frame;
  memset(block, 0, sizeof *block);
  fill_camera(input, block);
  block->map_levels[1] = frame_water_above_eye(frame);
  /* The eye opens in the gloom of natural water; over pale tiles it need not. */
  const float opened = block->map_levels[1] > 0 && frame->natural ? 1.6f : 1.0f;
  set4(block->sun, frame->sun[0], frame->sun[1], frame->sun[2], frame->exposure * opened);
  fill_light(frame, block);
  set4(block->grid, (float)frame->nx, (float)frame->nz, frame->cell, input->ground->base);
  set4(block->extent, (float)frame->nx * frame->cell, (float)frame->nz * frame->cell, input->ground->min, input->ground->max);
  const FrameLiquid *liquid = &frame->liquid;
  set4(block->absorption, liquid->absorption[0], liquid->absorption[1], liquid->absorption[2], fmaxf(frame->depth_scale, 1e-6f));
  set4(block->scatter, liquid->scatter[0], liquid->scatter[1], liquid->scatter[2], fmaxf(frame->speed_scale, 1e-6f));
  set4(block->liquid, liquid->mirror, liquid->glow, liquid->thin, frame->earlier);
  set4(block->cursor, frame->cursor[0], frame->cursor[1], frame->cursor[2], frame->cursor_on ? frame->cursor_radius : 0.0f);
  set4(block->cursor_colour, frame->cursor_colour[0], frame->cursor_colour[1], frame->cursor_colour[2], 1);
  const float relief = input->ground->max - input->ground->min, size = fmaxf(block->extent[0], block->extent[1]);
  set4(block->around, (float)frame->around, input->ground->water_around, fminf(fmaxf(0.7f * relief, 0.06f * size), 0.25f * size),
       (float)frame->ground);
  fill_weather(input, block);
  block->flags[0] = (int32_t)frame->mode;
  block->flags[1] = frame->natural;
  block->flags[2] = frame->velocity_x && frame->velocity_z;
  block->flags[3] = frame_overlay(frame) != NULL;
}

void frame_block_write(GLuint *buffer, const FrameBlock *block) {
  if (!*buffer) glGenBuffers(1, buffer);
  glBindBuffer(GL_UNIFORM_BUFFER, *buffer);
  glBufferData(GL_UNIFORM_BUFFER, sizeof *block, block, GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, *buffer);
}
