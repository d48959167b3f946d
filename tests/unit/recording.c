/* A session is the list of its commands: five thousand random actions of a person, over several worlds, run again from their recording
 * with another number of threads, give the same states. And what the hand does: clicks drop, drags push, Shift reverses, Ctrl+Z takes
 * parameters back. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/options.h"
#include "base/memory.h"
#include "base/rng.h"
#include "input/tools.h"
#include "session/session_private.h"
#include "support.h"
#include "world/state/state.h"

enum { WIDTH = 640, HEIGHT = 360 };

/* A person at a window, without the window. */
typedef struct Person {
  Options options;
  Session session;
  WorldView *view;
  Camera camera;
  Tools tools;
  Input input;
  Rng rng;
} Person;

static void look(Person *person) {
  const World *const world = person->session.world;
  if (!person->view || person->view->nx != world->nx || person->view->nz != world->nz) {
    world_view_destroy(person->view);
    person->view = world_view_create(world->nx, world->nz);
    assert_non_null(person->view);
  }
  world_view_copy(person->view, NULL, world, &(WorldViewRequest){0});
}

static void stand(Person *person) {
  look(person);
  camera_reset(&person->camera, &person->session.scene.cameras[0], person->view);
  camera_update(&person->camera, &(Input){0}, person->view, WIDTH, HEIGHT, 0);
  tools_let_go(&person->tools);
}

static void begin(Person *person, const char *scene, const char *grid, uint64_t seed) {
  static char words[7][32];
  char *argv[] = {words[0], words[1], words[2], words[3], words[4], words[5], words[6], NULL};
  Error error;
  snprintf(words[0], sizeof words[0], "weir");
  snprintf(words[1], sizeof words[1], "%s", scene);
  snprintf(words[2], sizeof words[2], "--grid");
  snprintf(words[3], sizeof words[3], "%s", grid);
  snprintf(words[4], sizeof words[4], "--threads");
  snprintf(words[5], sizeof words[5], "2");
  snprintf(words[6], sizeof words[6], "--check-replay");
  *person = (Person){.rng = {seed}};
  if (!options_parse(7, argv, &person->options, &error)) fail_msg("%s", error.text);
  person->options.session.asset_dir = ASSETS, person->options.session.threads = 2;
  if (!session_start(&person->session, &person->options.session, &error) || !session_build(&person->session, &error))
    fail_msg("%s", error.text);
  stand(person);
}

static void end(Person *person) {
  world_view_destroy(person->view);
  session_end(&person->session);
}

/* One frame and one tick: what app.c and sim.c do with what the person did. */
static void frame(Person *person) {
  Session *const session = &person->session;
  const ToolsView view = {&person->camera, WIDTH, HEIGHT, person->view, false};
  Command tool;
  look(person);
  tools_update(&person->tools, &person->input, &view, &session->wanted.params, 0.02);
  person->input.press_count = 0;
  person->input.moved = false;
  person->input.wheel = 0;
  settings_send(&session->wanted, session->world);
  for (int n = 0; n < person->tools.command_count; n++) world_command(session->world, &person->tools.commands[n]);
  if (tools_held(&person->tools, &session->wanted.params, &tool)) {
    tool.brush.amount *= session->world->params.tick;
    world_command(session->world, &tool);
  }
  world_step(session->world);
  recording_tick(session->recording, session->world);
}

static void move(Person *person, float x, float y) {
  person->input.x = x, person->input.y = y;
  person->input.moved = person->input.inside = true;
}

static void press(Person *person, InputButton button, bool down, bool shift, bool ctrl) {
  Input *const input = &person->input;
  if (button == INPUT_LEFT) input->left = down;
  if (button == INPUT_RIGHT) input->right = down;
  input->shift = shift;
  input->presses[input->press_count++] = (InputPress){button, down, input->x, input->y, shift, ctrl};
}

static void click(Person *person) {
  press(person, INPUT_LEFT, true, false, false);
  press(person, INPUT_LEFT, false, false, false);
  frame(person);
}

/* --- random actions -------------------------------------------------------------------------------------------------------- */

static void random_press(Person *person) {
  const InputButton button = rng_next(&person->rng) % 4 == 0 ? INPUT_RIGHT : INPUT_LEFT;
  const bool held = button == INPUT_LEFT ? person->input.left : person->input.right;
  press(person, button, !held, rng_next(&person->rng) % 4 == 0, rng_next(&person->rng) % 4 == 0);
}

static void random_parameter(Person *person) {
  int count;
  const ParamInfo *const infos = params_table(&count);
  params_nudge(&person->session.wanted.params, &infos[rng_next(&person->rng) % (unsigned)count], rng_next(&person->rng) % 2 ? 1 : -1);
}

static void random_setting(Person *person) {
  Session *const session = &person->session;
  int count;
  const int *const kinds = session_boundary_kinds(&count);
  switch (rng_next(&person->rng) % 3) {
    case 0: session->wanted.solver = (WeirSolver)(rng_next(&person->rng) % WEIR_SOLVER_COUNT); break;
    case 1: session_set_liquid(session, (int)(rng_next(&person->rng) % (unsigned)weir_liquid_count())); break;
    default: session->wanted.boundary = kinds[rng_next(&person->rng) % (unsigned)count]; break;
  }
}

static void random_command(Person *person) {
  Command command = {.kind = COMMAND_RELEASE_DAM};
  switch (rng_next(&person->rng) % 6) {
    case 0: break;
    case 4: command.kind = (CommandKind)(COMMAND_CLOUDBURST + (int)(rng_next(&person->rng) % 3)); break;
    case 5:
      if (!tools_gate(&person->tools, person->view, rng_range(&person->rng, -1, 1), &command)) return;
      break;
    case 1:
      if (!tools_delete(&person->tools, person->view, &command)) return;
      break;
    case 2: command = (Command){.kind = COMMAND_SCRIPT, .count = 3}; break;
    default:
      command = (Command){.kind = COMMAND_DRIVE, .drive = {.steer = rng_range(&person->rng, -1, 1), .gas = rng_range(&person->rng, -1, 1)}};
  }
  world_command(person->session.world, &command);
}

/* Another world: the same scene again, on another grid, or another scene. */
static void random_world(Person *person) {
  Session *const session = &person->session;
  const int sizes[] = {24, 32, 48};
  Error error;
  bool ok = true;
  switch (rng_next(&person->rng) % 4) {
    case 0: ok = session_reset(session, false, &error); break;
    case 1: ok = session_reset(session, true, &error); break;
    case 2: ok = session_set_grid(session, sizes[rng_next(&person->rng) % 3], sizes[rng_next(&person->rng) % 3], &error); break;
    default:
      ok = session_load_scene(session, (int)(rng_next(&person->rng) % 9), &error);
      ok = ok && session_set_grid(session, 40, 40, &error);
  }
  if (!ok) fail_msg("%s", error.text);
  stand(person);
}

static void random_action(Person *person) {
  const int kind = (int)(rng_next(&person->rng) % 100);
  move(person, rng_range(&person->rng, 0, WIDTH), rng_range(&person->rng, 0, HEIGHT));
  if (kind < 55) random_press(person);
  if (kind >= 55 && kind < 65) person->tools.chosen = (Tool)(rng_next(&person->rng) % TOOL_COUNT);
  if (kind >= 65 && kind < 80) random_parameter(person);
  if (kind >= 80 && kind < 88) random_setting(person);
  if (kind >= 88 && kind < 98) random_command(person);
  if (kind >= 98 && rng_next(&person->rng) % 4 == 0) random_world(person);
}

static void five_thousand_random_actions_run_again_are_the_same(void **state) {
  (void)state;
  static Person person;
  Error error;
  begin(&person, "river", "40", 7);
  for (int n = 0; n < 5000; n++) {
    random_action(&person);
    frame(&person);
  }
  assert_true(world_is_finite(person.session.world));
  if (!session_check_replay(&person.session, &error)) fail_msg("%s", error.text);
  end(&person);
}

static void a_command_that_was_not_recorded_is_found_out(void **state) {
  (void)state;
  static Person person;
  Error error;
  begin(&person, "pool", "32", 7);
  for (int n = 0; n < 150; n++) frame(&person);
  world_listen_no_more(person.session.world, person.session.recording);
  world_command(person.session.world, &(Command){.kind = COMMAND_POUR, .brush = {.x = 3, .z = 3, .radius = 1, .amount = 0.5f}});
  for (int n = 0; n < 100; n++) frame(&person);
  assert_false(session_check_replay(&person.session, &error));
  assert_non_null(strstr(error.text, "replay: world 1 has the state"));
  end(&person);
}

/* A save of a scene's first moment names the scene's image without its folder. */
static void a_world_loaded_before_its_first_tick_runs_again(void **state) {
  (void)state;
  static Person person;
  Error error;
  begin(&person, "valley", "40", 1);
  Session *const session = &person.session;
  const SaveView view = {0};
  Save *const save = session_save(session, &view);
  assert_non_null(save);
  World *const loaded = world_state_read(save->state.bytes, save->state.size, 2, &error);
  save_destroy(save);
  if (!loaded) fail_msg("%s", error.text);
  assert_int_equal(loaded->tick, 0);
  if (!session_show_world(session, loaded, &error)) fail_msg("%s", error.text);
  for (int n = 0; n < 20; n++) frame(&person);
  if (!session_check_replay(session, &error)) fail_msg("%s", error.text);
  end(&person);
}

/* --- the hand -------------------------------------------------------------------------------------------------------------- */

static int count_kind(const Person *person, CommandKind kind) {
  int count = 0;
  for (int n = 0; n < person->tools.command_count; n++) count += person->tools.commands[n].kind == kind;
  return count;
}

static void a_click_drops_and_a_drag_pushes(void **state) {
  (void)state;
  static Person person;
  begin(&person, "pool", "64", 1);
  move(&person, 320, 200);
  click(&person);
  assert_int_equal(count_kind(&person, COMMAND_DROP), 1);
  press(&person, INPUT_LEFT, true, false, false);
  frame(&person);
  assert_int_equal(person.tools.command_count, 0); /* it may become either */
  move(&person, 360, 200);
  frame(&person);
  move(&person, 390, 200);
  frame(&person);
  assert_true(count_kind(&person, COMMAND_DISTURB) == 1 && person.tools.commands[0].brush.vx != 0);
  press(&person, INPUT_LEFT, false, false, false);
  frame(&person);
  assert_int_equal(count_kind(&person, COMMAND_DROP), 0);
  end(&person);
}

static void a_moving_pointer_stirs_and_a_resting_one_does_not(void **state) {
  (void)state;
  static Person person;
  begin(&person, "pool", "64", 1);
  int stirs = 0;
  for (int n = 0; n < 10; n++) {
    move(&person, 300 + 6 * (float)n, 200);
    frame(&person);
    stirs += count_kind(&person, COMMAND_DISTURB);
  }
  assert_true(stirs >= 3);
  for (int n = 0; n < 10; n++) {
    frame(&person);
    assert_int_equal(person.tools.command_count, 0);
  }
  person.session.wanted.params.pointer_wake = 0;
  move(&person, 250, 200);
  frame(&person);
  assert_int_equal(person.tools.command_count, 0);
  end(&person);
}

static void shift_and_the_right_button_reverse_what_paints(void **state) {
  (void)state;
  static Person person;
  Command held;
  begin(&person, "pool", "64", 1);
  const Params *const params = &person.session.wanted.params;
  person.tools.chosen = TOOL_POUR;
  move(&person, 320, 200);
  press(&person, INPUT_LEFT, true, false, false);
  frame(&person);
  assert_true(tools_held(&person.tools, params, &held) && held.kind == COMMAND_POUR);
  press(&person, INPUT_LEFT, false, false, false);
  frame(&person);
  assert_false(tools_held(&person.tools, params, &held));
  press(&person, INPUT_LEFT, true, true, false);
  frame(&person);
  assert_true(tools_held(&person.tools, params, &held) && held.kind == COMMAND_DRAIN);
  press(&person, INPUT_LEFT, false, true, false);
  person.input.shift = false;
  frame(&person);
  press(&person, INPUT_RIGHT, true, false, false);
  frame(&person);
  assert_false(tools_held(&person.tools, params, &held)); /* it may be a look around */
  for (int n = 0; n < 20; n++) frame(&person);
  assert_true(tools_held(&person.tools, params, &held) && held.kind == COMMAND_DRAIN);
  press(&person, INPUT_RIGHT, false, false, false);
  press(&person, INPUT_RIGHT, true, false, false);
  move(&person, 380, 200);
  for (int n = 0; n < 20; n++) frame(&person);
  assert_false(tools_held(&person.tools, params, &held)); /* it was moved at once: a look around */
  end(&person);
}

/* m: how far the ground at the pointer has risen after a hold of the left button. */
static float hold_over_ground(Person *person, Tool tool, bool shift, int frames) {
  person->tools.chosen = tool;
  frame(person);
  const float x = person->tools.aim.position[0], z = person->tools.aim.position[2];
  const float before = weir_water_terrain_at(person->session.world->water, x, z);
  press(person, INPUT_LEFT, true, shift, false);
  for (int n = 0; n < frames; n++) frame(person);
  press(person, INPUT_LEFT, false, shift, false);
  frame(person);
  return weir_water_terrain_at(person->session.world->water, x, z) - before;
}

static void heaping_raises_the_ground_and_digging_lowers_it(void **state) {
  (void)state;
  static Person person;
  begin(&person, "pool", "64", 1);
  const float by_hand = person.session.wanted.params.heap_rate * 30 * person.session.world->params.tick;
  move(&person, 320, 200);
  const float heaped = hold_over_ground(&person, TOOL_HEAP, false, 30);
  assert_true(heaped > 0.5f * by_hand); /* the click's first tenth of a second comes on top, the brush's slope takes off */
  assert_true(hold_over_ground(&person, TOOL_DIG, false, 30) < -0.5f * by_hand);
  assert_true(hold_over_ground(&person, TOOL_DIG, true, 30) > 0.5f * by_hand);
  end(&person);
}

static void a_button_ends_its_own_drag_alone(void **state) {
  (void)state;
  static Person person;
  Command held;
  begin(&person, "pool", "64", 1);
  const Params *const params = &person.session.wanted.params;
  move(&person, 320, 200);
  press(&person, INPUT_RIGHT, true, false, false); /* a look around, then a click while it lasts */
  press(&person, INPUT_LEFT, true, false, false);
  press(&person, INPUT_RIGHT, false, false, false);
  frame(&person);
  press(&person, INPUT_LEFT, false, false, false);
  frame(&person);
  assert_int_equal(count_kind(&person, COMMAND_DROP), 1);
  person.tools.chosen = TOOL_POUR;
  press(&person, INPUT_LEFT, true, false, false);
  frame(&person);
  press(&person, INPUT_RIGHT, true, false, false); /* another button takes the drag over */
  press(&person, INPUT_LEFT, false, false, false);
  for (int n = 0; n < 20; n++) frame(&person);
  assert_true(tools_held(&person.tools, params, &held) && held.kind == COMMAND_DRAIN);
  press(&person, INPUT_RIGHT, false, false, false);
  frame(&person);
  assert_false(tools_held(&person.tools, params, &held));
  end(&person);
}

static void a_second_finger_drops_nothing(void **state) {
  (void)state;
  static Person person;
  begin(&person, "pool", "64", 1);
  move(&person, 320, 200);
  press(&person, INPUT_LEFT, true, false, false);
  frame(&person);
  press(&person, INPUT_TWO_FINGERS, true, false, false);
  person.input.left = false;
  frame(&person);
  press(&person, INPUT_TWO_FINGERS, false, false, false);
  frame(&person);
  assert_int_equal(person.tools.drops, 0);
  click(&person);
  assert_int_equal(person.tools.drops, 1);
  end(&person);
}

static void each_kind_of_body_has_a_name(void **state) {
  (void)state;
  for (int kind = 0; kind < BODY_KIND_COUNT; kind++) assert_non_null(tools_body_name((BodyKind)kind));
}

static void changes_of_parameters_are_taken_back_one_by_one(void **state) {
  (void)state;
  static UndoList history;
  const ParamInfo *param;
  Params params = params_default();
  const Params start = params;
  undo_list_reset(&history, &params);
  params.gravity = 5;
  undo_list_look(&history, &params, 1.0);
  params.gravity = 6; /* soon after: one change */
  undo_list_look(&history, &params, 1.2);
  params.rain = 500;
  undo_list_look(&history, &params, 3.0);
  assert_int_equal(undo_list_move(&history, -1, &params, &param), UNDO_PARAM);
  assert_string_equal(param->name, "rain");
  assert_true(params.rain == start.rain && params.gravity == 6);
  assert_int_equal(undo_list_move(&history, -1, &params, &param), UNDO_PARAM);
  assert_string_equal(param->name, "gravity");
  assert_memory_equal(&params, &start, sizeof params);
  assert_int_equal(undo_list_move(&history, -1, &params, &param), UNDO_NOTHING);
  params.gravity = 4;
  params.rain = 100; /* at once, as by a preset: one change */
  const Params both = params;
  undo_list_look(&history, &params, 6.0);
  assert_int_equal(undo_list_move(&history, -1, &params, &param), UNDO_PARAM);
  assert_memory_equal(&params, &start, sizeof params);
  assert_int_equal(undo_list_move(&history, 1, &params, &param), UNDO_PARAM);
  assert_memory_equal(&params, &both, sizeof params);
  assert_int_equal(undo_list_move(&history, -1, &params, &param), UNDO_PARAM);
  for (int n = 0; n < 3 * UNDO_STEPS; n++) {
    params.gravity = 1 + (float)(n % 7);
    undo_list_look(&history, &params, 10.0 + n);
  }
  int undone = 0;
  while (undo_list_move(&history, -1, &params, &param)) undone++;
  assert_int_equal(undone, UNDO_STEPS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(five_thousand_random_actions_run_again_are_the_same),
      cmocka_unit_test(a_command_that_was_not_recorded_is_found_out),
      cmocka_unit_test(a_world_loaded_before_its_first_tick_runs_again),
      cmocka_unit_test(a_click_drops_and_a_drag_pushes),
      cmocka_unit_test(a_moving_pointer_stirs_and_a_resting_one_does_not),
      cmocka_unit_test(shift_and_the_right_button_reverse_what_paints),
      cmocka_unit_test(heaping_raises_the_ground_and_digging_lowers_it),
      cmocka_unit_test(a_button_ends_its_own_drag_alone),
      cmocka_unit_test(a_second_finger_drops_nothing),
      cmocka_unit_test(each_kind_of_body_has_a_name),
      cmocka_unit_test(changes_of_parameters_are_taken_back_one_by_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
