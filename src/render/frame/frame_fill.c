#include "render/frame/frame_fill.h"

#include <cglm/cglm.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

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
  memcpy(block->eye, frame->eye, sizeof block->eye);
  block->near_low = input->ground->min;
  block->near_high = fmaxf(input->ground->max, input->surface_max);
  block->projection_22 = projection[2][2];
  block->projection_32 = projection[3][2];
  block->viewport[0] = (float)input->width;
  block->viewport[1] = (float)input->height;
  block->focal_length = projection[1][1] * 0.5f * (float)input->height;
}

/* A drizzle falls from a sky that is hardly greyer. Rain is in proportion to a model on its table, and elsewhere as large as it is, but for
 * what is smaller than a garden. */
static void fill_weather(const FrameBlockInput *input, FrameBlock *block) {
  const float rain = frame_shows_rain(input->frame) ? fminf(input->frame->rain, 1) : 0, over = fminf(fmaxf((rain - 0.05f) / 0.55f, 0), 1);
  const float size = fmaxf(block->extent[0], block->extent[1]);
  const bool studio = input->frame->around == FRAME_AROUND_TABLE && input->frame->natural;
  block->rain_gloom = over * over * (3 - 2 * over);
  block->rain_density = rain;
  block->rain_size = studio ? size / 27 : fminf(fmaxf(size / 40, 0.25f), 1);
  block->enlarged = 1 / fmaxf(input->share, 0.01f);
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

static void fill_ground(const FrameView *frame, const Ground *ground, FrameBlock *block) {
  block->grid[0] = (float)frame->nx;
  block->grid[1] = (float)frame->nz;
  block->cell_size = frame->cell;
  block->extent[0] = (float)frame->nx * frame->cell;
  block->extent[1] = (float)frame->nz * frame->cell;
  block->ground_low = ground->min;
  block->ground_high = ground->max;
  block->ground_base = ground->base;
  block->ground_kind = (int32_t)frame->ground;
  block->natural = frame->natural;
  const float relief = ground->max - ground->min, size = fmaxf(block->extent[0], block->extent[1]);
  block->around_kind = (int32_t)frame->around;
  block->around_level = ground->water_around;
  block->around_hills = fminf(fmaxf(0.7f * relief, 0.06f * size), 0.25f * size);
}

void frame_block_fill(const FrameBlockInput *input, FrameBlock *block) {
  const FrameView *const frame = input->frame;
  const FrameLiquid *const liquid = &frame->liquid;
  memset(block, 0, sizeof *block);
  block->mode = (int32_t)frame->mode;
  block->time = frame->time;
  block->since_last = input->since_last;
  block->water_earlier = frame->earlier;
  block->water_above_eye = frame_water_above_eye(frame);
  block->has_overlay = frame_overlay(frame) != NULL;
  block->depth_scale = fmaxf(frame->depth_scale, 1e-6f);
  block->speed_scale = fmaxf(frame->speed_scale, 1e-6f);
  memcpy(block->sun, frame->sun, sizeof block->sun);
  /* The eye opens in the gloom of natural water; over pale tiles it need not. */
  block->exposure = frame->exposure * (block->water_above_eye > 0 && frame->natural ? 1.6f : 1.0f);
  fill_camera(input, block);
  fill_light(frame, block);
  fill_ground(frame, input->ground, block);
  memcpy(block->absorption, liquid->absorption, sizeof block->absorption);
  memcpy(block->scatter, liquid->scatter, sizeof block->scatter);
  block->liquid_mirror = liquid->mirror;
  block->liquid_glow = liquid->glow;
  block->liquid_thin = liquid->thin;
  memcpy(block->cursor, frame->cursor, sizeof block->cursor);
  memcpy(block->cursor_colour, frame->cursor_colour, sizeof block->cursor_colour);
  block->cursor_radius = frame->cursor_on ? frame->cursor_radius : 0;
  fill_weather(input, block);
}

void frame_block_write(GLuint *buffer, const FrameBlock *block) {
  if (!*buffer) glGenBuffers(1, buffer);
  glBindBuffer(GL_UNIFORM_BUFFER, *buffer);
  glBufferData(GL_UNIFORM_BUFFER, sizeof *block, block, GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, *buffer);
}
