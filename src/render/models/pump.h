#ifndef RENDER_MODELS_PUMP_H
#define RENDER_MODELS_PUMP_H

/* Model of a pump: a box that floats at the intake, a pipe over land and water, and a spout. */

#include "render/models/parts.h"

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
void model_pump(ModelList *list, const ModelPump *pump);

#endif
