#ifndef SCENE_GROUND_FILE_H
#define SCENE_GROUND_FILE_H

/* The inside of OwnGroundFile, for the files of this folder. */

#include "scene/image/heightmap.h"
#include "scene/scene.h"

struct OwnGroundFile {
  char path[SCENE_PATH];
  int samples[2], missing; /* as they were asked for */
  Heightmap map;           /* the whole of it */
};

/* Returns the map of a file that was read already, if it is this path, read whole and in the way that `reading` asks for; else NULL. */
const Heightmap *ground_file_map(const OwnGroundFile *file, const char *path, const HeightmapReading *reading);

#endif
