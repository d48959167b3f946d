#include "view/measure.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/maths.h"

/* --- the probe ---------------------------------------------------------------------------------------------------------- */

static const double time_constant = 0.3; /* simulated s: much shorter and the bars flicker, much longer and they lag behind waves */
static const double slow = 0.005;        /* m/s: below it a flow has no direction to speak of */
static const double least_scale = 0.01;  /* m/s^2 of a full bar: below it what is seen is noise */
static const double digits_most = 3;     /* after the decimal point: mm/s^2 */
static const double beyond = 4;          /* bars of all else that slope and pressure may be long before they are cut off */

static int cell_of(float place, float cell, int count) {
  return (int)maths_minf(maths_maxf(floorf(place / cell), 0), (float)(count - 1));
}

static bool is_asked(const ProbePlace *place) {
  return place->on && isfinite(place->x) && isfinite(place->z);
}

void probe_watch(const World *world, const ProbePlace *place) {
  const bool asked = is_asked(place);
  weir_water_watch(world->water, asked ? place->x : NAN, asked ? place->z : NAN); /* without memory, parts are predicted */
}

bool probe_is_of(const Probe *probe, const ProbePlace *place, int nx, int nz, float cell) {
  if (!is_asked(place) || !probe->on) return is_asked(place) == probe->on;
  return probe->i == cell_of(place->x, cell, nx) && probe->k == cell_of(place->z, cell, nz);
}

static Probe read_cell(const World *world, const ProbePlace *place) {
  Probe probe = {.on = true, .i = cell_of(place->x, world->cell, world->nx), .k = cell_of(place->z, world->cell, world->nz)};
  const WeirView ground = weir_water_terrain(world->water);
  const WeirWhy why = weir_water_why(world->water, place->x, place->z);
  const float *const parts[PROBE_PARTS] = {why.slope, why.pressure, why.advection, why.drag, why.limiter, why.body, why.other};
  probe.time = world->time;
  probe.ground = ground.data[probe.k * ground.stride + probe.i];
  probe.depth = why.depth;
  probe.froude_depth = (double)why.depth;
  probe.flows = weir_water_solver(world->water) != WEIR_MEMBRANE;
  probe.parts_on = why.seconds > 0;
  probe.predicted = why.predicted;
  for (int axis = 0; axis < 2; axis++) {
    probe.velocity[axis] = (double)why.velocity[axis];
    probe.change[axis] = (double)why.change[axis];
    for (int n = 0; n < PROBE_PARTS; n++) probe.parts[n][axis] = (double)parts[n][axis];
  }
  return probe;
}

static double blend(double last, double now, double weight) {
  return last + weight * (now - last);
}

/* Means over the moment: every number by the same weight, so that sums stay. */
static void blend_all(Probe *now, const Probe *last, double weight) {
  now->froude_depth = blend(last->froude_depth, now->froude_depth, weight);
  for (int axis = 0; axis < 2; axis++) {
    now->velocity[axis] = blend(last->velocity[axis], now->velocity[axis], weight);
    now->change[axis] = blend(last->change[axis], now->change[axis], weight);
    for (int n = 0; n < PROBE_PARTS; n++) now->parts[n][axis] = blend(last->parts[n][axis], now->parts[n][axis], weight);
  }
}

void probe_look(Probe *probe, const Probe *last, const World *world, const ProbePlace *place) {
  if (!is_asked(place)) {
    probe->on = false;
    return;
  }
  Probe now = read_cell(world, place);
  /* A prediction is replaced by what is read off the water, and what is read off is not mixed with another cell's or solver's. */
  if (last && last->on && last->i == now.i && last->k == now.k && last->flows == now.flows && last->parts_on == now.parts_on &&
      (!last->predicted || now.predicted) && now.time >= last->time)
    blend_all(&now, last, 1 - maths_exp(-(now.time - last->time) / time_constant));
  *probe = now;
}

double probe_speed(const Probe *probe) {
  return maths_hypot(probe->velocity[0], probe->velocity[1]);
}

double probe_froude(const Probe *probe, double gravity) {
  const double wave = sqrt(gravity * probe->froude_depth);
  return probe->parts_on && wave > 0 ? probe_speed(probe) / wave : 0;
}

/* --- the chart ---------------------------------------------------------------------------------------------------------- */

static bool is_direction(const double vector[2], double least, double direction[2]) {
  const double length = maths_hypot(vector[0], vector[1]);
  if (!(length > least)) return false;
  direction[0] = vector[0] / length, direction[1] = vector[1] / length;
  return true;
}

static ProbeAlong find_direction(const Probe *probe, double direction[2]) {
  if (is_direction(probe->velocity, slow, direction)) return PROBE_ALONG_FLOW;
  if (is_direction(probe->parts[PROBE_SLOPE], least_scale, direction)) return PROBE_DOWN_THE_BED;
  if (!is_direction(probe->parts[PROBE_PRESSURE], 0, direction)) direction[0] = 1, direction[1] = 0;
  return PROBE_WITH_THE_PRESSURE;
}

static double power_of_ten(int exponent) {
  double power = 1;
  for (int n = 0; n < abs(exponent); n++) power *= 10;
  return exponent < 0 ? 1 / power : power;
}

/* The exponent of the greatest power of ten that a value is not below; the value is within those that a double can be. */
static int exponent_of(double value) {
  int exponent = 0;
  while (exponent < 300 && value >= power_of_ten(exponent + 1)) exponent++;
  while (exponent > -300 && value < power_of_ten(exponent)) exponent--;
  return exponent;
}

/* Returns the length of the longest bar, rounded up to 1, 2 or 5 times a power of ten; slope and pressure, which on rough ground are many
 * times their sum, are cut off where they would make all others invisible. */
static double find_scale(const ProbeChart *chart) {
  const double *const v = chart->values, bed = maths_max(fabs(v[PROBE_SLOPE]), fabs(v[PROBE_PRESSURE]));
  double rest_of = maths_max(fabs(v[PROBE_SLOPE] + v[PROBE_PRESSURE]), fabs(chart->change));
  for (int n = PROBE_ADVECTION; n < PROBE_PARTS; n++) rest_of = maths_max(rest_of, fabs(v[n]));
  const double longest = maths_max(maths_min(maths_max(bed, rest_of), beyond * rest_of), least_scale);
  const double power = power_of_ten(exponent_of(longest)), times = longest / power;
  return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

/* Rounds to whole units such that the values sum to the change: each goes down, then those that lost most go up by one. */
static void round_to_sum(ProbeChart *chart, double unit) {
  double lost[PROBE_PARTS], missing = floor(chart->change / unit + 0.5);
  chart->change = missing * unit;
  for (int n = 0; n < PROBE_PARTS; n++) {
    const double units = floor(chart->values[n] / unit);
    lost[n] = chart->values[n] / unit - units;
    chart->values[n] = units * unit;
    missing -= units;
  }
  const double step = missing < 0 ? -1 : 1; /* below 0 by rounding alone */
  for (; fabs(missing) > 0.5; missing -= step) {
    int chosen = 0;
    for (int n = 1; n < PROBE_PARTS; n++)
      if (step * lost[n] > step * lost[chosen]) chosen = n;
    chart->values[chosen] += step * unit;
    lost[chosen] -= step;
  }
}

ProbeChart probe_chart(const Probe *probe) {
  ProbeChart chart = {0};
  chart.along = find_direction(probe, chart.direction);
  const double *const d = chart.direction;
  for (int n = 0; n < PROBE_PARTS; n++) chart.values[n] = d[0] * probe->parts[n][0] + d[1] * probe->parts[n][1];
  chart.change = d[0] * probe->change[0] + d[1] * probe->change[1];
  chart.scale = find_scale(&chart);
  chart.digits = (int)maths_min(maths_max(2 - exponent_of(chart.scale), 0), digits_most);
  round_to_sum(&chart, power_of_ten(-chart.digits));
  return chart;
}

/* --- the energy ---------------------------------------------------------------------------------------------------------- */

WorldEnergy energy_of(const WeirWater *water, const EnergyFlow *flow, double density, double gravity) {
  const WeirView bed = weir_water_terrain(water), depth = weir_water_depth(water);
  const double cell = (double)weir_water_cell(water), scale = density * cell * cell;
  WorldEnergy sum = {0};
  float lowest = INFINITY;
  for (int k = 0; k < bed.nz; k++)
    for (int i = 0; i < bed.nx; i++) lowest = maths_minf(lowest, bed.data[k * bed.stride + i]);
  for (int k = 0; k < depth.nz; k++) {
    const ptrdiff_t row = (ptrdiff_t)((int64_t)k * flow->nz / depth.nz) * flow->nx;
    for (int i = 0; i < depth.nx; i++) {
      const double d = (double)depth.data[k * depth.stride + i];
      if (!(d > 0)) continue;
      const ptrdiff_t at = row + (ptrdiff_t)((int64_t)i * flow->nx / depth.nx);
      const double u = (double)flow->x[at], w = (double)flow->z[at];
      sum.kinetic += 0.5 * d * (u * u + w * w);
      sum.potential += d * ((double)bed.data[k * bed.stride + i] - (double)lowest + 0.5 * d);
    }
  }
  return (WorldEnergy){scale * sum.kinetic, scale * gravity * sum.potential};
}
