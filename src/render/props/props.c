#include "render/props/props.h"

#include <cglm/cglm.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/team.h"

/* Lines before those of the variants that lava lights. */
#define LIT "#define GLOWS 1\n"

/* Variants by index: what is solid, and what the fragment shader cuts holes into, which software drivers test for depth late. */
const ProgramDef props_programs = {
    .name = "props", .variants = {"#define RAGGED 0\n", "#define RAGGED 1\n", LIT "#define RAGGED 0\n", LIT "#define RAGGED 1\n"}};

/* m: how far from the eye tufts are grown, and the distance between them, by tier. */
static const float meadow_reach[PROP_QUALITIES] = {26, 48, 72}, meadow_spacing[PROP_QUALITIES] = {0.95f, 0.55f, 0.42f};

/* s: while the sun moves, shadows are cast again no more often than this; they take some 50 ms. */
static const double shadow_pause_s = 0.25;

/* m: the meadow follows the eye in steps. */
static const float meadow_step = 8;

static void describe_instances(int first) {
  const size_t at = (size_t)first * sizeof(PropInstance);
  glVertexAttribPointer(4, 4, GL_FLOAT, GL_FALSE, sizeof(PropInstance), (const void *)(uintptr_t)at);
  glVertexAttribPointer(5, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(PropInstance),
                        (const void *)(uintptr_t)(at + offsetof(PropInstance, look)));
}

bool props_init(Props *props) {
  PropMeshes *m = &props->meshes;
  const bool built = prop_meshes_build(m);
  glGenVertexArrays(1, &props->vertex_array);
  if (built) {
    glBindVertexArray(props->vertex_array);
    gpu_buffer(GL_ARRAY_BUFFER, &props->vertices, (size_t)m->vertex_count * sizeof *m->vertices, m->vertices, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(PropVertex), NULL);
    glVertexAttribPointer(1, 4, GL_BYTE, GL_TRUE, sizeof(PropVertex), (const void *)offsetof(PropVertex, normal));
    glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(PropVertex), (const void *)offsetof(PropVertex, colour));
    glVertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(PropVertex), (const void *)offsetof(PropVertex, leaf));
    for (GLuint n = 0; n < 6; n++) glEnableVertexAttribArray(n);
    glVertexAttribDivisor(4, 1);
    glVertexAttribDivisor(5, 1);
    gpu_buffer(GL_ELEMENT_ARRAY_BUFFER, &props->indices, (size_t)m->index_count * sizeof *m->indices, m->indices, GL_STATIC_DRAW);
    gpu_buffer(GL_ARRAY_BUFFER, &props->instances, 0, NULL, GL_STREAM_DRAW);
    describe_instances(0);
    glBindVertexArray(0);
  }
  memory_free(m->vertices);
  memory_free(m->indices);
  m->vertices = NULL;
  m->indices = NULL;
  return built;
}

static int count_gone(const Props *props) {
  int count = 0;
  for (int n = 0; n < props->places[0].count; n++) count += place_is_gone(&props->survey, &props->places[0].props[n]);
  return count;
}

/* Places props where the ground is another one, not the same after digging: they stay when the ground under them is moved. */
static bool place(Props *props, const FrameView *frame) {
  PropsGround *const old = &props->ground;
  PropsGround fresh = {frame->nx, frame->nz, frame->cell, frame->natural, frame->ground, frame->around, frame->terrain_version, {0}};
  const bool same = props->placed && old->nx == fresh.nx && old->nz == fresh.nz && old->cell == fresh.cell &&
                    old->natural == fresh.natural && old->made_of == fresh.made_of && old->around == fresh.around;
  if (same && old->version == fresh.version) return true;
  int changed = 0;
  for (int n = 0; n < PROPS_SAMPLES * PROPS_SAMPLES; n++) {
    const int i = (2 * (n % PROPS_SAMPLES) + 1) * frame->nx / (2 * PROPS_SAMPLES);
    const int k = (2 * (n / PROPS_SAMPLES) + 1) * frame->nz / (2 * PROPS_SAMPLES);
    fresh.samples[n] = frame->terrain[(size_t)k * (size_t)frame->nx + (size_t)i];
    changed += fabsf(old->samples[n] - fresh.samples[n]) > 0.25f;
  }
  if (same && 2 * changed <= PROPS_SAMPLES * PROPS_SAMPLES) {
    old->version = fresh.version; /* the samples stay: many small edits must not add up to another ground unseen */
    return true;
  }
  *old = fresh;
  survey_free(&props->survey);
  for (int n = 0; n < PROP_PLACES; n++) place_free(&props->places[n]);
  props->shadow_cast = false;
  props->gone = props->shadow_gone = 0;
  props->placed = true;
  if (!place_is_planted(frame)) return true;
  /* By what there was when the world began: a picture of another time or camera finds the same scenery. */
  FrameView first;
  float *const depth = began_frame(frame, &first);
  props->placed = survey_create(&props->survey, &first) && place_props(&props->places[0], &first, &props->survey) &&
                  (!depth || frame->ground_edits == 0 || survey_follow(&props->survey, frame, 0, 0, frame->nx, frame->nz));
  memory_free(depth);
  props->gone = props->survey.moved ? count_gone(props) : 0;
  return props->placed;
}

/* --- shadows on the ground -------------------------------------------------------------------------------------------------------- */

enum { CANOPY_MAX = 1024, BANDS = 4 }; /* texels a side; of rows, that threads share */
static const float texel_min = 0.25f;  /* m */

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

/* Paints the shadow where the sun's ray through the blob's middle meets the ground: a few steps of a fixed point do for gentle ground. */
static void cast_shadow(const Rows *rows, const FrameView *frame, const Blob *blob) {
  if (frame->sun[1] <= 0.03f) return;
  Blob on_ground = *blob;
  const float run = 1.0f / fmaxf(frame->sun[1], 0.12f);
  for (int n = 0; n < 4; n++) {
    const int i = frame_index((int)(on_ground.x / frame->cell), frame->nx), k = frame_index((int)(on_ground.z / frame->cell), frame->nz);
    const float height = fmaxf(0, blob->y - frame->terrain[(size_t)k * (size_t)frame->nx + (size_t)i]);
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

/* A baking of the shadows of props. On the stack. */
typedef struct Baking {
  const Canopy *canopy;
  const FrameView *frame;
  const PropPlaces *places;
  const Survey *survey;
} Baking;

static void bake_rows(void *data, int band) {
  const Baking *const b = data;
  const Canopy *const canopy = b->canopy;
  const FrameView *const frame = b->frame;
  const PropPlaces *const places = b->places;
  /* How wide, in sizes, the darkness under a prop's crown is, and that close about its foot, which keeps the sun off, too. */
  static const float under[PROP_KIND_COUNT] = {0.26f, 0.42f, 0.75f, 0.75f, 0, 0.35f, 0, 0.75f};
  static const float foot[PROP_KIND_COUNT] = {0.07f, 0.10f, 0.72f, 0.78f, 0.55f, 0, 0, 0.78f};
  const Rows rows = {canopy, canopy->height * band / BANDS, canopy->height * (band + 1) / BANDS};
  for (int n = 0; n < places->count; n++) {
    const Prop *const p = &places->props[n];
    if (place_is_gone(b->survey, p)) continue;
    Blob blobs[4];
    const int count = blobs_of(p, blobs);
    for (int m = 0; m < count; m++) cast_shadow(&rows, frame, &blobs[m]);
    const Blob contact = {p->x, p->y, p->z, under[p->kind] * p->size, 0.5f};
    if (contact.radius > 0) paint(&rows, frame, 1, &contact, 1, 1, 0);
    const Blob about = {p->x, p->y, p->z, foot[p->kind] * p->size, p->kind == PROP_STONES ? 0.35f : 0.5f};
    for (int channel = 0; channel < 2 && about.radius > 0; channel++) paint(&rows, frame, channel, &about, 1, 1, 0);
  }
}

static void bake(const Canopy *canopy, const FrameView *frame, const PropPlaces *places, const Survey *survey) {
  Baking baking = {canopy, frame, places, survey};
  memset(canopy->texels, 255, (size_t)canopy->width * (size_t)canopy->height * 2);
  team_run(team_processors(), BANDS, bake_rows, &baking);
}

/* The cells over which two maps of one size differ. */
static TextureRect find_faded(const Canopy *now, const Canopy *before, const FrameView *frame) {
  const int width = now->width, height = now->height;
  TextureRect texels = {0, 0, 0, 0};
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const size_t at = 2 * ((size_t)y * (size_t)width + (size_t)x);
      if (memcmp(&before->texels[at], &now->texels[at], 2) != 0) texels = gpu_rect_joined(&texels, &(TextureRect){x, y, 1, 1});
    }
  if (texels.width == 0) return texels;
  const int i0 = texels.x * frame->nx / width, i1 = ((texels.x + texels.width) * frame->nx + width - 1) / width;
  const int k0 = texels.y * frame->nz / height, k1 = ((texels.y + texels.height) * frame->nz + height - 1) / height;
  const TextureRect cells = {i0, k0, i1 - i0, k1 - k0};
  return gpu_rect_grown(&cells, 1, frame->nx, frame->nz);
}

/* All shadows, or those that changed with what edits took away. */
static bool cast_shadows(Props *props, const FrameView *frame, TextureRect *faded) {
  static const TextureDef def = {GL_RG8, GL_RG, GL_UNSIGNED_BYTE, GL_LINEAR, GL_CLAMP_TO_EDGE};
  static const uint8_t open[2] = {255, 255};
  const bool made = props->shadow && props->shadow_cast, paused = clock_seconds() < props->shadow_due, any = props->places[0].count;
  const bool moved = memcmp(props->shadow_sun, frame->sun, sizeof props->shadow_sun) != 0, thinned = props->gone != props->shadow_gone;
  *faded = (TextureRect){0, 0, 0, 0};
  if (made && ((!moved && !thinned) || paused)) {
    gpu_texture_bind(props->shadow, UNIT_PROP_SHADOW);
    return true;
  }
  Canopy fresh = {1, 1, NULL}, before = props->canopy;
  if (any) {
    const float x = (float)frame->nx * frame->cell, z = (float)frame->nz * frame->cell;
    const float texel = fmaxf(fmaxf(x, z) / CANOPY_MAX, texel_min);
    fresh.width = (int)fmaxf(1, ceilf(x / texel));
    fresh.height = (int)fmaxf(1, ceilf(z / texel));
  }
  fresh.texels = memory_create((size_t)fresh.width * (size_t)fresh.height, 2);
  if (!fresh.texels) return false;
  const bool part = made && !moved && before.texels && fresh.width == before.width && fresh.height == before.height;
  bake(&fresh, frame, &props->places[0], &props->survey);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  gpu_texture(&props->shadow, UNIT_PROP_SHADOW, fresh.width, fresh.height, &def, any ? fresh.texels : open);
  if (part) *faded = find_faded(&fresh, &before, frame);
  memory_free(before.texels);
  props->canopy = fresh;
  props->shadow_gone = props->gone;
  props->shadow_due = clock_seconds() + shadow_pause_s;
  memcpy(props->shadow_sun, frame->sun, sizeof props->shadow_sun);
  props->shadow_cast = true;
  props->shadow_casts += !part;
  return true;
}

/* --- frames ----------------------------------------------------------------------------------------------------------------------- */

bool props_update(Props *props, const FrameView *frame, const FrameBlock *block, const TextureRect *edited, int quality,
                  TextureRect *faded) {
  PropCamera camera = {.focal = block->focal_length, .quality = quality};
  mat4 view_projection;
  memcpy(view_projection, block->view_projection, sizeof view_projection);
  memcpy(camera.eye, frame->eye, sizeof camera.eye);
  vec4 planes[6];
  glm_frustum_planes(view_projection, planes);
  memcpy(camera.planes, planes, sizeof camera.planes);
  if (!place(props, frame)) return false;
  if (edited->width != 0 && props->survey.height) {
    if (!survey_follow(&props->survey, frame, edited->x, edited->y, edited->x + edited->width, edited->y + edited->height)) return false;
    props->gone = count_gone(props); /* what stands where the ground moved by little stays and follows it */
  }
  const float x = meadow_step * roundf(frame->eye[0] / meadow_step), z = meadow_step * roundf(frame->eye[2] / meadow_step);
  const float reach = meadow_reach[quality];
  const PropMeadow meadow = {x - reach, z - reach, x + reach, z + reach, meadow_spacing[quality]};
  if (props->survey.height && !place_tufts(&props->places[1], frame, &props->survey, &meadow)) return false;
  if (!cast_shadows(props, frame, faded)) return false;
  if (!props_select(&props->picks, props->places, &props->survey, &props->meshes, &camera)) return false;
  gpu_buffer(GL_ARRAY_BUFFER, &props->instances, (size_t)props->picks.count * sizeof(PropInstance), props->picks.instances, GL_STREAM_DRAW);
  return true;
}

/* Returns true if a mesh's outline is cut by the fragment shader: leaves that are not far. */
static bool is_ragged(int kind, int level) {
  return (kind == PROP_CONIFER && level < 2) || ((kind == PROP_BROADLEAF || kind == PROP_BUSH) && level < 3);
}

/* Returns true if back faces are never seen: far crowns have a core that shows through the holes in their leaves. */
static bool is_closed(int kind, int level) {
  if (kind == PROP_BROADLEAF && level == 2) return true;
  return !is_ragged(kind, level) && kind != PROP_TUFT && kind != PROP_REEDS;
}

void props_draw(Props *props, const PassContext *context) {
  const PropPicks *picks = &props->picks;
  if (!picks->count || context->mode > FRAME_WIREFRAME) return;
  glBindVertexArray(props->vertex_array);
  glBindBuffer(GL_ARRAY_BUFFER, props->instances);
  for (int ragged = 0; ragged < 2; ragged++) {
    if (!program_use(context, PROGRAM_PROPS, ragged + (context->glows ? 2 : 0))) continue;
    for (int kind = 0; kind < PROP_KIND_COUNT; kind++)
      for (int n = 0; n < PROP_VARIANTS * PROP_LEVELS; n++) {
        const PropBatch *const batch = &picks->batches[kind][n / PROP_LEVELS][n % PROP_LEVELS];
        const PropMesh *const mesh = &props->meshes.meshes[kind][n / PROP_LEVELS][n % PROP_LEVELS];
        if (!batch->count || is_ragged(kind, n % PROP_LEVELS) != (ragged == 1)) continue;
        if (is_closed(kind, n % PROP_LEVELS)) glEnable(GL_CULL_FACE);
        const GpuInstances instances = {batch->first, batch->count, describe_instances};
        gpu_draw_elements(&instances, (GLsizei)mesh->count, GL_UNSIGNED_INT, mesh->first * sizeof(uint32_t));
        glDisable(GL_CULL_FACE);
      }
  }
}

void props_shutdown(Props *props) {
  glDeleteBuffers(3, (const GLuint[]){props->vertices, props->indices, props->instances});
  glDeleteVertexArrays(1, &props->vertex_array);
  glDeleteTextures(1, &props->shadow);
  memory_free(props->canopy.texels);
  prop_meshes_free(&props->meshes);
  survey_free(&props->survey);
  for (int n = 0; n < PROP_PLACES; n++) place_free(&props->places[n]);
  props_select_free(&props->picks);
}
