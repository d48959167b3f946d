#ifndef SCENE_IMAGE_HOLES_H
#define SCENE_IMAGE_HOLES_H

#include <stdbool.h>

/* Makes holes (NaN) of lone extremes: pixels of the lowest or the highest value, few of all, that differ from every other pixel around them
 * by more than a quarter of the range of all others: marks of missing data, not peaks. Sets *count. Returns false if memory runs out. */
bool holes_find_extremes(float *heights, int w, int h, int *count);

/* Fills holes (NaN) smoothly from around; one height at least must be there. Returns false if memory runs out. */
bool holes_fill(float *heights, int w, int h);

#endif
