#include "check/tank.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

Tank tank_ideal(int nx, int nz, double cell) {
  Tank tank = {.nx = nx, .nz = nz, .cell = cell, .tuning = weir_tuning_default()};
  WeirTuning *t = &tank.tuning;
  t->friction = t->roughness = t->manning = t->viscosity = t->damping = t->drag = t->slope_max = t->retention = 0.0f;
  return tank;
}

/* Returns nx*nz values of a field at the cell centres, which the caller frees; zeros for a field that is NULL. NULL if memory runs out. */
static float *tank_sample(const Tank *tank, TankField field) {
  float *const values = memory_create((size_t)tank->nx * (size_t)tank->nz, sizeof *values);
  for (int k = 0; values && field && k < tank->nz; k++)
    for (int i = 0; i < tank->nx; i++) values[k * tank->nx + i] = (float)field(tank->data, (i + 0.5) * tank->cell, (k + 0.5) * tank->cell);
  return values;
}

WeirWater *tank_create(const Tank *tank, CheckReport *report) {
  float *const bed = tank_sample(tank, tank->bed), *const depth = tank_sample(tank, tank->surface);
  float *const vx = tank_sample(tank, tank->velocity_x), *const vz = tank_sample(tank, tank->velocity_z);
  WeirError error = {"not enough memory"};
  WeirWater *water = NULL;
  if (bed && depth && vx && vz) {
    for (int n = 0; n < tank->nx * tank->nz; n++) depth[n] = fmaxf(0.0f, depth[n] - bed[n]);
    WeirWaterDef def = weir_water_def_default();
    def.nx = tank->nx;
    def.nz = tank->nz;
    def.cell = (float)tank->cell;
    def.solver = report->solver;
    def.threads = report->threads;
    def.terrain = bed;
    def.depth = depth;
    if (tank->velocity_x || tank->velocity_z) def.velocity_x = vx, def.velocity_z = vz;
    memcpy(def.boundary, tank->boundary, sizeof def.boundary);
    def.tuning = tank->tuning;
    water = weir_water_create(&def, &error);
  }
  memory_free(bed);
  memory_free(depth);
  memory_free(vx);
  memory_free(vz);
  if (!water) check_row(report, error.text, "1", 1, NAN, 0);
  return water;
}

double tank_tick(double cell, double speed) {
  return 0.75 * cell / (sqrt(2) * speed);
}

void tank_run(WeirWater *water, double seconds, double tick) {
  const int steps = (int)ceil(seconds / tick - 1e-9);
  for (int n = 0; n < steps; n++) weir_water_step(water, (float)(seconds / steps));
}
