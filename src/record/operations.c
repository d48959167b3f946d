#include "record/operations.h"

#include <string.h>

#include "base/memory.h"
#include "world/state/state.h"

enum { ROOM_START = WORLD_COMMANDS_MAX, OPERATIONS_MAX = 1 << 22 };

static bool grow(Operations *list, int room) {
  return room <= OPERATIONS_MAX && array_grow(&list->rows, &list->room, room, sizeof *list->rows);
}

bool operations_reserve(Operations *list, int more) {
  if (list->room - list->count >= more) return true;
  const int twice = 2 * list->room > ROOM_START ? 2 * list->room : ROOM_START, least = list->count + more;
  return grow(list, twice > least ? twice : least);
}

bool operations_add(Operations *list, int64_t tick, const Command *command) {
  if (list->count == list->room) return false;
  list->rows[list->count++] = (Operation){tick, *command};
  return true;
}

int operations_first(const Operations *list, int64_t tick) {
  int low = 0, high = list->count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (list->rows[middle].tick < tick)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void operations_forget(Operations *list, int64_t tick) {
  const int gone = operations_first(list, tick);
  if (gone == 0) return;
  list->count -= gone;
  memmove(list->rows, list->rows + gone, sizeof *list->rows * (size_t)list->count);
}

bool operations_copy(Operations *copy, const Operations *list, int from, int to, int more) {
  *copy = (Operations){0};
  if (to - from + more > 0 && !grow(copy, to - from + more)) return false;
  copy->count = to - from;
  if (copy->count > 0) memcpy(copy->rows, list->rows + from, sizeof *copy->rows * (size_t)copy->count);
  return true;
}

void operations_pass(StateStream *s, Operations *list, int most, int64_t low, int64_t high) {
  int count = list->count;
  state_int(s, &count, 0, most, "the number of commands");
  if (s->in) {
    list->count = 0;
    if (!state_has(s, (size_t)count, sizeof(int64_t), "the number of commands")) return;
    s->short_of_memory |= !operations_reserve(list, count);
    if (s->short_of_memory) return;
    list->count = count;
  }
  for (int n = 0; n < count; n++) {
    state_int64(s, &list->rows[n].tick, 1, low, high, "the tick of a command");
    world_state_command(s, &list->rows[n].command);
  }
}

void operations_free(Operations *list) {
  memory_free(list->rows);
  *list = (Operations){0};
}
