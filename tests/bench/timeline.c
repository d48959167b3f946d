/* The cost of rewinding, by hand: bench_timeline SCENE CELLS SECONDS BODIES [THREADS] [BUDGET_MIB]
 *
 * Two worlds of CELLS x CELLS cells (swe) take the same ticks in turn, one of them recorded. Prints what recording adds to a tick, what
 * memory the timeline has, how long going to keyframes and ticks takes, and compares the hash wherever it goes. Not a test: times are the
 * machine's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/rng.h"
#include "record/timeline.h"

enum { TICKS_MAX = 100000, GOES = 60 };

static uint64_t hashes[TICKS_MAX + 1];
static World *plain, *recorded;
static Timeline *timeline;

static World *make(const char *name, int cells, int bodies, int threads) {
  static Scene scene;
  char path[SCENE_PATH];
  Error error;
  if (!scene_find(ASSETS, name, path, &error) || !scene_read(path, &scene, &error)) return fprintf(stderr, "%s\n", error.text), NULL;
  scene_set_grid(&scene, cells, cells);
  scene.solver = WEIR_SWE;
  World *const world = world_create(&scene, 1, threads, &error);
  if (world) world_drop_script(world, bodies);
  return world;
}

/* A person's hand: the same in both worlds. */
static void act(World *world) {
  Rng rng = {(uint64_t)world->tick};
  rng_next(&rng);
  const float x = rng_range(&rng, 0.2f, 0.8f) * (float)world->nx * world->cell,
              z = rng_range(&rng, 0.2f, 0.8f) * (float)world->nz * world->cell;
  if (world->tick % 10 == 0)
    world_command(world, &(Command){.kind = COMMAND_DISTURB, .brush = {.x = x, .z = z, .radius = 6 * world->cell, .amount = 0.3f}});
  if (world->tick == 100) world_command(world, &(Command){.kind = COMMAND_RELEASE_DAM});
}

static double seconds_of_tick(World *world) {
  const double from = clock_seconds();
  act(world);
  world_step(world);
  return clock_seconds() - from;
}

/* Sums and extremes over the ticks so far, in seconds (wall clock and processor) and bytes. */
typedef struct Costs {
  double without, with, notes, longest, longest_processor, processor_ticks, processor_notes;
  size_t memory;
} Costs;

static double larger(double a, double b) {
  return a > b ? a : b;
}

static void note(Costs *costs) {
  const double from = clock_seconds();
  const clock_t processor_from = clock();
  timeline_note(timeline, recorded);
  const double took = clock_seconds() - from;
  costs->notes += took;
  costs->longest = larger(costs->longest, took);
  const double processor = (double)(clock() - processor_from) / CLOCKS_PER_SEC;
  costs->processor_notes += processor;
  costs->longest_processor = larger(costs->longest_processor, processor);
  if (timeline_memory(timeline) > costs->memory) costs->memory = timeline_memory(timeline);
}

static void report(const Costs *costs) {
  const double each = 1e3 / (double)recorded->tick;
  printf(
      "%4.0f s: %d bodies, tick %.2f ms, the recorded world's %.2f + %.2f ms: %.1f %% (of the processor %.1f %%, both worlds compared %.1f "
      "%%)",
      recorded->time, recorded->body_count, each * costs->without, each * costs->with, each * costs->notes,
      100 * costs->notes / costs->with, 100 * costs->processor_notes / costs->processor_ticks,
      100 * ((costs->with + costs->notes) / costs->without - 1));
  printf("; longest %.1f ms (processor %.1f); %d keyframes, %.0f MB, at most %.0f MB %s\n", 1e3 * costs->longest,
         1e3 * costs->longest_processor, timeline_span(timeline, 0).keyframes, 1e-6 * (double)timeline_memory(timeline),
         1e-6 * (double)costs->memory, timeline_fault(timeline) ? timeline_fault(timeline) : "");
  fflush(stdout);
}

static void record(double seconds) {
  Costs costs = {0};
  for (double next = 10; recorded->time < seconds && recorded->tick < TICKS_MAX;) {
    costs.without += seconds_of_tick(plain);
    const clock_t processor_from = clock();
    costs.with += seconds_of_tick(recorded);
    costs.processor_ticks += (double)(clock() - processor_from) / CLOCKS_PER_SEC;
    note(&costs);
    hashes[recorded->tick] = world_hash(recorded);
    if (recorded->time < next) continue;
    next += 10;
    report(&costs);
  }
}

static bool go(bool keyframe, int64_t tick, int threads, double *seconds) {
  Error error;
  const double from = clock_seconds();
  World *const world =
      keyframe ? timeline_go_keyframe(timeline, 0, tick, threads, &error) : timeline_go(timeline, 0, tick, threads, &error);
  *seconds = clock_seconds() - from;
  if (!world) return printf("%s\n", error.text), false;
  const bool same = world_hash(world) == hashes[world->tick];
  if (!same) printf("tick %lld: ANOTHER STATE\n", (long long)world->tick);
  world_destroy(world);
  return same;
}

/* In any order, and as a drag goes back. */
static bool go_all(int threads) {
  const TimelineSpan span = timeline_span(timeline, 0);
  Rng rng = {5};
  bool same = true;
  double any = 0, drag = 0, exact = 0, longest = 0, one;
  for (int n = 0; n < GOES; n++) {
    const int64_t length = span.to - span.from + 1, at = span.from + (int64_t)(rng_next(&rng) % (uint64_t)length);
    same = go(true, at, threads, &one) && same;
    any += one;
    if (one > longest) longest = one;
    same = go(true, span.to - n * length / GOES, threads, &one) && same;
    drag += one;
    if (n % 6 != 0) continue;
    same = go(false, at, n % 12 ? 3 : 1, &one) && same;
    exact += one;
  }
  printf("a keyframe %.1f ms (longest %.1f), in a drag %.1f ms: %.0f a second; a tick %.0f ms\n", 1e3 * any / GOES, 1e3 * longest,
         1e3 * drag / GOES, GOES / drag, 1e3 * exact / (GOES / 6));
  return same;
}

static void hear(void *user, int64_t tick, const Command *command) {
  timeline_hear(timeline, user, tick, command);
}

int main(int argc, char **argv) {
  if (argc < 5) return fprintf(stderr, "bench_timeline SCENE CELLS SECONDS BODIES [THREADS] [BUDGET_MIB]\n"), 1;
  const int threads = argc > 5 ? atoi(argv[5]) : 1;
  const size_t budget = argc > 6 ? (size_t)atoi(argv[6]) << 20 : TIMELINE_BUDGET;
  plain = make(argv[1], atoi(argv[2]), atoi(argv[4]), threads);
  recorded = make(argv[1], atoi(argv[2]), atoi(argv[4]), threads);
  timeline = timeline_create(budget, TIMELINE_SECONDS);
  if (!plain || !recorded || !timeline || !timeline_begin(timeline, recorded)) return 1;
  world_listen(recorded, (CommandListener){hear, recorded});
  hashes[0] = world_hash(recorded);
  record(atof(argv[3]));
  bool same = world_hash(plain) == world_hash(recorded);
  world_destroy(plain);
  same = go_all(threads) && same;
  timeline_destroy(timeline);
  world_destroy(recorded);
  printf("%s\n", same ? "every state is the first run's" : "NOT THE SAME");
  return same ? 0 : 1;
}
