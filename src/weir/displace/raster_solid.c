/* Bodies as corners and edges over their lattice: see displace/raster.c. */
#include <math.h>
#include <string.h>

#include "base/maths.h"
#include "weir/displace/raster_rows.h"

enum { BORDERS_JOINED = 96, SORT_GAP = 4, SORTED_AT_ONCE = 16, BOX_FACES = 6, BOX_EDGES = 12 };

#define UPRIGHT 1.0e-6 /* share of a face's normal that looks up or down, below which the face has no outline to speak of */

/* A face that is not upright: its plane y = ax*x + az*z + c (lattice cells and m), and which way it looks. A plain value. */
typedef struct Face {
  double ax, az, c;
  bool top;
  int side; /* LOW, TOP */
} Face;

/* Finds the plane of a face from Newell's area vector. `mirrored`: corners go round clockwise as seen from outside. Returns false for a face
 * that is upright. */
static inline bool face_find(const Solid *solid, const int *order, int count, bool mirrored, Face *face) {
  double normal[3] = {0};
  const double *const first = solid->corners[order[0]];
  for (int n = 1; n + 1 < count; n++) {
    const double *const a = solid->corners[order[n]], *const b = solid->corners[order[n + 1]];
    for (int axis = 0; axis < 3; axis++) {
      const int next = (axis + 1) % 3, last = (axis + 2) % 3;
      normal[axis] += (a[next] - first[next]) * (b[last] - first[last]) - (a[last] - first[last]) * (b[next] - first[next]);
    }
  }
  const double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (!(fabs(normal[1]) > UPRIGHT * length)) return false;
  const double ax = -normal[0] / normal[1], az = -normal[2] / normal[1];
  const bool top = normal[1] > 0;
  *face = (Face){ax, az, first[1] - ax * first[0] - az * first[2], top, top != mirrored ? TOP : LOW};
  return true;
}

/* Adds a face to an edge of it. Seen from above (x east, z south), one that looks up goes round with its west side to the south. */
static inline void face_add(const Face *face, bool south, Edge *edge) {
  const double sign = south == face->top ? 1 : -1;
  const int side = face->side;
  edge->jump.cover[side] += sign;
  edge->jump.ax[side] += sign * face->ax;
  edge->jump.az[side] += sign * face->az;
  edge->jump.c[side] += sign * face->c;
}

/* Returns the edge between two corners: the one that a neighbouring face has brought, where there is one. Only bodies of few edges are searched,
 * since searching takes longer than it saves. */
static Edge *solid_edge(Solid *solid, int from, int to) {
  for (int n = 0; n < solid->count && n < BORDERS_JOINED; n++)
    if (solid->borders[n].from == from && solid->borders[n].to == to) return &solid->borders[n];
  if (solid->count >= BORDERS_MAX) return NULL;
  Edge *const edge = &solid->borders[solid->count++];
  const double *const a = solid->corners[from], *const b = solid->corners[to];
  *edge = (Edge){.x0 = a[0], .z0 = a[2], .x1 = b[0], .z1 = b[2], .from = from, .to = to};
  return edge;
}

/* Adds the edges of a face that is not upright. */
static void solid_face(Solid *solid, const int *order, int count) {
  Face face;
  if (!face_find(solid, order, count, false, &face)) return;
  for (int n = 0; n < count; n++) {
    const int a = order[n], b = order[n + 1 < count ? n + 1 : 0];
    const bool south = solid->corners[a][2] < solid->corners[b][2];
    if (solid->corners[a][2] == solid->corners[b][2]) continue;
    Edge *const edge = south ? solid_edge(solid, a, b) : solid_edge(solid, b, a);
    if (!edge) return;
    face_add(&face, south, edge);
  }
}

/* Adds the edges of all faces of a box, whose corners are known: an edge is written by each of its two faces, so that no branch asks whether
 * there is one. `faces` and `edges`: corners and edges of each face, in their order. */
static void solid_box(Solid *solid, bool mirrored) {
  static const int faces[BOX_FACES][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  static const int edges[BOX_FACES][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 7, 9, 0}, {2, 10, 5, 11}, {3, 11, 4, 8}, {9, 6, 10, 1}};
  int place[BOX_EDGES] = {0}, count = 0; /* 1 + place of an edge; 0: none yet */
  for (int n = 0; n < BOX_EDGES; n++) solid->borders[n].jump = (Jump){.cover = {0}};
  for (int f = 0; f < BOX_FACES; f++) {
    Face face;
    if (!face_find(solid, faces[f], 4, mirrored, &face)) continue;
    for (int n = 0; n < 4; n++) {
      const double *const a = solid->corners[faces[f][n]], *const b = solid->corners[faces[f][(n + 1) % 4]];
      const int at = edges[f][n], taken = place[at];
      if (a[2] == b[2]) continue;
      const bool south = a[2] < b[2];
      const double *const from = south ? a : b, *const to = south ? b : a;
      count += taken == 0;
      place[at] = taken > 0 ? taken : count;
      Edge *const edge = &solid->borders[place[at] - 1];
      edge->x0 = from[0];
      edge->z0 = from[2];
      edge->x1 = to[0];
      edge->z1 = to[2];
      face_add(&face, south, edge);
    }
  }
  solid->count = count;
}

/* Writes the order of few edges by z0 as solid_sort does, first of each fourth, then of all, where equal ones stay in their order; but without
 * a branch that depends on them. */
static void sort_few(Solid *solid) {
  double z[SORTED_AT_ONCE];
  int order[SORTED_AT_ONCE], rank[SORTED_AT_ONCE] = {0};
  const int count = solid->count;
  for (int n = 0; n < SORTED_AT_ONCE; n++) {
    z[n] = n < count ? solid->borders[n].z0 : INFINITY;
    order[n] = n;
  }
  for (int end = SORTED_AT_ONCE - SORT_GAP; end > 0; end -= SORT_GAP)
    for (int n = 0; n < end; n++) {
      const int next = n + SORT_GAP, here = order[n], there = order[next];
      const double a = z[n], b = z[next];
      const bool swap = a > b;
      z[n] = swap ? b : a;
      z[next] = swap ? a : b;
      order[n] = swap ? there : here;
      order[next] = swap ? here : there;
    }
  for (int n = 1; n < count; n++)
    for (int m = 0; m < n; m++) {
      const int behind = z[m] > z[n];
      rank[m] += behind;
      rank[n] += 1 - behind;
    }
  for (int n = 0; n < count; n++) solid->order[rank[n]] = (int16_t)order[n];
}

static void solid_sort(Solid *solid) {
  if (solid->count <= SORTED_AT_ONCE) {
    sort_few(solid);
    return;
  }
  for (int n = 0; n < solid->count; n++) solid->order[n] = (int16_t)n;
  for (int gap = solid->count > 40 ? 121 : SORT_GAP; gap > 0; gap /= 3) /* Shell's sort, 121, 40, 13, 4, 1 */
    for (int n = gap; n < solid->count; n++) {
      const int16_t moved = solid->order[n];
      int to = n;
      for (; to >= gap && solid->borders[solid->order[to - gap]].z0 > solid->borders[moved].z0; to -= gap)
        solid->order[to] = solid->order[to - gap];
      solid->order[to] = moved;
    }
}

void solid_make(const WeirBody *body, Solid *solid) {
  const float *const r = body->rotation; /* a box may be mirrored */
  const float turn = r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]);
  solid->count = 0;
  if (body->shape == WEIR_BOX) {
    solid_box(solid, turn < 0.0f);
  } else {
    for (int face = 0; face < shape_face_count(body); face++) {
      int order[SHAPE_FACE_MAX];
      solid_face(solid, order, shape_face(body, face, order));
    }
  }
  for (int n = 0; n < solid->count; n++) {
    Edge *const edge = &solid->borders[n];
    edge->slope = (edge->x1 - edge->x0) / (edge->z1 - edge->z0);
    edge->jump.top[0] = edge->jump.top[1] = edge->jump.cover[TOP];
  }
  solid_sort(solid);
}
