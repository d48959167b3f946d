/* The file of settings: whatever it has, it is read, and what is then written is read again the same. */
#define _XOPEN_SOURCE 700 /* setenv */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/config.h"
#include "fuzz.h"
#include "input/keys.h"

static void write_file(const char *path, const uint8_t *data, size_t size) {
  FILE *const file = fopen(path, "wb");
  fuzz_expect(file && fwrite(data, 1, size, file) == size && fclose(file) == 0, "an input is written");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Config config, again;
  static char folder[64], path[CONFIG_PATH];
  Error error = {""};
  char line[KEYS_LINE];
  if (!folder[0]) {
    snprintf(folder, sizeof folder, "/tmp/weir-fuzz-settings-%ld", (long)getpid());
    mkdir(folder, 0700);
    setenv("XDG_CONFIG_HOME", folder, 1);
    config_read(&config);
    fuzz_expect(config_write(&config, NULL, &error), error.text); /* makes the folder below */
    fuzz_expect(config_file(path), "the settings have a path");
  }
  write_file(path, data, size);
  config_read(&config);
  for (int n = 0; n < config.key_count; n++) keys_bind(config.keys[n].what, config.keys[n].key, line);
  keys_reset();
  fuzz_expect(config_write(&config, NULL, &error), error.text);
  config_read(&again);
  fuzz_expect((config.width == 0 || config.height == 0 || (again.width == config.width && again.height == config.height)) &&
                  again.quality == config.quality && again.muted == config.muted,
              "settings that were written are read the same");
  return 0;
}
