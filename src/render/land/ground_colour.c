#include "render/land/ground_colour.h"

#include <string.h>

const ProgramDef ground_colour_programs = {"ground_colour", {""}};

static const TextureDef map_def = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE};

static int side_of(int cells, int longer, int side_max) {
  const double texels = 2.0 * longer <= side_max ? 2.0 * cells : (double)side_max * cells / longer;
  return texels < 1 ? 1 : (int)texels;
}

void ground_colour_draw(GroundColour *map, const PassContext *context, const FrameView *frame, int side_max, int light) {
  const int longer = frame->nx > frame->nz ? frame->nx : frame->nz;
  const int width = side_of(frame->nx, longer, side_max), height = side_of(frame->nz, longer, side_max);
  const bool resized = map->width != width || map->height != height;
  gpu_texture_bind(map->texture, UNIT_GROUND_COLOUR);
  const int quality = context->shaders.quality;
  const bool relit = map->quality != quality || (quality == 0 && map->light != light);
  if (!resized && !relit && map->version == frame->terrain_version && map->ground == frame->ground) return;
  if (resized) {
    gpu_texture(&map->texture, UNIT_GROUND_COLOUR, width, height, &map_def, NULL);
    gpu_framebuffer(&map->framebuffer, (const GLuint[3]){map->texture, 0, 0}, 0);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, map->framebuffer);
  glViewport(0, 0, width, height);
  glDisable(GL_DEPTH_TEST);
  if (program_use(&map->program, &ground_colour_programs, &context->shaders, 0)) gpu_draw_screen(context->empty_vertex_array);
  gpu_texture_bind(map->texture, UNIT_GROUND_COLOUR);
  glGenerateMipmap(GL_TEXTURE_2D);
  map->width = width;
  map->height = height;
  map->quality = quality;
  map->light = light;
  map->version = frame->terrain_version;
  map->ground = frame->ground;
}

void ground_colour_forget(GroundColour *map) {
  map->width = 0;
}

void ground_colour_shutdown(GroundColour *map) {
  glDeleteTextures(1, &map->texture);
  glDeleteFramebuffers(1, &map->framebuffer);
  program_shutdown(&map->program);
  memset(map, 0, sizeof *map);
}
