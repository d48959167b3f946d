/* Records of the cells that bodies cover or pass: which, in which order, and as bytes. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/subgrid_state.h"
#include "weir/tiles.h"

void subgrid_records_free(SubRecords *records) {
  memory_free(records->cells);
  memory_free(records->water);
  memory_free(records->link[SIDE_EAST]);
  *records = (SubRecords){0};
}

/* --- sets of cells --------------------------------------------------------------------------------------------------- */

bool subgrid_bits_create(SubBits *b, int nx, int nz) {
  b->words = (nx + 63) / 64;
  const size_t rows = (size_t)nz, all = rows * (size_t)b->words;
  b->present = memory_create(all, sizeof *b->present);
  b->rank = memory_create(all, sizeof *b->rank);
  b->covered = memory_create(all, sizeof *b->covered);
  b->covered_before = memory_create(all, sizeof *b->covered_before);
  b->passed = memory_create(all, sizeof *b->passed);
  b->shaded = memory_create(all, sizeof *b->shaded);
  b->low = memory_create(rows, sizeof *b->low);
  b->high = memory_create(rows, sizeof *b->high);
  return b->present && b->rank && b->covered && b->covered_before && b->passed && b->shaded && b->low && b->high;
}

void subgrid_bits_free(SubBits *b) {
  memory_free(b->present);
  memory_free(b->rank);
  memory_free(b->covered);
  memory_free(b->covered_before);
  memory_free(b->passed);
  memory_free(b->shaded);
  memory_free(b->low);
  memory_free(b->high);
}

/* Bits that are set; processors of today have an instruction for it, but not those of all binaries. */
static int bits_count(uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (int)(bits * 0x0101010101010101u >> 56);
}

int subgrid_rank(const Subgrid *s, int i, int k) {
  const int word = i / 64;
  if (word < s->bits.low[k]) return s->row[k];
  if (word >= s->bits.high[k]) return s->row[k + 1];
  const ptrdiff_t at = (ptrdiff_t)k * s->bits.words + word;
  return s->bits.rank[at] + bits_count(s->bits.present[at] & (((uint64_t)1 << i % 64) - 1));
}

static void bit_set(const WeirWater *w, uint64_t *bits, int i, int k) {
  bits[(ptrdiff_t)k * w->subgrid->bits.words + i / 64] |= (uint64_t)1 << i % 64;
}

/* Columns [i0, i1) of row k may have bits. */
static void row_widen(const WeirWater *w, int i0, int i1, int k) {
  SubBits *const b = &w->subgrid->bits;
  if (k < 0 || k >= w->nz) return;
  const int first = (i0 > 0 ? i0 : 0) / 64, last = ((i1 < w->nx ? i1 : w->nx) - 1) / 64;
  if (b->low[k] >= b->high[k]) b->low[k] = first, b->high[k] = last + 1;
  if (first < b->low[k]) b->low[k] = first;
  if (last >= b->high[k]) b->high[k] = last + 1;
}

static void mark_move(const WeirWater *w, const SubMove *move) {
  const SubBits *const b = &w->subgrid->bits;
  const SubWindow *const at = &move->window;
  const SubSums *const sums = move->sums;
  for (int k = at->k0 - 1; k <= at->k1; k++) row_widen(w, at->i0 - 1, at->i1 + 1, k);
  for (int n = 0; n < sums->slab_count; n++) bit_set(w, b->covered, sums->slabs[n].i, sums->slabs[n].k);
  for (int n = 0; n < sums->face_count; n++) {
    const BodyFace *const face = &sums->faces[n];
    bit_set(w, b->passed, face->i, face->k);
    if (face->side == FACE_EAST) bit_set(w, b->passed, face->i + 1, face->k);
    else bit_set(w, b->passed, face->i, face->k + 1);
  }
}

void subgrid_mark(const WeirWater *w) {
  const Subgrid *const s = w->subgrid;
  for (int n = 0; n < s->move_count; n++) mark_move(w, &s->moves[n]);
}

/* Cells that bodies cover or pass, now or before. */
static void shadows_find(const WeirWater *w) {
  const SubBits *const b = &w->subgrid->bits;
  for (int k = 0; k < w->nz; k++) {
    const ptrdiff_t row = (ptrdiff_t)k * b->words;
    for (ptrdiff_t at = row + b->low[k]; at < row + b->high[k]; at++) b->shaded[at] = b->covered[at] | b->covered_before[at] | b->passed[at];
  }
}

/* Word `word` of a row of cells in shadow and those that water comes to them from: `shaded` is its row, `north` and `south` those beside
 * it. */
static uint64_t present_word(const WeirWater *w, const uint64_t *shaded, const uint64_t *north, const uint64_t *south, int word) {
  const uint64_t here = shaded[word], west = word > 0 ? shaded[word - 1] >> 63 : 0;
  const uint64_t east = word + 1 < w->subgrid->bits.words ? shaded[word + 1] << 63 : 0;
  const uint64_t all = here | here << 1 | here >> 1 | west | east | north[word] | south[word];
  const int over = 64 * (word + 1) - w->nx;
  return over > 0 ? all & ~(uint64_t)0 >> over : all;
}

/* The cells that there are to be records for; how many. Beyond the grid lies what lies outermost: nothing new comes of it. */
static int present_find(const WeirWater *w) {
  const Subgrid *const s = w->subgrid;
  const SubBits *const b = &s->bits;
  int count = 0;
  shadows_find(w);
  for (int k = 0; k < w->nz; k++) {
    const ptrdiff_t row = (ptrdiff_t)k * b->words;
    const uint64_t *const shaded = b->shaded + row, *const north = k > 0 ? shaded - b->words : shaded, *const south = k + 1 < w->nz ? shaded + b->words : shaded;
    for (int word = b->low[k]; word < b->high[k]; word++) {
      const uint64_t bits = present_word(w, shaded, north, south, word);
      b->present[row + word] = bits;
      count += bits != 0 ? bits_count(bits) : 0;
    }
  }
  return count;
}

static void row_clear(const WeirWater *w, uint64_t *bits, int k) {
  const SubBits *const b = &w->subgrid->bits;
  if (b->low[k] < b->high[k]) memset(bits + (ptrdiff_t)k * b->words + b->low[k], 0, sizeof *bits * (size_t)(b->high[k] - b->low[k]));
}

/* What is covered and passed now will be what was. Where no bits are any more nobody looks. */
static void bits_turn(const WeirWater *w) {
  SubBits *const b = &w->subgrid->bits;
  for (int k = 0; k < w->nz; k++) {
    int low = b->low[k], high = b->high[k];
    if (low >= high) continue;
    const ptrdiff_t row = (ptrdiff_t)k * b->words;
    for (int word = low; word < high; word++) b->covered[row + word] |= b->passed[row + word];
    row_clear(w, b->covered_before, k);
    row_clear(w, b->passed, k);
    while (low < high && b->present[row + low] == 0) low++;
    while (high > low && b->present[row + high - 1] == 0) high--;
    b->low[k] = low, b->high[k] = high;
  }
  uint64_t *const covered = b->covered_before;
  b->covered_before = b->covered;
  b->covered = covered;
}

/* --- records --------------------------------------------------------------------------------------------------------- */

/* For `count`, or, when more are wanted than there is room for, for as many as the other ones have: they take turns. */
static bool records_reserve(SubRecords *r, int count, const SubRecords *other) {
  enum { EACH = 5 + FACES };
  if (count <= r->capacity) return true;
  subgrid_records_free(r);
  const size_t wanted = (size_t)count + (size_t)count / 4 + 64, capacity = wanted > (size_t)other->capacity ? wanted : (size_t)other->capacity;
  r->cells = memory_create(capacity, sizeof *r->cells);
  float *const floats = r->water = memory_create(EACH * capacity, sizeof *r->water);
  int32_t *const links = r->link[SIDE_EAST] = memory_create(SIDES * capacity, sizeof *links);
  if (!r->cells || !floats || !links) {
    subgrid_records_free(r);
    return false;
  }
  float **const parts[EACH] = {&r->water, &r->deck, &r->bed, &r->depth, &r->rise, &r->block[FACE_EAST], &r->block[FACE_SOUTH]};
  for (size_t n = 0; n < EACH; n++) *parts[n] = floats + n * capacity;
  for (size_t n = 0; n < SIDES; n++) r->link[n] = links + n * capacity;
  r->capacity = (int)capacity;
  return true;
}

/* A cell that bodies have come to. */
static void record_begin(const WeirWater *w, int n) {
  const SubRecords *const r = &w->subgrid->records;
  const ptrdiff_t at = water_index(w, r->cells[n].i, r->cells[n].k);
  r->bed[n] = w->terrain.cells[at];
  r->depth[n] = r->water[n] = w->depth.cells[at];
  r->deck[n] = r->rise[n] = 0.0f;
}

/* A record for cell (i, k), which had number `before` among the old ones (-1: none); its new geometry is not known yet. */
static void record_renew(const WeirWater *w, const SubRecords *old, int before, int n, int i, int k, bool shaded) {
  Subgrid *const s = w->subgrid;
  SubRecords *const r = &s->records;
  r->cells[n] = (SubCell){.i = (int16_t)i, .k = (int16_t)k, .shaded = shaded};
  for (int side = 0; side < FACES; side++) s->faces.block_before[side * s->faces.stride + n] = before < 0 ? 0.0f : old->block[side][before];
  if (before < 0) {
    record_begin(w, n);
    return;
  }
  r->cells[n].was = old->cells[before].now;
  r->water[n] = old->water[before];
  r->deck[n] = old->deck[before];
  r->bed[n] = old->bed[before];
  r->depth[n] = old->depth[before];
  r->rise[n] = shaded ? old->rise[before] : 0.0f;
}

/* A cell that they have left: without bodies, the water's depth is the head's again. */
static void cell_leave(WeirWater *w, const SubRecords *old, int n) {
  const SubCell *const cell = &old->cells[n];
  const ptrdiff_t at = water_index(w, cell->i, cell->k);
  w->depth.cells[at] = old->water[n] + (w->subgrid->decked ? old->deck[n] : 0.0f);
  tiles_stir(w, cell->i, cell->k, cell->i + 1, cell->k + 1);
}

static void records_join(const SubRecords *r, int from, int to, int side) {
  r->link[side][from] = to;
  r->link[side + 2][to] = from;
}

/* Record n and those of the cells beside it, as far as there are records yet: *north goes along the row before. */
static void record_link(Subgrid *s, int n, int *north) {
  const SubRecords *const r = &s->records;
  const SubCell *const cell = &r->cells[n];
  const int row = s->row[cell->k];
  for (int side = 0; side < SIDES; side++) r->link[side][n] = n;
  while (*north < row && r->cells[*north].i < cell->i) ++*north;
  if (*north < row && r->cells[*north].i == cell->i) records_join(r, *north, n, SIDE_SOUTH);
  if (n > row && r->cells[n - 1].i == cell->i - 1) records_join(r, n - 1, n, SIDE_EAST);
}

static bool comes_before(const SubCell *cell, int i, int k) {
  return cell->k < k || (cell->k == k && cell->i < i);
}

/* Those of row k's cells, *at being the next of the old ones. */
static void row_renew(WeirWater *w, const SubRecords *old, int old_count, int *at, int k) {
  Subgrid *const s = w->subgrid;
  int north = k > 0 ? s->row[k - 1] : 0;
  s->row[k] = s->count;
  for (int word = s->bits.low[k]; word < s->bits.high[k]; word++) {
    const ptrdiff_t place = (ptrdiff_t)k * s->bits.words + word;
    s->bits.rank[place] = s->count;
    for (uint64_t left = s->bits.present[place]; left; left &= left - 1) {
      const int i = 64 * word + __builtin_ctzll(left), n = s->count++;
      for (; *at < old_count && comes_before(&old->cells[*at], i, k); ++*at) cell_leave(w, old, *at);
      const bool same = *at < old_count && old->cells[*at].i == i && old->cells[*at].k == k;
      record_renew(w, old, same ? (*at)++ : -1, n, i, k, s->bits.shaded[place] >> i % 64 & 1);
      record_link(s, n, &north);
    }
  }
}

/* No body has come to them yet. */
static void faces_clear(const SubFaces *f, int first, int count) {
  float *const sums[] = {f->share, f->speed, f->low, f->high, f->block};
  for (size_t n = 0; n < sizeof sums / sizeof *sums; n++) memset(sums[n] + first, 0, sizeof **sums * (size_t)count);
}

/* New records for the marked cells, sorted; marks are taken away. */
bool subgrid_records_renew(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  for (int k = 0; s->move_count == 0 && k < w->nz; k++) row_clear(w, s->bits.covered_before, k); /* nothing that was matters any more */
  const int count = present_find(w), old_count = s->count;
  bits_turn(w);
  if (!records_reserve(&s->spare, count, &s->records) || !subgrid_solver_reserve(s, count)) return false;
  const SubRecords old = s->records;
  s->records = s->spare;
  s->spare = old;
  s->count = s->shaded_count[RED] = s->shaded_count[BLACK] = 0;
  int at = 0;
  for (int k = 0; k < w->nz; k++) row_renew(w, &old, old_count, &at, k);
  s->row[w->nz] = s->count;
  for (int side = 0; side < FACES; side++) faces_clear(&s->faces, side * s->faces.stride, s->count);
  for (; at < old_count; at++) cell_leave(w, &old, at);
  return true;
}

void subgrid_records_leave(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  for (int n = 0; n < s->count; n++) cell_leave(w, &s->records, n);
  s->count = s->shaded_count[RED] = s->shaded_count[BLACK] = 0;
  for (int k = 0; k < w->nz; k++) {
    row_clear(w, s->bits.present, k);
    row_clear(w, s->bits.shaded, k);
    row_clear(w, s->bits.covered, k);
    row_clear(w, s->bits.covered_before, k);
    row_clear(w, s->bits.passed, k);
    s->row[k] = s->bits.low[k] = s->bits.high[k] = 0;
  }
  s->row[w->nz] = 0;
}

/* --- snapshots ------------------------------------------------------------------------------------------------------- */

static SubSaved record_save(const Subgrid *s, int n) {
  const SubCell *const cell = &s->records.cells[n];
  SubSaved saved = {.i = cell->i, .k = cell->k, .water = s->records.water[n], .deck = s->records.deck[n], .rise = s->records.rise[n], .count = cell->now.count, .lid = cell->now.lid};
  int at = 0;
  for (const Piece *piece = stack_first(&s->now, &cell->now); piece; piece = stack_next(&s->now, piece), at++) {
    saved.kind[at] = piece->kind;
    saved.slab[at] = piece->slab;
  }
  for (int side = 0; side < FACES; side++) saved.block[side] = s->records.block[side][n];
  return saved;
}

void subgrid_save(const WeirWater *w, unsigned char *bytes) {
  const Subgrid *const s = w->subgrid;
  for (int n = 0; n < s->count; n++, bytes += sizeof(SubSaved)) {
    const SubSaved saved = record_save(s, n);
    memcpy(bytes, &saved, sizeof saved); /* they may lie anywhere */
  }
  for (int n = 0; n < s->move_count; n++, bytes += sizeof(SubPose)) memcpy(bytes, &s->moves[n].to, sizeof(SubPose));
}

static bool between(float value, float low, float high) {
  return value >= low && value <= high; /* no for NaN, too */
}

static bool saved_sound(const WeirWater *w, const SubSaved *c, const SubCell *last) {
  bool ok = c->i >= 0 && c->i < w->nx && c->k >= 0 && c->k < w->nz && between(c->water, 0, WALL_HEIGHT) && between(c->deck, 0, WALL_HEIGHT) && between(c->rise, -WALL_HEIGHT, WALL_HEIGHT);
  if (last) ok = ok && (c->k > last->k || (c->k == last->k && c->i > last->i));
  ok = ok && c->count <= STACK && c->lid <= (c->count > 0 ? 1 : 0) && (c->lid == 1 || c->deck == 0);
  for (int n = 0; ok && n < c->count; n++) {
    const Slab *const slab = &c->slab[n];
    ok = c->kind[n] < SLABS && slab->cover > 0 && between(slab->cover, 0, 2) && between(slab->low, -WALL_HEIGHT, WALL_HEIGHT) &&
         between(slab->high, slab->low, WALL_HEIGHT);
  }
  return ok && between(c->block[FACE_EAST], 0, 1) && between(c->block[FACE_SOUTH], 0, 1);
}

static bool pose_sound(const SubPose *pose) {
  bool ok = isfinite(pose->heading) && between(pose->share, 0, 1) && isfinite(pose->filled);
  for (int n = 0; n < 3; n++) ok = ok && isfinite(pose->position[n]);
  for (int n = 0; n < 9; n++) ok = ok && isfinite(pose->rotation[n]);
  return ok;
}

/* Nothing moves until bodies are handed in again. */
static void record_load(const WeirWater *w, const SubSaved *saved, int n) {
  Subgrid *const s = w->subgrid;
  const SubRecords *const r = &s->records;
  SubCell *const cell = &r->cells[n];
  *cell = (SubCell){.i = (int16_t)saved->i, .k = (int16_t)saved->k};
  record_begin(w, n);
  r->water[n] = saved->water;
  r->deck[n] = saved->deck;
  r->rise[n] = saved->rise;
  s->decked = s->decked || saved->deck > 0.0f;
  cell->now.lid = saved->lid;
  for (int at = 0; at < saved->count; at++) subgrid_lay_piece(&s->now, &cell->now, saved->slab[at], saved->kind[at]);
  if (saved->count > 0) bit_set(w, s->bits.covered_before, saved->i, saved->k);
  bit_set(w, s->bits.present, saved->i, saved->k);
  for (int side = -1; side <= 1; side++) row_widen(w, saved->i - 1, saved->i + 2, saved->k + side);
  for (int side = 0; side < FACES; side++) {
    r->block[side][n] = s->faces.block[side * s->faces.stride + n] = s->faces.block_before[side * s->faces.stride + n] = saved->block[side];
    if (!(saved->block[side] > 0.0f)) continue;
    bit_set(w, s->bits.covered_before, saved->i, saved->k);
    if (side == FACE_EAST ? saved->i + 1 < w->nx : saved->k + 1 < w->nz)
      bit_set(w, s->bits.covered_before, saved->i + (side == FACE_EAST), saved->k + (side == FACE_SOUTH));
  }
}

/* Rows and ranks of records that are there already. */
static void records_index(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  int at = 0;
  for (int k = 0; k < w->nz; k++) {
    int north = k > 0 ? s->row[k - 1] : 0;
    s->row[k] = at;
    for (int word = s->bits.low[k]; word < s->bits.high[k]; word++) {
      const ptrdiff_t place = (ptrdiff_t)k * s->bits.words + word;
      s->bits.rank[place] = at;
      for (uint64_t left = s->bits.present[place]; left; left &= left - 1) record_link(s, at++, &north);
    }
  }
  s->row[w->nz] = at;
}

bool subgrid_load(WeirWater *w, const unsigned char *bytes, int count, int pose_count) {
  Subgrid *const s = w->subgrid;
  if (!records_reserve(&s->records, count, &s->spare) || !subgrid_solver_reserve(s, count) || !subgrid_moves_reserve(s, pose_count)) return false;
  if (!subgrid_pieces_reserve(&s->now, STACK * count)) return false;
  for (int n = 0; n < count; n++, bytes += sizeof(SubSaved)) {
    SubSaved saved;
    memcpy(&saved, bytes, sizeof saved);
    if (!saved_sound(w, &saved, n > 0 ? &s->records.cells[n - 1] : NULL)) return false;
    record_load(w, &saved, n);
  }
  for (int n = 0; n < pose_count; n++, bytes += sizeof(SubPose)) {
    s->moves[n] = (SubMove){.body = -1}; /* where a body was, and nothing else of it */
    memcpy(&s->moves[n].to, bytes, sizeof(SubPose));
    if (!pose_sound(&s->moves[n].to)) return false;
    s->filled += s->moves[n].to.filled;
  }
  s->count = count;
  s->move_count = pose_count;
  s->stands = s->shown = true;
  records_index(w);
  s->displaced = subgrid_displaced(w); /* the account has it from before */
  return true;
}
