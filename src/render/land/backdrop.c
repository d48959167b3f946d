#include "render/land/backdrop.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "render/contact.h"

/* Frames in which all of the ground is shaded again once: wet ground darkens and dries within seconds, tiles do not. After a jump of
 * time, too: drawing all of it at once, and in the next frame all of the backdrop, took 30 of the 135 ms of a frame in which time is
 * dragged, on a software driver; shadows follow at once in any case. */
enum { REFRESH = 6, REFRESH_TILES = 12 };

/* Pixels that a shadow moves in a frame, beyond which it is shaded again at once. */
#define MOVE_SEEN 0.2f

bool backdrop_is_same_view(const FrameBlock *a, const FrameBlock *b) {
  FrameBlock first = *a, second = *b;
  if (first.mode == FRAME_DIFFERENCE) first.mode = FRAME_LIT;
  if (second.mode == FRAME_DIFFERENCE) second.mode = FRAME_LIT;
  bool same = true;
  for (const FrameMember *m = frame_members; same && m->name; m++)
    same = !m->of_view || memcmp((const char *)&first + m->offset, (const char *)&second + m->offset, m->size) == 0;
  return same;
}

/* Sides of the bodies' shadow map that a metre across the light has. */
static float map_scale(const FrameBlock *block) {
  return sqrtf(block->body_shadow[0] * block->body_shadow[0] + block->body_shadow[4] * block->body_shadow[4] +
               block->body_shadow[8] * block->body_shadow[8]);
}

/* Returns the box about a body, drawn out along the light down to the lowest ground. */
static BackdropShadow shadow_of(const FrameBody *body, const FrameBlock *block) {
  BackdropShadow s;
  memcpy(s.model, body->model, sizeof s.model);
  float half[3] = {0};
  for (int axis = 0; axis < 3; axis++)
    for (int column = 0; column < 3; column++) half[axis] += fabsf(body->model[4 * column + axis]);
  s.top = body->model[13] + half[1];
  /* m: beyond its outline the shadow has a penumbra (light_past_bodies in the shaders), here as on level ground; above the body there is no
   * water that matters. */
  const float texel = 1.0f / (512 * fmaxf(map_scale(block), 1e-6f)), deepest = fmaxf(fminf(block->near_high, s.top) - block->ground_low, 0);
  const float penumbra = (2 * texel + 0.16f * deepest) / fmaxf(block->sun[1], 0.2f);
  const float x = body->model[12], z = body->model[14], margin = fmaxf(penumbra, contact_reach) + 0.5f * block->cell_size;
  const float drop = fmaxf(s.top - block->ground_low, 0) / fmaxf(block->sun[1], 0.02f), dx = -block->sun[0] * drop,
              dz = -block->sun[2] * drop;
  s.x0 = x - half[0] - margin + fminf(dx, 0);
  s.x1 = x + half[0] + margin + fmaxf(dx, 0);
  s.z0 = z - half[2] - margin + fminf(dz, 0);
  s.z1 = z + half[2] + margin + fmaxf(dz, 0);
  const float middle = block->sun[0] * z - block->sun[2] * x;
  const float wide = fabsf(block->sun[0]) * (half[2] + margin) + fabsf(block->sun[2]) * (half[0] + margin);
  s.across[0] = middle - wide;
  s.across[1] = middle + wide;
  return s;
}

/* Returns true if the picture shows that the shadow has moved since the last frame; else it is shaded again within REFRESH frames. */
static bool is_seen_to_move(const BackdropShadow *a, const BackdropShadow *b, const FrameBlock *block) {
  const float far =
      sqrtf(powf(a->model[12] - block->eye[0], 2) + powf(a->model[13] - block->eye[1], 2) + powf(a->model[14] - block->eye[2], 2));
  const float slant = hypotf(block->sun[0], block->sun[2]) / fmaxf(block->sun[1], 0.02f);
  float moved = 0; /* m: the outline, at most, on level ground */
  for (int n = 0; n < 15; n++) moved += (n % 4 == 1 ? fmaxf(slant, 1) : 1) * fabsf(a->model[n] - b->model[n]);
  return moved > MOVE_SEEN * far / block->focal_length;
}

/* Adds those of `list` that are not where the others have them. */
static void find_moved(Backdrop *b, const BackdropShadow *list, int count, const BackdropShadow *others, int other_count,
                       const FrameBlock *block) {
  for (int n = 0; n < count; n++)
    if (n >= other_count || is_seen_to_move(&list[n], &others[n], block)) b->moved[b->moved_count++] = &list[n];
}

/* Where bodies were and where they are: from there light comes back, and there it goes. */
static bool note_shadows(Backdrop *b, const FrameView *frame, const FrameBlock *block) {
  const int wanted = frame->body_count > b->capacity ? 2 * frame->body_count : b->capacity;
  int before = b->capacity, moved = 2 * b->capacity;
  if (!array_grow(&b->shadows_before, &before, wanted, sizeof *b->shadows_before) ||
      !array_grow(&b->moved, &moved, 2 * wanted, sizeof *b->moved) || !array_grow(&b->shadows, &b->capacity, wanted, sizeof *b->shadows))
    return false;
  BackdropShadow *const last = b->shadows_before;
  b->shadows_before = b->shadows;
  b->shadow_count_before = b->shadow_count;
  b->shadows = last;
  b->shadow_count = frame->body_count;
  for (int n = 0; n < frame->body_count; n++) b->shadows[n] = shadow_of(&frame->bodies[n], block);
  b->moved_count = 0;
  find_moved(b, b->shadows, b->shadow_count, b->shadows_before, b->shadow_count_before, block);
  find_moved(b, b->shadows_before, b->shadow_count_before, b->shadows, b->shadow_count, block);
  return true;
}

static bool patch_is_shadowed(const Backdrop *b, const LodPatch *patch, float cell) {
  const float x0 = patch->u * cell, z0 = patch->v * cell, size = LOD_QUADS * patch->stride * cell, *const sun = b->block.sun;
  const float middle = sun[0] * (z0 + 0.5f * size) - sun[2] * (x0 + 0.5f * size), wide = 0.5f * size * (fabsf(sun[0]) + fabsf(sun[2]));
  for (int n = 0; n < b->moved_count; n++) {
    const BackdropShadow *const s = b->moved[n];
    if (x0 <= s->x1 && x0 + size >= s->x0 && z0 <= s->z1 && z0 + size >= s->z0 && middle - wide <= s->across[1] &&
        middle + wide >= s->across[0])
      return true;
  }
  return false;
}

bool backdrop_select_patches(Backdrop *b, const FrameView *frame, const LodList *all) {
  if (!b->patches.patches && !lod_list_init(&b->patches)) return false;
  b->patches.count = 0;
  for (int n = 0; n < all->count; n++)
    if (n % REFRESH == b->frames % REFRESH || patch_is_shadowed(b, &all->patches[n], frame->cell))
      b->patches.patches[b->patches.count++] = all->patches[n];
  for (int side = 0; side < LOD_SIDES; side++) {
    b->patches.side_count[side] = side == b->frames % LOD_SIDES ? all->side_count[side] : 0;
    memcpy(b->patches.sides[side], all->sides[side], (size_t)b->patches.side_count[side] * sizeof(LodPatch));
  }
  return true;
}

/* Adds a rectangle: to one that it overlaps, or to the last when there is no room for more. */
static void add_rect(Backdrop *b, TextureRect rect) {
  if (rect.width <= 0 || rect.height <= 0) return;
  for (int n = 0; n < b->rect_count; n++) {
    const TextureRect *const other = &b->rects[n], both = gpu_rect_joined(other, &rect);
    if (both.width * both.height > other->width * other->height + rect.width * rect.height) continue;
    rect = both;
    b->rects[n--] = b->rects[--b->rect_count];
  }
  if (b->rect_count == BACKDROP_RECTS) {
    b->rect_count--;
    rect = gpu_rect_joined(&b->rects[b->rect_count], &rect);
  }
  b->rects[b->rect_count++] = rect;
}

/* A box of ground, m. */
typedef struct GroundBox {
  float x0, z0, x1, z1, low, high;
} GroundBox;

static TextureRect box_rect(const GroundBox *box, const FrameBlock *block) {
  return frame_block_box(block, (const float[]){box->x0, box->low, box->z0}, (const float[]){box->x1, box->high, box->z1});
}

/* Cells that the coarsest patch over the change, or beside it, has between vertices. */
static float coarsest_stride(const LodList *all, const TextureRect *cells) {
  float coarsest = 1;
  for (int n = 0; n < all->count; n++) {
    const LodPatch *const patch = &all->patches[n];
    const float size = LOD_QUADS * patch->stride, by = 2 * patch->stride;
    if (patch->u < (float)(cells->x + cells->width) + by && patch->u + size > (float)cells->x - by &&
        patch->v < (float)(cells->y + cells->height) + by && patch->v + size > (float)cells->y - by)
      coarsest = fmaxf(coarsest, patch->stride);
  }
  return coarsest;
}

/* Returns false if the picture does not show the box. */
static bool find_rect(const Backdrop *b, const FrameBlock *block, const GroundBox *box, TextureRect *rect) {
  *rect = box_rect(box, block);
  if (rect->x + rect->width > b->picture.width) rect->width = b->picture.width - rect->x;
  if (rect->y + rect->height > b->picture.height) rect->height = b->picture.height - rect->y;
  return rect->width > 0 && rect->height > 0;
}

bool backdrop_changed_rect(const Backdrop *b, const FrameView *frame, const FrameBlock *block, const GroundChange *change,
                           const LodList *all, TextureRect *rect) {
  const float cell = frame->cell, by = 3 * coarsest_stride(all, &change->cells) * cell;
  const TextureRect *const cells = &change->cells;
  GroundBox box = {(float)cells->x * cell - by,
                   (float)cells->y * cell - by,
                   (float)(cells->x + cells->width) * cell + by,
                   (float)(cells->y + cells->height) * cell + by,
                   change->low - 0.5f * by,
                   change->high + 0.5f * by};
  const bool at_edge = box.x0 <= 0 || box.z0 <= 0 || box.x1 >= block->extent[0] || box.z1 >= block->extent[1];
  if (at_edge) box.low = fminf(box.low, block->ground_base); /* the cut sides reach down to the base */
  return find_rect(b, block, &box, rect);
}

bool backdrop_box_rect(const Backdrop *b, const FrameBlock *block, const float low[3], const float high[3], TextureRect *rect) {
  return find_rect(b, block, &(GroundBox){low[0], low[2], high[0], high[2], low[1], high[1]}, rect);
}

void backdrop_select_rects(Backdrop *b, const FrameView *frame, const FrameBlock *block) {
  const int refresh = frame->natural ? REFRESH : REFRESH_TILES, part = b->frames % refresh, from = b->picture.height * part / refresh;
  b->rect_count = 0;
  add_rect(b, (TextureRect){0, from, b->picture.width, b->picture.height * (part + 1) / refresh - from});
  for (int n = 0; n < b->moved_count; n++) {
    const BackdropShadow *const s = b->moved[n];
    const GroundBox box = {s->x0, s->z0, s->x1, s->z1, block->ground_low, fminf(s->top, block->ground_high)};
    add_rect(b, box_rect(&box, block));
  }
}

BackdropUse backdrop_begin(Backdrop *b, const FrameView *frame, const FrameBlock *block, const BackdropVersions *versions) {
  const bool same = b->known && memcmp(&b->versions, versions, sizeof b->versions) == 0 && backdrop_is_same_view(&b->block, block);
  /* Shadows that stand still look otherwise, too, when bodies that went far apart leave them fewer texels of their map. */
  const float scale = map_scale(block);
  const bool same_texels = !b->drawn || (scale <= 1.25f * b->shadow_scale && scale >= 0.8f * b->shadow_scale);
  const bool noted = note_shadows(b, frame, block);
  b->block = *block;
  b->versions = *versions;
  b->known = true;
  if (!same || !same_texels || !noted || (frame->mode != FRAME_LIT && frame->mode != FRAME_DIFFERENCE) || block->water_above_eye > 0) {
    b->drawn = false;
    return BACKDROP_OFF;
  }
  hdr_resize(&b->picture, UNIT_FRAME, (int)block->viewport[0], (int)block->viewport[1]);
  hdr_begin(&b->picture); /* what is shaded again lies as deep as what is there */
  b->frames++;
  if (b->drawn) return BACKDROP_PARTS;
  glClear(GL_DEPTH_BUFFER_BIT);
  b->drawn = true;
  b->shadow_scale = scale;
  return BACKDROP_WHOLE;
}

void backdrop_forget(Backdrop *b) {
  b->known = b->drawn = false;
}

void backdrop_shutdown(Backdrop *b) {
  hdr_shutdown(&b->picture);
  memory_free(b->shadows);
  memory_free(b->shadows_before);
  memory_free(b->moved);
  lod_list_shutdown(&b->patches);
}
