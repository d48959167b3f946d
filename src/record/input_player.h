#ifndef RECORD_INPUT_PLAYER_H
#define RECORD_INPUT_PLAYER_H

/* Plays an input log (input_log.h): makes its worlds, one after the other, gives each its commands at their ticks, and compares the state
 * wherever the log has a hash of it. The caller steps the worlds:
 *
 *   World *world;
 *   while ((world = input_player_begin_world(player, threads, &error)))
 *     for (; input_player_before_tick(player, world, &error); ok = ok && input_player_after_tick(player, world, &error)) world_step(world);
 */

#include "world/world.h"

typedef struct InputPlayer InputPlayer;

/* Opens an input log; one that is cut off is played as far as it goes. Returns NULL and sets *error to "PATH: why" if the file cannot be
 * read or is not a log. */
InputPlayer *input_player_open(const char *path, Error *error);
/* Opens a log in memory, which the player owns and frees; `name` stands for its path in messages. */
InputPlayer *input_player_open_bytes(const char *name, void *bytes, size_t size, Error *error);
void input_player_close(InputPlayer *player);

/* Makes the log's next world as it began; the caller owns it. Returns NULL at the end of the log, or with a line in *error (empty
 * otherwise). */
World *input_player_begin_world(InputPlayer *player, int threads, Error *error);

/* Gives the world the commands of its next tick. Returns false when the world ended here, or with a line in *error (empty otherwise). */
bool input_player_before_tick(InputPlayer *player, World *world, Error *error);

/* False, with a line that names the tick, when the state is not the one that the log has. */
bool input_player_after_tick(InputPlayer *player, const World *world, Error *error);

/* Plays the whole log. Returns false and sets *error at the first state that is not the log's. */
bool input_player_play(InputPlayer *player, int threads, Error *error);

/* Who wrote the log: the library's version and the program's commit, as "0.1.0 (commit abc)"; owned by the player. */
const char *input_player_writer(const InputPlayer *player);

/* Worlds begun, states compared and ticks played so far, and whether the log has its end. */
typedef struct InputPlayed {
  int worlds;
  int64_t compared, ticks;
  bool whole;
} InputPlayed;
InputPlayed input_player_played(const InputPlayer *player);

#endif
