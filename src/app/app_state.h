#ifndef APP_APP_STATE_H
#define APP_APP_STATE_H

/* The program's state while it runs in a window. Of the thread that draws. */

#include "app/options.h"
#include "app/quality.h"
#include "app/stats.h"
#include "files/config.h"
#include "input/camera.h"
#include "input/gamepad.h"
#include "input/ghost.h"
#include "input/hints.h"
#include "input/input.h"
#include "input/measure.h"
#include "input/pointer.h"
#include "input/tools.h"
#include "input/window.h"
#include "panel/panel.h"
#include "picture/beside.h"
#include "picture/frame_build.h"
#include "picture/other_future.h"
#include "render/renderer.h"
#include "session/session.h"
#include "session/ticker.h"
#include "sound/listener.h"
#include "sound/speaker.h"

/* The window's settings: as they were kept and are to be kept. */
typedef struct KeptSettings {
  Config config;
  Config saved;     /* as the file has it, or the window began: only what differs from it is written */
  double at;        /* clock: looked for differences */
  bool fails;       /* they could not be written, and that was told */
  bool scene_named; /* by the command line */
} KeptSettings;

/* Saving in the window (keep.h). */
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
  bool quit;
} Program;

/* The time before the first picture. */
typedef struct Loading {
  bool on;      /* there has been no picture yet */
  double shown; /* clock: what stands there instead was drawn last */
  int programs; /* compiled so far */
} Loading;

/* The quality of the picture, and how it is chosen (draw.h). */
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
  struct AppFilm *film; /* app_film.h */
  Profile profile;      /* of this thread's phases */
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

/* The person's: it stays from world to world. */
typedef struct Screen {
  Viewpoint view;
  Tools tools;
  Ghost ghost;
  Measure measure;
  Hints hints;
  Pointer pointer;
  FrameMode mode;
  Action asked;  /* waits for a yes, because something would be lost; ACTION_NONE: nothing */
  double slow_s; /* s for which the water has run at less than half its speed; negative: that was said */
  bool paused, panel_open, overlay_open, help_open, hidden; /* hidden: nothing but the picture is drawn */
} Screen;

/* This frame: what came in, what is shown, what was asked for. */
typedef struct Frame {
  double at; /* clock at its start */
  Input input;
  SessionShown shown;           /* the state of the world that it sees */
  int chosen_scene;             /* in the panel: of ACTION_CHOOSE_SCENE */
  int chosen_slot;              /* in the panel: of ACTION_SAVE_SLOT and ACTION_LOAD_SLOT */
  char chosen_file[INPUT_PATH]; /* dropped on the window: of ACTION_OPEN_FILE */
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

#endif
