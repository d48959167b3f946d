#ifndef WORLD_MACHINES_MACHINES_H
#define WORLD_MACHINES_MACHINES_H

/* The machines of a world, for the rest of src/world: gate.c, pump.c and wheel.c have one kind each, boat.c and car.c the vehicles (which
 * are bodies alone), list.c the list of them, machines.c the calls to all of them. To the water, bodies of machines are bodies like all
 * others. */

#include "world/world.h"

/* --- list.c --- */
/* A new machine at the end of the list, or NULL when the list is full. */
WorldMachine *machines_new(World *world, MachineKind kind, float x, float z);
bool machines_have_room(const World *world);
void machines_remove(World *world, WorldMachine *machine);
/* The machine number `which` of its kind, the nearest to x, z where `which` is below 0; NULL: there is none. */
WorldMachine *machines_find(World *world, MachineKind kind, int which, float x, float z);
/* The body with this serial was removed, and its group with it. */
void machines_forget(World *world, uint32_t serial);

/* --- machines.c --- */
/* Makes the scene's machines. */
void machines_build(World *world);
/* Before the water's step: what moves water without a body. */
void machines_step(World *world);
/* Before an engine step of dt seconds: forces, brakes, and the velocities of what is guided. */
void machines_drive(World *world, double dt);
/* After an engine step: brings what is guided to its place. */
void machines_follow(World *world);
/* The mouse holds a body that is guided by a machine, so that its middle ought to be at y = `height`. */
void machines_drag(World *world, const Body *body, float height);
/* `hash` goes on over the machines' state; unchanged where there are none. */
uint64_t machines_hash(const World *world, uint64_t hash);

/* --- boat.c --- */
/* Length, height and width in m of a boat of this length. */
void boat_measure(float length, float size[3]);
/* Before an engine step: propeller and rudder of the newest vehicle, if that is a boat. */
void boats_drive(World *world);
/* Before the water's step of dt seconds: the water astern takes up what the boat is pushed by. The membrane's has no velocity. */
void boats_wash(World *world, float dt);

/* --- gate.c --- */
/* Writes the drop of a scene's gate. Returns false where the bank is as high. */
bool gate_of_scene(const World *world, const SceneGate *scene, Command *drop);
/* Brings the last body, a gate, to its sill and enters it in the list. */
void gate_complete(World *world, int index, float opening);
void gate_open(World *world, int which, float x, float z, float opening);
void gate_drive(World *world, WorldMachine *machine, double dt);
void gate_follow(World *world, WorldMachine *machine);

/* --- wheel.c --- */
/* Returns the drop of a scene's water wheel. */
Command wheel_of_scene(const World *world, const SceneWheel *scene);
/* Measures a dropped wheel: the size of its hub, how far it reaches below its axle, the number of its paddles. */
void wheel_measure(const Command *drop, float size[3]);
float wheel_foot(const Command *drop);
int wheel_paddles(const Command *drop);
/* Adds hinge and paddles to the last body, a hub, and enters it in the list. The caller has made room for them. */
void wheel_complete(World *world, int index, const Command *drop);
/* Makes hinge and paddles again in the engine alone, where the lists have paddles and wheel already. */
void wheel_make_again(World *world, int index);
void wheel_brake(World *world, int which, float x, float z, float brake);
void wheel_drive(World *world, WorldMachine *machine);
void wheel_follow(World *world, WorldMachine *machine);

/* --- pump.c --- */
void pump_make(World *world, float x, float z, float to_x, float to_z, float radius, float rate);
/* Sets a pump. rate > 0: on, at this rate; 0: off; below 0: on, at the rate that it had. */
void pump_set(World *world, int which, float x, float z, float rate);
/* Removes a pump. The water that it has taken and not delivered yet goes back to where it takes water, as far as possible. */
void pump_remove(World *world, int which, float x, float z);
void pump_step(World *world, Pump *pump, float x, float z);

#endif
