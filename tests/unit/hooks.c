/* The hooks of weir.h: all memory comes from the program's allocator, and where it gives none the water is as it was; all threads from its
 * job system, with the same bits. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "support.h"
#include "weir/weir.h"

/* The allocator of the tests: it counts, and refuses one call. */
static struct {
  long calls, refused; /* the call that is refused; 0: none */
  size_t bytes;        /* given and not taken back */
  long jobs;
} given;

static void *give(void *user, size_t size, size_t alignment) {
  assert_ptr_equal(user, &given);
  if (++given.calls == given.refused) return NULL;
  void *const memory = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  assert_non_null(memory);
  memset(memory, 0xa5, size); /* what is in it is nobody's to rely on */
  given.bytes += size;
  return memory;
}

static void take_back(void *user, void *memory, size_t size) {
  assert_ptr_equal(user, &given);
  given.bytes -= size;
  free(memory);
}

static void run_backwards(void *user, int count, WeirTask *task, void *data) {
  assert_ptr_equal(user, &given);
  given.jobs++;
  for (int n = count - 1; n >= 0; n--) task(data, n);
}

static int use_hooks(void **state) {
  (void)state;
  memset(&given, 0, sizeof given);
  return !weir_set_hooks(&(WeirHooks){.user = &given, .allocate = give, .release = take_back});
}

static int use_none(void **state) {
  (void)state;
  return !weir_set_hooks(NULL);
}

/* The C library's, as the library calls them (CMakeLists.txt wraps them). */
static long c_library_calls;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size) {
  c_library_calls++;
  return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  c_library_calls++;
  return __real_calloc(count, size);
}
void *__wrap_realloc(void *memory, size_t size) {
  c_library_calls++;
  return __real_realloc(memory, size);
}

/* --- a water with a bit of everything -------------------------------------------------------------------------------- */

enum { SIDE = 93, BODIES = 12 }; /* no multiple of any width of vectors */

static WeirBody bodies[BODIES];

static WeirWater *make(WeirSolver solver) {
  static float terrain[SIDE * SIDE], depth[SIDE * SIDE];
  for (int k = 0; k < SIDE; k++)
    for (int i = 0; i < SIDE; i++) {
      terrain[k * SIDE + i] = 0.02f * (float)i + 0.3f * (float)((i / 16 + k / 16) % 2);
      depth[k * SIDE + i] = i < SIDE / 2 ? 2.5f - terrain[k * SIDE + i] : 0.0f;
    }
  WeirWaterDef def = weir_water_def_default();
  def.nx = def.nz = SIDE;
  def.cell = 0.5f;
  def.solver = solver;
  def.threads = 2;
  def.terrain = terrain;
  def.depth = depth;
  def.boundary[WEIR_WEST] = (WeirBoundary){.kind = WEIR_WAVE, .level = 2.5f};
  def.boundary[WEIR_EAST] = (WeirBoundary){.kind = WEIR_OPEN};
  return weir_water_create(&def, NULL);
}

static void float_bodies(WeirWater *water) {
  for (int n = 0; n < BODIES; n++) {
    bodies[n] = weir_body_default();
    bodies[n].position[0] = 4.0f + 1.5f * (float)n;
    bodies[n].position[1] = 2.4f;
    bodies[n].position[2] = 20.0f + 0.3f * (float)n;
    bodies[n].id = (uint32_t)n + 1;
  }
  weir_water_displace(water, bodies, BODIES, 1.0f / 60);
}

static void step_with_bodies(WeirWater *water) {
  WeirForce forces[BODIES];
  weir_water_displace(water, bodies, BODIES, 1.0f / 60);
  weir_water_step(water, 1.0f / 60);
  weir_water_push(water, bodies, BODIES, 1.0f / 60, forces);
}

/* --- memory ---------------------------------------------------------------------------------------------------------- */

static bool finds_changes(WeirWater *water) {
  WeirRect rect;
  int count;
  return weir_water_changes(water, 0, &rect, 1, &count) != 0;
}
static bool keeps_ticks(WeirWater *water) {
  return weir_water_keep_ticks(water, true);
}
static bool sets_gauges(WeirWater *water) {
  return weir_water_set_gauges(water, &(WeirGauge){6, 20, 1}, 1);
}

static void run_everything(WeirSolver solver) {
  WeirWater *const water = make(solver);
  assert_non_null(water);
  float_bodies(water);
  for (int n = 0; n < 20; n++) step_with_bodies(water);
  weir_water_add_dye(water, 6, 20, 3, 1);
  weir_water_keep_highest(water, true);
  weir_water_watch(water, 6, 20);
  finds_changes(water);
  keeps_ticks(water);
  sets_gauges(water);
  weir_water_heap(water, 10, 10, 4, 0.5f);
  for (int n = 0; n < 20; n++) step_with_bodies(water);
  weir_water_set_solver(water, (WeirSolver)((solver + 1) % WEIR_SOLVER_COUNT));
  for (int n = 0; n < 20; n++) step_with_bodies(water);
  weir_water_set_coupling(water, WEIR_LAYERS);
  for (int n = 0; n < 5; n++) step_with_bodies(water);
  weir_water_destroy(water);
}

static void every_byte_comes_from_the_allocator(void **state) {
  (void)state;
  const long before = c_library_calls;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) run_everything((WeirSolver)solver);
  assert_int_equal(c_library_calls, before);
  assert_true(given.calls > 100);
  assert_int_equal(given.bytes, 0);
}

static void hooks_change_only_while_no_memory_is_in_use(void **state) {
  (void)state;
  WeirWater *const water = make(WEIR_PIPE);
  assert_false(weir_set_hooks(NULL));
  weir_water_destroy(water);
  assert_false(weir_set_hooks(&(WeirHooks){.allocate = give}));
  assert_true(weir_set_hooks(NULL));
}

/* One deed, of which every allocation is refused in turn. Returns whether it was done; if not, the water is as it was. */
typedef struct Deed {
  const char *name;
  WeirSolver solver;
  bool (*done)(WeirWater *water);
} Deed;

static bool sets_membrane(WeirWater *water) {
  weir_water_set_solver(water, WEIR_MEMBRANE);
  return weir_water_solver(water) == WEIR_MEMBRANE;
}
static bool sets_swe(WeirWater *water) {
  weir_water_set_solver(water, WEIR_SWE);
  return weir_water_solver(water) == WEIR_SWE;
}
static bool sets_pipe(WeirWater *water) {
  weir_water_set_solver(water, WEIR_PIPE);
  return weir_water_solver(water) == WEIR_PIPE;
}
static bool sets_side(WeirWater *water) {
  return weir_water_set_boundary(water, WEIR_NORTH, &(WeirBoundary){.kind = WEIR_SPONGE}, NULL);
}
static bool sets_series(WeirWater *water) {
  const double times[] = {0, 1, 2};
  const float values[] = {0, 0.5f, 0};
  return weir_water_set_series(water, WEIR_WEST, times, values, 3, NULL);
}
static bool keeps_highest(WeirWater *water) {
  return weir_water_keep_highest(water, true);
}
static bool watches(WeirWater *water) {
  return weir_water_watch(water, 6, 20);
}
static bool reserves_bodies(WeirWater *water) {
  return weir_water_reserve_bodies(water);
}
static bool dyes(WeirWater *water) {
  return weir_water_add_dye(water, 6, 20, 3, 1) != 0;
}
static void a_refused_deed_leaves_the_water_as_it_was(void **state) {
  (void)state;
  static const Deed deeds[] = {
      {"membrane", WEIR_SWE, sets_membrane}, {"swe", WEIR_MEMBRANE, sets_swe},       {"pipe", WEIR_MEMBRANE, sets_pipe},
      {"sponge", WEIR_PIPE, sets_side},      {"series", WEIR_SWE, sets_series},      {"highest", WEIR_PIPE, keeps_highest},
      {"watch", WEIR_SWE, watches},          {"bodies", WEIR_PIPE, reserves_bodies}, {"dye", WEIR_SWE, dyes},
      {"sponge", WEIR_MEMBRANE, sets_side},  {"changes", WEIR_PIPE, finds_changes},  {"ticks", WEIR_PIPE, keeps_ticks},
      {"gauges", WEIR_SWE, sets_gauges}};
  for (size_t n = 0; n < sizeof deeds / sizeof *deeds; n++) {
    WeirWater *const water = make(deeds[n].solver);
    for (int step = 0; step < 4; step++) weir_water_step(water, 1.0f / 60);
    bool done = false;
    long refused = 0;
    for (; !done && refused < 1000; refused++) {
      const uint64_t before = weir_water_hash(water);
      given.calls = 0;
      given.refused = refused + 1;
      done = deeds[n].done(water);
      given.refused = 0;
      if (!done && weir_water_hash(water) != before)
        fail_msg("%s, allocation %ld refused: the water has changed", deeds[n].name, refused + 1);
    }
    if (!done || refused < 2) fail_msg("%s: done %d, after %ld refused", deeds[n].name, done, refused - 1);
    weir_water_step(water, 1.0f / 60);
    weir_water_destroy(water);
    assert_int_equal(given.bytes, 0);
  }
}

static void a_refused_creation_leaves_nothing(void **state) {
  (void)state;
  for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++) {
    WeirWater *water = NULL;
    for (given.refused = 1; !water && given.refused < 1000; given.refused++) {
      given.calls = 0;
      water = make((WeirSolver)solver);
      if (!water) assert_int_equal(given.bytes, 0);
    }
    assert_true(water && given.refused > 3);
    given.refused = 0;
    float_bodies(water);
    for (int n = 0; n < 10; n++) step_with_bodies(water);
    const size_t size = weir_water_save(water, NULL, 0);
    void *const saved = malloc(size);
    weir_water_save(water, saved, size);
    const uint64_t hash = weir_water_hash(water);
    weir_water_destroy(water);
    water = NULL;
    for (given.refused = 1; !water && given.refused < 1000; given.refused++) {
      given.calls = 0;
      water = weir_water_load(saved, size, NULL);
      if (!water) assert_int_equal(given.bytes, 0);
    }
    assert_true(water && given.refused > 3);
    given.refused = 0;
    assert_true(weir_water_hash(water) == hash);
    weir_water_destroy(water);
    free(saved);
  }
}

/* Bodies that find no memory do not act on the water, and do again when there is some; nothing is lost meanwhile. */
static void a_step_whose_memory_is_refused_goes_on(void **state) {
  (void)state;
  for (int method = 0; method < 3; method++)
    for (int solver = 0; solver < WEIR_SOLVER_COUNT; solver++)
      for (long refused = 1, more = 1; more; refused++) {
        WeirWater *const water = make((WeirSolver)solver);
        weir_water_set_coupling(water, (WeirCoupling)method);
        given.calls = 0;
        given.refused = refused;
        float_bodies(water);
        for (int n = 0; n < 3; n++) step_with_bodies(water);
        more = given.calls >= refused;
        given.refused = 0;
        for (int n = 0; n < 3; n++) step_with_bodies(water);
        WeirStats stats;
        weir_water_stats(water, &stats);
        assert_true(stats.finite && stats.volume_error < 1e-6);
        WeirForce forces[BODIES];
        weir_water_push(water, bodies, BODIES, 1.0f / 60, forces);
        assert_true(forces[0].force[1] > 0);
        weir_water_destroy(water);
        assert_int_equal(given.bytes, 0);
      }
}

/* --- threads --------------------------------------------------------------------------------------------------------- */

static uint64_t hash_after_a_second(void) {
  WeirWater *const water = make(WEIR_SWE);
  float_bodies(water);
  for (int n = 0; n < 60; n++) step_with_bodies(water);
  const uint64_t hash = weir_water_hash(water);
  weir_water_destroy(water);
  return hash;
}

static void a_job_system_gives_the_same_bits(void **state) {
  (void)state;
  const uint64_t without = hash_after_a_second();
  assert_int_equal(given.jobs, 0);
  assert_true(weir_set_hooks(&(WeirHooks){.user = &given, .run = run_backwards}));
  assert_true(hash_after_a_second() == without);
  assert_true(given.jobs > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(every_byte_comes_from_the_allocator, use_hooks, use_none),
      cmocka_unit_test_setup_teardown(hooks_change_only_while_no_memory_is_in_use, use_hooks, use_none),
      cmocka_unit_test_setup_teardown(a_refused_creation_leaves_nothing, use_hooks, use_none),
      cmocka_unit_test_setup_teardown(a_refused_deed_leaves_the_water_as_it_was, use_hooks, use_none),
      cmocka_unit_test_setup_teardown(a_step_whose_memory_is_refused_goes_on, use_hooks, use_none),
      cmocka_unit_test_setup_teardown(a_job_system_gives_the_same_bits, use_hooks, use_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
