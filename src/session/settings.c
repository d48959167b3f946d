#include "session/settings.h"

Settings settings_of(const World *world) {
  return (Settings){world->params, weir_water_solver(world->water), world->liquid, world->sides};
}

void settings_send(const Settings *settings, World *world) {
  int count;
  const ParamInfo *infos = params_table(&count);
  for (int n = 0; n < count; n++) {
    const float wanted = params_get(&settings->params, &infos[n]);
    if (wanted == params_get(&world->params, &infos[n])) continue;
    world_command(world, &(Command){.kind = COMMAND_PARAM, .param = {.index = n, .value = wanted}});
  }
  if (settings->solver != weir_water_solver(world->water))
    world_command(world, &(Command){.kind = COMMAND_SOLVER, .solver = settings->solver});
  if (settings->liquid != world->liquid) world_command(world, &(Command){.kind = COMMAND_LIQUID, .liquid = settings->liquid});
  if (settings->boundary != world->sides) world_command(world, &(Command){.kind = COMMAND_SIDES, .sides = settings->boundary});
}
