#ifndef SCENE_OWN_GROUND_H
#define SCENE_OWN_GROUND_H

/* A heightmap of the person's own as the ground of a scene, in its own proportions. */

#include "scene/scene.h"

enum { OWN_GROUND_NOTE = 512 };

typedef enum OwnWater {
  OWN_WATER_HOLLOWS, /* hollows are full to the brim */
  OWN_WATER_NONE,
  OWN_WATER_LEVEL /* all ground below a level is under water */
} OwnWater;

/* A request for a ground made from an image: a value. A member that is 0 follows from the image. */
typedef struct OwnGround {
  const char *path; /* of the image */
  int nx, nz;       /* cells; nz 0 and nx not: the longer side has nx, the other as many as keep the image's proportions */
  float cell_m, height_m;
  OwnWater water;
  float level_m;      /* of OWN_WATER_LEVEL */
  bool refuse_colour; /* a colour picture is not taken for a ground */
} OwnGround;

/* Begins a plain scene for a ground of one's own: open sides, hills around, nothing in it; its name is the image's. */
void own_ground_scene(Scene *scene, const char *path);

/* Gives the scene the image as its ground: with its proportions, and the length of the scene's longer side where `own` has no cell size. A
 * plain scene's heights and water follow; another keeps its own. Writes what was found and assumed as one line. Returns false and sets
 * *error if the image cannot be read or used. */
bool own_ground_apply(const OwnGround *own, bool plain, Scene *scene, char note[OWN_GROUND_NOTE], Error *error);

/* Writes the remarks on the image of a scene file: colours taken for heights, holes that were filled. Empty: there are none. */
void own_ground_note(const Scene *scene, char note[OWN_GROUND_NOTE]);

#endif
