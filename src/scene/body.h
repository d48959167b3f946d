#ifndef SCENE_BODY_H
#define SCENE_BODY_H

#include "scene/scene.h"

/* Words that a line of [bodies] may contain, by kind of body, for error messages. */
#define SCENE_BODY_WORDS                                                                                            \
  "x z (shares), metres above the surface, yaw in degrees; then, as wanted, size LENGTH HEIGHT WIDTH (m), density " \
  "KG_PER_M3, set (it stands on the ground from the beginning)"
#define SCENE_LOG_WORDS                                                                                          \
  "x z (shares), metres above the surface, yaw in degrees; then, as wanted, size LENGTH THICKNESS (m), density " \
  "KG_PER_M3, set (it lies on the ground from the beginning)"

#define SCENE_CAR_WORDS                                                                                           \
  "x z (shares), metres above the surface, yaw in degrees (0: it looks east); then, as wanted, size LENGTH (m), " \
  "density KG_PER_M3, set (it stands on the ground from the beginning)"

#define SCENE_HULL_WORDS                                                                                               \
  "FILE x z (shares), metres above the surface, yaw in degrees; then, as wanted, size LENGTH (m), density KG_PER_M3, " \
  "set (it stands on the ground from the beginning)"

/* Parses the text after `wood =`, `log =` and so on into `body`, whose kind and material are already set. False when a word is
 * unknown or a number is out of range. */
bool scene_body(const char *text, SceneBody *body);

#endif
