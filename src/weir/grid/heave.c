#include "weir/grid/heave.h"

#include "base/maths.h"

double implicit_share(double stiff, double inertia, double step) {
  return maths_min(1, 4 * step * step * stiff / inertia);
}

static double inertia_of(const Heave *h) {
  return h->mass + h->added + h->slowing;
}

/* Returns the velocity after the step under a net force that does not change within it, and what else acts. */
static double free_velocity(const Heave *h, double net) {
  return h->velocity + h->step * ((net + h->others) / inertia_of(h));
}

/* Returns the velocity where each m that the body rises takes `stiff` N from the force, and `more` N are added at the start. */
static double sprung_velocity(const Heave *h, double stiff, double more) {
  return free_velocity(h, h->net + more) / (1 + h->step * h->step * stiff / inertia_of(h));
}

/* Returns `v`, by which the body comes to have `under` m^3 under water, bounded: buoyancy ends with none of it, and with all. */
static double bounded_velocity(const Heave *h, double under, double v) {
  if (under > h->volume) return free_velocity(h, h->net + h->weight * (h->volume - h->under));
  return under < 0 ? free_velocity(h, h->net - h->weight * h->under) : v;
}

/* Returns the velocity of a body that the surface runs through. */
static double floating_velocity(const Heave *h) {
  const double plane = h->weight * h->waterline;
  const double v = sprung_velocity(h, h->lifting + plane * implicit_share(plane, inertia_of(h), h->step), 0);
  return bounded_velocity(h, h->under - (h->lifting / h->weight + h->waterline) * h->step * v, v);
}

/* Returns the velocity of a covered body whose top is `deep` m down; it may come up through the surface. */
static double rising_velocity(const Heave *h, double waterline, double deep) {
  const double v = free_velocity(h, h->net), stiff = h->weight * waterline;
  if (h->step * v <= deep) return v;
  const double risen = sprung_velocity(h, stiff, stiff * deep);
  return bounded_velocity(h, h->under - waterline * (h->step * risen - deep), risen);
}

/* Returns the velocity of a body whose bottom is `high` m above the water; a small one may fall into it by more than half its height. */
static double falling_velocity(const Heave *h, double waterline, double high) {
  const double v = free_velocity(h, h->net), stiff = h->weight * waterline;
  if (!(-h->step * v > h->reach && -h->step * v > high && h->depth > h->reach)) return v;
  const double fallen = sprung_velocity(h, stiff, -stiff * high);
  return bounded_velocity(h, waterline * (-h->step * fallen - high), fallen);
}

double heave_velocity(const Heave *h) {
  if (h->waterline > 0) return floating_velocity(h);
  const double waterline = h->volume / (2 * h->reach), top = h->y + h->reach, bottom = h->y - h->reach;
  if (!(h->under > 0)) return falling_velocity(h, waterline, maths_max(bottom - h->level, 0));
  return top <= h->level ? rising_velocity(h, waterline, h->level - top) : free_velocity(h, h->net);
}
