#include "world/timeline/line.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { ROOM_START = 4 * WORLD_COMMANDS_MAX, NOTES_MAX = 1 << 22, KEYFRAMES_START = 64 };

size_t line_memory(const Line *line) {
  return sizeof *line->keyframes * (size_t)line->room + sizeof *line->notes * (size_t)line->note_room;
}

/* --- commands ----------------------------------------------------------------------------------------------------------------- */

static bool notes_grow(Line *line, int room) {
  LineNote *const notes = room <= NOTES_MAX ? memory_create((size_t)room, sizeof *notes) : NULL;
  if (!notes) return false;
  if (line->note_count > 0) memcpy(notes, line->notes, sizeof *notes * (size_t)line->note_count);
  memory_free(line->notes);
  line->notes = notes;
  line->note_room = room;
  return true;
}

bool line_reserve(Line *line) {
  if (line->note_room - line->note_count >= WORLD_COMMANDS_MAX) return true;
  return notes_grow(line, line->note_room > 0 ? 2 * line->note_room : ROOM_START);
}

bool line_note(Line *line, int64_t tick, const Command *command) {
  if (line->note_count == line->note_room) return false;
  line->notes[line->note_count++] = (LineNote){tick, *command};
  return true;
}

/* Index of the first command at or after the tick. */
static int first_note(const Line *line, int64_t tick) {
  int low = 0, high = line->note_count;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (line->notes[middle].tick < tick)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void forget_notes(Line *line) {
  const int gone = first_note(line, line->keyframes[0]->tick);
  if (gone == 0) return;
  line->note_count -= gone;
  memmove(line->notes, line->notes + gone, sizeof *line->notes * (size_t)line->note_count);
}

/* --- keyframes ---------------------------------------------------------------------------------------------------------------- */

static bool keyframes_grow(Line *line, int room) {
  Keyframe **const keyframes = memory_create((size_t)room, sizeof *keyframes);
  if (!keyframes) return false;
  if (line->count > 0) memcpy(keyframes, line->keyframes, sizeof *keyframes * (size_t)line->count);
  memory_free(line->keyframes);
  line->keyframes = keyframes;
  line->room = room;
  return true;
}

bool line_append(Line *line, Keyframe *keyframe) {
  if (line->count == line->room && !keyframes_grow(line, line->room > 0 ? 2 * line->room : KEYFRAMES_START)) return false;
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
  if (line->count > 0) forget_notes(line);
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
  const int notes = first_note(line, tick), count = line_keyframe(line, tick) + 1;
  *copy = (Line){.to = tick, .to_time = time};
  if (!notes_grow(copy, notes + ROOM_START) || !keyframes_grow(copy, count + KEYFRAMES_START)) {
    line_clear(copy, memory);
    return false;
  }
  if (notes > 0) memcpy(copy->notes, line->notes, sizeof *copy->notes * (size_t)notes);
  copy->note_count = notes;
  for (int n = 0; n < count; n++) {
    keyframe_add_user(line->keyframes[n]);
    copy->keyframes[copy->count++] = line->keyframes[n];
  }
  return true;
}

void line_clear(Line *line, size_t *memory) {
  while (line->count > 0) line_remove(line, line->count - 1, memory);
  memory_free(line->keyframes);
  memory_free(line->notes);
  *line = (Line){0};
}

void line_run(const Line *line, World *world, int64_t tick) {
  for (int note = first_note(line, world->tick); world->tick < tick;) {
    for (; note < line->note_count && line->notes[note].tick == world->tick; note++) world_command(world, &line->notes[note].command);
    world_step(world);
  }
}
