#ifndef APP_GUI_PARTS_H
#define APP_GUI_PARTS_H

/* The windows over the water, each a file of this room, with what each keeps from frame to frame. panel.c holds and calls them all. */

#include "app/gui/gui.h"
#include "app/gui/panel_view.h"

enum { MESSAGES_MAX = 5 };

/* A line that is shown for a while. */
typedef struct Message {
  char text[256];
  double until; /* clock */
} Message;

/* The lines shown at the top, and since when the program is seen. A member of Panel; zeroed at the start. */
typedef struct Messages {
  Message lines[MESSAGES_MAX];
  double started; /* clock of the first frame shown */
} Messages;

/* What the overlay compares from frame to frame. A member of Panel; zeroed at the start. */
typedef struct Overlay {
  int64_t budget_steps, clamped_previous;
  bool clamping; /* waves were slowed since the budget that was shown before */
} Overlay;

/* What the rows of parameters keep between frames. A member of Panel; zeroed at the start. */
typedef struct ParamRows {
  char search[64]; /* as typed: only rows that have it in title, name or help are shown */
} ParamRows;

void messages_say(Messages *messages, const char *text, double seconds);
/* Messages at the top, the hint at the foot. */
void messages_build(Messages *messages, const PanelView *view);

void overlay_build(Overlay *overlay, const PanelView *view);

void help_build(void);

/* Within the panel's window: scene, solver, liquid, sides, view, tools, pause; a row for each parameter. */
void choosers_build(const PanelView *view, PanelRequest *request);
void param_rows_build(ParamRows *rows, const PanelView *view);

/* A label in front of a widget that fills the row but for `right`. */
void panel_label(GuiColour colour, const char *label, float right);

#endif
