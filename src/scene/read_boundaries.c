/* The keys of [sides]. */
#include <math.h>
#include <string.h>

#include "base/scan.h"
#include "scene/reading.h"

enum { SIDE_NUMBERS = 4 };

/* A level, alone or with a tide (height, period, phase); a wave must have the tide's numbers. */
static bool side_sea(int count, const float *v, WeirBoundary *boundary) {
  boundary->level = v[0], boundary->tide_height = v[1], boundary->tide_period = v[2], boundary->tide_phase = v[3];
  const bool tide = count >= 3 && fabsf(v[1]) <= 1000.0f && v[2] >= 0.1f && v[2] <= 1e6f && fabsf(v[3]) <= 100.0f;
  return fabsf(v[0]) <= 10000.0f && (tide || (count == 1 && boundary->kind == WEIR_LEVEL));
}

bool scene_side(const char *text, WeirBoundary *boundary) {
  float v[SIDE_NUMBERS] = {0};
  const size_t size = strcspn(text, " \t");
  const char *rest = text + size;
  int count = 0;
  while (count < SIDE_NUMBERS && scan_number(&rest, &v[count])) count++;
  if (!scan_at_end(rest)) count = -1;
  for (int n = 0; n < WEIR_EDGE_COUNT; n++) {
    const char *const name = weir_edge_name((WeirEdge)n);
    if (strlen(name) != size || strncmp(text, name, size) != 0) continue;
    *boundary = (WeirBoundary){.kind = (WeirEdge)n};
    if (n == WEIR_LEVEL || n == WEIR_WAVE) return side_sea(count, v, boundary);
    if (n != WEIR_INFLOW) return count == 0;
    boundary->discharge = v[0], boundary->speed = v[1];
    return (count == 1 || count == 2) && fabsf(v[0]) <= 1e6f && v[1] >= 0.0f && v[1] <= 1000.0f;
  }
  return false;
}

static bool read_side(Reading *r, WeirSide side, const char *text) {
  r->side_line[side] = r->lines.line;
  return scene_side(text, &r->scene->sides[side]);
}

static bool read_west(Reading *r, const float *v, const char *text) {
  (void)v;
  return read_side(r, WEIR_WEST, text);
}

static bool read_east(Reading *r, const float *v, const char *text) {
  (void)v;
  return read_side(r, WEIR_EAST, text);
}

static bool read_north(Reading *r, const float *v, const char *text) {
  (void)v;
  return read_side(r, WEIR_NORTH, text);
}

static bool read_south(Reading *r, const float *v, const char *text) {
  (void)v;
  return read_side(r, WEIR_SOUTH, text);
}

#define SIDE_WORDS                                                                                 \
  "reflect, open, sponge, periodic, zero, level METRES [TIDE_METRES PERIOD_SECONDS [PHASE_RAD]], " \
  "wave METRES HEIGHT_METRES PERIOD_SECONDS [PHASE_RAD] or inflow M3_PER_SECOND [METRES_PER_SECOND]"

static const SceneKey keys[] = {
    {"sides", "west", 0, 0, 0, SIDE_WORDS, read_west, false},
    {"sides", "east", 0, 0, 0, SIDE_WORDS, read_east, false},
    {"sides", "north", 0, 0, 0, SIDE_WORDS, read_north, false},
    {"sides", "south", 0, 0, 0, SIDE_WORDS, read_south, false},
};

const SceneKeys scene_side_keys = {keys, sizeof keys / sizeof *keys};
