#ifndef RENDER_TIMING_H
#define RENDER_TIMING_H

/* How long each pass of a frame takes, and how many triangles it has. */

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

/* In the order in which they are drawn. */
typedef enum RenderPass {
  PASS_UPLOAD, /* what the frame brings: fields, ground, bodies, what is selected */
  PASS_MAPS,   /* the maps of the water's surface */
  PASS_SHADOW,
  PASS_BODIES,
  PASS_PROPS,
  PASS_GROUND,
  PASS_AROUND, /* the ground beyond the grid */
  PASS_SKY,
  PASS_COPY, /* of the scene without water */
  PASS_WATER,
  PASS_SPRAY,
  PASS_POST,
  PASS_COUNT
} RenderPass;

enum { TIMING_FRAMES = 4 }; /* in flight */

/* The clock of the passes. On a GPU by timestamp queries, which are read some frames later and make nothing wait; a software driver draws
 * on the CPU when it likes, so there each pass is waited for. Part of Renderer. */
typedef struct Timing {
  bool on, software;
  bool unknown;                                  /* the driver has no such clock */
  GLuint queries[TIMING_FRAMES][PASS_COUNT + 1]; /* 0: not made yet */
  bool asked[TIMING_FRAMES];
  int frame;
  double last;          /* clock: end of the previous pass, on software drivers */
  float ms[PASS_COUNT]; /* of the last frame that is known */
} Timing;

/* Finds out how passes can be timed. */
void timing_init(Timing *timing, bool software);
/* Around a frame and at the end of each of its passes; they do nothing while `on` is false. */
void timing_begin(Timing *timing);
void timing_end_pass(Timing *timing, RenderPass pass);
void timing_end(Timing *timing);
void timing_shutdown(Timing *timing);

/* The counter of triangles, of all passes of a frame's picture, by the driver. Part of Renderer; a current context is needed. */
typedef struct Triangles {
  bool on;
  GLuint queries[TIMING_FRAMES]; /* 0: not made yet */
  bool asked[TIMING_FRAMES];     /* the query's result has not been read */
  int frame;
  int64_t max; /* of any frame since it was turned on; -1: none yet */
} Triangles;

/* Around a frame; they do nothing while `on` is false. */
void triangles_begin(Triangles *triangles);
void triangles_end(Triangles *triangles);

/* Waits for the frames in flight. */
int64_t triangles_max(Triangles *triangles);
void triangles_shutdown(Triangles *triangles);

#endif
