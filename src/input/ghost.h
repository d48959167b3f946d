#ifndef INPUT_GHOST_H
#define INPUT_GHOST_H

/* The outline of the body that a click would drop, drawn over the picture: where it will land, at its size, floating as deep as its
 * density lets it, with a line down from where it starts. */

#include "input/tools.h"

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

/* A line between two places, m; none where an end lies behind the eye, or no room is left. */
void ghost_add_line(Ghost *ghost, const ToolsView *view, const float from[3], const float to[3], bool faint);

/* The outline for what the tools would drop now; without lines where they would drop nothing. */
void ghost_build(Ghost *ghost, const Tools *tools, bool shift, const Params *params, const ToolsView *view);

#endif
