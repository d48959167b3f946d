/* Heads of cells in shadow, which flows through their faces and what they store decide together. */
#include "base/memory.h"
#include "weir/subgrid_state.h"

#define SOLVE_ENOUGH 1e-5f /* m */
#define SOLVE_MOST 100
#define SOLVE_TEAM 20000   /* cells that are worth more than one thread, to wait for each other twice a round */

void subgrid_faces_free(SubFaces *f) {
  memory_free(f->share);
  *f = (SubFaces){.stride = 0};
}

/* The last of each part is of the face that nothing goes through. */
static bool faces_reserve(SubFaces *f, int count) {
  if (f->share && count <= f->stride) return true;
  subgrid_faces_free(f);
  const size_t stride = (size_t)count + (size_t)count / 2 + 64, each = FACES * stride + 1;
  float **const parts[] = {&f->share, &f->speed, &f->low, &f->high, &f->block, &f->block_before, &f->found, &f->carried, &f->u, &f->clear, &f->bed,
                           &f->under, &f->within, &f->over, &f->open, &f->pull, &f->base, &f->with, &f->most, &f->next, &f->flow};
  const size_t many = sizeof parts / sizeof *parts;
  if (FACES * stride >= INT32_MAX) return false;
  float *const floats = memory_create(many * each, sizeof *floats);
  for (size_t n = 0; floats && n < many; n++) *parts[n] = floats + n * each;
  f->stride = floats ? (int)stride : 0;
  return floats != NULL;
}

bool subgrid_solver_reserve(Subgrid *s, int count) {
  const int most = count + 2 * SHADE_GROUP; /* each colour may leave some of its last group empty */
  s->rows = memory_reserve(s->rows, &s->row_capacity, count, sizeof *s->rows);
  float **const next[] = {&s->next.limit, &s->next.water, &s->next.depth};
  bool ok = true;
  for (int n = 0; n < 3; n++) ok = (*next[n] = memory_reserve(*next[n], &s->next_capacity[n], count, sizeof **next[n])) && ok;
  s->kept = memory_reserve(s->kept, &s->kept_capacity, KEPT * count, sizeof *s->kept);
  s->surface = memory_reserve(s->surface, &s->surface_capacity, count, sizeof *s->surface);
  s->heads = memory_reserve(s->heads, &s->head_capacity, count, sizeof *s->heads);
  for (int n = 0; n < COLOURS; n++) s->shaded[n] = memory_reserve(s->shaded[n], &s->shaded_capacity[n], count, sizeof *s->shaded[n]);
  s->groups = memory_reserve(s->groups, &s->group_capacity, most / SHADE_GROUP + 1, sizeof *s->groups);
  return ok && faces_reserve(&s->faces, count) && s->surface && s->rows && s->kept && s->heads && s->shaded[RED] && s->shaded[BLACK] && s->groups;
}

static void shade_slabs(ShadeGroup *g, int n, const SubMix *mix) {
  for (int slab = g->slabs; slab < mix->count; slab++) /* none yet in the lanes before */
    for (int lane = 0; lane < SHADE_GROUP; lane++) g->cover[slab][lane] = g->low[slab][lane] = g->high[slab][lane] = 0.0f;
  if (mix->count > g->slabs) g->slabs = mix->count;
  for (int slab = 0; slab < g->slabs; slab++) {
    const Slab one = slab < mix->count ? mix->slab[slab] : (Slab){0, 0, 0};
    g->cover[slab][n] = one.cover;
    g->low[slab][n] = one.low;
    g->high[slab][n] = one.high;
  }
}

/* Of `count` cells in shadow those that work. */
static void group_fill(const Subgrid *s, const SubHeads *heads, ShadeGroup *g, const int *shaded, int count) {
  const float way = subgrid_way(s, s->part + 1);
  g->slabs = g->count = 0;
  for (int n = 0; n < count; n++) {
    if (!s->records.cells[shaded[n]].works) continue;
    SubMix mix;
    subgrid_mix(s, shaded[n], way, &mix);
    shade_slabs(g, g->count, &mix);
    g->cell[g->count++] = shaded[n];
  }
  if (g->count == 0) return;
  for (int n = g->count; n < SHADE_GROUP; n++) { /* lanes that are none do as the first, without slabs */
    g->cell[n] = g->cell[0];
    for (int slab = 0; slab < g->slabs; slab++) g->cover[slab][n] = g->low[slab][n] = g->high[slab][n] = 0.0f;
  }
  subgrid_rows()->gather(s->step, heads, &s->faces, s->records.water, g);
}

static int min_int(int a, int b) {
  return a < b ? a : b;
}

/* Group n, the first `black` of which are red: laid out in the first round, while it is at hand. */
static float group_relax(const Subgrid *s, const SubHeads *heads, int n, int black, int round) {
  const int colour = n < black ? RED : BLACK, from = SHADE_GROUP * (colour == RED ? n : n - black);
  ShadeGroup *const g = &s->groups[n];
  if (round == 0) group_fill(s, heads, g, s->shaded[colour] + from, min_int(s->shaded_count[colour] - from, SHADE_GROUP));
  return g->count > 0 ? subgrid_rows()->relax(s->step, g, s->heads) : 0.0f;
}

/* Heads and flows of the cells in shadow together: explicit, the slot under a full cover would ask for steps a tenth as long
 * (Casulli and Stelling 2013 do so for pressurised flow). Red and black by turns. How many groups there are. */
int subgrid_solve(WeirWater *w, const SubHeads *heads) {
  Subgrid *const s = w->subgrid;
  const int *const cells = s->shaded_count;
  const int black = (cells[RED] + SHADE_GROUP - 1) / SHADE_GROUP, groups = black + (cells[BLACK] + SHADE_GROUP - 1) / SHADE_GROUP;
  float most = 0.0f;
#pragma omp parallel num_threads(w->threads) if (SHADE_GROUP * groups > SOLVE_TEAM)
  {
    for (int round = 0; round < SOLVE_MOST; round++) {
#pragma omp for schedule(static) reduction(max : most)
      for (int n = 0; n < black; n++) most = max_float(most, group_relax(s, heads, n, black, round));
#pragma omp for schedule(static) reduction(max : most)
      for (int n = black; n < groups; n++) most = max_float(most, group_relax(s, heads, n, black, round));
      if (most < SOLVE_ENOUGH) break;
#pragma omp barrier
#pragma omp single
      most = 0.0f;
    }
  }
  return groups;
}
