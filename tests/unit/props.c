/* Where plants and stones stand, and what of them is drawn. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "render/frame_block.h"
#include "render/land/rock.h"
#include "render/props/habitat.h"
#include "render/props/mesh.h"
#include "render/props/place.h"
#include "render/props/select.h"
#include "support.h"

enum { SIDE = 256 };

static const float bed_half = 3.2f, water_half = 1.0f; /* m: of the brook */

static float terrain[SIDE * SIDE], depth[SIDE * SIDE];

static float brook_z(float x) {
  return 128 + 22 * sinf(x / 24);
}

/* m: distance from the brook's middle, square to it in the mean. */
static float from_brook(float x, float z) {
  const float slope = 22.0f / 24 * cosf(x / 24);
  return fabsf(z - brook_z(x)) / sqrtf(1 + slope * slope);
}

/* Hills about a brook that flows in a bed of its own, wider than its water, and a lake in a corner. */
static void make_ground(void) {
  for (int k = 0; k < SIDE; k++)
    for (int i = 0; i < SIDE; i++) {
      const float x = (float)i + 0.5f, z = (float)k + 0.5f, d = from_brook(x, z);
      const float hills = 12 + 9 * sinf(x / 31) * cosf(z / 37) + 0.06f * d;
      const float lake = hypotf(x - 40, z - 40) < 30 ? 6 : 0, bed = d < bed_half ? 1.2f : 0;
      const int at = k * SIDE + i;
      terrain[at] = hills - bed - lake;
      depth[at] = d < water_half ? 0.25f : 0;
      if (lake > 0) {
        const float shore = (30 - hypotf(x - 40, z - 40)) / 30;
        terrain[at] = 4 - 3 * shore;
        depth[at] = fmaxf(0, 3.9f - terrain[at]);
      }
    }
}

static FrameView view_of_ground(void) {
  make_ground();
  FrameView frame = {.nx = SIDE, .nz = SIDE, .cell = 1, .terrain = terrain, .depth = depth, .natural = true};
  frame.around = FRAME_AROUND_HILLS;
  /* From a corner along x, level. */
  const float view[16] = {0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
  memcpy(frame.view, view, sizeof view);
  frame.eye[0] = 20;
  frame.eye[1] = 22;
  frame.eye[2] = 200;
  return frame;
}

static void place_all(const FrameView *frame, Survey *survey, PropPlaces *places) {
  memset(places, 0, sizeof *places);
  assert_true(survey_create(survey, frame));
  assert_true(place_props(places, frame, survey));
}

static void nothing_stands_in_a_streams_bed(void **state) {
  (void)state;
  const FrameView frame = view_of_ground();
  Survey survey;
  PropPlaces places;
  place_all(&frame, &survey, &places);
  int counts[PROP_KIND_COUNT] = {0};
  for (int n = 0; n < places.count; n++) {
    const Prop *p = &places.props[n];
    counts[p->kind]++;
    const float water = depth[(int)p->z * SIDE + (int)p->x];
    if (p->kind == PROP_REEDS) {
      assert_true(water <= 0.3f);
      continue;
    }
    assert_true(water == 0);
    /* A cell's width of play: the survey knows the bed by cells. */
    assert_true(from_brook(p->x, p->z) > bed_half - 1);
  }
  /* The test sees something: all kinds stand somewhere. */
  for (int kind = 0; kind < PROP_TUFT; kind++) assert_true(counts[kind] > 10);
  assert_true(counts[PROP_HUT] > 1);
  survey_free(&survey);
  place_free(&places);
}

/* Places by a picture of the world as it is now, which tells how it began. */
static PropPlaces places_by(const FrameView *now) {
  FrameView first;
  float *const began = began_frame(now, &first);
  Survey survey;
  PropPlaces places;
  place_all(&first, &survey, &places);
  survey_free(&survey);
  memory_free(began);
  return places;
}

/* In a picture of a flood, seen from elsewhere and with a body that came since, stands what stood when the world began. */
static void scenery_stands_where_it_stood_when_the_world_began(void **state) {
  (void)state;
  static uint8_t began[2 * SIDE * SIDE];
  FrameView now = view_of_ground();
  for (int n = 0; n < SIDE * SIDE; n++) {
    const unsigned places = (unsigned)(256 * depth[n] + 0.5f);
    began[2 * n] = (uint8_t)(places & 255), began[2 * n + 1] = (uint8_t)(places >> 8);
  }
  const float bodies[1][3] = {{100, 100, 4}};
  now.began = (FrameBegan){.depth = began, .terrain = terrain, .bodies = bodies, .body_count = 1};
  memcpy(now.began.eye, now.eye, sizeof now.eye);
  for (int c = 0; c < 3; c++) now.began.ahead[c] = -now.view[4 * c + 2];
  PropPlaces before = places_by(&now);
  for (int n = 0; n < SIDE * SIDE; n++) depth[n] = fmaxf(depth[n], 9 - terrain[n]);
  now.eye[0] = 150, now.eye[2] = 40;
  PropPlaces after = places_by(&now);
  assert_true(before.count > 1000 && after.count == before.count);
  for (int n = 0; n < before.count; n++) assert_true(before.props[n].x == after.props[n].x && before.props[n].kind == after.props[n].kind);
  now.began.depth = NULL;
  PropPlaces flooded = places_by(&now);
  assert_true(flooded.count != before.count); /* the test sees something */
  place_free(&before);
  place_free(&after);
  place_free(&flooded);
}

static void forwards(void *user, int count, TeamTask *task, void *data) {
  (void)user;
  for (int n = 0; n < count; n++) task(data, n);
}
static void backwards(void *user, int count, TeamTask *task, void *data) {
  (void)user;
  for (int n = count - 1; n >= 0; n--) task(data, n);
}

/* Threads share the rows of a lattice: what stands, and in which order, is the same in whatever order they come. */
static void the_same_stands_for_any_threads(void **state) {
  (void)state;
  const FrameView frame = view_of_ground();
  PropPlaces places[3];
  for (int n = 0; n < 3; n++) {
    Survey survey;
    team_set_runner(n == 0 ? NULL : n == 1 ? forwards : backwards, NULL);
    place_all(&frame, &survey, &places[n]);
    survey_free(&survey);
  }
  team_set_runner(NULL, NULL);
  assert_true(places[0].count > 1000);
  for (int n = 1; n < 3; n++) {
    assert_int_equal(places[n].count, places[0].count);
    assert_memory_equal(places[n].props, places[0].props, (size_t)places[0].count * sizeof *places[0].props);
  }
  for (int n = 0; n < 3; n++) place_free(&places[n]);
}

/* No point likes a kind more than habitat_likes_bound says, by which points are passed by: on earth, on ash and by the sea. */
static void no_point_likes_a_kind_more_than_the_bound(void **state) {
  (void)state;
  FrameView frame = view_of_ground();
  Rng rng = {5};
  float highest[PROP_KIND_COUNT] = {0};
  for (int n = 0; n < 400000; n++) {
    Survey survey = {.steepness = 1};
    Site site = {.frame = &frame, .survey = &survey, .x = rng_range(&rng, 0, SIDE), .z = rng_range(&rng, 0, SIDE)};
    site.p = (SurveyPoint){.water_distance = rng_range(&rng, 0, 60),
                           .slope = rng_range(&rng, 0, 0.5f),
                           .hollow = rng_range(&rng, -3, 0.5f),
                           .steep = rng_range(&rng, 0, 1)};
    site.above = rng_range(&rng, -1, 5), site.beach = rng_range(&rng, -0.5f, 1) * (float)(n & 1), site.shore = rng_range(&rng, 0, 1);
    site.beach = fmaxf(site.beach, 0);
    site.ash = n / 2 % 4 == 0, site.coast = n / 2 % 4 == 1;
    for (int kind = 0; kind < PROP_KIND_COUNT; kind++) {
      const float likes = habitat_likes(&site, (PropKind)kind);
      assert_true(fminf(likes, 1) <= habitat_likes_bound((PropKind)kind));
      highest[kind] = fmaxf(highest[kind], likes);
    }
  }
  for (int kind = 0; kind < PROP_KIND_COUNT; kind++)
    assert_true(highest[kind] > 0.6f * habitat_likes_bound((PropKind)kind)); /* the test sees the most */
}

/* In a gentle land rock begins at its slope; in a steep one where so much of it is steeper as may be rock. */
static void a_steep_land_is_not_all_rock(void **state) {
  (void)state;
  FrameView frame = view_of_ground();
  assert_float_equal(rock_slope(&frame), ROCK_SLOPE, 1e-6);
  for (int n = 0; n < SIDE * SIDE; n++) { /* valleys along z, whose slopes are 0 to 1.7, one as often as the other */
    const float off = (float)(n % SIDE % 64) - 32;
    terrain[n] = 1.7f / 64 * off * off;
  }
  int rock = 0, gentle = 0;
  const float from = rock_slope(&frame);
  for (int i = 1; i < SIDE - 1; i++) {
    const float slope = 0.5f * fabsf(terrain[i + 1] - terrain[i - 1]);
    rock += slope > from;
    gentle += slope > ROCK_SLOPE;
  }
  print_message("rock from %.2f on: %d of %d cells, by the slope of gentle land %d\n", (double)from, rock, SIDE, gentle);
  assert_true(gentle > SIDE / 3);
  assert_true(rock >= SIDE / 30 && rock <= SIDE / 10);                          /* 0.07 is wanted; slopes are counted in steps of 0.03 */
  for (int n = 0; n < SIDE * SIDE; n++) terrain[n] = (float)(n % SIDE % 8) * 9; /* walls all over: there is a bound */
  assert_true(rock_slope(&frame) <= 1.8f);
}

static void tufts_stand_on_dry_ground_outside_the_bed(void **state) {
  (void)state;
  const FrameView frame = view_of_ground();
  Survey survey;
  PropPlaces places = {0};
  assert_true(survey_create(&survey, &frame));
  const PropMeadow meadow = {100, 80, 180, 180, 0.5f};
  assert_true(place_tufts(&places, &frame, &survey, &meadow));
  assert_true(places.count > 1000);
  for (int n = 0; n < places.count; n++) assert_true(from_brook(places.props[n].x, places.props[n].z) > bed_half - 1);
  survey_free(&survey);
  place_free(&places);
}

static void sizes_are_those_of_nature(void **state) {
  (void)state;
  static const float low[PROP_KIND_COUNT] = {3, 3, 0.5f, 0.4f, 0.2f, 1, 0.2f, 3.5f},
                     high[PROP_KIND_COUNT] = {18, 12, 2, 2.5f, 1.5f, 2, 0.4f, 5};
  const FrameView frame = view_of_ground();
  Survey survey;
  PropPlaces places;
  place_all(&frame, &survey, &places);
  for (int n = 0; n < places.count; n++) {
    const Prop *p = &places.props[n];
    assert_true(p->size >= low[p->kind] && p->size <= high[p->kind]);
    assert_true(p->x > 0 && p->x < SIDE && p->z > 0 && p->z < SIDE);
    assert_true(fabsf(p->y - terrain[(int)p->z * SIDE + (int)p->x]) < 3);
  }
  survey_free(&survey);
  place_free(&places);
}

static void the_camera_keeps_its_view(void **state) {
  (void)state;
  const FrameView frame = view_of_ground();
  const PlaceSight sight = place_sight(&frame);
  assert_true(fabsf(sight.ahead[0] - 1) < 1e-6f);
  Survey survey;
  PropPlaces places;
  place_all(&frame, &survey, &places);
  int tall = 0;
  for (int n = 0; n < places.count; n++) {
    const Prop *p = &places.props[n];
    const float dx = p->x - frame.eye[0], dz = p->z - frame.eye[2], far = hypotf(dx, dz);
    tall += p->size > 2;
    if (p->size > 2) assert_true(far > 12 || p->y + p->size < frame.eye[1] - 2);
    /* In front, nearer than what it looks at: nothing up to the line of sight, which is level. */
    if (p->size > 2 && far < sight.target && dx > 0.92f * far) assert_true(p->y + p->size <= frame.eye[1]);
  }
  assert_true(tall > 100);
  survey_free(&survey);
  place_free(&places);
}

static bool same_tuft(const PropPlaces *places, const Prop *prop) {
  for (int n = 0; n < places->count; n++)
    if (memcmp(&places->props[n], prop, sizeof *prop) == 0) return true;
  return false;
}

static int compare_overlap(const PropPlaces *a, const PropPlaces *b, float low, float high) {
  int count = 0;
  for (int n = 0; n < a->count; n++) {
    const Prop *p = &a->props[n];
    if (p->x < low || p->x > high) continue;
    assert_true(same_tuft(b, p));
    count++;
  }
  return count;
}

/* The meadow follows the eye: a tuft that was there stays as it was, and what is new is what would have stood there anyway. */
static void tufts_do_not_swim(void **state) {
  (void)state;
  const FrameView frame = view_of_ground();
  Survey survey;
  PropPlaces here = {0}, followed = {0};
  assert_true(survey_create(&survey, &frame));
  const PropMeadow first = {150, 180, 182, 212, 0.6f}, then = {158, 180, 190, 212, 0.6f};
  assert_true(place_tufts(&here, &frame, &survey, &first));
  assert_true(place_tufts(&followed, &frame, &survey, &first));
  assert_true(place_tufts(&followed, &frame, &survey, &then));
  assert_true(compare_overlap(&here, &followed, 159, 181) > 100);
  assert_true(compare_overlap(&followed, &here, 159, 181) > 100);
  PropPlaces fresh = {0};
  assert_true(place_tufts(&fresh, &frame, &survey, &then));
  assert_int_equal(fresh.count, followed.count);
  survey_free(&survey);
  place_free(&here);
  place_free(&followed);
  place_free(&fresh);
}

static void ash_bears_stones_alone(void **state) {
  (void)state;
  FrameView frame = view_of_ground();
  frame.ground = FRAME_GROUND_ASH;
  Survey survey;
  PropPlaces places;
  place_all(&frame, &survey, &places);
  assert_true(places.count > 100);
  for (int n = 0; n < places.count; n++) assert_true(places.props[n].kind == PROP_BOULDER || places.props[n].kind == PROP_STONES);
  survey_free(&survey);
  place_free(&places);
}

static void tanks_towns_and_models_are_bare(void **state) {
  (void)state;
  FrameView frame = view_of_ground();
  assert_true(place_is_planted(&frame));
  frame.natural = false;
  assert_false(place_is_planted(&frame));
  frame.natural = true;
  frame.ground = FRAME_GROUND_STONE;
  assert_false(place_is_planted(&frame));
  frame.ground = FRAME_GROUND_MEADOW;
  frame.cell = 0.02f;
  assert_false(place_is_planted(&frame));
}

/* All that is in front of a camera that sees everything: planes far outside. */
static PropCamera camera_at(const FrameView *frame, int quality) {
  PropCamera camera = {.focal = 900, .quality = quality};
  memcpy(camera.eye, frame->eye, sizeof camera.eye);
  for (int p = 0; p < 6; p++) camera.planes[p][3] = 1e6f;
  return camera;
}

/* Returns the size of the largest tree that is drawn within `aside` metres of a place, m. */
static float tallest_at(const PropPicks *picks, float x, float z, float aside) {
  float tallest = 0;
  for (int n = 0; n < picks->count; n++)
    if (hypotf(picks->instances[n].x - x, picks->instances[n].z - z) < aside) tallest = fmaxf(tallest, picks->instances[n].size);
  return tallest;
}

/* A tree is whole from 4 m away; where its trunk would fill the picture it is not there, and neither is it from above when the camera comes down. */
static void a_tree_makes_way_for_the_camera(void **state) {
  (void)state;
  const FrameView frame = view_of_ground();
  Survey survey;
  PropPlaces places[PROP_PLACES] = {{0}};
  PropMeshes meshes;
  PropPicks picks = {0};
  assert_true(prop_meshes_build(&meshes));
  place_all(&frame, &survey, &places[0]);
  const Prop *tree = NULL;
  for (int n = 0; n < places[0].count && !tree; n++)
    if (places[0].props[n].kind == PROP_CONIFER && places[0].props[n].size > 8) tree = &places[0].props[n];
  assert_non_null(tree);
  PropCamera camera = camera_at(&frame, 2);
  const float asides[3] = {0.2f, 4, 0.2f}, heights[3] = {1.6f, 1.6f, tree->size + 2};
  for (int n = 0; n < 3; n++) {
    camera.eye[0] = tree->x + asides[n], camera.eye[1] = tree->y + heights[n], camera.eye[2] = tree->z;
    assert_true(props_select(&picks, places, &survey, &meshes, &camera));
    const float tallest = tallest_at(&picks, tree->x, tree->z, 0.01f);
    assert_float_equal(tallest, n == 0 ? 0 : tree->size, n == 0 ? 0 : 0.01f);
  }
  props_select_free(&picks);
  prop_meshes_free(&meshes);
  survey_free(&survey);
  place_free(&places[0]);
}

static void what_is_drawn_fits_the_budget(void **state) {
  (void)state;
  static const int most[PROP_QUALITIES] = {2000, 20000, 60000};
  const FrameView frame = view_of_ground();
  Survey survey;
  PropPlaces places[PROP_PLACES] = {{0}};
  PropMeshes meshes;
  PropPicks picks = {0};
  assert_true(prop_meshes_build(&meshes));
  place_all(&frame, &survey, &places[0]);
  const PropMeadow meadow = {0, 150, 120, 250, 0.3f};
  assert_true(place_tufts(&places[1], &frame, &survey, &meadow));

  for (int quality = 0; quality < PROP_QUALITIES; quality++) {
    const PropCamera camera = camera_at(&frame, quality);
    assert_true(props_select(&picks, places, &survey, &meshes, &camera));
    assert_true(picks.count <= most[quality] && picks.count > 100);
  }
  /* A camera that faces away from it all. */
  PropCamera away = camera_at(&frame, 2);
  away.planes[0][0] = -1;
  away.planes[0][3] = -10;
  assert_true(props_select(&picks, places, &survey, &meshes, &away));
  assert_int_equal(picks.count, 0);
  props_select_free(&picks);
  prop_meshes_free(&meshes);
  survey_free(&survey);
  for (int n = 0; n < PROP_PLACES; n++) place_free(&places[n]);
}

static void check_mesh(const PropMeshes *m, int kind, const PropMesh *mesh) {
  float low = 1e9f, high = -1e9f;
  assert_true(mesh->count > 0 && mesh->count % 3 == 0 && mesh->vertices > 0);
  for (uint32_t n = mesh->first; n < mesh->first + mesh->count; n++) {
    assert_true(m->indices[n] < (uint32_t)m->vertex_count);
    const PropVertex *v = &m->vertices[m->indices[n]];
    assert_true(isfinite(v->at[0]) && isfinite(v->at[1]) && isfinite(v->at[2]));
    assert_true(v->normal[0] || v->normal[1] || v->normal[2]);
    low = fminf(low, v->at[1]);
    high = fmaxf(high, v->at[1]);
  }
  /* Plants are as high as their size says, and rooted. */
  if (kind == PROP_BOULDER || kind == PROP_STONES) return;
  assert_true(high > 0.7f && high < 1.35f);
  assert_true(low < 0.35f);
}

static void meshes_are_whole_and_of_their_size(void **state) {
  (void)state;
  PropMeshes m;
  assert_true(prop_meshes_build(&m));
  for (int kind = 0; kind < PROP_KIND_COUNT; kind++)
    for (int variant = 0; variant < PROP_VARIANTS; variant++) {
      for (int level = 0; level < PROP_LEVELS; level++) check_mesh(&m, kind, &m.meshes[kind][variant][level]);
      for (int level = 1; level < PROP_LEVELS; level++)
        assert_true(m.meshes[kind][variant][level].count <= m.meshes[kind][variant][level - 1].count);
    }
  prop_meshes_free(&m);
}

/* Ground heaped over a wood by a metre: small things go there and trees stay, higher up; nothing changes elsewhere. */
static void plants_follow_edits_or_go(void **state) {
  (void)state;
  FrameView frame = view_of_ground();
  Survey survey;
  PropPlaces places;
  place_all(&frame, &survey, &places);
  for (int n = 0; n < places.count; n++) assert_false(place_is_gone(&survey, &places.props[n]));
  const Prop *middle = NULL; /* a tree, high enough to stay where the ground rises by a metre */
  for (int n = 0; n < places.count && !middle; n++)
    if (places.props[n].kind == PROP_CONIFER && places.props[n].size > 9.5f && fabsf(places.props[n].x - 0.5f * SIDE) < 0.4f * SIDE &&
        fabsf(places.props[n].z - 0.5f * SIDE) < 0.4f * SIDE)
      middle = &places.props[n];
  assert_non_null(middle);
  const int i0 = (int)middle->x - 6, k0 = (int)middle->z - 6;
  for (int k = k0; k < k0 + 13; k++)
    for (int i = i0; i < i0 + 13; i++) terrain[k * SIDE + i] += 1;
  assert_true(survey_follow(&survey, &frame, i0 - 4, k0 - 4, i0 + 17, k0 + 17));
  assert_true(fabsf(survey_moved_at(&survey, middle->x, middle->z) - 1) < 1e-4f && !place_is_gone(&survey, middle));
  int gone = 0, stay = 0;
  for (int n = 0; n < places.count; n++) {
    const Prop *const p = &places.props[n];
    const bool inside = p->x >= (float)i0 && p->x < (float)(i0 + 13) && p->z >= (float)k0 && p->z < (float)(k0 + 13);
    const bool is_gone = place_is_gone(&survey, p);
    if (!inside) assert_false(is_gone);
    if (inside && p->size < 3) assert_true(is_gone);
    gone += is_gone;
    stay += !is_gone;
  }
  print_message("%d things are gone, %d stand\n", gone, stay);
  assert_true(gone > 0 && stay > 100);
  for (int k = k0; k < k0 + 13; k++)
    for (int i = i0; i < i0 + 13; i++) terrain[k * SIDE + i] -= 1;
  assert_true(survey_follow(&survey, &frame, i0 - 4, k0 - 4, i0 + 17, k0 + 17));
  for (int n = 0; n < places.count; n++) assert_false(place_is_gone(&survey, &places.props[n]));
  place_free(&places);
  survey_free(&survey);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_stands_in_a_streams_bed),
      cmocka_unit_test(scenery_stands_where_it_stood_when_the_world_began),
      cmocka_unit_test(the_same_stands_for_any_threads),
      cmocka_unit_test(a_steep_land_is_not_all_rock),
      cmocka_unit_test(no_point_likes_a_kind_more_than_the_bound),
      cmocka_unit_test(plants_follow_edits_or_go),
      cmocka_unit_test(tufts_stand_on_dry_ground_outside_the_bed),
      cmocka_unit_test(sizes_are_those_of_nature),
      cmocka_unit_test(the_camera_keeps_its_view),
      cmocka_unit_test(tufts_do_not_swim),
      cmocka_unit_test(ash_bears_stones_alone),
      cmocka_unit_test(tanks_towns_and_models_are_bare),
      cmocka_unit_test(a_tree_makes_way_for_the_camera),
      cmocka_unit_test(what_is_drawn_fits_the_budget),
      cmocka_unit_test(meshes_are_whole_and_of_their_size),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
