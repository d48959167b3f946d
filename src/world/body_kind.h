#ifndef WORLD_BODY_KIND_H
#define WORLD_BODY_KIND_H

/* The kinds of bodies: a row of a constant table each (tick/body_kinds.c), those of vehicles and machines in their own files. */

#include <ode/ode.h>

#include "world/world.h"

/* How a body lies at yaw 0. */
typedef enum BodyPose { POSE_UPRIGHT, POSE_LYING /* its own y axis along x */, POSE_AXLE /* its own y axis along z */ } BodyPose;

/* A kind of body. Functions that a kind does without are NULL. */
typedef struct BodyKindInfo {
  bool is_machine;    /* it is entered in the list of machines, may reach through the walls and stays where it is */
  bool is_round;      /* a cylinder, else a box */
  bool is_guided;     /* its machine alone moves it */
  bool is_part;       /* made with the first body of its group alone */
  bool has_joints;    /* the pose in which it was made is kept (BodyMade) */
  bool is_never_held; /* no part of a dam */
  bool rolls;         /* contacts do not steady it */
  bool is_sleepless;
  bool passes_ground; /* it does not collide with ground and walls */
  BodyPose pose;
  float drag; /* factor on the drag of a crate; 0: 1 */

  /* Sets its size in m; *density (kg/m3) is that of its material. NULL: a box of the drop's size, or a crate's. */
  void (*measure)(const Params *params, const BodyDrop *drop, float size[3], float *density);
  /* Returns how far it reaches below its middle, m. NULL: half its height. */
  float (*foot)(const World *world, const BodyDrop *drop, const float size[3]);
  /* Makes the engine's body. NULL: a box. */
  dBodyID (*make)(World *world, const Body *body);

  BodyKind part;  /* the kind of the group's other bodies */
  int part_count; /* of these; or that of a drop, or of a machine: */
  int (*parts_of_drop)(const BodyDrop *drop);
  int (*parts_of_machine)(const WorldMachine *machine);
  void (*complete)(World *world, int index, const BodyDrop *drop); /* adds its parts, joints and machine to the last body of the list */
  void (*make_again)(World *world, int index);                     /* makes parts and joints again, in the engine alone */
} BodyKindInfo;

/* Returns the row of a kind. */
const BodyKindInfo *body_kind(BodyKind kind);

#define BODY_ROW(kind, row) extern const BodyKindInfo row##_body;
BODY_KINDS(BODY_ROW)

/* Sets a box's size from the drop, or else to `usual`, within what the engine bears. */
void body_measure_box(const BodyDrop *drop, const float usual[3], float size[3]);

#endif
