#ifndef RENDER_PROPS_HABITAT_H
#define RENDER_PROPS_HABITAT_H

/* Which kinds of plants and stones like which ground, and the noise by which they stand in woods and clearings. No OpenGL here. */

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "render/frame_view.h"
#include "render/props/prop.h"
#include "render/props/survey.h"

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
