#ifndef RENDER_BODIES_H
#define RENDER_BODIES_H

/* Passes: boxes and cylinders with chamfered edges, one instanced draw for each material, dry and wet; and their shadow map. */

#include "render/program.h"
#include "render/standing.h"

extern const ProgramDef bodies_programs;

/* A group is what one shader variant draws: bodies of one material, dry or with water on them; group 2 * material + wet. */
enum { BODIES_MESHES = 16, BODIES_GROUPS = 2 * FRAME_MATERIAL_COUNT };

/* The OpenGL objects, with the instances of the last frame uploaded. Part of Renderer; a current context is needed. */
typedef struct Bodies {
  GLuint vertex_array, mesh_array, vertices, indices, instances, meshes;
  int counts[BODY_SETS][BODIES_GROUPS], count; /* in the instance buffer, sorted by set and group, the nearest first */
  Standing standing;
  FrameBody *sorted;
  struct BodyOrder *order; /* of the frame's bodies, before they are copied into `sorted` */
  int sorted_room, order_room;
  int mesh_first[BODIES_MESHES], mesh_size[BODIES_MESHES], mesh_count; /* in vertices of `meshes` */
  uint32_t mesh_version;                                               /* world_version of the frame that the meshes came with */
  GLsizei box_indices, cylinder_indices;                               /* in this order in `indices` */
  GLuint shadow_map, shadow_framebuffer;                               /* of shadow_size * shadow_size texels */
  int shadow_size;
} Bodies;

void bodies_init(Bodies *bodies);

/* Uploads the frame's bodies; unless `may_stand` none of them do. Returns false if memory runs out. */
bool bodies_upload(Bodies *bodies, const FrameView *frame, bool may_stand);

/* Returns how many of the frame's bodies stand: all but those of BODY_MOVES. */
int bodies_standing(const Bodies *bodies);

/* Draws the sets from `first` to `last`. */
void bodies_draw(Bodies *bodies, const PassContext *context, BodySet first, BodySet last);

/* Draws all of them in one plain colour a material, as a plan shows them (plan.h). `mirrored`: it is seen from behind. */
void bodies_draw_plan(Bodies *bodies, const PassContext *context, bool mirrored);

/* Fits the shadow map to the bodies: the matrix from the world to its x, y and depth, all 0 to 1. False: nothing casts a shadow. */
bool bodies_fit_shadow(const FrameView *frame, float matrix[16]);

/* Draws the map, the depths of the bodies as seen from the sun, `size` texels a side, and binds it. (The ground's: land/ground.c.) */
void bodies_draw_shadow(Bodies *bodies, const PassContext *context, int size);
void bodies_shutdown(Bodies *bodies);

#endif
