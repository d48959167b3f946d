/* The lists to choose from: liquid, solver, sides, view, presets; and the buttons that let time run. */
#include "app/gui/gui.h"
#include "app/gui/parts.h"
#include "app/gui/presets.h"

static void choose_solver(const PanelView *view) {
  panel_label(GUI_DIM, "solver", 0);
  if (!gui_combo("##solver", weir_solver_name(*view->solver))) return;
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++) {
    const WeirSolver solver = (WeirSolver)n;
    if (gui_choice(weir_solver_name(solver), *view->solver == solver)) *view->solver = solver;
  }
  gui_combo_end();
}

static void choose_liquid(const PanelView *view, PanelRequest *request) {
  panel_label(GUI_DIM, "liquid", 0);
  if (!gui_combo("##liquid", weir_liquid(view->liquid)->name)) return;
  for (int n = 0; n < weir_liquid_count(); n++)
    if (gui_choice(weir_liquid(n)->name, n == view->liquid)) request->liquid = n;
  gui_combo_end();
}

static void choose_boundary(const PanelView *view) {
  int count = 0;
  const int *kinds = session_boundary_kinds(&count);
  panel_label(GUI_DIM, "sides", 0);
  if (!gui_combo("##sides", session_boundary_name(*view->boundary))) return;
  for (int n = 0; n < count; n++)
    if (gui_choice(session_boundary_name(kinds[n]), kinds[n] == *view->boundary)) *view->boundary = kinds[n];
  gui_combo_end();
}

static void choose_view(const PanelView *view) {
  panel_label(GUI_DIM, "view", 0);
  if (!gui_combo("##view", frame_mode_name(*view->mode))) return;
  for (int n = 0; n < FRAME_MODE_COUNT; n++) {
    const FrameMode mode = (FrameMode)n;
    if (gui_choice(frame_mode_name(mode), *view->mode == mode)) *view->mode = mode;
  }
  gui_combo_end();
}

static void choose_run(const PanelView *view, PanelRequest *request) {
  const float width = (gui_room() - 2 * gui_gap()) / 3;
  if (gui_button(*view->paused ? "go on" : "pause", width, false)) request->action = ACTION_PAUSE;
  gui_same_line();
  if (gui_button("one step", width, false)) request->action = ACTION_STEP;
  gui_same_line();
  if (gui_button("reset", width, false)) request->action = ACTION_RESET;
  bool probes = view->measure->on;
  if (gui_check("probe the water under the pointer", &probes)) request->action = ACTION_PROBE;
}

static void choose_preset(const PanelView *view) {
  panel_label(GUI_DIM, "preset", 0);
  if (!gui_combo("##preset", "change several at once")) return;
  int count = 0;
  const Preset *presets = presets_table(&count);
  for (int n = 0; n < count; n++) {
    if (gui_choice(presets[n].name, false)) presets_apply(&presets[n], view->params);
    if (!gui_hovered()) continue;
    gui_tooltip();
    gui_text(GUI_TEXT, "%s", presets[n].help);
    gui_tooltip_end();
  }
  gui_combo_end();
}

void choosers_build(const PanelView *view, PanelRequest *request) {
  choose_run(view, request);
  gui_space();
  choose_liquid(view, request);
  choose_solver(view);
  choose_boundary(view);
  choose_view(view);
  choose_preset(view);
}
