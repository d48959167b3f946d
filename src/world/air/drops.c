#include "world/air/drops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/maths.h"

int64_t drops_cell_at(const World *world, float x, float z) {
  const int i = (int)maths_clampf(floorf(x / world->cell), 0, (float)(world->nx - 1));
  const int k = (int)maths_clampf(floorf(z / world->cell), 0, (float)(world->nz - 1));
  return (int64_t)k * world->nx + i;
}

/* A brush without radius holds one cell. */
double drops_add_to_cell(World *world, int64_t cell, double volume) {
  const float x = ((float)(cell % world->nx) + 0.5f) * world->cell, z = ((float)(cell / world->nx) + 0.5f) * world->cell;
  return weir_water_add(world->water, x, z, 0, volume);
}

static int landing_compare(const void *a, const void *b) {
  const Landing *const p = a, *const q = b;
  if (p->cell != q->cell) return p->cell < q->cell ? -1 : 1;
  return p->order - q->order;
}

void drops_return(World *world, Landings *landings) {
  Spray *const spray = &world->spray;
  qsort(landings->list, (size_t)landings->count, sizeof landings->list[0], landing_compare);
  for (int n = 0; n < landings->count;) {
    const int64_t cell = landings->list[n].cell;
    double volume = 0;
    for (; n < landings->count && landings->list[n].cell == cell; n++) volume += landings->list[n].volume;
    spray->residual += volume - drops_add_to_cell(world, cell, volume);
  }
  const double least = 1e-6 * (double)world->cell * (double)world->cell; /* a thousandth of a millimetre: below it roundings wait */
  if (fabs(spray->residual) > least) spray->residual -= drops_add_to_cell(world, spray->residual_cell, spray->residual);
}

void drops_land(const World *world, const Drop *drop, Landings *landings) {
  landings->list[landings->count] = (Landing){drops_cell_at(world, drop->position[0], drop->position[2]), landings->count, drop->volume};
  landings->count++;
}

void drops_make_room(World *world, int count) {
  Spray *const spray = &world->spray;
  const int over = spray->count + count - WORLD_DROPS_MAX;
  if (over <= 0) return;
  for (int n = 0; n < over; n++)
    spray->residual +=
        spray->drops[n].volume -
        drops_add_to_cell(world, drops_cell_at(world, spray->drops[n].position[0], spray->drops[n].position[2]), spray->drops[n].volume);
  spray->count -= over;
  memmove(spray->drops, spray->drops + over, (size_t)spray->count * sizeof spray->drops[0]);
}
