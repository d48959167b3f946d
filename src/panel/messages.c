/* Lines at the top that fade after some seconds. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "panel/gui.h"
#include "panel/parts.h"

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

/* Draws a line of text on glass around `at`, at most `width` wide. Its size is the text's own: a window that fits itself to its contents
 * has the last text's size for a frame. */
static void banner(const char *name, const char *words, GuiPoint at, float width, float alpha) {
  const GuiPoint size = gui_text_window_size(words, width);
  gui_window(&(GuiWindowDef){.name = name, .at = at, .anchor = {0.5f, 0.5f}, .size = size, .glass = true, .alpha = fmaxf(alpha, 1e-3f)});
  gui_text_wrapped(GUI_TEXT, 0, "%s", words);
  gui_window_end();
}

void messages_build(Messages *messages, const PanelView *view, float foot) {
  if (view->plain) return;
  const double now = clock_seconds();
  const GuiPoint screen = gui_screen();
  /* They stand in the middle of what the panel leaves of the screen, where that is enough. */
  const bool beside = view->panel && !view->help && screen.x - panel_right() > gui_points(260);
  const float covered = beside ? panel_right() : 0, room = screen.x - covered;
  float top = gui_points(11);
  for (int n = 0; n < MESSAGES_MAX; n++) {
    const Message *const message = &messages->lines[n];
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
