#include <math.h>
#include <ode/ode.h>
#include <stddef.h>

#include "base/maths.h"
#include "view/view.h"
#include "world/convex.h"

/* --- the surface -----------------------------------------------------------------------------------------------------------
 *
 * Over the square between four cell centres it is bilinear, so its height under the ray is a parabola: the ray is walked from square to
 * square (Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", 1987) and the first crossing solved for in each. */

static const double length_max = 1e6; /* m: for rays that never leave a square */

/* A ray, for one pick. */
typedef struct Ray {
  double from[3], direction[3]; /* m; of unit length */
} Ray;

static int clamp_index(int value, int count) {
  return value < 0 ? 0 : value >= count ? count - 1 : value;
}

/* Squares count from -1: half a cell around the outermost centres repeats the edge's values. */
static double height_at(const WorldView *view, int i, int k) {
  const ptrdiff_t at = (ptrdiff_t)clamp_index(k, view->nz) * view->nx + clamp_index(i, view->nx);
  return (double)view->terrain[at] + (double)view->depth[at];
}

static double depth_at(const WorldView *view, double x, double z) {
  const double cell = (double)view->cell;
  const double fi = maths_min(maths_max(x / cell - 0.5, 0), view->nx - 1), fk = maths_min(maths_max(z / cell - 0.5, 0), view->nz - 1);
  const int i = clamp_index((int)fi, view->nx - 1), k = clamp_index((int)fk, view->nz - 1);
  const double u = fi - i, v = fk - k;
  const float *const at = view->depth + (ptrdiff_t)k * view->nx + i, *const next = at + view->nx;
  return (1 - v) * ((1 - u) * (double)at[0] + u * (double)at[1]) + v * ((1 - u) * (double)next[0] + u * (double)next[1]);
}

/* The interval [t0, t1] in m in which the ray is over the grid, seen from above. */
static bool ray_over_grid(const WorldView *view, const Ray *ray, double *t0, double *t1) {
  const double side[3] = {view->nx * (double)view->cell, 0, view->nz * (double)view->cell};
  *t0 = 0;
  *t1 = length_max;
  for (int n = 0; n < 3; n += 2) {
    if (fabs(ray->direction[n]) < 1e-9) {
      if (ray->from[n] < 0 || ray->from[n] > side[n]) return false;
      continue;
    }
    const double a = -ray->from[n] / ray->direction[n], b = (side[n] - ray->from[n]) / ray->direction[n];
    *t0 = maths_max(*t0, maths_min(a, b));
    *t1 = maths_min(*t1, maths_max(a, b));
  }
  return *t0 < *t1;
}

/* Height in m of the ray above the surface of square (i, k), at t m past `t0`: c + b t + a t^2. */
typedef struct Parabola {
  double a, b, c;
} Parabola;

static Parabola over_square(const WorldView *view, const Ray *ray, int i, int k, double t0) {
  const double h00 = height_at(view, i, k), h10 = height_at(view, i + 1, k), h01 = height_at(view, i, k + 1);
  const double hx = h10 - h00, hz = h01 - h00, both = height_at(view, i + 1, k + 1) - h10 - h01 + h00;
  const double cell = (double)view->cell, du = ray->direction[0] / cell, dv = ray->direction[2] / cell;
  const double u = (ray->from[0] + t0 * ray->direction[0]) / cell - 0.5 - i, v = (ray->from[2] + t0 * ray->direction[2]) / cell - 0.5 - k;
  return (Parabola){.a = -both * du * dv,
                    .b = ray->direction[1] - hx * du - hz * dv - both * (u * dv + v * du),
                    .c = ray->from[1] + t0 * ray->direction[1] - (h00 + hx * u + hz * v + both * u * v)};
}

/* The first t in [0, length] where the parabola is at or below 0. */
static bool first_fall(Parabola p, double length, double *t) {
  const double inner = p.b * p.b - 4 * p.a * p.c;
  if (p.c <= 0) return *t = 0, true;
  if (inner < 0) return false;
  /* The two roots without cancellation: q / a and c / q. */
  const double q = -0.5 * (p.b + copysign(sqrt(inner), p.b));
  const double one = p.a != 0 ? q / p.a : -1, two = q != 0 ? p.c / q : -1;
  const double low = maths_min(one, two), high = maths_max(one, two);
  *t = low >= 0 ? low : high;
  return *t >= 0 && *t <= length;
}

/* One axis of the walk: the square, its step (+1, -1 or 0), the distances in m to the next square and between two such crossings. */
typedef struct Axis {
  int square, step;
  double next, apart;
} Axis;

static Axis axis_at(const WorldView *view, const Ray *ray, int n, double t0, int count) {
  const double cell = (double)view->cell, way = ray->direction[n] / cell, place = (ray->from[n] + t0 * ray->direction[n]) / cell - 0.5;
  const int square = (int)maths_min(maths_max(floor(place), -1), count - 1);
  if (fabs(ray->direction[n]) < 1e-9) return (Axis){square, 0, INFINITY, INFINITY};
  return (Axis){square, way > 0 ? 1 : -1, t0 + (square + (way > 0 ? 1 : 0) - place) / way, 1 / fabs(way)};
}

/* A ray that starts under water or ground meets nothing. */
static bool pick_surface(const WorldView *view, const Ray *ray, double *hit) {
  double t, t1, fall;
  if (!ray_over_grid(view, ray, &t, &t1)) return false;
  Axis x = axis_at(view, ray, 0, t, view->nx), z = axis_at(view, ray, 2, t, view->nz);
  if (over_square(view, ray, x.square, z.square, t).c < 0) return false;
  while (t < t1) {
    const double end = maths_min(maths_min(x.next, z.next), t1);
    if (first_fall(over_square(view, ray, x.square, z.square, t), end - t, &fall)) {
      *hit = t + fall;
      return true;
    }
    t = end;
    Axis *const axis = x.next <= z.next ? &x : &z;
    axis->square += axis->step;
    axis->next += axis->apart;
  }
  return false;
}

/* --- bodies ------------------------------------------------------------------------------------------------------------- */

/* A temporary geom of the body's shape, in no space. */
static dGeomID geom_of(const WeirBody *body, Convex *convex) {
  const dReal x = (dReal)body->half[0], y = (dReal)body->half[1], z = (dReal)body->half[2];
  if (body->shape == WEIR_CYLINDER) return dCreateCylinder(0, maths_max(x, z), 2 * y);
  if (body->shape != WEIR_CONVEX) return dCreateBox(0, 2 * x, 2 * y, 2 * z);
  convex_fill(convex, body->vertices, body->vertex_count, body->triangles, body->triangle_count);
  return dCreateConvex(0, convex->planes, (unsigned)body->triangle_count, convex->points, (unsigned)body->vertex_count, convex->polygons);
}

/* Returns true if the ray meets the sphere around the body: a cheap test before the engine's. */
static bool passes_near(const WeirBody *body, const double from[3], const double direction[3], double reach) {
  double along = 0, away = 0, radius = 0;
  for (int n = 0; n < 3; n++) {
    const double to = (double)body->position[n] - from[n];
    along += to * direction[n];
    away += to * to;
    radius += (double)body->half[n] * (double)body->half[n];
  }
  if (body->shape == WEIR_CONVEX)
    for (int n = 0; n < body->vertex_count; n++) {
      const float *const at = &body->vertices[3 * n];
      radius = maths_max(radius, (double)at[0] * (double)at[0] + (double)at[1] * (double)at[1] + (double)at[2] * (double)at[2]);
    }
  return away - along * along <= radius && along + sqrt(radius) > 0 && along - sqrt(radius) < reach;
}

bool pick_body(const WeirBody *body, const double from[3], const double direction[3], double reach, double *distance) {
  if (!passes_near(body, from, direction, reach)) return false;
  Convex convex;
  dContactGeom contact;
  const dGeomID geom = geom_of(body, &convex);
  const dReal length = 1 + (dReal)sqrt((from[0] - (double)body->position[0]) * (from[0] - (double)body->position[0]) +
                                       (from[1] - (double)body->position[1]) * (from[1] - (double)body->position[1]) +
                                       (from[2] - (double)body->position[2]) * (from[2] - (double)body->position[2])) *
                               2;
  const dGeomID ray = dCreateRay(0, length);
  dMatrix3 own, turned;
  const dMatrix3 quarter = {1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0}; /* a quarter turn about x: a cylinder's z becomes the body's y */
  for (int n = 0; n < 3; n++)
    for (int m = 0; m < 4; m++) own[4 * n + m] = m < 3 ? (dReal)body->rotation[3 * n + m] : 0;
  dMultiply0_333(turned, own, quarter);
  dGeomSetPosition(geom, (dReal)body->position[0], (dReal)body->position[1], (dReal)body->position[2]);
  dGeomSetRotation(geom, body->shape == WEIR_CYLINDER ? turned : own);
  dGeomRaySet(ray, (dReal)from[0], (dReal)from[1], (dReal)from[2], (dReal)direction[0], (dReal)direction[1], (dReal)direction[2]);
  const bool hit = dCollide(ray, geom, 1, &contact, sizeof contact) > 0;
  dGeomDestroy(ray);
  dGeomDestroy(geom);
  if (!hit || !((double)contact.depth < reach)) return false;
  *distance = (double)contact.depth;
  return true;
}

#define THIN 0.1 /* m of water along the ray through which a body can be picked */

Pick world_view_pick(const WorldView *view, const float origin[3], const float direction[3]) {
  Pick out = {.body = -1};
  Ray ray;
  double nearest = INFINITY, reach = INFINITY, square = 0, t;
  for (int n = 0; n < 3; n++) square += (double)direction[n] * (double)direction[n];
  const double length = sqrt(square);
  if (!(length > 0) || !isfinite(length) || !isfinite(origin[0] + origin[1] + origin[2])) return out;
  for (int n = 0; n < 3; n++) {
    ray.from[n] = (double)origin[n];
    ray.direction[n] = (double)direction[n] / length;
  }
  if (pick_surface(view, &ray, &t)) nearest = t, reach = t + THIN;
  for (int n = 0; n < view->body_count; n++)
    if (pick_body(&view->bodies[n].shape, ray.from, ray.direction, reach, &t)) {
      nearest = reach = t;
      out.body = n;
    }
  if (!(nearest < INFINITY)) return out;
  out.hit = true;
  for (int n = 0; n < 3; n++) out.position[n] = (float)(ray.from[n] + nearest * ray.direction[n]);
  out.wet = out.body < 0 && depth_at(view, (double)out.position[0], (double)out.position[2]) > 0.01;
  return out;
}
