/* The keys of [story]. */
#include <stdio.h>
#include <string.h>

#include "base/scan.h"
#include "scene/reading.h"

static bool read_hint(Reading *r, const float *v, const char *text) {
  (void)v;
  snprintf(r->scene->hint, sizeof r->scene->hint, "%s", text);
  return text[0] != '\0' && strlen(text) < sizeof r->scene->hint;
}

static bool read_goal(Reading *r, const float *v, const char *text) {
  (void)v;
  snprintf(r->scene->goal.text, sizeof r->scene->goal.text, "%s", text);
  return text[0] != '\0' && strlen(text) < sizeof r->scene->goal.text;
}

static bool set_kind(Reading *r, GoalKind kind, float value, float seconds) {
  SceneGoal *const goal = &r->scene->goal;
  if (goal->kind != GOAL_NONE) return error_set(&r->fault, "a scene has one goal, and another was stated before");
  goal->kind = kind, goal->value = value, goal->seconds = seconds;
  return seconds >= 0 && seconds <= 3600;
}

static bool set_goal(Reading *r, GoalKind kind, const float *v, float value, float seconds) {
  SceneGoal *const goal = &r->scene->goal;
  if (!set_kind(r, kind, value, seconds)) return false;
  goal->x0 = v[0], goal->z0 = v[1], goal->x1 = v[2], goal->z1 = v[3];
  for (int n = 0; n < 4; n++)
    if (v[n] < 0 || v[n] > 1) return false;
  return reading_is_ordered(v);
}

static bool read_dry(Reading *r, const float *v, const char *text) {
  (void)text;
  return set_goal(r, GOAL_DRY, v, v[4], v[5]);
}

static bool read_fill_up(Reading *r, const float *v, const char *text) {
  (void)text;
  return set_goal(r, GOAL_FILL, v, v[4], v[5]);
}

static bool read_shelter(Reading *r, const float *v, const char *text) {
  (void)text;
  return set_goal(r, GOAL_SHELTER, v, v[4], v[5]);
}

static bool read_spin(Reading *r, const float *v, const char *text) {
  (void)text;
  return set_kind(r, GOAL_SPIN, v[0], v[1]) && v[0] > 0;
}

/* "car", "log" or "crate", then four numbers. */
static bool read_bring(Reading *r, const float *v, const char *text) {
  static const struct {
    const char *word;
    BodyKind kind;
  } kinds[] = {{"crate", BODY_CRATE}, {"log", BODY_LOG}, {"car", BODY_CAR}};
  float corners[4];
  (void)v;
  const size_t size = strcspn(text, " \t");
  const char *rest = text + size;
  for (int n = 0; n < 4; n++)
    if (!scan_number(&rest, &corners[n])) return false;
  if (!scan_at_end(rest)) return false;
  for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++) {
    if (strlen(kinds[n].word) != size || strncmp(kinds[n].word, text, size) != 0) continue;
    r->scene->goal.body = kinds[n].kind;
    return set_goal(r, GOAL_BRING, corners, 0, 0);
  }
  return false;
}

#define CORNERS "x0 z0 x1 z1 (shares, x0 < x1 and z0 < z1)"

static const SceneKey keys[] = {
    {"story", "hint", 0, 0, 0, "a sentence of at most 191 bytes", read_hint, false},
    {"story", "goal", 0, 0, 0, "a sentence of at most 127 bytes", read_goal, false},
    {"story", "keep_dry", 6, 0, 3600, CORNERS ", a depth in metres, seconds after the flood began", read_dry, false},
    {"story", "fill_up", 6, -10000, 10000, CORNERS ", a level in metres, seconds for which it must hold, 0 to 3600", read_fill_up, false},
    {"story", "shelter", 6, 0, 3600, CORNERS ", metres from crest to trough, seconds for which it must hold", read_shelter, false},
    {"story", "spin", 2, 0, 3600, "rounds a minute, above 0; seconds for which they must hold", read_spin, false},
    {"story", "bring", 0, 0, 0, "crate, log or car, and " CORNERS, read_bring, false},
};

const SceneKeys scene_story_keys = {keys, sizeof keys / sizeof *keys};
