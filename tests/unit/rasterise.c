#include <math.h>
#include <string.h>

#include "support.h"
#include "weir/displace/raster.h"

/* A rotation from three angles, row-major, body to world. */
static void rotate(float yaw, float pitch, float roll, float out[9]) {
  const float cy = cosf(yaw), sy = sinf(yaw), cp = cosf(pitch), sp = sinf(pitch), cr = cosf(roll), sr = sinf(roll);
  const float m[9] = {cy * cr + sy * sp * sr,  -cy * sr + sy * sp * cr, sy * cp, cp * sr, cp * cr, -sp,
                      -sy * cr + cy * sp * sr, sy * sr + cy * sp * cr,  cy * cp};
  memcpy(out, m, sizeof m);
}

static WeirBody box(float x, float y, float z, float hx, float hy, float hz) {
  WeirBody body = {.half = {hx, hy, hz}, .position = {x, y, z}, .mass = 1};
  rotate(0, 0, 0, body.rotation);
  return body;
}

/* One column of a body, in the water's cells. */
typedef struct Column {
  int i, k;
  float area, y0, y1;
} Column;

enum { COLUMNS_MOST = 1 << 20 };
static Column columns[COLUMNS_MOST];

/* All columns of all bodies into `columns`; how many. */
static int columns_of(const Raster *raster) {
  int count = 0;
  for (int b = 0; b < raster->body_count; b++) {
    const RasterBody *const body = &raster->bodies[b];
    for (int r = body->first_run; r < body->first_run + body->run_count; r++) {
      const Run *const run = &raster->runs[r];
      assert_true(run->count > 0 && run->count <= RUN_MAX && count + run->count <= COLUMNS_MOST);
      for (int n = 0; n < run->count; n++)
        columns[count++] = (Column){(run->i + n) / body->refine, run->k / body->refine, raster->area[run->first + n],
                                    raster->y0[run->first + n], raster->y1[run->first + n]};
    }
  }
  return count;
}

static double volume_of(const Raster *raster) {
  const int count = columns_of(raster);
  double sum = 0;
  for (int n = 0; n < count; n++) sum += (double)columns[n].area * ((double)columns[n].y1 - (double)columns[n].y0);
  return sum;
}

/* The columns hold the body's volume at any pose and any size against the cell: faces are clipped, not sampled. The
 * tolerance is that of single precision heights. */
static void volume_is_exact_at_any_pose(void **state) {
  (void)state;
  const RasterGrid grid = {64, 64, 0.5f, 1};
  Raster raster = {0};
  for (int n = 0; n < 200; n++) {
    const float t = (float)n;
    WeirBody body = box(14 + sinf(t), 3, 15 + cosf(3 * t), 0.1f + 0.02f * t, 0.3f + 0.01f * t, 0.2f + 0.015f * t);
    rotate(0.7f * t, 1.3f * t, 2.1f * t, body.rotation);
    assert_true(raster_bodies(&raster, &grid, &body, 1));
    const double expected = 8.0 * (double)body.half[0] * (double)body.half[1] * (double)body.half[2];
    assert_true(fabs(volume_of(&raster) / expected - 1) < 1e-4);
  }
  raster_free(&raster);
}

/* Moves below one cell change the cover a little: 1 mm of a cell of 0.5 m never moves it by more than 1 mm/0.5 m along an
 * edge (and rounding). */
static void cover_changes_smoothly(void **state) {
  (void)state;
  const RasterGrid grid = {32, 32, 0.5f, 1};
  Raster raster = {0};
  double before[32 * 32] = {0};
  for (int n = 0; n <= 1000; n++) {
    const WeirBody body = box(6.0f + 0.001f * (float)n, 2, 7.3f, 1.1f, 0.5f, 0.9f);
    double now[32 * 32] = {0};
    assert_true(raster_bodies(&raster, &grid, &body, 1));
    const int count = columns_of(&raster);
    for (int c = 0; c < count; c++) now[columns[c].k * 32 + columns[c].i] += (double)columns[c].area / 0.25;
    for (int c = 0; c < 32 * 32; c++) {
      assert_true(now[c] <= 1.0 + 1e-5);
      if (n > 0) assert_true(fabs(now[c] - before[c]) < 0.002 + 1e-4);
    }
    memcpy(before, now, sizeof now);
  }
  raster_free(&raster);
}

static void outside_and_absurd_bodies_have_no_columns(void **state) {
  (void)state;
  const RasterGrid grid = {16, 16, 1, 1};
  Raster raster = {0};
  WeirBody bodies[4] = {box(-50, 0, 5, 1, 1, 1), box(1e30f, 0, 5, 1, 1, 1), box(NAN, 0, 5, 1, 1, 1), box(8, 0, INFINITY, 1, 1, 1)};
  assert_true(raster_bodies(&raster, &grid, bodies, 4));
  assert_int_equal(columns_of(&raster), 0);
  /* Half over the edge: half of it. */
  bodies[0] = box(0, 0, 5, 1, 1, 1);
  assert_true(raster_bodies(&raster, &grid, bodies, 1));
  assert_true(fabs(volume_of(&raster) - 4.0) < 1e-5);
  raster_free(&raster);
}

/* A cylinder lying, standing and turned, small and large against the cells: pi*a*b*length (0.1 % is allowed; what is seen is
 * single precision). */
static void a_cylinder_has_its_volume_at_any_pose(void **state) {
  (void)state;
  const double pi = 3.14159265358979323846;
  const RasterGrid grid = {64, 64, 0.5f, 1};
  const float poses[][3] = {{0, 0, 0}, {0, 1.5707964f, 0}, {0, 0, 1.5707964f}, {0.4f, 1.5707964f, 0}, {0.3f, 0.7f, -1.1f}};
  Raster raster = {0};
  double worst = 0;
  for (size_t pose = 0; pose < sizeof poses / sizeof *poses; pose++)
    for (int n = 0; n < 40; n++) {
      const float t = (float)n;
      WeirBody body = box(14 + sinf(t), 3, 15 + cosf(3 * t), 0.1f + 0.05f * t, 0.2f + 0.1f * t, 0.1f + (n % 2 ? 0.05f : 0.03f) * t);
      body.shape = WEIR_CYLINDER;
      rotate(poses[pose][0] + (pose == 4 ? t : 0), poses[pose][1], poses[pose][2], body.rotation);
      assert_true(raster_bodies(&raster, &grid, &body, 1));
      const double expected = 2 * pi * (double)body.half[0] * (double)body.half[1] * (double)body.half[2];
      worst = fmax(worst, fabs(volume_of(&raster) / expected - 1));
    }
  print_message("cylinders: volume within %.1e\n", worst);
  assert_true(worst < 1e-3);
  raster_free(&raster);
}

static const uint16_t box_triangles[36] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};

/* The box's corners by the bits of their number: bit 0 x, bit 1 y, bit 2 z. */
static WeirBody box_as_mesh(const WeirBody *of, float vertices[24]) {
  WeirBody mesh = *of;
  for (int n = 0; n < 24; n++) vertices[n] = (n / 3 >> n % 3) & 1 ? of->half[n % 3] : -of->half[n % 3];
  mesh.shape = WEIR_CONVEX;
  mesh.vertices = vertices;
  mesh.vertex_count = 8;
  mesh.triangles = box_triangles;
  mesh.triangle_count = 12;
  memset(mesh.half, 0, sizeof mesh.half); /* not read */
  return mesh;
}

/* Two ways to say the same body give the same columns, to the rounding of single precision. */
static void a_mesh_of_a_box_is_the_box(void **state) {
  (void)state;
  const RasterGrid grid = {64, 64, 0.5f, 1};
  Raster one = {0}, two = {0};
  float vertices[24];
  for (int n = 0; n < 100; n++) {
    const float t = (float)n;
    WeirBody solid = box(14 + sinf(t), 3, 15 + cosf(3 * t), 0.2f + 0.02f * t, 0.3f + 0.01f * t, 0.2f + 0.015f * t);
    if (n % 3) rotate(0.7f * t, 1.3f * t, 2.1f * t, solid.rotation);
    const WeirBody mesh = box_as_mesh(&solid, vertices);
    assert_true(raster_bodies(&one, &grid, &solid, 1));
    assert_true(raster_bodies(&two, &grid, &mesh, 1));
    const double whole = volume_of(&one), other = volume_of(&two);
    assert_true(fabs(other / whole - 1) < 1e-6);
    /* A cell that is touched by a hair's breadth may be there in one and not in the other: compared by cells. */
    static double cover[64 * 64], bottom[64 * 64];
    memset(cover, 0, sizeof cover);
    memset(bottom, 0, sizeof bottom);
    for (int which = 0; which < 2; which++) {
      const int count = columns_of(which ? &two : &one);
      for (int c = 0; c < count; c++) {
        const Column *column = &columns[c];
        cover[column->k * 64 + column->i] += (which ? -1.0 : 1.0) * (double)column->area;
        bottom[column->k * 64 + column->i] += (which ? -1.0 : 1.0) * (double)column->area * (double)column->y0;
      }
    }
    for (int c = 0; c < 64 * 64; c++) assert_true(fabs(cover[c]) < 1e-6 && fabs(bottom[c]) < 1e-5);
    assert_true(fabsf(one.bodies[0].shape.volume / two.bodies[0].shape.volume - 1) < 1e-6f);
    assert_true(fabs(one.bodies[0].shape.size / two.bodies[0].shape.size - 1) < 1e-6);
    assert_true(one.bodies[0].shape.longest == two.bodies[0].shape.longest && one.bodies[0].shape.thinnest == two.bodies[0].shape.thinnest);
  }
  raster_free(&one);
  raster_free(&two);
}

/* A tetrahedron, whose volume is known, over the edge of the grid and inside. */
static void a_tetrahedron_is_exact(void **state) {
  (void)state;
  const float vertices[12] = {0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4};
  const uint16_t triangles[12] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
  const RasterGrid grid = {64, 64, 0.5f, 1};
  Raster raster = {0};
  WeirBody body = box(10, 1, 10, 0, 0, 0);
  body.shape = WEIR_CONVEX;
  body.vertices = vertices;
  body.vertex_count = 4;
  body.triangles = triangles;
  body.triangle_count = 4;
  for (int n = 0; n < 30; n++) {
    rotate(0.7f * (float)n, 1.3f * (float)n, 2.1f * (float)n, body.rotation);
    assert_true(raster_bodies(&raster, &grid, &body, 1));
    assert_true(fabs(volume_of(&raster) - 4.0) < 1e-4);
  }
  raster_free(&raster);
}

static void hostile_meshes_are_absent(void **state) {
  (void)state;
  const RasterGrid grid = {64, 64, 0.5f, 1};
  Raster raster = {0};
  float vertices[24], broken[24];
  uint16_t triangles[36];
  WeirBody solid = box(14, 3, 15, 1, 1, 1), bodies[16];
  for (int n = 0; n < 16; n++) bodies[n] = box_as_mesh(&solid, vertices);
  memcpy(broken, vertices, sizeof broken);
  broken[5] = NAN;
  memcpy(triangles, box_triangles, sizeof triangles);
  triangles[7] = 8;
  bodies[0].vertices = NULL;
  bodies[1].triangles = NULL;
  bodies[2].triangle_count = 0;
  bodies[3].triangle_count = INT32_MAX;
  bodies[4].vertex_count = -1;
  bodies[5].vertex_count = 100000;
  bodies[6].vertices = broken;
  bodies[7].triangles = triangles;
  bodies[8].triangle_count = 11; /* open */
  bodies[9].shape = (WeirShape)3;
  bodies[10].shape = (WeirShape)-1;
  bodies[11].rotation[4] = -1; /* mirrored: inside out */
  bodies[12].mass = 0;
  bodies[13].drag_square = NAN;
  memset(bodies[14].rotation, 0, sizeof bodies[14].rotation);
  bodies[15] = solid;
  bodies[15].shape = WEIR_CYLINDER;
  bodies[15].half[1] = -1;
  assert_true(raster_bodies(&raster, &grid, bodies, 16));
  assert_int_equal(columns_of(&raster), 0);
  /* Inside out by its winding. */
  for (int n = 0; n < 36; n += 3) {
    triangles[n] = box_triangles[n];
    triangles[n + 1] = box_triangles[n + 2];
    triangles[n + 2] = box_triangles[n + 1];
  }
  bodies[0] = box_as_mesh(&solid, vertices);
  bodies[0].triangles = triangles;
  assert_true(raster_bodies(&raster, &grid, bodies, 1));
  assert_int_equal(columns_of(&raster), 0);
  raster_free(&raster);
}

/* A plate over the whole of a grid, as thin as a hair: fine columns give way to memory, the volume stays. */
static void a_thin_plate_over_all_costs_no_absurd_memory(void **state) {
  (void)state;
  const RasterGrid grid = {256, 256, 1, 1};
  Raster raster = {0};
  WeirBody plate = box(128, 3, 128, 100, 1e-3f, 100);
  assert_true(raster_bodies(&raster, &grid, &plate, 1));
  assert_true(raster.scratch_capacity < 2000000 && raster.capacity < 2000000);
  assert_true(fabs(volume_of(&raster) / (8 * 100 * 100 * 1e-3) - 1) < 1e-3);
  raster_free(&raster);
}

static void expect_same_columns(const Raster *a, const Raster *b, int body) {
  const RasterBody *const one = &a->bodies[body], *const two = &b->bodies[body];
  assert_int_equal(one->run_count, two->run_count);
  for (int r = 0; r < one->run_count; r++) {
    const Run *const s = &a->runs[one->first_run + r], *const t = &b->runs[two->first_run + r];
    assert_true(s->i == t->i && s->k == t->k && s->count == t->count);
    const float *const of[2][5] = {{a->area, a->y0, a->y1, a->x, a->z}, {b->area, b->y0, b->y1, b->x, b->z}};
    for (int n = 0; n < 5; n++) assert_memory_equal(of[0][n] + s->first, of[1][n] + t->first, sizeof(float) * (size_t)run_filled(s));
  }
}

/* Changes body n: its place, its turn or its size, or takes it out of the grid, so that all that come after it have other columns to go
 * to. */
static void change(WeirBody *body, int n, int call) {
  const float t = (float)call;
  if (call % 4 == 0) body->position[n % 3] += 0.25f;
  if (call % 4 == 1) rotate(0.4f + 1e-4f * t, 0.3f, 0.2f, body->rotation); /* mostly on the same lattice */
  if (call % 4 == 2) body->half[n % 3] = 0.6f + 0.01f * t;
  if (call % 4 == 3) body->position[0] = body->position[0] > 500 ? 12.0f + (float)n : 1000.0f;
}

/* A body that has not moved keeps its columns; a new raster has the same ones, bit for bit, whatever has moved and come and gone. */
static void resting_bodies_keep_their_columns(void **state) {
  (void)state;
  enum { BODIES = 7, MESH = 1, CALLS = 120 };
  const RasterGrid grid = {64, 64, 0.5f, 1};
  WeirBody bodies[BODIES];
  Raster raster = {0};
  int kept = 0;
  for (int n = 0; n < BODIES; n++) bodies[n] = box(4.0f * (float)n + 3, 3, 15, 0.9f, 0.5f + 0.1f * (float)n, 0.7f);
  for (int n = 0; n < BODIES; n += 3) bodies[n].shape = WEIR_CYLINDER;
  float vertices[24];
  bodies[MESH] = box_as_mesh(&bodies[MESH], vertices);
  for (int call = 0; call < CALLS; call++) {
    const int moved = call * 5 % BODIES, count = call % 11 == 10 ? 4 : BODIES;
    Raster fresh = {0};
    change(&bodies[moved], moved, call);
    vertices[1] -= 1e-3f; /* as a mesh that bends does, where it is */
    assert_true(raster_bodies(&raster, &grid, bodies, count) && raster_bodies(&fresh, &grid, bodies, count));
    for (int n = 0; n < count; n++) {
      kept += raster.bodies[n].unmoved;
      expect_same_columns(&raster, &fresh, n);
    }
    assert_false(moved < count && raster.bodies[moved].unmoved);
    raster_free(&fresh);
  }
  print_message("bodies that kept their columns: %d of %d\n", kept, BODIES * CALLS);
  assert_true(kept > BODIES * CALLS / 4);
  raster_free(&raster);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(volume_is_exact_at_any_pose),
      cmocka_unit_test(cover_changes_smoothly),
      cmocka_unit_test(outside_and_absurd_bodies_have_no_columns),
      cmocka_unit_test(a_cylinder_has_its_volume_at_any_pose),
      cmocka_unit_test(a_mesh_of_a_box_is_the_box),
      cmocka_unit_test(a_tetrahedron_is_exact),
      cmocka_unit_test(hostile_meshes_are_absent),
      cmocka_unit_test(a_thin_plate_over_all_costs_no_absurd_memory),
      cmocka_unit_test(resting_bodies_keep_their_columns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
