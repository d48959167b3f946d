#include "render/air.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "render/textures.h"

/* --- the map of the sky ------------------------------------------------------------------------------------------------ */

static const TextureDef map_def = {GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE};

/* The map is drawn in so many bands of rows, one after the other as the clouds drift: 2 ms each on software drivers, at the lowest tier. */
enum { BANDS = 32 };

/* s of simulated time from one band to the next. */
static const float band_step = 0.3f;

/* s: when simulated time goes on by more between two frames, or goes back, it has jumped, and the whole map is drawn. */
static const float step_max = 10;

/* Frames without a jump after which the clouds follow. A person who drags time back and forth looks at the water, and drawing the whole
 * map, and the backdrop that shows it, took 50 of the 135 ms of a frame with a jump on a software driver. */
enum { REST = 6 };

static bool has_drifting_clouds(const FrameView *frame) {
  return frame->natural && frame->around != FRAME_AROUND_TABLE;
}

/* Returns true if the map keeps the clouds of before a jump of time. */
static bool waits_for_rest(SkyMap *map, const FrameView *frame) {
  const bool jumped = has_drifting_clouds(frame) && (frame->time < map->time || frame->time > map->time + step_max);
  if (jumped)
    map->rested = 0;
  else if (map->rested >= 0)
    map->rested++;
  return map->rested >= 0 && map->rested < REST;
}

/* Draws rows [from, to) of the map. */
static void draw_rows(SkyMap *map, const PassContext *context, int from, int to) {
  gpu_draw_into(map->framebuffer, map->size, map->size);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, from, map->size, to - from);
  glDisable(GL_DEPTH_TEST);
  program_draw(context, PROGRAM_SKY_MAP, 0, SCREEN_VERTICES);
  glDisable(GL_SCISSOR_TEST);
  map->changed = true;
}

/* One band more, unless the last was drawn just now or every band shows the clouds of this moment already. */
static void follow_clouds(SkyMap *map, const PassContext *context, const FrameView *frame) {
  if (!has_drifting_clouds(frame)) {
    map->time = frame->time;
    return;
  }
  const bool goes_on = frame->time > map->time;
  if (goes_on) map->bands_left = BANDS;
  map->time = frame->time;
  if (map->bands_left == 0 || (goes_on && frame->time < map->band_time + band_step)) return;
  map->bands_left--;
  map->band_time = frame->time;
  draw_rows(map, context, map->band * map->size / BANDS, (map->band + 1) * map->size / BANDS);
  map->band = (map->band + 1) % BANDS;
  if (map->band == 0) pyramid_draw(context, map->texture, UNIT_SKY, map->size, map->size); /* when all rows have been drawn */
}

void sky_map_draw(SkyMap *map, const PassContext *context, const FrameView *frame, int size) {
  gpu_texture_bind(map->texture, UNIT_SKY);
  map->changed = false;
  if (map->terrain_version == frame->terrain_version && map->size == size && map->around == frame->around &&
      map->natural == frame->natural && memcmp(map->sun, frame->sun, sizeof map->sun) == 0) {
    if (waits_for_rest(map, frame)) {
      map->time = frame->time;
      return;
    }
    if (map->rested < 0) {
      follow_clouds(map, context, frame);
      return;
    }
  }
  if (map->size != size) {
    gpu_texture(&map->texture, UNIT_SKY, size, size, &map_def, NULL);
    gpu_framebuffer(&map->framebuffer, &map->texture, 1, 0, 0);
  }
  map->size = size;
  draw_rows(map, context, 0, size);
  pyramid_draw(context, map->texture, UNIT_SKY, size, size);
  map->time = map->band_time = frame->time;
  map->band = map->bands_left = 0;
  map->rested = -1;
  map->terrain_version = frame->terrain_version;
  map->around = frame->around;
  map->natural = frame->natural;
  memcpy(map->sun, frame->sun, sizeof map->sun);
}

void sky_map_shutdown(SkyMap *map) {
  glDeleteTextures(1, &map->texture);
  glDeleteFramebuffers(1, &map->framebuffer);
}

/* --- the sky ----------------------------------------------------------------------------------------------------------- */

/* Indices of the variants, and vertices of those that are not one triangle over the picture. */
enum { AIR, UNDER_WATER, PLANKS, TERRACE, HEDGE };
enum { PLAIN_VERTICES = 24 * 3, HEDGE_VERTICES = 4 * 6 };

#define VARIANT(plain, natural, hedge, under) \
  "#define PLAIN " #plain "\n#define NATURAL " #natural "\n#define HEDGE " #hedge "\n#define UNDER " #under "\n"

const ProgramDef sky_programs = {.name = "sky",
                                 .variants = {[AIR] = VARIANT(0, 0, 0, 0),
                                              [UNDER_WATER] = VARIANT(0, 0, 0, 1),
                                              [PLANKS] = VARIANT(1, 1, 0, 0),
                                              [TERRACE] = VARIANT(1, 0, 0, 0),
                                              [HEDGE] = VARIANT(0, 0, 1, 0)}};

void sky_draw(const PassContext *context) {
  const bool table = context->table && !context->under_water;
  /* Near before far, so that what is hidden is not shaded. */
  if (table && !context->natural) program_draw(context, PROGRAM_SKY, HEDGE, HEDGE_VERTICES);
  if (table) program_draw(context, PROGRAM_SKY, context->natural ? PLANKS : TERRACE, PLAIN_VERTICES);
  program_draw(context, PROGRAM_SKY, context->under_water ? UNDER_WATER : AIR, SCREEN_VERTICES);
}

/* --- rain -------------------------------------------------------------------------------------------------------------- */

/* Streaks and splashes of the densest rain. They are thin: a software driver takes as long for their vertices as for their pixels. */
enum { STREAKS_LOW = 3000, STREAKS = 5000, STREAK_VERTICES = 6 };

void rain_draw(const PassContext *context, float density) {
  const int count = (int)(sqrtf(density) * (context->shaders.quality == 0 ? STREAKS_LOW : STREAKS));
  if (!context->raining || count <= 0) return;
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  program_draw(context, PROGRAM_RAIN, 0, STREAK_VERTICES * count);
  glDisable(GL_BLEND);
}

/* --- spray ------------------------------------------------------------------------------------------------------------- */

/* Sprites lie over each other, which software drivers pay for pixel by pixel. */
enum { BUDGET_LOW = 600, BUDGET = 4096 };

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

/* Fills the order with up to `budget` of `all` drops, and returns how many: of far ones a part by chance, or the spray would end at a
 * distance. */
static int sort_drops(SprayPass *spray, const float eye[3], int all, int budget) {
  for (int n = 0; n < all; n++) {
    const float *const p = spray->drops[n].position;
    const float x = p[0] - eye[0], y = p[1] - eye[1], z = p[2] - eye[2];
    spray->order[n] = (SprayOrder){x * x + y * y + z * z, n};
  }
  const int count = all < budget ? all : budget;
  if (all > budget) {
    for (int n = 0; n < all; n++) spray->order[n].distance *= chance(&spray->drops[n]);
    qsort(spray->order, (size_t)all, sizeof *spray->order, order_compare);
    memmove(spray->order, spray->order + all - budget, (size_t)budget * sizeof *spray->order);
    for (int n = 0; n < budget; n++) spray->order[n].distance /= chance(&spray->drops[spray->order[n].drop]);
  }
  qsort(spray->order, (size_t)count, sizeof *spray->order, order_compare);
  return count;
}

/* Makes room for the frame's drops and fumes, and fills `drops` with them. Returns how many there are, or -1 if memory runs out. */
static int gather_drops(SprayPass *spray, const FrameView *frame) {
  const int most = frame->drop_count + FUMES_COLUMNS * FUMES_PUFFS;
  spray->drops = memory_reserve(spray->drops, &spray->drop_room, most, sizeof *spray->drops);
  spray->order = memory_reserve(spray->order, &spray->order_room, most, sizeof *spray->order);
  spray->sprites = memory_reserve(spray->sprites, &spray->sprite_room, most, sizeof *spray->sprites);
  if (!spray->drops || !spray->order || !spray->sprites) return -1;
  if (frame->drop_count > 0) memcpy(spray->drops, frame->drops, (size_t)frame->drop_count * sizeof *spray->drops);
  return frame->drop_count + fumes_rise(&spray->fumes, frame, spray->drops + frame->drop_count);
}

bool spray_draw(SprayPass *spray, const PassContext *context, const FrameView *frame) {
  if (context->mode != FRAME_LIT) return true;
  const int all = gather_drops(spray, frame);
  if (all < 0) return false;
  if (all == 0 || !program_use(context, PROGRAM_SPRAY, 0)) return true;
  const int count = sort_drops(spray, frame->eye, all, context->shaders.quality == 0 ? BUDGET_LOW : BUDGET);
  for (int n = 0; n < count; n++) spray->sprites[n] = spray->drops[spray->order[n].drop];
  const bool made = spray->vertex_array != 0;
  if (!made) glGenVertexArrays(1, &spray->vertex_array);
  glBindVertexArray(spray->vertex_array);
  gpu_buffer(GL_ARRAY_BUFFER, &spray->instances, (size_t)count * sizeof(FrameDrop), spray->sprites, GL_STREAM_DRAW);
  for (GLuint n = 0; !made && n < 3; n++) {
    static const size_t places[3] = {0, offsetof(FrameDrop, velocity), offsetof(FrameDrop, opacity)};
    glVertexAttribPointer(n, n < 2 ? 4 : 2, GL_FLOAT, GL_FALSE, sizeof(FrameDrop), (const void *)places[n]);
    glEnableVertexAttribArray(n);
    glVertexAttribDivisor(n, 1);
  }
  glDepthMask(GL_FALSE);
  gpu_blend_moving();
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
  glDisable(GL_BLEND);
  glDepthMask(GL_TRUE);
  return true;
}

void spray_shutdown(SprayPass *spray) {
  glDeleteBuffers(1, &spray->instances);
  glDeleteVertexArrays(1, &spray->vertex_array);
  memory_free(spray->drops);
  memory_free(spray->order);
  memory_free(spray->sprites);
}
