/* Lines and words over the picture: outlines, hints and goals, messages, the legend of a false-colour view, the probe. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "panel/parts.h"

/* --- the outline of what a click would drop, the gauge line, the arrow of the flow ----------------------------------- */

static GuiColour colour_of(const float rgb[3], float alpha) {
  GuiColour packed = 0;
  for (int n = 0; n < 3; n++) packed = packed << 8 | (GuiColour)(255.0f * rgb[n] + 0.5f);
  return packed << 8 | (GuiColour)(255.0f * alpha + 0.5f);
}

/* Returns the desktop pixels to one of a picture of this width, which has the width of `size`. */
static float scale_of(GuiPoint size, int width) {
  return width > 0 ? size.x / (float)width : 1;
}

/* Each line lies on a darker, wider one: it is seen over white water and over dark. */
static void build_ghost(GuiPoint picture, const Ghost *ghost) {
  const float scale = scale_of(picture, ghost->width), thin = gui_points(1.4f), wide = gui_points(3.2f);
  for (int pass = 0; pass < 2; pass++)
    for (int n = 0; n < ghost->count; n++) {
      const GhostLine *const line = &ghost->lines[n];
      const GuiPoint from = {scale * line->from[0], scale * line->from[1]}, to = {scale * line->to[0], scale * line->to[1]};
      const float alpha = line->faint ? 0.35f : 0.85f;
      gui_draw_line(from, to, pass ? colour_of(ghost->colour, alpha) : colour_of((const float[3]){0, 0, 0}, 0.3f * alpha),
                    pass ? thin : wide);
    }
}

/* The outline is left out while something is measured: what is looked at lies under it. */
void ghost_lines_build(const PanelView *view) {
  const Measure *const measure = view->measure;
  const GaugeReading *const gauge = &view->world->gauge;
  const float part = view->beside->on ? 0.5f : 1; /* of the window, that the first world's picture has */
  const GuiPoint picture = {part * gui_screen().x, part * gui_screen().y};
  gui_draw_behind(picture);
  if (!measure->on) build_ghost(picture, view->ghost);
  build_ghost(picture, &measure->marks);
  build_ghost(picture, &measure->arrow);
  if (measure->label_seen) {
    char text[64];
    if (gauge->on) snprintf(text, sizeof text, "%.3g m\xC2\xB3/s", fabs(gauge->flow));
    if (!gauge->on) snprintf(text, sizeof text, view->world->solver == WEIR_MEMBRANE ? "the membrane knows no flow" : "...");
    const float to_desktop = scale_of(picture, measure->marks.width), pad = gui_points(4);
    const GuiPoint size = gui_text_size(text);
    const GuiPoint at = {to_desktop * measure->label[0] - 0.5f * size.x, to_desktop * measure->label[1] - 0.5f * size.y};
    gui_draw_rectangle((GuiPoint){at.x - pad, at.y - pad}, (GuiPoint){at.x + size.x + pad, at.y + size.y + pad}, 0x0A1014B0u, 4);
    gui_draw_text(at, GUI_ACCENT, text);
  }
  const OtherFuture *const other = view->other; /* a branch of time, in the colour that it has on the bar */
  const float scale = scale_of(picture, other->width), thin = gui_points(1.2f);
  for (int n = 0; n < other->shown; n++) {
    const float *const p = other->pixels[n];
    gui_draw_line((GuiPoint){scale * p[0], scale * p[1]}, (GuiPoint){scale * p[2], scale * p[3]}, 0xF2A93BC8u, thin);
  }
  gui_draw_behind_end();
}

/* --- the scene's sentence and its goal above the tool bar, the first hints beside them, a question in the middle ----- */

/* To do with a mouse and with fingers, and to what end. */
static const char *const hint_words[HINT_COUNT][3] = {
    [HINT_MOVE] = {"Move the pointer", "Stroke", "over the water: it answers"},
    [HINT_DROP] = {"Click", "Tap", "to drop what is in hand: a crate at first"},
    [HINT_PUSH] = {"Drag", "Drag", "to push the water along"},
    [HINT_LOOK] = {"Right drag, wheel", "Two fingers", "to look around and come closer"},
    [HINT_TOOL] = {"1 to 0", "Below", "for other things to do: pour, logs, cars"},
};

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
    gui_window(&(GuiWindowDef){"question", .at = {0.5f * screen.x, 0.4f * screen.y}, .anchor = {0.5f, 0.5f}});
    gui_text(GUI_TEXT, "%s", view->question);
    gui_space();
    if (gui_button("Yes (Enter)", (GuiPoint){gui_points(110), 0}, true)) request->answer = 1;
    gui_same_line();
    if (gui_button("No (Esc)", (GuiPoint){gui_points(110), 0}, false)) request->answer = -1;
    gui_window_end();
  }
  if (view->hidden) return screen.y;
  /* The first hints that are still to be followed, in a column at the upper left; beside, they would cover the first picture. */
  const bool fingers = view->hints->fingers;
  bool any = false;
  for (int n = 0; n < HINT_COUNT; n++) any = any || !view->hints->done[n];
  if (any && !view->panel && !view->help && !view->beside->on) {
    gui_window(&(GuiWindowDef){"first hints", .at = {gui_points(12), gui_points(64)}, .glass = true});
    for (int n = 0; n < HINT_COUNT; n++) {
      if (view->hints->done[n]) continue;
      gui_text(GUI_ACCENT, "%s", hint_words[n][fingers]);
      gui_same_line();
      gui_text(GUI_TEXT, "%s", hint_words[n][2]);
    }
    if (!fingers) gui_text(GUI_DIM, "%s all keys  \xC2\xB7  %s next scene", keys_name(ACTION_HELP), keys_name(ACTION_NEXT_SCENE));
    if (view->past.there) gui_text(GUI_DIM, "the bar at the foot is time: drag it back");
    if (!fingers) gui_text(GUI_DIM, "%s hides these hints", keys_name(ACTION_HINTS));
    gui_window_end();
  }
  const float without = screen.y - tool_bar_height() - gui_points(50);
  /* The scene's sentence stands until it has been there long enough to be read and followed; its goal stays. */
  const bool hint = view->scene->hint[0] != '\0' && view->hints->scene && !view->beside->on, goal = view->scene->goal.kind != GOAL_NONE;
  gui_tips_above(0);
  if ((!hint && !goal) || view->help || view->panel) return without;
  gui_window(
      &(GuiWindowDef){"story", .at = {0.5f * screen.x, screen.y - tool_bar_height() - gui_points(12)}, .anchor = {0.5f, 1}, .glass = true});
  if (hint) gui_text_wrapped(GUI_TEXT, 0.5f * screen.x, "%s", view->scene->hint);
  build_goal(view);
  const float top = gui_window_top();
  gui_window_end();
  gui_tips_above(top); /* of the next frame: a tool's tip lies over no hint and no goal */
  return fminf(top, without);
}

/* --- messages at the top that fade after some seconds ---------------------------------------------------------------- */

void messages_say(Message messages[MESSAGES_MAX], const char *text, double seconds) {
  const double now = clock_seconds();
  const size_t word = strcspn(text, " ");
  int place = 0;
  for (int n = MESSAGES_MAX - 1; n >= 0; n--)
    if (messages[n].until <= now) place = n;
  for (int n = 0; n < MESSAGES_MAX; n++) {
    const Message *const old = &messages[n];
    if (old->until > now && strncmp(old->text, text, word) == 0 && old->text[word] == ' ') place = n;
  }
  snprintf(messages[place].text, sizeof messages[place].text, "%s", text);
  messages[place].until = now + seconds;
}

/* Draws a line of text on glass around `at`, at most `width` wide. Its size is the text's own: a window that fits itself to its contents
 * has the last text's size for a frame. */
static void banner(const char *name, const char *words, GuiPoint at, float width, float alpha) {
  const GuiPoint size = gui_text_window_size(words, width);
  gui_window(&(GuiWindowDef){name, .at = at, .anchor = {0.5f, 0.5f}, .size = size, .glass = true, .alpha = fmaxf(alpha, 1e-3f)});
  gui_text_wrapped(GUI_TEXT, 0, "%s", words);
  gui_window_end();
}

void messages_build(const Message messages[MESSAGES_MAX], const PanelView *view, float foot) {
  if (view->plain) return;
  const double now = clock_seconds();
  const GuiPoint screen = gui_screen();
  /* They stand in the middle of what the panel leaves of the screen, where that is enough. */
  const bool beside = view->panel && !view->help && screen.x - panel_right() > gui_points(260);
  const float covered = beside ? panel_right() : 0, room = screen.x - covered;
  float top = gui_points(11);
  for (int n = 0; n < MESSAGES_MAX; n++) {
    const Message *const message = &messages[n];
    if (message->until <= now) continue;
    char name[24];
    snprintf(name, sizeof name, "message%d", n);
    const float width = (covered > 0 ? 0.9f : 0.8f) * room - gui_points(28), high = gui_text_window_size(message->text, width).y;
    banner(name, message->text, (GuiPoint){covered + 0.5f * room, top + 0.5f * high}, width, (float)fmin(1, (message->until - now) / 0.4));
    top += high + gui_points(5);
  }
  if (!*view->paused || view->panel || view->help || view->hidden) return;
  char text[128];
  snprintf(text, sizeof text, "paused  \xC2\xB7  %s: go on  \xC2\xB7  %s : one step", keys_name(ACTION_PAUSE), keys_name(ACTION_STEP));
  banner("paused", text, (GuiPoint){0.5f * screen.x, foot - gui_points(30)}, 0.8f * screen.x, 0.9f);
}

/* --- the legend of a false-colour view, at the right of the window's foot -------------------------------------------- */

/* A false-colour view's quantity, its unit with the blank before it, and the top of its scale; 0: the frame's. */
static const struct {
  const char *name, *unit;
  float top;
} quantities[FRAME_MODE_COUNT] = {
    [FRAME_DEPTH] = {"depth of the water", " m", 0},
    [FRAME_SPEED] = {"speed of the water", " m/s", 0},
    [FRAME_OCCUPANCY] = {"share of the cell that bodies cover", "", 1},
    [FRAME_DISPLACEMENT] = {"water that bodies displace", " m", 0},
};

/* Returns the colour of `x` from 0 to 1, as colour_scale of shaders/common/colour.glsl does. */
static GuiColour colour_at(float x) {
  static const float terms[4][3] = {{0.23f, 0.03f, 0.31f}, {-0.47f, 1.34f, 1.22f}, {-0.54f, -0.87f, -3.12f}, {1.76f, 0.42f, 1.68f}};
  GuiColour colour = 0;
  for (int n = 0; n < 3; n++) {
    const float part = terms[0][n] + x * (terms[1][n] + x * (terms[2][n] + x * terms[3][n]));
    colour = colour << 8 | (GuiColour)(255 * fminf(fmaxf(part, 0), 1) + 0.5f);
  }
  return colour << 8 | 0xFF;
}

void legend_build(const PanelView *view, float foot) {
  enum { STEPS = 48 };
  const char *const name = quantities[*view->mode].name, *const unit = quantities[*view->mode].unit;
  const float top = quantities[*view->mode].top > 0 ? quantities[*view->mode].top : view->scale, width = gui_points(220);
  const GuiPoint screen = gui_screen();
  if (!name || !(top > 0) || view->beside->on) return;
  gui_window(&(GuiWindowDef){"legend", .at = {screen.x - gui_points(12), fminf(foot, screen.y - tool_bar_height()) - gui_points(12)},
                             .anchor = {1, 1}, .glass = true});
  gui_text(GUI_TEXT, "%s", name);
  const float height = gui_line_height();
  const GuiPoint bar = gui_area(width, height);
  for (int n = 0; n < STEPS; n++)
    gui_draw_rectangle((GuiPoint){bar.x + width * (float)n / STEPS, bar.y},
                       (GuiPoint){bar.x + width * (float)(n + 1) / STEPS, bar.y + height}, colour_at(((float)n + 0.5f) / STEPS), 0);
  const GuiPoint at = gui_area(width, gui_line_height());
  gui_draw_text(at, GUI_TEXT, "0");
  char middle[32], end[32];
  snprintf(middle, sizeof middle, "%g%s", (double)top / 2, unit);
  snprintf(end, sizeof end, "%g%s", (double)top, unit);
  gui_draw_text((GuiPoint){at.x + 0.5f * (width - gui_text_size(middle).x), at.y}, GUI_TEXT, middle);
  gui_draw_text((GuiPoint){at.x + width - gui_text_size(end).x, at.y}, GUI_TEXT, end);
  gui_window_end();
}

/* --- the window beside the pointer: figures of the water under it, and what drives the flow and holds it back ----------- */

static const double at_rest = 0.002;                           /* a Froude number: hardly any flow */
static const double critical_low = 0.95, critical_high = 1.05; /* Froude numbers that are called critical */

static const GuiColour drives = 0x6FD08CE6u, holds = 0xF0916AE6u, net = 0x70CCD1F2u, faint = 0xFFFFFF18u, axis_colour = 0xFFFFFF60u;

/* In plain words, in the order of ProbePart. */
static const char *const names[PROBE_PARTS] = {"bed slope", "pressure", "momentum", "drag", "limiter", "bodies", "sides, other"};

static const char *const along_words[] = {"why it changes, along the flow", "why it changes, down the bed",
                                          "why it changes, with the pressure"};

static void build_row(const ProbeChart *chart, const char *name, double value, GuiColour colour) {
  const float high = gui_line_height(), label = gui_letters(12), half = gui_letters(11);
  const GuiPoint at = gui_area(label + 2 * half + gui_letters(9), high);
  const float middle = at.x + label + half, low_y = at.y + 0.22f * high, high_y = at.y + 0.82f * high;
  const float part = (float)(value / chart->scale), side = part < 0 ? -1 : 1, length = fminf(fabsf(part), 1) * half, end = gui_points(6);
  const bool cut = fabsf(part) > 1.001f; /* a bar that passes its room ends in a point */
  const float tip = middle + side * (cut ? length - end : length);
  const GuiPoint point = {tip + side * end, 0.5f * (low_y + high_y)}, upper = {tip, low_y}, lower = {tip, high_y};
  char text[32];
  gui_draw_text(at, GUI_TEXT, name);
  gui_draw_rectangle((GuiPoint){middle - half, low_y}, (GuiPoint){middle + half, high_y}, faint, 0);
  gui_draw_rectangle((GuiPoint){fminf(middle, tip), low_y}, (GuiPoint){fmaxf(middle, tip), high_y}, colour, 0);
  if (cut) gui_draw_triangle(side > 0 ? upper : lower, point, side > 0 ? lower : upper, colour);
  gui_draw_line((GuiPoint){middle, at.y - gui_points(1)}, (GuiPoint){middle, at.y + high + gui_points(1)}, axis_colour, 1);
  snprintf(text, sizeof text, value == 0 ? "%.*f" : "%+.*f", chart->digits, fabs(value) > 0 ? value : 0.0);
  gui_draw_text((GuiPoint){middle + half + gui_letters(9) - gui_text_size(text).x, at.y}, GUI_TEXT, text);
}

static void build_chart(const PanelView *view, const Probe *probe) {
  const ProbeChart chart = probe_chart(probe);
  gui_separator();
  gui_text(GUI_DIM, "%s", along_words[chart.along]);
  const float label = gui_letters(12), half = gui_letters(11);
  const GuiPoint at = gui_area(label + 2 * half + gui_letters(9), gui_line_height());
  const char *const left = "holds back", *const unit = "m/s\xC2\xB2";
  gui_draw_text((GuiPoint){at.x + label + half - gui_points(6) - gui_text_size(left).x, at.y}, holds, left);
  gui_draw_text((GuiPoint){at.x + label + half + gui_points(6), at.y}, drives, "drives");
  gui_draw_text((GuiPoint){at.x + label + 2 * half + gui_letters(9) - gui_text_size(unit).x, at.y}, GUI_DIM, unit);
  for (int n = 0; n < PROBE_PARTS; n++) {
    /* Parts that this water never has are left out, so that rows do not come and go. */
    const bool has = n == PROBE_ADVECTION ? view->world->solver == WEIR_SWE : n < PROBE_BODY || chart.values[n] != 0;
    if (has) build_row(&chart, names[n], chart.values[n], chart.values[n] < 0 ? holds : drives);
  }
  build_row(&chart, "= change", chart.change, net);
}

/* To the right of the pointer, or to its left where the overlay or the window's edge leaves no room there; as far down as the pointer is,
 * so that it never leaves the window. */
void probe_window_build(const PanelView *view) {
  const Measure *const measure = view->measure;
  if (!measure->on || !measure->place.on || !view->world->probe.on || measure->drawing) return;
  const GuiPoint screen = gui_screen();
  const float scale = measure->marks.width > 0 ? screen.x / (float)measure->marks.width : 1, off = gui_points(34);
  const float x = scale * measure->x, y = scale * measure->y, foot = tool_bar_height();
  const ResultsShown *const results = view->results;
  const bool plots = results && results->open && results->any;
  const float taken = plots ? plots_width() : view->overlay ? gui_letters(46) : 0; /* at the right */
  const float wide = screen.x - taken, high = fmaxf(screen.y - foot, 1);
  const bool left = x + off + gui_letters(48) > wide && x > 0.5f * wide;
  const GuiPoint at = {left ? x - off : x + off, fminf(y, high)};
  gui_window(&(GuiWindowDef){"probe", .at = at, .anchor = {left ? 1 : 0, fminf(y / high, 1)}, .glass = true});
  gui_spacing(gui_points(8), gui_points(3));
  const Probe *const probe = &view->world->probe;
  if (measure->body >= 0 && measure->body < view->world->body_count) {
    const Body *const body = &view->world->bodies[measure->body];
    const float *const v = body->shape.velocity;
    gui_text(GUI_ACCENT, "%s, %.2f m/s; the water there:", tools_body_name(body->kind),
             (double)sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
  }
  const float figures = 10; /* letters from the left */
  if (probe->depth > 0) gui_figure("depth", figures, probe->depth < 0.1f ? "%.3f m" : "%.2f m", (double)probe->depth);
  if (probe->depth > 0 && probe->flows) {
    const double froude = probe_froude(probe, (double)view->wanted->params.gravity);
    gui_figure("speed", figures, "%.2f m/s", probe_speed(probe));
    gui_figure("Froude", figures, "%.2f", froude);
    gui_same_line_at(gui_letters(19));
    gui_text(GUI_ACCENT, "%s",
             froude < at_rest         ? "at rest"
             : froude < critical_low  ? "calm: waves run upstream"
             : froude > critical_high ? "rapid: no wave runs upstream"
                                      : "critical");
  }
  if (probe->depth <= 0)
    gui_text(GUI_TEXT, "dry ground, %.1f m", (double)probe->ground);
  else if (probe->parts_on)
    build_chart(view, probe);
  else if (!probe->flows)
    gui_text(GUI_DIM, "the membrane knows waves but no flow; %s: next solver", keys_name(ACTION_NEXT_SOLVER));
  else
    gui_text(GUI_DIM, "a film on the ground: too thin to say why");
  gui_spacing_end();
  gui_window_end();
}
