#ifndef APP_APP_STATE_H
#define APP_APP_STATE_H

/* The program's state while it runs in a window, and what its files do with it for each other. Of the thread that draws. */

#include "app/quality.h"
#include "app/run.h"
#include "base/rng.h"
#include "files/config.h"
#include "input/devices.h"
#include "sound/listener.h"

/* The window's settings: as they were kept and are to be kept. */
typedef struct KeptSettings {
  Config config;
  Config saved;     /* as the file has it, or the window began: only what differs from it is written */
  double at;        /* clock: looked for differences */
  bool fails;       /* they could not be written, and that was told */
  bool scene_named; /* by the command line */
} KeptSettings;

/* Saving in the window. */
typedef struct Saving {
  int asked;   /* 1 + the slot that the next picture is saved in; 0: none */
  double at;   /* clock: the last save in a slot, or the start */
  int written; /* saves so far */
  bool fails;  /* the last autosave did, and that was told */
} Saving;

/* The program from its start to its end. */
typedef struct Program {
  Options options;
  KeptSettings settings;
  Stats stats;
  Saving saving;
  RunSand sand;
  bool open;   /* the window and all else: frames can be drawn */
  Error fault; /* why not, or how it ended */
  bool quit;
} Program;

/* The time before the first picture. */
typedef struct Loading {
  bool on;      /* there has been no picture yet */
  int scene;    /* among scene_names; -1: a file */
  double shown; /* clock: what stands there instead was drawn last */
  int programs; /* compiled so far */
} Loading;

/* The quality of the picture, and how it is chosen. */
typedef struct Quality {
  int now; /* that the renderer draws with */
  TierChooser tier;
  ResolutionChooser resolution;
  int counted_size[2], counted; /* of the window, and the quality, in the last frame that was counted by it */
  float share;                  /* of each side of the picture, that the renderer draws */
  bool reduced;                 /* the lowest tier was chosen because a software driver draws */
  bool chosen;                  /* by the person, or it is as low as the driver wants it: the tier is not chosen by frame times */
  int waited;                   /* frames that a finer quality has waited; they tell of it */
} Quality;

typedef struct Sound {
  Synth synth;
  Listener listener;
  Speaker speaker;
  bool muted;
} Sound;

/* The window, the picture and the sound: opened once. */
typedef struct Outputs {
  Window window;
  Loading loading;
  Renderer *renderer;
  FrameBuild *build;
  Panel *panel;
  Quality quality;
  Beside beside;
  Sound sound;
  Gamepad gamepad;
  struct AppFilm *film;       /* of app_film.c */
  struct AppResults *results; /* of app_results.c */
  struct LandReader *land;    /* of land.c; NULL: nothing was dropped yet */
  Profile profile;            /* of this thread's phases */
  FrameRate rate;
} Outputs;

/* The state that is about the world being shown; app_world_changed wipes it. */
typedef struct Stage {
  float pedals_sent[2]; /* as the world was last told of the car */
  bool drove;           /* the car of this world has been driven */
  int put_by;           /* commands of the person that wait for time to go on */
  OtherFuture other;
  double jumped_at; /* clock: when a world of the past was shown last */
  bool hurried;     /* the past is looked at, and frames take too long while it moves */
} Stage;

/* The camera and its ways. */
typedef struct Viewpoint {
  Camera camera;
  int index;    /* among the scene's cameras: the one chosen last */
  int opening;  /* the one that the program was started with: scenery leaves its view open */
  bool flying;  /* the camera is on the fly-by */
  double flown; /* s of it */
} Viewpoint;

/* A run for a projector: the plan's corners, and what is done with them and the big keys. Part of Screen; zeroed at the start. */
typedef struct Projector {
  PlanCorners corners;
  PlanMap map;       /* into them */
  bool own;          /* the person has put them somewhere; else they follow the window */
  int chosen;        /* 1 + the corner that arrow keys move; 0: none */
  bool drags;        /* the pointer moves it */
  bool pours;        /* the pointer pours water on the ground */
  bool rains;        /* the key or the button of rain is held */
  float pour_at[2];  /* shares of the grid's sides */
  double touched_at; /* clock: the last sign of a person */
  double rains_to;   /* clock: until then it rains by itself, at a beginning */
  Rng rng;           /* of where drops fall */
} Projector;

/* The person's: it stays from world to world. */
typedef struct Screen {
  Viewpoint view;
  Tools tools;
  Ghost ghost;
  Measure measure;
  Hints hints;
  Pointer pointer;
  Projector projector; /* of --projector */
  FrameMode mode;
  Action asked;    /* waits for a yes, because something would be lost; ACTION_NONE: nothing */
  LandChoice land; /* a file that was dropped and may become the ground; its path is frame.chosen_file */
  double slow_s;   /* s for which the water has run at less than half its speed; negative: that was said */
  bool paused, panel_open, overlay_open, help_open, hidden; /* hidden: nothing but the picture is drawn */
} Screen;

/* This frame: what came in, what is shown, what was asked for. */
typedef struct Frame {
  double at; /* clock at its start */
  Input input;
  SessionShown shown;           /* the state of the world that it sees */
  int chosen_scene;             /* in the panel: of ACTION_CHOOSE_SCENE */
  int chosen_slot;              /* in the panel: of ACTION_SAVE_SLOT and ACTION_LOAD_SLOT */
  char chosen_file[INPUT_PATH]; /* dropped on the window: of ACTION_OPEN_FILE, and of screen.land */
  bool picture_asked;           /* beside the next frame, one goes to a file */
  Action put_off;               /* till the next frame, when this one has told of it; else ACTION_NONE */
  bool bar_held;                /* the bar of time, in the frame before */
  bool plain;                   /* the picture is for a file: no cursor, no messages */
} Frame;

/* The whole program while it runs, in members by how long they last: one, zeroed at the start, closed when its run ends. */
typedef struct App {
  Program program;
  Outputs outputs;
  Session *session;
  Stage stage;
  Screen screen;
  Frame frame;
} App;

/* --- request.c: lines that the window shows; what is asked of the session ---------------------------------------------------- */

/* Shows one line for two seconds, printf style; one about what failed, for six; and one for ten. */
void app_say(App *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_say_fault(App *app, const Error *error);
void app_say_notice(App *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Gives the world a command, counts it as a change that R would undo, and notes it for Ctrl+Z. While a log is played it does nothing but
 * say so. Returns false if too many commands wait. */
bool app_command(App *app, const Command *command);
/* Sends the session its request of this frame. */
void app_send_request(App *app);

/* Shows what the session has now, and drops what mouse and pedals held. Called after whatever may have replaced the world: what was shown
 * before is there no more. `another`: it is another world, or at another time. */
void app_world_changed(App *app, bool another);
/* Does something to the world as a whole. Returns false and sets *error if that fails. `done` may be NULL. */
bool app_do(App *app, const SessionDo *what, SessionDone *done, Error *error);

/* --- draw.c: the picture of a frame ------------------------------------------------------------------------------------------- */

/* Turns places in the window into places in the picture that they are in. */
void app_place_input(App *app);
/* Moves the camera, by the person or along the fly-by. */
void app_camera(App *app, double elapsed);
/* Returns the view of the picture and the world that tools need. */
ToolsView app_tools_view(const App *app);
/* Builds the renderer's view of the world; it lasts until the next call. */
const FrameView *app_build(App *app);
/* Returns the way of a projector's plan into its corners, as they are. */
const PlanMap *app_plan(App *app);
/* Returns the ms that the last known frame took on a GPU; 0: not known yet. Where the device never tells, it is taken for a share of the time
 * from frame to frame. */
double app_device_ms(const Renderer *renderer, double elapsed_ms);
/* Returns true if the person has left the picture's resolution to the program. */
bool app_follows_resolution(const App *app);
/* Returns the share of each side that the picture is drawn with. */
float app_picture_share(const App *app);
/* Draws all into the window, at the quality that the person has chosen or that suits the frames' times; `frame` is the first world's. */
void app_draw(App *app, const FrameView *frame);
/* Brings foam and wet ground up to the world's current state without drawing a picture. */
void app_advance(App *app);

/* --- worlds.c: another world in the place of what is shown, or beside it. What fails says so, and leaves all as it was ---------------- */

/* Loads a built-in scene; index is taken round the list. */
void app_load_scene(App *app, int index);
/* Opens a scene, a saved game or an image, which becomes the ground. */
void app_open_file(App *app, const char *path);
/* Goes on with the saved game of a slot. */
void app_load_slot(App *app, int slot);
/* Begins the scene again, with the parameters of now or its own. */
void app_reset(App *app, bool params_too);
/* Begins the scene again with twice or half as many cells a side over the same ground. */
void app_set_grid(App *app, bool finer);
/* Puts the camera and what is in the hand back as the saved game that was opened has them. */
void app_restore_view(App *app);
/* Names the scene in the window's title. */
void app_show_title(App *app);
/* Shows the world as it was at a simulated time, until app_end_look, from where it goes on. */
void app_look_back(App *app, double time_s);
void app_end_look(App *app);
/* Follows Backspace, held or let go, while the bar of time is not dragged. */
void app_rewind(App *app, double elapsed);
void app_step_back(App *app);
/* Goes on with another future: of session_past. */
void app_switch_branch(App *app, int line);
/* Takes back the last change; `again`: does it again. */
void app_undo(App *app, bool again);
/* Shows a branch as a ghost at this moment, while the pointer is on its button; 0: none. */
void app_show_other(App *app, int line);

/* Shows a copy of the world beside it, which differs as was set last; or another future (1 and more: a line of the timeline), at this moment
 * of it or at its end, while the past is not looked at. */
void app_show_beside(App *app, int future);
/* Begins or ends showing a second world beside the first. */
void app_toggle_beside(App *app);
/* Lets the two worlds differ in this from now on; if no copy of the first is shown beside it, begins with one. */
void app_differ_beside(App *app, const TwinHow *how);

/* --- keep.c: what a window leaves behind: its settings from run to run; saved games in slots, in F12's picture, each minute ----- */

/* Reads how the window was left: its size, the scene, where the command line does not say otherwise. */
void app_read_config(App *app);
/* Binds the keys, once the window is there and with it the layout of the keyboard, and says which lines have no effect. */
void app_bind_keys(Config *config);
/* Sets the parameters of the first scene that are kept, unless the command line sets them. */
void app_apply_config(App *app);
/* Begins to keep changes of the settings; call it once the window is open. */
void app_begin_config(App *app);
/* Writes the settings that have changed, every few seconds and at the end. If they cannot be written, says so once; the run does not fail. */
void app_keep_config(App *app);
void app_write_config(App *app);
/* Saves the picture just drawn as weir-NNN.png, with all that it takes to go on from it. */
void app_save_picture(App *app);
/* Saves where that was asked for, or is due. Call after the picture was drawn and before anything is drawn over it. */
void app_save_drawn(App *app);

/* Writes --save's file and the game that --resume goes on with, while the simulation is held. Returns false and sets *error if --save's file
 * cannot be written. */
bool app_save_at_end(App *app, Error *error);
/* Tells of saves that have been written. */
void app_look_at_saves(App *app);

/* --- app_film.c: films of a window: of the whole run, and the last ten seconds, which are caught all the time ------------------- */

/* Begins the films, once picture and world exist. Returns false and sets *error if it cannot. */
bool app_film_begin(App *app, Error *error);
/* Catches the window's picture; call it after that is drawn and before anything lies on it. */
void app_film_frame(App *app);
/* Saves the last seconds as a clip: F10. */
void app_film_save_clip(App *app);
/* Ends the run's film and waits until it is written. Returns false and sets *error if it is not. */
bool app_film_end(App *app, Error *error);
void app_film_close(struct AppFilm *film);

/* --- actions.c: the actions of keys, of the panel's buttons and of a controller's ---------------------------------------------- */

/* Does the action of a key or of a button of the panel, or asks first where something would be lost. */
void app_act(App *app, Action action);
/* Does the action that was put off so that the last frame could say what takes its time. */
void app_act_late(App *app);
/* Returns the open question, to be answered with yes or no, or NULL. */
const char *app_question(const App *app);
void app_answer(App *app, bool yes);
void app_set_liquid(App *app, int liquid);
/* Do the actions of the keys that were pressed since the last frame; of a controller's buttons. */
void app_press_keys(App *app);
void app_press_buttons(App *app);

/* --- projector.c: --projector, where a frame's input, tools and panel are these ------------------------------------------------ */

/* Puts the plan's corners where they were last, and the window on the whole of the display that was added last. */
void app_projector_begin(App *app);
/* Takes the input of a frame. */
void app_projector_input(App *app);
void app_projector_panel(App *app);
/* Sends the session its request of a frame, with what falls as rain. */
void app_projector_request(App *app, double elapsed);

/* --- frame.c ------------------------------------------------------------------------------------------------------------------- */

/* Takes the input of a frame, builds the windows over the picture, does what was asked for in them, and shows all. */
void app_frame(App *app);
/* Writes --screenshot's file of a run that has come to its end. Returns false and sets *error if it cannot be written. */
bool app_save_last_picture(App *app, Error *error);

#endif
