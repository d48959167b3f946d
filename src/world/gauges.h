#ifndef WORLD_GAUGES_H
#define WORLD_GAUGES_H

/* Lines through which the discharge of a water is read. */

#include <stdbool.h>

#include "weir/weir.h"

/* A line from one place to another, x and z in m. A plain value; parts outside the grid count for nothing. */
typedef struct GaugeLine {
  float from[2], to[2];
} GaugeLine;

/* Returns the discharge through the line in m^3/s, positive from left to right of the way from its beginning to its end (x east, z south):
 * the sum over the cells that it crosses of depth * velocity across it * length within the cell. Velocities are those of the cells, means
 * of their faces: in a current that varies from cell to cell this is not to the bit what passes the faces. Returns 0 in the membrane,
 * which knows no flow. */
double gauge_flow(const WeirWater *water, const GaugeLine *line);

/* Returns true if both lines are the same to the bit. */
bool gauge_same(const GaugeLine *a, const GaugeLine *b);

#endif
