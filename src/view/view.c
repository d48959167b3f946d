#include "view/view.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/maths.h"
#include "base/memory.h"
#include "base/team.h"

/* Velocities only move ripples and foam: grids of up to FLOW_FULL cells a side have one in each cell, larger ones about
 * FLOW_COARSE on the longer side. Copies run on all threads from PARALLEL_CELLS cells on. */
enum { FLOW_FULL = 1024, FLOW_COARSE = 512, PARALLEL_CELLS = 1 << 18 };

static const float unseen_most = 5e-5f;  /* m: a change of depth that no picture shows */
static const float unseen_dye = 2e-3f;   /* g/m^2: the same of the dye */
static const float unseen_slope = 2e-4f; /* the same as a slope from cell to cell, a share of the cell */

WorldView *world_view_create(int nx, int nz) {
  WorldView *view = memory_create(1, sizeof *view);
  if (!view) return NULL;
  const int longer = nx > nz ? nx : nz, coarse = longer > FLOW_FULL ? (longer + FLOW_COARSE - 1) / FLOW_COARSE : 1;
  view->nx = nx;
  view->nz = nz;
  view->tiles_x = (nx + WORLD_TILE - 1) / WORLD_TILE;
  view->tiles_z = (nz + WORLD_TILE - 1) / WORLD_TILE;
  view->flow.nx = (nx + coarse - 1) / coarse;
  view->flow.nz = (nz + coarse - 1) / coarse;
  view->flow.tick = -1;
  view->depth = memory_create((size_t)nx * (size_t)nz, sizeof *view->depth);
  view->changed = memory_create((size_t)view->tiles_x * (size_t)view->tiles_z, sizeof *view->changed);
  if (view->depth && view->changed) return view;
  world_view_destroy(view);
  return NULL;
}

void world_view_destroy(WorldView *view) {
  if (!view) return;
  memory_free(view->own_terrain);
  memory_free(view->ground_edited);
  memory_free(view->depth);
  memory_free(view->changed);
  crests_free(&view->crests);
  memory_free(view->flow.breaking);
  memory_free(view->dye);
  memory_free(view->dye_changed);
  memory_free(view->flow.x);
  memory_free(view->flow.z);
  memory_free(view->field);
  memory_free(view);
}

/* --- depths -------------------------------------------------------------------------------------------------------- */

/* A tile as a range of cells, [i0, i0 + ni) x [k0, k0 + nk). */
typedef struct Tile {
  int i0, k0, ni, nk;
} Tile;

/* `side`: of a tile, in cells. */
static Tile tile_at(const WorldView *view, int side, int x, int z) {
  const int i0 = x * side, k0 = z * side, ni = view->nx - i0, nk = view->nz - k0;
  return (Tile){i0, k0, ni < side ? ni : side, nk < side ? nk : side};
}

/* A grid of a view, by tiles: values, and for each tile the tick of its last change. Both are the view's. */
typedef struct TiledGrid {
  float *cells;
  int64_t *changed;
} TiledGrid;

/* A NaN counts as a change, so that the picture shows it. */
static bool tile_moved(const Tile *tile, WeirView now, const float *before, float least) {
  for (int k = tile->k0; k < tile->k0 + tile->nk; k++) {
    const float *const row = now.data + k * now.stride + tile->i0, *const last = before + (ptrdiff_t)k * now.nx + tile->i0;
    int moved = 0;
    for (int i = 0; i < tile->ni; i++) moved |= !(fabsf(row[i] - last[i]) <= least);
    if (moved) return true;
  }
  return false;
}

static void tile_copy(const Tile *tile, const float *from, ptrdiff_t stride, float *to, int nx) {
  for (int k = tile->k0; k < tile->k0 + tile->nk; k++)
    memcpy(to + (ptrdiff_t)k * nx + tile->i0, from + k * stride + tile->i0, (size_t)tile->ni * sizeof(float));
}

/* A copy of a grid by tiles. On the stack. */
typedef struct TilesCopy {
  const WorldView *view;
  TiledGrid grid, before; /* `before` without cells: copies all */
  WeirView now;
  float least; /* m: a smaller change is none */
  int64_t tick;
} TilesCopy;

/* Copies tiles; the tick of a tile's last change identifies its content, which is not written again. */
static void copy_tile_rows(void *data, int first, int end) {
  const TilesCopy *const c = data;
  for (int z = first; z < end; z++)
    for (int x = 0; x < c->view->tiles_x; x++) {
      const Tile tile = tile_at(c->view, WORLD_TILE, x, z);
      const size_t at = (size_t)z * (size_t)c->view->tiles_x + (size_t)x;
      const bool moved = !c->before.cells || tile_moved(&tile, c->now, c->before.cells, c->least);
      const int64_t changed = moved ? c->tick : c->before.changed[at];
      if (moved) tile_copy(&tile, c->now.data, c->now.stride, c->grid.cells, c->now.nx);
      if (!moved && c->grid.changed[at] != changed) tile_copy(&tile, c->before.cells, c->now.nx, c->grid.cells, c->now.nx);
      c->grid.changed[at] = changed;
    }
}

static void copy_tiles(const WorldView *view, TiledGrid grid, TiledGrid before, WeirView now, float least, const World *world) {
  TilesCopy copy = {view, grid, before, now, least, world->tick};
  team_rows(view->nx * view->nz > PARALLEL_CELLS ? world->threads : 1, 0, view->tiles_z, copy_tile_rows, &copy);
}

static bool lasts(const WorldView *view, const WorldView *before) {
  return before && before->world_version == view->world_version;
}

static bool have(float **grid, int nx, int nz) {
  if (!*grid) *grid = memory_create((size_t)nx * (size_t)nz, sizeof **grid);
  return *grid != NULL;
}

/* Marks tiles as outdated; NULL: there are none. */
static void forget(int64_t *numbers, int tiles) {
  for (int n = 0; numbers && n < tiles; n++) numbers[n] = -1;
}

/* The world's first ground is borrowed: no tick changes it. What has been edited since is changed by ticks while others read this view.
 * The number of a tile's last edit identifies its ground: a tile that has the same number already is not written again. */
static void copy_ground(WorldView *view, const World *world) {
  const WeirView now = weir_water_terrain(world->water);
  const int tiles_x = world_ground_tiles(view->nx), tiles = tiles_x * world_ground_tiles(view->nz);
  if (world->ground_edits > 0 && !view->own_terrain) {
    if (!view->ground_edited) view->ground_edited = memory_create((size_t)tiles, sizeof *view->ground_edited);
    if (view->ground_edited) have(&view->own_terrain, view->nx, view->nz);
    forget(view->ground_edited, tiles);
  }
  const bool edited = world->ground_edits > 0 && view->own_terrain;
  for (int n = 0; edited && n < tiles; n++) {
    if (view->ground_edited[n] == world->ground_edited[n]) continue;
    const Tile tile = tile_at(view, WORLD_GROUND_TILE, n % tiles_x, n / tiles_x);
    tile_copy(&tile, now.data, now.stride, view->own_terrain, view->nx);
    view->ground_edited[n] = world->ground_edited[n];
  }
  view->terrain = edited ? view->own_terrain : world->terrain;
  view->ground_edits = edited ? world->ground_edits : 0;
}

static void copy_dye(WorldView *view, const WorldView *before, const World *world) {
  const WeirView now = weir_water_dye(world->water);
  const bool had = view->has_dye;
  if (now.data && !view->dye_changed)
    view->dye_changed = memory_create((size_t)view->tiles_x * (size_t)view->tiles_z, sizeof *view->dye_changed);
  view->has_dye = now.data && view->dye_changed && have(&view->dye, view->nx, view->nz);
  if (!view->has_dye) return;
  if (!had) forget(view->dye_changed, view->tiles_x * view->tiles_z);
  const TiledGrid last = lasts(view, before) && before->has_dye ? (TiledGrid){before->dye, before->dye_changed} : (TiledGrid){0};
  copy_tiles(view, (TiledGrid){view->dye, view->dye_changed}, last, now, unseen_dye, world);
}

/* --- the surface as it is drawn ------------------------------------------------------------------------------------ */

static bool waves_disperse(const World *world) {
  return weir_water_dispersion(world->water) && weir_water_solver(world->water) != WEIR_MEMBRANE;
}

/* Finds where the waves' water has moved to, and the surface with it. Returns false where waves do not disperse, or without memory. */
static bool draw_crests(WorldView *view, const WorldView *before, const World *world, int every) {
  if (!waves_disperse(world)) return false;
  if (!crests_reserve(&view->crests, view->nx, view->nz, view->tiles_x * view->tiles_z)) return false;
  const CrestsWater water = {.nx = view->nx,
                             .nz = view->nz,
                             .cell = view->cell,
                             .terrain = view->terrain,
                             .depth = view->depth,
                             .bodies = world->bodies,
                             .body_count = world->body_count,
                             .threads = world->threads};
  const Crests *const last = lasts(view, before) && before->crests.on ? &before->crests : NULL;
  if (last && last->tick >= 0 && world->tick >= last->tick && world->tick < last->tick + every) {
    crests_copy(&view->crests, last, view->nx, view->nz);
  } else {
    weir_water_excursion(world->water, view->crests.x, view->crests.z);
    crests_limit(&view->crests, &water);
    view->crests.tick = world->tick;
  }
  crests_draw(&view->crests, &water);
  return true;
}

/* Tiles that look as before take what they were from there: as with depths, the tick of a change identifies a tile's content. */
static void copy_crests(WorldView *view, const WorldView *before, const World *world, float least, int every) {
  view->crests.on = draw_crests(view, before, world, every);
  if (!view->crests.on) return;
  const bool known = lasts(view, before) && before->crests.on;
  const WeirView now = {view->crests.depth, view->nx, view->nz, view->nx};
  for (int n = 0; n < view->tiles_x * view->tiles_z; n++) {
    const Tile tile = tile_at(view, WORLD_TILE, n % view->tiles_x, n / view->tiles_x);
    const bool moved = !known || tile_moved(&tile, now, before->crests.depth, least);
    if (!moved) tile_copy(&tile, before->crests.depth, view->nx, view->crests.depth, view->nx);
    view->crests.changed[n] = moved ? world->tick : before->crests.changed[n];
  }
}

/* --- velocities and overlays --------------------------------------------------------------------------------------- */

/* A look at the velocities on a grid of the view's own. On the stack. */
typedef struct FlowLook {
  WorldView *view;
  const World *world;
} FlowLook;

static void flow_rows(void *data, int k0, int k1) {
  const FlowLook *const look = data;
  WorldView *const view = look->view;
  const float dx = (float)view->nx * view->cell / (float)view->flow.nx, dz = (float)view->nz * view->cell / (float)view->flow.nz;
  for (int k = k0; k < k1; k++)
    for (int i = 0; i < view->flow.nx; i++) {
      const WeirSample at = weir_water_sample(look->world->water, ((float)i + 0.5f) * dx, ((float)k + 0.5f) * dz);
      view->flow.x[(ptrdiff_t)k * view->flow.nx + i] = at.velocity[0];
      view->flow.z[(ptrdiff_t)k * view->flow.nx + i] = at.velocity[2];
    }
}

/* Looks at where waves break, on the grid of the velocities: the most of the cells about each place. Not without crests, whose memory
 * helps, nor in pipes, where nothing breaks. */
static void look_at_breaking(WorldView *view, const World *world) {
  const bool breaks = view->crests.on && weir_water_solver(world->water) == WEIR_SWE;
  view->flow.has_breaking = breaks && have(&view->flow.breaking, view->flow.nx, view->flow.nz);
  if (!view->flow.has_breaking) return;
  const bool full = view->flow.nx == view->nx && view->flow.nz == view->nz;
  float *const share = full ? view->flow.breaking : view->crests.x;
  weir_water_breaking(world->water, share);
  if (full) return;
  view->crests.tick = -1;
  memset(view->flow.breaking, 0, (size_t)view->flow.nx * (size_t)view->flow.nz * sizeof *view->flow.breaking);
  for (int k = 0; k < view->nz; k++)
    for (int i = 0; i < view->nx; i++) {
      const ptrdiff_t row = (ptrdiff_t)k * view->flow.nz / view->nz;
      float *const most = &view->flow.breaking[row * view->flow.nx + (ptrdiff_t)i * view->flow.nx / view->nx];
      *most = maths_maxf(*most, share[(ptrdiff_t)k * view->nx + i]);
    }
}

static void look_at_flow(WorldView *view, const World *world) {
  view->flow.tick = world->tick;
  look_at_breaking(view, world);
  if (view->flow.nx == view->nx && view->flow.nz == view->nz) {
    weir_water_velocity(world->water, view->flow.x, view->flow.z);
    return;
  }
  FlowLook look = {view, world};
  team_rows(world->threads, 0, view->flow.nz, flow_rows, &look);
}

static void copy_flow(WorldView *view, const WorldView *before, const World *world, int every) {
  const bool still = every <= 0 || weir_water_solver(world->water) == WEIR_MEMBRANE; /* the membrane has no velocities */
  if (still || !have(&view->flow.x, view->flow.nx, view->flow.nz) || !have(&view->flow.z, view->flow.nx, view->flow.nz)) {
    view->flow.tick = -1;
    return;
  }
  const bool known = lasts(view, before) && before->flow.tick >= 0;
  if (!known || world->tick < before->flow.tick || world->tick >= before->flow.tick + every) {
    look_at_flow(view, world);
  } else if (view->flow.tick != before->flow.tick) {
    const size_t bytes = (size_t)view->flow.nx * (size_t)view->flow.nz * sizeof(float);
    memcpy(view->flow.x, before->flow.x, bytes);
    memcpy(view->flow.z, before->flow.z, bytes);
    view->flow.has_breaking = before->flow.has_breaking && have(&view->flow.breaking, view->flow.nx, view->flow.nz);
    if (view->flow.has_breaking) memcpy(view->flow.breaking, before->flow.breaking, bytes);
    view->flow.tick = before->flow.tick;
  }
}

static void copy_overlay(WorldView *view, const World *world, WorldOverlay overlay) {
  view->overlay = WORLD_NO_OVERLAY;
  if (overlay == WORLD_NO_OVERLAY || !have(&view->field, view->nx, view->nz)) return;
  const WeirView from = overlay == WORLD_OCCUPANCY ? weir_water_occupancy(world->water) : weir_water_displacement(world->water);
  if (!from.data) return;
  tile_copy(&(Tile){0, 0, view->nx, view->nz}, from.data, from.stride, view->field, view->nx);
  view->overlay = overlay;
}

/* The energy wants velocities of this very tick. Where the view is to have none, they are a help that stays its own. */
static void copy_energy(WorldView *view, const World *world, int flow_every) {
  view->energy = (WorldEnergy){0};
  if (weir_water_solver(world->water) == WEIR_MEMBRANE) return;
  if (!have(&view->flow.x, view->flow.nx, view->flow.nz) || !have(&view->flow.z, view->flow.nx, view->flow.nz)) return;
  if (view->flow.tick != world->tick) look_at_flow(view, world);
  if (flow_every <= 0) view->flow.tick = -1;
  const EnergyFlow flow = {view->flow.x, view->flow.z, view->flow.nx, view->flow.nz};
  view->energy = energy_of(world->water, &flow, (double)world->params.density, (double)world->params.gravity);
}

bool world_view_lacks(const WorldView *view, const WorldViewRequest *wish) {
  const WorldViewRequest *const has = &view->request;
  return has->overlay != wish->overlay || has->flow_every != wish->flow_every || has->gauge.on != wish->gauge.on ||
         (has->gauge.on && !gauge_same(&has->gauge.line, &wish->gauge.line)) ||
         !probe_is_of(&view->probe, &wish->probe, view->nx, view->nz, view->cell) || (wish->stats && view->stats_tick != view->tick);
}

void world_view_copy(WorldView *view, const WorldView *before, const World *world, const WorldViewRequest *wish) {
  if (view->world_version != world->world_version) { /* all of it is outdated */
    forget(view->changed, view->tiles_x * view->tiles_z);
    forget(view->dye_changed, view->tiles_x * view->tiles_z);
    forget(view->ground_edited, world_ground_tiles(view->nx) * world_ground_tiles(view->nz));
    view->flow.tick = -1;
  }
  view->cell = world->cell;
  view->world_version = world->world_version;
  view->land_version = world->land_version;
  view->terrain_version = world->terrain_version;
  view->began = &world->began;
  view->began_terrain = world->terrain;
  copy_ground(view, world);
  /* When waves disperse no more the picture has other depths, in which all tiles are new. */
  const bool same = lasts(view, before) && !(before->crests.on && !waves_disperse(world));
  const TiledGrid depth_before = same ? (TiledGrid){before->depth, before->changed} : (TiledGrid){0};
  const float least = maths_minf(unseen_most, unseen_slope * world->cell);
  copy_tiles(view, (TiledGrid){view->depth, view->changed}, depth_before, weir_water_depth(world->water), least, world);
  copy_crests(view, before, world, least, wish->crests_every);
  copy_dye(view, before, world);
  copy_flow(view, before, world, wish->flow_every);
  copy_overlay(view, world, wish->overlay);
  memcpy(view->bodies, world->bodies, sizeof world->bodies[0] * (size_t)world->body_count);
  view->body_count = world->body_count;
  memcpy(view->machines, world->machines, sizeof world->machines[0] * (size_t)world->machine_count);
  view->machine_count = world->machine_count;
  view->rules = world->scene.rules;
  view->rule_count = world->scene.rule_count;
  memcpy(view->rule_states, world->rules, sizeof world->rules[0] * (size_t)world->scene.rule_count);
  memcpy(view->drops, world->spray.drops, sizeof world->spray.drops[0] * (size_t)world->spray.count);
  view->drop_count = world->spray.count;
  view->hulls = world->hulls;
  view->hull_count = world->hull_count;
  view->tick = world->tick;
  view->time = world->time;
  view->params = world->params;
  view->rain = world->params.rain + disaster_rain(world);
  view->goal = world->goal;
  view->solver = weir_water_solver(world->water);
  view->liquid = world->liquid;
  view->natural = world->scene.natural;
  view->around = scene_around(&world->scene);
  view->ground = world->scene.ground;
  view->seed = world->seed;
  view->profile = world->profile;
  view->request = *wish;
  probe_look(&view->probe, lasts(view, before) ? &before->probe : NULL, world, &wish->probe);
  view->law = law_read(world);
  view->gauge = wish->gauge;
  view->gauge.on = wish->gauge.on && view->solver != WEIR_MEMBRANE;
  view->gauge.flow = view->gauge.on ? gauge_flow(world->water, &wish->gauge.line) : 0;
  view->energy = before ? before->energy : (WorldEnergy){0};
  view->stats = before ? before->stats : (WeirStats){.finite = true};
  view->stats_tick = before ? before->stats_tick : -1;
  if (!wish->stats) return;
  weir_water_stats(world->water, &view->stats);
  copy_energy(view, world, wish->flow_every);
  view->stats_tick = world->tick;
}

/* m: height interpolated between the four centres around a place; `depth` NULL: of the ground alone. */
static float height_at(const WorldView *view, const float *depth, float x, float z) {
  if (!isfinite(x) || !isfinite(z)) return 0;
  const float fi = maths_minf(maths_maxf(x / view->cell - 0.5f, 0), (float)(view->nx - 1));
  const float fk = maths_minf(maths_maxf(z / view->cell - 0.5f, 0), (float)(view->nz - 1));
  const int i = fi >= (float)(view->nx - 1) ? view->nx - 2 : (int)fi, k = fk >= (float)(view->nz - 1) ? view->nz - 2 : (int)fk;
  const float u = fi - (float)i, v = fk - (float)k;
  const ptrdiff_t at = (ptrdiff_t)k * view->nx + i, corners[4] = {at, at + 1, at + view->nx, at + view->nx + 1};
  const float weights[4] = {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v};
  float sum = 0;
  for (int n = 0; n < 4; n++) sum += weights[n] * (view->terrain[corners[n]] + (depth ? depth[corners[n]] : 0));
  return sum;
}

float world_view_ground_at(const WorldView *view, float x, float z) {
  return height_at(view, NULL, x, z);
}

float world_view_surface_at(const WorldView *view, float x, float z) {
  return height_at(view, view->depth, x, z);
}
