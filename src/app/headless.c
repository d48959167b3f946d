/* A run without a window: its pictures, its film, and the line that tells how far it is. */
#include "app/run.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "offscreen/offscreen.h"
#include "render/readback.h"

/* s: how often foam and wet ground are followed before the picture of a run without a window: the renderer takes no step of time for longer
 * than a quarter of a second. */
static const double unwatched_frame_s = 0.1;

/* Simulated s: times that are closer are the same; frames are read by number and time. */
static const double same_time_s = 1e-6;

/* The run; one, zeroed at the start. */
typedef struct Headless {
  Options options;
  Session *session;
  Stats stats;
  int camera;        /* among the scene's */
  Offscreen picture; /* open where something is drawn; else not one library of GL is loaded */
  int quality;       /* that the renderer draws with */
  Panel *panel;      /* NULL: no --overlay */
  Results *results;  /* NULL: no --out */
  Error fault;       /* why results could not be gone on with; empty: they could */
  RunSand sand;
  RunFilm film;
  WorldView *filmed; /* the state that the film's frames are made of */
  double film_start; /* simulated s of frame 0 */
  int64_t film_next; /* the next frame to draw */
} Headless;

/* --- a picture ------------------------------------------------------------------------------------------------------------- */

/* Copies the world as it stands into `view`, with the camera of the simulated second `time`. */
static void look(Headless *run, WorldView *view, double time) {
  const Scene *const scene = session_scene(run->session);
  WorldViewRequest request = frame_build_view_request(run->options.view, &session_wanted(run->session)->params);
  SceneCamera place = scene->cameras[run->camera];
  request.stats = true;
  world_view_copy(view, NULL, session_world(run->session), &request);
  if (run->options.flyby) camera_flyby(scene, time, &place);
  camera_reset(&run->picture.camera, &place, view);
}

/* Returns the frame of what was looked at, `earlier` (0 to 1) of a tick before it, and has the renderer draw it as finely as is wanted. */
static const FrameView *build(Headless *run, const WorldView *view, double time, float earlier) {
  const Params *const looks = &session_wanted(run->session)->params;
  const int quality = (int)looks->quality;
  if (quality != run->quality) renderer_set_quality(run->picture.renderer, quality);
  run->quality = quality;
  return offscreen_frame(&run->picture, view,
                         &(FrameRequest){.looks = looks,
                                         .earlier = earlier,
                                         .time = time,
                                         .mode = run->options.view,
                                         .opening = &session_scene(run->session)->cameras[run->camera]});
}

/* Brings foam and wet ground up to the frame without drawing a picture. */
static void advance(const Headless *run, const FrameView *frame) {
  renderer_advance(run->picture.renderer, frame, run->picture.window.width, run->picture.window.height);
}

static void draw(const Headless *run, const FrameView *frame) {
  if (run->options.projector) {
    const Window *const window = &run->picture.window;
    const PlanCorners corners =
        plan_corners_whole((float)frame->nx * frame->cell, (float)frame->nz * frame->cell, window->width, window->height);
    PlanMap map;
    plan_map(&corners, &map);
    renderer_draw_plan(run->picture.renderer, frame, &map, window->width, window->height);
    return;
  }
  if (run->stats.frames == 0) advance(run, frame); /* a first frame may leave something out: renderer.h */
  renderer_draw(run->picture.renderer, frame, run->picture.window.width, run->picture.window.height);
}

/* Builds the overlay of a picture, which shows nothing else of the panel. */
static void build_overlay(Headless *run, const WorldView *view) {
  Renderer *const renderer = run->picture.renderer;
  const Profile none = {0};
  RendererPassTime passes[RENDERER_PASSES_MAX];
  renderer_time_passes(renderer, true);
  panel_build(run->panel, &(PanelView){.world = view,
                                       .passes = passes,
                                       .pass_count = renderer_pass_times(renderer, passes),
                                       .device = renderer_device(renderer),
                                       .mode = &run->options.view,
                                       .overlay = true,
                                       .plain = true,
                                       .picture_share = run->stats.share,
                                       .drawing = &none,
                                       .scale = frame_build_scale(run->picture.build, run->options.view)});
}

/* Writes --screenshot's file. Returns false and sets *error if it cannot be written. */
static bool save_last_picture(Headless *run, Error *error) {
  const World *const world = session_world(run->session);
  const Window *const window = &run->picture.window;
  WorldView *const last = world_view_create(world->nx, world->nz);
  if (!last) return error_set(error, "not enough memory for the picture");
  look(run, last, world->time);
  for (int n = 0; n < 2 && run->panel; n++) build_overlay(run, last); /* Dear ImGui measures a new window first, and then shows it */
  renderer_set_blending(run->picture.renderer, false);                /* with frames of a film, of a time before */
  draw(run, build(run, last, world->time, 0));
  if (run->panel) panel_draw();
  if (run->stats.frames == 0) stats_frame(&run->stats, false, 1);
  const bool ok = renderer_screenshot(window->width, window->height, run->options.screenshot, error);
  world_view_destroy(last);
  return ok;
}

/* Foam and wet ground come of the frames before, so a run without a window has some of its end drawn. */
static void follow_unseen(Headless *run) {
  const StepStats *const steps = session_facts(run->session).steps;
  const Options *const o = &run->options;
  const World *const world = session_world(run->session);
  if (!o->screenshot || o->film || o->projector || o->view != FRAME_LIT) return; /* a film draws all of the run, a plan needs none */
  const double tick = (double)world->params.tick;
  const int64_t ticks = (int64_t)(OFFSCREEN_FOLLOWED_S / tick), every = (int64_t)fmax(unwatched_frame_s / tick, 1);
  const int64_t from = o->steps < 0 ? -1 : o->steps < ticks ? 0 : o->steps - ticks;
  const double seconds = o->seconds < 0 ? -1 : fmax(o->seconds - OFFSCREEN_FOLLOWED_S, 0);
  if (steps->steps % every != 0 || !step_stats_at_end(steps, from, seconds, tick)) return;
  WorldView *const view = world_view_create(world->nx, world->nz);
  if (!view) return;
  look(run, view, world->time);
  advance(run, build(run, view, world->time, 0));
  world_view_destroy(view);
}

/* --- the film: a picture for each frame ------------------------------------------------------------------------------------ */

static double frame_time(const Headless *run, int64_t n) {
  return run->film_start + (double)n / run->options.fps;
}

/* Makes room for the state of a world; a replay goes on to worlds of other grids. Returns false if memory runs out. */
static bool fit_film(Headless *run, const World *world) {
  if (run->filmed && run->filmed->nx == world->nx && run->filmed->nz == world->nz) return true;
  WorldView *const view = world_view_create(world->nx, world->nz);
  if (!view) return false;
  world_view_destroy(run->filmed);
  run->filmed = view;
  run->film_start = world->time - (double)run->film_next / run->options.fps;
  return true;
}

/* Draws the frames that are due by now, each between the state of now and the one before. Returns false if the film cannot go on. */
static bool film_tick(Headless *run) {
  RunFilm *const film = &run->film;
  if (!film->writer) return true;
  const World *const world = session_world(run->session);
  const double now = world->time, tick = (double)world->params.tick;
  const int64_t first = run->film_next;
  if (!fit_film(run, world)) return false;
  for (; run->film_next < film->total && frame_time(run, run->film_next) <= now + same_time_s; run->film_next++) {
    const double time = fmin(frame_time(run, run->film_next), now);
    look(run, run->filmed, time);
    draw(run, build(run, run->filmed, time, now - time < same_time_s ? 0 : (float)fmin((now - time) / tick, 1)));
    stats_frame(&run->stats, false, 1);
    run_film_write(film, true);
    frame_reader_begin(film->reader, run->film_next, film->width, film->height);
  }
  /* A frame before the next state is drawn between that and this one, which has to be built for it. */
  if (run->film_next == first && first < film->total && frame_time(run, first) < now + tick - same_time_s) {
    look(run, run->filmed, now);
    advance(run, build(run, run->filmed, now, 0));
  }
  return !film->failed;
}

/* --- results ---------------------------------------------------------------------------------------------------------------- */

/* Begins what --out names. Returns false and sets *error if it cannot be written. */
static bool begin_results(Headless *run, Error *error) {
  Error reason;
  const ResultsDef *const def = &run->options.results;
  if (!def->folder) return true;
  if (results_missing()) fprintf(stderr, "weir: --out: %s\n", results_missing());
  run->results = results_begin(def, session_world(run->session), &reason);
  return run->results || error_set(error, "--out: %s", reason.text);
}

/* Adds a tick to the results. Returns false if they cannot be gone on with: run->fault says why. */
static bool results_follow(Headless *run) {
  Error reason;
  if (!run->results || results_tick(run->results, session_world(run->session), &reason)) return true;
  return error_set(&run->fault, "--out: %s", reason.text);
}

/* Writes the maps. Returns false and sets *error if one cannot be written. */
static bool end_results(Headless *run, Error *error) {
  Error reason;
  if (run->fault.text[0]) return error_set(error, "%s", run->fault.text);
  if (!run->results || results_write_maps(run->results, session_world(run->session), &reason)) return true;
  return error_set(error, "--out: %s", reason.text);
}

/* --- the run --------------------------------------------------------------------------------------------------------------- */

static bool open_picture(void *data, Error *error) {
  Headless *const run = data;
  const Scene *const scene = session_scene(run->session);
  if (!offscreen_begin(&run->picture, run->options.width, run->options.height, error)) return false;
  if (run->options.stats) renderer_count_triangles(run->picture.renderer, true);
  if (!renderer_reserve(run->picture.renderer, scene->nx, scene->nz))
    return error_set(error, "not enough memory to draw %d x %d cells", scene->nx, scene->nz);
  return !run->options.overlay || (run->panel = run_panel(&run->picture.window, error));
}

static bool open_run(Headless *run, Error *error) {
  const Options *const o = &run->options;
  if (!run_files_possible(o, error) || !(run->session = run_session(&run->options, error))) return false;
  if (!run_sand_open(&run->sand, o, run->session, error)) return false;
  run->camera = run_camera(o, run->session, error);
  if (run->camera < 0) return false;
  if (!(o->screenshot || o->film ? run_build(run->session, open_picture, run, error) : session_build(run->session, error))) return false;
  World *const world = session_world(run->session);
  if (!session_facts(run->session).replays) settings_send(session_wanted(run->session), world); /* --set beside --load */
  if (o->drop > 0) world_drop_script(world, o->drop);
  if (!begin_results(run, error)) return false;
  if (!o->film) return true;
  if (!run_film_begin(&run->film, o, &run->picture.window, (double)world->params.tick, error)) return false;
  renderer_set_blending(run->picture.renderer, true);   /* its frames follow one another */
  if (run->film.total < 0) run->film.total = INT64_MAX; /* a replay ends by itself */
  return fit_film(run, world) || error_set(error, "--record: not enough memory");
}

/* Seconds as people say them: "8 s", "3 min". */
static void put_seconds(double seconds, char text[32]) {
  if (seconds < 100)
    snprintf(text, 32, "%.0f s", ceil(seconds));
  else
    snprintf(text, 32, "%.0f min", ceil(seconds / 60));
}

/* Tells how much of the run is done and how long the rest will take at this rate; a log that is played has no end that is known. */
static void tell_progress(const Headless *run, Progress *progress) {
  const StepStats *const steps = session_facts(run->session).steps;
  const Options *const o = &run->options;
  const char *const name = session_scene(run->session)->name;
  const double of_steps = o->steps > 0 ? (double)steps->steps / (double)o->steps : 0;
  const double of_seconds = o->seconds > 0 ? steps->simulated / o->seconds : 0, share = fmax(of_steps, of_seconds);
  char left[32];
  put_seconds((clock_seconds() - progress->begun) * (1 - share) / fmax(share, 1e-9), left);
  if (share > 0)
    progress_tell(progress, "%s: %.1f s simulated, %.0f %%, %s left", name, steps->simulated, 100 * share, left);
  else
    progress_tell(progress, "%s: %.1f s simulated", name, steps->simulated);
}

/* Waits until the clock is where simulated time is: what moves sand does not wait for water, nor should water run ahead of it. */
static void keep_pace(const Headless *run, const Progress *progress) {
  const double ahead = session_facts(run->session).steps->simulated - (clock_seconds() - progress->begun);
  run_sand_tell(&run->sand);
  if (ahead > 0) SDL_Delay((Uint32)(1e3 * ahead));
}

static void play(Headless *run) {
  const StepStats *const steps = session_facts(run->session).steps;
  const SessionEnd end = {run->options.steps, run->options.seconds};
  double release = run->options.release;
  Progress progress = progress_begin();
  bool filmed = film_tick(run);
  while (filmed && !run_signalled() && !session_is_done(run->session, end)) {
    if (release >= 0 && steps->simulated >= release) {
      world_command(session_world(run->session), &(Command){.kind = COMMAND_RELEASE_DAM});
      release = -1;
    }
    if (run->sand.feed) keep_pace(run, &progress);
    if (!session_step(run->session)) break;
    filmed = film_tick(run) && results_follow(run);
    follow_unseen(run);
    tell_progress(run, &progress);
  }
  const double took = clock_seconds() - progress.begun;
  progress_end(&progress);
  char wall[32];
  if (took < 10)
    snprintf(wall, sizeof wall, "%.2f s", took);
  else
    put_seconds(took, wall);
  progress_say("%s: %.2f s simulated in %lld steps, in %s (%.3g x real time); state %016llx", session_scene(run->session)->name,
               steps->simulated, (long long)steps->steps, wall, steps->simulated / fmax(took, 1e-9),
               (unsigned long long)world_hash(session_world(run->session)));
}

/* Writes --save's file. Returns false and sets *error if it cannot be written. */
static bool save_world(const Headless *run, Error *error) {
  Error reason;
  if (!run->options.save) return true;
  Save *const save = session_save(run->session, &(SaveView){0});
  if (!save) return error_set(error, "--save: not enough memory");
  const bool ok = save_write(save, run->options.save, &reason) || error_set(error, "--save: %s", reason.text);
  save_destroy(save);
  return ok;
}

static bool finish(Headless *run, Error *error) {
  const Options *const o = &run->options;
  Renderer *const renderer = run->picture.renderer;
  bool ok = run_film_end(&run->film, run->film_next >= run->film.total, error);
  ok = ok && (!o->screenshot || save_last_picture(run, error));
  const int errors = renderer ? renderer_count_errors(renderer) : 0;
  if (ok && errors > 0) ok = error_set(error, "OpenGL: %d errors while drawing on %s", errors, renderer_device(renderer));
  ok = run_report(o, run->session, &run->stats, renderer, (StatsDrawing){0}, &run->sand, ok ? error : NULL) && ok;
  ok = save_world(run, ok ? error : NULL) && ok;
  ok = end_results(run, ok ? error : NULL) && ok;
  if (!run_close(ok, o, run->session, error)) return false;
  return !run_signalled() || error_set(error, "ended by a signal after %lld steps", (long long)session_facts(run->session).steps->steps);
}

int headless_run(const Options *options, double start) {
  static Headless run; /* zeroed; too large for a small stack */
  Error error;
  run.options = *options;
  run_sand_prepare(&run.sand, &run.options);
  stats_init(&run.stats, start);
  bool ok = open_run(&run, &error);
  if (ok) {
    run.stats.begun = clock_seconds();
    interrupt_save_with(run_stop, NULL);
    play(&run);
    ok = finish(&run, &error);
  }
  const int status = ok ? 0 : cli_fail(run.camera < 0 ? EXIT_USAGE : EXIT_FAULT, NULL, &error);
  results_destroy(run.results);
  panel_destroy(run.panel);
  run_film_close(&run.film);
  world_view_destroy(run.filmed);
  offscreen_end(&run.picture);
  session_destroy(run.session);
  run_sand_close(&run.sand);
  return status;
}
