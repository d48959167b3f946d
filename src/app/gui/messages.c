/* Lines at the top that fade after some seconds, and the hint at the foot. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/gui/gui.h"
#include "app/gui/parts.h"
#include "base/clock.h"

static const double hint_seconds = 8;
static const char hint[] = "click: drop a crate  \xC2\xB7  shift+drag: push the water  \xC2\xB7  right drag: look  \xC2\xB7  F1: all keys";

void messages_say(Messages *messages, const char *text, double seconds) {
  const double now = clock_seconds();
  const size_t word = strcspn(text, " ");
  int place = 0;
  for (int n = MESSAGES_MAX - 1; n >= 0; n--)
    if (messages->lines[n].until <= now) place = n;
  for (int n = 0; n < MESSAGES_MAX; n++) {
    const Message *const old = &messages->lines[n];
    if (old->until > now && strncmp(old->text, text, word) == 0 && old->text[word] == ' ') place = n;
  }
  snprintf(messages->lines[place].text, sizeof messages->lines[place].text, "%s", text);
  messages->lines[place].until = now + seconds;
}

/* A line of text on glass, its middle at y. */
static void banner(const char *name, const char *words, float y, float alpha) {
  const GuiPoint size = gui_screen();
  gui_window(&(GuiWindowDef){.name = name, .at = {0.5f * size.x, y}, .anchor = {0.5f, 0.5f}, .glass = true, .alpha = fmaxf(alpha, 1e-3f)});
  gui_text_wrapped(GUI_TEXT, 0.8f * size.x, "%s", words);
  gui_window_end();
}

static void build_lines(const Messages *messages, double now) {
  float y = gui_points(34);
  for (int n = 0; n < MESSAGES_MAX; n++) {
    const Message *const message = &messages->lines[n];
    if (message->until <= now) continue;
    char name[24];
    snprintf(name, sizeof name, "message%d", n);
    banner(name, message->text, y, (float)fmin(1, (message->until - now) / 0.4));
    y += gui_points(46);
  }
}

static void build_hint(const Messages *messages, const PanelView *view, double now) {
  const float low = gui_screen().y - gui_points(34);
  const double left = messages->started + hint_seconds - now;
  if (view->panel || view->help) return; /* they say it already */
  if (*view->paused) {
    banner("hint", "paused  \xC2\xB7  Space: go on  \xC2\xB7  . : one step", low, 0.9f);
  } else if (left > 0) {
    banner("hint", hint, low, (float)fmin(1, left / 1.0));
  }
}

void messages_build(Messages *messages, const PanelView *view) {
  const double now = clock_seconds();
  if (messages->started <= 0) messages->started = now;
  if (view->plain) return;
  build_lines(messages, now);
  build_hint(messages, view, now);
}
