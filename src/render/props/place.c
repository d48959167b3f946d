#include "render/props/place.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"

enum { PROPS_MAX = 1 << 18, TILES_MAX = 96, BANDS = 16 }; /* in all; tiles a side; of rows, that threads share */

/* m: ground this much lower than its neighbourhood is a channel; water within channel_reach claims its bottom. */
static const float channel_depth = 0.35f, channel_reach = 4.0f;

/* m, and of its size: how far the ground under a thing moves before it is gone. */
static const float gone_least = 0.1f, gone_share = 0.12f;

/* m: smaller grounds are basins and models, on which nothing grows. */
static const float extent_min = 40;

/* --- where nothing may stand ------------------------------------------------------------------------------------------------ */

static bool in_channel(const SurveyPoint *p, float radius) {
  return p->hollow < -channel_depth && p->water_distance < channel_reach + radius;
}

/* Returns true if the ground within `radius` m of a place is water's: wet, or the bottom of a channel that leads to water close by. */
static bool is_in_stream(const FrameView *frame, const Survey *survey, float x, float z, float radius) {
  const int steps = 1 + (int)ceilf(2 * radius / frame->cell);
  const float step = 2 * radius / (float)steps;
  for (int k = 0; k <= steps; k++)
    for (int i = 0; i <= steps; i++)
      if (habitat_depth(frame, x - radius + step * (float)i, z - radius + step * (float)k) > HABITAT_WET) return true;
  const SurveyPoint p = survey_at(survey, x, z);
  return in_channel(&p, radius);
}

static bool is_close(const Prop *prop, float x, float z, float half) {
  const float clear = half * 1.3f + 0.3f * prop->size + 0.5f, dx = x - prop->x, dz = z - prop->z;
  return dx * dx + dz * dz < clear * clear;
}

static bool stands_in_body(const FrameView *frame, const Prop *prop) {
  const FrameBegan *const began = &frame->began;
  for (int n = 0; began->depth && n < began->body_count; n++)
    if (is_close(prop, began->bodies[n][0], began->bodies[n][1], began->bodies[n][2])) return true;
  for (int n = 0; !began->depth && n < frame->body_count; n++) {
    const FrameBody *body = &frame->bodies[n];
    if (is_close(prop, body->model[12], body->model[14], fmaxf(body->half[0], fmaxf(body->half[1], body->half[2])))) return true;
  }
  return false;
}

/* Returns true if the prop would stand in a hut or too close to it, where trees keep a distance: huts are the first in the list. */
static bool stands_in_hut(const PropPlaces *places, const Prop *prop) {
  for (int n = 0; n < places->count && places->props[n].kind == PROP_HUT; n++) {
    const Prop *const hut = &places->props[n];
    const float clear = hut->size * (prop->kind <= PROP_BROADLEAF ? 1.6f : 0.85f) + 0.25f * prop->size, dx = hut->x - prop->x,
                dz = hut->z - prop->z;
    if (dx * dx + dz * dz < clear * clear) return true;
  }
  return false;
}

bool place_is_gone(const Survey *survey, const Prop *prop) {
  return survey->moved && fabsf(survey_moved_at(survey, prop->x, prop->z)) > gone_least + gone_share * prop->size;
}

PlaceSight place_sight(const FrameView *frame) {
  PlaceSight sight;
  memcpy(sight.eye, frame->eye, sizeof sight.eye);
  /* The third row of the view's rotation points backwards. */
  for (int c = 0; c < 3; c++) sight.ahead[c] = -frame->view[4 * c + 2];
  sight.flat = fmaxf(sqrtf(sight.ahead[0] * sight.ahead[0] + sight.ahead[2] * sight.ahead[2]), 1e-3f);
  const float extent = frame_extent(frame), *const ahead = sight.ahead;
  sight.target = 0.6f * extent * sight.flat;
  for (float t = frame->cell; t < extent; t += frame->cell) { /* along the line of sight to the ground */
    const float x = frame->eye[0] + t * ahead[0], z = frame->eye[2] + t * ahead[2];
    if (x < 0 || z < 0 || x >= (float)frame->nx * frame->cell || z >= (float)frame->nz * frame->cell) continue;
    const size_t at = (size_t)(z / frame->cell) * (size_t)frame->nx + (size_t)(x / frame->cell);
    if (!(frame->eye[1] + t * ahead[1] < frame->terrain[at] + frame->depth[at])) continue;
    sight.target = t * sight.flat;
    break;
  }
  return sight;
}

/* Returns true if a prop would hide what the camera looks at, or stand about the eye itself. */
static bool hides_view(const PlaceSight *sight, const Prop *prop) {
  const float near_eye = 12.0f, low = 2.0f, half_angle = 0.4363f; /* m, m, rad (25 degrees) */
  const float dx = prop->x - sight->eye[0], dz = prop->z - sight->eye[2], distance = sqrtf(dx * dx + dz * dz);
  const float top = prop->y + prop->size - sight->eye[1];
  if (prop->size > 0.6f && distance < near_eye && top > -low) return true;
  if (prop->size <= low || distance > sight->target) return false;
  const float aside = (dx * sight->ahead[0] + dz * sight->ahead[2]) / (distance * sight->flat);
  if (aside > cosf(2 * half_angle) && prop->size > 0.35f * distance) return true;
  if (aside < cosf(half_angle)) return false;
  if (prop->size > 0.2f * distance) return true;
  /* A top that stays lower in the picture than the target hides nothing of it, nor of what is farther. */
  return top * sight->flat > (sight->ahead[1] - 0.06f) * distance;
}

/* --- the lists ---------------------------------------------------------------------------------------------------------------- */

/* How one kind is scattered; a constant. */
typedef struct Scatter {
  PropKind kind;
  float spacing;        /* m between the points of its lattice */
  float low, high, few; /* m: sizes; few: exponent that makes the large ones rarer */
  float foot;           /* radius that must be dry and no channel, in sizes; < 0: may stand in water */
} Scatter;

/* Huts first: what comes later makes room for them. */
static const Scatter scatters[] = {{PROP_HUT, 21, 3.6f, 4.8f, 1, 0.75f},         {PROP_CONIFER, 3.5f, 8, 18, 1.2f, 0.07f},
                                   {PROP_BROADLEAF, 5.2f, 6, 12, 1.0f, 0.10f},   {PROP_BUSH, 2.4f, 0.9f, 2.0f, 1.2f, 0.5f},
                                   {PROP_BOULDER, 4.5f, 0.5f, 2.5f, 2.6f, 0.5f}, {PROP_STONES, 1.3f, 0.4f, 1.3f, 1.8f, 0.4f},
                                   {PROP_REEDS, 0.8f, 1.2f, 2.0f, 1.0f, -1}};
static const Scatter grass = {PROP_TUFT, 0, 0.20f, 0.40f, 1.0f, 0.2f};

/* The data by which the squares of a lattice are planted; lives for a call. */
typedef struct Planting {
  PropPlaces *places; /* all that stands so far; nothing writes here while bands are planted */
  const FrameView *frame;
  const Survey *survey;
  const Scatter *scatter;
  PlaceSight sight;
} Planting;

/* Adds props after those that stand. Returns false if memory runs out or they are too many. */
static bool add(PropPlaces *places, const Prop *props, int count) {
  if (places->count + count > places->capacity) {
    int wanted = places->capacity ? 2 * places->capacity : 2048;
    while (wanted < places->count + count) wanted *= 2;
    if (wanted > PROPS_MAX || !array_grow(&places->props, &places->capacity, wanted, sizeof *places->props)) return false;
  }
  if (count) memcpy(places->props + places->count, props, (size_t)count * sizeof *props);
  places->count += count;
  return true;
}

/* Tufts come and go with the eye, so that what they ask must not change with the water: they ask the survey alone. */
static bool is_free(const Planting *planting, const Site *site, const Prop *prop) {
  const Scatter *const scatter = planting->scatter;
  if (scatter->kind == PROP_TUFT) return site->p.water_distance > 0.8f * site->survey->cell && !in_channel(&site->p, scatter->foot);
  if (scatter->foot >= 0 && is_in_stream(site->frame, site->survey, prop->x, prop->z, scatter->foot * prop->size)) return false;
  return !stands_in_body(site->frame, prop) && !stands_in_hut(planting->places, prop) && !hides_view(&planting->sight, prop);
}

/* Adds to `to` what stands on a square of a lattice, if anything does. Returns false if memory runs out. */
static bool plant_square(const Planting *planting, float spacing, int i, int k, PropPlaces *to) {
  const FrameView *const frame = planting->frame;
  const Scatter *const scatter = planting->scatter;
  Rng rng = habitat_rng(i, k, 1000u * (uint32_t)(scatter->kind + 1));
  const float x = ((float)i + rng_range(&rng, 0.05f, 0.95f)) * spacing, z = ((float)k + rng_range(&rng, 0.05f, 0.95f)) * spacing;
  const float chance = rng_range(&rng, 0, 1), large = rng_range(&rng, 0, 1);
  const float margin = 0.4f, width = (float)frame->nx * frame->cell, length = (float)frame->nz * frame->cell;
  if (x < margin || z < margin || x > width - margin || z > length - margin) return true;
  if (chance >= habitat_likes_bound(scatter->kind)) return true;
  const Site site = habitat_site(frame, planting->survey, x, z);
  const float likes = habitat_likes(&site, scatter->kind);
  if (chance >= likes) return true;
  Prop prop = {.x = x, .y = site.p.height, .z = z, .kind = (uint8_t)scatter->kind};
  const float part = powf(large, scatter->few);
  /* Trees are smaller where they are few. */
  prop.size =
      scatter->low + (scatter->high - scatter->low) * part * (scatter->kind <= PROP_BROADLEAF ? 0.45f + 0.55f * fminf(1, 2 * likes) : 1);
  if (scatter->kind == PROP_TUFT && site.coast) prop.size *= 1.8f; /* marram */
  prop.yaw = rng_range(&rng, 0, 6.2831853f);
  prop.rank = rng_range(&rng, 0, 1);
  const float variant = rng_range(&rng, 0, 0.6f) + 0.4f * habitat_noise(x, z, 30, 83);
  prop.variant = (uint8_t)fminf(variant * PROP_VARIANTS, PROP_VARIANTS - 1);
  prop.hue = (uint8_t)(40 + 110 * rng_range(&rng, 0, 1) + 70 * habitat_noise(x, z, 24, 91));
  if (scatter->kind == PROP_TUFT) prop.hue = (uint8_t)((site.coast ? 95 : 80) + prop.hue / 4);
  prop.value = (uint8_t)(70 + 115 * rng_range(&rng, 0, 1));
  return !is_free(planting, &site, &prop) || add(to, &prop, 1);
}

static PropLattice lattice_of(const PropMeadow *rect) {
  return (PropLattice){(int)floorf(rect->x0 / rect->spacing), (int)floorf(rect->z0 / rect->spacing), (int)ceilf(rect->x1 / rect->spacing),
                       (int)ceilf(rect->z1 / rect->spacing), rect->spacing};
}

static bool contains(const PropLattice *lattice, int i, int k) {
  return i >= lattice->i0 && i < lattice->i1 && k >= lattice->k0 && k < lattice->k1;
}

static bool plant_rows(const Planting *planting, const PropLattice *all, const PropLattice *but, int k0, int k1, PropPlaces *to) {
  for (int k = k0; k < k1; k++)
    for (int i = all->i0; i < all->i1; i++)
      if (!contains(but, i, k) && !plant_square(planting, all->spacing, i, k, to)) return false;
  return true;
}

/* A lattice to plant, in bands of rows. On the stack. */
typedef struct LatticeBands {
  const Planting *planting;
  const PropLattice *all, *but;
  PropPlaces bands[BANDS];
  _Atomic(bool) ok;
} LatticeBands;

static void plant_band(void *data, int n) {
  LatticeBands *const l = data;
  const int first = l->all->k0, rows = l->all->k1 - first;
  if (!plant_rows(l->planting, l->all, l->but, first + rows * n / BANDS, first + rows * (n + 1) / BANDS, &l->bands[n])) l->ok = false;
}

/* Plants all squares of a lattice but those of another one, in bands of rows, which threads share. What stands, and in which order, is the
 * same for any number of threads. Returns false if memory runs out. */
static bool plant_lattice(const Planting *planting, const PropLattice *all, const PropLattice *but) {
  if (planting->scatter->kind == PROP_HUT) /* one asks where those before it stand */
    return plant_rows(planting, all, but, all->k0, all->k1, planting->places);
  LatticeBands bands = {.planting = planting, .all = all, .but = but, .ok = true};
  team_run(team_processors(), BANDS, plant_band, &bands);
  bool ok = bands.ok;
  for (int n = 0; n < BANDS; n++) {
    ok = ok && add(planting->places, bands.bands[n].props, bands.bands[n].count);
    memory_free(bands.bands[n].props);
  }
  return ok;
}

/* --- tiles ---------------------------------------------------------------------------------------------------------------------- */

static int tile_of(const PropPlaces *places, const Prop *prop) {
  const int x = frame_index((int)((prop->x - places->x0) / places->tile), places->tiles_x);
  return frame_index((int)((prop->z - places->z0) / places->tile), places->tiles_z) * places->tiles_x + x;
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

bool place_is_planted(const FrameView *frame) {
  const float extent = frame->cell * (float)(frame->nx < frame->nz ? frame->nx : frame->nz);
  return frame->natural && frame->ground != FRAME_GROUND_STONE && extent >= extent_min;
}

bool place_props(PropPlaces *places, const FrameView *frame, const Survey *survey) {
  PropMeadow all = {0, 0, (float)frame->nx * frame->cell, (float)frame->nz * frame->cell, 0};
  if (!begin(places, &all, 16)) return false;
  /* Large grounds are planted more thinly: what stands on them is seen from afar. */
  const float thin = fmaxf(1, sqrtf(all.x1 * all.z1 / 6e5f));
  Planting planting = {places, frame, survey, NULL, place_sight(frame)};
  for (size_t n = 0; n < sizeof scatters / sizeof *scatters; n++) {
    planting.scatter = &scatters[n];
    all.spacing = scatters[n].spacing * thin;
    const PropLattice lattice = lattice_of(&all), none = {0, 0, 0, 0, 0};
    if (!plant_lattice(&planting, &lattice, &none)) return false;
  }
  return sort_by_tile(places);
}

bool place_tufts(PropPlaces *places, const FrameView *frame, const Survey *survey, const PropMeadow *meadow) {
  const PropLattice lattice = lattice_of(meadow), before = places->lattice, none = {0, 0, 0, 0, 0};
  if (memcmp(&lattice, &before, sizeof lattice) == 0) return true;
  const bool same = lattice.spacing == before.spacing;
  int standing = 0;
  for (int n = 0; same && n < places->count; n++) { /* drops what stands outside; none does on the border between two squares */
    const Prop *const prop = &places->props[n];
    if (contains(&lattice, (int)floorf(prop->x / lattice.spacing), (int)floorf(prop->z / lattice.spacing)))
      places->props[standing++] = *prop;
  }
  if (!begin(places, meadow, 8)) return false;
  places->count = standing;
  places->lattice = lattice;
  const Planting planting = {places, frame, survey, &grass, place_sight(frame)};
  return plant_lattice(&planting, &lattice, same ? &before : &none) && sort_by_tile(places);
}

void place_free(PropPlaces *places) {
  memory_free(places->props);
  memory_free(places->tiles);
  memset(places, 0, sizeof *places);
}
