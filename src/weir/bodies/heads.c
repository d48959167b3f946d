/* Heads of covered cells, which the flows through their faces and their storage decide together: see "heads" in bodies/bodies.h. */
#include <stdatomic.h>

#include "base/memory.h"
#include "weir/bodies/state.h"

#define SOLVE_CELLS_PER_TEAM 20000 /* Covered cells that are worth more than one thread, which wait for each other twice a round. */

/* A group stays in the solver while it has moved in its last round, or a neighbour has since. Under a large body a few cells at its
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
  cut_cell_rows()->gather(&s->step, heads, &s->faces, s->next.water, g);
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
  const float moved = cut_cell_rows()->relax(&s->step, g, s->heads);
  atomic_store_explicit(unconverged, moved >= SOLVE_TOLERANCE, memory_order_relaxed);
  for (int side = 0; moved >= SOLVE_TOLERANCE && side < HEAD_FACES; side++)
    for (int near = g->near[side][0]; near <= g->near[side][1]; near++) /* more than one thread may wake a group at once */
      atomic_store_explicit(&s->unconverged[first_other + near], 1, memory_order_relaxed);
  return moved;
}

/* Relaxes the heads of all covered cells, red and black in turn. Implicit, since the slot under a full cover would ask an explicit
 * scheme for steps a tenth as long (Casulli and Stelling 2013 do so for pressurised flow). Returns how many groups there are. */
int heads_solve(WeirWater *w, const CutHeads *heads) {
  Subgrid *const s = w->bodies.subgrid;
  const int red = (s->covered_count[RED] + HEAD_GROUP - 1) / HEAD_GROUP, black = (s->covered_count[BLACK] + HEAD_GROUP - 1) / HEAD_GROUP;
  const int groups[COLOURS] = {[RED] = red, [BLACK] = black};
  float moved_most = 0.0f;
#pragma omp parallel num_threads(w->threads) if (HEAD_GROUP * (red + black) > SOLVE_CELLS_PER_TEAM)
  {
    for (int round = 0; round < SOLVE_ROUNDS_MAX; round++) {
#pragma omp for schedule(static) reduction(max : moved_most)
      for (int n = 0; n < red; n++) moved_most = max_float(moved_most, group_relax(s, heads, groups, RED, n, round));
#pragma omp for schedule(static) reduction(max : moved_most)
      for (int n = 0; n < black; n++) moved_most = max_float(moved_most, group_relax(s, heads, groups, BLACK, n, round));
      if (moved_most < SOLVE_TOLERANCE) break;
#pragma omp barrier
#pragma omp single
      moved_most = 0.0f;
    }
  }
  return red + black;
}
