#include "record/thin.h"

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

bool thin_lines(Line *lines, int present, size_t *memory) {
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
