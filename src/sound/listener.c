#include "sound/listener.h"

#include <math.h>
#include <string.h>

static const float strike_submerged = 0.02f; /* share of a body under water at which it has struck the surface */
static const float strike_speed = 0.8f;      /* m/s: slower bodies settle, and make no sound */
static const float knock_speed = 2.0f;       /* m/s that a body loses at once where it strikes something hard */
static const float white_froude = 0.9f;      /* water faster than this, in its own waves' speed, breaks white */
static const float heard_within = 0.35f;     /* of the extent: half as loud at this distance */
static const float rain_full = 8000;         /* mm/h of the loudest rain */

static float submerged_share(const Body *body) {
  return body->water.volume > 0 ? body->water.submerged / body->water.volume : 0;
}
static float length_of(const float v[3]) {
  return sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* --- strikes --------------------------------------------------------------------------------------------------------------- */

/* Adds a splash, or a knock, with its joules as heard from the place: sound thins out with the square of the distance. */
static void strike(Synth *synth, const Body *body, float energy, const ListenerPlace *place, bool knock) {
  const float *const half = body->shape.half;
  float to[3], along = 0;
  for (int n = 0; n < 3; n++) {
    to[n] = body->position[n] - place->eye[n];
    along += to[n] * place->right[n];
  }
  const float distance = fmaxf(length_of(to), 1);
  const float size = 2 * cbrtf(half[0] * half[1] * half[2]);
  synth_splash(synth, &(SynthSplash){energy / (distance * distance), .size = size, .pan = 0.8f * along / distance, .knock = knock});
}

/* A body that was out of the water and is in it has given the energy of its fall to the splash; one that was stopped in the air struck
 * something hard. */
static void hear_body(const BodySound *before, const Body *body, const ListenerPlace *place, Synth *synth) {
  const float speed = length_of(before->velocity), mass = body->shape.mass, *const now = body->shape.velocity;
  const float lost[3] = {before->velocity[0] - now[0], before->velocity[1] - now[1], before->velocity[2] - now[2]};
  const bool entered = before->submerged < strike_submerged && submerged_share(body) >= strike_submerged;
  if (body->kind == BODY_WHEEL || body->kind == BODY_MILL || body->kind == BODY_PADDLE || body->guided) return; /* heard as machines */
  if (entered && -before->velocity[1] > strike_speed)
    strike(synth, body, 0.5f * mass * speed * speed, place, false);
  else if (submerged_share(body) < strike_submerged && before->submerged < strike_submerged && length_of(lost) > knock_speed)
    strike(synth, body, 0.02f * mass * length_of(lost) * length_of(lost), place, true);
}

/* --- running water ----------------------------------------------------------------------------------------------------------- */

/* Over a sparse set of places: how much water runs near, and how much of it is white. */
static void hear_flow(Listener *listener, const WorldView *view, const ListenerPlace *place) {
  enum { PLACES = 48 };
  if (view->flow.tick < 0 || view->flow.tick == listener->flow_tick) return;
  listener->flow_tick = view->flow.tick;
  const float wide = (float)view->nx * view->cell, deep = (float)view->nz * view->cell, reach = heard_within * fmaxf(wide, deep);
  float rapids = 0, stream = 0;
  for (int k = 0; k < PLACES; k++)
    for (int i = 0; i < PLACES; i++) {
      const int fi = (2 * i + 1) * view->flow.nx / (2 * PLACES), fk = (2 * k + 1) * view->flow.nz / (2 * PLACES);
      const float vx = view->flow.x[(ptrdiff_t)fk * view->flow.nx + fi], vz = view->flow.z[(ptrdiff_t)fk * view->flow.nx + fi];
      const float speed = sqrtf(vx * vx + vz * vz);
      if (!(speed > 0.3f)) continue;
      const float x = ((float)i + 0.5f) / PLACES * wide, z = ((float)k + 0.5f) / PLACES * deep;
      const float dx = x - place->eye[0], dz = z - place->eye[2], near = 1 / (1 + (dx * dx + dz * dz) / (reach * reach));
      const int ci = (2 * i + 1) * view->nx / (2 * PLACES), ck = (2 * k + 1) * view->nz / (2 * PLACES);
      const float depth = view->depth[(ptrdiff_t)ck * view->nx + ci];
      const bool white = speed > 1.2f && speed > white_froude * sqrtf(9.81f * depth);
      stream += near * fminf(speed, 3) * fminf(depth, 1);
      if (white) rapids += near * fminf(speed, 6);
    }
  listener->stream = fminf(stream / 120, 1);
  listener->rapids = fminf(sqrtf(rapids / 160), 1);
}

/* --- machines -------------------------------------------------------------------------------------------------------------------- */

static float distance_to(const ListenerPlace *place, const float at[3]) {
  const float to[3] = {at[0] - place->eye[0], at[1] - place->eye[1], at[2] - place->eye[2]};
  return length_of(to);
}

void listener_hear(Listener *listener, const WorldView *view, const ListenerPlace *place, Synth *synth) {
  const bool other = listener->version != view->world_version || view->tick < listener->tick;
  if (other) *listener = (Listener){.version = view->world_version, .flow_tick = -1};
  const bool fresh = other || view->tick != listener->tick;
  for (int n = 0, at = 0; fresh && !other && n < view->body_count; n++) {
    const Body *const body = &view->bodies[n];
    while (at < listener->body_count && listener->bodies[at].serial < body->serial) at++;
    if (at < listener->body_count && listener->bodies[at].serial == body->serial) hear_body(&listener->bodies[at], body, place, synth);
  }
  for (int n = 0; fresh && n < view->body_count; n++) {
    const Body *const body = &view->bodies[n];
    listener->bodies[n] = (BodySound){.serial = body->serial, .submerged = submerged_share(body)};
    memcpy(listener->bodies[n].velocity, body->shape.velocity, sizeof listener->bodies[n].velocity);
  }
  if (fresh) listener->body_count = view->body_count;
  listener->tick = view->tick;
  hear_flow(listener, view, place);
  int newest = view->body_count - 1;
  while (newest >= 0 && view->bodies[newest].kind != BODY_CAR && view->bodies[newest].kind != BODY_BOAT) newest--;
  if (newest >= 0 && place->driven) {
    const Body *const vehicle = &view->bodies[newest];
    const float speed = fminf(length_of(vehicle->shape.velocity), 25), idle = vehicle->kind == BODY_BOAT ? 9 : 14;
    synth_set(synth, SYNTH_ENGINE, (0.5f + 0.5f * fabsf(place->gas)) / (1 + distance_to(place, vehicle->position) / 40));
    synth_set(synth, SYNTH_REVS, idle + 2.2f * speed + 8 * fabsf(place->gas));
  } else {
    synth_set(synth, SYNTH_ENGINE, 0);
  }
  float slaps = 0; /* of the paddles of the water wheel that is heard best */
  for (int n = 0; n < view->machine_count; n++) {
    const WorldMachine *const machine = &view->machines[n];
    if (machine->kind != MACHINE_WHEEL) continue;
    const float at[3] = {machine->x, place->eye[1], machine->z};
    const float own = fabsf(wheel_rounds_a_minute(&machine->is.wheel)) / 60 * (float)machine->is.wheel.paddles;
    slaps = fmaxf(slaps, own / (1 + distance_to(place, at) / 15));
  }
  synth_set(synth, SYNTH_WHEEL, fminf(slaps, 6));
  synth_set(synth, SYNTH_RAPIDS, listener->rapids);
  synth_set(synth, SYNTH_STREAM, listener->stream);
  synth_set(synth, SYNTH_RAIN, sqrtf(fminf(place->rain / rain_full, 1)));
  synth_set(synth, SYNTH_POUR, place->pour);
  synth_set(synth, SYNTH_VOLUME, place->volume);
}
