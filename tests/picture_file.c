#include "picture_file.h"

#include <stdio.h>

#include <stb_image.h>

enum { BYTES_MOST = 4 << 20 };

uint8_t *picture_read(const char *path, int *width, int *height) {
  static uint8_t bytes[BYTES_MOST + 1];
  int channels;
  FILE *const file = fopen(path, "rb");
  if (!file) return NULL;
  const size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  return size > BYTES_MOST ? NULL : stbi_load_from_memory(bytes, (int)size, width, height, &channels, 3);
}

void picture_free(uint8_t *pixels) {
  stbi_image_free(pixels);
}
