#ifndef RENDER_MODELS_PARTS_H
#define RENDER_MODELS_PARTS_H

/* A model is the boxes and cylinders that one sees of a body or a machine. It is made of plain values, in the axes of its body, and appended
 * to the frame's list of bodies. */

#include "render/frame_view.h"

/* Parts at most: of a house; of a pump, which has the most of what does not move with a body. */
enum { MODEL_PARTS_OF_BODY = 12, MODEL_PARTS_OF_MACHINE = 24 };

/* The axes of a model's own space in the world, and where its origin is, m; a value. */
typedef struct ModelAxes {
  float origin[3], axis[3][3];
} ModelAxes;

/* A box or cylinder of a model: where its middle is and its half extents, in m or in half extents of its body; a value. */
typedef struct ModelPart {
  float at[3], half[3];
  FrameMaterial material;
} ModelPart;

/* A body as its model needs it; a value. */
typedef struct ModelBody {
  ModelAxes axes;
  float half[3];       /* m */
  float aboard;        /* m^3 of water on it */
  uint32_t mesh;       /* of a hull: index of the frame's meshes */
  uint32_t own, group; /* numbers for the looks: of the body, and of all that is joined to it */
} ModelBody;

/* The parts made so far; `bodies` is the caller's and has room for all to come. */
typedef struct ModelList {
  FrameBody *bodies;
  int count;
} ModelList;

/* Appends a part, in m, of something with this number for its looks. */
FrameBody *model_add(ModelList *list, const ModelAxes *axes, const ModelPart *part, uint32_t variant);

/* Appends parts in half extents of their body, with the water that lies on it. */
void model_add_scaled(ModelList *list, const ModelBody *body, const ModelPart *parts, int count);

/* Returns the axes with their origin at a place of their own space. */
ModelAxes model_moved(const ModelAxes *axes, float x, float y, float z);

/* Returns the axes turned by `angle` about one of them, at the same origin. */
ModelAxes model_turned(const ModelAxes *axes, int about, float angle);

#endif
