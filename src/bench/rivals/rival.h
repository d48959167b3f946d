#ifndef BENCH_RIVAL_H
#define BENCH_RIVAL_H

/* The rivals that `weir bench --rivals` holds the library against: what a programmer of a game or of a flood model would write, and as fast as a
 * compiler makes it. No bodies, no sources, walls on all sides, one step a call, of a length that the caller answers for.
 *
 *   heights   a membrane without land: two arrays of heights, five points, one written over the other; the sides are held at 0
 *   pipes     virtual pipes (O'Brien and Hodgins 1995) with one factor for friction, no limiter: nothing but a dry side stops a flow
 *   muscl     the shallow-water equations to second order in space and time (muscl_rows.c)
 *   copy      no water: as many bytes as a scheme has to move */

#include <stdbool.h>
#include <stddef.h>

struct MusclRows;

typedef enum RivalKind { RIVAL_HEIGHTS, RIVAL_PIPES, RIVAL_MUSCL } RivalKind;

enum { RIVAL_FIELDS = 4 };

/* A rival's water. Embedded; rival_create fills it in, rival_destroy frees it. */
typedef struct Rival {
  RivalKind kind;
  int nx, nz, threads; /* threads: from 1 to the most of rival_create */
  float cell, gravity; /* m, m/s^2 */
  float wave_speed;    /* m/s, heights */
  float damping;       /* 1/s: of the heights' rise, of the pipes' flows */

  int width;        /* of vectors: in a table of rival.c */
  ptrdiff_t stride; /* from row to row */
  float *memory;
  float *fields
      [RIVAL_FIELDS];     /* at cell (0, 0). heights: before, now; else bed, surface (pipes) or depth (muscl), flows to x and to z, m^2/s */
  float *sides;           /* pipes: the flows into each band but the first */
  struct MusclRows *rows; /* muscl: of each band */
} Rival;

/* Makes a water with cells of 1 m, level at 0 and at rest. `most`: threads that it may be given. Returns false without memory; destroy it
 * all the same. */
bool rival_create(Rival *rival, RivalKind kind, int nx, int nz, int most);
void rival_destroy(Rival *rival);

/* Chooses the vectors by the library's name for their width (weir_simd_name). Returns false if there are none of that name. */
bool rival_use(Rival *rival, const char *simd);

/* Sets the state from tight arrays: terrain (NULL: flat at 0), depths (of heights: the heights, at rest) and velocities at the cells' centres
 * (NULL: none). */
void rival_set(Rival *rival, const float *terrain, const float *depth, const float *vx, const float *vz);

void rival_step(Rival *rival, float dt);

/* Returns the depth of a cell, or its height. */
float rival_depth(const Rival *rival, int i, int k);

/* Two arrays of which one is copied to the other. Embedded, as Rival is. */
typedef struct RivalCopy {
  float *to, *from;
  size_t count; /* floats */
  int threads, width;
} RivalCopy;

/* `bytes`: what a run moves, where what is written is read first: 12 for each float. Returns false without memory. */
bool rival_copy_create(RivalCopy *copy, double bytes);
void rival_copy_destroy(RivalCopy *copy);
bool rival_copy_use(RivalCopy *copy, const char *simd);
void rival_copy_run(RivalCopy *copy);

#endif
