#include "render/frame_block.h"

#include <cglm/cglm.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/memory.h"
#include "render/gpu.h"

enum { ALIGN_float = 4, ALIGN_int = 4, ALIGN_vec2 = 8, ALIGN_vec3 = 16, ALIGN_mat4 = 16 }; /* bytes, in std140 */
enum { USE_VIEW = true, USE_MOMENT = false };

/* A member without a gap before it lies where std140 has it if that place is aligned. */
#define CHECK_PLACE(type, name, use, meaning) \
  _Static_assert(offsetof(FrameBlock, name) % ALIGN_##type == 0, #name ": std140 leaves a gap before it");
FRAME_BLOCK(CHECK_PLACE)
_Static_assert(sizeof(FrameBlock) % 16 == 0, "std140 rounds a block up to 16 bytes: it is to end with four numbers");

#define LIST_MEMBER(type, name, use, meaning) \
  {#type, #name, meaning, offsetof(FrameBlock, name), sizeof(((FrameBlock *)NULL)->name), USE_##use},
const FrameMember frame_members[] = {FRAME_BLOCK(LIST_MEMBER){0}};

const FrameConstant frame_constants[] = {{"MODE_WIREFRAME", FRAME_WIREFRAME},
                                         {"MODE_SPEED", FRAME_SPEED},
                                         {"MODE_OCCUPANCY", FRAME_OCCUPANCY},
                                         {"MODE_DISPLACEMENT", FRAME_DISPLACEMENT},
                                         {"MODE_NORMALS", FRAME_NORMALS},
                                         {"AROUND_SEA", FRAME_AROUND_SEA},
                                         {"AROUND_HILLS", FRAME_AROUND_HILLS},
                                         {"AROUND_TABLE", FRAME_AROUND_TABLE},
                                         {"GROUND_MEADOW", FRAME_GROUND_MEADOW},
                                         {"GROUND_STONE", FRAME_GROUND_STONE},
                                         {"GROUND_ASH", FRAME_GROUND_ASH},
                                         {"GROUND_SAND", FRAME_GROUND_SAND},
                                         {"STILL_SHOWN", STILL_SHOWN},
                                         {"STILL_ITSELF", STILL_ITSELF},
                                         {"BODY_BARK", FRAME_BARK},
                                         {"BODY_RUBBER", FRAME_RUBBER},
                                         {"BODY_FLOAT", FRAME_FLOAT},
                                         {NULL, 0}};

/* Sunlight after its way through the air: exp(-tau m), relative air mass m (Kasten and Young 1989, simplified), tau the
 * optical depths of a clear sky for red, green, blue (Rayleigh 1/lambda^4 plus haze). */
static void fill_light(const FrameView *frame, FrameBlock *block) {
  static const float tau[3] = {0.10f, 0.19f, 0.36f}, sky[3] = {0.50f, 0.56f, 0.67f};
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
  block->near_low = input->ground_min;
  block->near_high = fmaxf(input->ground_max, input->surface_max);
  block->projection_22 = projection[2][2];
  block->projection_32 = projection[3][2];
  block->viewport[0] = (float)input->width;
  block->viewport[1] = (float)input->height;
  block->focal_length = projection[1][1] * 0.5f * (float)input->height;
}

/* A drizzle falls from a sky that is hardly greyer. Rain is in proportion to a model on its table, and to what is smaller than a garden. */
static void fill_weather(const FrameBlockInput *input, FrameBlock *block) {
  const float rain = frame_shows_rain(input->frame) ? fminf(input->frame->rain, 1) : 0, over = fminf(fmaxf((rain - 0.05f) / 0.35f, 0), 1);
  const float size = fmaxf(block->extent[0], block->extent[1]);
  const bool studio = input->frame->around == FRAME_AROUND_TABLE && input->frame->natural;
  block->rain_gloom = over * over * (3 - 2 * over);
  block->rain_density = rain;
  memcpy(block->wind, input->frame->wind, sizeof block->wind);
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
  block->grid[0] = (float)frame->nx;
  block->grid[1] = (float)frame->nz;
  block->cell_size = frame->cell;
  block->extent[0] = (float)frame->nx * frame->cell;
  block->extent[1] = (float)frame->nz * frame->cell;
  block->ground_low = input->ground_min;
  block->ground_high = input->ground_max;
  block->ground_base = input->ground_base;
  block->ground_kind = (int32_t)frame->ground;
  block->rock_slope = input->rock_slope;
  block->natural = frame->natural;
  const float relief = input->ground_max - input->ground_min, size = fmaxf(block->extent[0], block->extent[1]);
  block->pattern_scale = fminf(fmaxf(size / 256, 0.08f), 6);
  block->around_kind = (int32_t)frame->around;
  block->around_level = input->water_around;
  block->around_hills = fminf(fmaxf(0.7f * relief, 0.06f * size), 0.25f * size);
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
  gpu_buffer(GL_UNIFORM_BUFFER, buffer, sizeof *block, block, GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, *buffer);
}

void frame_block_resize(FrameBlock *block, int width, int height) {
  block->focal_length *= (float)height / block->viewport[1];
  block->viewport[0] = (float)width, block->viewport[1] = (float)height;
  block->enlarged = 1;
}

TextureRect frame_block_box(const FrameBlock *block, const float low[3], const float high[3]) {
  const float *const m = block->view_projection, size[2] = {block->viewport[0], block->viewport[1]};
  float least[2] = {1e9f, 1e9f}, most[2] = {-1e9f, -1e9f};
  int beyond[4] = {0, 0, 0, 0}, behind = 0; /* corners beyond each of the picture's sides; behind the eye */
  for (int corner = 0; corner < 8; corner++) {
    const float x = corner & 1 ? high[0] : low[0], z = corner & 2 ? high[2] : low[2], y = corner & 4 ? high[1] : low[1];
    const float w = m[3] * x + m[7] * y + m[11] * z + m[15];
    behind += !(w > 1e-3f);
    for (int axis = 0; axis < 2; axis++) {
      const float off = m[axis] * x + m[4 + axis] * y + m[8 + axis] * z + m[12 + axis], at = (0.5f + 0.5f * off / w) * size[axis];
      beyond[axis] += off > w;
      beyond[2 + axis] += off < -w;
      least[axis] = fminf(least[axis], at);
      most[axis] = fmaxf(most[axis], at);
    }
  }
  if (beyond[0] == 8 || beyond[1] == 8 || beyond[2] == 8 || beyond[3] == 8) return (TextureRect){0, 0, 0, 0};
  if (behind > 0) return (TextureRect){0, 0, (int)size[0], (int)size[1]};
  const int x0 = (int)fmaxf(least[0] - 2, 0), y0 = (int)fmaxf(least[1] - 2, 0);
  return (TextureRect){x0, y0, (int)fminf(most[0] + 3, size[0]) - x0, (int)fminf(most[1] + 3, size[1]) - y0};
}

float *began_frame(const FrameView *frame, FrameView *first) {
  const FrameBegan *const began = &frame->began;
  const size_t cells = (size_t)frame->nx * (size_t)frame->nz;
  float *const depth = began->depth ? memory_create(cells, sizeof *depth) : NULL;
  *first = *frame;
  if (!depth) return NULL;
  for (size_t n = 0; n < cells; n++) depth[n] = (float)(began->depth[2 * n] | began->depth[2 * n + 1] << 8) * (1.0f / 256.0f);
  first->depth = depth;
  first->terrain = began->terrain;
  memcpy(first->eye, began->eye, sizeof first->eye);
  for (int c = 0; c < 3; c++) first->view[4 * c + 2] = -began->ahead[c]; /* the third row of the view's rotation points backwards */
  return depth;
}
