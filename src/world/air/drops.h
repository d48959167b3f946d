#ifndef WORLD_AIR_DROPS_H
#define WORLD_AIR_DROPS_H

/* The volume of drops: what the air takes from the water and what it returns, cell by cell. */

#include "world/world.h"

/* Water on its way back to a cell: a value in a list of this tick. */
typedef struct Landing {
  int64_t cell;
  int order; /* of landing: makes the sum of a cell the same every time */
  double volume;
} Landing;

/* The drops that land in one tick, 96 KiB: on the stack, for worlds may be stepped side by side. */
typedef struct Landings {
  Landing list[WORLD_DROPS_MAX];
  int count;
} Landings;

/* k*nx + i of the cell at a place in metres, or of the nearest. */
int64_t drops_cell_at(const World *world, float x, float z);

/* Adds m3 to a cell (negative: takes them). Returns those that really went in. */
double drops_add_to_cell(World *world, int64_t cell, double volume);

void drops_land(const World *world, const Drop *drop, Landings *landings);

/* Returns what has landed to the water, with one call a cell. What the water does not take (roundings; all of it on a membrane's land)
 * stays in the residual, which goes to where water was taken last. */
void drops_return(World *world, Landings *landings);

/* Makes room for `count` more: when the air is full the oldest land at once. */
void drops_make_room(World *world, int count);

#endif
