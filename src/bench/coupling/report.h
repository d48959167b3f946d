#ifndef BENCH_COUPLING_REPORT_H
#define BENCH_COUPLING_REPORT_H

/* The results of `weir bench --coupling`: rows, some with a target. */

#include <math.h>
#include <stdbool.h>

#include "base/error.h"
#include "weir/weir.h"

typedef enum CouplingBound { COUPLING_STATED, COUPLING_UPPER_BOUND, COUPLING_AT_LEAST, COUPLING_WITHIN } CouplingBound;

/* The target of a row. */
typedef struct CouplingWant {
  CouplingBound bound;
  double expected;  /* NaN where it is only stated */
  double tolerance; /* COUPLING_WITHIN: relative */
} CouplingWant;

/* One figure of one case, solver and method. Words but the quantity are constants of the program. */
typedef struct CouplingRow {
  const char *name; /* of the case */
  WeirSolver solver;
  const char *method, *unit; /* "1" where there is none */
  bool is_time;              /* of this machine, another in each run; else physics, the same in each */
  char quantity[80];
  double value; /* NaN: could not be measured, which misses any target */
  CouplingWant want;
} CouplingRow;

enum { COUPLING_ROWS_MAX = 1024 };

/* Holds all rows so far, what the command line asks for, and what is measured now. Owned by the command; zeroed at the beginning. */
typedef struct CouplingReport {
  const char *name;      /* of the case that runs */
  WeirSolver solver;     /* it runs with */
  WeirCoupling coupling; /* it runs with */
  unsigned cases;        /* asked for: bit 1 << index in the table of cases */
  unsigned methods;      /* bit 1 << WeirCoupling */
  unsigned solvers;      /* bit 1 << WeirSolver; 0: each case's own */
  bool brief;            /* a tenth of the long runs' time */
  bool markdown;         /* tables for documents */
  const char *json;      /* the file for machines, borrowed from argv; NULL: none */
  int count, printed;    /* printed: rows of the cases that are done */
  CouplingRow rows[COUPLING_ROWS_MAX];
} CouplingReport;

/* "displace", "subgrid", ... */
const char *coupling_name(WeirCoupling coupling);

/* Adds a row of physics, or of a time that belongs to this machine. The quantity is a printf format for what follows it. */
void coupling_row(CouplingReport *report, CouplingWant want, double value, const char *unit, const char *quantity, ...)
    __attribute__((format(printf, 5, 6)));
void coupling_time(CouplingReport *report, CouplingWant want, double value, const char *unit, const char *quantity, ...)
    __attribute__((format(printf, 5, 6)));

/* Returns the value of a row of this case and solver; NaN if there is none. */
double coupling_value(const CouplingReport *report, WeirCoupling coupling, const char *quantity);

/* --- what comes out of it --- */
/* Prints the methods side by side: the head, if it is for people. */
void coupling_print_head(const CouplingReport *report);
/* Prints the rows of one case and solver from `first` on; for documents as a table of the physics and one of the times, as far as there are
 * such. */
void coupling_print_case(const CouplingReport *report, int first, const char *title);
/* Prints how many rows with a target meet it; documents leave times out. */
void coupling_print_sum(const CouplingReport *report);
/* For machines, in the report's file. */
bool coupling_write_json(const CouplingReport *report, Error *error);

static inline CouplingWant coupling_stated(void) {
  return (CouplingWant){COUPLING_STATED, (double)NAN, 0};
}
static inline CouplingWant coupling_upper_bound(double most) {
  return (CouplingWant){COUPLING_UPPER_BOUND, most, 0};
}
static inline CouplingWant coupling_at_least(double least) {
  return (CouplingWant){COUPLING_AT_LEAST, least, 0};
}
static inline CouplingWant coupling_within(double expected, double tolerance) {
  return (CouplingWant){COUPLING_WITHIN, expected, tolerance};
}

#endif
