/* The rules of a scene, by which its machines act on their own. After each tick every rule measures what it watches; one whose time has
 * come acts once, by the function that applies commands, of which recorders do not hear: they hear the person's alone, and a world that is
 * played again has its rules act again. How far a rule has come is a part of the world's state.
 *
 *   RULE_WHEN    begins to hold beyond `limit` and holds as far as `until`; acts when it has held for `seconds`, and again only after it
 *                has ceased to hold
 *   RULE_EVERY   acts each `seconds`
 *   RULE_AFTER   acts once, after `seconds`
 *
 * A person's command on a machine acts at once, and no rule takes it back before its own time comes again. */
#include "base/hash.h"
#include "base/maths.h"
#include "world/gauges.h"
#include "world/world_private.h"

#define TIMES_MAX 1000000000 /* of firing that are counted */

/* Returns half a tick: times within it of each other are the same time, for sums of ticks are rounded. */
static double half_tick(const World *world) {
  return 0.5 * (double)world->params.tick;
}

/* --- what is watched --------------------------------------------------------------------------------------------------------------- */

static float line_flow(const World *world, const SceneLine *line) {
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  const GaugeLine way = {{line->x0 * wide, line->z0 * deep}, {line->x1 * wide, line->z1 * deep}};
  return (float)gauge_flow(world->water, &way);
}

static float measure(const World *world, const SceneRule *rule) {
  const SceneGauge *const gauge = &world->scene.gauges[rule->place];
  const float x = gauge->x * (float)world->nx * world->cell, z = gauge->z * (float)world->nz * world->cell;
  switch (rule->quantity) {
    case RULE_LEVEL: return weir_water_surface_at(world->water, x, z);
    case RULE_DEPTH: return weir_water_depth_at(world->water, x, z);
    case RULE_SPEED: {
      const WeirSample at = weir_water_sample(world->water, x, z);
      return maths_hypotf(at.velocity[0], at.velocity[2]);
    }
    case RULE_FLOW: return line_flow(world, &world->scene.lines[rule->place]);
    case RULE_TIME: return (float)world->time;
    case RULE_QUANTITY_COUNT: break;
  }
  return 0;
}

/* Notes whether the condition holds, and since when. */
static void look(const World *world, const SceneRule *rule, RuleState *state) {
  state->value = measure(world, rule);
  const float limit = state->holds ? rule->until : rule->limit;
  const bool holds = rule->below ? state->value < limit : state->value > limit;
  if (holds && !state->holds) state->since = world->time, state->fired = false;
  state->holds = holds;
}

/* Returns true if the rule acts in this tick. */
static bool is_due(const World *world, const SceneRule *rule, RuleState *state) {
  const double soon = world->time + half_tick(world);
  if (rule->kind == RULE_WHEN) {
    look(world, rule, state);
    return state->holds && !state->fired && soon - state->since >= (double)rule->seconds;
  }
  const bool due = soon >= state->next && !(rule->kind == RULE_AFTER && state->fired);
  if (due && rule->kind == RULE_EVERY) state->next += (double)rule->seconds;
  if (due && rule->kind == RULE_AFTER) state->holds = true;
  state->value = (float)maths_max(state->next - world->time, 0);
  return due;
}

/* --- what is done ------------------------------------------------------------------------------------------------------------------ */

/* The command and the kind of machine of an action. */
static const struct {
  CommandKind command;
  MachineKind machine; /* MACHINE_KIND_COUNT: none */
} actions[RULE_ACTION_COUNT] = {
    [RULE_GATE] = {COMMAND_GATE, MACHINE_GATE},
    [RULE_PUMP] = {COMMAND_PUMP, MACHINE_PUMP},
    [RULE_BRAKE] = {COMMAND_BRAKE, MACHINE_WHEEL},
    [RULE_DAM] = {COMMAND_RELEASE_DAM, MACHINE_KIND_COUNT},
    [RULE_CLOUDBURST] = {COMMAND_CLOUDBURST, MACHINE_KIND_COUNT},
};

/* Reads what a rule's machine is set to, in the unit of the rule's value. Returns false if the machine is gone. */
static bool read_setting(World *world, const SceneRule *rule, float *setting) {
  const MachineKind kind = actions[rule->action].machine;
  const int which = kind == MACHINE_KIND_COUNT ? -1 : machines_numbered(world, kind, rule->machine);
  if (which < 0) return false;
  const WorldMachine *const machine = machines_find(world, kind, &(MachineSet){.which = which});
  if (kind == MACHINE_GATE) *setting = machine->is.gate.wanted;
  if (kind == MACHINE_WHEEL) *setting = machine->is.wheel.brake;
  if (kind == MACHINE_PUMP) *setting = machine->is.pump.on ? machine->is.pump.rate : 0;
  return true;
}

/* Applies a rule's command with a value of its machine; nothing where the machine is gone. */
static void act(World *world, const SceneRule *rule, float value) {
  const MachineKind kind = actions[rule->action].machine;
  Command command = {.kind = actions[rule->action].command};
  if (kind != MACHINE_KIND_COUNT) {
    command.machine = (MachineSet){.which = machines_numbered(world, kind, rule->machine), .value = value};
    if (command.machine.which < 0) return;
  }
  command_apply(world, &command);
}

static void fire(World *world, const SceneRule *rule, RuleState *state) {
  float before = 0;
  state->fired = true;
  state->fired_at = world->time;
  if (state->times < TIMES_MAX) state->times++;
  const bool has_machine = read_setting(world, rule, &before);
  if (state->lasts && before == state->made) before = state->before; /* it fires again before it has gone back */
  act(world, rule, rule->value);
  state->lasts = has_machine && rule->lasts > 0;
  if (!state->lasts) return;
  state->before = before;
  read_setting(world, rule, &state->made);
  state->back_at = world->time + (double)rule->lasts;
}

/* Sets a machine back whose rule has lasted, unless it was set otherwise since. */
static void go_back(World *world, const SceneRule *rule, RuleState *state) {
  float setting = 0;
  if (!state->lasts || world->time + half_tick(world) < state->back_at) return;
  state->lasts = false;
  if (read_setting(world, rule, &setting) && setting == state->made) act(world, rule, state->before);
}

void rules_begin(World *world) {
  for (int n = 0; n < world->scene.rule_count; n++)
    world->rules[n] = (RuleState){.fired_at = -1, .next = (double)world->scene.rules[n].seconds};
}

void rules_step(World *world) {
  for (int n = 0; n < world->scene.rule_count; n++) {
    const SceneRule *const rule = &world->scene.rules[n];
    RuleState *const state = &world->rules[n];
    go_back(world, rule, state);
    if (is_due(world, rule, state)) fire(world, rule, state);
  }
}

uint64_t rules_hash(const World *world, uint64_t hash) {
  for (int n = 0; n < world->scene.rule_count; n++) {
    const RuleState *const s = &world->rules[n];
    const double times[] = {s->since, s->next, s->fired_at, s->back_at};
    const float numbers[] = {s->value, s->before, s->made};
    const int flags[] = {s->holds, s->fired, s->lasts, s->times};
    hash = hash_bytes(hash_bytes(hash, times, sizeof times), numbers, sizeof numbers);
    hash = hash_bytes(hash, flags, sizeof flags);
  }
  return hash;
}
