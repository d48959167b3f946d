/* The probe: that what is shown is of the cell pointed at, sums up, and is what the water did; and how a person holds it. */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "input/marks.h"
#include "view/view.h"

enum { WIDTH = 640, HEIGHT = 360 };

static World *world;
static WorldView *views[2];
static int newest;

static void begin_with(WeirSolver solver, const char *scene, const char *params, double seconds) {
  world = make_world(scene, 1, 1, params);
  assert_true(world_command(world, &(Command){.kind = COMMAND_SOLVER, .solver = solver}));
  for (int n = 0; n < 2; n++) {
    views[n] = world_view_create(world->nx, world->nz);
    assert_non_null(views[n]);
  }
  newest = 0;
  run_for(world, seconds);
  world_view_copy(views[newest], NULL, world, &(WorldViewRequest){0});
}

static void begin(const char *scene, const char *params, double seconds) {
  begin_with(WEIR_SWE, scene, params, seconds);
}

static void end(void) {
  for (int n = 0; n < 2; n++) world_view_destroy(views[n]);
  world_destroy(world);
}

/* Takes a tick as the simulation's thread does: the request stands before the tick, the view is written after it. */
static const Probe *tick(const WorldViewRequest *request) {
  probe_watch(world, &request->probe);
  world_step(world);
  world_view_copy(views[1 - newest], views[newest], world, request);
  newest = 1 - newest;
  return &views[newest]->probe;
}

static ProbePlace cell_place(int i, int k) {
  return (ProbePlace){true, ((float)i + 0.5f) * world->cell, ((float)k + 0.5f) * world->cell};
}

/* The cell with the fastest water of at least 20 cm, so that all parts have something to say. */
static ProbePlace fastest_place(void) {
  const size_t cells = (size_t)world->nx * (size_t)world->nz;
  float *const x = malloc(cells * sizeof *x), *const z = malloc(cells * sizeof *z), most = 0;
  int best = 0;
  assert_non_null(x);
  assert_non_null(z);
  weir_water_velocity(world->water, x, z);
  const WeirView depth = weir_water_depth(world->water);
  for (int n = 0; n < (int)cells; n++) {
    const float speed = hypotf(x[n], z[n]);
    if (at(depth, n % world->nx, n / world->nx) > 0.2f && speed > most) most = speed, best = n;
  }
  free(x);
  free(z);
  assert_true(most > 0.1f);
  return cell_place(best % world->nx, best / world->nx);
}

/* --- what is shown -------------------------------------------------------------------------------------------------------- */

/* In whole units of the last digit shown. */
static int64_t shown_units(const ProbeChart *chart, double value) {
  const double units = value * pow(10, chart->digits);
  assert_true(fabs(units - nearbyint(units)) < 1e-6);
  return (int64_t)nearbyint(units);
}

/* The figures sum to the change to the last digit; none is further than one unit of that digit from what it stands for. */
static void check_chart(const Probe *probe) {
  const ProbeChart chart = probe_chart(probe);
  const double *const d = chart.direction, unit = pow(10, -chart.digits);
  int64_t sum = 0;
  assert_true(fabs(hypot(d[0], d[1]) - 1) < 1e-9);
  for (int n = 0; n < PROBE_PARTS; n++) {
    const double real = d[0] * probe->parts[n][0] + d[1] * probe->parts[n][1];
    sum += shown_units(&chart, chart.values[n]);
    if (!(fabs(chart.values[n] - real) <= 1.001 * unit)) fail_msg("part %d: %.9g shown for %.9g", n, chart.values[n], real);
    if (n >= PROBE_ADVECTION) assert_true(fabs(chart.values[n]) <= chart.scale + unit);
  }
  if (sum != shown_units(&chart, chart.change)) fail_msg("parts sum to %lld, change is %g", (long long)sum, chart.change);
  const double change = d[0] * probe->change[0] + d[1] * probe->change[1];
  assert_true(fabs(chart.change - change) <= 0.501 * unit && fabs(chart.change) <= chart.scale + unit);
}

/* Through 300 ticks of running water, at many places, in both solvers with a flow. */
static void bars_sum_to_the_change(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver <= WEIR_SWE; solver++) {
    int charts = 0;
    Rng rng = {7};
    begin_with((WeirSolver)solver, "river", "rain=0 grid=96", 2);
    WorldViewRequest request = {.probe = fastest_place()};
    for (int step = 0; step < 300; step++) {
      if (step % 20 == 19) request.probe = cell_place((int)rng_range(&rng, 0, (float)world->nx), (int)rng_range(&rng, 0, (float)world->nz));
      const Probe *const probe = tick(&request);
      if (probe->parts_on) check_chart(probe), charts++;
    }
    print_message("  %s: %d charts\n", weir_solver_name((WeirSolver)solver), charts);
    assert_true(charts > 60);
    end();
  }
}

/* Numbers of any size, whose rounding alone could spoil the sum; parts of a thousand times what they leave are cut off at the bar's end. */
static void rounding_keeps_the_sum(void **state) {
  (void)state;
  Rng rng = {3};
  for (int n = 0; n < 20000; n++) {
    Probe probe = {.on = true, .parts_on = true, .velocity = {rng_range(&rng, -1, 1), rng_range(&rng, -1, 1)}};
    const float size = powf(10, rng_range(&rng, -6, 3));
    for (int part = 0; part < PROBE_PARTS; part++)
      for (int axis = 0; axis < 2; axis++)
        probe.change[axis] += probe.parts[part][axis] = n % 5 == part ? 0 : (double)rng_range(&rng, -size, size);
    check_chart(&probe);
  }
  Probe steep = {.on = true, .velocity = {1, 0}};
  steep.parts[PROBE_SLOPE][0] = 8, steep.parts[PROBE_PRESSURE][0] = -7.98, steep.parts[PROBE_DRAG][0] = -0.05, steep.change[0] = -0.03;
  const ProbeChart chart = probe_chart(&steep);
  check_chart(&steep);
  assert_true(chart.along == PROBE_ALONG_FLOW && chart.values[PROBE_DRAG] < -0.1 * chart.scale);
  assert_true(chart.values[PROBE_SLOPE] > chart.scale && chart.values[PROBE_PRESSURE] < -chart.scale);
}

/* --- that it is true ------------------------------------------------------------------------------------------------------ */

/* The first reading after a tick is that of its cell alone: its change over the tick is what the velocity of the very cell pointed at has
 * changed by. Rounding: the velocities are floats of up to 3 m/s (2e-7), over a tick of 1/60 s. */
static void it_is_the_cell_that_is_pointed_at(void **state) {
  (void)state;
  begin("river", "rain=0 grid=96", 2);
  const ProbePlace fast = fastest_place();
  int seen = 0;
  for (int dk = -2; dk <= 2; dk++)
    for (int di = -2; di <= 2; di++) {
      const ProbePlace place = {true, fast.x + ((float)di + 0.3f) * world->cell, fast.z + ((float)dk - 0.4f) * world->cell};
      const int i = (int)(place.x / world->cell), k = (int)(place.z / world->cell);
      const float x = ((float)i + 0.5f) * world->cell, z = ((float)k + 0.5f) * world->cell;
      const WeirSample first = weir_water_sample(world->water, x, z);
      const Probe *const probe = tick(&(WorldViewRequest){.probe = place});
      const WeirSample last = weir_water_sample(world->water, x, z);
      assert_true(probe->on && probe->i == i && probe->k == k);
      assert_true(probe->depth == at(weir_water_depth(world->water), i, k) && probe->ground == at(weir_water_terrain(world->water), i, k));
      if (!probe->parts_on) continue;
      seen++;
      assert_true(!probe->predicted);
      for (int axis = 0; axis < 2; axis++) {
        const double change = (double)(last.velocity[2 * axis] - first.velocity[2 * axis]) / (double)world->params.tick;
        assert_true(fabs(probe->velocity[axis] - (double)last.velocity[2 * axis]) < 1e-6);
        if (!(fabs(probe->change[axis] - change) < 1e-4)) fail_msg("change %.9g, the water's is %.9g", probe->change[axis], change);
      }
    }
  print_message("  %d cells\n", seen);
  assert_true(seen >= 10);
  end();
}

/* While the pointer rests: means of the ticks by one weight, for the change as for its parts; another cell begins again, with nothing of
 * the first one's. */
static void it_is_a_mean_over_a_moment_of_one_cell(void **state) {
  (void)state;
  begin("river", "rain=0 grid=96", 2);
  WorldViewRequest request = {.probe = fastest_place()};
  const double weight = 1 - exp(-(double)world->params.tick / 0.3);
  double change = 0, drag = 0;
  for (int n = 0; n < 40; n++) {
    const Probe *const probe = tick(&request);
    const WeirWhy why = weir_water_why(world->water, request.probe.x, request.probe.z);
    change += (n == 0 ? 1 : weight) * ((double)why.change[0] - change);
    drag += (n == 0 ? 1 : weight) * ((double)why.drag[0] - drag);
    assert_true(fabs(probe->change[0] - change) < 1e-9 && fabs(probe->parts[PROBE_DRAG][0] - drag) < 1e-9);
  }
  request.probe.x += world->cell;
  const Probe *const other = tick(&request);
  const WeirWhy why = weir_water_why(world->water, request.probe.x, request.probe.z);
  assert_true(!why.predicted && other->change[0] == (double)why.change[0] && other->velocity[1] == (double)why.velocity[1]);
  end();
}

/* A paused world answers for another cell too, with a prediction; the same tick asked again says the same. */
static void a_paused_world_answers(void **state) {
  (void)state;
  begin("river", "rain=0 grid=96", 2);
  WorldViewRequest request = {.probe = fastest_place()};
  assert_true(world_view_lacks(views[newest], &request));
  world_view_copy(views[1 - newest], views[newest], world, &request);
  newest = 1 - newest;
  assert_true(!world_view_lacks(views[newest], &request));
  const Probe first = views[newest]->probe;
  assert_true(first.on && first.parts_on && first.predicted);
  check_chart(&first);
  world_view_copy(views[1 - newest], views[newest], world, &request);
  assert_memory_equal(views[1 - newest]->probe.parts, first.parts, sizeof first.parts);
  const Probe *const watched = tick(&request); /* what is read off takes the prediction's place */
  const WeirWhy why = weir_water_why(world->water, request.probe.x, request.probe.z);
  assert_true(!watched->predicted && watched->change[0] == (double)why.change[0] && watched->parts[PROBE_SLOPE][1] == (double)why.slope[1]);
  request.probe.on = false;
  assert_true(world_view_lacks(views[newest], &request));
  assert_true(!tick(&request)->on);
  end();
}

/* No bit of the world differs with the probe on it, and none is watched after it is off. */
static void it_changes_no_bit(void **state) {
  (void)state;
  begin("river", "rain=0 grid=96", 1);
  WorldViewRequest request = {.probe = fastest_place(), .gauge = {.on = true, .line = {{3, 3}, {50, 40}}}};
  for (int n = 0; n < 60; n++) tick(&request);
  const uint64_t hash = world_hash(world);
  request.probe.on = false;
  tick(&request);
  assert_true(weir_water_why(world->water, request.probe.x, request.probe.z).predicted);
  end();
  begin("river", "rain=0 grid=96", 1);
  for (int n = 0; n < 60; n++) world_step(world);
  assert_true(world_hash(world) == hash);
  end();
}

static void dry_ground_and_the_membrane_have_no_parts(void **state) {
  (void)state;
  begin("river", "rain=0 grid=96", 0.5);
  const WeirView depth = weir_water_depth(world->water);
  int dry = 0;
  while (at(depth, dry % world->nx, dry / world->nx) > 0) dry++;
  const Probe *probe = tick(&(WorldViewRequest){.probe = cell_place(dry % world->nx, dry / world->nx)});
  assert_true(probe->on && probe->depth == 0 && probe->flows && !probe->parts_on && probe_froude(probe, 9.81) == 0);
  end();
  begin_with(WEIR_MEMBRANE, "pool", "rain=0 grid=64", 0.5);
  probe = tick(&(WorldViewRequest){.probe = cell_place(world->nx / 2, world->nz / 2), .gauge = {.on = true, .line = {{1, 1}, {5, 5}}}});
  assert_true(probe->on && !probe->flows && !probe->parts_on && probe_speed(probe) == 0);
  assert_true(!views[newest]->gauge.on);
  end();
}

/* --- in a person's hand --------------------------------------------------------------------------------------------------- */

static Camera camera;

static ToolsView tools_view(void) {
  return (ToolsView){&camera, WIDTH, HEIGHT, views[newest], false};
}

static void update(Measure *measure, Input *input, bool down, bool up, bool shift, float x, float y) {
  const ToolsView view = tools_view();
  *input = (Input){.x = x, .y = y, .inside = true, .left = !up, .shift = shift};
  if (down || up) {
    input->presses[0] = (InputPress){.button = INPUT_LEFT, .down = down, .x = x, .y = y, .shift = shift};
    input->press_count = 1;
  }
  measure_update(measure, input, &view);
}

/* Shift and a drag draw the line, and no tool sees them; it runs from where the pointer met the water to where it went. */
static void a_drag_with_shift_draws_the_line(void **state) {
  (void)state;
  Measure measure = {0};
  Input input;
  WorldViewRequest request = {0};
  begin("pool", "rain=0 grid=64", 0.1);
  camera = (Camera){0};
  camera_reset(&camera, &world->scene.cameras[0], views[newest]);
  camera_update(&camera, &(Input){0}, views[newest], WIDTH, HEIGHT, 0);
  update(&measure, &input, true, false, true, 300, 200);
  assert_true(input.press_count == 1 && !measure.drawing); /* the probe is off: the tool's */
  measure_request(&measure, &request);
  assert_true(!request.probe.on && !request.gauge.on);
  measure.on = true;
  update(&measure, &input, true, false, false, 300, 200);
  assert_true(input.press_count == 1 && !measure.drawing && measure.place.on);
  update(&measure, &input, true, false, true, 300, 200);
  assert_true(input.press_count == 0 && measure.drawing && !input.left);
  update(&measure, &input, false, false, true, 360, 230);
  assert_true(measure.has_line);
  update(&measure, &input, false, true, true, 380, 240);
  assert_true(input.press_count == 0 && !measure.drawing && measure.has_line);
  float direction[3];
  camera_ray(&camera, 380, 240, WIDTH, HEIGHT, direction);
  const Pick pick = world_view_pick(views[newest], camera.eye, direction);
  assert_true(pick.hit && measure.line.to[0] == pick.position[0] && measure.line.to[1] == pick.position[2]);
  measure_request(&measure, &request);
  assert_true(request.gauge.on && gauge_same(&request.gauge.line, &measure.line));
  assert_true(request.probe.on && request.probe.x == pick.position[0] && request.probe.z == pick.position[2]);
  update(&measure, &input, true, false, true, 380, 240);
  update(&measure, &input, false, true, true, 381, 240); /* a click */
  assert_true(!measure.has_line);
  end();
}

/* The line is turned so that the water's way through it counts as positive. */
static void the_line_is_turned_into_the_flow(void **state) {
  (void)state;
  begin("river", "rain=0 grid=96", 3);
  const ProbePlace fast = fastest_place();
  const float u = (float)weir_water_why(world->water, fast.x, fast.z).velocity[0],
              w = weir_water_why(world->water, fast.x, fast.z).velocity[1];
  const float length = 2 * world->cell / hypotf(u, w);
  camera = (Camera){0};
  camera_reset(&camera, &world->scene.cameras[0], views[newest]);
  camera_update(&camera, &(Input){0}, views[newest], WIDTH, HEIGHT, 0);
  for (int way = -1; way <= 1; way += 2) {
    const float x = (float)way * length * w, z = -(float)way * length * u;
    Measure measure = {.on = true, .has_line = true, .line = {{fast.x - x, fast.z - z}, {fast.x + x, fast.z + z}}};
    for (int n = 0; n < 2; n++) {
      WorldViewRequest request = {0};
      measure_request(&measure, &request);
      tick(&request);
      const ToolsView view = tools_view();
      measure_build(&measure, &view);
    }
    print_message("  %.4g m3/s\n", views[newest]->gauge.flow);
    assert_true(views[newest]->gauge.flow > 0 && measure.marks.count > 0);
  }
  end();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bars_sum_to_the_change),
      cmocka_unit_test(rounding_keeps_the_sum),
      cmocka_unit_test(it_is_the_cell_that_is_pointed_at),
      cmocka_unit_test(it_is_a_mean_over_a_moment_of_one_cell),
      cmocka_unit_test(a_paused_world_answers),
      cmocka_unit_test(it_changes_no_bit),
      cmocka_unit_test(dry_ground_and_the_membrane_have_no_parts),
      cmocka_unit_test(a_drag_with_shift_draws_the_line),
      cmocka_unit_test(the_line_is_turned_into_the_flow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
