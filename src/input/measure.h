#ifndef INPUT_MEASURE_H
#define INPUT_MEASURE_H

/* The instruments that measure the water: the probe, which looks at the cell under the pointer, and the gauge line, drawn with Shift and
 * the left button, through which the discharge is read. While they are on the pointer stirs no water. */

#include "input/ghost.h"
#include "input/tools.h"

/* The instruments in use. Owned by the program; all 0 at the start. */
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
