/* Bodies as moving sub-grid geometry: what coupling.md promises of them, in 32-bit floats. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#include "weir/bodies/state.h"

enum { NX = 96, NZ = 64, SPEEDS = SANITIZED ? 1 : 3, POSES = SANITIZED ? 1 : 3 };

static const float tick = 0.02f;

static float eight_metres(float x, float z) {
  (void)x;
  (void)z;
  return 8.0f;
}

/* 6.3 x 2 x 4.7 m, off the grid's lines, half submerged in 2 m of water; turned about y, then leaning. */
static WeirBody raft(float yaw, float lean) {
  WeirBody body = {.half = {3.15f, 1, 2.35f}, .position = {20.3f, 2, 32.2f}, .mass = 3e4f, .id = 7, .shape = WEIR_BOX};
  const float c = cosf(yaw), s = sinf(yaw), cl = cosf(lean), sl = sinf(lean);
  const float rotation[9] = {c * cl, -c * sl, s, sl, cl, 0, -s * cl, s * sl, c};
  memcpy(body.rotation, rotation, sizeof rotation);
  return body;
}

static void step_with(WeirWater *water, WeirBody *body, float speed) {
  body->velocity[0] = speed;
  body->position[0] += speed * tick;
  weir_water_displace(water, body, 1, tick);
  weir_water_step(water, tick);
}

/* Water that runs along with a raft which has always been in it: the surface is level, under the raft too. */
static WeirWater *current_with(WeirSolver solver, const WeirBody *body) {
  static float depth[NX * NZ], speed[NX * NZ];
  for (int n = 0; n < NX * NZ; n++) depth[n] = 2, speed[n] = 1;
  WeirWaterDef def = weir_water_def_default();
  def.nx = NX;
  def.nz = NZ;
  def.cell = 1;
  def.solver = solver;
  def.depth = depth;
  def.velocity_x = speed;
  def.tuning = ideal_tuning();
  def.boundary[WEIR_WEST].kind = def.boundary[WEIR_EAST].kind = WEIR_PERIODIC;
  WeirWater *water = weir_water_create(&def, NULL);
  assert_non_null(water);
  weir_water_set_coupling(water, WEIR_SUBGRID);
  weir_water_displace(water, body, 1, tick);
  Subgrid *const s = water->bodies.subgrid;
  s->phase = BODIES_PLACED;
  for (int n = 0; n < s->count; n++) {
    BlendedCover blend;
    cover_blend(s, n, 1, &blend);
    s->cells.water[n] = cover_water(&blend, 2);
    s->faces.speed[n] = 1; /* to the east */
  }
  return water;
}

static void a_raft_drifts_without_a_trace(void **state) {
  (void)state;
  const float poses[3][2] = {{0, 0}, {0.5f, 0}, {0, 0.6f}};
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++)
    for (int n = 0; n < POSES; n++) {
      WeirBody body = raft(poses[n][0], poses[n][1]);
      WeirWater *water = current_with((WeirSolver)solver, &body);
      for (int step = 0; step < 1500; step++) step_with(water, &body, 1);
      float worst = 0;
      const WeirView depth = weir_water_depth(water);
      for (int k = 0; k < NZ; k++)
        for (int i = 0; i < NX; i++) worst = fmaxf(worst, fabsf(at(depth, i, k) - 2));
      print_message("%s, yaw %.1f, lean %.1f: %.1e m after 30 s\n", weir_solver_name((WeirSolver)solver), (double)poses[n][0],
                    (double)poses[n][1], (double)worst);
      assert_true(worst < 1e-4f); /* floats of 2 m, 1500 steps of rounding; the issue allows 1e-3 */
      weir_water_destroy(water);
    }
}

/* Root mean square of the surface farther than 4 m from the raft. */
static double roughness_beyond(const WeirWater *water, const WeirBody *body) {
  const WeirView depth = weir_water_depth(water);
  double sum = 0, squares = 0;
  int count = 0;
  for (int k = 0; k < NZ; k++)
    for (int i = 0; i < NX; i++) {
      const float x = fmaxf(fabsf((float)i + 0.5f - body->position[0]) - body->half[0], 0);
      const float z = fmaxf(fabsf((float)k + 0.5f - body->position[2]) - body->half[2], 0);
      if (x * x + z * z < 16) continue;
      sum += (double)at(depth, i, k);
      squares += (double)at(depth, i, k) * (double)at(depth, i, k);
      count++;
    }
  return sqrt(fmax(0, squares / count - sum / count * (sum / count)));
}

/* The pressure field of a body that creeps is physical; the figures of coupling.md, 5, and half as much again for a tank of
 * another size, whose sides are sponges. */
static void a_raft_creeps_quietly(void **state) {
  (void)state;
  const float speeds[3] = {0.05f, 0.1f, 0.2f};
  const double most[3] = {8e-5, 2e-4, 5.7e-4};
  for (int n = 0; n < SPEEDS; n++) {
    WeirTuning tuning = ideal_tuning();
    tuning.friction = 0.5f;
    tuning.sponge_width = 14;
    WeirWater *water = make_water(WEIR_PIPE, NX, NZ, 1, flat, two_metres, &tuning);
    const WeirBoundary sponge = {.kind = WEIR_SPONGE};
    for (int side = 0; side < WEIR_SIDE_COUNT; side++) assert_true(weir_water_set_boundary(water, (WeirSide)side, &sponge, NULL));
    weir_water_set_coupling(water, WEIR_SUBGRID);
    WeirBody body = raft(0, 0);
    body.position[0] = 40.3f;
    for (int step = 0; step < 1500; step++) step_with(water, &body, 0);
    tuning.friction = 0;
    weir_water_set_tuning(water, &tuning);
    for (int step = 0; step < 2000; step++) step_with(water, &body, speeds[n] * fminf(1, (float)step / 500));
    const double rms = roughness_beyond(water, &body);
    print_message("at %.2f m/s: %.1e m\n", (double)speeds[n], rms);
    assert_true(rms < most[n]);
    weir_water_destroy(water);
  }
}

/* A crate of 500 kg/m3 comes to rest with half of it under water. Vertical motion alone. */
static void a_crate_floats_at_its_draft(void **state) {
  (void)state;
  const float cells[2] = {1, 0.25f};
  for (int n = 0; n < 2; n++) {
    const WeirTuning tuning = weir_tuning_default();
    WeirWater *water = make_water(WEIR_PIPE, 64, 64, cells[n], flat, two_metres, &tuning);
    weir_water_set_coupling(water, WEIR_SUBGRID);
    const float middle = 32 * cells[n] + 0.1f * cells[n];
    WeirBody crate = {.half = {0.9f, 0.6f, 0.9f},
                      .position = {middle, 2.5f, middle},
                      .mass = 500 * 8 * 0.9f * 0.6f * 0.9f,
                      .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                      .drag_linear = 2,
                      .id = 1};
    WeirForce force = {0};
    for (int step = 0; step < 1500; step++) {
      weir_water_displace(water, &crate, 1, tick);
      weir_water_step(water, tick);
      weir_water_push(water, &crate, 1, tick, &force);
      crate.velocity[1] += tick * (force.force[1] / crate.mass - tuning.gravity);
      crate.position[1] += tick * crate.velocity[1];
    }
    print_message("cells of %.2f m: %.4f of it under water, %.4f m/s\n", (double)cells[n], (double)(force.submerged / force.volume),
                  (double)crate.velocity[1]);
    assert_true(fabsf(force.submerged / force.volume - 0.5f) < 0.01f);
    assert_true(fabsf(crate.velocity[1]) < 0.01f);
    weir_water_destroy(water);
  }
}

/* A block across a channel, wider than the grid: no more comes through than seeps, 0.02 m/s of the difference. */
static void a_block_dams_a_channel(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = make_water((WeirSolver)solver, 64, 16, 1, flat, dammed, &tuning);
    weir_water_set_coupling(water, WEIR_SUBGRID);
    const WeirBody block = {
        .half = {1.6f, 2, 20}, .position = {32.3f, 1.5f, 8}, .mass = 1e6f, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .id = 3};
    for (int step = 0; step < 3000; step++) {
      weir_water_displace(water, &block, 1, tick);
      weir_water_step(water, tick);
    }
    const WeirView depth = weir_water_depth(water);
    double above = 0, below = 0;
    for (int i = 0; i < 28; i++) above += (double)at(depth, i, 8) / 28, below += (double)at(depth, 63 - i, 8) / 28;
    WeirStats stats;
    weir_water_stats(water, &stats);
    print_message("%s: %.3f m above, %.3f m below after 60 s\n", weir_solver_name((WeirSolver)solver), above, below);
    assert_true(above > 1.93 && below < 1.12);
    assert_true(stats.volume_error < 1e-6);
    weir_water_destroy(water);
  }
}

/* 0.5 m^2/s come to a block across a channel and go over it: within 15 % of the broad-crested weir, q = sqrt(g)*(2/3*E)^1.5 of the head
 * above the crest, whose own factor for broad crests lies between 0.85 and 1.08. Unbound, twice as much would go over. */
static void a_block_spills_as_a_weir(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = make_water((WeirSolver)solver, 64, 16, 1, flat, dammed, &tuning);
    weir_water_set_coupling(water, WEIR_SUBGRID);
    const WeirBoundary inflow = {.kind = WEIR_INFLOW, .discharge = 8}, outlet = {.kind = WEIR_LEVEL, .level = 1};
    assert_true(weir_water_set_boundary(water, WEIR_WEST, &inflow, NULL));
    assert_true(weir_water_set_boundary(water, WEIR_EAST, &outlet, NULL));
    const WeirBody block = {
        .half = {2.1f, 1, 20}, .position = {32.3f, 0.9f, 8}, .mass = 1e6f, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .id = 3};
    const int steps = 6000, from = 5000;
    double level = 0;
    for (int step = 0; step < steps; step++) {
      weir_water_displace(water, &block, 1, tick);
      weir_water_step(water, tick);
      if (step >= from) level += (double)weir_water_surface_at(water, 20, 8) / (steps - from);
    }
    const double energy = level - 1.9, share = 0.5 / (sqrt(9.81) * pow(2.0 / 3.0 * energy, 1.5));
    print_message("%s: %.3f m above the crest, %.2f of the weir's flow\n", weir_solver_name((WeirSolver)solver), energy, share);
    assert_true(fabs(share - 1) < 0.15);
    weir_water_destroy(water);
  }
}

/* A jet through a gap: means over some time. */
typedef struct Jet {
  double head;        /* m that the water stands higher before the gap */
  double gap, behind; /* m/s along the middle: where the gap ends, and three of its widths farther on */
} Jet;

/* 12 m^3/s through a gap of 4 m between two blocks, in 2 m of water without friction: 1.5 m/s. */
static Jet jet_through_a_gap(WeirSolver solver, float off) {
  static float level[NX * NZ];
  for (int n = 0; n < NX * NZ; n++) level[n] = 2;
  WeirWaterDef def = weir_water_def_default();
  def.nx = NX, def.nz = NZ, def.cell = 1, def.solver = solver, def.depth = level, def.tuning = ideal_tuning();
  def.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = 12};
  def.boundary[WEIR_EAST] = (WeirBoundary){.kind = WEIR_LEVEL, .level = 2};
  WeirWater *water = weir_water_create(&def, NULL);
  assert_non_null(water);
  WeirBody blocks[2];
  for (int n = 0; n < 2; n++)
    blocks[n] = (WeirBody){.half = {1.5f, 2, 17},
                           .position = {40 + off, 1.9f, (n ? 51 : 13) + off},
                           .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                           .mass = 1e6f,
                           .id = (uint32_t)n + 1};
  const int steps = 4500, from = 2500;
  Jet jet = {0, 0, 0};
  for (int step = 0; step < steps; step++) {
    weir_water_displace(water, blocks, 2, step > 0 ? tick : 0);
    weir_water_step(water, tick);
    if (step < from) continue;
    const double share = 1.0 / (steps - from);
    jet.head += share * ((double)weir_water_surface_at(water, 15, 32) - 2);
    jet.gap += share * (double)water->flow.speed_x.cells[water_index(water, 41, 32)];
    jet.behind += share * (double)water->flow.speed_x.cells[water_index(water, 53, 32)];
  }
  WeirStats stats;
  weir_water_stats(water, &stats);
  assert_true(stats.volume_error < 2e-6 && stats.guarded_steps == 0);
  weir_water_destroy(water);
  return jet;
}

/* Shallow water goes on as it came, past bodies too: a jet that its head drives, and no faster, wherever the blocks' edges lie within
 * cells; it goes on behind the gap, where pipes lose it. Without the momentum that the flow carries to bodies' faces, heads of 1 mm
 * to 0.14 m drove jets of up to 5 m/s. */
static void a_jet_leaves_a_gap(void **state) {
  (void)state;
  for (int n = 0; n < (POSES > 1 ? 3 : 1); n++) {
    const float off = 0.7f - 0.35f * (float)n;
    const Jet jet = jet_through_a_gap(WEIR_SWE, off);
    print_message("edges off by %.2f: %.3f m drive %.2f m/s, %.2f m/s behind\n", (double)off, jet.head, jet.gap, jet.behind);
    assert_true(jet.head > 0.115 && jet.head < 0.17); /* 1.5 m/s are 0.115 m; contracted to 0.83, 0.165 m */
    assert_true(jet.gap > 1.5 && jet.gap < sqrt(2 * 9.81 * jet.head) + 0.1);
    assert_true(jet.behind > 1);
  }
  const Jet pipe = jet_through_a_gap(WEIR_PIPE, 0.7f);
  print_message("pipe: %.2f m/s, %.2f m/s behind\n", pipe.gap, pipe.behind);
  assert_true(pipe.behind < 0.5);
}

/* A wall of a twentieth of a cell, straight or aslant, holds as a thick one does: what seeps is 0.02 m/s of the metre that it
 * holds back, and its way through the staircase of cells is up to half as long again. */
static void thin_walls_hold(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  for (int n = 0; n < 2 * POSES; n++) {
    WeirWater *water = make_water(WEIR_PIPE, 64, 32, 1, flat, dammed, &tuning);
    const float yaw = 0.2f * (float)(n / 2), c = cosf(yaw), s = sinf(yaw);
    const WeirBody wall = {.half = {n % 2 ? 0.2f : 0.025f, 2, 30},
                           .position = {32.23f, 1.5f, 16.4f},
                           .mass = 1e6f,
                           .rotation = {c, 0, s, 0, 1, 0, -s, 0, c},
                           .id = 3};
    double behind[2] = {0, 0};
    for (int step = 0; step <= 3000; step++) {
      weir_water_displace(water, &wall, 1, tick);
      if (step == 0 || step == 3000)
        for (int k = 0; k < 32; k++)
          for (int i = 0; i < 64; i++)
            if (c * ((float)i + 0.5f - wall.position[0]) - s * ((float)k + 0.5f - wall.position[2]) > 0)
              behind[step > 0] += (double)at(weir_water_depth(water), i, k);
      weir_water_step(water, tick);
    }
    const double leak = (behind[1] - behind[0]) / 60 / 32;
    print_message("%.2f of a cell, yaw %.1f: %.3f m2/s\n", 2 * (double)wall.half[0], (double)yaw, leak);
    assert_true(leak < 0.06);
    weir_water_destroy(water);
  }
}

/* Crates thrown into a pool: whatever the threads, the same bits; the account closes; the guard has nothing to do. */
static void crates_leave_the_account_closed(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    uint64_t hash[2];
    for (int run = 0; run < 2; run++) {
      World *world = make_world("pool", 1, 1, "grid=96 coupling=subgrid");
      use_threads(world->water, 1 + run);
      weir_water_set_solver(world->water, (WeirSolver)solver);
      world_drop_script(world, 12);
      run_for(world, 4);
      WeirStats stats;
      weir_water_stats(world->water, &stats);
      hash[run] = weir_water_hash(world->water);
      if (run == 0)
        print_message("%s: volume off by %.1e, fastest %.2f m/s, steps guarded %d\n", weir_solver_name((WeirSolver)solver),
                      stats.volume_error, (double)stats.speed_max, (int)stats.guarded_steps);
      assert_true(stats.finite && stats.depth_min >= 0 && stats.volume_error < 1e-6);
      assert_int_equal(stats.guarded_steps, 0);
      world_destroy(world);
    }
    assert_int_equal(hash[0], hash[1]);
  }
}

/* Rain, a spring's worth poured onto a raft's cells, evaporation: all of it is the water's. */
static void water_poured_on_a_raft_is_kept(void **state) {
  (void)state;
  WeirTuning tuning = weir_tuning_default();
  tuning.rain = 1e-4f;
  WeirWater *water = make_water(WEIR_PIPE, NX, NZ, 1, flat, two_metres, &tuning);
  weir_water_set_coupling(water, WEIR_SUBGRID);
  WeirBody body = raft(0.3f, 0.1f);
  for (int step = 0; step < 600; step++) {
    if (step == 200) tuning.rain = 0, tuning.evaporation = 5e-5f, weir_water_set_tuning(water, &tuning);
    if (step % 100 == 50) assert_true(weir_water_add(water, body.position[0], body.position[2], 4, 5) > 4.99);
    if (step == 400) weir_water_disturb(water, body.position[0], body.position[2], 3, 0.3f);
    step_with(water, &body, 0.5f);
  }
  weir_water_displace(water, NULL, 0, tick); /* it is taken out */
  weir_water_step(water, tick);
  WeirStats stats;
  weir_water_stats(water, &stats);
  print_message("volume off by %.1e, %.1e m3 still held up\n", stats.volume_error, stats.volume_displaced);
  assert_true(stats.volume_error < 1e-6);
  assert_true(fabs(stats.volume_displaced) < 1e-3);
  weir_water_destroy(water);
}

/* The membrane displaces in between; when the raft has left, nothing of it is held up by either. */
static void solvers_take_turns_with_a_raft(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  const WeirSolver turns[5] = {WEIR_PIPE, WEIR_MEMBRANE, WEIR_SWE, WEIR_MEMBRANE, WEIR_PIPE};
  WeirWater *water = make_water(WEIR_PIPE, NX, NZ, 1, flat, two_metres, &tuning);
  weir_water_set_coupling(water, WEIR_SUBGRID);
  WeirBody body = raft(0.3f, 0);
  WeirStats stats;
  for (int n = 0; n < 5; n++) {
    weir_water_set_solver(water, turns[n]);
    for (int step = 0; step < 100; step++) step_with(water, &body, 0.5f);
    weir_water_stats(water, &stats);
    print_message("%s: %.2f m3 held up, volume off by %.1e\n", weir_solver_name(turns[n]), stats.volume_displaced, stats.volume_error);
    assert_true(stats.volume_displaced > 10 && stats.volume_displaced < 35); /* once: half of the raft is 29.6 m3 */
    assert_true(stats.volume_error < 1e-6);
  }
  weir_water_displace(water, NULL, 0, tick);
  weir_water_step(water, tick);
  weir_water_stats(water, &stats);
  print_message("without it: %.4f m3 held up\n", stats.volume_displaced);
  /* 1 % of the raft: of what the membrane gives back at once, some stays pending */
  assert_true(fabs(stats.volume_displaced) < 0.3 && stats.volume_error < 1e-6);
  weir_water_destroy(water);
}

/* A block of 4 x 3 x 4 m that has stood in the water from the start stirs none of it; one that is lowered in fast presses water up
 * to its top, but not onto it: that would have to come over its edge, which is a metre above the water. */
static void a_block_keeps_a_dry_top(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  for (int falls = 0; falls < 2; falls++) {
    WeirWater *water = make_water(WEIR_PIPE, 64, 64, 0.25f, flat, two_metres, &tuning);
    WeirBody block = {.half = {2, 1.5f, 2},
                      .position = {8.03f, falls ? 4.0f : 1.5f, 8.07f},
                      .mass = 1e5f,
                      .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                      .id = 9};
    weir_water_displace(water, &block, 1, 0);
    float astir = 0, onto = 0;
    for (int step = 0; step < 250; step++) {
      if (falls) block.position[1] = fmaxf(1.5f, block.position[1] - 2.5f * tick);
      weir_water_displace(water, &block, 1, tick);
      weir_water_step(water, tick);
      const WeirView depth = weir_water_depth(water);
      for (int k = 0; k < 64; k++)
        for (int i = 0; i < 64; i++) {
          const bool inside = abs(i - 32) < 6 && abs(k - 32) < 6;
          if (!falls) astir = fmaxf(astir, fabsf(at(depth, i, k) - 2));
          if (step > 100 && inside) onto = fmaxf(onto, at(depth, i, k) - 3);
        }
    }
    WeirStats stats;
    weir_water_stats(water, &stats);
    print_message("%s: %.1e m from level, %.3f m on top, %.2f m3 taken out\n", falls ? "lowered" : "standing", (double)astir, (double)onto,
                  stats.volume_removed);
    assert_true(astir < 1e-4f && onto < 0.05f && stats.volume_error < 1e-6); /* 5 cm: what the slot still presses up */
    assert_true(fabs(stats.volume_removed - (falls ? 0 : 0.95 * 32)) < 0.3);
    weir_water_destroy(water);
  }
}

/* The views show what is there: 6.3 x 4.7 m at the surface, a metre deep, and nothing once it has left. */
static void views_show_the_raft(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  WeirWater *water = make_water(WEIR_PIPE, NX, NZ, 1, flat, two_metres, &tuning);
  WeirBody body = raft(0.5f, 0);
  for (int step = 0; step < 400; step++) step_with(water, &body, 0.3f);
  double area = 0, volume = 0;
  for (int k = 0; k < NZ; k++)
    for (int i = 0; i < NX; i++) {
      area += (double)at(weir_water_occupancy(water), i, k);
      volume += (double)at(weir_water_displacement(water), i, k);
    }
  print_message("%.2f m2 at the surface, %.2f m3 under water\n", area, volume);
  assert_true(fabs(area - 6.3 * 4.7) < 0.03 * 6.3 * 4.7);   /* samples are half a metre apart */
  assert_true(fabs(volume - 6.3 * 4.7) < 0.05 * 6.3 * 4.7); /* a wave of 2 cm may go by */
  weir_water_displace(water, NULL, 0, tick);
  for (int k = 0; k < NZ; k++)
    for (int i = 0; i < NX; i++) assert_true(at(weir_water_occupancy(water), i, k) == 0 && at(weir_water_displacement(water), i, k) == 0);
  weir_water_destroy(water);
}

/* A crate that is dragged about far below is filled: the surface hardly feels it, the level and the account stay, it blocks again
 * when it stands, and nothing of it is left when it is gone. */
static void what_moves_far_below_keeps_the_level(void **state) {
  (void)state;
  const WeirTuning tuning = ideal_tuning();
  WeirWater *water = make_water(WEIR_PIPE, 64, 64, 0.5f, flat, eight_metres, &tuning);
  WeirBody crate = {.half = {1, 1, 1}, .position = {10.1f, 2, 16.2f}, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .mass = 9000, .id = 5};
  for (int step = 0; step < 10; step++) step_with(water, &crate, 0);
  const float before = crate.position[0];
  WeirStats stats;
  for (int step = 0; step < 500; step++) {
    step_with(water, &crate, step < 400 ? 1.0f : 0.0f);
    weir_water_stats(water, &stats);
    assert_true(stats.volume_error < 1e-6);
    assert_true(fabs(stats.volume_displaced - 8 * 0.95) < 0.1); /* all but the slots, whether it is filled or not */
    if (step == 399) assert_true(water->bodies.subgrid->filled > 7);
  }
  assert_true(crate.position[0] > before + 7 && fabs(water->bodies.subgrid->filled) < 1e-3);
  for (int step = 0; step < 20; step++) step_with(water, &crate, 1);
  weir_water_displace(water, NULL, 0, tick);
  weir_water_stats(water, &stats);
  print_message("gone: %.1e m3 held up, volume off by %.1e\n", stats.volume_displaced, stats.volume_error);
  assert_true(fabs(stats.volume_displaced) < 1e-3 && stats.volume_error < 1e-6);
  weir_water_destroy(water);
}

static void a_state_goes_on_bit_for_bit(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_default();
  for (int solver = WEIR_PIPE; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = make_water((WeirSolver)solver, NX, NZ, 1, flat, two_metres, &tuning);
    weir_water_set_coupling(water, WEIR_SUBGRID);
    WeirBody body = raft(0.4f, 0.2f);
    for (int step = 0; step < 60; step++) step_with(water, &body, 0.7f);
    const size_t size = weir_water_save(water, NULL, 0);
    void *bytes = malloc(size);
    assert_non_null(bytes);
    assert_int_equal(weir_water_save(water, bytes, size), size);
    WeirError error;
    WeirWater *again = weir_water_load(bytes, size, &error);
    free(bytes);
    if (!again) fail_msg("%s", error.text);
    assert_int_equal(weir_water_hash(again), weir_water_hash(water));
    WeirBody other = body;
    for (int step = 0; step < 60; step++) {
      step_with(water, &body, 0.7f);
      step_with(again, &other, 0.7f);
    }
    assert_int_equal(weir_water_hash(again), weir_water_hash(water));
    weir_water_destroy(water);
    weir_water_destroy(again);
  }
}

/* The current that shallow water has carried to the faces of bodies ends with that solver. */
static void no_current_of_shallow_water_goes_on_in_pipes(void **state) {
  (void)state;
  const WeirSolver ways[2][2] = {{WEIR_PIPE, WEIR_PIPE}, {WEIR_MEMBRANE, WEIR_PIPE}};
  WeirTuning tuning = weir_tuning_default();
  tuning.friction = 5;
  const WeirBody body = {.half = {2, 1, 2}, .position = {8, 2, 8}, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .mass = 8000, .id = 1};
  for (int way = 0; way < 2; way++) {
    WeirWater *water = make_water(WEIR_SWE, 32, 32, 0.5f, flat, two_metres, &tuning);
    for (int step = 0; step < 50; step++) {
      weir_water_impulse(water, 7, 7, 6, 0.5f, 0.3f);
      weir_water_displace(water, &body, 1, 0.02f);
      weir_water_step(water, 0.02f);
    }
    for (int n = 0; n < 2; n++) weir_water_set_solver(water, ways[way][n]);
    for (int step = 0; step < 3000; step++) {
      weir_water_displace(water, &body, 1, 0.02f);
      weir_water_step(water, 0.02f);
    }
    WeirStats stats;
    weir_water_stats(water, &stats);
    print_message("after 60 s of friction 5/s: %.2e m/s\n", (double)stats.speed_max);
    assert_true(stats.speed_max < 1e-3f);
    weir_water_destroy(water);
  }
}

/* A plate far wider than the grid, half of it under water: what lies over the grid covers it evenly, and has its part of the lift. */
static void a_body_wider_than_the_grid_covers_all_of_it(void **state) {
  (void)state;
  enum { CELLS = 32 };
  const WeirTuning tuning = weir_tuning_default();
  const float half[] = {100, 4000, 60000};
  for (int n = 0; n < 3; n++)
    for (int edge = 0; edge < 2; edge++) {
      WeirWater *water = make_water(WEIR_PIPE, CELLS, CELLS, 0.5f, flat, two_metres, &tuning);
      const float x = edge ? 8 - half[n] : 8; /* its east side, or its middle, in the middle of the grid */
      const WeirBody body = {
          .half = {half[n], 1, half[n]}, .position = {x, 2, 8}, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .mass = 1e6f, .id = 1};
      WeirForce force;
      weir_water_displace(water, &body, 1, 0);
      weir_water_push(water, &body, 1, 0.02f, &force);
      const WeirView share = weir_water_occupancy(water);
      for (int k = 0; k < CELLS; k++)
        for (int i = 0; i < CELLS; i++)
          if (!edge || i < CELLS / 2 - 1 || i > CELLS / 2)
            assert_true(fabsf(at(share, i, k) - (edge && i >= CELLS / 2 ? 0.0f : 1.0f)) < 0.1f);
      assert_in_range((int)(force.submerged + 0.5f), edge ? 125 : 253, edge ? 131 : 259);
      assert_in_range((int)(force.volume + 0.5f), edge ? 251 : 507, edge ? 261 : 517);
      weir_water_destroy(water);
    }
}

/* A pier, or a hull with a metre of water under it, that has always reached out over one side of a tank of 20 m x 10 m, 2 m deep. */
static WeirWater *water_with_body_at_side(WeirSolver solver, WeirEdge kind, bool hull, float speed, WeirBody *body) {
  enum { LONG = 80, WIDE = 40 };
  static float level[LONG * WIDE], along[LONG * WIDE];
  for (int n = 0; n < LONG * WIDE; n++) level[n] = 2, along[n] = speed;
  WeirWaterDef def = weir_water_def_default();
  def.nx = LONG, def.nz = WIDE, def.cell = 0.25f, def.solver = solver, def.depth = level, def.velocity_x = along,
  def.tuning = ideal_tuning();
  if (speed > 0) def.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_INFLOW, .discharge = speed * 20};
  def.boundary[WEIR_EAST] = (WeirBoundary){.kind = kind, .level = 2, .discharge = -speed * 20};
  if (kind == WEIR_PERIODIC) def.boundary[WEIR_WEST] = def.boundary[WEIR_EAST];
  WeirWater *water = weir_water_create(&def, NULL);
  assert_non_null(water);
  *body =
      (WeirBody){.half = {2, 3, 2}, .position = {20, hull ? 4 : 3, 5.1f}, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .mass = 1e5f, .id = 1};
  weir_water_displace(water, body, 1, 0);
  return water;
}

/* A lake stays at rest, whatever the side; when sides knew nothing of bodies, an open one made 90 m of it, a level 17 m, a
 * sponge 13 m and joined ones 15 m. */
static void a_lake_rests_around_a_body_at_its_side(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver <= WEIR_SWE; solver++)
    for (int kind = 0; kind < WEIR_EDGE_COUNT; kind++)
      for (int hull = 0; hull < 2; hull++) {
        WeirBody body;
        WeirWater *water = water_with_body_at_side((WeirSolver)solver, (WeirEdge)kind, hull, 0, &body);
        for (int step = 0; step < 400; step++) {
          weir_water_displace(water, &body, 1, tick);
          weir_water_step(water, tick);
        }
        WeirStats stats;
        weir_water_stats(water, &stats);
        if (fabsf(stats.depth_max - 2) > 1e-4f || fabsf(stats.depth_min - 2) > 1e-4f || stats.speed_max > 1e-3f || stats.guarded_steps > 0)
          fail_msg("%s, %s, %s: %g to %g m deep, %g m/s", weir_solver_name((WeirSolver)solver), weir_edge_name((WeirEdge)kind),
                   hull ? "hull" : "pier", (double)stats.depth_min, (double)stats.depth_max, (double)stats.speed_max);
        weir_water_destroy(water);
      }
}

/* A current of 1 m/s leaves past a pier and under a hull: the wave with which it is first held up, u*sqrt(d/g), is 0.45 m high, and twice
 * that in corners; half a minute on as much leaves as comes. Before, 65 m stood there at an open side, and 9 m at a level. */
static void a_current_leaves_past_a_body_at_the_side(void **state) {
  (void)state;
  const WeirEdge kinds[] = {WEIR_OPEN, WEIR_LEVEL, WEIR_WAVE, WEIR_PERIODIC, WEIR_INFLOW};
  for (int solver = WEIR_PIPE; solver <= WEIR_SWE; solver++)
    for (int n = 0; n < 5; n++)
      for (int hull = 0; hull < 2; hull++) {
        WeirBody body;
        WeirWater *water = water_with_body_at_side((WeirSolver)solver, kinds[n], hull, 1, &body);
        float deepest = 0;
        for (int step = 0; step < 1500; step++) {
          weir_water_displace(water, &body, 1, tick);
          weir_water_step(water, tick);
          WeirStats stats;
          weir_water_stats(water, &stats);
          deepest = fmaxf(deepest, stats.depth_max);
        }
        WeirStats stats;
        weir_water_stats(water, &stats);
        const double out = kinds[n] == WEIR_PERIODIC ? 20 : weir_water_side_flow(water, WEIR_EAST);
        if (!(deepest < 3.5f && stats.speed_max < 3.5f && fabs(out - 20) < 3 && stats.volume_error < 1e-6 && stats.guarded_steps == 0))
          fail_msg("%s, %s, %s: %g m deep, %g m/s, %g m^3/s leave, %g lost", weir_solver_name((WeirSolver)solver), weir_edge_name(kinds[n]),
                   hull ? "hull" : "pier", (double)deepest, (double)stats.speed_max, out, stats.volume_error);
        weir_water_destroy(water);
      }
}

/* 4 s of a swell around bodies half beyond the sides: one in a corner that moves along, one in the west, one that comes in. */
static uint64_t corners_run(WeirSolver solver, WeirEdge kind, int threads, double *off) {
  enum { LONG = 160, WIDE = 130 };
  static float level[LONG * WIDE];
  for (int k = 0; k < WIDE; k++)
    for (int i = 0; i < LONG; i++) level[k * LONG + i] = 2 + 0.3f * sinf((float)i * 0.1f) * cosf((float)k * 0.13f);
  WeirWaterDef def = weir_water_def_default();
  def.nx = LONG, def.nz = WIDE, def.cell = 0.25f, def.solver = solver, def.depth = level, def.threads = threads;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    def.boundary[side] = (WeirBoundary){.kind = side < WEIR_NORTH ? kind : WEIR_PERIODIC, .level = 2, .discharge = side & 1 ? -30 : 30};
  WeirWater *water = weir_water_create(&def, NULL);
  assert_non_null(water);
  use_threads(water, threads);
  const float at[3][3] = {{39, 2, 31.8f}, {-1, 1, 15}, {20, 2, 0.5f}};
  WeirBody bodies[3];
  for (int n = 0; n < 3; n++) {
    bodies[n] = (WeirBody){.half = {3, 1, 2}, .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .mass = 3e4f, .id = (uint32_t)n + 1};
    memcpy(bodies[n].position, at[n], sizeof at[n]);
  }
  for (int step = 0; step < 200; step++) {
    bodies[0].position[0] -= 0.5f * tick;
    bodies[2].position[2] += tick;
    weir_water_displace(water, bodies, 3, tick);
    weir_water_step(water, tick);
  }
  WeirStats stats;
  weir_water_stats(water, &stats);
  *off = stats.volume_error;
  assert_true(stats.finite);
  const uint64_t hash = weir_water_hash(water);
  weir_water_destroy(water);
  return hash;
}

/* Both ends of a joined face say the same, in corners too, and for any number of threads: else water is lost there (2e-5 of it). */
static void bodies_in_corners_keep_the_account(void **state) {
  (void)state;
  for (int solver = WEIR_PIPE; solver <= WEIR_SWE; solver++)
    for (int kind = 0; kind < WEIR_EDGE_COUNT; kind++) {
      double one, three;
      const uint64_t hash = corners_run((WeirSolver)solver, (WeirEdge)kind, 1, &one);
      const bool same = corners_run((WeirSolver)solver, (WeirEdge)kind, 3, &three) == hash;
      if (!same || one > 1e-7)
        fail_msg("%s, %s: %.1e lost, %s", weir_solver_name((WeirSolver)solver), weir_edge_name((WeirEdge)kind), one,
                 same ? "same" : "differs");
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_raft_drifts_without_a_trace),
      cmocka_unit_test(a_raft_creeps_quietly),
      cmocka_unit_test(a_crate_floats_at_its_draft),
      cmocka_unit_test(a_block_dams_a_channel),
      cmocka_unit_test(thin_walls_hold),
      cmocka_unit_test(a_jet_leaves_a_gap),
      cmocka_unit_test(a_block_spills_as_a_weir),
      cmocka_unit_test(crates_leave_the_account_closed),
      cmocka_unit_test(water_poured_on_a_raft_is_kept),
      cmocka_unit_test(solvers_take_turns_with_a_raft),
      cmocka_unit_test(a_state_goes_on_bit_for_bit),
      cmocka_unit_test(a_block_keeps_a_dry_top),
      cmocka_unit_test(views_show_the_raft),
      cmocka_unit_test(what_moves_far_below_keeps_the_level),
      cmocka_unit_test(no_current_of_shallow_water_goes_on_in_pipes),
      cmocka_unit_test(a_body_wider_than_the_grid_covers_all_of_it),
      cmocka_unit_test(a_lake_rests_around_a_body_at_its_side),
      cmocka_unit_test(a_current_leaves_past_a_body_at_the_side),
      cmocka_unit_test(bodies_in_corners_keep_the_account),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
