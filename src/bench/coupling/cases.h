#ifndef BENCH_COUPLING_CASES_H
#define BENCH_COUPLING_CASES_H

/* The cases of `weir bench --coupling`, a group a file: each adds its rows for the report's solver and method. */

#include "bench/coupling/report.h"

/* afloat.c */
void coupling_draft(CouplingReport *report), coupling_bob(CouplingReport *report), coupling_energy(CouplingReport *report);
/* drift.c; the comparison adds rows of one method against another, once all have run. */
void coupling_creep(CouplingReport *report), coupling_creep_compare(CouplingReport *report);
void coupling_drift(CouplingReport *report);
/* dam.c */
void coupling_dam(CouplingReport *report), coupling_gate(CouplingReport *report), coupling_tunnel(CouplingReport *report);
/* impact.c */
void coupling_impact(CouplingReport *report), coupling_sunken(CouplingReport *report);
/* log.c */
void coupling_log(CouplingReport *report);
/* chaos.c */
void coupling_chaos(CouplingReport *report), coupling_stable(CouplingReport *report);
/* cost.c */
void coupling_cost(CouplingReport *report);

#endif
