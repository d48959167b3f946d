/* A state's bytes from first to last: the head, the walk over all parts (parts.h), the water's own bytes.
 *
 *   head     magic, version of the format, of the library, bytes in all, where the water begins, hash of everything as far as the water's
 *            own hash (itself as 0)
 *   scene, parameters, clock, machines, water in the air, meshes, ground: world_state_scene, state_world
 *   bodies, the order of the engine's collision shapes
 *   water    weir_water_save
 *
 * Whatever is added to a world and decides its future is a line in one of the parts, and a new VERSION; older ones are read without it.
 *   2: bodies that left the world are counted
 *   3: what the world began with, by which scenery is placed */
#include "world/state/state.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "format/pack.h"
#include "world/state/parts.h"
#include "world/story/story.h"

#define MAGIC "WEIRWRLD"
enum { VERSION = 3, VERSION_OLDEST = 1, HEAD_BYTES = 56, WATER_AT = 40, HASH_AT = 48, LIBRARY = 20 };
enum { WATER_HASHED = 64 /* bytes of the water that the hash covers: its head, where a hash of all of it stands */ };

/* The first HEAD_BYTES bytes. */
typedef struct Head {
  char magic[8], library[LIBRARY];
  uint32_t version;
  uint64_t bytes, water_at, hash;
} Head;

/* --- the walk ------------------------------------------------------------------------------------------------------------------------ */

static void pass_head(StateStream *s, Head *head) {
  state_bytes(s, head->magic, sizeof head->magic, "the head");
  state_uint32(s, &head->version, "the head");
  state_bytes(s, head->library, sizeof head->library, "the head");
  state_uint64(s, &head->bytes, "the head");
  state_uint64(s, &head->water_at, "the head");
  state_uint64(s, &head->hash, "the head");
}

/* Working data that lasts only while a world is saved or loaded. */
typedef struct Passage {
  EngineBody engine[WORLD_BODIES_MAX];
  EngineOrder order;
} Passage;

/* Passes on everything between head and water. */
static void pass_world(StateStream *s, World *world, Passage *p) {
  state_world(s, world);
  if (s->short_of_memory) return;
  state_int(s, &world->body_count, 0, WORLD_BODIES_MAX, "the number of bodies");
  state_bodies(s, world, p->engine);
  if (s->in) state_bodies_check(s, world);
  state_order(s, &p->order);
}

/* The water is most of the bytes and has a hash of its own: this one covers that hash, so that the water is gone through once. */
static uint64_t hash_of(const unsigned char *bytes, size_t water_at, size_t size) {
  unsigned char head[HEAD_BYTES];
  const size_t end = size - water_at < WATER_HASHED ? size : water_at + WATER_HASHED;
  memcpy(head, bytes, sizeof head);
  memset(head + HASH_AT, 0, 8);
  return hash_bytes(hash_bytes(HASH_START, head, sizeof head), bytes + HEAD_BYTES, end - HEAD_BYTES);
}

size_t world_state_water(const void *memory, size_t size) {
  const unsigned char *const bytes = memory;
  uint64_t at = 0;
  if (size < HEAD_BYTES) return size;
  for (int n = 0; n < 8; n++) at |= (uint64_t)bytes[WATER_AT + n] << 8 * n;
  return at < size ? (size_t)at : size;
}

/* --- writing ------------------------------------------------------------------------------------------------------------------------- */

size_t world_state_write(const World *world, void *memory, size_t size) {
  Passage passage; /* 0.4 MB, on the stack: saving takes no memory */
  for (int n = 0; n < world->body_count; n++) engine_get(&world->bodies[n], &passage.engine[n]);
  engine_order(world, &passage.order);
  World *const same = (World *)world; /* the walk goes both ways, so it wants a world that may be written; this way it writes nothing */
  StateStream s = {.out = memory, .at = HEAD_BYTES, .size = size, .version = VERSION};
  pass_world(&s, same, &passage);
  const size_t needed = s.at + weir_water_save(world->water, NULL, 0);
  if (!memory || size < needed) return needed;
  weir_water_save(world->water, (unsigned char *)memory + s.at, needed - s.at);
  Head head = {.version = VERSION, .bytes = needed, .water_at = s.at};
  memcpy(head.magic, MAGIC, sizeof head.magic);
  snprintf(head.library, sizeof head.library, "%s", weir_version());
  for (int times = 0; times < 2; times++) { /* the hash is of a head in which it is 0 */
    s = (StateStream){.out = memory, .size = size, .version = VERSION};
    pass_head(&s, &head);
    if (times == 0) head.hash = hash_of(memory, (size_t)head.water_at, needed);
  }
  return needed;
}

bool state_bytes_reserve(StateBytes *state, size_t size) {
  state->size = size;
  if (size <= state->room) return true;
  memory_free(state->bytes);
  state->room = size + size / 8; /* bodies change the size a little each second */
  state->bytes = memory_create(1, state->room);
  if (!state->bytes) state->room = state->size = 0;
  return state->bytes != NULL;
}

bool world_state_copy(const World *world, StateBytes *state) {
  if (!state->room && !state_bytes_reserve(state, weir_water_save(world->water, NULL, 0) + 100000)) return false;
  const size_t size = world_state_write(world, state->bytes, state->room);
  if (size <= state->room) {
    state->size = size;
    return true;
  }
  if (!state_bytes_reserve(state, size)) return false;
  world_state_write(world, state->bytes, state->room);
  return true;
}

/* --- reading ------------------------------------------------------------------------------------------------------------------------- */

static bool head_check(const Head *head, const unsigned char *bytes, size_t size, Error *error) {
  if (memcmp(head->magic, MAGIC, sizeof head->magic) != 0) return error_set(error, "state: not a saved world");
  if (head->version < VERSION_OLDEST || head->version > VERSION)
    return error_set(error, "state: in version %u of the format, by weir %.*s; this is weir %s, which reads versions %d to %d",
                     head->version, LIBRARY - 1, head->library, weir_version(), VERSION_OLDEST, VERSION);
  if (head->bytes != size) return error_set(error, "state: %zu bytes, where %llu were written", size, (unsigned long long)head->bytes);
  if (head->water_at < HEAD_BYTES || head->water_at > size || hash_of(bytes, (size_t)head->water_at, size) != head->hash)
    return error_set(error, "state: damaged: its bytes were changed after it was written");
  return true;
}

/* The water, of the scene's grid, and with it the ground. */
static bool read_water(World *world, const unsigned char *bytes, size_t size, Error *error) {
  WeirError reason;
  world->water = weir_water_load(bytes, size, &reason);
  if (!world->water) return error_set(error, "state: the water: %s", reason.text);
  if (weir_water_nx(world->water) != world->nx || weir_water_nz(world->water) != world->nz || weir_water_cell(world->water) != world->cell)
    return error_set(error, "state: the water has another grid than its scene");
  weir_water_set_threads(world->water, world->threads);
  if (world->terrain) return true;
  world->terrain = memory_create((size_t)world->nx * (size_t)world->nz, sizeof *world->terrain);
  if (!world->terrain || !heap_create(world)) return error_set(error, "state: not enough memory");
  const WeirView ground = weir_water_terrain(world->water);
  for (int k = 0; k < ground.nz; k++)
    memcpy(world->terrain + (ptrdiff_t)k * ground.nx, ground.data + k * ground.stride, sizeof(float) * (size_t)ground.nx);
  return true;
}

/* The engine. A wave that comes in through a side has taken its room there already; making room would end it. */
static bool read_engine(World *world, const Passage *p, Error *error) {
  const float low = world->own->ground_low, high = world->own->ground_high;
  if (!bodies_create(world, error)) return false;
  if (!world->disasters.wave_sides && !disasters_create(world)) return error_set(error, "state: not enough memory");
  bodies_ground_bound(world, low, high);
  hulls_fill(world);
  return engine_build(world, p->engine, &p->order) || error_set(error, "state: damaged: wheels, paddles or collision shapes fit no body");
}

static bool read_all(World *world, Passage *p, const unsigned char *bytes, size_t size, Error *error) {
  Head head;
  StateStream s = {.in = bytes, .size = size};
  pass_head(&s, &head);
  if (s.fault) return error_set(error, "state: too short to be a saved world");
  if (!head_check(&head, bytes, size, error)) return false;
  s.size = (size_t)head.water_at;
  s.version = head.version;
  pass_world(&s, world, p);
  if (s.short_of_memory) return error_set(error, "state: not enough memory");
  if (state_expect(&s, s.at == s.size, "its length") && read_water(world, bytes + s.at, size - s.at, error))
    return read_engine(world, p, error);
  return s.fault ? error_set(error, "state: damaged: %s cannot be so", s.fault) : false;
}

World *world_state_read(const void *memory, size_t size, int threads, Error *error) {
  World *const world = world_begin(threads);
  Passage *const passage = memory_create(1, sizeof *passage);
  const bool ok = world && passage ? read_all(world, passage, memory, size, error) : error_set(error, "state: not enough memory");
  memory_free(passage);
  if (ok) {
    world->from_state = true;
    return world;
  }
  world_destroy(world);
  return NULL;
}

World *world_state_open(const void *packed, size_t packed_size, int threads, Error *error) {
  size_t size;
  if (!pack_holds(packed, packed_size, &size)) return error_set(error, "state: not a saved world"), NULL;
  void *const bytes = memory_create(1, size);
  if (!bytes) return error_set(error, "state: not enough memory for %zu bytes", size), NULL;
  const bool whole = pack_open(packed, packed_size, bytes, size);
  if (!whole) error_set(error, "state: damaged: it cannot be unpacked");
  World *const world = whole ? world_state_read(bytes, size, threads, error) : NULL;
  memory_free(bytes);
  return world;
}
