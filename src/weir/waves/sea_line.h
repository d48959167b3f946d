#ifndef WEIR_WAVES_SEA_LINE_H
#define WEIR_WAVES_SEA_LINE_H

/* The line along a WEIR_SEA side on which its sea is made, and the waves of that sea. */

#include "weir/boundary/boundary.h"
#include "weir/grid/airy.h"
#include "weir/grid/flow_bodies.h"
#include "weir/waves/sea_spectrum.h"

enum { SEA_REACH = 8, SEA_CELLS = 2 * SEA_REACH + 1 }; /* cells from the line's middle, and across the line */

/* One wave on the line. A plain value. */
typedef struct LineWave {
  double along, across, start; /* rad a cell, along the line and inwards; rad at the first cell, now */
  double omega, height;        /* 1/s; m, amplitude */
  double pour, push;           /* m^2/s; m^2/s^2 */
} LineWave;

/* The line of a side's sea in one substep. On the stack. */
typedef struct SeaLine {
  Walk walk;
  WeirSide side;
  int middle;              /* cells from the side's to the line's middle */
  double level, depth;     /* m: of rest; on the line, of rest, the mean */
  double share[SEA_CELLS]; /* of the Gaussian G in each cell, and on the face behind it; sums to 1 */
  bool fades[2];           /* towards the sides at the line's ends */
  LineWave waves[SEA_WAVES];
} SeaLine;

/* Returns true if the side sends in a sea. */
static inline bool sea_is_set(const WeirWater *water, WeirSide side) {
  return side_kind(water, side) == WEIR_SEA && water->boundary.sides[side].tide_height > 0.0f;
}

/* Returns true if waves can come in: a membrane knows no flow, and between two layers water flows by another sweep. */
static inline bool sea_comes_in(const WeirWater *water) {
  const FlowBodies *const bodies = flow_bodies(water);
  return water->solver != WEIR_MEMBRANE && !(bodies && bodies->sweep);
}

/* Returns the wave of omega (1/s) on `depth` m as this water has it: dispersed or not. */
static inline Airy sea_airy(const WeirWater *water, double omega, double depth) {
  const double gravity = (double)water->tuning.gravity;
  return flow_disperses(water) ? airy_wave(omega, depth, gravity) : airy_long_wave(omega, depth, gravity);
}

/* Makes the line of a side, with the waves as they are now. Returns false if there is no water on it or no room. */
bool sea_line_make(const WeirWater *water, WeirSide side, SeaLine *line);
/* Returns the share of the sea that place n of the line has: none on land and in shallow water, and less and less towards sides that let
 * water through, behind which it would end all at once. */
double sea_line_share(const WeirWater *water, const SeaLine *line, int n);
/* Returns the height that the sea has reached, as a share of all: it rises over two peak periods, after `late` s more. */
double sea_line_begun(const WeirWater *water, const SeaLine *line, double late);

/* Returns the index of the cell at place n of the line, so many cells further in than its middle. */
static inline ptrdiff_t sea_line_cell(const SeaLine *line, int n, int across) {
  return line->walk.first + n * line->walk.next - (line->middle + across) * line->walk.out;
}

#endif
