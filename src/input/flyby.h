#ifndef INPUT_FLYBY_H
#define INPUT_FLYBY_H

/* The camera's flight round the places that a scene names. */

#include "scene/scene.h"

enum { FLYBY_LEG_S = 6 }; /* s from one camera to the next */

/* Where the flight is after so many seconds: it goes round the scene's cameras that stay above water, in the order of the file. */
void flyby_place(const Scene *scene, double seconds, SceneCamera *place);

#endif
