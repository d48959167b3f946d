#include <glad/gl.h>
#include <stb_image_write.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "render/renderer.h"

/* OpenGL's first row is the lowest, a PNG's the highest. */
static void flip_rows(uint8_t *pixels, size_t row_size, int height, uint8_t *spare) {
  for (int low = 0, high = height - 1; low < high; low++, high--) {
    uint8_t *a = pixels + (size_t)low * row_size, *b = pixels + (size_t)high * row_size;
    memcpy(spare, a, row_size);
    memcpy(a, b, row_size);
    memcpy(b, spare, row_size);
  }
}

bool renderer_screenshot(int width, int height, const char *path, Error *error) {
  if (width <= 0 || height <= 0) return error_set(error, "screenshot %s: the window has no size", path);
  size_t row_size = (size_t)width * 3;
  uint8_t *pixels = memory_create((size_t)height + 1, row_size);
  if (!pixels) return error_set(error, "screenshot %s: no memory for %d x %d pixels", path, width, height);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels);
  flip_rows(pixels, row_size, height, pixels + row_size * (size_t)height);
  bool ok = stbi_write_png(path, width, height, 3, pixels, (int)row_size) != 0;
  memory_free(pixels);
  return ok || error_set(error, "screenshot %s: cannot be written", path);
}
