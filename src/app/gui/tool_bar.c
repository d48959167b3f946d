/* The tool bar at the foot: a button with a drawing for each tool, one for the probe, and one for all keys. */
#include "app/gui/gui.h"
#include "app/gui/parts.h"

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

/* Two crests. */
static void waves(const Icon *icon, float y) {
  for (int n = 0; n < 2; n++) {
    const float x = 0.2f + 0.3f * (float)n;
    stroke(icon, x, y, x + 0.15f, y - 0.08f), stroke(icon, x + 0.15f, y - 0.08f, x + 0.3f, y);
  }
}

static void drop_of_water(const Icon *icon, float y) {
  triangle(icon, 0.5f, y, 0.36f, y + 0.26f, 0.64f, y + 0.26f);
  circle(icon, 0.5f, y + 0.32f, 0.155f, true);
}

static void draw_vehicle(const Icon *icon, Tool tool) {
  if (tool == TOOL_CAR) {
    box(icon, 0.15f, 0.48f, 0.85f, 0.66f), box(icon, 0.32f, 0.3f, 0.66f, 0.48f);
    circle(icon, 0.3f, 0.7f, 0.09f, true), circle(icon, 0.7f, 0.7f, 0.09f, true);
  } else if (tool == TOOL_BOAT) {
    stroke(icon, 0.15f, 0.58f, 0.85f, 0.58f), stroke(icon, 0.15f, 0.58f, 0.3f, 0.76f);
    stroke(icon, 0.3f, 0.76f, 0.7f, 0.76f), stroke(icon, 0.7f, 0.76f, 0.85f, 0.58f);
    stroke(icon, 0.48f, 0.56f, 0.48f, 0.18f);
    triangle(icon, 0.53f, 0.2f, 0.53f, 0.5f, 0.76f, 0.5f);
  } else {
    box(icon, 0.26f, 0.46f, 0.74f, 0.8f);
    triangle(icon, 0.5f, 0.18f, 0.16f, 0.46f, 0.84f, 0.46f);
  }
}

static void draw_machine(const Icon *icon, Tool tool) {
  if (tool == TOOL_WHEEL) {
    circle(icon, 0.5f, 0.5f, 0.27f, false), circle(icon, 0.5f, 0.5f, 0.07f, true);
    for (int n = 0; n < 4; n++) {
      static const float ways[4][2] = {{0.38f, 0}, {0.27f, 0.27f}, {0, 0.38f}, {-0.27f, 0.27f}};
      stroke(icon, 0.5f - ways[n][0], 0.5f - ways[n][1], 0.5f + ways[n][0], 0.5f + ways[n][1]);
    }
  } else if (tool == TOOL_GATE) {
    stroke(icon, 0.2f, 0.15f, 0.2f, 0.85f), stroke(icon, 0.8f, 0.15f, 0.8f, 0.85f);
    box(icon, 0.26f, 0.3f, 0.74f, 0.58f);
    waves(icon, 0.8f);
  } else {
    circle(icon, 0.34f, 0.6f, 0.17f, false);
    stroke(icon, 0.34f, 0.43f, 0.34f, 0.25f), stroke(icon, 0.34f, 0.25f, 0.7f, 0.25f), stroke(icon, 0.7f, 0.25f, 0.7f, 0.45f);
    drop_of_water(icon, 0.45f);
  }
}

static void draw_icon(const Icon *icon, Tool tool) {
  const bool heap = tool == TOOL_HEAP;
  const float top = 0.72f, middle = heap ? 0.46f : 0.88f, tip = heap ? 0.12f : 0.66f, tail = heap ? 0.38f : 0.4f;
  switch (tool) {
    case TOOL_CRATE:
      box(icon, 0.22f, 0.22f, 0.78f, 0.78f);
      stroke(icon, 0.22f, 0.22f, 0.78f, 0.78f), stroke(icon, 0.78f, 0.22f, 0.22f, 0.78f);
      break;
    case TOOL_PUSH:
      stroke(icon, 0.15f, 0.4f, 0.7f, 0.4f);
      triangle(icon, 0.88f, 0.4f, 0.66f, 0.26f, 0.66f, 0.54f);
      waves(icon, 0.78f);
      break;
    case TOOL_POUR: drop_of_water(icon, 0.24f); break;
    case TOOL_DRAIN:
      stroke(icon, 0.5f, 0.15f, 0.5f, 0.42f);
      triangle(icon, 0.5f, 0.62f, 0.36f, 0.4f, 0.64f, 0.4f);
      stroke(icon, 0.2f, 0.6f, 0.32f, 0.78f), stroke(icon, 0.32f, 0.78f, 0.68f, 0.78f), stroke(icon, 0.68f, 0.78f, 0.8f, 0.6f);
      break;
    case TOOL_DYE: /* a bottle that drips */
      box(icon, 0.36f, 0.36f, 0.64f, 0.66f), box(icon, 0.43f, 0.2f, 0.57f, 0.36f);
      circle(icon, 0.5f, 0.8f, 0.06f, true), circle(icon, 0.5f, 0.53f, 0.08f, true);
      break;
    case TOOL_HEAP: /* a mound with an arrow up */
    case TOOL_DIG:  /* a pit with an arrow down */
      stroke(icon, 0.1f, top, 0.28f, top), stroke(icon, 0.72f, top, 0.9f, top);
      stroke(icon, 0.28f, top, 0.42f, middle), stroke(icon, 0.42f, middle, 0.58f, middle), stroke(icon, 0.58f, middle, 0.72f, top);
      stroke(icon, 0.5f, heap ? 0.38f : 0.16f, 0.5f, heap ? 0.2f : tail);
      triangle(icon, 0.5f, tip, 0.38f, heap ? 0.28f : tail, 0.62f, heap ? 0.28f : tail);
      break;
    case TOOL_LOG:
      circle(icon, 0.26f, 0.58f, 0.14f, false);
      stroke(icon, 0.26f, 0.44f, 0.76f, 0.34f), stroke(icon, 0.26f, 0.72f, 0.76f, 0.62f), stroke(icon, 0.76f, 0.34f, 0.76f, 0.62f);
      break;
    case TOOL_CAR:
    case TOOL_BOAT:
    case TOOL_HOUSE: draw_vehicle(icon, tool); break;
    default: draw_machine(icon, tool);
  }
}

_Static_assert(ACTION_TOOL_DYE - ACTION_TOOL_CRATE == TOOL_DYE - TOOL_CRATE, "actions choose tools in the tools' order");

/* In the order of their keys, from 1 to Shift+0. */
static const Tool order[] = {TOOL_CRATE, TOOL_PUSH, TOOL_POUR,  TOOL_DRAIN, TOOL_DYE, TOOL_HOUSE, TOOL_LOG,
                             TOOL_CAR,   TOOL_BOAT, TOOL_WHEEL, TOOL_HEAP,  TOOL_DIG, TOOL_GATE,  TOOL_PUMP};

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
  const int buttons = (int)(sizeof order / sizeof *order) + 2; /* the probe and the keys */
  return (float)buttons * (side_of(gui_screen()) + gui_points(3)) + gui_points(9 + 12);
}

void tool_bar_build(const PanelView *view, PanelRequest *request) {
  const GuiPoint screen = gui_screen();
  const float side = side_of(screen);
  gui_spacing(gui_points(3), gui_points(3));
  gui_window(&(GuiWindowDef){
      .name = "tools", .at = {0.5f * screen.x, screen.y - gui_points(6) - time_bar_height()}, .anchor = {0.5f, 1}, .slim = true});
  for (int n = 0; n < (int)(sizeof order / sizeof *order); n++) {
    if (n > 0) gui_same_line();
    const ToolInfo *const info = tools_info(order[n]);
    const bool chosen = *view->tool == order[n];
    Icon icon = {.side = side, .colour = chosen ? GUI_TEXT : 0xC4D0D6FFu};
    gui_id((int)order[n]);
    if (gui_blank_button("tool", (GuiPoint){side, side}, chosen, &icon.at)) *view->tool = order[n];
    if (gui_hovered()) {
      gui_tooltip_above();
      gui_text(GUI_TEXT, "%s", info->name);
      gui_same_line_gap(gui_points(10));
      gui_text(GUI_ACCENT, "%s", keys_name((Action)(ACTION_TOOL_CRATE + (int)order[n])));
      gui_text(GUI_DIM, "%s", info->help);
      gui_tooltip_end();
    }
    draw_icon(&icon, order[n]);
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
