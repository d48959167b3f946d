#ifndef RENDER_BODIES_H
#define RENDER_BODIES_H

/* Pass: boxes and cylinders with chamfered edges, one instanced draw for each material. */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef bodies_programs;

typedef struct Bodies {
  Program program;
  GLuint vertex_array, vertices, indices, instances;
  int counts[FRAME_MATERIAL_COUNT], count, capacity; /* in the instance buffer, sorted by material */
  FrameBody *sorted;
  GLsizei box_indices, cylinder_indices; /* in this order in the buffer of indices */
} Bodies;

void bodies_init(Bodies *bodies);

/* False when there is no memory for so many. */
bool bodies_upload(Bodies *bodies, const FrameView *frame);
void bodies_draw(Bodies *bodies, const PassContext *context);

/* Draws all with the program in use. */
void bodies_draw_all(const Bodies *bodies);
void bodies_shutdown(Bodies *bodies);

#endif
