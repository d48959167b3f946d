#ifndef APP_APP_STATE_H
#define APP_APP_STATE_H

/* The program's state while it runs. Of the thread that draws. */

#include "app/beside/beside.h"
#include "app/config.h"
#include "app/control/camera.h"
#include "app/control/ghost.h"
#include "app/control/hints.h"
#include "app/control/input.h"
#include "app/control/measure.h"
#include "app/control/pointer.h"
#include "app/control/tools.h"
#include "app/devices/gamepad.h"
#include "app/frame_build.h"
#include "app/gui/panel.h"
#include "app/options.h"
#include "app/quality/resolution.h"
#include "app/quality/tier.h"
#include "app/rewind/other_future.h"
#include "app/sound/listener.h"
#include "app/sound/speaker.h"
#include "app/stats.h"
#include "app/window.h"
#include "render/renderer.h"
#include "session/session.h"
#include "session/ticker.h"

/* The whole program while it runs: one, zeroed at the start, closed by app_close. */
typedef struct App {
  Options options;
  Config config;       /* of the window, as it was kept, and is to be kept */
  Config config_saved; /* as the file has it, or the window began: only what differs from it is written */
  double config_at;    /* clock: looked for differences */
  bool config_fails;   /* it could not be written, and that was told */
  bool scene_named;    /* by the command line */
  bool autosave_fails; /* the last one did, and that was told */
  bool misused;        /* the failure is the command line's fault */
  Session *session;
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
  int put_by;                   /* commands of the person that wait for time to go on */
  double slow_s;                /* s for which the water has run at less than half its speed; negative: that was said */
  Action asked;                 /* waits for a yes, because something would be lost; ACTION_NONE: nothing */
  int chosen_scene;             /* in the panel: of ACTION_CHOOSE_SCENE */
  char chosen_file[INPUT_PATH]; /* dropped on the window: of ACTION_OPEN_FILE */
  OtherFuture other;
  Beside beside;
  int chosen_slot;   /* in the panel: of ACTION_SAVE_SLOT and ACTION_LOAD_SLOT */
  int save_asked;    /* 1 + the slot that the next picture is saved in; 0: none */
  double saved_at;   /* clock: the last save in a slot, or the start */
  int saves_written; /* so far */
  Camera camera;
  int camera_index;  /* among the scene's cameras: the one chosen last */
  int opening_index; /* the one that the program was started with: scenery leaves its view open */
  bool flying;       /* the camera is on the fly-by */
  double flown;      /* s of it */
  Tools tools;
  float pedals_sent[2]; /* as the world was last told of the car */
  bool drove;           /* the car of this world has been driven */
  Synth synth;
  Listener listener;
  Speaker speaker;
  bool muted;
  SessionShown shown; /* the state of the world that this frame sees */
  FrameRate rate;
  Profile profile; /* of this thread's phases */
  FrameMode mode;
  bool paused, panel_open, overlay_open, help_open, hidden; /* hidden: nothing but the picture is drawn */
  bool picture_asked;                                       /* beside the next frame, one goes to a file */
  Action put_off;                                           /* till the next frame, when this one has told of it; else ACTION_NONE */
  int quality_frames;                                       /* that a finer quality has waited; they tell of it */
  bool bar_held;                                            /* the bar of time, in the frame before */
  bool plain;                                               /* the picture is for a file: no cursor, no messages */
  struct AppFilm *film;                                     /* app/film/film.h; NULL: there is nothing to film */
  bool quit;
  double frame_at; /* clock at the start of the frame */
} App;

#endif
