#ifndef RENDER_AIR_RAIN_H
#define RENDER_AIR_RAIN_H

/* Pass: rain as streaks in the air about the eye, laid over the finished picture and hidden by what stands before them. Where each drop is
 * follows from its number and the time alone. */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef rain_programs;

/* Draws into the caller's framebuffer, of the finished picture's size, by the depths in UNIT_SCENE_DEPTH; nothing where there is no rain.
 * `density`: 0 to 1. */
void rain_draw(Program *program, const PassContext *context, float density);

#endif
