#include "render/triangles.h"

#include <string.h>

/* Waits for the frame that the query counts. */
static void read_query(Triangles *triangles, int frame) {
  GLuint count = 0;
  if (!triangles->asked[frame]) return;
  triangles->asked[frame] = false;
  glGetQueryObjectuiv(triangles->queries[frame], GL_QUERY_RESULT, &count);
  if ((int64_t)count > triangles->max) triangles->max = count;
}

void triangles_set(Triangles *triangles, bool on) {
  triangles_max(triangles);
  triangles->on = on;
  triangles->max = -1;
}

void triangles_begin(Triangles *triangles) {
  if (!triangles->on) return;
  if (!triangles->queries[0]) glGenQueries(TRIANGLE_FRAMES, triangles->queries);
  triangles->frame = (triangles->frame + 1) % TRIANGLE_FRAMES;
  read_query(triangles, triangles->frame);
  glBeginQuery(GL_PRIMITIVES_GENERATED, triangles->queries[triangles->frame]);
}

void triangles_end(Triangles *triangles) {
  if (!triangles->on) return;
  glEndQuery(GL_PRIMITIVES_GENERATED);
  triangles->asked[triangles->frame] = true;
}

int64_t triangles_max(Triangles *triangles) {
  for (int frame = 0; frame < TRIANGLE_FRAMES; frame++) read_query(triangles, frame);
  return triangles->max;
}

void triangles_shutdown(Triangles *triangles) {
  if (triangles->queries[0]) glDeleteQueries(TRIANGLE_FRAMES, triangles->queries);
  memset(triangles, 0, sizeof *triangles);
}
