#include "render/land/around.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "render/gpu.h"

/* Texels of the map of the shape, the same in shaders/common/around.glsl: room for RINGS + 1 rings of SIDES * 192 vertices. */
enum { SHAPE_WIDTH = 1024, SHAPE_HEIGHT = 32 };
static const TextureDef shape_def = {GL_RGBA32F, GL_RGBA, GL_FLOAT, GL_NEAREST, GL_CLAMP_TO_EDGE};

/* Sectors of the rings are drawn or left out as a whole; each has SECTORS / SIDES of a side's quads, which detail is a multiple of. */
enum { RINGS = 26, SIDES = 4, SECTORS = 32 };

/* In the grid's longer side: the innermost ring's width; how much wider each is than the one before: the outermost is 30 sides away. */
static const float ring_first = 0.004f, ring_growth = 1.375f;

/* A vertex of the rings, in the vertex buffer: its place along x and z of its ring, 0 to 1; how far out the ring is; 1 under the grid. */
typedef struct RingVertex {
  float u, v, out, under;
} RingVertex;

static RingVertex ring_vertex(int n, int detail, float out, bool under) {
  const int side = n / detail % SIDES;
  const float along = (float)(n % detail) / (float)detail;
  const float u[SIDES] = {along, 1, 1 - along, 0}, v[SIDES] = {0, along, 1, 1 - along};
  return (RingVertex){u[side], v[side], out, under ? 1 : 0};
}

static bool make(Around *around, int detail) {
  const int about = SIDES * detail, wide = about / SECTORS; /* vertices along a ring; of them in a sector */
  const size_t vertex_count = (size_t)(RINGS + 1) * (size_t)about, index_count = 6 * (size_t)RINGS * (size_t)about;
  RingVertex *const vertices = memory_create(vertex_count, sizeof *vertices);
  uint32_t *const indices = memory_create(index_count, sizeof *indices), *index = indices;
  const bool ok = vertices && indices;
  float out = -2 * ring_first, width = ring_first;
  for (int ring = 0; ok && ring <= RINGS; ring++) {
    for (int n = 0; n < about; n++) vertices[ring * about + n] = ring_vertex(n, detail, out, ring == 0);
    out = ring == 0 ? 0 : out + width;
    width *= ring == 0 ? 1 : ring_growth;
  }
  for (int place = 0; ok && place < SECTORS * RINGS; place++)
    for (int n = place / RINGS * wide, end = n + wide; n < end; n++) {
      const uint32_t next = (uint32_t)((n + 1) % about), a = (uint32_t)(place % RINGS * about), b = a + (uint32_t)about;
      const uint32_t quad[6] = {a + (uint32_t)n, a + next, b + (uint32_t)n, b + (uint32_t)n, a + next, b + next};
      memcpy(index, quad, sizeof quad);
      index += 6;
    }
  if (ok) {
    if (!around->vertex_array) glGenVertexArrays(1, &around->vertex_array);
    glBindVertexArray(around->vertex_array);
    gpu_buffer(GL_ARRAY_BUFFER, &around->vertices, vertex_count * sizeof *vertices, vertices, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof *vertices, NULL);
    glEnableVertexAttribArray(0);
    gpu_buffer(GL_ELEMENT_ARRAY_BUFFER, &around->indices, index_count * sizeof *indices, indices, GL_STATIC_DRAW);
    glBindVertexArray(0);
    around->detail = detail;
  }
  memory_free(vertices);
  memory_free(indices);
  return ok;
}

/* m: the two coordinates that around_place in the shaders mixes of a vertex `along` its ring, 0 to 1, `out` m beyond a grid of `length`. */
static float evenly(float along, float length, float out) {
  return along * (length + 2 * out) - out;
}

static float straight_out(float along, float length, float out) {
  const float inside = fminf(fmaxf(1.5f * along - 0.25f, 0), 1);
  return length * inside + out * (fminf(fmaxf(6 * along - 5, 0), 1) - fminf(fmaxf(1 - 6 * along, 0), 1));
}

/* Points whose hull holds a sector, m: at its ends and at thirds between, where straight_out has its corners. */
enum { SECTOR_PARTS = 3, SECTOR_POINTS = 4 * (SECTOR_PARTS + 1) };

static bool sector_is_seen(const FrameView *frame, int sector, float planes[6][4], float low, float high) {
  float points[SECTOR_POINTS][2];
  const float wide = frame->cell * (float)frame->nx, deep = frame->cell * (float)frame->nz, size = fmaxf(wide, deep);
  float outermost = 0, width = ring_first;
  for (int ring = 1; ring < RINGS; ring++, width *= ring_growth) outermost += width;
  for (int n = 0; n <= SECTOR_PARTS; n++) {
    const RingVertex at = ring_vertex((sector * SECTOR_PARTS + n) % (SECTORS * SECTOR_PARTS), SECTORS * SECTOR_PARTS / SIDES, 0, false);
    for (int far = 0; far < 2; far++) {
      const float out = size * (far ? outermost : -2 * ring_first);
      float *const even = points[4 * n + 2 * far], *const straight = points[4 * n + 2 * far + 1];
      even[0] = evenly(at.u, wide, out);
      even[1] = evenly(at.v, deep, out);
      straight[0] = straight_out(at.u, wide, out);
      straight[1] = straight_out(at.v, deep, out);
    }
  }
  for (int p = 0; p < 6; p++) {
    const float *const plane = planes[p], y = plane[1] > 0 ? high : low;
    int outside = 0;
    for (int n = 0; n < SECTOR_POINTS; n++) outside += plane[0] * points[n][0] + plane[1] * y + plane[2] * points[n][1] + plane[3] < 0;
    if (outside == SECTOR_POINTS) return false;
  }
  return true;
}

void around_select(Around *around, const FrameView *frame, float planes[6][4], float low, float high) {
  /* Far hills rise above the grid's ground by up to one of its sides (around_height in the shaders), waves by less. */
  const float room = frame_extent(frame) + (high - low);
  around->visible = 0;
  for (int sector = 0; sector < SECTORS; sector++)
    if (sector_is_seen(frame, sector, planes, low - room, high + room)) around->visible |= 1u << sector;
}

void around_draw_rings(const Around *around) {
  const size_t indices = (size_t)6 * RINGS * (size_t)(SIDES * around->detail / SECTORS);
  glBindVertexArray(around->vertex_array);
  for (int from = 0, to = 0; from < SECTORS; from = to + 1) {
    for (to = from; to < SECTORS && around->visible >> to & 1; to++) {}
    if (to == from) continue;
    glDrawElements(GL_TRIANGLES, (GLsizei)(indices * (size_t)(to - from)), GL_UNSIGNED_INT,
                   (const void *)(uintptr_t)((size_t)from * indices * sizeof(uint32_t)));
  }
}

bool around_update(Around *around, const PassContext *context, const FrameView *frame, int detail, float water, int64_t edits) {
  if (frame->around == FRAME_AROUND_TABLE) return true;
  if (around->detail != detail && !make(around, detail)) return false;
  const AroundGround ground = {edits, frame->terrain_version, frame->nx,    frame->nz, detail, frame->cell,
                               water, frame->around,          frame->ground};
  if (!around->shape) {
    gpu_texture(&around->shape, UNIT_AROUND_SHAPE, SHAPE_WIDTH, SHAPE_HEIGHT, &shape_def, NULL);
    gpu_framebuffer(&around->framebuffer, &around->shape, 1, 0, 0);
  }
  if (memcmp(&around->ground, &ground, sizeof ground) != 0) {
    around->ground = ground;
    gpu_draw_into(around->framebuffer, SHAPE_WIDTH, SHAPE_HEIGHT);
    glDisable(GL_DEPTH_TEST);
    if (program_use(context, PROGRAM_AROUND_SHAPE, 0)) {
      glBindVertexArray(around->vertex_array);
      glDrawArrays(GL_POINTS, 0, (RINGS + 1) * SIDES * around->detail); /* one for each vertex, into its texel */
    }
  }
  gpu_texture_bind(around->shape, UNIT_AROUND_SHAPE);
  return true;
}

void around_draw_ground(Around *around, const PassContext *context) {
  if (context->table) return;
  if (program_use(context, PROGRAM_AROUND, 0)) around_draw_rings(around);
}

void around_shutdown(Around *around) {
  glDeleteBuffers(2, (const GLuint[]){around->vertices, around->indices});
  glDeleteVertexArrays(1, &around->vertex_array);
  glDeleteTextures(1, &around->shape);
  glDeleteFramebuffers(1, &around->framebuffer);
}
