#ifndef VIEW_GAUGE_H
#define VIEW_GAUGE_H

/* The discharge through a straight line over the water, as a gauging station measures it. */

#include <stdbool.h>

#include "weir/weir.h"

/* From one place to another, x and z in m. A plain value; parts outside the grid count for nothing. */
typedef struct GaugeLine {
  float from[2], to[2];
} GaugeLine;

/* A line that is to be read, or has been. A plain value; all 0: none. */
typedef struct GaugeReading {
  bool on; /* asked for; of a reading: there is one */
  GaugeLine line;
  double flow; /* m^3/s, see gauge_flow */
} GaugeReading;

/* m^3/s through the line, positive from left to right of the way from its beginning to its end (x east, z south): the sum over the cells
 * that it crosses of depth * velocity across it * length within the cell. Velocities are those of the cells, means of their faces: in a
 * current that varies from cell to cell this is not to the bit what passes the faces. 0 in the membrane, which knows no flow. */
double gauge_flow(const WeirWater *water, const GaugeLine *line);

bool gauge_same(const GaugeLine *a, const GaugeLine *b);

#endif
