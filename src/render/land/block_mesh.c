#include "render/land/block_mesh.h"

#include <stddef.h>
#include <string.h>

#include "base/memory.h"
#include "render/gpu.h"
#include "render/land/ground.h"

/* Most lines along an axis, most heights. A tank or a quay has some ten lines and two or three heights; ground with more of them is drawn
 * as land is. */
enum { LINES_MAX = 48, HEIGHTS_MAX = 6, FACE_VERTICES = 4, FACE_INDICES = 6, VERTICES_MAX = 65536 };

/* A corner of a face, in the vertex buffer: its place, m; its face's normal; cells along x and z to the middle of the cell before the
 * face, where water that wets it is found. */
typedef struct BlockVertex {
  float x, y, z;
  float normal[3];
  float inwards[2];
} BlockVertex;

/* The blocks of a ground, on the stack of block_mesh_update: columns line_x[n] to line_x[n + 1] - 1, rows in the same way. */
typedef struct Blocks {
  const FrameView *frame;
  int x_count, z_count, height_count; /* blocks along x and z */
  int line_x[LINES_MAX + 1], line_z[LINES_MAX + 1];
  float heights[HEIGHTS_MAX + 1]; /* m, rising; the first is the base */
} Blocks;

/* The mesh while it is made. */
typedef struct BlockFaces {
  BlockVertex *vertices;
  uint16_t *indices;
  int vertex_count, index_count;
  bool full; /* faces are missing for lack of room */
} BlockFaces;

/* --- blocks ---------------------------------------------------------------------------------------------------------- */

/* Notes a line before cell n of an axis; false where there are too many. */
static bool add_line(int lines[LINES_MAX + 1], int *count, int n) {
  if (*count == LINES_MAX) return false;
  lines[(*count)++] = n;
  return true;
}

/* Finds the lines between rows; returns the number of blocks between them, 0 where there are too many. */
static int find_rows(const FrameView *frame, int lines[LINES_MAX + 1]) {
  int count = 0;
  add_line(lines, &count, 0);
  for (int k = 1; k < frame->nz; k++) {
    const float *const row = frame->terrain + (ptrdiff_t)k * frame->nx;
    if (memcmp(row, row - frame->nx, sizeof *row * (size_t)frame->nx) != 0 && !add_line(lines, &count, k)) return 0;
  }
  lines[count] = frame->nz;
  return count;
}

/* Lines between columns. Rows within a block are equal, so that one of each is looked at. */
static int find_columns(const FrameView *frame, const int *rows, int row_count, int lines[LINES_MAX + 1]) {
  int count = 0;
  add_line(lines, &count, 0);
  for (int i = 1; i < frame->nx; i++) {
    bool differ = false;
    for (int z = 0; z < row_count && !differ; z++) {
      const float *const cell = frame->terrain + (ptrdiff_t)rows[z] * frame->nx + i;
      differ = cell[0] < cell[-1] || cell[0] > cell[-1];
    }
    if (differ && !add_line(lines, &count, i)) return 0;
  }
  lines[count] = frame->nx;
  return count;
}

static float block_height(const Blocks *blocks, int x, int z) {
  return blocks->frame->terrain[(ptrdiff_t)blocks->line_z[z] * blocks->frame->nx + blocks->line_x[x]];
}

/* Puts a height into its place among the others; false where there are too many. */
static bool add_height(Blocks *blocks, float height) {
  int at = blocks->height_count;
  while (at > 0 && blocks->heights[at - 1] > height) at--;
  if (at > 0 && !(blocks->heights[at - 1] < height)) return true;
  if (blocks->height_count > HEIGHTS_MAX) return false;
  memmove(blocks->heights + at + 1, blocks->heights + at, sizeof *blocks->heights * (size_t)(blocks->height_count - at));
  blocks->heights[at] = height;
  blocks->height_count++;
  return true;
}

static bool find_blocks(const FrameView *frame, float base, Blocks *blocks) {
  *blocks = (Blocks){.frame = frame};
  blocks->z_count = find_rows(frame, blocks->line_z);
  if (blocks->z_count == 0) return false;
  blocks->x_count = find_columns(frame, blocks->line_z, blocks->z_count, blocks->line_x);
  if (blocks->x_count == 0) return false;
  bool ok = add_height(blocks, base);
  for (int z = 0; z < blocks->z_count; z++)
    for (int x = 0; x < blocks->x_count; x++) ok = ok && add_height(blocks, block_height(blocks, x, z));
  return ok;
}

/* --- faces ----------------------------------------------------------------------------------------------------------- */

/* A rectangle between two opposite corners of a block or of a wall of it, m. */
typedef struct Face {
  float low[3], high[3];
  float normal[3];
} Face;

static void add_face(BlockFaces *mesh, const Face *face) {
  mesh->full = mesh->full || mesh->vertex_count + FACE_VERTICES > VERTICES_MAX;
  if (mesh->full) return;
  const int u_axis = face->normal[0] != 0 ? 2 : 0, v_axis = face->normal[1] != 0 ? 2 : 1, first = mesh->vertex_count;
  for (int n = 0; n < FACE_VERTICES; n++) {
    const bool u = n == 1 || n == 2, v = n >= 2; /* the end it is at along the face's two axes */
    float at[3] = {face->low[0], face->low[1], face->low[2]}, inwards[3] = {face->normal[0], 0, face->normal[2]};
    if (u) at[u_axis] = face->high[u_axis];
    if (v) at[v_axis] = face->high[v_axis];
    inwards[u_axis] += u ? -1.0f : 1.0f;
    inwards[v_axis] += v ? -1.0f : 1.0f;
    mesh->vertices[mesh->vertex_count++] =
        (BlockVertex){at[0], at[1], at[2], {face->normal[0], face->normal[1], face->normal[2]}, {0.5f * inwards[0], 0.5f * inwards[2]}};
  }
  const int order[FACE_INDICES] = {0, 1, 2, 0, 2, 3};
  for (int n = 0; n < FACE_INDICES; n++) mesh->indices[mesh->index_count++] = (uint16_t)(first + order[n]);
}

static float line_metres(const Blocks *blocks, const int *lines, int n) {
  return (float)lines[n] * blocks->frame->cell;
}

/* The tops of all blocks of one height. */
static void add_tops(BlockFaces *mesh, const Blocks *blocks, float height) {
  for (int z = 0; z < blocks->z_count; z++)
    for (int x = 0; x < blocks->x_count; x++) {
      const float top = block_height(blocks, x, z);
      if (top < height || top > height) continue;
      const Face face = {{line_metres(blocks, blocks->line_x, x), top, line_metres(blocks, blocks->line_z, z)},
                         {line_metres(blocks, blocks->line_x, x + 1), top, line_metres(blocks, blocks->line_z, z + 1)},
                         {0, 1, 0}};
      add_face(mesh, &face);
    }
}

/* The face between two heights at one side of a block, in as many parts as there are heights between them. */
static void add_wall(BlockFaces *mesh, const Blocks *blocks, const Face *side, float below, float above) {
  for (int n = 0; n + 1 < blocks->height_count; n++) {
    if (blocks->heights[n] < below || !(blocks->heights[n] < above)) continue;
    Face face = *side;
    face.low[1] = blocks->heights[n];
    face.high[1] = blocks->heights[n + 1];
    add_face(mesh, &face);
  }
}

/* The height of a block; the base beyond the grid's edge. */
static float height_or_base(const Blocks *blocks, int x, int z) {
  const bool in = x >= 0 && x < blocks->x_count && z >= 0 && z < blocks->z_count;
  return in ? block_height(blocks, x, z) : blocks->heights[0];
}

/* The wall between block (x, z) and the one before it along an axis (0: x, 2: z). */
static void add_wall_before(BlockFaces *mesh, const Blocks *blocks, int axis, int x, int z) {
  const float here = height_or_base(blocks, x, z), before = height_or_base(blocks, x - (axis == 0), z - (axis == 2));
  Face side = {{line_metres(blocks, blocks->line_x, x), 0, line_metres(blocks, blocks->line_z, z)}, {0}, {0}};
  memcpy(side.high, side.low, sizeof side.high);
  if (axis == 0) side.high[2] = line_metres(blocks, blocks->line_z, z + 1);
  if (axis == 2) side.high[0] = line_metres(blocks, blocks->line_x, x + 1);
  side.normal[axis] = here < before ? 1 : -1;
  if (here < before) add_wall(mesh, blocks, &side, here, before);
  if (before < here) add_wall(mesh, blocks, &side, before, here);
}

static void add_walls_outside(BlockFaces *mesh, const Blocks *blocks) {
  for (int z = 0; z < blocks->z_count; z++) {
    add_wall_before(mesh, blocks, 0, 0, z);
    add_wall_before(mesh, blocks, 0, blocks->x_count, z);
  }
  for (int x = 0; x < blocks->x_count; x++) {
    add_wall_before(mesh, blocks, 2, x, 0);
    add_wall_before(mesh, blocks, 2, x, blocks->z_count);
  }
}

/* --- the mesh -------------------------------------------------------------------------------------------------------- */

static void upload(BlockMesh *mesh, const BlockFaces *faces) {
  if (!mesh->vertex_array) glGenVertexArrays(1, &mesh->vertex_array);
  const GLsizei stride = (GLsizei)sizeof(BlockVertex);
  glBindVertexArray(mesh->vertex_array);
  gpu_buffer(GL_ARRAY_BUFFER, &mesh->vertices, (size_t)faces->vertex_count * sizeof *faces->vertices, faces->vertices, GL_STATIC_DRAW);
  glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, NULL);
  glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, stride, (const void *)offsetof(BlockVertex, normal));
  glVertexAttribPointer(2, 2, GL_FLOAT, GL_FALSE, stride, (const void *)offsetof(BlockVertex, inwards));
  for (GLuint n = 0; n < 3; n++) glEnableVertexAttribArray(n);
  gpu_buffer(GL_ELEMENT_ARRAY_BUFFER, &mesh->indices, (size_t)faces->index_count * sizeof *faces->indices, faces->indices, GL_STATIC_DRAW);
  glBindVertexArray(0);
}

static void make(BlockMesh *mesh, const Blocks *blocks) {
  BlockFaces faces = {.vertices = memory_create(VERTICES_MAX, sizeof *faces.vertices)};
  faces.indices = memory_create(VERTICES_MAX / FACE_VERTICES * FACE_INDICES, sizeof *faces.indices);
  if (faces.vertices && faces.indices) {
    /* The highest first: what they hide is not shaded then. */
    for (int n = blocks->height_count - 1; n > 1; n--) add_tops(&faces, blocks, blocks->heights[n]);
    for (int z = 0; z < blocks->z_count; z++)
      for (int x = 0; x < blocks->x_count; x++) {
        if (x > 0) add_wall_before(&faces, blocks, 0, x, z);
        if (z > 0) add_wall_before(&faces, blocks, 2, x, z);
      }
    if (blocks->height_count > 1) add_tops(&faces, blocks, blocks->heights[1]);
    const int top_indices = faces.index_count;
    add_walls_outside(&faces, blocks);
    if (!faces.full) {
      mesh->top_indices = top_indices;
      mesh->side_indices = faces.index_count - top_indices;
      upload(mesh, &faces);
    }
  }
  memory_free(faces.vertices);
  memory_free(faces.indices);
}

void block_mesh_update(BlockMesh *mesh, const FrameView *frame, float base) {
  if (mesh->known && mesh->version == frame->terrain_version && mesh->edits == frame->ground_edits && mesh->nx == frame->nx &&
      mesh->nz == frame->nz)
    return;
  Blocks blocks;
  mesh->known = true;
  mesh->version = frame->terrain_version;
  mesh->edits = frame->ground_edits;
  mesh->nx = frame->nx;
  mesh->nz = frame->nz;
  mesh->top_indices = mesh->side_indices = 0;
  if (ground_is_built(frame) && find_blocks(frame, base, &blocks)) make(mesh, &blocks);
}

bool block_mesh_is_made(const BlockMesh *mesh) {
  return mesh->top_indices > 0;
}

void block_mesh_draw(const BlockMesh *mesh, bool sides) {
  glBindVertexArray(mesh->vertex_array);
  glDrawElements(GL_TRIANGLES, sides ? mesh->side_indices : mesh->top_indices, GL_UNSIGNED_SHORT,
                 (const void *)(sizeof(uint16_t) * (size_t)(sides ? mesh->top_indices : 0)));
}

void block_mesh_shutdown(BlockMesh *mesh) {
  glDeleteBuffers(2, (const GLuint[]){mesh->vertices, mesh->indices});
  glDeleteVertexArrays(1, &mesh->vertex_array);
}
