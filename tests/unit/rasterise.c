#include <math.h>
#include <string.h>

#include "support.h"
#include "weir/rasterise.h"

/* A rotation from three angles, row-major, body to world. */
static void rotate(float yaw, float pitch, float roll, float out[9]) {
  const float cy = cosf(yaw), sy = sinf(yaw), cp = cosf(pitch), sp = sinf(pitch), cr = cosf(roll), sr = sinf(roll);
  const float m[9] = {cy * cr + sy * sp * sr, -cy * sr + sy * sp * cr, sy * cp, cp * sr, cp * cr, -sp,
                      -sy * cr + cy * sp * sr, sy * sr + cy * sp * cr, cy * cp};
  memcpy(out, m, sizeof m);
}

static WeirBody box(float x, float y, float z, float hx, float hy, float hz) {
  WeirBody body = {.half = {hx, hy, hz}, .position = {x, y, z}, .mass = 1};
  rotate(0, 0, 0, body.rotation);
  return body;
}

static double volume_of(const Raster *raster) {
  double sum = 0;
  for (int n = 0; n < raster->count; n++)
    sum += (double)raster->columns[n].area * ((double)raster->columns[n].y1 - (double)raster->columns[n].y0);
  return sum;
}

/* The columns hold the body's volume at any pose and any size against the cell: faces are clipped, not sampled. The
 * tolerance is that of single precision heights. */
static void volume_is_exact_at_any_pose(void **state) {
  (void)state;
  const RasterGrid grid = {64, 64, 0.5f};
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
  const RasterGrid grid = {32, 32, 0.5f};
  Raster raster = {0};
  double before[32 * 32] = {0};
  for (int n = 0; n <= 1000; n++) {
    const WeirBody body = box(6.0f + 0.001f * (float)n, 2, 7.3f, 1.1f, 0.5f, 0.9f);
    double now[32 * 32] = {0};
    assert_true(raster_bodies(&raster, &grid, &body, 1));
    for (int c = 0; c < raster.count; c++)
      now[raster.columns[c].k * 32 + raster.columns[c].i] += (double)raster.columns[c].area / 0.25;
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
  const RasterGrid grid = {16, 16, 1};
  Raster raster = {0};
  WeirBody bodies[4] = {box(-50, 0, 5, 1, 1, 1), box(1e30f, 0, 5, 1, 1, 1), box(NAN, 0, 5, 1, 1, 1),
                        box(8, 0, INFINITY, 1, 1, 1)};
  assert_true(raster_bodies(&raster, &grid, bodies, 4));
  assert_int_equal(raster.count, 0);
  /* Half over the edge: half of it. */
  bodies[0] = box(0, 0, 5, 1, 1, 1);
  assert_true(raster_bodies(&raster, &grid, bodies, 1));
  assert_true(fabs(volume_of(&raster) - 4.0) < 1e-5);
  raster_free(&raster);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(volume_is_exact_at_any_pose),
      cmocka_unit_test(cover_changes_smoothly),
      cmocka_unit_test(outside_and_absurd_bodies_have_no_columns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
