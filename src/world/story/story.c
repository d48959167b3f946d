/* The events of a scene beside its own course. Disasters: a cloudburst, a wave from the sea (or down the river), an earthquake that tilts
 * the ground. Each runs its course by the world's own time, and leaves parameters and boundaries as they were. Goals: what a scene's file
 * asks of a person, looked at ten times a second; met or missed, it stays so until the scene starts again. */
#include <string.h>

#include "base/hash.h"
#include "base/maths.h"
#include "world/world_private.h"

#define CLOUDBURST_SECONDS 20.0  /* s */
#define CLOUDBURST_RAIN 12000.0f /* mm/h: 67 mm in all, what a mountain stream gathers into a flood */
#define WAVE_SECONDS 10.0        /* s, from the sea at rest to the sea at rest */
#define WAVE_HEIGHT 1.5f         /* m, where the command states none */
#define WAVE_FLOOD 3.0f          /* times the discharge of a side with inflow, at the wave's top */
#define QUAKE_SECONDS 7.0        /* s */
#define QUAKE_PERIOD 2.2f        /* s */
#define QUAKE_ACCELERATION 0.13f /* of gravity, to the side: the ground tilts by 7 degrees */
#define QUAKE_DIRECTION 0.7f     /* rad: of its direction from east to south */
#define ALL_OF_IT 40.0f          /* of the extent: radius of a brush whose weight is 1 to a thousandth over the whole grid */

/* 0 at the start and end of what lasts from `since` on, 1 in between. */
static float envelope(double now, double since, double lasts) {
  const double share = (now - since) / lasts;
  if (!(share > 0) || !(share < 1)) return 0;
  const double edge = maths_min(maths_min(share, 1 - share) * 5, 1);
  return (float)(edge * edge * (3 - 2 * edge));
}

float disaster_rain(const World *world) {
  const Disasters *d = &world->disasters;
  return d->cloudburst ? CLOUDBURST_RAIN * envelope(world->time, d->cloudburst_at, CLOUDBURST_SECONDS) : 0;
}

/* --- a wave from the sea ------------------------------------------------------------------------------------------------- */

enum { WAVE_POINTS = 25 };

bool world_side_has_sea(WeirEdge kind) {
  return kind == WEIR_LEVEL || kind == WEIR_WAVE || kind == WEIR_SEA || kind == WEIR_INFLOW;
}

/* Gives the side the series that its scene has for it, or none. Returns false if memory runs out, or it has one that no such side can have. */
static bool side_series_set(World *world, WeirSide side, WeirError *error) {
  const SceneSeries *const series = &world->scene.series[side];
  double times[SCENE_SERIES];
  float values[SCENE_SERIES];
  for (int n = 0; n < series->count; n++) times[n] = series->points[n].time, values[n] = series->points[n].value;
  return weir_water_set_series(world->water, side, times, values, series->count, error);
}

bool disasters_create(World *world, Error *error) {
  static const char *const sides[] = {"west", "east", "north", "south"}; /* by WeirSide */
  WeirError reason;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    const bool sea = world_side_has_sea(weir_water_boundary(world->water, (WeirSide)side).kind);
    if (!sea && (world->scene.series[side].count == 0 || world->sides != WORLD_OWN_SIDES)) continue;
    if (!side_series_set(world, (WeirSide)side, &reason))
      return error_set(error, "%s: %s_series: %s", world->scene.name, sides[side], reason.text);
  }
  return true;
}

void sides_follow_series(World *world) {
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (world->scene.series[side].count > 0) side_series_set(world, (WeirSide)side, NULL);
}

/* Drives one side by the wave: its level, or its discharge, rises as sin^2 and falls again. */
static bool wave_side(World *world, WeirSide side, float height) {
  const WeirBoundary b = weir_water_boundary(world->water, side);
  double times[WAVE_POINTS];
  float values[WAVE_POINTS];
  for (int n = 0; n < WAVE_POINTS; n++) {
    const float share = (float)n / (WAVE_POINTS - 1), s = maths_sinf(3.14159265f * share), rise = s * s;
    times[n] = world->time + WAVE_SECONDS * (double)share;
    values[n] = height * rise;
    if (b.kind == WEIR_LEVEL || b.kind == WEIR_SEA) values[n] += b.level;
    if (b.kind == WEIR_INFLOW) values[n] = b.discharge * (1 + (WAVE_FLOOD - 1) * rise);
  }
  return world_side_has_sea(b.kind) && weir_water_set_series(world->water, side, times, values, WAVE_POINTS, NULL);
}

void disaster_step(World *world, float dt) {
  Disasters *d = &world->disasters;
  memset(d->acceleration, 0, sizeof d->acceleration);
  if (d->wave_sides && world->time - d->wave_at > WAVE_SECONDS) {
    /* The sides are again as their scene has them: with the wave's series they would keep the bed beyond as high as the wave was. */
    for (int side = 0; side < WEIR_SIDE_COUNT; side++)
      if (d->wave_sides >> side & 1) side_series_set(world, (WeirSide)side, NULL);
    d->wave_sides = 0;
  }
  if (!d->quake) return;
  const float strength = envelope(world->time, d->quake_at, QUAKE_SECONDS), since = (float)(world->time - d->quake_at);
  const float pull = QUAKE_ACCELERATION * world->params.gravity * strength * maths_sinf(6.2831853f * since / QUAKE_PERIOD);
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  d->quake = (double)since < QUAKE_SECONDS;
  d->acceleration[0] = pull * maths_cosf(QUAKE_DIRECTION), d->acceleration[1] = pull * maths_sinf(QUAKE_DIRECTION);
  if (weir_water_solver(world->water) != WEIR_MEMBRANE) {
    weir_water_impulse(world->water, 0.5f * wide, 0.5f * deep, ALL_OF_IT * maths_maxf(wide, deep), d->acceleration[0] * dt,
                       d->acceleration[1] * dt);
    return;
  }
  /* The membrane knows no velocities: its surface is tilted instead, down on one side and up on the other. */
  const float radius = 0.5f * maths_maxf(wide, deep), by = 0.1f * pull * dt;
  weir_water_disturb(world->water, 0.25f * wide, 0.5f * deep, radius, by);
  weir_water_disturb(world->water, 0.75f * wide, 0.5f * deep, radius, -by);
}

void disaster_begin(World *world, const Command *command) {
  Disasters *d = &world->disasters;
  if (command->kind == COMMAND_CLOUDBURST) d->cloudburst = true, d->cloudburst_at = world->time;
  if (command->kind == COMMAND_QUAKE) d->quake = true, d->quake_at = world->time;
  if (command->kind != COMMAND_SEA_WAVE || d->wave_sides) return; /* a second wave would begin with a step of the sea's level */
  d->wave_at = world->time;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++)
    if (wave_side(world, (WeirSide)side, command->height > 0 ? maths_minf(command->height, 20) : WAVE_HEIGHT)) d->wave_sides |= 1u << side;
}

/* --- goals ---------------------------------------------------------------------------------------------------------------- */

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
