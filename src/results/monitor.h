#ifndef RESULTS_MONITOR_H
#define RESULTS_MONITOR_H

/* A run's results in memory, for a world that a thread steps while a person watches: collected tick by tick, drawn while they are, saved as
 * the files that results.h writes.
 *
 * Threads. monitor_tick is for the thread that steps the world; it neither allocates nor waits. All else is for one other thread: what it
 * changes (monitor_begin, _jump, _end, _copy) while the world is held between two ticks, what it only reads (monitor_state, monitor_row)
 * and monitor_provide at any time. Rows that there are stay as they are, until monitor_jump cuts them back.
 *
 * Times. A world that goes back to an earlier time goes on from there in the results: what came after that time is cut off. Greatest values
 * cannot be cut: they begin again then, and the maps say from when on they are. */

#include "results/maps.h"
#include "world/world.h"

/* Results being collected, from monitor_begin to monitor_destroy; the caller owns them. */
typedef struct Monitor Monitor;

/* Places of the person's own, in place of those that a scene does not have. A plain value; text is static. */
typedef struct MonitorPlaces {
  bool has_gauge, has_line;
  SceneGauge gauge;
  SceneLine line;
} MonitorPlaces;

/* Begins with the world as it is. `every_s` as in ResultsDef. Places count where the scene has none of their kind. Returns NULL and sets
 * *error if memory runs out. */
Monitor *monitor_begin(const World *world, const MonitorPlaces *places, double every_s, Error *error);
void monitor_destroy(Monitor *monitor);

/* Adds the world as it is after a tick. */
void monitor_tick(Monitor *monitor, const World *world);
/* Goes on with the world at another time of its past or of another future: what was collected counts up to `shared_s`, simulated s. */
void monitor_jump(Monitor *monitor, const World *world, double shared_s);
/* Ends collecting: the world goes. Keeps of it what maps need; without memory for that the maps are left out. */
void monitor_end(Monitor *monitor, const World *world);
/* Makes room for rows to come; call it each frame. Returns false if memory runs out: rows are lost then, and monitor_state counts them. */
bool monitor_provide(Monitor *monitor);

/* How far it is; a plain value. */
typedef struct MonitorState {
  int64_t rows;
  double from_s, to_s; /* simulated s: of the first row and of the last */
  bool ended;
  int64_t lost; /* rows for which there was no room */
} MonitorState;

MonitorState monitor_state(const Monitor *monitor);
/* Returns the scene with the places that count; constant as long as the monitor is there. */
const Scene *monitor_scene(const Monitor *monitor);
/* Returns the values of a row, as series.h has them. */
const double *monitor_row(const Monitor *monitor, int64_t row);
double monitor_every(const Monitor *monitor);

/* A copy of what was collected up to now, to be written while collecting goes on; the caller owns it. */
typedef struct MonitorCopy MonitorCopy;

/* Copies it, with the world as it is now; `world` NULL: it has ended. Returns NULL if memory runs out. */
MonitorCopy *monitor_copy(const Monitor *monitor, const World *world);
void monitor_copy_destroy(MonitorCopy *copy);
/* Writes the files of results.h into the folder, which is made if it is missing. In any thread. Returns false and sets *error if one cannot
 * be written. */
bool monitor_write(const MonitorCopy *copy, const char *folder, Error *error);

#endif
