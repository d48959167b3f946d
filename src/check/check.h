#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

/* The known answers: cases whose outcome is known on paper, run on the library as it is built. `weir check` prints them,
 * the tests run them. Formulas and sources: exact.h; what each case allows stands, with its reason, in the case. */

#include <stdbool.h>

#include "weir/weir.h"

typedef enum CheckVerdict {
  CHECK_MET,
  CHECK_MISS,
  CHECK_STATED, /* the row has a figure and no target: it is neither met nor missed */
} CheckVerdict;

/* One figure against what it should be. */
typedef struct CheckRow {
  const char *name; /* of the case */
  WeirSolver solver;
  char quantity[56];
  const char *unit; /* "1" where there is none */
  double expected, got;
  double error; /* relative to what is expected; absolute where that is 0 */
  double order; /* of convergence: least squares of log error over log cell, all grids of the case; NaN: none */
  double limit; /* of the error; infinite where another rule or none applies */
  CheckVerdict verdict;
} CheckRow;

enum { CHECK_ROWS_MAX = 256 };

typedef struct CheckReport {
  int threads;
  const char *name;  /* of the case that runs */
  WeirSolver solver; /* ... and with which solver */
  int count;
  CheckRow rows[CHECK_ROWS_MAX];
} CheckReport;

typedef struct CheckCase {
  const char *name, *title;
  unsigned solvers;                 /* bit 1 << WeirSolver */
  void (*run)(CheckReport *report); /* appends rows for report->solver */
} CheckCase;

/* All cases, in the order they run. */
const CheckCase *check_cases(int *count);

/* NULL when there is none of that name. */
const CheckCase *check_find(const char *name);

/* Runs one case with each of its solvers that is in the mask. */
void check_run(const CheckCase *check, unsigned solvers, CheckReport *report);

/* For the cases: appends a row and judges it: met when error <= limit; stated when the limit is infinite and the figure a number. Never
 * NULL. */
CheckRow *check_row(CheckReport *report, const char *quantity, const char *unit, double expected, double got, double limit);

/* For rows that are judged by another rule than error <= limit. A figure that is no number is missed by any rule. */
void check_judge(CheckRow *row, bool met);

#endif
