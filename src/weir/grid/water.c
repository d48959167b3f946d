#include "weir/grid/water.h"

#include <stdio.h>

#include "base/memory.h"

bool water_fault(WeirError *error, const char *subject, const char *text) {
  if (error) snprintf(error->text, sizeof error->text, "%s: %s", subject, text);
  return false;
}

void blocks_free(void *const blocks[], size_t count) {
  for (size_t n = 0; n < count; n++) memory_free(blocks[n]);
}

bool field_create(const WeirWater *w, Field *field) {
  field->block = memory_create_beside(field_bytes(w), 1);
  if (field->block) field->cells = field->block + (HALO_ROWS + 1) * w->stride + ROW_LEAD;
  return field->block != NULL;
}
