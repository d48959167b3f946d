#ifndef SCENE_IMAGE_FORMATS_H
#define SCENE_IMAGE_FORMATS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

enum { FORMAT_HEAD = 32 };

/* Format of an image file. */
typedef enum ImageFormat { FORMAT_NONE, FORMAT_PNG, FORMAT_JPEG, FORMAT_BMP, FORMAT_TGA } ImageFormat;

/* Returns the format by the file's first bytes (zeros follow its end); TGA, which has no such bytes, by the ending of its name or its
 * footer. */
ImageFormat image_format(const char *path, const uint8_t head[FORMAT_HEAD], FILE *file, double bytes);

/* Says that a file is not an image that can be read: of formats that terrain comes in by name, with what to do. Always returns false. */
bool image_format_refuse(const char *path, const uint8_t head[FORMAT_HEAD], double bytes, Error *error);

#endif
