#ifndef APP_PANEL_H
#define APP_PANEL_H

/* Everything that is drawn over the water: panel of parameters, overlay of timings, help, messages and the hint at the
 * start. Behind this header stands Dear ImGui, in panel.cpp alone. */

#include <stdbool.h>

#include "app/control/ghost.h"
#include "app/control/hints.h"
#include "app/control/tools.h"
#include "app/keys.h"
#include "app/session.h"
#include "app/window.h"
#include "base/profile.h"
#include "render/renderer.h"

typedef struct Panel Panel;

/* What there is to show, and what the person may change of it. Borrowed for the call. */
typedef struct PanelView {
  const WorldView *world;
  const Scene *scene; /* whose parameters are the defaults */
  int scene_index;    /* among scene_names, or -1 */
  const char *device; /* the drawing device */
  Params *params;     /* sliders write here */
  WeirSolver *solver;
  int liquid;    /* index of weir_liquid */
  int *boundary; /* see session_boundary_kinds */
  FrameMode *mode;
  Tool *tool;
  bool *paused;
  bool panel, overlay, help;
  bool plain;  /* for a picture: no messages, no hint */
  bool hidden; /* the person wants nothing but the picture */
  const Ghost *ghost;
  const Hints *hints;
  const char *question; /* to be answered with yes or no; NULL: none */
  double fps, frame_ms;
  double ratio;                   /* simulated seconds a second, of late */
  const Profile *drawing;         /* the phases of the drawing thread; those of the simulation are the world's */
  const RendererPassTime *passes; /* of the drawing, by pass; static names */
  int pass_count;
  bool slowed; /* ticks were left out: the machine is too slow for this grid */
  float scale; /* top of the false-colour scale of this view, 0: none */
} PanelView;

/* What the person chose that the panel cannot do itself. */
typedef struct PanelRequest {
  int scene;     /* index, or -1 */
  int liquid;    /* index, or -1 */
  Action action; /* ACTION_NONE: nothing */
} PanelRequest;

/* `font` is a TrueType file, or NULL; where it cannot be read the built-in font is taken. NULL when memory is short. */
Panel *panel_create(Window *window, const char *font);
void panel_destroy(Panel *panel);

/* The first look at events; user is the Panel. */
void panel_filter(void *user, const union SDL_Event *event, bool *takes_mouse, bool *takes_keys);

/* A line that fades after some seconds. One that starts with the same word replaces the one before. */
void panel_message(Panel *panel, const char *text, double seconds);

/* Builds the frame's widgets; then draws them into the bound framebuffer. */
PanelRequest panel_build(Panel *panel, const PanelView *view);
void panel_draw(Panel *panel);

#endif
