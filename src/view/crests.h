#ifndef VIEW_CRESTS_H
#define VIEW_CRESTS_H

/* Sharp crests for the picture of waves that disperse, which the simulation's surface does not have: what stands at a place x of it is drawn at
 * x + D(x), D being weir_water_excursion. D is limited so that the drawn surface is a height over each place too: it never folds, and is
 * drawn as the simulation's is, with its own slopes. */

#include "world/world.h"

/* The memory of the drawn surface: a part of WorldView, of its size; empty until waves disperse. */
typedef struct Crests {
  float *depth;     /* m, nx*nz: the surface as it is drawn, above the ground */
  float *x, *z;     /* m, nx*nz: the excursion, limited */
  float *shares;    /* 0 to 1: of the excursion, by block of CRESTS_BLOCK cells a side */
  float *peaks;     /* by block: the greatest compression and excursion */
  int64_t *changed; /* by tile of the view: the last tick in which `depth` changed visibly */
  int64_t tick;     /* of the world whose excursion x and z are; -1: of none */
  bool on;          /* waves disperse and there was memory: the water is drawn by `depth`; else as it is */
} Crests;

/* A water and its excursion, for limiting it and drawing by it; borrowed for the call. */
typedef struct CrestsWater {
  int nx, nz;
  float cell;                   /* m */
  const float *terrain, *depth; /* m, nx*nz, tight */
  const Body *bodies;           /* which float in the surface as it is */
  int body_count;
  int threads;
} CrestsWater;

enum { CRESTS_BLOCK = 8 };

/* Takes memory for a grid if there is none. Returns false if memory runs out. */
bool crests_reserve(Crests *crests, int nx, int nz, int tiles);
void crests_free(Crests *crests);

/* Copies the limited excursion of another view, and which tick's it is. */
void crests_copy(Crests *crests, const Crests *from, int nx, int nz);

/* Limits the excursion in crests->x and z, as weir_water_excursion writes it: to no more than 0.55 of what folds, to four cells, and to
 * nothing near bodies and where water is shallower than half a cell. */
void crests_limit(Crests *crests, const CrestsWater *water);

/* Writes crests->depth: the depth moved by the limited excursion. Wet cells stay wet, dry ones dry. */
void crests_draw(Crests *crests, const CrestsWater *water);

#endif
