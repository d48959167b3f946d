#include "render/surface.h"

#include <string.h>

#include "base/memory.h"

const ProgramDef surface_programs = {"surface", {""}};

enum { TILE = 16 };                    /* cells a side; the same in shaders/surface.vert */
static const float drying_time_s = 13; /* a little more than shaders/surface.frag takes to forget wetness */

static const TextureDef water_def = {GL_RGBA32F, GL_RGBA, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};
static const TextureDef flow_def = {GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};
static const TextureDef foam_def = {GL_RG16F, GL_RG, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};

static void create_instances(Surface *surface) {
  glGenVertexArrays(1, &surface->vertex_array);
  glGenBuffers(1, &surface->instances);
  glBindVertexArray(surface->vertex_array);
  glBindBuffer(GL_ARRAY_BUFFER, surface->instances);
  glVertexAttribPointer(0, 2, GL_UNSIGNED_SHORT, GL_FALSE, 2 * sizeof(uint16_t), NULL);
  glVertexAttribDivisor(0, 1);
  glEnableVertexAttribArray(0);
}

static void clear_framebuffer(void) {
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
}

static bool resize(Surface *surface, int nx, int nz) {
  surface->nx = surface->nz = 0;
  surface->tiles_x = (nx + TILE - 1) / TILE;
  surface->tiles_z = (nz + TILE - 1) / TILE;
  size_t tile_count = (size_t)surface->tiles_x * (size_t)surface->tiles_z;
  memory_free(surface->wet_until);
  memory_free(surface->tiles);
  surface->wet_until = memory_create(tile_count, sizeof *surface->wet_until);
  surface->tiles = memory_create(tile_count, 2 * sizeof *surface->tiles);
  if (!surface->wet_until || !surface->tiles) return false;
  if (!surface->vertex_array) create_instances(surface);
  gpu_texture(&surface->water, UNIT_WATER, nx, nz, &water_def, NULL);
  gpu_texture(&surface->flow, UNIT_FLOW, nx, nz, &flow_def, NULL);
  for (int n = 0; n < 2; n++) {
    gpu_texture(&surface->foam[n], UNIT_FOAM, nx, nz, &foam_def, NULL);
    const GLuint colours[3] = {surface->water, surface->flow, surface->foam[n]};
    gpu_framebuffer(&surface->framebuffers[n], colours, 0);
    clear_framebuffer();
  }
  surface->nx = nx;
  surface->nz = nz;
  surface->full_draws = 2;
  return true;
}

/* Both foam textures must be right everywhere before parts of them may be left alone. */
static void watch_changes(Surface *surface, const FrameView *frame) {
  bool back = frame->time < surface->time;
  if (back || frame->terrain_version != surface->terrain_version) surface->full_draws = 2;
  if (back)
    memset(surface->wet_until, 0, (size_t)surface->tiles_x * (size_t)surface->tiles_z * sizeof *surface->wet_until);
  surface->time = frame->time;
  surface->terrain_version = frame->terrain_version;
}

bool surface_update(Surface *surface, const FrameView *frame) {
  bool resized = surface->nx != frame->nx || surface->nz != frame->nz;
  if (resized && !resize(surface, frame->nx, frame->nz)) return false;
  watch_changes(surface, frame);
  return true;
}

bool surface_is_full(const Surface *surface) {
  return surface->full_draws > 0;
}

static bool tile_wanted(Surface *surface, int x, int z, const Wet *wet, const LodView *view) {
  float *until = &surface->wet_until[z * surface->tiles_x + x];
  bool is_wet = wet_touches(wet, x * TILE - 1, z * TILE - 1, (x + 1) * TILE + 1, (z + 1) * TILE + 1);
  if (is_wet) *until = surface->time + drying_time_s;
  if (surface->full_draws) return true;
  return *until > surface->time && lod_sees(view, (float)(x * TILE - 1), (float)(z * TILE - 1), TILE + 2);
}

void surface_select(Surface *surface, const Wet *wet, const LodView *view) {
  surface->tile_count = 0;
  for (int z = 0; z < surface->tiles_z; z++)
    for (int x = 0; x < surface->tiles_x; x++) {
      if (!tile_wanted(surface, x, z, wet, view)) continue;
      uint16_t *tile = &surface->tiles[2 * surface->tile_count++];
      tile[0] = (uint16_t)x;
      tile[1] = (uint16_t)z;
    }
  if (surface->full_draws) surface->full_draws--;
}

static void draw_tiles(const Surface *surface) {
  glBindVertexArray(surface->vertex_array);
  glBindBuffer(GL_ARRAY_BUFFER, surface->instances);
  GLsizeiptr size = surface->tile_count * 2 * (GLsizeiptr)sizeof *surface->tiles;
  glBufferData(GL_ARRAY_BUFFER, size, surface->tiles, GL_STREAM_DRAW);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, surface->tile_count);
}

void surface_draw(Surface *surface, const PassContext *context) {
  gpu_texture_bind(surface->foam[surface->now], UNIT_FOAM);
  surface->now = 1 - surface->now;
  glBindFramebuffer(GL_FRAMEBUFFER, surface->framebuffers[surface->now]);
  glViewport(0, 0, surface->nx, surface->nz);
  glDisable(GL_DEPTH_TEST);
  bool any = surface->tile_count > 0;
  if (any && program_use(&surface->program, &surface_programs, &context->shaders, 0)) draw_tiles(surface);
  gpu_texture_bind(surface->water, UNIT_WATER);
  gpu_texture_bind(surface->flow, UNIT_FLOW);
  gpu_texture_bind(surface->foam[surface->now], UNIT_FOAM);
}

void surface_shutdown(Surface *surface) {
  const GLuint textures[] = {surface->water, surface->flow, surface->foam[0], surface->foam[1]};
  glDeleteTextures(4, textures);
  glDeleteFramebuffers(2, surface->framebuffers);
  glDeleteBuffers(1, &surface->instances);
  glDeleteVertexArrays(1, &surface->vertex_array);
  program_shutdown(&surface->program);
  memory_free(surface->wet_until);
  memory_free(surface->tiles);
  memset(surface, 0, sizeof *surface);
}
