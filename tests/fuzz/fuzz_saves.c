/* Saved games, as files and in pictures: refused with one line, or a world that takes ticks and is saved again. */
#define _XOPEN_SOURCE 700 /* open_memstream */
#include <stdio.h>
#include <unistd.h>

#include "base/memory.h"
#include "put_right.h"
#include "session/save.h"

enum { TICKS = 2 };

static void save_again(const Save *save, World *world) {
  Error error;
  char path[64];
  for (int n = 0; n < TICKS; n++) world_step(world);
  fuzz_expect(world_is_finite(world), "a saved world stays finite");
  Save *const again = save_make(world, &save->scene, &save->view, NULL);
  if (again) operations_copy(&again->inputs, &save->inputs, 0, save->inputs.count, 0);
  snprintf(path, sizeof path, "again-%ld.weir", (long)getpid());
  fuzz_expect(again && save_write(again, path, &error), "what was loaded can be saved");
  Save *const read = save_read(path, &error);
  fuzz_expect(read != NULL, error.text);
  save_destroy(read);
  save_destroy(again);
  unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Error error = {""};
  int width, height;
  uint8_t *const bytes = put_chunks_right(data, size);
  const char *const path = fuzz_file(bytes, size, ".png");
  Save *const save = save_read(path, &error);
  fuzz_expect(save || (error.text[0] != '\0' && !strchr(error.text, '\n')), "a saved game is refused with one line");
  World *const world = save ? world_state_open(save->packed, save->packed_size, 1, &error) : NULL;
  if (world) save_again(save, world);
  memory_free(save_read_picture(path, &width, &height));
  world_destroy(world);
  save_destroy(save);
  unlink(path);
  free(bytes);
  return 0;
}
