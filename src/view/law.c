/* Laws of steady and unsteady flow in a channel of rectangular section without losses. All are per metre of width; g is gravity, h a depth,
 * u a speed, q = h u a discharge.
 *
 *   weir          q = (2/3)^(3/2) g^(1/2) H^(3/2), H = level - crest + u^2/2g     critical flow on the crest (Henderson 1966, 6.6)
 *   sluice        q = Cd a (2 g h1)^(1/2), Cd = Cc/(1 + Cc a/h1)^(1/2), Cc = 0.611   opening a, free outflow (Henderson 1966, 6.7)
 *   jump          h2/h1 = ((1 + 8 F1^2)^(1/2) - 1)/2, F1 = u1/(g h1)^(1/2)         (Belanger 1841; Henderson 1966, 3.3)
 *   contraction   h2 + q2^2/(2 g h2^2) = E, E = h1 + u1^2/2g, q2 = h1 u1/share     E is the same in the throat (Henderson 1966, 2.5);
 *                 h2 = 2/3 E where the throat lets no more through
 *   bore          c = (g h2 (h1 + h2)/(2 h1))^(1/2)                                continuity and momentum (Henderson 1966, 3.6)
 *   dam           q = 8/27 h0 (g h0)^(1/2)                                         a dry bed behind the dam (Ritter 1892) */
#include "view/law.h"

#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "world/gauges.h"

static const double mean_s = 2;            /* s: older readings count for less by e */
static const double contraction = 0.611;   /* of the jet behind a sluice gate: from a sharp edge in a tank, Kirchhoff's pi/(pi + 2) */
static const double bore_comes = 1.02;     /* of the still depth: a depth above it is the front's */
static const double depth_least = 1e-3;    /* m: thinner water has no speed */
static const double jump_froude = 1.1;     /* with a lower Froude number there is no jump */
static const double jump_least = 0.5;      /* of the rise that the law expects: with less there is none between the gauges */
static const double dam_wave_back = 1.837; /* 1.5^1.5, times the way to the wall over (g h0)^0.5: when the wave is back at the dam */
static const double bore_mean_starts = 1;  /* s after the front, when a mean behind it begins */

static const LawInfo infos[LAW_KIND_COUNT] = {
    [LAW_NONE] = {"", "", "", "", "", "", ""},
    [LAW_WEIR] = {"Broad-crested weir", "q = (2/3)^1.5 g^0.5 H^1.5", "head H", "m", "discharge q", "m\xC2\xB2/s",
                  "no water above the weir"},
    [LAW_SLUICE] = {"Sluice gate", "q = Cd a (2 g h)^0.5", "depth h above the gate", "m", "discharge q", "m\xC2\xB2/s",
                    "no water above the gate"},
    [LAW_JUMP] = {"Hydraulic jump", "h2/h1 = ((1 + 8 Fr\xC2\xB2)^0.5 - 1)/2", "Froude number Fr", "", "ratio of depths h2/h1", "",
                  "the jump does not stand between the gauges"},
    [LAW_CONTRACTION] = {"Contraction", "E = h + q\xC2\xB2/(2 g h\xC2\xB2)", "energy E", "m", "depth h in the throat", "m",
                         "no water before the throat"},
    [LAW_BORE] = {"Undular bore", "c\xC2\xB2 = g h2 (h1 + h2)/(2 h1)", "ratio of depths h2/h1", "", "speed of the front c", "m/s",
                  "the front has not passed both gauges: it is on its way"},
    [LAW_DAM] = {"Dam break", "q = 8/27 h (g h)^0.5", "depth h behind the dam", "m", "discharge q", "m\xC2\xB2/s",
                 "the wave is back from the wall: R breaks the dam again"},
};

const LawInfo *law_info(LawKind kind) {
  return &infos[kind];
}

/* --- readings ---------------------------------------------------------------------------------------------------------------------- */

static float east(const World *world, float share) {
  return share * (float)world->nx * world->cell;
}

static float south(const World *world, float share) {
  return share * (float)world->nz * world->cell;
}

static void read_place(const World *world, float x, float z, LawReading *reading, int place) {
  const WeirSample at = weir_water_sample(world->water, x, z);
  reading->level[place] = (double)at.surface;
  reading->depth[place] = (double)at.depth;
  reading->speed[place] = (double)at.velocity[0];
}

static void read_gauge(const World *world, int index, LawReading *reading, int place) {
  const SceneGauge *const gauge = &world->scene.gauges[index];
  read_place(world, east(world, gauge->x), south(world, gauge->z), reading, place);
}

static bool has_line(LawKind kind) {
  return kind == LAW_WEIR || kind == LAW_SLUICE || kind == LAW_DAM;
}

static void read_line(const World *world, int index, LawReading *reading) {
  const SceneLine *const line = &world->scene.lines[index];
  const GaugeLine across = {{east(world, line->x0), south(world, line->z0)}, {east(world, line->x1), south(world, line->z1)}};
  const double length = hypot((double)(across.to[0] - across.from[0]), (double)(across.to[1] - across.from[1]));
  reading->discharge = fabs(gauge_flow(world->water, &across)) / length;
}

/* Reads a jump between two gauges: where the surface rises most from cell to cell, and some cells before and behind that. Friction moves a
 * jump by metres for a hundredth of a change; gauges that stay would lose it, or count the bed between them. */
static void read_jump(const World *world, const SceneLaw *law, LawReading *reading) {
  enum { CELLS = 6 }; /* from the steepest place to where it is level: a jump is three or four cells long */
  const SceneGauge *const gauges = world->scene.gauges;
  const float z = south(world, gauges[law->first].z), cell = world->cell;
  const int first = (int)(gauges[law->first].x * (float)world->nx), last = (int)(gauges[law->second].x * (float)world->nx);
  int steepest = first;
  float rise = -INFINITY;
  for (int i = first; i < last; i++) {
    const float x = ((float)i + 0.5f) * cell, up = weir_water_depth_at(world->water, x + cell, z) - weir_water_depth_at(world->water, x, z);
    if (up > rise) rise = up, steepest = i;
  }
  for (int place = 0; place < 2; place++) {
    const float x = ((float)steepest + 1 + (place == 0 ? -CELLS : CELLS)) * cell;
    read_place(world, x, z, reading, place);
  }
}

LawReading law_read(const World *world) {
  const SceneLaw *const law = &world->scene.law;
  LawReading reading = {.law = *law, .time = world->time, .gravity = (double)world->params.gravity};
  if (law->kind == LAW_NONE || law->first >= world->scene.gauge_count) return (LawReading){0};
  if (law->second >= (has_line(law->kind) ? world->scene.line_count : world->scene.gauge_count)) return (LawReading){0};
  read_gauge(world, law->first, &reading, 0);
  if (law->kind == LAW_JUMP) {
    read_jump(world, law, &reading);
  } else if (has_line(law->kind)) {
    read_line(world, law->second, &reading);
    reading.distance = (double)east(world, world->scene.gauges[law->first].x);
  } else {
    read_gauge(world, law->second, &reading, 1);
    const SceneGauge *const gauges = world->scene.gauges;
    reading.distance = fabs((double)(east(world, gauges[law->second].x) - east(world, gauges[law->first].x)));
  }
  for (int n = world->machine_count - 1; n >= 0; n--)
    if (world->machines[n].kind == MACHINE_GATE) reading.opening = (double)world->machines[n].is.gate.opening;
  return reading;
}

/* --- means -------------------------------------------------------------------------------------------------------------------------- */

static void approach(double *mean, double now, double share) {
  *mean += share * (now - *mean);
}

/* Keeps the times at which the bore comes to its gauges, and the mean depth that follows it at the first. */
static void follow_bore(LawTrack *track, const LawReading *now, double passed) {
  for (int n = 0; n < 2; n++)
    if (track->came[n] == 0 && now->depth[n] > bore_comes * (double)now->law.number) track->came[n] = now->time;
  if (track->came[0] == 0 || now->time < track->came[0] + bore_mean_starts) return;
  track->since += passed;
  if (track->since > 0) approach(&track->behind, now->depth[0], passed / track->since);
}

void law_follow(LawTrack *track, const LawReading *now) {
  const SceneLaw *const a = &track->mean.law, *const b = &now->law;
  const bool other = a->kind != b->kind || a->first != b->first || a->second != b->second || !(a->number == b->number);
  const double passed = now->time - track->mean.time;
  if (track->count > 0 && !other && passed == 0) return;
  if (track->count == 0 || other || passed < 0) {
    *track = (LawTrack){.mean = *now, .count = 1};
    return;
  }
  const LawReading before = track->mean;
  const double share = passed / fmin(mean_s + passed, now->time + passed); /* the first seconds of a run count alike */
  track->mean = *now;
  track->count++;
  for (int n = 0; n < 2; n++) {
    track->mean.level[n] = before.level[n] + share * (now->level[n] - before.level[n]);
    track->mean.depth[n] = before.depth[n] + share * (now->depth[n] - before.depth[n]);
    track->mean.speed[n] = before.speed[n] + share * (now->speed[n] - before.speed[n]);
  }
  track->mean.discharge = before.discharge + share * (now->discharge - before.discharge);
  if (b->kind == LAW_BORE) follow_bore(track, now, passed);
}

/* --- the laws ------------------------------------------------------------------------------------------------------------------------ */

/* Returns the greater depth with the specific energy E at a discharge q; the critical depth where q needs more energy than that. */
static double subcritical_depth(double energy, double q, double gravity) {
  const double critical = 2 * energy / 3, needed = 1.5 * cbrt(q * q / gravity);
  if (energy <= needed) return critical;
  double low = critical, high = energy;
  for (int n = 0; n < 60; n++) {
    const double middle = 0.5 * (low + high);
    if (middle + q * q / (2 * gravity * middle * middle) < energy)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

double law_curve(const LawReading *mean, double at) {
  const double g = mean->gravity, number = (double)mean->law.number;
  if (!(at > 0)) return at == 0 && mean->law.kind != LAW_JUMP && mean->law.kind != LAW_BORE ? 0 : NAN;
  switch (mean->law.kind) {
    case LAW_WEIR: return sqrt(g) * pow(2 * at / 3, 1.5);
    case LAW_SLUICE: return contraction / sqrt(1 + contraction * mean->opening / at) * mean->opening * sqrt(2 * g * at);
    case LAW_JUMP: return at < 1 ? NAN : 0.5 * (sqrt(1 + 8 * at * at) - 1);
    case LAW_CONTRACTION: return subcritical_depth(at, mean->depth[0] * mean->speed[0] / number, g);
    case LAW_BORE: return at < 1 ? NAN : sqrt(0.5 * g * number * at * (1 + at));
    case LAW_DAM: return 8 * at * sqrt(g * at) / 27;
    default: return NAN;
  }
}

bool law_compare(const LawTrack *track, LawValue *value) {
  const LawReading *const m = &track->mean;
  const double g = m->gravity, number = (double)m->law.number;
  *value = (LawValue){0};
  if (track->count == 0 || m->law.kind == LAW_NONE || !(m->depth[0] > depth_least) || !(g > 0)) return false;
  switch (m->law.kind) {
    case LAW_WEIR: value->at = m->level[0] - number + m->speed[0] * m->speed[0] / (2 * g), value->measured = m->discharge; break;
    case LAW_SLUICE: value->at = m->depth[0], value->measured = m->discharge; break;
    case LAW_JUMP:
      value->at = m->speed[0] / sqrt(g * m->depth[0]), value->measured = m->depth[1] / m->depth[0];
      if (value->at < jump_froude || value->measured - 1 < jump_least * (law_curve(m, value->at) - 1)) return false;
      break;
    case LAW_CONTRACTION: value->at = m->depth[0] + m->speed[0] * m->speed[0] / (2 * g), value->measured = m->depth[1]; break;
    case LAW_BORE:
      if (!(track->came[1] > track->came[0]) || !(track->came[0] > 0) || !(track->since > 0)) return false;
      value->at = track->behind / number, value->measured = m->distance / (track->came[1] - track->came[0]);
      break;
    case LAW_DAM:
      value->at = number, value->measured = m->discharge;
      if (m->time > dam_wave_back * m->distance / sqrt(g * number)) return false;
      break;
    default: return false;
  }
  value->expected = law_curve(m, value->at);
  value->off = value->measured / value->expected - 1;
  return isfinite(value->off);
}
