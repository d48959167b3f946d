#ifndef RENDER_PROPS_SURVEY_H
#define RENDER_PROPS_SURVEY_H

/* A survey of the ground for placement, worked out once on a lattice of at most SURVEY_MAX squares a side. No OpenGL here. */

#include <stdbool.h>

#include "render/frame_view.h"

enum { SURVEY_MAX = 1024 };

/* Fields over the squares, nx*nz each. Made by survey_create, freed by survey_free. */
typedef struct Survey {
  int nx, nz;
  float cell;            /* m a side */
  float *height;         /* m: mean of the ground */
  float *water_distance; /* m: to the nearest water, 0 in it */
  float *water_level;    /* m: the surface of that water; -1e4 where there is none */
  float *slope;          /* rise by run */
  float *hollow;         /* m: ground against the mean about it, < 0 in hollows and channels */
  float *steep;          /* slope in the mean about it */
  float *moved;          /* m by which edits have raised the ground since; NULL: there were none */
  float moved_max;       /* m: the most that they have raised or dug it anywhere */
} Survey;

/* The survey's values at a point of the ground. */
typedef struct SurveyPoint {
  float height, water_distance, water_level, slope, hollow, steep;
} SurveyPoint;

/* Surveys the ground of the frame. Returns false if memory runs out. */
bool survey_create(Survey *survey, const FrameView *frame);
void survey_free(Survey *survey);

/* Notes by how much the ground of cells [i0, i1) x [k0, k1) has been moved since the survey, which stays as it was otherwise: plants stand
 * where they stood. Returns false if memory runs out. */
bool survey_follow(Survey *survey, const FrameView *frame, int i0, int k0, int i1, int k1);

/* Returns by how many m the ground at a place has been raised. */
float survey_moved_at(const Survey *survey, float x, float z);

/* Returns the survey's values at a place in m, within the ground. */
SurveyPoint survey_at(const Survey *survey, float x, float z);

#endif
