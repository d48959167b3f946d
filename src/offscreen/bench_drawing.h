#ifndef OFFSCREEN_BENCH_DRAWING_H
#define OFFSCREEN_BENCH_DRAWING_H

#include "bench/drawing.h"

/* The program's pictures for `weir bench --case frames` and `weir doctor`: SDL's offscreen driver, its camera, its frames. */
const BenchDrawing *app_bench_drawing(void);

#endif
