#ifndef INPUT_HINTS_H
#define INPUT_HINTS_H

/* The first hints: what a person can do at once. Each goes once it has been done. */

#include "input/tools.h"

typedef enum Hint { HINT_MOVE, HINT_DROP, HINT_PUSH, HINT_LOOK, HINT_TOOL, HINT_COUNT } Hint;

/* Which hints have been followed. A plain value owned by the program; all 0: none. */
typedef struct Hints {
  bool done[HINT_COUNT];
  bool scene;     /* the scene's own sentence is shown */
  double scene_s; /* s since the person did something in this scene */
  Tool tool;      /* in hand at the start */
  int over_water; /* frames in which the pointer moved over water */
  bool fingers;   /* a finger was the last that did something, and no mouse or key: hints speak of fingers */
} Hints;

/* Marks those that a text names, as hints_save writes it; unknown words in it are left out. */
void hints_restore(Hints *hints, const char *text);
void hints_save(const Hints *hints, char *text, size_t size);
/* Another scene begins, with its own sentence. */
void hints_begin_scene(Hints *hints);
/* Marks what was done in this frame; dt: s since the last one. The scene's sentence goes half a minute after the first thing done. */
void hints_look(Hints *hints, const Tools *tools, const Input *input, double dt);
/* H: brings them back, or lets them go again. */
void hints_toggle(Hints *hints);

#endif
