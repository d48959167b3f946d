/* The two bars at the foot: time, and above it the tools. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "panel/parts.h"

static const float bar_height = 12, icon_size = 30; /* points, of the two */
static const float branch_width = 22;               /* points, of a button for another future */

static float time_bar_height(void) {
  return gui_points(bar_height + 4);
}
float tool_bar_height(void) {
  return gui_points(icon_size + 22) + time_bar_height();
}

/* Returns the side of a tool's button. */
static float tool_side(void) {
  return gui_points(icon_size) * (gui_screen().x < gui_points(430) ? 0.7f : 1);
}

/* --- the last two minutes: where the water is in them, other futures; a drag goes there ------------------------------ */

static float share_of(const TimelineSpan *span, double time_s) {
  const double length = span->to_s - span->from_s;
  return length > 0 ? (float)fmin(fmax((time_s - span->from_s) / length, 0), 1) : 1;
}

/* Returns the simulated s at which a branch parts from the present. */
static double parting_of(const TimelineSpan *branch) {
  const double share = branch->to > branch->from ? (double)(branch->parts - branch->from) / (double)(branch->to - branch->from) : 0;
  return branch->from_s + share * (branch->to_s - branch->from_s);
}

static void build_tooltip(double ago_s, float pointer_x) {
  char keys[96];
  int buttons = 2; /* the probe and the keys */
  for (int tool = 0; tool < TOOL_COUNT; tool++) buttons += tools_info((Tool)tool)->action != ACTION_NONE;
  snprintf(keys, sizeof keys, "drag: go there  \xC2\xB7  hold %s: back", keys_name(ACTION_REWIND));
  const GuiPoint screen = gui_screen();
  const float width = gui_text_size(keys).x + gui_points(16), half = 0.5f * width, gap = gui_points(8);
  const float tool_bar_width = (float)buttons * (tool_side() + gui_points(3)) + gui_points(9 + 12);
  const float tools = 0.5f * tool_bar_width + gap, room = 0.5f * screen.x - tools, from_middle = pointer_x - 0.5f * screen.x;
  const float foot = screen.y - time_bar_height() - gap;
  if (room < width + gap) /* above the pointer, but beside the tool bar; above that where beside it there is no room */
    gui_tooltip_at((GuiPoint){pointer_x, screen.y - tool_bar_height() - gap}, (GuiPoint){pointer_x / fmaxf(screen.x, 1), 1});
  else if (fabsf(from_middle) < tools + half)
    gui_tooltip_at((GuiPoint){0.5f * screen.x + copysignf(tools, from_middle), foot}, (GuiPoint){from_middle < 0 ? 1 : 0, 1});
  else
    gui_tooltip_at((GuiPoint){fminf(fmaxf(pointer_x, half + gap), screen.x - half - gap), foot}, (GuiPoint){0.5f, 1});
  gui_text(GUI_TEXT, "%.1f s ago", fmax(ago_s, 0));
  gui_text(GUI_DIM, "%s", keys);
  gui_tooltip_end();
}

void time_bar_build(const PanelView *view, PanelRequest *request) {
  const SessionPast *const past = &view->past;
  const TimelineSpan *const span = &past->present;
  const GuiPoint screen = gui_screen();
  const float height = gui_points(bar_height);
  if (!past->there) return;
  gui_spacing(gui_points(3), 0);
  gui_window(&(GuiWindowDef){"time", .at = {0.5f * screen.x, screen.y}, .anchor = {0.5f, 1}, .slim = true, .bare = true});
  const float width =
      fmaxf(screen.x - gui_points(24) - (float)past->branch_count * (gui_points(branch_width) + gui_points(3)), gui_points(40));
  gui_hidden_button("bar", (GuiPoint){width, height});
  const GuiPoint at = gui_low();
  const double aim = span->from_s + (span->to_s - span->from_s) * (double)fminf(fmaxf((gui_pointer().x - at.x) / width, 0), 1);
  if (gui_active()) request->looks_back = true, request->look_s = aim;
  const bool wide = gui_hovered() || gui_active();
  /* The track with what has been, and where other futures part. */
  const float high = wide ? height : 0.4f * height, now = at.x + share_of(span, view->past_s) * width, top = at.y + height - high;
  const float foot = top + high, small = gui_points(2);
  gui_draw_rectangle((GuiPoint){at.x, top}, (GuiPoint){at.x + width, foot}, 0x0A1014A0u, 3);
  gui_draw_rectangle((GuiPoint){at.x, top}, (GuiPoint){now, foot}, 0x35C6C690u, 3);
  for (int n = 0; n < past->branch_count; n++) {
    const float x = at.x + share_of(span, parting_of(&past->branches[n])) * width;
    gui_draw_rectangle((GuiPoint){x - 1, top - 2}, (GuiPoint){x + 1, foot}, 0xF2A93BC0u, 0);
  }
  gui_draw_rectangle((GuiPoint){now - small, top - small}, (GuiPoint){now + small, foot + gui_points(1)}, 0xFFFFFFE0u, 2);
  if (wide) build_tooltip(span->to_s - aim, gui_pointer().x);
  for (int n = 0; n < past->branch_count; n++) {
    const GuiPoint size = {gui_points(branch_width), height};
    char number[16];
    gui_same_line();
    gui_id(n);
    if (gui_button("##branch", size, false)) request->branch = n + 1;
    const GuiPoint low = gui_low();
    if (gui_hovered()) {
      request->aimed_branch = n + 1;
      const double parts_s = parting_of(&past->branches[n]);
      gui_tooltip_above();
      gui_text(GUI_TEXT, "another future: it parts %.1f s ago and is %.1f s long", fmax(view->past_s - parts_s, 0),
               fmax(past->branches[n].to_s - parts_s, 0));
      gui_text(GUI_DIM, "click: go on with it");
      gui_tooltip_end();
    }
    gui_id_end();
    snprintf(number, sizeof number, "%d", n + 1);
    const GuiPoint letters = gui_text_size(number);
    gui_draw_rectangle(low, (GuiPoint){low.x + size.x, low.y + size.y}, 0xF2A93B48u, 3);
    gui_draw_text((GuiPoint){low.x + 0.5f * (size.x - letters.x), low.y + 0.5f * (size.y - letters.y)}, 0xF2A93BFFu, number);
  }
  gui_window_end();
  gui_spacing_end();
}

/* --- a button with a drawing for each tool, one for the probe, and one for all keys ---------------------------------- */

/* Draws what the words of ToolInfo.icon say into a square with its corner at `at`. */
static void draw_icon(GuiPoint at, float side, GuiColour colour, const char *words) {
  enum { NUMBERS = 16 };
  while (*words) {
    const char shape = *words++;
    float n[NUMBERS] = {0};
    GuiPoint p[NUMBERS / 2];
    int count = 0;
    for (char *end; count < NUMBERS; words = end) {
      n[count] = 0.01f * strtof(words, &end);
      if (end == words) break;
      count++;
    }
    words += strspn(words, " ");
    for (int i = 0; i < NUMBERS / 2; i++) p[i] = (GuiPoint){at.x + n[2 * i] * side, at.y + n[2 * i + 1] * side};
    const GuiPoint box[] = {p[0], {p[1].x, p[0].y}, p[1], {p[0].x, p[1].y}, p[0]}, *const way = shape == 'B' ? box : p;
    const int points = shape == 'B' ? (int)(sizeof box / sizeof *box) : shape == 'P' ? count / 2 : 0;
    for (int i = 1; i < points; i++) gui_draw_line(way[i - 1], way[i], colour, 0.06f * side);
    if (shape == 'T') gui_draw_triangle(p[0], p[1], p[2], colour);
    if (shape == 'C' || shape == 'D') gui_draw_circle(p[0], n[2] * side, colour, shape == 'D' ? 0 : 0.06f * side);
  }
}

/* Builds a button with a drawing. Returns true if it is clicked; while the pointer is on it a tip stands above, with the name, the key that
 * does the same, so far beside it, and what it is for. */
static bool build_button(const char *id, float side, bool on, const char *icon, const char *name, float gap, const char *key,
                         const char *help) {
  const bool used = gui_button(id, (GuiPoint){side, side}, on);
  const GuiPoint low = gui_low();
  if (gui_hovered()) {
    gui_tooltip_above();
    gui_text(GUI_TEXT, "%s", name);
    gui_same_line_gap(gap);
    gui_text(GUI_ACCENT, "%s", key);
    if (help) gui_text(GUI_DIM, "%s", help);
    gui_tooltip_end();
  }
  draw_icon(low, side, on ? GUI_TEXT : 0xC4D0D6FFu, icon);
  return used;
}

void tool_bar_build(const PanelView *view, PanelRequest *request) {
  const GuiPoint screen = gui_screen();
  const float side = tool_side();
  gui_spacing(gui_points(3), gui_points(3));
  gui_window(
      &(GuiWindowDef){"tools", .at = {0.5f * screen.x, screen.y - gui_points(6) - time_bar_height()}, .anchor = {0.5f, 1}, .slim = true});
  for (int action = ACTION_NONE + 1; tools_of((Action)action) < TOOL_COUNT; action++) {
    const Tool tool = tools_of((Action)action);
    const ToolInfo *const info = tools_info(tool);
    char help[TOOLS_HELP];
    if (action > ACTION_NONE + 1) gui_same_line();
    gui_id((int)tool);
    if (build_button("##tool", side, *view->tool == tool, info->icon, info->name, gui_points(10), keys_name((Action)action),
                     tools_help(tool, help)))
      *view->tool = tool;
    gui_id_end();
  }
  gui_same_line_gap(gui_points(9));
  const char *const glass = "C 42 40 24 P 60 58 84 82 P 29 43 37 36 46 43 55 36"; /* over waves */
  if (build_button("##probe", side, view->measure->on, glass, "probe", gui_points(3), keys_name(ACTION_PROBE),
                   "point at water: depth, speed and why; Shift+drag: the flow through a line"))
    request->action = ACTION_PROBE;
  gui_same_line();
  if (build_button("##help", side, view->help, "", "all keys", gui_points(3), keys_name(ACTION_HELP), NULL)) request->action = ACTION_HELP;
  const char *const key = keys_name(ACTION_HELP), *const label = gui_text_size(key).x < side ? key : "?";
  const GuiPoint at = gui_low(), letters = gui_text_size(label);
  gui_draw_text((GuiPoint){at.x + 0.5f * (side - letters.x), at.y + 0.5f * (side - letters.y)}, GUI_ACCENT, label);
  gui_window_end();
  gui_spacing_end();
}
