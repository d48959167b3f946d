#ifndef INPUT_MARKS_H
#define INPUT_MARKS_H

/* Lines over the picture: the outline of the body that a click would drop, and the marks of the instruments that measure the water. */

#include "input/tools.h"

/* --- the outline: where the body will land, at its size and as deep as it floats, with a line down from where it starts --------------- */

enum { GHOST_LINES = 96 };

/* A line of the outline, in pixels of the picture from its top left. */
typedef struct GhostLine {
  float from[2], to[2];
  bool faint; /* the way down */
} GhostLine;

/* The outline in one frame: a plain value. */
typedef struct Ghost {
  GhostLine lines[GHOST_LINES];
  int count;
  int width; /* of the picture, in pixels */
  float colour[3];
} Ghost;

/* The outline for what the tools would drop now; without lines where they would drop nothing. */
void ghost_build(Ghost *ghost, const Tools *tools, bool shift, const Params *params, const ToolsView *view);

/* --- the instruments ------------------------------------------------------------------------------------------------------------------ */

/* The instruments in use: the probe, which looks at the cell under the pointer, and the gauge line, drawn with Shift and the left button,
 * through which the discharge is read. While they are on the pointer stirs no water. Owned by the program; all 0 at the start. */
typedef struct Measure {
  bool on;
  ProbePlace place; /* under the pointer in this frame */
  float x, y;       /* pixels of the picture: the pointer */
  int body;         /* pointed at: index of the view's bodies, or -1 */
  bool drawing;     /* the line's end is held */
  float start[2];   /* pixels: where that drag began */
  bool has_line;
  GaugeLine line;
  bool oriented; /* `line` has been given the direction in which the water went through it */

  /* Made by measure_build. */
  Ghost arrow, marks; /* the flow at the probe; the line over the water */
  float label[2];     /* pixels: of the line's figure */
  bool label_seen;
} Measure;

/* Takes the instruments' part out of the input, before the tools see it. */
void measure_update(Measure *measure, Input *input, const ToolsView *view);
/* Sets in the request what the instruments need of views: the probe's cell and the line. */
void measure_request(const Measure *measure, WorldViewRequest *request);
/* Removes the line: another scene begins. */
void measure_begin_scene(Measure *measure);
/* Returns the radius (m) of the ring at the pointer, in place of the tool's; about a cell, or as wide as can be seen from afar. */
float measure_ring(const Measure *measure, const ToolsView *view);
/* Builds the lines to be drawn, for the camera of this frame. */
void measure_build(Measure *measure, const ToolsView *view);

#endif
