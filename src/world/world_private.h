#ifndef WORLD_WORLD_PRIVATE_H
#define WORLD_WORLD_PRIVATE_H

/* What the files of this room share and nobody else sees. */

#include <ode/ode.h>

#include "base/rng.h"
#include "world/world.h"

typedef struct WorldPrivate {
  dWorldID ode;
  dSpaceID space;
  dJointGroupID contacts;
  dHeightfieldDataID ground_data;
  float *ground; /* heights that ODE collides with: coarser than the water's where cells are small beside a crate */
  Command queue[WORLD_COMMANDS_MAX];
  int queued;
  WeirBody shapes[WORLD_BODIES_MAX]; /* what the water is shown */
  WeirForce forces[WORLD_BODIES_MAX];
  int script_left;        /* crates still to drop */
  int64_t script_ticks;   /* ticks between two of them */
  Rng rng;
  float springs; /* the factor that the water's sources were set with */
} WorldPrivate;

/* bodies.c */
bool bodies_create(World *world, Error *error);
void bodies_destroy(World *world);
/* A crate with its centre at `position`, lifted until it touches no other; when the world is full the oldest leaves. */
void bodies_add(World *world, const Command *drop);
/* Fills own->shapes from ODE, for the water. */
void bodies_show(World *world);
/* Moves the bodies by one tick under own->forces. */
void bodies_step(World *world);

/* commands.c */
void commands_apply(World *world);
void script_apply(World *world);
/* A crate of the scene or a script: x, z in m; height above the surface there. */
Command drop_above(World *world, Material material, float x, float z, float height, float yaw);

#endif
