#include "record/line.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
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
  if (n < 0) return 0;
  if (n + 1 == line->count) return n;
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
    keyframe_add_user(line->keyframes[n]);
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
