#ifndef WORLD_STATE_PARTS_H
#define WORLD_STATE_PARTS_H

/* The parts of a world's state, each passed on by one walk (stream.h). */

#include "format/stream.h"
#include "world/world_private.h"

/* The engine's numbers of one body. A value of one save or load. */
typedef struct EngineBody {
  double position[3], quaternion[4], rotation[9]; /* the engine computes the rotation from the quaternion, but not always, or to the bit */
  double velocity[3], spin[3], force[3], torque[3];
  double wheel[6]; /* of a car's wheel: its joint's motors and spring, as they were last set (engine.c) */
  float drag[2];   /* of WeirBody: linear and square */
} EngineBody;

/* At most two collision shapes for each body, four walls and the ground. */
enum { STATE_WORLD_GEOMS = 5, STATE_GEOMS_MAX = STATE_WORLD_GEOMS + 2 * WORLD_BODIES_MAX };

/* The engine's collision shapes in the order of its space, which decides the order of contacts. Shapes are numbered: walls, ground, then
 * those of each body in turn. A value of one save or load. */
typedef struct EngineOrder {
  int number[STATE_GEOMS_MAX];
  int count;
} EngineOrder;

/* scene_part.c */
extern const StateTable state_scene_table;
void state_params(StateStream *s, Params *params);

/* world_part.c: passes on all but bodies and water. */
void state_world(StateStream *s, World *world);

/* Returns true if the tables of world, scene, bodies, machines and commands name every member of theirs (state_table_covers). */
bool state_tables_cover(void);

/* bodies_part.c */
extern const StateTable state_body_table;
/* Passes on the Body and engine[n] of each body. */
void state_bodies(StateStream *s, World *world, EngineBody *engine);
void state_order(StateStream *s, EngineOrder *order);
/* Checks what bodies and machines say of each other; sizes of wheels and paddles are checked by engine_build. */
void state_bodies_check(StateStream *s, const World *world);

/* engine.c */
void engine_get(const Body *body, EngineBody *engine);
void engine_order(const World *world, EngineOrder *order);
/* Makes the engine's bodies, which have just been read, as they were. False: what was read does not fit together. */
bool engine_build(World *world, const EngineBody *engine, const EngineOrder *order);

#endif
