/* Rules of a scene: each kind acts when it should and only then, the same for any threads, after a save, a jump through time, and when a
 * log is played; what cannot be read is named with its line and what is allowed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/options.h"
#include "session/session_private.h"
#include "support.h"
#include "view/view.h"
#include "world/gauges.h"
#include "world/state/state.h"

static Scene scene;
static Error error;

static bool read_scene(const char *path, const char *text) {
  FILE *const file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  const bool read = scene_read(path, &scene, &error);
  remove(path);
  return read;
}

/* A tank of 32 m by 24 m with water up to 1 m, two gates, a pump that is off, a wheel, gauges in the middle and by the west side; then
 * `sides` (lines of [sides], or nothing) and `rules` (lines of [rules]). */
static const char *tank_text(const char *sides, const char *rules) {
  static char text[4096];
  snprintf(text, sizeof text,
           "[scene]\nsolver = swe\ngrid = 64 48\ncell = 0.5\n[terrain]\nshape = flat\n[water]\npool = 0 0 1 1 1\n[machines]\n"
           "gate = 0.75 0.1 0.75 0.4 6 0.3 0\ngate = 0.75 0.6 0.75 0.9 6 0.3 0\npump = 0.2 0.2 0.2 0.8 1 0\n"
           "wheel = 0.6 0.5 1.4 0.8 0.8 0 6 10\n[gauges]\ngauge = middle 0.4 0.5\ngauge = shore 0.06 0.5\n"
           "line = across 0.3 1 0.3 0\nline = back 0.3 0 0.3 1\n[sides]\n%s\n[rules]\n%s\n",
           sides, rules);
  return text;
}

static World *make_tank_of(int nx, const char *sides, const char *rules) {
  if (!read_scene("rules_test.scene", tank_text(sides, rules))) fail_msg("%s", error.text);
  scene_set_grid(&scene, nx, nx * 3 / 4);
  World *const world = world_create(&scene, 1, 1, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

static World *make_tank(const char *sides, const char *rules) {
  return make_tank_of(64, sides, rules);
}

static WorldMachine *machine(World *world, MachineKind kind, int number) {
  for (int n = 0; n < world->machine_count; n++)
    if (world->machines[n].kind == kind && world->machines[n].number == number) return &world->machines[n];
  fail_msg("no machine of kind %d has the number %d", (int)kind, number);
  return NULL;
}

static Gate *gate(World *world, int number) {
  return &machine(world, MACHINE_GATE, number)->is.gate;
}

static void tell_machine(World *world, CommandKind kind, int which, float value) {
  assert_true(world_command(world, &(Command){.kind = kind, .machine = {.which = which, .value = value}}));
}

static const char *const tide = "west = level 1.1 0.4 8";

static float shore_level(const World *world) {
  return weir_water_surface_at(world->water, 0.06f * 32, 12);
}

/* --- when ------------------------------------------------------------------------------------------------------------------------- */

/* The gate opens in the very tick in which the level is first above the limit; a person's hand on it counts, until the level has fallen
 * and risen again. */
static void a_level_that_rises_opens_the_gate_once(void **state) {
  (void)state;
  World *const world = make_tank(tide, "rule = when level(shore) > 1.3 open gate 1 to 0.4");
  int rises = 0, acted = 0;
  bool above = false;
  for (int n = 0; n < 1200; n++) {
    const int before = world->rules[0].times;
    world_step(world);
    const bool rose = shore_level(world) > 1.3f && !above;
    above = shore_level(world) > 1.3f;
    rises += rose;
    assert_true(world->rules[0].holds == above && world->rules[0].value == shore_level(world));
    assert_int_equal(world->rules[0].times, before + rose);
    if (rose) assert_true(gate(world, 1)->wanted == 0.4f && world->rules[0].fired_at == world->time);
    if (rises == 1 && ++acted == 5) tell_machine(world, COMMAND_GATE, 0, 0);
    if (rises == 1 && acted > 5) assert_true(gate(world, 1)->wanted == 0);
    if (rises == 0) assert_true(gate(world, 1)->wanted == 0);
    if (rises == 2) assert_true(gate(world, 1)->wanted == 0.4f);
    assert_true(gate(world, 2)->wanted == 0);
  }
  print_message("  %d rises in %.0f s\n", rises, world->time);
  assert_true(rises >= 2);
  world_destroy(world);
}

/* Between limit and `until` nothing changes: with the band the rule fires as often as the level has been under it, without it at each of
 * the waves that cross the limit. */
static void hysteresis_waits_for_the_other_side(void **state) {
  (void)state;
  World *const world = make_tank(tide,
                                 "rule = when level(shore) > 1.3 until < 0.9 pump 1 0.4\nrule = when level(shore) > 1.3 pump 1 0.3\n"
                                 "rule = when level(shore) < 0.9 until > 1.3 pump 1 0.2");
  bool high = false, low = false;
  int ups = 0, downs = 0;
  for (int n = 0; n < 2000; n++) {
    const float lump = n / 20 % 2 ? 1.5f : -1.5f; /* m3: waves of a few centimetres on the tide's */
    const Command stir = {.kind = n / 20 % 2 ? COMMAND_POUR : COMMAND_DRAIN, .brush = {.x = 2, .z = 12, .radius = 2, .amount = lump}};
    if (n % 20 == 0) assert_true(world_command(world, &stir));
    world_step(world);
    const float level = shore_level(world);
    if (level > 1.3f && !high) high = true, ups++;
    if (level < 0.9f && !low) low = true, downs++;
    if (!(level > 0.9f)) high = false;
    if (!(level < 1.3f)) low = false;
    assert_int_equal(world->rules[0].times, ups);
    assert_int_equal(world->rules[2].times, downs);
  }
  print_message("  %d times with the band, %d without, %d down\n", ups, world->rules[1].times, downs);
  assert_true(ups >= 3 && downs >= 3 && world->rules[1].times > ups);
  world_destroy(world);
}

/* A condition that must hold for two seconds acts in the tick in which it has; one that breaks off begins again. */
static void a_condition_must_have_held_for_its_time(void **state) {
  (void)state;
  World *const world = make_tank(tide, "rule = when depth(shore) > 1.3 for 2 pump 1 0.5\nrule = when depth(shore) > 1.3 for 6 pump 1 0.7");
  double since = -1;
  int longest = 0, fired = 0;
  for (int n = 0; n < 1500; n++) {
    world_step(world);
    const bool deep = weir_water_depth_at(world->water, 0.06f * 32, 12) > 1.3f;
    if (deep && since < 0) since = world->time;
    if (!deep) since = -1;
    const double held = deep ? world->time - since : 0;
    if (held > 1.99 && held < 2.01) fired++;
    if (held > 2.01) longest++;
    assert_int_equal(world->rules[0].times, fired);
  }
  assert_true(fired >= 2 && longest > 0);
  assert_int_equal(world->rules[1].times, 0); /* half of a tide of 8 s is never so long */
  assert_true(machine(world, MACHINE_PUMP, 1)->is.pump.rate == 0.5f);
  world_destroy(world);
}

static void flow_and_speed_are_watched(void **state) {
  (void)state;
  World *const world = make_tank("west = inflow 8\neast = level 1",
                                 "rule = when flow(across) > 4 pump 1 0.4\nrule = when flow(back) < -4 brake wheel 1 250\n"
                                 "rule = when flow(back) > 4 open gate 1\nrule = when speed(middle) > 0.2 open gate 2 0.3");
  const GaugeLine line = {{0.3f * 32, 24}, {0.3f * 32, 0}};
  bool flowed = false, ran = false;
  for (int n = 0; n < 1000; n++) {
    world_step(world);
    const WeirSample at = weir_water_sample(world->water, 0.4f * 32, 12);
    flowed = flowed || (float)gauge_flow(world->water, &line) > 4;
    ran = ran || hypotf(at.velocity[0], at.velocity[2]) > 0.2f;
    assert_true((world->rules[0].times > 0) == flowed && (world->rules[1].times > 0) == flowed && (world->rules[3].times > 0) == ran);
    assert_true(world->rules[0].value == (float)gauge_flow(world->water, &line) && world->rules[1].value == -world->rules[0].value);
  }
  const Pump *const pump = &machine(world, MACHINE_PUMP, 1)->is.pump;
  assert_true(flowed && ran && pump->on && pump->rate == 0.4f && pump->taken > 0);
  assert_true(machine(world, MACHINE_WHEEL, 1)->is.wheel.brake == 250);
  assert_true(gate(world, 1)->wanted == 0 && gate(world, 2)->wanted == 0.3f);
  world_destroy(world);
}

/* --- timers ------------------------------------------------------------------------------------------------------------------------- */

/* A tick that no timer is a multiple of: each acts within a tick of its time. */
static void timers_act_at_their_times(void **state) {
  (void)state;
  World *const world = make_tank("",
                                 "rule = every 2 open gate 1 to 0.3\nrule = after 5 open gate 2\nrule = when time > 7 pump 1 0.1\n"
                                 "rule = after 0 pump 1 on\n[params]\ntick = 0.03");
  int every = 0;
  for (int n = 0; n < 700; n++) {
    const int before = world->rules[0].times;
    world_step(world);
    if (world->rules[0].times > before) {
      every++;
      assert_true(fabs(world->time - 2.0 * every) < 0.0151);
      tell_machine(world, COMMAND_GATE, 0, 0);
    }
    assert_int_equal(world->rules[1].times, world->time > 4.985);
    assert_int_equal(world->rules[2].times, world->time > 7);
    assert_int_equal(world->rules[3].times, 1);
  }
  assert_int_equal(every, 10);
  assert_true(gate(world, 2)->wanted == gate(world, 2)->opening_max);
  world_destroy(world);
}

/* A machine goes back to what it was set to before, unless a person has set it otherwise meanwhile. */
static void what_lasts_goes_back(void **state) {
  (void)state;
  World *const world = make_tank("",
                                 "rule = every 4 open gate 1 to 0.4 for 1\nrule = after 1 pump 1 0.7 for 2\n"
                                 "rule = every 1 brake wheel 1 90 for 1.5");
  tell_machine(world, COMMAND_PUMP, 0, 0.2f);
  for (int n = 0; n < 600; n++) {
    world_step(world);
    const double t = world->time;
    const Pump *const pump = &machine(world, MACHINE_PUMP, 1)->is.pump;
    const bool open = (t > 3.99 && t < 4.99) || (t > 7.99 && t < 8.49);
    assert_true(gate(world, 1)->wanted == (open ? 0.4f : t > 8.49 ? 0.6f : 0.0f));
    assert_true(pump->on && pump->rate == (t > 0.99 && t < 2.99 ? 0.7f : 0.2f));
    assert_true(machine(world, MACHINE_WHEEL, 1)->is.wheel.brake == (t > 0.99 ? 90.0f : 10.0f));
    if (n == 423) tell_machine(world, COMMAND_GATE, 0, 0.6f); /* the ninth second goes by without the gate closing */
    if (t > 11.9) break;
  }
  assert_int_equal(world->rules[0].times, 2);
  world_destroy(world);
}

/* --- machines ------------------------------------------------------------------------------------------------------------------------ */

static void pumps_are_switched(void **state) {
  (void)state;
  World *const world =
      make_tank("", "rule = after 1 pump 1 0.5\nrule = after 2 pump 1 off\nrule = after 3 pump 1 on\nrule = after 4 pump 1 0");
  for (int n = 0; n < 250; n++) {
    world_step(world);
    const Pump *const pump = &machine(world, MACHINE_PUMP, 1)->is.pump;
    const double t = world->time;
    assert_true(pump->on == ((t > 0.99 && t < 1.99) || (t > 2.99 && t < 3.99)));
    if (t > 0.99) assert_true(pump->rate == 0.5f);
  }
  world_destroy(world);
}

static void dams_go_and_clouds_burst(void **state) {
  (void)state;
  World *const world = make_tank("", "rule = after 2 release dam\nrule = after 3 cloudburst\n[bodies]\ndam = 0.5 0.2 0.5 0.8 3 0.5");
  int held = 0;
  for (int n = 0; n < world->body_count; n++) held += world->bodies[n].held;
  assert_true(held > 0 && world->flood_at < 0);
  run_for(world, 1.9);
  assert_true(world->flood_at < 0 && !world->disasters.cloudburst);
  run_for(world, 0.2);
  assert_true(fabs(world->flood_at - 2) < 0.011);
  run_for(world, 4);
  int holds = 0;
  for (int n = 0; n < world->body_count; n++) holds += world->bodies[n].held;
  assert_true(holds < held && world->disasters.cloudburst && fabs(world->disasters.cloudburst_at - 3) < 0.011);
  world_destroy(world);
}

/* A machine keeps its number when another one is removed, and rules of one that is gone do nothing. */
static void a_machine_keeps_its_number(void **state) {
  (void)state;
  World *const world = make_tank("", "rule = after 2 open gate 2 to 0.3\nrule = after 2 open gate 1 to 0.5 for 1");
  const uint32_t serial = machine(world, MACHINE_GATE, 1)->serial;
  assert_true(world_command(world, &(Command){.kind = COMMAND_DELETE, .serial = serial}));
  run_for(world, 4);
  assert_int_equal(world->rules[1].times, 1);
  assert_true(gate(world, 2)->wanted == 0.3f);
  assert_int_equal(world->machine_count, 3);
  world_destroy(world);
}

/* --- the same bits ------------------------------------------------------------------------------------------------------------------- */

static const char *const busy =
    "rule = when level(shore) > 1.3 until < 1.0 open gate 1 to 0.4 for 3\nrule = when flow(across) > 3 for 0.3 pump 1 0.6\n"
    "rule = every 2.5 pump 1 off for 0.5\nrule = after 6 open gate 2 0.2\nrule = when speed(shore) > 0.5 close gate 2\n"
    "rule = when level(shore) < 0.8 cloudburst";

/* Sends a person's commands, at ticks about which rules act, too. */
static void person(World *world) {
  if (world->tick == 130) tell_machine(world, COMMAND_GATE, 0, 0.9f);
  if (world->tick == 300) tell_machine(world, COMMAND_GATE, 1, 0.7f);
  if (world->tick == 410) tell_machine(world, COMMAND_PUMP, 0, 0.3f);
}

enum { TICKS = 700, FINE = 128 /* cells across: enough for two threads */ };

static void threads_and_saves_change_nothing(void **state) {
  (void)state;
  World *const one = make_tank_of(FINE, tide, busy), *const two = make_tank_of(FINE, tide, busy), *loaded = NULL;
  int fired = 0;
  use_threads(two->water, 2);
  two->threads = 2;
  for (int n = 0; n < TICKS; n++) {
    if (n % 170 == 100) { /* from here on as it was saved */
      const size_t size = world_state_write(one, NULL, 0);
      void *const bytes = malloc(size);
      assert_non_null(bytes);
      world_state_write(one, bytes, size);
      world_destroy(loaded);
      loaded = world_state_read(bytes, size, 1, &error);
      free(bytes);
      if (!loaded) fail_msg("%s", error.text);
      assert_true(world_hash(loaded) == world_hash(one));
    }
    World *const all[] = {one, two, loaded};
    for (int w = 0; w < 3; w++) {
      if (!all[w]) continue;
      person(all[w]);
      world_step(all[w]);
      assert_true(world_hash(all[w]) == world_hash(one));
    }
  }
  for (int n = 0; n < one->scene.rule_count; n++) fired += one->rules[n].times > 0;
  assert_int_equal(fired, 6);
  assert_int_equal(loaded->scene.rule_count, 6);
  assert_string_equal(loaded->scene.rules[1].text, "when flow(across) > 3 for 0.3 pump 1 0.6");
  assert_string_equal(loaded->scene.gauges[1].name, "shore");
  assert_string_equal(loaded->scene.lines[1].name, "back");
  assert_true(loaded->scene.lines[1].z1 == 1 && loaded->scene.gauges[1].x == 0.06f);
  assert_memory_equal(&one->scene.rules[0].kind, &loaded->scene.rules[0].kind, sizeof(SceneRule) - offsetof(SceneRule, kind));
  world_destroy(one);
  world_destroy(two);
  world_destroy(loaded);
}

/* How far the rules have come is part of the hash. */
static void the_hash_knows_the_rules(void **state) {
  (void)state;
  World *const world = make_tank("", "rule = after 100 open gate 1");
  run_for(world, 1);
  const uint64_t hash = world_hash(world);
  world->rules[0].next += 1;
  assert_true(world_hash(world) != hash);
  world->scene.rule_count = 0;
  const uint64_t without = world_hash(world);
  world_destroy(world);
  World *const plain = make_tank("", "");
  run_for(plain, 1);
  assert_true(world_hash(plain) == without);
  world_destroy(plain);
}

/* --- a session: rewind, undo, saved games, played again ------------------------------------------------------------------------------ */

static Options options;
static Session session;
static uint64_t hashes[TICKS + 1];

static void begin_session(void) {
  static char words[5][32];
  char *argv[] = {words[0], words[1], words[2], words[3], NULL};
  const char *const line[] = {"weir", "rules_test.scene", "--check-replay", "--threads=1"};
  for (int n = 0; n < 4; n++) snprintf(words[n], sizeof words[n], "%s", line[n]);
  FILE *const file = fopen("rules_test.scene", "w");
  assert_non_null(file);
  fputs(tank_text(tide, busy), file);
  fclose(file);
  if (!options_parse(4, argv, &options, &error)) fail_msg("%s", error.text);
  options.session.asset_dir = ASSETS;
  if (!session_start(&session, &options.session, &error) || !session_build(&session, &error)) fail_msg("%s", error.text);
  session.timeline = recording_keep_past(session.recording, session.world, (size_t)64 << 20, 400);
  assert_non_null(session.timeline);
  session.undo.redo_line = -1;
}

static void tick_session(void) {
  assert_int_equal(session_before_tick(&session, session.world), SIM_TICK_OWN);
  settings_send(&session.wanted, session.world);
  world_step(session.world);
  session_after_tick(&session, session.world);
}

/* Takes ticks up to one, as the person acts, and compares each with the first run's. */
static void run_session(int64_t to, bool first) {
  while (session.world->tick < to) {
    person(session.world);
    tick_session();
    const int64_t tick = session.world->tick;
    if (first) hashes[tick] = world_hash(session.world);
    assert_true(world_hash(session.world) == hashes[tick]);
  }
}

static void rewinding_and_playing_again_give_the_same(void **state) {
  (void)state;
  static const int64_t looks[] = {560, 20, 320, 129, 411, 250};
  begin_session();
  run_session(TICKS, true);
  const int times = session.world->rules[2].times;
  for (size_t n = 0; n < sizeof looks / sizeof *looks; n++) {
    if (!past_look(&session, 0, looks[n], true, &error)) fail_msg("%s", error.text);
    assert_true(session.world->tick == looks[n] && world_hash(session.world) == hashes[looks[n]]);
  }
  past_go_on(&session);
  run_session(TICKS, false);
  assert_int_equal(session.world->rules[2].times, times);
  if (!past_undo(&session, &error)) fail_msg("%s", error.text); /* the pump's rate, at 410 */
  assert_true(session.world->tick == 410 && world_hash(session.world) == hashes[410]);
  if (!past_redo(&session, &error)) fail_msg("%s", error.text);
  for (int n = 0; n < 50; n++) tick_session();
  assert_true(world_hash(session.world) == hashes[session.world->tick]);
  if (!session_check_replay(&session, &error)) fail_msg("%s", error.text);
  session_end(&session);
  remove("rules_test.scene");
}

/* With a saved game come the rules of the world and those of the scene that R goes back to. */
static void a_saved_game_has_the_rules(void **state) {
  (void)state;
  SaveView view = {0};
  begin_session();
  run_session(200, true);
  Save *const save = session_save(&session, &view);
  assert_non_null(save);
  if (!save_write(save, "rules_test.weir", &error)) fail_msg("%s", error.text);
  save_destroy(save);
  run_session(260, true);
  const bool ok = session_load(&session, "rules_test.weir", &error);
  remove("rules_test.weir");
  if (!ok) fail_msg("%s", error.text);
  assert_int_equal(session.world->tick, 200);
  run_session(260, false);
  assert_int_equal(session_scene(&session)->rule_count, 6);
  assert_string_equal(session_scene(&session)->rules[5].text, "when level(shore) < 0.8 cloudburst");
  assert_string_equal(session_scene(&session)->gauges[0].name, "middle");
  if (!session_check_replay(&session, &error)) fail_msg("%s", error.text);
  session_end(&session);
  remove("rules_test.scene");
}

/* --- what is shown, and what is read -------------------------------------------------------------------------------------------------- */

static void a_view_shows_the_rules(void **state) {
  (void)state;
  World *const world = make_tank("", "rule = after 1 open gate 1\nrule = when depth(middle) > 0.5 pump 1 on");
  WorldView *const view = world_view_create(world->nx, world->nz);
  run_for(world, 2);
  world_view_copy(view, NULL, world, &(WorldViewRequest){0});
  assert_int_equal(view->rule_count, 2);
  assert_string_equal(view->rules[0].text, "after 1 open gate 1");
  assert_true(view->rule_states[0].times == 1 && view->rule_states[1].holds && view->rule_states[1].value > 0.9f);
  world_view_destroy(view);
  world_destroy(world);
}

/* The scene's words in any order of its sections: what a rule names may stand below it. */
static void faults_name_line_word_and_what_is_allowed(void **state) {
  (void)state;
  static const struct {
    const char *rule, *word, *allowed;
  } faults[] = {
      {"", "ends", "when, every or after"},
      {"if level(a) > 1 open gate 1", "'if'", "when, every or after"},
      {"when height(a) > 1 open gate 1", "'height(a)'", "level(GAUGE), depth(GAUGE), speed(GAUGE), flow(LINE) or time"},
      {"when level > 1 open gate 1", "'level'", "in parentheses a gauge of [gauges]: a, b"},
      {"when level(c) > 1 open gate 1", "'level(c)'", "in parentheses a gauge of [gauges]: a, b"},
      {"when level(l) > 1 open gate 1", "'level(l)'", "a, b"},
      {"when level(a > 1 open gate 1", "'level(a'", "a, b"},
      {"when flow(a) > 1 open gate 1", "'flow(a)'", "in parentheses a line of [gauges]: l"},
      {"when level(a) = 1 open gate 1", "'='", "> or <"},
      {"when level(a) or 1 open gate 1", "'or'", "> or <"},
      {"when level(a) > high open gate 1", "'high'", "a number, -1e+06 to 1e+06"},
      {"when level(a) > nan open gate 1", "'nan'", "a number"},
      {"when level(a) > 1 until > 0.5 open gate 1", "'>'", "<"},
      {"when level(a) > 1 until < 1.5 open gate 1", "'1.5'", "a number beyond the limit, -1e+06 to 1"},
      {"when level(a) < 1 until > 0.5 open gate 1", "'0.5'", "a number beyond the limit, 1 to 1e+06"},
      {"when level(a) > 1 for -2 open gate 1", "'-2'", "seconds, 0 to 1e+06"},
      {"when level(a) > 1 opn gate 1", "'opn'", "until, for, open, close, pump, brake, release or cloudburst"},
      {"every 0 open gate 1", "'0'", "seconds, 0.1 to 1e+06"},
      {"after soon open gate 1", "'soon'", "seconds, 0 to 1e+06"},
      {"after 1 shut gate 1", "'shut'", "open, close, pump, brake, release or cloudburst"},
      {"after 1", "ends after 'after 1'", "open, close, pump, brake, release or cloudburst"},
      {"after 1 open sluice 1", "'sluice'", "gate"},
      {"after 1 open gate", "ends", "the number of a gate of [machines], from 1 to 2"},
      {"after 1 open gate 3", "'3'", "from 1 to 2"},
      {"after 1 open gate 0", "'0'", "from 1 to 2"},
      {"after 1 open gate 1.5", "'1.5'", "from 1 to 2"},
      {"after 1 open gate 1 to wide", "'wide'", "metres, 0 to 10000"},
      {"after 1 open gate 1 -2", "'-2'", "metres, 0 to 10000"},
      {"after 1 close gate 1 0.4", "'0.4'", "for SECONDS, or nothing more"},
      {"after 1 pump 2 on", "'2'", "a pump of [machines], from 1 to 1"},
      {"after 1 pump 1 fast", "'fast'", "on, off or m3/s, 0 to 10000"},
      {"after 1 brake wheel 1 3", "'1'", "a wheel of [machines], which has none"},
      {"after 1 brake gate 1 3", "'gate'", "wheel"},
      {"after 1 release dam", "'dam'", "dam, where [bodies] has one"},
      {"after 1 cloudburst for 3", "'for'", "nothing more"},
      {"after 1 open gate 1 for 0", "'0'", "seconds, 0.1 to 1e+06"},
      {"after 1 open gate 1 for 2 for 3", "'for'", "nothing more"},
  };
  for (size_t n = 0; n < sizeof faults / sizeof *faults; n++) {
    char text[512];
    snprintf(text, sizeof text,
             "[scene]\ngrid = 32 32\n[rules]\nrule = after 1 pump 1 on\nrule = %s\n[machines]\ngate = 0.5 0 0.5 1 3 0.4 0\n"
             "gate = 0.7 0 0.7 1 3 0.4 0\npump = 0.1 0.1 0.9 0.9 1 1\n[gauges]\ngauge = a 0.1 0.1\nline = l 0 0 1 1\ngauge = b 0.2 0.2\n",
             faults[n].rule);
    error = (Error){""};
    assert_false(read_scene("rules_test.scene", text));
    if (!strstr(error.text, "rules_test.scene:5: rule: ") || !strstr(error.text, faults[n].word) ||
        !strstr(error.text, faults[n].allowed) || strchr(error.text, '\n'))
      fail_msg("'%s' gave: %s", faults[n].rule, error.text);
  }
  assert_false(read_scene("rules_test.scene", "[rules]\nrule = when depth(a) > 1 cloudburst\n"));
  assert_non_null(strstr(error.text, "a gauge of [gauges], which has none"));
  char many[2048] = "[rules]\n";
  for (int n = 0; n < SCENE_RULES + 1; n++) strcat(many, "rule = after 1 cloudburst\n");
  assert_false(read_scene("rules_test.scene", many));
  assert_non_null(strstr(error.text, "rules_test.scene:34: rule: "));
  assert_non_null(strstr(error.text, "allowed: 32 of them"));
}

/* --- the example -------------------------------------------------------------------------------------------------------------------- */

/* The pump keeps the polder within its band, and the gate lets the river in while it is high. */
static void the_polder_is_kept(void **state) {
  (void)state;
  if (!scene_read(ASSETS "/examples/polder.scene", &scene, &error)) fail_msg("%s", error.text);
  World *const world = world_create(&scene, 1, 2, &error);
  if (!world) fail_msg("%s", error.text);
  float low = 10, high = 0, basin_high = 0;
  int opened = 0, shut = 0;
  while (world->time < 180) {
    const float before = gate(world, 1)->wanted;
    world_step(world);
    const float polder = world->rules[0].value, river = world->rules[2].value;
    opened += before == 0 && gate(world, 1)->wanted > 0, shut += before > 0 && gate(world, 1)->wanted == 0;
    if (before == 0 && gate(world, 1)->wanted > 0) assert_true(river > 2.1f);
    if (world->time > 60) low = fminf(low, polder), high = fmaxf(high, polder);
    basin_high = fmaxf(basin_high, world->rules[4].value);
  }
  print_message("  polder from %.2f to %.2f m, basin up to %.2f m; the pump ran %d times, the gate opened %d times and shut %d times\n",
                (double)low, (double)high, (double)basin_high, world->rules[0].times, opened, shut);
  assert_true(low > 0.65f && high < 1.3f && world->rules[0].times >= 3 && world->rules[1].times >= 3);
  assert_true(opened == 2 && shut == 2 && basin_high > 1);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_level_that_rises_opens_the_gate_once),
      cmocka_unit_test(hysteresis_waits_for_the_other_side),
      cmocka_unit_test(a_condition_must_have_held_for_its_time),
      cmocka_unit_test(flow_and_speed_are_watched),
      cmocka_unit_test(timers_act_at_their_times),
      cmocka_unit_test(what_lasts_goes_back),
      cmocka_unit_test(pumps_are_switched),
      cmocka_unit_test(dams_go_and_clouds_burst),
      cmocka_unit_test(a_machine_keeps_its_number),
      cmocka_unit_test(threads_and_saves_change_nothing),
      cmocka_unit_test(the_hash_knows_the_rules),
      cmocka_unit_test(rewinding_and_playing_again_give_the_same),
      cmocka_unit_test(a_saved_game_has_the_rules),
      cmocka_unit_test(a_view_shows_the_rules),
      cmocka_unit_test(faults_name_line_word_and_what_is_allowed),
      cmocka_unit_test(the_polder_is_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
