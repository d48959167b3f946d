/* What smoothing must not do beside bodies that rest.
 *
 * Heads under a body are known less well than those of a lake: its pores make 1/SUBGRID_PORES of a rounding, and the solver leaves
 * some microns. Faces of bodies know that: such heads drive nothing through them (subgrid_step.c). But they bend the surface, and the
 * rows smooth it: the ripple flow through the next face outwards, which stands on no such allowance, moved water away from under a
 * sleeping body for ever, and the waves of that (microns a second) kept its whole lake awake. So: where nothing moves through a
 * body's face, that face tells nothing of a ripple, and the face behind it in line is not smoothed. A wave that moves water through
 * the body's face is smoothed as ever. */
#include <math.h>

#include "weir/subgrid_state.h"
#include "weir/tiles.h"

/* Surface behind minus surface ahead, from line[n] to line[n + 1], as the rows have it. */
static float fall(const SubLine *line, int n, int i) {
  return (line->depth[n][i] - line->depth[n + 1][i]) - (line->bed[n + 1][i] - line->bed[n][i]);
}

/* The ripple flow that the rows have added to face i, to the bit (flow_rows.c); behind a wall the water is as if mirrored. */
static float ripple_of(const FlowStep *p, const SubLine *line, int i) {
  const float back = line->wall_back || i == line->column_back ? 0.0f : fall(line, 0, i), here = fall(line, 1, i);
  const float ahead = line->wall_ahead || i == line->column_ahead ? 0.0f : fall(line, 2, i);
  const float wanted = p->ripple * ((here - ahead) - (back - here));
  return copysignf(min_float(fabsf(wanted), fabsf(min_float(line->clear[0][i], line->clear[1][i]))), wanted);
}

/* Whether record n's face is a resting body's, with nothing moving through it. */
static bool stands(const Subgrid *s, int n, int side) {
  if (n < 0 || !s->records.cells[n].active[side] || s->faces.speed[side * s->faces.stride + n] != 0.0f) return false;
  return !s->records.cells[n].works || s->faces.next[side * s->faces.stride + n] == 0.0f;
}

/* The face behind record n, in whose line the one ahead of n stands or the one two behind does. */
static void calm_ahead(const Subgrid *s, const FlowStep *step, const SubLine *line, int n, int side, float *flow) {
  const SubCell *const cells = s->records.cells, *const cell = &cells[n];
  if (cell->active[side] || !stands(s, record_beside(&s->records, n, side + 2), side)) return;
  if (flow[cell->i] != 0.0f) flow[cell->i] -= ripple_of(step, line, cell->i); /* 0: shut, or nothing to take off */
}

static void calm_behind(const Subgrid *s, const FlowStep *step, const SubLine *line, int n, int side, float *flow) {
  const SubCell *const cells = s->records.cells, *const cell = &cells[n];
  const int behind = record_beside(&s->records, n, side + 2), i = side == FACE_EAST ? cell->i - 1 : cell->i;
  if (!stands(s, n, side)) return;
  if (behind >= 0 && (cells[behind].active[side] || stands(s, record_beside(&s->records, behind, side + 2), side))) return;
  if (flow[i] != 0.0f) flow[i] -= ripple_of(step, line, i);
}

/* The rows have faces where their own cells' tiles work, whether or not those of the records beyond do. */
void subgrid_calm(const WeirWater *w, const FlowStep *step, int k, int side, const SubLine *line, float *flow) {
  const Subgrid *const s = w->subgrid;
  const SubCell *const cells = s->records.cells;
  if (k < 0 || k >= w->nz) return;
  for (int n = s->row[k]; n < s->row[k + 1]; n++)
    if (cells[n].works) calm_ahead(s, step, line, n, side, flow);
  const int on = side == FACE_EAST ? k : k + 1, less = side == FACE_EAST ? 1 : 0;
  for (int n = on < w->nz ? s->row[on] : 0; on < w->nz && n < s->row[on + 1]; n++)
    if (cells[n].i >= less && tiles_works(w, cells[n].i - less, k)) calm_behind(s, step, line, n, side, flow);
}
