#include "record/line.h"

#include <string.h>

#include "base/memory.h"

enum { KEYFRAMES_START = 64 };

size_t line_memory(const Line *line) {
  return sizeof *line->keyframes * (size_t)line->room + sizeof *line->operations.rows * (size_t)line->operations.room;
}

/* --- keyframes ---------------------------------------------------------------------------------------------------------------- */

bool line_append(Line *line, Keyframe *keyframe) {
  const int wanted = line->room > 0 ? line->count + 1 : KEYFRAMES_START;
  if (!array_grow(&line->keyframes, &line->room, wanted, sizeof *line->keyframes)) return false;
  line->keyframes[line->count++] = keyframe;
  return true;
}

void line_remove(Line *line, int n, size_t *memory) {
  keyframe_remove_user(line->keyframes[n], memory);
  line->count--;
  memmove(line->keyframes + n, line->keyframes + n + 1, sizeof *line->keyframes * (size_t)(line->count - n));
}

void line_forget(Line *line, double time, size_t *memory) {
  while (line->count > 1 && line->keyframes[1]->time <= time) line_remove(line, 0, memory);
  if (line->count > 0) operations_forget(&line->operations, line->keyframes[0]->tick);
}

int line_keyframe(const Line *line, int64_t tick) {
  int n = line->count - 1;
  while (n >= 0 && line->keyframes[n]->tick > tick) n--;
  return n;
}

int line_nearest(const Line *line, int64_t tick) {
  const int n = line_keyframe(line, tick);
  if (n < 0 || n + 1 == line->count) return n < 0 ? 0 : n;
  return line->keyframes[n + 1]->tick - tick < tick - line->keyframes[n]->tick ? n + 1 : n;
}

/* --- lines -------------------------------------------------------------------------------------------------------------------- */

bool line_copy(Line *copy, const Line *line, int64_t tick, double time, size_t *memory) {
  const int operations = operations_first(&line->operations, tick), count = line_keyframe(line, tick) + 1;
  *copy = (Line){.to = tick, .to_time = time};
  if (!operations_copy(&copy->operations, &line->operations, 0, operations, WORLD_COMMANDS_MAX) ||
      !array_grow(&copy->keyframes, &copy->room, count + KEYFRAMES_START, sizeof *copy->keyframes)) {
    line_clear(copy, memory);
    return false;
  }
  for (int n = 0; n < count; n++) {
    line->keyframes[n]->users++;
    copy->keyframes[copy->count++] = line->keyframes[n];
  }
  return true;
}

void line_clear(Line *line, size_t *memory) {
  while (line->count > 0) line_remove(line, line->count - 1, memory);
  memory_free(line->keyframes);
  operations_free(&line->operations);
  *line = (Line){0};
}

void line_run(const Line *line, World *world, int64_t tick) {
  const Operations *const list = &line->operations;
  for (int n = operations_first(list, world->tick); world->tick < tick;) {
    for (; n < list->count && list->rows[n].tick == world->tick; n++) world_command(world, &list->rows[n].command);
    world_step(world);
  }
}

/* --- thinning ------------------------------------------------------------------------------------------------------------------------ */

static int index_in(const Line *line, const Keyframe *keyframe) {
  const int n = line_keyframe(line, keyframe->tick);
  return n >= 0 && line->keyframes[n] == keyframe ? n : -1;
}

static bool can_go(const Line *lines, const Keyframe *keyframe) {
  int listed = 0;
  for (int l = 0; l < LINES_MAX; l++) {
    const int n = index_in(&lines[l], keyframe);
    if (n == 0 || (n > 0 && n == lines[l].count - 1)) return false;
    listed += n > 0;
  }
  return keyframe->users == listed;
}

static void remove_everywhere(Line *lines, Keyframe *keyframe, size_t *memory) {
  for (int l = 0; l < LINES_MAX; l++) {
    const int n = index_in(&lines[l], keyframe);
    if (n < 0) continue;
    const bool last_user = keyframe->users == 1;
    line_remove(&lines[l], n, memory);
    if (last_user) return;
  }
}

/* Removes every other one of those among the first `count` that can go. Returns false if there is none. */
static bool thin_first(Line *lines, Line *line, int count, size_t *memory) {
  bool removed = false, goes = true;
  for (int n = 1; n < count;) {
    Keyframe *const keyframe = line->keyframes[n];
    const bool free = can_go(lines, keyframe), now = free && goes;
    if (free) goes = !goes;
    if (now) {
      remove_everywhere(lines, keyframe, memory);
      removed = true;
      count--;
    } else {
      n++;
    }
  }
  return removed;
}

/* Returns the line after one of `bound` keyframes and this age, in the order of how many keyframes lines have, of several the oldest first.
 * Returns NULL if there is none with a keyframe that could go. */
static Line *longest_after(Line *lines, int bound, int64_t age) {
  Line *found = NULL;
  for (int l = 0; l < LINES_MAX; l++) {
    Line *const line = &lines[l];
    if (line->count > bound || (line->count == bound && line->age <= age) || line->count < 3) continue;
    if (!found || line->count > found->count || (line->count == found->count && line->age < found->age)) found = line;
  }
  return found;
}

static bool thin_any(Line *lines, size_t *memory) {
  int bound = INT32_MAX;
  int64_t age = -1;
  for (Line *line; (line = longest_after(lines, bound, age)) != NULL;) {
    if (thin_first(lines, line, line->count / 2, memory) || thin_first(lines, line, line->count, memory)) return true;
    bound = line->count;
    age = line->age;
  }
  return false;
}

bool thin_lines(Line lines[LINES_MAX], int present, size_t *memory) {
  Line *const line = &lines[present], *oldest = NULL;
  if (thin_any(lines, memory)) return true;
  for (int l = 0; l < LINES_MAX; l++)
    if (l != present && lines[l].count > 0 && (!oldest || lines[l].age < oldest->age)) oldest = &lines[l];
  if (oldest) { /* a branch */
    line_clear(oldest, memory);
    return true;
  }
  if (line->count < 2) return false;
  line_forget(line, line->keyframes[1]->time, memory);
  return true;
}
