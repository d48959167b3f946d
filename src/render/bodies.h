#ifndef RENDER_BODIES_H
#define RENDER_BODIES_H

/* Pass: boxes and cylinders with chamfered edges, one instanced draw for each material, dry and wet. */

#include "render/pass.h"
#include "render/program.h"

extern const ProgramDef bodies_programs;

/* A group is what one shader variant draws: bodies of one material, dry or with water on them; group 2 * material + wet. */
enum { BODIES_MESHES = 16, BODIES_GROUPS = 2 * FRAME_MATERIAL_COUNT };

/* The pass's OpenGL objects, with the instances of the last frame uploaded. Part of Renderer; a current context is needed. */
typedef struct Bodies {
  Program program;
  GLuint vertex_array, mesh_array, vertices, indices, instances, meshes;
  int counts[BODIES_GROUPS], count, capacity; /* in the instance buffer, sorted by group, the nearest first */
  FrameBody *sorted;
  struct BodyOrder *order;                                             /* of the frame's bodies, before they are copied into `sorted` */
  int mesh_first[BODIES_MESHES], mesh_size[BODIES_MESHES], mesh_count; /* in vertices of `meshes` */
  uint32_t mesh_version;                                               /* world_version of the frame that the meshes came with */
  GLsizei box_indices, cylinder_indices;                               /* in this order in `indices` */
} Bodies;

void bodies_init(Bodies *bodies);

/* Uploads the frame's bodies. Returns false if memory runs out. */
bool bodies_upload(Bodies *bodies, const FrameView *frame);
void bodies_draw(Bodies *bodies, const PassContext *context);

/* Draws all bodies with the program in use. */
void bodies_draw_all(const Bodies *bodies);
void bodies_shutdown(Bodies *bodies);

#endif
