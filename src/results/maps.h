#ifndef RESULTS_MAPS_H
#define RESULTS_MAPS_H

/* The maps of a run: greatest depth, speed and hazard, time of arrival, last depth; each as an ASCII grid, a GeoTIFF and a picture. */

#include "results/extremes.h"
#include "results/maps_world.h"

/* Writes all maps into the folder. `begun_s`: simulated s at which the greatest values begin. Returns false and sets *error if one
 * cannot be written or memory runs out. */
bool maps_write(const char *folder, const Extremes *extremes, double begun_s, const MapsWorld *world, Error *error);
/* Removes what maps_write has written there. */
void maps_remove(const char *folder);

#endif
