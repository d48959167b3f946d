#include "weir/boundary/open.h"

#include <math.h>

#include "weir/boundary/driving.h"
#include "weir/boundary/sides.h"
#include "weir/boundary/tuned.h"

void open_before_substep(WeirWater *w, WeirSide side) {
  const Walk walk = walk_of(w, side);
  const Field *const speed = side_faces_x(side) ? &w->flow.speed_x : &w->flow.speed_z;
  SideFlow *const flow_side = &w->boundary.flow[side];
  for (int n = 0; n < walk.count; n++) {
    const ptrdiff_t face = walk.first + n * walk.next + walk.face;
    flow_side->due[n] = w->depth.cells[walk.first + n * walk.next];
    flow_side->speed[n] = speed->cells[face];
    flow_side->inner[n] = speed->cells[face - walk.out];
    flow_side->mean[n] = w->boundary.mean_speed[side][n];
  }
}

/* m/s: the speed of waves on water whose surface stands at `surface` above `bed`. */
static float wave_speed(const WeirWater *w, float surface, float bed) {
  return sqrtf(w->tuning.gravity * max_float(surface - bed, 0.0f));
}

/* A simple wave that has changed 2*sqrt(g*d) by `change` has changed the velocity by as much; in pipes, which carry no
 * momentum along, by less, to second order in its height: dd/du = d/c becomes (c + u/2)/g. */
static float simple_wave(const WeirWater *w, float change, float c) {
  if (w->solver != WEIR_PIPE || !(c > 0.0f)) return change;
  return change / max_float(1.0f + 0.25f * change / c, 0.5f);
}

/* --- the incident wave ----------------------------------------------------------------------------------------------- */

/* The incident wave at a face at one time. A plain value. */
typedef struct Wave {
  float c;  /* m/s: sqrt(g*d) under the wave alone */
  float in; /* m/s: its velocity, positive inwards */
} Wave;

static Wave wave_at(const WeirWater *w, WeirSide side, float bed, float rest, double t) {
  const float c_rest = wave_speed(w, rest, bed);
  if (w->boundary.sides[side].kind != WEIR_WAVE) return (Wave){c_rest, 0.0f};
  const float c = wave_speed(w, driving_level(w, side, t), bed);
  return (Wave){c, simple_wave(w, 2.0f * (c - c_rest), c_rest)};
}

Incident incident_displacements(const WeirWater *w, WeirSide side, float dt) {
  const float rest = driving_rest_level(w, side);
  const double t = w->clock.time, on = t + (double)dt,
               late = w->tuning.wave_speed > 0.0f ? (double)w->cell / (double)w->tuning.wave_speed : 0.0;
  return (Incident){driving_level(w, side, t - late) - rest, driving_level(w, side, on - late) - rest, driving_level(w, side, t) - rest,
                    driving_level(w, side, on) - rest};
}

/* --- the face -------------------------------------------------------------------------------------------------------- */

/* U after the substep. While water flows in on a bed that falls inwards, U does not follow it further and decays. */
static float mean_after(float mean, float gradient, float speed, float decay_time, float dt) {
  const bool spring = speed < 0.0f && isfinite(decay_time);
  const float follow = spring && gradient < 0.0f ? 0.0f : 1.0f, decay = spring ? -speed * dt / (dt + decay_time) : 0.0f;
  return clamp_float(mean + follow * dt / (dt + OPEN_MEMORY) * gradient + decay, -1e4f, 1e4f);
}

OpenFace open_face(const WeirWater *w, WeirSide side, int n, float inner, float dt) {
  const SideFlow *const flow_side = &w->boundary.flow[side];
  const Walk walk = walk_of(w, side);
  const ptrdiff_t at = walk.first + n * walk.next;
  const float depth = flow_side->due[n], speed_cap = w->cell / (2.0f * dt), bed = w->terrain.cells[at];
  if (!(depth > DEPTH_TINY)) return (OpenFace){0.0f, flow_side->mean[n], 0.0f};
  const bool wave = w->boundary.sides[side].kind == WEIR_WAVE;
  const float rest = wave ? driving_rest_level(w, side) : w->boundary.held[side][n];
  const float c = sqrtf(w->tuning.gravity * depth);
  const double t = w->clock.time, on = t + (double)dt, late = (double)(w->cell / max_float(c, 1e-3f));
  const Wave before = wave_at(w, side, bed, rest, t), now = wave_at(w, side, bed, rest, on);
  const Wave inner_before = wave ? wave_at(w, side, bed, rest, t - late) : before;
  const Wave inner_now = wave ? wave_at(w, side, bed, rest, on - late) : now;

  /* velocities outwards, without the wave that comes in */
  const float u_in = walk.sign * inner + inner_now.in, u_in_before = walk.sign * flow_side->inner[n] + inner_before.in;
  const float u_before = walk.sign * flow_side->speed[n] + before.in;
  const float courant = min_float((c + max_float(u_in, 0.0f)) * dt / w->cell, 1.0f);
  const float carried = u_in_before + (courant - 1.0f) / (courant + 1.0f) * (u_in - u_before);

  const float free = flow_side->mean[n] + simple_wave(w, 2.0f * (c - now.c), c);
  const float held = min_float(free, max_float(c, u_in));       /* through a dry side no faster than critical, unless the flow is */
  const float bound = clamp_float(1.0f - u_in / c, 0.0f, 1.0f); /* faster than waves nothing comes in from outside */
  /* over which a bed that falls inwards falls by the depth of the water; without bounds where it does not */
  const float *const inwards = w->terrain.cells + at;
  const float fall = max_float(inwards[0] - inwards[-walk.out], 0.5f * (inwards[0] - inwards[-2 * walk.out]));
  const float length = fall > 0.0f ? depth * w->cell / fall : INFINITY;
  const float cells = clamp_float(OPEN_RELAX_SLOPE * length / w->cell, 1.0f, OPEN_RELAX_CELLS);
  const float relaxation = bound * dt / (dt + cells * w->cell / c);
  const float u = carried + relaxation * (held - carried);
  const float out = clamp_float(u - now.in, -min_float(wave ? 2.0f * max_float(c, now.c) : c, speed_cap), speed_cap);
  const float mean = wave ? 0.0f : mean_after(flow_side->mean[n], (carried - u) / courant, out, OPEN_LENGTHS * length / c, dt);
  return (OpenFace){walk.sign * out, mean, relaxation};
}
