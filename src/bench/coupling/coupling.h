#ifndef BENCH_COUPLING_H
#define BENCH_COUPLING_H

/* `weir bench --coupling`: what bodies and water do to each other, each way of coupling them beside the others. A case is
 * run once with each way; what it measures are rows, some with a figure that is wanted. */

#include <math.h>
#include <stdbool.h>

#include "weir/weir.h"

typedef enum CouplingBound { COUPLING_STATED, COUPLING_AT_MOST, COUPLING_AT_LEAST, COUPLING_WITHIN } CouplingBound;

typedef struct CouplingWant {
  CouplingBound bound;
  double expected;  /* NaN where it is only stated */
  double tolerance; /* COUPLING_WITHIN: relative */
} CouplingWant;

typedef struct CouplingRow {
  const char *name; /* of the case */
  WeirSolver solver;
  const char *method, *unit; /* "1" where there is none */
  char quantity[80];
  double value; /* NaN: could not be measured, which falls short */
  CouplingWant want;
} CouplingRow;

enum { COUPLING_ROWS_MAX = 1024 };

typedef struct CouplingReport {
  const char *name;      /* of the case that runs */
  WeirSolver solver;     /* ... with which solver */
  WeirCoupling coupling; /* ... and method */
  bool brief;            /* a tenth of the long runs' time */
  int count, printed;     /* printed: rows of the cases that are done */
  CouplingRow rows[COUPLING_ROWS_MAX];
} CouplingReport;

typedef struct CouplingCase {
  const char *name, *title;
  unsigned solvers; /* bit 1 << WeirSolver: those it runs with unless others are asked for */
  void (*run)(CouplingReport *report);     /* rows for report->solver and report->coupling */
  void (*compare)(CouplingReport *report); /* once all methods have run: rows of one against another; or NULL */
} CouplingCase;

/* The command; argv[0] is "bench", --coupling among the words. Returns the exit status: 0 whatever the rows say. */
int bench_coupling_main(int argc, char **argv);
/* Whether the words ask for it. */
bool bench_coupling_wanted(int argc, char **argv);

/* "displace", "subgrid", ... */
const char *coupling_name(WeirCoupling coupling);

/* For the cases: a row. The quantity is a printf format for what follows it. */
void coupling_row(CouplingReport *report, CouplingWant want, double value, const char *unit, const char *quantity, ...)
    __attribute__((format(printf, 5, 6)));

/* The value of a row of this case and solver; NaN when there is none. */
double coupling_value(const CouplingReport *report, WeirCoupling coupling, const char *quantity);

static inline CouplingWant coupling_stated(void) {
  return (CouplingWant){COUPLING_STATED, (double)NAN, 0};
}
static inline CouplingWant coupling_at_most(double most) {
  return (CouplingWant){COUPLING_AT_MOST, most, 0};
}
static inline CouplingWant coupling_at_least(double least) {
  return (CouplingWant){COUPLING_AT_LEAST, least, 0};
}
static inline CouplingWant coupling_within(double expected, double tolerance) {
  return (CouplingWant){COUPLING_WITHIN, expected, tolerance};
}

/* --- the cases, a group a file --- */
void coupling_draft(CouplingReport *report), coupling_bob(CouplingReport *report), coupling_energy(CouplingReport *report);
void coupling_creep(CouplingReport *report), coupling_creep_compare(CouplingReport *report);
void coupling_drift(CouplingReport *report);
void coupling_dam(CouplingReport *report), coupling_gate(CouplingReport *report), coupling_tunnel(CouplingReport *report);
void coupling_impact(CouplingReport *report), coupling_sunken(CouplingReport *report);
void coupling_log(CouplingReport *report);
void coupling_chaos(CouplingReport *report), coupling_stable(CouplingReport *report);
void coupling_cost(CouplingReport *report);

#endif
