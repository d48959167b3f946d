/* `weir pictures --film`: the film that shows strangers what the water is like. */
#include "commands/scenes_film.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/output.h"
#include "cli/cli.h"
#include "commands/commands.h"
#include "files/folders.h"
#include "film/film.h"
#include "offscreen/offscreen.h"
#include "render/readback.h"
#include "session/session.h"

enum { FPS = 25 };

static const double shot_s = 4, moment_s = 0.1; /* how often foam and wet ground are followed before a shot */

/* A shot: a scene from a simulated second on, by a camera that moves evenly from one place to another (shares in x and z, metres in y). */
typedef struct Shot {
  const char *scene;
  float begin_s, release_s; /* release_s: when its dam is let go, simulated; negative: never */
  float eye[2][3], target[2][3];
  float view_deg;
} Shot;

static const Shot shots[] = {
    {"beach", 23, -1, {{0.30f, 2.9f, 0.40f}, {0.36f, 2.6f, 0.44f}}, {{0.55f, 0, 0.75f}, {0.55f, 0, 0.72f}}, 50},
    {"mill", 21, -1, {{0.610f, 5.2f, 0.56f}, {0.575f, 6.5f, 0.50f}}, {{0.45f, 2.6f, 0.44f}, {0.44f, 2.6f, 0.44f}}, 50},
    {"pool", 0.4f, -1, {{0.05f, 9, 1.25f}, {0.20f, 7.5f, 1.15f}}, {{0.5f, 1, 0.5f}, {0.5f, 1, 0.5f}}, 42},
    {"vents", 41, -1, {{0.735f, 31, 0.88f}, {0.700f, 28, 0.82f}}, {{0.545f, 17, 0.57f}, {0.545f, 17.5f, 0.57f}}, 45},
    {"river", 14, 3, {{0.805f, 9, 0.478f}, {0.765f, 7.5f, 0.468f}}, {{0.50f, 2.2f, 0.402f}, {0.52f, 2.2f, 0.402f}}, 48},
};

/* The film under way, from open_film to close_film; owned by scenes_film. */
typedef struct ScenesFilm {
  const ScenesFilmDef *def;
  Offscreen offscreen;
  FrameReader *reader;
  FilmWriter *writer;
  int64_t frames;
  int shots;    /* done */
  bool stopped; /* the film cannot be written any more; its writer knows why */
} ScenesFilm;

static bool open_film(ScenesFilm *f, Error *error) {
  const ScenesFilmDef *const def = f->def;
  char name[FILM_PATH];
  Error reason = {0};
  if (!film_picture_name(def->path, 1, name)) return error_set(error, "--film: the name is longer than %d bytes", FILM_PATH - 1);
  const bool pictures = film_is_pictures(def->path, &reason);
  if (pictures && reason.text[0]) fprintf(stderr, "weir: --film: %s: numbered pictures instead, %s and on\n", reason.text, name);
  if (!output_possible(pictures ? name : def->path, error) || !offscreen_begin(&f->offscreen, def->width, def->height, error)) return false;
  renderer_set_quality(f->offscreen.renderer, RENDERER_QUALITY_BEST);
  renderer_set_blending(f->offscreen.renderer, true);
  f->reader = frame_reader_create(def->width, def->height);
  if (!f->reader) return error_set(error, "--film: not enough memory");
  f->writer = film_writer_create(def->path, &(FilmDef){.width = def->width, .height = def->height, .fps = FPS}, false, error);
  return f->writer;
}

/* Hands over the frames that have been read; with `all`, waits for every one. Returns false if the film cannot go on. */
static bool hand_over(ScenesFilm *f, bool all) {
  int64_t number;
  const uint8_t *pixels;
  bool ok = true;
  while (ok && (pixels = frame_reader_front(f->reader, all, &number))) {
    ok = film_writer_add(f->writer, number, pixels, true);
    frame_reader_next(f->reader);
  }
  return ok;
}

/* Returns the camera's place at `u` of the way, 0 to 1. */
static SceneCamera camera_on_way(const Shot *shot, float u) {
  SceneCamera place = {.view_deg = shot->view_deg};
  for (int axis = 0; axis < 3; axis++) {
    place.eye[axis] = shot->eye[0][axis] + u * (shot->eye[1][axis] - shot->eye[0][axis]);
    place.target[axis] = shot->target[0][axis] + u * (shot->target[1][axis] - shot->target[0][axis]);
  }
  return place;
}

/* Returns the frame of the world as it stands. */
static const FrameView *frame_of(ScenesFilm *f, const Shot *shot, const World *world, WorldView *view, FrameView *frame) {
  Offscreen *const to = &f->offscreen;
  const float u = (float)((world->time - (double)shot->begin_s) / shot_s);
  const SceneCamera place = camera_on_way(shot, fmaxf(u, 0));
  Params looks = world->params;
  looks.quality = RENDERER_QUALITY_BEST;
  world_view_copy(view, NULL, world, &(WorldViewRequest){.flow_every = 1});
  camera_reset(&to->camera, &place, view);
  *frame = *offscreen_frame(to, view, &(FrameRequest){.looks = &looks, .time = world->time, .opening = &place});
  frame->world_version = frame->terrain_version = frame->land_version = (uint32_t)f->shots + 1; /* nothing remains of the shot before */
  return frame;
}

/* Runs the world through the shot; draws its frames and, in the seconds before, what foam and wet ground come from. */
static bool film_world(ScenesFilm *f, const Shot *shot, World *world, WorldView *view) {
  const int width = f->def->width, height = f->def->height, count = (int)(FPS * shot_s);
  const double followed = (double)shot->begin_s - OFFSCREEN_FOLLOWED_S;
  bool released = shot->release_s < 0;
  double next = 0;
  int frames = 0;
  FrameView frame;
  Progress progress = progress_begin();
  while (frames < count) {
    const double due = (double)shot->begin_s + (double)frames / FPS;
    if (world->time >= due - 1e-6) {
      renderer_draw(f->offscreen.renderer, frame_of(f, shot, world, view, &frame), width, height);
      frame_reader_begin(f->reader, f->frames++, width, height);
      frames++;
      if (!hand_over(f, false)) return false;
      continue;
    }
    if (frames == 0 && world->time >= fmax(followed, next)) {
      renderer_advance(f->offscreen.renderer, frame_of(f, shot, world, view, &frame), width, height);
      next = world->time + moment_s;
    }
    if (!released && world->time >= (double)shot->release_s) {
      world_command(world, &(Command){.kind = COMMAND_RELEASE_DAM});
      released = true;
    }
    world_step(world);
    progress_tell(&progress, "%s: %.1f s of %g simulated", shot->scene, world->time, (double)shot->begin_s + shot_s);
  }
  progress_end(&progress);
  return hand_over(f, true);
}

static bool film_shot(ScenesFilm *f, const Shot *shot, Error *error) {
  static Scene scene; /* too large for a small stack */
  char path[SCENE_PATH];
  if (!scene_find(folder_assets(), shot->scene, path, error) || !scene_read(path, &scene, error)) return false;
  World *const world = world_create(&scene, 1, f->def->threads, error);
  if (!world) return false;
  WorldView *const view = world_view_create(world->nx, world->nz);
  bool ok = view || error_set(error, "%s: not enough memory", shot->scene);
  if (ok) f->stopped = !film_world(f, shot, world, view);
  world_view_destroy(view);
  world_destroy(world);
  const int errors = renderer_count_errors(f->offscreen.renderer);
  if (ok && errors > 0) ok = error_set(error, "%s: OpenGL: %d errors on %s", shot->scene, errors, renderer_device(f->offscreen.renderer));
  f->shots++;
  return ok;
}

bool scenes_film(const ScenesFilmDef *def, Error *error) {
  ScenesFilm film = {.def = def}, *const f = &film;
  bool ok = open_film(f, error);
  for (size_t n = 0; n < sizeof shots / sizeof *shots && ok && !f->stopped; n++)
    if (!def->only || strcmp(def->only, shots[n].scene) == 0) ok = film_shot(f, &shots[n], error);
  if (ok && f->shots == 0) ok = error_set(error, "--film: no shot of %s is in the film", def->only);
  if (f->writer) ok = film_writer_end(f->writer, f->stopped ? -1 : f->frames, ok ? error : NULL) && ok;
  frame_reader_destroy(f->reader);
  offscreen_end(&f->offscreen);
  if (ok) printf("%s  %.1f s\n", def->path, (double)f->frames / FPS);
  return ok;
}
