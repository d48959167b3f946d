#ifndef APP_OFFSCREEN_BENCH_DRAWING_H
#define APP_OFFSCREEN_BENCH_DRAWING_H

#include "bench/bench.h"

/* The program's pictures for `weir bench --case frames` and `weir doctor`: SDL's offscreen driver, its camera, its frames. */
const BenchDrawing *app_bench_drawing(void);

#endif
