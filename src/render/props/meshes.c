/* All meshes: each kind, variant and level by the function that makes its shape. */
#include <string.h>

#include "base/memory.h"
#include "render/props/mesh.h"

typedef void Build(PropMeshes *m, int variant, int level, Rng *rng);

bool prop_meshes_build(PropMeshes *meshes) {
  static Build *const builds[PROP_KIND_COUNT] = {[PROP_CONIFER] = prop_build_conifer, [PROP_BROADLEAF] = prop_build_broadleaf,
                                                 [PROP_BUSH] = prop_build_bush,       [PROP_BOULDER] = prop_build_boulder,
                                                 [PROP_STONES] = prop_build_stones,   [PROP_REEDS] = prop_build_reeds,
                                                 [PROP_TUFT] = prop_build_tuft,       [PROP_HUT] = prop_build_hut};
  memset(meshes, 0, sizeof *meshes);
  for (int kind = 0; kind < PROP_KIND_COUNT; kind++)
    for (int variant = 0; variant < PROP_VARIANTS; variant++)
      for (int level = 0; level < PROP_LEVELS; level++) {
        /* Each level has the same seed, so that a variant's levels resemble each other. */
        Rng rng = {(uint64_t)(1 + kind * PROP_VARIANTS + variant) * 7919u};
        const int first = meshes->index_count, first_vertex = meshes->vertex_count;
        builds[kind](meshes, variant, level, &rng);
        meshes->meshes[kind][variant][level] =
            (PropMesh){(uint32_t)first, (uint32_t)(meshes->index_count - first), (uint32_t)(meshes->vertex_count - first_vertex)};
      }
  return !meshes->failed;
}

void prop_meshes_free(PropMeshes *meshes) {
  memory_free(meshes->vertices);
  memory_free(meshes->indices);
  memset(meshes, 0, sizeof *meshes);
}
