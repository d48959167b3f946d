#ifndef SCENE_IMAGE_STEPS_H
#define SCENE_IMAGE_STEPS_H

#include <stddef.h>
#include <stdint.h>

/* The set of values that an image has; made by values_create, owned by the caller and freed with memory_free. */
typedef struct ValueSet {
  int bits;         /* of a value: 8 to 24 */
  uint64_t words[]; /* a bit for each value */
} ValueSet;

/* Returns NULL when memory runs out. */
ValueSet *values_create(int bits);
void values_add(ValueSet *values, uint32_t value);

/* Returns the step between the values, at least 1: where nearly all gaps between those that occur are multiples of one number, that number
 * (257 where 8 bits were widened to 16, another where they were stretched); else 1. */
double values_step(const ValueSet *values);

#endif
