/* Beside bodies at rest, smoothing is taken off again.
 *
 * Heads under a body are known less well than those of a lake: its slots make 1/SLOT_FRACTION of a rounding, and the solver leaves some
 * microns. Faces of bodies allow for that with a dead band: such heads drive nothing through them (dead_band_factor,
 * bodies/lane_formulas.h). But they bend the surface, and the rows smooth it: the ripple flow through the next face outwards, which has
 * no such dead band, moved water away from under a sleeping body for ever, and the waves of that (microns a second) kept its whole lake
 * awake. So where nothing moves through a body's face, that face shows no ripple, and the face behind it in line is not smoothed. A wave
 * that moves water through the body's face is smoothed as elsewhere. */
#include <math.h>

#include "weir/bodies/state.h"
#include "weir/boundary/boundary.h"
#include "weir/grid/flow_formulas.h"
#include "weir/grid/sleeping.h"

/* Surface behind minus surface ahead, from line[n] to line[n + 1], as the rows have it. */
static float fall(const FaceLine *line, int n, int i) {
  return (line->depth[n][i] - line->depth[n + 1][i]) - (line->bed[n + 1][i] - line->bed[n][i]);
}

/* Returns true if the face of cut cell n is that of a body at rest, with nothing moving through it. */
static bool face_rests(const Subgrid *s, int n, int side) {
  if (n < 0 || !s->cells.cells[n].face_is_cut[side] || s->faces.speed[side * s->faces.stride + n] != 0.0f) return false;
  return !s->cells.cells[n].is_active || s->faces.next[side * s->faces.stride + n] == 0.0f;
}

/* Row or column `at` of `count`, or its counterpart across joined sides; -1: beyond the grid. */
static int within(int at, int count, bool joined) {
  if (at >= 0 && at < count) return at;
  return !joined ? -1 : at < 0 ? at + count : at - count;
}

/* The cut cell behind cut cell n, across joined sides too; -1: there is none. Water crosses joined sides as if bodies ended there: no
 * cut cell is linked with one on the other side, and no face on the joint is cut. */
static int cut_cell_behind(const WeirWater *w, int n, int side) {
  const Subgrid *const s = w->bodies.subgrid;
  const CutCell *const cell = &s->cells.cells[n];
  const int beside = cut_cell_beside(&s->cells, n, side + 2);
  if (beside >= 0) return beside;
  const int i = within(side == FACE_EAST ? cell->i - 1 : cell->i, w->nx, side_is_joined(w, WEIR_WEST));
  const int k = within(side == FACE_SOUTH ? cell->k - 1 : cell->k, w->nz, side_is_joined(w, WEIR_NORTH));
  const int found = i < 0 || k < 0 ? -1 : cell_sets_rank(s, i, k);
  return found >= 0 && found < s->row[k + 1] && s->cells.cells[found].i == i ? found : -1;
}

/* Takes off the ripple flow that the rows have added to face i, to the bit (grid/flow_formulas_body.h); at a wall the water counts as
 * mirrored. */
static void face_unsmooth(const FlowStep *p, const FaceLine *line, int i, float *flow) {
  if (flow[i] == 0.0f) return; /* the face is closed, or nothing is to be taken off */
  const float back = line->wall_back || i == line->column_back ? 0.0f : fall(line, 0, i), here = fall(line, 1, i);
  const float ahead = line->wall_ahead || i == line->column_ahead ? 0.0f : fall(line, 2, i);
  const float dead_band = 0.0f; /* the rows have FlowStep.ripple_dead_band here; with it the bits would change */
  flow[i] -= ripple_flow(back - here, here - ahead, line->smoothing_cap[0][i], line->smoothing_cap[1][i], p->ripple, dead_band);
}

/* Rows have faces where the tiles of their own cells are awake, whether or not those of the cells beyond are. Both copies of a joint's
 * faces, and of the rows beyond it, must come to the same: what leaves on one side comes in on the other. */
void subgrid_undo_smoothing(const WeirWater *w, const FlowStep *step, int k, int side, const FaceLine *line, float *flow) {
  const Subgrid *const s = w->bodies.subgrid;
  const CutCell *const cells = s->cells.cells;
  const bool east = side == FACE_EAST, round_x = side_is_joined(w, WEIR_WEST), round_z = side_is_joined(w, WEIR_NORTH);
  const int row = within(k, w->nz, round_z), on = east || row < 0 ? row : within(row + 1, w->nz, round_z);
  for (int n = row < 0 ? 0 : s->row[row]; row >= 0 && n < s->row[row + 1]; n++)
    if (cells[n].is_active && !cells[n].face_is_cut[side] && face_rests(s, cut_cell_behind(w, n, side), side))
      face_unsmooth(step, line, cells[n].i, flow); /* ahead of a face at rest */
  for (int n = on < 0 ? 0 : s->row[on]; on >= 0 && n < s->row[on + 1]; n++) {
    const int i = east ? within(cells[n].i - 1, w->nx, round_x) : cells[n].i;
    if (i < 0 || !tile_is_active(w, i, row) || !face_rests(s, n, side)) continue;
    const int behind = cut_cell_behind(w, n, side);
    const bool done = behind >= 0 && (cells[behind].face_is_cut[side] || face_rests(s, cut_cell_behind(w, behind, side), side));
    if (!done) face_unsmooth(step, line, i, flow); /* behind a face at rest, unless it lies ahead of another too */
  }
  if (east && round_x) flow[-1] = flow[w->nx - 1];
}
