#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H

/* A world: water, rigid bodies (ODE), springs, and the commands that act on them, advanced in fixed ticks. Mouse,
 * scripts, scenes and tests all drive it with the same Command structs. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/profile.h"
#include "weir/weir.h"
#include "world/hull.h"
#include "world/params.h"
#include "world/scene.h"

enum { WORLD_BODIES_MAX = 1024, WORLD_COMMANDS_MAX = 256, WORLD_OWN_SIDES = -1 };

typedef enum CommandKind {
  COMMAND_DROP,        /* a body at x, y, z (its centre) with velocity and spin */
  COMMAND_GRAB,        /* holds body `serial` by its point `grip` at x, y, z, until ... */
  COMMAND_RELEASE,     /* ... this: it flies on as it was */
  COMMAND_DELETE,      /* body `serial` leaves, with all that hangs together with it */
  COMMAND_DRIVE,       /* the newest car: x = steering, -1 left to 1 right, amount = gas, -1 (brake, back) to 1; until the next */
  COMMAND_DISTURB,     /* push the surface: x, z, radius, amount = depth of the push in m */
  COMMAND_POUR,        /* x, z, radius, amount = m^3 */
  COMMAND_DRAIN,       /* x, z, radius, amount = m^3 taken */
  COMMAND_PARAM,       /* param = index into params_table, amount = value */
  COMMAND_SOLVER,      /* solver */
  COMMAND_LIQUID,      /* param = index of weir_liquid: what it looks like; its motion comes by COMMAND_PARAM */
  COMMAND_RELEASE_DAM, /* lets go all bodies that the scene holds as a dam */
  COMMAND_SIDES        /* param = WeirEdge of all four sides, or WORLD_OWN_SIDES: the scene's */
} CommandKind;

typedef struct Command {
  CommandKind kind;
  float x, y, z;     /* m */
  float radius;      /* m */
  float amount;      /* see the kind */
  float velocity[3]; /* m/s */
  float spin[3];     /* rad/s */
  float yaw;         /* rad */
  BodyKind body;     /* what is dropped, of what, ... */
  Material material;
  float size[3];   /* ... m along its own axes, ... */
  float density;   /* ... kg/m3; 0: as the parameters say */
  bool set;        /* it stays at this place; else it is lifted until it is clear of all others */
  bool held;       /* nothing moves it before COMMAND_RELEASE_DAM */
  uint32_t serial; /* of the body that is meant */
  float grip[3];   /* m, in its own axes from its centre */
  int param;       /* of a drop: which of the scene's hulls */
  WeirSolver solver;
} Command;

/* Where a body was when it was last seen to move, what the water did to it then, and for how long it has been still. */
typedef struct BodySleep {
  float position[3], quaternion[4], force[3], torque[3];
  float seconds;
} BodySleep;

typedef struct Body {
  void *ode_body, *ode_joint;       /* dBodyID; dJointID that joins it to its car, or NULL: known to world alone */
  WeirBody shape;                   /* pose, velocity, size and mass as of the last tick */
  float position[3], quaternion[4]; /* (w, x, y, z) */
  WeirForce water;                  /* what the water did to it in the last tick */
  BodyKind kind;
  Material material;
  int hull;       /* BODY_HULL: index of the world's hulls */
  bool held;      /* as a part of a dam */
  double free_at; /* s of the world's time, when it comes free of that; 0: the dam holds */
  bool asleep;    /* at rest: its pose does not change by a bit until something disturbs it (sleeping.c) */
  BodySleep rest;
  uint32_t serial; /* counts bodies; those of a world stand in its order */
  uint32_t group;  /* serial of the first of those that hang together with it; else its own */
} Body;

/* What holds a body, or holds nothing. */
typedef struct MouseJoint {
  bool holds;
  uint32_t serial;          /* of the body */
  float grip[3], target[3]; /* see COMMAND_GRAB */
} MouseJoint;

/* What is done with the wheel and the pedals of the newest car; see COMMAND_DRIVE. */
typedef struct Drive {
  float steer, gas;
} Drive;

typedef struct World {
  Scene scene;   /* as read, with the command line's changes */
  Params params; /* live */
  WeirWater *water;
  int liquid; /* index of weir_liquid */
  int sides;  /* WeirEdge of all four sides, or WORLD_OWN_SIDES */
  int nx, nz;
  float cell;
  float *terrain; /* nx*nz, a tight copy; no tick changes it: views borrow it (view.h) */
  uint32_t terrain_version;
  Hull *hulls; /* the scene's, in its order; no tick changes them */
  int hull_count;
  Body bodies[WORLD_BODIES_MAX];
  int body_count;
  uint32_t dropped; /* bodies ever made */
  MouseJoint mouse_joint;
  Drive drive;
  int64_t tick; /* ticks done */
  double time;  /* simulated seconds */
  uint64_t seed;
  int threads;
  int64_t rescued; /* bodies found below the terrain and lifted out */
  Profile profile;
  struct WorldPrivate *own; /* ODE's world, command queue, scripted drops */
} World;

/* NULL with one line when the scene's terrain cannot be read or memory is short. */
World *world_create(const Scene *scene, uint64_t seed, int threads, Error *error);
void world_destroy(World *world);

/* Queues a command for the next tick; false when the queue is full (it is dropped) or a number is not finite. */
bool world_command(World *world, const Command *command);

/* Drops `count` crates by script over the next seconds, spread over the scene by the seed, two in three of wood. */
void world_drop_script(World *world, int count);

/* The index of the body with this serial, or -1. */
int world_body(const World *world, uint32_t serial);

/* One tick of params.tick seconds. */
void world_step(World *world);

/* Where a ray first meets water, ground or a body. Direction need not be of unit length. */
typedef struct Pick {
  bool hit, wet; /* wet: the place has water deeper than 1 cm */
  float position[3];
  int body; /* index, or -1 */
} Pick;
Pick world_pick(const World *world, const float origin[3], const float direction[3]);

/* Everything finite, nothing negative, plus hash of water and bodies. */
uint64_t world_hash(const World *world);
bool world_is_finite(const World *world);

#endif
