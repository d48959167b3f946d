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

static void luma_row(uint8_t *luma, const uint8_t *rgba, int width) {
  for (int x = 0; x < width; x++) {
    const uint8_t *const p = rgba + 4 * x;
    luma[x] = (uint8_t)((11966 * p[0] + 40254 * p[1] + 4064 * p[2] + 16 * ONE + HALF) >> 16);
  }
}

/* The mean of four pixels each. */
static void chroma_row(uint8_t *blue, uint8_t *red, const uint8_t *upper, const uint8_t *lower, int width) {
  for (int x = 0; x < width / 2; x++) {
    const uint8_t *const a = upper + 8 * x, *const b = lower + 8 * x;
    const int r = a[0] + a[4] + b[0] + b[4], g = a[1] + a[5] + b[1] + b[5], bl = a[2] + a[6] + b[2] + b[6];
    blue[x] = (uint8_t)((-6596 * r - 22189 * g + 28785 * bl + 512 * ONE + 2 * ONE) >> 18);
    red[x] = (uint8_t)((28785 * r - 26145 * g - 2640 * bl + 512 * ONE + 2 * ONE) >> 18);
  }
}

void film_picture_from_rgba(uint8_t *planes, const uint8_t *rgba, int width, int height) {
  const size_t pixels = (size_t)width * (size_t)height, row = (size_t)width * 4;
  uint8_t *const blue = planes + pixels, *const red = blue + pixels / 4;
  for (int y = 0; y < height; y++) luma_row(planes + (size_t)y * (size_t)width, rgba + (size_t)y * row, width);
  for (int y = 0; y < height / 2; y++) {
    const size_t at = (size_t)y * (size_t)(width / 2);
    chroma_row(blue + at, red + at, rgba + 2 * (size_t)y * row, rgba + (2 * (size_t)y + 1) * row, width);
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
