#include "render/props/place.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"

enum { PROPS_MAX = 1 << 18, TILES_MAX = 96 }; /* in all; tiles a side */

/* m: depth from which a cell counts as water; the half height of grass is still seen in less. */
static const float wet_depth = 0.004f;

/* m: ground this much lower than its neighbourhood is a channel; water within channel_reach claims its bottom. */
static const float channel_depth = 0.35f, channel_reach = 4.0f;

/* m of water that reeds stand in at most. */
static const float reed_depth = 0.3f;

/* --- random numbers by place ------------------------------------------------------------------------------------------------ */

static Rng rng_at(int i, int k, uint32_t salt) {
  Rng rng = {((uint64_t)(uint32_t)i << 32 | (uint32_t)k) * 0x9e3779b97f4a7c15ull + salt};
  rng_next(&rng);
  return rng;
}

static float lattice_value(int i, int k, uint32_t salt) {
  Rng rng = rng_at(i, k, salt);
  return rng_range(&rng, 0, 1);
}

static float ease(float low, float high, float x) {
  const float t = fminf(fmaxf((x - low) / (high - low), 0), 1);
  return t * t * (3 - 2 * t);
}

/* Value noise of 0 to 1 with features of `length` m, and half of it at half the length. */
static float noise_at(float x, float z, float length, uint32_t salt) {
  float sum = 0, weight = 0.64f;
  for (uint32_t octave = 0; octave < 2; octave++, weight = 0.36f, length *= 0.43f) {
    const float u = x / length, v = z / length, fu = floorf(u), fv = floorf(v);
    const int i = (int)fu, k = (int)fv;
    const float a = ease(0, 1, u - fu), b = ease(0, 1, v - fv);
    const float top = lattice_value(i, k, salt + octave) * (1 - a) + lattice_value(i + 1, k, salt + octave) * a;
    const float bottom = lattice_value(i, k + 1, salt + octave) * (1 - a) + lattice_value(i + 1, k + 1, salt + octave) * a;
    sum += weight * (top * (1 - b) + bottom * b);
  }
  return sum;
}

/* --- where nothing may stand ------------------------------------------------------------------------------------------------ */

static float depth_at(const FrameView *frame, float x, float z) {
  const int i = (int)(x / frame->cell), k = (int)(z / frame->cell);
  if (i < 0 || k < 0 || i >= frame->nx || k >= frame->nz) return 0;
  return frame->depth[(size_t)k * (size_t)frame->nx + (size_t)i];
}

static bool is_wet_within(const FrameView *frame, float x, float z, float radius) {
  for (float dz = -radius; dz <= radius; dz += fminf(frame->cell, fmaxf(radius, 0.05f)))
    for (float dx = -radius; dx <= radius; dx += fminf(frame->cell, fmaxf(radius, 0.05f)))
      if (depth_at(frame, x + dx, z + dz) > wet_depth) return true;
  return false;
}

static bool in_channel(const SurveyPoint *p, float radius) {
  return p->hollow < -channel_depth && p->water_distance < channel_reach + radius;
}

bool place_in_stream(const FrameView *frame, const Survey *survey, float x, float z, float radius) {
  if (is_wet_within(frame, x, z, radius)) return true;
  const SurveyPoint p = survey_at(survey, x, z);
  return in_channel(&p, radius);
}

static bool stands_in_body(const FrameView *frame, const Prop *prop) {
  for (int n = 0; n < frame->body_count; n++) {
    const FrameBody *body = &frame->bodies[n];
    const float half = fmaxf(body->half[0], fmaxf(body->half[1], body->half[2])), clear = half * 1.2f + 0.25f * prop->size;
    const float dx = body->model[12] - prop->x, dz = body->model[14] - prop->z;
    if (dx * dx + dz * dz < clear * clear) return true;
  }
  return false;
}

/* The unit vector in which the camera looks: the third row of the view's rotation, reversed. */
static void view_ahead(const FrameView *frame, float ahead[3]) {
  for (int c = 0; c < 3; c++) ahead[c] = -frame->view[4 * c + 2];
}

/* m along the line of sight to the ground: where the camera looks at. */
static float view_reach(const FrameView *frame, const float ahead[3]) {
  const float extent = frame->cell * (float)(frame->nx > frame->nz ? frame->nx : frame->nz);
  for (float t = frame->cell; t < extent; t += frame->cell) {
    const int i = (int)((frame->eye[0] + t * ahead[0]) / frame->cell), k = (int)((frame->eye[2] + t * ahead[2]) / frame->cell);
    if (i < 0 || k < 0 || i >= frame->nx || k >= frame->nz) continue;
    if (frame->eye[1] + t * ahead[1] < frame->terrain[(size_t)k * (size_t)frame->nx + (size_t)i]) return t;
  }
  return 0.6f * extent;
}

bool place_hides_view(const FrameView *frame, const Prop *prop) {
  const float near_eye = 12.0f, low = 2.0f, half_angle = 0.4363f; /* m, m, rad (25 degrees) */
  float ahead[3];
  view_ahead(frame, ahead);
  const float flat = sqrtf(ahead[0] * ahead[0] + ahead[2] * ahead[2]), target = view_reach(frame, ahead) * flat;
  const float dx = prop->x - frame->eye[0], dz = prop->z - frame->eye[2], distance = sqrtf(dx * dx + dz * dz);
  const float top = prop->y + prop->size - frame->eye[1];
  if (prop->size > 0.6f && distance < near_eye && top > -low) return true;
  if (prop->size <= low || distance > target || flat < 1e-3f) return false;
  if (dx * ahead[0] + dz * ahead[2] < cosf(half_angle) * distance * flat) return false;
  /* A top that stays lower in the picture than the target hides nothing of it, nor of what is farther. */
  return top * flat > (ahead[1] - 0.06f) * distance;
}

/* --- what likes which ground: each the likelihood, 0 to 1, at a point of its lattice ------------------------------------------- */

/* A point that something may stand on. */
typedef struct Site {
  const FrameView *frame;
  const Survey *survey;
  float x, z;
  SurveyPoint p;
  float above; /* m over the nearest water; large where it is far */
  float beach; /* 0 to 1: sand */
  float woods; /* 0 to 1: clearing, edge, wood */
  float shore; /* 0 to 1: near water, but on firm ground */
  bool lava, coast;
} Site;

static Site site_at(const FrameView *frame, const Survey *survey, float x, float z) {
  Site s = {.frame = frame, .survey = survey, .x = x, .z = z, .p = survey_at(survey, x, z)};
  const float extent = frame->cell * (float)(frame->nx > frame->nz ? frame->nx : frame->nz);
  const float scale = fminf(fmaxf(extent / 256.0f, 0.3f), 3.0f);
  s.above = s.p.water_distance < 40 ? s.p.height - s.p.water_level : 100;
  s.beach = 1 - ease(0.45f * scale, 0.85f * scale, s.above + 0.05f * fmaxf(s.p.water_distance - 3, 0));
  s.woods = ease(0.42f, 0.56f, noise_at(x, z, 62, 11));
  s.shore = (1 - s.beach) * (1 - ease(8, 26, s.p.water_distance));
  s.lava = frame->liquid.glow > 0;
  s.coast = frame->around == FRAME_AROUND_SEA;
  return s;
}

static float firm(const Site *s, float steepest) {
  return (1 - s->beach) * (1 - ease(0.75f * steepest, steepest, s->p.slope)) * ease(-0.9f, -0.3f, s->p.hollow);
}

static float likes_conifer(const Site *s) {
  if (s->lava || s->coast) return 0;
  const float hillside = 0.22f + 0.78f * ease(0.08f, 0.26f, s->p.slope);
  return 0.85f * firm(s, 0.95f) * s->woods * hillside * ease(4, 9, s->p.water_distance);
}

static float likes_broadleaf(const Site *s) {
  if (s->lava || s->coast) return 0;
  const float gentle = 1 - ease(0.18f, 0.42f, s->p.slope), grove = ease(0.50f, 0.66f, noise_at(s->x, s->z, 38, 23));
  return firm(s, 0.6f) * gentle * ease(4, 8, s->p.water_distance) * (0.40f * s->woods + 0.60f * grove * s->shore + 0.014f);
}

static float likes_bush(const Site *s) {
  if (s->lava) return 0;
  const float border = 1 - fabsf(2 * s->woods - 1), thicket = ease(0.52f, 0.7f, noise_at(s->x, s->z, 17, 31));
  if (s->coast) return 0.10f * firm(s, 0.5f) * thicket;
  return firm(s, 0.8f) * ease(1.5f, 3.5f, s->p.water_distance) * (0.28f * border * thicket + 0.22f * s->shore * thicket + 0.008f);
}

static float likes_boulder(const Site *s) {
  const float group = ease(0.45f, 0.75f, noise_at(s->x, s->z, 14, 41));
  if (s->lava) return (0.10f + 0.55f * group) * (1 - ease(0.9f, 1.3f, s->p.slope));
  if (s->coast) return 0.04f * group * s->beach;
  const float foot = ease(0.35f, 0.75f, s->p.steep) * (s->p.hollow < -0.1f ? 1.0f : 0.25f), gully = ease(0.5f, 1.4f, -s->p.hollow);
  return (1 - ease(0.8f, 1.1f, s->p.slope)) * (0.5f * group * fmaxf(foot, gully) + 0.05f * group * s->shore + 0.008f);
}

static float likes_stones(const Site *s) {
  if (s->lava) return 0.10f + 0.3f * ease(0.4f, 0.8f, noise_at(s->x, s->z, 9, 53));
  const float bar = ease(0.42f, 0.72f, noise_at(s->x, s->z, 11, 53)),
              bank = (1 - ease(1.5f, 6.0f, s->p.water_distance)) * (1 - ease(0.7f, 1.6f, s->above));
  return (1 - ease(0.7f, 1.0f, s->p.slope)) *
         (bank * (0.06f + 0.75f * bar) * (s->coast ? 0.25f : 1.0f) + 0.12f * ease(0.4f, 0.8f, s->p.steep) * bar + 0.004f);
}

static float likes_reeds(const Site *s) {
  if (s->lava || s->coast) return 0;
  const float depth = depth_at(s->frame, s->x, s->z), bed = ease(0.54f, 0.70f, noise_at(s->x, s->z, 21, 61));
  if (depth > reed_depth || (depth <= wet_depth && (s->p.water_distance > 2.0f || s->above > 0.3f))) return 0;
  return bed * (1 - ease(0.25f, 0.5f, s->p.slope));
}

static float likes_tuft(const Site *s) {
  if (s->lava) return 0;
  const float patch = 0.25f + 0.75f * ease(0.30f, 0.62f, noise_at(s->x, s->z, 4.5f, 71));
  if (s->coast) return (1 - s->beach) * ease(0.42f, 0.66f, noise_at(s->x, s->z, 7, 73));
  return (1 - s->beach) * (1 - ease(0.55f, 0.85f, s->p.slope)) * patch * (1 - 0.45f * s->woods);
}

/* --- the lists ---------------------------------------------------------------------------------------------------------------- */

/* How one kind is scattered; a constant. */
typedef struct Scatter {
  PropKind kind;
  float (*likes)(const Site *site);
  float spacing;        /* m between the points of its lattice */
  float low, high, few; /* m: sizes; few: exponent that makes the large ones rarer */
  float foot;           /* radius that must be dry and no channel, in sizes; < 0: may stand in water */
} Scatter;

static const Scatter scatters[] = {
    {PROP_CONIFER, likes_conifer, 3.5f, 8, 18, 1.2f, 0.07f},    {PROP_BROADLEAF, likes_broadleaf, 5.2f, 6, 12, 1.0f, 0.10f},
    {PROP_BUSH, likes_bush, 2.4f, 0.9f, 2.0f, 1.2f, 0.5f},      {PROP_BOULDER, likes_boulder, 4.5f, 0.5f, 2.5f, 2.6f, 0.5f},
    {PROP_STONES, likes_stones, 1.5f, 0.35f, 1.1f, 1.8f, 0.4f}, {PROP_REEDS, likes_reeds, 0.8f, 1.2f, 2.0f, 1.0f, -1}};
static const Scatter grass = {PROP_TUFT, likes_tuft, 0, 0.20f, 0.40f, 1.0f, 0.2f};

static bool add(PropPlaces *places, const Prop *prop) {
  if (places->count == places->capacity) {
    const int wanted = places->capacity ? 2 * places->capacity : 2048;
    Prop *fresh = wanted <= PROPS_MAX ? memory_create((size_t)wanted, sizeof *fresh) : NULL;
    if (!fresh) return false;
    if (places->props) memcpy(fresh, places->props, (size_t)places->count * sizeof *fresh);
    memory_free(places->props);
    places->props = fresh;
    places->capacity = wanted;
  }
  places->props[places->count++] = *prop;
  return true;
}

/* Tufts come and go with the eye, so that what they ask must not change with the water: they ask the survey alone. */
static bool is_free(const Scatter *scatter, const Site *site, const Prop *prop) {
  if (scatter->kind == PROP_TUFT) return site->p.water_distance > 0.8f * site->survey->cell && !in_channel(&site->p, scatter->foot);
  if (scatter->foot >= 0 && place_in_stream(site->frame, site->survey, prop->x, prop->z, scatter->foot * prop->size)) return false;
  return !stands_in_body(site->frame, prop) && !place_hides_view(site->frame, prop);
}

/* One square of a lattice: what stands there, if anything does. False when memory is short. */
static bool scatter_square(PropPlaces *places, const FrameView *frame, const Survey *survey, const Scatter *scatter, float spacing, int i,
                           int k) {
  Rng rng = rng_at(i, k, 1000u * (uint32_t)(scatter->kind + 1));
  const float x = ((float)i + rng_range(&rng, 0.05f, 0.95f)) * spacing, z = ((float)k + rng_range(&rng, 0.05f, 0.95f)) * spacing;
  const float chance = rng_range(&rng, 0, 1), part = powf(rng_range(&rng, 0, 1), scatter->few);
  const float margin = 0.4f, width = (float)frame->nx * frame->cell, length = (float)frame->nz * frame->cell;
  if (x < margin || z < margin || x > width - margin || z > length - margin) return true;
  const Site site = site_at(frame, survey, x, z);
  const float likes = scatter->likes(&site);
  if (chance >= likes) return true;
  Prop prop = {.x = x, .y = site.p.height, .z = z, .kind = (uint8_t)scatter->kind};
  /* Trees are smaller where they are few. */
  prop.size =
      scatter->low + (scatter->high - scatter->low) * part * (scatter->kind <= PROP_BROADLEAF ? 0.45f + 0.55f * fminf(1, 2 * likes) : 1);
  if (scatter->kind == PROP_TUFT && site.coast) prop.size *= 1.8f; /* marram */
  prop.yaw = rng_range(&rng, 0, 6.2831853f);
  prop.rank = rng_range(&rng, 0, 1);
  const float variant = rng_range(&rng, 0, 0.6f) + 0.4f * noise_at(x, z, 30, 83);
  prop.variant = (uint8_t)fminf(variant * PROP_VARIANTS, PROP_VARIANTS - 1);
  prop.hue = (uint8_t)(40 + 110 * rng_range(&rng, 0, 1) + 70 * noise_at(x, z, 24, 91) + (site.coast ? 30 : 0));
  prop.value = (uint8_t)(70 + 115 * rng_range(&rng, 0, 1));
  return !is_free(scatter, &site, &prop) || add(places, &prop);
}

static PropLattice lattice_of(const PropMeadow *rect) {
  return (PropLattice){(int)floorf(rect->x0 / rect->spacing), (int)floorf(rect->z0 / rect->spacing), (int)ceilf(rect->x1 / rect->spacing),
                       (int)ceilf(rect->z1 / rect->spacing), rect->spacing};
}

static bool contains(const PropLattice *lattice, int i, int k) {
  return i >= lattice->i0 && i < lattice->i1 && k >= lattice->k0 && k < lattice->k1;
}

/* All squares of a lattice but those of another one. */
static bool scatter_all(PropPlaces *places, const FrameView *frame, const Survey *survey, const Scatter *scatter, const PropLattice *all,
                        const PropLattice *but) {
  for (int k = all->k0; k < all->k1; k++)
    for (int i = all->i0; i < all->i1; i++)
      if (!contains(but, i, k) && !scatter_square(places, frame, survey, scatter, all->spacing, i, k)) return false;
  return true;
}

/* --- tiles ---------------------------------------------------------------------------------------------------------------------- */

static int tile_of(const PropPlaces *places, const Prop *prop) {
  const int i = (int)((prop->x - places->x0) / places->tile), k = (int)((prop->z - places->z0) / places->tile);
  const int x = i < 0 ? 0 : i >= places->tiles_x ? places->tiles_x - 1 : i, z = k < 0 ? 0 : k >= places->tiles_z ? places->tiles_z - 1 : k;
  return z * places->tiles_x + x;
}

/* A counting sort by tile. */
static bool sort_by_tile(PropPlaces *places) {
  const int tiles = places->tiles_x * places->tiles_z;
  Prop *const sorted = memory_create((size_t)places->capacity + 1, sizeof *sorted);
  if (!sorted) return false;
  for (int n = 0; n < tiles; n++) places->tiles[n] = (PropTile){0, 0, 1e9f, -1e9f};
  for (int n = 0; n < places->count; n++) places->tiles[tile_of(places, &places->props[n])].count++;
  for (int n = 0, first = 0; n < tiles; n++) {
    places->tiles[n].first = first;
    first += places->tiles[n].count;
    places->tiles[n].count = 0;
  }
  for (int n = 0; n < places->count; n++) {
    const Prop *prop = &places->props[n];
    PropTile *tile = &places->tiles[tile_of(places, prop)];
    sorted[tile->first + tile->count++] = *prop;
    tile->low = fminf(tile->low, prop->y - 1);
    tile->high = fmaxf(tile->high, prop->y + prop->size + 1);
  }
  memory_free(places->props);
  places->props = sorted;
  places->capacity++;
  return true;
}

static bool begin(PropPlaces *places, const PropMeadow *rect, float tile) {
  const float longer = fmaxf(rect->x1 - rect->x0, rect->z1 - rect->z0);
  places->count = 0;
  places->x0 = rect->x0;
  places->z0 = rect->z0;
  places->tile = fmaxf(tile, longer / TILES_MAX);
  places->tiles_x = (int)ceilf((rect->x1 - rect->x0) / places->tile);
  places->tiles_z = (int)ceilf((rect->z1 - rect->z0) / places->tile);
  places->tiles_x = places->tiles_x < 1 ? 1 : places->tiles_x;
  places->tiles_z = places->tiles_z < 1 ? 1 : places->tiles_z;
  places->tiles = memory_reserve(places->tiles, &places->tile_capacity, places->tiles_x * places->tiles_z, sizeof *places->tiles);
  return places->tiles != NULL;
}

bool place_props(PropPlaces *places, const FrameView *frame, const Survey *survey) {
  PropMeadow all = {0, 0, (float)frame->nx * frame->cell, (float)frame->nz * frame->cell, 0};
  if (!begin(places, &all, 16)) return false;
  /* Large grounds are planted more thinly: what stands on them is seen from afar. */
  const float thin = fmaxf(1, sqrtf(all.x1 * all.z1 / 6e5f));
  for (size_t n = 0; n < sizeof scatters / sizeof *scatters; n++) {
    all.spacing = scatters[n].spacing * thin;
    const PropLattice lattice = lattice_of(&all), none = {0, 0, 0, 0, 0};
    if (!scatter_all(places, frame, survey, &scatters[n], &lattice, &none)) return false;
  }
  return sort_by_tile(places);
}

/* Drops what stands outside a lattice; no prop stands on the border between two squares. */
static void drop_outside(PropPlaces *places, const PropLattice *lattice) {
  int count = 0;
  for (int n = 0; n < places->count; n++) {
    const Prop *prop = &places->props[n];
    if (contains(lattice, (int)floorf(prop->x / lattice->spacing), (int)floorf(prop->z / lattice->spacing))) places->props[count++] = *prop;
  }
  places->count = count;
}

bool place_tufts(PropPlaces *places, const FrameView *frame, const Survey *survey, const PropMeadow *meadow) {
  const PropLattice lattice = lattice_of(meadow), before = places->lattice, none = {0, 0, 0, 0, 0};
  if (memcmp(&lattice, &before, sizeof lattice) == 0) return true;
  const bool same = lattice.spacing == before.spacing;
  if (same) drop_outside(places, &lattice);
  const int standing = same ? places->count : 0;
  if (!begin(places, meadow, 8)) return false;
  places->count = standing;
  places->lattice = lattice;
  return scatter_all(places, frame, survey, &grass, &lattice, same ? &before : &none) && sort_by_tile(places);
}

void place_free(PropPlaces *places) {
  memory_free(places->props);
  memory_free(places->tiles);
  memset(places, 0, sizeof *places);
}
