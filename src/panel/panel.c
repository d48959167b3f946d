#include "panel/panel.h"

#include "base/memory.h"
#include "panel/parts.h"

/* All windows with what they keep from frame to frame. panel_create makes it, its caller owns it. */
struct Panel {
  Gui *gui;
  Message messages[MESSAGES_MAX];
  Overlay overlay;
  LawPlot law;
  Browser browser;
  SaveList saves;
  char search[SEARCH_SIZE];
  Help help;
  Loading loading;
};

Panel *panel_create(Window *window, const char *font) {
  Panel *const panel = memory_create(1, sizeof *panel);
  if (!panel) return NULL;
  panel->gui = gui_create(window, font);
  if (panel->gui) return panel;
  memory_free(panel);
  return NULL;
}

void panel_destroy(Panel *panel) {
  if (!panel) return;
  for (int n = 0; n < BROWSER_SCENES; n++) gui_image_destroy(&panel->browser.scenes[n].picture);
  for (int slot = 0; slot < SLOT_COUNT; slot++) gui_image_destroy(&panel->saves.games[slot].picture);
  gui_image_destroy(&panel->loading.picture);
  gui_destroy(panel->gui);
  memory_free(panel);
}

void panel_filter(void *user, const union SDL_Event *event, bool *takes_mouse, bool *takes_keys) {
  Panel *const panel = user;
  gui_event(panel->gui, event, takes_mouse, takes_keys);
  if (!*takes_keys) *takes_keys = help_takes_keys(&panel->help, event);
}

void panel_message(Panel *panel, const char *text, double seconds) {
  if (panel) messages_say(panel->messages, text, seconds);
}

PanelRequest panel_build(Panel *panel, const PanelView *view) {
  PanelRequest request = {.scene = -1, .flume = -1, .liquid = -1, .save_slot = -1, .load_slot = -1};
  gui_begin(panel->gui);
  const bool seen = !view->plain && !view->hidden, open = seen && !view->help; /* under F1's many words others would not be read */
  if (seen) ghost_lines_build(view);
  if (open) beside_view_build(view);
  if (open) tool_bar_build(view, &request);
  if (open) time_bar_build(view, &request);
  const float foot = view->plain ? 0 : hint_lines_build(view, &request);
  if (open) legend_build(view, foot);
  if (open) law_plot_build(&panel->law, view);
  if (open) plots_build(view, foot);
  if (view->overlay && !view->help) overlay_build(&panel->overlay, view);
  if (view->panel && !view->help) {
    const float margin = panel_margin(), below = view->hidden ? margin : tool_bar_height();
    const GuiPoint size = {panel_right() - margin, gui_screen().y - margin - below};
    gui_window(&(GuiWindowDef){"panel", .at = {margin, margin}, .size = size});
    gui_text_wrapped(GUI_ACCENT, 0, "%s", view->scene->title[0] ? view->scene->title : view->scene->name);
    gui_space();
    rule_rows_build(view);
    browser_build(&panel->browser, view, &request);
    flume_rows_build(view, &request);
    save_list_build(&panel->saves, view, &request);
    choosers_build(view, &request);
    gui_space();
    results_rows_build(view, &request);
    beside_rows_build(view, &request);
    action_rows_build(&request);
    param_rows_build(panel->search, view);
    gui_window_end();
  }
  if (open) probe_window_build(view);
  if (view->land->on && !view->plain) land_build(view, &request);
  if (view->land->reading && !view->plain) land_reading_build(view, &request);
  if (view->help)
    help_build(&panel->help);
  else
    help_close(&panel->help);
  messages_build(panel->messages, view, foot);
  gui_end(panel->gui);
  return request;
}

PanelProjectorRequest panel_build_projector(Panel *panel, const PanelProjector *view) {
  gui_begin(panel->gui);
  const PanelProjectorRequest request = projector_build(view);
  gui_end(panel->gui);
  return request;
}

void panel_show_loading(Panel *panel, const PanelLoading *view) {
  gui_begin(panel->gui);
  loading_build(&panel->loading, view);
  gui_end(panel->gui);
  gui_draw();
}

void panel_end_loading(Panel *panel) {
  gui_image_destroy(&panel->loading.picture);
  panel->loading = (Loading){0};
}

void panel_draw(void) {
  gui_draw();
}
