/* Goals: what a scene's file asks of a person, looked at ten times a second; met or missed, it stays so until the scene starts again. */
#include <math.h>

#include "base/hash.h"
#include "base/maths.h"
#include "world/story/story.h"

enum { LOOKS = 9 /* places along each side of a rectangle */ };

static const double look_every = 0.1; /* s */

/* m: finds the greatest depth and the mean level in the goal's rectangle. */
static void look(const World *world, const SceneGoal *goal, float *deepest, float *level) {
  float sum = 0;
  *deepest = 0;
  for (int k = 0; k < LOOKS; k++)
    for (int i = 0; i < LOOKS; i++) {
      const float u = ((float)i + 0.5f) / LOOKS, v = ((float)k + 0.5f) / LOOKS;
      const float x = (goal->x0 + u * (goal->x1 - goal->x0)) * (float)world->nx * world->cell;
      const float z = (goal->z0 + v * (goal->z1 - goal->z0)) * (float)world->nz * world->cell;
      *deepest = maths_maxf(*deepest, weir_water_depth_at(world->water, x, z));
      sum += weir_water_surface_at(world->water, x, z);
    }
  *level = sum / (LOOKS * LOOKS);
}

/* Returns true if a body of the kind has come into the rectangle. One that was dropped there counts once it has been elsewhere. */
static bool body_came(World *world, const SceneGoal *goal) {
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  bool came = false;
  for (int n = 0; n < world->body_count; n++) {
    Body *const body = &world->bodies[n];
    const float x = body->position[0] / wide, z = body->position[2] / deep;
    const bool inside = x >= goal->x0 && x <= goal->x1 && z >= goal->z0 && z <= goal->z1;
    body->was_away = body->was_away || !inside;
    came = came || (body->kind == goal->body && inside && body->was_away);
  }
  return came;
}

/* Rounds a minute of the fastest water wheel. */
static float fastest_wheel(const World *world) {
  float most = 0;
  for (int n = 0; n < world->machine_count; n++)
    if (world->machines[n].kind == MACHINE_WHEEL) most = maths_maxf(most, wheel_rounds_a_minute(&world->machines[n].is.wheel));
  return most;
}

/* m: by how much the mean level of the rectangle has gone up and down since the span began, which is when it was last too restless. */
static float restlessness(GoalState *state, float level) {
  if (state->held_s <= 0) state->low = state->high = level;
  state->low = maths_minf(state->low, level);
  state->high = maths_maxf(state->high, level);
  return state->high - state->low;
}

/* Returns true if the goal's condition holds now. */
static bool is_so(World *world, const SceneGoal *goal) {
  float *const seen = &world->goal.seen, deepest = 0, level = 0;
  if (goal->kind == GOAL_DRY || goal->kind == GOAL_FILL || goal->kind == GOAL_SHELTER) look(world, goal, &deepest, &level);
  switch (goal->kind) {
    case GOAL_DRY: return (*seen = deepest) <= goal->value;
    case GOAL_FILL: return (*seen = level) >= goal->value;
    case GOAL_SHELTER: return (*seen = restlessness(&world->goal, level)) <= goal->value;
    case GOAL_SPIN: return (*seen = fastest_wheel(world)) >= goal->value;
    case GOAL_BRING: return body_came(world, goal);
    case GOAL_NONE: break;
  }
  return false;
}

void goal_step(World *world) {
  const SceneGoal *const goal = &world->scene.goal;
  GoalState *const state = &world->goal;
  if (goal->kind == GOAL_NONE || state->met || state->missed || world->time < state->next_look) return;
  const double since = world->time - state->last_look;
  state->next_look = world->time + look_every;
  state->last_look = world->time;
  /* A place is to be kept dry from the flood on, which the release of the dam or a disaster is; all else counts from the start. */
  if (goal->kind == GOAL_DRY && world->flood_at < 0) return;
  if (is_so(world, goal)) {
    state->held_s += since;
    state->met = state->held_s >= (double)goal->seconds;
  } else {
    state->held_s = 0;
    state->missed = goal->kind == GOAL_DRY;
  }
}

uint64_t story_hash(const World *world, uint64_t hash) {
  const Disasters *d = &world->disasters;
  const double times[] = {d->cloudburst_at, d->quake_at, world->goal.held_s};
  const bool any = d->cloudburst || d->quake || world->goal.held_s > 0 || world->goal.missed;
  if (d->wave_sides) hash = hash_bytes(hash, &d->wave_at, sizeof d->wave_at);
  return any ? hash_bytes(hash, times, sizeof times) : hash;
}
