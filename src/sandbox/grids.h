#ifndef SANDBOX_GRIDS_H
#define SANDBOX_GRIDS_H

/* Reads grids of heights from a stream of bytes: a head of 32 bytes each, then its values (docs/projector.md). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SAND_HEAD = 32 };

/* The kind of a grid's values. */
typedef enum SandKind {
  SAND_STEPS, /* unsigned 16-bit; 65535: nothing was seen */
  SAND_FLOATS /* 32-bit; NaN: the same */
} SandKind;

/* A grid's head; a plain value. */
typedef struct SandHead {
  int nx, nz;
  SandKind kind;
  float scale, base; /* m of the world for a step, and at 0 */
  uint64_t time_us;  /* of the producer's clock */
} SandHead;

/* Where a reader stands in the stream. Zeroed at the start; sand_grids_free ends it. */
typedef struct SandGrids {
  uint8_t head[SAND_HEAD];
  int head_size; /* bytes of the next head so far */
  SandHead now;  /* of the grid whose values are coming, or that has come */
  bool in_values;
  size_t have, size; /* bytes of its values */
  uint8_t *values;
  int room;        /* bytes */
  int64_t skipped; /* that were no part of a grid */
  bool no_memory;  /* a grid was passed over for lack of it */
} SandGrids;

/* Reads on. Returns the bytes taken; *whole: a grid is there, in `now` and `values`, until the next call. */
size_t sand_grids_read(SandGrids *grids, const uint8_t *bytes, size_t count, bool *whole);
/* Writes the heights of the grid that is there, m; NaN: nothing was seen. */
void sand_grids_heights(const SandGrids *grids, float *heights);
/* Writes a head as the stream has it. */
void sand_head_write(const SandHead *head, uint8_t bytes[SAND_HEAD]);
/* Forgets a grid that has begun: its producer is gone. */
void sand_grids_restart(SandGrids *grids);
void sand_grids_free(SandGrids *grids);

#endif
