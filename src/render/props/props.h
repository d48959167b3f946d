#ifndef RENDER_PROPS_PROPS_H
#define RENDER_PROPS_PROPS_H

/* Pass: plants and stones on natural ground, one instanced draw for each mesh in the picture. */

#include "render/frame_block.h"
#include "render/gpu.h"
#include "render/program.h"
#include "render/props/select.h"

extern const ProgramDef props_programs;

enum { PROPS_SAMPLES = 24 }; /* a side: heights by which another ground is told from an edited one */

/* The soft shadows of props on the ground, for a placement and a sun: a map of two bytes: the sun's and the sky's light left, /255. */
typedef struct Canopy {
  int width, height;
  uint8_t *texels; /* NULL: none were kept */
} Canopy;

/* The ground that the props were placed on. */
typedef struct PropsGround {
  int nx, nz;
  float cell;
  bool natural;
  FrameGround made_of;
  FrameAround around;
  uint32_t version;
  float samples[PROPS_SAMPLES * PROPS_SAMPLES]; /* m */
} PropsGround;

/* The pass's OpenGL objects and all that stands. Part of Renderer; a current context is needed. */
typedef struct Props {
  GLuint vertex_array, vertices, indices, instances, shadow;
  PropMeshes meshes; /* the ranges; the arrays are freed once uploaded */
  bool placed;       /* on `ground` */
  PropsGround ground;
  Survey survey;
  PropPlaces places[PROP_PLACES]; /* what stands; tufts about the eye */
  PropPicks picks;                /* of this frame */
  bool shadow_cast;               /* the map is of `places` */
  float shadow_sun[3];            /* that it was made for */
  int shadow_casts;               /* how often it was made */
  double shadow_due;              /* s: clock from which it may be rebuilt */
  Canopy canopy;                  /* that the map holds */
  int gone;                       /* how many of what stands all over the ground edits have taken away */
  int shadow_gone;                /* `gone` when the shadows were cast */
} Props;

/* Builds the meshes. Returns false if memory runs out. */
bool props_init(Props *props);

/* Places props on new ground, selects those of this frame and uploads them. Binds the map of their shadows (UNIT_PROP_SHADOW): red: part
 * of the sun's light that reaches the ground past them, green: part of the sky's. `edited`: the cells in which edits have changed the ground since the last frame; `faded`: those on which their shadows have
 * changed with what edits took away; width 0: none. Returns false if memory runs out. */
bool props_update(Props *props, const FrameView *frame, const FrameBlock *block, const TextureRect *edited, int quality,
                  TextureRect *faded);
void props_draw(Props *props, const PassContext *context);
void props_shutdown(Props *props);

#endif
