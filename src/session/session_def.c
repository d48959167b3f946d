#include "session/session_def.h"

#include <stdio.h>
#include <string.h>

static OwnGround own_ground(const SessionDef *def, const char *image) {
  return (OwnGround){.path = image,
                     .nx = def->nx,
                     .nz = def->grid_square ? 0 : def->nz,
                     .cell_m = def->cell_m,
                     .height_m = def->terrain_height,
                     .water = def->water,
                     .level_m = def->water_level};
}

static bool apply_rest(const SessionDef *def, Scene *scene, Error *error) {
  if (def->solver_given) scene->solver = def->solver;
  if (def->liquid >= 0) {
    scene->liquid = def->liquid;
    params_set_liquid(&scene->params, weir_liquid(def->liquid), NULL);
  }
  for (int side = 0; side < WEIR_SIDE_COUNT && def->boundary_given; side++) scene->sides[side] = def->boundary;
  return session_def_apply_sets(def, &scene->params, error);
}

bool session_def_apply(const SessionDef *def, bool first, Scene *scene, char note[OWN_GROUND_NOTE], Error *error) {
  const OwnGround own = own_ground(def, def->terrain);
  note[0] = '\0';
  if (first && def->terrain) return own_ground_apply(&own, false, scene, note, error) && apply_rest(def, scene, error);
  const bool height = first && def->terrain_height > 0;
  if (height && scene->terrain != TERRAIN_IMAGE)
    return error_set(error, "--terrain-height: the terrain of scene '%s' is not an image; add --terrain FILE", scene->name);
  if (height) scene->height_m = def->terrain_height;
  if (def->nx > 0) scene_set_grid(scene, def->nx, def->nz);
  if (first && def->cell_m > 0) scene->cell_m = def->cell_m;
  own_ground_note(scene, note);
  return apply_rest(def, scene, error);
}

bool session_def_own_ground(const SessionDef *def, const char *image, bool dropped, Scene *scene, char note[OWN_GROUND_NOTE],
                            Error *error) {
  OwnGround own = dropped ? (OwnGround){.path = image} : own_ground(def, image);
  own.refuse_colour = dropped;
  if (dropped && def->nx > 0) own.nx = def->nx, own.nz = def->grid_square ? 0 : def->nz;
  own_ground_scene(scene, image);
  return own_ground_apply(&own, true, scene, note, error) && apply_rest(def, scene, error);
}

bool session_def_apply_sets(const SessionDef *def, Params *params, Error *error) {
  for (int n = 0; n < def->set_count; n++) {
    char word[64];
    const char *const text = def->sets[n], *const equals = strchr(text, '=');
    snprintf(word, sizeof word, "%.*s", (int)(equals - text), text);
    if (!params_set(params, word, equals + 1, error)) return false;
  }
  return true;
}

bool session_def_sets(const SessionDef *def, const char *name) {
  const size_t size = strlen(name);
  for (int n = 0; n < def->set_count; n++)
    if (strncmp(def->sets[n], name, size) == 0 && def->sets[n][size] == '=') return true;
  return false;
}
