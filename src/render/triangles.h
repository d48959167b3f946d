#ifndef RENDER_TRIANGLES_H
#define RENDER_TRIANGLES_H

/* How many triangles a frame has, of all passes of its picture, counted by the driver. */

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

enum { TRIANGLE_FRAMES = 4 }; /* in flight */

/* The counter. Part of Renderer; a current context is needed. */
typedef struct Triangles {
  bool on;
  GLuint queries[TRIANGLE_FRAMES]; /* 0: not made yet */
  bool asked[TRIANGLE_FRAMES];     /* the query's result has not been read */
  int frame;
  int64_t max; /* of any frame since it was turned on; -1: none yet */
} Triangles;

/* Forgets what was counted. */
void triangles_set(Triangles *triangles, bool on);

/* Around a frame; they do nothing while `on` is false. */
void triangles_begin(Triangles *triangles);
void triangles_end(Triangles *triangles);

/* Waits for the frames in flight. */
int64_t triangles_max(Triangles *triangles);
void triangles_shutdown(Triangles *triangles);

#endif
