/* The scene's rules in the panel: the words of each, what it measures now, and when it fired. */
#include <stdio.h>

#include "panel/parts.h"

static const char *quantity_unit(RuleQuantity quantity) {
  static const char *const units[RULE_QUANTITY_COUNT] = {"m", "m", "m/s", "m3/s", "s"};
  return units[quantity];
}

/* Writes the state of a rule as a line: its measured value or the time that is left, and when it fired last. */
static void write_state(const SceneRule *rule, const RuleState *state, char *text, size_t room) {
  int used = 0;
  if (rule->kind == RULE_WHEN)
    used = snprintf(text, room, "now %.2f %s", (double)state->value, quantity_unit(rule->quantity));
  else if (rule->kind == RULE_EVERY || !state->fired)
    used = snprintf(text, room, "in %.0f s", (double)state->value);
  const char *const comma = used > 0 ? ", " : "";
  if (state->times > 0)
    snprintf(text + used, room - (size_t)used, "%sfired %d x, last at %.1f s", comma, state->times, state->fired_at);
  else
    snprintf(text + used, room - (size_t)used, "%snot fired yet", comma);
}

/* Draws the mark of a rule: filled while its condition is true or its machine is to go back. */
static void draw_mark(const RuleState *state) {
  const float height = gui_line_height();
  const GuiPoint at = gui_area(height, height);
  const bool on = state->holds || state->lasts;
  gui_draw_circle((GuiPoint){at.x + 0.5f * height, at.y + 0.5f * height}, 0.28f * height, on ? GUI_ACCENT : GUI_DIM, on ? 0 : 1.5f);
}

void rule_rows_build(const PanelView *view) {
  const WorldView *const world = view->world;
  if (world->rule_count == 0 || !gui_header("rules", true)) return;
  for (int n = 0; n < world->rule_count; n++) {
    const SceneRule *const rule = &world->rules[n];
    const RuleState *const state = &world->rule_states[n];
    char text[128];
    gui_id(n);
    draw_mark(state);
    gui_same_line();
    gui_group();
    gui_text_wrapped(GUI_TEXT, 0, "%s", rule->text);
    write_state(rule, state, text, sizeof text);
    gui_text(state->holds || state->lasts ? GUI_ACCENT : GUI_DIM, "%s", text);
    gui_group_end();
    gui_id_end();
  }
}
