/* Convex bodies from mesh files. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/maths.h"
#include "base/words.h"
#include "scene/scene.h"

static const float reach_most = 1e4f; /* m: greatest coordinate of a vertex */

/* The state of one hull_read: the hull so far, and where in the file it is. Lives on its stack. */
typedef struct HullReading {
  Hull *hull;
  const char *path;
  int line;
  Error *error;
} HullReading;

static bool fault(const HullReading *r, const char *what) {
  return error_set(r->error, "%s:%d: %s", r->path, r->line, what);
}

static bool read_vertex(HullReading *r, const char *text) {
  Hull *hull = r->hull;
  float v[3];
  for (int n = 0; n < 3; n++)
    if (!scan_number(&text, &v[n]) || !(fabsf(v[n]) <= reach_most)) return fault(r, "v: three numbers are wanted, -10000 to 10000");
  if (hull->vertex_count == WEIR_VERTICES_MAX) return fault(r, "more than 256 vertices");
  memcpy(&hull->vertices[3 * hull->vertex_count++], v, sizeof v);
  return true;
}

/* "a", "a/b", "a//c" or "a/b/c" -> index of vertex a, from 0; -1: no such vertex. */
static int read_corner(const Hull *hull, const char **text) {
  char *end = NULL;
  const long number = strtol(*text, &end, 10);
  const long index = number < 0 ? hull->vertex_count + number : number - 1;
  const bool good = end != *text && index >= 0 && index < hull->vertex_count;
  *text = end + strcspn(end, " \t\r\n");
  return good ? (int)index : -1;
}

/* A face of many corners becomes a fan of triangles. */
static bool read_face(HullReading *r, const char *text) {
  Hull *hull = r->hull;
  int first = -1, last = -1, corners = 0;
  for (;; corners++) {
    text += strspn(text, " \t\r\n");
    if (*text == '\0') break;
    const int corner = read_corner(hull, &text);
    if (corner < 0) return fault(r, "f: names a vertex that is not there");
    if (corners == 0) first = corner;
    if (corners >= 2) {
      if (hull->triangle_count == WEIR_TRIANGLES_MAX) return fault(r, "more than 512 triangles");
      const uint16_t triangle[3] = {(uint16_t)first, (uint16_t)last, (uint16_t)corner};
      memcpy(&hull->triangles[3 * hull->triangle_count++], triangle, sizeof triangle);
    }
    last = corner;
  }
  return corners >= 3 || fault(r, "f: at least three vertices are wanted");
}

static bool read_lines(HullReading *r, FILE *file) {
  char line[1024];
  while (fgets(line, sizeof line, file)) {
    const char *const text = line + strspn(line, " \t");
    r->line++;
    if (!strchr(line, '\n') && !feof(file)) return fault(r, "a line is longer than 1022 characters");
    if (text[0] == 'v' && isspace((unsigned char)text[1]) && !read_vertex(r, text + 1)) return false;
    if (text[0] == 'f' && isspace((unsigned char)text[1]) && !read_face(r, text + 1)) return false;
  }
  return !ferror(file) || error_set(r->error, "%s: cannot be read", r->path);
}

static const float *corner_of(const Hull *hull, int triangle, int corner) {
  return &hull->vertices[3 * hull->triangles[3 * triangle + corner]];
}

/* In a closed mesh each edge occurs once in each direction. */
static bool is_closed(const Hull *hull) {
  static const int next[3] = {1, 2, 0};
  for (int t = 0; t < hull->triangle_count; t++)
    for (int c = 0; c < 3; c++) {
      const uint16_t a = hull->triangles[3 * t + c], b = hull->triangles[3 * t + next[c]];
      int along = 0, back = 0;
      for (int u = 0; u < hull->triangle_count; u++)
        for (int d = 0; d < 3; d++) {
          const uint16_t from = hull->triangles[3 * u + d], to = hull->triangles[3 * u + next[d]];
          along += from == a && to == b;
          back += from == b && to == a;
        }
      if (along != 1 || back != 1) return false;
    }
  return true;
}

/* The triangle's normal times twice its area; plane[3]: distance of its plane from the origin, times twice its area. */
static void plane_of(const Hull *hull, int triangle, double plane[4]) {
  const float *const a = corner_of(hull, triangle, 0), *const b = corner_of(hull, triangle, 1), *const c = corner_of(hull, triangle, 2);
  double u[3], v[3];
  for (int n = 0; n < 3; n++) u[n] = (double)b[n] - (double)a[n], v[n] = (double)c[n] - (double)a[n];
  for (int n = 0; n < 3; n++) plane[n] = u[(n + 1) % 3] * v[(n + 2) % 3] - u[(n + 2) % 3] * v[(n + 1) % 3];
  plane[3] = plane[0] * (double)a[0] + plane[1] * (double)a[1] + plane[2] * (double)a[2];
}

/* No vertex stands out from any face by more than a thousandth of the size. */
static bool is_convex(const Hull *hull) {
  const double slack = 1e-3 * maths_max((double)hull->half[0], maths_max((double)hull->half[1], (double)hull->half[2]));
  for (int t = 0; t < hull->triangle_count; t++) {
    double plane[4];
    plane_of(hull, t, plane);
    const double area = sqrt(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
    for (int v = 0; v < hull->vertex_count; v++) {
      const float *p = &hull->vertices[3 * v];
      const double out = plane[0] * (double)p[0] + plane[1] * (double)p[1] + plane[2] * (double)p[2] - plane[3];
      if (out > slack * area) return false;
    }
  }
  return true;
}

/* A hull's volume (m3), first (m4) and second (m5) moments about the origin: sums over the tetrahedra between the origin and each
 * triangle. */
typedef struct Moments {
  double volume, first[3], second[3][3];
} Moments;

static Moments moments_of(const Hull *hull) {
  Moments m = {0};
  for (int t = 0; t < hull->triangle_count; t++) {
    double plane[4], sum[3];
    plane_of(hull, t, plane);
    const double volume = plane[3] / 6;
    const float *const p[3] = {corner_of(hull, t, 0), corner_of(hull, t, 1), corner_of(hull, t, 2)};
    for (int n = 0; n < 3; n++) sum[n] = (double)p[0][n] + (double)p[1][n] + (double)p[2][n];
    m.volume += volume;
    for (int n = 0; n < 3; n++) m.first[n] += volume * sum[n] / 4;
    for (int n = 0; n < 3; n++)
      for (int k = 0; k < 3; k++) {
        double both = sum[n] * sum[k];
        for (int c = 0; c < 3; c++) both += (double)p[c][n] * (double)p[c][k];
        m.second[n][k] += volume * both / 20;
      }
  }
  return m;
}

static bool has_volume(const Hull *hull, const char *path, Error *error) {
  if (hull->vertex_count < 4 || hull->triangle_count < 4) return error_set(error, "%s: a hull has at least 4 vertices and 4 faces", path);
  if (!is_closed(hull)) return error_set(error, "%s: not closed, or faces that look different ways: each edge belongs to two faces", path);
  const double volume = moments_of(hull).volume;
  if (volume < 0) return error_set(error, "%s: inside out: faces go anticlockwise, seen from outside", path);
  return volume > 1e-6 || error_set(error, "%s: without volume", path);
}

bool hull_weigh(Hull *hull, const char *path, Error *error) {
  if (!has_volume(hull, path, error)) return false;
  memset(hull->half, 0, sizeof hull->half);
  hull->low = 0;
  for (int v = 0; v < hull->vertex_count; v++) {
    hull->low = maths_maxf(hull->low, -hull->vertices[3 * v + 1]);
    for (int n = 0; n < 3; n++) hull->half[n] = maths_maxf(hull->half[n], fabsf(hull->vertices[3 * v + n]));
  }
  if (!is_convex(hull)) return error_set(error, "%s: not convex: a vertex stands out from a face", path);
  const Moments m = moments_of(hull);
  const double trace = m.second[0][0] + m.second[1][1] + m.second[2][2];
  hull->volume = (float)m.volume;
  for (int n = 0; n < 3; n++) hull->inertia[n] = (float)(trace - m.second[n][n]);
  hull->inertia[3] = (float)-m.second[0][1];
  hull->inertia[4] = (float)-m.second[0][2];
  hull->inertia[5] = (float)-m.second[1][2];
  return true;
}

bool hull_read(const char *path, float length, Hull *hull, Error *error) {
  *hull = (Hull){.vertex_count = 0};
  HullReading r = {.hull = hull, .path = path, .error = error};
  FILE *file = fopen(path, "r");
  if (!file) return error_set(error, "%s: %s", path, strerror(errno));
  const bool read = read_lines(&r, file);
  fclose(file);
  if (!read) return false;
  float low = INFINITY, high = -INFINITY;
  for (int v = 0; v < hull->vertex_count; v++) low = maths_minf(low, hull->vertices[3 * v]), high = maths_maxf(high, hull->vertices[3 * v]);
  for (int n = 0; length > 0 && high > low && n < 3 * hull->vertex_count; n++) hull->vertices[n] *= length / (high - low);
  if (!has_volume(hull, path, error)) return false;
  const Moments m = moments_of(hull);
  for (int n = 0; n < 3 * hull->vertex_count; n++) hull->vertices[n] -= (float)(m.first[n % 3] / m.volume);
  return hull_weigh(hull, path, error);
}
