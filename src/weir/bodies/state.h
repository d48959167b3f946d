#ifndef WEIR_BODIES_STATE_H
#define WEIR_BODIES_STATE_H

#include "weir/bodies/bodies.h"
#include "weir/bodies/cut_rows.h"

/* What the files of bodies/bodies.h share: its state, and what they ask of each other. */

enum { COVER_WET, COVER_UNDER, COVER_DRY, COVER_KINDS }; /* the surface runs through it, lies above it, below it */

typedef struct CoverInterval { /* the part of a cell that bodies cover from low to high */
  float cover;        /* share of the cell */
  float low, high;    /* m */
} CoverInterval;

enum { INTERVALS_MAX = 6 }; /* slabs of a cell that are told apart: as many bodies may lie on top of each other with water between */

typedef struct IntervalNode { /* one of a cell's slabs */
  CoverInterval interval;
  uint32_t kind : 2, next : 30; /* COVER_WET ...; the cell's next one, 0: no more */
} IntervalNode;

typedef struct IntervalList { /* of a cell */
  uint32_t first; /* piece */
  uint8_t count;
  bool dry_top; /* no water has come over the top: what is pressed up from below stays below */
} IntervalList;

typedef struct IntervalPool { /* of all cells; number 0 is nobody's */
  IntervalNode *at;
  int count, capacity;
} IntervalPool;

enum { SIDE_EAST = FACE_EAST, SIDE_SOUTH = FACE_SOUTH, SIDE_WEST, SIDE_NORTH, SIDES };

typedef struct CutCell {
  int16_t i, k;
  bool is_active;           /* not in a tile that sleeps */
  bool is_covered;          /* bodies cover it, before or after the step, or pass through one of its faces: its head is sought */
  bool face_is_cut[FACES];   /* the face is one of a cell that is shaded */
  bool same;            /* what bodies leave of it is what they left before */
  int32_t place;        /* how many cells in shadow of its colour come before it: Subgrid.shaded */
  float cover;          /* phi: share of the cell in shadow, at most 1, before or after the step */
  IntervalList now, was;       /* at the end of the bodies' step and at its start: Subgrid.now, .was */
} CutCell;

typedef struct BlendedCover { /* of a cell: the geometry between the two */
  CoverInterval interval[2 * INTERVALS_MAX];
  int count;
  float bed; /* m */
} BlendedCover;

typedef struct CutCells { /* of the cells that bodies reach, by rows, then by columns */
  CutCell *cells;
  float *water; /* m^3 per m^2 */
  float *deck;  /* ... on top of bodies */
  float *bed;   /* m */
  float *depth, *rise;  /* m: the head above the bed as it was left here; by how much it rose in the last substep */
  float *block[FACES];  /* of its faces */
  int32_t *link[SIDES]; /* the records of the cells beside it; itself: there is none */
  int capacity;
} CutCells;

/* Sets of cells, a bit each, row by row: what has records, and what there are to be records for. */
typedef struct CellSets {
  int words;                           /* of a row */
  uint64_t *present;                   /* have records */
  int32_t *rank;                       /* records before a word's first */
  uint64_t *under_bodies, *under_bodies_before;  /* by bodies now; covered or passed at the call before */
  uint64_t *passed;                    /* beside faces that bodies have gone through */
  uint64_t *covered;                    /* one of the three, once there are records */
  int *low, *high;                     /* per row: words [low, high) hold all bits that are set */
} CellSets;

typedef struct CellBounds { /* cells that a body may reach: columns [i0, i1), rows [k0, k1) */
  int i0, k0, i1, k1;
} CellBounds;

typedef struct BodyPose {
  double heading; /* rad, of the lines that sample it, about y */
  double filled;  /* m^3 of water in what of it the surface does not feel */
  uint32_t id;
  float coupling_weight;    /* of it that the surface feels: less of what moves far below it */
  float position[3], rotation[9];
} BodyPose;
_Static_assert(sizeof(BodyPose) == 72, "a pose has no padding");

/* What one body does to a cell, by kinds, and to its faces to the east and south: sums over its samples. */
typedef struct BodyInterval {
  int16_t i, k;
  int cut_cell; /* merge_bodies */
  int kind;   /* COVER_WET ... */
  CoverInterval interval;
} BodyInterval;

typedef struct BodyFace {
  int16_t i, k;
  int cut_cell;
  int side;            /* FACE_EAST, FACE_SOUTH */
  float area, carried; /* of weight*m, of weight*m*m/s */
  float low, high;     /* m */
} BodyFace;

typedef struct CellGround { /* what a cell is like as a body comes to it */
  float bed, surface;
  float face_bed[FACES], face_top[FACES]; /* the higher bed and surface of both sides; no room where the grid ends */
} CellGround;

typedef struct BodySums { /* of a body, by rows, then by columns: they stay with it */
  struct BodySums *next; /* of those that are nobody's */
  size_t capacity;      /* cells of its window */
  int interval_count, face_count;
  BodyInterval *intervals;
  BodyFace *faces;
  CellGround *ground; /* of its window, row by row, while it rests */
} BodySums;

typedef struct BodyMotion { /* of a body that is present and reaches the grid */
  int body;
  bool rests, goes_on; /* it is where it was; it is there in the next call */
  struct BodyMotion *previous; /* the one of the last call; NULL: none */
  BodyPose from, to;
  CellBounds bounds;
  BodySums *sums;
  float blocking_factor;        /* how much more of a face it blocks than it covers */
  float volume;       /* m^3 of it over the grid */
} BodyMotion;

enum { RED, BLACK, COLOURS };

enum { ROW_EAST = 1 << FACE_EAST, ROW_SOUTH = 1 << FACE_SOUTH, ROW_COVERED = 4, ROW_ACTIVE = 8, ROW_INNER = 16 };

typedef struct CutRow { /* what the sweep's rows ask of a record first */
  int16_t i;
  uint8_t flags; /* which of its faces, and whether its depth, are the bodies' to say; whether its faces are all within the grid; 0 in a tile
                  * that sleeps */
} CutRow;

enum { VIEW_STALE, VIEW_FILLING, VIEW_FILLED };

typedef struct Subgrid {
  CellSets sets;
  int *row;             /* nz + 1: where a row's records start */
  CutCells cells, spare; /* those of the call before */
  CutFaces faces;
  IntervalPool now, was;
  int count;
  CutNext next;         /* at the end of the substep */
  bool depths_known;         /* ... known before the sweep, unless limits tell otherwise: no record is in a tile that sleeps */
  float *saved;          /* water, deck and depth before the step, three a record */
  CutRow *rows;         /* of all records */
  float *heads, *surface; /* m: the surfaces that this substep ends with, and begins with */
  int *covered[COLOURS]; /* the cells in shadow, red ones and black ones, that is none of them beside another */
  int covered_count[COLOURS];
  struct HeadGroup *groups;
  _Atomic uint8_t *awake; /* of the groups: which the solver has not done with */
  int row_capacity, next_capacity[3], saved_capacity, head_capacity, surface_capacity, covered_capacity[COLOURS], group_capacity, awake_capacity;
  struct HeadStep *step; /* numbers of the substep */
  BodyMotion *motions, *motions_before; /* in the bodies' order; of the last call */
  int motion_count, motion_capacity, before_count, before_capacity;
  BodySums *spare_sums;  /* of bodies that have gone */
  struct SumScratch *scratch; /* bodies/deposit.c */
  int scratch_capacity;
  WeirBody *last_bodies;       /* as they were handed in last */
  int last_count, last_capacity;
  uint64_t last_changes; /* of the tiles, as of then */
  int parts, part;      /* substeps of this step; the one to come */
  bool is_saved;      /* in this step */
  bool any_rests;           /* a body stands where it is */
  bool motion_applied;           /* the bodies' way has been gone */
  bool has_deck_water;          /* there is water on top of bodies */
  bool shown;           /* views have been asked for since the records were made */
  _Atomic int view;     /* VIEW_STALE ...: whether they show the records as they are; all else that const calls read they leave alone */
  bool bodies_stand;          /* bodies stand where they are: what they were is what they are */
  double displaced;     /* m^3 that bodies hold up, as of the last substep */
  double filled;        /* m^3 of that are filled: bodies/deep.c */
} Subgrid;

/* Whether row k of the grid has records. */
static inline bool subgrid_in_row(const Subgrid *s, int k) {
  return s->row[k] < s->row[k + 1];
}
/* Whether there is a body that rests. */
static inline bool subgrid_any_rests(const WeirWater *water) {
  return water->bodies.subgrid->any_rests;
}
/* bodies/cell_sets.c: cells that the moves cover or pass are marked; bodies/cut_cells.c: then there are records for these, those that were
 * marked before and those beside them, and no others. False when memory is short. */
bool cell_sets_create(CellSets *bits, int nx, int nz);
void cell_sets_free(CellSets *bits);
void cell_sets_mark(const WeirWater *water);
bool cut_cells_renew(WeirWater *water);
/* There are no bodies any more. */
void cut_cells_leave(WeirWater *water);
void cut_cells_free(CutCells *cells);
bool motions_reserve(Subgrid *subgrid, int count);

static inline size_t bounds_cells(const CellBounds *at) {
  return (size_t)(at->i1 - at->i0) * (size_t)(at->k1 - at->k0);
}

/* The number of cell (i, k)'s record, or, when it has none, that of the next one in its row or behind it. */
int cell_sets_rank(const Subgrid *subgrid, int i, int k);

/* Cells are read here and there, and the sweep has driven them out of the caches: asked for a while ahead. */
static inline void cut_cell_prefetch(const WeirWater *w, int i, int k) {
  const ptrdiff_t at = water_index(w, i, k);
  __builtin_prefetch(w->terrain.cells + at);
  __builtin_prefetch(w->depth.cells + at);
  __builtin_prefetch(w->flow.speed_x.cells + at);
  __builtin_prefetch(w->flow.speed_z.cells + at);
}
/* The record beside record n; -1: there is none. */
static inline int cut_cell_beside(const CutCells *cells, int n, int side) {
  const int beside = cells->link[side][n];
  return beside != n ? beside : -1;
}
/* m: the surface that was left there. */
static inline float cut_cell_surface(const CutCells *cells, int n) {
  return cells->bed[n] + cells->depth[n];
}
static inline const IntervalNode *list_first(const IntervalPool *pool, const IntervalList *list) {
  return list->count > 0 ? &pool->at[list->first] : NULL;
}
static inline const IntervalNode *list_next(const IntervalPool *pool, const IntervalNode *node) {
  return node->next > 0 ? &pool->at[node->next] : NULL;
}
/* bodies/cover_intervals.c: one more slab, in a cell that has others; all of them are there; the share that they cover, above 1 where they
 * lie on top of each other. There is room for the piece. */
void intervals_append(IntervalPool *pool, IntervalList *list, CoverInterval interval, int kind); /* ... as one more of its pieces */
bool intervals_reserve(IntervalPool *pool, int count); /* false: no memory; those that there were are gone */
void intervals_add(IntervalPool *pool, IntervalList *list, CoverInterval one, int kind);
void intervals_merge(IntervalPool *pool, IntervalList *list);
static inline float intervals_cover(const IntervalPool *pool, const IntervalList *list) {
  float cover = 0.0f;
  for (const IntervalNode *node = list_first(pool, list); node; node = list_next(pool, node)) cover += node->interval.cover;
  return cover;
}
/* The uppermost slab of a stack that has any. */
const IntervalNode *intervals_top(const IntervalPool *pool, const IntervalList *list);
/* The geometry of record n's cell `share` of the way from was to now. */
void cover_blend(const Subgrid *subgrid, int n, float share, BlendedCover *blend);
/* ... at the end of substep `part` - 1 of this step. */
static inline float motion_share(const Subgrid *s, int part) {
  return s->parts > 0 && !s->bodies_stand ? (float)part / (float)s->parts : 1.0f;
}
/* m of water per m^2 in a cell whose surface stands at h, and d/dh of it. */
static inline float cover_water(const BlendedCover *blend, float h) {
  float taken = 0.0f;
  for (int n = 0; n < blend->count; n++) {
    const CoverInterval *const interval = &blend->interval[n];
    taken += interval->cover * (clamp_float(h, interval->low, interval->high) - interval->low);
  }
  return (h - blend->bed) - SOLID_FRACTION * taken;
}
static inline float cover_storage(const BlendedCover *blend, float h) {
  float cover = 0.0f;
  for (int n = 0; n < blend->count; n++) {
    const CoverInterval *const interval = &blend->interval[n];
    cover += h >= interval->low && h < interval->high ? interval->cover : 0.0f;
  }
  return max_float(1.0f - SOLID_FRACTION * cover, 0.5f * SLOT_FRACTION);
}
/* The surface at which it holds `water`. */
float cover_head(const BlendedCover *blend, float water);

/* bodies/tick.c: what follows for record n's cell once both of its stacks are there, and the cells beside it. */
void cut_cell_geometry_known(Subgrid *subgrid, int n);

/* Cells that the body reaches on its way; one that has come from far has come to be there. */
void motion_bounds(const WeirWater *water, const WeirBody *body, BodyMotion *motion);
/* bodies/deck.c: the share of record n's cell that holds water on a body's top; 0: none does. */
float deck_share(const Subgrid *subgrid, int n);
void deck_run(WeirWater *water, float dt_over_dx); /* for a substep, pace = dt/dx, s/m */
void deck_settle(WeirWater *water);          /* once the geometry is known */
/* So many metres more are the water's in record n's cell, or less; its head follows. What rounding leaves of them. */
float cut_cell_add(WeirWater *water, int n, float metres);

/* bodies/deep.c: the share of a body that the surface feels after a move. */
float coupling_weight(const WeirWater *water, const WeirBody *body, const BodyMotion *motion, float dt);
/* Where it changes, water goes into the rest of the body or comes out; all of it, when the body is gone. */
void deep_fill(WeirWater *water, BodyMotion *motion);
void deep_empty(WeirWater *water, BodyMotion *motion);

/* The move of a body in the call before, probably the index'th; NULL: none. */
BodyMotion *motion_before(const Subgrid *subgrid, uint32_t id, int index);
/* bodies/deposit.c: room for a body's sums, where they were if it is enough. False when memory is short. */
bool sums_reserve(Subgrid *subgrid, BodyMotion *motion);
BodySums *sums_create(size_t cells); /* for a window of so many; NULL: no memory */
/* The bodies' sums, then to the records' geometry, in their order. False when memory is short. */
bool deposit_bodies(WeirWater *water, const WeirBody *bodies, float dt);
bool merge_bodies(WeirWater *water);
/* How much higher the water stands here than there, of what reaches above y. */
static inline float head_above(float here, float there, float y) {
  return max_float(here, y) - max_float(there, y);
}
/* bodies/advection.c: m/s that the water's own flow takes off a face of record n in this substep (swe). */
float advected_speed(const WeirWater *water, const FlowStep *step, int n, int side);
enum { SAVED_FIELDS = 3 }; /* fields of the records that a step taken back gives back: water, decks, depths */

/* bodies/heads.c: faces of so many records, and room for the solver. */
void cut_faces_free(CutFaces *faces);
bool heads_reserve(Subgrid *subgrid, int count);
/* The heads that this substep ends with, faces being prepared; how many groups their cells are in. */
int heads_solve(WeirWater *water, const CutHeads *heads);
/* m^3 that bodies hold up: by how much the heads of all records stand above their water. */
double displaced_volume(const WeirWater *water);

#endif
