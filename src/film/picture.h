#ifndef FILM_PICTURE_H
#define FILM_PICTURE_H

/* Pictures as films have them: three planes of bytes, luma of the full size and both chroma of half the width and height (4:2:0), in
 * the colours of ITU-R BT.709, luma from 16 to 235. Sides are even. */

#include <stddef.h>
#include <stdint.h>

/* Bytes of the three planes, which lie one behind the other: luma, blue, red. */
size_t film_picture_size(int width, int height);

/* From and to rows of red, green, blue (and in `rgba` a fourth byte that is skipped), the top row first. */
void film_picture_from_rgba(uint8_t *planes, const uint8_t *rgba, int width, int height);
void film_picture_to_rgb(uint8_t *rgb, const uint8_t *planes, int width, int height);

#endif
