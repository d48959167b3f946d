/* The keys of [machines]. */
#include <math.h>

#include "scene/reading.h"

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

static bool read_wheel(Reading *r, const float *v, const char *text) {
  (void)text;
  if (reading_list_full(r, r->scene->wheel_count, SCENE_MACHINES)) return false;
  const int paddles = (int)v[6];
  r->scene->wheels[r->scene->wheel_count++] = (SceneWheel){v[0], v[1], v[2], v[3], v[4], v[5], paddles, v[7]};
  return are_shares(v, 2) && fabsf(v[2]) <= 10000 && v[3] >= 0.2f && v[3] <= 50 && v[4] >= 0.2f && v[4] <= 50 && fabsf(v[5]) <= 360 &&
         (float)paddles == v[6] && paddles >= WHEEL_PADDLES_MIN && paddles <= WHEEL_PADDLES_MAX && v[7] >= 0;
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
    {"machines", "wheel", 8, -1e8f, 1e8f,
     "x z (shares), level of the axle in metres, radius and width in metres, 0.2 to 50, yaw in degrees (0: for a stream along x), 4 to 24 "
     "paddles, brake in N m, 0 to 1e8",
     read_wheel, true},
    {"machines", "pump", 6, 0, 10000, "x0 z0 x1 z1 (shares: from, to), radius in m, above 0 to 1000, m3/s, 0 to 10000", read_pump, true},
};

const SceneKeys scene_machine_keys = {keys, sizeof keys / sizeof *keys};
