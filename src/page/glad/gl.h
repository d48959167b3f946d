#ifndef PAGE_GLAD_GL_H
#define PAGE_GLAD_GL_H

/* OpenGL as a browser has it, in the place of the header that glad generates: WebGL 2 is OpenGL ES 3.0, and its functions are linked, not
 * looked up. What the renderer calls beside them is declared here; gl.c says what each does. */

#include <GLES3/gl3.h>

#define GLAD_API_PTR
#define GL_BGRA GL_RGBA /* of textures that are drawn into and read again, never of pixels in memory */
#define GL_FILL 0x1B02
#define GL_LINE 0x1B01
#define GL_PRIMITIVES_GENERATED 0x8C87
#define GL_QUERY_COUNTER_BITS 0x8864
#define GL_TIMESTAMP 0x8E28

typedef void (*GLADapiproc)(void);
typedef GLADapiproc (*GLADloadfunc)(const char *name);

#define GLAD_VERSION_MAJOR(version) ((version) / 10000)
#define GLAD_VERSION_MINOR(version) ((version) % 10000)

#ifdef __cplusplus
extern "C" {
#endif

int gladLoadGL(GLADloadfunc load);
void glDrawBuffer(GLenum buffer);
void glPolygonMode(GLenum face, GLenum mode);
void glQueryCounter(GLuint query, GLenum target);
void glGetQueryObjectiv(GLuint query, GLenum name, GLint *value);
void glGetQueryObjectui64v(GLuint query, GLenum name, GLuint64 *value);

#ifdef __cplusplus
}
#endif

#endif
