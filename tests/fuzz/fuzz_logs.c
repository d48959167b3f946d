/* Logs of inputs: refused with one line, or played for some ticks, in which the worlds stay finite. */
#define _XOPEN_SOURCE 700 /* open_memstream */
#include <stdio.h>
#include <unistd.h>

#include "put_right.h"
#include "record/input_log.h"

enum { WORLDS = 3, TICKS = 6 };

static void play_world(InputPlayer *player, World *world, Error *error) {
  for (int n = 0; n < TICKS && input_player_before_tick(player, world, error); n++) {
    world_step(world);
    input_player_after_tick(player, world, error);
  }
  fuzz_expect(world_is_finite(world), "a world of a log stays finite");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Error error = {""};
  uint8_t *const bytes = put_chunks_right(data, size);
  const char *const path = fuzz_file(bytes, size, ".log");
  InputPlayer *const player = input_player_open(path, &error);
  fuzz_expect(player || (error.text[0] != '\0' && !strchr(error.text, '\n')), "a log is refused with one line");
  for (int n = 0; player && n < WORLDS; n++) {
    World *const world = input_player_begin_world(player, 1, &error);
    if (!world) break;
    play_world(player, world, &error);
    world_destroy(world);
  }
  input_player_close(player);
  unlink(path);
  free(bytes);
  return 0;
}
