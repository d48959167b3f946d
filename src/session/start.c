#define _POSIX_C_SOURCE 200809L /* S_ISREG */

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/paths.h"
#include "base/words.h"
#include "session/session_private.h"

static const char *const default_scene = "river";

/* --- what the definition changes ----------------------------------------------------------------------------------------------------- */

/* Sets the parameters of `sets`, also in those of a world that came from a saved game. */
static bool apply_sets(const SessionDef *def, Params *params, Error *error) {
  for (int n = 0; n < def->set_count; n++) {
    char word[64];
    const char *const text = def->sets[n], *const equals = strchr(text, '=');
    snprintf(word, sizeof word, "%.*s", (int)(equals - text), text);
    if (!params_set(params, word, equals + 1, error)) return false;
  }
  return true;
}

static bool apply_rest(const SessionDef *def, Scene *scene, Error *error) {
  if (def->solver_given) scene->solver = def->solver;
  if (def->liquid >= 0) {
    scene->liquid = def->liquid;
    params_set_liquid(&scene->params, weir_liquid(def->liquid), NULL);
  }
  for (int side = 0; side < WEIR_SIDE_COUNT && def->boundary_given; side++)
    scene->sides[side] = def->boundary, scene->series[side].count = 0;
  return apply_sets(def, &scene->params, error);
}

/* Changes a scene as the definition says. `first`: it is the scene named there, not one chosen later; only that one takes an image. Writes
 * a note about its ground; empty: none. Returns false and sets *error if the two do not fit or an image cannot be read. */
static bool apply(const SessionDef *def, bool first, Scene *scene, char note[OWN_GROUND_NOTE], Error *error) {
  const OwnGround *const own = &def->ground;
  note[0] = '\0';
  if (first && own->path) return own_ground_apply(own, false, scene, note, error) && apply_rest(def, scene, error);
  const bool height = first && own->height_m > 0;
  if (height && scene->terrain != TERRAIN_IMAGE)
    return error_set(error, "--terrain-height: the terrain of scene '%s' is not an image; add --terrain FILE", scene->name);
  if (height) scene->height_m = own->height_m;
  if (own->nx > 0) scene_set_grid(scene, own->nx, own->nz > 0 ? own->nz : own->nx);
  if (first && own->cell_m > 0) scene->cell_m = own->cell_m;
  own_ground_note(scene, note);
  return apply_rest(def, scene, error);
}

/* Makes a plain scene of an image. Returns false and sets *error if the image cannot be used. */
static bool plain_scene(const SessionDef *def, const OwnGround *own, Scene *scene, char note[OWN_GROUND_NOTE], Error *error) {
  own_ground_scene(scene, own->path);
  return own_ground_apply(own, true, scene, note, error) && apply_rest(def, scene, error);
}

bool session_def_sets(const SessionDef *def, const char *name) {
  const size_t size = strlen(name);
  for (int n = 0; n < def->set_count; n++)
    if (strncmp(def->sets[n], name, size) == 0 && def->sets[n][size] == '=') return true;
  return false;
}

/* --- worlds -------------------------------------------------------------------------------------------------------------------------- */

/* Adds to the line about a scene that there is none of the command that its name is near to. */
static bool suggest_command(const char *const *commands, const char *name, Error *error) {
  char word[32];
  const Error reason = *error;
  for (int n = 0; commands && commands[n]; n += 2) {
    Nearest nearest = {0};
    snprintf(word, sizeof word, "%.*s", (int)strcspn(commands[n], " "), commands[n]);
    nearest_try(&nearest, name, word);
    if (nearest.word) return error_set(error, "%s; weir %s is a command", reason.text, word);
  }
  return false;
}

/* Reads a scene by name or path, as the command line would have it. */
static bool read_scene(Session *session, const char *name, bool first, Scene *scene, Error *error) {
  char path[SCENE_PATH];
  if (!scene_find(session->def.asset_dir, name, path, error)) return suggest_command(session->def.commands, name, error);
  return scene_read(path, scene, error) && apply(&session->def, first, scene, session->note, error);
}

static int index_of(const char *name) {
  int count;
  const char *const *names = scene_names(&count);
  for (int n = 0; n < count; n++)
    if (strcmp(names[n], name) == 0) return n;
  return -1;
}

/* Puts a new world made from `scene`, whose ground was read already or is read now, in the old one's place. */
static bool replace_world(Session *session, const Scene *scene, const OwnGroundFile *ground, Error *error) {
  World *world = world_create_on(scene, ground, session->def.seed, session->def.threads, error);
  return world && session_show_world(session, world, error);
}

/* The scene's own cameras (options.c has left one) would stand anywhere over ground that is not the scene's own. */
static void look_from_above(Session *session) {
  Scene *scene = &session->scene;
  const World *world = session->world;
  const float wide = (float)world->nx * world->cell, deep = (float)world->nz * world->cell;
  const float middle = weir_water_surface_at(world->water, 0.5f * wide, 0.5f * deep);
  const float size = fmaxf(wide, deep);
  const float eye[3] = {0.5f, middle + 0.5f * size, 0.5f + 0.65f * size / deep}, target[3] = {0.5f, middle, 0.5f};
  memcpy(scene->cameras[0].eye, eye, sizeof eye);
  memcpy(scene->cameras[0].target, target, sizeof target);
}

/* --- saved games --------------------------------------------------------------------------------------------------------------------- */

/* The world of a saved game, which the caller owns, with the scene that R goes back to and the place that it was seen from. */
static World *read_save(const Session *session, const char *path, Scene *scene, SaveView *view, Error *error) {
  Error reason;
  Save *const save = save_read(path, error);
  World *world = save ? world_state_open(save->packed, save->packed_size, session->def.threads, &reason) : NULL;
  if (save && !world) error_set(error, "%s: %s", path, reason.text);
  if (world) *scene = save->scene, *view = save->view;
  save_destroy(save);
  return world;
}

/* Finds an image that has no folder any more beside the saved game, where it is not in the working folder. */
static void find_image_beside(const char *save, Scene *scene) {
  struct stat is;
  char path[SCENE_PATH];
  const char *const slash = strrchr(save, '/');
  if (!slash || !scene->image[0] || strchr(scene->image, '/') || stat(scene->image, &is) == 0) return;
  const int size = snprintf(path, sizeof path, "%.*s/%s", (int)(slash - save), save, scene->image);
  if (size < (int)sizeof path && stat(path, &is) == 0) memcpy(scene->image, path, sizeof path);
}

/* Finds the files that R would read again: those of the scene of this name, or of the one that is shown, or beside the saved game. */
static void find_files(const Session *session, const char *save, Scene *scene) {
  static Scene known;
  Error ignored;
  char path[SCENE_PATH];
  scene_find_files(scene, &session->scene);
  if (index_of(scene->name) >= 0 && scene_find(session->def.asset_dir, scene->name, path, &ignored) && scene_read(path, &known, &ignored))
    scene_find_files(scene, &known);
  find_image_beside(save, scene);
}

bool session_load(Session *session, const char *path, Error *error) {
  static Scene scene;
  SaveView view;
  const Params own = session->wanted.params;
  World *const world = read_save(session, path, &scene, &view, error);
  if (!world || !session_show_world(session, world, error)) return false;
  find_files(session, path, &scene);
  session->scene = scene;
  session->scene_index = index_of(scene.name);
  session->view = view;
  params_keep_own(&session->wanted.params, &own);
  return true;
}

/* Images, and what else terrain comes in, which the reader of images refuses by name. */
static bool looks_like_ground(const char *path) {
  return path_ends_in(path, ".png .jpg .jpeg .bmp .tga .tif .tiff .asc .hgt .r16 .raw .pfm .dem .bil .webp .exr .gif");
}

/* Returns true if the file is a saved game, or if it `must` be one and reading it is to tell why it is not. Sets *error if it is a file of
 * another known kind, else empties it. */
static bool is_saved_game(const char *path, bool must, Error *error) {
  struct stat is;
  const SaveKind kind = save_kind(path);
  error->text[0] = '\0';
  if (kind == SAVE_LOG) error_set(error, "%s: an input log: weir --replay %s plays it", path, path);
  if (kind == SAVE_PICTURE || (kind == SAVE_NONE && !must && looks_like_ground(path) && stat(path, &is) == 0))
    error_set(error, "%s: %s; as a ground: weir --terrain %s", path,
              kind == SAVE_PICTURE ? "a picture without a world in it (converting it or sending it on may lose that)"
                                   : "neither a scene nor a saved game",
              path);
  return kind == SAVE_GAME || (must && !error->text[0]);
}

bool session_start(Session *session, const SessionDef *def, Error *error) {
  *session = (Session){.def = *def, .quality = -1, .undo = {.redo_line = -1}};
  if (!lock_init(&session->past_lock)) return error_set(error, "session: no lock to be had");
  const char *name = def->scene ? def->scene : default_scene;
  const bool plain = def->ground.path && !def->scene;
  if (!session_open_inputs(session, error)) return false;
  if (session->player) return true;
  if (def->load) name = def->load;
  if (def->ground.path && !(session->ground = own_ground_read(&def->ground, &def->reading, error))) return false;
  session->def.ground.file = session->ground;
  if (is_saved_game(name, def->load, error)) {
    session->first = read_save(session, name, &session->scene, &session->view, error);
    if (session->first) find_files(session, name, &session->scene);
    session->scene_index = session->first ? index_of(session->scene.name) : -1;
    return session->first != NULL;
  }
  if (error->text[0]) return false;
  session->scene_index = plain ? -1 : index_of(name);
  return plain ? plain_scene(&session->def, &session->def.ground, &session->scene, session->note, error)
               : read_scene(session, name, true, &session->scene, error);
}

/* Frees the file that the first ground was made of. */
static void forget_ground(Session *session) {
  own_ground_file_free(session->ground);
  session->ground = NULL;
  session->def.ground.file = NULL;
}

bool session_build(Session *session, Error *error) {
  World *const first = session->first;
  session->first = NULL;
  if (first)
    return (session->player ? session_show_next : session_show_world)(session, first, error) &&
           apply_sets(&session->def, &session->wanted.params, error);
  const bool made = replace_world(session, &session->scene, session->ground, error);
  forget_ground(session);
  if (!made) return false;
  if (session->def.ground.path) look_from_above(session);
  return true;
}

void session_end(Session *session) {
  thread_join(&session->saves.thread);
  session_forget_read(session);
  sim_destroy(session->sim);
  session->sim = NULL;
  recording_destroy(session->recording);
  input_player_close(session->player);
  session_drop_twin(session);
  world_destroy(session->world);
  world_destroy(session->first);
  memory_free(session->following.heights);
  forget_ground(session);
  lock_shutdown(&session->past_lock);
  *session = (Session){0};
}

Session *session_create(const SessionDef *def, Error *error) {
  Session *const session = memory_create(1, sizeof *session);
  if (!session) error_set(error, "not enough memory for a session");
  if (!session || session_start(session, def, error)) return session;
  session_destroy(session);
  return NULL;
}

void session_destroy(Session *session) {
  if (session) session_end(session);
  memory_free(session);
}

bool session_check_replay(Session *session, Error *error) {
  recording_end_world(session->recording);
  return recording_check(session->recording, session->def.threads > 1 ? 1 : 2, error);
}

/* Puts a scene that was just read in the place of the one that is shown. */
static bool show_scene(Session *session, Scene *read, int index, const OwnGroundFile *ground, Error *error) {
  Scene scene = *read;
  if (session->quality >= 0) scene.params.quality = session->quality;
  scene.params.volume = session->wanted.params.volume;
  scene.params.resolution = session->wanted.params.resolution;
  if (!replace_world(session, &scene, ground, error)) return false;
  session->scene = scene;
  session->scene_index = index;
  session->view.given = false; /* of a saved game that was opened before */
  return true;
}

bool session_load_scene(Session *session, int index, Error *error) {
  int count;
  const char *const *names = scene_names(&count);
  index = ((index % count) + count) % count;
  static Scene scene;
  return read_scene(session, names[index], false, &scene, error) && show_scene(session, &scene, index, NULL, error);
}

/* --- files of the person's own ------------------------------------------------------------------------------------------------------- */

bool session_asks_for_ground(const char *path) {
  return looks_like_ground(path) && save_kind(path) != SAVE_GAME && save_kind(path) != SAVE_LOG && strlen(path) < SCENE_PATH;
}

OwnGround session_own_ground(const Session *session, const char *path) {
  /* One that is dropped on the window must not be a colour picture. */
  return (OwnGround){.path = path, .nx = session->def.ground.nx, .nz = session->def.ground.nz, .refuse_colour = true};
}

bool session_open_file(Session *session, const char *path, const OwnGround *ground, Error *error) {
  static Scene scene;
  if (strlen(path) >= SCENE_PATH) return error_set(error, "%.60s...: a path of %d bytes at most", path, SCENE_PATH - 1);
  if (save_kind(path) == SAVE_GAME) return session_load(session, path, error);
  if (save_kind(path) == SAVE_LOG) return error_set(error, "%s: an input log: weir --replay %s plays it", path, path);
  if (path_ends_in(path, ".scene"))
    return scene_read(path, &scene, error) && apply(&session->def, false, &scene, session->note, error) &&
           show_scene(session, &scene, -1, NULL, error);
  if (!looks_like_ground(path))
    return error_set(
        error, "%s: neither a saved game (.weir), a scene (.scene) nor a ground (.png, .jpg, .bmp, .tga, .tif, .asc, .hgt, .r16, .pfm)",
        path);
  OwnGround own = ground ? *ground : session_own_ground(session, path);
  own.path = path;
  if (!plain_scene(&session->def, &own, &scene, session->note, error) || !show_scene(session, &scene, -1, own.file, error)) return false;
  look_from_above(session);
  return true;
}

/* Begins a scene again with the solver and the sides of now and, unless `own_params`, with the parameters and the liquid of now. */
static bool begin_again(Session *session, const Scene *scene, bool own_params, Error *error) {
  Scene again = *scene;
  again.solver = session->wanted.solver;
  if (!own_params) again.params = session->wanted.params;
  if (!own_params) again.liquid = session->wanted.liquid;
  const int boundary = session->wanted.boundary;
  if (!replace_world(session, &again, NULL, error)) return false;
  session->wanted.boundary = boundary;
  return true;
}

bool session_reset(Session *session, bool params_too, Error *error) {
  return begin_again(session, &session->scene, params_too, error);
}

bool session_set_grid(Session *session, int nx, int nz, Error *error) {
  if (nx < SCENE_GRID_MIN || nz < SCENE_GRID_MIN || nx > WEIR_GRID_MAX || nz > WEIR_GRID_MAX)
    return error_set(error, "grid: %d x %d is beyond %d to %d cells a side", nx, nz, SCENE_GRID_MIN, WEIR_GRID_MAX);
  Scene scene = session->scene;
  scene_set_grid(&scene, nx, nz);
  if (!begin_again(session, &scene, false, error)) return false;
  session->scene = scene;
  return true;
}

void session_set_liquid(Session *session, int liquid) {
  const Scene *scene = &session->scene;
  session->wanted.liquid = liquid;
  params_set_liquid(&session->wanted.params, weir_liquid(liquid), liquid == scene->liquid ? &scene->params : NULL);
}

const int *session_boundary_kinds(int *count) {
  static const int kinds[] = {WORLD_OWN_SIDES, WEIR_REFLECT, WEIR_OPEN, WEIR_SPONGE, WEIR_PERIODIC, WEIR_ZERO};
  *count = (int)(sizeof kinds / sizeof kinds[0]);
  return kinds;
}

const char *session_boundary_name(int boundary) {
  return boundary < 0 ? "the scene's own" : weir_edge_name((WeirEdge)boundary);
}

void session_suit_quality(Session *session, int quality) {
  if (session_def_sets(&session->def, "quality")) return;
  session->quality = (float)quality;
  session->scene.params.quality = session->quality;
  session->wanted.params.quality = session->quality;
}

void session_suit_threads(Session *session, int threads) {
  if (session->def.threads_chosen) return;
  session->def.threads = threads;
  session->world->threads = threads;
  weir_water_set_threads(session->world->water, threads);
}

/* --- deeds, each after the tick that runs -------------------------------------------------------------------------------------------- */

/* Takes back, or does again, what came last if that was a change of a parameter. Returns false if it was not. */
static bool take_back_param(Session *session, SessionDeed deed, SessionDone *done) {
  if (deed != SESSION_UNDO && deed != SESSION_REDO) return false;
  return undo_list_move(&session->undo.list, deed == SESSION_UNDO ? -1 : 1, &session->wanted.params, &done->param) == UNDO_PARAM;
}

/* Returns true if the deed goes to another time of the same world. */
static bool is_jump(SessionDeed deed) {
  return deed == SESSION_STEP_BACK || deed == SESSION_BRANCH || deed == SESSION_UNDO || deed == SESSION_REDO;
}

static bool do_held(Session *session, const SessionDo *what, Error *error) {
  switch (what->deed) {
    case SESSION_SCENE: return session_load_scene(session, what->index, error);
    case SESSION_FILE: return session_open_file(session, what->path, what->ground, error);
    case SESSION_RESET: return session_reset(session, false, error);
    case SESSION_RESET_ALL: return session_reset(session, true, error);
    case SESSION_GRID: return session_set_grid(session, what->nx, what->nz, error);
    case SESSION_STEP_BACK: return past_step(session, error);
    case SESSION_BRANCH: return past_switch(session, what->index, error);
    case SESSION_UNDO: return past_undo(session, error);
    case SESSION_REDO: return past_redo(session, error);
  }
  return false;
}

bool session_do(Session *session, const SessionDo *what, SessionDone *done, Error *error) {
  Error ignored;
  SessionDone unseen;
  if (!done) done = &unseen;
  *done = (SessionDone){0};
  session_end_look(session, &ignored);
  if (take_back_param(session, what->deed, done)) return true;
  session_hold(session);
  const double before = session->world->time;
  const bool ok = do_held(session, what, error);
  if (ok) { /* what is about another world now, or lies on another line of time, is forgotten */
    if (what->deed == SESSION_BRANCH || !is_jump(what->deed)) undo_reset(session);
    if (!is_jump(what->deed) && what->deed != SESSION_GRID) session->saves.edits = session->saves.edits_saving = 0;
    session->undo.list.holds = false;
    session_accept_params(session);
  }
  done->by = session->world->time - before;
  session_release_world(session);
  return ok;
}
