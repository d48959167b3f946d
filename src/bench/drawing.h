#ifndef BENCH_DRAWING_H
#define BENCH_DRAWING_H

/* How the case `frames` gets its pictures. OpenGL's context, the camera and the frame are the program's own (src/offscreen), which this
 * room does not know: it hands these functions in. */

#include "world/world.h"

/* The cost of opening a picture, ms, and the name of the device that draws it. */
typedef struct BenchOpened {
  double ms_context, ms_shaders;
  char device[200];
  bool software; /* the driver draws on the processor */
} BenchOpened;

/* The functions that draw a world, lent by the program; a constant. */
typedef struct BenchDrawing {
  /* A picture of the world, of so many pixels and without a window; the world stays the caller's and outlives it. NULL with the
   * reason where there is no OpenGL or too little memory. */
  void *(*open)(World *world, int width, int height, BenchOpened *opened, Error *error);
  /* Makes the frame of the world as it stands. */
  void (*build)(void *picture);
  /* Draws that frame into so many pixels and waits until the picture is there. */
  void (*draw)(void *picture, int width, int height);
  void (*close)(void *picture); /* NULL: nothing happens */
} BenchDrawing;

#endif
