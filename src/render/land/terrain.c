#include "render/land/terrain.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/memory.h"
#include "render/textures.h"

/* --- ground of blocks ----------------------------------------------------------------------------------------------------- */

/* Most lines along an axis, most heights. Tanks and quays have some ten lines, two or three heights; what has more is drawn as land. */
enum { LINES_MAX = 48, HEIGHTS_MAX = 6, FACE_VERTICES = 4, FACE_INDICES = 6, VERTICES_MAX = 65536 };

/* A corner of a face, in the vertex buffer: its place, m; the normal. */
typedef struct BlockVertex {
  float x, y, z, normal[3];
} BlockVertex;

/* The blocks of a ground, on the stack of block_mesh_update: columns line_x[n] to line_x[n + 1] - 1, rows in the same way. */
typedef struct Blocks {
  const FrameView *frame;
  int x_count, z_count, height_count; /* blocks along x and z */
  int line_x[LINES_MAX + 1], line_z[LINES_MAX + 1];
  float x[LINES_MAX + 1], z[LINES_MAX + 1]; /* m: where the lines are */
  float heights[HEIGHTS_MAX + 1];           /* m, rising; the first is the base */
} Blocks;

/* The mesh while it is made. */
typedef struct BlockFaces {
  BlockVertex *vertices;
  uint16_t *indices;
  int vertex_count, index_count;
  bool full; /* faces are missing for lack of room */
} BlockFaces;

/* Finds the lines between rows, after the first, 0; returns the number of blocks between them, 0 where there are too many. */
static int find_rows(const FrameView *frame, int lines[LINES_MAX + 1]) {
  int count = 1;
  for (int k = 1; k < frame->nz; k++) {
    const float *const row = frame->terrain + (ptrdiff_t)k * frame->nx;
    if (memcmp(row, row - frame->nx, sizeof *row * (size_t)frame->nx) == 0) continue;
    if (count == LINES_MAX) return 0;
    lines[count++] = k;
  }
  lines[count] = frame->nz;
  return count;
}

/* Lines between columns. Rows within a block are equal, so that one of each is looked at. */
static int find_columns(const FrameView *frame, const int *rows, int row_count, int lines[LINES_MAX + 1]) {
  int count = 1;
  for (int i = 1; i < frame->nx; i++) {
    bool differ = false;
    for (int z = 0; z < row_count && !differ; z++) {
      const float *const cell = frame->terrain + (ptrdiff_t)rows[z] * frame->nx + i;
      differ = cell[0] < cell[-1] || cell[0] > cell[-1];
    }
    if (differ && count == LINES_MAX) return 0;
    if (differ) lines[count++] = i;
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
  for (int n = 0; n <= blocks->x_count; n++) blocks->x[n] = (float)blocks->line_x[n] * frame->cell;
  for (int n = 0; n <= blocks->z_count; n++) blocks->z[n] = (float)blocks->line_z[n] * frame->cell;
  bool ok = add_height(blocks, base);
  for (int z = 0; z < blocks->z_count; z++)
    for (int x = 0; x < blocks->x_count; x++) ok = ok && add_height(blocks, block_height(blocks, x, z));
  return ok;
}

/* A rectangle between two opposite corners of a block or of a wall of it, m. */
typedef struct Face {
  float low[3], high[3], normal[3];
} Face;

static void add_face(BlockFaces *mesh, const Face *face) {
  mesh->full = mesh->full || mesh->vertex_count + FACE_VERTICES > VERTICES_MAX;
  if (mesh->full) return;
  const int u_axis = face->normal[0] != 0 ? 2 : 0, v_axis = face->normal[1] != 0 ? 2 : 1, first = mesh->vertex_count;
  for (int n = 0; n < FACE_VERTICES; n++) {
    const bool u = n == 1 || n == 2, v = n >= 2; /* the end it is at along the face's two axes */
    float at[3] = {face->low[0], face->low[1], face->low[2]};
    if (u) at[u_axis] = face->high[u_axis];
    if (v) at[v_axis] = face->high[v_axis];
    mesh->vertices[mesh->vertex_count++] = (BlockVertex){at[0], at[1], at[2], {face->normal[0], face->normal[1], face->normal[2]}};
  }
  const int order[FACE_INDICES] = {0, 1, 2, 0, 2, 3};
  for (int n = 0; n < FACE_INDICES; n++) mesh->indices[mesh->index_count++] = (uint16_t)(first + order[n]);
}

/* The tops of all blocks of one height. */
static void add_tops(BlockFaces *mesh, const Blocks *blocks, float height) {
  for (int z = 0; z < blocks->z_count; z++)
    for (int x = 0; x < blocks->x_count; x++) {
      const float top = block_height(blocks, x, z);
      if (top < height || top > height) continue;
      add_face(mesh, &(Face){{blocks->x[x], top, blocks->z[z]}, {blocks->x[x + 1], top, blocks->z[z + 1]}, {0, 1, 0}});
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
  Face side = {{blocks->x[x], 0, blocks->z[z]}, {blocks->x[x + (axis == 2)], 0, blocks->z[z + (axis == 0)]}, {0}};
  side.normal[axis] = here < before ? 1 : -1;
  if (here < before) add_wall(mesh, blocks, &side, here, before);
  if (before < here) add_wall(mesh, blocks, &side, before, here);
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
    for (int n = 0; n < 2 * blocks->z_count; n++) add_wall_before(&faces, blocks, 0, n % 2 * blocks->x_count, n / 2); /* at both ends */
    for (int n = 0; n < 2 * blocks->x_count; n++) add_wall_before(&faces, blocks, 2, n / 2, n % 2 * blocks->z_count);
    if (!faces.full) {
      const GLsizei stride = (GLsizei)sizeof(BlockVertex);
      mesh->top_indices = top_indices;
      mesh->side_indices = faces.index_count - top_indices;
      if (!mesh->vertex_array) glGenVertexArrays(1, &mesh->vertex_array);
      glBindVertexArray(mesh->vertex_array);
      gpu_buffer(GL_ARRAY_BUFFER, &mesh->vertices, (size_t)faces.vertex_count * sizeof *faces.vertices, faces.vertices, GL_STATIC_DRAW);
      glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, stride, NULL);
      glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, stride, (const void *)offsetof(BlockVertex, normal));
      for (GLuint n = 0; n < 2; n++) glEnableVertexAttribArray(n);
      gpu_buffer(GL_ELEMENT_ARRAY_BUFFER, &mesh->indices, (size_t)faces.index_count * sizeof *faces.indices, faces.indices, GL_STATIC_DRAW);
      glBindVertexArray(0);
    }
  }
  memory_free(faces.vertices);
  memory_free(faces.indices);
}

void block_mesh_update(BlockMesh *mesh, const FrameView *frame, float base) {
  const int64_t wanted[4] = {frame->terrain_version, frame->ground_edits, frame->nx, frame->nz};
  if (memcmp(mesh->made_for, wanted, sizeof wanted) == 0) return;
  Blocks blocks;
  memcpy(mesh->made_for, wanted, sizeof wanted);
  mesh->top_indices = mesh->side_indices = 0;
  if (ground_is_built(frame) && find_blocks(frame, base, &blocks)) make(mesh, &blocks);
}

/* Draws the ground, or its outer faces, with the program in use, in its variants for BLOCKS. */
static void block_mesh_draw(const BlockMesh *mesh, bool sides) {
  glBindVertexArray(mesh->vertex_array);
  glDrawElements(GL_TRIANGLES, sides ? mesh->side_indices : mesh->top_indices, GL_UNSIGNED_SHORT,
                 (const void *)(sizeof(uint16_t) * (size_t)(sides ? mesh->top_indices : 0)));
}

void block_mesh_shutdown(BlockMesh *mesh) {
  glDeleteBuffers(2, (const GLuint[]){mesh->vertices, mesh->indices});
  glDeleteVertexArrays(1, &mesh->vertex_array);
}

/* Indices of the variants: patches of a tank or of land, and their cut sides; land that lava lights; the block mesh as tiles or as cut stone. */
enum { TANK, TANK_SIDE, LAND, LAND_SIDE, TANK_COLOURS, LAND_COLOURS, LAND_LIT, TILES, STONE, BLOCK_SIDE, BLOCK_COLOURS };

#define VARIANT(natural, side, blocks, stone, false_colour)                                                 \
  "#define NATURAL " #natural "\n#define SIDE " #side "\n#define BLOCKS " #blocks "\n#define STONE " #stone \
  "\n#define FALSE_COLOUR " #false_colour "\n"

const ProgramDef terrain_programs = {.name = "terrain",
                                     .variants = {[TANK] = VARIANT(0, 0, 0, 0, 0),
                                                  [TANK_SIDE] = VARIANT(0, 1, 0, 0, 0),
                                                  [LAND] = VARIANT(1, 0, 0, 0, 0),
                                                  [LAND_SIDE] = VARIANT(1, 1, 0, 0, 0),
                                                  [TANK_COLOURS] = VARIANT(0, 0, 0, 0, 1),
                                                  [LAND_COLOURS] = VARIANT(1, 0, 0, 0, 1),
                                                  [LAND_LIT] = VARIANT(1, 0, 0, 0, 0) "#define GLOWS 1\n",
                                                  [TILES] = VARIANT(0, 0, 1, 0, 0),
                                                  [STONE] = VARIANT(0, 0, 1, 1, 0),
                                                  [BLOCK_SIDE] = VARIANT(0, 1, 1, 0, 0),
                                                  [BLOCK_COLOURS] = VARIANT(0, 0, 1, 0, 1)}};

void terrain_draw(const PassContext *context, Lod *lod, const LodList *list, const BlockMesh *mesh) {
  const bool shaded = context->mode <= FRAME_WIREFRAME, natural = context->natural;
  if (context->blocks) {
    const int top = !shaded ? BLOCK_COLOURS : natural ? STONE : TILES;
    if (context->table && program_use(context, PROGRAM_TERRAIN, BLOCK_SIDE)) block_mesh_draw(mesh, true);
    if (program_use(context, PROGRAM_TERRAIN, top)) block_mesh_draw(mesh, false);
  } else {
    const int side = natural ? LAND_SIDE : TANK_SIDE, land = !shaded ? LAND_COLOURS : context->glows ? LAND_LIT : LAND;
    const int top = natural ? land : shaded ? TANK : TANK_COLOURS;
    if (context->table && program_use(context, PROGRAM_TERRAIN, side)) lod_draw_sides(lod, list);
    if (program_use(context, PROGRAM_TERRAIN, top)) lod_draw_tops(lod, list);
  }
}

/* --- the map of its colours ---------------------------------------------------------------------------------------------- */

static const TextureDef map_def = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE};

static int side_of(int cells, int longer, int side_max) {
  const double texels = 2.0 * longer <= side_max ? 2.0 * cells : (double)side_max * cells / longer;
  return texels < 1 ? 1 : (int)texels;
}

/* Cells about a change of height by which hollows are told (ground_colour.frag reads the fourth and fifth level of the heights). */
enum { WIDE = 48 };

/* Ground near an edit is drawn at once; the rest, which changes little, by STRIP rows of cells a frame from the REST-th without edits. */
enum { STRIP = 12, REST = 12 };

static void draw_all(GroundColour *map, const PassContext *context) {
  gpu_draw_into(map->framebuffer, map->drawn.width, map->drawn.height);
  glDisable(GL_DEPTH_TEST);
  program_draw(context, PROGRAM_GROUND_COLOUR, 0, SCREEN_VERTICES);
}

/* Draws the part of the map over these cells. */
static void draw_part(GroundColour *map, const PassContext *context, const FrameView *frame, const TextureRect *cells) {
  const double wide = (double)map->drawn.width / frame->nx, deep = (double)map->drawn.height / frame->nz;
  const int x0 = (int)floor(cells->x * wide), y0 = (int)floor(cells->y * deep);
  const int x1 = (int)ceil((cells->x + cells->width) * wide), y1 = (int)ceil((cells->y + cells->height) * deep);
  const TextureRect part = {x0, y0, (x1 < map->drawn.width ? x1 : map->drawn.width) - x0,
                            (y1 < map->drawn.height ? y1 : map->drawn.height) - y0};
  glEnable(GL_SCISSOR_TEST);
  glScissor(part.x, part.y, part.width, part.height);
  draw_all(map, context);
  glDisable(GL_SCISSOR_TEST);
  gpu_texture_bind(map->texture, UNIT_GROUND_COLOUR);
  gpu_texture_shrink_part(map->texture, map->drawn.width, map->drawn.height, &part);
}

static void draw_changes(GroundColour *map, const PassContext *context, const FrameView *frame, const GroundChange *change) {
  if (change->cells.width > 0) {
    draw_part(map, context, frame, &change->cells);
    const TextureRect about = gpu_rect_grown(&change->cells, WIDE, frame->nx, frame->nz);
    map->wide = gpu_rect_joined(&map->wide, &about);
    map->wide_done = map->rested = 0;
  }
  if (map->wide.width == 0 || map->rested++ < REST) return;
  const int left = map->wide.height - map->wide_done, rows = left < STRIP ? left : STRIP;
  const TextureRect strip = {map->wide.x, map->wide.y + map->wide_done, map->wide.width, rows};
  draw_part(map, context, frame, &strip);
  map->wide_done += rows;
  if (rows == left) map->wide.width = 0;
}

void ground_colour_draw(GroundColour *map, const PassContext *context, const FrameView *frame, int side_max, int light,
                        const GroundChange *change) {
  const int longer = frame->nx > frame->nz ? frame->nx : frame->nz;
  const int width = side_of(frame->nx, longer, side_max), height = side_of(frame->nz, longer, side_max), quality = context->shaders.quality;
  const ColourKey wanted = {width, height, frame->terrain_version, frame->ground, quality, quality == 0 ? light : 0};
  gpu_texture_bind(map->texture, UNIT_GROUND_COLOUR);
  if (memcmp(&map->drawn, &wanted, sizeof wanted) == 0) {
    draw_changes(map, context, frame, change);
    return;
  }
  if (map->drawn.width != width || map->drawn.height != height) {
    gpu_texture(&map->texture, UNIT_GROUND_COLOUR, width, height, &map_def, NULL);
    gpu_framebuffer(&map->framebuffer, &map->texture, 1, 0, 0);
  }
  map->drawn = wanted;
  map->wide.width = 0;
  draw_all(map, context);
  pyramid_draw(context, map->texture, UNIT_GROUND_COLOUR, width, height);
}

void ground_colour_shutdown(GroundColour *map) {
  glDeleteTextures(1, &map->texture);
  glDeleteFramebuffers(1, &map->framebuffer);
}
