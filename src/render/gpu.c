#include "render/gpu.h"

#include <stddef.h>
#include <string.h>

void gpu_texture_bind(GLuint texture, TextureUnit unit) {
  glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
  glBindTexture(GL_TEXTURE_2D, texture);
}

void gpu_texture_levels(GLuint *texture, TextureUnit unit, int width, int height, int levels, const TextureDef *def, const void *pixels) {
  if (!*texture) glGenTextures(1, texture);
  gpu_texture_bind(*texture, unit);
  /* Before the texture has room: drivers take room for a pyramid of levels where the filter asks for one. */
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, def->filter);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, def->filter == GL_NEAREST ? GL_NEAREST : GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, def->wrap);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, def->wrap);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, levels - 1);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  for (int level = 0; level < levels; level++, width = gpu_halved(width), height = gpu_halved(height))
    glTexImage2D(GL_TEXTURE_2D, level, def->internal_format, width, height, 0, def->format, def->type, level == 0 ? pixels : NULL);
}

void gpu_texture(GLuint *texture, TextureUnit unit, int width, int height, const TextureDef *def, const void *pixels) {
  const bool mipmaps = def->filter == GL_LINEAR_MIPMAP_LINEAR || def->filter == GL_LINEAR_MIPMAP_NEAREST;
  int levels = 1;
  while (mipmaps && (width >> levels > 0 || height >> levels > 0)) levels++;
  gpu_texture_levels(texture, unit, width, height, levels, def, pixels);
}

void gpu_texture_write(GLuint texture, TextureUnit unit, int width, int height, const TextureDef *def, const void *pixels) {
  gpu_texture_bind(texture, unit);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, def->format, def->type, pixels);
}

TextureRect gpu_rect_joined(const TextureRect *a, const TextureRect *b) {
  if (a->width == 0) return *b;
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

TextureRect gpu_rect_tile(int side, int x, int z, int width, int height) {
  const int wide = width - x * side, deep = height - z * side;
  return (TextureRect){x * side, z * side, wide < side ? wide : side, deep < side ? deep : side};
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
  *end = even ? (*end + 1) / 2 : gpu_halved(count);
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
    width = gpu_halved(width);
    height = gpu_halved(height);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteFramebuffers(2, framebuffers);
}

void gpu_framebuffer(GLuint *framebuffer, const GLuint *colours, int count, GLuint depth, int level) {
  if (!*framebuffer) glGenFramebuffers(1, framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, *framebuffer);
  static const GLenum buffers[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2};
  for (int n = 0; n < count; n++) glFramebufferTexture2D(GL_FRAMEBUFFER, buffers[n], GL_TEXTURE_2D, colours[n], level);
  if (depth) glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0);
  if (count) {
    glDrawBuffers(count, buffers);
  } else {
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
  }
}

void gpu_blend_moving(void) {
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA);
}

void gpu_draw_into(GLuint framebuffer, int width, int height) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, width, height);
}

void gpu_buffer(GLenum target, GLuint *buffer, size_t size, const void *data, GLenum usage) {
  if (!*buffer) glGenBuffers(1, buffer);
  glBindBuffer(target, *buffer);
  glBufferData(target, (GLsizeiptr)size, data, usage);
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

bool gpu_has(const char *extension) {
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint n = 0; n < count; n++)
    if (strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)n), extension) == 0) return true;
  return false;
}

/* ISO C knows no cast from object to function pointer. */
void gpu_find(void *function, void *(*get_proc_address)(const char *name), const char *name) {
  void *const address = get_proc_address(name);
  memcpy(function, &address, sizeof address);
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
  if (version >= 42 || gpu_has("GL_ARB_base_instance")) {
    gpu_find(&elements_from, get_proc_address, "glDrawElementsInstancedBaseInstance");
    gpu_find(&arrays_from, get_proc_address, "glDrawArraysInstancedBaseInstance");
  }
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  return largest >= texture_side || error_set(error, "OpenGL driver %s has textures up to %d; grids need %d",
                                              (const char *)glGetString(GL_RENDERER), largest, texture_side);
}
