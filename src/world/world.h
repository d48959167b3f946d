#ifndef WORLD_WORLD_H
#define WORLD_WORLD_H

/* A world: water, rigid bodies (ODE), springs, and the commands that act on them, advanced in fixed ticks. Mouse,
 * scripts, scenes and tests all drive it with the same Command structs. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/error.h"
#include "scene/params.h"
#include "scene/scene.h"
#include "weir/weir.h"

enum {
  WORLD_BODIES_MAX = 1024,
  WORLD_COMMANDS_MAX = 256,
  WORLD_DROPS_MAX = 4096,
  WORLD_LISTENERS = 2,
  WORLD_MACHINES_MAX = 64,
  WORLD_OWN_SIDES = -1,
  WORLD_GROUND_TILE = 16 /* cells a side of the tiles by which edits of the ground are tracked */
};

#define WORLD_GROUND_LEAST 1e-3f /* m: ground that moves by less is taken to stand still */
#define WORLD_WHEEL_RADIUS 2.0f  /* m: of a water wheel whose drop states no size */

/* --- commands: the changes that mouse, keys, panel, scripts and logs make to a world. One table (command_infos) says of each kind what its
 * members are, within which range and in which unit, and what it means for undo; checks, files and print all follow from it. --- */

typedef enum CommandKind {
  COMMAND_DROP,        /* drop: a body */
  COMMAND_GRAB,        /* grab: holds a body by a point until COMMAND_RELEASE */
  COMMAND_RELEASE,     /* ends COMMAND_GRAB: the body keeps its velocity */
  COMMAND_DELETE,      /* serial: removes that body and all others of its group */
  COMMAND_DRIVE,       /* drive: steers the newest car or boat, until the next one */
  COMMAND_DISTURB,     /* brush: pushes the surface down by `amount` m, and the water along */
  COMMAND_POUR,        /* brush: adds `amount` m3 of water */
  COMMAND_DRAIN,       /* brush: takes `amount` m3 of water */
  COMMAND_PARAM,       /* param: sets a parameter */
  COMMAND_SOLVER,      /* solver */
  COMMAND_LIQUID,      /* liquid: index of weir_liquid, for its looks; its motion is set by COMMAND_PARAM */
  COMMAND_RELEASE_DAM, /* releases the bodies that the scene holds as a dam, but for those set into the bank */
  COMMAND_SIDES,       /* sides: WeirEdge for all four, or WORLD_OWN_SIDES for the scene's boundaries */
  COMMAND_SCRIPT,      /* count: drops so many crates over the next seconds, spread over the scene by the seed, two in three of wood */
  COMMAND_CLOUDBURST,  /* heavy rain for 20 s */
  COMMAND_SEA_WAVE,    /* height: a wave comes in from each side with a sea, or down a river */
  COMMAND_QUAKE,       /* the ground tilts to and fro for 7 s */
  COMMAND_GATE,        /* machine: the opening in m that a gate shall move to */
  COMMAND_PUMP,        /* machine: m3/s of a pump, and on; 0: off; below 0: on as it was */
  COMMAND_BUILD_PUMP,  /* pump: makes one */
  COMMAND_BRAKE,       /* machine: N m, the torque of a water wheel's load */
  COMMAND_REMOVE_PUMP, /* machine: removes a pump; gates and wheels go by COMMAND_DELETE */
  COMMAND_DYE,         /* brush: adds `amount` g of dye (negative: takes it out); 1 g/m2 colours the water deeply */
  COMMAND_HEAP,        /* brush: raises the ground by `amount` m at the middle (negative: digs), see world_ground_reach */
  COMMAND_KIND_COUNT
} CommandKind;

/* A body to be made. Its middle is x, y, z. */
typedef struct BodyDrop {
  BodyKind body;
  Material material;
  float x, y, z;     /* m */
  float velocity[3]; /* m/s */
  float spin[3];     /* rad/s */
  float yaw;         /* rad */
  float size[3];     /* m along its own axes; 0: from the parameters */
  float density;     /* kg/m3; 0: from the parameters */
  bool set;          /* placed exactly here; else it is lifted until it is clear of all others */
  bool held;         /* part of a dam: fixed until COMMAND_RELEASE_DAM */
  union {
    int hull;    /* BODY_HULL: index of the scene's hulls */
    int paddles; /* BODY_MILL; 0: 10 */
  };
  union {
    float opening; /* m: of BODY_GATE */
    float brake;   /* N m: of BODY_MILL */
  };
} BodyDrop;

/* A hold on a body by a point of it, which is pulled to x, y, z. */
typedef struct BodyGrab {
  uint32_t serial;
  float grip[3]; /* m, from the body's centre along its own axes */
  float x, y, z; /* m */
} BodyGrab;

/* Steering wheel and pedals of the newest car or boat. */
typedef struct Drive {
  float steer; /* -1 left to 1 right */
  float gas;   /* -1 (brake, reverse) to 1 */
} Drive;

/* A disc of water or ground, and by how much it is changed. */
typedef struct Brush {
  float x, z, radius; /* m */
  float amount;       /* its unit: see the kind */
  float vx, vz;       /* m/s: COMMAND_DISTURB brings the water there to it; 0: it pushes down alone */
} Brush;

/* A parameter's new value. */
typedef struct ParamSet {
  int index; /* into params_table */
  float value;
} ParamSet;

/* A setting of a machine. */
typedef struct MachineSet {
  int which;  /* the how manieth of its kind; -1: the nearest to x, z */
  float x, z; /* m */
  float value;
} MachineSet;

/* A pump to be made. */
typedef struct PumpMake {
  float x, z;   /* m: where it takes water */
  float to[2];  /* m: x and z of its outlet */
  float radius; /* m */
  float rate;   /* m3/s */
} PumpMake;

/* One change to a world: a value, copied into the queue by world_command and applied at the start of the next tick. The kind says which
 * member of the union it has. */
typedef struct Command {
  CommandKind kind;
  union {
    BodyDrop drop;
    BodyGrab grab;
    uint32_t serial; /* of a body */
    Drive drive;
    Brush brush;
    ParamSet param;
    WeirSolver solver;
    int liquid, sides, count;
    float height; /* m; 0: 1.5 */
    MachineSet machine;
    PumpMake pump;
  };
} Command;

/* A command as saves and logs have it: a row of members that all kinds share, as the format has had it from its first version. */
typedef struct CommandRecord {
  CommandKind kind;
  float x, y, z, radius, amount, velocity[3], spin[3], yaw;
  BodyKind body;
  Material material;
  float size[3], density;
  bool set, held;
  uint32_t serial;
  float grip[3], to[2];
  int param;
  WeirSolver solver;
} CommandRecord;

typedef enum CommandType { COMMAND_NUMBER, COMMAND_WHOLE, COMMAND_CHOICE, COMMAND_FLAG, COMMAND_SERIAL } CommandType;

/* A member of a kind of command, or an array of numbers: a row of a constant table. */
typedef struct CommandField {
  const char *name, *unit; /* "radius", "m"; unit empty: it has none */
  CommandType type;
  size_t offset, size, record; /* bytes: within Command, its size, within CommandRecord */
  float low, high;             /* numbers beyond are brought back by what applies the command */
} CommandField;

/* A kind of command: a row of a constant table. */
typedef struct CommandInfo {
  const char *name; /* "pour" */
  const CommandField *fields;
  int field_count;
  bool is_edit; /* see command_is_edit */
} CommandInfo;

/* The table, by kind. */
extern const CommandInfo command_infos[COMMAND_KIND_COUNT];

/* Returns true if a command is an edit: something done to bodies, ground, dye, machines, water, liquid, sides or solver, which undo takes
 * back and another scene loses. Stirred water comes to rest by itself, a steered car leaves the world as it is, and parameters have a
 * history of their own. */
bool command_is_edit(const Command *command);
/* Returns true if all numbers of a command are finite. */
bool command_is_finite(const Command *command);
/* Convert a command to the form that files have, and back; members that its kind does not have are 0. */
void command_to_record(const Command *command, CommandRecord *record);
void command_from_record(const CommandRecord *record, Command *command);
/* Writes a command in words, as "pour x 3 m, z 4 m, radius 1 m, volume 0.25 m3"; members that are 0 are left out. */
void command_print(const Command *command, char *text, size_t room);

/* --- machines: their readable state, plain values in World.machines --- */

#define BOAT_THRUST 0.12f /* of a boat's weight: what its propeller pushes with at full gas */

/* The kinds of machines: MACHINE_GATE and so on, each with its row, gate_machine and so on (world_private.h).
 *   GATE    a sluice gate: a plank that slides up and down in its frame; the water runs under it
 *   PUMP    takes water at one place and adds it at another
 *   WHEEL   a water wheel: paddles around an axle that turns against a brake
 *   BOOM    a floating boom: a chain of floats between two piles, which holds back what drifts */
#define MACHINE_KINDS(X) X(GATE, gate) X(PUMP, pump) X(WHEEL, wheel) X(BOOM, boom)

#define MACHINE_NAME(kind, row) MACHINE_##kind,
typedef enum MachineKind { MACHINE_KINDS(MACHINE_NAME) MACHINE_KIND_COUNT } MachineKind;

/* A gate's place in its frame. */
typedef struct Gate {
  float opening, wanted; /* m that it is raised by; it moves from the one to the other at GATE_SPEED (gate.c) */
  float closed_y;        /* m: of the plank's middle when closed */
  float opening_max;     /* m */
} Gate;

/* A pump's ends and its ledger. What was taken is at every moment added + residual. */
typedef struct Pump {
  float to_x, to_z, radius; /* m: where the water goes; both ends have this radius */
  float rate;               /* m3/s that it takes while it is on and there is water */
  bool on;
  float flow;          /* m3/s that it took in the last tick */
  double taken, added; /* m3 since it was made */
  double residual;     /* m3 taken and not delivered yet */
  double dye;          /* g taken with the water and not delivered yet; roundings may leave it below 0 */
} Pump;

/* A wheel's measures and motion. Its axle is the y axis of its hub. */
typedef struct WaterWheel {
  float radius, width; /* m */
  int paddles;
  float brake;  /* N m: the load's torque, a friction that also holds the wheel at rest */
  float speed;  /* rad/s about the axle, signed */
  float torque; /* N m: of the water on the paddles about the axle, as of the last engine step */
  float power;  /* W that the brake takes up */
} WaterWheel;

/* Rounds a minute, whichever way it turns. */
static inline float wheel_rounds_a_minute(const WaterWheel *wheel) {
  const float rounds = wheel->speed * 9.5492966f; /* 60/(2 pi) */
  return rounds < 0 ? -rounds : rounds;
}

/* A boom's chain. Its ends run up and down on the piles. */
typedef struct Boom {
  int floats;
  float apart;       /* m: from the middle of a float to that of the next */
  float piles[2][2]; /* m: x and z of each */
} Boom;

/* One machine of a world: a value, owned by World.machines until its bodies are removed. */
typedef struct WorldMachine {
  MachineKind kind;
  uint32_t serial; /* of the gate's plank, of the wheel's hub, of the boom's first float; a pump has no body */
  int number;      /* among the scene's of its kind, from 1; 0: it was made later */
  float x, z;      /* m: its middle; of a pump: where it takes the water */
  union {
    Gate gate;
    Pump pump;
    WaterWheel wheel;
    Boom boom;
  } is;
} WorldMachine;

/* --- the world --- */

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
  bool was_away;  /* has been seen outside the rectangle of the scene's goal (story/story.c) */
  bool asleep;    /* its pose does not change by a bit until something disturbs it (sleeping.c) */
  BodySleep rest;
  BodyMade made;   /* of a car and of a water wheel's hub; else zeros */
  uint32_t serial; /* unique within a world, ascending in `bodies` */
  uint32_t group;  /* serial of the first body of those joined to it (a car and its wheels); else its own */
} Body;

/* The mouse's hold on a body (tick/bodies.c); lives in World. */
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

/* Disasters under way (story/story.c); lives in World. Times are simulated seconds. */
typedef struct Disasters {
  bool cloudburst, quake;
  unsigned wave_sides; /* bits 1 << WeirSide of those that a wave comes in through now */
  double cloudburst_at, quake_at, wave_at;
  float acceleration[2]; /* m/s2, x and z: of a quake in this tick */
} Disasters;

/* How far the scene's goal has come (story/story.c); lives in World. */
typedef struct GoalState {
  bool met, missed;
  double held_s;               /* for how long what it wants has held */
  double last_look, next_look; /* simulated s */
  float low, high;             /* m: the levels of a harbour since held_s was 0 */
  float seen; /* what the goal's value was compared with at the last look: m (depth, level, waves) or rounds a minute; not of GOAL_BRING */
} GoalState;

/* How far one of the scene's rules has come (story/rules.c); lives in World. Times are simulated seconds. */
typedef struct RuleState {
  bool holds;         /* its condition is true; of RULE_AFTER: it has fired */
  bool fired;         /* since then */
  bool lasts;         /* its machine goes back at `back_at` */
  float value;        /* the quantity as of this tick, in its unit; of RULE_EVERY and RULE_AFTER the seconds left */
  float before, made; /* what its machine was set to before it fired, and by it; while it lasts */
  int times;          /* it has fired */
  double since;       /* it holds since then */
  double next;        /* of RULE_EVERY and RULE_AFTER: fires then */
  double fired_at;    /* the last time; -1: never */
  double back_at;
} RuleState;

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
  RuleState rules[SCENE_RULES]; /* of the scene's rules, in their order */
  double flood_at;              /* simulated s at which the dam was let go or a disaster began; -1: not yet */
  int64_t tick;                 /* ticks done */
  double time;                  /* simulated seconds */
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
/* Makes it with the file of its ground, which was read already, if that is its image; NULL: it is read. */
World *world_create_on(const Scene *scene, const OwnGroundFile *ground, uint64_t seed, int threads, Error *error);
void world_destroy(World *world);
/* One tick of params.tick seconds. */
void world_step(World *world);
/* A hash of water and bodies, and whether all their numbers are finite and no depth is negative. */
uint64_t world_hash(const World *world);
/* Returns the rigid-body engine and its version, as "ODE 0.16.2": with another version bodies may move otherwise in the last place. Static. */
const char *world_engine(void);
bool world_is_finite(const World *world);

/* Queues a command for the next tick; false when the queue is full (it is dropped) or a number is not finite. */
bool world_command(World *world, const Command *command);
/* Queues the commands that end the mouse's hold on a body and let go the pedals of the driven car, where there are any: for a world that
 * goes on with no hand on it, as after a jump through time. */
void world_let_go(World *world);
/* Queues COMMAND_SCRIPT with this many crates. */
void world_drop_script(World *world, int count);
/* How many commands wait for the next tick. */
int world_commands_waiting(const World *world);
/* Empties the queue: for a world made from a state, whose caller gives it the commands that waited. */
void world_forget_commands(World *world);
/* From now on the listener hears the world's commands; false when there are WORLD_LISTENERS already. It ends by its `user`. */
bool world_listen(World *world, CommandListener listener);
void world_listen_no_more(World *world, const void *user);

/* Index in world->bodies of the body with this serial, or -1. */
int world_body(const World *world, uint32_t serial);
/* Size (m along its own axes) and density (kg/m3) of a dropped body, from the command or else from the parameters. */
void body_measure(const Params *params, const BodyDrop *drop, float size[3], float *density);
/* Returns true if a kind of body is dropped lying, with its own y axis along x at yaw 0. */
bool body_is_lying(BodyKind kind);

/* mm/h: what a cloudburst adds to the rain now. */
float disaster_rain(const World *world);
/* Returns true if COMMAND_SEA_WAVE comes in through a side of this kind. */
bool world_side_has_sea(WeirEdge kind);
/* Returns how far, in m, COMMAND_HEAP may bring the ground above or below where it began. */
float world_ground_reach(const World *world);
/* Tiles of the ground along an axis of this many cells. */
int world_ground_tiles(int cells);

/* The volumes by which the ground has moved under a world: sums over world_follow_ground. A plain value; zeroed at the start. */
typedef struct GroundLedger {
  int64_t moves;          /* that changed any cell */
  double raised, lowered; /* m3 of ground */
  double displaced;       /* m3 of water whose place raised ground took: in each cell as deep as the ground rose, at most all of it */
  double freed;           /* m3 that ground has left below water */
} GroundLedger;

/* Brings the ground to these heights between two ticks, m, nx*nz; NaN: that cell stays. Tiles where no height differs by WORLD_GROUND_LEAST
 * stay as they are, and their water asleep. The water keeps its volume, bodies stand on the new ground. `heights` is changed. It is not a
 * command: no listener hears of it. Adds to the ledger. */
void world_follow_ground(World *world, float *heights, GroundLedger *ledger);
/* Gives `world` the land_version of `before`, and its terrain_version where their present ground is the same to the bit: a display that
 * shows one after the other then need not make again what depends on the ground alone. */
void world_share_ground(World *world, const World *before);

#endif
