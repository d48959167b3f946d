/* The backdrop is drawn again when its view changes, and for nothing else: which members of a frame's block it depends on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "render/land/backdrop.h"

/* The block with one member changed. */
static FrameBlock changed(const FrameBlock *block, const FrameMember *member) {
  FrameBlock other = *block;
  ((unsigned char *)&other)[member->offset] ^= 1;
  ((unsigned char *)&other)[member->offset + member->size - 1] ^= 1;
  return other;
}

static void frames_of_one_view_are_the_same(void **state) {
  (void)state;
  const FrameBlock one = {.grid = {64, 64}, .cell_size = 1, .mode = FRAME_LIT};
  FrameBlock other = one;
  other.time = 12.5f;
  other.since_last = 0.05f;
  other.foam_carried = 0.1f;
  other.has_body_shadow = 1;
  other.water_earlier = 0.5f;
  other.depth_scale = 3;
  other.speed_scale = 2;
  other.rain_gloom = other.rain_density = other.rain_size = other.enlarged = 1;
  other.maps_scale = other.maps_scale_before = other.cursor_radius = 1;
  for (int n = 0; n < 3; n++) other.maps_eye[n] = other.maps_eye_before[n] = other.cursor[n] = other.cursor_colour[n] = 1;
  other.body_shadow[5] = 1;
  other.mode = FRAME_DIFFERENCE; /* colours are laid over it in the end */
  other.has_overlay = 1;
  assert_true(backdrop_is_same_view(&one, &other));
}

static void what_is_seen_of_the_view_counts(void **state) {
  (void)state;
  const FrameBlock one = {.grid = {64, 64}, .cell_size = 1, .mode = FRAME_LIT};
  static const char *const seen[] = {"view_projection", "eye",         "sun",      "sun_light",   "ground_light", "grid",
                                     "cell_size",       "ground_kind", "viewport", "around_kind", "mode"};
  size_t found = 0;
  for (const FrameMember *m = frame_members; m->name; m++) {
    const FrameBlock other = changed(&one, m);
    assert_int_equal(backdrop_is_same_view(&one, &other), !m->of_view);
    for (size_t n = 0; n < sizeof seen / sizeof *seen; n++) found += strcmp(seen[n], m->name) == 0 && m->of_view;
  }
  assert_int_equal(found, sizeof seen / sizeof *seen);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames_of_one_view_are_the_same),
      cmocka_unit_test(what_is_seen_of_the_view_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
