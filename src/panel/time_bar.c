/* The last two minutes at the foot of the window: where the water is in them, other futures; a drag goes there. */
#include <math.h>
#include <stdio.h>

#include "panel/gui.h"
#include "panel/parts.h"

static const float bar_height = 12;   /* points */
static const float branch_width = 22; /* points, of a button for another future */
static const GuiColour track = 0x0A1014A0u, past = 0x35C6C690u, future = 0xF2A93BC0u;

float time_bar_height(void) {
  return gui_points(bar_height + 4);
}

static float share_of(const PanelPast *p, double time_s) {
  const double length = p->span.to_s - p->span.from_s;
  return length > 0 ? (float)fmin(fmax((time_s - p->span.from_s) / length, 0), 1) : 1;
}

static void build_tooltip(const PanelPast *p, double time_s, float pointer_x) {
  char keys[96];
  snprintf(keys, sizeof keys, "drag: go there  \xC2\xB7  hold %s: back", keys_name(ACTION_REWIND));
  const GuiPoint screen = gui_screen();
  const float width = gui_text_size(keys).x + gui_points(16), half = 0.5f * width, gap = gui_points(8);
  const float tools = 0.5f * tool_bar_width() + gap, room = 0.5f * screen.x - tools, from_middle = pointer_x - 0.5f * screen.x;
  const float foot = screen.y - time_bar_height() - gap;
  if (room < width + gap) /* above the pointer, but beside the tool bar; above that where beside it there is no room */
    gui_tooltip_at((GuiPoint){pointer_x, screen.y - tool_bar_height() - gap}, (GuiPoint){pointer_x / fmaxf(screen.x, 1), 1});
  else if (fabsf(from_middle) < tools + half)
    gui_tooltip_at((GuiPoint){0.5f * screen.x + copysignf(tools, from_middle), foot}, (GuiPoint){from_middle < 0 ? 1 : 0, 1});
  else
    gui_tooltip_at((GuiPoint){fminf(fmaxf(pointer_x, half + gap), screen.x - half - gap), foot}, (GuiPoint){0.5f, 1});
  gui_text(GUI_TEXT, "%.1f s ago", fmax(p->span.to_s - time_s, 0));
  gui_text(GUI_DIM, "%s", keys);
  gui_tooltip_end();
}

/* The track with what has been, and where other futures part. */
static void draw_track(const PanelPast *p, GuiPoint at, float width, float height, bool wide) {
  const float now = share_of(p, p->now_s), slim = wide ? height : 0.4f * height;
  at.y += height - slim;
  height = slim;
  gui_draw_rectangle(at, (GuiPoint){at.x + width, at.y + height}, track, 3);
  gui_draw_rectangle(at, (GuiPoint){at.x + now * width, at.y + height}, past, 3);
  for (int n = 0; n < p->branch_count; n++) {
    const float x = at.x + share_of(p, p->branches[n].parts_s) * width;
    gui_draw_rectangle((GuiPoint){x - 1, at.y - 2}, (GuiPoint){x + 1, at.y + height}, future, 0);
  }
  const float x = at.x + now * width;
  gui_draw_rectangle((GuiPoint){x - gui_points(2), at.y - gui_points(2)}, (GuiPoint){x + gui_points(2), at.y + height + gui_points(1)},
                     0xFFFFFFE0u, 2);
}

static void build_branch(const PanelPast *p, int n, GuiPoint size, PanelRequest *request) {
  const PanelBranch *const branch = &p->branches[n];
  char number[16];
  GuiPoint at;
  gui_same_line();
  gui_id(n);
  if (gui_blank_button("branch", size, false, &at)) request->branch = n + 1;
  if (gui_hovered()) {
    request->aimed_branch = n + 1;
    gui_tooltip_above();
    gui_text(GUI_TEXT, "another future: it parts %.1f s ago and is %.1f s long", fmax(p->now_s - branch->parts_s, 0),
             fmax(branch->to_s - branch->parts_s, 0));
    gui_text(GUI_DIM, "click: go on with it");
    gui_tooltip_end();
  }
  gui_id_end();
  snprintf(number, sizeof number, "%d", n + 1);
  const GuiPoint letters = gui_text_size(number);
  gui_draw_rectangle(at, (GuiPoint){at.x + size.x, at.y + size.y}, 0xF2A93B48u, 3);
  gui_draw_text((GuiPoint){at.x + 0.5f * (size.x - letters.x), at.y + 0.5f * (size.y - letters.y)}, 0xF2A93BFFu, number);
}

void time_bar_build(const PanelView *view, PanelRequest *request) {
  const PanelPast *const p = &view->past;
  const GuiPoint screen = gui_screen();
  const float height = gui_points(bar_height);
  GuiPoint at;
  if (!p->there) return;
  gui_spacing(gui_points(3), 0);
  gui_window(&(GuiWindowDef){.name = "time", .at = {0.5f * screen.x, screen.y}, .anchor = {0.5f, 1}, .slim = true, .bare = true});
  const float width =
      fmaxf(screen.x - gui_points(24) - (float)p->branch_count * (gui_points(branch_width) + gui_points(3)), gui_points(40));
  gui_hidden_button("bar", (GuiPoint){width, height}, &at);
  const double aim = p->span.from_s + (p->span.to_s - p->span.from_s) * (double)fminf(fmaxf((gui_pointer().x - at.x) / width, 0), 1);
  if (gui_active()) request->looks_back = true, request->look_s = aim;
  const bool wide = gui_hovered() || gui_active();
  draw_track(p, at, width, height, wide);
  if (wide) build_tooltip(p, aim, gui_pointer().x);
  for (int n = 0; n < p->branch_count; n++) build_branch(p, n, (GuiPoint){gui_points(branch_width), height}, request);
  gui_window_end();
  gui_spacing_end();
}
