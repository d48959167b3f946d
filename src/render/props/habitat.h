#ifndef RENDER_PROPS_HABITAT_H
#define RENDER_PROPS_HABITAT_H

/* Which kinds of plants and stones like which ground, by a survey of it, worked out once on a lattice of at most SURVEY_MAX squares a side;
 * and the noise by which they stand in woods and clearings. No OpenGL here. */

#include <stdbool.h>
#include <stdint.h>

#include "render/frame_view.h"
#include "render/props/mesh.h"

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
  float steepness;       /* how much steeper the ground is before it is rock than in a gentle landscape: 1 or more (land/rock.h) */
} Survey;

/* The survey's values at a point of the ground. */
typedef struct SurveyPoint {
  float height, water_distance, water_level, slope, hollow, steep;
} SurveyPoint;

/* Surveys the ground of the frame. Returns false if memory runs out. */
bool survey_create(Survey *survey, const FrameView *frame);
void survey_free(Survey *survey);

/* Notes by how much the ground of cells [i0, i1) x [k0, k1) has been moved since; all else stays. Returns false if memory runs out. */
bool survey_follow(Survey *survey, const FrameView *frame, int i0, int k0, int i1, int k1);

/* Returns by how many m the ground at a place has been raised. */
float survey_moved_at(const Survey *survey, float x, float z);

/* Returns the survey's values at a place in m, within the ground. */
SurveyPoint survey_at(const Survey *survey, float x, float z);

/* m: depth from which a cell counts as water; grass still shows in a thinner film. */
#define HABITAT_WET 0.004f

/* A point that something may stand on. */
typedef struct Site {
  const FrameView *frame;
  const Survey *survey;
  float x, z;
  SurveyPoint p;
  float above; /* m over the nearest water; large where it is far */
  float beach; /* 0 to 1: sand */
  float shore; /* 0 to 1: near water, but on firm ground */
  bool ash, coast;
} Site;

Site habitat_site(const FrameView *frame, const Survey *survey, float x, float z);

/* How likely a kind stands at a point of its lattice, 0 to 1. */
float habitat_likes(const Site *site, PropKind kind);

/* Returns the most that habitat_likes returns for a kind, or a little more, so that a point can be passed by before it is looked at. */
float habitat_likes_bound(PropKind kind);

/* m of water in the cell at a place; 0 outside the grid. */
float habitat_depth(const FrameView *frame, float x, float z);

/* Random numbers of a lattice square; `salt` tells their uses apart. */
Rng habitat_rng(int i, int k, uint32_t salt);

/* Value noise of 0 to 1 with features of `length` m, and smaller ones within. */
float habitat_noise(float x, float z, float length, uint32_t salt);

#endif
