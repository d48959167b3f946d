/* The readings for pictures of waves that disperse, where the water of a wave has moved to and where it breaks (src/weir/waves/wave_reading.c), and
 * the surface that is drawn by it (src/view/crests.c). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "view/view.h"

enum { CELLS = 128, ROWS = 16, WAVES = 8, CELLS_A_WAVE = 2 * CELLS / WAVES };
static const double pi = 3.14159265358979;
static float mode_depth;
static float x[CELLS * CELLS], z[CELLS * CELLS];

/* --- the library's readings ------------------------------------------------------------------------------------------------ */

static float standing_wave(float along, float across) {
  (void)across;
  return mode_depth + 0.05f * cosf((float)WAVES * (float)pi * along / CELLS);
}

/* a*tanh(k*d) towards the crests: 2 % and 0.001, as the poles have tanh(k*d) to 1.1 %, and differences over 32 cells 0.6 % of a wave. */
static void water_moves_to_the_crests_by_airys_share(void **state) {
  (void)state;
  const double k = 2 * pi / CELLS_A_WAVE;
  const WeirTuning tuning = ideal_tuning();
  for (double kd = 0.5; kd < 9; kd *= 2) {
    mode_depth = (float)(kd / k);
    WeirWater *const water = make_water(WEIR_SWE, CELLS, ROWS, 1, NULL, standing_wave, &tuning);
    assert_true(weir_water_set_dispersion(water, true, NULL));
    for (int step = 0; step < 20; step++) weir_water_step(water, 0.02f);
    weir_water_excursion(water, x, z);
    const WeirView depth = weir_water_depth(water);
    double wave = 0, moved = 0, most_z = 0;
    for (int i = 0; i < CELLS; i++) {
      wave += ((double)at(depth, i, 8) - (double)mode_depth) * cos(k * (i + 0.5));
      moved -= (double)x[8 * CELLS + i] * sin(k * (i + 0.5));
      most_z = fmax(most_z, fabs((double)z[8 * CELLS + i]));
    }
    print_message("kd %.1f: %.4f of the amplitude, %.4f wanted\n", kd, moved / wave, tanh(kd));
    assert_true(wave * 2 / CELLS > 0.02); /* or it is measured against little */
    assert_true(fabs(moved / wave - tanh(kd)) < 0.02 * tanh(kd) + 0.001);
    assert_true(most_z < 1e-4);
    assert_true(weir_water_set_dispersion(water, false, NULL));
    weir_water_excursion(water, x, z);
    for (int n = 0; n < CELLS * ROWS; n++) assert_true(x[n] == 0 && z[n] == 0);
    weir_water_destroy(water);
  }
}

/* The phase of a wave that runs: of its water, which is a quarter behind. Waves joined end to end, started as Airy's. A filter's head that is
 * a substep old would be 9 degrees off. */
static void the_excursion_is_of_the_same_moment(void **state) {
  (void)state;
  const double k = 2 * pi / 16, kd = 6, omega = sqrt(9.81 * k * tanh(kd));
  const float d = (float)(kd / k);
  static float depth[CELLS * ROWS], speed[CELLS * ROWS];
  for (int n = 0; n < CELLS * ROWS; n++) {
    depth[n] = d + (float)(0.05 * cos(k * (n % CELLS + 0.5)));
    speed[n] = (float)(0.05 * omega / kd * cos(k * (n % CELLS + 0.5)));
  }
  WeirWaterDef def = weir_water_def_default();
  def.nx = CELLS, def.nz = ROWS, def.cell = 1, def.solver = WEIR_SWE, def.tuning = ideal_tuning(), def.depth = depth,
  def.velocity_x = speed;
  def.boundary[WEIR_WEST].kind = def.boundary[WEIR_EAST].kind = WEIR_PERIODIC;
  WeirWater *const water = weir_water_create(&def, NULL);
  assert_non_null(water);
  assert_true(weir_water_set_dispersion(water, true, NULL));
  for (int step = 0; step < 60; step++) weir_water_step(water, 1.0f / 60);
  weir_water_excursion(water, x, z);
  const WeirView now = weir_water_depth(water);
  double wave[2] = {0}, moved[2] = {0};
  for (int i = 0; i < CELLS; i++)
    for (int n = 0; n < 2; n++) {
      const double turn = k * (i + 0.5) - n * 0.5 * pi;
      wave[n] += ((double)at(now, i, 8) - (double)d) * cos(turn);
      moved[n] -= (double)x[8 * CELLS + i] * sin(turn);
    }
  const double off = (atan2(moved[1], moved[0]) - atan2(wave[1], wave[0])) * 180 / pi, turned = off - 360 * round(off / 360);
  print_message("%.1f degrees off\n", turned);
  assert_true(fabs(turned) < 4);
  weir_water_destroy(water);
}

static float dam(float along, float across) {
  (void)across;
  return along < 40 ? 3.0f : 1.0f;
}

/* Returns the greatest share, and how many cells break. */
static float breaking_of(const WeirWater *water, int *count) {
  float most = 0;
  weir_water_breaking(water, x);
  *count = 0;
  for (int n = 0; n < CELLS * ROWS; n++) {
    assert_true(x[n] >= 0 && x[n] <= 1);
    most = fmaxf(most, x[n]);
    *count += x[n] > 0;
    assert_true(x[n] == 0 || n % CELLS > 48); /* the front has come to 56 m */
  }
  return most;
}

/* A dam's bore breaks at its front alone; a lake, a gentle wave, water whose waves do not disperse and pipes do not break. */
static void a_bore_breaks_and_calm_water_does_not(void **state) {
  (void)state;
  const WeirTuning tuning = ideal_tuning();
  mode_depth = 3;
  float (*const levels[])(float, float) = {two_metres, standing_wave, dam};
  for (int n = 0; n < 3; n++) {
    WeirWater *const water = make_water(WEIR_SWE, CELLS, ROWS, 1, NULL, levels[n], &tuning);
    assert_true(weir_water_set_dispersion(water, true, NULL));
    for (int step = 0; step < 200; step++) weir_water_step(water, 0.02f);
    int count;
    const float most = breaking_of(water, &count);
    print_message("%s: %.2f at the most, in %d cells\n", n == 0 ? "lake" : n == 1 ? "wave" : "bore", (double)most, count);
    assert_true(n == 2 ? most > 0.3f && count > 0 && count < CELLS * ROWS / 8 : count == 0);
    weir_water_set_solver(water, WEIR_PIPE);
    assert_true(breaking_of(water, &count) == 0);
    weir_water_set_solver(water, WEIR_SWE);
    assert_true(weir_water_set_dispersion(water, false, NULL));
    assert_true(breaking_of(water, &count) == 0);
    weir_water_destroy(water);
  }
}

/* --- the surface as it is drawn -------------------------------------------------------------------------------------------- */

enum { SIDE = 128 };
static float bed[SIDE * SIDE], wave[SIDE * SIDE];

/* Makes waves of a deep water, of slope `steep` at the most, whose water has moved as in Gerstner's. */
static CrestsWater make_waves(Crests *crests, double steep) {
  const double k = 2 * pi / 32, a = steep / k;
  *crests = (Crests){0};
  assert_true(crests_reserve(crests, SIDE, SIDE, 4));
  for (int n = 0; n < SIDE * SIDE; n++) {
    bed[n] = -20;
    wave[n] = 20 + (float)(a * cos(k * (n % SIDE)));
    crests->x[n] = (float)(-a * sin(k * (n % SIDE)));
    crests->z[n] = 0;
  }
  return (CrestsWater){.nx = SIDE, .nz = SIDE, .cell = 1, .terrain = bed, .depth = wave, .threads = 2};
}

/* Returns cell i of the middle row, above the level of rest. */
static double drawn(const Crests *crests, int i) {
  return (double)crests->depth[SIDE / 2 * SIDE + i] - 20;
}

/* Stokes' second harmonic, k*a^2/2, and a level lower by as much: 10 %, of which the linear reading between cells is 3 % and Gerstner's next
 * order 2 %. Crests stand over less of the level of rest than troughs do. */
static void crests_are_narrower_than_troughs(void **state) {
  (void)state;
  const double k = 2 * pi / 32, steep = 0.2, a = steep / k;
  Crests crests;
  const CrestsWater water = make_waves(&crests, steep);
  crests_limit(&crests, &water);
  crests_draw(&crests, &water);
  double second = 0, level = 0;
  int above = 0;
  for (int i = 32; i < 96; i++) {
    second += drawn(&crests, i) * cos(2 * k * i) / 32;
    level += drawn(&crests, i) / 64;
    above += drawn(&crests, i) > 0;
  }
  print_message("second harmonic %.4f, level %.4f, %.4f wanted; %d of 64 cells above the level of rest\n", second, level, 0.5 * k * a * a,
                above);
  assert_true(fabs(second / (0.5 * k * a * a) - 1) < 0.1);
  assert_true(fabs(level / (-0.5 * k * a * a) - 1) < 0.1);
  assert_true(above < 30);
  crests_free(&crests);
}

static float sqrf(float value) {
  return value * value;
}

/* However steep a group of waves is, the excursion folds nothing, and what is drawn stays within the heights that there are. */
static void the_surface_never_folds(void **state) {
  (void)state;
  static const double steep[] = {0.3, 1, 4, 30};
  for (int n = 0; n < 4; n++) {
    Crests crests;
    const CrestsWater water = make_waves(&crests, steep[n]);
    for (int at = 0; at < SIDE * SIDE; at++) {
      const float share = expf(-sqrf((float)(at % SIDE) - 64) / 400);
      wave[at] = 20 + (float)fmin(steep[n] * 5, 10) * cosf(2 * (float)pi / 32 * (float)(at % SIDE));
      crests.x[at] *= share;
    }
    crests_limit(&crests, &water);
    crests_draw(&crests, &water);
    double most = 0;
    for (int i = 1; i < SIDE; i++) most = fmax(most, (double)crests.x[SIDE / 2 * SIDE + i - 1] - (double)crests.x[SIDE / 2 * SIDE + i]);
    print_message("steep %.1f: pressed together by %.2f\n", steep[n], most);
    assert_true(most > 0.25 && most < 0.8);
    for (int i = 0; i < SIDE; i++) assert_true(fabs(drawn(&crests, i)) <= fmin(steep[n] * 5, 10) + 1e-4);
    crests_free(&crests);
  }
}

/* Nor is it moved about a body, whose hull would show gaps, or in the shallows; dry land stays dry, and still water as it is to the bit. */
static void bodies_and_shores_stay_as_they_are(void **state) {
  (void)state;
  static Body body;
  body.shape.half[0] = body.shape.half[1] = body.shape.half[2] = 3;
  body.position[0] = 66, body.position[2] = 64;
  Crests crests;
  CrestsWater water = make_waves(&crests, 0.3);
  water.bodies = &body, water.body_count = 1;
  for (int k = 0; k < SIDE; k++)
    for (int i = 0; i < 16; i++) wave[k * SIDE + i] = i < 8 ? 0 : 0.3f, bed[k * SIDE + i] = -0.3f;
  crests_limit(&crests, &water);
  crests_draw(&crests, &water);
  int moved = 0;
  for (int k = 0; k < SIDE; k++)
    for (int i = 0; i < SIDE; i++) {
      const int n = k * SIDE + i;
      const bool near = hypot(i + 0.5 - 66, k + 0.5 - 64) < 5.2;
      if (i < 16 || near) assert_true(crests.depth[n] == wave[n]);
      moved += crests.depth[n] != wave[n];
    }
  assert_true(moved > SIDE * SIDE / 3);
  crests_free(&crests);
  water = make_waves(&crests, 0);
  crests_limit(&crests, &water);
  crests_draw(&crests, &water);
  assert_memory_equal(crests.depth, wave, sizeof wave);
  crests_free(&crests);
}

/* A view has the drawn surface beside the simulation's, which picking goes by. */
static void view_has_crests(WeirSolver solver) {
  World *const world = make_world("bay", 1, 2, "");
  weir_water_set_solver(world->water, solver);
  run_for(world, 12);
  WorldView *const view = world_view_create(world->nx, world->nz);
  assert_non_null(view);
  const WorldViewRequest request = {.flow_every = 1};
  world_view_copy(view, NULL, world, &request);
  const WeirView depth = weir_water_depth(world->water);
  float most = 0;
  for (int n = 0; n < world->nx * world->nz; n++) {
    assert_true(view->depth[n] == depth.data[n / world->nx * depth.stride + n % world->nx]);
    most = fmaxf(most, fabsf(view->crests.depth[n] - view->depth[n]));
  }
  print_message("drawn up to %.3f m beside the water\n", (double)most);
  assert_true(view->crests.on && view->flow.has_breaking == (solver == WEIR_SWE) && most > 0.01f);
  world_view_destroy(view);
  world_destroy(world);
}

static void a_view_has_crests_while_waves_disperse(void **state) {
  (void)state;
  view_has_crests(WEIR_PIPE);
  view_has_crests(WEIR_SWE);
}

/* A view of a tick that does not look has the excursion of the last that did, and still the depths of its own. */
static void a_view_may_look_at_every_third_tick(void **state) {
  (void)state;
  World *const world = make_world("bay", 1, 2, "");
  run_for(world, 8);
  WorldView *const views[2] = {world_view_create(world->nx, world->nz), world_view_create(world->nx, world->nz)};
  const WorldViewRequest request = {.crests_every = 3};
  const size_t bytes = sizeof(float) * (size_t)world->nx * (size_t)world->nz;
  int64_t looked = -1;
  for (int n = 0; n < 7; n++) {
    assert_non_null(views[n % 2]);
    world_step(world);
    world_view_copy(views[n % 2], n > 0 ? views[1 - n % 2] : NULL, world, &request);
    const bool looks = n % 3 == 0;
    if (looks) looked = world->tick;
    assert_int_equal(views[n % 2]->crests.tick, looked);
    if (n > 0) assert_true((memcmp(views[0]->crests.x, views[1]->crests.x, bytes) == 0) == !looks);
    if (n > 0) assert_true(memcmp(views[0]->crests.depth, views[1]->crests.depth, bytes) != 0);
  }
  for (int n = 0; n < 2; n++) world_view_destroy(views[n]);
  world_destroy(world);
}

/* The picture goes from one surface to the other, of still water too, where no depth has changed. */
static void all_tiles_are_new_when_waves_disperse_no_more(void **state) {
  (void)state;
  World *const world = make_world("pool", 1, 1, "dispersion=1");
  weir_water_set_solver(world->water, WEIR_SWE);
  WorldView *const views[3] = {world_view_create(world->nx, world->nz), world_view_create(world->nx, world->nz),
                               world_view_create(world->nx, world->nz)};
  const WorldViewRequest request = {.flow_every = 1};
  for (int n = 0; n < 3; n++) {
    assert_non_null(views[n]);
    world->params.dispersion = n < 2;
    world_step(world);
    world_view_copy(views[n], n > 0 ? views[n - 1] : NULL, world, &request);
    assert_true(views[n]->crests.on == (n < 2) && views[n]->flow.has_breaking == (n < 2));
  }
  const int tiles = views[0]->tiles_x * views[0]->tiles_z;
  int still = 0;
  for (int n = 0; n < tiles; n++) {
    still += views[1]->changed[n] == world->tick - 2 && views[1]->crests.changed[n] == world->tick - 2;
    assert_int_equal(views[2]->changed[n], world->tick);
  }
  assert_true(still > tiles / 2); /* or the water was not still */
  for (int n = 0; n < 3; n++) world_view_destroy(views[n]);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(water_moves_to_the_crests_by_airys_share),
                                     cmocka_unit_test(the_excursion_is_of_the_same_moment),
                                     cmocka_unit_test(a_bore_breaks_and_calm_water_does_not),
                                     cmocka_unit_test(crests_are_narrower_than_troughs),
                                     cmocka_unit_test(the_surface_never_folds),
                                     cmocka_unit_test(bodies_and_shores_stay_as_they_are),
                                     cmocka_unit_test(a_view_has_crests_while_waves_disperse),
                                     cmocka_unit_test(a_view_may_look_at_every_third_tick),
                                     cmocka_unit_test(all_tiles_are_new_when_waves_disperse_no_more)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
