#include "results/monitor.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/memory.h"
#include "results/extremes.h"
#include "results/results.h"
#include "results/series.h"

/* Rows lie in blocks, which stay where they are while more are made. */
enum {
  BLOCK_ROWS = 1024,
  BLOCKS = 4096,
  SPARE = 2 * BLOCK_ROWS, /* rows that there is room for beside those that are there: some seconds of a row a tick */
  ACTS = 1 << 16          /* times that rules act; later ones are lost */
};

static const double same_time_s = 1e-6; /* simulated s: times that are closer are the same */

/* A time at which a rule has acted. */
typedef struct Act {
  double time;
  int rule;
} Act;

struct Monitor {
  Scene scene; /* the world's, with the places that count */
  int width;   /* values of a row */
  SeriesReading reading;
  Extremes extremes;
  double maps_begun_s; /* simulated s at which the greatest values begin */
  Act *acts;           /* NULL: the scene has no rules */
  int act_count;
  MapsWorld last; /* of a world that has gone */
  double *blocks[BLOCKS];
  LawTrack *tracks[BLOCKS]; /* the track as of each row, to go on from; NULL: the scene has no law */
  atomic_int block_count;   /* made so far */
  atomic_llong rows, lost;
  atomic_bool ended;
};

/* Results at one moment; owns its arrays. */
struct MonitorCopy {
  Scene scene;
  int width;
  int64_t rows;
  double *values; /* rows * width */
  Act *acts;
  int act_count;
  Extremes extremes;
  double maps_begun_s;
  MapsWorld world; /* without arrays where there was no memory for the maps of a world that went */
};

/* --- rows ------------------------------------------------------------------------------------------------------------------------- */

static double *row_at(const Monitor *m, int64_t row) {
  return m->blocks[row / BLOCK_ROWS] + row % BLOCK_ROWS * m->width;
}

static LawTrack *track_at(const Monitor *m, int64_t row) {
  return m->scene.law.kind != LAW_NONE ? &m->tracks[row / BLOCK_ROWS][row % BLOCK_ROWS] : NULL;
}

bool monitor_provide(Monitor *m) {
  int count = atomic_load(&m->block_count);
  while (!atomic_load(&m->ended) && count < BLOCKS && (int64_t)count * BLOCK_ROWS < atomic_load(&m->rows) + SPARE) {
    if (!m->blocks[count]) m->blocks[count] = memory_create(BLOCK_ROWS, (size_t)m->width * sizeof(double));
    if (m->scene.law.kind != LAW_NONE && !m->tracks[count]) m->tracks[count] = memory_create(BLOCK_ROWS, sizeof(LawTrack));
    if (!m->blocks[count] || (m->scene.law.kind != LAW_NONE && !m->tracks[count])) return false;
    atomic_store(&m->block_count, ++count);
  }
  return true;
}

/* Adds a row if one is due, and the rules that have acted. */
static void add_rows(Monitor *m, const World *world) {
  for (int n = -1; m->acts && (n = series_next_rule(&m->reading, world, n + 1)) >= 0;) {
    if (m->act_count == ACTS)
      atomic_fetch_add(&m->lost, 1);
    else
      m->acts[m->act_count++] = (Act){world->time, n};
  }
  if (!series_follow(&m->reading, world)) return;
  const int64_t row = atomic_load(&m->rows);
  if (row >= (int64_t)atomic_load(&m->block_count) * BLOCK_ROWS) {
    atomic_fetch_add(&m->lost, 1);
    return;
  }
  series_measure(&m->reading, &m->scene, world, row_at(m, row));
  LawTrack *const track = track_at(m, row);
  if (track) *track = m->reading.track;
  atomic_store(&m->rows, row + 1); /* it is whole: the other thread may read it */
}

/* --- collecting -------------------------------------------------------------------------------------------------------------------- */

Monitor *monitor_begin(const World *world, const MonitorPlaces *places, double every_s, Error *error) {
  Monitor *const m = memory_create(1, sizeof *m);
  if (!m) return error_set(error, "not enough memory"), NULL;
  m->scene = world->scene;
  if (places && places->has_gauge && m->scene.gauge_count == 0) m->scene.gauges[m->scene.gauge_count++] = places->gauge;
  if (places && places->has_line && m->scene.line_count == 0) m->scene.lines[m->scene.line_count++] = places->line;
  m->width = series_width(&m->scene);
  m->maps_begun_s = world->time;
  if (m->scene.rule_count > 0) m->acts = memory_create(ACTS, sizeof *m->acts);
  const bool ok = (m->scene.rule_count == 0 || m->acts) && extremes_begin(&m->extremes, world->water, world->threads);
  if (!ok || !monitor_provide(m)) return error_set(error, "not enough memory"), monitor_destroy(m), NULL;
  series_read_from(&m->reading, every_s, world);
  add_rows(m, world);
  return m;
}

void monitor_destroy(Monitor *m) {
  if (!m) return;
  for (int n = 0; n < BLOCKS; n++) {
    memory_free(m->blocks[n]);
    memory_free(m->tracks[n]);
  }
  memory_free(m->acts);
  extremes_end(&m->extremes);
  maps_world_free(&m->last);
  memory_free(m);
}

void monitor_tick(Monitor *m, const World *world) {
  extremes_add(&m->extremes, world->water, world->time, world->threads);
  add_rows(m, world);
}

void monitor_jump(Monitor *m, const World *world, double shared_s) {
  int64_t rows = atomic_load(&m->rows);
  while (rows > 0 && row_at(m, rows - 1)[0] > shared_s + same_time_s) rows--;
  while (m->act_count > 0 && m->acts[m->act_count - 1].time > shared_s + same_time_s) m->act_count--;
  atomic_store(&m->rows, rows);
  m->reading.track = (LawTrack){0};
  if (rows > 0 && track_at(m, rows - 1)) m->reading.track = *track_at(m, rows - 1);
  for (int n = 0; n < world->scene.rule_count; n++) m->reading.fired[n] = world->rules[n].times;
  if (rows == 0) m->reading.begun_s = world->time, m->reading.due = 0; /* all of it came later */
  if (rows > 0) series_go_on_after(&m->reading, row_at(m, rows - 1)[0]);
  extremes_restart(&m->extremes, world->water, world->threads);
  m->maps_begun_s = world->time;
  if (rows == 0) add_rows(m, world);
}

void monitor_end(Monitor *m, const World *world) {
  maps_world_copy(&m->last, world, &m->scene);
  atomic_store(&m->ended, true);
}

MonitorState monitor_state(const Monitor *m) {
  MonitorState state = {.rows = atomic_load(&m->rows), .ended = atomic_load(&m->ended), .lost = atomic_load(&m->lost)};
  if (state.rows == 0) return state;
  state.from_s = row_at(m, 0)[0];
  state.to_s = row_at(m, state.rows - 1)[0];
  return state;
}

const Scene *monitor_scene(const Monitor *m) {
  return &m->scene;
}

const double *monitor_row(const Monitor *m, int64_t row) {
  return row_at(m, row);
}

double monitor_every(const Monitor *m) {
  return m->reading.every_s;
}

/* --- saving ------------------------------------------------------------------------------------------------------------------------ */

/* Copies the rows, block by block. */
static bool copy_rows(MonitorCopy *copy, const Monitor *m) {
  const size_t bytes = (size_t)m->width * sizeof(double);
  copy->rows = atomic_load(&m->rows);
  copy->values = memory_create((size_t)copy->rows + 1, bytes);
  for (int64_t row = 0; copy->values && row < copy->rows; row += BLOCK_ROWS) {
    const int64_t left = copy->rows - row, count = left < BLOCK_ROWS ? left : BLOCK_ROWS;
    memcpy(copy->values + row * m->width, row_at(m, row), (size_t)count * bytes);
  }
  copy->act_count = m->act_count;
  copy->acts = memory_create((size_t)m->act_count + 1, sizeof *copy->acts);
  if (copy->acts && m->act_count > 0) memcpy(copy->acts, m->acts, (size_t)m->act_count * sizeof *copy->acts);
  return copy->values && copy->acts;
}

MonitorCopy *monitor_copy(const Monitor *m, const World *world) {
  MonitorCopy *const copy = memory_create(1, sizeof *copy);
  if (!copy) return NULL;
  copy->scene = m->scene;
  copy->width = m->width;
  copy->maps_begun_s = m->maps_begun_s;
  const bool there = world && !atomic_load(&m->ended);
  if (copy_rows(copy, m) && extremes_copy(&copy->extremes, &m->extremes) &&
      (there ? maps_world_copy(&copy->world, world, &copy->scene)
             : (!m->last.depth || maps_world_again(&copy->world, &m->last, &copy->scene))))
    return copy;
  monitor_copy_destroy(copy);
  return NULL;
}

void monitor_copy_destroy(MonitorCopy *copy) {
  if (!copy) return;
  memory_free(copy->values);
  memory_free(copy->acts);
  extremes_end(&copy->extremes);
  maps_world_free(&copy->world);
  memory_free(copy);
}

static bool write_series(const MonitorCopy *copy, const char *folder, Error *error) {
  SeriesFiles files;
  bool ok = series_open(&files, folder, &copy->scene, error);
  if (!ok) return false;
  for (int n = 0; ok && n < copy->act_count; n++) ok = series_write_rule(&files, copy->acts[n].time, copy->acts[n].rule, error);
  for (int64_t row = 0; ok && row < copy->rows; row++) ok = series_write(&files, copy->values + row * copy->width, error);
  series_close(&files);
  return ok;
}

bool monitor_write(const MonitorCopy *copy, const char *folder, Error *error) {
  if (!results_possible(folder, error)) return false;
  results_remove(folder);
  if (!write_series(copy, folder, error)) return false;
  if (!copy->world.depth) return error_set(error, "%s: the maps are missing: there was not enough memory for them", folder);
  return maps_write(folder, &copy->extremes, copy->maps_begun_s, &copy->world, error);
}
