/* Nothing hangs in the air: each way to take a body's support or its holder away wakes it or lets it go. Delete under a sleeping stack and
 * water that rises or sinks under a float are in rest.c, jumps through time in past.c. */
#include <math.h>
#include <stdio.h>

#include "support.h"
#include "world/state/state.h"

static const float floor_y = 3.5f; /* m, of the dry half of the tank */

/* A tank 32 m wide with 3 m of water over the east half and a dry floor over the west. */
static World *make_tank(const char *sections) {
  char text[1024];
  snprintf(text, sizeof text,
           "[scene]\nsolver = pipe\ngrid = 64 64\ncell = 0.5\n[terrain]\nshape = flat\nground = 0 0 0.5 1 %g\n"
           "[water]\npool = 0 0 1 1 3\n%s\n",
           (double)floor_y, sections);
  return make_world_of(text, 1);
}

static void tell(World *world, Command command) {
  assert_true(world_command(world, &command));
}

static void hold(World *world, uint32_t serial, float x, float y, float z) {
  tell(world, (Command){.kind = COMMAND_GRAB, .grab = {.serial = serial, .x = x, .y = y, .z = z}});
}

static float height_of(const World *world, uint32_t serial) {
  return world->bodies[world_body(world, serial)].position[1];
}

/* --- a holder that goes -------------------------------------------------------------------------------------------------------- */

/* Held still for as long as a body needs to fall asleep, then let go: after its first tick it has moved by less than a sleeper may. */
static void what_was_held_still_falls_when_let_go(void **state) {
  (void)state;
  World *const world = make_tank("[bodies]\nstone = 0.25 0.5 0 0 size 1 1 1 set");
  const uint32_t serial = world->bodies[0].serial;
  hold(world, serial, 8, 8, 16);
  run_for(world, 6);
  assert_true(fabsf(height_of(world, serial) - 8) < 0.01f);
  tell(world, (Command){.kind = COMMAND_RELEASE});
  run_for(world, 4);
  print_message("let go at 8 m it lies at %.2f m\n", (double)height_of(world, serial));
  assert_true(fabsf(height_of(world, serial) - floor_y - 0.5f) < 0.02f);
  world_destroy(world);
}

/* The body that lies on a held one stays awake with it, and has lain still for long when the held one goes. */
static void what_lay_on_a_held_body_falls_when_that_is_deleted(void **state) {
  (void)state;
  World *const world =
      make_tank("[bodies]\nstone = 0.25 0.5 0 0 size 2 1 2 set\nwood = 0.25 0.5 1 0 size 1 1 1 set\n[params]\ntick = 0.01");
  const uint32_t below = world->bodies[0].serial, upper = world->bodies[1].serial;
  hold(world, below, 8, floor_y + 0.5f, 16);
  run_for(world, 6);
  assert_false(world->bodies[1].asleep);
  tell(world, (Command){.kind = COMMAND_DELETE, .serial = below});
  run_for(world, 4);
  print_message("it lies at %.2f m\n", (double)height_of(world, upper));
  assert_false(world->mouse_joint.holds);
  assert_true(fabsf(height_of(world, upper) - floor_y - 0.5f) < 0.02f);
  world_destroy(world);
}

/* A state that was written in the middle of a hold, and while a car was driven, goes on with no hand on it. */
static void a_state_goes_on_without_hands(void **state) {
  (void)state;
  static unsigned char bytes[1 << 22];
  Error error;
  World *world = make_tank("[bodies]\nstone = 0.25 0.5 0 0 size 1 1 1 set\ncar = 0.25 0.2 0 0");
  const uint32_t serial = world->bodies[0].serial;
  hold(world, serial, 8, 8, 16);
  tell(world, (Command){.kind = COMMAND_DRIVE, .drive = {.steer = 0.5f, .gas = 0.3f}});
  run_for(world, 1);
  const size_t size = world_state_write(world, bytes, sizeof bytes);
  assert_true(size <= sizeof bytes);
  world_destroy(world);
  world = world_state_read(bytes, size, 1, &error);
  if (!world) fail_msg("%s", error.text);
  assert_true(world->mouse_joint.holds && world->drive.gas > 0);
  world_let_go(world);
  assert_int_equal(world_commands_waiting(world), 2);
  world_let_go(world); /* once is enough */
  assert_int_equal(world_commands_waiting(world), 2);
  run_for(world, 4);
  assert_true(!world->mouse_joint.holds && world->drive.gas == 0 && world->drive.steer == 0);
  assert_true(fabsf(height_of(world, serial) - floor_y - 0.5f) < 0.02f);
  world_let_go(world);
  assert_int_equal(world_commands_waiting(world), 0);
  world_destroy(world);
}

/* --- a support that goes --------------------------------------------------------------------------------------------------------- */

static void run_to_sleep(World *world) {
  for (int n = 0; n < 3000 && !world->bodies[world->body_count - 1].asleep; n++) world_step(world);
  assert_true(world->bodies[world->body_count - 1].asleep);
}

/* A pit under a pile: all of it goes down, the body at the top too, which the ground has nothing to do with. */
static void a_pile_follows_the_ground_that_is_dug_away(void **state) {
  (void)state;
  World *const world = make_tank("[bodies]\nstone = 0.25 0.5 0 0 size 1 1 1 set\nstone = 0.25 0.5 1 0 size 1 1 1 set");
  run_to_sleep(world);
  const float low = world->bodies[0].position[1], high = world->bodies[1].position[1];
  for (int n = 0; n < 50; n++) {
    tell(world, (Command){.kind = COMMAND_HEAP, .brush = {.x = 8, .z = 16, .radius = 4, .amount = -0.02f}});
    world_step(world);
  }
  run_for(world, 4);
  print_message("a pit of 1 m: from %.2f and %.2f m to %.2f and %.2f m\n", (double)low, (double)high, (double)world->bodies[0].position[1],
                (double)world->bodies[1].position[1]);
  assert_true(world->bodies[0].position[1] < low - 0.7f && world->bodies[1].position[1] < high - 0.7f);
  world_destroy(world);
}

/* A stone that lies over a gate and a bank goes up with the gate, and down again. */
static void what_lies_on_a_gate_goes_with_it(void **state) {
  (void)state;
  World *const world = make_tank("[machines]\ngate = 0.25 0.4 0.25 0.6 5.5 1 0\n[bodies]\nstone = 0.25 0.5 2 0 size 0.6 0.6 0.6 set");
  const uint32_t stone = world->bodies[0].kind == BODY_GATE ? world->bodies[1].serial : world->bodies[0].serial;
  assert_int_equal(world->machine_count, 1);
  for (int n = 0; n < 3000 && !world->bodies[world_body(world, stone)].asleep; n++) world_step(world);
  const float before = height_of(world, stone);
  assert_true(world->bodies[world_body(world, stone)].asleep && before > floor_y + 2);
  tell(world, (Command){.kind = COMMAND_GATE, .machine = {.which = -1, .x = 8, .z = 16, .value = 0.6f}});
  run_for(world, 5);
  const float above = height_of(world, stone);
  tell(world, (Command){.kind = COMMAND_GATE, .machine = {.which = -1, .x = 8, .z = 16, .value = 0}});
  run_for(world, 5);
  print_message("on the gate at %.2f m, up at %.2f m, down at %.2f m\n", (double)before, (double)above, (double)height_of(world, stone));
  assert_true(fabsf(above - before - 0.6f) < 0.03f && fabsf(height_of(world, stone) - before) < 0.03f);
  world_destroy(world);
}

/* Deleted, the gate drops what lay on it. */
static void what_lay_on_a_gate_falls_when_that_is_deleted(void **state) {
  (void)state;
  World *const world = make_tank("[machines]\ngate = 0.25 0.4 0.25 0.6 5.5 1 0\n[bodies]\nstone = 0.25 0.5 2 0 size 0.6 0.6 0.6 set");
  const int gate = world->bodies[0].kind == BODY_GATE ? 0 : 1;
  const uint32_t stone = world->bodies[1 - gate].serial;
  run_for(world, 10);
  assert_true(height_of(world, stone) > floor_y + 2);
  tell(world, (Command){.kind = COMMAND_DELETE, .serial = world->bodies[gate].serial});
  run_for(world, 4);
  assert_true(fabsf(height_of(world, stone) - floor_y - 0.3f) < 0.02f);
  world_destroy(world);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_was_held_still_falls_when_let_go), cmocka_unit_test(what_lay_on_a_held_body_falls_when_that_is_deleted),
      cmocka_unit_test(a_state_goes_on_without_hands),         cmocka_unit_test(a_pile_follows_the_ground_that_is_dug_away),
      cmocka_unit_test(what_lies_on_a_gate_goes_with_it),      cmocka_unit_test(what_lay_on_a_gate_falls_when_that_is_deleted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
