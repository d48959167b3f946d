/* One cell whose velocity is explained: the changes of each of its faces, term by term, from the rows (cell_terms.c), from bodies where
 * they cut the face, and as a whole where a side of the grid decides. */
#include "weir/flow/watch.h"

#include "base/memory.h"
#include "weir/boundary/sides.h"
#include "weir/flow/cell_terms.h"
#include "weir/grid/flow_bodies.h"

struct FlowWatch {
  int i, k;
  Patch patch;
  float swept[AROUND];       /* m/s, after the sweep */
  double start[WATCH_AXES];  /* m/s, the cell's velocity before the step */
  FlowTerms of_face[AROUND]; /* of this substep */
  WatchResult result;
};

bool watch_create(WeirWater *w, int i, int k) {
  if (!w->flow.watch) w->flow.watch = memory_create(1, sizeof *w->flow.watch);
  FlowWatch *const watch = w->flow.watch;
  if (!watch) return false;
  if (watch->i != i || watch->k != k) watch->result = (WatchResult){.seconds = 0.0};
  watch->i = i;
  watch->k = k;
  return true;
}

void watch_destroy(WeirWater *w) {
  memory_free(w->flow.watch);
  w->flow.watch = NULL;
}

const WatchResult *watch_result(const WeirWater *w, int i, int k) {
  const FlowWatch *const watch = w->flow.watch;
  return watch && watch->i == i && watch->k == k && watch->result.seconds > 0.0 ? &watch->result : NULL;
}

/* --- faces ----------------------------------------------------------------------------------------------------------- */

/* A face around a cell: that of cell (i, k) to the east or south, or a side of the grid. A plain value. */
typedef struct FacePlace {
  int i, k, axis; /* FACE_EAST, FACE_SOUTH */
  bool at_side;
  WeirSide side;
} FacePlace;

static FacePlace face_place(const WeirWater *w, int i, int k, int face) {
  switch (face) {
    case AROUND_WEST: return (FacePlace){i - 1, k, FACE_EAST, i == 0, WEIR_WEST};
    case AROUND_EAST: return (FacePlace){i, k, FACE_EAST, i == w->nx - 1, WEIR_EAST};
    case AROUND_NORTH: return (FacePlace){i, k - 1, FACE_SOUTH, k == 0, WEIR_NORTH};
    default: return (FacePlace){i, k, FACE_SOUTH, k == w->nz - 1, WEIR_SOUTH};
  }
}

static float speed_at(const WeirWater *w, const FacePlace *at) {
  return (at->axis == FACE_EAST ? &w->flow.speed_x : &w->flow.speed_z)->cells[water_index(w, at->i, at->k)];
}

static double sum_of(const FlowTerms *t) {
  return t->slope + t->pressure + t->advection + t->drag + t->limiter + t->body + t->other;
}

/* The cell's velocity is the mean of its faces'. */
static void result_add(WatchResult *result, const FlowTerms of_face[AROUND]) {
  for (int face = 0; face < AROUND; face++) {
    FlowTerms *const sum = &result->terms[face / 2];
    const FlowTerms *const more = &of_face[face];
    sum->slope += 0.5 * more->slope;
    sum->pressure += 0.5 * more->pressure;
    sum->advection += 0.5 * more->advection;
    sum->drag += 0.5 * more->drag;
    sum->limiter += 0.5 * more->limiter;
    sum->body += 0.5 * more->body;
    sum->other += 0.5 * more->other;
  }
}

static void velocity_of(const WeirWater *w, int i, int k, double velocity[WATCH_AXES]) {
  for (int axis = 0; axis < WATCH_AXES; axis++) {
    const FacePlace behind = face_place(w, i, k, 2 * axis), ahead = face_place(w, i, k, 2 * axis + 1);
    velocity[axis] = 0.5 * ((double)speed_at(w, &behind) + (double)speed_at(w, &ahead));
  }
}

/* Returns true if a side of the grid alone decides on the face, without rows and bodies. */
static bool side_decides(const WeirWater *w, const FacePlace *at) {
  return at->at_side && !side_is_joined(w, at->side);
}

/* Returns true if the method of the bodies has a sweep of its own, without the rows (layers/layers.h): terms are not told apart there. */
static bool is_swept_whole(const WeirWater *w) {
  const FlowBodies *const bodies = flow_bodies(w);
  return bodies && bodies->sweep;
}

/* Writes the terms of the faces that bodies cut, over those of the rows. */
static void bodies_terms(const WeirWater *w, const FlowStep *step, int i, int k, FlowTerms of_face[AROUND]) {
  const FlowBodies *const bodies = flow_bodies(w);
  for (int face = 0; bodies && bodies->face_terms && face < AROUND; face++) {
    const FacePlace at = face_place(w, i, k, face);
    if (!at.at_side) bodies->face_terms(w, step, at.i, at.k, at.axis, &of_face[face]);
  }
}

/* --- within a step --------------------------------------------------------------------------------------------------- */

void watch_begin_step(WeirWater *w) {
  FlowWatch *const watch = w->flow.watch;
  watch->result = (WatchResult){.seconds = 0.0};
  if (w->solver != WEIR_MEMBRANE) velocity_of(w, watch->i, watch->k, watch->start);
}

void watch_before_sweep(WeirWater *w, const FlowStep *step, const FlowState *from) {
  FlowWatch *const watch = w->flow.watch;
  patch_copy(&watch->patch, w, step, from, watch->i, watch->k);
}

void watch_after_sweep(WeirWater *w) {
  FlowWatch *const watch = w->flow.watch;
  const Patch *const patch = &watch->patch;
  const bool whole = is_swept_whole(w);
  cell_terms(w, patch, watch->of_face);
  bodies_terms(w, &patch->step, watch->i, watch->k, watch->of_face);
  for (int face = 0; face < AROUND; face++) {
    const FacePlace at = face_place(w, watch->i, watch->k, face);
    FlowTerms *const terms = &watch->of_face[face];
    watch->swept[face] = speed_at(w, &at);
    const double change = (double)watch->swept[face] - (double)patch_speed(patch, face);
    if (whole || side_decides(w, &at)) *terms = (FlowTerms){.other = change};
    /* of a joined side's face, bodies leave a part open, which boundary/flow_sides.c finds the speed of */
    if (at.at_side && side_is_joined(w, at.side) && flow_bodies(w)) terms->body += change - sum_of(terms);
  }
}

void watch_end_substep(WeirWater *w, float dt) {
  FlowWatch *const watch = w->flow.watch;
  double now[WATCH_AXES];
  for (int face = 0; face < AROUND; face++) { /* a sponge holds back what the sweep has left */
    const FacePlace at = face_place(w, watch->i, watch->k, face);
    watch->of_face[face].other += (double)speed_at(w, &at) - (double)watch->swept[face];
  }
  result_add(&watch->result, watch->of_face);
  velocity_of(w, watch->i, watch->k, now);
  for (int axis = 0; axis < WATCH_AXES; axis++) watch->result.change[axis] = now[axis] - watch->start[axis];
  watch->result.seconds += (double)dt;
}

void watch_sleep(WeirWater *w, const FlowStep *step, float dt) {
  const FlowState now = {w->depth, w->flow.speed_x, w->flow.speed_z, w->flow.discharge_x, w->flow.discharge_z, w->dye.amount};
  watch_before_sweep(w, step, &now);
  watch_after_sweep(w);
  watch_end_substep(w, dt);
}

WatchResult watch_predicted(const WeirWater *w, const FlowStep *step, int i, int k) {
  const FlowState now = {w->depth, w->flow.speed_x, w->flow.speed_z, w->flow.discharge_x, w->flow.discharge_z, w->dye.amount};
  WatchResult result = {.seconds = (double)(step->dt_over_dx * w->cell)};
  FlowTerms of_face[AROUND];
  Patch patch;
  if (is_swept_whole(w)) return result;
  patch_copy(&patch, w, step, &now, i, k);
  cell_terms(w, &patch, of_face);
  bodies_terms(w, step, i, k, of_face);
  for (int face = 0; face < AROUND; face++) {
    const FacePlace at = face_place(w, i, k, face);
    if (side_decides(w, &at)) of_face[face] = (FlowTerms){.other = 0.0};
  }
  result_add(&result, of_face);
  for (int axis = 0; axis < WATCH_AXES; axis++) result.change[axis] = sum_of(&result.terms[axis]);
  return result;
}
