#ifndef COMMANDS_SHEET_H
#define COMMANDS_SHEET_H

/* One picture of many: thumbnails in rows and columns, each with a line of text below it. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

enum { SHEET_THUMB_WIDTH = 320 }; /* pixels */

/* A sheet while it is filled; sheet_init makes room for it, its caller owns it. */
typedef struct Sheet {
  int columns, rows, thumb_height;
  int width, height; /* of the whole, pixels */
  uint8_t *pixels;   /* red, green, blue */
} Sheet;

/* Makes room for pictures of width x height pixels. Returns false if memory runs out. */
bool sheet_init(Sheet *sheet, int columns, int rows, int width, int height);
void sheet_shutdown(Sheet *sheet);

/* Adds the PNG of a file, made smaller; `label` is of small letters, digits and "-", others are left blank. Returns false and sets *error
 * if the file cannot be read. */
bool sheet_add(Sheet *sheet, int column, int row, const char *path, const char *label, Error *error);

/* Writes the sheet as a PNG. Returns false and sets *error if it cannot be written. */
bool sheet_write(const Sheet *sheet, const char *path, Error *error);

#endif
