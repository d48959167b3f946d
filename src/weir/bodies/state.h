#ifndef WEIR_BODIES_STATE_H
#define WEIR_BODIES_STATE_H

#include "weir/bodies/bodies.h"
#include "weir/bodies/cut_rows.h"
#include "weir/shapes/shape.h"

/* The state of the sub-grid method (bodies/bodies.h), and what its files ask of each other. Lengths in m, heights above the datum. */

/* Where the surface lies when a body is deposited: within the interval, above it, below it. */
enum { COVER_CROSSED, COVER_SUBMERGED, COVER_ABOVE, COVER_KINDS };

/* A cover interval: the part of a cell that bodies cover from low to high. A plain value. */
typedef struct CoverInterval {
  float cover;     /* share of the cell */
  float low, high; /* m */
} CoverInterval;

/* Cover intervals of a cell that are told apart: as many bodies may lie on top of each other with water between. */
enum { INTERVALS_MAX = 6 };

/* A node of a cell's interval list, held by an IntervalPool. */
typedef struct IntervalNode {
  CoverInterval interval;
  uint32_t kind : 2, next : 30; /* COVER_CROSSED ...; number of the list's next node, 0: none */
} IntervalNode;

/* The list of a cell's cover intervals, unsorted; its nodes lie in the pool of the same tick. */
typedef struct IntervalList {
  uint32_t first; /* node */
  uint8_t count;
  bool dry_top; /* dry-top flag: no water has come over the uppermost interval, so what is pressed up from below stays below */
} IntervalList;

/* The memory of all interval lists of one tick; owned by Subgrid, grown when needed. Node 0 is never used. */
typedef struct IntervalPool {
  IntervalNode *nodes;
  int count, capacity;
} IntervalPool;

enum { SIDE_EAST = FACE_EAST, SIDE_SOUTH = FACE_SOUTH, SIDE_WEST, SIDE_NORTH, SIDES };

/* A cut cell: a cell that bodies cover or pass, or one beside such a cell. Made again by each call with bodies; lives in CutCells. */
typedef struct CutCell {
  int16_t i, k;
  bool is_active;          /* its tile is awake in this substep */
  bool is_covered;         /* bodies cover it at the start or end of their motion, or pass one of its faces: its head is solved for */
  bool face_is_cut[FACES]; /* this cell or the one across the face is covered */
  bool is_unchanged;       /* bodies leave as much of it at the end of their motion as at the start */
  int32_t colour_rank;     /* covered cells of its colour before it: its index in Subgrid.covered if it is covered itself */
  float cover;             /* phi: share of the cell, at most 1, the greater of start and end */
  IntervalList now, was;   /* at the end and at the start of the bodies' motion: nodes in Subgrid.now, .was */
} CutCell;

/* The geometry of one cell between start and end of the motion; made on the stack when a head or a volume is asked for. */
typedef struct BlendedCover {
  CoverInterval interval[2 * INTERVALS_MAX];
  int count;
  float bed; /* m */
} BlendedCover;

/* The table of cut cells, sorted by rows, then by columns; owned by Subgrid, which renews it with each call. Arrays of `capacity`.
 *
 * Depth is held twice for a cut cell: in the grid's depth field, which sources, edits, sides and the sweep write, and here, as this room
 * left it. cut_cells_sync and cut_cells_reconcile (bodies/cut_cells.c) alone reconcile the two: a difference is water that was added or
 * removed by others, and goes into `water` or `deck`. All else in the room writes both or, in the sweep, the row that becomes the field. */
typedef struct CutCells {
  CutCell *cells;
  float *water;          /* m: volume of water in the cell over its area, without the deck's */
  float *deck;           /* m: volume of water on top of bodies over the cell's area */
  float *bed;            /* m */
  float *depth;          /* m: head above the bed, as it was left here */
  float *rise;           /* m by which the head rose in the last substep */
  float *blocked[FACES]; /* p of its faces, for the next call */
  int32_t *link[SIDES];  /* cut cells beside it; its own number where there is none */
  int capacity;
} CutCells;

/* Sets of cells, one bit a cell, row by row; owned by Subgrid for its whole life. */
typedef struct CellSets {
  int words;                                    /* 64-bit words of a row */
  uint64_t *present;                            /* have a cut cell */
  int32_t *rank;                                /* cut cells before a word's first */
  uint64_t *under_bodies, *under_bodies_before; /* covered by bodies now; covered or passed at the call before */
  uint64_t *passed;                             /* beside a face that a body passes in its motion */
  uint64_t *covered;                            /* in one of the three sets above, once there are cut cells */
  int *low, *high;                              /* per row: words [low, high) hold all bits that are set */
} CellSets;

/* The cells that a body may reach in its motion: columns [i0, i1), rows [k0, k1). A plain value. */
typedef struct CellBounds {
  int i0, k0, i1, k1;
} CellBounds;

/* Where a body is at a call, and what is remembered of it from call to call. A plain value; saved in snapshots as it is. */
typedef struct BodyPose {
  double heading; /* rad about y, of the lattice of lines that samples it */
  double filled;  /* m^3 of water in the part that the surface does not feel */
  uint32_t id;
  float coupling_weight; /* share of the body that the surface feels: less of what moves far below it */
  float position[3], rotation[9];
} BodyPose;
_Static_assert(sizeof(BodyPose) == 72, "a pose has no padding");

/* The memory of a body's last push, by which a load on it is told from the water's force: the velocity that it would have now if water and
 * gravity alone had moved it, and the force of everything else that has moved it instead (contacts, a hand, thrust). By it, water that
 * moves with a body (added mass) weighs nothing on a body that others hold. As bytes in a snapshot. */
typedef struct BodyPush {
  float velocity[3]; /* m/s, at the end of the step of the last push */
  float others[3];   /* N, mean of the step before */
  float step;        /* s, of the last push; 0: none since the bodies were handed in */
  float nothing;     /* 0 */
} BodyPush;
_Static_assert(sizeof(BodyPush) == 32, "a push has no padding");

/* The cover of one cell by one body: a sum over its samples of one kind. Lives in BodySums. */
typedef struct BodyInterval {
  int16_t i, k;
  int cut_cell; /* number, as of merge_bodies; -1 before */
  int kind;     /* COVER_CROSSED ... */
  CoverInterval interval;
} BodyInterval;

/* The part of one face that one body covers, and the flow that it carries there: a sum over its samples. Lives in BodySums. */
typedef struct BodyFace {
  int16_t i, k;
  int cut_cell;        /* as in BodyInterval */
  int side;            /* FACE_EAST, FACE_SOUTH */
  float area, carried; /* sums over samples: weight*height, m; weight*height*velocity, m^2/s */
  float low, high;     /* m */
} BodyFace;

/* Bed and surface of a cell as a body is deposited on it; kept while a body rests, to tell whether anything has changed. */
typedef struct CellGround {
  float bed, surface;                     /* m */
  float face_bed[FACES], face_top[FACES]; /* m: the higher of both beds, of both surfaces; at the grid's end the bed is above */
} CellGround;

/* The deposit of one body, sorted by rows, then by columns. One block of memory that stays with the body from call to call; when the
 * body has gone it waits in Subgrid.spare_sums for another. */
typedef struct BodySums {
  struct BodySums *next; /* of the spare ones */
  size_t capacity;       /* cells of the bounds that it has room for */
  int interval_count, face_count;
  BodyInterval *intervals;
  BodyFace *faces;
  CellGround *ground; /* of its bounds, row by row, while the body rests */
} BodySums;

/* The motion of one body between two calls: from where it was to where it is. In the order of the bodies; owned by Subgrid until the
 * call after the next. */
typedef struct BodyMotion {
  int body;                    /* index in the call's array */
  bool rests;                  /* it is where it was */
  bool is_continued;           /* the next call has the same body */
  struct BodyMotion *previous; /* of the call before; NULL: the body is new */
  BodyPose from, to;
  BodyPush push;
  CellBounds bounds;
  BodySums *sums;
  float blocking_factor; /* k_c: how much more of a face it blocks than it covers */
  float volume;          /* m^3 of the body over the grid */
  float whole;           /* m^3 of the body */
} BodyMotion;

/* Where in a tick the bodies' motion is. One value tells both how geometry is blended (bodies_stand) and what the next step does. */
typedef enum MotionPhase {
  BODIES_PLACED,  /* put where they are, without a motion (dt = 0, or none yet): geometry is that of now */
  BODIES_MOVING,  /* handed in: substep `substep` of `substeps` comes next, and geometry is blended by how far it has come */
  MOTION_APPLIED, /* the step of their motion is over; bodies handed in now go on, and a step without them lets them stand */
  BODIES_STAND    /* a step has begun without their being handed in again, or has passed over placed ones: they do not move */
} MotionPhase;

enum { RED, BLACK, COLOURS };
enum { ROW_EAST = 1 << FACE_EAST, ROW_SOUTH = 1 << FACE_SOUTH, ROW_COVERED = 4, ROW_ACTIVE = 8, ROW_INNER = 16 };

/* The data of a cut cell that the sweep's rows read first, in four bytes; written again in each substep. */
typedef struct CutRow {
  int16_t i;
  uint8_t flags; /* ROW_...: which of its faces are cut, whether it is covered, awake, and has all four neighbours; 0 in a sleeping tile */
} CutRow;

enum { VIEW_STALE, VIEW_FILLING, VIEW_FILLED };

/* The whole state of the sub-grid method; owned by the water from subgrid_create to subgrid_destroy. Arrays grow and never shrink. */
typedef struct Subgrid {
  CellSets sets;
  int *row;              /* nz + 1: the first cut cell of each row */
  CutCells cells, spare; /* spare: those of the call before, whose memory the next call takes */
  int count;             /* cut cells */
  CutFaces faces;
  IntervalPool now, was; /* interval lists at the end and at the start of the motion */

  MotionPhase phase;
  int substeps, substep; /* of this step: how many; the one to come */
  bool has_body_at_rest; /* some body is at rest: smoothing beside it is undone */

  CutNext next;           /* at the end of the substep */
  bool depths_known;      /* `next` has depths before the sweep, valid where limits are 1: no cut cell is in a sleeping tile */
  CutRow *rows;           /* per cut cell */
  float *heads, *surface; /* m: surfaces at the end and at the beginning of the substep */
  int *covered[COLOURS];  /* the covered cells by colour: no two of a colour are neighbours */
  int covered_count[COLOURS];
  struct HeadGroup *groups;
  _Atomic uint8_t *unconverged; /* per group: the solver has still to relax it */
  HeadStep step;                /* numbers of the substep */

  float *rollback;   /* m: water, deck and depth before the step, one array after the other */
  bool has_rollback; /* in this step */

  BodyMotion *motions, *motions_before; /* of this call and of the last one */
  int motion_count, motion_capacity, before_count, before_capacity;
  BodySums *spare_sums;       /* of bodies that have gone */
  struct SumScratch *scratch; /* bodies/deposit.c */
  WeirBody *last_bodies;      /* as they were handed in last, when the same call again would change nothing */
  int last_count, last_capacity;
  uint64_t last_changes; /* counter of changed tiles, as of then */

  bool has_deck_water; /* there is water on top of bodies */
  bool views_used;     /* views have been asked for since the cut cells were made: their fields are to be cleared */
  _Atomic int view;    /* VIEW_STALE ...: whether view fields show the cut cells as they are; const calls write nothing else */
  double displaced;    /* m^3 that bodies hold up, as of the last substep */
  double filled;       /* m^3 of that are water in deep bodies: bodies/tick.c */

  int row_capacity, next_capacity[3], rollback_capacity, head_capacity, surface_capacity, covered_capacity[COLOURS], group_capacity,
      unconverged_capacity, scratch_capacity;
} Subgrid;

/* Returns true if bodies stand where they are: start and end of their motion are the same, however far the step has come. */
static inline bool bodies_stand(const Subgrid *s) {
  return s->phase == BODIES_PLACED || s->phase == BODIES_STAND;
}
/* Returns true if the step that moves the bodies is over. */
static inline bool motion_is_applied(const Subgrid *s) {
  return s->phase == MOTION_APPLIED || s->phase == BODIES_STAND;
}

/* Returns true if row k of the grid has cut cells. */
static inline bool subgrid_in_row(const Subgrid *s, int k) {
  return s->row[k] < s->row[k + 1];
}
enum { CELLS_PER_TEAM = 2000 }; /* cut cells that are worth more than one thread */

/* bodies/cut_cells.c: marks the cells that a body covers or passes; safe from several threads at once. cell_sets_create returns false if memory runs out. */
bool cell_sets_create(CellSets *sets, int nx, int nz);
void cell_sets_free(CellSets *sets);
void cell_sets_mark(const WeirWater *water, const BodySums *sums);
/* The number of cell (i, k)'s cut cell or, when it has none, that of the next one in its row or behind it. */
int cell_sets_rank(const Subgrid *subgrid, int i, int k);
/* Adds cell (i, k) to a set; has it; widens row k's range of set words by columns [i0, i1). */
void cell_set_add(const WeirWater *water, uint64_t *bits, int i, int k);
static inline bool cell_set_has(const WeirWater *water, const uint64_t *bits, int i, int k) {
  return bits[(ptrdiff_t)k * water->bodies.subgrid->sets.words + i / 64] >> i % 64 & 1;
}
void cell_sets_widen_row(const WeirWater *water, int i0, int i1, int k);
/* Makes room for `count` cut cells, and for at least as many as the other table has, with which this one is swapped. Returns false if
 * memory runs out. */
bool cut_cells_reserve(CutCells *cells, int count, const CutCells *other);
/* Links cut cell n with those north and west of it; *north runs along the row before. */
void cut_cell_link(Subgrid *subgrid, int n, int *north);
/* Makes cut cells for the marked cells, those marked before and their neighbours, and no others. Returns false if
 * memory runs out. */
bool cut_cells_renew(WeirWater *water);
/* Ends all cut cells: there are no bodies any longer. */
void cut_cells_leave(WeirWater *water);
void cut_cells_free(CutCells *cells);
/* Reconciles depths that have been changed, as cut_cells_sync does; not `from_above`: by the sides of the grid, in this substep. */
void cut_cells_reconcile(WeirWater *water, bool from_above);

/* Cut cells are read here and there, and the sweep has driven their fields out of the caches: asks for one cell ahead of time. */
static inline void cut_cell_prefetch(const WeirWater *w, int i, int k) {
  const ptrdiff_t at = water_index(w, i, k);
  __builtin_prefetch(w->terrain.cells + at);
  __builtin_prefetch(w->depth.cells + at);
  __builtin_prefetch(w->flow.speed_x.cells + at);
  __builtin_prefetch(w->flow.speed_z.cells + at);
}
/* The cut cell beside cut cell n; -1: there is none. */
static inline int cut_cell_beside(const CutCells *cells, int n, int side) {
  const int beside = cells->link[side][n];
  return beside != n ? beside : -1;
}
/* m: the surface of cut cell n, as it was left here. */
static inline float cut_cell_surface(const CutCells *cells, int n) {
  return cells->bed[n] + cells->depth[n];
}
/* Writes a cut cell's depth, here and in the field. */
static inline void cut_cell_set_depth(WeirWater *w, int n, float depth) {
  const CutCells *const cells = &w->bodies.subgrid->cells;
  w->depth.cells[water_index(w, cells->cells[n].i, cells->cells[n].k)] = cells->depth[n] = depth;
}

static inline const IntervalNode *list_first(const IntervalPool *pool, const IntervalList *list) {
  return list->count > 0 ? &pool->nodes[list->first] : NULL;
}
static inline const IntervalNode *list_next(const IntervalPool *pool, const IntervalNode *node) {
  return node->next > 0 ? &pool->nodes[node->next] : NULL;
}

/* bodies/heads.c: empties a pool and makes room for so many nodes. Returns false if memory runs out. */
bool intervals_reserve(IntervalPool *pool, int count);
/* Adds an interval as one more node, for which there is room. */
void intervals_append(IntervalPool *pool, IntervalList *list, CoverInterval interval, int kind);
/* Joins an interval with one of the same kind that it overlaps, or appends it. */
void intervals_add(IntervalPool *pool, IntervalList *list, CoverInterval one, int kind);
/* Once all intervals are there: those that overlap cover a cell no more than once. */
void intervals_merge(IntervalPool *pool, IntervalList *list);
/* The share of the cell that all cover; above 1 where they lie on top of each other. */
static inline float intervals_cover(const IntervalPool *pool, const IntervalList *list) {
  float cover = 0.0f;
  for (const IntervalNode *node = list_first(pool, list); node; node = list_next(pool, node)) cover += node->interval.cover;
  return cover;
}
/* The uppermost interval of a list that has any. */
const IntervalNode *intervals_top(const IntervalPool *pool, const IntervalList *list);
/* The geometry of cut cell n, `share` of the motion after its start. */
void cover_blend(const Subgrid *subgrid, int n, float share, BlendedCover *blend);
/* The share of the motion that is over when substep `substep` begins. */
static inline float motion_share(const Subgrid *s, int substep) {
  return s->substeps > 0 && !bodies_stand(s) ? (float)substep / (float)s->substeps : 1.0f;
}
/* V(h)/dx^2, in m: the water in a cell whose surface stands at h. */
static inline float cover_water(const BlendedCover *blend, float h) {
  float solid = 0.0f;
  for (int n = 0; n < blend->count; n++) {
    const CoverInterval *const interval = &blend->interval[n];
    solid += interval->cover * (clamp_float(h, interval->low, interval->high) - interval->low);
  }
  return (h - blend->bed) - SOLID_FRACTION * solid;
}
/* dV/dh/dx^2, the storage at h. */
static inline float cover_storage(const BlendedCover *blend, float h) {
  float cover = 0.0f;
  for (int n = 0; n < blend->count; n++) {
    const CoverInterval *const interval = &blend->interval[n];
    cover += h >= interval->low && h < interval->high ? interval->cover : 0.0f;
  }
  return max_float(1.0f - SOLID_FRACTION * cover, STORAGE_MIN);
}
/* The surface at which a cell holds `water`. */
float cover_head(const BlendedCover *blend, float water);
/* bodies/tick.c: derives what depends on both interval lists of cut cell n and on the cells beside it. */
void cut_cell_derive_geometry(Subgrid *subgrid, int n);
/* bodies/deck.c: the share of cut cell n that holds water on a body's top; 0: none does. */
float deck_share(const Subgrid *subgrid, int n);
/* Lets deck water run for a substep; dt_over_dx in s/m. */
void deck_run(WeirWater *water, float dt_over_dx);
/* Once geometry is known: where the top is no longer dry, or the body has gone, deck water joins the water. */
void deck_settle(WeirWater *water);
/* Adds so many metres to the water of cut cell n, or removes them; its head follows. What rounding leaves of them. */
float cut_cell_add(WeirWater *water, int n, float metres);
/* bodies/deposit.c: the cells that a body reaches in its motion; one that has come from far is taken to have been there. */
void motion_bounds(const WeirWater *water, const WeirBody *body, BodyMotion *motion);
/* Makes room for a body's sums, in their old place where it is enough. Returns false if memory runs out. */
bool sums_reserve(Subgrid *subgrid, BodyMotion *motion);
BodySums *sums_create(size_t cells); /* for bounds of so many cells; NULL: no memory */
/* Deposits each body into sums of its own. Returns false if memory runs out. */
bool deposit_bodies(WeirWater *water, const WeirBody *bodies, float dt);
/* bodies/cut_cells.c: joins the bodies' sums in the cut cells, in the order of the bodies. Returns false if memory runs out. */
bool merge_bodies(WeirWater *water);

enum { ROLLBACK_FIELDS = 3 }; /* arrays of cut cells that a rollback restores: water, deck, depth */

/* bodies/heads.c: faces of so many cut cells, and room for the solver. */
void cut_faces_free(CutFaces *faces);
bool heads_reserve(Subgrid *subgrid, int count);
/* Solves for the heads at the end of this substep, faces being prepared; returns how many groups the covered cells are in. */
int heads_solve(WeirWater *water, const CutHeads *heads);

/* bodies/samples.c: sums over a body's samples, vertical lines that belong to it, in one cell. Of those that the surface runs through, sums
 * of weight, weight*low and weight*high: near the surface the mean holds as much as all of them do. Of those below or above it, the volume
 * and its ends, since such spans lie on top of each other. Lives in SumScratch. */
typedef struct CellSum {
  float wet[4];                            /* weight, weight*low, weight*high, 0: one vector */
  CoverInterval interval[COVER_KINDS - 1]; /* COVER_SUBMERGED and COVER_ABOVE, of which cover holds the volume */
} CellSum;

/* Sums over samples at one face: of weight*m, of weight*m*m/s, and the ends in m. Lives in SumScratch. */
typedef struct FaceSum {
  float area, carried, low, high;
} FaceSum;

/* The sums and the ground of one cell of the bounds while a body is deposited. An array for the largest bounds, for each thread, in
 * Subgrid.scratch. */
typedef struct SumScratch {
  CellSum cell;
  FaceSum face[FACES];
  CellGround ground;
} SumScratch;
_Static_assert(sizeof(SumScratch) % 16 == 0, "sums of four lie in one vector");

/* A pose in the numbers that place samples. Made for one deposit. */
typedef struct Frame {
  const float *rotation;
  float cosine, sine; /* of the heading */
  float x, y, z;      /* cells of the bounds, m, cells of the bounds */
} Frame;

/* Extremes of the ground in a body's bounds, by which the surface is known to run through all of a body. Made for one deposit; m. */
typedef struct Extent {
  float bed, surface_low, surface_high; /* the highest bed, the lowest and the highest surface */
  bool within;                          /* the bounds do not end where the grid does */
} Extent;

/* The deposit of one body: what its samples are made of and where they go. On the stack of deposit_body. */
typedef struct Deposit {
  const WeirWater *w;
  const WeirBody *body;
  BodyMotion *motion;
  SumScratch *sums; /* of the bounds, row by row */
  int across, down;
  float speed; /* m/s of a cell a tick */
  Frame to, from;
  Extent extent;
} Deposit;

/* Adds all samples to the sums, which are as scratch_begin left them, and measures the motion's volume. The bounds are at least two
 * cells wide either way. */
void samples_add(Deposit *deposit, const Shape *shape);

#endif
