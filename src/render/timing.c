#include "render/timing.h"

#include <string.h>

#include "base/clock.h"

void timing_init(Timing *timing, bool software) {
  GLint bits = 0; /* of a timestamp */
  glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
  timing->software = software;
  timing->unknown = !software && bits == 0;
}

void timing_begin(Timing *timing) {
  if (!timing->on || timing->unknown) return;
  if (timing->software) {
    glFinish();
    memset(timing->ms, 0, sizeof timing->ms);
    timing->last = clock_seconds();
    return;
  }
  if (!timing->queries[0][0]) glGenQueries(TIMING_FRAMES * (PASS_COUNT + 1), &timing->queries[0][0]);
  timing->frame = (timing->frame + 1) % TIMING_FRAMES;
  /* The oldest frame in flight, whose queries are about to be used again. */
  const GLuint *const queries = timing->queries[timing->frame];
  GLint known = 0;
  GLuint64 before = 0, after = 0;
  if (timing->asked[timing->frame]) glGetQueryObjectiv(queries[PASS_COUNT], GL_QUERY_RESULT_AVAILABLE, &known);
  if (known) glGetQueryObjectui64v(queries[0], GL_QUERY_RESULT, &before);
  for (int pass = 0; known && pass < PASS_COUNT; pass++, before = after) {
    glGetQueryObjectui64v(queries[pass + 1], GL_QUERY_RESULT, &after);
    timing->ms[pass] = (float)(1e-6 * (double)(after - before));
  }
  timing->asked[timing->frame] = false;
  glQueryCounter(queries[0], GL_TIMESTAMP);
}

void timing_end_pass(Timing *timing, RenderPass pass) {
  if (!timing->on || timing->unknown) return;
  if (timing->software) {
    glFinish();
    const double now = clock_seconds();
    timing->ms[pass] += (float)(1e3 * (now - timing->last)); /* frames may have parts of a pass in several places, or none */
    timing->last = now;
    return;
  }
  glQueryCounter(timing->queries[timing->frame][pass + 1], GL_TIMESTAMP);
}

void timing_end(Timing *timing) {
  if (timing->on && !timing->software && !timing->unknown) timing->asked[timing->frame] = true;
}

void timing_shutdown(Timing *timing) {
  if (timing->queries[0][0]) glDeleteQueries(TIMING_FRAMES * (PASS_COUNT + 1), &timing->queries[0][0]);
}

/* Waits for the frame that the query counts. */
static void read_query(Triangles *triangles, int frame) {
  GLuint count = 0;
  if (!triangles->asked[frame]) return;
  triangles->asked[frame] = false;
  glGetQueryObjectuiv(triangles->queries[frame], GL_QUERY_RESULT, &count);
  if ((int64_t)count > triangles->max) triangles->max = count;
}

void triangles_begin(Triangles *triangles) {
  if (!triangles->on) return;
  if (!triangles->queries[0]) glGenQueries(TIMING_FRAMES, triangles->queries);
  triangles->frame = (triangles->frame + 1) % TIMING_FRAMES;
  read_query(triangles, triangles->frame);
  glBeginQuery(GL_PRIMITIVES_GENERATED, triangles->queries[triangles->frame]);
}

void triangles_end(Triangles *triangles) {
  if (!triangles->on) return;
  glEndQuery(GL_PRIMITIVES_GENERATED);
  triangles->asked[triangles->frame] = true;
}

int64_t triangles_max(Triangles *triangles) {
  for (int frame = 0; frame < TIMING_FRAMES; frame++) read_query(triangles, frame);
  return triangles->max;
}

void triangles_shutdown(Triangles *triangles) {
  if (triangles->queries[0]) glDeleteQueries(TIMING_FRAMES, triangles->queries);
}
