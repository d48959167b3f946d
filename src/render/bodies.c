#include "render/bodies.h"

#include <cglm/cglm.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "render/gpu.h"

/* m of water on a body's upward faces from which on it is seen. */
static const float aboard_seen = 1e-5f;

/* s: a hasty frame goes on compiling variants until this is spent; bodies whose turn does not come are plain in it. A software driver takes
 * 0.3 s for a new one, 0.02 s for one that it has kept from another run. The first frame, which a person waits for, compiles none. */
static const double compiled_s = 0.15;

/* Index of the variant for all materials. */
enum { PLAIN = BODIES_GROUPS };

/* Two variants of each material: dry, and with water on its upward faces. */
#define LOOKS(name) "#define LOOK_" name "\n#define DECK 0\n", "#define LOOK_" name "\n#define DECK 1\n"
const ProgramDef bodies_programs = {.name = "bodies",
                                    .variants = {LOOKS("WOOD"), LOOKS("METAL"), LOOKS("STONE"), LOOKS("BARK"), LOOKS("PAINT"),
                                                 LOOKS("GLASS"), LOOKS("RUBBER"), LOOKS("HULL"), LOOKS("PLANKS"), LOOKS("PLASTER"),
                                                 LOOKS("TILES"), LOOKS("FLOAT"), [PLAIN] = "#define LOOK_PLAIN\n#define DECK 0\n"}};

enum {
  BOX_CORNERS = 8,
  BOX_VERTICES = BOX_CORNERS * 3,
  BOX_INDICES = 6 * 6 + 12 * 6 + 8 * 3,
  SIDES = 24, /* of the prism that stands for a cylinder */
  CYLINDER_VERTICES = SIDES * 4,
  CYLINDER_INDICES = SIDES * 6 + 2 * SIDES * 6 + 2 * (SIDES - 2) * 3
};

/* A vertex of a mesh as the buffer has it: its place in the cube [-1, 1]^3 before chamfering; its face's normal, and 1: chamfered. */
typedef struct BodyVertex {
  float corner[3], face[4];
} BodyVertex;

/* A body's place in the order in which bodies are drawn. */
typedef struct BodyOrder {
  int set, group, index; /* of the frame's bodies */
  float far;             /* m^2: square of its distance to the eye */
} BodyOrder;

/* The meshes of box and cylinder while bodies_init builds them. */
typedef struct Geometry {
  BodyVertex vertices[BOX_VERTICES + CYLINDER_VERTICES];
  uint16_t indices[BOX_INDICES + CYLINDER_INDICES];
  int vertex_count, index_count;
} Geometry;

/* A vertex's point with a small chamfer, in the cube: without one, edges between two faces have no area and no side. */
static void vertex_point(const BodyVertex *v, float point[3]) {
  for (int n = 0; n < 3; n++) point[n] = v->corner[n] - 0.05f * (v->corner[n] - v->face[n]);
}

/* Turns the corners anticlockwise as seen from without: boxes and cylinders bulge outwards, about the origin. */
static void add_triangle(Geometry *g, int a, int b, int c) {
  float p[3], q[3], r[3], sum = 0;
  vertex_point(&g->vertices[a], p);
  vertex_point(&g->vertices[b], q);
  vertex_point(&g->vertices[c], r);
  for (int n = 0; n < 3; n++) {
    const int u = (n + 1) % 3, v = (n + 2) % 3;
    sum += ((q[u] - p[u]) * (r[v] - p[v]) - (q[v] - p[v]) * (r[u] - p[u])) * (p[n] + q[n] + r[n]);
  }
  const bool outwards = sum > 0;
  g->indices[g->index_count++] = (uint16_t)a;
  g->indices[g->index_count++] = (uint16_t)(outwards ? b : c);
  g->indices[g->index_count++] = (uint16_t)(outwards ? c : b);
}

static void add_quad(Geometry *g, int a, int b, int c, int d) {
  add_triangle(g, a, b, c);
  add_triangle(g, c, b, d);
}

/* --- boxes: three vertices a corner, one for each face ----------------------------------------------------------------- */

static int box_vertex(int corner, int axis) {
  return corner * 3 + axis;
}

/* Six faces, twelve chamfers between two faces, eight corner triangles. */
static void add_box(Geometry *g) {
  for (int corner = 0; corner < BOX_CORNERS; corner++)
    for (int axis = 0; axis < 3; axis++) {
      BodyVertex v = {{corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1}, {0, 0, 0, 1}};
      v.face[axis] = v.corner[axis];
      g->vertices[g->vertex_count++] = v;
    }
  for (int axis = 0; axis < 3; axis++) {
    const int first = (axis + 1) % 3, second = (axis + 2) % 3, b = 1 << first, c = 1 << second;
    for (int side = 0; side < 2; side++) {
      const int at = side << axis;
      add_quad(g, box_vertex(at, axis), box_vertex(at | b, axis), box_vertex(at | c, axis), box_vertex(at | b | c, axis));
    }
    for (int edge = 0; edge < 4; edge++) {
      const int at = (edge & 1 ? b : 0) | (edge & 2 ? c : 0), end = at | 1 << axis;
      add_quad(g, box_vertex(at, first), box_vertex(end, first), box_vertex(at, second), box_vertex(end, second));
    }
  }
  for (int corner = 0; corner < BOX_CORNERS; corner++) add_triangle(g, box_vertex(corner, 0), box_vertex(corner, 1), box_vertex(corner, 2));
}

/* --- cylinders: at each end one ring of vertices for the side and one for the cap --------------------------------------- */

static int add_ring(Geometry *g, float end, bool side) {
  const int first = g->vertex_count;
  for (int n = 0; n < SIDES; n++) {
    const float turn = 6.2831853f * (float)n / SIDES, x = cosf(turn), z = sinf(turn);
    g->vertices[g->vertex_count++] = (BodyVertex){{x, end, z}, {side ? x : 0, side ? 0 : end, side ? z : 0, 1}};
  }
  return first;
}

static void join_rings(Geometry *g, int a, int b) {
  for (int n = 0; n < SIDES; n++) {
    const int next = (n + 1) % SIDES;
    add_quad(g, a + n, a + next, b + n, b + next);
  }
}

static void add_cylinder(Geometry *g) {
  int sides[2];
  for (int end = 0; end < 2; end++) {
    const int cap = add_ring(g, end ? 1 : -1, false);
    sides[end] = add_ring(g, end ? 1 : -1, true);
    join_rings(g, cap, sides[end]);
    for (int n = 1; n < SIDES - 1; n++) add_triangle(g, cap, cap + n, cap + n + 1);
  }
  join_rings(g, sides[0], sides[1]);
}

static void describe_instances(int first) {
  const uintptr_t at = (uintptr_t)first * sizeof(FrameBody), model = at + offsetof(FrameBody, model); /* offsets, as OpenGL's pointers */
  for (GLuint column = 0; column < 4; column++)
    glVertexAttribPointer(1 + column, 4, GL_FLOAT, GL_FALSE, sizeof(FrameBody), (const void *)(model + column * 4 * sizeof(float)));
  glVertexAttribPointer(5, 3, GL_FLOAT, GL_FALSE, sizeof(FrameBody), (const void *)(at + offsetof(FrameBody, half)));
  glVertexAttribIPointer(6, 1, GL_UNSIGNED_INT, sizeof(FrameBody), (const void *)(at + offsetof(FrameBody, variant)));
  glVertexAttribPointer(8, 1, GL_FLOAT, GL_FALSE, sizeof(FrameBody), (const void *)(at + offsetof(FrameBody, aboard)));
}

/* Makes a vertex array of the vertices in one buffer and the instances in another. */
static GLuint create_array(GLuint vertices, GLuint instances) {
  static const GLuint of_instances[] = {1, 2, 3, 4, 5, 6, 8};
  GLuint array;
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  glBindBuffer(GL_ARRAY_BUFFER, vertices);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(BodyVertex), NULL);
  glVertexAttribPointer(7, 4, GL_FLOAT, GL_FALSE, sizeof(BodyVertex), (const void *)offsetof(BodyVertex, face));
  glEnableVertexAttribArray(0);
  glEnableVertexAttribArray(7);
  glBindBuffer(GL_ARRAY_BUFFER, instances);
  for (size_t n = 0; n < sizeof of_instances / sizeof *of_instances; n++) {
    glVertexAttribDivisor(of_instances[n], 1);
    glEnableVertexAttribArray(of_instances[n]);
  }
  describe_instances(0);
  return array;
}

void bodies_init(Bodies *bodies) {
  Geometry g = {.vertex_count = 0};
  add_box(&g);
  bodies->box_indices = g.index_count;
  add_cylinder(&g);
  bodies->cylinder_indices = g.index_count - bodies->box_indices;
  glGenBuffers(1, &bodies->instances);
  glGenBuffers(1, &bodies->meshes);
  gpu_buffer(GL_ARRAY_BUFFER, &bodies->vertices, sizeof g.vertices, g.vertices, GL_STATIC_DRAW);
  bodies->mesh_array = create_array(bodies->meshes, bodies->instances);
  bodies->vertex_array = create_array(bodies->vertices, bodies->instances);
  gpu_buffer(GL_ELEMENT_ARRAY_BUFFER, &bodies->indices, sizeof g.indices, g.indices, GL_STATIC_DRAW);
  glBindVertexArray(0);
}

/* --- meshes: three vertices a face, in a buffer of their own ------------------------------------------------------------ */

static void mesh_face(const FrameMesh *mesh, int triangle, BodyVertex *v) {
  float u[2][3], normal[3];
  for (int c = 0; c < 3; c++)
    for (int n = 0; n < 3; n++) v[c].corner[n] = mesh->vertices[3 * mesh->triangles[3 * triangle + c] + n];
  for (int n = 0; n < 3; n++) {
    u[0][n] = v[1].corner[n] - v[0].corner[n];
    u[1][n] = v[2].corner[n] - v[0].corner[n];
  }
  for (int n = 0; n < 3; n++) normal[n] = u[0][(n + 1) % 3] * u[1][(n + 2) % 3] - u[0][(n + 2) % 3] * u[1][(n + 1) % 3];
  const float length = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  for (int c = 0; c < 3; c++)
    for (int n = 0; n < 3; n++) {
      v[c].face[n] = length > 0 ? normal[n] / length : 0;
      v[c].corner[n] /= mesh->half[n];
    }
}

static bool upload_meshes(Bodies *bodies, const FrameView *frame) {
  int faces = 0;
  for (int m = 0; m < frame->mesh_count; m++) faces += frame->meshes[m].triangle_count;
  BodyVertex *vertices = memory_create((size_t)faces * 3 + 1, sizeof *vertices);
  if (!vertices) return false;
  bodies->mesh_count = 0;
  for (int m = 0, at = 0; m < frame->mesh_count && m < BODIES_MESHES; m++) {
    const FrameMesh *mesh = &frame->meshes[m];
    bodies->mesh_first[bodies->mesh_count] = at;
    bodies->mesh_size[bodies->mesh_count++] = 3 * mesh->triangle_count;
    for (int t = 0; t < mesh->triangle_count; t++, at += 3) mesh_face(mesh, t, &vertices[at]);
  }
  gpu_buffer(GL_ARRAY_BUFFER, &bodies->meshes, (size_t)faces * 3 * sizeof *vertices, vertices, GL_STATIC_DRAW);
  memory_free(vertices);
  bodies->mesh_version = frame->world_version;
  return true;
}

static int compare_order(const void *a, const void *b) {
  const BodyOrder *const one = a, *const other = b;
  if (one->set != other->set) return one->set - other->set;
  if (one->group != other->group) return one->group - other->group;
  if (one->far < other->far || one->far > other->far) return one->far < other->far ? -1 : 1;
  return one->index - other->index;
}

/* Near ones before far ones: what they hide is not shaded then. */
static void sort_bodies(Bodies *bodies, const FrameView *frame) {
  memset(bodies->counts, 0, sizeof bodies->counts);
  for (int n = 0; n < frame->body_count; n++) {
    const FrameBody *const body = &frame->bodies[n];
    const float x = body->model[12] - frame->eye[0], y = body->model[13] - frame->eye[1], z = body->model[14] - frame->eye[2];
    const int group = 2 * (int)body->material + (body->aboard > aboard_seen);
    const int set = bodies->standing.sets[n];
    bodies->order[n] = (BodyOrder){set, group, n, x * x + y * y + z * z};
    bodies->counts[set][group]++;
  }
  if (frame->body_count > 1) qsort(bodies->order, (size_t)frame->body_count, sizeof *bodies->order, compare_order);
  for (int n = 0; n < frame->body_count; n++) {
    const BodyOrder *const at = &bodies->order[n];
    bodies->sorted[n] = frame->bodies[at->index];
    if (at->set != BODY_MOVES) memcpy(bodies->sorted[n].model, bodies->standing.before[at->index].model, sizeof bodies->sorted[n].model);
  }
  bodies->count = frame->body_count;
}

bool bodies_upload(Bodies *bodies, const FrameView *frame, bool may_stand) {
  bodies->count = 0;
  if (!standing_update(&bodies->standing, frame, may_stand)) return false;
  bodies->sorted = memory_reserve(bodies->sorted, &bodies->sorted_room, frame->body_count, sizeof *bodies->sorted);
  bodies->order = memory_reserve(bodies->order, &bodies->order_room, frame->body_count, sizeof *bodies->order);
  if (!bodies->sorted || !bodies->order) return false;
  if (frame->mesh_count && bodies->mesh_version != frame->world_version && !upload_meshes(bodies, frame)) return false;
  sort_bodies(bodies, frame);
  if (!bodies->count) return true;
  gpu_buffer(GL_ARRAY_BUFFER, &bodies->instances, (size_t)bodies->count * sizeof(FrameBody), bodies->sorted, GL_STREAM_DRAW);
  return true;
}

static bool is_round(int material) {
  return material == FRAME_BARK || material == FRAME_RUBBER || material == FRAME_FLOAT;
}

static void draw_range(const Bodies *bodies, int material, int first, int count) {
  const GLsizei indices = is_round(material) ? bodies->cylinder_indices : bodies->box_indices;
  const size_t from = is_round(material) ? (size_t)bodies->box_indices * sizeof(uint16_t) : 0;
  glBindBuffer(GL_ARRAY_BUFFER, bodies->instances);
  glBindVertexArray(material == FRAME_HULL ? bodies->mesh_array : bodies->vertex_array);
  if (material == FRAME_HULL) {
    for (int n = first; n < first + count; n++) { /* one draw for each: hulls are few */
      const uint32_t mesh = bodies->sorted[n].mesh;
      if (mesh >= (uint32_t)bodies->mesh_count) continue;
      gpu_draw_arrays(&(GpuInstances){n, 1, describe_instances}, bodies->mesh_first[mesh], bodies->mesh_size[mesh]);
    }
    return;
  }
  glEnable(GL_CULL_FACE); /* faces that look away would be shaded and then hidden */
  gpu_draw_elements(&(GpuInstances){first, count, describe_instances}, indices, GL_UNSIGNED_SHORT, from);
  glDisable(GL_CULL_FACE);
}

/* The mean colour of each material, about: albedo. */
static const float plain_colours[FRAME_MATERIAL_COUNT][3] = {
    [FRAME_WOOD] = {0.20f, 0.12f, 0.06f},    [FRAME_METAL] = {0.14f, 0.14f, 0.13f}, [FRAME_STONE] = {0.25f, 0.24f, 0.21f},
    [FRAME_BARK] = {0.14f, 0.10f, 0.07f},    [FRAME_PAINT] = {0.20f, 0.14f, 0.10f}, [FRAME_GLASS] = {0.03f, 0.03f, 0.03f},
    [FRAME_RUBBER] = {0.05f, 0.05f, 0.05f},  [FRAME_HULL] = {0.24f, 0.18f, 0.14f},  [FRAME_PLANKS] = {0.13f, 0.10f, 0.07f},
    [FRAME_PLASTER] = {0.42f, 0.37f, 0.29f}, [FRAME_TILES] = {0.17f, 0.09f, 0.06f}, [FRAME_FLOAT] = {0.48f, 0.13f, 0.02f}};

/* Makes the program of a group current, or the plain one in its place. */
static bool use_program(const PassContext *context, int group, double spent) {
  const Program *const program = &context->programs[PROGRAM_BODIES];
  const bool fresh = !program->variants[group], late = spent >= compiled_s;
  PassContext own = *context;
  own.shaders.cached_only = context->hasty && context->first;
  if (!(context->hasty && fresh && late) && program_use(&own, PROGRAM_BODIES, group)) return true;
  if (!context->hasty || !fresh || !program_use(context, PROGRAM_BODIES, PLAIN)) return false;
  glUniform3fv(glGetUniformLocation(program->variants[PLAIN], "plain"), 1, plain_colours[group / 2]);
  return true;
}

int bodies_standing(const Bodies *bodies) {
  int moving = 0;
  for (int group = 0; group < BODIES_GROUPS; group++) moving += bodies->counts[BODY_MOVES][group];
  return bodies->count - moving;
}

void bodies_draw(Bodies *bodies, const PassContext *context, BodySet first_set, BodySet last_set) {
  double spent = 0; /* s, compiling */
  int first = 0;
  for (int n = 0; n < BODY_SETS * BODIES_GROUPS; first += bodies->counts[n / BODIES_GROUPS][n % BODIES_GROUPS], n++) {
    const int set = n / BODIES_GROUPS, group = n % BODIES_GROUPS, count = bodies->counts[set][group];
    if (!count || set < (int)first_set || set > (int)last_set) continue;
    const bool fresh = !context->programs[PROGRAM_BODIES].variants[group];
    const double at = fresh ? clock_seconds() : 0;
    if (use_program(context, group, spent)) draw_range(bodies, group / 2, first, count);
    if (fresh) spent += clock_seconds() - at;
  }
}

void bodies_draw_plan(Bodies *bodies, const PassContext *context, bool mirrored) {
  enum { TONE = 9 }; /* the attribute of shaders/plan_bodies.vert */
  if (bodies->count == 0 || !program_use(context, PROGRAM_PLAN_BODIES, 0)) return;
  if (mirrored) glFrontFace(GL_CW);
  int first = 0;
  for (int n = 0; n < BODY_SETS * BODIES_GROUPS; n++) {
    const int count = bodies->counts[n / BODIES_GROUPS][n % BODIES_GROUPS], material = n % BODIES_GROUPS / 2;
    const float *const albedo = plain_colours[material];
    glVertexAttrib3f(TONE, sqrtf(albedo[0]) + 0.25f, sqrtf(albedo[1]) + 0.25f, sqrtf(albedo[2]) + 0.25f);
    if (count) draw_range(bodies, material, first, count);
    first += count;
  }
  glFrontFace(GL_CCW);
}

/* --- the shadow map ---------------------------------------------------------------------------------------------------- */

bool bodies_fit_shadow(const FrameView *frame, float matrix[16]) {
  if (frame->body_count == 0 || frame->sun[1] <= 0.02f) return false;
  mat4 sun_view, ortho;
  vec3 from = {frame->sun[0], frame->sun[1], frame->sun[2]}, up = {0.1f, 0.05f, 1};
  glm_lookat(from, GLM_VEC3_ZERO, up, sun_view);
  vec3 low = {1e9f, 1e9f, 1e9f}, high = {-1e9f, -1e9f, -1e9f};
  for (int n = 0; n < frame->body_count; n++) {
    mat4 model, both;
    memcpy(model, frame->bodies[n].model, sizeof model);
    glm_mat4_mul(sun_view, model, both);
    for (int corner = 0; corner < 8; corner++) {
      vec3 at = {corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1};
      glm_mat4_mulv3(both, at, 1, at);
      glm_vec3_minv(low, at, low);
      glm_vec3_maxv(high, at, high);
    }
  }
  float margin = 0.03f * (high[0] - low[0] + high[1] - low[1]);
  glm_ortho(low[0] - margin, high[0] + margin, low[1] - margin, high[1] + margin, -high[2] - margin, -low[2] + 1, ortho);
  mat4 bias = {{0.5f, 0, 0, 0}, {0, 0.5f, 0, 0}, {0, 0, 0.5f, 0}, {0.5f, 0.5f, 0.5f, 1}};
  glm_mat4_mul(ortho, sun_view, ortho);
  glm_mat4_mul(bias, ortho, ortho);
  memcpy(matrix, ortho, sizeof ortho);
  return true;
}

void bodies_draw_shadow(Bodies *bodies, const PassContext *context, int size) {
  if (bodies->shadow_size != size) {
    const TextureDef def = {GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, GL_LINEAR, GL_CLAMP_TO_EDGE};
    gpu_texture(&bodies->shadow_map, UNIT_BODY_SHADOW, size, size, &def, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    gpu_framebuffer(&bodies->shadow_framebuffer, NULL, 0, bodies->shadow_map, 0);
    bodies->shadow_size = size;
  }
  gpu_draw_into(bodies->shadow_framebuffer, size, size);
  glEnable(GL_DEPTH_TEST);
  glClear(GL_DEPTH_BUFFER_BIT);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(2.0f, 4.0f);
  const bool shown = program_use(context, PROGRAM_SHADOW, 0);
  int first = 0;
  for (int n = 0; shown && n < BODY_SETS * BODIES_GROUPS; n++) {
    const int count = bodies->counts[n / BODIES_GROUPS][n % BODIES_GROUPS];
    if (count) draw_range(bodies, n % BODIES_GROUPS / 2, first, count);
    first += count;
  }
  glDisable(GL_POLYGON_OFFSET_FILL);
  gpu_texture_bind(bodies->shadow_map, UNIT_BODY_SHADOW);
}

void bodies_shutdown(Bodies *bodies) {
  standing_shutdown(&bodies->standing);
  glDeleteBuffers(4, (const GLuint[]){bodies->vertices, bodies->indices, bodies->instances, bodies->meshes});
  glDeleteVertexArrays(2, (const GLuint[]){bodies->vertex_array, bodies->mesh_array});
  glDeleteTextures(1, &bodies->shadow_map);
  glDeleteFramebuffers(1, &bodies->shadow_framebuffer);
  memory_free(bodies->sorted);
  memory_free(bodies->order);
}
