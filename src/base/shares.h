#ifndef BASE_SHARES_H
#define BASE_SHARES_H

/* How the work of a job that is done again and again is divided among its parts. Equal parts take equally long only where all processors
 * are equally fast and all rows equal work. Here the shares follow the times that the parts took before, so that all end together. The result
 * of a job must not depend on where its parts begin. */

#include "base/team.h"

/* The shares of one job. All zero: equal parts. */
typedef struct Shares {
  int parts;                   /* that `share` is for; 0: none */
  float share[TEAM_TASKS_MAX]; /* of the work that each part has; their sum is 1 */
  float took[TEAM_TASKS_MAX];  /* s, in the job that runs */
} Shares;

/* Returns the share of all work, 0 to 1, that lies before part n of `parts`; the same until the job has been run. */
float shares_before(const Shares *shares, int n, int parts);

/* Runs a job as team_run does, one task for each part, on as many threads. Adjusts the shares afterwards if there are several parts. */
void shares_run(Shares *shares, int parts, TeamTask *task, void *data);

/* Adjusts the shares to the times that the parts took (`took`). */
void shares_adjust(Shares *shares, int parts);

#endif
