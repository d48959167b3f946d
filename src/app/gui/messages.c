/* Lines at the top that fade after some seconds. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/gui/gui.h"
#include "app/gui/parts.h"
#include "base/clock.h"

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

static void build_lines(const Messages *messages, float y, double now) {
  for (int n = 0; n < MESSAGES_MAX; n++) {
    const Message *const message = &messages->lines[n];
    if (message->until <= now) continue;
    char name[24];
    snprintf(name, sizeof name, "message%d", n);
    banner(name, message->text, y, (float)fmin(1, (message->until - now) / 0.4));
    y += gui_points(46);
  }
}

void messages_build(Messages *messages, const PanelView *view) {
  if (view->plain) return;
  const bool paused = *view->paused && !view->panel && !view->help && !view->hidden;
  build_lines(messages, gui_points(paused ? 80 : 34), clock_seconds());
  if (!paused) return;
  char text[128];
  snprintf(text, sizeof text, "paused  \xC2\xB7  %s: go on  \xC2\xB7  %s : one step", keys_name(ACTION_PAUSE), keys_name(ACTION_STEP));
  banner("paused", text, gui_points(34), 0.9f);
}
