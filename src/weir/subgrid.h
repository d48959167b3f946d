#ifndef WEIR_SUBGRID_H
#define WEIR_SUBGRID_H

#include "weir/flow_rows.h"
#include "weir/water.h"

/* Bodies that float and block as moving sub-grid geometry (pipe, swe): the volume flow of water and body together through a
 * face is what is smooth. A body is deposited on the cells as charge is in a particle-in-cell code, so that what it newly
 * covers in a step is what it carries through the faces; a cell under a full cover keeps a narrow slot of storage, whose head
 * is the effective surface. The depth field holds that head (above the bed) where bodies are; the water itself is kept
 * here. One head a cell, the plain scheme's largest step.
 *
 * A call of weir_water_displace: subgrid.c finds how each body has come to where it is, subgrid_deposit.c samples it (by the vertical
 * lines of subgrid_chords.c) into sums of its own, subgrid_records.c makes records for the cells that come of it, in which
 * the sums join (subgrid_stack.c has what a cell holds); subgrid_deep.c lets go of what moves far below. A substep: subgrid_faces.c
 * prepares the faces (subgrid_advect.c: what the flow carries to them), subgrid_step.c solves for heads and flows (its kernel, for every vector width, in subgrid_rows.c), and
 * flow_sweep.c lays those over its rows' own, and lets rest what subgrid_calm.c says. weir_water_push: subgrid_force.c, from the same sums. */

/* epsilon: share of a body that stores water. Less makes heads under bodies stiffer, more shrinks the rings that they make;
 * the draft is the same. */
#define SUBGRID_PORES 0.05f
#define SUBGRID_LESS (1.0f - SUBGRID_PORES)

enum { SLAB_WET, SLAB_UNDER, SLAB_DRY, SLABS }; /* the surface runs through it, lies above it, below it */

typedef struct Slab { /* the part of a cell that bodies cover from low to high */
  float cover;        /* share of the cell */
  float low, high;    /* m */
} Slab;

enum { FACE_EAST, FACE_SOUTH, FACES };

typedef struct SubFace {
  float share, speed;             /* psi: what of the face the body's flux covers; u_b, m/s, on the body's way in this step */
  float low, high;                /* m: bodies block between; high <= low: none do */
  float block, block_before;      /* p: how much of that is shut */
  float u_next, flow;             /* m/s of the water at the end of the substep; m^2/s, unlimited, during it */
  float most;                     /* m/s: what goes over a crest is no faster */
  float bed, under, within, over; /* m: the higher bed; open under the bodies, in what they leave, over them */
  float pull, base;               /* u = pull*head + base, the heads being weighted by the openings */
  float with;                     /* m^2/s that goes along with the body, and seeps */
} SubFace;
_Static_assert(sizeof(SubFace) == 64, "a face is a cache line");

typedef struct SubCell {
  int16_t i, k;
  bool works;                   /* not in a tile that sleeps */
  bool active[FACES];           /* bodies reach the face or the cells to its sides */
  float bed;                    /* m */
  float cover;                  /* phi: share of the cell in shadow, at most 1, before or after the step */
  float water, water_next, water_kept; /* m^3 per m^2; at the end of the substep; before the step */
  float depth, depth_kept;      /* m: the head above the bed as it was left here; before the step */
  int east, west, south, north; /* records of the cells beside it; -1: none */
} SubCell;

enum { STACK = 6 }; /* slabs of a cell that are told apart: as many bodies may lie on top of each other with water between */

typedef struct Stack {
  uint8_t count;
  bool lid;            /* no water has come over the top: what is pressed up from below stays below */
  uint8_t kind[STACK]; /* SLAB_WET ... */
  Slab slab[STACK];
} Stack;

typedef struct SubShape { /* of a cell */
  Stack now, was;         /* at the end of the step and at its start */
} SubShape;

typedef struct SubMix { /* of a cell: the geometry between the two */
  Slab slab[2 * STACK];
  int count;
  float bed; /* m */
} SubMix;

typedef struct SubRecords { /* of the cells that bodies reach, by rows, then by columns */
  SubCell *cells;
  SubShape *shapes;
  SubFace *faces; /* two a cell: to the east, to the south */
  int capacity;
} SubRecords;

typedef struct SubWindow { /* cells that a body may reach: columns [i0, i1), rows [k0, k1) */
  int i0, k0, i1, k1;
} SubWindow;

typedef struct SubPose {
  double heading; /* rad, of the lines that sample it, about y */
  double filled;  /* m^3 of water in what of it the surface does not feel */
  uint32_t id;
  float share;    /* of it that the surface feels: less of what moves far below it */
  float position[3], rotation[9];
} SubPose;
_Static_assert(sizeof(SubPose) == 72, "a pose has no padding");

/* What one body does to a cell and to its faces to the east and south: sums over its samples. */
typedef struct CellSum {
  Slab slab[SLABS]; /* wet: of weight, weight*low, weight*high; else of volume, with the ends */
} CellSum;

typedef struct FaceSum {
  float area, carried; /* of weight*m, of weight*m*m/s */
  float low, high;     /* m */
} FaceSum;

typedef struct Ground { /* what a cell is like as a body comes to it */
  float bed, surface;
  float face_bed[FACES], face_top[FACES]; /* the higher bed and surface of both sides; no room where the grid ends */
} Ground;

typedef struct SubMove { /* of a body that is present and reaches the grid */
  int body;
  bool rests, goes_on; /* it is where it was; it is there in the next call */
  struct SubMove *before; /* the one of the last call; NULL: none */
  SubPose from, to;
  SubWindow window;
  Ground *ground;     /* of its window, row by row */
  CellSum *cells;
  FaceSum *faces;     /* two a cell */
  float sharp;        /* how much more of a face it blocks than it covers */
  float volume;       /* m^3 of it over the grid */
} SubMove;

typedef struct Subgrid {
  int32_t *slot;        /* nx*nz: record of a cell, -1: none */
  uint64_t *marks;      /* a bit a cell */
  int mark_words;       /* of a row */
  int *row;             /* nz + 1: where a row's records start */
  SubRecords records, spare; /* those of the call before */
  int count;
  float *heads;         /* m: the surfaces that this substep ends with */
  SubMix *mixes;        /* of cells in shadow, for this substep */
  int *shaded;          /* the cells in shadow, in groups: all red ones, then all black ones */
  struct ShadeGroup *groups;
  int head_capacity, mix_capacity, shaded_capacity, group_capacity;
  SubMove *moves, *moves_before; /* in the bodies' order; of the last call */
  int move_count, move_capacity, before_count, before_capacity;
  struct SubScratch *scratch; /* subgrid_deposit.c */
  WeirBody *seen;       /* as they were handed in last */
  int seen_count, seen_capacity;
  uint64_t seen_changes; /* of the tiles, as of then */
  int parts, part;      /* substeps of this step; the one to come */
  bool spent;           /* the bodies' way has been gone */
  double displaced;     /* m^3 that bodies hold up, as of the last substep */
  double filled;        /* m^3 of that are filled: subgrid_deep.c */
} Subgrid;

static inline size_t window_cells(const SubWindow *at) {
  return (size_t)(at->i1 - at->i0) * (size_t)(at->k1 - at->k0);
}

bool subgrid_create(WeirWater *water);
void subgrid_destroy(WeirWater *water);

/* The bodies as they are now, `dt` after the last call. False when memory is short: there are no bodies then. */
bool subgrid_bodies(WeirWater *water, const WeirBody *bodies, int count, float dt);

/* Whether any cell has a record. */
bool subgrid_any(const WeirWater *water);

/* A step of `parts` substeps begins; again, after the guard has taken it back (`again`). */
void subgrid_begin(WeirWater *water, int parts, bool again);
/* The step is over: until they are handed in again, bodies stand still. */
void subgrid_rest(WeirWater *water);
/* Books what bodies hold up. */
void subgrid_account(WeirWater *water);
/* Water that others have added to depths, or taken, since this was last called is the records'. */
void subgrid_sync(WeirWater *water);

/* Before a substep: what flows through the bodies' faces. After it: how much bodies hold up. */
void subgrid_faces(WeirWater *water, const FlowStep *step);
void subgrid_end(WeirWater *water);
/* Instead of both, when all that is wet sleeps. */
void subgrid_skip(WeirWater *water);

/* Lays row k's faces over the sweep's own: speeds and flows through faces to the east, or to the south. */
void subgrid_lay(const WeirWater *water, int k, int side, float *speed, float *flow);
/* subgrid_calm.c: takes off what smoothing does beside bodies that rest, to the faces of row k from cells [1] to cells [2] of a line;
 * after subgrid_lay. */
typedef struct SubLine {
  const float *bed[4], *depth[4]; /* of the cells in line with a face, behind and ahead of it, by its column */
  const float *clear[2];          /* m^2/s, of cells [1] and [2]: FlowRing */
  bool wall_back, wall_ahead;     /* the grid ends at a wall behind cell [1], beyond cell [2]: in every column ... */
  int column_back, column_ahead;  /* ... or in this one */
} SubLine;
void subgrid_calm(const WeirWater *water, const FlowStep *step, int k, int side, const SubLine *line, float *flow);
/* Limits of row k by the water that is there, and `tight` with them. */
void subgrid_limit(const WeirWater *water, const FlowStep *step, int k, const FlowOut *cells, float *limit, uint8_t *tight);
/* New water and heads of row k; once a substep, by who owns the row. */
void subgrid_depth(WeirWater *water, const FlowStep *step, int k, const FlowOut *cells);

/* What the water does to body `index` of the last call, `inertia` (kg m^2) being what resists to turn it: as a step of dt can
 * take it. */
void subgrid_push(const WeirWater *water, const WeirBody *body, int index, float dt, WeirForce *force);

/* subgrid_records.c: cells that the moves cover or pass, and those that were covered before, are marked; then there are records for
 * these and no others. False when memory is short. */
void subgrid_mark(const WeirWater *water);
bool subgrid_records_renew(WeirWater *water);
void subgrid_records_free(SubRecords *records);
bool subgrid_moves_reserve(Subgrid *subgrid, int count);

/* The records as they are between steps, for snapshots: `count` of these, and behind them `pose_count` poses. */
typedef struct SubSaved {
  int32_t i, k;
  float water;
  Stack now;
  float block[FACES];
} SubSaved;
_Static_assert(sizeof(SubSaved) == 100, "what is saved has no padding");
void subgrid_save(const WeirWater *water, unsigned char *bytes);
/* False when they are no records of this grid, or memory is short. */
bool subgrid_load(WeirWater *water, const unsigned char *bytes, int count, int pose_count);

/* --- within ---------------------------------------------------------------------------------------------------------- */

static inline SubCell *subgrid_at(const Subgrid *s, int nx, int i, int k) {
  const int32_t slot = s->slot[(ptrdiff_t)k * nx + i];
  return slot < 0 ? NULL : &s->records.cells[slot];
}

/* Cells are read here and there, and the sweep has driven them out of the caches: asked for a while ahead. */
static inline void subgrid_fetch(const WeirWater *w, int i, int k) {
  const ptrdiff_t at = water_index(w, i, k);
  __builtin_prefetch(w->terrain.cells + at);
  __builtin_prefetch(w->depth.cells + at);
  __builtin_prefetch(w->speed_x.cells + at);
  __builtin_prefetch(w->speed_z.cells + at);
}
/* subgrid_stack.c: one more slab, in a cell that has others; all of them are there; the share that they cover, above 1 where they
 * lie on top of each other. */
void subgrid_stack(Stack *stack, Slab one, int kind);
void subgrid_settle(Stack *stack);
float subgrid_cover(const Stack *stack);
/* The uppermost slab. */
static inline int subgrid_top(const Stack *stack) {
  int top = 0;
  for (int n = 1; n < stack->count; n++) top = stack->slab[n].high > stack->slab[top].high ? n : top;
  return top;
}
/* The geometry `share` of the way from was to now. */
void subgrid_mix(const SubShape *shape, float bed, float share, SubMix *mix);
/* m of water per m^2 in a cell whose surface stands at h, and d/dh of it. */
static inline float subgrid_held(const SubMix *mix, float h) {
  float taken = 0.0f;
  for (int n = 0; n < mix->count; n++) {
    const Slab *const slab = &mix->slab[n];
    taken += slab->cover * (clamp_float(h, slab->low, slab->high) - slab->low);
  }
  return (h - mix->bed) - SUBGRID_LESS * taken;
}
static inline float subgrid_storage(const SubMix *mix, float h) {
  float cover = 0.0f;
  for (int n = 0; n < mix->count; n++) {
    const Slab *const slab = &mix->slab[n];
    cover += h >= slab->low && h < slab->high ? slab->cover : 0.0f;
  }
  return max_float(1.0f - SUBGRID_LESS * cover, 0.5f * SUBGRID_PORES);
}
/* The surface at which it holds `water`. */
float subgrid_head(const SubMix *mix, float water);

/* Cells that the body reaches on its way; one that has come from far has come to be there. */
void subgrid_window(const WeirWater *water, const WeirBody *body, SubMove *move);
/* Of one body, as geometry_finish has it of all. */
static inline Slab subgrid_slab(const CellSum *sum, int n) {
  const Slab *const s = &sum->slab[n];
  if (!(s->cover > 0.0f)) return (Slab){0, 0, 0};
  if (n == SLAB_WET) return (Slab){s->cover, s->low / s->cover, s->high / s->cover};
  return (Slab){s->cover / (s->high - s->low), s->low, s->high};
}

/* subgrid_deep.c: the share of a body that the surface feels after a move. */
float subgrid_share(const WeirWater *water, const WeirBody *body, const SubMove *move, float dt);
/* Where it changes, water goes into the rest of the body or comes out; all of it, when the body is gone. */
void subgrid_fill(WeirWater *water, SubMove *move);
void subgrid_empty(WeirWater *water, SubMove *move);

/* The move of a body in the call before, probably the index'th; NULL: none. */
SubMove *subgrid_move_before(const Subgrid *subgrid, uint32_t id, int index);
/* The bodies' sums, then to the records' geometry, in their order. False when memory is short. */
bool subgrid_deposit(WeirWater *water, const WeirBody *bodies, float dt);
void subgrid_join(WeirWater *water);
/* How much higher the water stands here than there, of what reaches above y. */
static inline float subgrid_above(float here, float there, float y) {
  return max_float(here, y) - max_float(there, y);
}
/* subgrid_faces.c: the faces of record n, before heads are sought. */
void subgrid_prepare(const WeirWater *water, const FlowStep *step, int n);
/* subgrid_advect.c: m/s that the water's own flow takes off a face of record n in this substep (swe). */
float subgrid_advected(const WeirWater *water, const FlowStep *step, int n, int side);
/* Room for the solver, for as many cells as there is for records. */
bool subgrid_groups_reserve(Subgrid *subgrid);
void subgrid_scratch_free(struct SubScratch *scratch);

#endif
