/* The keys of [machines]. */
#include "world/scene/reading.h"

static bool are_shares(const float *v, int count) {
  for (int n = 0; n < count; n++)
    if (v[n] < 0 || v[n] > 1) return false;
  return true;
}

static bool read_gate(Reading *r, const float *v, const char *text) {
  (void)text;
  if (reading_list_full(r, r->scene->gate_count, SCENE_MACHINES)) return false;
  r->scene->gates[r->scene->gate_count++] = (SceneGate){v[0], v[1], v[2], v[3], v[4], v[5], v[6]};
  return are_shares(v, 4) && v[5] >= 0.1f && v[5] <= 50 && v[6] >= 0;
}

static bool read_pump(Reading *r, const float *v, const char *text) {
  (void)text;
  if (reading_list_full(r, r->scene->pump_count, SCENE_MACHINES)) return false;
  r->scene->pumps[r->scene->pump_count++] = (ScenePump){v[0], v[1], v[2], v[3], v[4], v[5]};
  return are_shares(v, 4) && v[4] > 0 && v[4] <= 1000 && v[5] >= 0;
}

static const SceneKey keys[] = {
    {"machines", "gate", 7, -10000, 10000,
     "x0 z0 x1 z1 (shares), a level in metres, thickness in metres, 0.1 to 50, opening in metres, 0 to 10000", read_gate, true},
    {"machines", "pump", 6, 0, 10000, "x0 z0 x1 z1 (shares: from, to), radius in m, above 0 to 1000, m3/s, 0 to 10000", read_pump, true},
};

const SceneKeys scene_machine_keys = {keys, sizeof keys / sizeof *keys};
