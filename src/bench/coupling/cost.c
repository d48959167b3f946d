/* The whole cost of bodies: displace, push, and the time that they add to the water's own step. One thread. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "bench/coupling/rig.h"
#include "bench/report.h"
#include "bench/rivals/naive.h"

enum { GRID = 512, CRATES = 90, REPEATS = 9, TICKS = 20, SETTLING = 50, LARGE_GRID = 192, LARGE_REPEATS = 4 };
static const float tick = 0.02f;

/* Gritzner 2010, table A.1: interactions of 90 crates on 512 x 512 cells, one thread of a 2.4 GHz Core 2 Duo. */
static const double gritzner_ms = 2.03;

/* The crates of the case, and what the water does to each. */
typedef struct Crates {
  WeirBody bodies[CRATES];
  WeirForce forces[CRATES];
} Crates;

static CouplingWant timed(CouplingWant want) {
  want.is_time = true;
  return want;
}

/* Cells of which a crate covers any part: corners of the cell's square against the crate's, both ways (Gottschalk's
 * separating axes in the plane). */
static int cells_of(const WeirBody *b) {
  const float c = fabsf(b->rotation[0]), s = fabsf(b->rotation[2]), hx = b->half[0] * c + b->half[2] * s,
              hz = b->half[0] * s + b->half[2] * c;
  int count = 0;
  for (int k = (int)floorf(b->position[2] - hz); k <= (int)floorf(b->position[2] + hz); k++)
    for (int i = (int)floorf(b->position[0] - hx); i <= (int)floorf(b->position[0] + hx); i++) {
      const float dx = (float)i + 0.5f - b->position[0], dz = (float)k + 0.5f - b->position[2], reach = 0.5f * (c + s);
      count += fabsf(b->rotation[0] * dx + b->rotation[6] * dz) < b->half[0] + reach &&
               fabsf(b->rotation[2] * dx + b->rotation[8] * dz) < b->half[2] + reach;
    }
  return count;
}

/* The times of a tick, ms. */
typedef struct Times {
  double displace, step, push;
} Times;

static Times ticks(WeirWater *water, Crates *c, int count) {
  Times t = {0};
  for (int n = -SETTLING; n < TICKS; n++) { /* below 0: crates come or go, and their waves pass, untimed */
    if (n == 0) t = (Times){0};
    for (int m = 0; m < count; m++) rig_advance(&c->bodies[m], tick);
    const double at = clock_seconds();
    weir_water_displace(water, c->bodies, count, tick);
    const double after = clock_seconds();
    weir_water_step(water, tick);
    const double stepped = clock_seconds();
    weir_water_push(water, c->bodies, count, tick, c->forces);
    t.displace += 1e3 * (after - at) / TICKS;
    t.step += 1e3 * (stepped - after) / TICKS;
    t.push += 1e3 * (clock_seconds() - stepped) / TICKS;
  }
  return t;
}

/* The rivals that are timed by turns, so that any other load on the machine meets all: crates, none, none by the usual method, the plain
 * loops. The library's runs are in one water, for another one's pages lie elsewhere, which alone is worth a tenth of what crates cost. */
typedef struct Rivals {
  WeirWater *water;
  NaivePipe naive;
  Crates crates;
} Rivals;

static bool rivals_open(Rivals *r, CouplingReport *report) {
  const Rig rig = rig_tank(GRID, GRID, 1, 2);
  if (!naive_pipe_create(&r->naive, GRID, GRID)) return false;
  r->naive.cell = 1;
  r->naive.gravity = 9.81f;
  r->naive.friction = 0.05f;
  r->naive.threads = 1;
  for (int n = 0; n < GRID * GRID; n++) r->naive.depth[n] = 2 + 0.001f * (float)(n % 7);
  r->water = rig_water(&rig, report);
  if (!r->water) return false;
  weir_water_set_sleeping(r->water, false); /* else nothing but the crates' surroundings would be stepped */
  for (int n = 0; n < CRATES; n++) {
    WeirBody *const body = &r->crates.bodies[n];
    const float angle = 0.7f * (float)n;
    *body = rig_box(2, 1.6f, 2, 40.13f + 47.7f * (float)(n % 10), 2, 40.29f + 53.9f * (float)(n / 10), angle, 500);
    body->velocity[0] = 0.5f * cosf(2 * angle);
    body->velocity[2] = 0.5f * sinf(2 * angle);
    body->spin[1] = 0.2f;
    body->drag_linear = 2;
    body->drag_square = 0.5f;
  }
  ticks(r->water, &r->crates, CRATES);
  return true;
}

static double rivals_measure(Rivals *r, CouplingReport *report) { /* us a body cell */
  double all[REPEATS], displace[REPEATS], stepping[REPEATS], push[REPEATS], liquid[REPEATS], none[REPEATS], usual[REPEATS], step[REPEATS];
  for (int n = 0; n < REPEATS; n++) {
    const Times without = ticks(r->water, &r->crates, 0);
    weir_water_set_coupling(r->water, WEIR_DISPLACE);
    const Times plain = ticks(r->water, &r->crates, 0);
    weir_water_set_coupling(r->water, report->coupling);
    const Times with = ticks(r->water, &r->crates, CRATES);
    const double at = clock_seconds();
    for (int m = 0; m < TICKS; m++) naive_pipe_step(&r->naive, tick);
    liquid[n] = 1e3 * (clock_seconds() - at) / TICKS;
    displace[n] = with.displace;
    push[n] = with.push;
    stepping[n] = with.step - without.step;
    all[n] = displace[n] + push[n] + stepping[n];
    step[n] = without.step;
    none[n] = without.displace + without.step + without.push;
    usual[n] = plain.displace + plain.step + plain.push;
  }
  int cells = 0;
  for (int n = 0; n < CRATES; n++) cells += cells_of(&r->crates.bodies[n]);
  const double ms = bench_span(all, REPEATS).median, naive = bench_span(liquid, REPEATS).median;
  /* Body cells: those in which the coupling has to do with bodies, counted where a body covers any of the surface. */
  const WeirView cover = weir_water_occupancy(r->water);
  int shown = 0;
  for (int k = 0; k < cover.nz; k++)
    for (int i = 0; i < cover.nx; i++) shown += cover.data[k * cover.stride + i] > 0.0f;
  const int worked = shown > 0 ? shown : cells; /* layers show none */
  coupling_row(report, timed(coupling_upper_bound(0.4)), 1e3 * ms / worked, "us", "all interaction, a body cell");
  coupling_row(report, coupling_stated(), worked, "1", "body cells: where the water knows of a body");
  coupling_row(report, timed(coupling_stated()), 1e3 * ms / cells, "us", "all interaction, a cell that a crate covers any of (%d)", cells);
  coupling_row(report, timed(coupling_stated()), ms, "ms", "all interaction, a tick; Gritzner's 2010: %.2f", gritzner_ms);
  coupling_row(report, timed(coupling_stated()), bench_span(displace, REPEATS).median, "ms", "... displace");
  coupling_row(report, timed(coupling_stated()), bench_span(stepping, REPEATS).median, "ms", "... more in the water's step");
  coupling_row(report, timed(coupling_stated()), bench_span(push, REPEATS).median, "ms", "... push");
  coupling_row(report, timed(coupling_stated()), bench_span(step, REPEATS).median, "ms", "the water's step without crates");
  coupling_row(report, timed(coupling_stated()), naive, "ms", "the plain loops' step of the liquid");
  coupling_row(report, timed(coupling_upper_bound(0.25)), ms / naive, "1", "all interaction over the plain loops' step");
  /* A ratio of the least of each: the least times scatter by about 2 % on a machine that others use. */
  coupling_row(report, timed(coupling_upper_bound(1.03)), bench_span(none, REPEATS).min / bench_span(usual, REPEATS).min, "1",
               "a tick with no body over one that displaces");
  return 1e3 * ms / worked;
}

/* us a cell and substep of one body over cells much smaller than it, of `cells` that it covers: with it less without it, in one water. */
static double large_us(CouplingReport *report, float width, double *cells) {
  const float cell = 0.0625f, middle = 0.5f * LARGE_GRID * cell;
  const Rig rig = rig_tank(LARGE_GRID, LARGE_GRID, cell, 2);
  WeirWater *water = rig_water(&rig, report);
  if (!water) return NAN;
  weir_water_set_sleeping(water, false);
  *cells = pow(fmin((double)(width / cell), LARGE_GRID), 2);
  Crates one = {0};
  one.bodies[0] = rig_box(width, 1.6f, width, middle, 2, middle, 0.3f, 500);
  one.bodies[0].drag_linear = 2, one.bodies[0].drag_square = 0.5f;
  double us[LARGE_REPEATS];
  WeirStats before, after;
  for (int n = 0; n < LARGE_REPEATS; n++) {
    one.bodies[0].velocity[0] = n % 2 ? -0.5f : 0.5f;
    const Times without = ticks(water, &one, 0);
    weir_water_stats(water, &before);
    const Times with = ticks(water, &one, 1);
    weir_water_stats(water, &after);
    const double substeps = (double)(after.substeps - before.substeps) / (TICKS + SETTLING);
    us[n] = 1e3 * (with.displace + with.push + with.step - without.step) / (*cells * substeps);
  }
  weir_water_destroy(water);
  return bench_span(us, LARGE_REPEATS).median;
}

void coupling_cost(CouplingReport *report) {
  static Rivals r; /* large; one at a time */
  memset(&r, 0, sizeof r);
  const bool open = rivals_open(&r, report);
  const double crates_us = open ? rivals_measure(&r, report) : 0;
  /* A cell costs at most twice what one does of the crates of 2 m over cells of 1 m: whatever the body, up to the whole grid and beyond. */
  static const float widths[] = {5, 50};
  for (int n = 0; n < 2 && open && report->coupling == WEIR_SUBGRID; n++) {
    double cells = 0;
    const double us = large_us(report, widths[n], &cells);
    coupling_row(report, timed(coupling_upper_bound(2)), us / crates_us, "1",
                 "a box of %.0f m over %.0f cells of 6 cm: a cell and substep, over the crates'", (double)widths[n], cells);
    coupling_row(report, timed(coupling_stated()), us, "us", "that is, of a box of %.0f m", (double)widths[n]);
  }
  if (!open) coupling_row(report, coupling_upper_bound(0), (double)NAN, "1", "not enough memory");
  naive_pipe_destroy(&r.naive);
  weir_water_destroy(r.water);
}
