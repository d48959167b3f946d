#ifndef WORLD_WORLD_PRIVATE_H
#define WORLD_WORLD_PRIVATE_H

/* What the files of this room share and nobody else sees. */

#include <ode/ode.h>

#include "base/rng.h"
#include "world/world.h"

/* A hull as the engine wants it; it keeps pointers to all of this. */
typedef struct HullEngine {
  dReal planes[4 * WEIR_TRIANGLES_MAX], points[3 * WEIR_VERTICES_MAX];
  unsigned polygons[4 * WEIR_TRIANGLES_MAX];
} HullEngine;

typedef struct WorldPrivate {
  HullEngine *hulls; /* one for each of the world's */
  dWorldID ode;
  dSpaceID space;
  dJointGroupID contacts;
  dHeightfieldDataID ground_data;
  float *ground; /* heights that ODE collides with: coarser than the water's where cells are small beside a crate */
  Command queue[WORLD_COMMANDS_MAX];
  int queued;
  WeirBody shapes[WORLD_BODIES_MAX]; /* what the water is shown */
  WeirForce forces[WORLD_BODIES_MAX];
  int script_left;      /* crates still to drop */
  int64_t script_ticks; /* ticks between two of them */
  Rng rng;
  int islands[WORLD_BODIES_MAX]; /* of bodies that touch: each leads to an earlier one, the first to itself */
  bool restless[WORLD_BODIES_MAX];
  bool touching[WORLD_BODIES_MAX]; /* something, in this step of the engine */
  bool woken;                      /* a body that slept has been touched: collide again, for it rests on something */
  float gravity;                   /* of the tick before */
  float springs;                   /* the factor that the water's sources were set with */
} WorldPrivate;

/* bodies.c */
bool bodies_create(World *world, Error *error);
void bodies_destroy(World *world);
/* Fills own->shapes from ODE, for the water. */
void bodies_show(World *world);
/* Moves the bodies by one tick under own->forces. */
void bodies_step(World *world);

/* hull_engine.c */
/* Reads the scene's hulls. False with one line. */
bool hulls_create(World *world, Error *error);
void hulls_destroy(World *world);
dGeomID hull_geom(World *world, const Body *body, dMass *mass);

/* body_make.c */
/* Size in m along its own axes and density, as the drop says or else the parameters. */
void body_measure(const Params *params, const Command *drop, float size[3], float *density);
/* How far a body of this size and turn (row-major) reaches from its centre along a world axis. */
float body_reach(const float half[3], const float rotation[9], int axis);
/* Makes what the command says, within the walls; when the world is full the oldest leaves. */
void bodies_add(World *world, const Command *drop);
/* Lets go all that are held, by and by. */
void bodies_release(World *world);
void bodies_come_free(World *world); /* those whose time has come */

/* The body and its group, if it is there. */
void bodies_remove(World *world, uint32_t serial);

/* The engine's body at the pose and with the velocities of body->shape; it touches by `geom`. */
dBodyID body_engine(World *world, const Body *body, const dMass *mass, dGeomID geom);

/* car.c */
enum { CAR_WHEELS = 4 };
/* Length, height and width of the box of a car so long; how far below its middle its wheels stand. */
void car_measure(float length, float size[3]);
float car_foot(float length);
/* Adds the cabin and the wheels of the last body, which is a car. There is room for them. */
void car_complete(World *world, int index);
/* Steering, engine, brakes and springs, before a step of the engine of dt seconds. */
void cars_drive(World *world, double dt);
/* Completes what a step of the engine of dt seconds has turned wheels by, which may be far. */
void cars_steer(World *world, double dt);

/* mouse_joint.c */
void mouse_joint_grab(World *world, const Command *grab);
/* Adds the hand's force, before a step of the engine of dt seconds. */
void mouse_joint_apply(World *world, double dt);

/* sleeping.c */
/* Before a tick's steps of the engine: wakes those that the water no longer pushes as it did; nothing touches yet. */
void sleeping_update(World *world);
void sleeping_begin(World *world);
/* Bodies a and b touch. */
void sleeping_note_contact(World *world, int a, int b);
/* After them: who has been still for long enough falls asleep. */
void sleeping_end(World *world);
/* The body and its group; all of them, when something has been changed or taken away that bodies may rest on. */
void sleeping_wake(World *world, int index);
void sleeping_wake_all(World *world);

/* dam.c */
void dams_build(World *world);

/* commands.c */
void commands_apply(World *world);
void script_apply(World *world);
/* Puts the drop's lowest point `height` above the surface at its x and z; the ground where it is `set`. */
void drop_above(const World *world, float height, Command *drop);

#endif
