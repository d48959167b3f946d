#ifndef APP_APP_RESULTS_H
#define APP_APP_RESULTS_H

/* Results in a window: recorded, drawn and saved when the person wants it, or from the run's beginning to its end with --out. Of the thread
 * that draws. */

#include "app/app_state.h"

/* Begins what --out names, before the world's first tick. Returns false and sets *error if memory runs out. */
bool app_results_begin(App *app, Error *error);
/* Begins to record, or ends it; what was recorded stays until the next beginning. */
void app_results_toggle(App *app);
void app_results_toggle_plots(App *app);
/* Writes what there is into a folder weir-results-NNN, in a thread of its own, and goes on. */
void app_results_save(App *app);
/* Returns true if there are results that would be lost with the window. */
bool app_results_unsaved(const App *app);
/* Makes room for what comes, tells of what was written, renews the curves. now: clock. */
void app_results_frame(App *app, double now);
/* Returns what the panel shows of it, and may change. */
ResultsShown *app_results_shown(App *app);
/* Writes --out's folder, once the session has stopped. Returns false and sets *error if it cannot be written. */
bool app_results_end(App *app, Error *error);
/* Ends it; the session must be destroyed. */
void app_results_close(struct AppResults *results);

#endif
