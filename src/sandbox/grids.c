#include "sandbox/grids.h"

#include <math.h>
#include <string.h>

#include "base/little_endian.h"
#include "base/memory.h"
#include "sandbox/sandbox.h"

static const char magic[] = "WSG1";
static const float farthest = 1e5f; /* m: as far as ground may be from 0 */

enum { MAGIC = 4 };

static uint32_t get_u32(const uint8_t *bytes) {
  uint32_t number;
  little_endian_copy(&number, bytes, 1, sizeof number);
  return number;
}
static float get_f32(const uint8_t *bytes) {
  float number;
  little_endian_copy(&number, bytes, 1, sizeof number);
  return number;
}
static void put_u32(uint8_t *bytes, uint32_t number) {
  little_endian_copy(bytes, &number, 1, sizeof number);
}
static void put_f32(uint8_t *bytes, float number) {
  little_endian_copy(bytes, &number, 1, sizeof number);
}

static bool head_read(const uint8_t *bytes, SandHead *head) {
  const uint32_t nx = get_u32(bytes + 4), nz = get_u32(bytes + 8), kind = get_u32(bytes + 12);
  *head = (SandHead){(int)nx, (int)nz, (SandKind)kind, get_f32(bytes + 16), get_f32(bytes + 20), 0};
  little_endian_copy(&head->time_us, bytes + 24, 1, sizeof head->time_us);
  return memcmp(bytes, magic, MAGIC) == 0 && nx >= SAND_SIDE_MIN && nx <= SAND_SIDE_MAX && nz >= SAND_SIDE_MIN && nz <= SAND_SIDE_MAX &&
         kind <= SAND_FLOATS && fabsf(head->scale) <= farthest && fabsf(head->scale) > 0 && fabsf(head->base) <= farthest;
}

void sand_head_write(const SandHead *head, uint8_t bytes[SAND_HEAD]) {
  memcpy(bytes, magic, MAGIC);
  put_u32(bytes + 4, (uint32_t)head->nx);
  put_u32(bytes + 8, (uint32_t)head->nz);
  put_u32(bytes + 12, (uint32_t)head->kind);
  put_f32(bytes + 16, head->scale);
  put_f32(bytes + 20, head->base);
  little_endian_copy(bytes + 24, &head->time_us, 1, sizeof head->time_us);
}

/* Drops what can be no beginning of a head, so that it begins as the magic does as far as it goes. */
static void drop_garbage(SandGrids *g, int from) {
  int at = from;
  while (at < g->head_size && memcmp(g->head + at, magic, (size_t)(g->head_size - at < MAGIC ? g->head_size - at : MAGIC)) != 0) at++;
  g->skipped += at;
  g->head_size -= at;
  memmove(g->head, g->head + at, (size_t)g->head_size);
}

/* Takes bytes of a head; where that is whole and sound, the values begin. */
static size_t read_head(SandGrids *g, const uint8_t *bytes, size_t count) {
  const size_t lacks = (size_t)(SAND_HEAD - g->head_size), taken = count < lacks ? count : lacks;
  memcpy(g->head + g->head_size, bytes, taken);
  g->head_size += (int)taken;
  drop_garbage(g, 0);
  if (g->head_size < SAND_HEAD) return taken;
  if (!head_read(g->head, &g->now)) {
    drop_garbage(g, 1);
    return taken;
  }
  g->head_size = 0;
  g->size = (size_t)g->now.nx * (size_t)g->now.nz * (g->now.kind == SAND_STEPS ? 2 : 4);
  g->have = 0;
  g->values = memory_reserve(g->values, &g->room, (int)g->size, 1);
  g->no_memory = !g->values;
  g->in_values = !g->no_memory;
  return taken;
}

size_t sand_grids_read(SandGrids *g, const uint8_t *bytes, size_t count, bool *whole) {
  size_t done = 0;
  *whole = false;
  while (done < count && !*whole) {
    if (!g->in_values) {
      done += read_head(g, bytes + done, count - done);
      continue;
    }
    const size_t lacks = g->size - g->have, taken = count - done < lacks ? count - done : lacks;
    memcpy(g->values + g->have, bytes + done, taken);
    done += taken;
    g->have += taken;
    *whole = g->have == g->size;
    g->in_values = !*whole;
  }
  return done;
}

/* Makes a value a height in metres, or NAN where it is none that ground may have. */
static float height_of(const SandGrids *g, float value) {
  const float height = g->now.base + g->now.scale * value;
  return fabsf(height) <= farthest ? height : NAN;
}

void sand_grids_heights(const SandGrids *g, float *heights) {
  const size_t count = (size_t)g->now.nx * (size_t)g->now.nz;
  for (size_t n = 0; n < count; n++) {
    if (g->now.kind == SAND_STEPS) {
      uint16_t steps;
      little_endian_copy(&steps, g->values + 2 * n, 1, sizeof steps);
      heights[n] = steps == UINT16_MAX ? NAN : height_of(g, (float)steps);
    } else {
      heights[n] = height_of(g, get_f32(g->values + 4 * n));
    }
  }
}

void sand_grids_restart(SandGrids *g) {
  g->skipped += g->head_size + (g->in_values ? SAND_HEAD + (int64_t)g->have : 0);
  g->head_size = 0;
  g->in_values = false;
}

void sand_grids_free(SandGrids *g) {
  memory_free(g->values);
  *g = (SandGrids){0};
}
