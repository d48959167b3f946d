/* Gives the renderer what of OpenGL 3.3 a browser has not, or has otherwise. The linker sends calls of NAME to __wrap_NAME here (CMakeLists.txt), so
 * that no other file need know where it runs. */
#include <glad/gl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The browser's, of browser.js. */
int page_gl_extensions(void);
void page_gl_read_buffer(void *bytes, int size);
void page_gl_device(char *name, int size);
void page_gl_levels(int last);
int page_gl_storage(int internal, int width, int height);

int gladLoadGL(GLADloadfunc load) {
  (void)load;
  return page_gl_extensions() >= 2 ? 30003 : 0; /* without EXT_float_blend some devices blend less; nothing else is lost */
}

/* --- shaders ------------------------------------------------------------------------------------------------------------------- */

void __real_glShaderSource(GLuint shader, GLsizei count, const GLchar *const *text, const GLint *sizes);
void __wrap_glShaderSource(GLuint shader, GLsizei count, const GLchar *const *text, const GLint *sizes);

/* GLSL 3.30 as the shaders use it is GLSL ES 3.00 but for its first line and its precisions. */
void __wrap_glShaderSource(GLuint shader, GLsizei count, const GLchar *const *text, const GLint *sizes) {
  enum { STRINGS = 8 };
  static const char desktop[] = "#version 330 core\n";
  static const char head[] =
      "#version 300 es\nprecision highp float;precision highp int;precision highp sampler2D;precision highp sampler2DShadow;\n";
  const GLchar *strings[STRINGS + 1];
  GLint lengths[STRINGS + 1];
  const GLint size = (GLint)sizeof desktop - 1;
  if (count < 1 || count > STRINGS || strncmp(text[0], desktop, (size_t)size) != 0) {
    __real_glShaderSource(shader, count, text, sizes);
    return;
  }
  strings[0] = head, lengths[0] = (GLint)sizeof head - 1;
  for (GLsizei n = 0; n < count; n++) {
    const GLint skipped = n == 0 ? size : 0;
    strings[n + 1] = text[n] + skipped;
    lengths[n + 1] = (sizes && sizes[n] >= 0 ? sizes[n] : (GLint)strlen(text[n])) - skipped;
  }
  __real_glShaderSource(shader, count + 1, strings, lengths);
}

/* --- textures with levels ------------------------------------------------------------------------------------------------------ */

void __real_glTexParameteri(GLenum target, GLenum name, GLint value);
void __wrap_glTexParameteri(GLenum target, GLenum name, GLint value);
void __real_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border, GLenum format,
                         GLenum type, const void *pixels);
void __wrap_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border, GLenum format,
                         GLenum type, const void *pixels);

void __wrap_glTexParameteri(GLenum target, GLenum name, GLint value) {
  if (name == GL_TEXTURE_MAX_LEVEL) page_gl_levels(value);
  __real_glTexParameteri(target, name, value);
}

void __wrap_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border, GLenum format,
                         GLenum type, const void *pixels) {
  if (level > 0) return; /* it has its room */
  if (!page_gl_storage(internal, width, height))
    __real_glTexImage2D(target, level, internal, width, height, border, format, type, pixels);
  else if (pixels)
    glTexSubImage2D(target, 0, 0, 0, width, height, format, type, pixels);
}

/* --- buffers --------------------------------------------------------------------------------------------------------------------- */

void __real_glBufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage);
void __wrap_glBufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage);
void __real_glBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, const void *data);
void __wrap_glBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, const void *data);

/* Where no bytes are given WebGL takes all that follow them: the program's whole memory, each frame. */
void __wrap_glBufferData(GLenum target, GLsizeiptr size, const void *data, GLenum usage) {
  __real_glBufferData(target, size, size > 0 ? data : NULL, usage);
}
void __wrap_glBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, const void *data) {
  if (size > 0) __real_glBufferSubData(target, offset, size, data);
}

/* --- reading back -------------------------------------------------------------------------------------------------------------- */

void __real_glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels);
void __wrap_glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels);

/* Pixels are read with four parts or not at all. */
void __wrap_glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels) {
  const size_t count = (size_t)width * (size_t)height;
  uint8_t *const four = format == GL_RGB && width > 0 && height > 0 ? malloc(4 * count) : NULL;
  uint8_t *const three = pixels;
  if (!four) {
    __real_glReadPixels(x, y, width, height, format, type, pixels);
    return;
  }
  __real_glReadPixels(x, y, width, height, GL_RGBA, type, four);
  for (size_t n = 0; n < count; n++) memcpy(three + 3 * n, four + 4 * n, 3);
  free(four);
}

static void *mapped; /* the one buffer that is */

void *glMapBufferRange(GLenum target, GLintptr offset, GLsizeiptr size, GLbitfield access) {
  (void)target, (void)offset, (void)access; /* PIXEL_PACK_BUFFER, from its beginning, to read */
  free(mapped);
  mapped = malloc((size_t)size);
  if (mapped) page_gl_read_buffer(mapped, (int)size);
  return mapped;
}

GLboolean glUnmapBuffer(GLenum target) {
  (void)target;
  free(mapped);
  mapped = NULL;
  return GL_TRUE;
}

GLenum __real_glClientWaitSync(GLsync fence, GLbitfield flags, GLuint64 timeout);
GLenum __wrap_glClientWaitSync(GLsync fence, GLbitfield flags, GLuint64 timeout);

/* A page may not wait; reading the buffer does. */
GLenum __wrap_glClientWaitSync(GLsync fence, GLbitfield flags, GLuint64 timeout) {
  const GLenum state = __real_glClientWaitSync(fence, flags, 0);
  return timeout > 0 && state == GL_TIMEOUT_EXPIRED ? GL_CONDITION_SATISFIED : state;
}

/* --- what there is nothing for ------------------------------------------------------------------------------------------------- */

const GLubyte *__real_glGetString(GLenum name);
const GLubyte *__wrap_glGetString(GLenum name);

const GLubyte *__wrap_glGetString(GLenum name) {
  static char device[256];
  if (name != GL_RENDERER) return __real_glGetString(name);
  if (!device[0]) page_gl_device(device, sizeof device);
  return (const GLubyte *)device;
}

GLenum __wrap_glGetError(void);

/* An answer would wait for all that was drawn; the browser tells of errors by itself, in its console. */
GLenum __wrap_glGetError(void) {
  return GL_NO_ERROR;
}

void glDrawBuffer(GLenum buffer) {
  glDrawBuffers(1, &buffer);
}

void glPolygonMode(GLenum face, GLenum mode) {
  (void)face, (void)mode; /* a mesh cannot be drawn as lines */
}

/* No pass can be timed, and no triangles are counted. */
void __wrap_glGetQueryiv(GLenum target, GLenum name, GLint *value);
void __wrap_glGetQueryiv(GLenum target, GLenum name, GLint *value) {
  (void)target, (void)name;
  *value = 0;
}
void __wrap_glBeginQuery(GLenum target, GLuint query);
void __wrap_glBeginQuery(GLenum target, GLuint query) {
  (void)target, (void)query;
}
void __wrap_glEndQuery(GLenum target);
void __wrap_glEndQuery(GLenum target) {
  (void)target;
}
void __wrap_glGetQueryObjectuiv(GLuint query, GLenum name, GLuint *value);
void __wrap_glGetQueryObjectuiv(GLuint query, GLenum name, GLuint *value) {
  (void)query, (void)name;
  *value = 0;
}
void glQueryCounter(GLuint query, GLenum target) {
  (void)query, (void)target;
}
void glGetQueryObjectiv(GLuint query, GLenum name, GLint *value) {
  (void)query, (void)name;
  *value = 0;
}
void glGetQueryObjectui64v(GLuint query, GLenum name, GLuint64 *value) {
  (void)query, (void)name;
  *value = 0;
}
