#include "record/timeline.h"

#include "base/memory.h"
#include "record/line.h"

/* A state's slices are packed over so many ticks. */
enum { PACKING_TICKS = 20 };

struct Timeline {
  Line lines[LINES_MAX];
  int present; /* index of `lines` */
  int64_t next_age;
  size_t budget; /* bytes */
  double seconds;
  size_t memory;                           /* bytes of all keyframes */
  World *world;                            /* the one recorded; NULL: none */
  Keyframe *draft, *reference;             /* the keyframe that is being packed; the one that reference_state holds; NULL: none */
  StateBytes draft_state, reference_state; /* draft_state is free for other use while there is no draft */
  DeltaScratch *scratch;
  const char *fault;
};

_Static_assert(LINES_MAX == TIMELINE_BRANCHES + 1, "the present line and the branches");

static const char *const short_of_memory = "not enough memory";

/* --- lines --------------------------------------------------------------------------------------------------------------------- */

static Line *present_line(Timeline *t) {
  return &t->lines[t->present];
}

/* Returns how many branches are older than `age`. */
static int branches_before(const Timeline *t, int64_t age) {
  int count = 0;
  for (int l = 0; l < LINES_MAX; l++) count += l != t->present && t->lines[l].count > 0 && t->lines[l].age < age;
  return count;
}

int timeline_branch_count(const Timeline *t) {
  return branches_before(t, INT64_MAX);
}

/* Returns the index of `lines` that the caller's line has; -1: there is no such line. */
static int index_of(const Timeline *t, int line) {
  for (int l = 0; l < LINES_MAX; l++)
    if (t->lines[l].count > 0 && line == (l == t->present ? 0 : 1 + branches_before(t, t->lines[l].age))) return l;
  return -1;
}

TimelineSpan timeline_span(const Timeline *t, int line) {
  const int l = index_of(t, line);
  if (l < 0) return (TimelineSpan){.to = -1, .parts = -1, .id = -1};
  const Line *const is = &t->lines[l];
  return (TimelineSpan){.from = is->keyframes[0]->tick,
                        .to = is->to,
                        .from_s = is->keyframes[0]->time,
                        .to_s = is->to_time,
                        .parts = l == t->present ? is->to : is->parts[t->present],
                        .id = is->age,
                        .keyframes = is->count};
}

size_t timeline_memory(const Timeline *t) {
  size_t bytes = sizeof *t + sizeof *t->scratch + packer_memory(t->scratch->packer);
  bytes += t->memory + t->draft_state.room + t->reference_state.room;
  for (const Line *line = t->lines; line < t->lines + LINES_MAX; line++)
    bytes += sizeof *line->keyframes * (size_t)line->room + sizeof *line->operations.rows * (size_t)line->operations.room;
  return bytes;
}

const char *timeline_fault(const Timeline *t) {
  return t->fault;
}

/* --- keyframes ----------------------------------------------------------------------------------------------------------------- */

/* Leaves the draft or the reference for another keyframe, whose user the timeline is already, or none. */
static void change_keyframe(Timeline *t, Keyframe **which, Keyframe *keyframe) {
  keyframe_remove_user(*which, &t->memory);
  *which = keyframe;
}

static bool end_with(Timeline *t, const char *why) {
  t->world = NULL;
  change_keyframe(t, &t->draft, NULL);
  t->fault = why;
  return false;
}

/* Makes reference_state the state of this keyframe, which is stored in full. */
static bool reference_open(Timeline *t, Keyframe *full) {
  if (t->reference == full) return true;
  change_keyframe(t, &t->reference, NULL);
  if (!keyframe_open(full, NULL, &t->reference_state, t->scratch)) return false;
  full->users++;
  t->reference = full;
  return true;
}

static bool draft_pack(Timeline *t, int slices) {
  return keyframe_pack(t->draft, &t->draft_state, &t->reference_state, slices, t->scratch, &t->memory);
}

/* Between two ticks: what can be gone to changes only then. */
static void hold_budget(Timeline *t) {
  while (timeline_memory(t) > t->budget && thin_lines(t->lines, t->present, &t->memory)) continue;
}

static bool draft_end(Timeline *t) {
  if (!line_append(present_line(t), t->draft)) return end_with(t, short_of_memory);
  if (!t->draft->reference) { /* a full one: its state is the reference of those to come */
    const StateBytes state = t->draft_state;
    t->draft_state = t->reference_state;
    t->reference_state = state;
    t->draft->users++;
    change_keyframe(t, &t->reference, t->draft);
  }
  t->draft = NULL;
  return true;
}

static bool draft_finish(Timeline *t) {
  if (!t->draft) return true;
  return draft_pack(t, t->draft->slice_count) ? draft_end(t) : end_with(t, short_of_memory);
}

/* The full keyframe that the next one of the line is stored against; NULL: it is a full one itself. */
static Keyframe *next_reference(const Line *line, int *number) {
  Keyframe *const last = line->count > 0 ? line->keyframes[line->count - 1] : NULL;
  *number = last && last->number + 1 < TIMELINE_GROUP ? last->number + 1 : 0;
  if (*number == 0) return NULL;
  return last->reference ? last->reference : last;
}

static bool end_by_size(Timeline *t) {
  memory_free(t->draft_state.bytes);
  t->draft_state = (StateBytes){0};
  return end_with(t, "its budget is too small for states of this size"); /* two of them stand open */
}

static bool draft_begin(Timeline *t, const World *world) {
  int number;
  if (weir_water_save(world->water, NULL, 0) > t->budget / 4) return end_by_size(t); /* before it is copied */
  Keyframe *const reference = next_reference(present_line(t), &number);
  if (!world_state_copy(world, &t->draft_state)) return end_with(t, short_of_memory);
  if (t->draft_state.size > t->budget / 4) return end_by_size(t);
  if (reference && !reference_open(t, reference)) return end_with(t, short_of_memory);
  t->draft = keyframe_create(world, &t->draft_state, reference, &t->memory);
  if (!t->draft) return end_with(t, short_of_memory);
  t->draft->number = number;
  return true;
}

/* --- recording ----------------------------------------------------------------------------------------------------------------- */

void timeline_hear(Timeline *t, const World *world, int64_t tick, const Command *command) {
  if (!t || world != t->world || t->fault) return;
  if (!operations_add(&present_line(t)->operations, tick, command)) t->fault = "more commands than it has room for";
}

static bool go_on_with(Timeline *t, World *world) {
  if (!operations_reserve(&present_line(t)->operations, WORLD_COMMANDS_MAX)) return end_with(t, short_of_memory);
  t->world = world;
  return true;
}

static void forget_all(Timeline *t) {
  t->world = NULL;
  change_keyframe(t, &t->draft, NULL);
  change_keyframe(t, &t->reference, NULL);
  for (int l = 0; l < LINES_MAX; l++) line_clear(&t->lines[l], &t->memory);
}

Timeline *timeline_create(size_t budget, double seconds) {
  Timeline *const t = memory_create(1, sizeof *t);
  if (!t) return NULL;
  t->budget = budget;
  t->seconds = seconds;
  t->scratch = memory_create(1, sizeof *t->scratch);
  if (t->scratch) t->scratch->packer = packer_create(); /* without one packing is slower */
  if (t->scratch) return t;
  memory_free(t);
  return NULL;
}

void timeline_destroy(Timeline *t) {
  if (!t) return;
  forget_all(t);
  memory_free(t->draft_state.bytes);
  memory_free(t->reference_state.bytes);
  packer_destroy(t->scratch->packer);
  memory_free(t->scratch);
  memory_free(t);
}

bool timeline_begin(Timeline *t, World *world) {
  forget_all(t);
  t->fault = NULL;
  t->present = 0;
  t->lines[0] = (Line){.to = world->tick, .to_time = world->time, .age = t->next_age++};
  if (!draft_begin(t, world) || !draft_finish(t)) return false;
  if (!state_bytes_reserve(&t->draft_state, t->reference_state.size)) return end_with(t, short_of_memory); /* not within the first ticks */
  return go_on_with(t, world);
}

/* Packs the draft further and begins the next one when it is time; what is too old or too much goes. */
static bool drafts_note(Timeline *t, const World *world) {
  Line *const line = present_line(t);
  if (t->draft && !draft_pack(t, (t->draft->slice_count + PACKING_TICKS - 1) / PACKING_TICKS)) return end_with(t, short_of_memory);
  if (t->draft && t->draft->packed_count == t->draft->slice_count && !draft_end(t)) return false;
  /* The next one falls on the tick that is nearest to a whole number of seconds after the last. */
  const double last = t->draft ? t->draft->time : line->keyframes[line->count - 1]->time;
  const bool due = world->time > last + TIMELINE_KEYFRAME_SECONDS - 0.5 * (double)world->params.tick;
  if (due && !draft_finish(t)) return false;
  line_forget(line, line->to_time - t->seconds, &t->memory);
  hold_budget(t);
  return !due || draft_begin(t, world);
}

void timeline_note(Timeline *t, World *world) {
  if (!t || world != t->world) return;
  if (t->fault) { /* a command was not noted: the tick that took it is not the line's */
    end_with(t, t->fault);
    return;
  }
  Line *const line = present_line(t);
  line->to = world->tick;
  line->to_time = world->time;
  if (drafts_note(t, world) && !operations_reserve(&line->operations, WORLD_COMMANDS_MAX)) end_with(t, short_of_memory);
}

void timeline_end(Timeline *t) {
  if (!t) return;
  if (t->world) draft_finish(t);
  t->world = NULL;
}

/* --- going to a tick ------------------------------------------------------------------------------------------------------------- */

/* Commands that waited in the queue are among the line's, if the world took them. */
static World *keyframe_world(Timeline *t, Keyframe *keyframe, int threads, Error *error) {
  const bool full = !keyframe->reference;
  const StateBytes *const state = full ? &t->reference_state : &t->draft_state;
  if (!reference_open(t, full ? keyframe : keyframe->reference) ||
      (!full && !keyframe_open(keyframe, &t->reference_state, &t->draft_state, t->scratch)))
    return error_set(error, "timeline: %s", short_of_memory), NULL;
  World *const world = world_state_read(state->bytes, state->size, threads, error);
  if (world) world_forget_commands(world);
  return world;
}

/* NULL with one line. */
static Line *line_with(Timeline *t, int line, int64_t tick, Error *error) {
  draft_finish(t);
  const int l = index_of(t, line);
  const TimelineSpan span = timeline_span(t, line);
  if (l >= 0 && tick >= span.from && tick <= span.to) return &t->lines[l];
  error_set(error, "timeline: tick %lld of line %d is not there; it has %lld to %lld", (long long)tick, line, (long long)span.from,
            (long long)span.to);
  return NULL;
}

World *timeline_go(Timeline *t, int line, int64_t tick, int threads, Error *error) {
  const Line *const in = line_with(t, line, tick, error);
  World *const world = in ? keyframe_world(t, in->keyframes[line_keyframe(in, tick)], threads, error) : NULL;
  if (world) line_run(in, world, tick);
  return world;
}

World *timeline_go_keyframe(Timeline *t, int line, int64_t tick, int threads, Error *error) {
  const Line *const in = line_with(t, line, tick, error);
  return in ? keyframe_world(t, in->keyframes[line_nearest(in, tick)], threads, error) : NULL;
}

int64_t timeline_nearest_keyframe(Timeline *t, int line, int64_t tick) {
  draft_finish(t);
  const int l = index_of(t, line);
  return l < 0 ? -1 : t->lines[l].keyframes[line_nearest(&t->lines[l], tick)]->tick;
}

/* --- branches -------------------------------------------------------------------------------------------------------------------- */

/* Makes a copy of the present line, up to the world's tick, the present line. The oldest branch goes if there is no room for another one. */
static bool part_at(Timeline *t, const World *world) {
  Line *const was = present_line(t);
  int l = 0;
  while (l < LINES_MAX && (l == t->present || t->lines[l].count > 0)) l++;
  if (l == LINES_MAX) {
    l = index_of(t, 1);
    line_clear(&t->lines[l], &t->memory);
  }
  if (!line_copy(&t->lines[l], was, world->tick, world->time, &t->memory)) return false;
  for (int m = 0; m < LINES_MAX; m++)
    t->lines[l].parts[m] = t->lines[m].parts[l] = world->tick < was->parts[m] ? world->tick : was->parts[m];
  t->lines[l].parts[t->present] = was->parts[l] = world->tick;
  t->lines[l].age = t->next_age++;
  t->present = l;
  return true;
}

bool timeline_go_on_from(Timeline *t, World *world) {
  timeline_end(t);
  if (t->fault) return false;
  const TimelineSpan span = timeline_span(t, 0);
  if (world->tick < span.from || world->tick > span.to) return end_with(t, "the world is at a tick that it does not have");
  if (world->tick < span.to && !part_at(t, world)) return end_with(t, short_of_memory);
  hold_budget(t);
  return go_on_with(t, world);
}

void timeline_switch(Timeline *t, int line) {
  timeline_end(t);
  const int l = index_of(t, line);
  if (l >= 0) t->present = l;
}

void timeline_remove_branch(Timeline *t, int line) {
  const int l = line > 0 ? index_of(t, line) : -1;
  if (l >= 0) line_clear(&t->lines[l], &t->memory);
}

bool timeline_find(const Timeline *t, int line, int64_t tick, int by, TimelineWanted wanted, int64_t *at) {
  const int l = index_of(t, line);
  if (l < 0) return false;
  const Operations *const list = &t->lines[l].operations;
  const int first = operations_first(list, tick);
  for (int n = by > 0 ? first : first - 1; n >= 0 && n < list->count; n += by) {
    if (!wanted(&list->rows[n].command)) continue;
    *at = list->rows[n].tick;
    return true;
  }
  return false;
}
