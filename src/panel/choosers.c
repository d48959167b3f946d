/* The lists to choose from: liquid, solver, sides, view, presets; and the buttons that let time run. */
#include <stdio.h>
#include <string.h>

#include "panel/gui.h"
#include "panel/parts.h"
#include "panel/presets.h"

enum { WORDS_MAX = 16 };

/* A list to choose from, of which `shown` is what is set. Returns the index of the word that was just chosen, or -1. */
static int choose(const char *label, const char *shown, const char *const *words, int count) {
  char id[32];
  int chosen = -1;
  snprintf(id, sizeof id, "##%s", label);
  panel_label(GUI_DIM, label, 0);
  if (!gui_combo(id, shown)) return -1;
  for (int n = 0; n < count; n++)
    if (gui_choice(words[n], strcmp(words[n], shown) == 0)) chosen = n;
  gui_combo_end();
  return chosen;
}

void choosers_build(const PanelView *view, PanelRequest *request) {
  const char *words[WORDS_MAX];
  const float width = (gui_room() - 2 * gui_gap()) / 3;
  if (gui_button(*view->paused ? "go on" : "pause", width, false)) request->action = ACTION_PAUSE;
  gui_same_line();
  if (gui_button("one step", width, false)) request->action = ACTION_STEP;
  gui_same_line();
  if (gui_button("reset", width, false)) request->action = ACTION_RESET;
  bool probes = view->measure->on;
  if (gui_check("probe the water under the pointer", &probes)) request->action = ACTION_PROBE;
  gui_space();
  int count = 0, chosen;
  for (; count < weir_liquid_count() && count < WORDS_MAX; count++) words[count] = weir_liquid(count)->name;
  chosen = choose("liquid", weir_liquid(view->liquid)->name, words, count);
  if (chosen >= 0) request->liquid = chosen;
  for (int n = 0; n < WEIR_SOLVER_COUNT; n++) words[n] = weir_solver_name((WeirSolver)n);
  chosen = choose("solver", weir_solver_name(*view->solver), words, WEIR_SOLVER_COUNT);
  if (chosen >= 0) *view->solver = (WeirSolver)chosen;
  const int *const kinds = session_boundary_kinds(&count);
  for (int n = 0; n < count && n < WORDS_MAX; n++) words[n] = session_boundary_name(kinds[n]);
  chosen = choose("sides", session_boundary_name(*view->boundary), words, count);
  if (chosen >= 0) *view->boundary = kinds[chosen];
  for (int n = 0; n < FRAME_MODE_COUNT; n++) words[n] = frame_mode_name((FrameMode)n);
  chosen = choose("view", frame_mode_name(*view->mode), words, FRAME_MODE_COUNT);
  if (chosen >= 0) *view->mode = (FrameMode)chosen;
  panel_label(GUI_DIM, "preset", 0);
  if (!gui_combo("##preset", "change several at once")) return;
  const Preset *const presets = presets_table(&count);
  for (int n = 0; n < count; n++) {
    if (gui_choice(presets[n].name, false)) presets_apply(&presets[n], view->params);
    if (!gui_hovered()) continue;
    gui_tooltip();
    gui_text(GUI_TEXT, "%s", presets[n].help);
    gui_tooltip_end();
  }
  gui_combo_end();
}
