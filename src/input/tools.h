#ifndef INPUT_TOOLS_H
#define INPUT_TOOLS_H

/* The pointer's effects on the world: it stirs the water that it moves over, pushes it when dragged, and uses the tool in hand. Tools act
 * on the world by its commands alone, and see it by a view. */

#include "input/camera.h"

/* The tools that the left button can be. Saved games have a tool's place: a new one is the last. */
typedef enum Tool {
  TOOL_CRATE,
  TOOL_PUSH,
  TOOL_POUR,
  TOOL_DRAIN,
  TOOL_LOG,
  TOOL_CAR,
  TOOL_BOAT,
  TOOL_HOUSE,
  TOOL_WHEEL,
  TOOL_GATE,
  TOOL_PUMP,
  TOOL_DYE,
  TOOL_HEAP,
  TOOL_DIG,
  TOOL_WASH,
  TOOL_BOOM,
  TOOL_COUNT
} Tool;

/* How a tool is used: a click drops a body and a drag pushes the water; a drag pushes the water; what is held down works all the while,
 * and Shift or the right button held still makes it do the opposite; a drag joins two places. */
typedef enum ToolUse { TOOL_DROPS, TOOL_PUSHES, TOOL_PAINTS, TOOL_JOINS } ToolUse;

/* The description of a tool: a row of a constant table. */
typedef struct ToolInfo {
  const char *name, *help; /* for people; %s in the help: tools_help */
  Action keys[2];          /* whose keys its help names */
  Action action;           /* that chooses it; ACTION_NONE: it stands in no bar, and no key chooses it */
  const char *icon;        /* in hundredths of the button's side, from its upper left: P x y x y ... a line, B x y x y a box, T x y x y x y
                                  a filled triangle, C x y r a circle, D x y r a filled one */
  ToolUse use;
  Tool opposite;    /* of a tool that paints */
  BodyKind body;    /* of a tool that drops */
  float colour[3];  /* of its ring and its ghost */
  const char *size; /* the parameter that Alt and the wheel change; NULL: none */
} ToolInfo;

enum { TOOLS_COMMANDS = 2 * INPUT_PRESSES + 4 };

/* The effect of the held button. */
typedef enum ToolDrag {
  DRAG_NOTHING,
  DRAG_UNDECIDED, /* the press of a tool that drops: a drop where the button comes up, a push where the pointer moves before */
  DRAG_PUSH,
  DRAG_PAINT,
  DRAG_WAITS, /* the right button of a tool that paints: the opposite, once it has been held still for a moment */
  DRAG_GRAB,  /* a body is held */
  DRAG_JOIN   /* from `from` to where the button comes up */
} ToolDrag;

/* The tool in use with its drag, and the commands that it makes in this frame. Owned by the program; all 0 at the start. */
typedef struct Tools {
  Tool chosen;                      /* by the person */
  Pick aim;                         /* where the pointer meets the world, this frame */
  uint32_t aim_serial;              /* of the body aimed at, where aim.body is one */
  ToolDrag drag;                    /* effect of the held button */
  InputButton button;               /* that began it */
  Tool held;                        /* the tool that paints */
  float press_x, press_y;           /* pixels: where the button went down */
  double held_s;                    /* s since then */
  bool last_known;                  /* `last` is a place of this drag, or of this passage over the water */
  float last[2];                    /* m, x and z: of the last push or stir */
  double since;                     /* s since then */
  float from[3];                    /* m: of DRAG_JOIN */
  BodyGrab grabbed;                 /* of DRAG_GRAB: as last given */
  float grab_depth;                 /* m, before the eye */
  uint32_t drops;                   /* bodies dropped so far */
  bool measures;                    /* the pointer only measures: it stirs no water */
  bool stirred, pushed, dropped;    /* in this frame: for the hints */
  Command commands[TOOLS_COMMANDS]; /* this frame's, for the world */
  int command_count;
} Tools;

const ToolInfo *tools_info(Tool tool);

enum { TOOLS_HELP = 160 };

/* Writes and returns a tool's help, with the keys that are bound now. */
const char *tools_help(Tool tool, char text[TOOLS_HELP]);
/* Returns the tool that an action chooses; TOOL_COUNT: none. */
Tool tools_of(Action action);
/* Writes the command that deletes the body or the pump aimed at. Returns false if there is none. */
bool tools_delete(const Tools *tools, const WorldView *world, Command *command);

/* Writes the command that opens the sluice gate nearest to the aim by so many metres more (negative: closes it). Returns false if there is
 * none. */
bool tools_gate(const Tools *tools, const WorldView *world, float by, Command *command);

/* The part of the program that tools_update sees. Borrowed for the call. */
typedef struct ToolsView {
  const Camera *camera;
  int width, height; /* of the picture, in pixels */
  const WorldView *world;
  bool paused;
} ToolsView;

/* Finds the aim, and turns presses and drags into commands. While the world is paused only clicks act. The wheel moves a body that is
 * held, and with Alt sizes what the tool drops or reaches (in `params`): then it is taken out of the input. dt: s since the last frame. */
void tools_update(Tools *tools, Input *input, const ToolsView *view, Params *params, double dt);
/* Ends the drag and the hold: another world has other bodies. */
void tools_let_go(Tools *tools);
/* Writes the command that works while the button is held, for every tick, its amount that of a second. Returns false if there is none. */
bool tools_held(const Tools *tools, const Params *params, Command *command);
/* Returns the radius (m) of the ring that shows where the tool would act, and writes its colour. */
float tools_ring(const Tools *tools, bool shift, const Params *params, float colour[3]);

/* Writes the body that a click would drop, as it will fall: place, turn, size. Returns false if the tool in hand drops none or nothing is
 * aimed at. */
bool tools_next_drop(const Tools *tools, bool shift, const Params *params, const WorldView *world, BodyDrop *drop);
/* Returns what people call a body of the kind. */
const char *tools_body_name(BodyKind kind);

#endif
