/* Rewind: any tick of a recorded world is had again to the bit, goes on as it did, and so do the futures that were left; memory stays
 * within the budget, and where there is none recording ends and says so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "record/line.h"
#include "record/timeline.h"
#include "support.h"
#include "weir/grid/water.h"
#include "world/state/state.h"

/* Cells enough for a team of three threads (weir_water_set_threads), and no multiple of any vector's width. */
enum { NX = 133, NZ = 95, TEAM = 3, TICKS_MAX = 1200, BODIES = 20 };
#define PLENTY ((size_t)200 << 20)

/* --- memory that is short ---------------------------------------------------------------------------------------------------------- */

/* The linker puts this in the place of memory_create (CMakeLists.txt). */
void *__wrap_memory_create(size_t count, size_t size);
void *__real_memory_create(size_t count, size_t size);
static long fails_after = -1; /* so many calls have memory still; -1: all have */

void *__wrap_memory_create(size_t count, size_t size) {
  if (fails_after == 0) return NULL;
  if (fails_after > 0) fails_after--;
  return __real_memory_create(count, size);
}

/* --- what happens in the worlds ------------------------------------------------------------------------------------------------------ */

static int param_index(const char *name) {
  int count = 0;
  const ParamInfo *const info = params_find(name);
  assert_non_null(info);
  return (int)(info - params_table(&count));
}

static float between(Rng *rng, float low, float high) {
  return rng_range(rng, low, high);
}

static Command random_drop(const World *world, Rng *rng) {
  static const BodyKind kinds[] = {BODY_CRATE, BODY_CRATE, BODY_LOG, BODY_CAR, BODY_HOUSE, BODY_MILL, BODY_GATE, BODY_BOAT};
  BodyDrop c = {.body = kinds[rng_next(rng) % (sizeof kinds / sizeof *kinds)], .yaw = between(rng, -3, 3)};
  c.material = rng_next(rng) % 2 ? MATERIAL_WOOD : MATERIAL_STONE;
  c.x = between(rng, 0.1f, 0.9f) * (float)world->nx * world->cell;
  c.z = between(rng, 0.1f, 0.9f) * (float)world->nz * world->cell;
  c.y = weir_water_surface_at(world->water, c.x, c.z) + world->params.crate_size;
  c.spin[0] = between(rng, -1, 1);
  return (Command){.kind = COMMAND_DROP, .drop = c};
}

static Command random_command(const World *world, Rng *rng) {
  static const CommandKind kinds[] = {COMMAND_DISTURB, COMMAND_POUR,        COMMAND_DRAIN,      COMMAND_DYE,   COMMAND_HEAP,
                                      COMMAND_GRAB,    COMMAND_RELEASE,     COMMAND_DELETE,     COMMAND_DRIVE, COMMAND_GATE,
                                      COMMAND_BRAKE,   COMMAND_RELEASE_DAM, COMMAND_CLOUDBURST, COMMAND_QUAKE, COMMAND_SEA_WAVE,
                                      COMMAND_PARAM,   COMMAND_BUILD_PUMP};
  CommandRecord c = {.kind = kinds[rng_next(rng) % (sizeof kinds / sizeof *kinds)], .param = -1, .radius = 4 * world->cell};
  c.x = between(rng, 0.1f, 0.9f) * (float)world->nx * world->cell;
  c.z = between(rng, 0.1f, 0.9f) * (float)world->nz * world->cell;
  c.y = 3;
  c.amount = between(rng, 0.1f, 1) * (c.kind == COMMAND_POUR || c.kind == COMMAND_DRAIN ? 20 * world->cell * world->cell : 1);
  if (c.kind == COMMAND_DRIVE) c.x = between(rng, -1, 1);
  if (c.kind == COMMAND_PARAM) c.param = param_index("manning"), c.amount = between(rng, 0.01f, 0.05f);
  if (c.kind == COMMAND_BUILD_PUMP) c.to[0] = 0.5f * c.x, c.to[1] = 0.5f * c.z;
  if (world->body_count > 0) c.serial = world->bodies[rng_next(rng) % (unsigned)world->body_count].serial;
  Command command;
  command_from_record(&c, &command);
  return command;
}

/* The commands before a world's next tick follow from its tick, its state and `seed`. `changing`: now and then to another solver. */
static void act(World *world, uint64_t seed, bool changing) {
  Rng rng = {seed * 1000003u + (uint64_t)world->tick};
  rng_next(&rng);
  if (world->tick == 0) world_drop_script(world, 6);
  if (world->body_count < BODIES && (world->tick < 8 || rng_next(&rng) % 16 == 0)) {
    const Command c = random_drop(world, &rng);
    world_command(world, &c);
  }
  if (rng_next(&rng) % 3 == 0) {
    const Command c = random_command(world, &rng);
    world_command(world, &c);
  }
  if (changing && world->tick % 25 == 24)
    world_command(world, &(Command){.kind = COMMAND_SOLVER, .solver = (WeirSolver)(rng_next(&rng) % WEIR_SOLVER_COUNT)});
}

/* --- recorded runs ------------------------------------------------------------------------------------------------------------------- */

/* A world that is recorded, and the hash it had after each tick. */
typedef struct Run {
  World *world;
  Timeline *timeline;
  uint64_t seed, hashes[TICKS_MAX + 1];
  bool changing;
} Run;

static void note_hash(Run *run) {
  assert_true(run->world->tick <= TICKS_MAX);
  run->hashes[run->world->tick] = world_hash(run->world);
}

static void hear(void *user, int64_t tick, const Command *command) {
  const Run *const run = user;
  timeline_hear(run->timeline, run->world, tick, command);
}

static void listen_to(Run *run, World *world) {
  run->world = world;
  world_listen(world, (CommandListener){hear, run});
}

static void begin(Run *run, World *world, size_t budget, double seconds) {
  listen_to(run, world);
  run->timeline = timeline_create(budget, seconds);
  assert_non_null(run->timeline);
  assert_true(timeline_begin(run->timeline, world));
  note_hash(run);
}

/* Commands wait in the queue while the tick is noted, as they do when a person is faster than the ticks. */
static void tick(Run *run) {
  world_step(run->world);
  act(run->world, run->seed, run->changing);
  timeline_note(run->timeline, run->world);
  note_hash(run);
}

static void run_to(Run *run, int64_t end) {
  while (run->world->tick < end) tick(run);
}

static void end(Run *run) {
  timeline_end(run->timeline);
  world_destroy(run->world);
  timeline_destroy(run->timeline);
}

static World *go(Run *run, int line, int64_t at, int threads) {
  Error error = {""};
  World *const world = timeline_go(run->timeline, line, at, threads, &error);
  if (!world) fail_msg("%s", error.text);
  assert_int_equal(world->tick, at);
  return world;
}

static void assert_state_at(Run *run, int line, int64_t at, int threads, const uint64_t *hashes) {
  World *const world = go(run, line, at, threads);
  if (world_hash(world) != hashes[at]) fail_msg("%s: line %d has another state at tick %lld", world->scene.name, line, (long long)at);
  world_destroy(world);
}

static World *world_of(const char *name, WeirSolver solver, int nx, int nz, int threads) {
  static Scene scene;
  char path[SCENE_PATH];
  Error error;
  if (!scene_find(ASSETS, name, path, &error) || !scene_read(path, &scene, &error)) fail_msg("%s", error.text);
  scene_set_grid(&scene, nx, nz);
  scene.solver = solver;
  scene.params.spray = 1;
  if (!params_set(&scene.params, "tick", "0.05", &error)) fail_msg("%s", error.text);
  World *const world = world_create(&scene, 7, threads, &error);
  if (!world) fail_msg("%s", error.text);
  return world;
}

/* --- any tick ------------------------------------------------------------------------------------------------------------------------ */

/* The world that was had again takes the same commands and has the first run's states. */
static void assert_goes_on(Run *run, int64_t from, int64_t to, int threads) {
  World *const world = go(run, 0, from, threads);
  act(world, run->seed, run->changing);
  while (world->tick < to) {
    world_step(world);
    act(world, run->seed, run->changing);
    if (world_hash(world) != run->hashes[world->tick])
      fail_msg("%s: gone on with from tick %lld, another state at tick %lld", world->scene.name, (long long)from, (long long)world->tick);
  }
  world_destroy(world);
}

static void any_tick_is_had_again(void **state) {
  (void)state;
  static const struct {
    const char *scene;
    WeirSolver solver;
    bool changing;
  } rows[] = {{"river", WEIR_SWE, false},     {"mill", WEIR_SWE, true},   {"gate", WEIR_PIPE, false},
              {"pool", WEIR_MEMBRANE, false}, {"beach", WEIR_PIPE, true}, {"ford", WEIR_SWE, false}};
  static const int64_t ticks[] = {0, 1, 19, 20, 21, 50, 69, 70};
  enum { END = 70 };
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r += SANITIZED ? 2 : 1) {
    static Run run;
    run = (Run){.seed = r + 1, .changing = rows[r].changing};
    const int first = r % 2 ? 1 : TEAM, second = r % 2 ? TEAM : 1;
    begin(&run, world_of(rows[r].scene, rows[r].solver, NX, NZ, first), PLENTY, TIMELINE_SECONDS);
    assert_int_equal(run.world->water->threads, first);
    act(run.world, run.seed, run.changing);
    run_to(&run, END);
    assert_true(run.world->body_count >= 6 && world_is_finite(run.world));
    const TimelineSpan span = timeline_span(run.timeline, 0);
    assert_true(span.from == 0 && span.to == END && span.parts == END);
    for (size_t n = 0; n < sizeof ticks / sizeof *ticks; n++) assert_state_at(&run, 0, ticks[n], n % 2 ? 1 : TEAM, run.hashes);
    assert_int_equal(timeline_span(run.timeline, 0).keyframes, 1 + END / 20);
    assert_goes_on(&run, 33, END, second);
    end(&run);
  }
}

/* A keyframe is gone to without a tick; one stored in full and one against it, those of a later group too. */
static void keyframes_are_at_hand(void **state) {
  (void)state;
  static Run run;
  Error error;
  run = (Run){.seed = 3};
  begin(&run, world_of("river", WEIR_PIPE, 32, 32, 1), PLENTY, TIMELINE_SECONDS);
  run_to(&run, 20 * (TIMELINE_GROUP + 3) + 7);
  const int count = timeline_span(run.timeline, 0).keyframes;
  assert_int_equal(count, TIMELINE_GROUP + 3 + 1);
  for (int n = 0; n < count; n += n % 2 ? 1 : 4) {
    assert_int_equal(timeline_nearest_keyframe(run.timeline, 0, 20 * n + 9 - (n > 0) * 15), 20 * n);
    World *const world = timeline_go_keyframe(run.timeline, 0, 20 * n + 3, 1, &error);
    if (!world) fail_msg("%s", error.text);
    assert_int_equal(world->tick, 20 * n);
    assert_true(world_hash(world) == run.hashes[20 * n]);
    world_destroy(world);
  }
  assert_state_at(&run, 0, 20 * TIMELINE_GROUP - 1, 1, run.hashes);
  assert_null(timeline_go(run.timeline, 0, run.world->tick + 1, 1, &error));
  assert_non_null(strstr(error.text, "timeline: tick 708 of line 0 is not there; it has 0 to 707"));
  assert_null(timeline_go(run.timeline, 1, 5, 1, &error));
  end(&run);
}

/* --- memory -------------------------------------------------------------------------------------------------------------------------- */

/* Keyframes and commands that are older than the timeline's seconds are removed. */
static void memory_stays_flat(void **state) {
  (void)state;
  static Run run;
  run = (Run){.seed = 5};
  size_t early = 0;
  begin(&run, world_of("river", WEIR_PIPE, 32, 32, 1), PLENTY, 3);
  act(run.world, run.seed, false);
  while (run.world->tick < 700) {
    for (int n = 0; n < 30; n++) world_command(run.world, &(Command){.kind = COMMAND_DRIVE, .drive = {.gas = 1}});
    tick(&run);
    const TimelineSpan span = timeline_span(run.timeline, 0);
    assert_int_equal(span.to, run.world->tick);
    assert_true(span.to < 60 || (span.to_s - span.from_s > 2.99 && span.to - span.from <= 20 * 5)); /* a draft may be on its path */
    if (run.world->tick == 200) early = timeline_memory(run.timeline);
    if (run.world->tick > 20 * TIMELINE_GROUP - 20 && run.world->tick % 9 == 0) /* what these are stored against went before them */
      assert_state_at(&run, 0, span.from, 1, run.hashes);
  }
  assert_true(timeline_memory(run.timeline) < early + early / 2); /* bodies have come */
  assert_state_at(&run, 0, timeline_span(run.timeline, 0).from, 1, run.hashes);
  assert_state_at(&run, 0, 690, 1, run.hashes);
  end(&run);
}

/* With a budget that is soon reached keyframes are thinned out; the time that can be gone to stays. */
static void a_budget_is_held(void **state) {
  (void)state;
  enum { END = 600 };
  static Run run;
  run = (Run){.seed = 9};
  begin(&run, world_of("river", WEIR_SWE, 40, 40, 1), PLENTY, TIMELINE_SECONDS);
  run_to(&run, 120);
  const size_t keyframe = 2 * world_state_write(run.world, NULL, 0), budget = 4 * keyframe; /* its bodies are not all there yet */
  end(&run);
  run = (Run){.seed = 9};
  begin(&run, world_of("river", WEIR_SWE, 40, 40, 1), budget, TIMELINE_SECONDS);
  while (run.world->tick < END) {
    tick(&run);
    if (timeline_memory(run.timeline) > budget + keyframe) fail_msg("%zu bytes, %zu are allowed", timeline_memory(run.timeline), budget);
  }
  assert_null(timeline_fault(run.timeline));
  const TimelineSpan span = timeline_span(run.timeline, 0);
  const int count = timeline_span(run.timeline, 0).keyframes;
  print_message("%d keyframes of %d, %zu bytes of %zu\n", count, 1 + END / 20, timeline_memory(run.timeline), budget);
  assert_true(count < END / 20 && count > 2 && span.from == 0 && span.to == END);
  assert_state_at(&run, 0, 0, 1, run.hashes);
  assert_state_at(&run, 0, 207, 1, run.hashes);
  assert_state_at(&run, 0, 590, 1, run.hashes);
  end(&run);
}

/* A keyframe of 1000 bytes that is stored against `reference`, or in full. */
static Keyframe *bare_keyframe(int64_t at, Keyframe *reference, size_t *memory) {
  Keyframe *const keyframe = memory_create(1, sizeof *keyframe);
  *keyframe = (Keyframe){.tick = at, .time = (double)at, .reference = reference, .users = 1, .memory = 1000};
  if (reference) reference->users++;
  *memory += keyframe->memory;
  return keyframe;
}

static void assert_ends(const Line *line, int64_t from, int64_t to) {
  assert_int_equal(line->keyframes[0]->tick, from);
  assert_int_equal(line->keyframes[line->count - 1]->tick, to);
}

/* Keyframes go in this order: older halves, then a branch, then the present line's first keyframes; never the last. */
static void the_older_half_is_thinned_first(void **state) {
  (void)state;
  static Line lines[LINES_MAX];
  size_t memory = 0;
  const size_t in_use = memory_in_use();
  Line *const present = &lines[3], *const branch = &lines[0];
  Keyframe *full = NULL;
  for (int n = 0; n < 24; n++) {
    Keyframe *const keyframe = bare_keyframe(n, n % 8 == 0 ? NULL : full, &memory);
    if (n % 8 == 0) full = keyframe;
    assert_true(line_append(branch, keyframe));
  }
  branch->to = 23, present->age = 1;
  assert_true(line_copy(present, branch, 15, 15, &memory));
  assert_int_equal(present->count, 16);
  assert_true(thin_lines(lines, 3, &memory));
  assert_int_equal(branch->count, 24 - 5); /* of 1 to 11 without 8, which others need: 1, 3, 5, 7, 10 */
  assert_int_equal(present->count, 16 - 5);
  assert_int_equal(memory, 19 * 1000);
  for (int n = 12; n < 16; n++) assert_int_equal(line_keyframe(present, n), present->count - 16 + n);
  while (branch->count > 0) {
    assert_ends(branch, 0, 23);
    assert_ends(present, 0, 15);
    assert_true(thin_lines(lines, 3, &memory));
  }
  assert_true(present->count < 6);
  while (present->count > 1) {
    assert_int_equal(present->keyframes[present->count - 1]->tick, 15);
    assert_true(thin_lines(lines, 3, &memory));
  }
  assert_false(thin_lines(lines, 3, &memory));
  line_clear(present, &memory);
  assert_true(memory == 0 && memory_in_use() == in_use);
}

static void a_budget_below_two_states_ends_recording(void **state) {
  (void)state;
  World *const world = world_of("river", WEIR_SWE, 40, 40, 1);
  Timeline *const timeline = timeline_create(world_state_write(world, NULL, 0), TIMELINE_SECONDS);
  const size_t before = timeline_memory(timeline);
  assert_false(timeline_begin(timeline, world));
  assert_non_null(strstr(timeline_fault(timeline), "budget is too small"));
  assert_true(timeline_memory(timeline) == before);
  world_step(world);
  timeline_note(timeline, world);
  timeline_end(timeline);
  assert_int_equal(timeline_span(timeline, 0).to, -1);
  timeline_destroy(timeline);
  world_destroy(world);
}

/* Memory runs out at each of the timeline's calls for it, one after the other. */
static void short_memory_ends_recording(void **state) {
  (void)state;
  static Run run;
  World *world = world_of("river", WEIR_PIPE, 24, 24, 1);
  const Command drive = {.kind = COMMAND_DRIVE, .drive = {.gas = 1}};
  bool ended = true;
  int count = 0;
  world_step(world);
  const size_t in_use = memory_in_use();
  for (; ended; count++) {
    Error error;
    run = (Run){.timeline = timeline_create(PLENTY, TIMELINE_SECONDS)};
    listen_to(&run, world);
    fails_after = count;
    timeline_begin(run.timeline, world);
    fails_after = timeline_fault(run.timeline) ? -1 : fails_after;
    for (int n = 0; n < 50; n++) {
      for (int m = 0; m < 60; m++) assert_true(world_command(world, &drive));
      const long left = fails_after;
      fails_after = -1;
      world_step(world);
      note_hash(&run);
      fails_after = left;
      timeline_note(run.timeline, world);
    }
    fails_after = -1;
    ended = timeline_fault(run.timeline) != NULL;
    const TimelineSpan span = timeline_span(run.timeline, 0);
    assert_true(ended || span.to == world->tick);
    if (span.to > span.from) assert_state_at(&run, 0, span.to, 1, run.hashes);
    if (span.to > span.from) assert_null(timeline_go(run.timeline, 0, span.to + 1, 1, &error));
    timeline_end(run.timeline);
    timeline_destroy(run.timeline);
    assert_int_equal(memory_in_use(), in_use);
    world_destroy(world);
    world = world_of("river", WEIR_PIPE, 24, 24, 1);
    world_step(world);
  }
  print_message("%d calls for memory\n", count - 1);
  assert_true(count > 10);
  world_destroy(world);
}

/* --- branches ------------------------------------------------------------------------------------------------------------------------ */

/* Goes on from a tick of the present line; what follows is other than it was. */
static void go_on_from(Run *run, int64_t at, uint64_t seed) {
  World *const world = go(run, 0, at, 1);
  assert_true(world_hash(world) == run->hashes[at]);
  timeline_end(run->timeline);
  world_destroy(run->world);
  listen_to(run, world);
  run->seed = seed;
  assert_true(timeline_go_on_from(run->timeline, world));
  act(world, seed, false);
}

/* A future that was left is had again at any of its ticks, and gone on with when it is switched to. */
static void a_branch_is_had_again(void **state) {
  (void)state;
  static Run run;
  static uint64_t first[TICKS_MAX + 1], second[TICKS_MAX + 1];
  run = (Run){.seed = 11};
  begin(&run, world_of("ford", WEIR_SWE, 48, 40, 1), PLENTY, TIMELINE_SECONDS);
  act(run.world, run.seed, false);
  run_to(&run, 90);
  memcpy(first, run.hashes, sizeof first);
  assert_int_equal(timeline_branch_count(run.timeline), 0);
  go_on_from(&run, 47, 12);
  run_to(&run, 110);
  memcpy(second, run.hashes, sizeof second);
  assert_true(first[90] != second[90]);
  assert_int_equal(timeline_branch_count(run.timeline), 1);
  const TimelineSpan branch = timeline_span(run.timeline, 1), present = timeline_span(run.timeline, 0);
  assert_true(branch.from == 0 && branch.to == 90 && branch.parts == 47 && present.to == 110 && branch.id != present.id);
  for (int64_t at = 40; at <= 90; at += 10) {
    assert_state_at(&run, 1, at, 1, first);
    assert_state_at(&run, 0, at, 1, second);
  }
  timeline_switch(run.timeline, 1);
  assert_true(timeline_span(run.timeline, 0).id == branch.id && timeline_span(run.timeline, 1).id == present.id);
  assert_true(timeline_span(run.timeline, 0).to == 90 && timeline_span(run.timeline, 1).parts == 47);
  memcpy(run.hashes, first, sizeof first);
  go_on_from(&run, 90, 13);
  assert_int_equal(timeline_branch_count(run.timeline), 1); /* at its end nothing is left behind */
  run_to(&run, 120);
  assert_state_at(&run, 0, 105, 1, run.hashes);
  assert_state_at(&run, 1, 105, 1, second);
  end(&run);
}

/* The oldest of more than eight branches goes. */
static void eight_branches_stay(void **state) {
  (void)state;
  static Run run;
  int64_t newest = -1, ids[12];
  run = (Run){.seed = 21};
  begin(&run, world_of("river", WEIR_PIPE, 24, 24, 1), PLENTY, TIMELINE_SECONDS);
  run_to(&run, 60);
  for (int n = 0; n < 12; n++) {
    const int64_t last = ids[n] = timeline_span(run.timeline, 0).id;
    go_on_from(&run, run.world->tick - 20 + n, 30 + (uint64_t)n);
    run_to(&run, run.world->tick + 25);
    const int count = timeline_branch_count(run.timeline);
    assert_int_equal(count, n < TIMELINE_BRANCHES ? n + 1 : TIMELINE_BRANCHES);
    assert_int_equal(timeline_span(run.timeline, count).id, last);
    for (int line = 1; line <= count; line++) assert_int_equal(timeline_span(run.timeline, line).id, ids[n + line - count]);
    assert_true(timeline_span(run.timeline, 0).id > newest);
    for (int line = 1; line <= count; line++) {
      const TimelineSpan span = timeline_span(run.timeline, line);
      assert_true(span.parts < span.to);
    }
    newest = timeline_span(run.timeline, 0).id;
  }
  const TimelineSpan oldest = timeline_span(run.timeline, 1);
  for (int64_t at = oldest.parts - 3; at <= oldest.parts; at++) assert_state_at(&run, 1, at, 1, run.hashes);
  end(&run);
}

/* Branches are thinned out, and go, before the present line loses time. */
static void branches_are_within_the_budget(void **state) {
  (void)state;
  static Run run;
  run = (Run){.seed = 41};
  World *const world = world_of("river", WEIR_SWE, 40, 40, 1);
  const size_t keyframe = 4 * world_state_write(world, NULL, 0), budget = 4 * keyframe; /* bodies are to come */
  begin(&run, world, budget, TIMELINE_SECONDS);
  run_to(&run, 200);
  for (int n = 0; n < 6; n++) {
    go_on_from(&run, run.world->tick - 50, 50 + (uint64_t)n);
    while (timeline_span(run.timeline, 0).to < 250 + 10 * n) {
      tick(&run);
      assert_true(timeline_memory(run.timeline) <= budget + keyframe);
    }
  }
  assert_null(timeline_fault(run.timeline));
  print_message("%d keyframes, %d branches\n", timeline_span(run.timeline, 0).keyframes, timeline_branch_count(run.timeline));
  assert_int_equal(timeline_span(run.timeline, 0).from, 0);
  assert_state_at(&run, 0, run.world->tick - 30, 1, run.hashes);
  for (int line = 1; line <= timeline_branch_count(run.timeline); line++)
    world_destroy(go(&run, line, timeline_span(run.timeline, line).to, 1));
  end(&run);
}

/* --- slices -------------------------------------------------------------------------------------------------------------------------- */

static void assert_slice(const unsigned char *bytes, const unsigned char *reference, size_t size, DeltaScratch *scratch) {
  unsigned char *const same = malloc(size + 1), *const packed = malloc(sizeof scratch->packed);
  const size_t taken = delta_pack(bytes, reference, size, scratch);
  assert_true(taken > 0);
  memcpy(packed, scratch->packed, taken);
  memset(same, 0x5a, size + 1);
  assert_true(delta_open(packed, taken, reference, same, size, scratch));
  assert_memory_equal(same, bytes, size);
  assert_int_equal(same[size], 0x5a);
  assert_false(delta_open(packed, taken - 1, reference, same, size, scratch));
  free(same);
  free(packed);
}

/* Slices of any size and content are made again: like the reference, unlike it, in parts. */
static void slices_are_made_again(void **state) {
  (void)state;
  static const size_t sizes[] = {1, 3, 4, 1023, 1024, 1029, 70001, DELTA_SLICE - 2, DELTA_SLICE};
  unsigned char *const bytes = malloc(DELTA_SLICE), *const reference = malloc(DELTA_SLICE);
  DeltaScratch *const scratch = calloc(1, sizeof *scratch);
  Rng rng = {17};
  for (size_t n = 0; n < DELTA_SLICE; n++) {
    reference[n] = (unsigned char)rng_next(&rng);
    bytes[n] = n / 1500 % 3 == 0 || (n / 1500 % 3 == 1 && n % 4 > 1) ? reference[n] : (unsigned char)rng_next(&rng);
  }
  for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
    assert_slice(bytes, reference, sizes[n], scratch);
    assert_slice(bytes, NULL, sizes[n], scratch);
  }
  const size_t alone = delta_pack(bytes, NULL, DELTA_SLICE, scratch), changes = delta_pack(bytes, reference, DELTA_SLICE, scratch);
  assert_true(changes < alone - alone / 4); /* the reference is made use of */
  free(bytes);
  free(reference);
  free(scratch);
}

static StateBytes state_of(const World *world) {
  StateBytes bytes = {0};
  assert_true(state_bytes_reserve(&bytes, world_state_write(world, NULL, 0)));
  world_state_write(world, bytes.bytes, bytes.size);
  return bytes;
}

/* A keyframe against one that differs by a single byte, wherever in its slices that is. */
static void one_changed_byte_is_stored(void **state) {
  (void)state;
  enum { HEAD = 56 };
  size_t memory = 0;
  World *const world = world_of("river", WEIR_SWE, NX, NZ, 1);
  DeltaScratch *const scratch = calloc(1, sizeof *scratch);
  StateBytes reference = state_of(world), changed = state_of(world), same = {0};
  const size_t size = reference.size, water = world_state_water(reference.bytes, size);
  const size_t places[] = {HEAD,    water - 1, water, water + 1, water + DELTA_SLICE - 1, water + DELTA_SLICE, water + DELTA_SLICE / 2,
                           size - 1};
  assert_true(water > HEAD && water + DELTA_SLICE < size);
  Keyframe *const full = keyframe_create(world, &reference, NULL, &memory);
  assert_true(keyframe_pack(full, &reference, NULL, INT32_MAX, scratch, &memory));
  for (size_t n = 0; n < sizeof places / sizeof *places; n++) {
    changed.bytes[places[n]] ^= 0x40;
    Keyframe *const keyframe = keyframe_create(world, &changed, full, &memory);
    assert_true(keyframe_pack(keyframe, &changed, &reference, INT32_MAX, scratch, &memory));
    assert_true(keyframe_open(keyframe, &reference, &same, scratch));
    assert_memory_equal(same.bytes, changed.bytes, size);
    int stored = 0;
    for (int slice = 0; slice < keyframe->slice_count; slice++) stored += keyframe->slices[slice].bytes != NULL;
    assert_int_equal(stored, 1);
    keyframe_remove_user(keyframe, &memory);
    changed.bytes[places[n]] ^= 0x40;
  }
  assert_true(keyframe_open(full, NULL, &same, scratch));
  assert_memory_equal(same.bytes, reference.bytes, size);
  keyframe_remove_user(full, &memory);
  assert_int_equal(memory, 0);
  memory_free(reference.bytes);
  memory_free(changed.bytes);
  memory_free(same.bytes);
  free(scratch);
  world_destroy(world);
}

/* unit_timeline [FILTER]: the tests whose names fit. */
int main(int argc, char **argv) {
  if (argc > 1) cmocka_set_test_filter(argv[1]);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_tick_is_had_again),
      cmocka_unit_test(keyframes_are_at_hand),
      cmocka_unit_test(memory_stays_flat),
      cmocka_unit_test(a_budget_is_held),
      cmocka_unit_test(the_older_half_is_thinned_first),
      cmocka_unit_test(a_budget_below_two_states_ends_recording),
      cmocka_unit_test(short_memory_ends_recording),
      cmocka_unit_test(a_branch_is_had_again),
      cmocka_unit_test(eight_branches_stay),
      cmocka_unit_test(branches_are_within_the_budget),
      cmocka_unit_test(slices_are_made_again),
      cmocka_unit_test(one_changed_byte_is_stored),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
