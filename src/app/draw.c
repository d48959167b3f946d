/* The picture of a frame: camera, quality, resolution, one world or two. */
#include "app/app_state.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"

enum { HURRIED_STEPS = 2 };              /* of resolution_share, in addition to the chosen one while the past is dragged */
enum { QUALITY_TOLD = 2 };               /* frames: the panel of the first is built before it is drawn */
static const double hurry_rests_s = 0.3; /* s of the clock since the last jump through time after which they are as before */

static const float dark[3] = {0.055f, 0.075f, 0.090f}; /* of the fourth part, which has figures */

/* Writes the size of each world's picture, in pixels: the window's, or of one of its four parts. */
static void picture_size(const App *app, int *width, int *height) {
  const bool parts = app->outputs.beside.on && !app->frame.plain;
  *width = parts ? (app->outputs.window.width + 1) / 2 : app->outputs.window.width;
  *height = parts ? (app->outputs.window.height + 1) / 2 : app->outputs.window.height;
}

static void place(float *at, int whole, int part) {
  if (*at >= (float)part) *at -= (float)(whole - part);
}

void app_place_input(App *app) {
  Input *const input = &app->frame.input;
  const Window *const window = &app->outputs.window;
  int width, height;
  picture_size(app, &width, &height); /* the window's own for one world: then nothing is moved */
  place(&input->x, window->width, width), place(&input->y, window->height, height);
  for (int n = 0; n < input->press_count; n++) {
    place(&input->presses[n].x, window->width, width);
    place(&input->presses[n].y, window->height, height);
  }
}

/* --- the frame ------------------------------------------------------------------------------------------------------------ */

void app_camera(App *app, double elapsed) {
  Viewpoint *const view = &app->screen.view;
  const WorldView *const world = app->frame.shown.view;
  int width, height;
  /* The camera goes on along the fly-by, and leaves it when the person moves it. */
  if (camera_moved(&app->frame.input)) view->flying = false;
  if (view->flying) {
    SceneCamera place;
    view->flown += elapsed;
    camera_flyby(session_scene(app->session), view->flown, &place);
    camera_go(&view->camera, &place, world);
  }
  picture_size(app, &width, &height);
  camera_update(&view->camera, &app->frame.input, world, width, height, elapsed);
}

ToolsView app_tools_view(const App *app) {
  int width, height;
  picture_size(app, &width, &height);
  return (ToolsView){&app->screen.view.camera, width, height, app->frame.shown.view, app->screen.paused};
}

/* Builds the renderer's view of one of the worlds, each with its own builder. */
static const FrameView *build_view(const App *app, FrameBuild *build, const WorldView *world) {
  const Screen *const screen = &app->screen;
  const Window *const window = &app->outputs.window;
  const Params *const looks = &session_wanted(app->session)->params;
  const ToolsView view = app_tools_view(app);
  FrameRequest request = {.looks = looks,
                          .earlier = app->frame.shown.earlier,
                          .time = app->frame.shown.time,
                          .mode = screen->mode,
                          .camera = &screen->view.camera,
                          .opening = &session_scene(app->session)->cameras[screen->view.opening],
                          .cursor_on = screen->tools.aim.hit && !app->frame.plain && !screen->hidden && !window->right && !window->middle};
  request.cursor_radius = tools_ring(&screen->tools, app->frame.input.shift, looks, request.cursor_colour);
  if (screen->measure.on) request.cursor_radius = measure_ring(&screen->measure, &view);
  memcpy(request.cursor, screen->tools.aim.position, sizeof request.cursor);
  return frame_build_run(build, world, &request);
}

const FrameView *app_build(App *app) {
  return build_view(app, app->outputs.build, app->frame.shown.view);
}

/* --- quality and resolution --------------------------------------------------------------------------------------------------- */

/* The share of a frame's time that is taken for the device's, where that does not tell its own: frames at 60 Hz are no reason for a change, and
 * those of 22 ms are too slow. */
static const double of_frame = 0.6;

double app_device_ms(const Renderer *renderer, double elapsed_ms) {
  RendererPassTime passes[RENDERER_PASSES_MAX];
  const int count = renderer_pass_times(renderer, passes);
  double ms = 0;
  for (int n = 0; n < count; n++) ms += (double)passes[n].ms;
  return renderer_knows_times(renderer) ? ms : of_frame * elapsed_ms;
}

/* Follows the frames' times with the quality, until the person chooses one. */
static void choose_tier(App *app) {
  Quality *const quality = &app->outputs.quality;
  const Renderer *const renderer = app->outputs.renderer;
  const int wanted = (int)session_wanted(app->session)->params.quality;
  if (wanted != quality->now && app->program.stats.frames > 0) quality->chosen = true, app->program.settings.config.quality = wanted;
  if (quality->chosen || renderer_is_software(renderer) || session_def_sets(&app->program.options.session, "quality")) return;
  const int most = quality->resolution.step > 0 ? quality->now : RENDERER_QUALITY_BEST; /* more pixels come first */
  const int tier = tier_choose(&quality->tier, quality->now, most, app_device_ms(renderer, app->outputs.rate.frame_ms),
                               1e-3 * app->outputs.rate.frame_ms);
  if (tier == quality->now) return;
  session_suit_quality(app->session, tier);
  session_accept_params(app->session);
}

/* Sets the quality that the person has chosen, or that suits the frames' times. */
static void set_quality(App *app) {
  Quality *const quality = &app->outputs.quality;
  choose_tier(app);
  const int wanted = (int)session_wanted(app->session)->params.quality;
  /* A finer quality, for which drivers compile for seconds, waits for a frame that tells of it. */
  const bool slow = wanted > quality->now && quality->chosen && app->program.stats.frames > 0;
  if (slow && quality->waited != QUALITY_TOLD) {
    if (quality->waited++ == 0) app_say(app, "quality: the finer picture takes a moment");
    return;
  }
  quality->waited = 0;
  if (wanted != quality->now) renderer_set_quality(app->outputs.renderer, wanted);
  quality->now = wanted;
}

/* Returns true if what is drawn goes to a file: such pictures are whole. */
static bool is_for_file(const App *app) {
  return app->frame.plain || app->program.options.film;
}
bool app_follows_resolution(const App *app) {
  return !is_for_file(app) && params_picture_share(&session_wanted(app->session)->params) == 0;
}

float app_picture_share(const App *app) {
  const bool jumps = session_facts(app->session).looks_back && clock_seconds() - app->stage.jumped_at < hurry_rests_s;
  if (is_for_file(app)) return 1;
  if (!app_follows_resolution(app)) return params_picture_share(&session_wanted(app->session)->params);
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
  Renderer *const renderer = app->outputs.renderer;
  const Quality *const quality = &app->outputs.quality;
  const SessionShown *const shown = &app->frame.shown;
  int width, height;
  picture_size(app, &width, &height);
  const int right = app->outputs.window.width - width, top = app->outputs.window.height - height;
  if (width <= 0 || height <= 0) return;
  if (beside->quality != quality->now) renderer_set_quality(beside->renderer, quality->now);
  beside->quality = quality->now;
  renderer_set_share(beside->renderer, quality->share, app->stage.hurried);
  const bool known = shown->twin && beside_find_difference(beside, (const WorldView *const[2]){shown->view, shown->twin});
  FrameView difference = *frame;
  difference.mode = FRAME_DIFFERENCE;
  difference.difference = known ? beside->field : NULL;
  difference.depth_scale = (float)beside->scale;
  difference.cursor_on = false;
  draw_part(beside, NULL, NULL, (const int[4]){right, 0, width, height});
  draw_part(beside, renderer, &difference, (const int[4]){0, 0, width, height});
  draw_part(beside, renderer, frame, (const int[4]){0, top, width, height});
  if (shown->twin)
    draw_part(beside, beside->renderer, build_view(app, beside->build, shown->twin), (const int[4]){right, top, width, height});
  else /* looking back: from here on both would go on */
    draw_part(beside, renderer, frame, (const int[4]){right, top, width, height});
}

const PlanMap *app_plan(App *app) {
  Projector *const p = &app->screen.projector;
  const WorldView *const world = app->frame.shown.view;
  const Window *const window = &app->outputs.window;
  if (!p->own)
    p->corners = plan_corners_whole(world->cell * (float)world->nx, world->cell * (float)world->nz, window->width, window->height);
  plan_map(&p->corners, &p->map);
  return &p->map;
}

void app_draw(App *app, const FrameView *frame) {
  const Outputs *const outputs = &app->outputs;
  if (app->program.options.projector) {
    renderer_draw_plan(outputs->renderer, frame, app_plan(app), outputs->window.width, outputs->window.height);
    return;
  }
  set_quality(app);
  app->outputs.quality.share = app_picture_share(app);
  renderer_set_hasty(outputs->renderer, !is_for_file(app));
  renderer_set_share(outputs->renderer, outputs->quality.share, app->stage.hurried);
  renderer_set_blending(outputs->renderer, !app->frame.plain && !outputs->beside.on);
  if (outputs->beside.on && !app->frame.plain)
    draw_beside(app, frame);
  else
    renderer_draw(outputs->renderer, frame, outputs->window.width, outputs->window.height);
}

void app_advance(App *app) {
  const Outputs *const outputs = &app->outputs;
  set_quality(app);
  renderer_advance(outputs->renderer, app_build(app), outputs->window.width, outputs->window.height);
}
