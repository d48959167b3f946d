#include "app/control/hints.h"

static const char *const words[HINT_COUNT][2] = {
    [HINT_MOVE] = {"Move the pointer", "over the water: it answers"},
    [HINT_DROP] = {"Click", "to drop a crate"},
    [HINT_PUSH] = {"Drag", "to push the water along"},
    [HINT_LOOK] = {"Right drag, wheel", "to look around and come closer"},
    [HINT_TOOL] = {"1 to 0", "for other things to do: pour, logs, cars"},
};

void hints_begin(Hints *hints, Tool tool) {
  *hints = (Hints){.tool = tool};
}

void hints_look(Hints *hints, const Tools *tools, const Input *input) {
  const bool now[HINT_COUNT] = {
      [HINT_MOVE] = tools->stirred,
      [HINT_DROP] = tools->dropped,
      [HINT_PUSH] = tools->pushed,
      [HINT_LOOK] = input->orbit_x != 0 || input->orbit_y != 0 || input->wheel != 0,
      [HINT_TOOL] = tools->chosen != hints->tool,
  };
  for (int n = 0; n < HINT_COUNT; n++) hints->done[n] = hints->done[n] || now[n];
}

void hints_toggle(Hints *hints) {
  bool any = false;
  for (int n = 0; n < HINT_COUNT; n++) any = any || !hints->done[n];
  for (int n = 0; n < HINT_COUNT; n++) hints->done[n] = any;
}

const char *hints_key(Hint hint) {
  return words[hint][0];
}

const char *hints_text(Hint hint) {
  return words[hint][1];
}
