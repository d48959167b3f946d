#include "render/gpu.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "render/driver.h"
#include "render/shader_source.h"

const char *const gpu_unwanted = "closed while shaders were compiled";

static const char *const unit_names[UNIT_COUNT] = {
    [UNIT_GROUND] = "ground_map",
    [UNIT_GROUND_LIGHT] = "ground_shade_map",
    [UNIT_GROUND_SHADOW] = "ground_shadow_map",
    [UNIT_WATER] = "water_map",
    [UNIT_FLOW] = "flow_map",
    [UNIT_FOAM] = "foam_map",
    [UNIT_NEAR_WATER] = "near_water_map",
    [UNIT_NOISE] = "noise_map",
    [UNIT_BODY_SHADOW] = "body_shadow_map",
    [UNIT_SCENE_COLOUR] = "scene_colour_map",
    [UNIT_SCENE_DEPTH] = "scene_depth_map",
    [UNIT_OVERLAY] = "overlay_map",
    [UNIT_DEPTH] = "depth_map",
    [UNIT_DEPTH_EARLIER] = "depth_earlier_map",
    [UNIT_VELOCITY_X] = "velocity_x_map",
    [UNIT_VELOCITY_Z] = "velocity_z_map",
    [UNIT_SKY] = "sky_map",
    [UNIT_GROUND_COLOUR] = "ground_colour_map",
    [UNIT_WATER_PICTURE] = "water_picture_map",
    [UNIT_PROP_SHADOW] = "prop_shadow_map",
    [UNIT_AROUND_SHAPE] = "around_shape_map",
    [UNIT_DYE] = "dye_map",
    [UNIT_FRAME] = "frame_map",
};

static bool load_source(ShaderSource *source, const ShaderOptions *options, const char *name, const char *defines, const char *suffix,
                        Error *error) {
  char head[256];
  snprintf(head, sizeof head, "#version 330 core\n#define QUALITY %d\n%s", options->quality, defines);
  return shader_source_load(source, options->dir, name, suffix, head, error);
}

static GLuint compile(const ShaderSource *source, GLenum stage, Error *error) {
  GLuint shader = glCreateShader(stage);
  const GLchar *text = source->text;
  glShaderSource(shader, 1, &text, NULL);
  glCompileShader(shader);
  GLint ok = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok) return shader;
  char log[400] = "";
  glGetShaderInfoLog(shader, sizeof log, NULL, log);
  shader_source_explain(source, log, error);
  glDeleteShader(shader);
  return 0;
}

static GLuint link_program(GLuint vertex, GLuint fragment, const ProgramFiles *files, const ProgramCache *cache, Error *error) {
  GLuint program = glCreateProgram();
  if (cache) program_cache_hint(cache, program);
  glAttachShader(program, vertex);
  glAttachShader(program, fragment);
  glLinkProgram(program);
  GLint ok = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &ok);
  if (ok) return program;
  char log[300] = "";
  glGetProgramInfoLog(program, sizeof log, NULL, log);
  error_set(error, "shaders %s.vert and %s.frag do not link: %s", files->vertex, files->fragment, log);
  glDeleteProgram(program);
  return 0;
}

/* Tells the caller, who may draw into the window, in the middle of a frame. */
static bool tell(const ShaderOptions *options, const char *name) {
  GLint draw = 0, read = 0;
  if (!options->compiling) return true;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw);
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const bool wanted = options->compiling(options->user, name);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)draw);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)read);
  return wanted;
}

/* Returns the program of another run, if one was kept; else compiles it, and keeps it for the next. */
static GLuint find_program(const ShaderOptions *options, const ProgramFiles *files, const char *defines, const ShaderSource sources[2],
                           Error *error) {
  ProgramCache *const cache = options->cache;
  const uint64_t key = cache ? program_cache_key(cache, sources[0].text, sources[1].text) : 0;
  char file[SHADER_NAME_MAX + 32];
  snprintf(file, sizeof file, "%s-%d-%08x", files->fragment, options->quality, (unsigned)hash_bytes(HASH_START, defines, strlen(defines)));
  GLuint program = cache ? program_cache_load(cache, file, key) : 0;
  if (program) return program;
  if (options->cached_only) {
    error_set(error, "%s", gpu_unwanted);
    return 0;
  }
  const GLuint vertex = compile(&sources[0], GL_VERTEX_SHADER, error);
  const GLuint fragment = vertex ? compile(&sources[1], GL_FRAGMENT_SHADER, error) : 0;
  program = fragment ? link_program(vertex, fragment, files, cache, error) : 0;
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  if (program && cache) program_cache_keep(cache, file, key, program);
  return program;
}

GLuint gpu_program(const ShaderOptions *options, const ProgramFiles *files, const char *defines, Error *error) {
  if (!tell(options, files->vertex)) {
    error_set(error, "%s", gpu_unwanted);
    return 0;
  }
  ShaderSource sources[2];
  if (!load_source(&sources[0], options, files->vertex, defines, "vert", error)) return 0;
  const bool both = load_source(&sources[1], options, files->fragment, defines, "frag", error);
  const GLuint program = both ? find_program(options, files, defines, sources, error) : 0;
  if (both) shader_source_free(&sources[1]);
  shader_source_free(&sources[0]);
  if (!program) return 0;
  glUseProgram(program);
  for (int unit = 0; unit < UNIT_COUNT; unit++) {
    const GLint location = glGetUniformLocation(program, unit_names[unit]);
    if (location >= 0) glUniform1i(location, unit);
  }
  const GLuint block = glGetUniformBlockIndex(program, "Frame");
  if (block != GL_INVALID_INDEX) glUniformBlockBinding(program, block, 0);
  glUseProgram(0);
  return program;
}

void gpu_texture_bind(GLuint texture, TextureUnit unit) {
  glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
  glBindTexture(GL_TEXTURE_2D, texture);
}

/* Set before the texture has room: drivers take room for a pyramid of levels where the filter asks for one. */
static void set_sampling(const TextureDef *def, int levels) {
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, def->filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, def->filter == GL_NEAREST ? GL_NEAREST : GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, def->wrap);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, def->wrap);
  if (levels > 0) glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, levels - 1);
}

void gpu_texture(GLuint *texture, TextureUnit unit, int width, int height, const TextureDef *def, const void *pixels) {
  const bool mipmaps = def->filter == GL_LINEAR_MIPMAP_LINEAR || def->filter == GL_LINEAR_MIPMAP_NEAREST;
  if (!*texture) glGenTextures(1, texture);
  gpu_texture_bind(*texture, unit);
  set_sampling(def, mipmaps ? 0 : 1);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, def->internal_format, width, height, 0, def->format, def->type, pixels);
  for (int level = 1; mipmaps && (width > 1 || height > 1); level++) {
    width = width > 1 ? width / 2 : 1;
    height = height > 1 ? height / 2 : 1;
    glTexImage2D(GL_TEXTURE_2D, level, def->internal_format, width, height, 0, def->format, def->type, NULL);
  }
}

void gpu_texture_levels(GLuint *texture, TextureUnit unit, int width, int height, int levels, const TextureDef *def) {
  if (!*texture) glGenTextures(1, texture);
  gpu_texture_bind(*texture, unit);
  set_sampling(def, levels);
  for (int level = 0; level < levels; level++)
    glTexImage2D(GL_TEXTURE_2D, level, def->internal_format, width >> level, height >> level, 0, def->format, def->type, NULL);
}

void gpu_texture_write(GLuint texture, TextureUnit unit, int width, int height, const TextureDef *def, const void *pixels) {
  gpu_texture_bind(texture, unit);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, def->format, def->type, pixels);
}

TextureRect gpu_rect_joined(const TextureRect *a, const TextureRect *b) {
  const int x = a->x < b->x ? a->x : b->x, y = a->y < b->y ? a->y : b->y;
  const int right = a->x + a->width > b->x + b->width ? a->x + a->width : b->x + b->width;
  const int top = a->y + a->height > b->y + b->height ? a->y + a->height : b->y + b->height;
  return (TextureRect){x, y, right - x, top - y};
}

TextureRect gpu_rect_grown(const TextureRect *rect, int by, int width, int height) {
  const int x0 = rect->x > by ? rect->x - by : 0, y0 = rect->y > by ? rect->y - by : 0;
  const int x1 = rect->x + rect->width + by, y1 = rect->y + rect->height + by;
  return (TextureRect){x0, y0, (x1 < width ? x1 : width) - x0, (y1 < height ? y1 : height) - y0};
}

void gpu_texture_write_part(GLuint texture, TextureUnit unit, const TextureRect *rect, const TextureDef *def, const float *pixels,
                            int stride) {
  gpu_texture_bind(texture, unit);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, stride);
  glTexSubImage2D(GL_TEXTURE_2D, 0, rect->x, rect->y, rect->width, rect->height, def->format, def->type,
                  pixels + (ptrdiff_t)rect->y * stride + rect->x);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

/* The texels [*first, *end) of the next level that show these of a level with `count`: all of them where it has an odd number, for they lie
 * askew then. [*from, *to): the texels that they are the mean of. */
static void shrink_range(int count, int *first, int *end, int *from, int *to) {
  const bool even = count % 2 == 0;
  *first = even ? *first / 2 : 0;
  *end = even ? (*end + 1) / 2 : count > 1 ? count / 2 : 1;
  *from = even ? 2 * *first : 0;
  *to = even ? 2 * *end : count;
}

void gpu_texture_shrink_part(GLuint texture, int width, int height, const TextureRect *rect) {
  int x0 = rect->x, y0 = rect->y, x1 = rect->x + rect->width, y1 = rect->y + rect->height;
  GLuint framebuffers[2];
  glGenFramebuffers(2, framebuffers);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffers[0]);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffers[1]);
  for (int level = 0; width > 1 || height > 1; level++) {
    int from_x, to_x, from_y, to_y;
    shrink_range(width, &x0, &x1, &from_x, &to_x);
    shrink_range(height, &y0, &y1, &from_y, &to_y);
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, level);
    glFramebufferTexture2D(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, level + 1);
    glBlitFramebuffer(from_x, from_y, to_x, to_y, x0, y0, x1, y1, GL_COLOR_BUFFER_BIT, GL_LINEAR);
    width = width > 1 ? width / 2 : 1;
    height = height > 1 ? height / 2 : 1;
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteFramebuffers(2, framebuffers);
}

static void attach(GLuint *framebuffer, const GLuint colours[3], GLuint depth, int level) {
  if (!*framebuffer) glGenFramebuffers(1, framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, *framebuffer);
  GLenum buffers[3];
  GLsizei count = 0;
  for (GLenum i = 0; i < 3 && colours[i]; i++) {
    buffers[count++] = GL_COLOR_ATTACHMENT0 + i;
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + i, GL_TEXTURE_2D, colours[i], level);
  }
  if (depth) glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0);
  if (count) {
    glDrawBuffers(count, buffers);
  } else {
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
  }
}

void gpu_framebuffer(GLuint *framebuffer, const GLuint colours[3], GLuint depth) {
  attach(framebuffer, colours, depth, 0);
}

void gpu_framebuffer_level(GLuint *framebuffer, const GLuint colours[3], int level) {
  attach(framebuffer, colours, 0, level);
}

void gpu_draw_vertices(GLuint empty_vertex_array, int count) {
  glBindVertexArray(empty_vertex_array);
  glDrawArrays(GL_TRIANGLES, 0, count);
}

void gpu_draw_screen(GLuint empty_vertex_array) {
  gpu_draw_vertices(empty_vertex_array, GPU_SCREEN_VERTICES);
}

void gpu_state_begin(void) {
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_TRUE);
  glDepthFunc(GL_LEQUAL);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

void gpu_state_end(void) {
  glUseProgram(0);
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  glActiveTexture(GL_TEXTURE0);
  glDisable(GL_DEPTH_TEST);
}

/* Functions of GL_ARB_base_instance, in OpenGL's core from 4.2 on; NULL: the driver has neither. */
static void(GLAD_API_PTR *elements_from)(GLenum mode, GLsizei count, GLenum type, const void *from, GLsizei instances, GLuint first);
static void(GLAD_API_PTR *arrays_from)(GLenum mode, GLint from, GLsizei count, GLsizei instances, GLuint first);

void gpu_draw_elements(const GpuInstances *instances, GLsizei indices, GLenum type, size_t from) {
  const void *const at = (const void *)(uintptr_t)from;
  if (elements_from) {
    elements_from(GL_TRIANGLES, indices, type, at, instances->count, (GLuint)instances->first);
    return;
  }
  instances->move(instances->first);
  glDrawElementsInstanced(GL_TRIANGLES, indices, type, at, instances->count);
}

void gpu_draw_arrays(const GpuInstances *instances, int first_vertex, GLsizei vertices) {
  if (arrays_from) {
    arrays_from(GL_TRIANGLES, first_vertex, vertices, instances->count, (GLuint)instances->first);
    return;
  }
  instances->move(instances->first);
  glDrawArraysInstanced(GL_TRIANGLES, first_vertex, vertices, instances->count);
}

bool gpu_load(void *(*get_proc_address)(const char *name), int texture_side, Error *error) {
  const int loaded = gladLoadGL((GLADloadfunc)get_proc_address);
  const int version = loaded ? GLAD_VERSION_MAJOR(loaded) * 10 + GLAD_VERSION_MINOR(loaded) : 0;
  const char *found = loaded ? (const char *)glGetString(GL_VERSION) : NULL;
  if (version < 33) return error_set(error, "found \"OpenGL %s\"; the demo needs 3.3 or later", found ? found : "none");
  elements_from = NULL;
  arrays_from = NULL;
  if (version >= 42 || driver_has("GL_ARB_base_instance")) {
    driver_find(&elements_from, get_proc_address, "glDrawElementsInstancedBaseInstance");
    driver_find(&arrays_from, get_proc_address, "glDrawArraysInstancedBaseInstance");
  }
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  return largest >= texture_side || error_set(error, "OpenGL driver %s has textures up to %d; grids need %d",
                                              (const char *)glGetString(GL_RENDERER), largest, texture_side);
}
