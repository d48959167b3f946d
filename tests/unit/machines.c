/* Houses and machines: houses that float away, sluice gates, pumps, water wheels and boats. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "support.h"
#include "world/state/state.h"

/* --- houses ---------------------------------------------------------------------------------------------------------------- */

static const float house_height = 3.5f; /* m, of its walls */
static const float house_floats = 0.45f * 3.5f;

/* A house on a flat bed in the middle of a tank with water up to `depth`. */
static World *make_house(float depth) {
  char text[512];
  snprintf(text, sizeof text,
           "[scene]\nsolver = swe\ngrid = 64 64\ncell = 0.5\n[terrain]\nshape = flat\n[water]\npool = 0 0 1 1 %g\n"
           "[bodies]\nhouse = 0.5 0.5 0 20 set\n",
           (double)depth);
  return make_world_of(text, 2);
}

static void a_house_stands_in_shallow_water_and_floats_in_deep(void **state) {
  (void)state;
  World *world = make_house(0.3f * house_floats);
  const Body *house = &world->bodies[0];
  assert_int_equal(house->kind, BODY_HOUSE);
  const float start[3] = {house->position[0], house->position[1], house->position[2]};
  run_for(world, 20);
  for (int axis = 0; axis < 3; axis++) assert_true(fabsf(house->position[axis] - start[axis]) < 0.02f);
  world_destroy(world);
  world = make_house(1.3f * house_floats);
  house = &world->bodies[0];
  run_for(world, 40);
  const float draft = house->water.water_y - (house->position[1] - 0.5f * house_height);
  print_message("in %.2f m: its floor %.3f m above the bed, draft %.3f m of %.3f\n", 1.3 * (double)house_floats,
                (double)(house->position[1] - 0.5f * house_height), (double)draft, (double)house_floats);
  assert_true(house->position[1] - 0.5f * house_height > 0.2f * house_floats);
  assert_true(fabsf(draft - house_floats) < 0.05f * house_floats);
  assert_true(house->shape.rotation[4] > 0.99f);
  world_destroy(world);
}

/* Water that rises by some millimetres a second lifts it at the depth at which it floats. */
static void rising_water_lifts_a_house(void **state) {
  (void)state;
  World *const world = make_house(0.5f * house_floats);
  const Body *const house = &world->bodies[0];
  const float start = house->position[1];
  float depth = 0;
  for (int n = 0; n < 40000 && house->position[1] < start + 0.05f; n++) {
    const Command pour = {.kind = COMMAND_POUR, .brush = {.x = 4, .z = 4, .radius = 3, .amount = 0.04f}};
    assert_true(world_command(world, &pour));
    world_step(world);
    depth = weir_water_depth_at(world->water, 28, 28);
  }
  print_message("lifted at %.3f m: %.3f of its walls\n", (double)depth, (double)(depth / house_height));
  assert_true(house->position[1] >= start + 0.05f);
  assert_true(depth > 0.40f * house_height && depth < 0.50f * house_height);
  world_destroy(world);
}

/* --- sluice gates ---------------------------------------------------------------------------------------------------------- */

static const double gravity = 9.81;

/* A frictionless flume of 80 m by 4 m with a closed gate in its middle, `head` kept in the west and dry ground behind the gate. */
static World *make_sluice(float head, int threads) {
  char text[768];
  snprintf(text, sizeof text,
           "[scene]\nsolver = swe\ngrid = 320 16\ncell = 0.25\n[terrain]\nshape = flat\n[water]\npool = 0 0 0.5 1 %g\n"
           "[sides]\nwest = level %g\neast = open\n[machines]\ngate = 0.5 0 0.5 1 4.5 0.4 0\n"
           "[params]\nfriction = 0\nroughness = 0\nmanning = 0\nretention = 0\n",
           (double)head, (double)head);
  return make_world_of(text, threads);
}

/* m3 of water where x is more than `from`. */
static double volume_east_of(const World *world, float from) {
  const WeirView depth = weir_water_depth(world->water);
  double sum = 0;
  for (int k = 0; k < depth.nz; k++)
    for (int i = (int)(from / world->cell); i < depth.nx; i++) sum += (double)at(depth, i, k);
  return sum * (double)world->cell * (double)world->cell;
}

static void open_gate(World *world, int which, float x, float opening) {
  assert_true(world_command(world, &(Command){.kind = COMMAND_GATE, .machine = {.which = which, .x = x, .z = 2, .value = opening}}));
}

/* m2/s, free outflow under a sluice gate: Henderson 1966, Open Channel Flow, section 6.7, with a contraction of 0.611. */
static double henderson(double opening, double above) {
  const double contraction = 0.611;
  return contraction / sqrt(1 + contraction * opening / above) * opening * sqrt(2 * gravity * above);
}

static void discharge_under_the_gate_is_hendersons(void **state) {
  (void)state;
  static const float cases[][2] = {{2, 0.3f}, {2, 0.5f}, {3, 0.5f}, {3, 1}, {4, 1}}; /* m: head, opening */
  for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
    World *const world = make_sluice(cases[n][0], 2);
    run_for(world, 5);
    const double leak = volume_east_of(world, 40);
    open_gate(world, 0, 0, cases[n][1]);
    run_for(world, 120);
    double above = 0, out = 0;
    const int ticks = 1800;
    for (int tick = 0; tick < ticks; tick++) {
      world_step(world);
      above += (double)weir_water_depth_at(world->water, 34, 2) / ticks;
      out += weir_water_side_flow(world->water, WEIR_EAST) / 4 / ticks;
    }
    const double expected = henderson((double)cases[n][1], above);
    print_message("head %.2f m, opening %.2f m: %.3f m2/s, Henderson %.3f: ratio %.3f; closed it let %.4f m3/s through\n", above,
                  (double)cases[n][1], out, expected, out / expected, leak / 5);
    assert_true(above > 0.8 * (double)cases[n][0]);
    assert_true(out > 0.85 * expected && out < 1.15 * expected);
    assert_true(leak / 5 < 0.025 * (double)cases[n][0] * 4); /* seepage: docs/coupling.md */
    world_destroy(world);
  }
}

/* By a command and by the mouse; neither the water nor the mouse moves it sideways, and no dam's release frees it. */
static void a_gate_slides_in_its_frame(void **state) {
  (void)state;
  World *const world = make_sluice(3, 2);
  const Body *const gate = &world->bodies[0];
  const float start[3] = {gate->position[0], gate->position[1], gate->position[2]};
  assert_int_equal(gate->kind, BODY_GATE);
  assert_int_equal(world->machine_count, 1);
  open_gate(world, -1, 12, 1);
  run_for(world, 1);
  assert_true(fabsf(world->machines[0].is.gate.opening - 0.5f) < 0.02f);
  run_for(world, 2);
  assert_true(fabsf(gate->position[1] - start[1] - 1) < 1e-3f);
  assert_true(gate->shape.velocity[1] == 0);
  open_gate(world, 1, 40, 3); /* there is no second one */
  world_command(world, &(Command){.kind = COMMAND_RELEASE_DAM});
  const Command grab = {.kind = COMMAND_GRAB, .grab = {.serial = gate->serial, .x = start[0] + 5, .y = gate->position[1] + 1.5f, .z = 0}};
  assert_true(world_command(world, &grab));
  run_for(world, 1);
  assert_true(world->machines[0].is.gate.opening < 1.6f);
  run_for(world, 4);
  print_message("dragged to an opening of %.3f m\n", (double)world->machines[0].is.gate.opening);
  assert_true(fabsf(gate->position[1] - start[1] - 2.5f) < 1e-3f);
  assert_true(gate->position[0] == start[0] && gate->position[2] == start[2] && gate->shape.rotation[4] == 1);
  world_command(world, &(Command){.kind = COMMAND_DELETE, .serial = gate->serial});
  world_step(world);
  assert_int_equal(world->body_count, 0);
  assert_int_equal(world->machine_count, 0);
  world_destroy(world);
}

/* --- pumps ------------------------------------------------------------------------------------------------------------------- */

/* Two basins, 16 m by 32 m, with a ridge in between, and a pump from the western one, with `depth` of water, to the eastern one. */
static World *make_pump(const char *solver, float depth, float depth_east, float rate) {
  char text[768];
  snprintf(text, sizeof text,
           "[scene]\nsolver = %s\ngrid = 64 64\ncell = 0.5\n[terrain]\nshape = flat\nground = 0.45 0 0.55 1 6\n"
           "[water]\npool = 0 0 0.45 1 %g\npool = 0.55 0 1 1 %g\n[machines]\npump = 0.2 0.5 0.8 0.5 2 %g\n[params]\nretention = 0\n",
           solver, (double)depth, (double)depth_east, (double)rate);
  return make_world_of(text, 2);
}

static void set_pump(World *world, float amount) {
  assert_true(world_command(world, &(Command){.kind = COMMAND_PUMP, .machine = {.which = -1, .x = 3, .z = 3, .value = amount}}));
}

/* Both ends in the pump's ledger, in the water's, and in the basins themselves. */
static void compare_ends(const World *world, double filled, const char *what) {
  const Pump *const pump = &world->machines[0].is.pump;
  WeirStats stats;
  weir_water_stats(world->water, &stats);
  const double apart = fabs(pump->taken - pump->added - pump->residual),
               ledger = fabs(stats.volume_removed - pump->residual - stats.volume_added);
  const double east = volume_east_of(world, 16);
  print_message("%s: took %.6f m3, residual %.2g; ends differ by %.1e of it, in the water's ledger by %.1e; the basin has %.4f m3\n", what,
                pump->taken, pump->residual, apart / pump->taken, ledger / pump->taken, east);
  assert_true(pump->taken > 1);
  assert_true(apart <= 1e-6 * pump->taken && ledger <= 1e-6 * pump->taken);
  assert_true(fabs(east - filled - pump->added) < 1e-4 * (filled + pump->taken));
  assert_true(stats.volume_error < 1e-6);
}

static void both_ends_of_a_pump_are_equal(void **state) {
  (void)state;
  static const char *const solvers[] = {"pipe", "swe"};
  for (int n = 0; n < 2; n++) {
    World *const world = make_pump(solvers[n], 2, 0, 3);
    run_for(world, 20);
    compare_ends(world, 0, solvers[n]);
    const double taken = world->machines[0].is.pump.taken;
    assert_true(fabs(taken - 60) < 0.1);
    set_pump(world, 0);
    run_for(world, 5);
    assert_true(fabs(world->machines[0].is.pump.taken - taken) < 0.06);
    set_pump(world, -1);
    run_for(world, 5);
    set_pump(world, 6);
    run_for(world, 5);
    assert_true(fabs(world->machines[0].is.pump.taken - taken - 15 - 30) < 0.3);
    compare_ends(world, 0, "after switching");
    world_destroy(world);
  }
}

/* g of dye from x = `west` m on. */
static double dye_east_of(const World *world, float west) {
  const WeirView dye = weir_water_dye(world->water);
  double sum = 0;
  for (int k = 0; k < dye.nz; k++)
    for (int i = (int)(west / world->cell); i < dye.nx; i++) sum += (double)at(dye, i, k);
  return sum * (double)world->cell * (double)world->cell;
}

/* Dye goes through a pump with its water, none is lost or made, and the water that comes out is as deeply coloured as what went in. */
static void dye_goes_through_a_pump(void **state) {
  (void)state;
  World *const world = make_pump("swe", 2, 1, 3);
  const Pump *const pump = &world->machines[0].is.pump;
  for (int n = 0; n < 6; n++) /* all over the western basin */
    world_command(world, &(Command){.kind = COMMAND_DYE, .brush = {.x = 7, .z = (float)(3 + 5 * n), .radius = 8, .amount = 100}});
  set_pump(world, 0);
  run_for(world, 10);
  const double start = weir_water_dye_total(world->water).now, filled = volume_east_of(world, 0) - volume_east_of(world, 16);
  assert_true(dye_east_of(world, 16) < 1e-9 * start);
  set_pump(world, 3);
  run_for(world, 20);
  const double east = dye_east_of(world, 16), now = weir_water_dye_total(world->water).now + pump->dye, even = start / filled;
  print_message("%.2f of %.2f g pumped in %.2f m3: %.3f g/m3, in the basin %.3f; %.1e of it lost, residual %.1e g\n", east, start,
                pump->added, east / pump->added, even, (start - now) / start, pump->dye);
  assert_true(fabs(now - start) < 1e-5 * start && fabs(pump->dye) < 1e-3 * start);
  assert_true(east / pump->added > 0.5 * even && east / pump->added < 2 * even);
  world_destroy(world);
}

/* It takes what runs together at its intake, and nothing from an empty basin. */
static void a_pump_that_runs_dry_adds_what_it_took(void **state) {
  (void)state;
  World *const world = make_pump("swe", 0.1f, 1, 4);
  const double filled = volume_east_of(world, 16), start = volume_east_of(world, 0) - filled;
  run_for(world, 120);
  const Pump *const pump = &world->machines[0].is.pump;
  print_message("of %.3f m3 in the basin %.3f were pumped\n", start, pump->taken);
  assert_true(pump->flow < 1 && pump->taken < 4 * 60);
  assert_true(pump->taken > 0.5 * start && pump->taken < start);
  compare_ends(world, filled, "run dry");
  world_destroy(world);
}

/* A membrane takes no water on dry land: the pump stops, with a tick's water or two in it, and delivers it when there is a lake. */
static void a_pump_whose_outlet_is_blocked_stops(void **state) {
  (void)state;
  World *const world = make_pump("membrane", 2, 0, 3);
  run_for(world, 5);
  const Pump *const pump = &world->machines[0].is.pump;
  print_message("onto dry land: took %.4f m3, residual %.4f\n", pump->taken, pump->residual);
  assert_true(pump->taken > 0 && pump->taken < 0.5 && pump->added == 0 && pump->residual == pump->taken);
  const Command other = {.kind = COMMAND_SOLVER, .solver = WEIR_SWE};
  assert_true(world_command(world, &other));
  run_for(world, 10);
  compare_ends(world, 0, "after the change to swe");
  assert_true(world->machines[0].is.pump.residual < 1e-3);
  world_destroy(world);
}

/* --- water wheels ------------------------------------------------------------------------------------------------------------- */

/* A flume of 60 m by 4 m with `inflow` m3/s at `speed` (0: by its depth) and a water wheel of 2 m radius across its middle. */
static World *make_mill(float inflow, float speed, float depth, float brake, int paddles, int threads) {
  char text[768];
  snprintf(text, sizeof text,
           "[scene]\nsolver = swe\ngrid = 240 16\ncell = 0.25\n[terrain]\nshape = flat\n[water]\npool = 0 0 1 1 %g\n"
           "[sides]\nwest = inflow %g %g\neast = open\n[machines]\nwheel = 0.5 0.5 2.05 2 4 0 %d %g\n"
           "[params]\nfriction = 0\nroughness = 0\nmanning = 0\nretention = 0\n",
           (double)depth, (double)inflow, (double)speed, paddles, (double)brake);
  return make_world_of(text, threads);
}

/* m: energy head above the bed, mean over the flume's width at x. */
static double head_at(const World *world, float x, double discharge) {
  double depth = 0;
  for (int n = 0; n < 4; n++) depth += (double)weir_water_depth_at(world->water, x, 0.5f + (float)n) / 4;
  const double speed = discharge / (4 * depth);
  return depth + speed * speed / (2 * gravity);
}

/* A stream of 1 m by 1.4 m/s, and a race of 0.4 m by 4 m/s. */
static void the_wheel_has_a_share_of_the_streams_power(void **state) {
  (void)state;
  static const struct {
    float depth, speed, brake;
    int paddles;
  } cases[] = {{1, 0, 3000, 8}, {0.375f, 4, 3000, 8}, {0.375f, 4, 6000, 12}};
  for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
    World *const world = make_mill(6, cases[n].speed, cases[n].depth, cases[n].brake, cases[n].paddles, 2);
    run_for(world, 30);
    const WaterWheel *const wheel = &world->machines[0].is.wheel;
    double above = 0, behind = 0, speed = 0, torque = 0, flow = 0;
    const int ticks = 1500;
    for (int tick = 0; tick < ticks; tick++) {
      world_step(world);
      const double out = weir_water_side_flow(world->water, WEIR_EAST), in = -weir_water_side_flow(world->water, WEIR_WEST);
      above += head_at(world, 20, in) / ticks, behind += head_at(world, 40, out) / ticks;
      speed += (double)wheel->speed / ticks, torque += (double)wheel->torque / ticks, flow += 0.5 * (in + out) / ticks;
    }
    const double power = (double)wheel->brake * speed, stream = 1000 * gravity * flow * (above - behind);
    print_message("%d paddles, brake %.0f N m: %.2f rounds a minute, water's torque %.0f N m, %.0f W; %.2f m3/s lose %.3f m: share %.3f\n",
                  wheel->paddles, (double)wheel->brake, 9.5492966 * speed, torque, power, flow, above - behind, power / stream);
    assert_true(speed > 0.1); /* its lowest paddle goes with the stream */
    assert_true(fabs(torque - (double)wheel->brake) < 0.05 * (double)wheel->brake);
    assert_true(power > stream / 5 && power < stream);
    assert_true(fabsf(wheel_rounds_a_minute(wheel) - fabsf(wheel->speed) * 60 / 6.2831853f) < 1e-4f);
    const Body *const hub = &world->bodies[0];
    assert_true(fabsf(hub->position[0] - 30) < 0.01f && fabsf(hub->position[1] - 2.05f) < 0.01f && fabsf(hub->position[2] - 2) < 0.01f);
    for (int part = 1; part <= wheel->paddles; part++) {
      const float *const p = world->bodies[part].position;
      assert_int_equal(world->bodies[part].kind, BODY_PADDLE);
      assert_true(fabsf(hypotf(p[0] - hub->position[0], p[1] - hub->position[1]) - 1.64f) < 0.01f);
    }
    world_destroy(world);
  }
}

/* Still water does not turn it; a hand on a paddle does; more brake than the stream has torque holds it; it is removed as a whole. */
static void a_wheel_is_held_and_turned(void **state) {
  (void)state;
  World *world = make_mill(0, 0, 1, 500, 8, 2);
  run_for(world, 10);
  const WaterWheel *const wheel = &world->machines[0].is.wheel;
  assert_true(fabsf(wheel->speed) < 1e-3f);
  const Body *const paddle = &world->bodies[1];
  const Command grab = {.kind = COMMAND_GRAB, .grab = {.serial = paddle->serial, .x = 30, .y = 5, .z = 2}};
  assert_true(world_command(world, &grab));
  run_for(world, 5);
  print_message("pulled up by its paddle: that one is at %.2f, %.2f m\n", (double)paddle->position[0], (double)paddle->position[1]);
  assert_true(paddle->position[1] > 3.5f);
  assert_true(world_command(world, &(Command){.kind = COMMAND_DELETE, .serial = paddle->serial}));
  world_step(world);
  assert_int_equal(world->body_count, 0);
  assert_int_equal(world->machine_count, 0);
  world_destroy(world);
  world = make_mill(6, 0, 1, 3000, 8, 2);
  run_for(world, 10);
  assert_true(world->machines[0].is.wheel.speed > 0.1f);
  assert_true(world_command(world, &(Command){.kind = COMMAND_BRAKE, .machine = {.which = 0, .value = 40000}}));
  run_for(world, 5);
  assert_true(fabsf(world->machines[0].is.wheel.speed) < 1e-3f);
  world_destroy(world);
}

/* --- boats ---------------------------------------------------------------------------------------------------------------------- */

/* A boat of 6 m that looks east, near the western end of a basin, 2.5 m deep, whose ends and sides take waves up. */
static World *make_harbour(int nx, int nz, const char *solver) {
  char text[768];
  snprintf(text, sizeof text,
           "[scene]\nsolver = %s\ngrid = %d %d\ncell = 0.5\n[terrain]\nshape = flat\n[water]\npool = 0 0 1 1 2.5\n"
           "[sides]\nwest = open\neast = open\nnorth = open\nsouth = open\n[bodies]\nboat = %g 0.5 0 0\n",
           solver, nx, nz, 30.0 / nx);
  return make_world_of(text, 2);
}

static void drive(World *world, float steer, float gas) {
  assert_true(world_command(world, &(Command){.kind = COMMAND_DRIVE, .drive = {.steer = steer, .gas = gas}}));
}

static float heading_of(const Body *body) {
  return atan2f(body->shape.rotation[6], body->shape.rotation[0]);
}

/* Drag is the water's force against the horizontal direction ahead: its upward force carries the weight. */
static void a_boats_thrust_is_its_drag_at_a_steady_speed(void **state) {
  (void)state;
  World *const world = make_harbour(512, 48, "swe");
  const Body *const boat = &world->bodies[0];
  assert_int_equal(boat->kind, BODY_BOAT);
  const double thrust = (double)BOAT_THRUST * (double)boat->shape.mass * gravity;
  run_for(world, 3);
  drive(world, 0, 1);
  run_for(world, 20);
  double speed[2] = {0}, drag[2] = {0};
  const int ticks = 600;
  for (int n = 0; n < 2 * ticks; n++) {
    world_step(world);
    const float *const v = boat->shape.velocity, *const r = boat->shape.rotation, *const f = boat->water.force;
    speed[n / ticks] += (double)(v[0] * r[0] + v[2] * r[6]) / ticks;
    drag[n / ticks] -= (double)(f[0] * r[0] + f[2] * r[6]) / ticks;
  }
  const float pitch = asinf(boat->shape.rotation[3]);
  print_message("thrust %.0f N, drag %.0f N, then %.0f N at %.3f m/s, then %.3f m/s; at x = %.0f m, pitch %.3f rad\n", thrust, drag[0],
                drag[1], speed[0], speed[1], (double)boat->position[0], (double)pitch);
  assert_true(speed[1] > 2 && fabs(speed[1] - speed[0]) < 0.02 * speed[1]);
  assert_true(fabs(drag[1] - thrust) < 0.05 * thrust);
  assert_true(fabsf(heading_of(boat)) < 0.2f && fabsf(pitch) < 0.1f);
  world_destroy(world);
}

/* kg m/s, eastwards, of the water west of x: under a hull and before it the hull itself moves the water. */
static double momentum_astern(const World *world, float x) {
  const WeirView depth = weir_water_depth(world->water);
  double sum = 0;
  for (int k = 0; k < world->nz; k++)
    for (int i = 0; ((float)i + 0.5f) * world->cell < x; i++) {
      const WeirSample here = weir_water_sample(world->water, ((float)i + 0.5f) * world->cell, ((float)k + 0.5f) * world->cell);
      sum += (double)(depth.data[k * depth.stride + i] * here.velocity[0]);
    }
  return sum * (double)(world->cell * world->cell * world->params.density);
}

/* In the first ticks from rest: the wash is still where it was made, and the hull has not yet moved the water astern. */
static void a_propeller_pushes_the_water_as_much_as_the_boat(void **state) {
  (void)state;
  const char *const solvers[] = {"pipe", "swe"};
  for (int n = 0; n < 2; n++) {
    World *const driven = make_harbour(128, 96, solvers[n]), *const idle = make_harbour(128, 96, solvers[n]);
    const Body *const boat = &driven->bodies[0];
    const int ticks = 3;
    run_for(driven, 3), run_for(idle, 3);
    drive(driven, 0, 1);
    for (int tick = 0; tick < ticks; tick++) world_step(driven), world_step(idle);
    const float stern = boat->position[0] - boat->shape.half[0];
    const double given = (double)ticks * (double)(driven->params.tick * BOAT_THRUST * boat->shape.mass) * gravity;
    const double water = momentum_astern(driven, stern) - momentum_astern(idle, stern);
    print_message("%s: the boat was given %.1f N s, the water astern %.1f\n", solvers[n], given, water);
    assert_true(fabs(water + given) < 0.03 * given); /* friction and the wave that it raises take 1 % */
    world_destroy(driven), world_destroy(idle);
  }
}

/* To the right of a boat that looks east is south: +z. */
static void a_boat_steers_and_goes_back(void **state) {
  (void)state;
  for (int side = -1; side <= 1; side += 2) {
    World *const world = make_harbour(128, 96, "swe");
    const Body *const boat = &world->bodies[0];
    drive(world, 0, 1);
    run_for(world, 5);
    drive(world, (float)side, 1);
    run_for(world, 2);
    print_message("steering %+d: turned by %.2f rad in 2 s, to z = %.2f m\n", side, (double)heading_of(boat), (double)boat->position[2]);
    assert_true((float)side * heading_of(boat) > 0.3f);
    drive(world, 0, -1);
    run_for(world, 12);
    const float *const v = boat->shape.velocity, *const r = boat->shape.rotation;
    assert_true(v[0] * r[0] + v[2] * r[6] < -0.3f);
    assert_true(r[4] > 0.9f && world_is_finite(world));
    world_destroy(world);
  }
}

/* The newest of cars and boats is driven; a propeller in the air does nothing. */
static void a_falling_boat_has_no_thrust(void **state) {
  (void)state;
  World *const world = make_world_of(
      "[scene]\nsolver = swe\ngrid = 64 32\ncell = 0.5\n[terrain]\nshape = flat\n"
      "[bodies]\ncar = 0.3 0.25 0 0 set\nboat = 0.5 0.75 30 0\n",
      2);
  const Body *const car = &world->bodies[0], *const boat = &world->bodies[world->body_count - 1];
  const float at[2] = {car->position[0], boat->position[0]};
  drive(world, 1, 1);
  run_for(world, 2);
  assert_true(boat->position[1] < 25 && boat->position[1] > 5);
  assert_true(boat->position[0] == at[1] && fabsf(car->position[0] - at[0]) < 0.1f);
  world_destroy(world);
}

/* --- among other bodies --------------------------------------------------------------------------------------------------------------- */

static void drop(World *world, BodyKind kind, float x, float z) {
  const Command command = {.kind = COMMAND_DROP,
                           .drop = {.body = kind, .x = x, .y = 2.5f, .z = z, .size = {0.8f, kind == BODY_LOG ? 2 : 0.6f, 0.8f}}};
  assert_true(world_command(world, &command));
}

/* Logs and crates that drift into a wheel and under a gate that opens and closes. */
/* --- booms ----------------------------------------------------------------------------------------------------------------- */

/* A stream of 1 m/s along x, 24 m wide, with a boom across it in its middle. */
static World *make_boom_stream(bool boom, int threads) {
  World *const world = make_world_of(
      "[scene]\nsolver = swe\ngrid = 80 48\ncell = 0.5\n[terrain]\nshape = flat\n[water]\npool = 0 0 1 1 1.2\n"
      "[sides]\nwest = inflow 28 1.2\neast = sponge\n",
      threads);
  if (boom)
    world_command(
        world, &(Command){.kind = COMMAND_DROP, .drop = {.body = BODY_BOOM, .x = 20, .y = 1.4f, .z = 12, .yaw = 1.5707963f, .size = {25}}});
  return world;
}

/* Returns how many of the logs that were thrown in upstream have come past the boom's place. */
static int logs_past(World *world, float seconds) {
  int past = 0;
  for (int n = 0; n < 12; n++)
    world_command(world,
                  &(Command){.kind = COMMAND_DROP,
                             .drop = {.body = BODY_LOG, .x = 5 + 2 * (float)(n % 3), .y = 2, .z = 3 + 1.6f * (float)n, .yaw = 1.2f}});
  run_for(world, seconds);
  int logs = 0;
  for (int n = 0; n < world->body_count; n++) logs += world->bodies[n].kind == BODY_LOG;
  for (int n = 0; n < world->body_count; n++) past += world->bodies[n].kind == BODY_LOG && world->bodies[n].position[0] > 27;
  return past + 12 - logs; /* those that left the grid are past it, too */
}

static void a_boom_holds_logs_and_lets_the_water_through(void **state) {
  (void)state;
  World *const without = make_boom_stream(false, 2), *const with = make_boom_stream(true, 2);
  const int free_logs = logs_past(without, 40), held_logs = logs_past(with, 40);
  const WorldMachine *const boom = &with->machines[0];
  assert_true(with->machine_count == 1 && boom->kind == MACHINE_BOOM && boom->is.boom.floats == 16);
  const int first = world_body(with, boom->serial);
  for (int n = 0; n < boom->is.boom.floats; n++) { /* the chain is whole, and afloat */
    const Body *const part = &with->bodies[first + n];
    assert_true(part->group == boom->serial && part->water.submerged > 0 && fabsf(part->position[1] - part->water.water_y) < 0.4f);
    if (n == 0) continue;
    float apart = 0;
    for (int axis = 0; axis < 3; axis++)
      apart += (part->position[axis] - part[-1].position[axis]) * (part->position[axis] - part[-1].position[axis]);
    assert_true(fabsf(sqrtf(apart) - boom->is.boom.apart) < 0.3f * boom->is.boom.apart);
  }
  const WeirSample above = weir_water_sample(with->water, 15, 12), below = weir_water_sample(with->water, 33, 12);
  print_message("logs past the boom's place after 40 s: %d without it, %d with it; the water %.2f m/s above, %.2f m/s below\n", free_logs,
                held_logs, (double)above.velocity[0], (double)below.velocity[0]);
  assert_true(free_logs >= 10 && held_logs == 0);
  assert_true(below.velocity[0] > 0.6f * above.velocity[0]);
  world_destroy(without);
  world_destroy(with);
}

static void a_boom_rises_with_the_water_and_is_saved(void **state) {
  (void)state;
  World *const world = make_boom_stream(true, 1);
  run_for(world, 5);
  const float before = world->bodies[0].position[1];
  for (int n = 0; n < 40; n++) {
    world_command(world, &(Command){.kind = COMMAND_POUR, .brush = {.x = 10, .z = 12, .radius = 9, .amount = 20}});
    world_step(world);
  }
  StateBytes bytes = {0};
  Error error;
  assert_true(world_state_copy(world, &bytes));
  World *const again = world_state_read(bytes.bytes, bytes.size, 2, &error);
  if (!again) fail_msg("%s", error.text);
  float highest = 0;
  for (int n = 0; n < 200; n++) {
    world_step(world), world_step(again);
    highest = fmaxf(highest, world->bodies[0].position[1]);
  }
  assert_true(world_hash(world) == world_hash(again));
  print_message("an end at %.2f m, then up to %.2f m\n", (double)before, (double)highest);
  assert_true(highest > before + 0.1f);
  world_command(world, &(Command){.kind = COMMAND_DELETE, .serial = world->bodies[3].serial});
  world_step(world);
  assert_true(world->body_count == 0 && world->machine_count == 0);
  memory_free(bytes.bytes);
  world_destroy(world);
  world_destroy(again);
}

static void debris_breaks_no_machine(void **state) {
  (void)state;
  World *const world = make_world_of(
      "[scene]\nsolver = swe\ngrid = 160 16\ncell = 0.25\n[terrain]\nshape = flat\n[water]\npool = 0 0 1 1 1\n"
      "[sides]\nwest = inflow 6\neast = open\n[machines]\nwheel = 0.5 0.5 2.05 2 3.9 0 8 1000\n"
      "gate = 0.8 0 0.8 1 2.5 0.4 1.4\n",
      2);
  float fastest = 0, highest = 0;
  for (int n = 0; n < 3000; n++) {
    if (n % 150 == 0 && n < 2000) drop(world, n % 300 ? BODY_LOG : BODY_CRATE, 3, 1 + (float)(n % 7) * 0.3f);
    if (n % 400 == 200) open_gate(world, 0, 0, n % 800 == 200 ? 0.1f : 1.4f);
    world_step(world);
    assert_true(world_is_finite(world));
    for (int b = 0; b < world->body_count; b++) {
      const float *const v = world->bodies[b].shape.velocity;
      fastest = fmaxf(fastest, sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
      if (world->bodies[b].kind == BODY_LOG || world->bodies[b].kind == BODY_CRATE) highest = fmaxf(highest, world->bodies[b].position[1]);
    }
  }
  const Body *const mill = &world->bodies[1]; /* gates are made first */
  const float *const hub = mill->position, *const r = mill->shape.rotation;
  assert_int_equal(mill->kind, BODY_MILL);
  print_message(
      "no body faster than %.1f m/s, none above %.1f m; the hub at %.3f, %.3f, %.3f m, its axle %.4f; %d bodies lifted out of the ground\n",
      (double)fastest, (double)highest, (double)hub[0], (double)hub[1], (double)hub[2], (double)r[7], (int)world->rescued);
  assert_true(fabsf(hub[0] - 20) < 0.05f && fabsf(hub[1] - 2.05f) < 0.05f && fabsf(hub[2] - 2) < 0.05f && r[7] > 0.999f);
  assert_true(fastest < 15 && highest < 8);
  world_destroy(world);
}

/* A full world makes room by removing the oldest bodies, but no machines. */
static void a_full_world_keeps_its_machines(void **state) {
  (void)state;
  World *const world = make_mill(0, 0, 1, 500, 8, 2);
  for (int n = 0; n < WORLD_BODIES_MAX + 50; n++) {
    const Command crate = {
        .kind = COMMAND_DROP,
        .drop = {.x = 2 + (float)(n % 23), .y = 2 + 0.5f * (float)(n / 23), .z = 2, .size = {0.3f, 0.3f, 0.3f}, .set = true}};
    world_command(world, &crate);
    if (n % 200 == 199) world_step(world);
  }
  world_step(world);
  assert_int_equal(world->body_count, WORLD_BODIES_MAX);
  assert_int_equal(world->machine_count, 1);
  assert_int_equal(world->bodies[0].kind, BODY_MILL);
  assert_int_equal(world->bodies[9].kind, BODY_CRATE);
  assert_true(world->bodies[9].serial > 50);
  world_destroy(world);
}

/* A gate and a wheel in a race along x, and in one along z: yaw -90 looks south. */
static WaterWheel wheel_behind_a_gate(bool along_z, double *flow) {
  static const char head[] =
      "[scene]\nsolver = swe\ngrid = %s\ncell = 0.25\n[terrain]\nshape = flat\n[water]\npool = 0 0 %s 2\n[sides]\n%s\n"
      "[machines]\n%s\n";
  char text[768];
  if (along_z)
    snprintf(text, sizeof text, head, "16 160", "1 0.4", "north = level 2\nsouth = open",
             "gate = 0 0.4 1 0.4 3 0.4 0.5\nwheel = 0.5 0.6 2.05 2 4 -90 8 3000");
  else
    snprintf(text, sizeof text, head, "160 16", "0.4 1", "west = level 2\neast = open",
             "gate = 0.4 0 0.4 1 3 0.4 0.5\nwheel = 0.6 0.5 2.05 2 4 0 8 3000");
  World *const world = make_world_of(text, 2);
  run_for(world, 20);
  WaterWheel mean = world->machines[1].is.wheel;
  mean.speed = 0;
  *flow = 0;
  const int ticks = 500;
  for (int n = 0; n < ticks; n++) {
    world_step(world);
    mean.speed += world->machines[1].is.wheel.speed / (float)ticks;
    *flow -= weir_water_side_flow(world->water, along_z ? WEIR_NORTH : WEIR_WEST) / ticks;
  }
  assert_int_equal(world->machine_count, 2);
  world_destroy(world);
  return mean;
}

static void machines_work_in_any_direction(void **state) {
  (void)state;
  double flow[2];
  const WaterWheel x = wheel_behind_a_gate(false, &flow[0]), z = wheel_behind_a_gate(true, &flow[1]);
  print_message("along x: %.4f rad/s with %.4f m3/s, along z: %.4f rad/s with %.4f m3/s\n", (double)x.speed, flow[0], (double)z.speed,
                flow[1]);
  assert_true(x.speed > 0.3f && fabsf(x.speed - z.speed) < 0.05f * x.speed);
  assert_true(flow[0] > 4 && fabs(flow[0] - flow[1]) < 0.02 * flow[0]);
}

/* --- all of them --------------------------------------------------------------------------------------------------------------------- */

/* On cells fine enough for three threads. */
static uint64_t hash_of_all(int threads, float opening) {
  World *const world = make_world_of(
      "[scene]\nsolver = swe\ngrid = 192 64\ncell = 0.25\n[terrain]\nshape = flat\n[water]\npool = 0 0 1 1 1.6\n"
      "[sides]\nwest = inflow 12\neast = level 1.5\n[bodies]\nhouse = 0.8 0.7 0 20 set size 4 2 3\nboat = 0.2 0.3 0 0\n"
      "[machines]\ngate = 0.6 0 0.6 1 2.5 0.4 1\nwheel = 0.7 0.3 2.1 2 3 0 8 500\npump = 0.1 0.8 0.9 0.8 1 2\n",
      threads);
  use_threads(world->water, threads);
  drive(world, 0.3f, 1);
  open_gate(world, 0, 0, opening);
  run_for(world, 5);
  set_pump(world, 1);
  run_for(world, 1);
  assert_true(world_is_finite(world));
  WeirStats stats;
  weir_water_stats(world->water, &stats);
  assert_true(stats.volume_error < 1e-5 && stats.bodies_refused == 0);
  const uint64_t hash = world_hash(world);
  world_destroy(world);
  return hash;
}

static void machines_are_the_same_for_any_thread_count(void **state) {
  (void)state;
  const uint64_t hash = hash_of_all(1, 0.8f);
  assert_true(hash == hash_of_all(1, 0.8f) && hash == hash_of_all(3, 0.8f));
  assert_true(hash != hash_of_all(1, 0.81f));
}

/* Machines as tools: dropped by commands, as many as there may be, in every solver and coupling. */
static void a_full_list_of_machines_refuses_more(void **state) {
  (void)state;
  World *const world = make_house(1);
  for (int n = 0; n < WORLD_MACHINES_MAX + 20; n++) {
    const float x = 2 + 1.7f * (float)(n % 16), z = 3 + 4 * (float)(n / 16);
    const Command tools[] = {
        {.kind = COMMAND_DROP, .drop = {.body = BODY_GATE, .x = x, .y = 1, .z = z, .size = {3, 2, 0.3f}, .yaw = (float)n, .opening = 0.5f}},
        {.kind = COMMAND_DROP,
         .drop = {.body = BODY_MILL, .x = x, .y = 2, .z = z, .size = {2, 1}, .yaw = (float)n, .paddles = 6, .brake = 10}},
        {.kind = COMMAND_BUILD_PUMP, .pump = {.x = x, .z = z, .to = {z, x}, .radius = 1, .rate = 1}},
        {.kind = COMMAND_DROP, .drop = {.body = BODY_BOAT, .x = x, .y = 3, .z = z}}};
    assert_true(world_command(world, &tools[n % 4]));
    if (n % 10 == 0) world_step(world);
    if (n == 30) world_command(world, &(Command){.kind = COMMAND_SOLVER, .solver = WEIR_MEMBRANE});
    if (n == 50) world_command(world, &(Command){.kind = COMMAND_SOLVER, .solver = WEIR_PIPE});
  }
  for (int n = 0; n < 40; n++) {
    const Command wood = {.kind = COMMAND_DROP, .drop = {.body = BODY_GATE, .x = 16, .z = 16}};
    world_command(world, &wood);
    world_step(world);
  }
  const float far[] = {-1e30f, 1e30f};
  for (int n = 0; n < 8; n++) {
    const Command wild = {.kind = COMMAND_DROP,
                          .drop = {.body = n & 4 ? BODY_MILL : BODY_GATE,
                                   .x = far[n & 1],
                                   .y = far[n / 2 & 1],
                                   .z = far[n & 1],
                                   .yaw = far[n & 1],
                                   .size = {1e30f, 1e30f, 1e30f},
                                   .opening = far[n / 2 & 1],
                                   .hull = far[n & 1] < 0 ? INT32_MIN : INT32_MAX}};
    assert_true(world_command(world, &(Command){.kind = COMMAND_DELETE, .serial = world->bodies[0].serial}));
    assert_true(world_command(world, &wild));
    assert_true(world_command(world, &(Command){.kind = COMMAND_PUMP, .machine = {.which = -1, .value = far[n & 1]}}));
    assert_true(world_command(world, &(Command){.kind = COMMAND_BRAKE, .machine = {.which = -1, .value = far[n & 1]}}));
    assert_true(world_command(world, &(Command){.kind = COMMAND_GATE, .machine = {.which = -1, .value = far[n & 1]}}));
    for (int tick = 0; tick < 5; tick++) world_step(world);
    assert_true(world_is_finite(world));
  }
  assert_int_equal(world->machine_count, WORLD_MACHINES_MAX);
  assert_true(world_is_finite(world));
  while (world->body_count > 0) {
    world_command(world, &(Command){.kind = COMMAND_DELETE, .serial = world->bodies[world->body_count / 2].serial});
    world_step(world);
  }
  for (int n = 0; n < world->machine_count; n++) assert_int_equal(world->machines[n].kind, MACHINE_PUMP);
  while (world->machine_count > 0) {
    const int count = world->machine_count;
    world_command(world, &(Command){.kind = COMMAND_REMOVE_PUMP, .machine = {.which = count % 2 ? -1 : count / 2, .x = 5, .z = 9}});
    world_step(world);
    assert_int_equal(world->machine_count, count - 1);
  }
  world_destroy(world);
}

/* unit_machines [FILTER]: the tests whose names fit. */
int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_house_stands_in_shallow_water_and_floats_in_deep),
      cmocka_unit_test(rising_water_lifts_a_house),
      cmocka_unit_test(discharge_under_the_gate_is_hendersons),
      cmocka_unit_test(a_gate_slides_in_its_frame),
      cmocka_unit_test(dye_goes_through_a_pump),
      cmocka_unit_test(both_ends_of_a_pump_are_equal),
      cmocka_unit_test(a_pump_that_runs_dry_adds_what_it_took),
      cmocka_unit_test(a_pump_whose_outlet_is_blocked_stops),
      cmocka_unit_test(the_wheel_has_a_share_of_the_streams_power),
      cmocka_unit_test(a_wheel_is_held_and_turned),
      cmocka_unit_test(a_boats_thrust_is_its_drag_at_a_steady_speed),
      cmocka_unit_test(a_propeller_pushes_the_water_as_much_as_the_boat),
      cmocka_unit_test(a_boat_steers_and_goes_back),
      cmocka_unit_test(a_falling_boat_has_no_thrust),
      cmocka_unit_test(machines_work_in_any_direction),
      cmocka_unit_test(a_boom_holds_logs_and_lets_the_water_through),
      cmocka_unit_test(a_boom_rises_with_the_water_and_is_saved),
      cmocka_unit_test(debris_breaks_no_machine),
      cmocka_unit_test(a_full_world_keeps_its_machines),
      cmocka_unit_test(machines_are_the_same_for_any_thread_count),
      cmocka_unit_test(a_full_list_of_machines_refuses_more),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
