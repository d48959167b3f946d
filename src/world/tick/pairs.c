/* The pairs of the engine's shapes whose boxes meet, in the order in which ODE's hash space reports them: contacts are solved in that order,
 * so any other would change bits. The hash space looks each crate up at every size up to the ground's, with memory of its own for each
 * cell; a sweep over columns finds the same pairs of a thousand crates in a fraction of the time.
 *
 * ODE's order (ode/src/collision_space.cpp, of 0.16): a box is of level n when its longest side is at least 2^(n-1) and below 2^n m. In the
 * order of the space's list, each box meets those behind it of its own level and all of higher ones: level by level, then by the first cell
 * of 2^level m that both reach, then from the end of the list. Boxes above the space's greatest level meet all others afterwards. */
#include <math.h>
#include <stdlib.h>

#include "base/maths.h"
#include "base/memory.h"
#include "world/world_private.h"

enum { COLUMNS = 1024, PAIRS_SPARE = 256, WIDE_LEVEL = 6 /* boxes of a higher level meet all others one by one */ };

/* A shape's box, in the order of the space's list. */
typedef struct PairBox {
  dGeomID geom;
  dReal aabb[6];
  int level;
  bool beyond;           /* above the space's greatest level */
  int first, last, next; /* columns that it reaches; the next box whose first column is the same, -1: none */
} PairBox;

/* Two boxes that meet, by their places in the list, and where ODE meets them. */
typedef struct Pair {
  int turn, other, level;
  int cell[3];
  bool beyond;
} Pair;

struct PairFinder {
  PairBox *boxes;
  Pair *pairs;
  int *wide; /* boxes that are in no column */
  int box_count, box_capacity, pair_count, pair_capacity, wide_count, wide_capacity;
  int level_min, level_max; /* of the space */
  int column[COLUMNS];      /* its first box, -1: none */
};

void pairs_destroy(World *world) {
  PairFinder *const f = world->own->pairs;
  if (!f) return;
  memory_free(f->boxes);
  memory_free(f->pairs);
  memory_free(f->wide);
  memory_free(f);
  world->own->pairs = NULL;
}

static int box_level(const PairFinder *f, const dReal *aabb) {
  double longest = 0;
  int level;
  for (int axis = 0; axis < 3; axis++) {
    if (!isfinite(aabb[2 * axis]) || !isfinite(aabb[2 * axis + 1])) return INT32_MAX;
    longest = maths_max(longest, aabb[2 * axis + 1] - aabb[2 * axis]);
  }
  frexp(longest, &level);
  return level < f->level_min ? f->level_min : level;
}

/* Reads the space's boxes. Returns false if memory runs out. */
static bool boxes_read(PairFinder *f, dSpaceID space) {
  const int count = dSpaceGetNumGeoms(space);
  f->boxes = memory_reserve(f->boxes, &f->box_capacity, count, sizeof *f->boxes);
  f->wide = memory_reserve(f->wide, &f->wide_capacity, count, sizeof *f->wide);
  f->box_count = f->wide_count = f->pair_count = 0;
  if (!f->boxes || !f->wide) return false;
  dHashSpaceGetLevels(space, &f->level_min, &f->level_max);
  dSpaceClean(space);
  for (int n = 0; n < count; n++) {
    PairBox *const box = &f->boxes[f->box_count];
    box->geom = dSpaceGetGeom(space, n);
    if (!dGeomIsEnabled(box->geom)) continue;
    dGeomGetAABB(box->geom, box->aabb);
    box->level = box_level(f, box->aabb);
    box->beyond = box->level > f->level_max;
    f->box_count++;
  }
  return true;
}

static bool boxes_meet(const PairBox *a, const PairBox *b) {
  return a->aabb[0] <= b->aabb[1] && a->aabb[1] >= b->aabb[0] && a->aabb[4] <= b->aabb[5] && a->aabb[5] >= b->aabb[4] &&
         a->aabb[2] <= b->aabb[3] && a->aabb[3] >= b->aabb[2];
}

/* Notes a pair if the boxes meet. Returns false if memory runs out. */
static bool pair_note(PairFinder *f, int a, int b) {
  const PairBox *first = &f->boxes[a < b ? a : b], *second = &f->boxes[a < b ? b : a];
  if (!boxes_meet(first, second)) return true;
  if (first->level > second->level) { /* the smaller one's turn */
    const PairBox *const box = first;
    first = second, second = box;
  }
  const int room = f->pair_count < f->pair_capacity ? f->pair_capacity : 2 * f->pair_capacity + PAIRS_SPARE;
  if (!array_grow(&f->pairs, &f->pair_capacity, room, sizeof *f->pairs)) return false;
  Pair *const pair = &f->pairs[f->pair_count++];
  *pair = (Pair){(int)(first - f->boxes), (int)(second - f->boxes), second->level, {0, 0, 0}, second->beyond};
  for (int axis = 0; !second->beyond && axis < 3; axis++) /* the first cell of both */
    pair->cell[axis] = (int)floor(ldexp(maths_max(first->aabb[2 * axis], second->aabb[2 * axis]), -second->level));
  return true;
}

static int column_of(const double range[2], double x) {
  return (int)maths_max(0, maths_min((x - range[0]) * (COLUMNS / (range[1] - range[0])), COLUMNS - 1));
}

/* Puts boxes into columns along x, wide ones into their list. */
static void boxes_sort(PairFinder *f) {
  double range[2] = {INFINITY, -INFINITY};
  for (int n = 0; n < COLUMNS; n++) f->column[n] = -1;
  for (int n = 0; n < f->box_count; n++) {
    const PairBox *const box = &f->boxes[n];
    if (box->level > WIDE_LEVEL) continue;
    range[0] = maths_min(range[0], box->aabb[0]);
    range[1] = maths_max(range[1], box->aabb[1]);
  }
  for (int n = f->box_count - 1; n >= 0; n--) {
    PairBox *const box = &f->boxes[n];
    if (box->level > WIDE_LEVEL) {
      f->wide[f->wide_count++] = n;
      continue;
    }
    box->first = column_of(range, box->aabb[0]);
    box->last = column_of(range, box->aabb[1]);
    box->next = f->column[box->first];
    f->column[box->first] = n;
  }
}

static bool pairs_find(PairFinder *f) {
  bool ok = true;
  for (int n = 0; ok && n < f->box_count; n++) {
    const PairBox *const box = &f->boxes[n];
    if (box->level > WIDE_LEVEL) continue;
    for (int m = box->next; ok && m >= 0; m = f->boxes[m].next) ok = pair_note(f, n, m);
    for (int c = box->first + 1; c <= box->last; c++)
      for (int m = f->column[c]; ok && m >= 0; m = f->boxes[m].next) ok = pair_note(f, n, m);
  }
  for (int n = 0; n < f->wide_count; n++)
    for (int m = 0; ok && m < f->box_count; m++) /* each pair of wide ones once */
      if (f->boxes[m].level <= WIDE_LEVEL || m > f->wide[n]) ok = pair_note(f, f->wide[n], m);
  return ok;
}

static int pair_order(const void *one, const void *two) {
  const Pair *const a = one, *const b = two;
  const int keys[][2] = {{a->beyond, b->beyond},   {a->turn, b->turn},       {a->beyond ? 0 : a->level, b->beyond ? 0 : b->level},
                         {a->cell[0], b->cell[0]}, {a->cell[1], b->cell[1]}, {a->cell[2], b->cell[2]}};
  for (size_t n = 0; n < sizeof keys / sizeof *keys; n++)
    if (keys[n][0] != keys[n][1]) return keys[n][0] < keys[n][1] ? -1 : 1;
  return a->beyond ? a->other - b->other : b->other - a->other;
}

void pairs_collide(World *world, dNearCallback *near) {
  PairFinder *f = world->own->pairs;
  if (!f) f = world->own->pairs = memory_create(1, sizeof *f);
  if (!f || !boxes_read(f, world->own->space)) {
    dSpaceCollide(world->own->space, world, near); /* slower, and the same */
    return;
  }
  boxes_sort(f);
  if (!pairs_find(f)) {
    dSpaceCollide(world->own->space, world, near);
    return;
  }
  if (f->pair_count > 1) qsort(f->pairs, (size_t)f->pair_count, sizeof *f->pairs, pair_order);
  for (int n = 0; n < f->pair_count; n++) {
    const dGeomID a = f->boxes[f->pairs[n].turn].geom, b = f->boxes[f->pairs[n].other].geom;
    if (dGeomGetBody(a) != dGeomGetBody(b) || !dGeomGetBody(a)) near(world, a, b);
  }
}
