/* The camera: turns about what one points at, follows a car, and never goes under the ground, whatever is done. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "input/camera.h"
#include "support.h"

enum { WIDTH = 640, HEIGHT = 360 };

static World *world;
static WorldView *view;
static Camera camera;

static void begin(const char *scene) {
  world = make_world(scene, 1, 1, "rain=0");
  view = world_view_create(world->nx, world->nz);
  assert_non_null(view);
  world_view_copy(view, NULL, world, &(WorldViewRequest){0});
  camera = (Camera){0};
  camera_reset(&camera, &world->scene.cameras[0], view);
  camera_update(&camera, &(Input){0}, view, WIDTH, HEIGHT, 0);
}

static void end(void) {
  world_view_destroy(view);
  world_destroy(world);
}

static void settle(void) {
  for (int n = 0; n < 100; n++) camera_update(&camera, &(Input){0}, view, WIDTH, HEIGHT, 0.05);
}

static void update(Input input) {
  camera_update(&camera, &input, view, WIDTH, HEIGHT, 0.05);
}

/* The pixel at which a place is seen. */
static void pixel_of(const float at[3], float pixel[2]) {
  float seen[3];
  const float *const v = camera.view, *const p = camera.projection;
  for (int n = 0; n < 3; n++) seen[n] = v[n] * at[0] + v[4 + n] * at[1] + v[8 + n] * at[2] + v[12 + n];
  assert_true(seen[2] < 0);
  pixel[0] = (0.5f - 0.5f * p[0] * seen[0] / seen[2]) * WIDTH;
  pixel[1] = (0.5f + 0.5f * p[5] * seen[1] / seen[2]) * HEIGHT;
}

static void a_drag_turns_about_what_lies_under_the_pointer(void **state) {
  (void)state;
  const float at[2] = {420, 250};
  float direction[3], before[2], after[2];
  begin("river");
  camera_ray(&camera, at[0], at[1], WIDTH, HEIGHT, direction);
  const Pick pick = world_view_pick(view, camera.eye, direction);
  assert_true(pick.hit);
  pixel_of(pick.position, before);
  update((Input){.presses = {{.button = INPUT_RIGHT, .down = true, .x = at[0], .y = at[1]}}, .press_count = 1});
  const float yaw = camera.goal.yaw;
  for (int n = 0; n < 30; n++) update((Input){.orbit_x = 4, .orbit_y = 1});
  settle();
  pixel_of(pick.position, after);
  print_message("  turned by %.2f rad; the place pointed at goes from %.1f %.1f to %.1f %.1f\n", (double)(camera.goal.yaw - yaw),
                (double)before[0], (double)before[1], (double)after[0], (double)after[1]);
  assert_true(fabsf(camera.goal.yaw - yaw) > 0.5f);
  assert_true(hypotf(after[0] - before[0], after[1] - before[1]) < 2);
  end();
}

static void flying_turns_about_the_eye(void **state) {
  (void)state;
  begin("river");
  assert_true(camera_set_mode(&camera, CAMERA_FLY, view));
  settle();
  float eye[3];
  memcpy(eye, camera.eye, sizeof eye);
  for (int n = 0; n < 30; n++) update((Input){.orbit_x = 4, .orbit_y = -1});
  settle();
  for (int n = 0; n < 3; n++) assert_float_equal(camera.eye[n], eye[n], 0.05f);
  end();
}

static void a_chase_keeps_the_car_in_the_middle(void **state) {
  (void)state;
  begin("ford");
  assert_true(camera_set_mode(&camera, CAMERA_CHASE, view));
  world_command(world, &(Command){.kind = COMMAND_DRIVE, .drive = {.gas = 0.5f}});
  const Body *car = NULL;
  float pixel[2];
  for (int n = 0; n < 200; n++) {
    world_step(world);
    world_view_copy(view, NULL, world, &(WorldViewRequest){0});
    update((Input){0});
  }
  for (int n = 0; n < view->body_count; n++)
    if (view->bodies[n].kind == BODY_CAR) car = &view->bodies[n];
  assert_non_null(car);
  pixel_of(car->position, pixel);
  print_message("  the car is seen at %.0f %.0f\n", (double)pixel[0], (double)pixel[1]);
  assert_true(fabsf(pixel[0] - WIDTH / 2) < 60 && fabsf(pixel[1] - HEIGHT / 2) < 60);
  world_command(world, &(Command){.kind = COMMAND_DELETE, .serial = car->serial});
  world_step(world);
  world_view_copy(view, NULL, world, &(WorldViewRequest){0});
  update((Input){0});
  assert_int_equal(camera.mode, CAMERA_ORBIT);
  end();
  begin("piers");
  assert_false(camera_set_mode(&camera, CAMERA_CHASE, view)); /* there is no body */
  end();
}

static void the_eye_stays_above_the_ground(void **state) {
  (void)state;
  Rng rng = {3};
  begin("hill");
  for (int n = 0; n < 20000; n++) {
    Input input = {.x = rng_range(&rng, 0, WIDTH), .y = rng_range(&rng, 0, HEIGHT)};
    if (n % 500 == 0) camera_set_mode(&camera, (CameraMode)(rng_next(&rng) % CAMERA_MODE_COUNT), view);
    if (n % 50 == 0) input.presses[input.press_count++] = (InputPress){INPUT_RIGHT, n % 100 == 0, input.x, input.y, false, false};
    input.orbit_x = rng_range(&rng, -60, 60), input.orbit_y = rng_range(&rng, -60, 60);
    input.wheel = rng_next(&rng) % 5 ? 0 : rng_range(&rng, -4, 4);
    input.pan_x = rng_next(&rng) % 5 ? 0 : rng_range(&rng, -40, 40);
    for (int axis = 0; axis < 3; axis++) input.fly[axis] = rng_range(&rng, -1, 1);
    update(input);
    for (int axis = 0; axis < 3; axis++) assert_true(isfinite(camera.eye[axis]));
    for (int m = 0; m < 16; m++) assert_true(isfinite(camera.view[m]) && isfinite(camera.projection[m]));
    assert_true(camera.eye[1] > world_view_ground_at(view, camera.eye[0], camera.eye[2]));
  }
  end();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_drag_turns_about_what_lies_under_the_pointer),
      cmocka_unit_test(flying_turns_about_the_eye),
      cmocka_unit_test(a_chase_keeps_the_car_in_the_middle),
      cmocka_unit_test(the_eye_stays_above_the_ground),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
