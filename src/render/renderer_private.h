#ifndef RENDER_RENDERER_PRIVATE_H
#define RENDER_RENDERER_PRIVATE_H

/* The inside of the renderer (renderer.h), for the files that share it: renderer.c, the order of the passes, and scene.c, all that stands under and
 * beside the water. */

#include <glad/gl.h>

#include "render/air.h"
#include "render/bodies.h"
#include "render/contact.h"
#include "render/fields.h"
#include "render/frame_block.h"
#include "render/gpu.h"
#include "render/land/around.h"
#include "render/land/backdrop.h"
#include "render/land/ground.h"
#include "render/land/moving.h"
#include "render/land/still.h"
#include "render/land/terrain.h"
#include "render/landing.h"
#include "render/lod.h"
#include "render/plan/plan.h"
#include "render/props/leaves.h"
#include "render/props/props.h"
#include "render/screen.h"
#include "render/temporal.h"
#include "render/timing.h"
#include "render/water.h"
#include "render/wet.h"

typedef struct Renderer Renderer;

/* The renderer with all its OpenGL objects: one for each context, from renderer_create to renderer_destroy. */
struct Renderer {
  char device[256], shader_dir[1024];
  ShaderOptions shaders;
  ProgramCache cache;
  Program programs[PROGRAM_COUNT];
  int programs_made; /* how often */
  int errors;
  bool software;
  bool drawn;      /* drawn or advanced at least once: the maps hold a previous frame */
  float share;     /* of both sides of the picture asked for that are drawn, 0.25 to 1 */
  bool hasty;      /* see renderer_set_hasty */
  bool hurried;    /* what may follow some frames later is left out */
  int foam_behind; /* frames until the foam of a world's first one is carried along from where it was born; 0: it has been */
  float time;      /* s, of the last frame */
  GLuint empty_vertex_array, frame_buffer, noise;
  Ground ground;
  GroundChange change; /* of this frame: by edits, and by shadows of props that went with them */
  BlockMesh block_mesh;
  Wet wet;
  Fields fields;
  Lod lod, coarse_lod; /* the coarse one: of the water at the lowest tier */
  LodList ground_list, water_list;
  FrameBlock block; /* of the last frame */
  float water_top;  /* m */
  Target target;
  Backdrop backdrop;
  bool backdrop_off;
  Still still;
  Moving moving;
  Surface surface;
  Bodies bodies;
  Contact contact;
  SkyMap sky_map;
  GroundColour ground_colour;
  Around around;
  Props props;
  SprayPass spray;
  Landing landing;
  Leaves leaves;
  Timing timing;
  Triangles triangles;
  Enlarge enlarge;
  Temporal temporal;
  Plan plan;
};

/* Returns true if the ground, its surroundings and what stands may be taken from a picture that is kept (land/backdrop.h). */
bool scene_may_keep_backdrop(const Renderer *renderer);

/* Tells the still picture of a frame that is drawn. */
void scene_note_still(Renderer *renderer, const PassContext *context, const FrameView *frame, FrameBlock *block);

/* Draws lines for faces from here on, where the frame wants a wireframe, or no longer. */
void scene_set_lines(const FrameView *frame, bool on);

/* Draws all but the water and what is in the air, into the target's picture. */
void scene_draw(Renderer *renderer, const FrameView *frame, const PassContext *context);

#endif
