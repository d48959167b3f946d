#include "commands/sheet.h"

#include <stb_image.h>
#include <stb_image_write.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/output.h"

enum { GAP = 8, LETTER = 2, LINE = 5 * LETTER + GAP }; /* pixels: between thumbnails; of a letter's dot; of a label with its gap */

/* Letters of three by five dots: five octal digits, the rows from the top, whose bits are the dots from the left. */
static const uint16_t letters[26] = {
    025755, 065656, 034443, 065556, 074647, 074644, 034553, 055755, 072227, 011152, 055655, 044447, 057755, /* a to m */
    065555, 025552, 065644, 025563, 065655, 034216, 072222, 055557, 055552, 055775, 055255, 055222, 071247, /* n to z */
};
static const uint16_t digits[10] = {075557, 026227, 061247, 061216, 055711, 074616, 034757, 071222, 075757, 075716};

bool sheet_init(Sheet *sheet, int columns, int rows, int width, int height) {
  *sheet = (Sheet){.columns = columns, .rows = rows, .thumb_height = SHEET_THUMB_WIDTH * height / width};
  if (sheet->thumb_height < 1) sheet->thumb_height = 1;
  sheet->width = GAP + columns * (SHEET_THUMB_WIDTH + GAP);
  sheet->height = GAP + rows * (sheet->thumb_height + LINE + GAP);
  sheet->pixels = memory_create((size_t)sheet->width * (size_t)sheet->height, 3);
  if (sheet->pixels) memset(sheet->pixels, 24, (size_t)sheet->width * (size_t)sheet->height * 3);
  return sheet->pixels != NULL;
}

void sheet_shutdown(Sheet *sheet) {
  memory_free(sheet->pixels);
  *sheet = (Sheet){0};
}

static uint8_t *pixel(const Sheet *sheet, int x, int y) {
  return sheet->pixels + 3 * ((size_t)y * (size_t)sheet->width + (size_t)x);
}

/* Each pixel of the thumbnail is the mean of those of the picture that it covers, one at least. */
static void add_thumb(const Sheet *sheet, int left, int top, const uint8_t *picture, int width, int height) {
  for (int y = 0; y < sheet->thumb_height; y++)
    for (int x = 0; x < SHEET_THUMB_WIDTH; x++) {
      const int x0 = x * width / SHEET_THUMB_WIDTH, y0 = y * height / sheet->thumb_height;
      int x1 = (x + 1) * width / SHEET_THUMB_WIDTH, y1 = (y + 1) * height / sheet->thumb_height;
      if (x1 <= x0) x1 = x0 + 1;
      if (y1 <= y0) y1 = y0 + 1;
      long sums[3] = {0};
      for (int v = y0; v < y1; v++)
        for (int u = x0; u < x1; u++)
          for (int c = 0; c < 3; c++) sums[c] += picture[3 * ((size_t)v * (size_t)width + (size_t)u) + (size_t)c];
      for (int c = 0; c < 3; c++) pixel(sheet, left + x, top + y)[c] = (uint8_t)(sums[c] / ((long)(x1 - x0) * (y1 - y0)));
    }
}

static unsigned dots_of(char letter) {
  if (letter >= 'a' && letter <= 'z') return letters[letter - 'a'];
  if (letter >= '0' && letter <= '9') return digits[letter - '0'];
  return letter == '-' ? 0700 : 0;
}

static void add_label(const Sheet *sheet, int left, int top, const char *label) {
  const int room = SHEET_THUMB_WIDTH / (4 * LETTER);
  for (int n = 0; label[n] && n < room; n++) {
    const unsigned dots = dots_of(label[n]);
    for (int y = 0; y < 5 * LETTER; y++)
      for (int x = 0; x < 3 * LETTER; x++) {
        const int dot = 14 - 3 * (y / LETTER) - x / LETTER;
        if (dots >> dot & 1) memset(pixel(sheet, left + 4 * LETTER * n + x, top + y), 210, 3);
      }
  }
}

bool sheet_add(Sheet *sheet, int column, int row, const char *path, const char *label, Error *error) {
  int width, height, channels;
  uint8_t *picture = stbi_load(path, &width, &height, &channels, 3);
  if (!picture) return error_set(error, "%s: %s", path, stbi_failure_reason());
  const int left = GAP + column * (SHEET_THUMB_WIDTH + GAP), top = GAP + row * (sheet->thumb_height + LINE + GAP);
  add_thumb(sheet, left, top, picture, width, height);
  add_label(sheet, left, top + sheet->thumb_height + GAP / 2, label);
  stbi_image_free(picture);
  return true;
}

static void append_bytes(void *file, void *bytes, int size) {
  fwrite(bytes, 1, (size_t)size, file); /* output_close sees what failed */
}

bool sheet_write(const Sheet *sheet, const char *path, Error *error) {
  Output output;
  if (!output_open(&output, path, error)) return false;
  const bool made = stbi_write_png_to_func(append_bytes, output.file, sheet->width, sheet->height, 3, sheet->pixels, 3 * sheet->width) != 0;
  if (!output_close(&output, made, error)) return false;
  return made || error_set(error, "%s: not enough memory for the sheet", path);
}
