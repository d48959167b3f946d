#include "session/twin.h"

#include "base/memory.h"
#include "world/state/state.h"

/* The second world, and how it hears the first. */
struct Twin {
  World *of, *world;
  TwinHow how;
  int waiting; /* commands that waited when the copy was made: it has them already */
};

static void hear(void *user, int64_t tick, const Command *command) {
  Twin *const twin = user;
  (void)tick;
  if (twin->waiting > 0) {
    twin->waiting--;
    return;
  }
  const TwinHow *const how = &twin->how; /* what the two differ in is not set by the first one's commands */
  if (command->kind == COMMAND_SOLVER && how->solver_differs) return;
  if (command->kind == COMMAND_PARAM && how->param_differs && command->param.index == how->param) return;
  world_command(twin->world, command);
}

static World *copy_of(const World *world, int threads, Error *error) {
  StateBytes state = {0};
  if (!world_state_copy(world, &state)) return error_set(error, "not enough memory for a second world"), NULL;
  World *const copy = world_state_read(state.bytes, state.size, threads, error);
  memory_free(state.bytes);
  return copy;
}

static void send_own(Twin *twin) {
  const TwinHow *const how = &twin->how;
  if (how->solver_differs) world_command(twin->world, &(Command){.kind = COMMAND_SOLVER, .solver = how->solver});
  if (how->param_differs)
    world_command(twin->world, &(Command){.kind = COMMAND_PARAM, .param = {.index = how->param, .value = how->value}});
}

Twin *twin_create(World *of, World *other, const TwinHow *how, int threads, Error *error) {
  Twin *const twin = memory_create(1, sizeof *twin);
  if (!twin) error_set(error, "not enough memory for a second world");
  World *const world = !twin ? NULL : other ? other : copy_of(of, threads, error);
  if (!world) {
    world_destroy(other);
    memory_free(twin);
    return NULL;
  }
  *twin = (Twin){.of = of, .world = world, .how = *how, .waiting = other ? 0 : world_commands_waiting(of)};
  if (world_listen(of, (CommandListener){hear, twin})) {
    send_own(twin);
    if (other) world_let_go(world); /* no hand has what was held in another future */
    return twin;
  }
  error_set(error, "side by side: too much listens to this world already");
  world_destroy(world);
  memory_free(twin);
  return NULL;
}

void twin_destroy(Twin *twin) {
  if (!twin) return;
  world_listen_no_more(twin->of, twin);
  world_destroy(twin->world);
  memory_free(twin);
}

World *twin_world(Twin *twin) {
  return twin->world;
}

void twin_differ(Twin *twin, const TwinHow *how) {
  const TwinHow before = twin->how;
  int count;
  const ParamInfo *const infos = params_table(&count);
  if (before.solver_differs && !how->solver_differs)
    world_command(twin->world, &(Command){.kind = COMMAND_SOLVER, .solver = weir_water_solver(twin->of->water)});
  if (before.param_differs && !(how->param_differs && before.param == how->param))
    world_command(twin->world, &(Command){.kind = COMMAND_PARAM,
                                          .param = {.index = before.param, .value = params_get(&twin->of->params, &infos[before.param])}});
  twin->how = *how;
  send_own(twin);
}

void twin_step(Twin *twin) {
  world_step(twin->world);
}
