#include "weir/subgrid.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "weir/tiles.h"

bool subgrid_create(WeirWater *w) {
  if (w->subgrid) return true;
  Subgrid *const s = memory_create(1, sizeof *s);
  if (!s) return false;
  const size_t cells = (size_t)w->nx * (size_t)w->nz;
  s->mark_words = (w->nx + 63) / 64;
  s->slot = memory_create(cells, sizeof *s->slot);
  s->marks = memory_create((size_t)s->mark_words * (size_t)w->nz, sizeof *s->marks);
  s->row = memory_create((size_t)w->nz + 1, sizeof *s->row);
  s->parts = 1;
  w->subgrid = s;
  if (!s->slot || !s->marks || !s->row) {
    subgrid_destroy(w);
    return false;
  }
  memset(s->slot, 0xff, cells * sizeof *s->slot);
  return true;
}

void subgrid_destroy(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  if (!s) return;
  memory_free(s->slot);
  memory_free(s->marks);
  memory_free(s->row);
  memory_free(s->cells);
  memory_free(s->spare);
  memory_free(s->heads);
  memory_free(s->shades);
  memory_free(s->moves);
  memory_free(s->moves_before);
  subgrid_scratch_free(s->scratch);
  memory_free(s);
  w->subgrid = NULL;
}

bool subgrid_any(const WeirWater *w) {
  return w->subgrid && w->subgrid->count > 0;
}

/* --- what a cell holds ----------------------------------------------------------------------------------------------- */

/* V(h)/dx^2 = (h - b) - (1 - epsilon)*sum of cover*(h within [low, high] - low), the two geometries by their shares. */
void subgrid_mix(SubCell *cell, float share) {
  cell->mixed = 0;
  for (int n = 0; n < SLABS; n++) {
    const Slab *const now = &cell->now[n], *const was = &cell->was[n];
    if (share > 0.0f && now->cover > 0.0f) cell->mix[cell->mixed++] = (Slab){share * now->cover, now->low, now->high};
    if (share < 1.0f && was->cover > 0.0f) cell->mix[cell->mixed++] = (Slab){(1.0f - share) * was->cover, was->low, was->high};
  }
}

/* V is piecewise linear and rises: from one end of a slab to the next, upwards. */
float subgrid_head(const SubCell *cell, float water) {
  float ends[4 * SLABS];
  int count = 0;
  for (int n = 0; n < 2 * cell->mixed; n++) {
    const float at = n & 1 ? cell->mix[n / 2].high : cell->mix[n / 2].low;
    int m = count++;
    for (; m > 0 && ends[m - 1] > at; m--) ends[m] = ends[m - 1];
    ends[m] = at;
  }
  float h = cell->bed, left = water;
  for (int n = 0; n < count; n++) {
    if (ends[n] <= h) continue;
    const float storage = subgrid_storage(cell, h), room = (ends[n] - h) * storage;
    if (left <= room) return h + left / storage;
    left -= room;
    h = ends[n];
  }
  return h + left / subgrid_storage(cell, h);
}

/* --- records --------------------------------------------------------------------------------------------------------- */

static void mark_window(const WeirWater *w, SubWindow window) {
  const Subgrid *const s = w->subgrid;
  for (int k = window.k0; k < window.k1; k++)
    for (int i = window.i0; i < window.i1; i++) s->marks[(ptrdiff_t)k * s->mark_words + i / 64] |= (uint64_t)1 << i % 64;
}

static int marked(const Subgrid *s, int nz) {
  int count = 0;
  for (ptrdiff_t n = 0; n < (ptrdiff_t)nz * s->mark_words; n++) count += __builtin_popcountll(s->marks[n]);
  return count;
}

/* A cell that bodies have come to, with the water that it has. */
static SubCell cell_new(const WeirWater *w, int i, int k) {
  const ptrdiff_t at = water_index(w, i, k);
  return (SubCell){.i = i, .k = k, .bed = w->terrain.cells[at], .water = w->depth.cells[at], .depth = w->depth.cells[at]};
}

/* A cell that they have been to, before its new geometry is known. */
static SubCell cell_again(const WeirWater *w, const SubCell *before) {
  SubCell cell = {.i = before->i, .k = before->k, .water = before->water, .depth = before->depth};
  cell.bed = w->terrain.cells[water_index(w, cell.i, cell.k)];
  memcpy(cell.was, before->now, sizeof cell.was);
  for (int side = 0; side < FACES; side++) cell.face[side].block_before = before->face[side].block;
  return cell;
}

/* A cell that they have left: without bodies, the water's depth is the head's again. */
static void cell_leave(WeirWater *w, const SubCell *cell) {
  w->depth.cells[water_index(w, cell->i, cell->k)] = cell->water;
  tiles_wake(w, cell->i, cell->k, cell->i + 1, cell->k + 1);
}

static void records_index(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  int at = 0;
  for (int k = 0; k <= w->nz; k++) {
    s->row[k] = at;
    for (; at < s->count && s->cells[at].k == k; at++) s->slot[(ptrdiff_t)k * w->nx + s->cells[at].i] = at;
  }
}

static bool heads_reserve(Subgrid *s) {
  s->heads = memory_reserve(s->heads, &s->head_capacity, s->capacity, sizeof *s->heads);
  return s->heads && subgrid_shades_reserve(s);
}

/* New records for the marked cells, sorted; marks are taken away. */
static bool records_renew(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  const int count = marked(s, w->nz);
  s->spare = memory_reserve(s->spare, &s->spare_capacity, count, sizeof *s->spare);
  if (!s->spare) return false;
  int next = 0;
  for (int k = 0; k < w->nz; k++)
    for (int word = 0; word < s->mark_words; word++) {
      uint64_t *const left = &s->marks[(ptrdiff_t)k * s->mark_words + word];
      for (; *left; *left &= *left - 1) {
        const int i = 64 * word + __builtin_ctzll(*left);
        SubCell *const before = subgrid_at(s, w->nx, i, k);
        s->spare[next++] = before ? cell_again(w, before) : cell_new(w, i, k);
        if (before) before->k = -1; /* taken over */
      }
    }
  for (int n = 0; n < s->count; n++)
    if (s->cells[n].k >= 0) {
      cell_leave(w, &s->cells[n]);
      s->slot[(ptrdiff_t)s->cells[n].k * w->nx + s->cells[n].i] = -1;
    }
  SubCell *const cells = s->cells;
  const int capacity = s->capacity;
  s->cells = s->spare, s->capacity = s->spare_capacity, s->count = count;
  s->spare = cells, s->spare_capacity = capacity;
  if (!heads_reserve(s)) return false;
  records_index(w);
  return true;
}

/* --- geometry -------------------------------------------------------------------------------------------------------- */

/* From the sums of the samples. */
static void slab_finish(Slab *slab, bool through) {
  if (!(slab->cover > 0.0f)) return;
  if (through) {
    slab->low /= slab->cover;
    slab->high /= slab->cover;
  } else {
    slab->cover /= slab->high - slab->low;
  }
  const float most = 1.0f + 0.5f * SUBGRID_PORES; /* more would store less than nothing: it reaches deeper instead */
  if (slab->cover <= most) return;
  *slab = (Slab){most, slab->high - (slab->high - slab->low) * slab->cover / most, slab->high};
}

static void face_finish(SubFace *face) {
  if (!(face->share > 0.0f)) return;
  const float tall = face->high - face->low;
  face->speed /= face->share;
  face->share /= tall;
  face->block = min_float(1.0f, face->block / tall);
}

static int slot_at(const WeirWater *w, int i, int k) {
  return i < 0 || k < 0 || i >= w->nx || k >= w->nz ? -1 : w->subgrid->slot[(ptrdiff_t)k * w->nx + i];
}

static bool covered(const Subgrid *s, const WeirWater *w, int i, int k) {
  if (i >= w->nx || k >= w->nz) return false;
  const SubCell *const cell = subgrid_at(s, w->nx, i, k);
  return cell && cell->cover > 0.0f;
}

static void geometry_finish(WeirWater *w) {
  Subgrid *const s = w->subgrid;
  for (int n = 0; n < s->count; n++) {
    SubCell *const cell = &s->cells[n];
    float was = 0.0f;
    for (int slab = 0; slab < SLABS; slab++) {
      slab_finish(&cell->now[slab], slab == SLAB_WET);
      cell->cover += cell->now[slab].cover;
      was += cell->was[slab].cover;
    }
    cell->cover = min_float(1.0f, max_float(cell->cover, was));
    for (int side = 0; side < FACES; side++) face_finish(&cell->face[side]);
  }
  for (int n = 0; n < s->count; n++) {
    SubCell *const cell = &s->cells[n];
    cell->east = slot_at(w, cell->i + 1, cell->k);
    cell->west = slot_at(w, cell->i - 1, cell->k);
    cell->south = slot_at(w, cell->i, cell->k + 1);
    cell->north = slot_at(w, cell->i, cell->k - 1);
    for (int side = 0; side < FACES; side++) {
      SubFace *const face = &cell->face[side];
      const int on_i = cell->i + (side == FACE_EAST), on_k = cell->k + (side == FACE_SOUTH);
      face->active = (side == FACE_EAST ? cell->east : cell->south) >= 0 &&
                     (cell->cover > 0.0f || covered(s, w, on_i, on_k) || face->share > 0.0f || face->block_before > 0.0f);
    }
  }
}

/* --- poses ----------------------------------------------------------------------------------------------------------- */

/* Twist about y of the rotation; none where the body is as good as upside down. */
static bool heading_of(const float r[9], double *heading) {
  const double s = (double)r[2] - (double)r[6], c = (double)r[0] + (double)r[8];
  *heading = atan2(s, c);
  return s * s + c * c > 0.04;
}

static SubPose pose_of(const WeirBody *body) {
  SubPose pose = {.id = body->id};
  memcpy(pose.position, body->position, sizeof pose.position);
  memcpy(pose.rotation, body->rotation, sizeof pose.rotation);
  heading_of(body->rotation, &pose.heading);
  return pose;
}

/* The pose that a body has come to from another: headings go on from where they were. */
static SubPose pose_after(const WeirBody *body, const SubPose *from, float dt) {
  SubPose pose = pose_of(body);
  const double turned = remainder(pose.heading - from->heading, 6.283185307179586);
  double heading;
  if (heading_of(body->rotation, &heading) && fabs(turned) < 0.5) pose.heading = from->heading + turned;
  else pose.heading = from->heading + (double)body->spin[1] * (double)dt;
  return pose;
}

const SubMove *subgrid_move_before(const Subgrid *s, uint32_t id, int index) {
  if (id == 0) return NULL;
  for (int n = 0; n < s->before_count; n++) {
    const SubMove *const move = &s->moves_before[(index + n) % s->before_count];
    if (move->to.id == id) return move;
  }
  return NULL;
}

static bool moves_reserve(Subgrid *s, int count) {
  s->moves = memory_reserve(s->moves, &s->move_capacity, count, sizeof *s->moves);
  return s->moves != NULL;
}

static void moves_swap(Subgrid *s) {
  SubMove *const moves = s->moves_before;
  const int capacity = s->before_capacity;
  s->moves_before = s->moves, s->before_capacity = s->move_capacity, s->before_count = s->move_count;
  s->moves = moves, s->move_capacity = capacity, s->move_count = 0;
}

static bool same_pose(const SubPose *a, const SubPose *b) {
  return memcmp(a->position, b->position, sizeof a->position) == 0 && memcmp(a->rotation, b->rotation, sizeof a->rotation) == 0;
}

/* Where a body was at the last call, and now; who is new has not moved. */
static SubMove move_of(const WeirWater *w, const WeirBody *bodies, int body, int index, float dt) {
  const SubMove *const before = subgrid_move_before(w->subgrid, bodies[body].id, index);
  SubMove move = {.body = body, .from = before ? before->to : pose_of(&bodies[body])};
  move.to = before ? pose_after(&bodies[body], &move.from, dt) : move.from;
  move.rests = same_pose(&move.from, &move.to);
  if (move.rests) move.to.heading = move.from.heading; /* whatever it spins with */
  move.window = subgrid_window(w, &bodies[body], &move.from);
  return move;
}

/* The bodies that are present and reach the grid, where they come from and what they may reach. Who moves wakes the water. */
static void moves_find(WeirWater *w, const WeirBody *bodies, int count, float dt) {
  Subgrid *const s = w->subgrid;
  for (int n = 0; n < count; n++) {
    if (!shape_measure(&bodies[n]).present) continue;
    SubMove *const move = &s->moves[s->move_count];
    *move = move_of(w, bodies, n, s->move_count, dt);
    const SubWindow *const at = &move->window;
    if (at->i0 >= at->i1 || at->k0 >= at->k1) continue;
    s->move_count++;
    const SubMove *const before = subgrid_move_before(s, bodies[n].id, s->move_count - 1);
    if (!move->rests || !before || !before->rests) tiles_wake(w, at->i0, at->k0, at->i1, at->k1);
  }
}

bool subgrid_bodies(WeirWater *w, const WeirBody *bodies, int count, float dt) {
  Subgrid *const s = w->subgrid;
  subgrid_sync(w);
  moves_swap(s);
  if (!moves_reserve(s, count)) return false;
  moves_find(w, bodies, count, dt);
  for (int n = 0; n < s->move_count; n++) mark_window(w, s->moves[n].window);
  const bool ok = records_renew(w) && subgrid_deposit(w, bodies, dt);
  geometry_finish(w);
  subgrid_account(w);
  return ok;
}

/* --- snapshots ------------------------------------------------------------------------------------------------------- */

void subgrid_save(const WeirWater *w, unsigned char *bytes) {
  const Subgrid *const s = w->subgrid;
  for (int n = 0; n < s->count; n++, bytes += sizeof(SubSaved)) {
    const SubCell *const cell = &s->cells[n];
    SubSaved saved = {.i = cell->i, .k = cell->k, .water = cell->water};
    memcpy(saved.now, cell->now, sizeof saved.now);
    for (int side = 0; side < FACES; side++) saved.block[side] = cell->face[side].block;
    memcpy(bytes, &saved, sizeof saved); /* they may lie anywhere */
  }
  for (int n = 0; n < s->move_count; n++, bytes += sizeof(SubPose)) memcpy(bytes, &s->moves[n].to, sizeof(SubPose));
}

static bool between(float value, float low, float high) {
  return value >= low && value <= high; /* no for NaN, too */
}

static bool saved_sound(const WeirWater *w, const SubSaved *c, const SubCell *last) {
  bool ok = c->i >= 0 && c->i < w->nx && c->k >= 0 && c->k < w->nz && between(c->water, 0, WALL_HEIGHT);
  if (last) ok = ok && (c->k > last->k || (c->k == last->k && c->i > last->i));
  for (int slab = 0; slab < SLABS; slab++)
    ok = ok && between(c->now[slab].cover, 0, 2) && between(c->now[slab].low, -WALL_HEIGHT, WALL_HEIGHT) &&
         between(c->now[slab].high, c->now[slab].low, WALL_HEIGHT);
  return ok && between(c->block[FACE_EAST], 0, 1) && between(c->block[FACE_SOUTH], 0, 1);
}

static bool pose_sound(const SubPose *pose) {
  bool ok = isfinite(pose->heading);
  for (int n = 0; n < 3; n++) ok = ok && isfinite(pose->position[n]);
  for (int n = 0; n < 9; n++) ok = ok && isfinite(pose->rotation[n]);
  return ok;
}

/* A record that is `was` and now alike: nothing moves until bodies are handed in again. */
static SubCell cell_saved(const WeirWater *w, const SubSaved *saved) {
  SubCell cell = cell_new(w, saved->i, saved->k);
  cell.water = saved->water;
  memcpy(cell.now, saved->now, sizeof cell.now);
  memcpy(cell.was, saved->now, sizeof cell.was);
  for (int side = 0; side < FACES; side++) cell.face[side].block = cell.face[side].block_before = saved->block[side];
  return cell;
}

bool subgrid_load(WeirWater *w, const unsigned char *bytes, int count, int pose_count) {
  Subgrid *const s = w->subgrid;
  s->cells = memory_reserve(s->cells, &s->capacity, count, sizeof *s->cells);
  if (!s->cells || !moves_reserve(s, pose_count)) return false;
  double up = 0;
  for (int n = 0; n < count; n++, bytes += sizeof(SubSaved)) {
    SubSaved saved;
    memcpy(&saved, bytes, sizeof saved);
    if (!saved_sound(w, &saved, n > 0 ? &s->cells[n - 1] : NULL)) return false;
    s->cells[n] = cell_saved(w, &saved);
    up += (double)s->cells[n].depth - (double)s->cells[n].water;
  }
  for (int n = 0; n < pose_count; n++, bytes += sizeof(SubPose)) {
    s->moves[n] = (SubMove){.body = -1}; /* where a body was, and nothing else of it */
    memcpy(&s->moves[n].to, bytes, sizeof(SubPose));
    if (!pose_sound(&s->moves[n].to)) return false;
  }
  s->displaced = up * (double)w->cell * (double)w->cell; /* as subgrid_account has it */
  s->count = count;
  s->move_count = pose_count;
  records_index(w);
  return heads_reserve(s);
}
