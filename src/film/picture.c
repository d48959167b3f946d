#include "film/picture.h"

/* ITU-R BT.709: luma = 0.2126 R + 0.7152 G + 0.0722 B, chroma = (B - luma) / 1.8556 and (R - luma) / 1.5748; luma fills 16 to 235 and
 * chroma 16 to 240 of a byte. Here in units of 1/65536. */
enum { ONE = 65536, HALF = ONE / 2 };

size_t film_picture_size(int width, int height) {
  return (size_t)width * (size_t)height * 3 / 2;
}

static uint8_t to_byte(int fixed) {
  const int value = (fixed + HALF) >> 16;
  return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

void film_picture_from_rgba(uint8_t *planes, const uint8_t *rgba, int width, int height) {
  const size_t pixels = (size_t)width * (size_t)height, row = (size_t)width * 4;
  uint8_t *const blue = planes + pixels, *const red = blue + pixels / 4;
  for (size_t n = 0; n < pixels; n++) {
    const uint8_t *const p = rgba + 4 * n;
    planes[n] = (uint8_t)((11966 * p[0] + 40254 * p[1] + 4064 * p[2] + 16 * ONE + HALF) >> 16);
  }
  for (size_t y = 0; y < (size_t)height / 2; y++)
    for (size_t x = 0; x < (size_t)width / 2; x++) { /* the mean of four pixels each */
      const uint8_t *const p = rgba + 2 * y * row + 8 * x, *const q = p + row;
      const int r = p[0] + p[4] + q[0] + q[4], g = p[1] + p[5] + q[1] + q[5], b = p[2] + p[6] + q[2] + q[6];
      blue[y * ((size_t)width / 2) + x] = (uint8_t)((-6596 * r - 22189 * g + 28785 * b + 512 * ONE + 2 * ONE) >> 18);
      red[y * ((size_t)width / 2) + x] = (uint8_t)((28785 * r - 26145 * g - 2640 * b + 512 * ONE + 2 * ONE) >> 18);
    }
}

void film_picture_to_rgb(uint8_t *rgb, const uint8_t *planes, int width, int height) {
  const size_t pixels = (size_t)width * (size_t)height;
  const uint8_t *const blue = planes + pixels, *const red = blue + pixels / 4;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const size_t at = (size_t)(y / 2) * (size_t)(width / 2) + (size_t)(x / 2);
      const int luma = 76309 * (planes[(size_t)y * (size_t)width + (size_t)x] - 16), b = blue[at] - 128, r = red[at] - 128;
      uint8_t *const p = rgb + 3 * ((size_t)y * (size_t)width + (size_t)x);
      p[0] = to_byte(luma + 117489 * r);
      p[1] = to_byte(luma - 13976 * b - 34925 * r);
      p[2] = to_byte(luma + 138438 * b);
    }
}
