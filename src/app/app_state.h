#ifndef APP_APP_STATE_H
#define APP_APP_STATE_H

/* The program's state, shared by app.c (its course), frame.c (a frame), headless.c (a run without a window) and actions.c (what keys
 * do). The thread that draws owns all of
 * it but what sim.h says: session.world and the counts of steps in stats are the simulation's while that runs. */

#include "app/beside/beside.h"
#include "app/config.h"
#include "app/control/camera.h"
#include "app/control/ghost.h"
#include "app/control/hints.h"
#include "app/control/input.h"
#include "app/control/measure.h"
#include "app/control/param_history.h"
#include "app/control/pointer.h"
#include "app/control/tools.h"
#include "app/devices/gamepad.h"
#include "app/frame_build.h"
#include "app/gui/panel.h"
#include "app/options.h"
#include "app/quality/resolution.h"
#include "app/quality/tier.h"
#include "app/rewind/other_future.h"
#include "app/rewind/past.h"
#include "app/rewind/past_reader.h"
#include "app/rewind/undo.h"
#include "app/saves/writer.h"
#include "app/session.h"
#include "app/sim.h"
#include "app/sound/listener.h"
#include "app/sound/speaker.h"
#include "app/stats.h"
#include "app/ticker.h"
#include "app/window.h"
#include "render/renderer.h"

/* The whole program while it runs: one, zeroed at the start, closed by app_close. */
typedef struct App {
  Options options;
  Config config;       /* of the window, as it was kept, and is to be kept */
  Config config_saved; /* as the file has it, or the window began: only what differs from it is written */
  double config_at;    /* clock: looked for differences */
  bool config_fails;   /* it could not be written, and that was told */
  bool scene_named;    /* by the command line */
  bool autosave_fails; /* the last one did, and that was told */
  bool misused;        /* what failed is the command line's fault */
  Session session;
  Sim *sim; /* NULL: no window, the world is stepped here */
  Stats stats;

  Window window;
  bool loading;         /* there has been no picture yet */
  double loading_shown; /* clock: what stands there instead was drawn last */
  int programs_made;    /* so far, while loading */
  Renderer *renderer;
  Panel *panel; /* NULL in pictures without a window, unless --overlay */
  FrameBuild *build;
  int quality; /* that the renderer draws with */
  TierChooser tier;
  double jumped_at; /* clock: when a world of the past was shown last */
  bool hurried;     /* the past is looked at, and frames take too long while it moves */
  ResolutionChooser resolution;
  int counted_size[2], counted_quality; /* of the last frame that was counted by it */
  float share;                          /* of each side of the picture, that the renderer draws */
  bool reduced;                         /* the lowest tier was chosen because a software driver draws */
  bool quality_chosen;                  /* by the person, or it is as low as the driver wants it: the tier is not chosen by frame times */

  Input input;
  Gamepad gamepad;
  Pointer pointer;
  Hints hints;
  Ghost ghost;
  Measure measure;
  ParamHistory history;
  int put_by;                   /* commands of the person that wait for time to go on */
  double slow_s;                /* s for which the water has run at less than half its speed; negative: that was said */
  Action asked;                 /* waits for a yes, because something would be lost; ACTION_NONE: nothing */
  int chosen_scene;             /* in the panel: of ACTION_CHOOSE_SCENE */
  char chosen_file[INPUT_PATH]; /* dropped on the window: of ACTION_OPEN_FILE */
  Past past;
  PastReader *past_reader;
  UndoOrder undo;
  OtherFuture other;
  Beside beside;
  double look_s, looked_at; /* of the past: the simulated time looked at; clock of the last look */
  bool look_asked;          /* the simulation is asked to hold for the first look, and has not yet */
  int chosen_slot;          /* in the panel: of ACTION_SAVE_SLOT and ACTION_LOAD_SLOT */
  int save_asked;           /* 1 + the slot that the next picture is saved in; 0: none */
  SaveWriter *writer;
  double saved_at;    /* clock: the last save in a slot, or the start */
  int saves_written;  /* so far */
  int changes_saving; /* of `changes`, those that the save being written has */
  int changes;        /* of the world by the person, since it began */
  Camera camera;
  int camera_index;  /* among the scene's cameras: the one chosen last */
  int opening_index; /* the one that the program was started with: scenery leaves its view open */
  bool flying;       /* the camera is on the fly-by */
  double flown;      /* s of it */
  Tools tools;
  float pedals_sent[2]; /* what the world was last told of the car */
  bool drove;           /* the car of this world has been driven */
  Synth synth;
  Listener listener;
  Speaker speaker;
  bool muted;
  SimShown shown; /* what this frame sees of the world */
  FrameRate rate;
  Profile profile; /* of this thread's phases */
  FrameMode mode;
  bool paused, panel_open, overlay_open, help_open, hidden; /* hidden: nothing but the picture is drawn */
  bool picture_asked;                                       /* beside the next frame, one goes to a file */
  Action put_off;                                           /* till the next frame, when this one has told of it; else ACTION_NONE */
  int quality_frames;                                       /* that a finer quality has waited; they tell of it */
  bool bar_held;                                            /* the bar of time, in the frame before */
  bool plain;                                               /* what is drawn is for a file: no cursor, no messages */
  struct AppFilm *film;                                     /* app/film/film.h; NULL: there is nothing to film */
  bool quit;
  double frame_at; /* clock at the start of the frame */
} App;

/* --- app.c --- */
/* Around calls that read the world itself or replace it. */
void app_hold(App *app);
void app_release(App *app);
/* Whether the run has come to its end. */
bool app_done(const App *app);

/* Returns true if Ctrl+C or the system has asked the run to end. */
bool app_signalled(void);

/* --- loading.c --- */
/* Shows the scene's thumbnail, its name and a bar until app_end_loading. */
void app_begin_loading(App *app);
/* Shows how much is done; `user` is the App. False: the window has been closed. Does nothing when all is loaded. */
bool app_show_loading(void *user, const char *name);
void app_end_loading(App *app);

/* Says so when the water has run at less than half its speed for some seconds. */
void app_look_at_speed(App *app, double elapsed);

/* --- app_config.c --- */
/* How the window was left: its size, the scene, where the command line does not say otherwise. */
void app_read_config(App *app);
/* Binds the keys, once the window is there and with it the layout of the keyboard. */
void app_bind_keys(App *app);
/* What the parameters of the scene that is opened first take from there. */
void app_apply_config(App *app);
/* Begins to keep changes of the settings: the window is open. */
void app_begin_config(App *app);
/* Writes what has changed. That it cannot be written is told once, and is no fault of the run. */
void app_write_config(App *app);
/* Writes what has changed since the last time, if that is a few seconds ago. */
void app_keep_config(App *app);

/* --- frame.c --- */
void app_frame(App *app);
/* Sends the simulation its request of this frame. */
void app_send_request(App *app);
/* The parts of a frame that a picture of the end needs too: the camera, the panel's windows, the renderer's view of the world, the
 * tier of quality, the drawing itself. */
void app_camera(App *app, double elapsed);
void app_panel(App *app);
const FrameView *app_build(App *app);
void app_set_quality(App *app);
void app_draw(App *app, const FrameView *frame);

/* --- headless.c --- */
void app_run_headless(App *app);
bool app_save_last_picture(App *app, Error *error);
/* Makes the world as it stands, and the camera of the simulated second `time`, what is drawn next, without messages. The simulation, if there
 * is one, is held. */
void app_look(App *app, WorldView *view, double time);
/* Foam and wet ground as the world has them now, and no picture. */
void app_advance(App *app);

/* --- rewind/rewind.c --- */
/* Shows the world as it was at a simulated time, until app_end_look, from where it goes on. */
void app_look_back(App *app, double time_s);
void app_end_look(App *app);
/* Backspace held, or let go; bar_held: the bar is dragged. */
void app_rewind(App *app, double elapsed, bool bar_held);
void app_step_back(App *app);
/* Goes on with another future: of timeline_span. */
void app_switch_branch(App *app, int line);
/* Takes back what was done last; does it again. What they need to know of it. */
void app_undo(App *app);
void app_redo(App *app);
void app_note_change(App *app, const Command *command);
void app_note_params(App *app, double now);
/* A branch as a ghost at this moment, while the pointer is on its button; 0: none. */
void app_show_other(App *app, int line);
/* For the bar. */
PanelPast app_panel_past(App *app);

/* --- beside/side_by_side.c --- */
/* Shows a second world beside the first, or no more. */
void app_toggle_beside(App *app);
/* From now on the two differ in this; begins to show them, both as the first one is. */
void app_differ_beside(App *app, const TwinHow *how);
/* Shows another future (a line of the timeline) beside the present, at this moment of it or at its end. */
void app_show_future_beside(App *app, int line);
/* After another world took the first one's place, while the simulation is held: the second begins anew as a copy of it. */
void app_follow_beside(App *app);
/* How --compare has them differ, before the first world is made. */
bool app_begin_beside(App *app, Error *error);
/* The size of each picture, in pixels: the window's, or of one of its four parts. */
void app_picture_size(const App *app, int *width, int *height);
/* Places in the window become places in the picture that they are in. */
void app_place_input(App *app);
/* Draws all into the window; `frame` is the first world's. */
void app_draw_beside(App *app, const FrameView *frame);

/* --- app_saves.c --- */
/* Where the camera stands and what is in the hand; app_restore_view puts both back from the saved game that was opened. */
SaveView app_save_view(const App *app);
void app_restore_view(App *app);
/* The picture just drawn as weir-NNN.png, with all that it takes to go on from it. */
void app_save_picture(App *app);
/* Saves in a slot with the picture just drawn; takes one out of a slot. */
void app_save_slot(App *app, int slot);
void app_load_slot(App *app, int slot);
/* After the picture was drawn, before anything is drawn over it: saves where that was asked for, or is due. */
void app_save_drawn(App *app);
/* What --save asks for, and in a window what --resume goes on with; the simulation is held. */
bool app_save_at_end(App *app, Error *error);
/* Tells of saves that have been written. */
void app_look_at_saves(App *app);

/* --- actions.c --- */
/* A scene, a saved game or an image takes the scene's place. */
void app_open_file(App *app, const char *path);
/* One line about what failed. */
void app_say_fault(App *app, const Error *error);
/* Gives the world a command, and counts it where R would undo what it does. False: too many wait. */
bool app_command(App *app, const Command *command);
/* A key, or a button of the panel. */
void app_act(App *app, Action action);
/* What is to be answered with yes or no, or NULL; and the answer. */
const char *app_question(const App *app);
void app_answer(App *app, bool yes);

/* Does what was put off so that the last frame could say what takes its time. */
void app_act_late(App *app);
void app_load_scene(App *app, int index);
void app_set_liquid(App *app, int liquid);
void app_press_keys(App *app);
/* Those of a controller. */
void app_press_buttons(App *app);
/* Names the scene in the window's title. */
void app_show_title(App *app);
/* One line for ten seconds: the picture is the lowest tier's, which the driver wants. */
void app_say_reduced(App *app);
/* What failed, for longer. */
void app_say_fault(App *app, const Error *error);
/* One line for two seconds, printf style. */
void app_say(App *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
