/* The picture of a frame: camera, quality, resolution, one world or two. */
#include "app/draw.h"

#include <math.h>
#include <string.h>

#include "app/app_state.h"
#include "app/say.h"
#include "base/clock.h"
#include "input/camera.h"

enum { HURRIED_STEPS = 2 };              /* of resolution_share, in addition to the chosen one while the past is dragged */
enum { QUALITY_TOLD = 2 };               /* frames: the panel of the first is built before it is drawn */
static const double hurry_rests_s = 0.3; /* s of the clock since the last jump through time after which they are as before */

static const float dark[3] = {0.055f, 0.075f, 0.090f}; /* of the fourth part, which has figures */

void app_picture_size(const App *app, int *width, int *height) {
  *width = app->outputs.window.width;
  *height = app->outputs.window.height;
  if (!app->outputs.beside.on || app->frame.plain) return;
  *width = (*width + 1) / 2;
  *height = (*height + 1) / 2;
}

static void place(float *at, int whole, int part) {
  if (*at >= (float)part) *at -= (float)(whole - part);
}

void app_place_input(App *app) {
  Input *const input = &app->frame.input;
  int width, height;
  if (!app->outputs.beside.on) return;
  app_picture_size(app, &width, &height);
  place(&input->x, app->outputs.window.width, width), place(&input->y, app->outputs.window.height, height);
  for (int n = 0; n < input->press_count; n++) {
    place(&input->presses[n].x, app->outputs.window.width, width);
    place(&input->presses[n].y, app->outputs.window.height, height);
  }
}

/* --- the camera ----------------------------------------------------------------------------------------------------------- */

void app_camera(App *app, double elapsed) {
  int width, height;
  SceneCamera place;
  /* The camera goes on along the fly-by, and leaves it when the person moves it. */
  if (camera_moved(&app->frame.input)) app->screen.view.flying = false;
  if (app->screen.view.flying) {
    app->screen.view.flown += elapsed;
    camera_flyby(session_scene(app->session), app->screen.view.flown, &place);
    camera_go(&app->screen.view.camera, &place, app->frame.shown.view);
  }
  app_picture_size(app, &width, &height);
  camera_update(&app->screen.view.camera, &app->frame.input, app->frame.shown.view, width, height, elapsed);
}

/* --- the frame ------------------------------------------------------------------------------------------------------------ */

ToolsView app_tools_view(const App *app) {
  int width, height;
  app_picture_size(app, &width, &height);
  return (ToolsView){&app->screen.view.camera, width, height, app->frame.shown.view, app->screen.paused};
}

const FrameView *app_build(App *app) {
  const Params *looks = &session_wanted(app->session)->params;
  FrameRequest request = {.looks = looks,
                          .earlier = app->frame.shown.earlier,
                          .time = app->frame.shown.time,
                          .mode = app->screen.mode,
                          .camera = &app->screen.view.camera,
                          .opening = &session_scene(app->session)->cameras[app->screen.view.opening]};
  request.cursor_on =
      app->screen.tools.aim.hit && !app->frame.plain && !app->screen.hidden && !app->outputs.window.right && !app->outputs.window.middle;
  request.cursor_radius = tools_ring(&app->screen.tools, app->frame.input.shift, looks, request.cursor_colour);
  const ToolsView view = app_tools_view(app);
  if (app->screen.measure.on) request.cursor_radius = measure_ring(&app->screen.measure, &view);
  memcpy(request.cursor, app->screen.tools.aim.position, sizeof request.cursor);
  return frame_build_run(app->outputs.build, app->frame.shown.view, &request);
}

/* --- quality and resolution --------------------------------------------------------------------------------------------------- */

/* ms that the last known frame took on a GPU; 0: not known. */
double app_device_ms(const App *app) {
  RendererPassTime passes[RENDERER_PASSES_MAX];
  const int count = renderer_pass_times(app->outputs.renderer, passes);
  double ms = 0;
  for (int n = 0; n < count; n++) ms += (double)passes[n].ms;
  return ms;
}

/* Follows the frames' times with the quality, until the person chooses one. */
static void app_choose_tier(App *app) {
  const int wanted = (int)session_wanted(app->session)->params.quality;
  const bool lowest = renderer_is_software(app->outputs.renderer);
  if (wanted != app->outputs.quality.now && app->program.stats.frames > 0)
    app->outputs.quality.chosen = true, app->program.settings.config.quality = wanted;
  if (app->outputs.quality.chosen || lowest || app->program.options.headless || session_def_sets(&app->program.options.session, "quality"))
    return;
  const int most = app->outputs.quality.resolution.step > 0 ? app->outputs.quality.now : RENDERER_QUALITY_BEST; /* more pixels come first */
  const int tier =
      tier_choose(&app->outputs.quality.tier, app->outputs.quality.now, most, app_device_ms(app), 1e-3 * app->outputs.rate.frame_ms);
  if (tier == app->outputs.quality.now) return;
  session_suit_quality(app->session, tier);
  session_accept_params(app->session);
}

void app_set_quality(App *app) {
  app_choose_tier(app);
  const int quality = (int)session_wanted(app->session)->params.quality;
  /* A finer quality, for which drivers compile for seconds, waits for a frame that tells of it. */
  const bool slow =
      quality > app->outputs.quality.now && app->outputs.quality.chosen && app->outputs.panel && app->program.stats.frames > 0;
  if (slow && app->outputs.quality.waited != QUALITY_TOLD) {
    if (app->outputs.quality.waited++ == 0) app_say(app, "quality: the finer picture takes a moment");
    return;
  }
  app->outputs.quality.waited = 0;
  if (quality != app->outputs.quality.now) renderer_set_quality(app->outputs.renderer, quality);
  app->outputs.quality.now = quality;
}

/* Returns true if what is drawn goes to a file: such pictures are whole. */
static bool app_is_for_file(const App *app) {
  return app->frame.plain || app->program.options.headless || app->program.options.film;
}

/* Returns true if the person has left the picture's resolution to the program. */
bool app_follows_resolution(const App *app) {
  return !app_is_for_file(app) && params_picture_share(&session_wanted(app->session)->params) == 0;
}

float app_picture_share(const App *app) {
  const bool jumps = session_looks_back(app->session) && clock_seconds() - app->stage.jumped_at < hurry_rests_s;
  const float chosen = params_picture_share(&session_wanted(app->session)->params);
  if (app_is_for_file(app)) return 1;
  if (!app_follows_resolution(app)) return chosen;
  return resolution_share(app->outputs.quality.resolution.step + (jumps && app->stage.hurried ? HURRIED_STEPS : 0));
}

/* --- drawing -------------------------------------------------------------------------------------------------------------- */

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
  Beside *const beside = &app->outputs.beside;
  int width, height;
  app_picture_size(app, &width, &height);
  const int right = app->outputs.window.width - width, top = app->outputs.window.height - height;
  if (width <= 0 || height <= 0) return;
  if (beside->quality != app->outputs.quality.now) renderer_set_quality(beside->renderer, app->outputs.quality.now);
  beside->quality = app->outputs.quality.now;
  renderer_set_share(beside->renderer, app->outputs.quality.share, app->stage.hurried);
  const bool two = app->frame.shown.twin != NULL,
             known = two && beside_find_difference(beside, (const WorldView *const[2]){app->frame.shown.view, app->frame.shown.twin});
  FrameView difference = *frame;
  difference.mode = FRAME_DIFFERENCE;
  difference.difference = known ? beside->field : NULL;
  difference.depth_scale = (float)beside->scale;
  difference.cursor_on = false;
  draw_part(beside, NULL, NULL, (const int[4]){right, 0, width, height});
  draw_part(beside, app->outputs.renderer, &difference, (const int[4]){0, 0, width, height});
  draw_part(beside, app->outputs.renderer, frame, (const int[4]){0, top, width, height});
  if (!two) { /* looking back: from here on both would go on */
    draw_part(beside, app->outputs.renderer, frame, (const int[4]){right, top, width, height});
    return;
  }
  FrameRequest request = {.looks = &session_wanted(app->session)->params,
                          .earlier = app->frame.shown.earlier,
                          .time = app->frame.shown.time,
                          .mode = app->screen.mode,
                          .camera = &app->screen.view.camera,
                          .opening = &session_scene(app->session)->cameras[app->screen.view.opening],
                          .cursor_on = frame->cursor_on,
                          .cursor_radius = frame->cursor_radius};
  memcpy(request.cursor, frame->cursor, sizeof request.cursor);
  memcpy(request.cursor_colour, frame->cursor_colour, sizeof request.cursor_colour);
  const FrameView *const twin = frame_build_run(beside->build, app->frame.shown.twin, &request);
  draw_part(beside, beside->renderer, twin, (const int[4]){right, top, width, height});
}

void app_draw(App *app, const FrameView *frame) {
  app_set_quality(app);
  app->outputs.quality.share = app_picture_share(app);
  renderer_set_hasty(app->outputs.renderer, !app_is_for_file(app));
  renderer_set_share(app->outputs.renderer, app->outputs.quality.share, app->stage.hurried);
  if (app->outputs.beside.on && !app->frame.plain)
    draw_beside(app, frame);
  else
    renderer_draw(app->outputs.renderer, frame, app->outputs.window.width, app->outputs.window.height);
}

void app_look(App *app, WorldView *view, double time) {
  const WorldViewRequest request = frame_build_view_request(app->screen.mode, &session_wanted(app->session)->params);
  world_view_copy(view, NULL, session_world(app->session),
                  &(WorldViewRequest){.flow_every = request.flow_every, .overlay = request.overlay, .stats = true});
  SessionShown *const shown = &app->frame.shown;
  *shown = (SessionShown){.view = view, .time = time, .ratio = shown->ratio, .slowed = shown->slowed, .jumps = shown->jumps};
  app->frame.plain = true;
  app->frame.input = (Input){0};
  app->screen.tools.aim.hit = false;
  if (app->program.options.headless) {
    SceneCamera place = session_scene(app->session)->cameras[app->screen.view.index];
    if (app->program.options.flyby) camera_flyby(session_scene(app->session), time, &place);
    camera_reset(&app->screen.view.camera, &place, view);
  }
  app_camera(app, 0);
}

void app_advance(App *app) {
  app_set_quality(app);
  renderer_advance(app->outputs.renderer, app_build(app), app->outputs.window.width, app->outputs.window.height);
}
