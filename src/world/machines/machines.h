#ifndef WORLD_MACHINES_MACHINES_H
#define WORLD_MACHINES_MACHINES_H

/* The machines of a world, for the rest of src/world: one kind each in gate.c, pump.c and wheel.c, with its row; vehicles, which
 * are bodies alone, in boat.c and car.c; their list and calls to all of them in machines.c. To the water, bodies of
 * machines are bodies like all others. A new kind is a file here, a name in MACHINE_KINDS and its numbers in WorldMachine (machine.h), and
 * where it has bodies of its own, their names in BODY_KINDS (scene.h). */

#include "format/stream.h"
#include "world/world.h"

/* A kind of machine: a row of the table in machines.c. Functions that a kind does without are NULL. */
typedef struct MachineInfo {
  BodyKind body;                                                 /* of the first of its bodies; BODY_KIND_COUNT: it has none */
  const StateTable *state;                                       /* of its member of WorldMachine.is */
  void (*build)(World *world);                                   /* makes the scene's */
  void (*step)(World *world, WorldMachine *machine);             /* before the water's step: what moves water without a body */
  void (*drive)(World *world, WorldMachine *machine, double dt); /* before an engine step of dt s: forces, brakes, guided velocities */
  void (*follow)(World *world, WorldMachine *machine);           /* after an engine step: brings what is guided to its place */
  void (*drag)(WorldMachine *machine, float height);             /* the mouse holds its body so that the middle ought to be at y = height */
  uint64_t (*hash)(const WorldMachine *machine, uint64_t hash);  /* NULL: over all of its member */
} MachineInfo;

#define MACHINE_ROW(kind, row) extern const MachineInfo row##_machine;
MACHINE_KINDS(MACHINE_ROW)

/* --- machines.c --- */
/* A new machine at the end of the list, or NULL when the list is full. */
WorldMachine *machines_new(World *world, MachineKind kind, float x, float z);
bool machines_have_room(const World *world);
void machines_remove(World *world, WorldMachine *machine);
/* The machine of a kind that a setting is for; NULL: there is none. */
WorldMachine *machines_find(World *world, MachineKind kind, const MachineSet *set);
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

/* --- boat.c --- */
/* Before an engine step: propeller and rudder of the newest vehicle, if that is a boat. */
void boats_drive(World *world);
/* Before the water's step of dt seconds: the water astern takes up what the boat is pushed by. The membrane's has no velocity. */
void boats_wash(World *world, float dt);

/* --- gate.c --- */
void gate_open(World *world, const MachineSet *set);

/* --- wheel.c --- */
void wheel_brake(World *world, const MachineSet *set);

/* --- pump.c --- */
void pump_make(World *world, const PumpMake *make);
/* Sets a pump. Its value is above 0: on, at this rate; 0: off; below 0: on, at the rate that it had. */
void pump_set(World *world, const MachineSet *set);
/* Removes a pump. The water that it has taken and not delivered yet goes back to where it takes water, as far as possible. */
void pump_remove(World *world, const MachineSet *set);

#endif
