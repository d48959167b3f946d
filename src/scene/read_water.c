/* The keys of [water]. */
#include <string.h>

#include "scene/reading.h"

static bool read_fill(Reading *r, const float *v, const char *text) {
  (void)text;
  r->scene->fill_share = v[0];
  r->scene->fill_min_m = v[1];
  return v[0] <= 1;
}

static bool read_pool(Reading *r, const float *v, const char *text) {
  (void)text;
  if (reading_list_full(r, r->scene->water_count, SCENE_LIST)) return false;
  r->scene->waters[r->scene->water_count++] = (SceneBlock){v[0], v[1], v[2], v[3], v[4]};
  return reading_is_ordered(v);
}

static bool read_source(Reading *r, const float *v, float sign) {
  if (reading_list_full(r, r->scene->source_count, SCENE_LIST)) return false;
  r->scene->sources[r->scene->source_count++] = (SceneSource){v[0], v[1], v[2], sign * v[3]};
  return v[0] <= 1 && v[1] <= 1 && v[2] > 0;
}

int scene_liquid(const char *name) {
  for (int n = 0; n < weir_liquid_count(); n++)
    if (strcmp(name, weir_liquid(n)->name) == 0) return n;
  return -1;
}

/* The liquid's motion and looks go into the parameters; later lines of [params] may change them. */
static bool read_liquid(Reading *r, const float *v, const char *text) {
  (void)v;
  const int liquid = scene_liquid(text);
  if (liquid < 0) return false;
  r->scene->liquid = liquid;
  params_set_liquid(&r->scene->params, weir_liquid(liquid), NULL);
  return true;
}

static bool read_spring(Reading *r, const float *v, const char *text) {
  (void)text;
  return read_source(r, v, 1);
}

static bool read_drain(Reading *r, const float *v, const char *text) {
  (void)text;
  return read_source(r, v, -1);
}

static const SceneKey keys[] = {
    {"water", "fill", 2, 0, 1000, "share (0 to 1) of each pit to fill, and the depth in metres that makes a pit a lake", read_fill, false},
    {"water", "pool", 5, -10000, SCENE_HEIGHT_MAX, "x0 z0 x1 z1 (shares, x0 < x1 and z0 < z1) and a level in metres, -10000 to 65535",
     read_pool, true},
    {"water", "liquid", 0, 0, 0, "water, muddy water, oil, slime, lava or mercury", read_liquid, false},
    {"water", "spring", 4, 0, 100000, "x z (shares, 0 to 1), radius in m > 0, m3/s, 0 to 100000", read_spring, true},
    {"water", "drain", 4, 0, 100000, "x z (shares, 0 to 1), radius in m > 0, m3/s, 0 to 100000", read_drain, true},
};

const SceneKeys scene_water_keys = {keys, sizeof keys / sizeof *keys};
