#include "render/sky_map.h"

#include <string.h>

const ProgramDef sky_map_programs = {"sky_map", {""}};

static const TextureDef map_def = {GL_RGBA16F, GL_RGBA, GL_FLOAT, GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE};

static bool is_current(const SkyMap *map, const FrameView *frame, int size) {
  return map->size == size && map->around == frame->around && map->natural == frame->natural &&
         memcmp(map->sun, frame->sun, sizeof map->sun) == 0;
}

void sky_map_draw(SkyMap *map, const PassContext *context, const FrameView *frame, int size) {
  gpu_texture_bind(map->texture, UNIT_SKY);
  if (is_current(map, frame, size)) return;
  if (map->size != size) {
    gpu_texture(&map->texture, UNIT_SKY, size, size, &map_def, NULL);
    gpu_framebuffer(&map->framebuffer, (const GLuint[3]){map->texture, 0, 0}, 0);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, map->framebuffer);
  glViewport(0, 0, size, size);
  glDisable(GL_DEPTH_TEST);
  if (program_use(&map->program, &sky_map_programs, &context->shaders, 0)) gpu_draw_screen(context->empty_vertex_array);
  gpu_texture_bind(map->texture, UNIT_SKY);
  glGenerateMipmap(GL_TEXTURE_2D);
  map->size = size;
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
