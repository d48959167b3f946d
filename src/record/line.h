#ifndef RECORD_LINE_H
#define RECORD_LINE_H

#include "format/file.h"
#include "record/operations.h"
#include "world/state/state.h"

/* A world's state at one tick, stored slice by slice, in full or against one full keyframe: never against one that is itself stored against
 * another, so that two decompressions give any state.
 *
 * A slice is made small without loss by the bytes that a reference state has at the same place. It is gone through in 32-bit words, in
 * blocks of DELTA_BLOCK. A block of which at least half of the words agree with the reference's in sign, exponent and the first digits is
 * stored as the XOR of both, any other as it is: water that moves has other digits each second, and the XOR of unlike digits is larger than
 * either. Then the words' first bytes come first, their second bytes next and so on, so that the compressor finds the bytes of like meaning
 * together, and zstd (format/file.h) at its fast level.
 *
 * Measured on keyframes 1 s apart of the river (512 x 512 cells, swe, 149 bodies, 15.6 MB each): zstd alone 2.7 MB; bytes grouped 2.4; XOR
 * and grouped 2.2; the difference to the neighbouring cell, grouped, 2.5. Level 3 is 1 % smaller and takes twice as long. */

enum {
  DELTA_SLICE = 1 << 18,                         /* bytes of a slice, a multiple of a block's: about 0.5 ms of packing */
  DELTA_BLOCK = 256,                             /* words; a few rows of a tile, so that dry land beside water is found unchanged */
  DELTA_BLOCKS = DELTA_SLICE / (4 * DELTA_BLOCK) /* of a slice, one byte each */
};

/* Room for one slice on its way; the caller's, for any number of calls one after the other. */
typedef struct DeltaScratch {
  Packer *packer; /* NULL: each slice allocates what packing needs */
  unsigned char grouped[DELTA_BLOCKS + DELTA_SLICE];
  unsigned char packed[DELTA_BLOCKS + DELTA_SLICE + DELTA_SLICE / 64 + 1024]; /* more than zstd's bound */
} DeltaScratch;

/* Packs `size` bytes, at most DELTA_SLICE, into scratch->packed; returns how many bytes they take, 0 if memory runs out. `reference`:
 * as many bytes, or NULL. */
size_t delta_pack(const unsigned char *bytes, const unsigned char *reference, size_t size, DeltaScratch *scratch);
/* Makes the bytes again; false when the packed ones are damaged. */
bool delta_open(const unsigned char *packed, size_t packed_size, const unsigned char *reference, unsigned char *bytes, size_t size,
                DeltaScratch *scratch);

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
/* Makes the state again; `reference`: the state of keyframe->reference. Returns false if memory runs out or the bytes are damaged. */
bool keyframe_open(const Keyframe *keyframe, const StateBytes *reference, StateBytes *state, DeltaScratch *scratch);
/* NULL is not a keyframe. */
void keyframe_remove_user(Keyframe *keyframe, size_t *memory);

/* --- lines --- */

/* One course of events: keyframes and the commands taken between them. Lines that have a past in common share its keyframes. */

enum { LINES_MAX = 9 }; /* the present one and eight branches */

/* Owned by a timeline. A line without keyframes is none. */
typedef struct Line {
  Keyframe **keyframes; /* by tick, ascending */
  int count, room;
  Operations operations;    /* from the first keyframe's tick on */
  int64_t to;               /* the last tick that it knows the commands up to */
  double to_time;           /* simulated s then */
  int64_t age;              /* a line that was made later has a larger one */
  int64_t parts[LINES_MAX]; /* tick to which it is the same as each other line; of those that there are */
} Line;

/* The keyframe, whose user the caller was, is the line's last one now. Returns false if memory runs out; the caller is its user still. */
bool line_append(Line *line, Keyframe *keyframe);
/* Leaves the first keyframe out while the one after it is older than `time`, and the commands that no keyframe comes before any more. */
void line_forget(Line *line, double time, size_t *memory);
/* A copy of the line up to `tick`, which is not before its first keyframe. Returns false, and makes no copy, if memory runs out. */
bool line_copy(Line *copy, const Line *line, int64_t tick, double time, size_t *memory);
void line_clear(Line *line, size_t *memory);
/* Index of the last keyframe at or before the tick; -1: there is none. */
int line_keyframe(const Line *line, int64_t tick);
/* Index of the keyframe whose tick is nearest. */
int line_nearest(const Line *line, int64_t tick);
/* Runs a world, which was made from one of its keyframes, to the tick. */
void line_run(const Line *line, World *world, int64_t tick);
/* Removes keyframes of the lines of a timeline that needs more memory than its budget: every other one of the older half of the longest line,
 * out of all lines that share it; where that half has none left that can go, of the whole line, then of another line. Keeps the first and
 * the last of a line, and any that others are stored against. When no keyframe can go, removes the oldest branch, and without branches the
 * present line's first keyframe with what came before the next. Returns false if nothing is left that could go. */
bool thin_lines(Line lines[LINES_MAX], int present, size_t *memory);

#endif
