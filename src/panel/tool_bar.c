/* The tool bar at the foot: a button with a drawing for each tool, one for the probe, and one for all keys. */
#include <stdlib.h>
#include <string.h>

#include "panel/gui.h"
#include "panel/parts.h"

static const float icon_size = 30; /* points */

/* A drawing in a square of side 1 with its corner at `at`: places are shares of the side. */
typedef struct Icon {
  GuiPoint at;
  float side;
  GuiColour colour;
} Icon;

static GuiPoint place(const Icon *icon, float x, float y) {
  return (GuiPoint){icon->at.x + x * icon->side, icon->at.y + y * icon->side};
}

static void stroke(const Icon *icon, float x0, float y0, float x1, float y1) {
  gui_draw_line(place(icon, x0, y0), place(icon, x1, y1), icon->colour, 0.06f * icon->side);
}

static void box(const Icon *icon, float x0, float y0, float x1, float y1) {
  stroke(icon, x0, y0, x1, y0), stroke(icon, x1, y0, x1, y1);
  stroke(icon, x1, y1, x0, y1), stroke(icon, x0, y1, x0, y0);
}

static void circle(const Icon *icon, float x, float y, float radius, bool filled) {
  gui_draw_circle(place(icon, x, y), radius * icon->side, icon->colour, filled ? 0 : 0.06f * icon->side);
}

static void triangle(const Icon *icon, float x0, float y0, float x1, float y1, float x2, float y2) {
  gui_draw_triangle(place(icon, x0, y0), place(icon, x1, y1), place(icon, x2, y2), icon->colour);
}

/* Draws what the words of ToolInfo.icon say. */
static void draw_icon(const Icon *icon, const char *words) {
  enum { NUMBERS = 16 };
  while (*words) {
    const char shape = *words++;
    float n[NUMBERS];
    int count = 0;
    for (char *end; count < NUMBERS; words = end) {
      n[count] = 0.01f * strtof(words, &end);
      if (end == words) break;
      count++;
    }
    words += strspn(words, " ");
    for (int p = 0; shape == 'P' && p + 3 < count; p += 2) stroke(icon, n[p], n[p + 1], n[p + 2], n[p + 3]);
    if (shape == 'B') box(icon, n[0], n[1], n[2], n[3]);
    if (shape == 'T') triangle(icon, n[0], n[1], n[2], n[3], n[4], n[5]);
    if (shape == 'C' || shape == 'D') circle(icon, n[0], n[1], n[2], shape == 'D');
  }
}

/* A glass over waves. */
static void build_probe(const PanelView *view, PanelRequest *request, float side) {
  Icon icon = {.side = side, .colour = view->measure->on ? GUI_TEXT : 0xC4D0D6FFu};
  if (gui_blank_button("probe", (GuiPoint){side, side}, view->measure->on, &icon.at)) request->action = ACTION_PROBE;
  if (gui_hovered()) {
    gui_tooltip_above();
    gui_text(GUI_TEXT, "probe");
    gui_same_line();
    gui_text(GUI_ACCENT, "Shift+P");
    gui_text(GUI_DIM, "point at water: depth, speed and why; Shift+drag: the flow through a line");
    gui_tooltip_end();
  }
  circle(&icon, 0.42f, 0.4f, 0.24f, false);
  stroke(&icon, 0.6f, 0.58f, 0.84f, 0.82f);
  stroke(&icon, 0.29f, 0.43f, 0.37f, 0.36f), stroke(&icon, 0.37f, 0.36f, 0.46f, 0.43f), stroke(&icon, 0.46f, 0.43f, 0.55f, 0.36f);
}

float tool_bar_height(void) {
  return gui_points(icon_size + 22) + time_bar_height();
}

static float side_of(GuiPoint screen) {
  return gui_points(icon_size) * (screen.x < gui_points(430) ? 0.7f : 1);
}

float tool_bar_width(void) {
  int buttons = 2; /* the probe and the keys */
  for (int tool = 0; tool < TOOL_COUNT; tool++) buttons += tools_info((Tool)tool)->action != ACTION_NONE;
  return (float)buttons * (side_of(gui_screen()) + gui_points(3)) + gui_points(9 + 12);
}

void tool_bar_build(const PanelView *view, PanelRequest *request) {
  const GuiPoint screen = gui_screen();
  const float side = side_of(screen);
  gui_spacing(gui_points(3), gui_points(3));
  gui_window(&(GuiWindowDef){
      .name = "tools", .at = {0.5f * screen.x, screen.y - gui_points(6) - time_bar_height()}, .anchor = {0.5f, 1}, .slim = true});
  for (int action = ACTION_NONE + 1; tools_of((Action)action) < TOOL_COUNT; action++) {
    const Tool tool = tools_of((Action)action);
    const ToolInfo *const info = tools_info(tool);
    const bool chosen = *view->tool == tool;
    if (action > ACTION_NONE + 1) gui_same_line();
    Icon icon = {.side = side, .colour = chosen ? GUI_TEXT : 0xC4D0D6FFu};
    gui_id((int)tool);
    if (gui_blank_button("tool", (GuiPoint){side, side}, chosen, &icon.at)) *view->tool = tool;
    if (gui_hovered()) {
      gui_tooltip_above();
      gui_text(GUI_TEXT, "%s", info->name);
      gui_same_line_gap(gui_points(10));
      gui_text(GUI_ACCENT, "%s", keys_name((Action)action));
      gui_text(GUI_DIM, "%s", info->help);
      gui_tooltip_end();
    }
    draw_icon(&icon, info->icon);
    gui_id_end();
  }
  gui_same_line_gap(gui_points(9));
  build_probe(view, request, side);
  gui_same_line();
  GuiPoint at;
  if (gui_blank_button("help", (GuiPoint){side, side}, view->help, &at)) request->action = ACTION_HELP;
  if (gui_hovered()) {
    gui_tooltip_above();
    gui_text(GUI_TEXT, "all keys");
    gui_same_line();
    gui_text(GUI_ACCENT, "%s", keys_name(ACTION_HELP));
    gui_tooltip_end();
  }
  const GuiPoint letters = gui_text_size("F1");
  gui_draw_text((GuiPoint){at.x + 0.5f * (side - letters.x), at.y + 0.5f * (side - letters.y)}, GUI_ACCENT, "F1");
  gui_window_end();
  gui_spacing_end();
}
