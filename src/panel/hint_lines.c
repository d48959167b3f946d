/* The hints for the person: the scene's sentence and its goal above the tool bar, the first hints beside them, a question in the middle. */
#include <math.h>
#include <stdio.h>

#include "panel/gui.h"
#include "panel/parts.h"

/* The first hints that are still to be followed, in a column at the upper left. */
static void build_first(const PanelView *view) {
  bool any = false;
  for (int n = 0; n < HINT_COUNT; n++) any = any || !view->hints->done[n];
  if (!any || view->panel || view->help || view->beside->on) return; /* beside, they would cover the first picture */
  gui_window(&(GuiWindowDef){.name = "first hints", .at = {gui_points(12), gui_points(64)}, .glass = true});
  for (int n = 0; n < HINT_COUNT; n++) {
    if (view->hints->done[n]) continue;
    gui_text(GUI_ACCENT, "%s", hints_key((Hint)n));
    gui_same_line();
    gui_text(GUI_TEXT, "%s", hints_text((Hint)n));
  }
  gui_text(GUI_DIM, "%s all keys  \xC2\xB7  %s next scene", keys_name(ACTION_HELP), keys_name(ACTION_NEXT_SCENE));
  if (view->past.there) gui_text(GUI_DIM, "the bar at the foot is time: drag it back");
  gui_text(GUI_DIM, "%s hides these hints", keys_name(ACTION_HINTS));
  gui_window_end();
}

static void build_goal(const PanelView *view) {
  const SceneGoal *const goal = &view->scene->goal;
  const GoalState *const state = &view->world->goal;
  if (goal->kind == GOAL_NONE) return;
  /* How far it is, in the figure that the goal is about, and for how long it has been so. */
  const double seen = (double)state->seen, value = (double)goal->value;
  char figure[64] = "";
  if (goal->kind == GOAL_FILL) snprintf(figure, sizeof figure, "  level %.2f of %.2f m", seen, value);
  if (goal->kind == GOAL_SPIN) snprintf(figure, sizeof figure, "  %.1f of %.0f rounds a minute", seen, value);
  if (goal->kind == GOAL_SHELTER) snprintf(figure, sizeof figure, "  waves of %.2f m, at most %.2f m", seen, value);
  if (state->met)
    gui_text(GUI_ACCENT, "Done: %s  %s: the next scene", goal->text, keys_name(ACTION_NEXT_SCENE));
  else if (state->missed)
    gui_text(GUI_WARN, "Missed: %s  %s tries again", goal->text, keys_name(ACTION_RESET));
  else if (state->held_s > 0 && goal->seconds > 0)
    gui_text(GUI_ACCENT, "%s%s  %.0f of %.0f s", goal->text, figure, state->held_s, (double)goal->seconds);
  else
    gui_text(GUI_ACCENT, "%s%s", goal->text, figure);
}

float hint_lines_build(const PanelView *view, PanelRequest *request) {
  const GuiPoint screen = gui_screen();
  if (view->question) {
    gui_window(&(GuiWindowDef){.name = "question", .at = {0.5f * screen.x, 0.4f * screen.y}, .anchor = {0.5f, 0.5f}});
    gui_text(GUI_TEXT, "%s", view->question);
    gui_space();
    if (gui_button("Yes (Enter)", gui_points(110), true)) request->answer = 1;
    gui_same_line();
    if (gui_button("No (Esc)", gui_points(110), false)) request->answer = -1;
    gui_window_end();
  }
  if (view->hidden) return screen.y;
  build_first(view);
  const float without = screen.y - tool_bar_height() - gui_points(50);
  /* The scene's sentence stands until it has been there long enough to be read and followed; its goal stays. */
  const bool hint = view->scene->hint[0] != '\0' && view->hints->scene && !view->beside->on, goal = view->scene->goal.kind != GOAL_NONE;
  gui_tips_above(0);
  if ((!hint && !goal) || view->help || view->panel) return without;
  gui_window(&(GuiWindowDef){
      .name = "story", .at = {0.5f * screen.x, screen.y - tool_bar_height() - gui_points(12)}, .anchor = {0.5f, 1}, .glass = true});
  if (hint) gui_text_wrapped(GUI_TEXT, 0.5f * screen.x, "%s", view->scene->hint);
  build_goal(view);
  const float top = gui_window_top();
  gui_window_end();
  gui_tips_above(top); /* of the next frame: a tool's tip lies over no hint and no goal */
  return fminf(top, without);
}
