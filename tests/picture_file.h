#ifndef TESTS_PICTURE_FILE_H
#define TESTS_PICTURE_FILE_H

/* Pictures in files, for the programs by which scripts look at them. */

#include <stdint.h>

/* width * height * 3 bytes, the top row first, for picture_free; NULL where the file cannot be read, is over 4 MiB or no picture. */
uint8_t *picture_read(const char *path, int *width, int *height);
void picture_free(uint8_t *pixels);

#endif
