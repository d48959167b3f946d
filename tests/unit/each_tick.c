/* The calls that a game makes in each tick: changes, ticks, events and deltas are right, and change no bit of the water. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "support.h"

enum { NX = 141, NZ = 74, RECTS = 64, BODIES = 6 };

/* A pond beside a dry slope, so that some tiles are awake, some asleep and some dry. */
static float slope(float x, float z) {
  (void)z;
  return x < 20.0f ? 0.0f : 0.2f * (x - 20.0f);
}

static float pond(float x, float z) {
  (void)z;
  return x < 28.0f ? 1.5f : -100.0f;
}

static WeirWater *pond_water(WeirSolver solver) {
  const WeirTuning tuning = weir_tuning_default();
  return make_water(solver, NX, NZ, 0.25f, slope, pond, &tuning);
}

/* One of what a person or a game does between two steps. */
static void act(WeirWater *water, Rng *rng) {
  const float x = rng_range(rng, 0, NX * 0.25f), z = rng_range(rng, 0, NZ * 0.25f);
  switch (rng_next(rng) % 12) {
    case 0: weir_water_add(water, x, z, 1.0f, 0.3f); break;
    case 1: weir_water_disturb(water, x, z, 1.5f, 0.2f); break;
    case 2: weir_water_heap(water, x, z, 1.0f, 0.1f); break;
    case 3: weir_water_impulse(water, x, z, 2.0f, 1.0f, -0.5f); break;
    case 4: weir_water_set_sources(water, &(WeirSource){x, z, 1.0f, 0.2f}, 1); break;
    case 5: weir_water_set_sources(water, NULL, 0); break;
    default: break;
  }
}

/* A body at each of some places, that bobs with the tick. */
static void place_bodies(WeirBody *bodies, int tick) {
  for (int n = 0; n < BODIES; n++) {
    bodies[n] = weir_body_default();
    bodies[n].id = (uint32_t)n + 1;
    bodies[n].position[0] = 3.0f + 5.0f * (float)n;
    bodies[n].position[1] = 1.6f + 0.3f * (float)((tick + 3 * n) % 11 - 5) / 5.0f;
    bodies[n].position[2] = 8.0f;
  }
}

/* A copy of the water elsewhere, kept by rectangles alone. */
typedef struct Copy {
  float terrain[NX * NZ], depth[NX * NZ];
  uint64_t version;
  int most;
  long cells; /* copied so far */
} Copy;

static void copy_update(Copy *copy, WeirWater *water) {
  WeirRect rects[RECTS];
  static uint8_t covered[NX * NZ];
  int count = -1;
  memset(covered, 0, sizeof covered);
  copy->version = weir_water_changes(water, copy->version, rects, copy->most, &count);
  assert_true(copy->version > 0 && count >= 0 && count <= copy->most);
  const WeirView bed = weir_water_terrain(water), depth = weir_water_depth(water);
  for (int n = 0; n < count; n++) {
    const WeirRect r = rects[n];
    assert_true(r.i0 >= 0 && r.i0 < r.i1 && r.i1 <= NX && r.k0 >= 0 && r.k0 < r.k1 && r.k1 <= NZ);
    for (int k = r.k0; k < r.k1; k++)
      for (int i = r.i0; i < r.i1; i++) {
        assert_true(!covered[k * NX + i]);
        covered[k * NX + i] = 1;
        copy->cells++;
        copy->terrain[k * NX + i] = bed.data[k * bed.stride + i];
        copy->depth[k * NX + i] = depth.data[k * depth.stride + i];
      }
  }
  for (int k = 0; k < NZ; k++) {
    assert_memory_equal(copy->terrain + k * NX, bed.data + k * bed.stride, sizeof(float) * NX);
    assert_memory_equal(copy->depth + k * NX, depth.data + k * depth.stride, sizeof(float) * NX);
  }
}

/* Whatever is done to the water, a copy that takes over the rectangles alone is equal to it: with rectangles enough and few, read in each
 * tick and now and then. */
static void a_copy_follows_the_rectangles(void **state) {
  (void)state;
  static Copy copies[3];
  for (int run = 0; run < 9; run++) {
    const WeirSolver solver = (WeirSolver)(run % 3);
    WeirWater *water = pond_water(solver);
    if (run >= 6) weir_water_set_coupling(water, WEIR_LAYERS);
    use_threads(water, 1 + run % 2);
    Rng rng = {(uint64_t)run + 5};
    memset(copies, 0, sizeof copies);
    copies[0].most = RECTS, copies[1].most = 3, copies[2].most = 1;
    for (int tick = 0; tick < 120; tick++) {
      WeirBody bodies[BODIES];
      if (run >= 3) {
        place_bodies(bodies, tick < 60 ? tick : 60);
        weir_water_displace(water, bodies, tick < 80 ? BODIES : 0, 0.02f);
        if (tick % 2) copy_update(&copies[0], water);
      }
      if (tick < 90) act(water, &rng);
      if (tick % 5 == 0) copy_update(&copies[0], water);
      weir_water_step(water, 0.02f);
      if (tick == 100) weir_water_set_solver(water, (WeirSolver)((run + 1) % 3));
      copy_update(&copies[0], water);
      if (tick % 7 == 0) copy_update(&copies[1], water);
      if (tick % 3 == 0) copy_update(&copies[2], water);
    }
    weir_water_destroy(water);
  }
}

/* An editor whose game is paused: edits under bodies, each of them looked at, and the bodies put into the water again. */
static void edits_under_bodies_are_seen(void **state) {
  (void)state;
  static Copy copy;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = pond_water((WeirSolver)solver);
    WeirBody bodies[BODIES];
    copy = (Copy){.most = RECTS};
    place_bodies(bodies, 5);
    for (int tick = 0; tick < 20; tick++) {
      weir_water_displace(water, bodies, BODIES, 0.02f);
      weir_water_step(water, 0.02f);
    }
    for (int edit = 0; edit < 12; edit++) {
      const float x = 3.0f + 2.5f * (float)edit;
      if (edit % 3 == 0) weir_water_heap(water, x, 8.0f, 1.5f, 0.2f);
      if (edit % 3 == 1) weir_water_add(water, x, 8.0f, 1.5f, 0.5);
      if (edit % 3 == 2) weir_water_disturb(water, x, 8.0f, 1.5f, 0.3f);
      copy_update(&copy, water);
      weir_water_displace(water, bodies, BODIES, 0.02f);
      copy_update(&copy, water);
    }
    weir_water_destroy(water);
  }
}

/* Little is copied where little happens, and nothing at rest. */
static void rest_changes_nothing(void **state) {
  (void)state;
  static Copy copy;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = pond_water((WeirSolver)solver);
    copy = (Copy){.most = RECTS};
    copy_update(&copy, water);
    assert_int_equal(copy.cells, NX * NZ); /* since version 0 all is new */
    for (int tick = 0; tick < 10; tick++) weir_water_step(water, 0.02f);
    copy.cells = 0;
    copy_update(&copy, water);
    assert_int_equal(copy.cells, 0);
    copy.version += 5; /* of another water: all is new */
    copy_update(&copy, water);
    assert_int_equal(copy.cells, NX * NZ);
    copy.cells = 0;
    weir_water_heap(water, 34.0f, 1.0f, 0.5f, 0.3f); /* on dry land in the first row of the last column of tiles */
    copy_update(&copy, water);
    assert_true(copy.cells > 0 && copy.cells <= 64 * 8);
    weir_water_destroy(water);
  }
}

/* --- ticks -------------------------------------------------------------------------------------------------------------- */

static void ticks_add_up_to_the_frames(void **state) {
  (void)state;
  WeirTicker ticker = {.tick = 0.02};
  Rng rng = {3};
  double seconds = 0;
  long ticks = 0;
  for (int frame = 0; frame < 5000; frame++) {
    const double length = (double)rng_range(&rng, 0.0f, 0.1f);
    seconds += length;
    const int due = weir_ticker_frame(&ticker, length);
    assert_true(due >= 0 && due <= 8);
    ticks += due;
    const float share = weir_ticker_share(&ticker);
    assert_true(share >= 0.0f && share <= 1.0f);
    /* rounding of 5000 sums of numbers below 250 s */
    assert_true(fabs((double)ticks * 0.02 + ticker.waiting - seconds) < 1e-9);
  }
  WeirTicker third = {.tick = 1.0 / 3, .most = 2}; /* three thirds, but for a rounding */
  assert_int_equal(weir_ticker_frame(&third, nextafter(1.0, 0.0)), 2);
  WeirTicker endless = {.tick = 0.02, .most = INT_MAX};
  assert_int_equal(weir_ticker_frame(&endless, 0.11), 5);
  assert_int_equal(weir_ticker_frame(&ticker, 3.0), 8); /* a frame that hangs is not made up for */
  assert_true(ticker.waiting == 0.0);
  const double odd[] = {NAN, INFINITY, -INFINITY, -1.0, 0.0, 1e300, 1e-300};
  for (size_t n = 0; n < 49; n++) {
    WeirTicker strange = {.tick = odd[n % 7], .waiting = odd[n / 7], .most = 5};
    for (size_t m = 0; m < 7; m++) {
      const int due = weir_ticker_frame(&strange, odd[m]);
      const float share = weir_ticker_share(&strange);
      assert_true(due >= 0 && due <= 5 && share >= 0.0f && share <= 1.0f);
    }
  }
}

static void the_surface_lies_between_two_ticks(void **state) {
  (void)state;
  static float surface[3][NX * NZ], between[NX * NZ];
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = pond_water((WeirSolver)solver);
    weir_water_surface_between(water, 0.3f, between); /* nothing is kept: as it is now */
    assert_true(weir_water_keep_ticks(water, true));
    weir_water_disturb(water, 10, 8, 2, 0.4f);
    for (int tick = 0; tick < 3; tick++) {
      weir_water_step(water, 0.02f);
      const WeirView bed = weir_water_terrain(water), depth = weir_water_depth(water);
      for (int k = 0; k < NZ; k++)
        for (int i = 0; i < NX; i++) surface[tick][k * NX + i] = bed.data[k * bed.stride + i] + depth.data[k * depth.stride + i];
    }
    weir_water_surface_between(water, 0.0f, between);
    assert_memory_equal(between, surface[1], sizeof between);
    weir_water_surface_between(water, 1.0f, between);
    assert_memory_equal(between, surface[2], sizeof between);
    assert_memory_not_equal(surface[1], surface[2], sizeof between);
    weir_water_surface_between(water, 0.25f, between);
    for (int n = 0; n < NX * NZ; n++) /* roundings of heights up to 10 m */
      assert_true(fabsf(between[n] - (0.75f * surface[1][n] + 0.25f * surface[2][n])) < 4e-6f);
    assert_true(weir_water_keep_ticks(water, false));
    weir_water_destroy(water);
  }
}

/* --- events ------------------------------------------------------------------------------------------------------------- */

static void a_body_enters_and_leaves(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = pond_water((WeirSolver)solver);
    assert_true(weir_water_keep_events(water, true));
    WeirEvent events[8];
    WeirBody body = weir_body_default();
    body.id = 42;
    body.position[0] = body.position[2] = 8;
    body.velocity[1] = -3;
    const float bottoms[] = {1.0f, 0.2f, -0.1f, -0.3f, 0.02f, 0.2f}; /* m over the level of rest: in at the third, out at the last */
    for (int n = 0; n < 6; n++) {
      body.position[1] = 1.5f + 0.5f + bottoms[n];
      weir_water_displace(water, &body, 1, 0.0f);
      const int count = weir_water_events(water, events, 8);
      assert_int_equal(count, n == 2 || n == 5);
      if (count == 0) continue;
      assert_int_equal(events[0].kind, n == 2 ? WEIR_ENTERED : WEIR_LEFT);
      assert_int_equal(events[0].which, 42);
      assert_true(fabsf(events[0].y - 1.5f) < 0.3f && fabsf(events[0].x - 8.0f) < 1e-6f);
      assert_true(fabsf(events[0].speed - 3.0f) < 1e-6f); /* still water */
    }
    body.position[1] = 1.5f;
    weir_water_displace(water, &body, 1, 0.0f);
    weir_water_displace(water, NULL, 0, 0.0f); /* taken out */
    assert_int_equal(weir_water_events(water, events, 8), 2);
    assert_int_equal(events[0].kind, WEIR_ENTERED);
    assert_int_equal(events[1].kind, WEIR_LEFT);
    assert_true(fabsf(events[1].y - 1.5f) < 0.3f && events[1].depth > 1.0f);
    body.position[1] = 1.0f; /* lower: with dt = 0 it has taken the water in its place along */
    weir_water_displace(water, &body, 1, 0.0f);
    assert_int_equal(weir_water_events(water, events, 8), 1);
    weir_water_set_coupling(water, WEIR_DISPLACE); /* it stays where it is: nothing has happened to it */
    weir_water_set_coupling(water, WEIR_LAYERS);
    weir_water_set_solver(water, (WeirSolver)((solver + 1) % WEIR_SOLVER_COUNT));
    assert_int_equal(weir_water_events(water, events, 8), 0);
    weir_water_destroy(water);
  }
}

static void a_full_list_drops_the_oldest(void **state) {
  (void)state;
  static WeirEvent events[2 * WEIR_EVENTS_MAX];
  static WeirBody bodies[700];
  WeirWater *water = pond_water(WEIR_PIPE);
  weir_water_keep_events(water, true);
  for (int n = 0; n < 700; n++) {
    bodies[n] = weir_body_default();
    bodies[n].id = (uint32_t)(n + 1) * 16384u; /* many in one slot of the table */
    for (int axis = 0; axis < 3; axis++) bodies[n].half[axis] = 0.05f;
    bodies[n].position[0] = 1.0f + (float)(n % 20);
    bodies[n].position[1] = 1.0f;
    bodies[n].position[2] = 1.0f + 0.4f * (float)(n / 20);
  }
  weir_water_displace(water, bodies, 700, 0.0f);
  weir_water_displace(water, NULL, 0, 0.0f);
  assert_int_equal(weir_water_events(water, events, 10), 10);
  assert_int_equal(events[0].which, 16384u * (1400 - WEIR_EVENTS_MAX + 1)); /* the first 376 are gone */
  assert_int_equal(weir_water_events(water, events, 2 * WEIR_EVENTS_MAX), WEIR_EVENTS_MAX - 10);
  int left = 0;
  for (int n = 0; n < WEIR_EVENTS_MAX - 10; n++) left += events[n].kind == WEIR_LEFT;
  assert_int_equal(left, 700);
  assert_int_equal(weir_water_events(water, events, 10), 0);
  weir_water_destroy(water);
}

static float dam(float x, float z) {
  (void)z;
  return x < 16.0f ? 4.0f : -100.0f;
}

/* The front of a dam break over dry ground runs at less than Ritter's 2*sqrt(g*h) and at more than half of it; it comes to the gauges in
 * their order, and in what has run dry a gauge drains. */
static void a_front_arrives(void **state) {
  (void)state;
  const WeirTuning tuning = weir_tuning_ideal();
  WeirWater *water = make_water(WEIR_SWE, 256, 8, 0.25f, NULL, dam, &tuning);
  const WeirGauge gauges[] = {{24, 1, 0.05f}, {32, 1, 0.05f}, {40, 1, 0.05f}, {2, 1, 3.9f}, {NAN, 0, 1}, {8, 1, -1}};
  assert_true(weir_water_set_gauges(water, gauges, 6));
  WeirEvent events[16];
  int count = 0;
  for (int step = 0; step < 400; step++) {
    weir_water_step(water, 0.02f);
    count += weir_water_events(water, events + count, 16 - count);
  }
  assert_int_equal(count, 4);
  int arrived = 0;
  for (int n = 0; n < count; n++) {
    if (events[n].which == 3) {
      assert_int_equal(events[n].kind, WEIR_DRAINED);
      assert_true(events[n].depth < 1.95f && events[n].speed < 0.0f);
      continue;
    }
    assert_int_equal(events[n].kind, WEIR_ARRIVED);
    assert_int_equal(events[n].which, arrived);
    const double ritter = (double)(gauges[arrived].x - 16.0f) / (2.0 * sqrt(9.81 * 4.0));
    assert_true(events[n].time > ritter && events[n].time < 2.0 * ritter);
    assert_true(events[n].depth >= 0.05f && events[n].speed > 0.0f);
    arrived++;
  }
  assert_int_equal(arrived, 3);
  weir_water_add(water, 2, 1, 2, 100);
  weir_water_step(water, 1e-40f); /* too short to divide by */
  assert_true(weir_water_events(water, events, 1) == 1 && events[0].kind == WEIR_ARRIVED && isfinite(events[0].speed));
  weir_water_destroy(water);
}

/* --- all of them ---------------------------------------------------------------------------------------------------------- */

static void readers_change_no_bit(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    uint64_t hashes[2];
    for (int read = 0; read < 2; read++) {
      WeirWater *water = pond_water((WeirSolver)solver);
      if (read) weir_water_keep_ticks(water, true);
      if (read) weir_water_set_gauges(water, &(WeirGauge){30, 8, 0.1f}, 1);
      Rng rng = {11};
      for (int tick = 0; tick < 60; tick++) {
        WeirBody bodies[BODIES];
        WeirRect rects[RECTS];
        WeirEvent events[4];
        int count;
        place_bodies(bodies, tick);
        weir_water_displace(water, bodies, BODIES, 0.02f);
        act(water, &rng);
        weir_water_step(water, 0.02f);
        if (read) weir_water_changes(water, 0, rects, RECTS, &count);
        if (read) weir_water_events(water, events, 4);
      }
      hashes[read] = weir_water_hash(water);
      weir_water_destroy(water);
    }
    assert_true(hashes[0] == hashes[1]);
  }
}

/* --- deltas ------------------------------------------------------------------------------------------------------------- */

/* A saved state; for the caller to free. */
static unsigned char *saved(const WeirWater *water, size_t *size) {
  *size = weir_water_save(water, NULL, 0);
  unsigned char *const bytes = malloc(*size);
  assert_non_null(bytes);
  weir_water_save(water, bytes, *size);
  return bytes;
}

/* Makes a delta, applies it, and returns its size. */
static size_t round_trip(const unsigned char *baseline, size_t baseline_size, const unsigned char *to, size_t size) {
  const size_t needed = weir_delta_make(baseline, baseline_size, to, size, NULL, 0);
  unsigned char *const delta = malloc(needed), *const back = malloc(size + 1);
  assert_int_equal(weir_delta_make(baseline, baseline_size, to, size, delta, needed), needed);
  assert_int_equal(weir_delta_apply(baseline, baseline_size, delta, needed, NULL, 0, NULL), size);
  assert_int_equal(weir_delta_apply(baseline, baseline_size, delta, needed, back, size + 1, NULL), size);
  assert_memory_equal(back, to, size);
  free(delta);
  free(back);
  return needed;
}

static void a_delta_is_exact_and_small(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = pond_water((WeirSolver)solver);
    size_t size, later_size;
    weir_water_disturb(water, 4, 4, 1, 0.2f);
    unsigned char *const first = saved(water, &size);
    weir_water_step(water, 0.02f);
    unsigned char *const later = saved(water, &later_size);
    assert_true(round_trip(first, size, first, size) < 64);
    const size_t small = round_trip(first, size, later, later_size);
    assert_true(small < size / 4);           /* a disturbance of a sixth of the pond, all of whose words differ */
    round_trip(first, 0, later, later_size); /* from nothing */
    round_trip(first, 1001, later, later_size - 3);
    round_trip(later, later_size, first, 3);
    WeirBody body = weir_body_default();
    body.position[0] = body.position[1] = body.position[2] = 1.5f;
    weir_water_displace(water, &body, 1, 0.02f);
    size_t with_body_size;
    unsigned char *const with_body = saved(water, &with_body_size);
    round_trip(first, size, with_body, with_body_size);
    free(with_body);
    free(first);
    free(later);
    weir_water_destroy(water);
  }
}

/* Bytes of any kind: runs, noise, and numbers of both signs. */
static void any_bytes_go_there_and_back(void **state) {
  (void)state;
  enum { MOST = 3000 };
  static unsigned char a[MOST], b[MOST];
  Rng rng = {99};
  for (int round = 0; round < 300; round++) {
    const size_t size = rng_next(&rng) % MOST, baseline_size = round % 3 ? size : rng_next(&rng) % MOST;
    for (size_t n = 0; n < MOST; n++) {
      a[n] = (unsigned char)(rng_next(&rng) % 4 ? 0 : rng_next(&rng));
      b[n] = (unsigned char)(round % 5 == 0 ? rng_next(&rng) : rng_next(&rng) % 50 ? a[n] : rng_next(&rng));
    }
    round_trip(a, baseline_size, b, size);
  }
}

/* A delta that was changed on the way, cut off or meant for another state is refused, and writes within its room. */
static void a_bad_delta_is_refused(void **state) {
  (void)state;
  enum { SIZE = 4000 };
  static unsigned char a[SIZE], b[SIZE], delta[2 * SIZE], back[SIZE];
  Rng rng = {5};
  for (size_t n = 0; n < SIZE; n++) b[n] = (unsigned char)(rng_next(&rng) % 9 ? 0 : rng_next(&rng));
  const size_t size = weir_delta_make(a, SIZE, b, SIZE, delta, sizeof delta);
  WeirError error;
  for (size_t n = 0; n < size; n++) {
    delta[n] ^= (unsigned char)(1u << rng_next(&rng) % 8);
    error.text[0] = '\0';
    const size_t result = weir_delta_apply(a, SIZE, delta, size, back, SIZE, &error);
    const bool asks_for_more = n >= 24 && n < 32 && result > SIZE; /* what was changed is the state's size */
    assert_true(asks_for_more || result == 0 || result == SIZE);
    assert_true(result != 0 || error.text[0] != '\0');
    if (result == SIZE) assert_memory_equal(back, b, SIZE); /* one of the last byte's spare bits */
    weir_delta_make(a, SIZE, b, SIZE, delta, sizeof delta);
  }
  for (size_t cut = 0; cut < size; cut += 7) assert_true(weir_delta_apply(a, SIZE, delta, cut, back, SIZE, &error) == 0);
  weir_delta_make(a, SIZE, b, 0, delta, sizeof delta);
  error.text[0] = '\0';
  assert_true(weir_delta_apply(a, SIZE, delta, size, back, SIZE, &error) == 0 && error.text[0] != '\0'); /* of no state */
  weir_delta_make(a, SIZE, b, SIZE, delta, sizeof delta);
  a[0] = 1;
  assert_true(weir_delta_apply(a, SIZE, delta, size, back, SIZE, &error) == 0);
  assert_string_equal(error.text, "delta: made from another baseline");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_copy_follows_the_rectangles),
      cmocka_unit_test(edits_under_bodies_are_seen),
      cmocka_unit_test(rest_changes_nothing),
      cmocka_unit_test(ticks_add_up_to_the_frames),
      cmocka_unit_test(the_surface_lies_between_two_ticks),
      cmocka_unit_test(a_body_enters_and_leaves),
      cmocka_unit_test(a_full_list_drops_the_oldest),
      cmocka_unit_test(a_front_arrives),
      cmocka_unit_test(readers_change_no_bit),
      cmocka_unit_test(a_delta_is_exact_and_small),
      cmocka_unit_test(any_bytes_go_there_and_back),
      cmocka_unit_test(a_bad_delta_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
