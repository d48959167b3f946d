#ifndef WEIR_SHAPES_ADDED_MASS_H
#define WEIR_SHAPES_ADDED_MASS_H

#include "weir/shapes/shape.h"

/* Writes the added mass of a present body along its own axes, in kg per kg of the water that it displaces: the water around a body
 * must be accelerated with it. Deep water on all sides is taken for granted. */
void shape_added_mass(const WeirBody *body, const Shape *shape, double own[3]);

#endif
