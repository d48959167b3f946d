#ifndef WORLD_WORLD_PRIVATE_H
#define WORLD_WORLD_PRIVATE_H

/* Declarations shared by the files of src/world alone. */

#include <ode/ode.h>

#include "base/rng.h"
#include "world/world.h"

/* A hull in ODE's format (convex.h). Owned by WorldPrivate; ODE's geoms point into it for the world's lifetime. */
typedef struct HullEngine {
  dReal planes[4 * WEIR_TRIANGLES_MAX], points[3 * WEIR_VERTICES_MAX];
  unsigned polygons[4 * WEIR_TRIANGLES_MAX];
} HullEngine;

/* The part of a world that only src/world uses; made and freed with it. */
typedef struct WorldPrivate {
  HullEngine *hulls; /* one for each of World.hulls */
  dWorldID ode;
  dSpaceID space;
  dJointGroupID contacts;
  dHeightfieldDataID ground_data;
  dGeomID ground_geom, ground_plane, walls[4];
  float *ground; /* m: heights that ODE collides with, coarser than the water's where cells are small beside a crate */
  int ground_ni, ground_nk;
  float ground_low, ground_high; /* m: bounds of `ground` */
  Command queue[WORLD_COMMANDS_MAX];
  int queued;
  WeirBody shapes[WORLD_BODIES_MAX];  /* the bodies as handed to the water */
  WeirForce forces[WORLD_BODIES_MAX]; /* the water's answer */
  int script_left;                    /* crates still to drop */
  int64_t script_ticks;               /* ticks between two crates */
  Rng rng;
  int islands[WORLD_BODIES_MAX];   /* union-find of touching bodies: index of an earlier one, a root's own index */
  bool restless[WORLD_BODIES_MAX]; /* by root: some body of the island may not sleep yet */
  bool touching[WORLD_BODIES_MAX]; /* the body touches something in this engine step */
  unsigned exits;                  /* bits 1 << WeirSide of those through which bodies leave in this tick (leaving.c) */
  bool woken;                      /* a contact woke a body: collide again, for its own contacts were left out */
  float gravity;                   /* m/s2, of the previous tick */
  float springs;                   /* params.springs when the water's sources were last set */
} WorldPrivate;

/* Fixed or guided: neither forces nor contacts move the body, and it does not sleep. */
static inline bool body_is_fixed(const Body *body) {
  return body->held || body->guided;
}

/* bodies.c */
bool bodies_create(World *world, Error *error);
void bodies_destroy(World *world);
/* Sets the bounds of the ground that the engine collides with, which only grow while a world runs. */
void bodies_ground_bound(World *world, float low, float high);
/* The ground of cells [i0, i1) x [k0, k1) has changed: bodies collide with it as it is now, and those that rest on it wake. */
void bodies_ground_changed(World *world, int i0, int k0, int i1, int k1);
/* Moves the bodies by one tick under own->forces. */
void bodies_step(World *world);

/* body_engine.c */
/* Reads the scene's hulls. False with a one-line error. */
bool hulls_create(World *world, Error *error);
/* Makes room for the scene's hulls, then the engine's form of them once they are filled in. */
bool hulls_reserve(World *world);
void hulls_fill(World *world);
void hulls_destroy(World *world);
/* m: how far a box with these half extents and this rotation (row-major) reaches from its centre along a world axis. */
float body_reach(const float half[3], const float rotation[9], int axis);
/* Makes ODE's body with the pose and velocities of body->shape; `geom` is its collision shape. */
dBodyID body_engine(World *world, const Body *body, const dMass *mass, dGeomID geom);
/* Makes ODE's body with the pose and velocities of body->shape, without mass and collision shape: for a body that is guided. */
dBodyID body_engine_bare(World *world, const Body *body);
/* Destroys the engine's body with its shapes and its joint. */
void body_engine_forget(Body *body);
/* Makes ODE's body of a cylinder whose own axis is y, a capsule, or of a hull. */
dBodyID body_engine_log(World *world, const Body *body);
dBodyID body_engine_hull(World *world, const Body *body);
/* Sets the engine's pose and velocities to those of `shape`. */
void body_engine_pose(dBodyID ode, const WeirBody *shape);
/* Fills own->shapes, the water's input, from ODE. */
void bodies_show(World *world);

/* body_make.c */
/* Makes the command's body, within the walls; when the world is full the oldest bodies are removed. */
void bodies_add(World *world, const BodyDrop *drop);
/* Adds a body of a kind to the end of the list, in the group of `first`, as a part of it that has neither shape nor engine's body yet. */
Body *bodies_add_part(World *world, const Body *first, BodyKind kind);
/* Removes the body and its group; does nothing when there is no such serial. */
void bodies_remove(World *world, uint32_t serial);
/* Makes the engine's bodies, shapes and joints of the group that begins at `first`, whose bodies are in the list, as bodies_add made them:
 * those with joints in the pose in which they were made, the others in their own. Wheels and paddles get their sizes and masses again. */
void bodies_make_again(World *world, int first);

/* leaving.c */
/* Finds, before a tick, the sides through which bodies may leave. */
void leaving_begin(World *world);
/* Returns true if the wall on a side does not hold the body: it floats through, or is in the side already. */
bool leaving_passes(const World *world, const Body *body, int side);
/* Lets what of a body is beyond a side be borne as the rest is, and pulls it gently out. */
void leaving_bear(const World *world, int index, WeirForce *force);
/* Returns how far outside a side the body's middle may be, m. */
float leaving_room(const World *world, const Body *body, int side);
/* Removes and counts, after a tick, the bodies that are outside. */
void leaving_remove(World *world);

/* machines/car.c */
/* Index of the newest car or boat, or -1. */
int newest_vehicle(const World *world);
/* Sets steering, engine, brakes and springs before an ODE step of dt seconds. */
void cars_drive(World *world, double dt);
/* Corrects the rotation of wheels after an ODE step of dt seconds, which turns fast wheels too little. */
void cars_steer(World *world, double dt);

/* mouse_joint.c */
void mouse_joint_grab(World *world, const BodyGrab *grab);
/* Adds the mouse joint's force before an ODE step of dt seconds. */
void mouse_joint_apply(World *world, double dt);

/* sleeping.c */
/* Before a tick's ODE steps: wakes bodies that the water no longer pushes as it did when they last moved. */
void sleeping_update(World *world);
/* Clears the islands: no bodies touch yet but those of one group. */
void sleeping_begin(World *world);
/* Joins the islands of bodies a and b, which touch. */
void sleeping_note_contact(World *world, int a, int b);
/* After a tick's ODE steps: islands that have been still for long enough fall asleep. */
void sleeping_end(World *world);
/* Wakes the body and its group; or all bodies, after a change to something that bodies may rest on. */
void sleeping_wake(World *world, int index);
void sleeping_wake_all(World *world);

/* world_step.c */
/* Makes a world without scene, water and bodies. Returns NULL if memory runs out. */
World *world_begin(int threads);
/* Makes room for what is noted of the beginning and its `body_count` bodies. Returns false if memory runs out. */
bool began_create(World *world, int body_count);

/* dam.c */
void dams_build(World *world);
/* Schedules the release of all held bodies, spread over a short time. */
void bodies_release(World *world);
/* Releases the held bodies whose free_at has passed. */
void bodies_come_free(World *world);

/* heap.c */
/* Makes room for the numbers of edits. Returns false if memory runs out. */
bool heap_create(World *world);

/* Raises the ground of a disc by at most `height` m at the middle, or digs it away. */
void heap_ground(World *world, float x, float z, float radius, float height);

/* commands.c */
void commands_apply(World *world);
void script_apply(World *world);
/* Puts the drop's lowest point `height` above the surface at its x and z; the ground where it is `set`. */
void drop_above(const World *world, float height, BodyDrop *drop);

#endif
