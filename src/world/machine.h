#ifndef WORLD_MACHINE_H
#define WORLD_MACHINE_H

/* The readable state of a world's machines: plain values in World.machines, in the order in which they were made. */

#include <stdbool.h>
#include <stdint.h>

enum { WORLD_MACHINES_MAX = 64 };

#define BOAT_THRUST 0.12f /* of a boat's weight: what its propeller pushes with at full gas */

/* The kinds of machines: MACHINE_GATE and so on, each with its row, gate_machine and so on (machines/machines.h).
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
  float x, z;      /* m: its middle; of a pump: where it takes the water */
  union {
    Gate gate;
    Pump pump;
    WaterWheel wheel;
    Boom boom;
  } is;
} WorldMachine;

#endif
