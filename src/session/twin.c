#include "session/twin.h"

#include <math.h>

#include "base/memory.h"
#include "world/state/state.h"

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

/* --- how two waters differ ----------------------------------------------------------------------------------------------------------- */

static const float wet_m = 1e-3f; /* below this a film of water counts as none */

/* Both lists ascend by serial. */
static double bodies_apart(const DifferenceSide sides[2]) {
  double most = 0;
  for (int n = 0, other = 0; n < sides[0].body_count; n++) {
    const Body *const body = &sides[0].bodies[n];
    while (other < sides[1].body_count && sides[1].bodies[other].serial < body->serial) other++;
    if (other == sides[1].body_count) break;
    if (sides[1].bodies[other].serial != body->serial) continue;
    const float *const a = body->position, *const b = sides[1].bodies[other].position;
    const double x = (double)(a[0] - b[0]), y = (double)(a[1] - b[1]), z = (double)(a[2] - b[2]);
    most = fmax(most, sqrt(x * x + y * y + z * z));
  }
  return most;
}

/* Writes how far the second surface is above the first one. Returns false if both are dry. */
static bool surface_apart(const DifferenceSide sides[2], int i, int k, float *apart) {
  float ground[2], depth[2];
  for (int n = 0; n < 2; n++) {
    ground[n] = sides[n].ground[k * sides[n].ground_stride + i];
    depth[n] = sides[n].depth[k * sides[n].depth_stride + i];
  }
  const bool wet[2] = {depth[0] >= wet_m, depth[1] >= wet_m};
  *apart = wet[0] && wet[1] ? (ground[1] + depth[1]) - (ground[0] + depth[0]) : wet[0] ? -depth[0] : wet[1] ? depth[1] : 0;
  return wet[0] || wet[1];
}

Difference difference_of(const DifferenceSide sides[2], int nx, int nz, float cell, float *field) {
  Difference d = {.bodies = bodies_apart(sides)};
  double sum = 0;
  int64_t count = 0;
  for (int k = 0; k < nz; k++)
    for (int i = 0; i < nx; i++) {
      float above;
      const bool wet = surface_apart(sides, i, k, &above);
      const double apart = fabs((double)above);
      if (field) field[(size_t)k * (size_t)nx + (size_t)i] = above;
      if (!wet) continue;
      sum += apart * apart;
      count++;
      if (apart <= d.largest) continue;
      d.largest = apart;
      d.x = ((float)i + 0.5f) * cell, d.z = ((float)k + 0.5f) * cell;
    }
  d.mean = count > 0 ? sqrt(sum / (double)count) : 0;
  return d;
}
