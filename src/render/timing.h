#ifndef RENDER_TIMING_H
#define RENDER_TIMING_H

/* How long each pass of a frame takes. On a GPU by timestamp queries, which are read some frames later and make nothing wait; a
 * software driver draws on the CPU when it likes, so there each pass is waited for. */

#include <glad/gl.h>
#include <stdbool.h>

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

/* The clock of the passes. Part of Renderer. */
typedef struct Timing {
  bool on, software;
  GLuint queries[TIMING_FRAMES][PASS_COUNT + 1]; /* 0: not made yet */
  bool asked[TIMING_FRAMES];
  int frame;
  double last;          /* clock: end of the previous pass, on software drivers */
  float ms[PASS_COUNT]; /* of the last frame that is known */
} Timing;

/* The name of a pass, for people; static. */
const char *timing_name(RenderPass pass);

/* Around a frame and at the end of each of its passes; they do nothing while `on` is false. */
void timing_begin(Timing *timing);
void timing_end_pass(Timing *timing, RenderPass pass);
void timing_end(Timing *timing);
void timing_shutdown(Timing *timing);

#endif
