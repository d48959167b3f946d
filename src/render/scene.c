/* All that stands under and beside the water, by way of pictures that are kept where that is faster. */
#include "render/renderer_private.h"

bool scene_may_keep_backdrop(const Renderer *renderer) {
  return renderer->shaders.quality == 0 && renderer->software && !renderer->backdrop_off;
}

static BackdropVersions versions_of(const Renderer *renderer, const FrameView *frame) {
  return (BackdropVersions){frame->terrain_version, renderer->ground.edge_edits, renderer->ground.bakes + renderer->props.shadow_casts,
                            renderer->programs_made, frame->world_version};
}

void scene_note_still(Renderer *renderer, const PassContext *context, const FrameView *frame, FrameBlock *block) {
  const BackdropVersions versions = versions_of(renderer, frame);
  const bool allowed = scene_may_keep_backdrop(renderer) && renderer->share < 1 && !(block->water_above_eye > 0);
  if (frame->mode == FRAME_LIT)
    still_update(&renderer->still, block, &versions, allowed, context->window, bodies_standing(&renderer->bodies), frame->ground_edits);
  else
    still_skip(&renderer->still, block);
}

void scene_set_lines(const FrameView *frame, bool on) {
  glPolygonMode(GL_FRONT_AND_BACK, on && frame->mode == FRAME_WIREFRAME ? GL_LINE : GL_FILL);
}

static void draw_surroundings(Renderer *renderer, const FrameView *frame, const PassContext *context) {
  timing_end_pass(&renderer->timing, PASS_GROUND);
  around_draw_ground(&renderer->around, context);
  timing_end_pass(&renderer->timing, PASS_AROUND);
  scene_set_lines(frame, false);
  sky_draw(context);
  timing_end_pass(&renderer->timing, PASS_SKY);
}

/* Draws all of the backdrop. */
static void draw_whole_backdrop(Renderer *renderer, const FrameView *frame, const PassContext *context) {
  bodies_draw(&renderer->bodies, context, BODY_DUE, BODY_RESTS);
  timing_end_pass(&renderer->timing, PASS_BODIES);
  terrain_draw(context, &renderer->lod, &renderer->ground_list, &renderer->block_mesh);
  draw_surroundings(renderer, frame, context);
}

/* Draws a part of it again, with its depths. */
static void redraw_backdrop(Renderer *renderer, const FrameView *frame, const PassContext *context, const TextureRect *rect) {
  glEnable(GL_SCISSOR_TEST);
  glScissor(rect->x, rect->y, rect->width, rect->height);
  glClear(GL_DEPTH_BUFFER_BIT);
  draw_whole_backdrop(renderer, frame, context);
  glDisable(GL_SCISSOR_TEST);
}

/* Shades again what of the backdrop has changed: where the picture shows ground that was edited or a body that has gone, all that is there. */
static bool refresh_backdrop(Renderer *renderer, const FrameView *frame, const PassContext *context) {
  Backdrop *const backdrop = &renderer->backdrop;
  const Standing *const standing = &renderer->bodies.standing;
  TextureRect rect;
  if (renderer->change.cells.width != 0 &&
      backdrop_changed_rect(backdrop, frame, &renderer->block, &renderer->change, &renderer->ground_list, &rect))
    redraw_backdrop(renderer, frame, context, &rect);
  if (standing->left && backdrop_box_rect(backdrop, &renderer->block, standing->box[0], standing->box[1], &rect))
    redraw_backdrop(renderer, frame, context, &rect);
  bodies_draw(&renderer->bodies, context, BODY_DUE, BODY_DUE);
  timing_end_pass(&renderer->timing, PASS_BODIES);
  if (context->blocks) {
    backdrop_select_rects(backdrop, frame, &renderer->block);
    glEnable(GL_SCISSOR_TEST);
    for (int n = 0; n < backdrop->rect_count; n++) {
      const TextureRect *const strip = &backdrop->rects[n];
      glScissor(strip->x, strip->y, strip->width, strip->height);
      terrain_draw(context, &renderer->lod, &renderer->ground_list, &renderer->block_mesh);
    }
    glDisable(GL_SCISSOR_TEST);
  } else {
    if (!backdrop_select_patches(backdrop, frame, &renderer->ground_list)) return false;
    terrain_draw(context, &renderer->lod, &backdrop->patches, &renderer->block_mesh);
  }
  timing_end_pass(&renderer->timing, PASS_GROUND);
  if (renderer->sky_map.changed) sky_draw(context);
  timing_end_pass(&renderer->timing, PASS_SKY);
  return true;
}

/* Draws ground, surroundings, sky and the bodies that stand by way of the backdrop. Returns true if they were taken from it; the target is
 * bound then. */
static bool draw_backdrop(Renderer *renderer, const FrameView *frame, const PassContext *context) {
  if (!scene_may_keep_backdrop(renderer)) {
    backdrop_forget(&renderer->backdrop); /* what changes meanwhile is not followed */
    return false;
  }
  const BackdropVersions versions = versions_of(renderer, frame);
  const BackdropUse use = backdrop_begin(&renderer->backdrop, frame, &renderer->block, &versions);
  if (use == BACKDROP_OFF) return false;
  if (use == BACKDROP_WHOLE) {
    draw_whole_backdrop(renderer, frame, context);
  } else if (!refresh_backdrop(renderer, frame, context)) {
    backdrop_forget(&renderer->backdrop);
    return false;
  }
  still_note_backdrop(&renderer->still, &renderer->backdrop, use);
  hdr_copy(&renderer->backdrop.picture, &renderer->target.scene, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  timing_end_pass(&renderer->timing, PASS_COPY);
  return true;
}

/* Draws a strip of the still picture; the frame's picture is bound again then. */
static void draw_still_strip(Renderer *renderer, const FrameView *frame, const PassContext *context) {
  still_begin_strip(&renderer->still, &renderer->frame_buffer);
  draw_whole_backdrop(renderer, frame, context);
  props_draw(&renderer->props, context);
  still_end_strip(&renderer->still, context, &renderer->backdrop);
  frame_block_write(&renderer->frame_buffer, &renderer->block);
  hdr_begin(&renderer->target.scene);
}

void scene_draw(Renderer *renderer, const FrameView *frame, const PassContext *context) {
  if (draw_backdrop(renderer, frame, context)) {
    if (!renderer->hurried && still_wants_strip(&renderer->still)) draw_still_strip(renderer, frame, context);
    glEnable(GL_BLEND); /* leaves alpha 0, since bodies move (land/still.h) */
    glBlendFuncSeparate(GL_ONE, GL_ZERO, GL_ZERO, GL_ZERO);
    bodies_draw(&renderer->bodies, context, BODY_MOVES, BODY_MOVES);
    glDisable(GL_BLEND);
    timing_end_pass(&renderer->timing, PASS_BODIES);
    props_draw(&renderer->props, context);
    timing_end_pass(&renderer->timing, PASS_PROPS);
    return;
  }
  hdr_begin(&renderer->target.scene);
  glClear(GL_DEPTH_BUFFER_BIT);
  scene_set_lines(frame, true);
  bodies_draw(&renderer->bodies, context, BODY_MOVES, BODY_RESTS); /* before the ground: what they hide is not shaded then */
  timing_end_pass(&renderer->timing, PASS_BODIES);
  props_draw(&renderer->props, context);
  timing_end_pass(&renderer->timing, PASS_PROPS);
  terrain_draw(context, &renderer->lod, &renderer->ground_list, &renderer->block_mesh);
  draw_surroundings(renderer, frame, context);
}
