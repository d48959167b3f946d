#include "app/folders.h"

#include <stdlib.h>

static const char *folder(const char *variable, const char *built_in) {
  const char *set = getenv(variable);
  return set && *set ? set : built_in;
}

const char *folder_assets(void) {
  return folder("WEIR_ASSETS", WEIR_ASSET_DIR);
}

const char *folder_shaders(void) {
  return folder("WEIR_SHADERS", WEIR_SHADER_DIR);
}
