#include "check/tank.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

Tank tank_ideal(int nx, int nz, double cell) {
  Tank tank = {.nx = nx, .nz = nz, .cell = cell, .tuning = weir_tuning_default()};
  WeirTuning *t = &tank.tuning;
  t->friction = t->roughness = t->manning = t->viscosity = t->damping = t->drag = t->slope_max = t->retention = 0.0f;
  return tank;
}

/* Returns nx*nz values of a field at the cell centres, which the caller frees; `usual` for a field that is NULL. NULL if memory runs out. */
static float *tank_sample(const Tank *tank, TankField *field, double usual) {
  float *const values = memory_create((size_t)tank->nx * (size_t)tank->nz, sizeof *values);
  for (int n = 0; values && n < tank->nx * tank->nz; n++) {
    const TankPlace at = {tank->data, (n % tank->nx + 0.5) * tank->cell, (n / tank->nx + 0.5) * tank->cell};
    values[n] = (float)(field ? field(&at) : usual);
  }
  return values;
}

WeirWater *tank_create(const Tank *tank, CheckReport *report) {
  float *const bed = tank_sample(tank, tank->bed, 0), *const depth = tank_sample(tank, tank->surface, tank->level);
  float *const vx = tank_sample(tank, tank->velocity_x, 0), *const vz = tank_sample(tank, tank->velocity_z, 0);
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
    if (water && tank->disperses && !weir_water_set_dispersion(water, true, &error)) {
      weir_water_destroy(water);
      water = NULL;
    }
  }
  memory_free(bed);
  memory_free(depth);
  memory_free(vx);
  memory_free(vz);
  if (!water) check_row(report, "1", 1, NAN, 0, "%s", error.text);
  return water;
}

double tank_tick(double cell, double speed) {
  return 0.75 * cell / (sqrt(2) * speed);
}

void tank_run(WeirWater *water, double seconds, double tick) {
  const int steps = (int)ceil(seconds / tick - 1e-9);
  for (int n = 0; n < steps; n++) weir_water_step(water, (float)(seconds / steps));
}

/* --- measuring ------------------------------------------------------------------------------------------------------- */

void crossings_add(Crossings *c, double time, double value) {
  if (c->samples++ > 0 && (c->value > 0) != (value > 0)) {
    c->last = c->time + (time - c->time) * c->value / (c->value - value);
    if (c->count++ == 0) c->first = c->last;
  }
  c->time = time;
  c->value = value;
}

double crossings_period(const Crossings *c) {
  return c->count > 1 ? 2 * (c->last - c->first) / (c->count - 1) : NAN;
}

double order_of_convergence(const double *cells, const double *errors, int count) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (int n = 0; n < count; n++) {
    const double a = log(cells[n]), b = log(errors[n]);
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

bool errors_fall(const double *errors, int count) {
  for (int n = 1; n < count; n++)
    if (!(errors[n] < errors[n - 1])) return false;
  return true;
}

double crest_of(const double *values, int count, double *place) {
  int most = 1;
  for (int n = 1; n < count - 1; n++)
    if (values[n] > values[most]) most = n;
  const double a = values[most - 1], b = values[most], c = values[most + 1], bend = a - 2 * b + c;
  const double shift = bend < 0 ? 0.5 * (a - c) / bend : 0;
  if (place) *place = most + shift;
  return b - 0.25 * (a - c) * shift;
}

double bisect(double (*f)(const void *data, double x), const void *data, double low, double high) {
  const bool rises = f(data, high) > 0;
  for (int n = 0; n < 200; n++) {
    const double mid = 0.5 * (low + high);
    if ((f(data, mid) > 0) == rises)
      high = mid;
    else
      low = mid;
  }
  return 0.5 * (low + high);
}

/* --- rows ------------------------------------------------------------------------------------------------------------ */

CheckRow *check_row(CheckReport *report, const char *unit, double expected, double got, double limit, const char *quantity, ...) {
  CHECK(report->count < CHECK_ROWS_MAX);
  CheckRow *row = &report->rows[report->count++];
  const double error = fabs(expected == 0 ? got : got / expected - 1);
  *row = (CheckRow){report->name, report->solver, "", unit, expected, got, error, NAN, limit, CHECK_MET};
  check_judge(row, error <= limit);
  if (isinf(limit) && isfinite(got)) row->verdict = CHECK_STATED;
  va_list arguments;
  va_start(arguments, quantity);
  vsnprintf(row->quantity, sizeof row->quantity, quantity, arguments);
  va_end(arguments);
  return row;
}

void check_judge(CheckRow *row, bool met) {
  row->verdict = isfinite(row->got) && met ? CHECK_MET : CHECK_MISS;
}
