#include "render/air/sky_map.h"

#include <string.h>

#include "render/pyramid.h"

const ProgramDef sky_map_programs = {.name = "sky_map", .variants = {""}};

static const TextureDef map_def = {GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE};

/* The map is drawn in so many bands of rows, one after the other as the clouds drift: a software driver takes two milliseconds for one at
 * the lowest tier. */
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
static void draw_rows(SkyMap *map, const PassContext *context, int size, int from, int to) {
  glBindFramebuffer(GL_FRAMEBUFFER, map->framebuffer);
  glViewport(0, 0, size, size);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, from, size, to - from);
  glDisable(GL_DEPTH_TEST);
  if (program_use(&map->program, &sky_map_programs, &context->shaders, 0)) gpu_draw_screen(context->empty_vertex_array);
  glDisable(GL_SCISSOR_TEST);
  map->changed = true;
}

/* The coarser levels follow when all rows have been drawn. */
static void make_levels(const SkyMap *map, const PassContext *context) {
  pyramid_draw(context, map->texture, UNIT_SKY, map->size, map->size);
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
  draw_rows(map, context, map->size, map->band * map->size / BANDS, (map->band + 1) * map->size / BANDS);
  map->band = (map->band + 1) % BANDS;
  if (map->band == 0) make_levels(map, context);
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
    gpu_framebuffer(&map->framebuffer, (const GLuint[3]){map->texture, 0, 0}, 0);
  }
  draw_rows(map, context, size, 0, size);
  map->size = size;
  make_levels(map, context);
  map->time = map->band_time = frame->time;
  map->band = map->bands_left = 0;
  map->rested = -1;
  map->terrain_version = frame->terrain_version;
  map->around = frame->around;
  map->natural = frame->natural;
  memcpy(map->sun, frame->sun, sizeof map->sun);
}

void sky_map_forget(SkyMap *map) {
  map->size = 0;
}

void sky_map_shutdown(SkyMap *map) {
  glDeleteTextures(1, &map->texture);
  glDeleteFramebuffers(1, &map->framebuffer);
  program_shutdown(&map->program);
  memset(map, 0, sizeof *map);
}
