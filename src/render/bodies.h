#ifndef RENDER_BODIES_H
#define RENDER_BODIES_H

/* Pass: crates of wood and metal, boxes with chamfered edges, all in one instanced draw. */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef bodies_programs;

typedef struct Bodies {
  Program program;
  GLuint vertex_array, vertices, indices, instances;
  int counts[FRAME_MATERIAL_COUNT], count, capacity; /* in the instance buffer, sorted by material */
  FrameBody *sorted;
  GLsizei index_count;
} Bodies;

void bodies_init(Bodies *bodies);

/* False when there is no memory for so many. */
bool bodies_upload(Bodies *bodies, const FrameView *frame);
void bodies_draw(Bodies *bodies, const PassContext *context);

/* Draws all boxes with the program in use. */
void bodies_draw_all(const Bodies *bodies);
void bodies_shutdown(Bodies *bodies);

#endif
