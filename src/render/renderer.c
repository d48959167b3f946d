#include "render/renderer.h"

#include <glad/gl.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "render/renderer_private.h"
#include "render/textures.h"

enum { QUALITY_COUNT = RENDERER_QUALITY_BEST + 1, GRID_MAX = 8192 };

/* Most texels along a side of the water's maps. A pyramid of 4096 x 4096 is 850 MiB, which software drivers are long in clearing. */
enum { WATER_SIDE = 4096, WATER_SIDE_SOFTWARE = 2048 };

/* The settings of a quality tier, constants. Small quads keep silhouettes and walls sharp; on software drivers vertices cost most. */
typedef struct Tier {
  int shadow_size;    /* texels a side of the bodies' shadow map */
  int contact_size;   /* and of the map of their contact with the ground */
  float quad_pixels;  /* target size of the ground's quads */
  float water_pixels; /* of the water's */
  float tank_pixels;  /* target size of quads for the ground of a tank, whose walls are one cell thin */
  float stride_min;   /* cells between the closest vertices */
  float focal_max;    /* focal length in pixels beyond which the mesh gets no finer */
  float texel_pixels; /* target size of the texels of the water's maps, which are never smaller than a cell */
  int sky_size;       /* texels a side of the map of the sky */
  int colour_size;    /* largest side of the map of the ground's colour, texels */
  int around_detail;  /* quads of the ground beyond the grid along a side of it */
} Tier;

static const Tier tiers[QUALITY_COUNT] = {
    {512, 512, 22.0f, 32.0f, 5.0f, 1.0f, 900, 1.4f, 768, 1024, 48},
    {2048, 1024, 4.0f, 4.0f, 1.8f, 0.25f, 1400, 0.7f, 1024, 2048, 128},
    {4096, 1024, 2.5f, 2.5f, 1.5f, 0.25f, 1800, 0.5f, 2048, 4096, 192},
};

static int tier_of(int quality) {
  return quality < 0 ? 0 : quality >= QUALITY_COUNT ? QUALITY_COUNT - 1 : quality;
}

static bool programs_renew(Renderer *r, Error *error) {
  r->programs_made++;
  for (int n = 0; n < PROGRAM_COUNT; n++)
    if (!program_renew(&r->programs[n], program_defs[n], &r->shaders, error)) return false;
  return true;
}

Renderer *renderer_create(const RendererDef *def, Error *error) {
  static const char *const software[] = {"llvmpipe", "softpipe", "swrast", "SWR", "SwiftShader"};
  CHECK(def && def->get_proc_address && def->shader_dir);
  if (!def->loaded && !gpu_load(def->get_proc_address, GRID_MAX, error)) return NULL;
  Renderer *renderer = memory_create(1, sizeof *renderer);
  if (!renderer || strlen(def->shader_dir) >= sizeof renderer->shader_dir) {
    error_set(error, "renderer: %s", renderer ? "the path of the shaders is too long" : "out of memory");
    memory_free(renderer);
    return NULL;
  }
  strncpy(renderer->shader_dir, def->shader_dir, sizeof renderer->shader_dir - 1);
  renderer->shaders = (ShaderOptions){.dir = renderer->shader_dir,
                                      .quality = tier_of(def->quality),
                                      .compiling = def->compiling,
                                      .user = def->user,
                                      .cache = &renderer->cache};
  renderer->share = 1;
  const char *const device = (const char *)glGetString(GL_RENDERER);
  strncpy(renderer->device, device ? device : "unknown", sizeof renderer->device - 1);
  for (size_t n = 0; n < sizeof software / sizeof *software; n++)
    if (strstr(renderer->device, software[n])) renderer->software = true;
  timing_init(&renderer->timing, renderer->software);
  renderer->surface.side_max = renderer->software ? WATER_SIDE_SOFTWARE : WATER_SIDE;
  program_cache_open(&renderer->cache, def->get_proc_address, def->cache_dir);
  glGenVertexArrays(1, &renderer->empty_vertex_array);
  lod_init(&renderer->lod, LOD_QUADS);
  lod_init(&renderer->coarse_lod, LOD_QUADS_COARSE);
  bodies_init(&renderer->bodies);
  renderer->noise = noise_create();
  bool memory =
      lod_list_init(&renderer->ground_list) && lod_list_init(&renderer->water_list) && renderer->noise && props_init(&renderer->props);
  if (!memory) error_set(error, "renderer: out of memory");
  /* The others are compiled when they are first used: a scene needs half of them. */
  GLuint *const first = &renderer->programs[PROGRAM_POST].variants[0];
  if (memory && (*first = program_make(&renderer->shaders, program_defs[PROGRAM_POST], 0, error))) return renderer;
  renderer_destroy(renderer);
  return NULL;
}

void renderer_destroy(Renderer *renderer) {
  if (!renderer) return;
  ground_shutdown(&renderer->ground);
  block_mesh_shutdown(&renderer->block_mesh);
  wet_shutdown(&renderer->wet);
  fields_shutdown(&renderer->fields);
  lod_shutdown(&renderer->lod);
  lod_shutdown(&renderer->coarse_lod);
  lod_list_shutdown(&renderer->ground_list);
  lod_list_shutdown(&renderer->water_list);
  hdr_shutdown(&renderer->target.scene);
  hdr_shutdown(&renderer->target.copy);
  hdr_shutdown(&renderer->target.half);
  backdrop_shutdown(&renderer->backdrop);
  still_shutdown(&renderer->still);
  moving_shutdown(&renderer->moving);
  surface_shutdown(&renderer->surface);
  bodies_shutdown(&renderer->bodies);
  contact_shutdown(&renderer->contact);
  props_shutdown(&renderer->props);
  spray_shutdown(&renderer->spray);
  landing_shutdown(&renderer->landing);
  leaves_shutdown(&renderer->leaves);
  enlarge_shutdown(&renderer->enlarge);
  temporal_shutdown(&renderer->temporal);
  plan_shutdown(&renderer->plan);
  sky_map_shutdown(&renderer->sky_map);
  ground_colour_shutdown(&renderer->ground_colour);
  around_shutdown(&renderer->around);
  timing_shutdown(&renderer->timing);
  triangles_shutdown(&renderer->triangles);
  for (int n = 0; n < PROGRAM_COUNT; n++) program_shutdown(&renderer->programs[n]);
  glDeleteTextures(1, &renderer->noise);
  glDeleteBuffers(1, &renderer->frame_buffer);
  glDeleteVertexArrays(1, &renderer->empty_vertex_array);
  memory_free(renderer);
}

const char *renderer_device(const Renderer *renderer) {
  return renderer->device;
}

bool renderer_is_new(const Renderer *renderer) {
  return renderer->cache.found == 0;
}

bool renderer_is_software(const Renderer *renderer) {
  return renderer->software;
}

bool renderer_reload(Renderer *renderer, Error *error) {
  if (!programs_renew(renderer, error)) return false;
  renderer->sky_map.size = renderer->ground_colour.drawn.width = renderer->around.ground.detail = 0; /* they are drawn again */
  return true;
}

void renderer_set_quality(Renderer *renderer, int quality) {
  const int before = renderer->shaders.quality;
  renderer->shaders.quality = tier_of(quality);
  if (renderer->shaders.quality != before && !programs_renew(renderer, NULL)) renderer->shaders.quality = before;
}

void renderer_set_share(Renderer *renderer, float share, bool hurried) {
  renderer->share = fminf(fmaxf(share, 0.25f), 1);
  renderer->hurried = hurried;
}

void renderer_set_hasty(Renderer *renderer, bool on) {
  renderer->hasty = on;
}

void renderer_set_blending(Renderer *renderer, bool on) {
  if (renderer->temporal.wanted != on) temporal_forget(&renderer->temporal);
  renderer->temporal.wanted = on;
}

void renderer_set_backdrop(Renderer *renderer, bool on) {
  renderer->backdrop_off = !on;
}

bool renderer_knows_times(const Renderer *renderer) {
  return !renderer->timing.unknown;
}

void renderer_time_passes(Renderer *renderer, bool on) {
  renderer->timing.on = on;
}

void renderer_count_triangles(Renderer *renderer, bool on) {
  triangles_max(&renderer->triangles);
  renderer->triangles.on = on;
  renderer->triangles.max = -1;
}

int64_t renderer_triangles_max(Renderer *renderer) {
  return triangles_max(&renderer->triangles);
}

int renderer_pass_times(const Renderer *renderer, RendererPassTime times[RENDERER_PASSES_MAX]) {
  static const char *const names[PASS_COUNT] = {"upload", "maps", "shadow", "bodies", "props", "ground",
                                                "around", "sky",  "copy",   "water",  "spray", "post"};
  for (int pass = 0; pass < PASS_COUNT; pass++) times[pass] = (RendererPassTime){names[pass], renderer->timing.ms[pass]};
  return PASS_COUNT;
}

bool renderer_is_finite(const Renderer *renderer) {
  const HdrPicture *const scene = &renderer->target.scene;
  const size_t count = 4 * (size_t)scene->width * (size_t)scene->height;
  float *const pixels = memory_create(count, sizeof *pixels);
  if (!pixels) return true; /* not known */
  GLint caller = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &caller);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, scene->framebuffer);
  glReadPixels(0, 0, scene->width, scene->height, GL_RGBA, GL_FLOAT, pixels);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)caller);
  bool finite = true;
  for (size_t n = 0; n < count; n++) finite = finite && isfinite(pixels[n]);
  memory_free(pixels);
  return finite;
}

int renderer_count_errors(Renderer *renderer) {
  int errors = renderer->errors;
  renderer->errors = 0;
  return errors;
}

/* m of distance for each metre of stride of the coarse mesh, at least. Its patches would meet with less, 15, but then waters of two levels, as
 * on both sides of a weir, are seen to be joined by large triangles. More makes triangles of a few pixels, which a software driver shades
 * four by four pixels. */
static const float coarse_reach = 24;

static Lod *water_lod(Renderer *renderer) {
  return renderer->shaders.quality == 0 ? &renderer->coarse_lod : &renderer->lod;
}

/* Selects what of the grid is uploaded, computed and drawn, by where water is and by what is in the picture. */
static void select_visible(Renderer *renderer, const FrameView *frame, const FrameBlock *block) {
  const Tier *tier = &tiers[renderer->shaders.quality];
  LodView view = {.nx = frame->nx, .nz = frame->nz, .cell = frame->cell, .stride_min = tier->stride_min};
  memcpy(view.eye, frame->eye, sizeof view.eye);
  lod_find_planes(block->view_projection, view.planes);
  view.near_low = block->near_low;
  view.near_high = block->near_high;
  view.low = renderer->ground.base;
  view.high = fmaxf(view.near_high, renderer->ground.high);
  float focal = fminf(block->focal_length, tier->focal_max);
  around_select(&renderer->around, frame, view.planes, renderer->ground.base, fmaxf(view.near_high, renderer->ground.water_around));
  fields_upload(&renderer->fields, frame, &view);
  surface_select(&renderer->surface, &renderer->wet, &view, block->maps_scale);
  view.quads = water_lod(renderer)->quads;
  view.reach = fmaxf(focal / tier->water_pixels, view.quads == LOD_QUADS ? LOD_REACH_MIN : coarse_reach);
  view.deep_apart = renderer->shaders.quality == 0;
  lod_select(&renderer->water_list, &view, &renderer->wet);
  view.deep_apart = false;
  view.quads = LOD_QUADS;
  view.reach = fmaxf(focal / (frame->natural ? tier->quad_pixels : tier->tank_pixels), LOD_REACH_MIN);
  if (!block->ground_blocks) lod_select(&renderer->ground_list, &view, NULL);
}

bool renderer_reserve(Renderer *renderer, int nx, int nz) {
  CHECK(renderer && nx > 0 && nz > 0);
  GLint caller = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &caller);
  const bool reserved =
      ground_reserve(&renderer->ground, nx, nz) && fields_reserve(&renderer->fields, nx, nz) && surface_reserve(&renderer->surface, nx, nz);
  glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)caller);
  return reserved;
}

/* s: foam moves on by so much at most from one frame to the next. */
static const float longest_step_s = 0.25f;

/* s: a world's first frame has foam as if its flow had been as it is for a while: where it is born after this time, and then carried along
 * for this time. Rewinding, undoing and loading jump, and each jump is to a first frame. */
static const float born_s = 1, carried_s = 2;

/* m: a bound of the highest water, which stays as it is while waves rise and fall: the mesh's levels of detail depend on it. */
static float water_top(Renderer *renderer, const FrameView *frame) {
  const float room = 0.05f * frame->cell * (float)(frame->nx > frame->nz ? frame->nx : frame->nz), now = renderer->wet.surface_max;
  if (now > renderer->water_top || now < renderer->water_top - room) renderer->water_top = now + 0.5f * room;
  return renderer->water_top;
}

/* Brings all that the passes read up to date; false when there is no memory for the grid. */
static bool prepare(Renderer *renderer, const PassContext *context, const FrameView *frame, int width, int height) {
  if (!ground_update(&renderer->ground, frame) || !wet_update(&renderer->wet, frame)) return false;
  block_mesh_update(&renderer->block_mesh, frame, renderer->ground.base);
  if (!fields_update(&renderer->fields, frame) || !surface_update(&renderer->surface, frame)) return false;
  if (!bodies_upload(&renderer->bodies, frame, scene_may_keep_backdrop(renderer))) return false;
  hdr_resize(&renderer->target.scene, UNIT_FRAME, width, height);
  hdr_resize(&renderer->target.copy, UNIT_SCENE_COLOUR, width, height);
  gpu_texture_bind(renderer->noise, UNIT_NOISE);
  const float since_last = renderer->surface.cleared ? born_s : fminf(fmaxf(frame->time - renderer->time, 0), longest_step_s);
  const Ground *const ground = &renderer->ground;
  const FrameBlockInput input = {frame,
                                 ground->min,
                                 ground->max,
                                 ground->base,
                                 ground->water_around,
                                 ground->rock_slope,
                                 width,
                                 height,
                                 water_top(renderer, frame),
                                 since_last,
                                 renderer->share};
  renderer->time = frame->time;
  FrameBlock *const block = &renderer->block;
  const FrameBlock last = *block;
  frame_block_fill(&input, block);
  block->has_body_shadow = bodies_fit_shadow(frame, block->body_shadow);
  contact_fit(frame, tiers[renderer->shaders.quality].contact_size, block);
  memcpy(block->maps_eye, frame->eye, sizeof block->maps_eye);
  block->maps_eye[1] -= fminf(fmaxf(frame->eye[1], block->near_low), block->near_high);
  block->maps_scale =
      tiers[renderer->shaders.quality].texel_pixels / (block->focal_length * frame->cell * (float)(1 << renderer->surface.shift));
  const FrameBlock *const before = renderer->drawn ? &last : block; /* whose foam and wetness are read */
  memcpy(block->maps_eye_before, before->maps_eye, sizeof before->maps_eye);
  block->maps_scale_before = before->maps_scale;
  block->maps_coarsest = (float)(renderer->surface.levels - 1);
  block->ground_blocks = renderer->block_mesh.top_indices > 0;
  if (context->blended)
    temporal_begin(&renderer->temporal, frame, renderer->ground.bakes + renderer->props.shadow_casts + renderer->programs_made,
                   renderer->shaders.quality > 0, block);
  if (context->window[0] > 0) scene_note_still(renderer, context, frame, block);
  frame_block_write(&renderer->frame_buffer, block);
  select_visible(renderer, frame, block);
  TextureRect faded;
  if (!props_update(&renderer->props, frame, block, &ground->change.cells, renderer->shaders.quality, &faded)) return false;
  renderer->change = renderer->ground.change;
  ground_add_cells(&renderer->ground, &faded, &renderer->change);
  return true;
}

static void note_errors(Renderer *renderer) {
  while (glGetError() != GL_NO_ERROR) renderer->errors++;
}

static PassContext context_of(Renderer *renderer, const FrameView *frame) {
  return (PassContext){.shaders = renderer->shaders,
                       .programs = renderer->programs,
                       .empty_vertex_array = renderer->empty_vertex_array,
                       .natural = frame->natural,
                       .mode = frame->mode == FRAME_DIFFERENCE ? FRAME_LIT : frame->mode, /* whose colours are laid over it in the end */
                       .difference = frame->mode == FRAME_DIFFERENCE,
                       .hasty = renderer->hasty,
                       .first = !renderer->drawn,
                       .flowing = frame->flow.x && frame->flow.z,
                       .breaking = frame->flow.x && frame->flow.z && frame->flow.breaking,
                       .glows = frame->liquid.glow > 0.5f, /* slime, which gleams a little, has no crust */
                       .dyed = frame->dye != NULL,
                       .under_water = frame_water_above_eye(frame) > 0,
                       .raining = frame_shows_rain(frame),
                       .sea = frame->around == FRAME_AROUND_SEA,
                       .table = frame->around == FRAME_AROUND_TABLE};
}

/* Carrying costs software drivers 18 ms at 640 x 360: it is left to the frame after a world's first, or the first after hurried ones. */
static bool foam_is_due(Renderer *renderer) {
  const bool hurried = renderer->hurried;
  if (renderer->surface.cleared || (renderer->foam_behind && hurried)) {
    renderer->foam_behind = hurried ? 2 : 1;
    return false;
  }
  if (renderer->foam_behind == 0) return false;
  renderer->foam_behind--;
  return renderer->foam_behind == 0;
}

/* Brings the frame's data and the maps up to date; false when there is no memory for the grid: nothing is drawn then. */
static bool update_maps(Renderer *renderer, const FrameView *frame, PassContext *context, int width, int height) {
  const Tier *const tier = &tiers[renderer->shaders.quality];
  gpu_state_begin();
  timing_begin(&renderer->timing);
  if (!prepare(renderer, context, frame, width, height)) return false;
  renderer->drawn = true;
  context->blocks = renderer->block.ground_blocks;
  sky_map_draw(&renderer->sky_map, context, frame, tier->sky_size);
  gpu_texture_bind(renderer->wet.beach_level, UNIT_NEAR_WATER);
  if (frame->natural && !context->blocks)
    ground_colour_draw(&renderer->ground_colour, context, frame, tier->colour_size, renderer->ground.bakes + renderer->props.shadow_casts,
                       &renderer->change);
  else
    renderer->ground_colour.drawn.width = 0; /* to be drawn again, as it would miss edits */
  gpu_texture_bind(renderer->wet.near_level, UNIT_NEAR_WATER);
  if (!around_update(&renderer->around, context, frame, tier->around_detail, renderer->ground.water_around, renderer->ground.edge_edits))
    return false;
  timing_end_pass(&renderer->timing, PASS_UPLOAD);
  surface_draw(&renderer->surface, context);
  if (context->flowing && foam_is_due(renderer)) { /* the maps once more, with no time gone by but with foam carried along */
    renderer->block.since_last = 0;
    renderer->block.foam_carried = carried_s;
    frame_block_write(&renderer->frame_buffer, &renderer->block);
    surface_draw(&renderer->surface, context);
  }
  const bool landed = landing_draw(&renderer->landing, context, frame, &renderer->surface, renderer->block.since_last);
  const bool moved = leaves_move(&renderer->leaves, frame, renderer->block.since_last);
  timing_end_pass(&renderer->timing, PASS_MAPS);
  return landed && moved;
}

void renderer_advance(Renderer *renderer, const FrameView *frame, int width, int height) {
  CHECK(renderer && frame && frame->terrain && frame->depth);
  if (width <= 0 || height <= 0) return;
  GLint caller = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &caller);
  PassContext context = context_of(renderer, frame);
  if (!update_maps(renderer, frame, &context, width, height)) renderer->errors++;
  backdrop_forget(&renderer->backdrop); /* the ground may have got wet */
  glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)caller);
  gpu_state_end();
  note_errors(renderer);
}

/* Draws the bodies that move over the window's picture, where that is of more pixels than the frame and stands on a still one. */
static void draw_moving(Renderer *renderer, const FrameView *frame, const PassContext *context, GLuint framebuffer) {
  Moving *const moving = &renderer->moving;
  if (context->mode != FRAME_LIT || context->difference || renderer->hurried) return;
  if (!moving_find(moving, frame, &renderer->bodies, &renderer->block, context->window)) return;
  moving_draw(moving, context, &renderer->bodies, &renderer->still.picture, &renderer->frame_buffer);
  frame_block_write(&renderer->frame_buffer, &renderer->block);
  moving_lay(moving, context, &renderer->target.scene, framebuffer);
  gpu_texture_bind(renderer->target.scene.depth, UNIT_SCENE_DEPTH); /* for the rain: the body's are known about the body alone */
}

/* Draws the finished picture for the screen, in the caller's framebuffer. */
static void draw_screen(Renderer *renderer, const FrameView *frame, const PassContext *context, GLuint framebuffer, int width, int height) {
  const HdrPicture *const scene = &renderer->target.scene;
  const GLuint picture = context->blended ? temporal_draw(&renderer->temporal, context, scene) : scene->colour;
  const bool smaller = scene->width != width || scene->height != height;
  if (smaller)
    enlarge_begin(&renderer->enlarge, scene->width, scene->height, renderer->software);
  else
    gpu_draw_into(framebuffer, width, height);
  gpu_texture_bind(picture, UNIT_FRAME);
  if (context->difference || context->raining) gpu_texture_bind(scene->depth, UNIT_SCENE_DEPTH); /* with the water's */
  post_draw(context);
  if (smaller) {
    const GLuint still = renderer->software ? still_texture(&renderer->still, &renderer->backdrop) : 0;
    enlarge_draw(&renderer->enlarge, context, framebuffer, width, height, renderer->software, still);
    timing_end_pass(&renderer->timing, PASS_POST);
    if (still != 0) draw_moving(renderer, frame, context, framebuffer);
    timing_end_pass(&renderer->timing, PASS_BODIES);
  }
  rain_draw(context, renderer->block.rain_density);
}

void renderer_draw(Renderer *renderer, const FrameView *frame, int width, int height) {
  CHECK(renderer && frame && frame->terrain && frame->depth);
  if (width <= 0 || height <= 0) return;
  Timing *const timing = &renderer->timing;
  Target *const target = &renderer->target;
  const int drawn[2] = {(int)ceilf(renderer->share * (float)width), (int)ceilf(renderer->share * (float)height)};
  GLint caller = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &caller);
  PassContext context = context_of(renderer, frame);
  context.window[0] = width, context.window[1] = height;
  const bool moves = temporal_follow(&renderer->temporal, frame);
  context.blended = renderer->temporal.wanted && (renderer->shaders.quality > 0 || moves) && frame->mode == FRAME_LIT;
  if (!context.blended) temporal_forget(&renderer->temporal);
  if (!update_maps(renderer, frame, &context, drawn[0], drawn[1])) {
    backdrop_forget(&renderer->backdrop);
    renderer->errors++;
    return;
  }
  triangles_begin(&renderer->triangles);
  bodies_draw_shadow(&renderer->bodies, &context, tiers[renderer->shaders.quality].shadow_size);
  contact_draw(&renderer->contact, &context, frame, &renderer->block, &renderer->bodies);
  timing_end_pass(timing, PASS_SHADOW);

  scene_draw(renderer, frame, &context);
  hdr_copy(&target->scene, &target->copy, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  gpu_draw_into(target->scene.framebuffer, target->scene.width, target->scene.height);
  gpu_texture_bind(target->copy.colour, UNIT_SCENE_COLOUR);
  gpu_texture_bind(target->copy.depth, UNIT_SCENE_DEPTH);
  timing_end_pass(timing, PASS_COPY);
  scene_set_lines(frame, true);
  water_draw(&context, target, water_lod(renderer), &renderer->water_list, &renderer->around);
  scene_set_lines(frame, false);
  leaves_draw(&renderer->leaves, &context);
  cursor_draw(&context, frame);
  timing_end_pass(timing, PASS_WATER);
  if (!spray_draw(&renderer->spray, &context, frame)) renderer->errors++;
  timing_end_pass(timing, PASS_SPRAY);

  draw_screen(renderer, frame, &context, (GLuint)caller, width, height);
  triangles_end(&renderer->triangles);
  timing_end_pass(timing, PASS_POST);
  timing_end(timing);
  gpu_state_end();
#ifndef NDEBUG
  if (!renderer_is_finite(renderer)) renderer->errors++; /* a debug build lets no such frame pass */
#endif
  note_errors(renderer);
}

/* A plan needs none of the maps: their passes are left out. */
void renderer_draw_plan(Renderer *renderer, const FrameView *frame, const PlanMap *map, int width, int height) {
  CHECK(renderer && frame && frame->terrain && frame->depth && map);
  if (width <= 0 || height <= 0) return;
  Plan *const plan = &renderer->plan;
  const HdrPicture *const scene = &renderer->target.scene;
  GLint caller = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &caller);
  const PassContext context = context_of(renderer, frame);
  gpu_state_begin();
  plan_upload(plan, frame);
  if (!bodies_upload(&renderer->bodies, frame, false)) renderer->errors++;
  hdr_resize(&renderer->target.scene, UNIT_FRAME, width, height);
  gpu_texture_bind(renderer->noise, UNIT_NOISE);
  const FrameBlockInput input = {
      .frame = frame, .ground_min = plan->low, .ground_max = plan->high, .width = width, .height = height, .share = 1};
  frame_block_fill(&input, &renderer->block);
  plan_fill(plan, frame, map, &renderer->block);
  frame_block_write(&renderer->frame_buffer, &renderer->block);
  hdr_begin(scene);
  plan_draw(plan, &context, &renderer->bodies);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, scene->framebuffer);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)caller);
  glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)caller);
  gpu_state_end();
  note_errors(renderer);
}
