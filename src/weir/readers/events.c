/* Events of bodies and at gauges, as a list; and the calls of all readers. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "weir/readers/readers.h"
#include "weir/shapes/shape.h"

enum { SLOTS = 4 * WEIR_BODIES_MAX }; /* of a table of bodies: a power of two, so that few ids share a slot */
#define LEAVE_SHARE 0.05f             /* of its height by which a body must rise above the surface: one that bobs does not come and go */
#define SPEED_MOST 1e6f               /* m/s: of a step that hardly lasts */
#define DRAIN_SHARE 0.5f              /* of a gauge's depth below which its front is over */

/* A body as it was at the last call. In a table of Events. */
typedef struct SeenBody {
  uint32_t id; /* 0: a free slot */
  bool is_in;
  float x, z; /* m */
} SeenBody;

/* Made by weir_water_keep_events. Owned by ReadersPart. */
typedef struct Events {
  WeirEvent list[WEIR_EVENTS_MAX]; /* a ring */
  int first, count;
  SeenBody tables[2][SLOTS];
  int present; /* which of both tables has the bodies of the last call */
  WeirGauge gauges[WEIR_GAUGES_MAX];
  float depths[WEIR_GAUGES_MAX]; /* m: after the last step */
  bool reached[WEIR_GAUGES_MAX];
  int gauge_count;
} Events;

void events_destroy(WeirWater *w) {
  memory_free(w->readers.events);
  w->readers.events = NULL;
}

bool weir_water_keep_events(WeirWater *w, bool keep) {
  events_destroy(w);
  if (keep) w->readers.events = memory_create(1, sizeof *w->readers.events);
  return !keep || w->readers.events;
}

static bool gauge_is_sound(const WeirGauge *g) {
  return isfinite(g->x) && isfinite(g->z) && g->depth > 0.0f && isfinite(g->depth);
}

bool weir_water_set_gauges(WeirWater *w, const WeirGauge *gauges, int count) {
  if (!w->readers.events && !weir_water_keep_events(w, true)) return false;
  Events *const e = w->readers.events;
  e->gauge_count = !gauges || count < 0 ? 0 : min_int(count, WEIR_GAUGES_MAX);
  for (int n = 0; n < e->gauge_count; n++) {
    e->gauges[n] = gauge_is_sound(&gauges[n]) ? gauges[n] : (WeirGauge){.depth = INFINITY}; /* which nothing reaches */
    e->depths[n] = weir_water_depth_at(w, e->gauges[n].x, e->gauges[n].z);
    e->reached[n] = e->depths[n] >= e->gauges[n].depth;
  }
  return true;
}

/* The oldest make room. */
static void add_event(Events *e, WeirEvent event) {
  e->list[(e->first + e->count) % WEIR_EVENTS_MAX] = event;
  if (e->count < WEIR_EVENTS_MAX)
    e->count++;
  else
    e->first = (e->first + 1) % WEIR_EVENTS_MAX;
}

int weir_water_events(WeirWater *w, WeirEvent *events, int most) {
  Events *const e = w->readers.events;
  const int count = e && most > 0 ? min_int(e->count, most) : 0;
  for (int n = 0; n < count; n++) events[n] = e->list[(e->first + n) % WEIR_EVENTS_MAX];
  if (count > 0) {
    e->first = (e->first + count) % WEIR_EVENTS_MAX;
    e->count -= count;
  }
  return count;
}

/* --- gauges ------------------------------------------------------------------------------------------------------------- */

void events_after_step(WeirWater *w) {
  Events *const e = w->readers.events;
  for (int n = 0; e && n < e->gauge_count; n++) {
    const WeirGauge *const g = &e->gauges[n];
    const float depth = weir_water_depth_at(w, g->x, g->z);
    const double rate = (double)(depth - e->depths[n]) / w->clock.step_seconds;
    const bool arrives = !e->reached[n] && depth >= g->depth, drains = e->reached[n] && depth < DRAIN_SHARE * g->depth;
    if (arrives || drains) {
      e->reached[n] = arrives;
      add_event(e, (WeirEvent){.kind = arrives ? WEIR_ARRIVED : WEIR_DRAINED,
                               .which = (uint32_t)n,
                               .time = w->clock.time,
                               .x = g->x,
                               .y = weir_water_surface_at(w, g->x, g->z),
                               .z = g->z,
                               .depth = depth,
                               .speed = (float)maths_max(-(double)SPEED_MOST, maths_min((double)SPEED_MOST, rate))});
    }
    e->depths[n] = depth;
  }
}

/* --- bodies ------------------------------------------------------------------------------------------------------------- */

/* The slot of an id: its own, or the free one where it would be. */
static SeenBody *slot_of(SeenBody *table, uint32_t id) {
  uint32_t at = (id * 2654435769u) % SLOTS; /* 2^32 over the golden ratio (Knuth 1998, section 6.4) */
  while (table[at].id != 0 && table[at].id != id) at = (at + 1) % SLOTS;
  return &table[at];
}

/* Sees whether a body is in the water, and adds an event if that has changed. */
static SeenBody see_body(WeirWater *w, const WeirBody *body, bool was_in) {
  static const float up[3] = {0.0f, 1.0f, 0.0f}, down[3] = {0.0f, -1.0f, 0.0f};
  const float x = body->position[0], z = body->position[2];
  const float reach = spans_reach(body, body->rotation, down), height = reach + spans_reach(body, body->rotation, up);
  const float bottom = body->position[1] - reach, margin = was_in ? LEAVE_SHARE * height : 0.0f;
  const WeirSample s = weir_water_sample(w, x, z);
  const bool over = x >= 0.0f && z >= 0.0f && x <= (float)w->nx * w->cell && z <= (float)w->nz * w->cell;
  const SeenBody seen = {body->id, over && s.depth > DEPTH_WET && bottom <= s.surface + margin, x, z};
  if (seen.is_in != was_in)
    add_event(w->readers.events, (WeirEvent){.kind = seen.is_in ? WEIR_ENTERED : WEIR_LEFT,
                                             .which = body->id,
                                             .time = w->clock.time,
                                             .x = x,
                                             .y = s.surface,
                                             .z = z,
                                             .depth = s.depth,
                                             .speed = s.velocity[1] - body->velocity[1]});
  return seen;
}

void readers_see_bodies(WeirWater *w, const WeirBody *bodies, int count) {
  Events *const e = w->readers.events;
  if (!e) return;
  SeenBody *const before = e->tables[e->present], *const now = e->tables[1 - e->present];
  memset(now, 0, sizeof e->tables[0]);
  for (int n = 0; n < count; n++) {
    if (bodies[n].id == 0 || !weir_body_check(&bodies[n], NULL)) continue;
    const SeenBody *const old = slot_of(before, bodies[n].id);
    *slot_of(now, bodies[n].id) = see_body(w, &bodies[n], old->id != 0 && old->is_in);
  }
  for (int n = 0; n < SLOTS; n++) {
    if (before[n].id == 0 || !before[n].is_in || slot_of(now, before[n].id)->id != 0) continue;
    const WeirSample here = weir_water_sample(w, before[n].x, before[n].z);
    add_event(e, (WeirEvent){.kind = WEIR_LEFT,
                             .which = before[n].id,
                             .time = w->clock.time,
                             .x = before[n].x,
                             .y = here.surface,
                             .z = before[n].z,
                             .depth = here.depth});
  }
  e->present = 1 - e->present;
}

/* --- all readers -------------------------------------------------------------------------------------------------------- */

void readers_after_step(WeirWater *w) {
  ticks_after_step(w);
  events_after_step(w);
}

void readers_destroy(WeirWater *w) {
  changes_destroy(w);
  ticks_destroy(w);
  events_destroy(w);
}
