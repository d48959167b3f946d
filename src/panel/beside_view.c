/* Side by side: what stands in the four parts of the window, and the panel's rows for it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "panel/parts.h"

static const float margin_points = 12;

/* --- the figures -------------------------------------------------------------------------------------------------------------------- */

static const float figures_at = 24; /* letters from the left */

static void build_figures(const Beside *beside) {
  const Difference *const now = &beside->now;
  gui_figure("largest", figures_at, "%.3f m", now->largest);
  gui_same_line();
  gui_text(GUI_DIM, " at x %.0f m, z %.0f m", (double)now->x, (double)now->z);
  gui_figure("root mean square", figures_at, "%.4f m", now->mean);
  gui_figure("bodies apart", figures_at, "%.2f m", now->bodies);
  if (beside->parted_at < 0) {
    gui_text(GUI_DIM, "no more than %.0f cm apart so far", 100 * DIFFERENCE_PARTED);
    return;
  }
  gui_figure("parted first", figures_at, "%.2f s, at x %.0f m, z %.0f m", beside->parted_at, (double)beside->parted[0],
             (double)beside->parted[1]);
}

/* One of the two lines over the time since both began. */
static void draw_line(const Beside *beside, GuiPoint low, GuiPoint high, bool mean, GuiColour colour) {
  GuiPoint line[BESIDE_SAMPLES];
  const BesideSample *const samples = beside->samples;
  const int count = beside->sample_count;
  float most = 1e-6f;
  for (int n = 0; n < count; n++) most = fmaxf(most, samples[n].largest);
  const double from = samples[0].time, span = fmax(samples[count - 1].time - from, 1e-6);
  for (int n = 0; n < count; n++) {
    line[n].x = low.x + (high.x - low.x) * (float)((samples[n].time - from) / span);
    line[n].y = high.y - (high.y - low.y) * (mean ? samples[n].mean : samples[n].largest) / most;
  }
  gui_draw_polyline(line, count, colour, gui_points(1.4f));
}

/* --- the window --------------------------------------------------------------------------------------------------------------------- */

static void name_part(const char *id, const char *name, float x, float y) {
  const float margin = gui_points(margin_points);
  gui_window(&(GuiWindowDef){id, .at = {x - margin, y + margin}, .anchor = {1, 0}, .slim = true, .glass = true, .alpha = 0.6f});
  gui_text(GUI_TEXT, "%s", name);
  gui_window_end();
}

void beside_view_build(const PanelView *view) {
  const Beside *const beside = view->beside;
  const GuiPoint size = gui_screen(), half = {0.5f * size.x, 0.5f * size.y};
  const float margin = gui_points(margin_points), foot = tool_bar_height();
  char second[128];
  if (!beside->on || size.x < gui_points(400) || size.y < gui_points(300)) return;
  const char *const first = beside->future > 0           ? "the present"
                            : beside->how.solver_differs ? weir_solver_name(view->wanted->solver)
                                                         : "as set";
  beside_name(beside, second, sizeof second);
  name_part("first", first, half.x, 0);
  name_part("second", second, size.x, 0);
  name_part("third", "the difference", half.x, half.y);
  gui_window(
      &(GuiWindowDef){"figures", .at = {half.x + margin, half.y}, .size = {half.x - 2 * margin, half.y}, .bare = true, .glass = true});
  gui_spacing(gui_points(8), gui_points(4));
  gui_area(1, margin);
  gui_text(GUI_ACCENT, "%s against %s, after %.1f s", first, second, view->world->time);
  static const GuiColour steps[] = {0x2D6CDDFFu, 0x7E9FE0FFu, 0xE7E7E7FFu, 0xE08F85FFu, 0xDC4033FFu};
  const float side = gui_line_height();
  const GuiPoint at = gui_area(5 * side, side);
  for (int n = 0; n < 5; n++)
    gui_draw_rectangle((GuiPoint){at.x + (float)n * side, at.y}, (GuiPoint){at.x + (float)(n + 1) * side, at.y + side}, steps[n], 0);
  gui_same_line();
  gui_text(GUI_TEXT, "%g m: blue, %s is higher; red, %s", beside->scale, first, second);
  build_figures(beside);
  gui_text(GUI_WARN, "largest");
  gui_same_line();
  gui_text(GUI_ACCENT, "root mean square");
  gui_same_line();
  gui_text(GUI_DIM, "since both began");
  const float height = fminf(half.y - 9 * gui_row_height() - foot, gui_points(150)), width = gui_room();
  if (beside->sample_count >= 2 && height >= gui_line_height()) {
    const GuiPoint low = gui_area(width, height), high = {low.x + width, low.y + height};
    gui_draw_rectangle(low, high, 0xFFFFFF10u, 2);
    draw_line(beside, low, high, false, GUI_WARN);
    draw_line(beside, low, high, true, GUI_ACCENT);
  }
  gui_spacing_end();
  gui_window_end();
}

/* --- the panel ---------------------------------------------------------------------------------------------------------------------- */

static void choose_other_value(const ParamInfo *info, TwinHow *how, PanelRequest *request) {
  char format[48];
  const int steps = info->words[0] ? (int)(1 + roundf((info->high - info->low) / info->step)) : 0;
  panel_label(GUI_DIM, "its value there", 0);
  if (steps == 0) {
    snprintf(format, sizeof format, "%s %s", info->whole ? "%.0f" : "%.4g", info->unit);
    if (gui_slider("##other value", &how->value, info->low, info->high, format, info->scaled)) request->beside_differs = true;
    return;
  }
  params_text(info, how->value, format, sizeof format);
  if (!gui_combo("##other value", format)) return;
  for (int n = 0; n < steps; n++) {
    const float value = info->low + (float)n * info->step;
    params_text(info, value, format, sizeof format);
    if (gui_choice(format, how->value == value)) how->value = value, request->beside_differs = true;
  }
  gui_combo_end();
}

void beside_rows_build(const PanelView *view, PanelRequest *request) {
  enum { CHOICES = 64 };
  bool on = view->beside->on;
  const char *words[CHOICES];
  int chosen, count = 1, of_word[CHOICES] = {0}, param_count;
  const ParamInfo *const infos = params_table(&param_count);
  if (!gui_header("side by side", on)) return;
  TwinHow *const how = &request->beside;
  *how = view->beside->how;
  if (gui_check("two waters with the same inputs", &on)) request->action = ACTION_BESIDE;
  words[0] = "the same";
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++)
    if (n != (int)view->wanted->solver) words[count] = weir_solver_name((WeirSolver)n), of_word[count++] = n;
  panel_label(GUI_DIM, "solver there", 0);
  chosen = panel_choose("##other solver", how->solver_differs ? weir_solver_name(how->solver) : words[0], words, count);
  if (chosen >= 0) how->solver_differs = chosen > 0, request->beside_differs = true;
  if (chosen > 0) how->solver = (WeirSolver)of_word[chosen];
  count = 1;
  words[0] = "all the same";
  for (int n = 0; n < param_count && count < CHOICES; n++)
    if (infos[n].group == PARAM_WATER || infos[n].group == PARAM_BODIES) words[count] = infos[n].title, of_word[count++] = n;
  panel_label(GUI_DIM, "parameter there", 0);
  chosen = panel_choose("##other parameter", how->param_differs ? infos[how->param].title : words[0], words, count);
  if (chosen >= 0) how->param_differs = chosen > 0, request->beside_differs = true;
  if (chosen > 0) how->param = of_word[chosen], how->value = params_get(&view->wanted->params, &infos[how->param]);
  if (how->param_differs) choose_other_value(&infos[how->param], how, request);
  if (view->past.branch_count > 0) panel_label(GUI_DIM, "another future", 0);
  if (view->past.branch_count > 0 && gui_combo("##future", view->beside->future > 0 ? "shown beside" : "none")) {
    for (int n = 1; n <= view->past.branch_count; n++) {
      char label[32];
      snprintf(label, sizeof label, "future %d", n);
      if (gui_choice(label, view->beside->future == n)) request->beside_future = n;
    }
    gui_combo_end();
  }
  gui_space();
}
