/* The whole state as bytes, and back. Two tables say what the state is, and one walk over them serves the size, saving and
 * loading, so the three cannot drift apart: state that is added to WeirWater is a line here.
 *
 *   header   magic, version, byte order, grid, total bytes, hash of everything (itself as 0)
 *   scalars  the table `scalars`, then the tuning
 *   fields   the table `fields`, each tight, row after row; halos are not state
 *   the rest lakes' labels, the stretches that bodies touch
 *
 * Not state: scratch that is written before it is read (limit, shallow_old, deep_old, the rim's sweeps, the raster). */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "weir/water.h"

#define SNAPSHOT_MAGIC "WEIRSNAP"
enum { SNAPSHOT_VERSION = 1, SNAPSHOT_ORDER = 0x01020304 };

typedef struct Header {
  char magic[8];
  uint32_t version, order;
  int32_t nx, nz;
  float cell;
  int32_t solver;
  uint64_t bytes, hash;
} Header;
_Static_assert(sizeof(Header) == 48, "the header has no padding");
_Static_assert(sizeof(WeirTuning) % 4 == 0 && _Alignof(WeirTuning) == 4, "the tuning is words without padding");

typedef enum ScalarKind { INT, INT64, FLOAT, DOUBLE } ScalarKind;

typedef struct Scalar {
  size_t offset;
  ScalarKind kind;
  int count;
  double low, high; /* what a sound state may hold; never a number that is not finite */
} Scalar;

typedef struct FieldEntry {
  size_t offset;
  float low, high;
} FieldEntry;

#define AT(member) offsetof(WeirWater, member)
#define COUNT_MOST 9.0e18

static const Scalar scalars[] = {
    {AT(threads), INT, 1, 1, 256},
    {AT(height_step), FLOAT, 1, 1e-7, 1},
    {AT(lakes.count), INT, 1, 0, (double)INT32_MAX},
    {AT(lakes.deepest), FLOAT, 1, -FLT_MAX, FLT_MAX},
    {AT(sources), FLOAT, 4 * WEIR_SOURCES_MAX, -FLT_MAX, FLT_MAX},
    {AT(source_owed), DOUBLE, WEIR_SOURCES_MAX, -1e30, 1e30},
    {AT(source_count), INT, 1, 0, WEIR_SOURCES_MAX},
    {AT(rain_owed), DOUBLE, 1, -1, 1},
    {AT(volume_start), DOUBLE, 1, 0, DBL_MAX},
    {AT(volume_added), DOUBLE, 1, 0, DBL_MAX},
    {AT(volume_removed), DOUBLE, 1, 0, DBL_MAX},
    {AT(volume_displaced), DOUBLE, 1, -DBL_MAX, DBL_MAX},
    {AT(volume_peak), DOUBLE, 1, 0, DBL_MAX},
    {AT(depth_max), FLOAT, 1, 0, FLT_MAX},
    {AT(substeps_max), INT, 1, 0, 64},
    {AT(steps), INT64, 1, 0, COUNT_MOST},
    {AT(substeps), INT64, 1, 0, COUNT_MOST},
    {AT(clamped_steps), INT64, 1, 0, COUNT_MOST},
    {AT(clamped_cells), INT64, 1, 0, COUNT_MOST},
    {AT(slowed), FLOAT, 1, 0, 1},
};

static const FieldEntry fields[] = {
    {AT(terrain), -WEIR_TERRAIN_MAX, WEIR_TERRAIN_MAX},
    {AT(depth), 0, FLT_MAX},
    {AT(flow_x), -FLT_MAX, FLT_MAX},
    {AT(flow_z), -FLT_MAX, FLT_MAX},
    {AT(rest), -FLT_MAX, FLT_MAX},
    {AT(offset), -FLT_MAX, FLT_MAX},
    {AT(rate), -FLT_MAX, FLT_MAX},
    {AT(open), 0, 1},
    {AT(occupancy), 0, 1},
    {AT(displaced), -FLT_MAX, FLT_MAX},
    {AT(calm), -FLT_MAX, FLT_MAX},
    {AT(shallow), -FLT_MAX, FLT_MAX},
    {AT(deep), -FLT_MAX, FLT_MAX},
    {AT(pending), -FLT_MAX, FLT_MAX},
};
enum { SCALARS = sizeof scalars / sizeof *scalars, FIELD_ENTRIES = sizeof fields / sizeof *fields };

static size_t scalar_bytes(const Scalar *scalar) {
  const size_t each = scalar->kind == INT || scalar->kind == FLOAT ? 4 : 8;
  return each * (size_t)scalar->count;
}

static Field *entry_field(WeirWater *w, const FieldEntry *entry) {
  return (Field *)(void *)((unsigned char *)w + entry->offset);
}

/* --- the walk -------------------------------------------------------------------------------------------------------- */

typedef struct Stream { /* where bytes go to, or come from; neither: they are only counted */
  unsigned char *out;
  const unsigned char *in;
  size_t at;
} Stream;

static void stream_bytes(Stream *s, void *bytes, size_t size) {
  if (s->out) memcpy(s->out + s->at, bytes, size);
  if (s->in) memcpy(bytes, s->in + s->at, size);
  s->at += size;
}

static void stream_field(Stream *s, WeirWater *w, Field *field) {
  const size_t row = sizeof(float) * (size_t)w->nx;
  if (!s->out && !s->in) {
    s->at += row * (size_t)w->nz;
    return;
  }
  for (int k = 0; k < w->nz; k++) stream_bytes(s, field->cells + water_index(w, 0, k), row);
}

/* Everything behind the header. Only nx and nz decide how many bytes it is. */
static void snapshot_walk(Stream *s, WeirWater *w) {
  for (int n = 0; n < SCALARS; n++) stream_bytes(s, (unsigned char *)w + scalars[n].offset, scalar_bytes(&scalars[n]));
  stream_bytes(s, &w->tuning, sizeof w->tuning);
  for (int n = 0; n < FIELD_ENTRIES; n++) stream_field(s, w, entry_field(w, &fields[n]));
  stream_bytes(s, w->lakes.label, sizeof *w->lakes.label * (size_t)w->nx * (size_t)w->nz);
  stream_bytes(s, w->touched_low, sizeof *w->touched_low * (size_t)w->nz);
  stream_bytes(s, w->touched_high, sizeof *w->touched_high * (size_t)w->nz);
}

static size_t snapshot_size(int nx, int nz) {
  WeirWater shape = {.nx = nx, .nz = nz};
  Stream count = {.at = sizeof(Header)};
  snapshot_walk(&count, &shape);
  return count.at;
}

static uint64_t snapshot_hash(Header header, const unsigned char *bytes) {
  header.hash = 0;
  const uint64_t hash = hash_bytes(HASH_START, &header, sizeof header);
  return hash_bytes(hash, bytes + sizeof header, (size_t)header.bytes - sizeof header);
}

size_t weir_water_save(const WeirWater *w, void *memory, size_t size) {
  const size_t needed = snapshot_size(w->nx, w->nz);
  if (!memory || size < needed) return needed;
  WeirWater view = *w; /* the walk goes both ways, so it wants a water that may be written */
  Stream out = {.out = memory, .at = sizeof(Header)};
  snapshot_walk(&out, &view);
  Header header = {.version = SNAPSHOT_VERSION,
                   .order = SNAPSHOT_ORDER,
                   .nx = w->nx,
                   .nz = w->nz,
                   .cell = w->cell,
                   .solver = (int32_t)w->solver,
                   .bytes = needed};
  memcpy(header.magic, SNAPSHOT_MAGIC, sizeof header.magic);
  header.hash = snapshot_hash(header, memory);
  memcpy(memory, &header, sizeof header);
  return needed;
}

/* --- loading: nothing is believed ------------------------------------------------------------------------------------ */

static bool snapshot_error(WeirError *error, const char *text) {
  if (error) snprintf(error->text, sizeof error->text, "snapshot: %s", text);
  return false;
}

/* The sizes are proven against the bytes at hand before anything is allocated. */
static bool header_check(const Header *h, const unsigned char *bytes, size_t size, WeirError *error) {
  if (memcmp(h->magic, SNAPSHOT_MAGIC, sizeof h->magic) != 0) return snapshot_error(error, "not a state of this library");
  if (h->order != SNAPSHOT_ORDER) return snapshot_error(error, "written on a machine of the other byte order");
  if (h->version != SNAPSHOT_VERSION) return snapshot_error(error, "of another version of the format; 1 is read");
  if (h->nx < WEIR_GRID_MIN || h->nx > WEIR_GRID_MAX || h->nz < WEIR_GRID_MIN || h->nz > WEIR_GRID_MAX)
    return snapshot_error(error, "its grid must have 16 to 8192 cells a side");
  if (h->bytes != size || snapshot_size(h->nx, h->nz) != size)
    return snapshot_error(error, "shorter or longer than its grid asks for");
  if (snapshot_hash(*h, bytes) != h->hash) return snapshot_error(error, "its bytes were changed after it was written");
  return true;
}

static bool in_range(double value, double low, double high) {
  return value >= low && value <= high; /* no for NaN, too */
}

static bool scalar_check(const WeirWater *w, const Scalar *scalar) {
  const unsigned char *at = (const unsigned char *)w + scalar->offset;
  for (int n = 0; n < scalar->count; n++) {
    double value = 0;
    switch (scalar->kind) {
      case INT: value = (double)((const int *)(const void *)at)[n]; break;
      case INT64: value = (double)((const int64_t *)(const void *)at)[n]; break;
      case FLOAT: value = (double)((const float *)(const void *)at)[n]; break;
      case DOUBLE: value = ((const double *)(const void *)at)[n]; break;
    }
    if (!in_range(value, scalar->low, scalar->high)) return false;
  }
  return true;
}

static bool field_check(const WeirWater *w, const Field *field, const FieldEntry *entry) {
  for (int k = 0; k < w->nz; k++) {
    const float *const row = field->cells + water_index(w, 0, k);
    for (int i = 0; i < w->nx; i++)
      if (!(row[i] >= entry->low && row[i] <= entry->high)) return false;
  }
  return true;
}

/* What is used as an index. */
static bool indices_check(const WeirWater *w) {
  const int32_t cells = w->nx * w->nz;
  if (w->lakes.count > cells / 2 + 1) return false;
  /* Water that was never a membrane has labels of 0 and no lakes. */
  const int32_t labels = w->solver == WEIR_MEMBRANE || w->lakes.count > 0 ? w->lakes.count : 1;
  for (int32_t n = 0; n < cells; n++)
    if (w->lakes.label[n] < -1 || w->lakes.label[n] >= labels) return false;
  for (int k = 0; k < w->nz; k++)
    if (w->touched_low[k] < 0 || w->touched_low[k] > w->nx || w->touched_high[k] < 0 || w->touched_high[k] > w->nx)
      return false;
  return true;
}

/* The tuning and the sources are sound when the calls that set them would have left them as they are. */
static bool settings_check(WeirWater *w) {
  const WeirTuning tuning = w->tuning;
  weir_water_set_tuning(w, &tuning);
  for (int n = 0; n < w->source_count; n++)
    if (!(fabsf(w->sources[n].rate) <= 1e6f)) return false;
  return memcmp(&tuning, &w->tuning, sizeof tuning) == 0;
}

static bool state_check(WeirWater *w) {
  bool ok = true;
  for (int n = 0; n < SCALARS; n++) ok = ok && scalar_check(w, &scalars[n]);
  for (int n = 0; n < FIELD_ENTRIES; n++) ok = ok && field_check(w, entry_field(w, &fields[n]), &fields[n]);
  return ok && indices_check(w) && settings_check(w);
}

WeirWater *weir_water_load(const void *memory, size_t size, WeirError *error) {
  Header header;
  if (!memory || size < sizeof header) {
    snapshot_error(error, "too short to be a state");
    return NULL;
  }
  memcpy(&header, memory, sizeof header);
  if (!header_check(&header, memory, size, error)) return NULL;
  WeirWaterDef def = weir_water_def_default();
  def.nx = header.nx;
  def.nz = header.nz;
  def.cell = header.cell;
  def.solver = (WeirSolver)header.solver;
  WeirWater *w = weir_water_create(&def, error); /* says itself what is wrong with cell and solver */
  if (!w) return NULL;
  Stream in = {.in = memory, .at = sizeof header};
  snapshot_walk(&in, w);
  if (state_check(w)) return w;
  snapshot_error(error, "holds a number that no state can have");
  weir_water_destroy(w);
  return NULL;
}
