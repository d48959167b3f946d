#include "render/bodies.h"

#include <stddef.h>
#include <string.h>

#include "base/memory.h"

const ProgramDef bodies_programs = {"bodies", {"#define METAL 0\n", "#define METAL 1\n"}};

enum { CORNERS = 8, VERTICES = CORNERS * 3, INDICES_MAX = 6 * 6 + 12 * 6 + 8 * 3 };

/* The corner's signs, and along which axis (0 to 2) this of its three vertices lies on a face. */
typedef struct BoxVertex {
  int8_t sign[3];
  int8_t axis;
} BoxVertex;

static int vertex_at(int corner, int axis) {
  return corner * 3 + axis;
}

static int add_triangle(uint16_t *indices, int n, int a, int b, int c) {
  indices[n] = (uint16_t)a;
  indices[n + 1] = (uint16_t)b;
  indices[n + 2] = (uint16_t)c;
  return n + 3;
}

static int add_quad(uint16_t *indices, int n, const int q[4]) {
  n = add_triangle(indices, n, q[0], q[1], q[2]);
  return add_triangle(indices, n, q[2], q[1], q[3]);
}

/* Six faces, twelve chamfers between two faces, eight corner triangles. Drawn without culling, so any winding will do.
 */
static int fill_indices(uint16_t *indices) {
  int n = 0;
  for (int axis = 0; axis < 3; axis++) {
    int b = 1 << ((axis + 1) % 3), c = 1 << ((axis + 2) % 3);
    for (int side = 0; side < 2; side++) {
      int at = side << axis;
      const int face[4] = {vertex_at(at, axis), vertex_at(at | b, axis), vertex_at(at | c, axis),
                           vertex_at(at | b | c, axis)};
      n = add_quad(indices, n, face);
    }
    for (int edge = 0; edge < 4; edge++) {
      int at = (edge & 1 ? b : 0) | (edge & 2 ? c : 0), end = at | 1 << axis;
      int first = (axis + 1) % 3, second = (axis + 2) % 3;
      const int chamfer[4] = {vertex_at(at, first), vertex_at(end, first), vertex_at(at, second),
                              vertex_at(end, second)};
      n = add_quad(indices, n, chamfer);
    }
  }
  for (int corner = 0; corner < CORNERS; corner++)
    n = add_triangle(indices, n, vertex_at(corner, 0), vertex_at(corner, 1), vertex_at(corner, 2));
  return n;
}

/* OpenGL takes offsets into buffers as pointers. */
static const void *instance_offset(int first, size_t member) {
  return (const void *)(uintptr_t)((size_t)first * sizeof(FrameBody) + member);
}

static void describe_instances(int first) {
  for (GLuint column = 0; column < 4; column++)
    glVertexAttribPointer(1 + column, 4, GL_FLOAT, GL_FALSE, sizeof(FrameBody),
                          instance_offset(first, offsetof(FrameBody, model) + column * 4 * sizeof(float)));
  glVertexAttribPointer(5, 3, GL_FLOAT, GL_FALSE, sizeof(FrameBody), instance_offset(first, offsetof(FrameBody, half)));
  glVertexAttribIPointer(6, 1, GL_UNSIGNED_INT, sizeof(FrameBody),
                         instance_offset(first, offsetof(FrameBody, variant)));
}

void bodies_init(Bodies *bodies) {
  BoxVertex vertices[VERTICES];
  uint16_t indices[INDICES_MAX];
  for (int corner = 0; corner < CORNERS; corner++)
    for (int axis = 0; axis < 3; axis++)
      vertices[vertex_at(corner, axis)] = (BoxVertex){
          {(int8_t)(corner & 1 ? 1 : -1), (int8_t)(corner & 2 ? 1 : -1), (int8_t)(corner & 4 ? 1 : -1)}, (int8_t)axis};
  bodies->index_count = fill_indices(indices);
  glGenVertexArrays(1, &bodies->vertex_array);
  glBindVertexArray(bodies->vertex_array);
  glGenBuffers(1, &bodies->vertices);
  glBindBuffer(GL_ARRAY_BUFFER, bodies->vertices);
  glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STATIC_DRAW);
  glVertexAttribPointer(0, 4, GL_BYTE, GL_FALSE, sizeof(BoxVertex), NULL);
  glEnableVertexAttribArray(0);
  glGenBuffers(1, &bodies->indices);
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, bodies->indices);
  glBufferData(GL_ELEMENT_ARRAY_BUFFER, sizeof indices, indices, GL_STATIC_DRAW);
  glGenBuffers(1, &bodies->instances);
  glBindBuffer(GL_ARRAY_BUFFER, bodies->instances);
  for (GLuint attribute = 1; attribute <= 6; attribute++) {
    glVertexAttribDivisor(attribute, 1);
    glEnableVertexAttribArray(attribute);
  }
  glBindVertexArray(0);
}

static bool reserve(Bodies *bodies, int count) {
  if (count <= bodies->capacity) return true;
  memory_free(bodies->sorted);
  bodies->capacity = 0;
  bodies->sorted = memory_create((size_t)count * 2, sizeof *bodies->sorted);
  if (bodies->sorted) bodies->capacity = count * 2;
  return bodies->sorted != NULL;
}

bool bodies_upload(Bodies *bodies, const FrameView *frame) {
  bodies->count = 0;
  if (!reserve(bodies, frame->body_count)) return false;
  for (int material = 0; material < FRAME_MATERIAL_COUNT; material++) {
    int before = bodies->count;
    for (int n = 0; n < frame->body_count; n++)
      if ((int)frame->bodies[n].material == material) bodies->sorted[bodies->count++] = frame->bodies[n];
    bodies->counts[material] = bodies->count - before;
  }
  if (!bodies->count) return true;
  glBindBuffer(GL_ARRAY_BUFFER, bodies->instances);
  glBufferData(GL_ARRAY_BUFFER, bodies->count * (GLsizeiptr)sizeof(FrameBody), bodies->sorted, GL_STREAM_DRAW);
  return true;
}

static void draw_range(const Bodies *bodies, int first, int count) {
  if (!count) return;
  glBindVertexArray(bodies->vertex_array);
  glBindBuffer(GL_ARRAY_BUFFER, bodies->instances);
  describe_instances(first);
  glDrawElementsInstanced(GL_TRIANGLES, bodies->index_count, GL_UNSIGNED_SHORT, NULL, count);
}

void bodies_draw_all(const Bodies *bodies) {
  draw_range(bodies, 0, bodies->count);
}

void bodies_draw(Bodies *bodies, const PassContext *context) {
  int first = 0;
  for (int material = 0; material < FRAME_MATERIAL_COUNT; material++) {
    int count = bodies->counts[material];
    if (count && program_use(&bodies->program, &bodies_programs, &context->shaders, material))
      draw_range(bodies, first, count);
    first += count;
  }
}

void bodies_shutdown(Bodies *bodies) {
  const GLuint buffers[] = {bodies->vertices, bodies->indices, bodies->instances};
  glDeleteBuffers(3, buffers);
  glDeleteVertexArrays(1, &bodies->vertex_array);
  program_shutdown(&bodies->program);
  memory_free(bodies->sorted);
  memset(bodies, 0, sizeof *bodies);
}
