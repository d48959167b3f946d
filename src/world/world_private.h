#ifndef WORLD_WORLD_PRIVATE_H
#define WORLD_WORLD_PRIVATE_H

/* Declarations shared by the files of src/world alone. */

#include <ode/ode.h>

#include "base/rng.h"
#include "world/convex.h"
#include "world/world.h"

typedef struct PairFinder PairFinder;

/* The part of a world that only src/world uses; made and freed with it. */
typedef struct WorldPrivate {
  Convex *hulls; /* one for each of World.hulls */
  dWorldID ode;
  dSpaceID space;
  dJointGroupID contacts;
  PairFinder *pairs; /* tick/pairs.c */
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

/* The kinds of bodies: a row of a constant table each (body_engine.c), those of vehicles and machines in their own files. */

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
  float drag;     /* factor on the drag of a crate; 0: 1 */
  float usual[3]; /* m: size of a box whose drop states none; 0: a crate's */
  float density;  /* kg/m3; 0: its material's */
  /* Sets its size in m; *density (kg/m3) is as above. NULL: a box of the drop's size, or the usual one. */
  void (*measure)(const Params *params, const BodyDrop *drop, float size[3], float *density);
  /* Returns how far it reaches below its middle, m. NULL: half its height or, lying, half its thickness. */
  float (*foot)(const World *world, const BodyDrop *drop, const float size[3]);
  /* Makes the engine's body. NULL: a box. */
  dBodyID (*make)(World *world, const Body *body);
  BodyKind part;  /* the kind of the group's other bodies */
  int part_count; /* of these; or that of a drop, or of a machine: */
  int (*parts_of_drop)(const BodyDrop *drop);
  int (*parts_of_machine)(const WorldMachine *machine);
  void (*complete)(World *world, Body *body,
                   const BodyDrop *drop); /* makes its machine, and of its first body what it is in the group; its parts follow */
  void (*join)(World *world,
               Body *first); /* makes the shapes and engine's bodies of its parts, which follow it in the list, and the joints */
} BodyKindInfo;

/* Returns the row of a kind. */
const BodyKindInfo *body_kind(BodyKind kind);

#define BODY_ROW(kind, row) extern const BodyKindInfo row##_body;
BODY_KINDS(BODY_ROW)

/* The machines of a world, for the rest of src/world: one kind each in gate.c, pump.c and wheel.c, with its row; vehicles, which
 * are bodies alone, in boat.c and car.c; their list and calls to all of them in machines.c. To the water, bodies of
 * machines are bodies like all others. A new kind is a file here, a name in MACHINE_KINDS and its numbers in WorldMachine (world.h), and
 * where it has bodies of its own, their names in BODY_KINDS (scene.h). */

/* A kind of machine: a row of the table in machines.c. Functions that a kind does without are NULL. */
typedef struct MachineInfo {
  BodyKind body;                                                 /* of the first of its bodies; BODY_KIND_COUNT: it has none */
  const struct StateTable *state;                                /* of its member of WorldMachine.is */
  void (*build)(World *world);                                   /* makes the scene's */
  void (*step)(World *world, WorldMachine *machine);             /* before the water's step: what moves water without a body */
  void (*drive)(World *world, WorldMachine *machine, double dt); /* before an engine step of dt s: forces, brakes, guided velocities */
  void (*follow)(World *world, WorldMachine *machine);           /* after an engine step: brings what is guided to its place */
  void (*drag)(WorldMachine *machine, float height);             /* the mouse holds its body so that the middle ought to be at y = height */
  uint64_t (*hash)(const WorldMachine *machine, uint64_t hash);  /* NULL: over all of its member */
} MachineInfo;

#define MACHINE_ROW(kind, row) extern const MachineInfo row##_machine;
MACHINE_KINDS(MACHINE_ROW)

/* machines/machines.c */
/* A new machine at the end of the list, whose first body is `body` (NULL: it has none), or NULL when the list is full. */
WorldMachine *machines_new(World *world, MachineKind kind, float x, float z, const Body *body);
void machines_remove(World *world, WorldMachine *machine);
/* The machine of a kind that a setting is for; NULL: there is none. */
WorldMachine *machines_find(World *world, MachineKind kind, const MachineSet *set);
/* Finds the machine that has this number among the scene's of its kind. Returns the how manieth of its kind it is now, or -1. */
int machines_numbered(const World *world, MachineKind kind, int number);
/* Numbers the machine that has just been made for the scene, if one was. */
void machines_number(World *world, MachineKind kind, int number);
/* The machine whose first body has this serial; NULL: there is none. */
WorldMachine *machines_of(World *world, MachineKind kind, uint32_t serial);
/* The body with this serial was removed, and its group with it. */
void machines_forget(World *world, uint32_t serial);
/* Returns the row of a kind. */
const MachineInfo *machine_info(MachineKind kind);
/* Calls of all machines what the row of each has. */
void machines_build(World *world);
void machines_step(World *world);
void machines_drive(World *world, double dt);
void machines_follow(World *world);
/* Drags the machine whose body the mouse holds. */
void machines_drag(World *world, const Body *body, float height);
/* `hash` goes on over the machines' state; unchanged where there are none. */
uint64_t machines_hash(const World *world, uint64_t hash);

/* machines/boat.c */
/* Before an engine step: propeller and rudder of the newest vehicle, if that is a boat. */
void boats_drive(World *world);
/* Before the water's step of dt seconds: the water astern takes up what the boat is pushed by. The membrane's has no velocity. */
void boats_wash(World *world, float dt);
/* machines/gate.c */
void gate_open(World *world, const MachineSet *set);
/* machines/wheel.c */
void wheel_brake(World *world, const MachineSet *set);
/* machines/pump.c */
void pump_make(World *world, const PumpMake *make);
/* Sets a pump. Its value is above 0: on, at this rate; 0: off; below 0: on, at the rate that it had. */
void pump_set(World *world, const MachineSet *set);
/* Removes a pump. The water that it has taken and not delivered yet goes back to where it takes water, as far as possible. */
void pump_remove(World *world, const MachineSet *set);
/* tick/bodies.c */
bool bodies_create(World *world, Error *error);
void bodies_destroy(World *world);
/* Hands the bounds of the ground, which only grow while a world runs, to the engine. */
void bodies_bound_ground(const World *world);
/* The ground of cells [i0, i1) x [k0, k1) has changed: bodies collide with it as it is now, and those that rest on it wake. */
void bodies_ground_changed(World *world, int i0, int k0, int i1, int k1);
/* Moves the bodies by one tick under own->forces. */
void bodies_step(World *world);
/* Takes hold of a body; a spring draws it from the next step on. */
void mouse_joint_grab(World *world, const BodyGrab *grab);

/* tick/pairs.c */
/* Calls near(world, a, b) for the pairs of shapes whose boxes meet, as dSpaceCollide does, in its order. */
void pairs_collide(World *world, dNearCallback *near);
void pairs_destroy(World *world);

/* body_engine.c */
/* Reads the scene's hulls. False with a one-line error. */
bool hulls_create(World *world, Error *error);
/* Makes room for the scene's hulls, then the engine's form of them once they are filled in. */
bool hulls_reserve(World *world);
void hulls_fill(World *world);
/* m: how far a box with these half extents and this rotation (row-major) reaches from its centre along a world axis. */
float body_reach(const float half[3], const float rotation[9], int axis);
/* Makes ODE's body with the pose and velocities of body->shape; `geom` is its collision shape. */
dBodyID body_engine(World *world, const Body *body, const dMass *mass, dGeomID geom);
/* Destroys the engine's body with its shapes and its joint. */
void body_engine_forget(Body *body);
/* Makes ODE's body of a cylinder whose own axis is y: a capsule. */
dBodyID body_engine_log(World *world, const Body *body);
/* Sets the engine's pose and velocities to those of `shape`. */
void body_engine_pose(dBodyID ode, const WeirBody *shape);
/* Fills own->shapes, the water's input, from ODE. */
void bodies_show(World *world);

/* tick/body_make.c */
/* Makes the command's body, within the walls; when the world is full the oldest bodies are removed. */
void bodies_add(World *world, const BodyDrop *drop);
/* Removes the body and its group; does nothing when there is no such serial. */
void bodies_remove(World *world, uint32_t serial);
/* Makes the engine's bodies, shapes and joints of the group that begins at `first`, whose bodies are in the list, as bodies_add made them:
 * those with joints in the pose in which they were made, the others in their own. Wheels and paddles get their sizes and masses again. */
void bodies_make_again(World *world, int first);
void dams_build(World *world);
/* Schedules the release of all held bodies, spread over a short time. */
void bodies_release(World *world);
/* Releases the held bodies whose free_at has passed. */
void bodies_come_free(World *world);

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

/* tick/world_step.c */
/* Makes a world without scene, water and bodies. Returns NULL if memory runs out. */
World *world_begin(int threads);
/* Makes room for what is noted of the beginning and its `body_count` bodies. Returns false if memory runs out. */
bool began_create(World *world, int body_count);

/* heap.c */
/* Makes room for the numbers of edits. Returns false if memory runs out. */
bool heap_create(World *world);
/* Raises the ground of a disc by at most `height` m at the middle, or digs it away. */
void heap_ground(World *world, float x, float z, float radius, float height);
/* tick/commands.c */
/* Applies what waits in the queue, and tells the listeners. */
void commands_apply(World *world);
/* Applies one command, of which no listener hears. */
void command_apply(World *world, const Command *command);
void script_apply(World *world);
/* Puts the drop's lowest point `height` above the surface at its x and z; the ground where it is `set`. */
void drop_above(const World *world, float height, BodyDrop *drop);

/* story/story.c: the events of a scene beside its own course, which are the goal that its file states and disasters that a command starts
 * */
/* Makes room for the waves of the sides that have a sea, so that no tick has to, and drives them by the series that the scene has. Returns false
 * and sets *error if memory runs out, or one is for a side of another kind. */
bool disasters_create(World *world, Error *error);
/* Gives the sides the series that the scene has for them, once they are the scene's own again. */
void sides_follow_series(World *world);
/* Applies a disaster's command: COMMAND_CLOUDBURST, COMMAND_SEA_WAVE or COMMAND_QUAKE. */
void disaster_begin(World *world, const Command *command);
/* Before the water's step of a tick of dt seconds: pushes the water as a quake does, and ends a wave that has come in. */
void disaster_step(World *world, float dt);
/* After each tick: looks at the scene's goal, ten times a second. */
void goal_step(World *world);
/* A hash of what both keep, continued from `hash`; the same `hash` while there is nothing. */
uint64_t story_hash(const World *world, uint64_t hash);

/* story/rules.c */
/* Sets the timers of the scene's rules; for a world that begins. */
void rules_begin(World *world);
/* After each tick: measures what the scene's rules watch, and lets those act whose time has come. */
void rules_step(World *world);
/* A hash of how far the rules have come, continued from `hash`; the same `hash` where there are none. */
uint64_t rules_hash(const World *world, uint64_t hash);

/* air/spray.c */
/* After the water and the bodies have moved: drops fly, land and are born. Does nothing while the parameter `spray` is 0 and the air is
 * empty. */
void spray_step(World *world);
/* The hash with the spray added to it; as it was while the parameter is 0 and no drop has flown. */
uint64_t spray_hash(const Spray *spray, float parameter, uint64_t hash);

#endif
