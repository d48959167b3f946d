/* The keys of [camera]. */
#include <string.h>

#include "scene/reading.h"

const SceneCamera scene_camera_default = {"opening", {0.5f, 20, 1.3f}, {0.5f, 0, 0.5f}, 45, false};

static bool read_eye(Reading *r, const float *v, const char *text) {
  (void)text;
  memcpy(r->scene->cameras[r->camera].eye, v, sizeof r->scene->cameras[0].eye);
  return true;
}

static bool read_target(Reading *r, const float *v, const char *text) {
  (void)text;
  memcpy(r->scene->cameras[r->camera].target, v, sizeof r->scene->cameras[0].target);
  return true;
}

static bool read_view(Reading *r, const float *v, const char *text) {
  (void)text;
  r->scene->cameras[r->camera].view_deg = v[0];
  return true;
}

static bool read_place(Reading *r, const float *v, const char *text) {
  (void)v;
  r->scene->cameras[r->camera].under = strcmp(text, "under") == 0;
  return r->scene->cameras[r->camera].under || strcmp(text, "above") == 0;
}

static const SceneKey keys[] = {
    {"camera", "eye", 3, -10000, 10000, "x (share) y (metres) z (share)", read_eye, false},
    {"camera", "target", 3, -10000, 10000, "x (share) y (metres) z (share)", read_target, false},
    {"camera", "view", 1, 10, 120, "vertical field of view in degrees, 10 to 120", read_view, false},
    {"camera", "water", 0, 0, 0, "above or under", read_place, false},
};

const SceneKeys scene_camera_keys = {keys, sizeof keys / sizeof *keys};
_Static_assert(sizeof keys / sizeof *keys == READING_CAMERA_KEYS, "each key of a camera has its line");
