#ifndef CHECK_CASES_H
#define CHECK_CASES_H

/* The run functions of the table in run.c, by file. */

#include "check/check.h"

/* waves.c */
void waves_standing(CheckReport *report);
void waves_pulse(CheckReport *report);
void waves_travelling(CheckReport *report);
void waves_green(CheckReport *report);
void waves_symmetry(CheckReport *report);
/* rest.c */
void rest_lake(CheckReport *report);
/* bowls.c */
void bowls_planar(CheckReport *report);
void bowls_radial(CheckReport *report);
/* dams.c */
void dams_ritter(CheckReport *report);
void dams_stoker(CheckReport *report);
/* bumps.c */
void bumps_steady(CheckReport *report);
/* channel.c */
void channel_manning(CheckReport *report);
/* boundaries.c */
void boundary_open(CheckReport *report);
void boundary_periodic(CheckReport *report);
void boundary_levels(CheckReport *report);
/* sides.c */
void sides_swell(CheckReport *report);
void sides_drive(CheckReport *report);
/* macdonald.c */
void macdonald_channels(CheckReport *report);
/* rain.c */
void rain_slopes(CheckReport *report);
/* current.c */
void current_waves(CheckReport *report);
void current_small(CheckReport *report);
/* oblique.c */
void oblique_jump(CheckReport *report);
/* radial.c */
void radial_dam(CheckReport *report);
/* runup.c */
void runup_solitary(CheckReport *report);

#endif
