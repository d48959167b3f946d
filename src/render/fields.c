#include "render/fields.h"

#include "base/memory.h"
#include "render/gpu.h"

static const int64_t none = INT64_MIN;
static const TextureDef field_def = {GL_R32F, GL_RED, GL_FLOAT, GL_LINEAR, GL_CLAMP_TO_EDGE};
static const float rim = 32; /* cells around a tile that the coarsest maps read (water.h) */
static const TextureUnit depth_units[2] = {UNIT_DEPTH, UNIT_DEPTH_EARLIER};

static void drop_dye(Fields *fields) {
  memory_free(fields->held_dye);
  fields->held_dye = NULL;
  glDeleteTextures(1, &fields->dye);
  fields->dye = 0;
}

bool fields_reserve(Fields *fields, int nx, int nz) {
  if (fields->nx == nx && fields->nz == nz) return true;
  fields->nx = fields->nz = 0;
  drop_dye(fields);
  fields->tiles_x = frame_tiles(nx, FRAME_TILE);
  fields->tiles_z = frame_tiles(nz, FRAME_TILE);
  for (int n = 0; n < 2; n++) {
    memory_free(fields->held[n]);
    fields->held[n] = memory_create((size_t)fields->tiles_x * (size_t)fields->tiles_z, sizeof *fields->held[n]);
    if (!fields->held[n]) return false;
    gpu_texture(&fields->depth[n], depth_units[n], nx, nz, &field_def, NULL);
  }
  fields->nx = nx;
  fields->nz = nz;
  fields->depth_known = false;
  return true;
}

bool fields_update(Fields *fields, const FrameView *frame) {
  if (!fields_reserve(fields, frame->nx, frame->nz)) return false;
  const bool other = !fields->depth_known || fields->version != frame->world_version || frame->serial < fields->serial;
  if (other) {
    const size_t tiles = (size_t)fields->tiles_x * (size_t)fields->tiles_z;
    for (size_t at = 0; at < tiles; at++) fields->held[0][at] = fields->held[1][at] = none;
    fields->version = frame->world_version;
    fields->serial = fields->earlier = frame->serial;
    fields->depth_known = true;
    fields->velocity_serial = none;
    drop_dye(fields);
  }
  if (frame->serial == fields->serial) return true;
  fields->now = 1 - fields->now;
  fields->earlier = fields->serial;
  fields->serial = frame->serial;
  return true;
}

/* Returns which textures lack the tile's depths: 1 the later, 2 the earlier. Texels that are right stay right until the tile changes. */
static int lacks(Fields *fields, const FrameView *frame, size_t tile) {
  int64_t *const later = &fields->held[fields->now][tile], *const earlier = &fields->held[1 - fields->now][tile];
  const int64_t changed = frame->changed ? frame->changed[tile] : fields->serial;
  int missing = 0;
  if (*later < changed) missing |= 1;
  if (*earlier == none || (*earlier < fields->earlier && *earlier < changed)) missing |= 2; /* out of the picture until now */
  *later = fields->serial;
  if (*earlier < fields->earlier) *earlier = fields->earlier;
  return missing;
}

/* Uploads tiles [x0, x1) of row z, which lack the same, together. */
static void write_run(const Fields *fields, const FrameView *frame, int missing, int x0, int x1, int z) {
  const TextureRect first = gpu_rect_tile(FRAME_TILE, x0, z, fields->nx, fields->nz);
  const TextureRect last = gpu_rect_tile(FRAME_TILE, x1 - 1, z, fields->nx, fields->nz), rect = gpu_rect_joined(&first, &last);
  for (int n = 0; n < 2; n++)
    if (missing & (1 << n))
      gpu_texture_write_part(fields->depth[n ? 1 - fields->now : fields->now], depth_units[n], &rect, &field_def, frame->depth, frame->nx);
}

static bool sees_tile(const LodView *view, int x, int z) {
  return lod_sees(view, (float)(x * FRAME_TILE) - rim, (float)(z * FRAME_TILE) - rim, FRAME_TILE + 2 * rim);
}

static void write_depths(Fields *fields, const FrameView *frame, const LodView *view) {
  for (int z = 0; z < fields->tiles_z; z++) {
    int begun = 0, run = 0; /* the run's first tile; what its tiles lack */
    for (int x = 0; x <= fields->tiles_x; x++) {
      const bool in = x < fields->tiles_x && sees_tile(view, x, z);
      const int missing = in ? lacks(fields, frame, (size_t)z * (size_t)fields->tiles_x + (size_t)x) : 0;
      if (missing == run) continue;
      if (run) write_run(fields, frame, run, begun, x, z);
      begun = x;
      run = missing;
    }
  }
}

static void write_velocities(Fields *fields, const FrameView *frame) {
  const int nx = frame->flow.nx, nz = frame->flow.nz;
  if (!frame->flow.x || !frame->flow.z) return;
  if (fields->velocity_nx != nx || fields->velocity_nz != nz) {
    gpu_texture(&fields->velocity_x, UNIT_VELOCITY_X, nx, nz, &field_def, NULL);
    gpu_texture(&fields->velocity_z, UNIT_VELOCITY_Z, nx, nz, &field_def, NULL);
    glDeleteTextures(1, &fields->breaking);
    fields->breaking = 0;
    fields->velocity_nx = nx;
    fields->velocity_nz = nz;
    fields->velocity_serial = none;
  }
  const bool first = frame->flow.breaking && !fields->breaking; /* most worlds have none */
  if (first) gpu_texture(&fields->breaking, UNIT_BREAKING, nx, nz, &field_def, NULL);
  if (fields->velocity_serial == frame->flow.serial && !first) return;
  if (frame->flow.breaking) gpu_texture_write(fields->breaking, UNIT_BREAKING, nx, nz, &field_def, frame->flow.breaking);
  gpu_texture_write(fields->velocity_x, UNIT_VELOCITY_X, nx, nz, &field_def, frame->flow.x);
  gpu_texture_write(fields->velocity_z, UNIT_VELOCITY_Z, nx, nz, &field_def, frame->flow.z);
  fields->velocity_serial = frame->flow.serial;
}

/* Without memory the water is drawn with what the texture holds, or undyed. */
static void write_dye(Fields *fields, const FrameView *frame, const LodView *view) {
  const size_t tiles = (size_t)fields->tiles_x * (size_t)fields->tiles_z;
  if (!frame->dye) {
    drop_dye(fields);
    return;
  }
  if (!fields->held_dye) {
    fields->held_dye = memory_create(tiles, sizeof *fields->held_dye);
    if (!fields->held_dye) return;
    for (size_t n = 0; n < tiles; n++) fields->held_dye[n] = none;
    gpu_texture(&fields->dye, UNIT_DYE, fields->nx, fields->nz, &field_def, NULL);
  }
  for (int z = 0; z < fields->tiles_z; z++)
    for (int x = 0; x < fields->tiles_x; x++) {
      const size_t tile = (size_t)z * (size_t)fields->tiles_x + (size_t)x;
      const int64_t held = fields->held_dye[tile], changed = frame->dye_changed ? frame->dye_changed[tile] : frame->serial;
      if (held >= changed && held != none) continue;
      if (!sees_tile(view, x, z)) continue;
      const TextureRect rect = gpu_rect_tile(FRAME_TILE, x, z, fields->nx, fields->nz);
      gpu_texture_write_part(fields->dye, UNIT_DYE, &rect, &field_def, frame->dye, frame->nx);
      fields->held_dye[tile] = frame->serial;
    }
}

void fields_upload(Fields *fields, const FrameView *frame, const LodView *view) {
  write_depths(fields, frame, view);
  write_velocities(fields, frame);
  const float *const overlay = frame_overlay(frame);
  if (overlay) {
    if (fields->overlay_nx != frame->nx || fields->overlay_nz != frame->nz)
      gpu_texture(&fields->overlay, UNIT_OVERLAY, frame->nx, frame->nz, &field_def, NULL);
    fields->overlay_nx = frame->nx;
    fields->overlay_nz = frame->nz;
    gpu_texture_write(fields->overlay, UNIT_OVERLAY, frame->nx, frame->nz, &field_def, overlay);
  }
  write_dye(fields, frame, view);
  gpu_texture_bind(fields->depth[fields->now], UNIT_DEPTH);
  gpu_texture_bind(fields->depth[1 - fields->now], UNIT_DEPTH_EARLIER);
  gpu_texture_bind(fields->velocity_x, UNIT_VELOCITY_X);
  gpu_texture_bind(fields->velocity_z, UNIT_VELOCITY_Z);
  gpu_texture_bind(fields->breaking, UNIT_BREAKING);
  gpu_texture_bind(fields->overlay, UNIT_OVERLAY);
  gpu_texture_bind(fields->dye, UNIT_DYE);
}

void fields_shutdown(Fields *fields) {
  glDeleteTextures(
      6, (const GLuint[]){fields->depth[0], fields->depth[1], fields->velocity_x, fields->velocity_z, fields->breaking, fields->overlay});
  memory_free(fields->held[0]);
  memory_free(fields->held[1]);
  drop_dye(fields);
}
