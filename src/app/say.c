/* Lines that the window shows for a while. */
#include "app/say.h"

#include <stdarg.h>
#include <stdio.h>

#include "app/app_state.h"

static const double say_seconds = 2, fault_seconds = 6, notice_seconds = 10;

void app_say(App *app, const char *format, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  panel_message(app->outputs.panel, text, say_seconds);
}

void app_say_notice(App *app, const char *text) {
  panel_message(app->outputs.panel, text, notice_seconds);
}

void app_say_reduced(App *app) {
  char text[160];
  snprintf(text, sizeof text,
           "no graphics card: a reduced picture; a smaller window is faster  \xC2\xB7  %s: change it  \xC2\xB7  %s: save one at the "
           "highest quality",
           keys_name(ACTION_PANEL), keys_name(ACTION_SCREENSHOT));
  app_say_notice(app, text);
}

void app_say_fault(App *app, const Error *error) {
  panel_message(app->outputs.panel, error->text, fault_seconds);
}
