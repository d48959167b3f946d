#include "render/lod.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "render/gpu.h"

/* The arguments of one lod_select, for its recursion. */
typedef struct Selection {
  LodList *list;
  const LodView *view;
  const Wet *wet;
} Selection;

/* A square of cells seen from above. */
typedef struct Rect {
  float x0, z0, x1, z1; /* m */
} Rect;

static Rect rect_of(const LodView *view, float u, float v, float size) {
  float x_end = (float)view->nx, z_end = (float)view->nz;
  return (Rect){u * view->cell, v * view->cell, fminf(u + size + 1, x_end) * view->cell, fminf(v + size + 1, z_end) * view->cell};
}

/* m: distance from the eye to the nearest point of the rectangle, in height between near_low and near_high. */
static float distance_to(const LodView *view, Rect r) {
  const float dx = fmaxf(fmaxf(r.x0 - view->eye[0], view->eye[0] - r.x1), 0),
              dz = fmaxf(fmaxf(r.z0 - view->eye[2], view->eye[2] - r.z1), 0);
  float dy = fmaxf(fmaxf(view->near_low - view->eye[1], view->eye[1] - view->near_high), 0);
  return sqrtf(dx * dx + dy * dy + dz * dz);
}

void lod_distances(const LodView *view, float u, float v, float size, float *nearest, float *farthest) {
  const Rect r = rect_of(view, u, v, size);
  const float dx = fmaxf(fabsf(r.x0 - view->eye[0]), fabsf(r.x1 - view->eye[0]));
  const float dz = fmaxf(fabsf(r.z0 - view->eye[2]), fabsf(r.z1 - view->eye[2]));
  const float dy = fmaxf(fmaxf(view->near_low - view->eye[1], view->eye[1] - view->near_high), 0);
  *nearest = distance_to(view, r);
  *farthest = sqrtf(dx * dx + dy * dy + dz * dz);
}

bool lod_sees(const LodView *view, float u, float v, float size) {
  const Rect r = rect_of(view, u, v, size);
  for (int p = 0; p < 6; p++) {
    const float *plane = view->planes[p];
    float x = plane[0] > 0 ? r.x1 : r.x0, y = plane[1] > 0 ? view->high : view->low, z = plane[2] > 0 ? r.z1 : r.z0;
    if (plane[0] * x + plane[1] * y + plane[2] * z + plane[3] < 0) return false;
  }
  return true;
}

static float range_of(const LodView *view, float stride) {
  return stride * view->cell * view->reach;
}

static bool shows_water(const Selection *s, float u, float v, float size) {
  return !s->wet || wet_touches(s->wet, (int)floorf(u) - 1, (int)floorf(v) - 1, (int)ceilf(u + size) + 2, (int)ceilf(v + size) + 2);
}

static void add_patch(Selection *s, float u, float v, float stride) {
  const LodView *view = s->view;
  float size = stride * (float)view->quads;
  if (u >= (float)view->nx || v >= (float)view->nz) return;
  if (!lod_sees(view, u, v, size) || !shows_water(s, u, v, size)) return;
  s->list->full = s->list->count + s->list->deep_count == LOD_PATCHES_MAX;
  if (s->list->full) return;
  LodPatch patch = {u, v, stride, range_of(view, stride)};
  /* With a margin as wide as a texel of the coarsest level of the maps that the patch may read. */
  if (s->wet && view->deep_apart &&
      wet_is_deep(s->wet, (int)floorf(u - stride), (int)floorf(v - stride), (int)ceilf(u + size + stride) + 1,
                  (int)ceilf(v + size + stride) + 1))
    s->list->deep[s->list->deep_count++] = patch;
  else
    s->list->patches[s->list->count++] = patch;
  const bool at[LOD_SIDES] = {
      [LOD_LEFT] = u <= 0, [LOD_RIGHT] = u + size >= (float)view->nx, [LOD_BACK] = v <= 0, [LOD_FRONT] = v + size >= (float)view->nz};
  for (int side = 0; side < LOD_SIDES; side++)
    if (at[side]) s->list->sides[side][s->list->side_count[side]++] = patch;
}

/* A node covers 2 x 2 patches of its stride. A quarter of which part is near enough is a node of half the stride, else one patch. */
static void select_node(Selection *s, float u, float v, float stride) {
  float quarter = stride * (float)s->view->quads;
  if (u >= (float)s->view->nx || v >= (float)s->view->nz) return;
  if (!lod_sees(s->view, u, v, 2 * quarter) || !shows_water(s, u, v, 2 * quarter)) return;
  bool may_refine = stride > s->view->stride_min;
  const int first_x = s->view->eye[0] > (u + quarter) * s->view->cell, first_z = s->view->eye[2] > (v + quarter) * s->view->cell;
  for (int n = 0; n < 4; n++) {
    float cu = u + quarter * (float)((n & 1) ^ first_x), cv = v + quarter * (float)((n >> 1) ^ first_z);
    bool near = distance_to(s->view, rect_of(s->view, cu, cv, quarter)) < range_of(s->view, 0.5f * stride);
    if (may_refine && near)
      select_node(s, cu, cv, 0.5f * stride);
    else
      add_patch(s, cu, cv, stride);
  }
}

void lod_select(LodList *list, const LodView *view, const Wet *wet) {
  LodView coarser = *view;
  const int longer = view->nx > view->nz ? view->nx : view->nz;
  float root_stride = 1;
  while (2 * (float)view->quads * root_stride < (float)longer) root_stride *= 2;
  do {
    list->count = list->deep_count = 0;
    list->full = false;
    memset(list->side_count, 0, sizeof list->side_count);
    Selection selection = {list, &coarser, wet};
    select_node(&selection, 0, 0, root_stride);
    coarser.reach *= 0.7f;
  } while (list->full);
}

bool lod_list_init(LodList *list) {
  list->patches = memory_create((2 + LOD_SIDES) * (size_t)LOD_PATCHES_MAX, sizeof *list->patches);
  if (!list->patches) return false;
  list->deep = list->patches + LOD_PATCHES_MAX;
  for (int side = 0; side < LOD_SIDES; side++) list->sides[side] = list->deep + (1 + side) * LOD_PATCHES_MAX;
  return true;
}

void lod_list_shutdown(LodList *list) {
  memory_free(list->patches);
  memset(list, 0, sizeof *list);
}

/* After Gribb and Hartmann 2001: the matrix's last row plus and minus each other row. */
void lod_find_planes(const float *m, float planes[6][4]) {
  for (int p = 0; p < 6; p++)
    for (int c = 0; c < 4; c++) {
      float row = m[c * 4 + p / 2], last = m[c * 4 + 3];
      planes[p][c] = p % 2 ? last - row : last + row;
    }
}

/* --- the patch mesh ----------------------------------------------------------------------------------------------------- */

/* At most. */
enum {
  VERTICES = (LOD_QUADS + 1) * (LOD_QUADS + 1) + LOD_SIDES * 2 * (LOD_QUADS + 1),
  INDICES = (LOD_QUADS * LOD_QUADS + LOD_SIDES * LOD_QUADS) * 6
};

static int count_top_indices(int quads) {
  return 6 * quads * quads;
}

/* A vertex of the patch mesh. i, k: place within the patch; side: 0 top, else 1 + LodSide; low: 1 at the side's lower edge. */
typedef struct PatchVertex {
  uint8_t i, k, side, low;
} PatchVertex;

static uint16_t *quad(uint16_t *out, int a, int b, int c, int d, bool flip) {
  const int corners[6] = {a, flip ? b : c, flip ? c : b, b, flip ? d : c, flip ? c : d};
  for (int n = 0; n < 6; n++) *out++ = (uint16_t)corners[n];
  return out;
}

void lod_init(Lod *lod, int quads) {
  const int row = quads + 1;
  PatchVertex vertices[VERTICES], *vertex = vertices;
  uint16_t indices[INDICES], *out = indices;
  lod->quads = quads;
  for (int k = 0; k < row; k++)
    for (int i = 0; i < row; i++) *vertex++ = (PatchVertex){(uint8_t)i, (uint8_t)k, 0, 0};
  for (int side = 0; side < LOD_SIDES; side++)
    for (int n = 0; n < 2 * row; n++) {
      const int along_z = side == LOD_LEFT || side == LOD_RIGHT, i = n % row, low = n / row;
      const int fixed = side == LOD_RIGHT || side == LOD_FRONT ? quads : 0;
      *vertex++ = (PatchVertex){(uint8_t)(along_z ? fixed : i), (uint8_t)(along_z ? i : fixed), (uint8_t)(1 + side), (uint8_t)low};
    }
  for (int k = 0; k < quads; k++)
    for (int at = k * row; at < k * row + quads; at++) out = quad(out, at, at + 1, at + row, at + row + 1, false);
  for (int side = 0; side < LOD_SIDES; side++)
    for (int i = 0, at = row * row + side * 2 * row; i < quads; i++, at++)
      out = quad(out, at, at + 1, at + row, at + row + 1, side == LOD_RIGHT || side == LOD_BACK);
  glGenVertexArrays(1, &lod->vertex_array);
  glBindVertexArray(lod->vertex_array);
  gpu_buffer(GL_ARRAY_BUFFER, &lod->vertices, (size_t)(vertex - vertices) * sizeof *vertices, vertices, GL_STATIC_DRAW);
  glVertexAttribPointer(0, 4, GL_UNSIGNED_BYTE, GL_FALSE, sizeof(PatchVertex), NULL);
  glEnableVertexAttribArray(0);
  gpu_buffer(GL_ELEMENT_ARRAY_BUFFER, &lod->indices, (size_t)(out - indices) * sizeof *indices, indices, GL_STATIC_DRAW);
  gpu_buffer(GL_ARRAY_BUFFER, &lod->instances, LOD_PATCHES_MAX * sizeof(LodPatch), NULL, GL_STREAM_DRAW);
  glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof(LodPatch), NULL);
  glVertexAttribDivisor(1, 1);
  glEnableVertexAttribArray(1);
  glBindVertexArray(0);
}

void lod_shutdown(Lod *lod) {
  glDeleteBuffers(3, (const GLuint[]){lod->vertices, lod->indices, lod->instances});
  glDeleteVertexArrays(1, &lod->vertex_array);
}

static void draw_instances(Lod *lod, const LodPatch *patches, int count, int first_index, int index_count) {
  if (!count) return;
  glBindVertexArray(lod->vertex_array);
  /* Orphaned first, so that the driver need not wait for the draw before. */
  const size_t size = (size_t)count * sizeof *patches;
  gpu_buffer(GL_ARRAY_BUFFER, &lod->instances, size, NULL, GL_STREAM_DRAW);
  glBufferSubData(GL_ARRAY_BUFFER, 0, (GLsizeiptr)size, patches);
  const void *offset = (const void *)(uintptr_t)((size_t)first_index * sizeof(uint16_t));
  glDrawElementsInstanced(GL_TRIANGLES, index_count, GL_UNSIGNED_SHORT, offset, count);
}

void lod_draw_sides(Lod *lod, const LodList *list) {
  for (int side = 0; side < LOD_SIDES; side++)
    draw_instances(lod, list->sides[side], list->side_count[side], count_top_indices(lod->quads) + side * 6 * lod->quads, 6 * lod->quads);
}

void lod_draw_tops(Lod *lod, const LodList *list) {
  draw_instances(lod, list->patches, list->count, 0, count_top_indices(lod->quads));
}

void lod_draw_deep(Lod *lod, const LodList *list) {
  draw_instances(lod, list->deep, list->deep_count, 0, count_top_indices(lod->quads));
}
