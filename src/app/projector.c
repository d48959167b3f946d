/* A run for a projector over a box of sand: its corners, its three big keys, and the pointer that pours. */
#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/app_state.h"
#include "base/clock.h"

static const double shown_s = 4, fades_s = 1;    /* of the clock without a sign of a person, after which nothing but the plan is shown */
static const float grip = 28;                    /* desktop pixels from a corner within which a press takes hold of it */
static const float pour_radius = 0.03f;          /* of the grid's shorter side */
static const float pour_rise = 0.01f;            /* of it in a second: by so much water rises below the pointer */
static const float rain_rise = 4e-4f;            /* and in rain everywhere */
static const float shower_radius = 0.04f;        /* of the shorter side */
enum { SHOWERS = 8, NUDGE = 1, NUDGE_FAR = 10 }; /* places that rain falls in, a frame; pixels of an arrow key */

/* s of the clock: sand is dry at a beginning, and a shower shows where it is low. */
static const double first_rain_s = 5;

static float shorter_side(const WorldView *world) {
  return world->cell * (float)(world->nx < world->nz ? world->nx : world->nz);
}

static bool has_lava(const App *app) {
  return strcmp(weir_liquid(session_wanted(app->session)->liquid)->name, "lava") == 0;
}

static void begin_rain(App *app) {
  if (app->program.options.sand && !has_lava(app)) app->screen.projector.rains_to = clock_seconds() + first_rain_s;
}

void app_projector_begin(App *app) {
  const Config *const config = &app->program.settings.config;
  Projector *const p = &app->screen.projector;
  if (!app->program.options.projector) return;
  memcpy(&p->corners, config->projector, sizeof p->corners);
  p->own = config->has_projector && plan_map(&p->corners, &p->map);
  p->rng.state = 1;
  p->touched_at = clock_seconds();
  begin_rain(app);
  /* The projector is the display that was added last. */
  const int displays = SDL_GetNumVideoDisplays();
  SDL_Window *const window = app->outputs.window.sdl;
  if (app->program.options.size_given) return;
  const int middle = (int)SDL_WINDOWPOS_CENTERED_DISPLAY((unsigned)(displays - 1));
  if (displays > 1) SDL_SetWindowPosition(window, middle, middle);
  window_toggle_full_screen(&app->outputs.window);
}

/* --- corners ----------------------------------------------------------------------------------------------------------------- */

/* Puts the chosen corner somewhere, unless there would be no plan then. */
static void move_corner(App *app, float x, float y) {
  Projector *const p = &app->screen.projector;
  Config *const config = &app->program.settings.config;
  PlanCorners moved = p->corners;
  PlanMap map;
  moved.at[p->chosen - 1][0] = fminf(fmaxf(x, 0), 1);
  moved.at[p->chosen - 1][1] = fminf(fmaxf(y, 0), 1);
  if (!plan_map(&moved, &map)) return;
  p->corners = moved, p->map = map, p->own = true;
  config->has_projector = true;
  memcpy(config->projector, &moved, sizeof config->projector);
}

static void reset_corners(App *app) {
  app->screen.projector.own = app->program.settings.config.has_projector = false;
  app->screen.projector.chosen = 0;
}

/* Returns 1 + the corner at this place; 0: there is none. */
static int corner_at(const App *app, float x, float y) {
  const Window *const window = &app->outputs.window;
  const PlanCorners *const corners = &app->screen.projector.corners;
  for (int n = 0; n < PLAN_CORNERS; n++) {
    const float dx = corners->at[n][0] * (float)window->width - x, dy = corners->at[n][1] * (float)window->height - y;
    if (dx * dx + dy * dy < grip * grip * window->scale * window->scale) return n + 1;
  }
  return 0;
}

/* --- input ------------------------------------------------------------------------------------------------------------------- */

static void toggle_lava(App *app) {
  const int now = session_wanted(app->session)->liquid, count = weir_liquid_count();
  int lava = 0;
  while (lava < count - 1 && strcmp(weir_liquid(lava)->name, "lava") != 0) lava++;
  app_set_liquid(app, now == lava ? session_scene(app->session)->liquid : lava);
}

static void begin_again(App *app) {
  app_reset(app, false);
  begin_rain(app);
}

static void nudge(App *app, int right, int down, bool far) {
  const Projector *const p = &app->screen.projector;
  const Window *const window = &app->outputs.window;
  if (p->chosen == 0) return;
  const float *const at = p->corners.at[p->chosen - 1], by = far ? NUDGE_FAR : NUDGE;
  move_corner(app, at[0] + by * (float)right / (float)window->width, at[1] + by * (float)down / (float)window->height);
}

static void press_key(App *app, int code) {
  Window *const window = &app->outputs.window;
  const bool far = code & KEYS_SHIFT;
  switch (code & ~KEYS_HELD) {
    case SDLK_ESCAPE:
      if (window_is_full_screen(window))
        window_toggle_full_screen(window);
      else
        app->program.quit = true;
      break;
    case SDLK_F11: window_toggle_full_screen(window); break;
    case SDLK_l: toggle_lava(app); break;
    case SDLK_r:
    case SDLK_RETURN: begin_again(app); break;
    case SDLK_c: reset_corners(app); break;
    case SDLK_1:
    case SDLK_2:
    case SDLK_3:
    case SDLK_4: app->screen.projector.chosen = (code & ~KEYS_HELD) - SDLK_0; break;
    case SDLK_LEFT: nudge(app, -1, 0, far); break;
    case SDLK_RIGHT: nudge(app, 1, 0, far); break;
    case SDLK_UP: nudge(app, 0, -1, far); break;
    case SDLK_DOWN: nudge(app, 0, 1, far); break;
    default: break;
  }
}

static void press_button(App *app, const InputPress *press) {
  Projector *const p = &app->screen.projector;
  if (press->button != INPUT_LEFT) return;
  p->drags = p->pours = false;
  if (!press->down) return;
  const int corner = corner_at(app, press->x, press->y);
  if (corner) p->chosen = corner;
  p->drags = corner > 0;
  p->pours = corner == 0;
}

void app_projector_input(App *app) {
  Projector *const p = &app->screen.projector;
  Input *const input = &app->frame.input;
  const Window *const window = &app->outputs.window;
  window_poll(&app->outputs.window, (WindowFilter){panel_filter, app->outputs.panel}, input);
  if (input->quit) app->program.quit = true;
  if (input->moved || input->fingers || input->key_count > 0 || input->press_count > 0) p->touched_at = clock_seconds();
  const PlanMap *const map = app_plan(app);
  for (int n = 0; n < input->key_count; n++) press_key(app, input->keys[n].code);
  for (int n = 0; n < input->press_count; n++) press_button(app, &input->presses[n]);
  const float x = input->x / (float)window->width, y = input->y / (float)window->height;
  if (p->drags) move_corner(app, x, y);
  p->pours = p->pours && input->left && plan_place(map, x, y, p->pour_at);
  p->rains = SDL_GetKeyboardState(NULL)[SDL_SCANCODE_SPACE];
}

/* --- the water that falls ------------------------------------------------------------------------------------------------------ */

/* Lets showers fall here and there, so much in all as stands for rain of `elapsed` s. */
static void rain(App *app, double elapsed) {
  Projector *const p = &app->screen.projector;
  const WorldView *const world = app->frame.shown.view;
  const float wide = world->cell * (float)world->nx, deep = world->cell * (float)world->nz, side = shorter_side(world);
  const float volume = rain_rise * side * wide * deep * (float)fmin(elapsed, 0.1) / SHOWERS;
  for (int n = 0; n < SHOWERS; n++) {
    const Command drop = {
        .kind = COMMAND_POUR,
        .brush = {.x = rng_range(&p->rng, 0, wide), .z = rng_range(&p->rng, 0, deep), .radius = shower_radius * side, .amount = volume}};
    session_command(app->session, &drop);
  }
}

void app_projector_request(App *app, double elapsed) {
  const Projector *const p = &app->screen.projector;
  const WorldView *const world = app->frame.shown.view;
  const float side = shorter_side(world), radius = pour_radius * side;
  SessionRequest request = {.tool_on = p->pours,
                            .tool = {.kind = COMMAND_POUR,
                                     .brush = {.x = p->pour_at[0] * world->cell * (float)world->nx,
                                               .z = p->pour_at[1] * world->cell * (float)world->nz,
                                               .radius = radius,
                                               .amount = pour_rise * side * 3.1416f * radius * radius}}};
  request.view = frame_build_view_request(FRAME_LIT, &session_wanted(app->session)->params);
  if (p->rains || clock_seconds() < p->rains_to) rain(app, elapsed);
  session_request(app->session, &request);
}

/* --- what is shown over the plan --------------------------------------------------------------------------------------------- */

void app_projector_panel(App *app) {
  Projector *const p = &app->screen.projector;
  const Window *const window = &app->outputs.window;
  const double idle = clock_seconds() - p->touched_at;
  PanelProjector view = {.shown = app->frame.plain ? 0 : (float)fmin(fmax((shown_s + fades_s - idle) / fades_s, 0), 1),
                         .chosen = p->chosen - 1,
                         .rains = p->rains,
                         .lava = has_lava(app)};
  for (int n = 0; n < PLAN_CORNERS; n++) {
    view.corners[n][0] = p->corners.at[n][0] * (float)window->width / window->scale;
    view.corners[n][1] = p->corners.at[n][1] * (float)window->height / window->scale;
  }
  const PanelProjectorRequest request = panel_build_projector(app->outputs.panel, &view);
  SDL_ShowCursor(view.shown > 0);
  p->rains = p->rains || request.rain;
  if (request.lava) toggle_lava(app);
  if (request.reset) begin_again(app);
}
