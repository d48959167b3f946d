#include "render/land/around.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

const ProgramDef around_programs = {"around", {""}}, around_shape_programs = {"around_shape", {""}};

/* Texels of the map of the shape, the same in shaders/common/around.glsl: room for RINGS + 1 rings of SIDES * 192 vertices. */
enum { SHAPE_WIDTH = 1024, SHAPE_HEIGHT = 32 };
static const TextureDef shape_def = {GL_RGBA32F, GL_RGBA, GL_FLOAT, GL_NEAREST, GL_CLAMP_TO_EDGE};

enum { RINGS = 26, SIDES = 4 };

/* In the grid's longer side: the width of the innermost ring, and how much wider each is than the one before, so that the outermost
 * lies some 22 sides away. */
static const float ring_first = 0.004f, ring_growth = 1.375f;

/* A vertex of the rings, in the vertex buffer: its place along x and z of its ring, 0 to 1; how far out the ring is; 1 under the grid. */
typedef struct RingVertex {
  float u, v, out, under;
} RingVertex;

/* The mesh while it is made. */
typedef struct Mesh {
  RingVertex *vertices;
  uint32_t *indices;
  int around; /* vertices along a ring */
} Mesh;

static RingVertex ring_vertex(int n, int detail, float out, bool under) {
  const int side = n / detail % SIDES;
  const float along = (float)(n % detail) / (float)detail;
  const float u[SIDES] = {along, 1, 1 - along, 0}, v[SIDES] = {0, along, 1, 1 - along};
  return (RingVertex){u[side], v[side], out, under ? 1 : 0};
}

static void fill(const Mesh *mesh, int detail) {
  float out = -2 * ring_first, width = ring_first;
  for (int ring = 0; ring <= RINGS; ring++) {
    for (int n = 0; n < mesh->around; n++) mesh->vertices[ring * mesh->around + n] = ring_vertex(n, detail, out, ring == 0);
    out = ring == 0 ? 0 : out + width;
    width *= ring == 0 ? 1 : ring_growth;
  }
  uint32_t *index = mesh->indices;
  for (int ring = 0; ring < RINGS; ring++)
    for (int n = 0; n < mesh->around; n++) {
      const uint32_t next = (uint32_t)((n + 1) % mesh->around), a = (uint32_t)(ring * mesh->around), b = a + (uint32_t)mesh->around;
      const uint32_t quad[6] = {a + (uint32_t)n, a + next, b + (uint32_t)n, b + (uint32_t)n, a + next, b + next};
      memcpy(index, quad, sizeof quad);
      index += 6;
    }
}

static void upload(Around *around, const Mesh *mesh) {
  if (!around->vertex_array) {
    glGenVertexArrays(1, &around->vertex_array);
    glGenBuffers(1, &around->vertices);
    glGenBuffers(1, &around->indices);
  }
  const GLsizeiptr vertices = (RINGS + 1) * (GLsizeiptr)mesh->around, indices = 6 * RINGS * (GLsizeiptr)mesh->around;
  glBindVertexArray(around->vertex_array);
  glBindBuffer(GL_ARRAY_BUFFER, around->vertices);
  glBufferData(GL_ARRAY_BUFFER, vertices * (GLsizeiptr)sizeof *mesh->vertices, mesh->vertices, GL_STATIC_DRAW);
  glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof *mesh->vertices, NULL);
  glEnableVertexAttribArray(0);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, around->indices);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, indices * (GLsizeiptr)sizeof *mesh->indices, mesh->indices, GL_STATIC_DRAW);
  glBindVertexArray(0);
  around->index_count = (int)indices;
}

static bool make(Around *around, int detail) {
  Mesh mesh = {.around = SIDES * detail};
  mesh.vertices = memory_create((size_t)(RINGS + 1) * (size_t)mesh.around, sizeof *mesh.vertices);
  mesh.indices = memory_create((size_t)RINGS * (size_t)mesh.around, 6 * sizeof *mesh.indices);
  const bool ok = mesh.vertices && mesh.indices;
  if (ok) {
    fill(&mesh, detail);
    upload(around, &mesh);
    around->detail = detail;
  }
  memory_free(mesh.vertices);
  memory_free(mesh.indices);
  return ok;
}

void around_draw_rings(const Around *around) {
  glBindVertexArray(around->vertex_array);
  glDrawElements(GL_TRIANGLES, around->index_count, GL_UNSIGNED_INT, NULL);
}

static bool is_same_ground(const AroundGround *a, const AroundGround *b) {
  return a->version == b->version && a->nx == b->nx && a->nz == b->nz && a->detail == b->detail && !(a->cell < b->cell) &&
         !(a->cell > b->cell) && !(a->water < b->water) && !(a->water > b->water) && a->around == b->around && a->ground == b->ground;
}

/* One point for each vertex, into its texel. */
static void draw_shape(Around *around, const PassContext *context) {
  if (!around->shape) {
    gpu_texture(&around->shape, UNIT_AROUND_SHAPE, SHAPE_WIDTH, SHAPE_HEIGHT, &shape_def, NULL);
    gpu_framebuffer(&around->framebuffer, (const GLuint[3]){around->shape, 0, 0}, 0);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, around->framebuffer);
  glViewport(0, 0, SHAPE_WIDTH, SHAPE_HEIGHT);
  glDisable(GL_DEPTH_TEST);
  if (!program_use(&around->shape_program, &around_shape_programs, &context->shaders, 0)) return;
  glBindVertexArray(around->vertex_array);
  glDrawArrays(GL_POINTS, 0, (RINGS + 1) * SIDES * around->detail);
}

bool around_update(Around *around, const PassContext *context, const FrameView *frame, int detail, float water) {
  if (frame->around == FRAME_AROUND_TABLE) return true;
  if (around->detail != detail && !make(around, detail)) return false;
  const AroundGround ground = {frame->terrain_version, frame->nx, frame->nz, detail, frame->cell, water, frame->around, frame->ground};
  if (!around->shape || !is_same_ground(&around->ground, &ground)) {
    draw_shape(around, context);
    around->ground = ground;
  }
  gpu_texture_bind(around->shape, UNIT_AROUND_SHAPE);
  return true;
}

void around_forget(Around *around) {
  around->ground.detail = 0;
}

void around_draw_ground(Around *around, const PassContext *context) {
  if (context->table) return;
  if (program_use(&around->program, &around_programs, &context->shaders, 0)) around_draw_rings(around);
}

void around_shutdown(Around *around) {
  const GLuint buffers[] = {around->vertices, around->indices};
  glDeleteBuffers(2, buffers);
  glDeleteVertexArrays(1, &around->vertex_array);
  glDeleteTextures(1, &around->shape);
  glDeleteFramebuffers(1, &around->framebuffer);
  program_shutdown(&around->program);
  program_shutdown(&around->shape_program);
  memset(around, 0, sizeof *around);
}
