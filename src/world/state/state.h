#ifndef WORLD_STATE_H
#define WORLD_STATE_H

/* A world as bytes, and a world made from them that goes on bit for bit as the first one would have, with any number of threads. The bytes
 * hold everything that decides the future: the scene, the parameters, the water (weir_water_save), the ground and how it was edited,
 * bodies with their joints, machines, water in the air, disasters, the goal, commands that wait for the next tick. No file of the scene is
 * needed again: heights and meshes are in the bytes. Save between ticks. */

#include "format/stream.h"
#include "world/world.h"

enum { WORLD_STATE_VERSION = 4 }; /* of the format; see state.c */

/* A state in memory that is used again and again; its owner frees `bytes`. */
typedef struct StateBytes {
  unsigned char *bytes;
  size_t size, room;
} StateBytes;

/* Makes room for `size` bytes, which it then has; what was there may be gone. Returns false if memory runs out. */
bool state_bytes_reserve(StateBytes *state, size_t size);
/* Returns the bytes that the state takes; writes them when `size` is enough (memory may be NULL to ask), else a part of them. Changes
 * nothing in the world. */
size_t world_state_write(const World *world, void *memory, size_t size);
/* Copies the state, in one walk over the world where there is room from the last time. Returns false if memory runs out. */
bool world_state_copy(const World *world, StateBytes *state);
/* Makes a world from a state; the caller owns it. Returns NULL and sets *error if the bytes are not a state, have another version of the
 * format, are damaged, or memory runs out; `size` must be exact. */
World *world_state_read(const void *memory, size_t size, int threads, Error *error);
/* Makes a world from a state that format/file.h has packed, as world_state_read does. */
World *world_state_open(const void *packed, size_t packed_size, int threads, Error *error);
/* Passes a command on as saves and logs have it; a fault names what of it cannot be so. */
void world_state_command(StateStream *s, Command *command);
/* Passes a scene on as a state of the stream's version has it, for files that hold one beside the world's own. */
void world_state_scene(StateStream *s, Scene *scene);
/* Returns where in a state's bytes the water begins, whose fields lie at the same places from there in all states of a grid, a solver and a
 * coupling. Returns `size` if that cannot be told. */
size_t world_state_water(const void *memory, size_t size);
/* Returns true if the tables of world, scene, bodies, machines and commands name every member of theirs (state_table_covers). For tests. */
bool state_tables_cover(void);

#endif
