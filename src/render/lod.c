#include "render/lod.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
  ROW = LOD_QUADS + 1,
  TOP_VERTICES = ROW * ROW,
  SIDE_VERTICES = ROW * 2,
  VERTICES = TOP_VERTICES + LOD_SIDES * SIDE_VERTICES,
  TOP_INDICES = LOD_QUADS * LOD_QUADS * 6,
  SIDE_INDICES = LOD_QUADS * 6,
  INDICES = TOP_INDICES + LOD_SIDES * SIDE_INDICES
};

/* A vertex of the patch mesh, in the vertex buffer. i, k: place within the patch; side: 0 top, else 1 + LodSide; low: 1 at
 * the side's lower edge. */
typedef struct PatchVertex {
  uint8_t i, k, side, low;
} PatchVertex;

static uint16_t *quad(uint16_t *out, int a, int b, int c, int d, bool flip) {
  const int corners[6] = {a, flip ? b : c, flip ? c : b, b, flip ? d : c, flip ? c : d};
  for (int n = 0; n < 6; n++) *out++ = (uint16_t)corners[n];
  return out;
}

void lod_init(Lod *lod) {
  PatchVertex vertices[VERTICES], *vertex = vertices;
  uint16_t indices[INDICES], *out = indices;
  for (int k = 0; k < ROW; k++)
    for (int i = 0; i < ROW; i++) *vertex++ = (PatchVertex){(uint8_t)i, (uint8_t)k, 0, 0};
  for (int side = 0; side < LOD_SIDES; side++)
    for (int n = 0; n < 2 * ROW; n++) {
      const int along_z = side == LOD_LEFT || side == LOD_RIGHT, i = n % ROW, low = n / ROW;
      const int fixed = side == LOD_RIGHT || side == LOD_FRONT ? LOD_QUADS : 0;
      *vertex++ = (PatchVertex){(uint8_t)(along_z ? fixed : i), (uint8_t)(along_z ? i : fixed), (uint8_t)(1 + side), (uint8_t)low};
    }
  for (int k = 0; k < LOD_QUADS; k++)
    for (int at = k * ROW; at < k * ROW + LOD_QUADS; at++) out = quad(out, at, at + 1, at + ROW, at + ROW + 1, false);
  for (int side = 0; side < LOD_SIDES; side++)
    for (int i = 0, at = TOP_VERTICES + side * SIDE_VERTICES; i < LOD_QUADS; i++, at++)
      out = quad(out, at, at + 1, at + ROW, at + ROW + 1, side == LOD_RIGHT || side == LOD_BACK);
  glGenVertexArrays(1, &lod->vertex_array);
  glBindVertexArray(lod->vertex_array);
  glGenBuffers(1, &lod->vertices);
  glBindBuffer(GL_ARRAY_BUFFER, lod->vertices);
  glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STATIC_DRAW);
  glVertexAttribPointer(0, 4, GL_UNSIGNED_BYTE, GL_FALSE, sizeof(PatchVertex), NULL);
  glEnableVertexAttribArray(0);
  glGenBuffers(1, &lod->indices);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, lod->indices);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
  glGenBuffers(1, &lod->instances);
  glBindBuffer(GL_ARRAY_BUFFER, lod->instances);
  glBufferData(GL_ARRAY_BUFFER, LOD_PATCHES_MAX * sizeof(LodPatch), NULL, GL_STREAM_DRAW);
  glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof(LodPatch), NULL);
  glVertexAttribDivisor(1, 1);
  glEnableVertexAttribArray(1);
  glBindVertexArray(0);
}

void lod_shutdown(Lod *lod) {
  const GLuint buffers[] = {lod->vertices, lod->indices, lod->instances};
  glDeleteBuffers(3, buffers);
  glDeleteVertexArrays(1, &lod->vertex_array);
  memset(lod, 0, sizeof *lod);
}

static void draw_instances(Lod *lod, const LodPatch *patches, int count, int first_index, int index_count) {
  if (!count) return;
  glBindVertexArray(lod->vertex_array);
  glBindBuffer(GL_ARRAY_BUFFER, lod->instances);
  /* Orphaned first, so that the driver need not wait for the draw before. */
  GLsizeiptr size = count * (GLsizeiptr)sizeof *patches;
  glBufferData(GL_ARRAY_BUFFER, size, NULL, GL_STREAM_DRAW);
  glBufferSubData(GL_ARRAY_BUFFER, 0, size, patches);
  const void *offset = (const void *)(uintptr_t)((size_t)first_index * sizeof(uint16_t));
  glDrawElementsInstanced(GL_TRIANGLES, index_count, GL_UNSIGNED_SHORT, offset, count);
}

void lod_draw_sides(Lod *lod, const LodList *list) {
  for (int side = 0; side < LOD_SIDES; side++)
    draw_instances(lod, list->sides[side], list->side_count[side], TOP_INDICES + side * SIDE_INDICES, SIDE_INDICES);
}

void lod_draw_tops(Lod *lod, const LodList *list) {
  draw_instances(lod, list->patches, list->count, 0, TOP_INDICES);
}

void lod_draw_deep(Lod *lod, const LodList *list) {
  draw_instances(lod, list->deep, list->deep_count, 0, TOP_INDICES);
}
