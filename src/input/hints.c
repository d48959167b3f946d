#include "input/hints.h"

#include <stdio.h>
#include <string.h>

static const double scene_seconds = 30;
static const int over_water_enough = 3; /* frames in which the pointer came to other places over water, by strokes or by jumps */

static const char *const names[HINT_COUNT] = {"move", "drop", "push", "look", "tool"};

void hints_restore(Hints *hints, const char *text) {
  for (int n = 0; n < HINT_COUNT; n++) hints->done[n] = strstr(text, names[n]) != NULL;
}

void hints_save(const Hints *hints, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (int n = 0; n < HINT_COUNT && used < size; n++)
    if (hints->done[n]) used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? " " : "", names[n]);
}

void hints_begin_scene(Hints *hints) {
  hints->scene = true;
  hints->scene_s = 0;
}

void hints_look(Hints *hints, const Tools *tools, const Input *input, double dt) {
  hints->fingers = input->fingers || (hints->fingers && !input->moved && input->key_count == 0);
  hints->over_water += input->moved && tools->aim.hit && tools->aim.wet;
  const bool now[HINT_COUNT] = {
      [HINT_MOVE] = tools->stirred || hints->over_water >= over_water_enough,
      [HINT_DROP] = tools->dropped,
      [HINT_PUSH] = tools->pushed,
      [HINT_LOOK] = input->orbit_x != 0 || input->orbit_y != 0 || input->wheel != 0,
      [HINT_TOOL] = tools->chosen != hints->tool,
  };
  for (int n = 0; n < HINT_COUNT; n++) hints->done[n] = hints->done[n] || now[n];
  if (hints->scene_s > 0 || tools->dropped || tools->pushed) hints->scene_s += dt;
  if (hints->scene_s > scene_seconds) hints->scene = false;
}

void hints_toggle(Hints *hints) {
  bool any = false;
  for (int n = 0; n < HINT_COUNT; n++) any = any || !hints->done[n];
  any = any || hints->scene;
  for (int n = 0; n < HINT_COUNT; n++) hints->done[n] = any;
  hints->over_water = 0;
  hints->scene = !any;
  hints->scene_s = 0;
}
