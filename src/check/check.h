#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

/* The known answers: cases with an exact solution, run on the library as built. `weir check` prints them, the tests run them.
 * Formulas and their sources, the tolerance of each case and its reason: at the case. */

#include "weir/weir.h"

typedef enum CheckVerdict {
  CHECK_MET,
  CHECK_MISS,
  CHECK_STATED, /* the row has a figure but no target, so it is neither met nor missed */
} CheckVerdict;

/* One figure beside its expected value; lives in a CheckReport. */
typedef struct CheckRow {
  const char *name; /* of the case */
  WeirSolver solver;
  char quantity[56];
  const char *unit; /* "1" where there is no unit */
  double expected, got;
  double error; /* relative to `expected`; absolute where that is 0 */
  double order; /* of convergence: slope of log error over log cell by least squares, all grids of the case; NaN: none */
  double limit; /* of the error; infinite where another rule applies or none */
  CheckVerdict verdict;
} CheckRow;

enum { CHECK_ROWS_MAX = 512 };

/* The rows of the cases run so far. Made by the caller, which sets `threads` and `coarse`; appended to by check_run. */
typedef struct CheckReport {
  int threads;
  bool coarse;       /* long cases take coarse grids: seconds instead of minutes */
  const char *name;  /* of the running case */
  WeirSolver solver; /* of the running case */
  int count;
  CheckRow rows[CHECK_ROWS_MAX];
} CheckReport;

enum { CHECK_LONG = 1 << 8 }; /* of a case that takes a minute or more: it runs when it is named, or long cases are wanted */

/* A case: an entry of the constant table in run.c. */
typedef struct CheckCase {
  const char *name, *title;
  unsigned solvers;                 /* bit 1 << WeirSolver; CHECK_LONG */
  void (*run)(CheckReport *report); /* appends rows for report->solver */
} CheckCase;

/* All cases, in the order they run. */
const CheckCase *check_cases(int *count);

/* NULL when no case has this name. */
const CheckCase *check_find(const char *name);

/* Runs one case with each of its solvers that is in the mask. */
void check_run(const CheckCase *check, unsigned solvers, CheckReport *report);

#endif
