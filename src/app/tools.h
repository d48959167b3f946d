#ifndef APP_TOOLS_H
#define APP_TOOLS_H

/* What the left button does. Tools act on the world by its commands alone, and see it by a view. */

#include "app/camera.h"
#include "app/input.h"
#include "world/view.h"

/* The tools that the left button can be. */
typedef enum Tool { TOOL_CRATE, TOOL_DISTURB, TOOL_POUR, TOOL_DRAIN, TOOL_LOG, TOOL_CAR, TOOL_COUNT } Tool;

enum { TOOLS_COMMANDS = 2 * INPUT_CLICKS + 2 };

/* The tool in use with its drag, and the commands that it makes in this frame. */
typedef struct Tools {
  Tool chosen;          /* by the person */
  Pick aim;             /* where the pointer meets the world, this frame */
  Tool held;            /* what the held button does; Shift at the press makes it disturb */
  bool down;            /* the button is held since a click that met the world */
  double since;         /* s since it last acted */
  float last_x, last_z; /* where */
  uint32_t aim_serial;  /* of the body aimed at, where aim.body is one */
  bool grabs;           /* a body is held: `grabbed`, in a plane so far in front of the eye */
  Command grabbed;      /* as last given */
  float grab_depth;     /* m */
  uint32_t drops, drops_at_press;
  Command commands[TOOLS_COMMANDS]; /* this frame's, for the world */
  int command_count;
} Tools;

const char *tools_name(Tool tool);

/* Deletes the body aimed at; false when there is none. */
bool tools_delete(const Tools *tools, Command *command);

/* Finds the aim, and turns clicks and drags into commands. While the world is paused only clicks act. The wheel moves a
 * body that is held: then it is taken out of the input. */
void tools_update(Tools *tools, Input *input, const Camera *camera, int width, int height, const Params *params, bool paused, double dt,
                  const WorldView *world);

/* What works for as long as the button is held: a command for every tick, its amount that of a second. False: nothing. */
bool tools_held(const Tools *tools, const Params *params, Command *command);

/* Radius and colour of the ring that shows where the tool in hand would act. */
float tools_ring(const Tools *tools, bool shift, const Params *params, float colour[3]);

#endif
