#ifndef WORLD_REPLAY_RECENT_INPUTS_H
#define WORLD_REPLAY_RECENT_INPUTS_H

/* The commands that a world took in the last minute, or as many of them as there is room for: what a picture tells of how it came about. */

#include "format/stream.h"
#include "world/world.h"

#define RECENT_SECONDS 60.0
enum { RECENT_INPUTS_MAX = 4096 };

typedef struct RecentInputs RecentInputs;

/* Returns NULL if memory runs out; the caller owns it. Where a RecentInputs is asked for, NULL is one that hears nothing. */
RecentInputs *recent_inputs_create(void);
void recent_inputs_destroy(RecentInputs *recent);

/* Forgets all, and hears this world from now on: a world that ends is no longer spoken of by it. */
void recent_inputs_begin_world(RecentInputs *recent, World *world);

/* Copies those of the minute before `tick`; a tick has `tick_s` seconds. */
void recent_inputs_copy(RecentInputs *copy, const RecentInputs *recent, int64_t tick, double tick_s);

/* Passes all of them on; reading replaces what there is. */
void recent_inputs_pass(StateStream *s, RecentInputs *recent);

/* How many there are. */
int recent_inputs_count(const RecentInputs *recent);

#endif
