#ifndef RENDER_MODELS_H
#define RENDER_MODELS_H

/* Models: the boxes and cylinders that one sees of a body or a machine, from plain values, appended to the frame's list of bodies. */

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

/* Appends a body that looks as it is: one box, cylinder or hull. */
void model_block(ModelList *list, const ModelBody *body, FrameMaterial material);

/* Appends a box, and where it is of boards, wide and flat, a deck to cross on, a kerb along each of its long sides. */
void model_crate(ModelList *list, const ModelBody *body, FrameMaterial material);

/* Appends a house: walls with a door and windows, a plinth, a gabled roof and a chimney. */
void model_house(ModelList *list, const ModelBody *body);

/* Append a car without its wheels, which are bodies of their own, and a boat. */
void model_car(ModelList *list, const ModelBody *body);
void model_boat(ModelList *list, const ModelBody *body);

/* Appends one of a water wheel's paddles, with its spokes and stretches of the rims; `radius`, m: of the wheel. */
void model_paddle(ModelList *list, const ModelBody *paddle, float radius, int paddles);

/* Finds the places of the axle's two ends, m. */
void model_post_tops(const ModelBody *hub, float tops[2][3]);

/* Appends a post under each end of the axle, down to the ground there, m. */
void model_posts(ModelList *list, const ModelBody *hub, const float ground[2]);

/* Appends what of a sluice gate does not move: two posts, a beam above, and the rod that the plank hangs on. `closed_y`, m: height of the plank's middle where the gate is closed. */
void model_gate_frame(ModelList *list, const ModelBody *plank, float closed_y);

enum { MODEL_PIPES = 16 }; /* straight stretches of the pipe; with three more parts within MODEL_PARTS_OF_MACHINE */

/* A pump as its model needs it; a value. */
typedef struct ModelPump {
  float from[2], to[2];           /* m: x and z of intake and outlet */
  float radius;                   /* m: about the intake */
  float heights[MODEL_PIPES + 1]; /* m: the ground, or the water above it, at the places of model_pump_place */
  uint32_t variant;               /* for its looks */
} ModelPump;

/* Finds x and z of the end of stretch `n` of the pipe; 0: the intake. */
void model_pump_place(const ModelPump *pump, int n, float place[2]);

/* Appends a box that floats at the intake, a pipe over land and water, and a spout. */
void model_pump(ModelList *list, const ModelPump *pump);

#endif
