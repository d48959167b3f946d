#ifndef PANEL_PARTS_H
#define PANEL_PARTS_H

/* The windows over the water, with what each keeps from frame to frame. panel.c holds and calls them all. */

#include "files/folders.h"
#include "panel/gui.h"
#include "panel/panel_view.h"

enum { MESSAGES_MAX = 5 };

/* A line that is shown for a while at the top. Panel has MESSAGES_MAX of them; zeroed at the start. */
typedef struct Message {
  char text[256];
  double until; /* clock */
} Message;

enum { PLOT_SAMPLES = 512 };

typedef enum Plot { PLOT_VOLUME, PLOT_ENERGY, PLOT_KINETIC, PLOT_FASTEST, PLOT_TICK, PLOT_GAUGE, PLOT_COUNT } Plot;

/* The values of the plots at one time. */
typedef struct PlotSample {
  double at; /* clock */
  int64_t tick;
  double values[PLOT_COUNT]; /* NaN: there was none */
} PlotSample;

/* A ring of samples of the last minute, the oldest first. A member of Overlay; zeroed at the start. */
typedef struct Plots {
  PlotSample samples[PLOT_SAMPLES];
  int first, count;
  GaugeLine line;   /* that the last sample's discharge is of */
  double gauge_sum; /* m^3/s, of the ticks shown since the last sample */
  int gauge_count;
  int64_t gauge_tick; /* the last of them */
} Plots;

/* The overlay's values to be compared from frame to frame. A member of Panel; zeroed at the start. */
typedef struct Overlay {
  int64_t budget_steps, clamped_previous;
  bool clamping; /* waves were slowed since the budget that was shown before */
  Plots plots;
} Overlay;

enum { LAW_POINTS = 40 };

/* The law of a flume: means of its readings, and a ring of what was measured in the last seconds. A member of Panel; zeroed at the start. */
typedef struct LawPlot {
  LawTrack track;
  LawValue values[LAW_POINTS];
  int first, count;
  double sampled_s; /* simulated s of the last of them */
} LawPlot;

enum { BROWSER_SCENES = 32, SEARCH_SIZE = 64 };

/* A built-in scene as the browser shows it. */
typedef struct BrowserScene {
  char title[128];
  WeirSolver solver;
  GuiImage picture; /* width 0: there is none */
} BrowserScene;

/* The built-in scenes, read when they are first shown. A member of Panel; zeroed at the start. */
typedef struct Browser {
  bool read;
  BrowserScene scenes[BROWSER_SCENES];
} Browser;

/* A saved game as the panel shows it. */
typedef struct SavedGame {
  long long written; /* of slot_written, when the picture was read; 0: the slot is empty */
  GuiImage picture;  /* width 0: there is none */
} SavedGame;

/* The slots, read when they are first shown and when something was saved. A member of Panel; zeroed at the start. */
typedef struct SaveList {
  bool read;
  int saves_written; /* of PanelView, then */
  SavedGame games[SLOT_COUNT];
} SaveList;

void messages_say(Message messages[MESSAGES_MAX], const char *text, double seconds);
/* Messages at the top; above `foot`, a y, a word of what to press while time stands. */
void messages_build(const Message messages[MESSAGES_MAX], const PanelView *view, float foot);
void overlay_build(Overlay *overlay, const PanelView *view);
/* Builds the window beside the pointer that says what the water under it does and why. */
void probe_window_build(const PanelView *view);

enum { HELP_COLUMNS = 4, HELP_LINES = 192 };

/* F1: which line the keyboard has led to, and which waits for a key. A member of Panel; zeroed at the start. */
typedef struct Help {
  bool shown;                          /* in the frame before */
  const KeyBinding *waiting;           /* the next key is bound to it; NULL: none waits */
  int chosen;                          /* by the keyboard, of the lines; -1: none */
  const KeyBinding *lines[HELP_LINES]; /* that can be bound, in their order on the screen; the first is the button, and NULL */
  int count;
  int first[HELP_COLUMNS]; /* of each column */
  bool entered, moved;     /* the button, by Enter; to another line; both since the frame before */
  char said[KEYS_LINE];    /* the effect of the last key; empty: none yet */
} Help;

void help_build(Help *help);
void help_close(Help *help);
/* Returns true if the event, or the keyboard where it is NULL, is F1's. */
bool help_takes_keys(Help *help, const union SDL_Event *event);
/* Side by side: names in the pictures, and the figures of the difference; in the panel, what the two differ in. */
void beside_view_build(const PanelView *view);
void beside_rows_build(const PanelView *view, PanelRequest *request);

/* The picture that stands in the window until its first frame. A member of Panel; zeroed at the start and after it. */
typedef struct Loading {
  bool read;
  GuiImage picture; /* width 0: there is none */
} Loading;

/* Builds what lies over a projector's plan. */
PanelProjectorRequest projector_build(const PanelProjector *view);
/* The window that asks how a file is to become a ground. */
void land_build(const PanelView *view, PanelRequest *request);
/* Builds the bar of one that is being read. */
void land_reading_build(const PanelView *view, PanelRequest *request);
void loading_build(Loading *loading, const PanelLoading *view);
void ghost_lines_build(const PanelView *view);
/* The bar of time at the foot of the window; above it the tool bar, and the height of both with their gaps. */
void time_bar_build(const PanelView *view, PanelRequest *request);
void tool_bar_build(const PanelView *view, PanelRequest *request);
float tool_bar_height(void);
/* Builds the hints. Returns y of the top of what stands at the foot of the screen. */
float hint_lines_build(const PanelView *view, PanelRequest *request);
/* Builds the legend of a false-colour view, above y of `foot`. */
void legend_build(const PanelView *view, float foot);

/* Builds the plot of the scene's law at the upper right. Nothing where the scene has none. */
void law_plot_build(LawPlot *plot, const PanelView *view);

/* Builds the plots of what is recorded, at the lower right above y of `foot`. */
void plots_build(const PanelView *view, float foot);
/* Returns how much of the screen they take from the right edge on, with their margins. */
float plots_width(void);

/* Within the panel's window: recording results, their plots, saving them. */
void results_rows_build(const PanelView *view, PanelRequest *request);
/* Within the panel's window: the built-in scenes and the saved games with their pictures; pause, liquid, solver, sides, view; a row for
 * each action, and one for each parameter that has the words of `search`, as typed, in its title, name or help. */
void browser_build(Browser *browser, const PanelView *view, PanelRequest *request);
/* A button for each flume. */
void flume_rows_build(const PanelView *view, PanelRequest *request);
void save_list_build(SaveList *list, const PanelView *view, PanelRequest *request);
void choosers_build(const PanelView *view, PanelRequest *request);
void action_rows_build(PanelRequest *request);
/* A row for each of the scene's rules: its words, what it measures, when it fired. Nothing where the scene has none. */
void rule_rows_build(const PanelView *view);
void param_rows_build(char search[SEARCH_SIZE], const PanelView *view);
/* Returns how far the panel keeps off the window's edges, and x of its right edge, where it is open. */
float panel_margin(void);
float panel_right(void);
/* A label in front of a widget that fills the row but for `right`. */
void panel_label(GuiColour colour, const char *label, float right);
/* Builds a list to choose from, of which `shown` is what is set. Returns the index of the word that was just chosen, or -1. */
int panel_choose(const char *id, const char *shown, const char *const *words, int count);

#endif
