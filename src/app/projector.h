#ifndef APP_PROJECTOR_H
#define APP_PROJECTOR_H

#include "base/rng.h"
#include "render/plan_corners.h"

/* A run for a projector: the plan's corners, and what is done with them and the big keys. Part of Screen; zeroed at the start. */
typedef struct Projector {
  PlanCorners corners;
  PlanMap map;       /* into them */
  bool own;          /* the person has put them somewhere; else they follow the window */
  int chosen;        /* 1 + the corner that arrow keys move; 0: none */
  bool drags;        /* the pointer moves it */
  bool pours;        /* the pointer pours water on the ground */
  bool rains;        /* the key or the button of rain is held */
  float pour_at[2];  /* shares of the grid's sides */
  double touched_at; /* clock: the last sign of a person */
  Rng rng;           /* of where drops fall */
} Projector;

#endif
