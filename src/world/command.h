#ifndef WORLD_COMMAND_H
#define WORLD_COMMAND_H

/* Commands: the changes that mouse, keys, panel, scripts and logs make to a world. One table (command_info) says of each kind what its
 * members are, within which range and in which unit, and what it means for undo; checks, files and print all follow from it. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scene/scene.h"
#include "weir/weir.h"

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
  bool is_edit;    /* see command_is_edit */
  bool is_lasting; /* it acts until another of its kind, or the one that ends it */
} CommandInfo;

/* Returns the row of a kind. */
const CommandInfo *command_info(CommandKind kind);

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

#endif
