#include "render/props/canopy.h"

#include <math.h>
#include <string.h>

enum { CANOPY_MAX = 1024, BANDS = 4 }; /* texels a side; of rows, that threads share */

static const float texel_min = 0.25f; /* m */

void canopy_size(const FrameView *frame, int *width, int *height) {
  const float x = (float)frame->nx * frame->cell, z = (float)frame->nz * frame->cell;
  const float texel = fmaxf(fmaxf(x, z) / CANOPY_MAX, texel_min);
  *width = (int)fmaxf(1, ceilf(x / texel));
  *height = (int)fmaxf(1, ceilf(z / texel));
}

/* A ball of leaves or stone that shades: its radius and middle, m, and how much light it stops. */
typedef struct Blob {
  float x, y, z, radius, dense;
} Blob;

/* Rows of the map that a thread paints. */
typedef struct Rows {
  const Canopy *canopy;
  int first, end;
} Rows;

/* Darkens one channel in a soft ellipse, longer by `stretch` along the unit vector (ux, uz). */
static void paint(const Rows *rows, const FrameView *frame, int channel, const Blob *blob, float stretch, float ux, float uz) {
  const Canopy *const canopy = rows->canopy;
  const float sx = (float)canopy->width / ((float)frame->nx * frame->cell), sz = (float)canopy->height / ((float)frame->nz * frame->cell);
  const float reach = blob->radius * stretch;
  const int i0 = (int)fmaxf(0, (blob->x - reach) * sx), i1 = (int)fminf((float)canopy->width - 1, (blob->x + reach) * sx);
  const int k0 = (int)fmaxf((float)rows->first, (blob->z - reach) * sz), k1 = (int)fminf((float)rows->end - 1, (blob->z + reach) * sz);
  for (int k = k0; k <= k1; k++)
    for (int i = i0; i <= i1; i++) {
      const float dx = ((float)i + 0.5f) / sx - blob->x, dz = ((float)k + 0.5f) / sz - blob->z;
      const float along = (dx * ux + dz * uz) / stretch, across = dz * ux - dx * uz;
      const float d = (along * along + across * across) / (blob->radius * blob->radius);
      if (d >= 1) continue;
      uint8_t *texel = &canopy->texels[2 * ((size_t)k * (size_t)canopy->width + (size_t)i) + (size_t)channel];
      const float soft = (1 - d) * (1 - d), passes = 1 - blob->dense * fminf(1, 2.2f * soft);
      const float light = (float)*texel * fmaxf(passes, 0);
      *texel = (uint8_t)fmaxf(light, channel ? 70 : 40);
    }
}

/* The shadow lies where the ray from the sun through the blob's middle meets the ground: a few steps of a fixed point, which does for
 * gentle ground. */
static void cast_shadow(const Rows *rows, const FrameView *frame, const Blob *blob) {
  if (frame->sun[1] <= 0.03f) return;
  Blob on_ground = *blob;
  const float run = 1.0f / fmaxf(frame->sun[1], 0.12f);
  for (int n = 0; n < 4; n++) {
    const int i = (int)(on_ground.x / frame->cell), k = (int)(on_ground.z / frame->cell);
    const int ci = i < 0 ? 0 : i >= frame->nx ? frame->nx - 1 : i, ck = k < 0 ? 0 : k >= frame->nz ? frame->nz - 1 : k;
    const float height = fmaxf(0, blob->y - frame->terrain[(size_t)ck * (size_t)frame->nx + (size_t)ci]);
    on_ground.x = blob->x - frame->sun[0] * run * height;
    on_ground.z = blob->z - frame->sun[2] * run * height;
  }
  const float flat = fmaxf(sqrtf(frame->sun[0] * frame->sun[0] + frame->sun[2] * frame->sun[2]), 1e-4f);
  paint(rows, frame, 0, &on_ground, fminf(1 / fmaxf(frame->sun[1], 0.2f), 4), frame->sun[0] / flat, frame->sun[2] / flat);
}

/* The balls that stand for a prop, from the ground up; returns how many. */
static int blobs_of(const Prop *p, Blob blobs[4]) {
  const float s = p->size;
  switch (p->kind) {
    case PROP_CONIFER:
      for (int n = 0; n < 4; n++) {
        const float part = 0.22f + 0.22f * (float)n;
        blobs[n] = (Blob){p->x, p->y + part * s, p->z, (0.05f + 0.19f * (1 - part)) * s, 0.55f};
      }
      return 4;
    case PROP_BROADLEAF:
      blobs[0] = (Blob){p->x, p->y + 0.50f * s, p->z, 0.36f * s, 0.6f};
      blobs[1] = (Blob){p->x + 0.05f * s, p->y + 0.78f * s, p->z, 0.26f * s, 0.4f};
      return 2;
    case PROP_BUSH: blobs[0] = (Blob){p->x, p->y + 0.35f * s, p->z, 0.7f * s, 0.7f}; return 1;
    case PROP_BOULDER: blobs[0] = (Blob){p->x, p->y + 0.15f * s, p->z, 0.62f * s, 0.85f}; return 1;
    case PROP_REEDS: blobs[0] = (Blob){p->x, p->y + 0.3f * s, p->z, 0.3f * s, 0.3f}; return 1;
    case PROP_HUT: blobs[0] = (Blob){p->x, p->y + 0.45f * s, p->z, 0.62f * s, 0.9f}; return 1;
    default: return 0;
  }
}

void canopy_bake(const Canopy *canopy, const FrameView *frame, const PropPlaces *places, const Survey *survey) {
  /* How much wider than the crown the darkness under a prop is. */
  static const float under[PROP_KIND_COUNT] = {0.26f, 0.42f, 0.75f, 0.75f, 0, 0.35f, 0, 0.75f};
  memset(canopy->texels, 255, (size_t)canopy->width * (size_t)canopy->height * 2);
#pragma omp parallel for schedule(dynamic)
  for (int band = 0; band < BANDS; band++) {
    const Rows rows = {canopy, canopy->height * band / BANDS, canopy->height * (band + 1) / BANDS};
    for (int n = 0; n < places->count; n++) {
      const Prop *const p = &places->props[n];
      if (place_is_gone(survey, p)) continue;
      Blob blobs[4];
      const int count = blobs_of(p, blobs);
      for (int b = 0; b < count; b++) cast_shadow(&rows, frame, &blobs[b]);
      const Blob contact = {p->x, p->y, p->z, under[p->kind] * p->size, 0.5f};
      if (contact.radius > 0) paint(&rows, frame, 1, &contact, 1, 1, 0);
    }
  }
}
