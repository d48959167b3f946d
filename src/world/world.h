#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H

/* A world: water, rigid bodies (ODE), springs, and the commands that act on them, advanced in fixed ticks. Mouse,
 * scripts, scenes and tests all drive it with the same Command structs. */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/profile.h"
#include "scene/params.h"
#include "scene/scene.h"
#include "weir/weir.h"
#include "world/command.h"
#include "world/machine.h"

enum {
  WORLD_BODIES_MAX = 1024,
  WORLD_COMMANDS_MAX = 256,
  WORLD_DROPS_MAX = 4096,
  WORLD_LISTENERS = 2,
  WORLD_OWN_SIDES = -1,
  WORLD_GROUND_TILE = 16 /* cells a side of the tiles by which edits of the ground are tracked */
};

#define WORLD_WHEEL_RADIUS 2.0f /* m: of a water wheel whose drop states no size */

/* A listener, which hears each command when a world takes it, at the start of the tick `tick`. It is called within a tick: it neither
 * allocates nor waits. */
typedef struct CommandListener {
  void (*hear)(void *user, int64_t tick, const Command *command); /* NULL: none */
  void *user;
} CommandListener;

/* Values that decide a body's sleep (sleeping.c): its pose and the water's force (N) and torque (N m) when it last moved, and the seconds
 * since. */
typedef struct BodySleep {
  float position[3], quaternion[4], force[3], torque[3];
  float seconds;
} BodySleep;

/* The pose in which a body with joints was made: the joints' places within the body follow from this to the bit. */
typedef struct BodyMade {
  float position[3], rotation[9]; /* m; row-major */
} BodyMade;

/* A rigid body of a world: drawn, collided and coupled to the water. Owned by World.bodies, in order of serial, until removed. */
typedef struct Body {
  void *ode_body, *ode_joint;       /* dBodyID; dJointID to its car, or NULL. Used inside src/world only */
  WeirBody shape;                   /* pose, velocity, size and mass as of the last tick */
  float position[3], quaternion[4]; /* m; (w, x, y, z) */
  WeirForce water;                  /* from the water in the last tick */
  BodyKind kind;
  Material material;
  int hull;       /* BODY_HULL: index of the world's hulls */
  bool held;      /* fixed, as a part of a dam */
  bool guided;    /* its machine alone moves it: no force does */
  double free_at; /* simulated s at which `held` ends; 0: not released yet */
  bool was_away;  /* has been seen outside the rectangle of the scene's goal (story/goals.c) */
  bool asleep;    /* its pose does not change by a bit until something disturbs it (sleeping.c) */
  BodySleep rest;
  BodyMade made;   /* of a car and of a water wheel's hub; else zeros */
  uint32_t serial; /* unique within a world, ascending in `bodies` */
  uint32_t group;  /* serial of the first body of those joined to it (a car and its wheels); else its own */
} Body;

/* The mouse's hold on a body (mouse_joint.c); lives in World. */
typedef struct MouseJoint {
  bool holds;               /* false: it holds nothing */
  uint32_t serial;          /* of the body held */
  float grip[3], target[3]; /* m; see COMMAND_GRAB */
} MouseJoint;

/* Some water in the air (air/spray.c): a clump of drops that flies as one, or mist. Owned by World.spray from its birth until it lands. */
typedef struct Drop {
  float position[3], velocity[3]; /* m, m/s */
  float age;                      /* s */
  bool mist;                      /* fine drops, which the air slows and carries */
  float variant;                  /* 0 to 1: for its looks */
  double volume;                  /* m3, taken from the water at birth */
} Drop;

/* All water in the air, in the order of birth; lives in World. */
typedef struct Spray {
  Drop drops[WORLD_DROPS_MAX];
  int count;
  double residual;       /* m3 that the water has not taken back yet: roundings, and what fell where a membrane has no lake */
  int64_t residual_cell; /* k*nx + i of the last cell that water was taken from, to which the residual returns */
  double removed;        /* m3 that left through sides that are not walls */
} Spray;

/* Disasters under way (story/disasters.c); lives in World. Times are simulated seconds. */
typedef struct Disasters {
  bool cloudburst, quake;
  unsigned wave_sides; /* bits 1 << WeirSide of those that a wave comes in through now */
  double cloudburst_at, quake_at, wave_at;
  float acceleration[2]; /* m/s2, x and z: of a quake in this tick */
} Disasters;

/* How far the scene's goal has come (story/goals.c); lives in World. */
typedef struct GoalState {
  bool met, missed;
  double held_s;               /* for how long what it wants has held */
  double last_look, next_look; /* simulated s */
  float low, high;             /* m: the levels of a harbour since held_s was 0 */
  float seen; /* what the goal's value was compared with at the last look: m (depth, level, waves) or rounds a minute; not of GOAL_BRING */
} GoalState;

#define WORLD_BEGAN_PLACES 256.0f /* of a metre: depths in a WorldBegan */

/* The beginning of a world, by which scenery is placed: constant from world_create on, and part of the state, so that houses stand where
 * they stood when a state is read. Lives in World, which owns the arrays. */
typedef struct WorldBegan {
  uint8_t *depth;     /* nx*nz pairs of bytes, the low one first: depth in 1/WORLD_BEGAN_PLACES m, 65535 at most; NULL: not known */
  float (*bodies)[3]; /* m: x, z and the greatest half extent of each body */
  int body_count;
} WorldBegan;

/* A simulated world from world_create to world_destroy; owned by the caller, used by one thread at a time. */
typedef struct World {
  Scene scene;   /* as read, with the changes from the command line */
  Params params; /* current values */
  WeirWater *water;
  int liquid; /* index of weir_liquid */
  int sides;  /* WeirEdge of all four sides, or WORLD_OWN_SIDES */
  int nx, nz;
  float cell;     /* m */
  float *terrain; /* m, nx*nz without padding: the ground as the world began, which no tick changes: views borrow it (view.h). The ground
                     as it is now is weir_water_terrain's */
  WorldBegan began;
  uint32_t world_version;   /* tells this world from all others of the process */
  uint32_t land_version;    /* tells its place from others: the same for all worlds of one past */
  uint32_t terrain_version; /* tells its ground from others; edits of the ground leave it as it is. See world_share_ground */
  int64_t ground_edits;     /* how often the ground has been heaped or dug; 0: it is `terrain` */
  int64_t *ground_edited;   /* by tile of WORLD_GROUND_TILE cells a side, row after row: the last edit that changed it; 0: none */
  Hull *hulls;              /* in the scene's order; no tick changes them */
  int hull_count;
  Body bodies[WORLD_BODIES_MAX];
  int body_count;
  uint32_t dropped;                          /* bodies ever made: the next serial */
  WorldMachine machines[WORLD_MACHINES_MAX]; /* in the order of making */
  int machine_count;
  MouseJoint mouse_joint;
  Drive drive;
  Spray spray;
  Disasters disasters;
  GoalState goal;
  double flood_at; /* simulated s at which the dam was let go or a disaster began; -1: not yet */
  int64_t tick;    /* ticks done */
  double time;     /* simulated seconds */
  uint64_t seed;
  bool from_state; /* read from a saved state, whose scene names its files without their folders: world_create may not find them */
  int threads;
  int64_t rescued; /* bodies found below the terrain and lifted out */
  int64_t left;    /* bodies that floated out of the grid and were removed; a car and its wheels are one */
  Profile profile;
  CommandListener listeners[WORLD_LISTENERS]; /* see world_listen */
  struct WorldPrivate *own;                   /* ODE's world, command queue, scripted drops (world_private.h) */
} World;

/* Makes a world from a scene. Returns NULL and sets *error if the scene's terrain cannot be read or memory runs out. */
World *world_create(const Scene *scene, uint64_t seed, int threads, Error *error);
void world_destroy(World *world);

/* Queues a command for the next tick; false when the queue is full (it is dropped) or a number is not finite. */
bool world_command(World *world, const Command *command);

/* Queues the commands that end the mouse's hold on a body and let go the pedals of the driven car, where there are any: for a world that
 * goes on with no hand on it, as after a jump through time. */
void world_let_go(World *world);

/* Returns true if COMMAND_SEA_WAVE comes in through a side of this kind. */
bool world_side_has_sea(WeirEdge kind);

/* Returns how far, in m, COMMAND_HEAP may bring the ground above or below where it began. */
float world_ground_reach(const World *world);

/* How many commands wait for the next tick. */
int world_commands_waiting(const World *world);

/* Empties the queue: for a world made from a state, whose caller gives it the commands that waited. */
void world_forget_commands(World *world);

/* From now on the listener hears the world's commands; false when there are WORLD_LISTENERS already. It ends by its `user`. */
bool world_listen(World *world, CommandListener listener);
void world_listen_no_more(World *world, const void *user);

/* Tiles of the ground along an axis of this many cells. */
int world_ground_tiles(int cells);

/* Gives `world` the land_version of `before`, and its terrain_version where their present ground is the same to the bit: a display that
 * shows one after the other then need not make again what depends on the ground alone. */
void world_share_ground(World *world, const World *before);

/* Queues COMMAND_SCRIPT with this many crates. */
void world_drop_script(World *world, int count);

/* Index in world->bodies of the body with this serial, or -1. */
int world_body(const World *world, uint32_t serial);

/* One tick of params.tick seconds. */
void world_step(World *world);

/* Size (m along its own axes) and density (kg/m3) of a dropped body, from the command or else from the parameters. */
void body_measure(const Params *params, const BodyDrop *drop, float size[3], float *density);

/* Returns true if a kind of body is dropped lying, with its own y axis along x at yaw 0. */
bool body_is_lying(BodyKind kind);

/* A hash of water and bodies, and whether all their numbers are finite and no depth is negative. */
uint64_t world_hash(const World *world);
bool world_is_finite(const World *world);

#endif
