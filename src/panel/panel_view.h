#ifndef PANEL_PANEL_VIEW_H
#define PANEL_PANEL_VIEW_H

/* The input and the output of a frame of the panel. */

#include "input/hints.h"
#include "input/marks.h"
#include "picture/beside.h"
#include "picture/other_future.h"
#include "results/curves.h"
#include "session/session.h"

/* A file that was dropped on the window and may become a ground: what was found in it, and what the person wants of it. */
typedef struct LandChoice {
  bool on;
  bool reading; /* it is being read, */
  float share;  /* so much of it by now */
  OwnGroundFacts facts;
  OwnGround own; /* its path is the owner's; height and cell 0: what was found */
} LandChoice;

/* Results that are recorded, as plots show them; the person chooses what of them. */
typedef struct ResultsShown {
  bool any, records, saves; /* there are some; more are being recorded; they are being written */
  double seconds;           /* simulated s that were recorded */
  int gauge_count, line_count;
  const Curves *gauges, *lines; /* of the kind that is chosen, and the discharge */
  bool open;                    /* the plots are shown */
  bool changed;                 /* the person has chosen: the curves are to be made again */
  CurveKind kind;               /* that is chosen */
  double span_s;                /* simulated s that plots go back; 0: to the beginning */
} ResultsShown;

/* The state that the panel shows, and what the person may change of it. Borrowed for the call. */
typedef struct PanelView {
  const WorldView *world;
  const Scene *scene; /* whose parameters are the defaults */
  int scene_index;    /* among scene_names, or -1 */
  const char *device; /* the drawing device */
  Settings *wanted;   /* sliders and lists write here, but for the liquid */
  FrameMode *mode;
  Tool *tool;
  bool *paused;
  bool panel, overlay, help;
  bool plain;  /* for a picture: no messages, no hint */
  bool hidden; /* the person wants nothing but the picture */
  const Ghost *ghost;
  const Measure *measure;
  const Hints *hints;
  const char *question;     /* to be answered with yes or no; NULL: none */
  LandChoice *land;         /* the person changes what is wanted */
  ResultsShown *results;    /* the person chooses what is shown; NULL: there are none to be had */
  SessionPast past;         /* the time that can be gone back to */
  double past_s;            /* simulated s, of what is shown */
  const OtherFuture *other; /* a branch as a ghost */
  const Beside *beside;
  int saves_written; /* games saved so far in this run */
  FrameRate rate;
  float picture_share;            /* of each side of the picture, that is drawn */
  bool share_follows;             /* it follows the frames' times */
  double ratio;                   /* simulated seconds a second, of late */
  const Profile *drawing;         /* the phases of the drawing thread; those of the simulation are the world's */
  const RendererPassTime *passes; /* of the drawing, by pass; static names */
  int pass_count;
  bool slowed; /* ticks were left out: the machine is too slow for this grid */
  float scale; /* top of the false-colour scale of this view, 0: none */
} PanelView;

/* The contents of the window while the program gets ready. Borrowed for the call. */
typedef struct PanelLoading {
  const char *name;  /* of a built-in scene, whose picture is shown; NULL: none */
  const char *title; /* of what is opened */
  float done;        /* 0 to 1 */
} PanelLoading;

/* The handles and buttons over a projector's plan. Borrowed for the call. */
typedef struct PanelProjector {
  float corners[4][2]; /* desktop pixels */
  int chosen;          /* of the corners, or -1 */
  float shown;         /* 0 to 1: 0: nothing is to be seen */
  bool rains, lava;    /* the buttons are held, or on */
} PanelProjector;

/* The big buttons of a projector's plan in a frame. */
typedef struct PanelProjectorRequest {
  bool rain; /* held */
  bool lava, reset;
} PanelProjectorRequest;

/* The person's choices in a frame that the panel cannot carry out itself. */
typedef struct PanelRequest {
  int scene;                /* index, or -1 */
  int flume;                /* index of flume_names, or -1 */
  int liquid;               /* index, or -1 */
  int save_slot, load_slot; /* a Slot, or -1 */
  bool looks_back;          /* the bar of time is held, */
  double look_s;            /* at this simulated time */
  int aimed_branch;         /* line of the timeline that the pointer is on; 0: none */
  int branch;               /* line of the timeline to go on with; 0: none */
  bool beside_differs;      /* the world shown beside shall differ so: */
  TwinHow beside;
  int beside_future; /* line of the timeline to be shown beside; 0: none */
  Action action;     /* ACTION_NONE: nothing */
  int answer;        /* to the question: 1 yes, -1 no, 0 none yet */
  int land_answer;   /* to the choice of a land, likewise */
} PanelRequest;

#endif
