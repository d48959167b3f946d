/* A state's bytes from first to last: the head, the walk over the world and its parts (parts.h), the water's own bytes.
 *
 *   head     magic, version of the format, of the library, bytes in all, where the water begins, hash of everything as far as the water's
 *            own hash (itself as 0)
 *   the world: its scene, parameters, clock, machines, water in the air, meshes, ground
 *   bodies, the order of the engine's collision shapes
 *   water    weir_water_save
 *
 * Whatever is added to a world and decides its future is a line in one of the parts, and a new WORLD_STATE_VERSION; older ones are read without it.
 *   2: bodies that left the world are counted
 *   3: what the world began with, by which scenery is placed
 *   4: gauges, lines and rules of the scene, its place on the map, the numbers of its machines */
#include "world/state/state.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "format/file.h"
#include "world/state/parts.h"

#define TIME_CAP 1e12 /* s */
#define TICKS_CAP ((int64_t)1 << 53)

#define NUMBER "a number of a command"
#define NUMBERS(first, last) STATE_RUN(STATE_FLOAT, CommandRecord, first, last, -FLT_MAX, FLT_MAX, NUMBER)
static const StateField command_rows[] = {
    STATE_FIELD(STATE_CHOICE, CommandRecord, kind, 0, COMMAND_KIND_COUNT, "the kind of a command"),
    NUMBERS(x, yaw),
    STATE_FIELD(STATE_CHOICE, CommandRecord, body, 0, BODY_KIND_COUNT, "the kind of a body that is dropped"),
    STATE_FIELD(STATE_CHOICE, CommandRecord, material, 0, MATERIAL_COUNT, "the material of a body that is dropped"),
    NUMBERS(size, density),
    STATE_FIELD(STATE_BOOL, CommandRecord, set, 0, 1, "a command"),
    STATE_FIELD(STATE_BOOL, CommandRecord, held, 0, 1, "a command"),
    STATE_FIELD(STATE_UINT32, CommandRecord, serial, 0, 0, "a command's body"),
    NUMBERS(grip, to),
    STATE_FIELD(STATE_INT, CommandRecord, param, INT32_MIN, INT32_MAX, NUMBER),
    STATE_FIELD(STATE_CHOICE, CommandRecord, solver, 0, WEIR_SOLVER_COUNT, "a command's solver"),
};
static const StateTable command_table = STATE_TABLE_OF(CommandRecord, command_rows);

void world_state_command(StateStream *s, Command *c) {
  CommandRecord record;
  command_to_record(c, &record);
  state_fields(s, &record, &command_table);
  if (s->in) command_from_record(&record, c);
}

/* Passes on the ground as the world began, and the tiles that were edited since; as it is now it is in the water. Without an edit both are
 * the same. */
static void pass_ground(StateStream *s, void *of) {
  World *const world = of;
  static const char *const what = "the ground's heights";
  const size_t cells = (size_t)world->nx * (size_t)world->nz;
  const size_t tiles = (size_t)world_ground_tiles(world->nx) * (size_t)world_ground_tiles(world->nz);
  state_int64(s, &world->ground_edits, 1, 0, TICKS_CAP, "the number of the ground's edits");
  state_floats(s, &world->own->ground_low, 1, -2 * WEIR_TERRAIN_MAX, 2 * WEIR_TERRAIN_MAX, what);
  state_floats(s, &world->own->ground_high, 1, -2 * WEIR_TERRAIN_MAX, 2 * WEIR_TERRAIN_MAX, what);
  if (world->ground_edits == 0 || !state_has(s, cells, sizeof(float), what)) return;
  if (!world->terrain) world->terrain = memory_create(cells, sizeof *world->terrain);
  s->short_of_memory |= !world->terrain || !(world->ground_edited || heap_create(world));
  if (s->short_of_memory) return;
  state_floats(s, world->terrain, cells, -WEIR_TERRAIN_MAX, WEIR_TERRAIN_MAX, what);
  state_int64(s, world->ground_edited, tiles, 0, world->ground_edits, "a tile of the ground");
}

/* Older states know nothing of it: there scenery is placed by the first picture. */
static void pass_began(StateStream *s, void *of) {
  World *const world = of;
  static const char *const what = "what the world began with";
  WorldBegan *const began = &world->began;
  bool known = began->depth != NULL;
  int count = began->body_count;
  state_bool(s, &known, what);
  if (!known || s->fault) return;
  state_int(s, &count, 0, WORLD_BODIES_MAX, what);
  const size_t bytes = 2 * (size_t)world->nx * (size_t)world->nz;
  if (!state_has(s, bytes + 12 * (size_t)count, 1, what)) return;
  s->short_of_memory |= s->in && !began_create(world, count);
  if (s->short_of_memory) return;
  state_bytes(s, began->depth, bytes, what);
  if (count > 0) state_floats(s, began->bodies[0], 3 * (size_t)count, -STATE_FAR, STATE_FAR, what);
}

/* A world has the scene's meshes. */
static void pass_hulls(StateStream *s, void *of) {
  World *const world = of;
  s->short_of_memory |= s->in && !hulls_reserve(world);
  if (s->short_of_memory) return;
  for (int h = 0; h < world->scene.hull_count && !s->fault; h++) {
    Hull *const hull = &world->hulls[h];
    state_int(s, &hull->vertex_count, 4, WEIR_VERTICES_MAX, "the corners of a mesh");
    state_floats(s, hull->vertices, 3 * (size_t)hull->vertex_count, -1e6f, 1e6f, "a corner of a mesh");
    state_int(s, &hull->triangle_count, 4, WEIR_TRIANGLES_MAX, "the faces of a mesh");
    for (int n = 0; n < 3 * hull->triangle_count; n++) {
      int corner = hull->triangles[n];
      state_int(s, &corner, 0, hull->vertex_count - 1, "a face of a mesh");
      if (s->in) hull->triangles[n] = (uint16_t)corner;
    }
    if (s->in && !s->fault) state_expect(s, hull_weigh(hull, "", NULL), "a mesh (it is not closed, not convex or without volume)");
  }
}

static void pass_own_machine(StateStream *s, void *of) {
  WorldMachine *const machine = of;
  if (!s->fault) state_fields(s, &machine->is, machine_info(machine->kind)->state);
}

static const StateTable machine_table =
    STATE_TABLE(WorldMachine, STATE_FIELD(STATE_CHOICE, WorldMachine, kind, 0, MACHINE_KIND_COUNT, "the kind of a machine"),
                STATE_FIELD(STATE_UINT32, WorldMachine, serial, 0, 0, "a machine's body"),
                STATE_RUN(STATE_FLOAT, WorldMachine, x, z, -FLT_MAX, FLT_MAX, "a machine's place"),
                STATE_PART_OF(WorldMachine, is, pass_own_machine, 0),
                {STATE_INT, offsetof(WorldMachine, number), sizeof(int), 0, SCENE_MACHINES, "a machine's number", NULL, 0, NULL, 4});
static const StateTable drop_table =
    STATE_TABLE(Drop, STATE_FIELD(STATE_FLOAT, Drop, position, -STATE_FAR, STATE_FAR, "a drop's place"),
                STATE_FIELD(STATE_FLOAT, Drop, velocity, -STATE_FAR, STATE_FAR, "a drop's velocity"),
                STATE_FIELD(STATE_FLOAT, Drop, age, 0, STATE_FAR, "a drop's age"), STATE_FIELD(STATE_BOOL, Drop, mist, 0, 1, "a drop"),
                STATE_FIELD(STATE_FLOAT, Drop, variant, 0, 1, "a drop's looks"),
                STATE_FIELD(STATE_DOUBLE, Drop, volume, -1e30, 1e30, "a drop's volume"));
static const StateTable spray_table =
    STATE_TABLE(Spray, STATE_LIST_OF(Spray, drops, count, 0, WORLD_DROPS_MAX, "the number of drops", drop_table),
                STATE_FIELD(STATE_DOUBLE, Spray, residual, -1e30, 1e30, "the water of drops"),
                STATE_FIELD(STATE_INT64, Spray, residual_cell, 0, (double)WEIR_GRID_MAX *WEIR_GRID_MAX, "the cell of drops"),
                STATE_FIELD(STATE_DOUBLE, Spray, removed, -1e30, 1e30, "the water of drops"));

static void pass_spray(StateStream *s, void *of) {
  World *const world = of;
  state_fields(s, &world->spray, &spray_table);
  state_expect(s, world->spray.residual_cell < (int64_t)world->nx * world->nz, "the cell of drops");
}

static const StateTable disaster_table =
    STATE_TABLE(Disasters, STATE_FIELD(STATE_BOOL, Disasters, cloudburst, 0, 1, "a disaster"),
                STATE_FIELD(STATE_BOOL, Disasters, quake, 0, 1, "a disaster"),
                STATE_FIELD(STATE_INT, Disasters, wave_sides, 0, (1 << WEIR_SIDE_COUNT) - 1, "the sides of a wave"),
                STATE_RUN(STATE_DOUBLE, Disasters, cloudburst_at, wave_at, -TIME_CAP, TIME_CAP, "the time of a disaster"),
                STATE_FIELD(STATE_FLOAT, Disasters, acceleration, -STATE_FAR, STATE_FAR, "a quake's acceleration"));
static const StateTable goal_table = STATE_TABLE(
    GoalState, STATE_FIELD(STATE_BOOL, GoalState, met, 0, 1, "the goal"), STATE_FIELD(STATE_BOOL, GoalState, missed, 0, 1, "the goal"),
    STATE_RUN(STATE_DOUBLE, GoalState, held_s, next_look, -TIME_CAP, TIME_CAP, "a time of the goal"),
    STATE_RUN(STATE_FLOAT, GoalState, low, seen, -STATE_FAR, STATE_FAR, "a level of the goal"));
static const StateTable rule_table =
    STATE_TABLE(RuleState, STATE_FIELD(STATE_BOOL, RuleState, holds, 0, 1, "a rule"),
                STATE_FIELD(STATE_BOOL, RuleState, fired, 0, 1, "a rule"), STATE_FIELD(STATE_BOOL, RuleState, lasts, 0, 1, "a rule"),
                STATE_RUN(STATE_FLOAT, RuleState, value, made, -STATE_HUGE, STATE_HUGE, "a number of a rule"),
                STATE_FIELD(STATE_INT, RuleState, times, 0, INT32_MAX - 1, "how often a rule has fired"),
                STATE_RUN(STATE_DOUBLE, RuleState, since, back_at, -TIME_CAP, TIME_CAP, "a time of a rule"));

static void pass_rules(StateStream *s, void *of) {
  World *const world = of;
  for (int n = 0; n < world->scene.rule_count; n++) state_fields(s, &world->rules[n], &rule_table);
}

static const StateTable mouse_joint_table =
    STATE_TABLE(MouseJoint, STATE_FIELD(STATE_BOOL, MouseJoint, holds, 0, 1, "the mouse joint"),
                STATE_FIELD(STATE_UINT32, MouseJoint, serial, 0, 0, "the mouse joint's body"),
                STATE_RUN(STATE_FLOAT, MouseJoint, grip, target, -FLT_MAX, FLT_MAX, "the mouse joint's target"));
static const StateTable drive_table = STATE_TABLE(Drive, STATE_RUN(STATE_FLOAT, Drive, steer, gas, -1, 1, "steering and gas"));

static void pass_script_ticks(StateStream *s, void *of) {
  WorldPrivate *const own = of;
  state_int64(s, &own->script_ticks, 1, own->script_left > 0 ? 1 : 0, TICKS_CAP, "the ticks between crates");
}

static void pass_queue(StateStream *s, void *of) {
  WorldPrivate *const own = of;
  state_int(s, &own->queued, 0, WORLD_COMMANDS_MAX, "the number of commands");
  for (int n = 0; n < own->queued; n++) world_state_command(s, &own->queue[n]);
}

#define OWN_NONE(first, last, why) STATE_NONE_OF(WorldPrivate, first, last, why)
static const StateField own_rows[] = {
    STATE_FIELD(STATE_UINT64, WorldPrivate, rng, 0, 0, "the random numbers"),
    STATE_FIELD(STATE_INT, WorldPrivate, script_left, 0, INT32_MAX / 2, "the crates to come"),
    STATE_PART_OF(WorldPrivate, script_ticks, pass_script_ticks, 0),
    STATE_FIELD(STATE_FLOAT, WorldPrivate, gravity, -STATE_FAR, STATE_FAR, "gravity"),
    STATE_FIELD(STATE_FLOAT, WorldPrivate, springs, -STATE_FAR, STATE_FAR, "the factor of springs"),
    STATE_PART_OF(WorldPrivate, queue, pass_queue, 0),
    OWN_NONE(queued, queued, "passed on with the queue"),
    OWN_NONE(hulls, walls, "the engine's, which is made again"),
    OWN_NONE(ground, ground_nk, "made from the water's ground"),
    OWN_NONE(ground_low, ground_high, "passed on with the ground"),
    OWN_NONE(shapes, forces, "copied from the bodies"),
    OWN_NONE(islands, woken, "of one tick"),
};
static const StateTable own_table = STATE_TABLE_OF(WorldPrivate, own_rows);

static void pass_scene(StateStream *s, void *of) {
  World *const world = of;
  world_state_scene(s, &world->scene);
  if (!s->in) return;
  world->nx = world->scene.nx;
  world->nz = world->scene.nz;
  world->cell = world->scene.cell_m;
}

static void pass_params(StateStream *s, void *of) {
  state_params(s, &((World *)of)->params);
}

static void pass_liquid(StateStream *s, void *of) {
  state_int(s, &((World *)of)->liquid, 0, weir_liquid_count() - 1, "the liquid");
}

static void pass_sides(StateStream *s, void *of) {
  int *const sides = &((World *)of)->sides;
  state_int(s, sides, WORLD_OWN_SIDES, WEIR_EDGE_COUNT - 1, "the kind of the sides");
  state_expect(s, *sides != WEIR_LEVEL && *sides != WEIR_INFLOW && *sides != WEIR_WAVE && *sides != WEIR_SEA, "the kind of the sides");
}

static void pass_own(StateStream *s, void *of) {
  state_fields(s, ((World *)of)->own, &own_table);
}

#define NONE(first, last, why) STATE_NONE_OF(World, first, last, why)
static const StateField world_rows[] = {
    STATE_PART_OF(World, scene, pass_scene, 0),
    NONE(nx, cell, "the scene's"),
    STATE_PART_OF(World, params, pass_params, 0),
    STATE_PART_OF(World, liquid, pass_liquid, 0),
    STATE_PART_OF(World, sides, pass_sides, 0),
    STATE_FIELD(STATE_INT64, World, tick, 0, TICKS_CAP, "the tick"),
    STATE_FIELD(STATE_DOUBLE, World, time, 0, TIME_CAP, "the time"),
    STATE_FIELD(STATE_DOUBLE, World, flood_at, -1, TIME_CAP, "the time of the flood"),
    STATE_FIELD(STATE_UINT64, World, seed, 0, 0, "the seed"),
    STATE_FIELD(STATE_INT64, World, rescued, 0, TICKS_CAP, "the number of rescued bodies"),
    {STATE_INT64, offsetof(World, left), sizeof(int64_t), 0, TICKS_CAP, "the number of bodies that left", NULL, 0, NULL, 2},
    STATE_FIELD(STATE_UINT32, World, dropped, 0, 0, "the number of bodies"),
    STATE_PART_OF(World, own, pass_own, 0),
    STATE_LIST_OF(World, machines, machine_count, 0, WORLD_MACHINES_MAX, "the number of machines", machine_table),
    STATE_ALL_OF(World, mouse_joint, mouse_joint_table),
    STATE_ALL_OF(World, drive, drive_table),
    STATE_PART_OF(World, spray, pass_spray, 0),
    STATE_ALL_OF(World, disasters, disaster_table),
    STATE_ALL_OF(World, goal, goal_table),
    STATE_PART_OF(World, hulls, pass_hulls, 0),
    NONE(hull_count, hull_count, "the scene's"),
    STATE_PART_OF(World, ground_edits, pass_ground, 0),
    NONE(ground_edited, ground_edited, "passed on with the number of edits"),
    STATE_PART_OF(World, began, pass_began, 3),
    STATE_PART_OF(World, rules, pass_rules, 4),
    NONE(water, water, "weir_water_save has it"),
    NONE(terrain, terrain, "passed on with the ground's edits, else the water's"),
    NONE(world_version, terrain_version, "of one process"),
    NONE(bodies, body_count, "bodies_part.c has them"),
    NONE(from_state, threads, "of the caller"),
    NONE(profile, listeners, "of the caller"),
};
static const StateTable world_table = STATE_TABLE_OF(World, world_rows);

bool state_tables_cover(void) {
  for (int kind = 0; kind < MACHINE_KIND_COUNT; kind++)
    if (!state_table_covers(machine_info((MachineKind)kind)->state)) return false;
  return state_table_covers(&command_table) && state_table_covers(&spray_table) && state_table_covers(&rule_table) &&
         state_table_covers(&own_table) && state_table_covers(&world_table) && state_table_covers(&state_scene_table) &&
         state_table_covers(&state_body_table);
}

/* --- head and water ------------------------------------------------------------------------------------------------------------------ */

#define MAGIC "WEIRWRLD"
enum { VERSION_OLDEST = 1, HEAD_BYTES = 56, WATER_AT = 40, HASH_AT = 48, LIBRARY = 20 };
enum { WATER_HASHED = 64 /* bytes of the water that the hash covers: its head, where a hash of all of it stands */ };

/* The first HEAD_BYTES bytes. */
typedef struct Head {
  char magic[8], library[LIBRARY];
  uint32_t version;
  uint64_t bytes, water_at, hash;
} Head;

static void pass_head(StateStream *s, Head *head) {
  state_bytes(s, head->magic, sizeof head->magic, "the head");
  state_uint32(s, &head->version, "the head");
  state_bytes(s, head->library, sizeof head->library, "the head");
  state_uint64(s, &head->bytes, "the head");
  state_uint64(s, &head->water_at, "the head");
  state_uint64(s, &head->hash, "the head");
}

/* Passes on everything between head and water. */
static void pass_world(StateStream *s, World *world, EngineBodies *engine) {
  state_fields(s, world, &world_table);
  if (!s->short_of_memory) state_bodies(s, world, engine);
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
  EngineBodies engine; /* 0.4 MB, on the stack: saving takes no memory */
  engine_get(world, &engine);
  World *const same = (World *)world; /* the walk goes both ways, so it wants a world that may be written; this way it writes nothing */
  StateStream s = {.out = memory, .at = HEAD_BYTES, .size = size, .version = WORLD_STATE_VERSION};
  pass_world(&s, same, &engine);
  const size_t needed = s.at + weir_water_save(world->water, NULL, 0);
  if (!memory || size < needed) return needed;
  weir_water_save(world->water, (unsigned char *)memory + s.at, needed - s.at);
  Head head = {.version = WORLD_STATE_VERSION, .bytes = needed, .water_at = s.at};
  memcpy(head.magic, MAGIC, sizeof head.magic);
  snprintf(head.library, sizeof head.library, "%s", weir_version());
  for (int times = 0; times < 2; times++) { /* the hash is of a head in which it is 0 */
    s = (StateStream){.out = memory, .size = size, .version = WORLD_STATE_VERSION};
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
  const size_t room = state->room, size = world_state_write(world, state->bytes, room);
  if (!state_bytes_reserve(state, size)) return false;
  if (size > room) world_state_write(world, state->bytes, state->room);
  return true;
}

/* --- reading ------------------------------------------------------------------------------------------------------------------------- */

static bool head_check(const Head *head, const unsigned char *bytes, size_t size, Error *error) {
  if (memcmp(head->magic, MAGIC, sizeof head->magic) != 0) return error_set(error, "state: not a saved world");
  if (head->version < VERSION_OLDEST || head->version > WORLD_STATE_VERSION)
    return error_set(error, "state: in version %u of the format, by weir %.*s; this is weir %s, which reads versions %d to %d",
                     head->version, LIBRARY - 1, head->library, weir_version(), VERSION_OLDEST, WORLD_STATE_VERSION);
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
static bool read_engine(World *world, const EngineBodies *engine, Error *error) {
  const float low = world->own->ground_low, high = world->own->ground_high;
  if (!bodies_create(world, error)) return false;
  if (!world->disasters.wave_sides && !disasters_create(world, error)) return false;
  world->own->ground_low = low, world->own->ground_high = high;
  bodies_bound_ground(world);
  hulls_fill(world);
  return engine_build(world, engine) || error_set(error, "state: damaged: wheels, paddles or collision shapes fit no body");
}

static bool read_all(World *world, EngineBodies *engine, const unsigned char *bytes, size_t size, Error *error) {
  Head head;
  StateStream s = {.in = bytes, .size = size};
  pass_head(&s, &head);
  if (s.fault) return error_set(error, "state: too short to be a saved world");
  if (!head_check(&head, bytes, size, error)) return false;
  s.size = (size_t)head.water_at;
  s.version = head.version;
  pass_world(&s, world, engine);
  if (s.short_of_memory) return error_set(error, "state: not enough memory");
  if (state_expect(&s, s.at == s.size, "its length") && read_water(world, bytes + s.at, size - s.at, error))
    return read_engine(world, engine, error);
  return s.fault ? error_set(error, "state: damaged: %s cannot be so", s.fault) : false;
}

World *world_state_read(const void *memory, size_t size, int threads, Error *error) {
  World *const world = world_begin(threads);
  EngineBodies *const engine = memory_create(1, sizeof *engine);
  const bool ok = world && engine ? read_all(world, engine, memory, size, error) : error_set(error, "state: not enough memory");
  memory_free(engine);
  if (ok)
    world->from_state = true;
  else
    world_destroy(world);
  return ok ? world : NULL;
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
