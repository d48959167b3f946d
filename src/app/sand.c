/* The box of sand that a run's ground follows: --sand. */
#include <stdio.h>

#include "app/run.h"
#include "files/folders.h"

/* The noise that heights are seen with, as a share of the world's shorter side. 1.5 mm in a box of 75 cm, as depth cameras have it at a metre. */
static const float noise_share = 0.002f;

static bool take(void *user, int nx, int nz, bool again, float *heights) {
  const RunSand *const sand = user;
  return sand->feed && sand_feed_take(sand->feed, nx, nz, again, heights);
}

void run_sand_prepare(RunSand *sand, Options *options) {
  static char scene[SCENE_PATH];
  SessionDef *const def = &options->session;
  if (options->sand) def->follows = (SessionGround){take, sand};
  if ((!options->sand && !options->projector) || def->scene || def->load || options->resume || def->ground.path) return;
  snprintf(scene, sizeof scene, "%s/examples/sandbox.scene", folder_assets());
  def->scene = scene;
}

bool run_sand_open(RunSand *sand, const Options *options, const Session *session, Error *error) {
  const Scene *const scene = session_scene(session);
  const float shorter = scene->cell_m * (float)(scene->nx < scene->nz ? scene->nx : scene->nz);
  Error reason;
  if (!options->sand) return true;
  sand->feed = sand_feed_open(&(SandDef){options->sand, noise_share * shorter, SAND_SECONDS}, &reason);
  return sand->feed || error_set(error, "--sand: %s", reason.text);
}

void run_sand_tell(const RunSand *sand) {
  Error line;
  if (sand->feed && sand_feed_said(sand->feed, &line)) fprintf(stderr, "weir: --sand: %s\n", line.text);
}

void run_sand_close(RunSand *sand) {
  sand_feed_close(sand->feed);
  sand->feed = NULL;
}
