#include <glad/gl.h>
#include <stb_image_write.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/output.h"
#include "render/renderer.h"

static void append_bytes(void *file, void *bytes, int size) {
  fwrite(bytes, 1, (size_t)size, file); /* output_close reports failed writes */
}

static bool write_png(const char *path, int width, int height, const uint8_t *pixels, Error *error) {
  Output output;
  Error reason;
  if (!output_open(&output, path, &reason)) return error_set(error, "screenshot %s", reason.text);
  const bool made = stbi_write_png_to_func(append_bytes, output.file, width, height, 3, pixels, 3 * width) != 0;
  if (!output_close(&output, made, &reason)) return error_set(error, "screenshot %s", reason.text);
  return made || error_set(error, "screenshot %s: not enough memory", path);
}

bool renderer_read_pixels(int width, int height, uint8_t *pixels) {
  const size_t row_size = (size_t)width * 3;
  uint8_t *const spare = width > 0 && height > 0 ? memory_create(1, row_size) : NULL;
  if (!spare) return false;
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels);
  /* OpenGL's first row is the lowest, a PNG's first row the highest. */
  for (int low = 0, high = height - 1; low < high; low++, high--) {
    uint8_t *const a = pixels + (size_t)low * row_size, *const b = pixels + (size_t)high * row_size;
    memcpy(spare, a, row_size);
    memcpy(a, b, row_size);
    memcpy(b, spare, row_size);
  }
  memory_free(spare);
  return true;
}

bool renderer_screenshot(int width, int height, const char *path, Error *error) {
  if (width <= 0 || height <= 0) return error_set(error, "screenshot %s: the window has no size", path);
  uint8_t *const pixels = memory_create((size_t)height, (size_t)width * 3);
  if (!pixels || !renderer_read_pixels(width, height, pixels)) {
    memory_free(pixels);
    return error_set(error, "screenshot %s: not enough memory for %d x %d pixels", path, width, height);
  }
  const bool ok = write_png(path, width, height, pixels, error);
  memory_free(pixels);
  return ok;
}
