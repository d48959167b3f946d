/* The whole state as bytes, and back. Two tables say what the state is, and one walk over them serves the size, saving and
 * loading, so the three cannot drift apart: state that is added to WeirWater is a line here.
 *
 * Bytes are little-endian on every machine.
 *
 *   header   magic, version, byte order, grid, total bytes, hash of everything (itself as 0)
 *   scalars  the table `scalars`, then the tuning and the boundaries
 *   fields   the table `fields`, each row after row with its halo, in which open sides store their memory; the sponge's level if any,
 *            and a membrane's flow in it (states from before 2026-11-25 have none)
 *   dye      if there ever was any: its totals, its field without the halo
 *   waves    if they disperse: what the filter remembers, without the halo
 *   pressure what presses on the surface, if anything does, without the halo; the wind, if there is one
 *   sides    the memory of the sides, then the lakes' labels
 *   bodies   if there ever was one: the table `body_fields`, the masks of cells; what bodies/saved.c saves
 *
 * Not state: scratch that is written before it is read (rows of the sweeps, the exterior ring's sweeps, the previous state of a rollback,
 * the raster). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/little_endian.h"
#include "weir/bodies/state.h"
#include "weir/boundary/boundary.h"
#include "weir/displace/displace.h"
#include "weir/grid/depths.h"
#include "weir/grid/dirty_mask.h"
#include "weir/grid/dye.h"
#include "weir/grid/sleeping.h"
#include "weir/grid/water.h"
#include "weir/layers/layers.h"
#include "weir/membrane/membrane.h"
#include "weir/waves/waves.h"

#define SNAPSHOT_MAGIC "WEIRSNAP"
enum { SNAPSHOT_VERSION = 9, SNAPSHOT_ORDER = 0x01020304 };

enum { SPONGE = 1, BODIES = 2, SUBGRID = 4, LAYERS = 8, SERIES = 16, HIGHEST = 32, DYE = 64, SPONGE_FLOW = 128 };
/* Waves that disperse, by two, three or four poles. */
enum { WAVES = 256, WAVES_SHIFT = 8, WAVES_MASK = 7 << WAVES_SHIFT, PRESSURE = 2048, WIND = 4096, PARTS = 8191 };

/* The first bytes of a snapshot, as they are stored. */
typedef struct Header {
  char magic[8];
  uint32_t version, order;
  int32_t nx, nz;
  float cell;
  uint8_t solver, coupling;
  int16_t parts;            /* SPONGE, BODIES, SUBGRID and others, where the state has them */
  int32_t cut_cells, poses; /* of SUBGRID */
  uint64_t bytes, hash;
} Header;
_Static_assert(sizeof(Header) == 56, "the header has no padding");
static const StructNumbers header_numbers[] = {{8, 1}, {5, 4}, {2, 1}, {1, 2}, {2, 4}, {2, 8}, {0, 0}};
_Static_assert(sizeof(WeirBoundary) == 28, "a boundary is words without padding");
_Static_assert(sizeof(WeirTuning) % 4 == 0 && _Alignof(WeirTuning) == 4, "the tuning is words without padding");

typedef enum ScalarKind { INT, INT64, FLOAT, DOUBLE } ScalarKind;

/* One line of the table of scalars. */
typedef struct Scalar {
  size_t offset;
  ScalarKind kind;
  int count;
  double low, high; /* the range of a sound state, whose numbers are all finite */
} Scalar;

/* One line of a table of fields. */
typedef struct FieldEntry {
  size_t offset;
  float low, high;
  unsigned solvers; /* 1 << solver, of those whose state it is */
} FieldEntry;

enum { FLOWING = 1 << WEIR_PIPE | 1 << WEIR_SWE, ANY = FLOWING | 1 << WEIR_MEMBRANE };

#define AT(member) offsetof(WeirWater, member)
#define COUNT_MAX 9.0e18

static const Scalar scalars[] = {
    {AT(threads), INT, 1, 1, 256},
    {AT(height_step), FLOAT, 1, 1e-7, 1},
    {AT(membrane.lakes.count), INT, 1, 0, (double)INT32_MAX},
    {AT(membrane.lakes.deepest), FLOAT, 1, -FLT_MAX, FLT_MAX},
    {AT(sources.list), FLOAT, 4 * WEIR_SOURCES_MAX, -FLT_MAX, FLT_MAX},
    {AT(sources.residual), DOUBLE, WEIR_SOURCES_MAX, -1e30, 1e30},
    {AT(sources.count), INT, 1, 0, WEIR_SOURCES_MAX},
    {AT(sources.rain_residual), DOUBLE, 1, -1, 1},
    {AT(sources.soak_residual), DOUBLE, 1, 0, 1},
    {AT(budget.start), DOUBLE, 1, 0, DBL_MAX},
    {AT(budget.added), DOUBLE, 1, 0, DBL_MAX},
    {AT(budget.removed), DOUBLE, 1, 0, DBL_MAX},
    {AT(budget.displaced), DOUBLE, 1, -DBL_MAX, DBL_MAX},
    {AT(budget.peak), DOUBLE, 1, 0, DBL_MAX},
    {AT(extremes.depth), FLOAT, 1, 0, FLT_MAX},
    {AT(extremes.surface), FLOAT, 1, -FLT_MAX, FLT_MAX},
    {AT(extremes.speed), FLOAT, 1, 0, FLT_MAX},
    {AT(flow.rounding_depth), FLOAT, 1, 0, FLT_MAX},
    {AT(clock.time), DOUBLE, 1, 0, DBL_MAX},
    {AT(clock.substeps_max), INT, 1, 0, 1024}, /* 64, twice doubled by a rollback, and some room */
    {AT(clock.steps), INT64, 1, 0, COUNT_MAX},
    {AT(clock.substeps), INT64, 1, 0, COUNT_MAX},
    {AT(clock.clamped_steps), INT64, 1, 0, COUNT_MAX},
    {AT(clock.clamped_cells), INT64, 1, 0, COUNT_MAX},
    {AT(clock.repeated_steps), INT64, 1, 0, COUNT_MAX},
    {AT(clock.slowed), FLOAT, 1, 0, 1},
    {AT(boundary.volume), DOUBLE, WEIR_SIDE_COUNT, -DBL_MAX, DBL_MAX},
    {AT(boundary.step_volume), DOUBLE, WEIR_SIDE_COUNT, -DBL_MAX, DBL_MAX},
    {AT(clock.step_seconds), DOUBLE, 1, 0, (double)WEIR_STEP_MAX},
};

/* Depths and velocities are below WALL_HEIGHT after every step (flow.c, membrane.c), and so are heights, which differ from terrain by a
 * depth. */
#define DISCHARGE_MAX (WALL_HEIGHT * WALL_HEIGHT)

static const FieldEntry fields[] = {
    {AT(terrain), -WEIR_TERRAIN_MAX, WEIR_TERRAIN_MAX, ANY},
    {AT(depth), 0, WALL_HEIGHT, ANY},
    {AT(flow.speed_x), -WALL_HEIGHT, WALL_HEIGHT, FLOWING},
    {AT(flow.speed_z), -WALL_HEIGHT, WALL_HEIGHT, FLOWING},
    {AT(flow.discharge_x), -DISCHARGE_MAX, DISCHARGE_MAX, 1 << WEIR_SWE},
    {AT(flow.discharge_z), -DISCHARGE_MAX, DISCHARGE_MAX, 1 << WEIR_SWE},
    {AT(membrane.rest_level), -WALL_HEIGHT, WALL_HEIGHT, 1 << WEIR_MEMBRANE},
    {AT(membrane.displacement), -WALL_HEIGHT, WALL_HEIGHT, 1 << WEIR_MEMBRANE},
    {AT(membrane.vertical_velocity), -WALL_HEIGHT, WALL_HEIGHT, 1 << WEIR_MEMBRANE},
    {AT(membrane.openness), 0, 1, 1 << WEIR_MEMBRANE},
};

static const FieldEntry body_fields[] = {
    {AT(bodies.occupancy), 0, 1, ANY},
    {AT(bodies.displacement), -WALL_HEIGHT, WALL_HEIGHT, ANY},
    {AT(bodies.reference_surface), -WALL_HEIGHT, WALL_HEIGHT, ANY},
    {AT(bodies.displaced), -WALL_HEIGHT, WALL_HEIGHT, ANY},
    {AT(bodies.undistributed), -WALL_HEIGHT, WALL_HEIGHT, ANY},
};
enum { SCALARS = sizeof scalars / sizeof *scalars };
enum { FIELD_ENTRIES = sizeof fields / sizeof *fields, BODY_ENTRIES = sizeof body_fields / sizeof *body_fields };

static Field *entry_field(WeirWater *w, const FieldEntry *entry) {
  return (Field *)(void *)((unsigned char *)w + entry->offset);
}

/* Where bytes go to, or come from; with neither they are only counted. On the stack of one call. */
typedef struct Stream {
  unsigned char *out;
  const unsigned char *in;
  size_t at;
} Stream;

static void stream_numbers(Stream *s, void *numbers, size_t count, size_t each) {
  if (s->out) little_endian_copy(s->out + s->at, numbers, count, each);
  if (s->in) little_endian_copy(numbers, s->in + s->at, count, each);
  s->at += count * each;
}

/* With its halo, or without. */
static void stream_field(Stream *s, const WeirWater *w, const Field *field, bool halo) {
  const int columns = halo ? HALO_COLUMNS : 0, rows = halo ? HALO_ROWS : 0;
  const size_t row = (size_t)(w->nx + 2 * columns);
  if (!s->out && !s->in) {
    s->at += sizeof(float) * row * (size_t)(w->nz + 2 * rows);
    return;
  }
  for (int k = -rows; k < w->nz + rows; k++) stream_numbers(s, field->cells + water_index(w, -columns, k), row, sizeof(float));
}

static void stream_series(Stream *s, SideSeries *series) {
  if (!s->out && !s->in) {
    s->at += sizeof *series;
    return;
  }
  stream_numbers(s, &series->count, 1, sizeof series->count);
  stream_numbers(s, &series->unused, 1, sizeof series->unused);
  stream_numbers(s, series->times, WEIR_SERIES_MAX, sizeof *series->times);
  stream_numbers(s, series->values, WEIR_SERIES_MAX, sizeof *series->values);
}

static int parts_poles(int parts) {
  const int set = (parts & WAVES_MASK) >> WAVES_SHIFT;
  return set == 1 ? 2 : set == 2 ? 3 : set == 4 ? 4 : 0;
}

static void stream_waves(Stream *s, const WeirWater *w, int poles) {
  if (poles == 0) return;
  WaveNumbers none = {0}; /* for counting its bytes */
  WaveNumbers *const numbers = w->waves ? waves_numbers(w->waves) : &none;
  stream_numbers(s, &numbers->dt_before, 1, sizeof numbers->dt_before);
  stream_numbers(s, &numbers->speed_held, 1, sizeof numbers->speed_held);
  for (int n = 0; n < 2 * poles; n++) stream_field(s, w, w->waves ? waves_field(w->waves, n) : NULL, false);
}

/* Everything behind the header. Only the grid, the solver and the parts decide how many bytes it is. */
static void snapshot_walk(Stream *s, WeirWater *w, int parts) {
  for (int n = 0; n < SCALARS; n++) {
    const size_t each = scalars[n].kind == INT || scalars[n].kind == FLOAT ? 4 : 8;
    stream_numbers(s, (unsigned char *)w + scalars[n].offset, (size_t)scalars[n].count, each);
  }
  stream_numbers(s, &w->tuning, sizeof w->tuning / 4, 4);
  stream_numbers(s, w->boundary.sides, sizeof w->boundary.sides / 4, 4);
  for (int n = 0; n < FIELD_ENTRIES; n++)
    if (fields[n].solvers & 1u << w->solver) stream_field(s, w, entry_field(w, &fields[n]), true);
  if (parts & SPONGE) stream_field(s, w, &w->boundary.sponge_level, true);
  for (int axis = 0; (parts & SPONGE_FLOW) && axis < 2; axis++) stream_field(s, w, &w->boundary.sponge_flow[axis], true);
  if (parts & HIGHEST) stream_field(s, w, &w->readers.highest, true);
  if (parts & DYE) {
    stream_numbers(s, &w->dye.added, 1, sizeof w->dye.added);
    stream_numbers(s, &w->dye.left, 1, sizeof w->dye.left);
    stream_field(s, w, &w->dye.amount, false);
  }
  stream_waves(s, w, parts_poles(parts));
  if (parts & PRESSURE) stream_field(s, w, pressure_given(w), false);
  if (parts & WIND) stream_numbers(s, w->flow.wind, 2, sizeof *w->flow.wind);
  for (int side = 0; (parts & SERIES) && side < WEIR_SIDE_COUNT; side++) stream_series(s, w->boundary.series[side]);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    float *const kept[] = {w->boundary.held[side], w->boundary.mean_speed[side], w->boundary.previous[side]};
    for (int n = 0; n < 3; n++) stream_numbers(s, kept[n], side_length(w), sizeof(float));
  }
  if (w->solver == WEIR_MEMBRANE)
    stream_numbers(s, w->membrane.lakes.label, (size_t)w->nx * (size_t)w->nz, sizeof *w->membrane.lakes.label);
  if (!(parts & BODIES)) return;
  for (int n = 0; n < BODY_ENTRIES; n++) stream_field(s, w, entry_field(w, &body_fields[n]), true);
  stream_numbers(s, w->bodies.dirty_mask, (size_t)w->nz * (size_t)w->bodies.mask_words, sizeof *w->bodies.dirty_mask);
  Layers none = {.active = false}; /* for counting its bytes */
  if (!(parts & LAYERS)) return;
  Layers *const l = w->bodies.layers ? w->bodies.layers : &none;
  for (int n = 0; n < LAYERS_FIELDS; n++) stream_field(s, w, layers_field(l, n), true);
  double displaced = l->displaced;
  uint32_t active = l->active;
  stream_numbers(s, &displaced, 1, sizeof displaced);
  stream_numbers(s, &active, 1, sizeof active);
  if (!s->in) return; /* what is saved is not written to */
  l->displaced = displaced;
  l->active = active != 0;
}

static size_t snapshot_size(int nx, int nz, WeirSolver solver, int parts) {
  WeirWater shape = {.nx = nx, .nz = nz, .solver = solver, .bodies.mask_words = mask_words(nx)};
  Stream count = {.at = sizeof(Header)};
  snapshot_walk(&count, &shape, parts);
  return count.at;
}

static uint64_t snapshot_hash(Header header, const unsigned char *bytes) {
  header.hash = 0;
  Header stored;
  little_endian_copy_struct(&stored, &header, sizeof header, header_numbers);
  const uint64_t hash = hash_bytes(HASH_START, &stored, sizeof stored);
  return hash_bytes(hash, bytes + sizeof header, (size_t)header.bytes - sizeof header);
}

size_t weir_water_save(const WeirWater *w, void *memory, size_t size) {
  depths_update(w);
  const Subgrid *const bodies = w->bodies.subgrid;
  const int sponge_parts = w->solver == WEIR_MEMBRANE ? SPONGE | SPONGE_FLOW : SPONGE;
  bool series = false;
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) series = series || (w->boundary.series[side] && w->boundary.series[side]->count > 0);
  const int parts = (w->boundary.sponge_level.block ? sponge_parts : 0) | (series ? SERIES : 0) | (w->readers.highest.block ? HIGHEST : 0) |
                    (dye_any(w) ? DYE : 0) | (w->bodies.occupancy.block ? BODIES : 0) | (bodies ? SUBGRID : 0) |
                    (w->bodies.layers && w->bodies.occupancy.block ? LAYERS : 0) | (w->waves ? WAVES << (waves_poles(w) - 2) : 0) |
                    (pressure_given(w) ? PRESSURE : 0) | (wind_is_set(w) ? WIND : 0);
  const size_t needed = snapshot_size(w->nx, w->nz, w->solver, parts) + (bodies ? subgrid_saved_size(w) : 0);
  if (!memory || size < needed) return needed;
  subgrid_fill_views(w);
  Stream out = {.out = memory, .at = sizeof(Header)};
  snapshot_walk(&out, (WeirWater *)w, parts); /* the walk goes both ways: out of a water it writes nothing */
  if (bodies) subgrid_save(w, (unsigned char *)memory + out.at);
  Header header = {.version = SNAPSHOT_VERSION, .order = SNAPSHOT_ORDER, .nx = w->nx, .nz = w->nz, .cell = w->cell, .bytes = needed};
  header.solver = (uint8_t)w->solver;
  header.coupling = (uint8_t)w->coupling;
  header.parts = (int16_t)parts;
  header.cut_cells = bodies ? bodies->count : 0;
  header.poses = bodies ? bodies->motion_count : 0;
  memcpy(header.magic, SNAPSHOT_MAGIC, sizeof header.magic);
  header.hash = snapshot_hash(header, memory);
  little_endian_copy_struct(memory, &header, sizeof header, header_numbers);
  return needed;
}

/* --- loading: everything is checked ---------------------------------------------------------------------------------- */

/* NULL, or what is wrong with a header. The sizes are checked against the bytes at hand before anything is allocated. */
static const char *header_fault(const Header *h, const unsigned char *bytes, size_t size) {
  if (memcmp(h->magic, SNAPSHOT_MAGIC, sizeof h->magic) != 0) return "not a state of this library";
  if (h->order != SNAPSHOT_ORDER) return "its byte order is not the format's";
  if (h->version != SNAPSHOT_VERSION) return "of another version of the format: save it again with this library";
  if (h->nx < WEIR_GRID_MIN || h->nx > WEIR_GRID_MAX || h->nz < WEIR_GRID_MIN || h->nz > WEIR_GRID_MAX)
    return "its grid must have 1 to 8192 cells a side";
  if (h->solver >= WEIR_SOLVER_COUNT) return "its solver is unknown";
  const bool subgrid = h->parts & SUBGRID, layers = h->parts & LAYERS;
  if (h->parts < 0 || h->parts > PARTS || ((h->parts & WAVES_MASK) && parts_poles(h->parts) == 0) || (layers && !(h->parts & BODIES)) ||
      ((h->parts & SPONGE_FLOW) && !(h->parts & SPONGE)))
    return "has parts that no state has";
  if (h->coupling >= WEIR_COUPLING_COUNT || (subgrid && h->coupling != WEIR_SUBGRID) || (layers && h->coupling != WEIR_LAYERS))
    return "has bodies that no coupling has";
  if (h->cut_cells < 0 || h->cut_cells > h->nx * h->nz || h->poses < 0 || h->poses > WEIR_BODIES_MAX)
    return "has more bodies than a state can have";
  const size_t fields_end = snapshot_size(h->nx, h->nz, (WeirSolver)h->solver, h->parts);
  const bool whole = subgrid ? size >= fields_end + subgrid_saved_least(h->cut_cells, h->poses) : size == fields_end;
  if (h->bytes != size || !whole) return "shorter or longer than its grid asks for";
  return snapshot_hash(*h, bytes) == h->hash ? NULL : "its bytes were changed after it was written";
}

/* The halo may hold walls and outside levels. */
static bool field_check(const WeirWater *w, const Field *field, float low, float high) {
  const float beyond = max_float(high, WALL_HEIGHT);
  for (int k = -HALO_ROWS; k < w->nz + HALO_ROWS; k++) {
    const float *const row = field->cells + water_index(w, 0, k);
    for (int i = -HALO_COLUMNS; i < w->nx + HALO_COLUMNS; i++) {
      const bool inside = i >= 0 && k >= 0 && i < w->nx && k < w->nz;
      if (!(inside ? row[i] >= low && row[i] <= high : fabsf(row[i]) <= beyond)) return false;
    }
  }
  return true;
}

static bool sides_check(const WeirWater *w) {
  const BoundaryPart *const b = &w->boundary;
  bool sponge = false, ok = boundary_check(b->sides, w->nx, w->nz, NULL) && driving_is_sound(w);
  for (int side = 0; side < WEIR_SIDE_COUNT; side++) {
    sponge = sponge || b->sides[side].kind == WEIR_SPONGE;
    for (size_t n = 0; n < side_length(w); n++)
      ok = ok && fabsf(b->held[side][n]) <= WALL_HEIGHT && fabsf(b->mean_speed[side][n]) <= WALL_HEIGHT &&
           fabsf(b->previous[side][n]) <= WALL_HEIGHT;
  }
  if (!ok || sponge != (b->sponge_level.block != NULL)) return false;
  for (int axis = 0; sponge && axis < 2; axis++) ok = ok && field_check(w, &b->sponge_flow[axis], -DISCHARGE_MAX, DISCHARGE_MAX);
  return ok && (!sponge || field_check(w, &b->sponge_level, -WALL_HEIGHT, WALL_HEIGHT));
}

/* Returns true if all that is used as an index is within range: the lakes' labels and the groups of the dirty mask. */
static bool indices_check(const WeirWater *w) {
  const int32_t cells = w->nx * w->nz;
  if (w->membrane.lakes.count > cells / 2 + 1) return false;
  for (int32_t n = 0; w->solver == WEIR_MEMBRANE && n < cells; n++)
    if (w->membrane.lakes.label[n] < -1 || w->membrane.lakes.label[n] >= w->membrane.lakes.count) return false;
  const int groups = (w->nx + MASK_GROUP - 1) / MASK_GROUP, over = groups % 64; /* no bit beyond the grid */
  for (int k = 0; w->bodies.dirty_mask && over && k < w->nz; k++)
    if (mask_row(w, w->bodies.dirty_mask, k)[w->bodies.mask_words - 1] >> over) return false;
  return true;
}

static bool state_check(WeirWater *w, int parts) {
  bool ok = !(parts & WIND) || wind_is_sound(w);
  for (const Scalar *scalar = scalars; scalar < scalars + SCALARS; scalar++) {
    const void *const at = (const unsigned char *)w + scalar->offset;
    for (int n = 0; n < scalar->count; n++) {
      double value = 0;
      switch (scalar->kind) {
        case INT: value = (double)((const int *)at)[n]; break;
        case INT64: value = (double)((const int64_t *)at)[n]; break;
        case FLOAT: value = (double)((const float *)at)[n]; break;
        case DOUBLE: value = ((const double *)at)[n]; break;
      }
      ok = ok && value >= scalar->low && value <= scalar->high; /* no for NaN, too */
    }
  }
  for (int n = 0; n < FIELD_ENTRIES; n++)
    if (fields[n].solvers & 1u << w->solver) ok = ok && field_check(w, entry_field(w, &fields[n]), fields[n].low, fields[n].high);
  for (int n = 0; w->bodies.occupancy.block && n < BODY_ENTRIES; n++)
    ok = ok && field_check(w, entry_field(w, &body_fields[n]), body_fields[n].low, body_fields[n].high);
  const float dye_most = (float)WEIR_GRID_MAX * (float)WEIR_GRID_MAX * WEIR_DYE_MAX; /* a cell may come to hold all dye of a full grid */
  if (dye_any(w))
    ok = ok && field_check(w, &w->dye.amount, 0, dye_most) && w->dye.added >= 0 && w->dye.added <= DBL_MAX && w->dye.left >= 0 &&
         w->dye.left <= DBL_MAX;
  if (w->readers.highest.block) ok = ok && field_check(w, &w->readers.highest, -2 * WALL_HEIGHT, 2 * WALL_HEIGHT);
  for (int n = 0; n < 2 * waves_poles(w); n++) ok = ok && field_check(w, waves_field(w->waves, n), -WALL_HEIGHT, WALL_HEIGHT);
  if (pressure_given(w)) ok = ok && field_check(w, pressure_given(w), -WEIR_PRESSURE_MAX, WEIR_PRESSURE_MAX);
  if (w->waves)
    ok = ok && within_range(waves_numbers(w->waves)->dt_before, 0, WEIR_STEP_MAX) &&
         within_range(waves_numbers(w->waves)->speed_held, 0, WALL_HEIGHT);
  if (!ok || !sides_check(w) || !indices_check(w)) return false;
  const WeirTuning tuning = w->tuning; /* sound, as the sources, when the calls that set it would have left it as it is */
  weir_water_set_tuning(w, &tuning);
  for (int n = 0; n < w->sources.count; n++) ok = ok && fabsf(w->sources.list[n].rate) <= 1e6f;
  return ok && memcmp(&tuning, &w->tuning, sizeof tuning) == 0;
}

WeirWater *weir_water_load(const void *memory, size_t size, WeirError *error) {
  Header header;
  const bool short_of_header = !memory || size < sizeof header;
  if (!short_of_header) little_endian_copy_struct(&header, memory, sizeof header, header_numbers);
  const char *const fault = short_of_header ? "too short to be a state" : header_fault(&header, memory, size);
  if (fault) {
    water_fault(error, "snapshot", fault);
    return NULL;
  }
  WeirWaterDef def = weir_water_def_default();
  def.nx = header.nx;
  def.nz = header.nz;
  def.cell = header.cell;
  def.solver = (WeirSolver)header.solver;
  WeirWater *w = weir_water_create(&def, error); /* reports what is wrong with cell and solver */
  if (!w) return NULL;
  Stream in = {.in = memory, .at = sizeof header};
  w->coupling = (WeirCoupling)header.coupling;
  if ((!(header.parts & SPONGE) || boundary_create_sponge(w)) && (!(header.parts & SERIES) || driving_reserve(w)) &&
      (!(header.parts & WAVES_MASK) || waves_create(w, parts_poles(header.parts))) && (!(header.parts & PRESSURE) || pressure_create(w)) &&
      (!(header.parts & WIND) || pressure_create_wind(w)) && (!(header.parts & HIGHEST) || field_create(w, &w->readers.highest)) &&
      (!(header.parts & DYE) || dye_reserve(w)) && (!(header.parts & BODIES) || displace_reserve(w)) &&
      (header.coupling != WEIR_LAYERS || layers_create(w))) {
    snapshot_walk(&in, w, header.parts);
    if (w->solver == WEIR_MEMBRANE) lakes_mark_land(w);
    openness_changed_all(w);
    tiles_wake_all(w);
    bool ok = state_check(w, header.parts);
    if (header.parts & SUBGRID)
      ok = ok && subgrid_create(w) && subgrid_load(w, in.in + in.at, size - in.at, header.cut_cells, header.poses);
    if (ok && (!w->bodies.layers || layers_is_valid(w))) return w;
    water_fault(error, "snapshot", "holds a number that no state can have");
  } else {
    water_fault(error, "snapshot", "not enough memory");
  }
  weir_water_destroy(w);
  return NULL;
}
