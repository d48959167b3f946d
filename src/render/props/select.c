#include "render/props/select.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

/* The most that a tier may draw: a mesh counts by its vertices, which a software driver shades on the CPU, or by its triangles where it has
 * more of them. With the mesh of the ground and that of the water (LOD_PATCHES_MAX) a frame has at most 3 million triangles. */
static const int instances_max[PROP_QUALITIES] = {2000, 20000, 60000}, vertices_max[PROP_QUALITIES] = {45000, 800000, 800000};

/* Heights in the picture, in pixels: from `border[n]` on a kind is drawn by its mesh of level n, below by the next coarser; the coarsest
 * shrinks from `full` on until it is `gone`. */
typedef struct Detail {
  float border[PROP_LEVELS - 1], full, gone;
} Detail;

static const Detail details[PROP_KIND_COUNT] = {
    [PROP_CONIFER] = {{130, 42, 14}, 6, 2.5f}, [PROP_BROADLEAF] = {{130, 40, 14}, 6, 2.5f}, [PROP_BUSH] = {{70, 22, 10}, 7, 3},
    [PROP_BOULDER] = {{60, 22, 9}, 6, 2.5f},   [PROP_STONES] = {{60, 26, 14}, 12, 4},       [PROP_REEDS] = {{110, 48, 20}, 14, 5},
    [PROP_TUFT] = {{40, 18, 9}, 9, 3.5f},      [PROP_HUT] = {{110, 45, 16}, 6, 2.5f}};

/* Factors on those by tier: the finest meshes are never drawn at the lowest. */
static const float border_factor[PROP_QUALITIES][PROP_LEVELS - 1] = {{1e6f, 8, 1.4f}, {1.6f, 1.4f, 1.2f}, {1, 1, 1}};
static const float gone_factor[PROP_QUALITIES] = {1.6f, 1.4f, 1};

enum { BINS = 2048 };

/* One that may be drawn: a prop with its level and how far it is grown in the change between two levels. */
struct PropCandidate {
  const Prop *prop;
  float grown;
  float least; /* of the budget's factor on `pixels` at which it is drawn at all */
  int level;
};

/* The data by which a frame's candidates are taken; lives for a call. */
typedef struct Selection {
  PropPicks *picks;
  const PropCamera *camera;
  const Survey *survey;
} Selection;

/* `foot`, m: the ground under it. */
static bool sees_prop(const PropCamera *camera, const Prop *prop, float foot) {
  const float radius = (prop->kind == PROP_STONES ? 1.8f : 0.75f) * prop->size + 0.3f, y = foot + 0.5f * prop->size;
  for (int p = 0; p < 6; p++) {
    const float *n = camera->planes[p];
    if (n[0] * prop->x + n[1] * y + n[2] * prop->z + n[3] < -radius) return false;
  }
  return true;
}

/* Returns the share of its size, 0 to 1, at which a prop is drawn whose middle is `aside` metres beside the eye and whose top is `above`
 * metres above it: a tree that the camera goes through shrinks out of its way, or its trunk would be all that is seen. */
static float grown_beside_eye(const Prop *prop, float aside, float above) {
  static const float radii[PROP_KIND_COUNT] = {
      [PROP_CONIFER] = 0.22f, [PROP_BROADLEAF] = 0.3f, [PROP_BUSH] = 0.6f}; /* of crowns, by the size */
  const float radius = radii[prop->kind] * prop->size;
  return radius == 0 || above < -0.5f ? 1 : fminf(fmaxf(2 * aside / radius - 1, 0), 1);
}

/* Two levels overlap for a tenth of the distance: each is smaller while the other is whole, so that nothing jumps. */
static void add_prop(const Selection *s, const Prop *prop) {
  PropPicks *const picks = s->picks;
  const PropCamera *const camera = s->camera;
  const float foot = prop->y + survey_moved_at(s->survey, prop->x, prop->z);
  const float dx = prop->x - camera->eye[0], dy = foot + 0.5f * prop->size - camera->eye[1], dz = prop->z - camera->eye[2];
  const float pixels = prop->size * camera->focal / fmaxf(sqrtf(dx * dx + dy * dy + dz * dz), 0.5f);
  const Detail *detail = &details[prop->kind];
  const int q = camera->quality;
  const float gone = detail->gone * gone_factor[q], full = detail->full * gone_factor[q];
  if (pixels < gone || !sees_prop(camera, prop, foot) || place_is_gone(s->survey, prop)) return;
  const float least = (gone + prop->rank * (full - gone)) / pixels;
  const float beside = grown_beside_eye(prop, hypotf(dx, dz), dy + 0.5f * prop->size);
  if (least >= 1 || beside == 0) return;
  int level = 0;
  for (; level < PROP_LEVELS - 1 && pixels < 0.94f * detail->border[level] * border_factor[q][level]; level++) continue;
  /* 0 to 1 through the overlap with the next coarser level, 0.5 at the border */
  const float t = level < PROP_LEVELS - 1 ? (pixels / (detail->border[level] * border_factor[q][level]) - 0.94f) / 0.12f : 1;
  PropCandidate *const next = picks->candidates + picks->candidate_count;
  picks->candidate_count += t < 1 ? 2 : 1;
  next[0] = (PropCandidate){prop, beside * (t < 1 ? 0.8f + 0.2f * fminf(1, 2 * t) : 1), least, level};
  if (t < 1) next[1] = (PropCandidate){prop, beside * (0.8f + 0.2f * fminf(1, 2 - 2 * t)), least, level + 1};
}

static void add_tile(const Selection *s, const PropPlaces *places, int i, int k) {
  if (i < 0 || k < 0 || i >= places->tiles_x || k >= places->tiles_z) return;
  const PropTile *const tile = &places->tiles[k * places->tiles_x + i];
  if (!tile->count) return;
  const float margin = 4, x0 = places->x0 + (float)i * places->tile - margin, z0 = places->z0 + (float)k * places->tile - margin;
  const float x1 = x0 + places->tile + 2 * margin, z1 = z0 + places->tile + 2 * margin;
  const float high = tile->high + s->survey->moved_max, low = tile->low - s->survey->moved_max;
  for (int p = 0; p < 6; p++) {
    const float *const n = s->camera->planes[p];
    if (n[0] * (n[0] > 0 ? x1 : x0) + n[1] * (n[1] > 0 ? high : low) + n[2] * (n[2] > 0 ? z1 : z0) + n[3] < 0) return;
  }
  for (int n = 0; n < tile->count; n++) add_prop(s, &places->props[tile->first + n]);
}

static int tile_index(float place, float first, float size, int count) {
  const float at = floorf((place - first) / size);
  return at < 0 ? 0 : at >= (float)count ? count - 1 : (int)at;
}

/* Tiles by rings about the eye's, so that what is near is drawn first and hides what is behind it from the fragment shader. */
static void add_places(const Selection *s, const PropPlaces *places) {
  const PropCamera *const camera = s->camera;
  if (!places->count) return;
  const int i = tile_index(camera->eye[0], places->x0, places->tile, places->tiles_x);
  const int k = tile_index(camera->eye[2], places->z0, places->tile, places->tiles_z);
  const int rings = places->tiles_x > places->tiles_z ? places->tiles_x : places->tiles_z;
  add_tile(s, places, i, k);
  for (int ring = 1; ring < rings; ring++)
    for (int n = -ring; n < ring; n++) {
      add_tile(s, places, i + n, k - ring);
      add_tile(s, places, i + ring, k + n);
      add_tile(s, places, i - n, k + ring);
      add_tile(s, places, i - ring, k - n);
    }
}

/* The factor on projected sizes with which the candidates fit the budget: 1, or less, in steps too fine to be seen. */
static float fit_budget(const PropPicks *picks, const PropMeshes *meshes, int quality) {
  int counts[BINS] = {0}, vertices[BINS] = {0}, count = 0, vertex_count = 0;
  for (int n = 0; n < picks->candidate_count; n++) {
    const PropCandidate *c = &picks->candidates[n];
    const int bin = (int)(c->least * BINS);
    const PropMesh *const mesh = &meshes->meshes[c->prop->kind][c->prop->variant][c->level];
    counts[bin]++;
    vertices[bin] += mesh->count / 3 > mesh->vertices ? (int)mesh->count / 3 : (int)mesh->vertices;
  }
  for (int bin = 0; bin < BINS; bin++) {
    count += counts[bin];
    vertex_count += vertices[bin];
    if (count > instances_max[quality] || vertex_count > vertices_max[quality]) return (float)bin / BINS;
  }
  return 1;
}

static void fill_instances(PropPicks *picks, const PropMeshes *meshes, float factor) {
  picks->vertices = 0;
  memset(picks->batches, 0, sizeof picks->batches);
  for (int n = 0; n < picks->candidate_count; n++) {
    const PropCandidate *c = &picks->candidates[n];
    if (c->least < factor) picks->batches[c->prop->kind][c->prop->variant][c->level].count++;
  }
  PropBatch *const batches = &picks->batches[0][0][0];
  const PropMesh *const mesh = &meshes->meshes[0][0][0];
  int first = 0;
  for (int n = 0; n < PROP_KIND_COUNT * PROP_VARIANTS * PROP_LEVELS; n++) {
    batches[n].first = first;
    first += batches[n].count;
    picks->vertices += batches[n].count * (int)mesh[n].vertices;
    batches[n].count = 0;
  }
  picks->count = first;
  for (int n = 0; n < picks->candidate_count; n++) {
    const PropCandidate *c = &picks->candidates[n];
    if (c->least >= factor) continue;
    const Prop *p = c->prop;
    PropBatch *batch = &picks->batches[p->kind][p->variant][c->level];
    const uint8_t width = (uint8_t)(96 + 64 * p->rank);
    /* Under the budget's factor the last to fit are small, so that nothing appears at once. */
    const float size = p->size * (c->grown * fminf(fmaxf((factor / c->least - 1) * 4, 0), 1));
    picks->instances[batch->first + batch->count++] = (PropInstance){p->x, p->z, size, p->yaw, {p->hue, p->value, width, 0}};
  }
}

bool props_select(PropPicks *picks, const PropPlaces places[PROP_PLACES], const Survey *survey, const PropMeshes *meshes,
                  const PropCamera *camera) {
  const Selection selection = {picks, camera, survey};
  int all = 0;
  for (int n = 0; n < PROP_PLACES; n++) all += places[n].count;
  picks->count = picks->candidate_count = picks->vertices = 0;
  picks->candidates = memory_reserve(picks->candidates, &picks->candidate_capacity, 2 * all + 1, sizeof *picks->candidates);
  if (!picks->candidates) return false;
  for (int n = 0; n < PROP_PLACES; n++) add_places(&selection, &places[n]);
  picks->instances = memory_reserve(picks->instances, &picks->capacity, picks->candidate_count + 1, sizeof *picks->instances);
  if (!picks->instances) return false;
  fill_instances(picks, meshes, fit_budget(picks, meshes, camera->quality));
  return true;
}

void props_select_free(PropPicks *picks) {
  memory_free(picks->instances);
  memory_free(picks->candidates);
  memset(picks, 0, sizeof *picks);
}
