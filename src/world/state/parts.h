#ifndef WORLD_STATE_PARTS_H
#define WORLD_STATE_PARTS_H

/* The parts of a world's state, each passed on by one walk (stream.h): shared by the files of this folder. */

#include "format/stream.h"
#include "world/world_private.h"

/* scene_part.c */
extern const StateTable state_scene_table;
void state_params(StateStream *s, Params *params);

/* bodies_part.c */
extern const StateTable state_body_table;

/* The engine's numbers of one body. */
typedef struct EngineBody {
  double position[3], quaternion[4], rotation[9]; /* the engine computes the rotation from the quaternion, but not always, or to the bit */
  double velocity[3], spin[3], force[3], torque[3];
  double wheel[6]; /* of a car's wheel: its joint's motors and spring, as they were last set */
  float drag[2];   /* of WeirBody: linear and square */
} EngineBody;

/* At most two collision shapes for each body, four walls and the ground. */
enum { STATE_WORLD_GEOMS = 5, STATE_GEOMS_MAX = STATE_WORLD_GEOMS + 2 * WORLD_BODIES_MAX };

/* The engine's numbers of a world's bodies, and its collision shapes in the order of its space, which decides the order of contacts. Shapes
 * are numbered: walls, ground, then those of each body in turn. A value of one save or load. */
typedef struct EngineBodies {
  EngineBody bodies[WORLD_BODIES_MAX];
  int order[STATE_GEOMS_MAX];
  int shape_count;
} EngineBodies;

void engine_get(const World *world, EngineBodies *engine);
/* Passes on the bodies and what the engine has of them; checks what bodies and machines say of each other. Sizes of wheels and paddles are
 * checked by engine_build. */
void state_bodies(StateStream *s, World *world, EngineBodies *engine);
/* Makes the engine's bodies, which have just been read, as they were. Returns false if what was read does not fit together. */
bool engine_build(World *world, const EngineBodies *engine);

#endif
