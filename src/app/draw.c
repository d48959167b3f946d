/* The picture of a frame: camera, quality, resolution, one world or two. */
#include "app/draw.h"

#include <math.h>
#include <string.h>

#include "app/app_state.h"
#include "app/control/flyby.h"
#include "app/say.h"
#include "base/clock.h"

enum { HURRIED_STEPS = 2 };              /* of resolution_share, in addition to the chosen one while the past is dragged */
enum { QUALITY_TOLD = 2 };               /* frames: the panel of the first is built before it is drawn */
static const double hurry_rests_s = 0.3; /* s of the clock since the last jump through time after which they are as before */

static const float dark[3] = {0.055f, 0.075f, 0.090f}; /* of the fourth part, which has figures */

void app_picture_size(const App *app, int *width, int *height) {
  *width = app->window.width;
  *height = app->window.height;
  if (!app->beside.on || app->plain) return;
  *width = (*width + 1) / 2;
  *height = (*height + 1) / 2;
}

static void place(float *at, int whole, int part) {
  if (*at >= (float)part) *at -= (float)(whole - part);
}

void app_place_input(App *app) {
  Input *const input = &app->input;
  int width, height;
  if (!app->beside.on) return;
  app_picture_size(app, &width, &height);
  place(&input->x, app->window.width, width), place(&input->y, app->window.height, height);
  for (int n = 0; n < input->press_count; n++) {
    place(&input->presses[n].x, app->window.width, width);
    place(&input->presses[n].y, app->window.height, height);
  }
}

/* --- the camera ----------------------------------------------------------------------------------------------------------- */

/* The camera goes on along the fly-by, and leaves it when the person moves it. */
static void app_fly(App *app, double elapsed) {
  SceneCamera place;
  if (camera_moved(&app->input)) app->flying = false;
  if (!app->flying) return;
  app->flown += elapsed;
  flyby_place(session_scene(app->session), app->flown, &place);
  camera_go(&app->camera, &place, app->shown.view);
}

void app_camera(App *app, double elapsed) {
  int width, height;
  app_fly(app, elapsed);
  app_picture_size(app, &width, &height);
  camera_update(&app->camera, &app->input, app->shown.view, width, height, elapsed);
}

/* --- the frame ------------------------------------------------------------------------------------------------------------ */

ToolsView app_tools_view(const App *app) {
  int width, height;
  app_picture_size(app, &width, &height);
  return (ToolsView){&app->camera, width, height, app->shown.view, app->paused};
}

const FrameView *app_build(App *app) {
  const Params *looks = &session_wanted(app->session)->params;
  FrameRequest request = {.looks = looks,
                          .earlier = app->shown.earlier,
                          .time = app->shown.time,
                          .mode = app->mode,
                          .camera = &app->camera,
                          .opening = &session_scene(app->session)->cameras[app->opening_index]};
  request.cursor_on = app->tools.aim.hit && !app->plain && !app->hidden && !app->window.right && !app->window.middle;
  request.cursor_radius = tools_ring(&app->tools, app->input.shift, looks, request.cursor_colour);
  const ToolsView view = app_tools_view(app);
  if (app->measure.on) request.cursor_radius = measure_ring(&app->measure, &view);
  memcpy(request.cursor, app->tools.aim.position, sizeof request.cursor);
  return frame_build_run(app->build, app->shown.view, &request);
}

/* --- quality and resolution --------------------------------------------------------------------------------------------------- */

/* ms that the last known frame took on a GPU; 0: not known. */
double app_device_ms(const App *app) {
  RendererPassTime passes[RENDERER_PASSES_MAX];
  const int count = renderer_pass_times(app->renderer, passes);
  double ms = 0;
  for (int n = 0; n < count; n++) ms += (double)passes[n].ms;
  return ms;
}

/* Follows the frames' times with the quality, until the person chooses one. */
static void app_choose_tier(App *app) {
  const int wanted = (int)session_wanted(app->session)->params.quality;
  const bool lowest = renderer_is_software(app->renderer);
  if (wanted != app->quality && app->stats.frames > 0) app->quality_chosen = true, app->config.quality = wanted;
  if (app->quality_chosen || lowest || app->options.headless || session_def_sets(&app->options.session, "quality")) return;
  const int most = app->resolution.step > 0 ? app->quality : RENDERER_QUALITY_BEST; /* more pixels come first */
  const int tier = tier_choose(&app->tier, app->quality, most, app_device_ms(app), 1e-3 * app->rate.frame_ms);
  if (tier == app->quality) return;
  session_suit_quality(app->session, tier);
  session_accept_params(app->session);
}

/* Returns true while a finer quality, for which drivers compile for seconds, waits for a frame that tells of it. */
static bool app_quality_waits(App *app, int quality) {
  const bool slow = quality > app->quality && app->quality_chosen && app->panel && app->stats.frames > 0;
  if (!slow || app->quality_frames == QUALITY_TOLD) {
    app->quality_frames = 0;
    return false;
  }
  if (app->quality_frames++ == 0) app_say(app, "quality: the finer picture takes a moment");
  return true;
}

void app_set_quality(App *app) {
  app_choose_tier(app);
  const int quality = (int)session_wanted(app->session)->params.quality;
  if (app_quality_waits(app, quality)) return;
  if (quality != app->quality) renderer_set_quality(app->renderer, quality);
  app->quality = quality;
}

/* Returns true if what is drawn goes to a file: such pictures are whole. */
static bool app_is_for_file(const App *app) {
  return app->plain || app->options.headless || app->options.film;
}

/* Returns true if the person has left the picture's resolution to the program. */
bool app_follows_resolution(const App *app) {
  return !app_is_for_file(app) && params_picture_share(&session_wanted(app->session)->params) == 0;
}

float app_picture_share(const App *app) {
  const bool jumps = session_looks_back(app->session) && clock_seconds() - app->jumped_at < hurry_rests_s;
  const float chosen = params_picture_share(&session_wanted(app->session)->params);
  if (app_is_for_file(app)) return 1;
  if (!app_follows_resolution(app)) return chosen;
  return resolution_share(app->resolution.step + (jumps && app->hurried ? HURRIED_STEPS : 0));
}

/* --- drawing -------------------------------------------------------------------------------------------------------------- */

/* The second world's picture has all of the first one's frame but the world. */
static const FrameView *build_twin(App *app, const FrameView *frame) {
  FrameRequest request = {.looks = &session_wanted(app->session)->params,
                          .earlier = app->shown.earlier,
                          .time = app->shown.time,
                          .mode = app->mode,
                          .camera = &app->camera,
                          .opening = &session_scene(app->session)->cameras[app->opening_index],
                          .cursor_on = frame->cursor_on,
                          .cursor_radius = frame->cursor_radius};
  memcpy(request.cursor, frame->cursor, sizeof request.cursor);
  memcpy(request.cursor_colour, frame->cursor_colour, sizeof request.cursor_colour);
  return frame_build_run(app->beside.build, app->shown.twin, &request);
}

static void draw_part(Beside *beside, Renderer *renderer, const FrameView *frame, const int at[4]) {
  const unsigned window = tile_begin(&beside->tile, at[2], at[3]);
  if (frame)
    renderer_draw(renderer, frame, at[2], at[3]);
  else
    tile_fill(dark);
  tile_end(&beside->tile, window, at[0], at[1]);
}

/* Draws both worlds, their difference and its figures, each into its part of the window; `frame` is the first world's. */
static void draw_beside(App *app, const FrameView *frame) {
  Beside *const beside = &app->beside;
  int width, height;
  app_picture_size(app, &width, &height);
  const int right = app->window.width - width, top = app->window.height - height;
  if (width <= 0 || height <= 0) return;
  if (beside->quality != app->quality) renderer_set_quality(beside->renderer, app->quality);
  beside->quality = app->quality;
  renderer_set_share(beside->renderer, app->share, app->hurried);
  const bool two = app->shown.twin != NULL,
             known = two && beside_find_difference(beside, (const WorldView *const[2]){app->shown.view, app->shown.twin});
  FrameView difference = *frame;
  difference.mode = FRAME_DIFFERENCE;
  difference.difference = known ? beside->field : NULL;
  difference.depth_scale = (float)beside->scale;
  difference.cursor_on = false;
  draw_part(beside, NULL, NULL, (const int[4]){right, 0, width, height});
  draw_part(beside, app->renderer, &difference, (const int[4]){0, 0, width, height});
  draw_part(beside, app->renderer, frame, (const int[4]){0, top, width, height});
  if (two)
    draw_part(beside, beside->renderer, build_twin(app, frame), (const int[4]){right, top, width, height});
  else /* looking back: from here on both would go on */
    draw_part(beside, app->renderer, frame, (const int[4]){right, top, width, height});
}

void app_draw(App *app, const FrameView *frame) {
  app_set_quality(app);
  app->share = app_picture_share(app);
  renderer_set_hasty(app->renderer, !app_is_for_file(app));
  renderer_set_share(app->renderer, app->share, app->hurried);
  if (app->beside.on && !app->plain)
    draw_beside(app, frame);
  else
    renderer_draw(app->renderer, frame, app->window.width, app->window.height);
}

void app_look(App *app, WorldView *view, double time) {
  const WorldViewRequest request = frame_build_view_request(app->mode, &session_wanted(app->session)->params);
  world_view_copy(view, NULL, session_world(app->session),
                  &(WorldViewRequest){.flow_every = request.flow_every, .overlay = request.overlay, .stats = true});
  app->shown = (SessionShown){.view = view, .time = time, .ratio = app->shown.ratio, .slowed = app->shown.slowed};
  app->plain = true;
  app->input = (Input){0};
  app->tools.aim.hit = false;
  if (app->options.headless) {
    SceneCamera place = session_scene(app->session)->cameras[app->camera_index];
    if (app->options.flyby) flyby_place(session_scene(app->session), time, &place);
    camera_reset(&app->camera, &place, view);
  }
  app_camera(app, 0);
}

void app_advance(App *app) {
  app_set_quality(app);
  renderer_advance(app->renderer, app_build(app), app->window.width, app->window.height);
}
