/* Sound without a device: what is rendered follows what the water does. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "sound/listener.h"
#include "support.h"

enum { FRAMES = 960 /* a tick of 0.02 s */ };

static Synth synth;
static Listener listener;
static float out[2 * FRAMES];

static void begin(void) {
  synth_init(&synth);
  memset(&listener, 0, sizeof listener);
  synth_set(&synth, SYNTH_VOLUME, 1);
}

/* The mean square of what is rendered next, and the greatest value. */
static double render(double *most) {
  double sum = 0;
  synth_render(&synth, out, FRAMES);
  for (int n = 0; n < 2 * FRAMES; n++) {
    assert_true(isfinite(out[n]) && fabsf(out[n]) <= 1);
    sum += (double)out[n] * (double)out[n];
    if (most) *most = fmax(*most, fabs((double)out[n]));
  }
  return sum / (2 * FRAMES);
}

static void nothing_sounds_where_nothing_happens(void **state) {
  (void)state;
  begin();
  for (int n = 0; n < 50; n++) assert_true(render(NULL) == 0);
}

/* A metal crate dropped from so high into a calm pool, heard from the rim: the energy of all that is rendered. */
static double loudness_of_drop(float height, const char *save) {
  World *const world = make_world("pool", 1, 1, "splash=1");
  WorldView *const view = world_view_create(world->nx, world->nz);
  const float x = 0.5f * (float)world->nx * world->cell, level = weir_water_surface_at(world->water, x, x);
  const ListenerPlace place = {.eye = {x, level + 2, x + 6}, .right = {1, 0, 0}, .volume = 1};
  double sum = 0;
  FILE *const file = save ? fopen(save, "wb") : NULL;
  begin();
  for (int n = 0; n < world->body_count; n++) world_command(world, &(Command){.kind = COMMAND_DELETE, .serial = world->bodies[n].serial});
  world_command(world, &(Command){.kind = COMMAND_DROP,
                                  .drop = {.material = MATERIAL_METAL, .x = x, .y = level + height, .z = x, .size = {1, 0.7f, 1}}});
  for (int tick = 0; tick < 200; tick++) {
    world_step(world);
    world_view_copy(view, NULL, world, &(WorldViewRequest){0});
    listener_hear(&listener, view, &place, &synth);
    sum += render(NULL);
    if (file) fwrite(out, sizeof out, 1, file);
  }
  if (file) fclose(file);
  world_view_destroy(view);
  world_destroy(world);
  return sum;
}

static void higher_drops_are_louder(void **state) {
  (void)state;
  const float heights[] = {1, 2, 4, 8, 16};
  double before = 0;
  for (int n = 0; n < 5; n++) {
    const double now = loudness_of_drop(heights[n], NULL);
    print_message("  from %4.1f m: %.3g\n", (double)heights[n], now);
    assert_true(now > 1.1 * before && now > 0);
    before = now;
  }
}

static void a_splash_to_the_left_is_heard_left(void **state) {
  (void)state;
  for (int side = -1; side <= 1; side += 2) {
    double left = 0, right = 0;
    begin();
    synth_splash(&synth, &(SynthSplash){.energy = 1000, .size = 1, .pan = 0.8f * (float)side});
    for (int n = 0; n < 40; n++) {
      render(NULL);
      for (int at = 0; at < FRAMES; at++) {
        left += (double)(out[2 * at] * out[2 * at]);
        right += (double)(out[2 * at + 1] * out[2 * at + 1]);
      }
    }
    assert_true(side < 0 ? left > 3 * right : right > 3 * left);
  }
}

/* The mean square of two seconds at one level, after it has come up. */
static double level_sounds(SynthLevel level, float value) {
  double sum = 0;
  begin();
  synth_set(&synth, SYNTH_REVS, 20);
  synth_set(&synth, level, value);
  for (int n = 0; n < 150; n++) {
    const double now = render(NULL);
    if (n >= 50) sum += now;
  }
  return sum;
}

static void more_water_is_louder(void **state) {
  (void)state;
  const SynthLevel levels[] = {SYNTH_RAPIDS, SYNTH_STREAM, SYNTH_RAIN, SYNTH_POUR, SYNTH_ENGINE};
  for (int n = 0; n < 5; n++) {
    const double none = level_sounds(levels[n], 0), some = level_sounds(levels[n], 0.5f), much = level_sounds(levels[n], 1);
    assert_true(none == 0 && some > 1e-4 && much > 2 * some);
  }
}

/* Rapids are heard in a river that runs, and not in a pool. */
static float rapids_of(const char *scene, double seconds) {
  World *const world = make_world(scene, 1, 2, "rain=0");
  WorldView *const view = world_view_create(world->nx, world->nz);
  const float middle = 0.5f * (float)world->nx * world->cell;
  const ListenerPlace place = {.eye = {middle, 10, middle}, .right = {1, 0, 0}, .volume = 1};
  begin();
  run_for(world, seconds);
  world_view_copy(view, NULL, world, &(WorldViewRequest){.flow_every = 1});
  listener_hear(&listener, view, &place, &synth);
  world_view_destroy(view);
  world_destroy(world);
  return listener.rapids;
}

static void rapids_are_heard_where_white_water_is(void **state) {
  (void)state;
  const float gate = rapids_of("gate", 1.5), pool = rapids_of("pool", 1);
  print_message("  rapids: a dam break %.2f, a pool %.2f\n", (double)gate, (double)pool);
  assert_true(gate > 0.2f && pool == 0);
}

/* Whatever is asked for, the output stays in its range. */
static void anything_at_all_stays_in_range(void **state) {
  (void)state;
  Rng rng = {5};
  double most = 0;
  begin();
  for (int n = 0; n < 1000; n++) {
    synth_set(&synth, (SynthLevel)(rng_next(&rng) % SYNTH_LEVEL_COUNT), rng_range(&rng, -1, 40));
    if (n % 7 == 0) synth_set(&synth, SYNTH_RAIN, NAN);
    for (int k = 0; k < 100; k++)
      synth_splash(&synth, &(SynthSplash){rng_range(&rng, -1, 1e9f), rng_range(&rng, -1, 50), rng_range(&rng, -4, 4), k % 2 == 0});
    render(&most);
  }
  assert_true(most > 0.5);
}

int main(int argc, char **argv) {
  if (argc == 3) return loudness_of_drop((float)atof(argv[1]), argv[2]) > 0 ? 0 : 1; /* HEIGHT FILE: 32-bit floats, stereo, 48 kHz */
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_sounds_where_nothing_happens),  cmocka_unit_test(higher_drops_are_louder),
      cmocka_unit_test(a_splash_to_the_left_is_heard_left),    cmocka_unit_test(more_water_is_louder),
      cmocka_unit_test(rapids_are_heard_where_white_water_is), cmocka_unit_test(anything_at_all_stays_in_range),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
