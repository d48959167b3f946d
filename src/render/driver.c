#include "render/driver.h"

#include <glad/gl.h>
#include <string.h>

bool driver_has(const char *extension) {
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint n = 0; n < count; n++)
    if (strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)n), extension) == 0) return true;
  return false;
}

/* ISO C knows no cast from object to function pointer. */
void driver_find(void *function, void *(*get_proc_address)(const char *name), const char *name) {
  void *const address = get_proc_address(name);
  memcpy(function, &address, sizeof address);
}
