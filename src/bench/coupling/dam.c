/* The hydraulics that bodies must answer to: they hold water back, let it under, and join it. Cells of 1 m, steps of 0.05 s, the library's
 * own tuning. */
#include "bench/coupling/rig.h"

static const float tick = 0.05f;
static const double gravity = 9.81;

/* --- a wall of crates ------------------------------------------------------------------------------------------------ */

enum { LONG = 120, WIDE = 40, WALL_AT = 60, CRATES = 20 };
static const float crest = 3, wall_thick = 3, inflow = 20; /* m, m, m^3/s */

static float wall_bed(float x, float z) {
  (void)z;
  return fabsf(x - WALL_AT - 0.3f) < 0.5f * wall_thick ? crest : 0;
}

/* m^3: behind the wall, and out of the tank. */
static double passed(const WeirWater *water) {
  const WeirView depth = weir_water_depth(water);
  WeirStats stats;
  double sum = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = WALL_AT + 4; i < LONG; i++) sum += (double)depth.data[k * depth.stride + i];
  weir_water_stats(water, &stats);
  return sum + stats.volume_removed;
}

/* Upstream, between the inflow's own side and where the surface is drawn down. */
static double upstream(const WeirWater *water) {
  return rig_level(water, 20, WALL_AT - 12);
}

/* Compares with critical flow over a broad crest: q = (2/3)^1.5 sqrt(g) H^1.5 per metre, H the energy head over the crest. 15 % are
 * allowed; the formula's own coefficient is good to about 5. */
static void spill(CouplingReport *report, WeirWater *water, const WeirBody *crates, int count, const char *of) {
  for (int step = 0; step < 6000; step++) rig_step(water, crates, count, tick, NULL);
  const double before = passed(water);
  double level = 0;
  for (int step = 0; step < 1200; step++) {
    rig_step(water, crates, count, tick, NULL);
    level += upstream(water) / 1200;
  }
  const double flow = (passed(water) - before) / 60, velocity = (double)inflow / (WIDE * level);
  const double head = level + velocity * velocity / (2 * gravity) - (double)crest;
  const double critical = head > 0 ? pow(2.0 / 3.0, 1.5) * sqrt(gravity) * pow(head, 1.5) * WIDE : 0;
  coupling_row(report, coupling_stated(), level, "m", "level above %s that spills, crest at 3 m", of);
  const bool bodies = count > 0; /* of terrain it is the solver's own answer, for comparison */
  coupling_row(report, bodies ? coupling_within((double)inflow, 0.02) : coupling_stated(), flow, "m3/s",
               "what goes over %s, of 20 m3/s that come", of);
  coupling_row(report, bodies ? coupling_within(1, 0.15) : coupling_stated(), flow / critical, "1",
               "... over a broad-crested weir's at that head, %s", of);
}

void coupling_dam(CouplingReport *report) {
  WeirBody crates[CRATES];
  Rig rig = rig_tank(LONG, WIDE, 1, 1);
  rig.step = WALL_AT;
  rig.east = 0.2f;
  rig.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = inflow};
  rig.boundary[WEIR_EAST].kind = WEIR_OPEN;
  WeirWater *water = rig_water(&rig, report);
  if (!water) return;
  for (int n = 0; n < CRATES; n++) /* ten of 4 x 1.5 x 3 m side by side, and as many on top; off the grid's lines */
    crates[n] = rig_box(wall_thick, 0.5f * crest, 4, WALL_AT + 0.3f, 0.25f * crest + 0.5f * crest * (float)(n / 10),
                        2 + 4 * (float)(n % 10), 0, 2500);
  for (int step = 0; step < 200; step++) rig_step(water, crates, CRATES, tick, NULL); /* they have come to stand there */
  const double before = passed(water);
  int step = 0;
  while (step < 8000 && upstream(water) < (double)crest - 0.05) {
    for (int n = 0; n < 10; n++, step++) rig_step(water, crates, CRATES, tick, NULL);
  }
  const double time = step * (double)tick, leaked = passed(water) - before;
  coupling_row(report, coupling_stated(), time, "s", "until the level is 5 cm below the crest, or 400");
  coupling_row(report, coupling_stated(), upstream(water), "m", "level above the crates then");
  coupling_row(report, coupling_at_least(0.95), 1 - leaked / ((double)inflow * time), "1", "share of the flow held until the crest");
  spill(report, water, crates, CRATES, "crates");
  weir_water_destroy(water);
  if (report->coupling != WEIR_SUBGRID) return;
  rig.depth = crest;
  rig.bed = wall_bed; /* what the solver itself makes of such a wall, once */
  water = rig_water(&rig, report);
  if (water) spill(report, water, NULL, 0, "terrain");
  weir_water_destroy(water);
}

/* --- a gate ---------------------------------------------------------------------------------------------------------- */

static float falls_away(float x, float z) {
  (void)z;
  return x > 52 ? -3.0f : 0;
}

/* A block of 3 x 3 m across a channel, its underside half a metre above the bed; 16 m wide, fed with q m^2/s, the tail kept at
 * a level or, without one, falling away 2 m behind it. */
static void gate(CouplingReport *report, float q, float tail, const char *kind) {
  enum { COUNT = 96, ACROSS = 16 };
  const double opening = 0.5;
  Rig rig = rig_tank(COUNT, ACROSS, 1, tail);
  if (!(tail > 0)) rig.bed = falls_away, rig.depth = 1, rig.step = 48, rig.east = -2.5f;
  rig.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = q * ACROSS};
  rig.boundary[WEIR_EAST] = (WeirBoundary){.kind = tail > 0 ? WEIR_LEVEL : WEIR_OPEN, .level = tail};
  WeirWater *const water = rig_water(&rig, report);
  if (!water) return;
  const WeirBody block = rig_box(3, 3, 18, 48.3f, 2, 8, 0, 2500);
  for (int step = 0; step < 8000; step++) rig_step(water, &block, 1, tick, NULL);
  double above = 0, below = 0;
  for (int step = 0; step < 1200; step++) {
    rig_step(water, &block, 1, tick, NULL);
    above += rig_level(water, 16, 42) / 1200;
    below += rig_level(water, 56, 80) / 1200;
  }
  /* m^2/s under a gate. Submerged: Cd a sqrt(2g (h1 - h2)), Cd 0.6, as of an orifice. Free: Cd a sqrt(2g h1) with
   * Cd = Cc/sqrt(1 + Cc a/h1), Cc 0.61 (Henderson 1966, section 6.7): what is "about 0.6" where h1 is far above the opening a, and less
   * here. */
  const double sluice = below > opening ? 0.6 * opening * sqrt(2 * gravity * fmax(above - below, 1e-6))
                                        : 0.61 / sqrt(1 + 0.61 * opening / above) * opening * sqrt(2 * gravity * above);
  coupling_row(report, coupling_stated(), above, "m", "level above the gate, %s, %.1f m2/s", kind, (double)q);
  coupling_row(report, coupling_stated(), below, "m", "level below the gate, %s, %.1f m2/s", kind, (double)q);
  coupling_row(report, coupling_within(1, 0.15), (double)q / sluice, "1", "flow over the sluice formula's, %s, %.1f m2/s", kind, (double)q);
  weir_water_destroy(water);
}

void coupling_gate(CouplingReport *report) {
  gate(report, 0.5f, 1, "submerged");
  gate(report, 1, 1, "submerged");
  gate(report, 1, 0, "free");
  gate(report, 2, 0, "free");
}

/* --- a tunnel -------------------------------------------------------------------------------------------------------- */

/* A block whose underside lies in the water of both: nothing passes but beneath it. */
void coupling_tunnel(CouplingReport *report) {
  Rig rig = rig_tank(64, 16, 1, 2);
  rig.step = 32;
  rig.east = 1;
  WeirWater *const water = rig_water(&rig, report);
  if (!water) return;
  const WeirBody block = rig_box(5, 3, 18, 32.3f, 2, 8, 0, 2500);
  for (int step = 0; step < 20; step++) rig_step(water, &block, 1, tick, NULL);
  coupling_row(report, coupling_stated(), rig_level(water, 0, 28) - rig_level(water, 37, 64), "m", "levels apart after 1 s");
  for (int step = 0; step < 3600; step++) rig_step(water, &block, 1, tick, NULL);
  coupling_row(report, coupling_upper_bound(0.01), fabs(rig_level(water, 0, 28) - rig_level(water, 37, 64)), "m",
               "levels apart after 3 minutes");
  weir_water_destroy(water);
}
