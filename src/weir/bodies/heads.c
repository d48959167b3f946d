/* Cover intervals of a cell, one above the other, and the water that the cell holds between and beside them: "volume" in bodies/bodies.h.
 * Heads of covered cells, which the flows through their faces and their storage decide together: "heads" there. */
#include <math.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "base/team.h"
#include "weir/bodies/state.h"

#define DRY_TOP_HEIGHT 1000.0f         /* m; no head is as high */
#define COVER_MAX (1.0f + STORAGE_MIN) /* more would leave negative storage */

/* Joins two intervals: by their means where the surface runs through both, which holds as much near the surface; else by volume. */
static CoverInterval interval_both(const CoverInterval *a, const CoverInterval *b, bool through) {
  const float low = min_float(a->low, b->low), high = max_float(a->high, b->high), cover = a->cover + b->cover;
  if (through)
    return (CoverInterval){cover, (a->cover * a->low + b->cover * b->low) / cover, (a->cover * a->high + b->cover * b->high) / cover};
  return (CoverInterval){(a->cover * (a->high - a->low) + b->cover * (b->high - b->low)) / (high - low), low, high};
}

/* An interval with too much cover reaches deeper instead. */
static CoverInterval interval_within(CoverInterval interval) {
  if (interval.cover <= COVER_MAX) return interval;
  return (CoverInterval){COVER_MAX, interval.high - (interval.high - interval.low) * interval.cover / COVER_MAX, interval.high};
}

bool intervals_reserve(IntervalPool *pool, int count) {
  pool->nodes = memory_reserve(pool->nodes, &pool->capacity, count + 1, sizeof *pool->nodes);
  pool->count = 1;
  return pool->nodes != NULL;
}

void intervals_append(IntervalPool *pool, IntervalList *list, CoverInterval interval, int kind) {
  const uint32_t number = (uint32_t)pool->count++;
  pool->nodes[number] = (IntervalNode){interval, (unsigned)kind & 3u, 0};
  if (list->count++ == 0) {
    list->first = number;
    return;
  }
  IntervalNode *last = &pool->nodes[list->first];
  while (last->next > 0) last = &pool->nodes[last->next];
  last->next = number & 0x3fffffffu;
}

/* The node that an interval is joined with: of the same kind and at the same height or, where the list is full, the nearest. NULL: none. */
static IntervalNode *list_partner(IntervalPool *pool, const IntervalList *list, const CoverInterval *one, int kind) {
  IntervalNode *nearest = NULL;
  float nearest_distance = INFINITY;
  uint32_t at = list->first;
  for (int n = 0; n < list->count; n++, at = pool->nodes[at].next) {
    IntervalNode *const node = &pool->nodes[at];
    const float distance = max_float(node->interval.low, one->low) - min_float(node->interval.high, one->high);
    if ((int)node->kind == kind && distance < 0.0f) return node;
    if (distance < nearest_distance) nearest_distance = distance, nearest = node;
  }
  return list->count < INTERVALS_MAX ? NULL : nearest;
}

void intervals_add(IntervalPool *pool, IntervalList *list, CoverInterval one, int kind) {
  IntervalNode *const partner = list->count > 0 ? list_partner(pool, list, &one, kind) : NULL;
  if (partner)
    partner->interval = interval_within(interval_both(&partner->interval, &one, kind == COVER_CROSSED && partner->kind == COVER_CROSSED));
  else
    intervals_append(pool, list, interval_within(one), kind);
}

/* Intervals of different kinds that overlap share what cover there is. */
void intervals_merge(IntervalPool *pool, IntervalList *list) {
  if (list->count < 2) return;
  uint32_t at = list->first;
  for (int n = 0; n < list->count; n++, at = pool->nodes[at].next) {
    CoverInterval *const interval = &pool->nodes[at].interval;
    float cover = 0.0f;
    for (const IntervalNode *other = list_first(pool, list); other; other = list_next(pool, other))
      if (other->interval.low < interval->high && other->interval.high > interval->low) cover += other->interval.cover;
    if (cover > COVER_MAX) interval->cover *= COVER_MAX / cover;
  }
}

const IntervalNode *intervals_top(const IntervalPool *pool, const IntervalList *list) {
  const IntervalNode *top = list_first(pool, list);
  for (const IntervalNode *node = top; node; node = list_next(pool, node)) top = node->interval.high > top->interval.high ? node : top;
  return top;
}

/* Adds `share` of a list's intervals, as far as they are above the bed: an interval with too much cover has been stretched downwards,
 * and what it took of the ground would be missing from the water. Under a dry top the slot goes on above the uppermost interval, for
 * heads of water pressed together under it: if that were taken for water, a block that falls would end with water on its top. */
static void blend_add(BlendedCover *blend, const IntervalPool *pool, const IntervalList *list, float share, bool dry_top) {
  const IntervalNode *const top = dry_top ? intervals_top(pool, list) : NULL;
  for (const IntervalNode *node = list_first(pool, list); node; node = list_next(pool, node))
    blend->interval[blend->count++] = (CoverInterval){share * node->interval.cover, max_float(node->interval.low, blend->bed),
                                                      node == top ? node->interval.high + DRY_TOP_HEIGHT : node->interval.high};
}

/* Blends the geometries of start and end, so that V(h) is their mean. One of them alone where they are the same: otherwise each substep
 * would round their sum in its own way, and water in the slots would never come to rest. */
void cover_blend(const Subgrid *s, int n, float motion_share, BlendedCover *blend) {
  const CutCell *const cell = &s->cells.cells[n];
  const float share = cell->is_unchanged ? 1.0f : motion_share;
  blend->count = 0;
  blend->bed = s->cells.bed[n];
  if (share > 0.0f) blend_add(blend, &s->now, &cell->now, share, cell->now.dry_top);
  if (share < 1.0f) blend_add(blend, &s->was, &cell->was, 1.0f - share, cell->now.dry_top);
}

float cover_head(const BlendedCover *blend, float water) {
  float low[2 * INTERVALS_MAX], high[2 * INTERVALS_MAX], cover[2 * INTERVALS_MAX], head = blend->bed;
  for (int n = 0; n < blend->count; n++) {
    low[n] = blend->interval[n].low;
    high[n] = blend->interval[n].high;
    cover[n] = blend->interval[n].cover;
  }
  heads_from_water(1, blend->count, low, high, cover, &blend->bed, &water, &head);
  return head;
}

/* Covered cells that are worth more than one thread, which wait for each other twice a round: in the first round, which fills the groups and
 * takes most of the time, and in the others, which relax the few that still move. */
#define FIRST_CELLS_PER_TEAM 4000
#define SOLVE_CELLS_PER_TEAM 20000

/* The solver. A group stays in it while it has moved in its last round, or a neighbour has since. Under a large body a few cells at its
 * sides take forty rounds and all others five; relaxing all of them forty times would stop the program for a crate of 5 m over cells of
 * 6 cm. */

void cut_faces_free(CutFaces *f) {
  memory_free(f->share);
  *f = (CutFaces){.stride = 0};
}

bool heads_reserve(Subgrid *s, int count) {
  const int lanes = count + 2 * HEAD_GROUP; /* each colour may leave part of its last group empty */
  s->rows = memory_reserve(s->rows, &s->row_capacity, count, sizeof *s->rows);
  float **const next[] = {&s->next.limit, &s->next.water, &s->next.depth};
  bool ok = true;
  for (int n = 0; n < 3; n++) ok = (*next[n] = memory_reserve(*next[n], &s->next_capacity[n], count, sizeof **next[n])) && ok;
  s->rollback = memory_reserve(s->rollback, &s->rollback_capacity, ROLLBACK_FIELDS * count, sizeof *s->rollback);
  s->surface = memory_reserve(s->surface, &s->surface_capacity, count, sizeof *s->surface);
  s->heads = memory_reserve(s->heads, &s->head_capacity, count, sizeof *s->heads);
  for (int n = 0; n < COLOURS; n++) s->covered[n] = memory_reserve(s->covered[n], &s->covered_capacity[n], count, sizeof *s->covered[n]);
  s->unconverged = memory_reserve(s->unconverged, &s->unconverged_capacity, lanes / HEAD_GROUP + 1, sizeof *s->unconverged);
  s->groups = memory_reserve(s->groups, &s->group_capacity, lanes / HEAD_GROUP + 1, sizeof *s->groups);
  CutFaces *const f = &s->faces;
  if (!f->share || count > f->stride) { /* the last float of each array belongs to the face that nothing goes through */
    cut_faces_free(f);
    const size_t stride = (size_t)count + (size_t)count / 2 + 64, each = FACES * stride + 1;
    float **const arrays[] = {&f->share,   &f->speed, &f->low,   &f->high,      &f->blocked,   &f->blocked_before, &f->speed_before,
                              &f->carried, &f->u,     &f->clear, &f->bed,       &f->under,     &f->within,         &f->over,
                              &f->open,    &f->gain,  &f->base,  &f->body_flow, &f->speed_cap, &f->next,           &f->flow};
    const size_t array_count = sizeof arrays / sizeof *arrays;
    float *const floats = FACES * stride < INT32_MAX ? memory_create(array_count * each, sizeof *floats) : NULL;
    for (size_t n = 0; floats && n < array_count; n++) *arrays[n] = floats + n * each;
    f->stride = floats ? (int)stride : 0;
  }
  return ok && f->share && s->surface && s->rows && s->rollback && s->heads && s->covered[RED] && s->covered[BLACK] && s->groups &&
         s->unconverged;
}

/* The groups of the neighbours of a group's cells on one side. Both lists are sorted, so those of the first and the last cell will do. */
static void neighbour_groups_find(const Subgrid *s, const CutHeads *heads, HeadGroup *g, int side, int groups) {
  const int32_t *const link = heads->link[side];
  int first = 0, last = g->count - 1;
  while (first < last && link[g->cell[first]] == g->cell[first]) first++;
  while (last > first && link[g->cell[last]] == g->cell[last]) last--;
  const bool none = link[g->cell[first]] == g->cell[first];
  g->near[side][0] = none ? 1 : s->cells.cells[link[g->cell[first]]].colour_rank / HEAD_GROUP;
  g->near[side][1] = none ? 0 : min_int(s->cells.cells[link[g->cell[last]]].colour_rank / HEAD_GROUP, groups - 1);
}

/* Fills a group with the active ones of `count` covered cells. */
static void group_fill(const Subgrid *s, const CutHeads *heads, HeadGroup *g, const int *covered_cells, int count) {
  const float share = motion_share(s, s->substep + 1);
  g->intervals = g->count = 0;
  for (int n = 0; n < count; n++) {
    if (!s->cells.cells[covered_cells[n]].is_active) continue;
    BlendedCover blend;
    cover_blend(s, covered_cells[n], share, &blend);
    for (int m = g->intervals; m < blend.count; m++) /* earlier lanes have no such interval */
      for (int lane = 0; lane < HEAD_GROUP; lane++) g->cover[m][lane] = g->low[m][lane] = g->high[m][lane] = 0.0f;
    if (blend.count > g->intervals) g->intervals = blend.count;
    for (int m = 0; m < g->intervals; m++) {
      const CoverInterval one = m < blend.count ? blend.interval[m] : (CoverInterval){0, 0, 0};
      g->cover[m][g->count] = one.cover;
      g->low[m][g->count] = one.low;
      g->high[m][g->count] = one.high;
    }
    g->cell[g->count++] = covered_cells[n];
  }
  if (g->count == 0) return;
  for (int n = g->count; n < HEAD_GROUP; n++) { /* empty lanes repeat the first, without cover */
    g->cell[n] = g->cell[0];
    for (int interval = 0; interval < g->intervals; interval++) g->cover[interval][n] = g->low[interval][n] = g->high[interval][n] = 0.0f;
  }
  kernels()->cells->gather(&s->step, heads, &s->faces, s->next.water, g);
}

/* Relaxes group n of a colour, if it is unconverged, and returns how far it moves. In the first round the group is filled as well, while
 * it is in the cache. */
static float group_relax(Subgrid *s, const CutHeads *heads, const int groups[COLOURS], int colour, int n, int round) {
  const int from = HEAD_GROUP * n, other = 1 - colour;
  const int first = colour == RED ? 0 : groups[RED], first_other = groups[RED] - first; /* in Subgrid.groups: red ones, then black ones */
  HeadGroup *const g = &s->groups[first + n];
  if (round == 0) {
    group_fill(s, heads, g, s->covered[colour] + from, min_int(s->covered_count[colour] - from, HEAD_GROUP));
    for (int side = 0; g->count > 0 && side < HEAD_FACES; side++) neighbour_groups_find(s, heads, g, side, groups[other]);
  }
  _Atomic uint8_t *const unconverged = &s->unconverged[first + n];
  if (g->count == 0 || (round > 0 && !atomic_load_explicit(unconverged, memory_order_relaxed))) return 0.0f;
  const float moved = kernels()->cells->relax(&s->step, g, s->heads);
  atomic_store_explicit(unconverged, moved >= SOLVE_TOLERANCE, memory_order_relaxed);
  for (int side = 0; moved >= SOLVE_TOLERANCE && side < HEAD_FACES; side++)
    for (int near = g->near[side][0]; near <= g->near[side][1]; near++) /* more than one thread may wake a group at once */
      atomic_store_explicit(&s->unconverged[first_other + near], 1, memory_order_relaxed);
  return moved;
}

/* A round of one colour. On the stack. */
typedef struct Round {
  Subgrid *subgrid;
  const CutHeads *heads;
  int groups[COLOURS];
  int colour, number;
  _Atomic(float) moved_most; /* m */
} Round;

static void relax_groups(void *data, int first, int end) {
  Round *const r = data;
  float most = 0.0f;
  for (int n = first; n < end; n++) most = max_float(most, group_relax(r->subgrid, r->heads, r->groups, r->colour, n, r->number));
  team_raise(&r->moved_most, most);
}

/* Relaxes the heads of all covered cells, red and black in turn. Implicit, since the slot under a full cover would ask an explicit
 * scheme for steps a tenth as long (Casulli and Stelling 2013 do so for pressurised flow). Returns how many groups there are. */
int heads_solve(WeirWater *w, const CutHeads *heads) {
  Subgrid *const s = w->bodies.subgrid;
  const int red = (s->covered_count[RED] + HEAD_GROUP - 1) / HEAD_GROUP, black = (s->covered_count[BLACK] + HEAD_GROUP - 1) / HEAD_GROUP;
  const int cells = HEAD_GROUP * (red + black);
  Round round = {.subgrid = s, .heads = heads, .groups = {[RED] = red, [BLACK] = black}};
  for (; round.number < SOLVE_ROUNDS_MAX; round.number++) {
    const int threads = cells > (round.number == 0 ? FIRST_CELLS_PER_TEAM : SOLVE_CELLS_PER_TEAM) ? w->threads : 1;
    round.moved_most = 0.0f;
    for (round.colour = 0; round.colour < COLOURS; round.colour++) team_rows(threads, 0, round.groups[round.colour], relax_groups, &round);
    if (round.moved_most < SOLVE_TOLERANCE) break;
  }
  return red + black;
}
