#ifndef WEIR_BODIES_STATE_H
#define WEIR_BODIES_STATE_H

#include "weir/bodies/bodies.h"
#include "weir/bodies/cut_rows.h"

/* What the files of bodies/bodies.h share: its state, and what they ask of each other. */

enum { SLAB_WET, SLAB_UNDER, SLAB_DRY, SLABS }; /* the surface runs through it, lies above it, below it */

typedef struct Slab { /* the part of a cell that bodies cover from low to high */
  float cover;        /* share of the cell */
  float low, high;    /* m */
} Slab;

enum { STACK = 6 }; /* slabs of a cell that are told apart: as many bodies may lie on top of each other with water between */

typedef struct Piece { /* one of a cell's slabs */
  Slab slab;
  uint32_t kind : 2, next : 30; /* SLAB_WET ...; the cell's next one, 0: no more */
} Piece;

typedef struct Stack { /* of a cell */
  uint32_t first; /* piece */
  uint8_t count;
  bool lid; /* no water has come over the top: what is pressed up from below stays below */
} Stack;

typedef struct Pieces { /* of all cells; number 0 is nobody's */
  Piece *at;
  int count, capacity;
} Pieces;

enum { SIDE_EAST = FACE_EAST, SIDE_SOUTH = FACE_SOUTH, SIDE_WEST, SIDE_NORTH, SIDES };

typedef struct SubCell {
  int16_t i, k;
  bool works;           /* not in a tile that sleeps */
  bool shaded;          /* bodies cover it, before or after the step, or pass through one of its faces: its head is sought */
  bool active[FACES];   /* the face is one of a cell that is shaded */
  bool same;            /* what bodies leave of it is what they left before */
  int32_t place;        /* how many cells in shadow of its colour come before it: Subgrid.shaded */
  float cover;          /* phi: share of the cell in shadow, at most 1, before or after the step */
  Stack now, was;       /* at the end of the bodies' step and at its start: Subgrid.now, .was */
} SubCell;

typedef struct SubMix { /* of a cell: the geometry between the two */
  Slab slab[2 * STACK];
  int count;
  float bed; /* m */
} SubMix;

typedef struct SubRecords { /* of the cells that bodies reach, by rows, then by columns */
  SubCell *cells;
  float *water; /* m^3 per m^2 */
  float *deck;  /* ... on top of bodies */
  float *bed;   /* m */
  float *depth, *rise;  /* m: the head above the bed as it was left here; by how much it rose in the last substep */
  float *block[FACES];  /* of its faces */
  int32_t *link[SIDES]; /* the records of the cells beside it; itself: there is none */
  int capacity;
} SubRecords;

/* Sets of cells, a bit each, row by row: what has records, and what there are to be records for. */
typedef struct SubBits {
  int words;                           /* of a row */
  uint64_t *present;                   /* have records */
  int32_t *rank;                       /* records before a word's first */
  uint64_t *covered, *covered_before;  /* by bodies now; covered or passed at the call before */
  uint64_t *passed;                    /* beside faces that bodies have gone through */
  uint64_t *shaded;                    /* one of the three, once there are records */
  int *low, *high;                     /* per row: words [low, high) hold all bits that are set */
} SubBits;

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

/* What one body does to a cell, by kinds, and to its faces to the east and south: sums over its samples. */
typedef struct BodySlab {
  int16_t i, k;
  int record; /* subgrid_join */
  int kind;   /* SLAB_WET ... */
  Slab slab;
} BodySlab;

typedef struct BodyFace {
  int16_t i, k;
  int record;
  int side;            /* FACE_EAST, FACE_SOUTH */
  float area, carried; /* of weight*m, of weight*m*m/s */
  float low, high;     /* m */
} BodyFace;

typedef struct Ground { /* what a cell is like as a body comes to it */
  float bed, surface;
  float face_bed[FACES], face_top[FACES]; /* the higher bed and surface of both sides; no room where the grid ends */
} Ground;

typedef struct SubSums { /* of a body, by rows, then by columns: they stay with it */
  struct SubSums *next; /* of those that are nobody's */
  size_t capacity;      /* cells of its window */
  int slab_count, face_count;
  BodySlab *slabs;
  BodyFace *faces;
  Ground *ground; /* of its window, row by row, while it rests */
} SubSums;

typedef struct SubMove { /* of a body that is present and reaches the grid */
  int body;
  bool rests, goes_on; /* it is where it was; it is there in the next call */
  struct SubMove *before; /* the one of the last call; NULL: none */
  SubPose from, to;
  SubWindow window;
  SubSums *sums;
  float sharp;        /* how much more of a face it blocks than it covers */
  float volume;       /* m^3 of it over the grid */
} SubMove;

enum { RED, BLACK, COLOURS };

enum { ROW_EAST = 1 << FACE_EAST, ROW_SOUTH = 1 << FACE_SOUTH, ROW_SHADED = 4, ROW_WORKS = 8, ROW_INNER = 16 };

typedef struct SubRow { /* what the sweep's rows ask of a record first */
  int16_t i;
  uint8_t flags; /* which of its faces, and whether its depth, are the bodies' to say; whether its faces are all within the grid; 0 in a tile
                  * that sleeps */
} SubRow;

enum { VIEW_STALE, VIEW_FILLING, VIEW_FILLED };

typedef struct Subgrid {
  SubBits bits;
  int *row;             /* nz + 1: where a row's records start */
  SubRecords records, spare; /* those of the call before */
  SubFaces faces;
  Pieces now, was;
  int count;
  SubNext next;         /* at the end of the substep */
  bool settled;         /* ... known before the sweep, unless limits tell otherwise: no record is in a tile that sleeps */
  float *kept;          /* water, deck and depth before the step, three a record */
  SubRow *rows;         /* of all records */
  float *heads, *surface; /* m: the surfaces that this substep ends with, and begins with */
  int *shaded[COLOURS]; /* the cells in shadow, red ones and black ones, that is none of them beside another */
  int shaded_count[COLOURS];
  struct ShadeGroup *groups;
  _Atomic uint8_t *awake; /* of the groups: which the solver has not done with */
  int row_capacity, next_capacity[3], kept_capacity, head_capacity, surface_capacity, shaded_capacity[COLOURS], group_capacity, awake_capacity;
  struct ShadeStep *step; /* numbers of the substep */
  SubMove *moves, *moves_before; /* in the bodies' order; of the last call */
  int move_count, move_capacity, before_count, before_capacity;
  SubSums *spare_sums;  /* of bodies that have gone */
  struct SumScratch *scratch; /* bodies/deposit.c */
  int scratch_capacity;
  WeirBody *seen;       /* as they were handed in last */
  int seen_count, seen_capacity;
  uint64_t seen_changes; /* of the tiles, as of then */
  int parts, part;      /* substeps of this step; the one to come */
  bool kept_taken;      /* in this step */
  bool rests;           /* a body stands where it is */
  bool spent;           /* the bodies' way has been gone */
  bool decked;          /* there is water on top of bodies */
  bool shown;           /* views have been asked for since the records were made */
  _Atomic int view;     /* VIEW_STALE ...: whether they show the records as they are; all else that const calls read they leave alone */
  bool stands;          /* bodies stand where they are: what they were is what they are */
  double displaced;     /* m^3 that bodies hold up, as of the last substep */
  double filled;        /* m^3 of that are filled: bodies/deep.c */
} Subgrid;

/* Whether row k of the grid has records. */
static inline bool subgrid_in_row(const Subgrid *s, int k) {
  return s->row[k] < s->row[k + 1];
}
/* Whether there is a body that rests. */
static inline bool subgrid_rests(const WeirWater *water) {
  return water->bodies.subgrid->rests;
}
/* bodies/cell_sets.c: cells that the moves cover or pass are marked; bodies/cut_cells.c: then there are records for these, those that were
 * marked before and those beside them, and no others. False when memory is short. */
bool subgrid_bits_create(SubBits *bits, int nx, int nz);
void subgrid_bits_free(SubBits *bits);
void subgrid_mark(const WeirWater *water);
bool subgrid_records_renew(WeirWater *water);
/* There are no bodies any more. */
void subgrid_records_leave(WeirWater *water);
void subgrid_records_free(SubRecords *records);
bool subgrid_moves_reserve(Subgrid *subgrid, int count);

static inline size_t window_cells(const SubWindow *at) {
  return (size_t)(at->i1 - at->i0) * (size_t)(at->k1 - at->k0);
}

/* The number of cell (i, k)'s record, or, when it has none, that of the next one in its row or behind it. */
int subgrid_rank(const Subgrid *subgrid, int i, int k);

/* Cells are read here and there, and the sweep has driven them out of the caches: asked for a while ahead. */
static inline void subgrid_fetch(const WeirWater *w, int i, int k) {
  const ptrdiff_t at = water_index(w, i, k);
  __builtin_prefetch(w->terrain.cells + at);
  __builtin_prefetch(w->depth.cells + at);
  __builtin_prefetch(w->flow.speed_x.cells + at);
  __builtin_prefetch(w->flow.speed_z.cells + at);
}
/* The record beside record n; -1: there is none. */
static inline int record_beside(const SubRecords *records, int n, int side) {
  const int beside = records->link[side][n];
  return beside != n ? beside : -1;
}
/* m: the surface that was left there. */
static inline float record_surface(const SubRecords *records, int n) {
  return records->bed[n] + records->depth[n];
}
static inline const Piece *stack_first(const Pieces *pieces, const Stack *stack) {
  return stack->count > 0 ? &pieces->at[stack->first] : NULL;
}
static inline const Piece *stack_next(const Pieces *pieces, const Piece *piece) {
  return piece->next > 0 ? &pieces->at[piece->next] : NULL;
}
/* bodies/cover_intervals.c: one more slab, in a cell that has others; all of them are there; the share that they cover, above 1 where they
 * lie on top of each other. There is room for the piece. */
void subgrid_lay_piece(Pieces *pieces, Stack *stack, Slab slab, int kind); /* ... as one more of its pieces */
bool subgrid_pieces_reserve(Pieces *pieces, int count); /* false: no memory; those that there were are gone */
void subgrid_stack(Pieces *pieces, Stack *stack, Slab one, int kind);
void subgrid_settle(Pieces *pieces, Stack *stack);
static inline float subgrid_cover(const Pieces *pieces, const Stack *stack) {
  float cover = 0.0f;
  for (const Piece *piece = stack_first(pieces, stack); piece; piece = stack_next(pieces, piece)) cover += piece->slab.cover;
  return cover;
}
/* The uppermost slab of a stack that has any. */
const Piece *subgrid_top(const Pieces *pieces, const Stack *stack);
/* The geometry of record n's cell `share` of the way from was to now. */
void subgrid_mix(const Subgrid *subgrid, int n, float share, SubMix *mix);
/* ... at the end of substep `part` - 1 of this step. */
static inline float subgrid_way(const Subgrid *s, int part) {
  return s->parts > 0 && !s->stands ? (float)part / (float)s->parts : 1.0f;
}
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

/* bodies/tick.c: what follows for record n's cell once both of its stacks are there, and the cells beside it. */
void subgrid_cell_known(Subgrid *subgrid, int n);

/* Cells that the body reaches on its way; one that has come from far has come to be there. */
void subgrid_window(const WeirWater *water, const WeirBody *body, SubMove *move);
/* bodies/deck.c: the share of record n's cell that holds water on a body's top; 0: none does. */
float subgrid_deck_share(const Subgrid *subgrid, int n);
void subgrid_deck_run(WeirWater *water, float pace); /* for a substep, pace = dt/dx, s/m */
void subgrid_deck_settle(WeirWater *water);          /* once the geometry is known */
/* So many metres more are the water's in record n's cell, or less; its head follows. What rounding leaves of them. */
float subgrid_give(WeirWater *water, int n, float metres);

/* bodies/deep.c: the share of a body that the surface feels after a move. */
float subgrid_share(const WeirWater *water, const WeirBody *body, const SubMove *move, float dt);
/* Where it changes, water goes into the rest of the body or comes out; all of it, when the body is gone. */
void subgrid_fill(WeirWater *water, SubMove *move);
void subgrid_empty(WeirWater *water, SubMove *move);

/* The move of a body in the call before, probably the index'th; NULL: none. */
SubMove *subgrid_move_before(const Subgrid *subgrid, uint32_t id, int index);
/* bodies/deposit.c: room for a body's sums, where they were if it is enough. False when memory is short. */
bool subgrid_sums_reserve(Subgrid *subgrid, SubMove *move);
SubSums *subgrid_sums_create(size_t cells); /* for a window of so many; NULL: no memory */
/* The bodies' sums, then to the records' geometry, in their order. False when memory is short. */
bool subgrid_deposit(WeirWater *water, const WeirBody *bodies, float dt);
bool subgrid_join(WeirWater *water);
/* How much higher the water stands here than there, of what reaches above y. */
static inline float subgrid_above(float here, float there, float y) {
  return max_float(here, y) - max_float(there, y);
}
/* bodies/advection.c: m/s that the water's own flow takes off a face of record n in this substep (swe). */
float subgrid_advected(const WeirWater *water, const FlowStep *step, int n, int side);
enum { KEPT = 3 }; /* fields of the records that a step taken back gives back: water, decks, depths */

/* bodies/heads.c: faces of so many records, and room for the solver. */
void subgrid_faces_free(SubFaces *faces);
bool subgrid_solver_reserve(Subgrid *subgrid, int count);
/* The heads that this substep ends with, faces being prepared; how many groups their cells are in. */
int subgrid_solve(WeirWater *water, const SubHeads *heads);
/* m^3 that bodies hold up: by how much the heads of all records stand above their water. */
double subgrid_displaced(const WeirWater *water);

#endif
