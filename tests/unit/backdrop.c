/* The backdrop is redrawn when its view changes, and for nothing else: which numbers of a frame's block it depends on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "render/land/backdrop.h"

static bool is_same(const FrameBlock *a, const FrameBlock *b) {
  const FrameBlock first = backdrop_lasting(a), second = backdrop_lasting(b);
  return memcmp(&first, &second, sizeof first) == 0;
}

static void frames_of_one_view_are_the_same(void **state) {
  (void)state;
  const FrameBlock one = {.grid = {64, 64, 1, 0}};
  FrameBlock other = one;
  other.eye[3] = 12.5f;       /* time */
  other.viewport[3] = 0.05f;  /* since the last frame */
  other.map_levels[3] = 0.1f; /* foam is carried along in this drawing */
  other.sky_light[3] = 1;     /* there are bodies that cast shadows */
  other.liquid[3] = 0.5f;     /* share of the earlier depths */
  other.absorption[3] = 3;    /* scales of depth and speed */
  other.scatter[3] = 2;
  for (int n = 0; n < 4; n++) other.weather[n] = other.maps[n] = other.maps_before[n] = other.cursor[n] = other.cursor_colour[n] = 1;
  other.body_shadow[5] = 1;
  other.flags[0] = FRAME_DIFFERENCE; /* colours are laid over it in the end */
  other.flags[3] = 1;
  assert_true(is_same(&one, &other));
}

static void what_is_seen_of_the_view_counts(void **state) {
  (void)state;
  const FrameBlock one = {.grid = {64, 64, 1, 0}};
  static const size_t seen[] = {offsetof(FrameBlock, view_projection), offsetof(FrameBlock, eye),          offsetof(FrameBlock, sun),
                                offsetof(FrameBlock, sun_light),       offsetof(FrameBlock, ground_light), offsetof(FrameBlock, grid),
                                offsetof(FrameBlock, map_levels),      offsetof(FrameBlock, viewport),     offsetof(FrameBlock, around)};
  for (size_t n = 0; n < sizeof seen / sizeof *seen; n++) {
    FrameBlock other = one;
    const float changed = 99;
    memcpy((unsigned char *)&other + seen[n], &changed, sizeof changed);
    assert_false(is_same(&one, &other));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames_of_one_view_are_the_same),
      cmocka_unit_test(what_is_seen_of_the_view_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
