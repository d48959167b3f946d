#ifndef RENDER_PLAN_CORNERS_H
#define RENDER_PLAN_CORNERS_H

/* Four corners that a plan is laid into (plan.h), and the way between the grid and the picture. */

#include <stdbool.h>

enum { PLAN_CORNERS = 4 };

/* The places of the grid's corners in the picture, shares of its width and height from the top left: north-west, north-east, south-east,
 * south-west. A plain value. */
typedef struct PlanCorners {
  float at[PLAN_CORNERS][2];
} PlanCorners;

/* The way from shares of the grid's sides (x from west, z from north) to shares of the picture, row after row of a 3 x 3 matrix, which keeps
 * lines straight. A plain value. */
typedef struct PlanMap {
  float m[9];
} PlanMap;

/* Returns the corners of the largest plan of a grid so wide and long in a picture of so many pixels. */
PlanCorners plan_corners_whole(float wide, float deep, int width, int height);
/* Finds the way into these corners. Returns false if they are not those of a convex quadrangle of some size. */
bool plan_map(const PlanCorners *corners, PlanMap *map);
/* Writes the place in the grid, shares of its sides, that is seen at a place of the picture. Returns false if it lies beyond the grid. */
bool plan_place(const PlanMap *map, float x, float y, float place[2]);

#endif
