/* Bodies that move with the water, or hardly: they should make no waves but their own. The raft is
 * 6.3 x 4.7 x 2 m, off the grid's lines, half submerged in 2 m of water, cells of 1 m, steps of 0.02 s. */
#include <stdio.h>
#include <string.h>

#include "bench/coupling/rig.h"

static const float tick = 0.02f;

static const float speeds[3] = {0.05f, 0.1f, 0.2f};
static const float yaws[2] = {0, 0.5f};

static WeirBody raft(float x, float z, float yaw) {
  return rig_box(6.3f, 2, 4.7f, x, 2, z, yaw, 500);
}

/* 30 s of friction, in which the waves of the raft's coming die away. */
static void settle(WeirWater *water, WeirBody *body, float friction) {
  WeirTuning tuning = weir_water_tuning(water);
  const float friction_of_case = tuning.friction;
  tuning.friction = friction;
  weir_water_set_tuning(water, &tuning);
  for (int step = 0; step < 1500; step++) rig_step(water, body, 1, tick, NULL);
  tuning.friction = friction_of_case;
  weir_water_set_tuning(water, &tuning);
}

/* The motion of a raft once it has come to speed: m/s, rad/s. */
typedef struct Motion {
  float velocity[3], spin[3];
} Motion;

/* 10 s to come to its speed, 30 s at it; frictionless, sponges all round. NaN without water. */
static double creep(CouplingReport *report, const Motion *motion, float yaw) {
  Rig rig = rig_tank(96, 64, 1, 2);
  rig_ideal(&rig);
  rig.tuning.sponge_width = 14;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) rig.boundary[side].kind = WEIR_SPONGE;
  WeirWater *const water = rig_water(&rig, report);
  if (!water) return (double)NAN;
  WeirBody body = raft(40.3f, 32.2f, yaw);
  settle(water, &body, 0.5f);
  for (int step = 0; step < 2000; step++) {
    const float share = fminf(1, (float)step / 500);
    for (int n = 0; n < 3; n++) body.velocity[n] = share * motion->velocity[n], body.spin[n] = share * motion->spin[n];
    rig_advance(&body, tick);
    rig_step(water, &body, 1, tick, NULL);
  }
  const RigBeyond beyond = {&body, 4};
  const double rms = rig_surface(water, 2, rig_beyond, &beyond).rms;
  weir_water_destroy(water);
  return rms;
}

static const Motion turning = {{0}, {0, 0.05f, 0}};

static void creep_name(int n, char name[80]) {
  if (n < 6)
    snprintf(name, 80, "rms beyond 4 m at %.2f m/s, yaw %.1f", (double)speeds[n % 3], (double)yaws[n / 3]);
  else
    snprintf(name, 80, "rms beyond 4 m, spinning at 0.05 rad/s");
}

enum { CREEPS = 7 };

void coupling_creep(CouplingReport *report) {
  for (int n = 0; n < CREEPS; n++) {
    char name[80];
    const Motion motion = n < 6 ? (Motion){{speeds[n % 3], 0, 0}, {0}} : turning;
    const double rms = creep(report, &motion, yaws[n / 3 % 2]);
    creep_name(n, name);
    coupling_row(report, coupling_stated(), rms, "m", "%s", name);
  }
}

/* Adds rows that compare the waves of creeping bodies with those of the method of 2014, which makes waves out of nothing. Those that
 * are left are the pressure field of a body that moves. */
void coupling_creep_compare(CouplingReport *report) {
  const int layers = WEIR_SUBGRID + 1;
  if (layers >= WEIR_COUPLING_COUNT) return;
  report->coupling = WEIR_SUBGRID;
  for (int n = 0; n < CREEPS; n++) {
    char name[80];
    creep_name(n, name);
    const double own = coupling_value(report, WEIR_SUBGRID, name), theirs = coupling_value(report, (WeirCoupling)layers, name);
    if (isfinite(own) && isfinite(theirs)) coupling_row(report, coupling_upper_bound(1.0 / 15), own / theirs, "1", "%s, of layers'", name);
  }
}

/* --- drifting -------------------------------------------------------------------------------------------------------- */

/* Water and body go at 1 m/s along a channel without ends and without friction. For 40 s, in which the wave of the body's coming
 * leaves through open sides, it only goes along; then it turns as well, and is watched for half a minute. */
static void drift(CouplingReport *report, WeirBody body, const char *what) {
  enum { SETTLING = 2000, WATCHED = 1500 };
  Rig rig = rig_tank(128, 64, 1, 2);
  rig_ideal(&rig);
  rig.boundary[WEIR_WEST].kind = rig.boundary[WEIR_EAST].kind = WEIR_PERIODIC;
  rig.boundary[WEIR_NORTH].kind = rig.boundary[WEIR_SOUTH].kind = WEIR_OPEN;
  rig.current = 1;
  WeirWater *const water = rig_water(&rig, report);
  if (!water) return;
  const float spin[3] = {body.spin[0], body.spin[1], body.spin[2]};
  memset(body.spin, 0, sizeof body.spin);
  body.velocity[0] = 1;
  weir_water_displace(water, &body, 1, 0); /* it has always been there */
  double level = 0, most = 0;
  for (int step = -SETTLING; step < WATCHED; step++) {
    if (step == 0) level = rig_surface(water, 0, NULL, NULL).mean, memcpy(body.spin, spin, sizeof spin);
    rig_advance(&body, tick);
    rig_step(water, &body, 1, tick, NULL);
    if (step > 0 && step % 50 == 49) most = fmax(most, rig_surface(water, level, NULL, NULL).peak);
  }
  coupling_row(report, coupling_upper_bound(1e-3), most, "m", "most anywhere in 30 s, %s", what);
  weir_water_destroy(water);
}

/* A body that goes along displaces nothing new, and neither does a round one that turns about its own axis: a third of the
 * surface's speed past it. */
void coupling_drift(CouplingReport *report) {
  static const char *const names[3] = {"a log that rolls, 0.5 rad/s", "a drum that spins, 0.5 rad/s", "a log that pitches, 0.5 rad/s"};
  WeirBody leaning = raft(20.3f, 32.2f, 0);
  const float c = cosf(0.6f), s = sinf(0.6f), lean[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
  memcpy(leaning.rotation, lean, sizeof lean);
  drift(report, raft(20.3f, 32.2f, 0), "the raft");
  drift(report, raft(20.3f, 32.2f, 0.5f), "the raft, yaw 0.5");
  drift(report, leaning, "the raft, leaning 0.6");
  for (int axis = 0; axis < 3; axis++) {
    WeirBody round = rig_cylinder(1.6f, axis == 1 ? 2 : 6.3f, axis, 20.3f, 2, 32.2f, 500);
    round.spin[axis] = 0.5f;
    drift(report, round, names[axis]);
  }
}
