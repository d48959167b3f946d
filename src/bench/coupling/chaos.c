/* The conditions that must hold whatever happens, and the bound on the length of a step. */
#include "base/rng.h"
#include "bench/coupling/rig.h"

/* --- thrown about ---------------------------------------------------------------------------------------------------- */

enum { BODIES = 200, SEA = 128 };

static float hills(float x, float z) {
  return 1.5f * sinf(0.11f * x) * cosf(0.09f * z);
}

static WeirBody thrown(Rng *rng) {
  const float x = rng_range(rng, 4, SEA - 4), z = rng_range(rng, 4, SEA - 4), y = rng_range(rng, 2, 8);
  const float a = rng_range(rng, 0.4f, 2), b = rng_range(rng, 0.4f, 2), c = rng_range(rng, 0.4f, 2);
  const float density = rng_range(rng, 150, 3000), yaw = rng_range(rng, 0, 6.28f);
  const bool box = rng_range(rng, 0, 1) < 0.7f;
  WeirBody body = box ? rig_box(a, b, c, x, y, z, yaw, density) : rig_cylinder(0.5f * a, b, 1, x, y, z, density);
  for (int n = 0; n < 3; n++) body.velocity[n] = rng_range(rng, -8, 8), body.spin[n] = rng_range(rng, -3, 3);
  body.drag_linear = 2;
  body.drag_square = 0.5f;
  return body;
}

/* Walls and ground without a physics engine: a body that leaves the sea is put back and loses speed. */
static void bounce_back(const WeirWater *water, WeirBody *body) {
  const float side = SEA, ground = weir_water_terrain_at(water, body->position[0], body->position[2]) + 0.5f * body->half[1];
  for (int n = 0; n < 3; n += 2) {
    if (body->position[n] < 1) body->position[n] = 1, body->velocity[n] = fabsf(body->velocity[n]);
    if (body->position[n] > side - 1) body->position[n] = side - 1, body->velocity[n] = -fabsf(body->velocity[n]);
  }
  if (body->position[1] >= ground) return;
  body->position[1] = ground;
  for (int n = 0; n < 3; n++) body->velocity[n] *= 0.7f, body->spin[n] *= 0.7f;
  body->velocity[1] = fabsf(body->velocity[1]);
}

/* Every 50 steps twenty are thrown again, ten of them as new bodies in place of ones that are gone. */
static void throw_some(WeirBody *bodies, Rng *rng) {
  for (int n = 0; n < 20; n++) {
    const int at = (int)rng_range(rng, 0, BODIES);
    const uint32_t id = bodies[at].id;
    const WeirBody fresh = thrown(rng);
    if (n < 10)
      bodies[at] = fresh;
    else
      for (int a = 0; a < 3; a++) bodies[at].velocity[a] = fresh.velocity[a], bodies[at].spin[a] = fresh.spin[a], bodies[at].id = id;
  }
}

void coupling_chaos(CouplingReport *report) {
  const float dt = 0.02f;
  static WeirBody bodies[BODIES];
  static WeirForce forces[BODIES];
  Rig rig = rig_tank(SEA, SEA, 1, 1.2f);
  rig.bed = hills;
  WeirWater *const water = rig_water(&rig, report);
  if (!water) return;
  Rng rng = {7};
  WeirStats stats;
  double worst = 0, least = INFINITY, buried = 0, fastest = 0;
  int bad = 0;
  const int steps = report->brief ? 1000 : 10000;
  for (int n = 0; n < BODIES; n++) bodies[n] = thrown(&rng);
  for (int step = 0; step < steps; step++) {
    if (step % 50 == 49) throw_some(bodies, &rng);
    rig_step(water, bodies, BODIES, dt, forces);
    for (int n = 0; n < BODIES; n++) {
      rig_free(&bodies[n], &forces[n], rig.tuning.gravity, true, dt);
      const float ground = weir_water_terrain_at(water, bodies[n].position[0], bodies[n].position[2]);
      buried = fmax(buried, (double)(ground - bodies[n].position[1]));
      bounce_back(water, &bodies[n]);
      for (int a = 0; a < 3; a++) bad += !isfinite(bodies[n].position[a]) || !isfinite(bodies[n].velocity[a]);
    }
    if (step % 10 != 9) continue;
    weir_water_stats(water, &stats);
    worst = fmax(worst, stats.volume_error);
    least = fmin(least, (double)stats.depth_min);
    fastest = fmax(fastest, (double)stats.speed_max);
    bad += !stats.finite;
  }
  coupling_row(report, coupling_upper_bound(1e-5), worst, "1", "volume and account off, of the most ever held, %d steps", steps);
  coupling_row(report, coupling_at_least(0), least, "m", "least depth");
  coupling_row(report, coupling_upper_bound(0), bad, "1", "numbers that are not finite");
  coupling_row(report, coupling_upper_bound(0), (double)stats.guarded_steps, "1", "steps that the guard took again");
  coupling_row(report, coupling_stated(), fastest, "m/s", "fastest water");
  coupling_row(report, coupling_stated(), buried, "m", "deepest middle of a body in the ground, then put back");
  weir_water_destroy(water);
}

/* --- the largest step ------------------------------------------------------------------------------------------------ */

/* How the body of `stable` lies in the water. */
typedef struct Pose {
  float draft; /* m; 0: no body */
  bool floats;
} Pose;

static void pool_step(WeirWater *water, const Pose *pose, WeirBody *body, float dt) {
  WeirForce force;
  weir_water_displace(water, body, pose->draft > 0, dt);
  weir_water_step(water, dt);
  weir_water_push(water, body, pose->draft > 0, dt, &force);
  if (pose->floats) rig_free(body, &force, weir_water_tuning(water).gravity, false, dt);
}

/* Returns true if 4 m of water with a ripple on it, and a body that has come to rest there, stay quiet at steps of dt, each in one piece:
 * one substep is allowed, the part of a step beyond the library's own bound is left out, and its rollback must have nothing to do. The
 * ripple of 5 cm may come together again as high; an instability grows to metres. */
static bool is_stable(CouplingReport *report, const Pose *pose, float dt) {
  const float depth = 4, high = 4.5f;
  Rig rig = rig_tank(48, 48, 1, depth);
  WeirWater *const water = rig_water(&rig, report);
  if (!water) return false;
  WeirBody body = rig_box(6.3f, high, 4.7f, 24.3f, depth - pose->draft + 0.5f * high, 23.8f, 0.3f, 1000 * pose->draft / high);
  WeirTuning tuning = rig.tuning;
  tuning.friction = 1;
  weir_water_set_tuning(water, &tuning);
  const Pose held = {pose->draft, false};
  for (int step = 0; step < 600; step++) pool_step(water, &held, &body, 0.05f);
  tuning = rig.tuning;
  tuning.substeps_max = 1;
  weir_water_set_tuning(water, &tuning);
  weir_water_disturb(water, 12, 12, 4, 0.05f);
  double late = 0;
  for (int step = 0; step < 600; step++) {
    pool_step(water, pose, &body, dt);
    const RigSurface s = rig_surface(water, 0, NULL, NULL);
    if (step >= 300) late = fmax(late, s.high - s.mean);
  }
  WeirStats stats;
  weir_water_stats(water, &stats);
  const bool good = stats.finite && stats.guarded_steps == 0 && late < 0.1;
  weir_water_destroy(water);
  return good;
}

/* s, to 1 %, up to the library's own bound for 4 m, sqrt(g d) dt/dx <= 1/sqrt(2); 0 when not even a twentieth of it is quiet. */
static double largest_step(CouplingReport *report, const Pose *pose) {
  const float bound = 1 / sqrtf(2 * 9.81f * 4);
  float low = 0.05f * bound, high = bound;
  if (!is_stable(report, pose, low)) return 0;
  if (is_stable(report, pose, high)) return (double)high;
  for (int n = 0; n < 7; n++) {
    const float middle = 0.5f * (low + high);
    if (is_stable(report, pose, middle))
      low = middle;
    else
      high = middle;
  }
  return (double)low;
}

void coupling_stable(CouplingReport *report) {
  static const Pose poses[] = {{0.1f, false}, {2, false}, {3.8f, false}, {0.1f, true}, {2, true}, {3.8f, true}};
  const Pose none = {0, false};
  const double plain = largest_step(report, &none);
  coupling_row(report, coupling_stated(), plain, "s", "largest step without a body, 4 m of water, cells of 1 m");
  for (size_t n = 0; n < sizeof poses / sizeof poses[0]; n++)
    coupling_row(report, coupling_at_least(0.8), largest_step(report, &poses[n]) / plain, "1", "largest step over that, draft %.1f m, %s",
                 (double)poses[n].draft, poses[n].floats ? "floating" : "fixed");
}
