/* Crates: their draft, how one bobs, that nothing gains energy; and crates that fall in, or are dragged below. Rigid bodies are the world's
 * own (ODE), torque and all, but for those that are held. */
#include "bench/cases.h"
#include "bench/coupling/rig.h"

enum { POOL = 96 };
static const float pool_cell = 0.25f, pool_depth = 2, crate_width = 1.2f;

static const float densities[3] = {200, 500, 800};

/* A square pool of 24 m, 2 m deep, walls all round, and six crates that fall in from so many metres above. */
static World *pool(CouplingReport *report, bool ideal, float above) {
  static const float yaws[2] = {0, 0.5235988f};
  Scene *const scene = bench_basin(report->solver, POOL, POOL, pool_cell, pool_depth);
  scene->params.crate_size = crate_width;
  scene->params.coupling = (float)report->coupling;
  if (ideal) scene->params.friction = scene->params.roughness = 0;
  Error error;
  World *const world = world_create(scene, 1, 1, &error);
  if (!world) coupling_row(report, coupling_upper_bound(0), (double)NAN, "1", "no world: %.60s", error.text);
  const int index = (int)(params_find("wood_density") - params_table(&(int){0}));
  for (int n = 0; world && n < 6; n++) {
    const float x = 4.1f + 8 * (float)(n % 3), z = 6.05f + 12 * (float)(n / 3);
    const Command density = {.kind = COMMAND_PARAM, .param = {.index = index, .value = densities[n % 3]}};
    const Command crate = {.kind = COMMAND_DROP,
                           .drop = {.material = MATERIAL_WOOD, .x = x, .y = pool_depth + above, .z = z, .yaw = yaws[n / 3]}};
    world_command(world, &density);
    world_command(world, &crate);
  }
  return world;
}

/* Returns the share of a box that lies below `level`, by columns along its own y axis. */
static double share_submerged(const WeirBody *box, double level) {
  enum { ACROSS = 64 };
  const float *const r = box->rotation, *const h = box->half;
  const double rise = (double)r[4];
  double share = 0;
  for (int n = 0; n < ACROSS * ACROSS; n++) {
    const double a = (double)h[0] * ((2 * (n % ACROSS) + 1.0) / ACROSS - 1), c = (double)h[2] * ((2 * (n / ACROSS) + 1.0) / ACROSS - 1);
    const double middle = (double)box->position[1] + (double)r[3] * a + (double)r[5] * c; /* where it crosses the mid plane */
    const double half = (double)h[1] * fabs(rise);
    share += half > 1e-9 ? fmin(1, fmax(0, (level - middle + half) / (2 * half))) : middle < level ? 1 : 0;
  }
  return share / (ACROSS * ACROSS);
}

/* Archimedes: the share of a body under water is its density over the water's. Measured by the box itself against the level
 * of the pool, whatever the library thinks is under water. */
void coupling_draft(CouplingReport *report) {
  World *const world = pool(report, false, 0.6f);
  if (!world) return;
  while (world->time < 120) world_step(world);
  const double level = rig_surface(world->water, 0, NULL, NULL).mean;
  for (int n = 0; n < world->body_count; n++) {
    const double share = (double)densities[n % 3] / 1000;
    coupling_row(report, coupling_within(share, 0.02), share_submerged(&world->bodies[n].shape, level), "1",
                 "under water of a crate of %.0f kg/m3%s", (double)densities[n % 3], n < 3 ? "" : ", turned by 30 deg");
  }
  double lean = 0;
  for (int n = 0; n < world->body_count; n++) lean = fmax(lean, acos(fmin(1, (double)world->bodies[n].shape.rotation[4])));
  coupling_row(report, coupling_stated(), 57.29578 * lean, "deg", "most that one leans at rest");
  world_destroy(world);
}

/* --- bobbing --------------------------------------------------------------------------------------------------------- */

enum { BOB_STEPS = 5000 };

/* The distances from the last place at which the crate turned back, by turns above and below it, as long as they can be told
 * from the rest: 1 mm. */
static int swings_of(const double *path, int count, double swings[], int most) {
  const double rest = path[count - 1];
  int found = 0;
  for (int n = 1; n + 1 < count && found < most; n++) {
    const double a = path[n - 1] - rest, b = path[n] - rest, c = path[n + 1] - rest;
    if (fabs(b) > 1e-3 && ((b > a && b >= c && b > 0) || (b < a && b <= c && b < 0))) swings[found++] = fabs(b);
  }
  return found;
}

/* Half of the crate stands out of the water at rest; it is held 0.3 m lower for 20 s and let go. It has
 * no drag: what it loses goes out as rings, into sponges. */
void coupling_bob(CouplingReport *report) {
  enum { SWINGS = 8 };
  static double path[BOB_STEPS];
  const float dt = 0.02f;
  Rig rig = rig_tank(POOL, POOL, pool_cell, pool_depth);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) rig.boundary[side].kind = WEIR_SPONGE;
  WeirWater *const water = rig_water(&rig, report);
  if (!water) return;
  WeirBody crate = rig_box(1.2f, 0.96f, 1.2f, 12.03f, pool_depth - 0.3f, 11.94f, 0.3f, 500);
  WeirForce force;
  for (int step = 0; step < 1000; step++) rig_step(water, &crate, 1, dt, NULL);
  for (int step = 0; step < BOB_STEPS; step++) {
    rig_step(water, &crate, 1, dt, &force);
    rig_free(&crate, &force, rig.tuning.gravity, false, dt);
    path[step] = (double)crate.position[1];
  }
  double swings[SWINGS] = {0}, worst = 0, low = INFINITY, high = -INFINITY;
  const int count = swings_of(path, BOB_STEPS, swings, SWINGS);
  for (int n = 1; n < count; n++) worst = fmax(worst, swings[n] / swings[n - 1]);
  for (int step = BOB_STEPS - 1000; step < BOB_STEPS; step++) low = fmin(low, path[step]), high = fmax(high, path[step]);
  coupling_row(report, coupling_stated(), count, "1", "swings of over 1 mm (8 at most), let go 0.3 m too deep");
  coupling_row(report, coupling_upper_bound(0.3), swings[0], "m", "the first of them");
  coupling_row(report, coupling_upper_bound(1), worst, "1", "most of one over the one before it");
  coupling_row(report, coupling_upper_bound(1e-3), high - low, "m", "range in seconds 80 to 100");
  weir_water_destroy(water);
}

/* --- energy ---------------------------------------------------------------------------------------------------------- */

/* J, of its motion. */
static double energy_of_motion(const WeirBody *body) {
  const float *const r = body->rotation, *const h = body->half;
  double twice = 0; /* over the mass */
  for (int n = 0; n < 3; n++) {
    const float a = h[(n + 1) % 3], b = h[(n + 2) % 3];
    const float spin = r[n] * body->spin[0] + r[3 + n] * body->spin[1] + r[6 + n] * body->spin[2];
    twice += (double)(body->velocity[n] * body->velocity[n] + (a * a + b * b) / 3 * spin * spin);
  }
  return 0.5 * (double)body->mass * twice;
}

/* m^4: the integral of the height above the still water over what of a box is below the surface, by columns along its own y
 * axis. */
static double moment_submerged(const WeirWater *water, const WeirBody *box) {
  enum { ACROSS = 16 };
  const float *const r = box->rotation, *const h = box->half;
  const double area = 4 * (double)(h[0] * h[2]) / (ACROSS * ACROSS), half = (double)h[1] * fmax(1e-6, fabs((double)r[4]));
  double moment = 0;
  for (int n = 0; n < ACROSS * ACROSS; n++) {
    const float a = h[0] * (((float)(2 * (n % ACROSS)) + 1) / ACROSS - 1), c = h[2] * (((float)(2 * (n / ACROSS)) + 1) / ACROSS - 1);
    const double middle = (double)(box->position[1] + r[3] * a + r[5] * c);
    const double level =
        (double)weir_water_surface_at(water, box->position[0] + r[0] * a + r[2] * c, box->position[2] + r[6] * a + r[8] * c);
    const double low = middle - half, top = fmin(fmax(level, low), middle + half);
    moment += area * 2 * (double)h[1] * (top - low) / (2 * half) * (0.5 * (top + low) - (double)pool_depth);
  }
  return moment;
}

/* J: of water and bodies. The water is what is below the surface, less what bodies fill of it. Heights are above the still
 * water: above the bed, what a method is late in booking as displaced would count with the pool's whole depth, as energy that
 * comes and goes. */
static double energy_of(const World *world) {
  const WeirView depth = weir_water_depth(world->water);
  const double g = (double)world->params.gravity, density = (double)world->params.density;
  const double cell = (double)world->cell * (double)world->cell;
  static float vx[POOL * POOL], vz[POOL * POOL];
  double energy = 0;
  weir_water_velocity(world->water, vx, vz);
  for (int k = 0; k < POOL; k++)
    for (int i = 0; i < POOL; i++) {
      const double d = (double)depth.data[k * depth.stride + i], x = (double)vx[k * POOL + i], z = (double)vz[k * POOL + i];
      const double h = d - (double)pool_depth;
      energy += 0.5 * density * cell * (g * h * h + d * (x * x + z * z));
    }
  for (int n = 0; n < world->body_count; n++) {
    const WeirBody *const body = &world->bodies[n].shape;
    energy += energy_of_motion(body) + (double)body->mass * g * (double)(body->position[1] - pool_depth);
    energy -= density * g * moment_submerged(world->water, body);
  }
  return energy;
}

/* Crates fall from 2 m above a pool in which nothing but their drag and the scheme itself takes energy out. Over the energy
 * that the fall sets free, which is what there is until all has come to rest again. 2 % are allowed at an impact, where
 * water is squeezed out by a step's worth of fall. */
void coupling_energy(CouplingReport *report) {
  World *const world = pool(report, true, 2.5f);
  if (!world) return;
  world_step(world);
  const double start = energy_of(world), minutes = report->brief ? 1 : 10;
  double most = -INFINITY, early = 0, late = -INFINITY;
  while (world->time < 60 * minutes) {
    for (int n = 0; n < 5; n++) world_step(world);
    const double now = energy_of(world);
    most = fmax(most, now);
    if (world->time < 30)
      early = now;
    else
      late = fmax(late, now);
  }
  const double scale = start - energy_of(world);
  coupling_row(report, coupling_upper_bound(0.02), (most - start) / scale, "1", "most over the start, of what the fall sets free");
  coupling_row(report, coupling_upper_bound(0.02), (late - early) / scale, "1", "most after 30 s over what there was at 30 s");
  double fastest = 0;
  for (int n = 0; n < world->body_count; n++)
    for (int axis = 0; axis < 3; axis++) fastest = fmax(fastest, fabs((double)world->bodies[n].shape.velocity[axis]));
  coupling_row(report, coupling_stated(), fastest, "m/s", "fastest crate at the end");
  world_destroy(world);
}

/* --- falling in ------------------------------------------------------------------------------------------------------ */

enum { POND = 128 };
static const float pond_cell = 0.25f;

static bool ring_of(const void *data, float x, float z) {
  const float *const middle = data;
  const float r = hypotf(x - middle[0], z - middle[1]);
  return r > 5.5f && r < 6.5f;
}

/* A crate of 1 m and 600 kg/m3 falls flat into 4 m of water from two heights (of its underside). The ring is gone past, and
 * not yet back from the walls, after 3.5 s. */
void coupling_impact(CouplingReport *report) {
  static const float heights[2] = {5, 0.5f};
  const float dt = 0.01f, depth = 4, middle[2] = {16.06f, 15.97f};
  double rings[2];
  for (int n = 0; n < 2; n++) {
    Rig rig = rig_tank(POND, POND, pond_cell, depth);
    rig_ideal(&rig);
    WeirWater *const water = rig_water(&rig, report);
    if (!water) return;
    WeirBody crate = rig_box(1, 1, 1, middle[0], depth + heights[n] + 0.5f, middle[1], 0.2f, 600);
    crate.drag_linear = 2;
    crate.drag_square = 0.5f;
    double crater = 0, crown = 0, ring = 0; /* m: extremes of the surface */
    const int fall = (int)(sqrtf(2 * heights[n] / rig.tuning.gravity) / dt);
    for (int step = 0; step < fall + 350; step++) {
      WeirForce force;
      rig_step(water, &crate, 1, dt, &force);
      rig_free(&crate, &force, rig.tuning.gravity, true, dt);
      const RigSurface all = rig_surface(water, (double)depth, NULL, NULL);
      crater = fmax(crater, -all.low);
      crown = fmax(crown, all.high);
      ring = fmax(ring, rig_surface(water, (double)depth, ring_of, middle).peak);
    }
    weir_water_destroy(water);
    coupling_row(report, coupling_stated(), crater, "m", "deepest crater, from %.1f m", (double)heights[n]);
    coupling_row(report, coupling_stated(), crown, "m", "highest crown, from %.1f m", (double)heights[n]);
    coupling_row(report, coupling_stated(), ring, "m", "ring 6 m away, from %.1f m", (double)heights[n]);
    rings[n] = ring;
  }
  /* Gritzner's fault was that the speed of impact made no difference. It grows as the square root of the height: 3.2 times
   * the momentum; a ring in proportion would be that, a blunt bound is half as much again. */
  coupling_row(report, coupling_at_least(1.5), rings[0] / rings[1], "1", "ring from 5 m over that from 0.5 m");
}

/* --- dragged below --------------------------------------------------------------------------------------------------- */

/* Root mean square of the surface once a crate of 2 m has been dragged at 1 m/s for 20 s; its top is `below` m under the
 * surface of 8 m of water. */
static double dragged(CouplingReport *report, float below) {
  const float dt = 0.02f, depth = 8;
  Rig rig = rig_tank(128, 96, 0.5f, depth);
  rig_ideal(&rig);
  WeirWater *const water = rig_water(&rig, report);
  if (!water) return (double)NAN;
  WeirBody crate = rig_box(2, 2, 2, 16.1f, depth - below - 1, 24.07f, 0.2f, 500);
  rig_settle(water, &crate, dt, 1500, 0.5f);
  double sum = 0;
  for (int step = 0; step < 1000; step++) {
    crate.velocity[0] = fminf(1, (float)step / 100);
    rig_advance(&crate, dt);
    rig_step(water, &crate, 1, dt, NULL);
    if (step >= 500) sum += rig_surface(water, (double)depth, NULL, NULL).rms / 500;
  }
  weir_water_destroy(water);
  return sum;
}

void coupling_sunken(CouplingReport *report) {
  const double deep = dragged(report, 5), afloat = dragged(report, -1);
  coupling_row(report, coupling_stated(), deep, "m", "rms of the surface, a crate dragged 5 m below it");
  coupling_row(report, coupling_stated(), afloat, "m", "rms of the surface, afloat");
  coupling_row(report, coupling_upper_bound(0.1), deep / afloat, "1", "below over afloat");
}
