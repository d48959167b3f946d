#ifndef RECORD_KEYFRAME_H
#define RECORD_KEYFRAME_H

/* A world's state at one tick, stored slice by slice (delta.h), in full or against one full keyframe: never against one that is itself
 * stored against another, so that two decompressions give any state. */

#include <stdint.h>

#include "record/delta.h"
#include "world/state/state.h"

/* A packed slice, in memory of its own. None: the slice is the reference's to the bit. */
typedef struct KeyframeSlice {
  unsigned char *bytes;
  size_t size;
} KeyframeSlice;

/* A keyframe is freed when its last user leaves it: users are lines that list it, keyframes stored against it and the reference that a
 * timeline has open. */
typedef struct Keyframe {
  int64_t tick;
  double time;                /* simulated s */
  size_t size, water_at;      /* of the state: bytes, and where the water begins (state.h) */
  struct Keyframe *reference; /* NULL: stored in full */
  int number;                 /* how many keyframes its reference's group had before it: 0 of a full one */
  int users;
  KeyframeSlice *slices;
  int slice_count, packed_count; /* of its slices those that are packed already, the first ones */
  size_t memory;                 /* bytes, all told */
} Keyframe;

/* Makes a keyframe of the state, none of whose slices is packed yet, with one user. Returns NULL if memory runs out. *memory counts the
 * bytes that keyframes take, here as below. */
Keyframe *keyframe_create(const World *world, const StateBytes *state, Keyframe *reference, size_t *memory);

/* Packs up to `slices` more of its slices. Returns false if memory runs out. */
bool keyframe_pack(Keyframe *keyframe, const StateBytes *state, const StateBytes *reference, int slices, DeltaScratch *scratch,
                   size_t *memory);
bool keyframe_is_packed(const Keyframe *keyframe);

/* Makes the state again; `reference`: the state of keyframe->reference. Returns false if memory runs out or the bytes are damaged. */
bool keyframe_open(const Keyframe *keyframe, const StateBytes *reference, StateBytes *state, DeltaScratch *scratch);

void keyframe_add_user(Keyframe *keyframe);
/* NULL is not a keyframe. */
void keyframe_remove_user(Keyframe *keyframe, size_t *memory);

#endif
